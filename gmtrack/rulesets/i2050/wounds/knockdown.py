"""The whole blow against Knockdown: who keeps their feet (IN-KD)."""

from gmtrack.rulesets.i2050.dice import Throw, attribute_parts, roll, standing
from gmtrack.rulesets.i2050.sheet.fighter import Fighter
from gmtrack.rulesets.i2050.sheet.game import Game
from gmtrack.rulesets.i2050.wounds.damage import fall


def knockdown_dice(game: Game, who: Fighter, block: str | None = None) -> Throw:
    dex = (*attribute_parts(who, "dex"), *standing(game, who, "knockdown"))
    return Throw("knockdown", who, dex, skilled=False, block=block)


def knock_down(
    game: Game, who: Fighter, blow: int, *, melee: bool, block: str | None = None
) -> None:
    """To be called after `wound`. `block`: the shot or combatant in the name of the roll."""
    value = who.knockdown_value
    above = game.house.knockdown_at == "above"
    if who.prone or not who.able or (not melee and game.house.knockdown_by == "melee"):
        return
    if blow < value or (above and blow == value):
        return
    if blow >= 2 * value:
        with game.draft.by("IN-KD-03"):
            game.report.tell("bowled-over", "note", blow=blow, value=value)
            fall(game, who)
        return
    with game.draft.by("IN-KD-02, IN-R21"):
        game.report.tell("unbalanced", "note", blow=blow, value=value)
        if roll(game, knockdown_dice(game, who, block)).success:
            game.report.tell("stands", "good", who=who.name)
        else:
            fall(game, who)
