"""Who may do what now: the step, what is open, whose speed it is, who can dodge."""

from collections.abc import Sequence

from gmtrack.rulesets.i2050.sheet.game import Game
from gmtrack.rulesets.i2050.sheet.live import Fighter
from gmtrack.rulesets.i2050.sheet.order_items import Item, items_of


def check_phase(game: Game) -> None:
    """An attack is carried out in Resolution, or before the first round. Raises Refusal
    (`phase`)."""
    fight = game.fight
    if fight.phase == "not-started" or fight.step == "resolution":
        return
    hint = "`next` starts it" if fight.step == "determination" else "this round's is over"
    game.refuse("phase", f"attacks are carried out in Resolution: {hint}")


def check_open(game: Game, who: Fighter, item: Item | None) -> None:
    """What they are about to carry out, `item`, is not done or lost, and they are not out; without
    one outside a round, and where something without a score was declared. Raises Refusal (`acted`,
    `lost`, `out`)."""
    if item is None and who.acted:
        game.refuse("acted", f"{who.id} has already acted this round")
    if item is None and who.lost:
        game.refuse("lost", f"{who.id} has lost this round's action")
    if not who.able and not (item and item.is_spared):
        game.refuse("out", f"{who.id} is {who.status} and cannot act")


def check_turn(game: Game, *items: Item | None, first: Sequence[Item]) -> None:
    """Nobody faster is still to act: one of `items` is as fast as those that are `first`. Raises
    Refusal (`turn`)."""
    ranks = [one.rank for one in items if one is not None]
    if ranks and first and max(ranks) < first[0].rank:
        names = ", ".join(f"{one.who.id} at speed {one.score}" for one in first)
        game.refuse("turn", f"first to act: {names}; `next` passes over them")


def can_dodge(who: Fighter) -> bool:
    """IN-DODGE-05, IN-R35: not while prone."""
    return not who.prone


def check_dodge(game: Game, who: Fighter) -> None:
    """Raises Refusal (`state`)."""
    if not can_dodge(who):
        game.refuse("state", f"{who.id} is prone and cannot dodge")


def spared(item: Item | None) -> bool:
    """Out, disarmed, arm useless: none of it counts, it befell them at their own score
    (IN-R11, IN-R12)."""
    return item is not None and item.is_spared


def still_fights(game: Game, who: Fighter, foe: str) -> bool:
    """They fight back by what they have declared: a fight with this foe that is neither done nor
    lost, with a weapon that can be used. Outside a round the declaration alone holds."""
    plan = who.plan
    if plan is None or plan.action != "fight" or foe not in plan.targets:
        return False
    can = who.able and who.usable(who.in_use)
    if not game.fight.running:
        return can
    item = item_against(game, who, foe)
    return item is not None and (can or foe in who.spared)


def item_against(game: Game, who: Fighter, foe: str) -> Item | None:
    """Their open item in which they fight `foe`."""
    for item in items_of(game, who):
        if item.is_open and foe in item.open_units:
            return item
    return None
