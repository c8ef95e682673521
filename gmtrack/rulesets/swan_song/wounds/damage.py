"""SS-DMG, SS-ARM-09..13: points off the pools, strain onto the count, and the aftermath."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from gmtrack.rulesets.kit.rounding import ceil_div
from gmtrack.rulesets.swan_song.sheet.game import Game
from gmtrack.rulesets.swan_song.sheet.live import Fighter
from gmtrack.rulesets.swan_song.sheet.records import POOLS
from gmtrack.rulesets.swan_song.sheet.sheet import PoolName
from gmtrack.rulesets.swan_song.tables.damage import ALWAYS_DOWN, MULTIPLIERS
from gmtrack.rulesets.swan_song.wounds.position import fall
from gmtrack.rulesets.swan_song.wounds.score import initiative_follows
from gmtrack.rulesets.swan_song.wounds.status import (
    injure,
    injuries_told,
    overflow_injury,
    settle_status,
)

if TYPE_CHECKING:
    from gmtrack.rulesets.swan_song.wounds.document import AppliedPoints


@dataclass(eq=False, repr=False)
class Applied:
    """What one hit did: `entries` for the report, flesh points lost to health damage, and
    whether strain went beyond the threshold."""

    entries: "list[AppliedPoints]" = field(default_factory=list)
    flesh_lost: int = 0
    exceeded: bool = False

    def add(self, game: Game, who: Fighter, to: str, before: int, after: int) -> None:
        if before == after:
            return
        self.entries.append(
            {"to": to, "amount": abs(after - before), "before": before, "after": after}
        )
        tell_pool(game, who, to, after, "bad")


def tell_pool(game: Game, who: Fighter, to: str, points: int, tone: str) -> None:
    """What a pool has left, or the strain track has filled."""
    most = who.strain_threshold if to == "strain" else who.pool_max(pool_of(to))
    game.report.tell(f"pool.{to}", tone, who=who.name, points=points, most=most)


def pool_of(word: str) -> PoolName:
    return next(pool for pool in POOLS if pool == word)


WHOLE = 1000
"""Factors are counted in thousandths, so that no multiplied hit is lost to floating point."""


def multiplier(game: Game, who: Fighter, pool: PoolName, kind: str) -> int:
    """The sheet's factor, else the house's, else the table's, else 1; in thousandths."""
    own = who.sheet.damage_multipliers.get(pool, {}).get(kind)
    house = game.house.damage_multipliers.get(f"{pool}.{kind}")
    table = MULTIPLIERS[pool].get(kind, 1.0)
    chosen = own if own is not None else house if house is not None else table
    return round(chosen * WHOLE)


def apply_health(game: Game, who: Fighter, amount: int, kind: str) -> Applied:
    """Health damage through shield, armored, flesh."""
    applied = Applied()
    pools = who.pools()
    for pool in pools:
        last = pool == pools[-1]
        points = who.points(pool)
        if not last and points <= 0:
            continue
        factor = multiplier(game, who, pool, kind)
        effective = game.house.div(amount * factor, WHOLE)
        taken = effective if last or effective <= points else points
        with game.draft.by("SS-DMG-02, SS-DMG-03, SS-DMG-04"):
            setattr(who, pool, points - taken)
            applied.add(game, who, pool, points, points - taken)
        if pool == "flesh":
            applied.flesh_lost = taken
        if taken == effective:
            break
        amount = spilled(game, amount, effective, points, factor)
    return applied


def spilled(game: Game, amount: int, effective: int, points: int, factor: int) -> int:
    """What a pool that ran out passes on (R-DMG-3)."""
    if game.house.spill == "multiplied":
        return effective - points
    return amount - ceil_div(points * WHOLE, factor)


def apply_strain(game: Game, who: Fighter, amount: int) -> Applied:
    """Strain up to the threshold, half of the excess off the body."""
    applied = Applied()
    threshold = who.strain_threshold
    if threshold is None:
        game.report.tell("strain-immune", "note", who=who.name)
        return applied
    if game.house.shield_blocks_strain:
        amount = _shielded(game, who, amount, applied)
    before = who.strain
    excess = amount - (threshold - before)
    who.strain = min(threshold, before + amount)
    applied.add(game, who, "strain", before, who.strain)
    applied.exceeded = excess > 0
    if excess > 0:
        with game.draft.by("SS-DIE-01, SS-DIE-02, R-DIE-2"):
            carry_over(game, who, excess, applied)
    return applied


