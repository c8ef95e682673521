"""Warnings of `validate`: words in a file that are allowed but likely a slip."""

import pathlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING

from gmtrack.core.draft import Path
from gmtrack.core.encounter import ASK_SCOPES, SIDES, Encounter
from gmtrack.core.names import TypoFinder, ask_if_meant, without_separators
from gmtrack.errors import Fault
from gmtrack.rulesets.port import Problem, Ruleset
from gmtrack.store.check.own_counters import counter_slips
from gmtrack.store.encounter_map import data_of, home_path

if TYPE_CHECKING:
    from gmtrack.store.stored_encounter import ValidFile

SAID_OTHERWISE = {
    "pcs": "pc", "player": "pc", "players": "pc", "foes": "foe", "allies": "ally", "npc": "foe",
    "npcs": "foe", "enemy": "foe", "enemies": "foe", "monster": "foe", "monsters": "foe",
}  # fmt: skip
MOST = 100
"""Most warnings for one file."""
MOST_BROUGHT = 3
"""Most warnings after one command."""
MOST_FOUND = 10_000
"""Most warnings that are collected before equal ones are dropped: combatants of one template may
all have the same."""


def likely_slips(encounter: Encounter, ruleset: Ruleset) -> list[Problem]:
    """Return the likely slips of an encounter without faults, each once and with the path where
    it is written."""
    own = getattr(ruleset, "likely_typos", None)
    usual = chain(
        misspelled_sides(encounter),
        misspelled_askers(encounter),
        counter_slips(encounter),
    )
    found = chain(usual, own(encounter) if own else ())
    data = data_of(encounter)
    problems = (
        Problem(home_path(data, one.path), one.message) for one in found
    )
    return list(dict.fromkeys(islice(problems, MOST_FOUND)))


def new_slips(
    found: Iterable[Problem], before: Iterable[Problem], changed: Iterable[Path]
) -> list[str]:
    """Return sentences for the first slips that are new (not in `before`) and lie at, in or
    around a path that was `changed`. Equal ones count once."""
    old, paths = set(before), set(changed)

    def is_there(one: Problem) -> bool:
        """Whether something at, in or around the path of a slip was changed."""
        both = (zip(one.path, path, strict=False) for path in paths)
        return any(all(a == b for a, b in pairs) for pairs in both)

    new = (one for one in found if one not in old and is_there(one))
    return list(dict.fromkeys(f"likely slip: {one.message}" for one in new))[
        :MOST_BROUGHT
    ]


Also = Callable[[Encounter, Ruleset], Iterable[Problem]]
"""Callback that finds further problems in an encounter without faults."""


def warnings_of(path: str, also: Also = lambda *_: ()) -> list[Fault]:
    """Validate a file in full and return its likely slips, and what `also` finds, by line.
    Raises BadFile with all its faults."""
    from gmtrack.store.stored_encounter import read_file, validate_content

    return slips_in(
        validate_content(read_file(pathlib.Path(path))[0], path), also
    )


def slips_in(judged: "ValidFile", also: Also = lambda *_: ()) -> list[Fault]:
    """Return the likely slips of a file without faults, and what `also` finds, by line; at most
    MOST of them."""
    document, encounter, ruleset = judged
    unsaid = (Problem(*one) for one in document.unsaid)
    problems = [
        *unsaid,
        *likely_slips(encounter, ruleset),
        *also(encounter, ruleset),
    ]
    warnings = [document.fault_at(*problem) for problem in problems[:MOST]]
    warnings.sort(key=lambda fault: fault.line)
    if len(problems) > MOST:
        warnings.append(
            Fault("", "there are more warnings than these", document.file)
        )
    return warnings


def misspelled_sides(encounter: Encounter) -> Iterator[Problem]:
    """Yield a warning for each side of a combatant or template that is nearly a usual one, or
    nearly one that several combatants are on."""
    sheets = {
        ("combatants", who): encounter.sheet(who)
        for who in encounter.combatants
    }
    sheets |= {
        ("templates", name): sheet or {}
        for name, sheet in encounter.templates.items()
    }
    taken = Counter(encounter.side(who) for who in encounter.combatants)
    lettered = sum(len(side) == 1 for side in taken) > 1  # sides a and b
    usual = frozenset(SIDES)
    shared = usual.union(side for side, count in taken.items() if count > 1)
    nearly = TypoFinder()

    def meant_by(side: str) -> str | None:
        """Return the side that somebody may have meant by `side`; None if it is probably meant
        as it is."""
        if side.lower() in SIDES:
            return None
        plain = without_separators(side)
        if plain in SIDES or plain in SAID_OTHERWISE:
            return SAID_OTHERWISE.get(plain, plain)
        begun = next(
            (one for one in SIDES if plain and one.startswith(plain)), None
        )
        if begun:
            return None if len(plain) == 1 and lettered else begun
        return nearly.one_of(side, usual if side in shared else shared)

    for path, sheet in sheets.items():
        side = sheet.get("side")
        if side is not None and (near := meant_by(side)):
            message = f"found '{side}', which is a side of its own{ask_if_meant(near)}"
            yield Problem((*path, "side"), message)


def misspelled_askers(encounter: Encounter) -> Iterator[Problem]:
    """Yield a warning for each word of `table.ask` that names nobody here and is nearly the name
    of a side or combatant."""
    words = encounter.table.get("ask") or ()
    if not words:
        return
    known = frozenset(
        (
            *SIDES,
            *ASK_SCOPES,
            *encounter.combatants,
            *map(encounter.side, encounter.combatants),
        )
    )
    nearly = TypoFinder()
    for number, word in enumerate(words):
        near = SAID_OTHERWISE.get(without_separators(word)) or nearly.one_of(
            word, known
        )
        if word not in known and near:
            message = (
                f"found '{word}', which nobody here is{ask_if_meant(near)}"
            )
            yield Problem(("table", "ask", str(number)), message)
