"""One row of the list of actions, and one action being carried out."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from gmtrack.rulesets.kit.words import WordArgs
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import WORDS, Game, weapon_in_hand, weapon_named
from gmtrack.rulesets.sr3.sheet.state import Work
from gmtrack.rulesets.sr3.turn.legality import Cost


@dataclass(eq=False, slots=True)
class ActionContext:
    """An action at work: who does what with which words, and what comes of it. `done` of `needed`
    complex actions are behind them."""

    game: Game
    who: Fighter
    args: tuple[str, ...]
    told: WordArgs
    targets: list[str] = field(default_factory=list)
    done: int = 1
    needed: int = 1
    outcome: str = "done"

    def others(self) -> list[Fighter]:
        """The combatants that were named; nobody is their own target. Raises Refusal (`who`,
        `option`)."""
        found = [self.game.find(word) for word in self.args]
        if not found:
            self.game.deny(WORDS.value, f"name a target: `act {self.who.id} ACTION TARGET`")
        if self.who in found:
            self.game.deny(WORDS.who, f"{self.who.id} cannot target themselves")
        self.targets = [other.id for other in found]
        return found

    def other(self) -> Fighter:
        """The one combatant that was named. Raises Refusal (`who`, `option`)."""
        if len(self.args) > 1:
            self.game.deny(WORDS.value, f"name one target, not {len(self.args)}")
        return self.others()[0]

    def nobody(self) -> None:
        """This action takes no names. Raises Refusal (`option`)."""
        if self.args:
            self.game.deny(
                WORDS.value, f"unexpected `{self.args[0]}`: this action takes nothing more"
            )

    def not_if(self, kind: str, holds: bool, state: str, way: str) -> None:
        """What would change nothing is refused before anything is paid for it; `way` is what would
        change something. Raises Refusal (`kind`)."""
        if holds:
            self.game.refuse(kind, f"{state} ({way})")

    def weapon(self, *, at_hand: bool = True) -> str:
        """The id of the weapon that was named, else of the one in hand. Raises Refusal (`weapon`,
        `option`)."""
        if len(self.args) > 1:
            self.game.deny(WORDS.value, f"name one weapon, not {len(self.args)}")
        word = self.args[0] if self.args else self.who.in_hand
        find = weapon_in_hand if at_hand else weapon_named
        name = find(self.game, self.who, word)
        self.targets = [name]
        return name


def worked(
    do: ActionContext, action: str, name: str, needed: int | None = None, left: int = 0
) -> bool:
    """One more complex action at something that takes several; tells whether that was the
    last. Where `needed` is not fixed, so many are `left` after this one."""
    work = do.who.live_work()
    same = work is not None and (work.action, work.weapon) == (action, name)
    do.done = 1 + (work.done if same and work else 0)
    do.needed = do.done + left if needed is None else needed
    over = do.done >= do.needed
    do.who.set_work(None if over else Work(action, name, do.done, do.needed))
    return over


NO_WORDS: Mapping[str, str] = MappingProxyType({})


class Action(NamedTuple):
    """One action of `act`: what people type, the cost (and how it is found where it depends on the
    weapon), the rows of RULES.md that it comes from, what it does; the words of `--with` with their
    help, and the options that it takes."""

    name: str
    usage: str
    cost: str
    rules: str
    help: str
    handler: Callable[[ActionContext], None]
    words: Mapping[str, str] = NO_WORDS
    options: tuple[str, ...] = ()
    price: Callable[[ActionContext], Cost] | None = None
