"""SS-ACT-20, -34, SS-FFYL-01, SS-KAR-02: what is not bound to one's own phase: words, Full Defense,
Karma."""

from gmtrack.rulesets.swan_song.actions.common import ActionContext
from gmtrack.rulesets.swan_song.actions.surprise import shake_off as shake_off_surprise
from gmtrack.rulesets.swan_song.attack.pay import begin_full_defense
from gmtrack.rulesets.swan_song.dice.karma import KARMA_OFF
from gmtrack.rulesets.swan_song.turn.costs import Due, cancel_extended, check_ap, price_of
from gmtrack.rulesets.swan_song.turn.legality import check_category, check_interrupt
from gmtrack.rulesets.swan_song.wounds.fight_for_your_life import invoke


def speak(doing: ActionContext) -> None:
    """A word or a sign; some can only make signs."""
    who = doing.who
    if doing.name == "speak" and who.has_effect("unable_to_speak"):
        doing.game.refuse("effect", f"{who.id} is unable to speak: `act {who.id} gesture`")
    doing.pay_free(doing.name)
    doing.tell(doing.name if doing.args else f"{doing.name}.bare", text=doing.text())


def fight_on(doing: ActionContext) -> None:
    """Until the phase in which one fell is over (R-KAR-2)."""
    doing.no_more_than(0)
    if doing.game.house.karma_uses == "off":
        doing.game.deny("karma", KARMA_OFF)
    invoke(doing.game, doing.who)


def shake_off(doing: ActionContext) -> None:
    doing.no_more_than(0)
    if doing.game.house.karma_uses == "off":
        doing.game.deny("karma", KARMA_OFF)
    shake_off_surprise(doing.game, doing.who)


def full_defense(doing: ActionContext) -> None:
    """By house rule at any time, else only when attacked."""
    doing.no_more_than(0)
    game, who = doing.game, doing.who
    if game.house.full_defense_when != "anytime":
        game.refuse("turn", "Full Defense is chosen when attacked: `--defense full`")
    check_interrupt(game, who)
    price = price_of(game, "full_defense", doing.told.value("ap", who.id))
    check_category(game, who, price)
    check_ap(game, [Due(who, price)])
    begin_full_defense(game, who, price)
    cancel_extended(game, who, interrupt=True)
    doing.tell("full-defense")
