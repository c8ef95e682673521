"""SS-ACT: who may do what now, and what it costs."""

from typing import NamedTuple

from gmtrack.rulesets.kit.words import number
from gmtrack.rulesets.swan_song.sheet.game import WORDS, Game
from gmtrack.rulesets.swan_song.sheet.live import Fighter
from gmtrack.rulesets.swan_song.tables.actions import COSTS, Category


class Price(NamedTuple):
    """What one action costs here: its key, category and AP after house rules and words."""

    key: str
    category: Category
    ap: int

    @property
    def label(self) -> str:
        return self.key.replace("_", "-")


def price_of(game: Game, key: str, told: str | None = None, own: int | None = None) -> Price:
    """The action table's price, changed by the weapon's `ap_cost` (`own`), the house rule
    `ap_cost.<action>` and the word `ap=N` (`told`), the last one winning (R-ACT-1, -2)."""
    row = COSTS[key]
    ap = row.ap
    if own is not None:
        ap = own
    house = game.house.map("ap_cost")
    if key in house:
        ap = int(house[key])
    if told is not None:
        ap = number(told, "ap", WORDS.value, most=99)
    return Price(key, row.category, ap)


def pay(game: Game, who: Fighter, price: Price) -> None:
    """Pay AP, as far as there are any when forced. Outside a running round nothing is paid.
    Raises Refusal (`ap`)."""
    if not game.fight.running:
        return
    game.paid.append((who.id, price.key))
    touch(game, who)
    if who.ap < price.ap:
        game.refuse("ap", f"{who.id} has {who.ap} AP left, {price.key} costs {price.ap}")
    spent = min(who.ap, price.ap)
    if spent:
        game.report.tell(
            "paid", who=who.name, what=price.label, ap=spent, before=who.ap, after=who.ap - spent
        )
        who.ap -= spent


def pay_free(game: Game, who: Fighter, key: str, *, waived: bool = False) -> None:
    """SS-ACT-07, -08: the first Free Action of a pass is free, a further one costs 1 AP."""
    if not game.fight.running:
        return
    touch(game, who)
    if who.free_used and not waived:
        pay(game, who, price_of(game, "extra_free"))
    else:
        game.paid.append((who.id, key))
    who.free_used += 1


def touch(game: Game, who: Fighter) -> None:
    """The open phase is no longer one in which nothing was done (SS-DELAY-01, R-DEL-10)."""
    if game.fight.active == who.id:
        game.fight.touched = True


def check_sum(game: Game, who: Fighter, prices: list[Price]) -> None:
    """All of one declaration together. Raises Refusal (`ap`) with what makes up the sum."""
    total = sum(price.ap for price in prices)
    paid = [price for price in prices if price.ap]
    if game.fight.running and len(paid) > 1 and who.ap < total:
        words = " + ".join(f"{price.key} {price.ap}" for price in paid)
        game.refuse("ap", f"{who.id} has {who.ap} AP left, this costs {total}: {words}")


def cancel_extended(game: Game, who: Fighter, *, interrupt: bool = False) -> None:
    """SS-ACT-13, R-ACT-7: any other paid action gives up the Extended Action."""
    if who.extended is None:
        return
    if interrupt and game.house.choice("extended_cancelled_by", "own_phase_only"):
        return
    game.report.tell("extended.cancelled", "bad", who=who.name, what=who.extended["name"])
    who.extended = None


def check_status(game: Game, who: Fighter) -> None:
    # R-INIT-13: who acts together with the one that felled him still acts.
    finishing = game.fight.together and game.fight.active == who.id
    if who.status != "up" and not finishing:
        game.refuse("status", f"{who.id} is {who.status} and cannot act")


def check_phase(game: Game, who: Fighter) -> None:
    """SS-ACT-05, SS-INIT-12: paid actions belong to the own phase."""
    if game.fight.phase == "round-over":
        game.refuse("turn", "the round is over: type roll-init")
    elif game.fight.running and game.fight.active != who.id:
        game.refuse("turn", f"it is {_whose(game)} phase, not {who.id}'s: type next")


def check_free_phase(game: Game, who: Fighter) -> None:
    """SS-ACT-07, R-ACT-3: Free Actions from the own phase on until the pass ends; the surprised
    have theirs before it too (R-SUR-1)."""
    if game.fight.phase == "round-over":
        game.refuse("turn", "the round is over: type roll-init")
    elif game.fight.running and game.fight.active != who.id:
        if game.house.choice("free_action_per", "phase"):
            game.refuse("turn", f"it is {_whose(game)} phase, not {who.id}'s: type next")
        elif not who.acted and not who.surprised and (who.score or 0) <= 0:
            game.refuse("turn", f"{who.id} has no phase in this pass: Score {who.score}")
        elif not who.acted and not who.surprised:
            game.refuse("turn", f"{who.id} has not had a phase in this pass yet: type next")


def check_interrupt(game: Game, who: Fighter) -> None:
    """SS-ACT-14, -16, R-ACT-4: before the own first phase only if not surprised."""
    if who.surprised:
        game.refuse("surprised", f"{who.id} is surprised and cannot interrupt")
    before = game.fight.running and not who.acted and game.fight.active != who.id
    if before and not game.house.on("interrupt_before_acting"):
        game.refuse("turn", f"{who.id} has not acted in this pass and may not interrupt")


def check_category(game: Game, who: Fighter, price: Price) -> None:
    """SS-EFF-02, R-EFF-7: the Winded do nothing Complex or Extended."""
    blocked: tuple[Category, ...] = ("complex", "extended")
    if game.house.on("winded_blocks_interrupts"):
        blocked = (*blocked, "interrupt")
    if price.category in blocked and who.has_effect("winded"):
        game.refuse(
            "effect", f"{who.id} is winded: no {price.category} action such as {price.label}"
        )


def _whose(game: Game) -> str:
    return f"{game.fight.active}'s" if game.fight.active else "nobody's"
