"""What the GM changes by hand, which needs no turn: damage, healing, effects, values, who is
there."""

from gmtrack.core.intents import Add, Damage, Effect, Heal, Join, Leave, Note, Remove, Set
from gmtrack.core.report import Report
from gmtrack.rulesets.i2050.sheet.fighter import Fighter
from gmtrack.rulesets.i2050.sheet.game import WORDS, Game, place_named
from gmtrack.rulesets.i2050.sheet.order import closed
from gmtrack.rulesets.i2050.sheet.state import Plan
from gmtrack.rulesets.i2050.tables import LOCATIONS, Location
from gmtrack.rulesets.i2050.turn.acting import set_moment
from gmtrack.rulesets.i2050.wounds.damage import mend, settle, struck, wound
from gmtrack.rulesets.i2050.wounds.effects import EFFECTS
from gmtrack.rulesets.i2050.wounds.knockdown import knock_down, knockdown_dice
from gmtrack.rulesets.kit import gm as hand
from gmtrack.rulesets.kit.gm import (
    Away,
    add_sheets,
    begin_join,
    begin_leave,
    begin_remove,
    begin_set,
    check_amount,
    step_out,
    take_out,
    write_values,
)
from gmtrack.rulesets.kit.words import known

MOST = 999
POOL = "hp"
DAMAGE_WORDS = {"blow": "a whole blow: armor and knockdown count"}
"""The words of `--with` of `damage`."""


def begin(game: Game, intent: Damage | Heal) -> tuple[Fighter, Location | None]:
    """Who is meant, and where. Raises Refusal (`unsupported`, `unknown`)."""
    who = game.named(intent.who)
    if intent.type is not None:
        game.deny("unsupported", "--type is not used in i2050: there is only one kind of damage")
    if intent.pool is not None:
        known(intent.pool, (POOL,), "pool", WORDS.unknown)
    game.report.body["who"] = who.id
    return who, place_named(intent.location) if intent.location else None


def damage(game: Game, intent: Damage) -> Report:
    """N points as they are; with `blow` a whole blow against the armor that
    stops everything, with its knockdown."""
    told, _ = game.told(DAMAGE_WORDS)
    game.takes_only()
    who, place = begin(game, intent)
    check_amount(game, intent, MOST)
    blow = told.has("blow")
    if blow and place is None:
        game.deny(WORDS.value, "a blow needs a place, such as `--location chest`")
    game.expect([knockdown_dice(who).key] if blow else [])
    set_moment(game)
    game.report.tell("hand.damage", "head", who=who.name, amount=intent.amount)
    armor = who.armor(place) if blow and place else 0
    points = max(0, intent.amount - armor)
    if place is not None:
        struck(game, who)
    applied = wound(game, who, points, place)
    met = {"armor": armor} if blow else {}
    game.report.body["damage"] = {**met, "dealt": points, "applied": applied}
    if blow:
        knock_down(game, who, intent.amount, melee=True)
    return game.report


def heal(game: Game, intent: Heal) -> Report:
    """Points back; everything where no number is said."""
    game.takes_nothing()
    who, place = begin(game, intent)
    game.expect([])
    amount = MOST if intent.amount is None else intent.amount
    check_amount(game, intent, MOST)
    everywhere = intent.amount is None and place is None and intent.pool is None
    applied = mend(game, who, amount, LOCATIONS if everywhere else (place,) if place else ())
    dealt = sum(entry["amount"] for entry in applied if entry["to"] == POOL)
    game.report.body["damage"] = {"dealt": dealt, "applied": applied}
    if who.out is not None:
        tell_out(game, who)
    return game.report


def tell_out(game: Game, who: Fighter) -> None:
    """Points wake nobody; the line that does."""
    line = f"effect {who.id} {who.out} --end"
    game.report.tell("healed.out", "note", who=who.name, fate=who.out, line=line)


def effect(game: Game, intent: Effect) -> Report:
    """An effect on or off by the GM's word."""
    game.takes_nothing()
    who = game.named(intent.who)
    game.expect([])
    game.takes_none("--location", intent.location)
    game.report.body["who"] = who.id
    if intent.end:
        game.takes_none("--rounds", intent.rounds)
    set_moment(game)
    EFFECTS.by_hand(game, who, intent)
    return game.report


