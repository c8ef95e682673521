"""ST-005: contests of two rolls."""

from typing import NamedTuple

from gmtrack.core.report import Part
from gmtrack.rulesets.storyteller.dice.rolls import EXCEPTIONAL, Result, nth, roll
from gmtrack.rulesets.storyteller.sheet.game import Game
from gmtrack.rulesets.storyteller.sheet.live import Fighter


class Side(NamedTuple):
    """One of the two rolls of a contest."""

    name: str
    who: Fighter
    parts: list[Part]


class Contest(NamedTuple):
    """ST-005: whether the one who tries it wins, whether it was a tie, the winner's lead, whether
    the win is an exceptional one (ST-R02), and both rolls."""

    won: bool
    tie: bool
    lead: int
    exceptional: bool
    mine: Result
    theirs: Result


MOST_ROLLS = 20
"""`contest_tie: reroll` gives up on a tie that never breaks."""


def contest(game: Game, actor: Side, other: Side) -> Contest:
    """ST-005, ST-R03: both roll, more successes wins; a tie as the house rule says."""
    for time in range(1, times(game) + 1):
        mine, theirs = roll(game, *actor, time=time), roll(game, *other, time=time)
        if mine.hits != theirs.hits:
            break
    tie = mine.hits == theirs.hits
    won = mine.hits > theirs.hits or (tie and game.house.choice("contest_tie", "actor_wins"))
    lead = abs(mine.hits - theirs.hits)
    own = mine.hits if won else theirs.hits
    return Contest(won, tie, lead, exceptional(game, own, lead), mine, theirs)


def times(game: Game) -> int:
    """ST-R03: how often a contest is rolled at the most."""
    return MOST_ROLLS if game.house.choice("contest_tie", "reroll") else 1


def contest_rolls(game: Game, *rolls: tuple[str, Fighter]) -> list[tuple[str, str]]:
    """What `expect` has to know of the rolls of a contest, by name and who rolls."""
    every = range(1, times(game) + 1)
    return [(name, nth(who, time)) for name, who in rolls for time in every]


def exceptional(game: Game, hits: int, lead: int) -> bool:
    """ST-004, ST-R02: own successes of a contest, by house rule the margin."""
    return (lead if game.house.on("exceptional_margin") else hits) >= EXCEPTIONAL
