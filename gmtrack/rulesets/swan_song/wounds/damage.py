"""Damage: points off the pools, strain onto its track, bleeding, and the last fight for one's
life (SS-DMG, SS-ARM-09 to -13)."""

from dataclasses import dataclass, field, replace
from typing import NamedTuple, TypedDict

from gmtrack.core.encounter import FRIENDS
from gmtrack.rulesets.kit.house import ceil_div
from gmtrack.rulesets.swan_song.dice import FIGHT, Karma, pay_karma
from gmtrack.rulesets.swan_song.sheet.fighter import Fighter
from gmtrack.rulesets.swan_song.sheet.game import (
    Game,
    grant_ap,
    initiative_follows,
)
from gmtrack.rulesets.swan_song.sheet.sheet import PoolName
from gmtrack.rulesets.swan_song.sheet.state import POOLS
from gmtrack.rulesets.swan_song.tables import (
    ALWAYS_DOWN,
    COSTS,
    MULTIPLIERS,
    SLOW_DEATH_ROUNDS,
    SLOW_DEATH_STRAIN,
)
from gmtrack.rulesets.swan_song.wounds.conditions import (
    add_injury,
    bleeding_interval,
    injure_by_overflow,
    settle_status,
    telling_injuries,
)
from gmtrack.rulesets.swan_song.wounds.events import knock_prone


class AppliedPoints(TypedDict):
    """The change of one pool or of the strain track, as it stands in the report."""

    to: str
    amount: int
    before: int
    after: int


@dataclass(eq=False, repr=False)
class Applied:
    """Everything that one hit did to pools and strain.

    `entries` go into the report. `flesh_lost` counts flesh that health damage took, `exceeded`
    says that strain went beyond the threshold."""

    entries: "list[AppliedPoints]" = field(default_factory=list)
    flesh_lost: int = 0
    exceeded: bool = False

    def add(
        self, game: Game, who: Fighter, to: str, before: int, after: int
    ) -> None:
        """Note and tell a change of a pool or of strain; does nothing if `before` equals
        `after`."""
        if before == after:
            return
        self.entries.append(
            {
                "to": to,
                "amount": abs(after - before),
                "before": before,
                "after": after,
            }
        )
        tell_pool(game, who, to, after, "bad")


def tell_pool(
    game: Game, who: Fighter, to: str, points: int, tone: str
) -> None:
    """Tell how many points a pool has left, or how much of the strain track is filled."""
    most = (
        who.strain_threshold if to == "strain" else who.pool_max(pool_named(to))
    )
    game.report.tell(f"pool.{to}", tone, who=who.name, points=points, most=most)


def pool_named(word: str) -> PoolName:
    """Return a word as the name of a health pool, for the type checker; it must be one."""
    return next(pool for pool in POOLS if pool == word)


WHOLE = 1000
"""The factor 1 in thousandths: whole numbers lose no multiplied hit to floating point."""


def damage_factor(game: Game, who: Fighter, pool: PoolName, kind: str) -> int:
    """Return the factor of a damage type on a pool, in thousandths: the sheet's, else the house
    rules', else the table's, else 1."""
    factor = who.sheet.damage_multipliers.get(pool, {}).get(kind)
    if factor is None:
        factor = game.house.damage_multipliers.get(f"{pool}.{kind}")
    if factor is None:
        factor = MULTIPLIERS[pool].get(kind, 1.0)
    return round(factor * WHOLE)


def apply_health(game: Game, who: Fighter, amount: int, kind: str) -> Applied:
    """Take health damage off shield, armored health and flesh in this order, and return what it
    did.

    The damage type's multipliers apply; the last pool may go below 0."""
    applied = Applied()
    pools = who.pools()
    for pool in pools:
        last = pool == pools[-1]
        points = who.points(pool)
        if not last and points <= 0:
            continue
        factor = damage_factor(game, who, pool, kind)
        effective = game.house.div(amount * factor, WHOLE)
        taken = effective if last or effective <= points else points
        with game.draft.by("SS-DMG-02, SS-DMG-03, SS-DMG-04"):
            setattr(who, pool, points - taken)
            applied.add(game, who, pool, points, points - taken)
        if pool == "flesh":
            applied.flesh_lost = taken
            if taken:
                with game.draft.by("SS-REST-09"):
                    who.aided = False
        if taken == effective:
            break
        amount = spill_damage(game, amount, effective, points, factor)
    return applied


