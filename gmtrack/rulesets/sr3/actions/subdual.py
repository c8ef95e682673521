"""Keeping a hold, and breaking one."""

from collections.abc import Mapping

from gmtrack.core.names import squash
from gmtrack.core.report import Part
from gmtrack.rulesets.kit.words import known
from gmtrack.rulesets.sr3.actions.doing import ActionContext
from gmtrack.rulesets.sr3.dice.rolls import Result, Test, mod_parts, roll
from gmtrack.rulesets.sr3.sheet.game import WORDS
from gmtrack.rulesets.sr3.sheet.live import Fighter
from gmtrack.rulesets.sr3.sheet.sheet import UNARMED_COMBAT
from gmtrack.rulesets.sr3.wounds.damage import mend, wound

TRAITS: Mapping[str, str] = {
    "unarmed-combat": UNARMED_COMBAT,
    "strength": "strength",
    "quickness": "quickness",
}
"""The three that a hold is kept or broken with, by the words of `trait=`."""
CONTEST_WORDS = {"trait": f"{', '.join(TRAITS)} (default: the highest)"}
BREAKING = 2
"""What it adds to the target number."""


def keep(do: ActionContext) -> None:
    """A box more for each success. Raises Refusal (`subdual`)."""
    game, who, target = do.game, do.who, do.other()
    if not target.subdual_boxes or target.subdual_by != who.id:
        game.refuse(
            "subdual",
            f"{who.id} does not hold {target.id} (`attack {who.id} {target.id} --with subdue`)",
        )
    gained = contest(do, "subdual_keep", target, "SR-042").successes
    if not wound(game, target, gained, "subdual", "SR-042", who) and gained:
        game.report.tell("hold.full", "note", who=target.name)


def break_free(do: ActionContext) -> None:
    """A box less for each success. Raises Refusal (`subdual`)."""
    do.nobody()
    game, who = do.game, do.who
    by = who.subdual_by
    if not who.subdual_boxes or by not in game.draft.encounter.combatants:
        game.deny("subdual", f"nobody holds {who.id}")
    harder = Part("break", BREAKING, "SR-043")
    lost = contest(do, "subdual_break", game.fighter(by), "SR-043", harder).successes
    mend(game, who, lost, "subdual", "SR-043")


def contest(do: ActionContext, name: str, other: Fighter, rules: str, *parts: Part) -> Result:
    """Any of the three in dice, by these rows against the lowest of the other's, no wounds. Raises
    Refusal (`option`)."""
    game, who = do.game, do.who
    trait = trait_chosen(do)
    rule = game.house.subdual_tn == "same_trait"
    against = trait if rule else min(TRAITS.values(), key=other.trait)
    dice = Part(label(trait), who.trait(trait), rules)
    tn = (Part(squash(against), other.trait(against), rules), *parts)
    test = Test(name, who, (dice,), (*tn, *mod_parts(game, game.options.mods, who, other)))
    game.expect([test.key] if test.pool else [])
    return roll(game, test)


def trait_chosen(do: ActionContext) -> str:
    """As told, else the highest. Raises Refusal (`option`)."""
    if do.told.has("trait"):
        return TRAITS[known(do.told.value("trait") or "", TRAITS, "trait", WORDS.value)]
    return max(TRAITS.values(), key=do.who.trait)


def label(trait: str) -> str:
    return "skill" if trait == UNARMED_COMBAT else trait
