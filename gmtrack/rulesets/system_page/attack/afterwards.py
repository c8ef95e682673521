"""Modifiers for which somebody decides when the dice of an attack have fallen: each counts only if
it changes whether the target is harmed, or put out, to the good of whoever decides. What the other
can change back by a modifier of their own is paid for only by the side that has more points left:
it gains by it that both have one less."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from gmtrack.core.report import Part
from gmtrack.rulesets.system_page.actions.bands import find_band
from gmtrack.rulesets.system_page.attack.declared import Declared
from gmtrack.rulesets.system_page.dice.modifiers import counts_modifier
from gmtrack.rulesets.system_page.dice.rolls import OpenRoll, rolls_dice
from gmtrack.rulesets.system_page.dice.scopes import RollScope
from gmtrack.rulesets.system_page.formula.nodes import larger_of
from gmtrack.rulesets.system_page.page.rolls_and_deeds import (
    ABSORB,
    ATTACK,
    late_words,
)
from gmtrack.rulesets.system_page.sheet.fighter import Fighter
from gmtrack.rulesets.system_page.sheet.game import Game
from gmtrack.rulesets.system_page.wounds.absorbing import (
    can_absorb,
    preview_steps,
    would_be_out,
)
from gmtrack.rulesets.system_page.wounds.told_prices import (
    count_uses_left,
    has_points_for,
    pay_for_word,
)

ATTACKER_AGAIN = 3
"""How often somebody decides: the attacker, the target, and the attacker once more."""


HARMLESS, HARMS, PUTS_OUT = range(3)
"""What an outcome does to the target."""


class LateWord(NamedTuple):
    """A modifier that is told for when the dice have fallen, and who decides for it."""

    word: str
    who: Fighter
    is_attack: bool
    """Whether it changes the roll to hit, and not the defense."""


def list_late_words(declared: Declared, target: Fighter) -> list[LateWord]:
    """Return the modifiers that may count when the dice of the attack on a target have fallen."""
    return [*_late_words_of(declared, target)]


def _late_words_of(declared: Declared, target: Fighter) -> Iterator[LateWord]:
    late = late_words(declared.game.page)
    if not any(map(declared.told.is_typed, late)):
        return
    roller, defense = declared.roller(target), declared.defenses[target.id]
    for roll, who in ((ATTACK, roller), (defense, target)):
        if not roll:
            continue
        typed = declared.words_for(target, roll)
        for told, word in late.items():
            row = declared.game.page.modifiers[word]
            if roll in row.roll and typed.is_told_for(told, word):
                yield LateWord(word, who, roll == ATTACK)


class FallenAttack:
    """The dice of an attack on one target, and its defense, while people decide what to add.

    `scope` is that of the attacker, with all that is known besides the two rolls, for which
    `join` is a callback: it returns what is known of both together."""

    def __init__(
        self,
        declared: Declared,
        target: Fighter,
        scope: RollScope,
        strike: OpenRoll,
        guard: OpenRoll | None,
        join: Any,
    ) -> None:
        self._declared, self._target, self._scope = declared, target, scope
        self._game: Game = declared.game
        self.strike, self.guard, self._join = strike, guard, join
        self._paying: list[LateWord] = []
        self._severity_now = HARMLESS
        """How bad the outcome is by what was decided so far."""

    def decide(self, words: list[LateWord]) -> None:
        """Let people decide, in turn, for the modifiers in `words` that change the outcome for
        them. Nothing is paid yet."""
        self._severity_now = self._severity(self.strike, self.guard)
        for number in range(ATTACKER_AGAIN):
            is_attackers = number % 2 == 0
            for word in words:
                if self._is_targets(word) != is_attackers:
                    self._decide_for(word, words)

    def _is_targets(self, word: LateWord) -> bool:
        """Whether the target decides for a modifier."""
        return word.who is self._target

    def _decide_for(self, word: LateWord, words: list[LateWord]) -> None:
        """Add a modifier if it can be paid for and changes the outcome for whoever rolls, unless
        one of the other's in `words` changes it back, and that costs their side no more than
        this one costs the side of whoever rolls."""
        best = HARMLESS if self._is_targets(word) else PUTS_OUT
        if self._severity_now == best or not self._can_add(word):
            return
        strike, guard = self._rolls_with(word, self.strike, self.guard)
        severity = self._severity(strike, guard)
        if not self._is_better_for(word, severity):
            return
        for answer in words:
            is_others = self._is_targets(answer) != self._is_targets(word)
            if not is_others or not self._can_add(answer):
                continue
            answered = self._severity(*self._rolls_with(answer, strike, guard))
            is_changed_back = not self._is_better_for(word, answered)
            if is_changed_back and not self._outlasts(word, answer):
                return
        self._declared.paid.add((word.who.id, word.word))
        self.strike, self.guard = strike, guard
        self._severity_now = severity
        self._paying.append(word)

    def _is_better_for(self, word: LateWord, severity: int) -> bool:
        """Whether an outcome is better than that of now for whoever decides for a modifier."""
        if self._is_targets(word):
            return severity < self._severity_now
        return severity > self._severity_now

    def _outlasts(self, word: LateWord, answer: LateWord) -> bool:
        """Whether the side of whoever decides for a modifier can pay for it more often than the
        other side for the answer."""
        return self._count_uses(word) > self._count_uses(answer)

    def _count_uses(self, word: LateWord) -> float:
        """Return how often the side of whoever decides for a modifier can pay for it: all of its
        people who are in the fight together. Infinity if it costs no points."""
        encounter = self._game.draft.encounter
        return sum(
            count_uses_left(self._game, one, word.word)
            for one in self._game.everybody()
            if one is word.who
            or (
                encounter.are_friends(one.id, word.who.id)
                and not one.standing.out
            )
        )

    def _can_add(self, word: LateWord) -> bool:
        """Whether a modifier does not count yet, can be paid for, and its condition holds."""
        if (word.who.id, word.word) in self._declared.paid:
            return False
        if not has_points_for(self._game, word.who, word.word):
            return False
        row = self._game.page.modifiers[word.word]
        scope = self._scope.as_seen_by(word.who)
        return row.plus is not None and (
            row.when is None or row.when.holds(scope)
        )

    def _rolls_with(
        self, word: LateWord, strike: OpenRoll, guard: OpenRoll | None
    ) -> tuple[OpenRoll, OpenRoll | None]:
        """Return the roll to hit and the defense with a modifier."""
        row = self._game.page.modifiers[word.word]
        assert row.plus is not None
        part = Part(
            word.word.replace("-", " "),
            row.plus.number(self._scope.as_seen_by(word.who)),
            self._game.row("modifiers", word.word),
        )
        if word.is_attack:
            return strike.with_part(part), guard
        return strike, None if guard is None else guard.with_part(part)

    def _severity(self, strike: OpenRoll, guard: OpenRoll | None) -> int:
        """Return how bad the outcome of two rolls is for the target: HARMLESS, HARMS or PUTS_OUT.
        What the target takes by ABSORB in place of falling keeps them up; other `told` steps of the
        damage are left out, and so is damage with dice, which have not fallen."""
        scope = self._scope.knowing(**self._join(strike, guard))
        _, band = find_band(scope, self._declared.row.bands)
        if band is None or band.damage is None:
            is_harmed = band is not None and band.target is not None
            return HARMS if is_harmed else HARMLESS
        rules = self._game.page.damage
        rolls = rolls_dice(self._game.page, band.damage.node)
        if rules is None or rolls or self._adds_damage(scope):
            return HARMS
        points = larger_of(band.damage.number(scope), 0)
        theirs = scope.as_seen_by(self._target)
        left = preview_steps(theirs, rules.steps, points)
        if not left > 0:
            return HARMLESS if band.target is None else HARMS
        landed = theirs.knowing(damage=left, dealt=left)
        is_out = not self._target.standing.out and would_be_out(
            self._game, landed, left, rules
        )
        if is_out and not self._is_absorbed(theirs, points):
            return PUTS_OUT
        return HARMS

    def _is_absorbed(self, theirs: RollScope, points: int) -> bool:
        """Whether steps that the target takes by ABSORB keep them up under damage that would put
        them out."""
        told = self._declared.told
        if not told.has_word(ABSORB, self._target.id):
            return False
        return can_absorb(self._game, theirs, points, told)

    def _adds_damage(self, scope: RollScope) -> bool:
        """Whether a modifier adds to the damage."""
        typed = self._declared.words_for(self._target, ATTACK)
        return any(
            row.damage is not None and counts_modifier(scope, word, typed)
            for word, row in self._game.page.modifiers.items()
        )

    def pay(self) -> None:
        """Take what the modifiers cost that were decided for, and report each."""
        for word in self._paying:
            scope = self._scope.as_seen_by(word.who)
            pay_for_word(self._game, word.who, scope, word.word)
            self._game.report_effect(word.who, word.word)
