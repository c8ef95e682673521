"""Checks of the GM's own effects whose types are right: their definitions, and whatever names
them."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, get_args

from gmtrack.core import MARK
from gmtrack.core.counters import FIGHT, MOMENTS, counters_of
from gmtrack.core.draft import Path
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.lexicon import Lexicon
from gmtrack.core.names import TypoFinder, propose_near_word, squash
from gmtrack.core.own_effects import THINGS, pieces_of
from gmtrack.rulesets.kit.commands import COMMANDS
from gmtrack.rulesets.kit.own.definitions import (
    OwnEffect,
    RollRow,
    read_definitions,
)
from gmtrack.rulesets.kit.own.in_force import find_limits
from gmtrack.rulesets.kit.own.lasting import OwnEffectRules
from gmtrack.rulesets.kit.renamed import accept_old_imports
from gmtrack.rulesets.kit.slips import (
    list_sheets,
    list_weapons,
    shorten,
    unknown_word,
)
from gmtrack.rulesets.port import Problem

MOST = 200
"""Definitions of one file, and rows of one of them."""
HELD = ("change", "rolls", "forbids", "players", "name", "help")
"""The fields that an effect may have if it holds through the sheet (`always`) or gear."""
OPTIONS = ("type", "location", "pool")
"""Words of `each` that are those of `damage` and `heal`."""
WHAT = {"location": "place"}
UNARMED = "unarmed"
"""The weapon that everybody has, whatever the sheet says."""


def own_effect_problems(
    package: Any, encounter: Encounter, words: Lexicon
) -> Iterator[Problem]:
    """Yield every problem with the effects that this file defines, and every effect that
    somebody has but nobody defined. `words` is the lexicon of the ruleset alone."""
    found = read_definitions(encounter.known_effects)
    held = set()
    for path, name in list_held_effects(encounter):
        if name.startswith(MARK):
            bare = name.removeprefix(MARK)
            message = (
                f"'{name}' is of the stock: `effect --define {name}` takes it "
                f"into a fight, and `{bare}` names it there"
            )
            yield Problem(path, message)
            continue
        yield from check_known_word(path, name, "effect", found)
        held.add(squash(name))
    if len(found) > MOST:
        yield Problem(("effects",), f"found {len(found)}, allowed are {MOST}")
        return
    one = _DefinitionCheck(package, words, found)
    for written, data in encounter.effects.items():
        yield from one.check(
            ("effects", written), found[squash(written)], data or {}
        )
        if squash(written) in held:
            for key in (data or {}).keys() - {*HELD}:
                message = (
                    "holds by what is so (always, gear), so it may have only "
                    f"{', '.join(HELD)}"
                )
                yield Problem(("effects", written, key), message)
    yield from check_records(encounter, found)


def list_held_effects(encounter: Encounter) -> Iterator[tuple[Path, str]]:
    """Yield every effect that a sheet names, with its path: under `always`, in weapons and in
    armor."""
    for path, sheet in list_sheets(encounter):
        for name in sheet.get("always") or ():
            yield (*path, "always"), name
        for field in THINGS:
            for key, thing in pieces_of(sheet, field):
                if thing.get("effect"):
                    yield (*path, field, key, "effect"), thing["effect"]


def check_records(
    encounter: Encounter, found: Collection[str]
) -> Iterator[Problem]:
    """Yield a problem for each effect that a combatant has but that is not among the definitions
    `found`."""
    states = encounter.fight.get("combatants") or {}
    for who, state in states.items():
        path = ("fight", "combatants", who, "own_effects")
        records = state.get("own_effects") or ()
        for number, record in enumerate(records):
            where = (*path, str(number), "effect")
            yield from check_known_word(
                where, record["effect"], "effect", found
            )


def check_known_word(
    path: Path,
    word: str,
    what: str,
    names: Iterable[str],
) -> Iterator[Problem]:
    """Yield a problem if a word names none of `names`, with a proposal. `what` is the noun for
    the message."""
    names = list(map(squash, names))
    if squash(word) not in names:
        yield Problem(
            path, f"no {what} '{shorten(word)}'{propose_near_word(word, names)}"
        )


def own_effect_typos(package: Any, encounter: Encounter) -> Iterator[Problem]:
    """Yield a problem for each word of a definition that nothing in the file or in the rules
    knows: the row that names it never fits, or moves nothing."""
    unchecked = [*_list_unchecked(encounter.effects)]
    if not unchecked:
        return
    kinds = {kind for _, kind, _ in unchecked}
    known = _collect_known_words(package, encounter, kinds)
    nouns = {"count": "counter", "called": "place"}
    for path, kind, word in unchecked:
        words = known[kind]
        # Where the file has none of a kind, nothing can be compared.
        if not words or squash(word) in words:
            continue
        noun = nouns.get(kind, kind)
        why = f"nothing here knows the {noun} '{shorten(word)}'"
        if kind == "against":
            why = f"nobody here is '{shorten(word)}', nor on that side"
        yield unknown_word(path, squash(word), words, why, TypoFinder())


def _collect_known_words(
    package: Any, encounter: Encounter, kinds: Collection[str]
) -> dict[str, frozenset[str]]:
    """Return the words that the file or the rules know, squashed, by kind: weapon, against (ids
    and sides of combatants), called (places), skill, and count (ids of counters). A kind is empty
    if nothing of it is in the file; places also if they are not among the `kinds` that are asked
    for."""
    sheets = [sheet for _, sheet in list_sheets(encounter)]
    places: list[str] = []
    if "called" in kinds:
        # Vehicles have places of their own, and so may the house.
        places = [entry.word for entry in package.lexicon(encounter).places]
    people = list(encounter.combatants)
    weapons: list[Any] = []
    skills: list[Any] = [*package.OWN.skills]
    counters: list[Any] = []
    for sheet in sheets:
        if isinstance(sheet.get("skills"), dict | list):
            skills += sheet["skills"]
        for name, data in list_weapons(sheet):
            weapons.append(name)
            # In a system page a weapon may have a number of this name.
            if isinstance(data.get("skill"), str):
                skills.append(data["skill"])
    if weapons:
        weapons.append(UNARMED)
    for owner in (FIGHT, *people):
        counters += [one.id for one in counters_of(encounter, owner).values()]
    there: dict[str, list[Any]] = {
        "weapon": weapons,
        "against": [*people, *map(encounter.side, people)],
        "called": [*places, *map(_without_side, places)],
        "skill": skills,
        "count": counters,
    }
    return {
        kind: frozenset(map(squash, words)) for kind, words in there.items()
    }


def _without_side(place: str) -> str:
    """Return a place of the body without `left-` or `right-`."""
    return place.removeprefix("left-").removeprefix("right-")


def _list_unchecked(effects: Data) -> Iterator[tuple[Path, str, str]]:
    """Yield words of definitions that need not name anything in the file: path, kind (skill,
    weapon, called, against, count) and word."""
    for written, data in effects.items():
        path = ("effects", written)
        definition = data or {}
        for name in definition.get("change") or ():
            field, _, inner = name.partition(".")
            if field == "skills":
                yield (*path, "change", name), "skill", inner
        rows = definition.get("rolls") or ()
        for number, row in enumerate(rows):
            condition = row.get("when") or {}
            where = (*path, "rolls", str(number), "when")
            for key in ("weapon", "skill", "called", "against"):
                word = condition.get(key)
                if isinstance(word, str):
                    yield (*where, key), key, word
        tick = definition.get("each") or {}
        counter = tick.get("count")
        if counter:
            yield (*path, "each", "count"), "count", counter


class _DefinitionCheck:
    """Check of the definitions of one file against what its ruleset has."""

    def __init__(
        self, package: Any, words: Lexicon, found: Mapping[str, OwnEffect]
    ) -> None:
        self.own: OwnEffectRules = package.OWN
        self.found, self.words = found, words
        self.rolls = [
            name for name in package.ROLLS if name not in package.UNMODIFIED
        ]
        self.sheet = package.SCHEMA.sheet
        self.numbers = {
            **find_limits(self.sheet),
            **dict.fromkeys(self.own.numbers),
        }
        taken = (
            *words.effects,
            *(one for rows in words.words.values() for one in rows),
        )
        newer = set(map(squash, self.own.newer_words))
        self.taken = {squash(entry.word) for entry in taken} - newer
        entries = (*words.actions, *words.defenses)
        self.forbidden = [
            *COMMANDS, *(squash(entry.word) for entry in entries), *self.own.reactions,
        ]  # fmt: skip

    def check(
        self, path: Path, one: OwnEffect, data: Data
    ) -> Iterator[Problem]:
        """Yield every problem with one definition. `data` is as the file has it, `one` the same
        parsed."""
        if one.id in self.taken:
            yield Problem(
                path, f"'{one.id}' is a word of the ruleset; choose another id"
            )
        for written in data.get("change") or ():
            yield from self.check_number(
                (*path, "change", written), written.replace("-", "_")
            )
        for number, row in enumerate(one.rolls):
            yield from self.check_roll((*path, "rolls", str(number)), row)
        for word in one.brings:
            yield from check_known_word(
                (*path, "brings"), word, "effect", self.own.words
            )
        for word in one.forbids:
            what = "command, action or defense"
            yield from check_known_word(
                (*path, "forbids"), word, what, self.forbidden
            )
        if one.each:
            yield from self.check_tick((*path, "each"), one)
        if one.lasts == "turn" and "turn-end" not in self.own.moments:
            yield Problem(
                (*path, "lasts"),
                "found turn, but this ruleset has no single turns",
            )
        if one.until_turn_of and "turn-start" not in self.own.moments:
            yield Problem(
                (*path, "lasts"),
                f"found {shorten(one.lasts)}, but this ruleset has no single turns",
            )
        yield from self.check_follower((*path, "then"), one)
        rows = (one.rolls, one.change, one.forbids)
        if max(map(len, rows)) > MOST:
            yield Problem(path, f"has more than {MOST} rows")

    def check_number(self, path: Path, name: str) -> Iterator[Problem]:
        """Yield a problem if no number has this name; for a map of numbers with free keys any
        key will do."""
        names = [
            one for number in self.numbers for one in self.expand_name(number)
        ]
        field, dot, _ = name.partition(".")
        if name not in names and not (dot and f"{field}.NAME" in names):
            why = f"no number '{shorten(path[-1])}' can be changed"
            yield Problem(path, why + propose_near_word(name, names))

    def expand_name(self, name: str) -> list[str]:
        """Return the names that `field.*` stands for: one for each listed key of the map, or
        only `field.NAME` if its keys are free. Any other name is returned alone."""
        field, _, inner = name.partition(".")
        if inner != "*":
            return [name]
        kind = (
            self.sheet.SAID[field].written or self.sheet.__annotations__[field]
        )
        keys = get_args(get_args(kind)[0])
        return [f"{field}.{key}" for key in keys if isinstance(key, str)] or [
            f"{field}.NAME"
        ]

    def check_roll(self, path: Path, row: RollRow) -> Iterator[Problem]:
        """Yield problems of a roll's row: rolls that cannot be changed, and conditions that are
        never known of such a roll."""
        for name in row.roll:
            yield from check_known_word(
                (*path, "roll"), name, "roll that can be changed", self.rolls
            )
            when = row.when
            if when and when.called is False:
                message = (
                    "found false, allowed: the id of a place, or true for any"
                )
                yield Problem((*path, "when", "called"), message)
            for key in when.SAID if when else ():
                roll = name.replace("-", "_")
                knows = self.own.about.get(roll, ())
                if getattr(when, key) is not None and key not in knows:
                    there = f"; it knows {', '.join(knows)}" if knows else ""
                    yield Problem(
                        (*path, "when", key),
                        f"a roll of {name} knows no {key}, so it never fits{there}",
                    )

    def check_tick(self, path: Path, one: OwnEffect) -> Iterator[Problem]:
        """Yield problems of an effect's `each`: a moment that the ruleset does not have, not
        exactly one of damage, heal and count, or options that the command would not take."""
        row = one.each
        if row is None:
            return
        if row.at in MOMENTS and row.at not in self.own.moments:
            moments = ", ".join(self.own.moments)
            yield Problem(
                (*path, "at"), f"found {row.at}; this ruleset has {moments}"
            )
        does = [
            key
            for key in ("damage", "heal", "count")
            if getattr(row, key) is not None
        ]
        if len(does) != 1:
            yield Problem(path, "needs one of damage: N, heal: N, count: NAME")
            return
        takes = self.own.ticks.get(does[0], {})
        for key in OPTIONS:
            word = getattr(row, key)
            if word is not None and key not in takes:
                yield Problem((*path, key), f"{does[0]} takes no {key} here")
            elif word is not None:
                yield from check_known_word(
                    (*path, key), word, WHAT.get(key, key), takes[key]
                )

    def check_follower(self, path: Path, one: OwnEffect) -> Iterator[Problem]:
        """Yield a problem if `then` names an unknown effect, or leads back to this one in a
        circle."""
        if one.then is None:
            return
        yield from check_known_word(path, one.then, "effect", self.found)
        met, name = [one.id], one.then
        while name in self.found and name not in met:
            met.append(name)
            name = self.found[name].then or ""
        if name == one.id:
            yield Problem(
                path, f"goes in a circle: {' -> '.join((*met, name))}"
            )


accept_old_imports(globals())
