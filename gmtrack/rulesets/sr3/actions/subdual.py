"""Keeping a hold, and breaking one (SR-042, SR-043, SR-R17)."""

from collections.abc import Mapping

from gmtrack.core.names import squash
from gmtrack.core.report import Part
from gmtrack.rulesets.kit.words import known
from gmtrack.rulesets.sr3.actions.doing import Doing
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
"""The three of SR-042, by the words of `trait=`."""
CONTEST_WORDS = {"trait": f"{', '.join(TRAITS)} (default: the highest)"}
BREAKING = 2
"""SR-043"""


def keep(do: Doing) -> None:
    """SR-042. Raises Refusal (`subdual`)."""
    game, who, target = do.game, do.who, do.other()
    if not target.subdual_boxes or target.subdual_by != who.id:
        game.refuse(
            "subdual",
            f"{who.id} does not hold {target.id} (`attack {who.id} {target.id} --with subdue`)",
        )
    gained = contest(do, "subdual_keep", target).successes
    if not wound(game, target, gained, "subdual", who) and gained:
        game.report.tell("hold.full", "note", who=target.name)


def break_free(do: Doing) -> None:
    """SR-043. Raises Refusal (`subdual`)."""
    do.nobody()
    game, who = do.game, do.who
    by = who.subdual_by
    if not who.subdual_boxes or by not in game.draft.encounter.combatants:
        game.deny("subdual", f"nobody holds {who.id}")
    lost = contest(do, "subdual_break", game.fighter(by), Part("break", BREAKING)).successes
    mend(game, who, lost, "subdual")


def contest(do: Doing, name: str, other: Fighter, *parts: Part) -> Result:
    """Any of the three in dice, against the lowest of the other's, no wounds. Raises Refusal
    (`option`)."""
    game, who = do.game, do.who
    trait = trait_chosen(do)
    rule = game.house.subdual_tn == "same_trait"
    against = trait if rule else min(TRAITS.values(), key=other.trait)
    dice = Part(label(trait), who.trait(trait))
    tn = (Part(squash(against), other.trait(against)), *parts)
    test = Test(name, who, (dice,), (*tn, *mod_parts(game, game.options.mods, who, other)))
    game.expect([test.key] if test.pool else [])
    return roll(game, test)


def trait_chosen(do: Doing) -> str:
    """As told, else the highest. Raises Refusal (`option`)."""
    if do.told.has("trait"):
        return TRAITS[known(do.told.value("trait") or "", TRAITS, "trait", WORDS.value)]
    return max(TRAITS.values(), key=do.who.trait)


def label(trait: str) -> str:
    return "skill" if trait == UNARMED_COMBAT else trait
