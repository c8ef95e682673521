"""The best way to cast a spell at somebody, or at everybody in an area: level, force, and how the
spell pool is shared, by the harm and the drain that are to be expected. It is an estimate, for
simulated players."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gmtrack.core.report import total
from gmtrack.rulesets.sr3.attack.target_number import (
    sight_between,
    visibility_modifier,
)
from gmtrack.rulesets.sr3.magic.drain import BEYOND_DEADLY, HIGHEST
from gmtrack.rulesets.sr3.magic.pools import focus_left, spell_dice_parts
from gmtrack.rulesets.sr3.magic.target_number import base_parts
from gmtrack.rulesets.sr3.screens.expected_harm import (
    chances_of_successes,
    expected_boxes,
    strength_against,
)
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import Scene
from gmtrack.rulesets.sr3.sheet.sheet import SORCERY
from gmtrack.rulesets.sr3.sheet.spell import ATTRIBUTE_TARGETS, Spell
from gmtrack.rulesets.sr3.sheet.wound_modifiers import step_of
from gmtrack.rulesets.sr3.tables import (
    BOXES,
    LEVELS,
    PARTIAL_COVER,
    SUSTAINING,
    Level,
)

LEAST_FORCE = 3
"""The lowest force that simulated magicians consider. Nor do they cast above their magic, where
drain is physical."""


NO_LEVEL = ("chosen", "none")
"""The levels of spells that are no damage level."""


class Struck(NamedTuple):
    """Somebody whom a spell strikes, and what a box of theirs counts: 1 of a foe, less than 0 of a
    friend."""

    who: Fighter
    weight: float = 1.0


class Casting(NamedTuple):
    """A way to cast a spell. `level` is None where none is chosen; `pool` and `drain_pool` are the
    spell pool dice for the cast and for the drain."""

    level: Level | None
    force: int
    pool: int
    drain_pool: int
    focus: int = 0

    @property
    def option_words(self) -> tuple[str, ...]:
        """The words of `--with` that cast the spell so."""
        words = [f"level={self.level.lower()}"] if self.level else []
        words.append(f"force={self.force}")
        if self.pool:
            words.append(f"spell-pool={self.pool}")
        if self.drain_pool:
            words.append(f"drain-pool={self.drain_pool}")
        if self.focus:
            words.append(f"focus={self.focus}")
        return tuple(words)


def best_casting(
    scene: Scene, me: Fighter, name: str, struck: Sequence[Struck]
) -> tuple[float, Casting]:
    """Return what a spell is worth at those whom it strikes, cast in the best way, and this way:
    the boxes that it is expected to cost them, less the drain. Touch, dodging and spell defense are
    left out."""
    spell = me.sheet.spells[name]
    numbers = [number_of_cast(scene, me, spell, one.who) for one in struck]
    extra = total(tuple(spell_dice_parts(me, name))) + focus_left(me, name)
    best, most = None, float("-inf")
    for casting in list_castings(me, name):
        dice = me.trait(SORCERY) + casting.pool + extra
        worth = -expected_drain(me, spell, casting)
        for one, number in zip(struck, numbers, strict=True):
            made = chances_of_successes(dice, number)
            worth += one.weight * harm_of_spell(spell, casting, made, one.who)
        if worth > most:
            best, most = casting, worth
    assert best is not None
    return most, best


def list_castings(me: Fighter, name: str) -> Iterator[Casting]:
    """Yield the ways to cast a spell that are weighed: each level and force, with the whole spell
    pool for the cast, half of it, or none, and the rest for the drain."""
    spell, left = me.sheet.spells[name], me.spell_pool_left
    most = max(1, min(spell.force, me.sheet.magic))
    forces = range(min(LEAST_FORCE, most), most + 1)
    levels: tuple[Level | None, ...] = (None,)
    if spell.level == "chosen":
        levels = LEVELS
    shares = {min(share, me.trait(SORCERY)) for share in (left, left // 2, 0)}
    for level in levels:
        for force in forces:
            for pool in sorted(shares):
                yield Casting(
                    level, force, pool, left - pool, focus_left(me, name)
                )


def step_of_casting(spell: Spell, casting: Casting) -> int:
    """Return the damage level of a casting as a number."""
    if casting.level is not None:
        return step_of(casting.level)
    return 1 if spell.level in NO_LEVEL else LEVELS.index(spell.level) + 1


def number_of_cast(
    scene: Scene, me: Fighter, spell: Spell, target: Fighter
) -> int:
    """Return the target number of the Sorcery Test at somebody (SRX-007, SRX-008)."""
    base = total(base_parts(spell, target))
    burden = me.wound_modifier + SUSTAINING * me.sustaining
    if spell.range == "touch":
        return base + burden
    seen = visibility_modifier(me, sight_between(scene, {}))
    is_area = spell.area and spell.is_elemental
    covered = target.partial_cover and not is_area
    return base + burden + seen + me.dazzled + PARTIAL_COVER * covered


def harm_of_spell(
    spell: Spell, casting: Casting, made: tuple[float, ...], who: Fighter
) -> float:
    """Return the boxes that a spell is expected to cost somebody, with `OUT` for the chance to put
    them out. `made` are the chances of each number of successes of the Sorcery Test."""
    is_thing = who.sheet.vehicle
    if is_thing and spell.kind == "mana" and not spell.is_elemental:
        return 0.0
    is_stun = spell.damage_type == "stun"
    left = BOXES - (who.stun if is_stun else who.physical)
    step, force = step_of_casting(spell, casting), casting.force
    if spell.is_elemental:
        impact = who.armor("impact")
        worn = {"none": 0, "half_impact": impact // 2, "impact": impact}
        power, step = strength_against(who, force, step, worn[spell.armor])
        if power is None:
            return 0.0
        resisted = chances_of_successes(who.sheet.body, power)
        return expected_boxes(made, resisted, step, left, needs_success=True)
    if is_thing and force < total(base_parts(spell, who)) // 2:
        return 0.0
    attribute = "willpower" if spell.kind == "mana" else "body"
    if spell.target in ATTRIBUTE_TARGETS:
        attribute = str(spell.target)
    resists = spell.resisted and not is_thing
    dice = who.trait(attribute) if resists else 0
    resisted = chances_of_successes(dice, force)
    return expected_boxes(made, resisted, step, left, rises_only=True)


def expected_drain(me: Fighter, spell: Spell, casting: Casting) -> float:
    """Return the boxes that the drain is expected to cost the caster, with `OUT` for the chance to
    put them out (SRX-033 to SRX-036)."""
    code = spell.drain_code
    step = step_of_casting(spell, casting)
    if code.source in LEVELS:
        step = LEVELS.index(code.source) + 1
    step += code.steps
    beyond = max(0, step - HIGHEST)
    burden = SUSTAINING * me.sustaining
    power = casting.force // 2 + code.power + BEYOND_DEADLY * beyond + burden
    dice = me.trait("willpower") + casting.drain_pool
    resisted = chances_of_successes(dice, power)
    is_physical = casting.force > me.sheet.magic
    left = BOXES - (me.physical if is_physical else me.stun)
    return expected_boxes((1.0,), resisted, max(1, min(step, HIGHEST)), left)
