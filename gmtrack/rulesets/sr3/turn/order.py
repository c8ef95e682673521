"""Initiative: scores, roll-offs, the order of a pass (SR-007 to SR-009, SR-147)."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

from gmtrack.core.report import Part, Roll, total
from gmtrack.dice.port import Answer, Ask, Reading
from gmtrack.rulesets.kit.rolloff import Standing, rivals, seen
from gmtrack.rulesets.sr3.dice.rolls import SIDES
from gmtrack.rulesets.sr3.rulings.house import House
from gmtrack.rulesets.sr3.sheet.game import Game
from gmtrack.rulesets.sr3.sheet.live import Fighter

if TYPE_CHECKING:
    from gmtrack.core.encounter import Data
    from gmtrack.rulesets.sr3.dice.document import PartDoc, SumDoc

PASS = 10
"""SR-008: what a pass takes off every score."""
INITIATIVE, TIE = "initiative", "initiative_tie"
MOST_TOSSES = 20
"""A roll-off that never breaks the tie gives up; the file's order stands then."""


def level_with(who: Fighter, house: House) -> tuple[int, ...]:
    """SR-009, SR-R05: what tells two apart without a roll-off."""
    score = who.initiative or 0
    return (score, who.reaction) if house.initiative_tie == "reaction" else (score,)


def rank(who: Fighter) -> tuple[tuple[int, ...], list[int]]:
    """The higher one is first."""
    return (level_with(who, who.house), list(who.tiebreak))


def in_order(fighters: Iterable[Fighter]) -> list[Fighter]:
    """SR-008, SR-009: everybody with a score, high to low."""
    return sorted((who for who in fighters if who.initiative is not None), key=rank, reverse=True)


def roll_scores(game: Game, rollers: list[Fighter], passes_over: int = 0) -> None:
    """SR-009: the dice of each; who is tied rolls off."""
    rolls = [(INITIATIVE, who.id) for who in rollers]
    ties = [(TIE, who.id) for who in game.everybody()] if rollers else []
    game.expect([*rolls, *ties])
    for who in rollers:
        who.tiebreak = []
        roll_score(game, who, passes_over)
    if game.house.initiative_tie == "simultaneous":
        return
    for _ in range(MOST_TOSSES):
        tied = still_tied(game.everybody(), rollers)
        known = {who.id for who in still_tied(seen(game), rollers)}
        for who in tied:
            toss(game, who, secret=who.id not in known)
        if not tied:
            break


def roll_score(game: Game, who: Fighter, passes_over: int) -> None:
    """SR-007: no Rule of Six."""
    answer = throw(game, INITIATIVE, who, who.sheet.initiative_dice)
    parts = [
        Part("rolled", answer.sum or 0),
        Part("reaction", who.reaction),
        wound_part(who),
        passes_part(passes_over),
    ]
    kept = tuple(part for part in parts if part.value)
    who.initiative = total(kept)
    record(game, INITIATIVE, who, answer, kept)


def wound_part(who: Fighter) -> Part:
    """SR-007, SR-141: wounds slow them down."""
    return Part("wounds", -who.wound_modifier)


def passes_part(over: int) -> Part:
    """SR-147, SR-R41: who comes late."""
    return Part("passes", -PASS * over)


def toss(game: Game, who: Fighter, *, secret: bool) -> None:
    """SR-009: one more die of a roll-off."""
    answer = throw(game, TIE, who, 1, secret=secret)
    die = answer.sum or 0
    who.tiebreak = [*who.tiebreak, die]
    record(game, TIE, who, answer, (Part("rolled", die),))


def throw(game: Game, name: str, who: Fighter, count: int, *, secret: bool = False) -> Answer:
    """d6 as they fall. Roll-offs go on through the dice that were typed for them."""
    series = name == TIE
    reading = Reading(sum=True)
    return game.dice.roll(Ask(name, who.id, count, SIDES, reading, series=series, secret=secret))


def record(game: Game, name: str, who: Fighter, answer: Answer, parts: tuple[Part, ...]) -> None:
    """A roll that is summed; its parts sum to its total."""
    explained: list[PartDoc] = [{"label": part.label, "value": part.value} for part in parts]
    body: SumDoc = {"total": total(parts), "parts": explained}
    data = cast("Data", body)
    game.report.rolled(Roll(name, who.id, parts, answer.dice, answer.given, data))


def still_tied(everybody: Iterable[Fighter], newcomers: list[Fighter]) -> list[Fighter]:
    """SR-009: who has to roll (again) because nothing tells them from another; of two the one that
    has rolled less often. Old ties stand: one of the two must be new."""
    scored = [who for who in everybody if who.initiative is not None]
    new = {who.id for who in newcomers}
    ranked = [(who.id in new, *rank(who)) for who in scored]
    found = rivals([Standing(level, tuple(tosses), fresh) for fresh, level, tosses in ranked])
    return [scored[number] for number in found]
