"""The whole blow against Knockdown: who keeps their feet (IN-KD)."""

from gmtrack.rulesets.i2050.dice.rolls import Test, attribute_parts, roll
from gmtrack.rulesets.i2050.sheet.game import Game
from gmtrack.rulesets.i2050.sheet.live import Fighter
from gmtrack.rulesets.i2050.wounds.damage import fall


def knockdown_test(game: Game, who: Fighter, block: str | None = None) -> Test:
    """IN-KD-02: the DEX roll."""
    del game
    return Test("knockdown", who, tuple(attribute_parts(who, "dex")), skilled=False, block=block)


def knock_down(
    game: Game, who: Fighter, blow: int, *, melee: bool, block: str | None = None
) -> None:
    """IN-KD-01, IN-KD-04, IN-R21: the whole blow against Knockdown; to be called after `wound`.
    `block`: the shot or combatant in the name of the roll."""
    value = who.knockdown_value
    above = game.house.knockdown_at == "above"
    if who.prone or not who.able or (not melee and game.house.knockdown_by == "melee"):
        return
    if blow < value or (above and blow == value):
        return
    if blow >= 2 * value:
        bowl_over(game, who, blow)
    else:
        unbalance(game, who, blow, block)


def bowl_over(game: Game, who: Fighter, blow: int) -> None:
    """IN-KD-03: thrown down without a roll."""
    game.report.tell("bowled-over", "note", blow=blow, value=who.knockdown_value)
    fall(game, who)


def unbalance(game: Game, who: Fighter, blow: int, block: str | None) -> None:
    """IN-KD-02, IN-R21: a DEX roll keeps them on their feet."""
    game.report.tell("unbalanced", "note", blow=blow, value=who.knockdown_value)
    if roll(game, knockdown_test(game, who, block)).success:
        game.report.tell("stands", "good", who=who.name)
    else:
        fall(game, who)
