"""Skills, tags and sides that nothing knows: any word is legal."""

from collections.abc import Iterator

from gmtrack.core.draft import Path
from gmtrack.core.encounter import Encounter
from gmtrack.core.names import Nearly
from gmtrack.rulesets.i2050.sheet.sheet import KNOWN_SKILLS, kebab, skill_name
from gmtrack.rulesets.kit.slips import Skills, cut, sheets_of, unknown, weapons_of
from gmtrack.rulesets.port import Problem

BOOK_SKILLS = (*KNOWN_SKILLS, "handgun_projectile")
"""The names that the rules use."""
BOOK_TAGS = ("laser",)
"""What armor may be against."""


def slips(encounter: Encounter) -> Iterator[Problem]:
    """What is allowed but likely a slip."""
    skills = Skills(encounter, BOOK_SKILLS, skill_name)
    yield from skills.slips()
    yield from checks(encounter, skills)
    yield from tags(encounter)
    yield from first_side(encounter)


def checks(encounter: Encounter, skills: Skills) -> Iterator[Problem]:
    """`checks`: of skills that there are."""
    known = skills.used | skills.known
    for path, sheet in sheets_of(encounter):
        for number, word in enumerate(sheet.get("checks") or ()):
            if skill_name(word) not in known:
                why = f"nobody here has the skill '{cut(word)}', and no rule uses it"
                here = (*path, "checks", str(number))
                yield unknown(here, skill_name(word), known, why, skills.nearly)


def tags(encounter: Encounter) -> Iterator[Problem]:
    """The tags of weapons are for armor, and the other way round."""
    shot = list(tags_of_weapons(encounter))
    stopped = list(tags_of_armor(encounter))
    for told, others, what in ((shot, stopped, "armor"), (stopped, shot, "weapon")):
        known = frozenset(BOOK_TAGS).union(kebab(tag) for _, tag in others)
        nearly = Nearly()
        for path, tag in told:
            if kebab(tag) not in known:
                why = f"no rule and no {what} here knows the tag '{cut(tag)}'"
                yield unknown(path, kebab(tag), known, why, nearly)


def tags_of_weapons(encounter: Encounter) -> Iterator[tuple[Path, str]]:
    for path, sheet in sheets_of(encounter):
        for weapon, data in weapons_of(sheet):
            for number, tag in enumerate(data.get("tags") or ()):
                yield (*path, "weapons", weapon, "tags", str(number)), tag


def tags_of_armor(encounter: Encounter) -> Iterator[tuple[Path, str]]:
    for path, sheet in sheets_of(encounter):
        for place, piece in enumerate(sheet.get("armor") or ()):
            for number, tag in enumerate(piece.get("against") or ()):
                yield (*path, "armor", str(place), "against", str(number)), tag


def first_side(encounter: Encounter) -> Iterator[Problem]:
    """`declares_first`: a side of this fight."""
    told = encounter.scene.get("declares_first")
    known = frozenset(map(encounter.side, encounter.combatants))
    if told and known and told not in known:
        why = f"nobody here is on the side '{cut(told)}'"
        yield unknown(("scene", "declares_first"), told, known, why, Nearly())