def set_values(game: Game, intent: Set) -> Report:
    """Write checked values, just that."""
    game.expect([])
    someone = begin_set(game, intent)
    write_values(game, intent, game.fighter(intent.who) if someone else game.fight)
    if {one.path[-1] for one in intent.assignments if one.path[0] == "combatants"} & {"hp"}:
        # It is all they can have; what is left of it is another number.
        who = game.seat(intent.who)
        line = f"set {who.id} pools.hp=N"
        game.report.tell("set.maximum", "note", hp=who.hp, total=who.total, line=line)
    return game.report


def add(game: Game, intent: Add) -> Report:
    """New combatants, with nothing declared."""
    return add_sheets(game, intent)


def remove(game: Game, intent: Remove) -> Report:
    """Take a combatant out, and out of whatever they had to do with."""
    return part_with(game, begin_remove(game, intent), take_out)


def leave(game: Game, intent: Leave) -> Report:
    """Out of the round and of whatever they had to do with; hit points, gear and effects stay."""
    who = begin_leave(game, intent)
    keep_turn(game, who)
    part_with(game, who, step_out)
    who.set_plan(None)
    who.lapse("round")
    who.aimed = None
    who.aimed_rounds = 0
    return game.report


def join(game: Game, intent: Join) -> Report:
    """Back, with nothing declared."""
    who = begin_join(game, intent)
    if game.fight.running and who.had_in(game.fight.round).get("acted"):
        who.acted = True
    return game.report


def keep_turn(game: Game, who: Fighter) -> None:
    """Who comes back in this round has no second turn in it."""
    begun = who.acted or who.lost or who.met or who.fired or game.fight.acting == who.id
    if game.fight.running and begun:
        who.had_turn = {"round": game.fight.round, "acted": True}


def part_with(game: Game, who: Fighter, away: Away) -> Report:
    """They are not there any more; if the turn was theirs, the next one's comes."""
    # What nothing else here needs.
    from gmtrack.rulesets.i2050.sheet.check import REFERENCES
    from gmtrack.rulesets.i2050.turn.turn import go_on

    fight = game.fight
    acting = fight.acting == who.id
    for other in game.everybody():
        if other.aimed == who.id:
            other.aimed_rounds = 0
    who_name = who.name
    forget_item(game, who.id)
    away(game, who.id, REFERENCES)
    for other in game.everybody():
        # Nobody is left against whom it was declared.
        with game.draft.by("IN-PHASE-02"):
            if forget(game, other, who.id):
                game.report.tell("gone.plan", "note", who=other.name, gone=who_name)
    if acting and fight.running and fight.step == "resolution":
        go_on(game)
    return game.report


def forget(game: Game, who: Fighter, gone: str) -> bool:
    """Nothing that is declared has to do with somebody who is not there; whether something had."""
    plan = who.plan
    if plan is None or plan.action != "burst":
        forget_units(who, gone)
    if plan is None or gone not in plan.targets:
        return False
    if plan.action == "burst":
        renumber(who, plan, gone)
    who.set_plan(without(plan, gone))
    if game.fight.running:
        settle(game, who)
    return True


def forget_item(game: Game, gone: str) -> None:
    """The acting one is at no unit against them; the units of a burst are numbers."""
    acting = game.fight.acting
    plan = game.fighter(acting).plan if acting else None
    if gone in game.fight.item and (plan is None or plan.action != "burst"):
        game.fight.item = [unit for unit in game.fight.item if unit != gone]


def forget_units(who: Fighter, gone: str) -> None:
    """What was done or lost against one foe of several."""
    for field in ("met", "missed", "spared"):
        units: list[str] = getattr(who, field)
        if gone in units:
            setattr(who, field, [unit for unit in units if unit != gone])


def renumber(who: Fighter, plan: Plan, gone: str) -> None:
    """The shots of a burst that are left, and which of them are over."""
    over = closed(who)
    left = [shot for shot, target in enumerate(plan.targets, 1) if target != gone]
    who.met = [str(now) for now, shot in enumerate(left, 1) if str(shot) in over]
    who.missed = []
    who.fired = sum(shot <= who.fired for shot in left)


def without(plan: Plan, gone: str) -> Plan | None:
    """What is left of an intent; nothing of one that was about them alone."""
    left = [n for n, target in enumerate(plan.targets) if target != gone]
    if not left:
        return None
    split = plan.split and tuple(plan.split[n] for n in left)
    one_each = plan.shots == len(plan.targets)
    return Plan(
        plan.action, plan.weapon, tuple(plan.targets[n] for n in left), plan.aim, plan.want,
        split, len(left) if one_each else plan.shots, plan.to,
    )  # fmt: skip


def note(game: Game, intent: Note) -> Report:
    """The GM's note on somebody or on the fight."""
    return hand.note(game, intent)
