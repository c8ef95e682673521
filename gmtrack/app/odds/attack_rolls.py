"""A question of odds about an attack, and the attack rolls that the attack would make."""

from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from gmtrack.app.typed_dice import MAIN, TypedDice, typed_dice_for_odds
from gmtrack.app.what import Rolling
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.intents import Attack, Planning
from gmtrack.core.names import pick
from gmtrack.dice.port import (
    Answer,
    Ask,
    Dice,
    Faces,
    Key,
    read_faces,
    roll_kinds,
)
from gmtrack.dice.sources import RandomDice
from gmtrack.errors import Refusal
from gmtrack.rulesets.port import Ruleset

if TYPE_CHECKING:
    from gmtrack.app.shorthand import LexiconOf
    from gmtrack.odds.source import AllDice


class OddsQuestion(NamedTuple):
    """One attack whose odds are asked for, with its typed dice. `words` are those of its variant
    (None: no variants), `rules` the house rules that differ in it (`KEY=VALUE`). `meant`: the
    intent is not as it was typed. `lexicon_of` returns the lexicon of the fight, where many ask
    about it (None: it is made anew)."""

    ruleset: Ruleset
    encounter: Encounter
    intent: Attack
    rolls: tuple[str, ...] = ()
    words: str | None = None
    rules: tuple[str, ...] = ()
    meant: bool = False
    lexicon_of: "LexiconOf | None" = None

    @property
    def attacker(self) -> str:
        """The attacker's id. Raises Refusal if the word means nobody."""
        words = self.ruleset.WORDS
        return pick(
            self.intent.attacker,
            self.encounter.names(),
            "combatant",
            words.nobody,
        )

    def combatant_or_word(self, word: str) -> str:
        """Return the id of the combatant that a word means; the word itself for a thing of the
        scene."""
        try:
            return pick(word, self.encounter.names(), "combatant", "")
        except Refusal:
            return word

    def as_plan(self) -> "OddsQuestion":
        """Return the question as a mere plan: whose turn it is and what it costs do not forbid
        the attack, but are noted."""
        intent, words = self.intent, self.ruleset.WORDS
        options = intent.options._replace(
            planning=Planning((*words.turn, *words.price))
        )
        return self._replace(
            intent=Attack(intent.attacker, intent.targets, options=options)
        )

    def dice_before(self, rest: Dice) -> TypedDice:
        """Return a dice source with the typed dice; all others come from `rest`."""
        return TypedDice(
            self.rolls, rest, self.ruleset.WORDS, self.encounter.names()
        )

    def dice_over_all(self, everything: "AllDice") -> TypedDice:
        """Return a dice source with the typed dice; all others are random variables."""
        return typed_dice_for_odds(
            self.rolls, everything, self.ruleset.WORDS, self.encounter.names()
        )


FEW_SEEDS = 4
"""The number of trials that find out what an attack fires."""
TRIALS = 20
"""The number of trials that find out the most frequent attack roll; earlier rolls may change it
or end the attack. A d20 has each face once in them."""
STRIDES = (1, 3, 7, 9, 11, 13, 17, 19)
"""Numbers without a common divisor with TRIALS, by which the faces of a trial's dice differ."""


class EvenDice(Dice):
    """Dice of one of TRIALS trials, in which the first die, the second one and so on each show
    every face about equally often. A few random trials would favour some faces."""

    def __init__(self, trial: int) -> None:
        self._trial = trial
        self._thrown = 0

    def roll(self, ask: Ask) -> Answer:
        """Roll the dice; never raises."""
        if ask.kinds:
            return roll_kinds(ask, self._roll_kind)
        return self._roll_kind(ask)

    def _roll_kind(self, ask: Ask) -> Answer:
        """Roll dice of one kind."""

        def throw(count: int) -> Faces:
            return tuple(self._next_face(ask.sides) for _ in range(count))

        return read_faces(
            throw(ask.count), ask.reading, given=False, throw=throw
        )

    def _next_face(self, sides: int) -> int:
        """Return the face of the next die."""
        stride = STRIDES[self._thrown % len(STRIDES)]
        place = (self._trial * stride + self._thrown) % TRIALS
        self._thrown += 1
        return place * sides // TRIALS + 1