def carry_over(game: Game, who: Fighter, excess: int, applied: Applied) -> None:
    """1 point per 2 of the excess, straight off flesh, else armored, then shield; the rest goes
    below 0 on the last one."""
    if game.house.strain_overflow_remainder == "bank":
        excess += who.strain_bank
        who.strain_bank = excess % 2
    carry = excess // 2
    order: list[PoolName] = ["flesh"] if who.pool_max("flesh") else ["armored", "shield"]
    present = [pool for pool in order if who.pool_max(pool) > 0]
    for pool in present:
        points = who.points(pool)
        taken = carry if len(present) == 1 else min(carry, max(0, points))
        _take(game, who, pool, taken, applied)
        carry -= taken
    if carry and present:
        _take(game, who, present[0], carry, applied)


def _take(game: Game, who: Fighter, pool: PoolName, amount: int, applied: Applied) -> None:
    points = who.points(pool)
    setattr(who, pool, points - amount)
    applied.add(game, who, pool, points, points - amount)


def _shielded(game: Game, who: Fighter, amount: int, applied: Applied) -> int:
    blocked = min(amount, max(0, who.shield))
    if blocked:
        with game.draft.by("R-DMG-5"):
            _take(game, who, "shield", blocked, applied)
    return amount - blocked


class Blow(NamedTuple):
    """One hit about to be applied. `amount` is ldv; `force` what knockdown looks at (R-KD-1);
    `limit_mod` moves the Physical Limit for it (SS-KD-04)."""

    amount: int
    track: str
    kind: str
    force: int
    limit_mod: int = 0
    injuries: bool = True
    knocks_down: bool = True


def strike_home(game: Game, who: Fighter, blow: Blow) -> Applied:
    """One hit: its points, injuries, wounds and Score, knockdown. Status is left to
    `settle_status`, after the effects of the location."""
    with initiative_follows(game, who):
        if blow.track == "strain":
            with game.draft.by("SS-ATK-15, SS-DMG-01"):
                applied = apply_strain(game, who, blow.amount)
        else:
            applied = apply_health(game, who, blow.amount, blow.kind)
        if blow.injuries:
            with injuries_told(game, who):
                critical_injuries(game, who, blow, applied)
    if blow.knocks_down:
        knockdown_by_size(game, who, blow)
    return applied


def critical_injuries(game: Game, who: Fighter, blow: Blow, applied: Applied) -> None:
    """By one hit; the dead are past injuries (R-DIE-3)."""
    if who.status == "dead":
        return
    if blow.track == "strain" and not game.house.strain_overflow_crits:
        return
    massive = applied.flesh_lost > 2 * who.attribute("body")
    if massive:
        with game.draft.by("SS-CRIT-01, SS-CRIT-03"):
            injure(game, who)
    if massive and not game.house.crit_both:
        with game.draft.by("SS-CRIT-04, R-CRIT-2, R-DIE-3"):
            who.crit_latch = who.crit_latch or (who.core or 0) < 0
        return
    overflow_injury(game, who)


def knockdown_by_size(game: Game, who: Fighter, blow: Blow) -> None:
    limit = who.physical_limit + blow.limit_mod
    if not who.prone and (blow.force > limit or blow.force >= ALWAYS_DOWN):
        with game.draft.by("SS-KD-01, SS-KD-02, SS-KD-03"):
            fall(game, who)


def tick_health(
    game: Game, who: Fighter, amount: int, pool: PoolName | None, kind: str = "kinetic"
) -> None:
    """An unresisted loss that is no hit (Bleedout, bleeding): overflow injury, wounds, status.
    `pool` None: through the pools in order, as damage of type `kind`."""
    with initiative_follows(game, who):
        if pool is None:
            apply_health(game, who, amount, kind)
        else:
            _take(game, who, pool, amount, Applied())
        with injuries_told(game, who):
            overflow_injury(game, who)
    settle_status(game, who)


def tick_strain(game: Game, who: Fighter, amount: int) -> Applied:
    """Unresisted strain that is no hit (sprint, Slow Death)."""
    with initiative_follows(game, who):
        applied = apply_strain(game, who, amount)
        if game.house.strain_overflow_crits:
            with injuries_told(game, who):
                overflow_injury(game, who)
    settle_status(game, who, applied.exceeded)
    return applied
