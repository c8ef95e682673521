"""The drain of a spell: its code, the test against it, and what it does to the caster."""

from typing import NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.core.report import Part, total
from gmtrack.dice.port import lesser
from gmtrack.rulesets.kit.own.in_force import RollContext
from gmtrack.rulesets.sr3.dice import (
    Test,
    added_parts,
    roll,
    trait_parts,
    with_minimum,
)
from gmtrack.rulesets.sr3.magic.plan import CastPlan
from gmtrack.rulesets.sr3.magic.pools import (
    focus_part,
    spell_pool_part,
    spend_focus,
    spend_spell_pool,
)
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.sheet import SORCERY
from gmtrack.rulesets.sr3.sheet.spell import DrainCode
from gmtrack.rulesets.sr3.sheet.wound_modifiers import (
    boxes_of,
    level_at,
    step_of,
    steps_for,
)
from gmtrack.rulesets.sr3.tables import (
    LEVELS,
    OF_LEVEL,
    SUSTAINING,
    Kind,
    Level,
)
from gmtrack.rulesets.sr3.wounds.damage import wound
from gmtrack.rulesets.sr3.wounds.hits import fall_prone
from gmtrack.rulesets.sr3.wounds.keeping import keep_spells

BEYOND_DEADLY = 2
"""The power that each level above D adds instead (SRX-034)."""
BOTCHED = 2
"""The power that a Sorcery Test of nothing but ones adds (SRX-012)."""
HIGHEST = len(LEVELS)


def wound_level(target: Fighter) -> Level:
    """Return the level of somebody's physical wound, by its boxes: L to 2, M to 5, S to 9, D at 10;
    L without any."""
    for level in reversed(LEVELS):
        if target.physical >= OF_LEVEL[level]:
            return level
    return LEVELS[0]


class DrainTerms(NamedTuple):
    """What the drain of a spell follows from: the drain code, force and level as cast, the level of
    the target's wound, and how many spells the caster sustains without a focus."""

    code: DrainCode
    force: int
    level: Level | None
    wound: Level
    burden: int


def drain_terms(plan: CastPlan) -> DrainTerms:
    """Return what the drain of a planned spell follows from."""
    code, level = plan.spell.drain_code, plan.level
    return DrainTerms(code, plan.force, level, plan.wound, plan.burden)


def drain_step(terms: DrainTerms) -> int:
    """Return the level of the drain as a number, before it is kept between L and D: below 1 or
    above 4 it is beyond these."""
    code = terms.code
    level: Level
    if code.source == "level":
        level = terms.level or "L"
    elif code.source == "wound":
        level = terms.wound
    else:
        level = code.source
    return step_of(level) + code.steps


def drain_parts(terms: DrainTerms, *, botch: bool) -> tuple[Part, ...]:
    """Return the parts of the drain's power: half of the force, what the code adds, and what levels
    above D, spells sustained before and a botched Sorcery Test (`botch`) add."""
    beyond = max(0, drain_step(terms) - HIGHEST)
    parts = (
        Part("half force", terms.force // 2, "SRX-033"),
        Part("drain code", terms.code.power, "SRX-033"),
        Part("above deadly", BEYOND_DEADLY * beyond, "SRX-034"),
        Part("sustaining", SUSTAINING * terms.burden, "SRX-039"),
        Part("botch", BOTCHED * botch, "SRX-012"),
    )
    return tuple(part for part in parts if part.value)


def drain_level(terms: DrainTerms) -> Level:
    """Return the level of the drain, L at least and D at most."""
    found = level_at(max(1, drain_step(terms)))
    assert found is not None
    return found


def drain_kind(caster: Fighter, force: int) -> Kind:
    """Return what the drain damages: stun, or physical boxes above the caster's magic."""
    return "physical" if force > caster.sheet.magic else "stun"


def drain_code_text(tn: tuple[Part, ...], terms: DrainTerms) -> str:
    """Return the drain as a code such as 3S: the target number whose parts are `tn`, and the
    level."""
    return f"{total(with_minimum(tn))}{drain_level(terms)}"


def drain_test(plan: CastPlan, *, botch: bool) -> Test:
    """Return the caster's test against the drain, not yet rolled."""
    caster, dice = plan.caster, plan.dice
    parts = (
        *trait_parts(caster, "willpower", "SRX-035"),
        spell_pool_part(dice.drain_pool),
        focus_part(dice.drain_focus),
    )
    about = RollContext(weapon=plan.spell_id, skill=SORCERY)
    added = added_parts(plan.game, caster, "drain", (), about)
    tn = (*drain_parts(drain_terms(plan), botch=botch), *added)
    offer = plan.pool_offer("drain-pool", caster.spell_pool_left)
    rules = "SRX-035"
    return Test("drain", caster, parts, tn, offer=offer, rules=rules, own=True)


def resist_drain(plan: CastPlan, *, botch: bool) -> Data:
    """Roll the drain of a spell, apply what is left of it to the caster and return its document:
    `code`, `level` (None: nothing), `dealt`, `type` and `applied`. A caster whom it puts out falls
    prone."""
    game, caster = plan.game, plan.caster
    test, terms = drain_test(plan, botch=botch), drain_terms(plan)
    kind = drain_kind(caster, plan.force)
    code = drain_code_text(test.tn, terms)
    spend_spell_pool(caster, plan.dice.drain_pool)
    spend_focus(caster, plan.spell_id, plan.dice.drain_focus)
    successes = roll(game, test).successes
    left = level_at(step_of(drain_level(terms)) - lesser_steps(successes))
    doc: Data = {
        "code": code,
        "level": left,
        "dealt": boxes_of(left),
        "type": kind,
        "applied": [],
    }
    rules = "SRX-035, SRX-036"
    with game.draft.by(rules):
        told = "drain.none" if left is None else "drain"
        game.report.tell(
            told, "note", who=caster.name, code=code, level=left, type=kind
        )
    if left is not None:
        dealt = {"dealt": boxes_of(left), "type": kind}
        game.report_tick(caster, "drain", dealt)
        doc["applied"] = wound(game, caster, boxes_of(left), kind, rules)
        keep_spells(game, caster, plan.kept)
        if not caster.awake:
            fall_prone(game, caster, "SR-034")
        elif kind == "physical" and left == "D":
            game.note(caster, "magic-loss")
    return doc


def lesser_steps(successes: int) -> int:
    """Return the levels that so many successes take off, no more than there are."""
    return lesser(steps_for(successes), HIGHEST)
