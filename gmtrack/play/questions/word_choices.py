"""Questions for words that a command leaves open: the damage level of a spell, and its force.

The ruleset says which words these are (`word_choices`). One that has to be chosen is asked of
whoever acts, on their phone too if they are asked for choices, else of the GM; a defense is asked
of whoever is asked for choices, any other like points, of those who are asked for these."""

import shlex
from collections.abc import Callable

from gmtrack.app.shorthand import LexiconOf, expand_shorthand
from gmtrack.cli.parse import parse_step
from gmtrack.core.choice import WordChoice
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.intents import Intent
from gmtrack.errors import GmtrackError
from gmtrack.play.choices import PlayerChoice, Put
from gmtrack.play.questions.player_words import ChoiceInWords
from gmtrack.play.questions.who_is_asked import CHOICES, POINTS
from gmtrack.rulesets.port import Ruleset

IsAsked = Callable[[str, str], bool]
"""Predicate: whether a combatant is asked about CHOICES or POINTS."""
Trial = Callable[[list[str]], Data | None]
"""Callback that returns the document of what a line would do; None if it is refused."""


class OpenWords:
    """The words that the lines of one fight leave open. `lexicon_of` returns the fight's words;
    None: they are worked out for each line."""

    def __init__(
        self,
        ruleset: Ruleset,
        encounter: Encounter,
        lexicon_of: LexiconOf | None = None,
    ) -> None:
        self._ruleset = ruleset
        self._encounter = encounter
        self._lexicon_of = lexicon_of

    def fill_required(self, line: list[str]) -> list[str]:
        """Return the line with the usual values of the words that have to be chosen."""
        for choice in self._find_open(line)[1]:
            if choice.is_required:
                line = [*line, *spell_value(choice, choice.usual)]
        return line

    def ask(
        self, line: list[str], is_asked: IsAsked, trial: Trial, put: Put
    ) -> list[str]:
        """Ask for the words that a line leaves open, one after the other, and return the line with
        the values that were chosen. Only values that the rules allow now are offered. If none is,
        nothing is asked: a word that has to be chosen gets its usual value, so that the refusal
        says what stands against the command."""
        settled: set[tuple[str, str]] = set()
        while True:
            deed, choices = self._find_open(line)
            found = (
                one
                for one in choices
                if (one.lead, one.word) not in settled
                and (one.is_required or is_asked(one.who, _kind_of(one)))
            )
            choice = next(found, None)
            if choice is None:
                return line
            settled.add((choice.lead, choice.word))
            question = self._make_question(choice, line, is_asked, trial)
            spoken = question.spoken._replace(deed=deed)
            question = question._replace(spoken=spoken)
            word = put(question) if question.words else ""
            if not word and choice.is_required:
                word = choice.usual
            if word:
                line = [*line, *spell_value(choice, word)]

    def _find_open(
        self, line: list[str]
    ) -> tuple[Intent | None, list[WordChoice]]:
        """Return the command of a line and the words that it leaves open; None and nothing for
        lines that have none, and for those that cannot be parsed."""
        word_choices = getattr(self._ruleset, "word_choices", None)
        if word_choices is None:
            return None, []
        try:
            intent = parse_step(line)[1].wanted
            if not isinstance(intent, Intent):
                return None, []
            meant = expand_shorthand(
                self._ruleset, self._encounter, [intent], self._lexicon_of
            ) or [intent]
        except GmtrackError:
            return None, []
        if len(meant) > 1:
            return None, []
        return meant[0], list(word_choices(self._encounter, meant[0]))

    def _make_question(
        self,
        choice: WordChoice,
        line: list[str],
        is_asked: IsAsked,
        trial: Trial,
    ) -> PlayerChoice:
        """Return the question for a word with the values that are allowed now; without any words
        if there is none."""
        lines = {
            entry.word: [*line, *spell_value(choice, entry.word)]
            for entry in choice.values
        }
        labels = choice.labels or ("",) * len(choice.values)
        rows = [
            row
            for row in zip(choice.values, choice.costs, labels, strict=True)
            if trial(lines[row[0].word]) is not None
        ]
        allowed = tuple(entry for entry, _, _ in rows)
        by_word = dict(zip(lines, labels, strict=True))
        usual = lines.get(choice.usual, line)
        shown = [*(lines[entry.word] for entry in allowed), usual]
        name = self._encounter.display_name(choice.who)
        on_phone = is_asked(choice.who, CHOICES)
        return PlayerChoice(
            f"{name}: {choice.word}",
            allowed,
            "--with",
            f"{choice.word}=",
            about=choice.about,
            enter=choice.usual,
            who=choice.who if on_phone else "",
            costs=tuple(cost for _, cost, _ in rows),
            spoken=ChoiceInWords(
                choice.asks,
                tuple(label for _, _, label in rows) if choice.labels else (),
                by_word.get(choice.usual, choice.usual),
            ),
            attacks=tuple(map(shlex.join, shown))
            if line[0] == "attack"
            else (),
        )


def spell_value(choice: WordChoice, value: str) -> tuple[str, str]:
    """Return the option and word by which a value is typed."""
    return "--with", f"{choice.lead}{choice.word}={value}"


def _kind_of(choice: WordChoice) -> str:
    """Return about what somebody has to be asked to be asked for a word: CHOICES or POINTS."""
    return CHOICES if choice.is_defense else POINTS
