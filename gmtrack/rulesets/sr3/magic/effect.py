"""The effect of a spell on one target: resistance, damage, knockdown."""

from typing import Literal

from gmtrack.core.encounter import Data
from gmtrack.core.report import Part, total
from gmtrack.dice.port import Key
from gmtrack.rulesets.sr3.attack.attack import resistance_rolls
from gmtrack.rulesets.sr3.attack.ranged import half_power
from gmtrack.rulesets.sr3.dice import Test, added_parts, roll
from gmtrack.rulesets.sr3.magic.lasting import work_spell
from gmtrack.rulesets.sr3.magic.plan import CastPlan, Victim
from gmtrack.rulesets.sr3.magic.target_number import object_parts
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.spell import ATTRIBUTE_TARGETS
from gmtrack.rulesets.sr3.sheet.state import rating_left
from gmtrack.rulesets.sr3.sheet.wound_modifiers import step_of, steps_for
from gmtrack.rulesets.sr3.tables import SUSTAINING
from gmtrack.rulesets.sr3.wounds.hits import (
    Blow,
    Code,
    damage_document,
    dodge_parts,
    fall_prone,
    halve_for_vehicle,
    is_dodged,
    is_stopped_by_vehicle,
    ranged_step,
    roll_resistance,
    take_hit,
    write_dodge,
    write_stopped,
)
from gmtrack.rulesets.sr3.wounds.sustained import keep_rolls

Outcome = Literal["hit", "miss", "blocked", "dodged", "resisted", "no-effect"]


def resists(plan: CastPlan, victim: Victim) -> bool:
    """Whether a target rolls against the spell: one that is resisted, not at a vehicle, and neither
    at the caster nor at the willing, unless it does damage (SRX-009, SRX-011, SRX-017)."""
    target, spell = victim.target, plan.spell
    own = target is plan.caster or victim.has_word("willing")
    willing = own and not spell.damages
    return spell.resisted and not target.sheet.vehicle and not willing


def resisting_attribute(plan: CastPlan) -> str:
    """Return the attribute with which the spell is resisted: the one that it is cast against, else
    Willpower or Body by its kind."""
    target = plan.spell.target
    if target in ATTRIBUTE_TARGETS:
        return str(target)
    return "willpower" if plan.spell.kind == "mana" else "body"


def possible_rolls(plan: CastPlan, victim: Victim) -> list[Key]:
    """Return the keys of the rolls that one target may make against the spell."""
    target = victim.target
    key = victim.block or target.id
    if plan.spell.is_elemental:
        dodges = plan.game.house.dodge_test != "merged"
        pool = victim.resist_pool
        return resistance_rolls(target, key, pool, dodges=dodges)
    found = [("resist", key)] if resists(plan, victim) else []
    tests = plan.level and plan.game.house.spell_knockdown == "all"
    if tests and not target.sheet.vehicle:
        found.append(("knockdown", key))
    return [*found, *keep_rolls(target)]


def why_no_effect(plan: CastPlan, target: Fighter) -> str:
    """Return the row by which a spell has no effect on a target; empty if it may have one."""
    if not target.sheet.vehicle or plan.spell.is_elemental:
        return ""
    if plan.spell.kind == "mana":
        return "SRX-016"
    return "SRX-017" if plan.force < total(object_parts(target)) // 2 else ""


def settle_spell(
    plan: CastPlan, victim: Victim, successes: int, doc: Data
) -> Outcome:
    """Apply the successes of the Sorcery Test to one target: resistance, then damage. Returns the
    outcome, and writes `net_hits` and `damage` into `doc`."""
    game, target = plan.game, victim.target
    rules = why_no_effect(plan, target)
    if rules:
        doc["net_hits"] = 0
        with game.draft.by(rules):
            game.report.tell("no-effect", "note", who=target.name)
        return "no-effect"
    if not successes:
        doc["net_hits"] = 0
        game.report.tell("cast.fails", "note", who=plan.caster.name)
        return "miss"
    if plan.spell.is_elemental:
        return strike_elemental(plan, victim, successes, doc)
    against = roll_against(plan, victim) if resists(plan, victim) else 0
    net = successes - against
    doc["net_hits"] = net
    if net <= 0:
        game.report.tell("resisted", "good", who=target.name)
        return "resisted"
    if plan.level is not None:
        deal_damage(plan, victim, net, doc)
    else:
        work_spell(plan, target, net, doc)
    return "hit"


