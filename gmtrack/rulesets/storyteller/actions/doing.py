"""What one action of the list is, one action being carried out, and the contests that it rolls."""

from typing import NamedTuple

from gmtrack.core.report import Part
from gmtrack.rulesets.kit import actions as kit
from gmtrack.rulesets.kit.own.in_force import About
from gmtrack.rulesets.storyteller.dice import (
    RollSpec,
    contest_rolls,
    pool_of,
    standing,
    wound_part,
)
from gmtrack.rulesets.storyteller.sheet.game import WORDS, Game
from gmtrack.rulesets.storyteller.sheet.state import Fighter
from gmtrack.rulesets.storyteller.wounds.damage import Hit, inflict

ActionContext = kit.ActionContext[Game, Fighter]
Action = kit.Action[ActionContext]


def typed_metres(args: tuple[str, ...]) -> str:
    """The number in `8`, `8m` and `distance=8`."""
    return "".join(args).lower().removeprefix("distance=").removesuffix("m")


def end_with_hit(
    do: ActionContext, victim: Fighter, hit: Hit, by: Fighter
) -> None:
    """The hit that this action ends with. It has been announced."""
    damage = inflict(do.game, victim, hit, by)
    do.body["damage"] = {**damage, "victim": victim.id, "by": by.id}


def tell_first(do: ActionContext, action: str) -> None:
    """The first line of the story."""
    what = list(do.args) or "something else"
    distance = do.told.value("distance") or typed_metres(do.args)
    do.tell(f"act.{action}", "head", what=what, distance=distance or "")


def target_of(do: ActionContext) -> Fighter:
    """The one combatant that was named. Raises Refusal (`target`, `option`)."""
    if len(do.args) != 1:
        do.game.deny("target", f"name {_one(do, 'target')}")
    return aimed_at(do)[0]


def aimed_at(do: ActionContext) -> list[Fighter]:
    """The combatants that were named: another one, alive. Raises Refusal (`target`)."""
    found = [do.game.find(word) for word in do.args]
    if not found:
        do.game.deny("target", "name a target, or several")
    for other in found:
        if other is do.who:
            do.game.refuse("target", f"{other.id} cannot target themselves")
        if other.dead:
            do.game.refuse("target", f"{other.id} is dead")
    do.targets = [other.id for other in found]
    return found


def _one(do: ActionContext, what: str) -> str:
    """What has to be named, and what was."""
    named = f", not {len(do.args)}" if do.args else ""
    return f"one {what}{named}"


def nobody(do: ActionContext, word: str = "") -> None:
    """This action takes no names; `word`: what `--with` says instead. Raises Refusal
    (`option`)."""
    if do.args:
        use = f"; use `--with {word}={do.args[0]}`" if word else ""
        do.game.deny(WORDS.value, f"unexpected `{do.args[0]}`{use}")


def one_word(do: ActionContext, what: str) -> str:
    if len(do.args) != 1:
        do.game.deny(WORDS.value, f"name {_one(do, what)}")
    return do.args[0]


def wounds_of(do: ActionContext, who: Fighter) -> list[Part]:
    """The wounds, unless `--without` switches them off."""
    return [] if do.without.has("wounds", who.id) else wound_part(who)


class Traits(NamedTuple):
    """What one side of a contest is rolled with, and the rules that say so."""

    attribute: str
    skill: str
    rules: str


def side(
    do: ActionContext,
    name: str,
    who: Fighter,
    traits: Traits,
    mods: tuple[str, ...],
    other: Fighter | None = None,
) -> RollSpec:
    """One roll of a contest against the other: two traits, the wounds, what the GM adds; no
    Defense."""
    about = About("melee", skill=traits.skill, against=other)
    own = pool_of(who, traits.attribute, traits.skill, rules=traits.rules)
    added = standing(do.game, who, name, do.game.mods(mods), about)
    return RollSpec(name, who, [*own, *wounds_of(do, who), *added])


def sides(
    do: ActionContext, name: str, other: Fighter, mine: Traits, theirs: Traits
) -> tuple[RollSpec, RollSpec]:
    """Both rolls of a contest that somebody resists."""
    game, resist = do.game, f"{name}_resist"
    game.expect(contest_rolls(game, (name, do.who), (resist, other)))
    options = game.options
    return (
        side(do, name, do.who, mine, options.mods, other),
        side(do, resist, other, theirs, options.defense_mods, do.who),
    )
