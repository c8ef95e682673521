"""Storyteller's schema, and the problems of a file that its types do not show."""

from collections.abc import Iterator

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.names import squash
from gmtrack.rulesets.kit.house import NumberLimits, check_limits
from gmtrack.rulesets.kit.own.definitions import OwnEffect
from gmtrack.rulesets.kit.references import (
    OWN,
    Reference,
    check_name,
    check_references,
    list_played_fighters,
)
from gmtrack.rulesets.kit.sheet import make_schema
from gmtrack.rulesets.kit.slips import list_sheets, shorten
from gmtrack.rulesets.port import Problem
from gmtrack.rulesets.storyteller.rulings import House
from gmtrack.rulesets.storyteller.sheet.hands import HANDS
from gmtrack.rulesets.storyteller.sheet.sheet import (
    SceneSheet,
    Sheet,
    states_intent,
)
from gmtrack.rulesets.storyteller.sheet.state import (
    Fighter,
    FightState,
    LiveState,
    list_words,
)
from gmtrack.rulesets.storyteller.tables import UNARMED

REFERENCES = (
    Reference("fight.acting"),
    Reference("fight.interrupted.*"),
    Reference(OWN + "shield", told="gone.shield"),
    Reference(OWN + "downed_by"),
    Reference(OWN + "wp_defense.*"),
    Reference(OWN + "dodged.*"),
    Reference(OWN + "killed.*"),
    Reference(OWN + "aim.target", OWN + "aim", "gone.aim"),
    Reference(OWN + "grapple.with", OWN + "grapple"),
    Reference(OWN + "controls_of", loose=True),
    Reference(OWN + "suppressed.by", OWN + "suppressed", "gone.fire"),
)

SCHEMA = make_schema(Sheet, SceneSheet, FightState, LiveState, House, OwnEffect)

Path = tuple[str, ...]
BANDS = 3
"""The number of ranges of a weapon: short, medium, long."""


NUMBERS = {
    "heal_times": NumberLimits(1, 1_000_000, 3),
    "care_downgrade": NumberLimits(1, 99, 2),
    "willpower_back": NumberLimits(0, 99),
    "scene_minutes": NumberLimits(0, 1440),
}
"""House rules that are free numbers, or lists of them."""


def check(encounter: Encounter) -> Iterator[Problem]:
    """Yield the problems of an encounter that its types do not show: house rules, sheets, live
    state."""
    yield from check_limits(encounter.house_rules, NUMBERS)
    covers = list(map(squash, encounter.scene.get("covers") or {}))
    for who in encounter.combatants:
        yield from sheet_problems(
            ("combatants", who), encounter.sheet(who), covers
        )
    yield from fight_problems(encounter, covers)


def sheet_problems(
    path: Path, data: Data, covers: list[str]
) -> Iterator[Problem]:
    """Yield the problems of one sheet: ranges of its weapons, what is in hand, its cover.
    `covers` are the ids of the scene's pieces."""
    weapons = data.get("weapons") or {}
    for name, weapon in weapons.items():
        yield from range_problems((*path, "weapons", name, "ranges"), weapon)
    yield from wielded_problems(
        (*path, "wielded"), data.get("wielded"), list(map(squash, weapons))
    )
    yield from check_name(
        (*path, "cover"), data.get("cover"), "cover", covers, squash
    )


def range_problems(path: Path, weapon: Data) -> Iterator[Problem]:
    """Yield a problem for ranges that are not three ascending numbers, or are missing on a
    firearm."""
    found = weapon.get("ranges")
    if found is None:
        if weapon.get("kind") == "firearm":
            yield Problem(
                path, "missing: a firearm has short, medium and long range"
            )
    elif len(found) != BANDS or sorted(found) != list(found):
        yield Problem(
            path,
            f"found {list(found)}, allowed are three ascending numbers of metres",
        )


