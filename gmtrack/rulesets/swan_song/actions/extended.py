"""SS-ACT-11..13, -18, -32, R-ACT-7, -8: work of more than one phase, and what no list names."""

from gmtrack.rulesets.kit.words import number
from gmtrack.rulesets.swan_song.actions.common import ActionContext
from gmtrack.rulesets.swan_song.sheet.game import WORDS
from gmtrack.rulesets.swan_song.sheet.live import Fighter
from gmtrack.rulesets.swan_song.turn.costs import Price, cancel_extended, pay, price_of
from gmtrack.rulesets.swan_song.turn.legality import check_category, check_phase

EXTENDED = "SS-ACT-12, R-ACT-8"
"""The rows of long work."""
EXTENDED_WORDS = {"extended": "long work: paid phase by phase, as an Extended Action"}


def other(doing: ActionContext) -> None:
    """Anything else at the GM's price."""
    game, who = doing.game, doing.who
    if not doing.told.has("ap", who.id):
        game.deny(WORDS.value, "say what it costs: `--with ap=N`")
    ap = number(doing.told.value("ap", who.id), "ap", WORDS.value, most=99)
    if doing.told.has("extended", who.id):
        start_extended(doing, doing.text() or "other", ap)
        return
    if ap == 0:
        doing.pay_free("speak")
    else:
        price = Price("other", "simple" if ap == 1 else "complex", ap, "SS-ACT-18")
        check_phase(game, who)
        check_category(game, who, price)
        pay(game, who, price)
        cancel_extended(game, who)
    with game.draft.by("SS-ACT-18"):
        doing.tell_text(doing.text() or "other")


def set_charge(doing: ActionContext) -> None:
    price = price_of(doing.game, "set_charge", doing.told.value("ap", doing.who.id))
    start_extended(doing, doing.text() or "set-charge", price.ap)


def start_extended(doing: ActionContext, what: str, cost: int) -> None:
    """Refused unless it can be finished before the round ends."""
    game, who = doing.game, doing.who
    check_phase(game, who)
    check_category(game, who, Price("extended", "extended", cost, EXTENDED))
    cancel_extended(game, who)
    forecast = ap_forecast(who)
    fixed = game.house.extended_forecast == "current_score"
    if game.fight.running and fixed and forecast < cost:
        game.refuse(
            "extended", f"{what} costs {cost} AP, and {who.id} has {forecast} in this round"
        )
    with game.draft.by(EXTENDED):
        who.extended = {"name": what, "cost": cost, "paid": 0}
    go_on(doing)


def ap_forecast(who: Fighter) -> int:
    """AP now, and those of the phases still to come in this round."""
    return who.ap + who.sheet.ap_base * max(0, ((who.score or 0) - 1) // 10)


def continue_extended(doing: ActionContext) -> None:
    doing.no_more_than(0)
    game, who = doing.game, doing.who
    if who.extended is None:
        game.deny("extended", f"{who.id} has begun no Extended Action (`act {who.id} set-charge`)")
    check_phase(game, who)
    check_category(game, who, Price("extended", "extended", 1, EXTENDED))
    go_on(doing)


def go_on(doing: ActionContext) -> None:
    """Pay as much as there is."""
    game, who = doing.game, doing.who
    work = who.extended or {}
    rest = int(work["cost"]) - int(work["paid"])
    share = min(rest, who.ap) if game.fight.running else rest
    pay(game, who, Price("extended", "extended", share, EXTENDED))
    done = share == rest
    with game.draft.by(EXTENDED):
        who.extended = None if done else {**work, "paid": int(work["paid"]) + share}
    if done:
        doing.tell("extended.done", what=work["name"], cost=work["cost"])
        return
    doing.outcome = "continuing"
    doing.tell("extended.paid", what=work["name"], paid=work["paid"] + share, cost=work["cost"])
