"""Modifiers of a roll by the rows of `modifiers`: those that hold by themselves, and those
typed."""

from collections.abc import Callable, Collection, Iterable
from typing import NamedTuple

from gmtrack.core.report import Part
from gmtrack.rulesets.kit.words import WordArgs
from gmtrack.rulesets.system_page.dice.scopes import RollScope
from gmtrack.rulesets.system_page.sheet.game import WORDS, Game


class Modified(NamedTuple):
    """What modifiers add to a roll, and whether it is made twice: `best`, `worst` or empty."""

    parts: list[Part]
    again: str


class TypedWords(NamedTuple):
    """The words of `--with` (`told`) and `--without` (`off`) for one roll. `people_of` returns the
    ids to which a word may be tied (`bob:dark`) to count for this roll."""

    told: WordArgs
    off: WordArgs
    people_of: Callable[[str], Collection[str]]

    def is_told(self, word: str) -> bool:
        """Whether a word was told for this roll, or for nobody by name."""
        return self._is_typed(self.told, word)

    def is_told_for(self, typed: str, word: str) -> bool:
        """Whether a typed word was told for this roll by which the modifier `word` counts."""
        return self.told.has_word(typed) or any(
            self.told.has_word(typed, who) for who in self.people_of(word)
        )

    def is_off(self, word: str) -> bool:
        """Whether a word was left out of this roll, or for nobody by name."""
        return self._is_typed(self.off, word)

    def _is_typed(self, typed: WordArgs, word: str) -> bool:
        if not typed.is_typed(word):
            return False
        return typed.has_word(word) or any(
            typed.has_word(word, who) for who in self.people_of(word)
        )


def check_mods(
    game: Game, option: str, texts: Iterable[str], reached: Collection[str]
) -> None:
    """Refuse a number of `--mod` or `--defense-mod` that is tied to somebody whom it does not
    reach. `reached`: the ids of those whom it does."""
    for mod in game.parse_mods(texts):
        if mod.who is not None and mod.who not in reached:
            game.deny(
                WORDS.unknown,
                f"{option} {mod.who}:{mod.value} reaches nobody here",
            )


def check_tied_word(
    game: Game, typed: WordArgs, word: str, people: Collection[str]
) -> None:
    """Refuse a word that is typed for somebody of whom it changes nothing. `people`: the ids of
    those of whom it changes anything."""
    for one in typed.get_all(word):
        if one.who is not None and one.who not in people:
            game.deny(WORDS.unknown, f"{one.who}:{word} changes nothing here")


def collect_modifiers(
    game: Game, scope: RollScope, roll: str, typed: TypedWords | None = None
) -> Modified:
    """Return what the rows of `modifiers` add to a roll of this name: those that hold by
    themselves and are not left out, and those that were told."""
    parts: list[Part] = []
    ways = set[str]()
    for word, row in game.page.modifiers.items():
        if roll not in row.roll or not counts_modifier(scope, word, typed):
            continue
        if row.plus is not None:
            value = row.plus.number(scope)
            label = word.replace("-", " ")
            parts.append(Part(label, value, game.row("modifiers", word)))
        if row.again is not None:
            ways.add(row.again)
    # Best and worst cancel each other, however many rows say the one or the other.
    again = ways.pop() if len(ways) == 1 else ""
    return Modified(parts, again)


def counts_modifier(
    scope: RollScope, word: str, typed: TypedWords | None
) -> bool:
    """Whether a modifier counts in this situation. `typed`: None where no words can be typed."""
    row = scope.game.page.modifiers[word]
    if row.told and not (typed and typed.is_told(word)):
        return False
    if not row.told and typed and typed.is_off(word):
        return False
    return row.when is None or row.when.holds(scope)
