"""Prices of actions: who may act, interrupt or use a Free Action now, what it costs, and paying
for it (SS-ACT)."""

from collections.abc import Iterable
from typing import NamedTuple

from gmtrack.rulesets.kit.words import parse_number
from gmtrack.rulesets.swan_song.sheet.fighter import Fighter
from gmtrack.rulesets.swan_song.sheet.game import WORDS, Game
from gmtrack.rulesets.swan_song.tables import COSTS, Category

AP_WORDS = {"ap": "the AP that it costs, in place of its price: ap=N"}
WAIVER = {"extra-free": "the AP for a further Free Action in this pass"}
"""The word of `--without` by which the GM lets a second Free Action pass."""
UNLISTED = {"extended": "Extended Action", "other": "other action"}
"""Names of what is paid for but has no row in the table of actions."""


class Price(NamedTuple):
    """The price of one action for one combatant, after house rules and words."""

    key: str
    category: Category
    ap: int
    rules: str

    @property
    def label(self) -> str:
        """The action's name for people."""
        return (
            COSTS[self.key].label
            if self.key in COSTS
            else UNLISTED.get(self.key, self.key)
        )


class Due(NamedTuple):
    """A price that somebody has to pay."""

    who: Fighter
    price: Price


def price_of(
    game: Game, key: str, told: str | None = None, own: int | None = None
) -> Price:
    """Return the price of an action.

    The table's number gives way to the weapon's `ap_cost` (`own`), this to the house rule
    `ap_cost.<action>`, this to the word `ap=N` (`told`) (R-ACT-1, R-ACT-2). Raises Refusal
    `value` if `told` is no number."""
    row = COSTS[key]
    ap = row.ap
    if own is not None:
        ap = own
    house = game.house.ap_cost
    if key in house:
        ap = int(house[key])
    if told is not None:
        ap = parse_number(told, "ap", WORDS.value, most=99)
    return Price(key, row.category, ap, row.id)


def check_ap(game: Game, dues: Iterable[Due]) -> None:
    """Raise Refusal `ap` if somebody cannot pay all their prices together. Outside a running
    round nothing is paid."""
    if not game.fight.running:
        return
    left: dict[str, int] = {}
    for who, price in dues:
        ap = left.get(who.id, who.ap)
        if ap < price.ap:
            game.refuse(
                "ap",
                f"{who.name} has {ap} AP left, {price.label} costs {price.ap}",
            )
        left[who.id] = max(0, ap - price.ap)


def take_ap(game: Game, who: Fighter, price: Price) -> None:
    """Take the AP of a price, as far as there are any where the GM forces it, and tell of it.

    Notes the payment for bleedout. Does nothing outside a running round."""
    if not game.fight.running:
        return
    game.paid.append((who.id, price.key))
    note_action(game, who)
    spent = min(who.ap, price.ap)
    if spent:
        with game.draft.by(price.rules):
            who.ap -= spent
            game.report.tell(
                "cost", who=who.name, what=price.label, ap=spent, left=who.ap
            )


def take_free(
    game: Game, who: Fighter, key: str, *, waived: bool = False
) -> None:
    """Take a Free Action: the first of a pass is free, a further one costs 1 AP unless `waived`."""
    if not game.fight.running:
        return
    note_action(game, who)
    if who.free_used and not waived:
        take_ap(game, who, price_of(game, "extra_free"))
    else:
        game.paid.append((who.id, key))
    with game.draft.by("SS-ACT-07"):
        who.free_used += 1


def pay(game: Game, who: Fighter, price: Price) -> None:
    """Take the AP of a price. Raises Refusal `ap` if there are too few."""
    check_ap(game, [Due(who, price)])
    take_ap(game, who, price)


def pay_free(
    game: Game, who: Fighter, key: str, *, waived: bool = False
) -> None:
    """Take a Free Action; a further one in the pass costs 1 AP unless `waived`. Raises Refusal
    `ap` if there are too few."""
    if who.free_used and not waived:
        check_ap(game, [Due(who, price_of(game, "extra_free"))])
    take_free(game, who, key, waived=waived)


def note_action(game: Game, who: Fighter) -> None:
    """Note that something was done in the open phase, if it is that of `who`: it can no longer
    be delayed."""
    if game.fight.active == who.id:
        with game.draft.by("SS-DELAY-01, R-DEL-10"):
            game.fight.touched = True


