"""Tools of every action: its arguments, and the contests that it rolls."""

from collections.abc import Iterable
from typing import NamedTuple

from gmtrack.core.names import listed
from gmtrack.core.report import Part
from gmtrack.rulesets.kit import actions as kit
from gmtrack.rulesets.kit.own.in_force import RollContext
from gmtrack.rulesets.storyteller.dice import (
    RollSpec,
    added_parts,
    contest_keys,
    pool_of,
    wound_part,
)
from gmtrack.rulesets.storyteller.sheet.game import WORDS, Game
from gmtrack.rulesets.storyteller.sheet.state import Fighter
from gmtrack.rulesets.storyteller.wounds.damage import Hit, inflict_hit

ActionContext = kit.ActionContext[Game, Fighter]
Action = kit.Action[ActionContext]


def strip_metres(args: tuple[str, ...]) -> str:
    """Return the number typed as `8`, `8m` or `distance=8`, as text."""
    return "".join(args).lower().removeprefix("distance=").removesuffix("m")


def end_with_hit(
    do: ActionContext, victim: Fighter, hit: Hit, by: Fighter
) -> None:
    """Apply the hit that an action ends with, already announced, and write it into the document."""
    damage = inflict_hit(do.game, victim, hit, by)
    do.body["damage"] = {**damage, "victim": victim.id, "by": by.id}


def tell_beginning(do: ActionContext, action: str) -> None:
    """Tell the first line of the story of an action: its arguments and its distance."""
    what = list(do.args) or "something else"
    distance = do.typed_words.get_value("distance") or strip_metres(do.args)
    do.tell_fact(f"act.{action}", "head", what=what, distance=distance or "")


def find_target(do: ActionContext) -> Fighter:
    """Return the one combatant that was named. Raises Refusal `target` for none, several,
    themselves or somebody dead."""
    if len(do.args) != 1:
        do.game.deny("target", f"name {_say_one_of(do, 'target')}")
    return take_targets(do)[0]


def take_targets(do: ActionContext) -> list[Fighter]:
    """Return the combatants that the action's arguments name, and set them as its targets in
    `do`.

    Raises Refusal `target` for none, themselves or somebody dead, and another kind for an
    unknown name."""
    found = [do.game.find(word) for word in do.args]
    if not found:
        do.game.deny("target", "name a target, or several")
    for other in found:
        if other is do.who:
            do.game.refuse("target", f"{other.name} cannot target themselves")
        if other.dead:
            do.game.refuse("target", f"{other.name} is dead")
    do.targets = [other.id for other in found]
    return found


def _say_one_of(do: ActionContext, what: str) -> str:
    """Return the words for what must be named, and how many names were typed."""
    named = f", not {len(do.args)}" if do.args else ""
    return f"one {what}{named}"


def check_no_names(do: ActionContext, word: str = "") -> None:
    """Raise Refusal `option` if an action that takes no names has got one; `word` is what
    `--with` says instead."""
    if do.args:
        use = f"; use `--with {word}={do.args[0]}`" if word else ""
        do.game.deny(WORDS.value, f"unexpected `{do.args[0]}`{use}")


def only_argument(
    do: ActionContext, what: str, choices: Iterable[str] = ()
) -> str:
    """Return the only argument. Raises Refusal `option`, with the `choices`, for none or
    several."""
    if len(do.args) != 1:
        there = listed(choices)
        do.game.deny(
            WORDS.value,
            f"name {_say_one_of(do, what)}{': ' if there else ''}{there}",
        )
    return do.args[0]


def wound_parts(do: ActionContext, who: Fighter) -> list[Part]:
    """Return the part of the wounds, or an empty list if `--without` switches them off."""
    return [] if do.without.has_word("wounds", who.id) else wound_part(who)


class Traits(NamedTuple):
    """The attribute and skill that one side of a contest rolls, and the rules that say so."""

    attribute: str
    skill: str
    rules: str


def contest_side(
    do: ActionContext,
    name: str,
    who: Fighter,
    traits: Traits,
    mods: tuple[str, ...],
    other: Fighter | None = None,
) -> RollSpec:
    """Return the roll of one side of a contest: traits, wounds, the GM's numbers (`mods` as
    typed); no Defense. `other` is the opponent, for effects that look at it; None: not known."""
    about = RollContext("melee", skill=traits.skill, against=other)
    own = pool_of(who, traits.attribute, traits.skill, rules=traits.rules)
    added = added_parts(do.game, who, name, do.game.parse_mods(mods), about)
    return RollSpec(name, who, [*own, *wound_parts(do, who), *added])


def contest_sides(
    do: ActionContext, name: str, other: Fighter, mine: Traits, theirs: Traits
) -> tuple[RollSpec, RollSpec]:
    """Return the rolls of both sides of a contest that somebody resists, and announce them to
    the dice."""
    game, resist = do.game, f"{name}_resist"
    game.expect(contest_keys(game, (name, do.who), (resist, other)))
    options = game.options
    return (
        contest_side(do, name, do.who, mine, options.mods, other),
        contest_side(do, resist, other, theirs, options.defense_mods, do.who),
    )
