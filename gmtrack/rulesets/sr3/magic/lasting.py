"""Effects of spells without damage: healing, keeping the dying alive, and effects that last as long
as somebody sustains the spell."""

from collections.abc import Mapping

from gmtrack.core.encounter import Data
from gmtrack.rulesets.kit.house import ceil_div
from gmtrack.rulesets.sr3.magic.drain import drain_level, drain_terms
from gmtrack.rulesets.sr3.magic.plan import CastPlan
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.spell import Spell
from gmtrack.rulesets.sr3.tables import Level
from gmtrack.rulesets.sr3.wounds.damage import mend
from gmtrack.rulesets.sr3.wounds.dying import stabilise
from gmtrack.rulesets.sr3.wounds.sustained import begin_sustaining

TURNS: Mapping[Level, int] = {"L": 5, "M": 10, "S": 15, "D": 20}
"""The combat turns that a permanent spell is sustained, by the level of its drain (SRX-042)."""
QUICK = "treat"
"""The id of the spell of healing that takes half the time."""


def is_healing(spell: Spell) -> bool:
    """Whether the spell closes wounds: one of health, against essence, for good (SRX-043)."""
    return spell.category == "health" and spell.target == "essence"


def is_rescue(spell: Spell) -> bool:
    """Whether the spell keeps the dying alive: one of health, against minutes (SRX-044)."""
    return spell.category == "health" and spell.target == "minutes"


def turns_to_sustain(plan: CastPlan, aside: int) -> int:
    """Return the combat turns until a spell is permanent, with so many successes set `aside` for
    it; 0 for a spell that never is."""
    if plan.spell.duration != "permanent":
        return 0
    turns = TURNS[drain_level(drain_terms(plan))]
    if plan.spell_id == QUICK:
        turns = ceil_div(turns, 2)
    return ceil_div(turns, max(1, aside))


def work_spell(plan: CastPlan, target: Fighter, net: int, doc: Data) -> None:
    """Apply a spell without damage: boxes emptied, a dying one stable, an effect that lasts. Writes
    `healed` and `turns` into `doc` where there are any."""
    game, spell = plan.game, plan.spell
    aside = min(plan.hasten, net - 1) if plan.hasten else 0
    made = net - aside
    turns = turns_to_sustain(plan, aside)
    if is_healing(spell):
        with game.draft.by("SRX-043"):
            target.magic_healed = True
        made = mend(game, target, min(made, plan.force), "physical", "SRX-043")
        doc["healed"] = made
        game.report.tell("spell.heals", "good", who=target.name, boxes=made)
    elif is_rescue(spell):
        rescue(plan, target)
        made = 0
    else:
        game.report.tell("cast.works", "note", who=target.name, net=net)
    if turns:
        doc["turns"] = turns
    if spell.duration != "instant":
        caster, name = plan.caster, plan.spell_id
        begin_sustaining(game, caster, name, plan.force, target, made, turns)


def rescue(plan: CastPlan, target: Fighter) -> None:
    """Make a dying target stable, if the force is at least the overflow (SRX-044)."""
    game = plan.game
    if plan.force < target.overflow:
        game.report.tell(
            "rescue.weak",
            "bad",
            who=target.name,
            force=plan.force,
            overflow=target.overflow,
        )
        return
    with game.draft.by("SRX-044"):
        stabilise(game, target)
