"""What every action of `act` has in common: the declared action, its words, its test, its price."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple, NotRequired, TypedDict, cast

from gmtrack.core.names import suggestion
from gmtrack.core.report import Part
from gmtrack.rulesets.kit.words import WordArgs
from gmtrack.rulesets.swan_song.dice import (
    Karma,
    TestResult,
    TestSpec,
    halved,
    penalty_parts,
    roll_test,
)
from gmtrack.rulesets.swan_song.sheet.fighter import Fighter
from gmtrack.rulesets.swan_song.sheet.game import WORDS, Game
from gmtrack.rulesets.swan_song.turn.costs import (
    cancel_extended,
    check_category,
    check_free_phase,
    check_phase,
    pay,
    pay_free,
    price_of,
)

GoesOff = TypedDict(
    "GoesOff", {"round": int, "pass": int, "at": str, "score": NotRequired[int | None]}
)
"""When a timed item goes off."""


class ActDocument(TypedDict, total=False):
    """One action; the keys below `outcome` are those of single actions."""

    who: str
    action: str
    targets: list[str]
    outcome: str
    metres: float
    sprint: bool
    item: str
    goes_off: GoesOff | None
    passed: list[str]
    progress: int


@dataclass(eq=False, repr=False)
class ActionContext:
    """One declared action: who, its arguments as typed, its words."""

    game: Game
    who: Fighter
    name: str
    args: tuple[str, ...]
    told: WordArgs
    without: WordArgs
    karma: Karma
    threshold: int | None = None

    @property
    def body(self) -> "ActDocument":
        return cast("ActDocument", self.game.report.body)

    @property
    def outcome(self) -> str:
        return self.body["outcome"]

    @outcome.setter
    def outcome(self, word: str) -> None:
        self.body["outcome"] = word

    def arg(self, position: int = 0) -> str | None:
        return self.args[position] if len(self.args) > position else None

    def text(self) -> str:
        return " ".join(self.args)

    def no_more_than(self, count: int) -> None:
        """Raises Refusal (`value`) if more arguments were typed than the action takes."""
        if len(self.args) > count:
            self.game.deny(WORDS.value, f"unexpected `{self.args[count]}` after {self.name}")

    def tell(self, key: str, **args: Any) -> None:
        self.game.report.tell(f"act.{key}", who=self.who.name, **args)

    def tell_text(self, what: str, text: str = "") -> None:
        """An action that is logged, with what the GM says about it."""
        self.tell("does" if text else "does.bare", what=what, text=text)

    def pay(self, key: str) -> None:
        """A paid action of the own phase: legality, AP; another Extended Action is given up."""
        price = price_of(self.game, key, self.told.value("ap", self.who.id))
        check_phase(self.game, self.who)
        check_category(self.game, self.who, price)
        pay(self.game, self.who, price)
        cancel_extended(self.game, self.who)

    def pay_free(self, key: str) -> None:
        """A Free Action, in the own phase or later in the pass."""
        check_free_phase(self.game, self.who)
        pay_free(self.game, self.who, key, waived=self.without.has("extra-free", self.who.id))


Handler = Callable[[ActionContext], None]
NONE: Mapping[str, str] = MappingProxyType({})


class Action(NamedTuple):
    """One line of the action list: what stands after its name, what it does, ids of rules, the
    words of `--with` that mean something to it, the rolls it may come to. `strikes`: it is an
    attack, and lets the words of attacks pass."""

    name: str
    usage: str
    help: str
    handler: Handler
    id: str
    words: Mapping[str, str] = NONE
    rolls: tuple[str, ...] | None = ()
    """None: the action names them itself."""
    strikes: bool = False


def doing_test(
    doing: ActionContext, test: TestSpec, *, running: bool = True, fewer: int = 0
) -> TestResult:
    """The test of an action by its base: halved in a last fight, Karma dice, penalties."""
    who, karma = doing.who, doing.karma
    karma.pay(who)
    parts = halved(who, test.parts) + karma.dice_part(who)
    told, without = doing.told, doing.without
    parts += penalty_parts(doing.game, who, test.name, told, without, action=True, running=running)
    if fewer:
        parts.append(Part("earlier-rolls", -fewer, "SS-TEST-09, R-TEST-10"))
    again, may = karma.rerolls(who), karma.may_reroll(who)
    return roll_test(doing.game, test._replace(parts=parts, reroll=again, may_reroll=may))


def metres_arg(doing: ActionContext, left: float) -> float:
    """The metres typed, else all that are left. Raises Refusal (`movement`) for more."""
    text = doing.arg()
    if text is None:
        return left
    if not re.fullmatch(r"\d{1,5}(\.\d{1,2})?", text):
        line = f"`act {doing.who.id} {doing.name} 4`"
        doing.game.deny(WORDS.value, f"'{text}' is not a distance: type metres, as in {line}")
    wanted = float(text) if "." in text else int(text)
    if wanted > left:
        doing.game.refuse(
            "movement", f"{doing.who.id} can {doing.name} {left:g} m more, not {wanted:g} m"
        )
    return wanted


def one_of(doing: ActionContext, word: str | None, choices: tuple[str, ...], what: str) -> str:
    """A word from a short list. Raises Refusal (`value`)."""
    if word is not None and word.lower() in choices:
        return word.lower()
    hint = suggestion(word or "", choices)
    found = f", not '{word}'" if word else ""
    return doing.game.deny(WORDS.value, f"{doing.name} needs {what}{found}{hint}")
