"""Odds in the session: of an attack that is being typed, and of one that was carried out."""

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from gmtrack.app.odds.attack import (
    Find,
    find_odds,
    find_odds_by_trial,
    make_time_limit,
    odds_to_document,
)
from gmtrack.app.odds.attack_rolls import OddsQuestion
from gmtrack.app.run import Outcome
from gmtrack.cli.parse import parse_attack, parse_attack_words, split_line
from gmtrack.core.encounter import Encounter
from gmtrack.core.names import pick
from gmtrack.errors import OVERRULES, Ambiguous, GmtrackError, Refusal
from gmtrack.play.typed_line import (
    KnownFight,
    join_names,
    make_command_line,
    split_commands,
)
from gmtrack.rulesets.port import Ruleset
from gmtrack.view.odds.attack import summarize_odds
from gmtrack.view.percentages import format_percent
from gmtrack.view.text import cut, space_hyphens

if TYPE_CHECKING:
    from gmtrack.odds.chances import Odds
    from gmtrack.play.fight_status import SeenFight

AT_ONCE = 0.05
"""Seconds that somebody who types may be kept waiting for the bottom line."""
TRIALS = 150
"""Trials for odds that are not found exactly in time."""
FOR_TRIALS = 0.1
"""Seconds that the trials may take."""
AFTERWARDS = 1.0
"""Seconds for the odds of an attack that is carried out."""
TRIES = 3
"""Attempts to find odds for one line; the last one uses trials. The first may fail only because
modules are still being loaded."""
PAIR = 2
"""Number of words that attacker and target take."""
ATTACKS = ("attack", "odds")


class Foresight:
    """The odds of the attack that is being typed, cached until line, fight or width change."""

    def __init__(self) -> None:
        self._asked: tuple[object, ...] = ()
        self._answer = ""
        self._tries = 0

    def odds_line(
        self, fight: "SeenFight | None", typed: str, width: int
    ) -> str:
        """Return the odds of the typed attack in one line. Empty if no fight is open, the text
        is no attack, or the odds are not found at once; a later call with the same text tries
        again, up to TRIES times."""
        if (fight, typed, width) != self._asked:
            self._asked = (fight, typed, width)
            self._answer, self._tries = "", TRIES
        if fight and typed.strip() and self._tries and not self._answer:
            self._tries -= 1
            find = make_exact_search if self._tries else make_trial_search
            self._answer = summarize_typed_odds(fight, typed, width, find())
        return cut(self._answer, width)


def make_exact_search() -> Find:
    """Return a search for exact odds that gives up after AT_ONCE seconds (raises
    TooManyBranches)."""
    return partial(find_odds, enough=make_time_limit(AT_ONCE))


def make_trial_search() -> Find:
    """Return a search for odds by at most TRIALS trials, for at most FOR_TRIALS seconds."""
    return partial(
        find_odds_by_trial, most=TRIALS, enough=make_time_limit(FOR_TRIALS)
    )


def summarize_typed_odds(
    fight: "SeenFight", typed: str, width: int, search: Find
) -> str:
    """Return the odds of a typed attack in one line, or why there are none. Empty if the text is
    no attack or the `search` takes too long. A last word that is still being typed is
    dropped."""
    from gmtrack.odds.engine import TooManyBranches

    encounter = fight.known.encounter
    # Only the first of several commands finds the fight as it is now.
    first, *others = split_commands(typed) or [""]
    words = _parse_typed_attack(first, fight.known) if encounter else []
    typing = not others and not typed[-1:].isspace()
    while encounter and words:
        try:
            question = OddsQuestion(
                fight.ruleset, encounter, *parse_attack(words)
            )
            return summarize_odds(
                odds_to_document(search(question), question), width
            )
        except TooManyBranches:
            return ""
        except Refusal as refusal:
            if not _is_unfinished(words, refusal, typing):
                return _explain_missing_odds(encounter, words, refusal)
        words, typing = words[:-1], False
    return ""


def _parse_typed_attack(typed: str, known: KnownFight) -> list[str]:
    """Return the words behind the command of a typed `attack` or `odds`; empty for any other
    line, and for one that is refused."""
    try:
        line = make_command_line(join_names(split_line(typed), known), known)
    except Refusal:
        return []
    return line[1:] if line[0] in ATTACKS else []


def _is_unfinished(words: list[str], refusal: Refusal, typing: bool) -> bool:
    """Whether the last word is probably still being typed, so that a refusal says nothing yet.
    `typing`: no blank stands behind the word."""
    option = words[-1].startswith("-")
    if typing:
        return option or isinstance(refusal, Ambiguous)
    if option:
        with suppress(Refusal):
            parse_attack_words([*words, "1"])
            return True
    return False


def _explain_missing_odds(
    encounter: Encounter, words: list[str], refusal: Refusal
) -> str:
    """Return why the words after attacker and target give no odds. Empty if there are no such
    words, one of the two is unknown, or the line is wrong (`usage`)."""
    try:
        for who in words[:2]:
            pick(who, encounter.names(), "combatant", "")
    except Refusal:
        return ""
    why = refusal.message.removesuffix(OVERRULES)
    return (
        f"no odds: {why}"
        if len(words) > PAIR and refusal.kind != "usage"
        else ""
    )


def find_odds_in_time(
    ruleset: Ruleset, encounter: Encounter, line: list[str]
) -> "Odds | None":
    """Return the odds of an attack that is about to be carried out. None if they are not found
    within AFTERWARDS seconds, or the attack would be refused."""
    try:
        intent, _ = parse_attack(line[1:])
        return find_odds(
            OddsQuestion(ruleset, encounter, intent),
            make_time_limit(AFTERWARDS),
        )
    except GmtrackError:
        return None


def describe_likelihood(odds: "Odds", outcome: Outcome) -> str:
    """Return how likely the outcome was: `7 or more damage: 12 %`. Without damage it is the
    chance of the outcome, or for several attacks of no damage at all."""
    ruleset = outcome.ruleset
    summaries = [
        ruleset.summarize_attack(block.document())
        for block in outcome.report.blocks
    ]
    damage = sum(upshot.damage for upshot in summaries)
    if damage:
        return f"{damage} or more damage: {format_percent(float(odds.total.at_least(damage)))}"
    if len(odds.blocks) > 1:
        return (
            f"no damage: {format_percent(float(odds.total.damage.get(0, 0)))}"
        )
    word = summaries[0].outcome
    return f"{space_hyphens(word)}: {format_percent(float(odds.total.outcomes.get(word, 0)))}"
