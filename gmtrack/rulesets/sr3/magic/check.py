"""The rules that a spell has to keep, in one list. `--force` overrules them."""

from collections.abc import Callable

from gmtrack.rulesets.sr3.dice import check_pool_left
from gmtrack.rulesets.sr3.magic.lasting import is_healing
from gmtrack.rulesets.sr3.magic.plan import CastPlan
from gmtrack.rulesets.sr3.magic.pools import (
    check_focus_left,
    check_spell_pool_left,
)
from gmtrack.rulesets.sr3.sheet.sheet import SORCERY
from gmtrack.rulesets.sr3.turn.legality import (
    check_able,
    must_warn,
    objections_to_cost,
)

HEALED = "healed"
"""The kind of the refusal of a second healing of the same wounds."""
SPELL = "spell"
"""The kind of the refusals that are about magic itself."""


def check_caster_able(plan: CastPlan) -> None:
    """Refuse (`status`) a caster who cannot act."""
    check_able(plan.game, plan.caster)


def check_awakened(plan: CastPlan) -> None:
    """Refuse (`spell`) a caster without magic or Sorcery (SRX-001)."""
    who = plan.caster
    if who.sheet.magic < 1 or who.trait(SORCERY) < 1:
        lacks = "magic" if who.sheet.magic < 1 else "Sorcery"
        field = "magic=N" if who.sheet.magic < 1 else f"skills.{SORCERY}=N"
        message = f"{who.name} has no {lacks} and cannot cast"
        plan.game.refuse(SPELL, f"{message}: `set {who.id} {field}`")


def check_sustaining(plan: CastPlan) -> None:
    """Refuse (`spell`) one more spell that lasts to somebody who sustains as many as their Sorcery
    (SRX-038)."""
    who, most = plan.caster, plan.caster.trait(SORCERY)
    if plan.spell.duration != "instant" and len(who.sustained) >= most > 0:
        line = f"`act {who.id} drop-spell SPELL`"
        message = f"{who.name} sustains {most} spells, as many as Sorcery"
        plan.game.refuse(SPELL, f"{message}: {line}")


def check_healing(plan: CastPlan) -> None:
    """Refuse (`healed`) a spell of healing where there is nothing to heal, and a second one for the
    same wounds (SRX-043)."""
    target = plan.victims[0].target
    if not is_healing(plan.spell):
        return
    if not target.physical:
        plan.game.refuse(HEALED, f"{target.name} has no physical boxes filled")
    elif target.magic_healed:
        message = f"a spell has healed these wounds of {target.name} already"
        plan.game.refuse(HEALED, message)


def check_force(plan: CastPlan) -> None:
    """Refuse (`spell`) a force above that at which the spell was learned (SRX-003)."""
    most = plan.spell.force
    if plan.force > most:
        message = f"{plan.caster.name} knows {plan.spell_id} at force {most}"
        plan.game.refuse(SPELL, f"{message} at most: --with force={most}")


def check_sorcery_dice(plan: CastPlan) -> None:
    """Refuse (`pool`) more Sorcery dice than are at hand, and a cast without any (SRX-005)."""
    game, dice, who = plan.game, plan.dice, plan.caster
    whole = dice.sorcery + dice.held
    if whole > dice.ready:
        message = f"{who.name} has {dice.ready} Sorcery dice at hand"
        game.refuse("pool", f"{message}, not {whole}")
    elif dice.sorcery < 1 and who.trait(SORCERY):
        game.refuse("pool", f"{who.name} has no Sorcery dice left this phase")


def check_pool_limit(plan: CastPlan) -> None:
    """Refuse (`pool`) more spell pool dice than Sorcery dice in the Sorcery Test, and by house rule
    against the drain (SRX-005, SRX-R01)."""
    game, dice = plan.game, plan.dice
    if dice.pool > dice.sorcery:
        message = f"spell-pool={dice.pool}: at most as many as Sorcery dice"
        game.refuse("pool", f"{message}, {dice.sorcery}")
    limited = game.house.drain_pool_limit == "skill"
    skill = plan.caster.trait(SORCERY)
    if limited and dice.drain_pool > skill:
        message = f"drain-pool={dice.drain_pool}: at most the Sorcery skill"
        game.refuse("pool", f"{message}, {skill}")


def check_pools(plan: CastPlan) -> None:
    """Refuse (`pool`) dice that caster or targets do not have left."""
    game, dice = plan.game, plan.dice
    check_spell_pool_left(game, plan.caster, dice.pool + dice.drain_pool)
    foci = dice.focus + dice.drain_focus
    check_focus_left(game, plan.caster, plan.spell_id, foci)
    for victim in plan.victims:
        if victim.resist_pool:
            check_pool_left(game, victim.target, victim.resist_pool)


def check_spell_defense(plan: CastPlan) -> None:
    """Refuse (`pool`) dice of spell defense that nobody has set aside, or not for a target of the
    spell (SRX-047)."""
    targets = [victim.target.id for victim in plan.victims]
    for who, dice in plan.defenders:
        if dice > who.defense_dice_left:
            left = f"{who.name} has {who.defense_dice_left} dice set aside"
            line = f"`act {who.id} spell-defense TARGET`"
            plan.game.refuse("pool", f"{left}, not {dice} ({line})")
        elif not set(who.protected_ids) & set(targets):
            message = f"{who.name} protects none of the targets"
            plan.game.refuse("pool", message)


def check_cost(plan: CastPlan) -> None:
    """Object to a spell out of turn (`turn`) or with too few actions left (`action`) (SRX-002)."""
    game = plan.game
    for objection in objections_to_cost(game, plan.caster, plan.cost):
        if must_warn(game, objection):
            plan.warnings.append(objection)


def check_targets_alive(plan: CastPlan) -> None:
    """Refuse (`status`) a spell at the dead (SR-R43)."""
    named = [victim.target for victim in plan.victims if victim.named]
    plan.game.refuse_dead("status", [who for who in named if who.dead])


RULES: tuple[Callable[[CastPlan], None], ...] = (
    check_caster_able,
    check_awakened,
    check_sustaining,
    check_healing,
    check_force,
    check_cost,
    check_sorcery_dice,
    check_pool_limit,
    check_pools,
    check_spell_defense,
    check_targets_alive,
)
"""The checks of a spell, in order."""
