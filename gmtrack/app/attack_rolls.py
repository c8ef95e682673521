"""With what an attack is rolled, and against what, before anybody rolls."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

from gmtrack.app.choices import Rolling
from gmtrack.app.dice import MAIN
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data
from gmtrack.dice.port import Answer, Ask, Dice, Key
from gmtrack.dice.sources import RandomDice
from gmtrack.errors import Refusal

if TYPE_CHECKING:
    from gmtrack.core.encounter import Encounter
    from gmtrack.core.intents import Attack
    from gmtrack.core.report import Part
    from gmtrack.rulesets.port import Ruleset

FEW_SEEDS = 4
"""Trials that are made to see what an attack fires."""
SEEDS = 16
"""Trials that are made to see what an attack roll most often is: what falls before it may change
it, or be the end of the attack."""


def is_main(name: str) -> bool:
    """Whether a roll is an attack roll: `attack`, or of a later part `attack_2`."""
    first, _, rest = name.partition("_")
    return first == MAIN and (not rest or rest.isdecimal())


def attack_rolls(
    ruleset: "Ruleset",
    encounter: "Encounter",
    intent: "Attack",
    table: Callable[[Dice], Dice],
    *,
    only: bool,
) -> list[Data]:
    """The attack rolls of an action, as they most often are, with `only` no more than the first;
    none where none is made. Where it may be another one, it says `after` which rolls. `table` lays
    typed dice before those that fall."""
    trials = [*_trials(ruleset, encounter, intent, table, only)]
    found = [trial.attacks for trial in trials]
    # An action that ended early says nothing of what would have come.
    most = max(map(len, found))
    whole = [attacks for attacks in found if len(attacks) == most]
    rolls = max(whole, key=whole.count)
    if rolls and whole.count(rolls) < len(found):
        rolls[0]["after"] = trials[found.index(rolls)].before
    return rolls


def _trials(
    ruleset: "Ruleset",
    encounter: "Encounter",
    intent: "Attack",
    table: Callable[[Dice], Dice],
    only: bool,
) -> "Iterable[NotedDice]":
    draft = Draft(encounter)
    for seed in range(SEEDS):
        noted = NotedDice(table(RandomDice(seed)), only=only)
        # The other trials may tell what this one does not come to.
        with suppress(Rolling, Refusal):
            ruleset.resolve(draft, intent, noted)
        draft.rollback()
        yield noted


def fired(
    ruleset: "Ruleset",
    encounter: "Encounter",
    intent: "Attack",
    who: str,
    table: Callable[[Dice], Dice],
) -> str:
    """The ammunition that an attack takes when nothing ends it early (`3 rounds`); empty for none,
    and where the ruleset counts none."""
    left = getattr(ruleset, "ammunition", None)
    if left is None:
        return ""
    draft = Draft(encounter)
    before = left(draft, who)
    least = before
    for seed in range(FEW_SEEDS):
        with suppress(Refusal):
            ruleset.resolve(draft, intent, table(RandomDice(seed)))
        least = min(least, left(draft, who), key=lambda found: sum(found.values()))
        draft.rollback()
    gone = {name: had - least[name] for name, had in before.items() if had > least[name]}
    told = (f"{n} {name if n > 1 else name.removesuffix('s')}" for name, n in gone.items())
    return ", ".join(told)


class NotedDice:
    """Dice of which the attack rolls are noted, each as JSON has it; with `only` a trial ends
    where the first of them would fall."""

    def __init__(self, rest: Dice, *, only: bool) -> None:
        self._rest = rest
        self._only = only
        self.before: list[str] = []
        """What fell before the first of them."""
        self.attacks: list[Data] = []

    def expect(self, rolls: Iterable[Key], either: Iterable[Key] = ()) -> None:
        self._rest.expect(rolls, either)

    def roll(self, ask: Ask) -> Answer:
        if is_main(ask.name):
            self.attacks.append(as_document(ask))
            if self._only:
                raise Rolling(ask)
        elif not self.attacks and ask.name not in self.before:
            self.before.append(ask.name)
        return self._rest.roll(ask)

    def unused(self) -> list[str]:
        return self._rest.unused()


def as_document(ask: Ask) -> Data:
    """What is rolled, with what, and what it is rolled against."""
    roll: Data = {"name": ask.name, "dice": ask.count, "parts": _parts(ask.parts)}
    if ask.using:
        roll["using"] = ask.using
    if ask.goal:
        roll["goal"] = {"word": ask.goal.word, "parts": _parts(ask.goal.parts)}
    return roll


def _parts(parts: "tuple[Part, ...]") -> list[Data]:
    return [{"label": part.label, "value": part.value} for part in parts]