def cancel_extended(
    game: Game, who: Fighter, *, interrupt: bool = False
) -> None:
    """Give up the Extended Action of `who` for another paid action, and tell it; for an
    `interrupt` unless the house says otherwise. Does nothing without one."""
    if who.extended is None:
        return
    if interrupt and game.house.extended_cancelled_by == "own_phase_only":
        return
    with game.draft.by("SS-ACT-13, R-ACT-7"):
        game.report.tell(
            "extended.cancelled", "bad", who=who.name, what=who.extended["name"]
        )
        who.extended = None


ROUND_OVER = "the round is over: `next` starts the next round"


def check_status(game: Game, who: Fighter) -> None:
    """Raise Refusal `status` if `who` is not up; who acts together with the one that felled them
    still acts (R-INIT-13)."""
    # R-INIT-13: who acts together with the one that felled them still acts.
    finishing = game.fight.together and game.fight.active == who.id
    if who.status != "up" and not finishing:
        game.refuse("status", f"{who.name} is {who.status} and cannot act")


def check_phase(game: Game, who: Fighter) -> None:
    """Raise Refusal `turn` unless it is the phase of `who`; outside a running round anybody may
    act."""
    if game.fight.phase == "round-over":
        game.refuse("turn", ROUND_OVER)
    elif game.fight.running and game.fight.active != who.id:
        game.refuse("turn", f"{_explain_phase(game, who)}; `next` goes on")


def check_free_phase(game: Game, who: Fighter) -> None:
    """Raise Refusal `turn` if `who` cannot take a Free Action now.

    They can from their own phase on until the pass ends; the surprised can before it too
    (R-SUR-1). Depends on the house rule `free_action_per`."""
    if game.fight.phase == "round-over":
        game.refuse("turn", ROUND_OVER)
    elif game.fight.running and game.fight.active != who.id:
        if game.house.free_action_per == "phase":
            game.refuse("turn", f"{_explain_phase(game, who)}; `next` goes on")
        elif not who.acted and not who.surprised and (who.score or 0) <= 0:
            game.refuse(
                "turn",
                f"{who.name} has Score {who.score} and no phase in this pass",
            )
        elif not who.acted and not who.surprised:
            game.refuse(
                "turn",
                f"{who.name} has not had a phase in this pass yet; `next` goes on",
            )


def check_interrupt(game: Game, who: Fighter, foe: str | None = None) -> None:
    """Raise Refusal `surprised` if `who` is surprised, by `foe` if one is named, and so cannot
    interrupt.

    Raises Refusal `turn` before their first phase of the pass, if the house forbids it (R-ACT-4,
    R-SUR-1)."""
    if foe is None:
        is_surprised, by = who.surprised, ""
    else:
        is_surprised, by = who.surprised_of(foe), f" by {game.name(foe)}"
    if is_surprised:
        game.refuse(
            "surprised", f"{who.name} is surprised{by} and cannot interrupt"
        )
    before = (
        game.fight.running and not who.acted and game.fight.active != who.id
    )
    if before and not game.house.interrupt_before_acting:
        game.refuse(
            "turn",
            f"{who.name} has not acted in this pass yet and cannot interrupt",
        )


def check_category(game: Game, who: Fighter, price: Price) -> None:
    """Raise Refusal `effect` if somebody winded would take a Complex or Extended Action. Depends
    on the house rule `winded_blocks_interrupts`."""
    blocked: tuple[Category, ...] = ("complex", "extended")
    if game.house.winded_blocks_interrupts:
        blocked = (*blocked, "interrupt")
    if price.category in blocked and who.has_effect("winded"):
        kind = price.category.capitalize()
        game.refuse(
            "effect",
            f"{who.name} is winded: no {kind} Action such as {price.label}",
        )


def _explain_phase(game: Game, who: Fighter) -> str:
    """Return whose phase it is, or why `who` has none, in words."""
    active = game.fight.active
    if who.acted:
        return f"{who.name} has had their phase in this pass already"
    if active is None:
        return "nobody has a phase now"
    return f"it is {game.name(active)}'s phase, not {who.name}'s"
