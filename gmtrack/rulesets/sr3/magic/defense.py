"""Spell defense: dice that a magician sets aside, and their use against a spell."""

from typing import Any

from gmtrack.core.encounter import Data
from gmtrack.core.report import Part
from gmtrack.dice.port import greater
from gmtrack.rulesets.kit.own.in_force import RollContext
from gmtrack.rulesets.sr3.dice import Test, added_parts, roll
from gmtrack.rulesets.sr3.magic.plan import CastPlan, Defender
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import Game

SPELL_DEFENSE = "spell_defense"
"""The name of the roll."""
REACH = 100
"""The metres, for each point of magic, within which somebody can be protected (SRX-045)."""


def defend(plan: CastPlan, hits: tuple[int, ...]) -> tuple[int, ...]:
    """Roll all dice of spell defense that are used, and return what they leave of the successes
    against each target: none below 0. By the house rule `spell_defense_scope` they help either
    against the whole spell or those who are protected alone."""
    left = list(hits)
    for defender in plan.defenders:
        made = roll_defense(plan, defender)
        covered = defender.who.protected_ids
        whole = plan.game.house.spell_defense_scope == "spell"
        for number, victim in enumerate(plan.victims):
            if whole or victim.target.id in covered:
                left[number] = greater(left[number] - made, 0)
    return tuple(left)


def roll_defense(plan: CastPlan, defender: Defender) -> int:
    """Spend a magician's dice of spell defense and roll them against the force; return their
    successes."""
    game, (who, dice) = plan.game, defender
    use_dice(who, dice)
    about = RollContext(against=plan.caster)
    added = added_parts(game, who, SPELL_DEFENSE, (), about)
    tn = (Part("force", plan.force, "SRX-047"), *added)
    parts = (Part("spell defense", dice, "SRX-045"),)
    test = Test(SPELL_DEFENSE, who, parts, tn, rules="SRX-047")
    made = roll(game, test).successes
    game.report.tell("defended", "note", who=who.name, made=made)
    return made


def use_dice(who: Fighter, dice: int) -> None:
    """Note dice of spell defense as used; they are gone for the rest of the combat turn."""
    aside: Any = who.spell_defense
    if aside and dice:
        with who.draft.by("SRX-049"):
            used = aside.get("used", 0) + dice
            who.spell_defense = {**aside, "used": used}


def set_aside(
    game: Game, who: Fighter, sorcery: int, pool: int, whom: list[Fighter]
) -> None:
    """Set dice aside for spell defense of these people, in place of any earlier ones."""
    aside: Data = {
        "sorcery": sorcery,
        "pool": pool,
        "used": 0,
        "protects": [one.id for one in whom],
    }
    with game.draft.by("SRX-045"):
        who.spell_defense = aside
        who.spell_pool_left = max(0, who.spell_pool_left - pool)


def end_defense(game: Game, who: Fighter) -> None:
    """End a magician's spell defense. Dice that are not used are at hand again; those that are used
    stay away until the combat turn is over. Does nothing without spell defense."""
    aside: Any = who.spell_defense
    if not aside:
        return
    used, sorcery = aside.get("used", 0), aside["sorcery"]
    gone = min(used, sorcery)
    back = aside.get("pool", 0) - (used - gone)
    with game.draft.by("SRX-045, SRX-049"):
        left: Data = {"sorcery": gone, "pool": 0, "used": gone, "protects": []}
        who.spell_defense = left if gone else None
        who.spell_pool_left = min(who.spell_pool, who.spell_pool_left + back)
