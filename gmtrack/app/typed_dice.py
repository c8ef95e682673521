"""Typed dice: `--roll NAME.WHO=DICE`, with NAME and WHO as short as they are unambiguous, WHO=DICE
for the only roll that somebody makes, or DICE alone for the first roll of a command."""

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


class CommandContext(NamedTuple):
    """The fight before a command, its intents, and the rolls that have fallen so far. `session`
    is what the command will change (None: nothing), `line` its text in the log. `rehearse`
    returns a function that carries the command out with given dice, on a copy of the fight."""

    encounter: Encounter
    intents: list[Intent]
    fallen: list[tuple[Ask, Answer]]
    session: "Session | None" = None
    line: str = ""
    rehearse: "Callable[[], Callable[[Dice], None]] | None" = None

    def waiting(self, what: str) -> AbstractContextManager[None]:
        """Return a context in which others can read the encounter while somebody is asked;
        `what` is what the session waits for."""
        if self.session is None:
            return nullcontext()
        return self.session.waiting(f"{what} (`{self.line}`)")

    def moved_on(self) -> bool:
        """Whether the fight has changed while somebody was asked."""
        return self.session is not None and self.session.moved_on


MAIN = "attack"
"""The name of an attack's first roll, the same in every ruleset."""

MakeTable = Callable[[dict[str, tuple[int, ...]], str], TableDice]
"""Makes the dice source for typed dice, from these by name and the refusal kind."""


def typed_dice_for_odds(
    texts: Iterable[str],
    everything: "AllDice",
    words: Words,
    names: Mapping[str, str],
) -> "TypedDice":
    """Return typed dice that come before random variables, for odds: what was not typed can fall
    in every way."""
    from gmtrack.odds.source import TableAllDice

    def table(typed: dict[str, tuple[int, ...]], kind: str) -> TableDice:
        return TableAllDice(typed, everything, kind)

    return TypedDice(texts, everything, words, names, table=table)


class TypedDice:
    """A dice source that answers with typed dice and passes all other rolls on to `rest`. Rolls
    and rollers may be named by an unambiguous beginning. Dice without a name belong to the first
    roll, if that can be only one, and those with a roller alone to the roller's only roll.

    `names` maps the combatants' ids to their names. With `short`, a bare WHO that is no roll's
    name means the roll `short` of WHO: `joe=5` for `initiative.joe=5`. `table` replaces the
    usual table dice. Every roll is added to `fallen`. Raises Refusal (`words.dice`) for bad
    dice."""

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
        """Every roll request with its answer, in the order in which they were made."""
        self.told = False
        """Whether the rules have announced the possible rolls with `expect`."""

    def expect(self, rolls: Iterable[Key], either: Iterable[Key] = ()) -> None:
        """Match the typed names with the rolls that a command may ask for. Raises Refusal for
        unknown or doubled names, and Ambiguous."""
        rolls, either = list(rolls), list(either)
        known = [*rolls, *either]
        typed: dict[str, tuple[int, ...]] = {}
        for text, faces in self._typed.items():
            name = (
                self._full_name(text, known)
                if text != NAMELESS
                else self._roll_of_nameless(known)
            )
            if name in typed:
                raise Refusal(self._words.dice, f"--roll {name} is given twice")
            typed[name] = faces
        self._table = self._make(typed, self._words.dice)
        self._table.expect(rolls, either)
        self.told = True

    def roll(self, ask: Ask) -> Answer:
        """Answer a roll request with typed dice, or else with `rest`, and note it in `fallen`."""
        answer = self._table.roll(ask)
        self.fallen.append((ask, answer))
        return answer

    def unused(self) -> list[str]:
        """Return the names of the typed dice that no roll has asked for."""
        return self._table.unused()

    def typed_left(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """Return the typed dice that no roll has asked for yet, for a later `go_back`."""
        return self._table.typed_left()

    def go_back(self, left: tuple[tuple[str, tuple[int, ...]], ...]) -> None:
        """Return to an earlier roll: `left` are the typed dice that were unused then. Clears
        `fallen`."""
        self._table.go_back(left)
        self.fallen.clear()

    def _roll_of_nameless(self, known: list[Key]) -> str:
        """Return the roll that dice without a name belong to. Raises Refusal if nothing is
        rolled, Ambiguous if it could be several."""
        if not known:
            raise Refusal(
                self._words.dice,
                "dice were typed, but this command rolls nothing",
            )
        first, who = known[0]
        # The first roller may make other rolls too; in an attack those come later.
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

    def _roll_of_person(self, text: str, known: list[Key]) -> str:
        """Return `ROLL.WHO` for dice that were typed with the name of somebody alone; the text
        itself if it names nobody who rolls here. Raises Ambiguous if they may make several rolls
        and none of them is clearly the first."""
        try:
            who = pick(text, self._names, "combatant", self._words.nobody)
        except Ambiguous:
            raise
        except Refusal:
            return text
        theirs = [key for key in known if key[1].partition(".")[0] == who]
        if not theirs:
            return text
        first = theirs[0][0]
        others = {
            name for name, _ in theirs if not name.startswith(f"{first}_")
        }
        if first != MAIN and len(others) > 1:
            names = listed(
                dict.fromkeys(f"{name}.{who}" for name, who in theirs)
            )
            message = f"dice of {text} could be {names}: type one of them"
            raise Ambiguous(self._words.dice, message)
        return f"{first}.{theirs[0][1]}"

    def _full_name(self, text: str, known: list[Key]) -> str:
        """Return `NAME.WHO` in full for a typed name; without a roller only the roll. Raises
        Refusal for an unknown roller, and Ambiguous."""
        name, dot, who = text.partition(".")
        rolls = {roll: None for roll, _ in known}
        if (
            not dot
            and self._short in rolls
            and base_name(name, rolls) not in rolls
        ):
            name, who = self._short, name
        elif not dot:
            full = self._full_roll(name, rolls)
            if self._short or base_name(full, rolls) in rolls:
                return full
            return self._roll_of_person(name, known)
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
            return f"{name}.{who}"  # there is no roll of this number
        return (
            f"{name}.{pick(who, self._names, 'combatant', self._words.nobody)}"
        )

    def _full_roll(self, name: str, rolls: Collection[str]) -> str:
        """Return the only roll that begins with `name`, or `name` itself if none does. Raises
        Ambiguous if several do."""
        base = base_name(name, rolls)
        if base in rolls:
            return name
        found = [roll for roll in rolls if roll.startswith(base)]
        # `att` means `attack` and not `attack_fumble`, which needs more letters.
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