def spill_damage(
    game: Game, amount: int, effective: int, points: int, factor: int
) -> int:
    """Return the damage that a pool which ran out passes on to the next (R-DMG-3). Depends on
    the house rule `spill`."""
    if game.house.spill == "multiplied":
        return effective - points
    return amount - ceil_div(points * WHOLE, factor)


def apply_strain(game: Game, who: Fighter, amount: int) -> Applied:
    """Add strain up to the threshold and take half of the excess off the health pools.

    The shield blocks strain first by house rule. Somebody immune takes none, which is told."""
    applied = Applied()
    threshold = who.strain_threshold
    if threshold is None:
        game.report.tell("strain-immune", "note", who=who.name)
        return applied
    blocked = (
        min(amount, max(0, who.shield))
        if game.house.shield_blocks_strain
        else 0
    )
    if blocked:
        with game.draft.by("R-DMG-5"):
            _take(game, who, "shield", blocked, applied)
        amount -= blocked
    before = who.strain
    # What effects of the GM's own have made possible may stand above it.
    room = max(0, threshold - before)
    excess = amount - room
    who.strain = before + min(room, amount)
    applied.add(game, who, "strain", before, who.strain)
    applied.exceeded = excess > 0
    if excess > 0:
        with game.draft.by("SS-DIE-01, SS-DIE-02, R-DIE-2"):
            carry_over_strain(game, who, excess, applied)
    return applied


def carry_over_strain(
    game: Game, who: Fighter, excess: int, applied: Applied
) -> None:
    """Take 1 point per 2 of excess strain off flesh, or without flesh off armored health, then
    the shield.

    What no pool holds goes below 0 on the first of these. By house rule an odd point is kept for
    the next time."""
    if game.house.strain_overflow_remainder == "bank":
        excess += who.strain_bank
        who.strain_bank = excess % 2
    carry = excess // 2
    order: list[PoolName] = (
        ["flesh"] if who.pool_max("flesh") else ["armored", "shield"]
    )
    present = [pool for pool in order if who.pool_max(pool) > 0]
    for pool in present:
        points = who.points(pool)
        taken = carry if len(present) == 1 else min(carry, max(0, points))
        _take(game, who, pool, taken, applied)
        carry -= taken
    if carry and present:
        _take(game, who, present[0], carry, applied)


def _take(
    game: Game, who: Fighter, pool: PoolName, amount: int, applied: Applied
) -> None:
    """Take points off one pool, below 0 if need be, and note the change."""
    points = who.points(pool)
    setattr(who, pool, points - amount)
    applied.add(game, who, pool, points, points - amount)


class Blow(NamedTuple):
    """A hit about to be applied.

    `amount` is the damage left after soak, `force` the number that knockdown looks at (R-KD-1),
    `limit_mod` is added to the Physical Limit for knockdown (SS-KD-04)."""

    amount: int
    track: str
    kind: str
    force: int
    limit_mod: int = 0
    injuries: bool = True
    knocks_down: bool = True


def apply_blow(game: Game, who: Fighter, blow: Blow) -> Applied:
    """Apply one hit, after soak: take `blow.amount` off the pools, add injuries and wounds with
    the Score, knock down; return what it did to the pools.

    Does not settle the status: call `settle_status` after the effects of the location."""
    with initiative_follows(game, who):
        if blow.track == "strain":
            with game.draft.by("SS-ATK-15, SS-DMG-01"):
                applied = apply_strain(game, who, blow.amount)
        else:
            applied = apply_health(game, who, blow.amount, blow.kind)
        if blow.injuries:
            with telling_injuries(game, who):
                injure_by_hit(game, who, blow, applied)
    if blow.knocks_down:
        knockdown_by_size(game, who, blow)
    return applied


def injure_by_hit(
    game: Game, who: Fighter, blow: Blow, applied: Applied
) -> None:
    """Add the critical injuries of one hit: for massive damage, and for a pool that went below
    0.

    The dead suffer none (R-DIE-3); strain causes them only by house rule."""
    if who.status == "dead":
        return
    if blow.track == "strain" and not game.house.strain_overflow_crits:
        return
    massive = applied.flesh_lost > 2 * who.attribute("body")
    if massive:
        with game.draft.by("SS-CRIT-01, SS-CRIT-03"):
            add_injury(game, who)
    if massive and not game.house.crit_both:
        with game.draft.by("SS-CRIT-04, R-CRIT-2, R-DIE-3"):
            who.crit_latch = who.crit_latch or (who.core or 0) < 0
        return
    injure_by_overflow(game, who)