def is_attack_roll(name: str) -> bool:
    """Whether a roll is an attack roll: `attack`, or that of a later part, `attack_2`."""
    first, _, rest = name.partition("_")
    return first == MAIN and (not rest or rest.isdecimal())


def attack_rolls(question: OddsQuestion, *, only: bool) -> list[Data]:
    """Return the attack rolls of an attack as they most often are; with `only` no more than the
    first. Empty if none is made. If earlier rolls may change the first, its `after` names them."""
    draft = Draft(question.encounter)
    trials = [
        NotedDice(question.dice_before(EvenDice(trial)), only=only)
        for trial in range(TRIALS)
    ]
    for noted in trials:
        # A trial that ends early is no problem, because the others may get further.
        with suppress(Rolling, Refusal):
            question.ruleset.resolve(draft, question.intent, noted)
        draft.rollback()
    found = [trial.attacks for trial in trials]
    # Trials that ended early lack rolls, so only the longest ones count.
    most = max(map(len, found))
    whole = [attacks for attacks in found if len(attacks) == most]
    rolls = max(whole, key=whole.count)
    if rolls and whole.count(rolls) < len(found):
        rolls[0]["after"] = trials[found.index(rolls)].before
    return rolls


def ammunition_fired(question: OddsQuestion, who: str) -> str:
    """Return the ammunition that an attack uses if nothing ends it early (`3 rounds`); empty for
    none, and if the ruleset does not count it."""
    left = getattr(question.ruleset, "ammunition", None)
    if left is None:
        return ""
    draft = Draft(question.encounter)
    before = left(draft, who)
    least = before
    for seed in range(FEW_SEEDS):
        with suppress(Refusal):
            question.ruleset.resolve(
                draft, question.intent, question.dice_before(RandomDice(seed))
            )
        least = min(
            least, left(draft, who), key=lambda found: sum(found.values())
        )
        draft.rollback()
    gone = {
        name: had - least[name]
        for name, had in before.items()
        if had > least[name]
    }
    told = (
        f"{n} {name if n > 1 else name.removesuffix('s')}"
        for name, n in gone.items()
    )
    return ", ".join(told)


class NotedDice:
    """A dice source that notes attack rolls as documents and lets `rest` roll. With `only`, it
    raises `Rolling` at the first of them."""

    def __init__(self, rest: Dice, *, only: bool) -> None:
        self._rest = rest
        self._only = only
        self.before: list[str] = []
        """The names of the rolls before the first attack roll."""
        self.attacks: list[Data] = []

    def expect(self, rolls: Iterable[Key], either: Iterable[Key] = ()) -> None:
        """Pass the rolls that may be asked for on to `rest`."""
        self._rest.expect(rolls, either)

    def roll(self, ask: Ask) -> Answer:
        """Note an attack roll and let `rest` roll."""
        if is_attack_roll(ask.name):
            self.attacks.append(roll_document(ask))
            if self._only:
                raise Rolling(ask)
        elif not self.attacks and ask.name not in self.before:
            self.before.append(ask.name)
        return self._rest.roll(ask)

    def unused(self) -> list[str]:
        """Return the typed dice that no roll has asked for."""
        return self._rest.unused()


def roll_document(ask: Ask) -> Data:
    """Return a roll request as a document: name, dice, parts, and the goal it is rolled against."""
    parts = [part.to_json() for part in ask.parts]
    roll: Data = {"name": ask.name, "dice": ask.count, "parts": parts}
    if ask.using:
        roll["using"] = ask.using
    if ask.goal:
        against = [part.to_json() for part in ask.goal.parts]
        roll["goal"] = {"word": ask.goal.word, "parts": against}
    return roll
