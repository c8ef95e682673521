"""Initiative: scores, roll-offs, the order of a pass."""

from collections.abc import Iterable

from gmtrack.core.report import Part, Roll, total
from gmtrack.dice.port import Answer, Ask, Reading
from gmtrack.rulesets.kit.rolloff import Standing, rivals, seen
from gmtrack.rulesets.sr3.dice.rolls import SIDES
from gmtrack.rulesets.sr3.rulings.house import House
from gmtrack.rulesets.sr3.sheet.game import Game
from gmtrack.rulesets.sr3.sheet.live import Fighter

PASS = 10
"""What a pass takes off every score."""
INITIATIVE, TIE = "initiative", "initiative_tie"
MOST_TOSSES = 20
"""A roll-off that never breaks the tie gives up; the file's order stands then."""


def level_with(who: Fighter, house: House) -> tuple[int, ...]:
    """What tells two apart without a roll-off."""
    score = who.initiative or 0
    return (score, who.reaction) if house.initiative_tie == "reaction" else (score,)


def rank(who: Fighter) -> tuple[tuple[int, ...], list[int]]:
    """The higher one is first."""
    return (level_with(who, who.house), list(who.tiebreak))


def in_order(fighters: Iterable[Fighter]) -> list[Fighter]:
    """Everybody with a score, high to low."""
    return sorted((who for who in fighters if who.initiative is not None), key=rank, reverse=True)


def roll_scores(game: Game, rollers: list[Fighter], passes_over: int = 0) -> None:
    """The dice of each; who is tied rolls off."""
    rolls = [(INITIATIVE, who.id) for who in rollers]
    ties = [(TIE, who.id) for who in game.everybody()] if rollers else []
    game.expect([*rolls, *ties])
    with game.draft.by("SR-009"):
        for who in rollers:
            who.tiebreak = []
    with game.draft.by("SR-007"):
        for who in rollers:
            roll_score(game, who, passes_over)
    if game.house.initiative_tie == "simultaneous":
        return
    for _ in range(MOST_TOSSES):
        tied = still_tied(game.everybody(), rollers)
        known = {who.id for who in still_tied(seen(game), rollers)}
        with game.draft.by("SR-009"):
            for who in tied:
                toss(game, who, secret=who.id not in known)
        if not tied:
            break


def roll_score(game: Game, who: Fighter, passes_over: int) -> None:
    """Without the Rule of Six."""
    answer = throw(game, INITIATIVE, who, who.sheet.initiative_dice)
    parts = [
        Part("rolled", answer.sum or 0, "SR-007"),
        Part("reaction", who.reaction, "SR-007"),
        Part("wounds", -who.wound_modifier, "SR-007, SR-141"),
        Part("passes", -PASS * passes_over, "SR-147, SR-R41"),
    ]
    kept = tuple(part for part in parts if part.value)
    who.initiative = total(kept)
    record(game, INITIATIVE, who, answer, kept)


def toss(game: Game, who: Fighter, *, secret: bool) -> None:
    """One more die of a roll-off."""
    answer = throw(game, TIE, who, 1, secret=secret)
    die = answer.sum or 0
    who.tiebreak = [*who.tiebreak, die]
    record(game, TIE, who, answer, (Part("rolled", die, "SR-009"),))


def throw(game: Game, name: str, who: Fighter, count: int, *, secret: bool = False) -> Answer:
    """d6 as they fall. Roll-offs go on through the dice that were typed for them."""
    series = name == TIE
    reading = Reading(sum=True)
    return game.dice.roll(Ask(name, who.id, count, SIDES, reading, series=series, secret=secret))


def record(game: Game, name: str, who: Fighter, answer: Answer, parts: tuple[Part, ...]) -> None:
    """A roll that is summed; its parts sum to its total."""
    body = {"total": total(parts), "parts": [part.to_json() for part in parts]}
    game.report.rolled(Roll(name, who.id, parts, answer.dice, answer.given, body))


def still_tied(everybody: Iterable[Fighter], newcomers: list[Fighter]) -> list[Fighter]:
    """Who has to roll (again) because nothing tells them from another; of two the one that
    has rolled less often. Old ties stand: one of the two must be new."""
    scored = [who for who in everybody if who.initiative is not None]
    new = {who.id for who in newcomers}
    ranked = [(who.id in new, *rank(who)) for who in scored]
    found = rivals([Standing(level, tuple(tosses), fresh) for fresh, level, tosses in ranked])
    return [scored[number] for number in found]
