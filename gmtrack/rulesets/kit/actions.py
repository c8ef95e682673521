"""`act WHO ACTION`: the table of a ruleset's actions, and one of them at work. From the rows follow
what may be typed, a page, what completion knows and what `what` tries."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeVar

from gmtrack.core.encounter import Data
from gmtrack.core.intents import Act
from gmtrack.core.lexicon import Entry, entries, plain
from gmtrack.core.names import squash
from gmtrack.rulesets.kit.commands import Identified, Table
from gmtrack.rulesets.kit.words import WordArgs, known

C = TypeVar("C")
F = TypeVar("F", bound=Identified)
G = TypeVar("G", bound=Table[Any])
NONE: Mapping[str, str] = MappingProxyType({})


def _nothing(do: Any) -> None:
    del do


class Action(NamedTuple, Generic[C]):
    """One row: its name, what is typed after it (as `kit.choices.expanded` reads it), what it costs
    in the ruleset's own words, the ids of its rules, what it does in people's words, and what
    carries it out, where that is not the command itself. `words` are those of `--with` that it
    takes, each with its help, `options` those of an attack (`--weapon`, `--mod`), `switches` the
    words of `--without`. `rolls` are the dice that it may come to; None: it names them itself.
    `kind` is what else the ruleset tells its actions apart by."""

    name: str
    usage: str
    cost: str
    rules: str
    help: str
    run: Callable[[C], None] = _nothing
    words: Mapping[str, str] = NONE
    options: tuple[str, ...] = ()
    switches: tuple[str, ...] = ()
    rolls: tuple[str, ...] | None = ()
    kind: str = ""

    @property
    def most(self) -> int | None:
        """How many words may be typed behind it; None where that depends on them."""
        depends = any(sign in self.usage for sign in ("...", "|", "TEXT"))
        return None if depends else len(self.usage.split())


def table(*rows: Action[C]) -> Mapping[str, Action[C]]:
    return MappingProxyType({row.name: row for row in rows})


@dataclass(eq=False, slots=True)
class ActionContext(Generic[G, F]):
    """One action at work: who does what, what was typed behind it, its words of `--with` and
    `--without`, what `--threshold` says; and what comes of it for the document: `targets`,
    `outcome`, and in `body` the keys that only some actions have."""

    game: G
    who: F
    row: Action[Any]
    args: tuple[str, ...]
    told: WordArgs
    without: WordArgs
    threshold: int | None = None
    targets: list[str] = field(default_factory=list)
    outcome: str = "done"
    body: Data = field(default_factory=dict)

    @property
    def name(self) -> str:
        return self.row.name

    def expect(self) -> None:
        """Name the rolls of the row, where it does not name them itself. Raises Refusal for dice
        that were typed for others."""
        if self.row.rolls is not None:
            self.game.expect([(name, self.who.id) for name in self.row.rolls])

    def tell(self, key: str, tone: str = "", **args: object) -> None:
        """A sentence about the one who acts."""
        self.game.report.tell(
            key, tone, **{"who": getattr(self.who, "name", self.who.id), **args}
        )


def row_named(
    game: Table[Any], rows: Mapping[str, Action[C]], word: str
) -> Action[C]:
    return rows[known(squash(word), rows, "action", game.WORDS.unknown)]


def begin_action(
    game: G, who: F, intent: Act, rows: Mapping[str, Action[Any]]
) -> ActionContext[G, F]:
    """The action that was typed, with its words. Raises Refusal for words and options that the row
    does not take (the words for unknown names, and for values)."""
    row = row_named(game, rows, intent.action)
    told, without = game.told(row.words, row.switches)
    game.takes_only(*row.options)
    return ActionContext(
        game, who, row, intent.args, told, without, intent.threshold
    )


def listing(
    rows: Mapping[str, Action[Any]],
    price: Callable[[Action[Any]], str] = lambda row: row.cost,
) -> tuple[tuple[str, ...], ...]:
    """Lines of a page: name, usage, price, meaning, rules."""
    return tuple(
        (row.name, row.usage, price(row), row.help, row.rules)
        for row in rows.values()
    )


def of_actions(
    rows: Mapping[str, Action[Any]],
    described: Callable[[Action[Any]], str] = lambda row: row.help,
    *,
    bare: bool = True,
) -> dict[str, Any]:
    """Those fields of a `Lexicon` that follow from the rows alone. `described`: what is said of an
    action beside its name; `bare`: words and options may be typed without `--with` and the like."""
    return {
        "actions": tuple(
            Entry(row.name, described(row)) for row in rows.values()
        ),
        "by_action": {name: entries(row.words) for name, row in rows.items()},
        "takes": {name: plain(*row.options) for name, row in rows.items()}
        if bare
        else {},
    }
