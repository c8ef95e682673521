"""The GM's `damage` and `heal`."""

from gmtrack.core.encounter import Data
from gmtrack.core.intents import Damage, Heal
from gmtrack.core.names import propose_near_word, squash
from gmtrack.core.report import Report
from gmtrack.rulesets.kit.gm import check_amount
from gmtrack.rulesets.kit.own.moments import ByHand
from gmtrack.rulesets.swan_song.dice import FIGHT, Karma
from gmtrack.rulesets.swan_song.sheet.fighter import Fighter
from gmtrack.rulesets.swan_song.sheet.game import (
    WORDS,
    Game,
    initiative_follows,
    place_named,
)
from gmtrack.rulesets.swan_song.sheet.sheet import PoolName
from gmtrack.rulesets.swan_song.sheet.state import POOLS
from gmtrack.rulesets.swan_song.tables import MULTIPLIERS
from gmtrack.rulesets.swan_song.wounds.conditions import (
    remove_effects,
    settle_status,
)
from gmtrack.rulesets.swan_song.wounds.damage import (
    Applied,
    AppliedPoints,
    Blow,
    apply_blow,
    apply_strain,
    fight_for_life_as_planned,
    injure_by_hit,
    knockdown_by_size,
    pool_named,
    tell_pool,
)

MOST = 1_000_000
DAMAGE_POOLS = (*POOLS, "strain")
HEAL_POOLS = (*POOLS, "strain", "injury")
KNOWN_TYPES = {kind for factors in MULTIPLIERS.values() for kind in factors} | {
    "strain"
}
HEALED_WITH_THE_PLACE = (
    "slowed",
    "broken_grip",
    "one_armed",
    "one_armed_penalty",
)
STEPS_OFF = {"knockdown": "no knockdown", "injury": "no critical injury"}
HEAL_WORDS = {"power": "a Heal power: it also stops bleedout and slow death"}


def damage(game: Game, intent: Damage) -> Report:
    """Carry out `damage`: one hit of N points after soak, or with a pool N points straight into
    it.

    Raises Refusal `value` for an amount, a pool or a place that is not possible."""
    who = game.named(intent.who)
    check_amount(game, intent, MOST)
    _, without = game.parse_words((), STEPS_OFF)
    game.expect([])
    karma = Karma(game, (FIGHT,), who.id)
    pool = parse_pool(game, intent.pool, DAMAGE_POOLS)
    if pool and pool in POOLS:
        check_pool(game, who, pool_named(pool))
    dealt = deal_damage(
        game, who, intent,
        injuries=not without.has_word("injury"), knocks_down=not without.has_word("knockdown"),
    )  # fmt: skip
    game.report.body |= {"who": who.id, "damage": dealt}
    fight_for_life_as_planned(game, karma)
    return game.report


def deal_damage(
    game: Game,
    who: Fighter,
    intent: Damage,
    *,
    injuries: bool = True,
    knocks_down: bool = True,
) -> Data:
    """Deal the damage of an intent, kinetic if no type is typed, and return `damage` of the
    document: `dealt`, `track`, `type`, `applied` and, if one is typed, `location`. A type that
    the rules do not know is dealt, with a note.

    `injuries` and `knocks_down` say whether these follow from it."""
    place = place_named(game, intent.location, who) if intent.location else None
    pool = parse_pool(game, intent.pool, DAMAGE_POOLS)
    kind = (intent.type or "kinetic").strip().lower()
    track = "strain" if kind == "strain" or pool == "strain" else "health"
    blow = Blow(
        intent.amount, track, kind, intent.amount, injuries=injuries, knocks_down=knocks_down
    )  # fmt: skip
    game.report.tell(
        "hand.damage", "head", who=who.name, amount=intent.amount, type=kind
    )
    if kind not in KNOWN_TYPES:
        game.report.tell("unknown-type", "note", type=kind)
    applied = (
        damage_one_pool(game, who, blow, pool)
        if pool
        else apply_blow(game, who, blow)
    )
    if place:
        with game.draft.by("R-DMG-9"):
            record_location_damage(who, place, intent.amount)
    settle_status(game, who, applied.exceeded)
    dealt: Data = {"dealt": intent.amount, "track": track, "type": kind}
    if place:
        dealt["location"] = place
    dealt["applied"] = applied.entries
    return dealt


def parse_pool(
    game: Game, word: str | None, pools: tuple[str, ...]
) -> str | None:
    """Return the pool that a word names, None without a word. Raises Refusal `value` for an
    unknown one."""
    if word is None or squash(word) in pools:
        return squash(word) if word else None
    return game.deny(
        WORDS.value, f"no pool '{word}'{propose_near_word(word, pools)}"
    )


def damage_one_pool(game: Game, who: Fighter, blow: Blow, pool: str) -> Applied:
    """Deal a blow to one pool without multipliers, and return what it did.

    What exceeds shield or armored health is lost."""
    applied = Applied()
    with initiative_follows(game, who):
        with game.draft.by("R-DMG-9"):
            if pool == "strain":
                applied = apply_strain(game, who, blow.amount)
            else:
                _take_from_pool(game, who, pool, blow.amount, applied)
        if blow.injuries:
            injure_by_hit(game, who, blow, applied)
    if blow.knocks_down:
        knockdown_by_size(game, who, blow)
    return applied


