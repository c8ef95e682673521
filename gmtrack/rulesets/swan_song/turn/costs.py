"""SS-ACT: what an action costs, and paying for it."""

from collections.abc import Iterable
from typing import NamedTuple

from gmtrack.rulesets.kit.words import number
from gmtrack.rulesets.swan_song.sheet.game import WORDS, Game
from gmtrack.rulesets.swan_song.sheet.live import Fighter
from gmtrack.rulesets.swan_song.tables.actions import COSTS, Category

AP_WORDS = {"ap": "the AP that it costs, in place of its price: ap=N"}
WAIVER = {"extra-free": "the AP for a further Free Action in this pass"}
"""A word of `--without`; as a word of `--with` it is let pass."""
UNLISTED = {"extended": "Extended Action", "other": "other action"}
"""What is paid for but has no price in the table."""


class Price(NamedTuple):
    """What one action costs here: its key, category and AP after house rules and words, and the
    rows of its rules."""

    key: str
    category: Category
    ap: int
    rules: str

    @property
    def label(self) -> str:
        """What it is called, for people."""
        return COSTS[self.key].label if self.key in COSTS else UNLISTED.get(self.key, self.key)


class Due(NamedTuple):
    """What somebody has to pay."""

    who: Fighter
    price: Price


def price_of(game: Game, key: str, told: str | None = None, own: int | None = None) -> Price:
    """The action table's price, changed by the weapon's `ap_cost` (`own`), the house rule
    `ap_cost.<action>` and the word `ap=N` (`told`), the last one winning (R-ACT-1, -2)."""
    row = COSTS[key]
    ap = row.ap
    if own is not None:
        ap = own
    house = game.house.ap_cost
    if key in house:
        ap = int(house[key])
    if told is not None:
        ap = number(told, "ap", WORDS.value, most=99)
    return Price(key, row.category, ap, row.id)


def check_ap(game: Game, dues: Iterable[Due]) -> None:
    """Whether everybody can pay, one price after the other. Outside a running round nothing is
    paid. Raises Refusal (`ap`)."""
    if not game.fight.running:
        return
    left: dict[str, int] = {}
    for who, price in dues:
        ap = left.get(who.id, who.ap)
        if ap < price.ap:
            game.refuse("ap", f"{who.id} has {ap} AP left, {price.label} costs {price.ap}")
        left[who.id] = max(0, ap - price.ap)


def take(game: Game, who: Fighter, price: Price) -> None:
    """Take the AP, as far as there are any where a payment is forced."""
    if not game.fight.running:
        return
    game.paid.append((who.id, price.key))
    touch(game, who)
    spent = min(who.ap, price.ap)
    if spent:
        with game.draft.by(price.rules):
            who.ap -= spent
            game.report.tell("cost", who=who.name, what=price.label, ap=spent, left=who.ap)


def take_free(game: Game, who: Fighter, key: str, *, waived: bool = False) -> None:
    """The first Free Action of a pass is free, a further one costs 1 AP."""
    if not game.fight.running:
        return
    touch(game, who)
    if who.free_used and not waived:
        take(game, who, price_of(game, "extra_free"))
    else:
        game.paid.append((who.id, key))
    with game.draft.by("SS-ACT-07"):
        who.free_used += 1


def pay(game: Game, who: Fighter, price: Price) -> None:
    """Check, and take. Raises Refusal (`ap`)."""
    check_ap(game, [Due(who, price)])
    take(game, who, price)


def pay_free(game: Game, who: Fighter, key: str, *, waived: bool = False) -> None:
    """Check, and take. Raises Refusal (`ap`)."""
    if who.free_used and not waived:
        check_ap(game, [Due(who, price_of(game, "extra_free"))])
    take_free(game, who, key, waived=waived)


def touch(game: Game, who: Fighter) -> None:
    """The open phase is no longer one in which nothing was done."""
    if game.fight.active == who.id:
        with game.draft.by("SS-DELAY-01, R-DEL-10"):
            game.fight.touched = True


def check_sum(game: Game, who: Fighter, prices: list[Price]) -> None:
    """All of one declaration together. Raises Refusal (`ap`) with what makes up the sum."""
    total = sum(price.ap for price in prices)
    paid = [price for price in prices if price.ap]
    if game.fight.running and len(paid) > 1 and who.ap < total:
        words = " + ".join(f"{price.ap} {price.label}" for price in paid)
        game.refuse("ap", f"{who.id} has {who.ap} AP left, this costs {total}: {words}")


def cancel_extended(game: Game, who: Fighter, *, interrupt: bool = False) -> None:
    """Any other paid action gives up the Extended Action."""
    if who.extended is None:
        return
    if interrupt and game.house.extended_cancelled_by == "own_phase_only":
        return
    with game.draft.by("SS-ACT-13, R-ACT-7"):
        game.report.tell("extended.cancelled", "bad", who=who.name, what=who.extended["name"])
        who.extended = None
