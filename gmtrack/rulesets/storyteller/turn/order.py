"""Who comes before whom (ST-018 to ST-023): scores, roll-offs, the order of a round."""

from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING, cast

from gmtrack.core.encounter import Data
from gmtrack.core.report import Part, Roll, total
from gmtrack.dice.port import Answer, Ask, Reading
from gmtrack.rulesets.kit.rolloff import Standing, rivals, seen
from gmtrack.rulesets.storyteller.dice.rolls import SIDES, wound_part
from gmtrack.rulesets.storyteller.sheet.game import Game
from gmtrack.rulesets.storyteller.sheet.live import Fighter

if TYPE_CHECKING:
    from gmtrack.rulesets.storyteller.dice.document import ScoreBody

Rank = tuple[bool, int, int, list[int]]
MOST_TOSSES = 20
"""A roll-off that never breaks the tie gives up; the file's order stands then."""


def rank(who: Fighter) -> Rank:
    """The higher one is first: on top, score, modifier with malus, dice of the roll-offs."""
    return (who.on_top, who.initiative or 0, who.initiative_mod + who.malus, list(who.tiebreak))


def in_order(fighters: Iterable[Fighter]) -> list[Fighter]:
    """High to low, those without a score last, as they stand in the file."""
    everybody = list(fighters)
    scored = [who for who in everybody if who.initiative is not None]
    scored.sort(key=rank, reverse=True)
    return scored + [who for who in everybody if who.initiative is None]


def roll_scores(game: Game, rollers: list[Fighter], besides: list[tuple[str, str]]) -> None:
    """One die each; who is tied rolls off. `besides`: what else the command may
    roll."""
    rolls = [("initiative", who.id) for who in rollers]
    ties = [("initiative_tie", who.id) for who in game.everybody()] if rollers else []
    game.expect([*rolls, *ties, *besides])
    for who in rollers:
        with game.draft.by("ST-021"):
            who.tiebreak = []
        roll_score(game, who)
    for _ in range(MOST_TOSSES):
        tied = still_tied(game.everybody(), rollers)
        known = {who.id for who in still_tied(seen(game), rollers)}
        for who in tied:
            toss(game, who, secret=who.id not in known)
        if not tied:
            break


def roll_score(game: Game, who: Fighter) -> None:
    """A plain d10 with what the sheet, the weapon and the wounds add."""
    answer = throw(game, "initiative", who)
    parts = [Part("die", answer.sum or 0, "ST-018, ST-022"), *modifier_parts(who)]
    if game.house.wounds_affect_initiative:
        parts += wound_part(who)
    with game.draft.by("ST-018"):
        who.initiative = total(tuple(parts))
    record(game, "initiative", who, answer, tuple(parts))


def modifier_parts(who: Fighter) -> list[Part]:
    """The modifier, and what the weapon takes off it."""
    weapon = [Part("weapon", who.malus, "ST-018, ST-019")] if who.malus else []
    return [Part("initiative-mod", who.initiative_mod, "ST-018"), *weapon]


def toss(game: Game, who: Fighter, *, secret: bool) -> None:
    """One more die of a roll-off."""
    answer = throw(game, "initiative_tie", who, secret=secret)
    die = answer.sum or 0
    with game.draft.by("ST-021"):
        who.tiebreak = [*who.tiebreak, die]
    record(game, "initiative_tie", who, answer, (Part("die", die, "ST-021"),))


def throw(game: Game, name: str, who: Fighter, *, secret: bool = False) -> Answer:
    """One d10 as it falls. Roll-offs go on through the dice that were typed for them."""
    series = name == "initiative_tie"
    reading = Reading(sum=True)
    return game.dice.roll(Ask(name, who.id, 1, SIDES, reading, series=series, secret=secret))


def record(game: Game, name: str, who: Fighter, answer: Answer, parts: tuple[Part, ...]) -> None:
    """A roll without a pool; its parts sum to its total."""
    body: ScoreBody = {"total": total(parts), "parts": [part.to_json() for part in parts]}
    game.report.rolled(Roll(name, who.id, parts, answer.dice, answer.given, cast("Data", body)))


def still_tied(everybody: Iterable[Fighter], newcomers: list[Fighter]) -> list[Fighter]:
    """Who has to roll (again) because nothing tells them from another; of two the one
    that has rolled less often. Old ties stand: one of the two must be new. In the order in which
    everybody meets everybody, place by place."""
    scored = [who for who in everybody if who.initiative is not None]
    new = {who.id for who in newcomers}
    standings = []
    for who in scored:
        _, score, mod, tosses = rank(who)
        standings.append(Standing((score, mod), tuple(tosses), who.id in new))
    first: dict[Hashable, int] = {}
    for number, one in enumerate(standings):
        first.setdefault(one.place, number)

    def pair(found: tuple[int, int]) -> tuple[int, int, int, int]:
        number = found[0]
        return (first[standings[number].place], min(found), max(found), number)

    return [scored[number] for number, _ in sorted(rivals(standings).items(), key=pair)]
