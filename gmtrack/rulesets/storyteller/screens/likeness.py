"""What decides the odds of a simulated attack, so that attacks of different people, and of the same
one aiming, hidden or hurt, share odds that have been worked out; and what its damage is worth."""

from collections.abc import Hashable

from gmtrack.core.draft import Draft
from gmtrack.core.intents import Attack
from gmtrack.core.report import total
from gmtrack.dice.sources import RandomDice
from gmtrack.errors import Refusal
from gmtrack.rulesets.storyteller.attack.check import RULES
from gmtrack.rulesets.storyteller.attack.defense import (
    pay_for_defense,
    subtract_defense,
)
from gmtrack.rulesets.storyteller.attack.modifiers import attack_pool
from gmtrack.rulesets.storyteller.attack.plan import (
    Strike,
    find_full_cover,
    find_human_shield,
)
from gmtrack.rulesets.storyteller.attack.read import read_plan
from gmtrack.rulesets.storyteller.sheet.game import Game, Scene
from gmtrack.rulesets.storyteller.tables import CALLED
from gmtrack.rulesets.storyteller.wounds.damage import (
    BARE,
    soak_damage,
    worn_armor,
)

DICE_ALONE = ("burst", "willpower", "all-out")
"""The words of an attack that change nothing but its pool, as far as odds are concerned."""


def find_odds_key(draft: Draft, attack: Attack) -> Hashable:
    """Return what decides the odds of an attack on one, besides the target's sheet: the pool, a
    chance die for none, and what the damage meets. None if more than that may decide: effects of
    the GM's own, an answer that is rolled, a makeshift weapon, other words than `DICE_ALONE`; or
    if the attack is refused. The draft is changed."""
    words = (word.partition("=")[0] for word in attack.options.words)
    if draft.encounter.has_effects or not set(words) <= {*DICE_ALONE}:
        return None
    game = Game(draft, attack, RandomDice(0), "attack")
    try:
        plan = read_plan(game, attack)
        for rule in RULES:
            rule(plan)
        strike = plan.first_strike
        answer = pay_for_defense(strike)
    except Refusal:
        return None
    is_other = (
        answer.roll
        or strike.weapon.improvised
        or strike.target is not strike.aimed_at
        or strike.attacker.suppression()
        or strike.target.suppression()
        or find_human_shield(strike)
    )
    if is_other:
        return None
    pool = total(
        tuple(attack_pool(strike, subtract_defense(strike, answer, {})))
    )
    return (max(0, pool), *damage_key(strike), *body_key(strike))


def damage_key(s: Strike) -> tuple[Hashable, ...]:
    """Return what decides the damage of successes, and what that has to pass."""
    weapon, piece = s.weapon, find_full_cover(s) if s.ranged else None
    return (
        weapon.damage,
        weapon.damage_type,
        weapon.armor_piercing,
        s.firearm,
        s.off("armor"),
        piece and piece[0],
    )


def body_key(s: Strike) -> tuple[Hashable, ...]:
    """Return what of the target's live state decides what damage does to it: the health track, and
    the called place with its tag, if that is there already."""
    track, called = s.target.track, s.called
    has_tag = bool(called and called.tag and s.target.has_tag(called.tag))
    return (*track, called and called.place, has_tag)


BRUISE = 0.85
"""The worth of a bashing box against a lethal one. Both hinder alike, but a row full of bashing
leaves somebody up for a turn or more (ST-169), and a lethal one does not (ST-170)."""


def boxes_of_damage(
    draft: Draft, attack: Attack, amount: int, left: int
) -> float:
    """Return the boxes that so much damage of an attack on one is worth, if the target has so many
    left: a bashing one counts `BRUISE`, unless the damage fills the row."""
    if amount >= left:
        return float(left)
    return amount - (1 - BRUISE) * count_bashing(draft, attack, amount)


def count_bashing(draft: Draft, attack: Attack, amount: int) -> int:
    """Return how many of so many points, which an attack marks on its target, are bashing."""
    scene = Scene(draft)
    me, target = map(scene.fighter, (attack.attacker, attack.targets[0]))
    weapon = me.weapon(attack.options.weapon or me.hands[0])
    place = next(
        (name for name in CALLED if name == attack.options.called), None
    )
    armor = worn_armor(target, place and CALLED[place].place)
    if "armor" in attack.options.without:
        armor = BARE
    for points in range(amount, amount + armor.general + 1):
        soaked = soak_damage(
            points,
            weapon.damage_type,
            armor,
            firearm=weapon.kind == "firearm",
            ap=weapon.armor_piercing,
        )
        if soaked.total == amount:
            return soaked.points.get("bashing", 0)
    return 0
