"""Dice as people type them: `--roll NAME.WHO=DICE` with NAME and WHO as short as they like, or DICE
alone for the first roll of the command."""

from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, NamedTuple

from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Intent
from gmtrack.core.names import listed, pick, squash
from gmtrack.dice.port import Answer, Ask, Dice, Key
from gmtrack.dice.sources import TableDice, base_name
from gmtrack.dice.typed import NAMELESS, parse_rolls
from gmtrack.errors import Ambiguous, Refusal
from gmtrack.rulesets.port import Words

if TYPE_CHECKING:
    from gmtrack.odds.source import AllDice
    from gmtrack.store.session import Session


class RollContext(NamedTuple):
    """The fight before the command, what the command asks for, and the rolls that it has come to
    so far. `session` and `line`: the session that it will change, and how the log will call it.
    `rehearse`: takes a copy of the fight as it is, on which it carries the command out with other
    dice, as often as it is asked to."""

    encounter: Encounter
    intents: list[Intent]
    fallen: list[tuple[Ask, Answer]]
    session: "Session | None" = None
    line: str = ""
    rehearse: "Callable[[], Callable[[Dice], None]] | None" = None

    def waiting(self, what: str) -> AbstractContextManager[None]:
        """While somebody is asked, `what` for: nobody else has to wait to look."""
        if self.session is None:
            return nullcontext()
        return self.session.waiting(f"{what} (`{self.line}`)")

    def moved_on(self) -> bool:
        """Whether the fight has changed while somebody was asked."""
        return self.session is not None and self.session.moved_on


MAIN = "attack"
"""The roll that an attack begins with, in every ruleset."""

MakeTable = Callable[[dict[str, tuple[int, ...]], str], TableDice]
"""Makes the dice on the table, from what was typed and the word for what is refused."""


def odds_dice(
    texts: Iterable[str],
    everything: "AllDice",
    words: Words,
    names: Mapping[str, str],
) -> "TypedDice":
    """Typed dice before all that could fall."""
    from gmtrack.odds.source import TableAllDice

    def table(typed: dict[str, tuple[int, ...]], kind: str) -> TableDice:
        return TableAllDice(typed, everything, kind)

    return TypedDice(texts, everything, words, names, table=table)


class TypedDice:
    """Table dice whose rolls are named in full or by an unambiguous beginning, their rollers by id,
    name or unambiguous beginning. Dice without a name are those of the first roll, where that can
    be only one.

    `names` maps the ids of the combatants to their names. With `short`, a bare WHO that is the
    name of no roll means the roll `short` of WHO (`joe=5` for `initiative.joe=5`). `table` makes
    other table dice than those that are rolled on by `rest`. Every roll is noted in `fallen`.
    Raises Refusal (`words.dice`) for what is no dice.
    """

    def __init__(
        self,
        texts: Iterable[str],
        rest: Dice,
        words: Words,
        names: Mapping[str, str],
        short: str | None = None,
        table: "MakeTable | None" = None,
        fallen: list[tuple[Ask, Answer]] | None = None,
    ) -> None:
        self._typed = parse_rolls(texts, words.dice)
        self._words = words
        self._names = names
        self._short = short
        self._make = table or (lambda typed, kind: TableDice(typed, rest, kind))
        self._table = self._make(self._typed, words.dice)
        self.fallen = [] if fallen is None else fallen
        """Every roll in the order in which it was made."""
        self.told = False
        """Whether the rules have said what they may roll."""

    def expect(self, rolls: Iterable[Key], either: Iterable[Key] = ()) -> None:
        rolls, either = list(rolls), list(either)
        known = [*rolls, *either]
        typed: dict[str, tuple[int, ...]] = {}
        for text, faces in self._typed.items():
            name = (
                self._full_name(text, known)
                if text != NAMELESS
                else self._first(known)
            )
            if name in typed:
                raise Refusal(self._words.dice, f"--roll {name} is given twice")
            typed[name] = faces
        self._table = self._make(typed, self._words.dice)
        self._table.expect(rolls, either)
        self.told = True

    def roll(self, ask: Ask) -> Answer:
        answer = self._table.roll(ask)
        self.fallen.append((ask, answer))
        return answer

    def unused(self) -> list[str]:
        return self._table.unused()

    def typed_left(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """What was typed and no roll has asked for yet, to `go_back` to."""
        return self._table.typed_left()

    def go_back(self, left: tuple[tuple[str, tuple[int, ...]], ...]) -> None:
        """To an earlier roll, with what was left then."""
        self._table.go_back(left)
        self.fallen.clear()

    def _first(self, known: list[Key]) -> str:
        """The name of the roll that dice without a name are for. Raises Refusal where that is not
        clear."""
        if not known:
            raise Refusal(
                self._words.dice,
                "dice were typed, but this command rolls nothing",
            )
        first, who = known[0]
        # Whoever rolls first may come to other rolls; those of an attack come after it.
        others = {
            roll for roll, roller in known if roller == who and roll != first
        }
        numbered = any(
            roll.removeprefix(f"{first}_").isdigit() for roll, _ in known
        )
        clear = first in (MAIN, self._short)
        if numbered or not (
            clear or all(one.startswith(f"{first}_") for one in others)
        ):
            names = listed(dict.fromkeys(roll for roll, _ in known))
            message = f"dice without a name could be {names}: type NAME=DICE"
            raise Ambiguous(self._words.dice, message)
        return first

    def _full_name(self, text: str, known: list[Key]) -> str:
        name, dot, who = text.partition(".")
        rolls = {roll: None for roll, _ in known}
        if (
            not dot
            and self._short in rolls
            and base_name(name, rolls) not in rolls
        ):
            name, who = self._short, name
        elif not dot:
            return self._full_roll(name, rolls)
        name = self._full_roll(name, rolls)
        rollers = [
            roller for roll, roller in known if roll == base_name(name, rolls)
        ]
        exact = [roller for roller in rollers if squash(roller) == squash(who)]
        if exact:
            return f"{name}.{exact[0]}"
        if who.isdecimal() and who not in self._names:
            others = [
                roller for roller in rollers if roller.endswith(f".{who}")
            ]
            if len(others) == 1:
                return f"{name}.{others[0]}"
            return f"{name}.{who}"  # the number of a roll that there is not
        return (
            f"{name}.{pick(who, self._names, 'combatant', self._words.nobody)}"
        )

    def _full_roll(self, name: str, rolls: Collection[str]) -> str:
        """The roll that a beginning fits; the name itself where there is none. Raises Refusal where
        there are several."""
        base = base_name(name, rolls)
        if base in rolls:
            return name
        found = [roll for roll in rolls if roll.startswith(base)]
        # `attack_fumble` has to be typed as far as where it is more than `attack`.
        least = [
            roll
            for roll in found
            if not any(roll.startswith(f"{one}_") for one in found)
        ]
        if len(least) > 1:
            message = (
                f"--roll '{name}' could be {listed(least)}: type more of it"
            )
            raise Ambiguous(self._words.dice, message)
        return "".join(least) + name.removeprefix(base) if least else name
