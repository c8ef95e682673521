"""The table of a ruleset's actions (`act WHO ACTION`), and one of them at work. The rows of the
table also make the rules page, the words of completion and the candidates of `what`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeVar

from gmtrack.core.encounter import Data
from gmtrack.core.intents import Act
from gmtrack.core.lexicon import Entry, entries, entries_without_help
from gmtrack.core.names import squash
from gmtrack.rulesets.kit.commands import AnyGame, F, G
from gmtrack.rulesets.kit.renamed import (
    accept_old_attributes,
    accept_old_imports,
)
from gmtrack.rulesets.kit.words import WordArgs, match_choice

C = TypeVar("C")
NONE: Mapping[str, str] = MappingProxyType({})


def _do_nothing(do: Any) -> None:
    """Do nothing: the `run` of an action that the command carries out itself."""
    del do


class Action(NamedTuple, Generic[C]):
    """Row of the table of actions.

    - `name`: what is typed behind `act WHO`; `usage`: what is typed behind the name (as
    `kit.choices` expands it)
    - `cost`: the price in the ruleset's words; `rules`: the ids of its rows; `help`: what it
      does
    - `run`: the function that carries it out (by default nothing: the command does it itself)
    - `words`: the `--with` words that it takes, each with its help; `switches`: its words of
      `--without`; `options`: its options of an attack (`--weapon`, `--mod`)
    - `rolls`: the names of dice that it may ask for; None: `run` names them itself
    - `kind`: a ruleset's own way to group its actions"""

    name: str
    usage: str
    cost: str
    rules: str
    help: str
    run: Callable[[C], None] = _do_nothing
    words: Mapping[str, str] = NONE
    options: tuple[str, ...] = ()
    switches: tuple[str, ...] = ()
    rolls: tuple[str, ...] | None = ()
    kind: str = ""

    @property
    def most_words(self) -> int | None:
        """The most words that may be typed behind the action's name; None if the usage sets no
        limit (it has `...`, `|` or free TEXT)."""
        depends = any(sign in self.usage for sign in ("...", "|", "TEXT"))
        return None if depends else len(self.usage.split())


def index_actions(*rows: Action[C]) -> Mapping[str, Action[C]]:
    """Return the rows by name, in their order, as a mapping that cannot be changed."""
    return MappingProxyType({row.name: row for row in rows})


@dataclass(eq=False, slots=True)
class ActionContext(Generic[G, F]):
    """Action at work: the game, who acts, the row, and what was typed: the words behind the name
    (`args`), those of `--with` and `--without`, and the number of `--threshold` (None: not
    typed). The function that carries it out fills in what the document gets: `targets` (ids),
    `outcome`, and in `body` the keys that only some actions have."""

    game: G
    who: F
    row: Action[Any]
    args: tuple[str, ...]
    typed_words: WordArgs
    without: WordArgs
    threshold: int | None = None
    targets: list[str] = field(default_factory=list)
    outcome: str = "done"
    body: Data = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The name of the action."""
        return self.row.name

    def expect_rolls(self) -> None:
        """Tell the dice source which rolls of the acting combatant the row names. Does nothing
        for a row whose `rolls` are None. Raises Refusal for dice typed for other rolls."""
        rolls = self.row.rolls
        if rolls is not None:
            who = self.who.id
            self.game.expect([(name, who) for name in rolls])

    def tell_fact(self, key: str, tone: str = "", **args: object) -> None:
        """Add a fact to the report (`key` of PHRASES, `tone`, arguments). Its `who` is the
        acting combatant unless `args` name another."""
        name = getattr(self.who, "name", self.who.id)
        self.game.report.tell(key, tone, **{"who": name, **args})


def find_action(
    game: AnyGame, rows: Mapping[str, Action[C]], word: str
) -> Action[C]:
    """Return the row of the action that a typed word spells out. Raises Refusal (kind for
    unknown names) with a proposal if there is none."""
    kind = game.WORDS.unknown
    name = match_choice(squash(word), rows, "action", kind)
    return rows[name]


def begin_action(
    game: G,
    who: F,
    intent: Act,
    rows: Mapping[str, Action[Any]],
) -> ActionContext[G, F]:
    """Find the row of the typed action and parse its words. Raises Refusal for an unknown action
    or word (kind for unknown names) and for options that the row does not take (kind for
    values)."""
    row = find_action(game, rows, intent.action)
    told, without = game.parse_words(row.words, row.switches)
    game.deny_options_except(*row.options)
    return ActionContext(
        game, who, row, intent.args, told, without, intent.threshold
    )


def tabulate_actions(
    rows: Mapping[str, Action[Any]],
    price: Callable[[Action[Any]], str] = lambda row: row.cost,
) -> tuple[tuple[str, ...], ...]:
    """Return the lines of the actions' rules page: name, usage, price, meaning, rules. `price`
    renders the cost of a row; by default the cost stands as it is."""
    return tuple(
        (row.name, row.usage, price(row), row.help, row.rules)
        for row in rows.values()
    )


def lexicon_of_actions(
    rows: Mapping[str, Action[Any]],
    described: Callable[[Action[Any]], str] = lambda row: row.help,
    *,
    bare: bool = True,
) -> dict[str, Any]:
    """Return the fields of a `Lexicon` that follow from the rows: `actions`, `by_action`,
    `takes`, `usages`. `described` renders an action's help. With `bare`, words and options may be
    typed without `--with` and the like; without it `takes` is empty."""
    words, options = {}, {}
    for name, row in rows.items():
        words[name] = entries(row.words)
        if bare:
            options[name] = entries_without_help(*row.options)
    actions = tuple(Entry(row.name, described(row)) for row in rows.values())
    usages = {name: row.usage for name, row in rows.items()}
    return {
        "actions": actions,
        "by_action": words,
        "takes": options,
        "usages": usages,
    }


accept_old_attributes(
    Action,
    most="most_words",
)
accept_old_attributes(
    ActionContext,
    told="typed_words",
    expect="expect_rolls",
    tell="tell_fact",
)
accept_old_imports(globals())