def knockdown_by_size(game: Game, who: Fighter, blow: Blow) -> None:
    """Knock `who` down if the hit exceeds their Physical Limit or is 10 or more (SS-KD-01 to
    -03)."""
    limit = who.limit("physical") + blow.limit_mod
    if not who.prone and (blow.force > limit or blow.force >= ALWAYS_DOWN):
        with game.draft.by("SS-KD-01, SS-KD-02, SS-KD-03"):
            knock_prone(game, who)


def tick_health(
    game: Game,
    who: Fighter,
    amount: int,
    pool: PoolName | None,
    kind: str = "kinetic",
) -> None:
    """Take health that no hit and no soak is about (bleedout, bleeding), with injuries, wounds
    and status.

    `pool` None: through the pools in order, as damage of type `kind`."""
    with initiative_follows(game, who):
        if pool is None:
            apply_health(game, who, amount, kind)
        else:
            _take(game, who, pool, amount, Applied())
        with telling_injuries(game, who):
            injure_by_overflow(game, who)
    settle_status(game, who)


def tick_strain(game: Game, who: Fighter, amount: int) -> Applied:
    """Add strain that no hit and no soak is about (sprint, slow death), settle the status, and
    return what it did. Depends on the house rule `strain_overflow_crits`."""
    with initiative_follows(game, who):
        applied = apply_strain(game, who, amount)
        if game.house.strain_overflow_crits:
            with telling_injuries(game, who):
                injure_by_overflow(game, who)
    settle_status(game, who, applied.exceeded)
    return applied


def tick_bleedout(game: Game) -> None:
    """Take 1 point from everybody who bleeds out, for each action paid for in this command.

    First Aid costs nothing, nor do free actions by house rule."""
    paid_only = game.house.bleedout_counts == "ap_only"
    for who_id, key in game.paid:
        free = COSTS[key].ap == 0 if key in COSTS else False
        if key == "first_aid" or (paid_only and free):
            continue
        who = game.fighter(who_id)
        if who.has_effect("bleedout") and who.status != "dead":
            with game.draft.by("SS-EFF-16, R-EFF-10"):
                game.report.tell("bleedout.tick", "bad", who=who.name)
                tick_health(game, who, 1, bleedout_pool(game, who))
                game.report_tick(who, "bleedout", {"dealt": 1})


def bleedout_pool(game: Game, who: Fighter) -> PoolName | None:
    """Return the pool that bleedout drains: the innermost one; None: all in order, by house rule
    or without any pool."""
    if game.house.bleedout_pool == "pool_order":
        return None
    pools = who.pools()
    return pools[-1] if pools else None


def tick_bleeding(game: Game, who: Fighter, rounds: int) -> None:
    """Set the bleeding clock to `rounds`; at 0 take a point off the last pool and start the
    clock anew."""
    who.dying_rounds = rounds
    if rounds <= 0:
        who.dying_rounds = bleeding_interval(game.house, who)
        game.report.tell("dying.tick", "bad", who=who.name)
        pools = who.pools()
        tick_health(game, who, 1, pools[-1] if pools else None)
        game.report_tick(who, "dying", {"dealt": 1})


def tick_slow_death(game: Game, who: Fighter) -> None:
    """Count a round of slow death; every 12 rounds it adds 2 strain. Does nothing without the
    effect."""
    records = who.effects_on()
    for index, record in enumerate(records):
        if record.effect != "slow_death":
            continue
        clock = int(record.data.get("clock", SLOW_DEATH_ROUNDS)) - 1
        due = clock <= 0
        ticked = replace(
            record,
            data={**record.data, "clock": SLOW_DEATH_ROUNDS if due else clock},
        )
        who.write_effects([*records[:index], ticked, *records[index + 1 :]])
        if due:
            game.report.tell(
                "slow-death.tick", "bad", who=who.name, strain=SLOW_DEATH_STRAIN
            )
            tick_strain(game, who, SLOW_DEATH_STRAIN)
            game.report_tick(who, "slow-death", {"dealt": SLOW_DEATH_STRAIN})
        return


