"""Karma in a roll: dice bought before it, misses rolled again after it, a point burnt (SRX-220)."""

from typing import Any, TypeVar

from gmtrack.core.report import Part
from gmtrack.dice.port import Offer, judged
from gmtrack.rulesets.kit.words import format_count
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import Game
from gmtrack.rulesets.sr3.sheet.karma import (
    BURN,
    BUY,
    KARMA_WORDS,
    REROLL,
)

BOUGHT_FOR = ("attack", "cast")
"""The rolls of an attack for which people are asked beforehand whether they buy dice."""
T = TypeVar("T", bound=Any)
"""A test of `sr3.dice`, which imports this module."""


def buy_dice(game: Game, test: T) -> T:
    """Return a test with the dice that were bought for it, and pay for them. Raises Refusal
    `pool` for more than there is Karma."""
    if not game.karma:
        return test
    count = game.karma.take(BUY, test.key, test.who.id)
    if not count:
        return test
    pay(game, test.who, count)
    dice = (*test.dice, Part("karma", count, "SRX-220"))
    more: T = test._replace(dice=dice, bought=True)
    return more


def offered_dice(game: Game, test: Any) -> Offer | None:
    """Return the offer of dice that whoever attacks, casts or makes a test may still buy for that
    roll; None without Karma, where some was typed for the roll, and for all other rolls."""
    who, key = test.who, test.key
    own = test.name in BOUGHT_FOR or (
        game.report.command == "test" and "_reroll" not in test.name
    )
    typed = test.bought or any(
        game.karma.is_typed(kind, key, who.id) for kind in KARMA_WORDS
    )
    if not own or typed or not test.pool or who.karma_left < 1:
        return None
    word = f"{BUY}={test.name}.{key[1]}"
    return Offer("with", word, "Karma", who.karma_left, is_paid=True)


def offered_reroll(game: Game, test: Any) -> tuple[str, str] | None:
    """Return the option and word by which the roller may roll the misses of a test again after
    it has fallen; None without Karma, and where that was typed already."""
    who, key = test.who, test.key
    again = "_reroll" in test.name or game.karma.is_typed(REROLL, key, who.id)
    if again or not who.karma_left:
        return None
    return ("with", f"{REROLL}={test.name}.{key[1]}")


def burn_point(game: Game, who: Fighter, roll: str, successes: int) -> int:
    """Burn a point of Karma for one success more in a roll of this name, where at least one fell,
    and return the successes. Does nothing where none fell. Raises Refusal `pool` without a
    point."""
    if not judged(lambda hits: hits > 0, successes):
        return successes
    pay(game, who, 1)
    with game.draft.by("SRX-220"):
        who.karma_burnt += 1
        game.report.tell("karma.burnt", "note", who=who.name, roll=roll)
    return successes + 1


def pay(game: Game, who: Fighter, points: int) -> None:
    """Take points from somebody's Karma. Raises Refusal (`pool`) if there are too few; if the GM
    forces it, takes what is left."""
    if points > who.karma_left:
        left = format_count(who.karma_left, "point of Karma", "points of Karma")
        game.refuse("pool", f"{who.name} has {left} left, not {points}")
    with game.draft.by("SRX-220"):
        who.karma_left = max(0, who.karma_left - points)
        told = format_count(points, "point of Karma", "points of Karma")
        game.report.tell("karma.spent", "note", who=who.name, points=told)


def deny_after_shared_roll(game: Game, name: str, targets: int) -> None:
    """Raise Refusal `option` if misses of a roll that is read against several target numbers are
    to be rolled again, or a point burnt: each target misses with other dice."""
    if targets > 1 and game.karma:
        key = (name, "")
        if game.karma.take(REROLL, key, "") or game.karma.take(BURN, key, ""):
            game.deny(
                "option",
                f"{name} is one roll against several targets: Karma buys dice for it, "
                f"{BUY}={name}:N, and nothing more",
            )
