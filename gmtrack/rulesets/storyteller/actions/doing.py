"""What one action of the list is, one action being carried out, and the contests that it rolls."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.core.report import Part
from gmtrack.rulesets.kit.words import WordArgs
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

Cost = Literal["action", "anytime", "free"]
"""The action of the round, in the own turn; the same, before that turn too; no action."""
NO_WORDS: Mapping[str, str] = MappingProxyType({})


def typed_metres(args: tuple[str, ...]) -> str:
    """The number in `8`, `8m` and `distance=8`."""
    return "".join(args).lower().removeprefix("distance=").removesuffix("m")


@dataclass(eq=False, slots=True)
class ActionContext:
    """An action at work: who does what with which words, and what comes of it. `body` are the
    keys of the document beside those that every action has."""

    game: Game
    who: Fighter
    args: tuple[str, ...]
    told: WordArgs
    without: WordArgs
    outcome: str = "done"
    targets: list[str] = field(default_factory=list)
    net_hits: int | None = None
    damage: Data | None = None
    body: Data = field(default_factory=dict)

    def hurt(self, victim: Fighter, hit: Hit, by: Fighter) -> None:
        """The hit that this action ends with. It has been announced."""
        self.damage = inflict(self.game, victim, hit, by)
        self.damage["victim"], self.damage["by"] = victim.id, by.id

    def tell(self, action: str) -> None:
        """The first line of the story."""
        what = list(self.args) or "something else"
        distance = self.told.value("distance") or typed_metres(self.args)
        self.game.report.tell(
            f"act.{action}", "head", who=self.who.name, what=what, distance=distance or ""
        )

    def target(self) -> Fighter:
        """The one combatant that was named. Raises Refusal (`target`, `option`)."""
        if len(self.args) != 1:
            self.game.deny("target", f"name {self.one('target')}")
        return self.aimed_at()[0]

    def aimed_at(self) -> list[Fighter]:
        """The combatants that were named: another one, alive. Raises Refusal (`target`)."""
        found = [self.game.find(word) for word in self.args]
        if not found:
            self.game.deny("target", "name a target, or several")
        for other in found:
            if other is self.who:
                self.game.refuse("target", f"{other.id} cannot target themselves")
            if other.dead:
                self.game.refuse("target", f"{other.id} is dead")
        self.targets = [other.id for other in found]
        return found

    def one(self, what: str) -> str:
        """What has to be named, and what was."""
        named = f", not {len(self.args)}" if self.args else ""
        return f"one {what}{named}"

    def count(self) -> str:
        return str(len(self.args)) if self.args else "none"

    def nobody(self, word: str = "") -> None:
        """This action takes no names; `word`: what `--with` says instead. Raises Refusal
        (`option`)."""
        if self.args:
            use = f"; use `--with {word}={self.args[0]}`" if word else ""
            self.game.deny(WORDS.value, f"unexpected `{self.args[0]}`{use}")

    def word(self, what: str) -> str:
        """The one word that was named. Raises Refusal (`option`)."""
        if len(self.args) != 1:
            self.game.deny(WORDS.value, f"name {self.one(what)}")
        return self.args[0]


class Action(NamedTuple):
    """One row of the list: its name, what is typed after it, the cost, the ids of its rules, what
    it does; the words of `--with` with what each says, the options (`--weapon`, `--mod` ...) and
    the words of `--without` that it takes. `announces`: its first line is told before covering
    fire may fall; others tell theirs as they are carried out.

    `usage`: parts with a space between them. UPPERCASE is a slot (TARGET, WEAPON, COVER, TEXT,
    METRES, MOVE), `[X]` may be left out, `X...` is one or several, options that are required come
    last."""

    name: str
    usage: str
    cost: Cost
    rows: str
    help: str
    handler: Callable[[ActionContext], None]
    words: Mapping[str, str] = NO_WORDS
    options: tuple[str, ...] = ()
    switches: tuple[str, ...] = ()
    announces: bool = False


def wounds_of(do: ActionContext, who: Fighter) -> list[Part]:
    """The wounds, unless `--without` switches them off."""
    return [] if do.without.has("wounds", who.id) else wound_part(who)


class Traits(NamedTuple):
    """What one side of a contest is rolled with, and the rules that say so."""

    attribute: str
    skill: str
    rules: str


def side(
    do: ActionContext, name: str, who: Fighter, traits: Traits, mods: tuple[str, ...]
) -> RollSpec:
    """One roll of a contest: two traits, the wounds, what the GM adds; no Defense."""
    own = pool_of(who, traits.attribute, traits.skill, rules=traits.rules)
    added = standing(do.game, who, name, do.game.mods(mods))
    return RollSpec(name, who, [*own, *wounds_of(do, who), *added])


def sides(
    do: ActionContext, name: str, other: Fighter, mine: Traits, theirs: Traits
) -> tuple[RollSpec, RollSpec]:
    """Both rolls of a contest that somebody resists."""
    game, resist = do.game, f"{name}_resist"
    game.expect(contest_rolls(game, (name, do.who), (resist, other)))
    options = game.options
    return (
        side(do, name, do.who, mine, options.mods),
        side(do, resist, other, theirs, options.defense_mods),
    )