def fight_for_life_as_planned(game: Game, karma: Karma) -> None:
    """Let those fight for their life whose `--karma WHO:fight-for-your-life` stands on the line
    and who fell by it.

    Nobody pays who did not fall."""
    for who_id in sorted(karma.spenders[FIGHT]):
        who = game.fighter(who_id)
        if who.fallen is not None:
            fight_for_life(game, who)


def fight_for_life(game: Game, who: Fighter) -> None:
    """Spend 1 Karma to stand a combatant who has just fallen up again until the round ends
    (SS-FFYL-01).

    Raises Refusal `karma` without a point, if they have not just fallen, have done so in this
    round already, or are dead and the house forbids it."""
    fallen = who.fallen
    if who.status == "up" or fallen is None or not game.fight.running:
        game.deny("karma", f"{who.name} has not just fallen")
    if who.ffyl_round == game.fight.round:
        game.deny(
            "karma",
            f"{who.name} has already fought for their life in this round",
        )
    if who.status == "dead" and not game.house.ffyl_instant_death:
        game.deny(
            "karma", f"{who.name} is dead (house rule `ffyl_instant_death`)"
        )
    with game.draft.by("SS-KAR-05, SS-FFYL-01"):
        pay_karma(game, who, 1, FIGHT)
    with game.draft.by("SS-FFYL-01, SS-FFYL-02, R-FFYL-1, R-FFYL-8"):
        # On their feet until the round ends.
        who.ffyl = {"round": game.fight.round, "kill": False, "healed": False}
        who.ffyl_round = game.fight.round
        who.status = "up"
        who.dying_rounds = None
        if fallen.get("prone"):
            who.prone = False
        for name, value in fallen.get("had", {}).items():
            setattr(who, name, value)
        who.fallen = None
        game.report_effect(who, FIGHT, until="round-end")
        game.report.tell("ffyl", "good", who=who.name)
    if who.score is not None and who.score <= 0:
        with game.draft.by("SS-FFYL-03, R-FFYL-2"):
            who.score = 1
            who.coin = None
            who.acted = False
            who.ap_granted = False
    grant_ap(game, who)


def are_enemies(game: Game, one: Fighter, other: Fighter) -> bool:
    """Whether two fighters are on different sides; `pc` and `ally` are one side."""
    sides = ["friend" if f.side in FRIENDS else f.side for f in (one, other)]
    return sides[0] != sides[1]


def note_kill(
    game: Game, who: Fighter, victim: Fighter, core_before: int, dead: bool
) -> None:
    """Note that `who`, if fighting for their life, has killed an enemy or by house rule felled
    one, which saves them. Does nothing for others, and for a victim who is no enemy.

    `core_before` and `dead` describe the victim before the attack."""
    if who.ffyl is None or not are_enemies(game, who, victim):
        return
    died = not dead and victim.status == "dead"
    downed = core_before > 0 and (victim.core or 0) <= 0
    if died or (downed and game.house.ffyl_kill == "down_or_dead"):
        with game.draft.by("SS-FFYL-05, R-FFYL-4"):
            who.ffyl = {**who.ffyl, "kill": True}
            game.report.tell("ffyl.kill", "good", who=who.name)


def settle_last_fight(game: Game, who: Fighter) -> None:
    """End a combatant's fight for their life with the round; does nothing for others.

    Somebody saved has at least 1 hit point and half the strain; anybody else is down as they
    would have been."""
    if who.ffyl is None:
        return
    if who.ffyl["kill"] or who.ffyl["healed"]:
        with game.draft.by("SS-FFYL-05, R-FFYL-6"):
            # At least 1 hit point, and half the strain.
            who.ffyl = None
            pools = who.pools()
            with initiative_follows(game, who):
                if pools:
                    setattr(who, pools[-1], max(1, who.points(pools[-1])))
                who.strain = game.house.div(who.strain, 2)
            who.crit_latch = False
            game.report.tell("ffyl.saved", "good", who=who.name)
    else:
        with game.draft.by("SS-FFYL-06, R-FFYL-7"):
            who.ffyl = None
            game.report.tell("ffyl.lost", "bad", who=who.name)
    settle_status(game, who)
