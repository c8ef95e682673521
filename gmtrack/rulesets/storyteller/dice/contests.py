"""Contests of two rolls (ST-005)."""

from typing import NamedTuple

from gmtrack.rulesets.storyteller.dice.rolls import EXCEPTIONAL, Result, RollSpec, numbered, roll
from gmtrack.rulesets.storyteller.sheet.game import Game
from gmtrack.rulesets.storyteller.sheet.live import Fighter


class Contest(NamedTuple):
    """Whether the one who tries it wins, whether it was a tie, the winner's lead, whether
    the win is an exceptional one (ST-R02), and both rolls."""

    won: bool
    tie: bool
    lead: int
    exceptional: bool
    mine: Result
    theirs: Result


MOST_ROLLS = 20
"""`contest_tie: reroll` gives up on a tie that never breaks."""


def contest(game: Game, actor: RollSpec, other: RollSpec) -> Contest:
    """Both roll, more successes wins; a tie as the house rule says (ST-R03)."""
    for time in range(1, times(game) + 1):
        mine, theirs = (roll(game, at_time(spec, time)) for spec in (actor, other))
        if mine.hits != theirs.hits:
            break
    tie = mine.hits == theirs.hits
    won = mine.hits > theirs.hits or (tie and game.house.contest_tie == "actor_wins")
    lead = abs(mine.hits - theirs.hits)
    own = mine.hits if won else theirs.hits
    return Contest(won, tie, lead, exceptional(game, own, lead), mine, theirs)


def at_time(spec: RollSpec, time: int) -> RollSpec:
    """The roll as it is made for the second time and after."""
    return spec._replace(block=numbered(spec.who.id, time))


def times(game: Game) -> int:
    """How often a contest is rolled at the most."""
    return MOST_ROLLS if game.house.contest_tie == "reroll" else 1


def contest_rolls(game: Game, *rolls: tuple[str, Fighter]) -> list[tuple[str, str]]:
    """What `expect` has to know of the rolls of a contest, by name and who rolls."""
    every = range(1, times(game) + 1)
    return [(name, numbered(who.id, time) or who.id) for name, who in rolls for time in every]


def exceptional(game: Game, hits: int, lead: int) -> bool:
    """By own successes of a contest, by house rule the margin (ST-R02)."""
    return (lead if game.house.exceptional_margin else hits) >= EXCEPTIONAL
