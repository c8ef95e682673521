"""Every attack of the case-books has odds, or is refused as it is refused."""

import random
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from typing import NamedTuple

import pytest
from long_run import LONG

from gmtrack.core.encounter import Encounter
from gmtrack.errors import Refusal
from gmtrack.odds.engine import MOST_BRANCHES, TOO_MANY

from .casebook import Case
from .odds_play import FOLDERS, attacked, core, same, searching, whole

A_FEW = 20
"""So many of each ruleset where there is no time for all; the same ones in every run."""
SEEDS = 60
"""An attack that is refused for some dice alone is refused for one of so many seeds."""


class Place(NamedTuple):
    """One attack of a case: the step it is."""

    folder: str
    case: Case
    step: int

    def __str__(self) -> str:
        return f"{self.folder}: {self.case.id} {self.step + 1}"


def attacks() -> Iterator[Place]:
    for folder in FOLDERS:
        book = import_module(f"{__package__}.{folder}.book").BOOK
        every = [
            Place(folder, case, number)
            for case in core(folder).playable(book.cases)
            for number, step in enumerate(case.steps)
            if step.argv[0] == "attack"
        ]
        yield from every if LONG else random.Random(folder).sample(every, A_FEW)


@pytest.mark.parametrize("place", list(attacks()), ids=str)
def test_an_attack_has_odds_or_is_refused_as_it_is(place: Place) -> None:
    fight = before(place)
    argv = place.case.steps[place.step].argv
    untouched = repr(fight)
    try:
        odds = searching(place.folder, fight, argv).odds(MOST_BRANCHES if LONG else 500)
        whole(odds)
        refusal = None
        with suppress(Refusal):
            alone = searching(place.folder, fight, argv, merging=False).odds(1_000 if LONG else 100)
            same(odds, alone)
    except Refusal as refused:
        refusal = (refused.kind, refused.message)
    assert repr(fight) == untouched
    if refusal is None or TOO_MANY in refusal[1]:
        assert refused_as(place.folder, fight, argv, 1) is None
    else:
        seeds = (refused_as(place.folder, fight, argv, seed) for seed in range(1, SEEDS))
        assert refusal in seeds


def refused_as(folder: str, fight: Encounter, argv: list[str], seed: int) -> tuple[str, str] | None:
    """How the real attack is refused, if it is."""
    try:
        attacked(folder, fight, argv, seed)
    except Refusal as refused:
        return refused.kind, refused.message
    return None


def before(place: Place) -> Encounter:
    """The fight as it stands before the attack."""
    play = core(place.folder)
    fight = play.encounter(place.case.encounter)
    for step in place.case.steps[: place.step]:
        with suppress(Refusal):
            play.document(fight, step.argv)
    return fight