def roll_against(plan: CastPlan, victim: Victim) -> int:
    """Roll a target's resistance, the attribute alone against the force, and return its
    successes. Depends on the house rule `sustain_on_resist`."""
    game, target = plan.game, victim.target
    dice = target.trait_parts(resisting_attribute(plan), "SRX-009")
    about = victim.roll_context(plan.caster)
    mods = victim.defense_mods
    added = added_parts(game, target, "resist", mods, about)
    burdened = game.house.sustain_on_resist
    burden = SUSTAINING * target.sustaining if burdened else 0
    parts = (
        Part("force", plan.force, "SRX-009"),
        Part("sustaining", burden, "SRX-R02"),
    )
    tn = (*parts, *added)
    test = Test("resist", target, dice, tn, victim.block, rules="SRX-009")
    return roll(game, test).successes


def spell_code(plan: CastPlan) -> Code:
    """Return the damage code of the spell: its force and its level."""
    assert plan.level is not None
    return Code(plan.force, step_of(plan.level), plan.spell.damage_type)


def deal_damage(plan: CastPlan, victim: Victim, net: int, doc: Data) -> None:
    """Apply the damage of a combat spell: each two net successes raise the level by one, and
    neither armor nor Body helps. Who is put out by it falls. Depends on the house rule
    `spell_knockdown`."""
    code, target = spell_code(plan), victim.target
    knock = (
        knockdown_parts(plan)
        if plan.game.house.spell_knockdown == "all"
        else ()
    )
    blow = Blow(
        plan.game,
        target,
        plan.caster,
        code,
        code,
        Part("armor", 0),
        knock,
        "SRX-010",
        block=victim.block,
        shot=True,
        about=victim.roll_context(plan.caster),
    )
    take_hit(blow, code.step + steps_for(net), doc, "SRX-010, SRX-013")
    falls = not target.awake or doc["damage"]["level"] == "D"
    if not knock and not target.sheet.vehicle and falls:
        fall_prone(plan.game, target, "SR-034")


def knockdown_parts(plan: CastPlan, barrier: int = 0) -> tuple[Part, ...]:
    """Return the parts of the number against knockdown: half of the force that comes through a
    barrier. Depends on the house rule `barrier_rule`."""
    house = plan.game.house
    lost = 0 if house.barrier_rule == "add_to_armor" else barrier
    return (half_power(house, plan.force - lost),)


def elemental_armor(plan: CastPlan, target: Fighter) -> Part:
    """Return what the target's armor takes off the power of an elemental spell, as a negative part.
    Depends on the house rule `elemental_armor` where the spell has the usual one."""
    impact, kind = target.armor("impact"), plan.spell.armor
    if kind == "half_impact":
        kind = plan.game.house.elemental_armor
    worth = {"none": 0, "half_impact": impact // 2, "impact": impact}[kind]
    return Part("armor", -worth, "SRX-026")


def strike_elemental(
    plan: CastPlan, victim: Victim, successes: int, doc: Data
) -> Outcome:
    """Apply an elemental spell as a shot: barrier, Body and combat pool dice against the force less
    armor, perhaps a dodge, damage, knockdown. Depends on the house rules `area_dodge` and
    `spell_knockdown`."""
    game, target, code = plan.game, victim.target, spell_code(plan)
    knocks = game.house.spell_knockdown != "none"
    barrier = (
        rating_left(game.draft, victim.barrier)
        if isinstance(victim.barrier, str)
        else victim.barrier
    )
    blow = Blow(
        game,
        target,
        plan.caster,
        code,
        code,
        elemental_armor(plan, target),
        knockdown_parts(plan, barrier) if knocks else (),
        "SRX-026",
        barrier=barrier,
        pool=victim.resist_pool,
        dodge=dodge_parts(game, target, off=victim.off),
        mods=victim.defense_mods,
        block=victim.block,
        shot=True,
        offer=victim.resistance_offer,
        about=victim.roll_context(plan.caster),
    )
    adds = game.house.barrier_rule == "add_to_armor"
    if barrier and not adds and code.power <= barrier:
        doc |= {
            "net_hits": successes,
            "damage": damage_document(blow, None),
        }
        game.report.tell("barrier.stops", "note", rating=barrier)
        return "blocked"
    blow = halve_for_vehicle(blow)
    if is_stopped_by_vehicle(blow):
        return write_stopped(blow, successes, doc)
    resisted = roll_resistance(blow)
    net = successes - resisted.successes
    doc["net_hits"] = net
    can_dodge = not plan.spell.area or game.house.area_dodge
    if can_dodge and is_dodged(game, resisted, successes):
        return write_dodge(blow, doc, "SRX-026, SR-049")
    hit = take_hit(blow, ranged_step(blow, net), doc, "SRX-027, SR-050")
    if hit and not knocks and not target.sheet.vehicle and not target.awake:
        fall_prone(game, target, "SR-034")
    return "hit" if hit else "blocked"