def wielded_problems(
    path: Path, told: object, weapons: list[str]
) -> Iterator[Problem]:
    """Yield the problems of a field `wielded`: unknown weapons, or more than two. `told` is the
    field as written: a word, a list, or None."""
    words = list_words(told) if isinstance(told, str | list) else []
    for word in words:
        yield from check_name(path, word, "weapon", [*weapons, UNARMED], squash)
    if len(words) > HANDS:
        yield Problem(path, f"found {len(words)} weapons, allowed are {HANDS}")


def fight_problems(
    encounter: Encounter, covers: list[str]
) -> Iterator[Problem]:
    """Yield the problems of the live state: references to nobody or nothing, numbers above their
    maxima."""
    state = encounter.fight
    if state.get("phase") == "acting" and state.get("acting") is None:
        yield Problem(
            ("fight", "acting"),
            "missing: whose turn it is while phase is acting",
        )
    yield from check_references(encounter, REFERENCES)
    for name in state.get("structure") or {}:
        yield from check_name(
            ("fight", "structure", name), name, "cover", covers, squash
        )
    for path, who, live in list_played_fighters(
        encounter, Fighter, House(encounter.house_rules)
    ):
        yield from live_state_problems(path, who, live, encounter)
        yield from check_name(
            (*path, "cover"), live.get("cover"), "cover", covers, squash
        )


def excess_problems(path: Path, found: int, most: int) -> Iterator[Problem]:
    """Yield a problem if the number found is above the most allowed."""
    if found > most:
        yield Problem(path, f"found {found}, allowed is 0 to {most}")


def live_state_problems(
    path: Path, who: Fighter, live: Data, encounter: Encounter
) -> Iterator[Problem]:
    """Yield the problems of one combatant's live state: marks, willpower, weapons, grapple."""
    marked = who.bashing + who.lethal + who.aggravated
    if marked > who.boxes:
        boxes = "is 1 box" if who.boxes == 1 else f"are {who.boxes} boxes"
        yield Problem(path, f"{marked} points are marked, but there {boxes}")
    yield from excess_problems(
        (*path, "willpower_left"), who.willpower_left, who.willpower
    )
    weapons = who.weapons()
    yield from wielded_problems(
        (*path, "wielded"), live.get("wielded"), list(weapons)
    )
    for field in ("weapon_at", "ammo", "structure"):
        for name in live.get(field) or {}:
            yield from check_name(
                (*path, field, name), name, "weapon", weapons, squash
            )
    for name, weapon in (live.get("taken") or {}).items():
        yield from range_problems((*path, "taken", name, "ranges"), weapon)
    for name in weapons:
        yield from excess_problems(
            (*path, "ammo", name),
            who.weapon_state(name).ammo,
            weapons[name].capacity,
        )
        yield from excess_problems(
            (*path, "structure", name),
            who.weapon_state(name).structure,
            who.full_structure(name),
        )
    yield from grapple_problems((*path, "grapple"), who, encounter)


def grapple_problems(
    path: Path, who: Fighter, encounter: Encounter
) -> Iterator[Problem]:
    """Yield a problem for a grapple about a weapon that neither of the two has."""
    hold = who.read_grapple()
    if hold is None:
        return
    weapons = [*who.weapons()]
    if hold["with"] in encounter.combatants:
        weapons += Fighter(Draft(encounter), hold["with"], who.house).weapons()
    yield from check_name(
        (*path, "controls"), hold["controls"], "weapon", weapons, squash
    )


def likely_typos(encounter: Encounter) -> Iterator[Problem]:
    """Yield a problem for each intent that says nothing of what somebody wants, and so counts as
    none (ST-008)."""
    for path, sheet in list_sheets(encounter):
        told = sheet.get("intent")
        if told and not states_intent(told):
            message = (
                f"'{shorten(told)}' counts as no intent (ST-008); type one that "
                "begins with 'I want'"
            )
            yield Problem((*path, "intent"), message)
