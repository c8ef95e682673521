"""Words of a file that are allowed but likely a typo. Skills and tags are any word, so a
misspelt one is no fault; it just does nothing."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from gmtrack.core.draft import Path
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.names import TypoFinder, ask_if_meant
from gmtrack.rulesets.kit.renamed import (
    accept_old_attributes,
    accept_old_imports,
)
from gmtrack.rulesets.port import Problem

Spelling = Callable[[str], str]
"""Function that spells a word as the ruleset does, so that two spellings of a word are equal."""
WeaponPredicate = Callable[[Data], bool]
"""Function of a weapon's data in the file."""


def list_sheets(encounter: Encounter) -> list[tuple[Path, Data]]:
    """Return every combatant's sheet with its template filled in, then the templates that nobody
    uses, each with its path."""
    cast = encounter.combatants
    used = {sheet.get("template") for sheet in cast.values()}
    found: list[tuple[Path, Data]] = []
    for who in cast:
        found.append((("combatants", who), encounter.sheet(who)))
    for name, sheet in encounter.templates.items():
        if name not in used:
            found.append((("templates", name), sheet or {}))
    return found


def list_weapons(sheet: Data) -> Iterator[tuple[str, Data]]:
    """Yield name and data of the weapons of a sheet, without those of which it says nothing."""
    return (
        (name, weapon)
        for name, weapon in (sheet.get("weapons") or {}).items()
        if weapon
    )


def shorten(word: Any) -> str:
    """Return a word of a file as text for a message, cut to the length up to which typos are
    looked for."""
    text = str(word)
    return (
        text
        if len(text) <= TypoFinder.LONGEST
        else text[: TypoFinder.LONGEST] + "…"
    )


def unknown_word(
    path: Path,
    word: str,
    known: frozenset[str],
    why: str,
    nearly: TypoFinder,
) -> Problem:
    """Make the problem of a word that nothing knows: `why`, with the nearest of the `known`
    words if there is one."""
    near = nearly.one_of(word, known)
    return Problem(path, why + ask_if_meant(near))


EVERYDAY = (
    "acrobatics", "athletics", "climbing", "computers", "demolitions", "driving", "electronics",
    "etiquette", "explosives", "first_aid", "hacking", "intimidation", "investigation", "medicine",
    "mechanics", "perception", "persuasion", "piloting", "riding", "security", "stealth",
    "streetwise", "survival", "swimming",
)  # fmt: skip
"""Skills that anybody may have in a game that leaves it to the table which there are."""


class _SheetSkills:
    """Skills of one sheet and its weapons, spelt as the ruleset does; `written` maps them to the
    spelling in the file. `has`: the skills on the sheet; `own_words`: those that the book does
    not name; `weapons`: those with whose skill something is rolled, each with that skill; `uses`:
    the skills of all weapons."""

    def __init__(
        self,
        path: Path,
        sheet: Data,
        name: Spelling,
        book: frozenset[str],
        is_rolled: WeaponPredicate,
    ) -> None:
        self.path = path
        self.written = {
            name(skill): skill for skill in sheet.get("skills") or {}
        }
        self.has = frozenset(self.written)
        self.own_words = self.has - book
        skilled = [
            (weapon, data)
            for weapon, data in list_weapons(sheet)
            if isinstance(data.get("skill"), str)
        ]
        self.weapons = [
            (weapon, name(data["skill"]))
            for weapon, data in skilled
            if is_rolled(data)
        ]
        self.uses = frozenset(name(data["skill"]) for _, data in skilled)


class SkillCheck:
    """Search for typos in the skills of a file. `book`: the skills that the rules name; `name`:
    spells a skill as they do. `tested`: all other skills that are never reported; empty: any
    word is as good as another. `listed`: book and `tested` are the whole list of the game's
    skills. `is_rolled`: whether anything is rolled with a weapon's skill; its owner needs none
    otherwise."""

    def __init__(
        self,
        encounter: Encounter,
        book: Iterable[str],
        name: Spelling,
        tested: Iterable[str] = (),
        *,
        listed: bool = True,
        is_rolled: WeaponPredicate = lambda weapon: True,
    ) -> None:
        self.besides = ", and it is no skill of this game" if listed else ""
        self.book, self.nearly, self.tested = (
            frozenset(book),
            TypoFinder(),
            frozenset(tested),
        )
        self.sheets = [
            _SheetSkills(*one, name, self.book, is_rolled)
            for one in list_sheets(encounter)
        ]
        self.used = self.book.union(*(one.uses for one in self.sheets))
        self.known = self.book.union(*(one.has for one in self.sheets))

    def likely_typos(self) -> Iterator[Problem]:
        """Yield a problem for each skill that nothing here knows, and each weapon whose skill
        its owner nearly has."""
        for one in self.sheets:
            meant = set()
            for skill, written in one.written.items():
                near = self.nearest_known_skill(skill, one)
                if near:
                    meant.add(near)
                    yield Problem(
                        (*one.path, "skills", written),
                        f"no rule and no weapon here uses '{written}'{ask_if_meant(near)}",
                    )
                elif self.tested and skill not in self.used | self.tested:
                    yield Problem(
                        (*one.path, "skills", written),
                        f"no rule and no weapon here uses '{shorten(written)}'{self.besides}; "
                        f"`test {one.path[1]} {shorten(written)}` can roll it all the same",
                    )
            for weapon, skill in one.weapons:
                if skill not in meant:
                    yield from self.check_weapon_skill(
                        (*one.path, "weapons", weapon, "skill"), skill, one
                    )

    def nearest_known_skill(self, skill: str, one: _SheetSkills) -> str | None:
        """Return the known skill that this unused one is probably a typo of, or None. Not a typo
        if the character has both, unless a weapon of theirs uses the other and at most one
        letter is missing or added."""
        if skill in self.used:
            return None
        near = self.nearest(skill, one.uses, self.book, self.used)
        if near in one.has and (
            near not in one.uses or abs(len(skill) - len(near)) > 1
        ):
            return None
        return near

    def nearest(self, skill: str, *known: frozenset[str]) -> str | None:
        """Return the word that this skill nearly is, from the first of these sets that has one;
        else None."""
        for words in known:
            near = self.nearly.one_of(skill, words)
            if near:
                return near
        return None

    def check_weapon_skill(
        self, path: Path, skill: str, one: _SheetSkills
    ) -> Iterator[Problem]:
        """Yield a problem if the owner of a weapon lacks its skill: they have nearly that one,
        nobody has it and no rule uses it, or they have others. Yields nothing for owners without
        any skill."""
        if skill in one.has:
            return
        mine = one.own_words if skill in self.book else one.has
        near = self.nearly.one_of(skill, mine)
        if near:
            message = (
                f"its owner has no skill '{shorten(skill)}'{ask_if_meant(near)}"
            )
            yield Problem(path, message)
        elif skill not in self.known:
            near = self.nearest(skill, self.book, self.known)
            why = f"nobody here has the skill '{shorten(skill)}', and no rule uses it"
            yield Problem(path, why + ask_if_meant(near))
        elif one.has:
            carried = f"{one.path[1]} carries {shorten(path[3])} but has no {shorten(skill)}"
            yield Problem(
                path, f"{carried}; `skills.{shorten(skill)}=0` if that is meant"
            )


accept_old_attributes(
    SkillCheck,
    slips="likely_typos",
    unskilled="check_weapon_skill",
)
accept_old_imports(globals())
