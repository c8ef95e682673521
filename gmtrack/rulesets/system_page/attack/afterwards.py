"""Modifiers for which somebody decides when the dice of an attack have fallen: each counts only if
it changes whether the target is harmed, or put out, to the good of whoever decides."""

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
    ATTACK,
    late_words,
)
from gmtrack.rulesets.system_page.sheet.fighter import Fighter
from gmtrack.rulesets.system_page.sheet.game import Game
from gmtrack.rulesets.system_page.wounds.absorbing import (
    preview_steps,
    would_be_out,
)
from gmtrack.rulesets.system_page.wounds.told_prices import (
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
                if (word.who is not self._target) == is_attackers:
                    self._decide_for(word)

    def _decide_for(self, word: LateWord) -> None:
        """Add a modifier if it changes the outcome for whoever rolls, and can be paid for."""
        paid = self._declared.paid
        scope = self._scope.as_seen_by(word.who)
        best = HARMLESS if word.who is self._target else PUTS_OUT
        if (word.who.id, word.word) in paid or self._severity_now == best:
            return
        if not has_points_for(self._game, word.who, word.word):
            return
        row = self._game.page.modifiers[word.word]
        if row.plus is None or not (row.when is None or row.when.holds(scope)):
            return
        part = Part(
            word.word.replace("-", " "),
            row.plus.number(scope),
            self._game.row("modifiers", word.word),
        )
        strike, guard = self.strike, self.guard
        if word.is_attack:
            strike = strike.with_part(part)
        elif guard is not None:
            guard = guard.with_part(part)
        severity = self._severity(strike, guard)
        change = severity - self._severity_now
        if change == 0 or (change > 0) == (word.who is self._target):
            return
        paid.add((word.who.id, word.word))
        self.strike, self.guard = strike, guard
        self._severity_now = severity
        self._paying.append(word)

    def _severity(self, strike: OpenRoll, guard: OpenRoll | None) -> int:
        """Return how bad the outcome of two rolls is for the target: HARMLESS, HARMS or PUTS_OUT.
        What the target may do about the damage (`told` steps) is left out, and so is damage with
        dice, which have not fallen."""
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
        return PUTS_OUT if is_out else HARMS

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
