"""Dice as people type them: `--roll NAME.WHO=DICE` with WHO as short as they like."""

from collections.abc import Callable, Iterable, Mapping

from gmtrack.core.names import pick, squash
from gmtrack.dice.notation import parse_rolls
from gmtrack.dice.port import Answer, Ask, Dice, Key
from gmtrack.dice.sources import TableDice, base_name
from gmtrack.errors import Refusal
from gmtrack.rulesets.port import Words

MakeTable = Callable[[dict[str, tuple[int, ...]], str], TableDice]
"""Makes the dice on the table, from what was typed and the word for what is refused."""


class TypedDice:
    """Table dice whose rollers are named by id, name or unambiguous beginning.

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
            name = self._full_name(text, known)
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

    def _full_name(self, text: str, known: list[Key]) -> str:
        name, dot, who = text.partition(".")
        rolls = {roll for roll, _ in known}
        if not dot:
            if self._short not in rolls or base_name(name, rolls) in rolls:
                return name
            name, who = self._short, name
        rollers = [roller for roll, roller in known if roll == base_name(name, rolls)]
        exact = [roller for roller in rollers if squash(roller) == squash(who)]
        if exact:
            return f"{name}.{exact[0]}"
        if who.isdecimal() and who not in self._names:
            return text  # the number of a roll that there is not
        return f"{name}.{pick(who, self._names, 'combatant', self._words.nobody)}"