def check_pool(game: Game, who: Fighter, pool: PoolName) -> None:
    """Raise Refusal `value` if `who` has no such pool."""
    if who.pool_max(pool) == 0:
        pools = " or ".join(
            f"`--pool {pool}`" for pool in (*who.pools(), "strain")
        )
        game.deny(WORDS.value, f"{who.name} has no {pool}: use {pools}")


def _take_from_pool(
    game: Game, who: Fighter, pool: str, amount: int, applied: Applied
) -> None:
    """Take points off one pool and note them; only the last pool goes below 0."""
    name = pool_named(pool)
    if who.pool_max(name) == 0:
        return
    before = who.points(name)
    core = name == who.pools()[-1]
    after = before - amount if core else max(0, before - amount)
    setattr(who, name, after)
    applied.add(game, who, name, before, after)
    if name == "flesh":
        applied.flesh_lost = before - after


def record_location_damage(who: Fighter, place: str, amount: int) -> None:
    """Add damage to what a place of the body has taken in all; it never falls below 0."""
    boxes = who.location_boxes
    left = max(0, boxes.get(place, 0) + amount)
    rest = {key: value for key, value in boxes.items() if key != place}
    who.location_boxes = {**rest, place: left} if left else rest


def heal(game: Game, intent: Heal) -> Report:
    """Carry out `heal`: give points back, never beyond the maximum.

    Raises Refusal `value` for a type, an amount or a pool that is not possible."""
    who = game.named(intent.who)
    told, _ = game.parse_words(HEAL_WORDS)
    game.expect([])
    if intent.type is not None:
        game.deny(
            WORDS.value, "heal takes no --type; `--pool strain` heals strain"
        )
    check_amount(game, intent, MOST)
    pool = parse_pool(game, intent.pool, HEAL_POOLS) or "flesh"
    if pool in POOLS:
        check_pool(game, who, pool_named(pool))
    healed = heal_points(game, who, intent, power=told.has_word("power"))
    game.report.body |= {"who": who.id, "healed": healed}
    return game.report


def heal_points(
    game: Game, who: Fighter, intent: Heal, *, power: bool = False
) -> Data:
    """Heal as an intent says, flesh if no pool is typed, and return `healed` of the document:
    `amount`, and `applied`, empty if nothing was healed.

    `power`: a Heal power also ends bleedout and slow death."""
    pool = parse_pool(game, intent.pool, HEAL_POOLS) or "flesh"
    place = place_named(game, intent.location, who) if intent.location else None
    game.report.tell("hand.heal", "head", who=who.name, pool=pool)
    with initiative_follows(game, who), game.draft.by(HEALED[pool]):
        entry = give_back(game, who, pool, intent.amount)
    if place:
        with game.draft.by("R-EFF-5, SS-EFF-18, SS-EFF-09, SS-EFF-10"):
            heal_place(game, who, place, intent.amount)
    if power and pool == "flesh" and entry["amount"] >= 1:
        with game.draft.by("SS-EFF-13, SS-EFF-16, R-EFF-16"):
            remove_effects(game, who, ("bleedout", "slow_death"))
    if pool in POOLS and who.ffyl is not None and entry["amount"] >= 1:
        with who.draft.by("SS-FFYL-05"):
            who.ffyl = {**who.ffyl, "healed": True}
    settle_status(game, who)
    if (who.core or 0) > 0:
        with game.draft.by("R-CRIT-5"):
            who.crit_latch = False
    return {
        "amount": entry["amount"],
        "applied": [entry] if entry["amount"] else [],
    }


BY_HAND = ByHand(deal_damage, heal_points)


def give_back(
    game: Game, who: Fighter, pool: str, amount: int | None
) -> AppliedPoints:
    """Give points back into one pool, or take them off strain or injuries; `amount` None: all.
    Never lowers a pool. Tells it, and returns the change."""
    if pool in ("strain", "injury"):
        field = "strain" if pool == "strain" else "critical_injuries"
        before: int = getattr(who, field)
        after = 0 if amount is None else max(0, before - amount)
        setattr(who, field, after)
    else:
        name = pool_named(pool)
        most = who.pool_max(name)
        before = who.points(name)
        after = max(
            before, most if amount is None else min(most, before + amount)
        )
        setattr(who, name, after)
    if before == after:
        game.report.tell("nothing-to-heal", "note", who=who.name)
    elif pool == "injury":
        game.report.tell("healed.injury", "good", who=who.name, after=after)
    else:
        tell_pool(game, who, pool, after, "good")
    return {
        "to": pool,
        "amount": abs(after - before),
        "before": before,
        "after": after,
    }


HEALED = {
    "shield": "SS-DMG-09",
    "armored": "SS-DMG-10",
    "flesh": "SS-DMG-11, R-EFF-16",
    "strain": "SS-DMG-12",
    "injury": "SS-CRIT-01, SS-WND-06",
}
"""The rules by which points of each pool come back."""


def heal_place(
    game: Game, who: Fighter, place: str, amount: int | None
) -> None:
    """Heal `amount` boxes of damage at a place, None: all; a place that is whole again loses the
    effects that it caused."""
    record_location_damage(
        who,
        place,
        -(amount if amount is not None else who.location_boxes.get(place, 0)),
    )
    if place not in who.location_boxes:
        remove_effects(game, who, HEALED_WITH_THE_PLACE, place)
