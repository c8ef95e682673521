"""What simulated magicians weigh: a spell in place of the weapon, its level and force against the
drain, and how the spell pool is shared between both."""

from collections.abc import Iterator

from gmtrack.core.draft import Draft
from gmtrack.core.intents import Attack, Options
from gmtrack.rulesets.kit.choices import extend_intent
from gmtrack.rulesets.port import Way
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import Scene
from gmtrack.rulesets.sr3.sheet.sheet import SORCERY
from gmtrack.rulesets.sr3.tables import LEVELS

FIRST_LEVEL = "level=m"
"""The damage level that a spell is weighed with before its other levels are."""
LEAST_FORCE = 3
"""The lowest force that simulated magicians consider."""


def is_spell(me: Fighter, name: str | None) -> bool:
    """Whether a word behind `--weapon` means one of the combatant's spells."""
    return name is not None and name in me.sheet.spells


def spells_to_cast(me: Fighter) -> Iterator[str]:
    """Yield the spells that a simulated magician throws at one foe: those that do damage at a
    distance. Areas are left out, as they catch friends; so are spells by touch."""
    if me.sheet.magic < 1 or me.trait(SORCERY) < 1:
        return
    for name, spell in me.sheet.spells.items():
        if spell.damages and not spell.area and spell.range == "sight":
            yield name


def spell_attack(me: Fighter, target: str, name: str) -> Attack:
    """Return the attack with a spell, at a moderate level where one is chosen."""
    chosen = me.sheet.spells[name].level == "chosen"
    words = (FIRST_LEVEL,) if chosen else ()
    options = Options(weapon=name, words=words)
    return Attack(me.id, (target,), options=options)


def spells_instead(draft: Draft, attack: Attack) -> Iterator[Way]:
    """Yield the spells in place of an attack with a weapon. In place of a shot, which leaves half
    of the phase, a spell costs another attack."""
    me = Scene(draft).fighter(attack.attacker)
    if is_spell(me, attack.options.weapon):
        return
    weapon = me.weapon(attack.options.weapon or me.in_hand)
    spent = {"attack": 1} if weapon.is_ranged else {}
    for name in spells_to_cast(me):
        yield Way(spell_attack(me, attack.targets[0], name), spent)


def other_levels(draft: Draft, attack: Attack) -> Iterator[Way]:
    """Yield a spell at the other damage levels; nothing for a weapon."""
    me, name = Scene(draft).fighter(attack.attacker), attack.options.weapon
    if name is None or not is_spell(me, name):
        return
    if me.sheet.spells[name].level == "chosen":
        for level in LEVELS:
            word = f"level={level.lower()}"
            if word not in attack.options.words:
                yield extend_intent(attack, word)


def other_forces(draft: Draft, attack: Attack) -> Iterator[Way]:
    """Yield a spell at lower forces, down to LEAST_FORCE; nothing for a weapon."""
    me, name = Scene(draft).fighter(attack.attacker), attack.options.weapon
    if name is None or not is_spell(me, name):
        return
    for force in range(me.sheet.spells[name].force - 1, LEAST_FORCE - 1, -1):
        yield extend_intent(attack, f"force={force}")


def spell_pool_shares(draft: Draft, attack: Attack) -> Iterator[Way]:
    """Yield a spell with the spell pool for the cast, for the drain, and half of it for each;
    nothing for a weapon."""
    me, name = Scene(draft).fighter(attack.attacker), attack.options.weapon
    left = me.spell_pool_left
    if not is_spell(me, name) or not left:
        return
    spent = {"pool": left}
    yield extend_intent(attack, "spell-pool=all", spent=spent)
    yield extend_intent(attack, "drain-pool=all", spent=spent)
    half = min(left // 2, me.trait(SORCERY))
    if half:
        words = (f"spell-pool={half}", "drain-pool=all")
        yield extend_intent(attack, *words, spent=spent)
