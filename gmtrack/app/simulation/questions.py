"""Questions that a simulation may be asked, which are answered by fewer fights than it takes to
know all chances."""

from collections.abc import Sequence

from gmtrack.app.simulation.evening import BALANCED
from gmtrack.core.names import listed, matching_words
from gmtrack.errors import Refusal
from gmtrack.rulesets.port import Ruleset
from gmtrack.simulation.fight import PARTY, Setup, Sides
from gmtrack.simulation.tally import Tally

EVEN, DIES = QUESTIONS = ("even", "dies")
"""Is the fight even? Who of the party dies?"""
OFTEN = 0.1
"""The chance of dying from which on somebody counts as one who dies."""


def parse_question(ruleset: Ruleset, typed: str | None) -> str:
    """Return the question that a word of `--ask` begins; empty if nothing was typed. Raises
    Refusal for a word that begins none, or both."""
    if typed is None:
        return ""
    words = matching_words(typed, QUESTIONS)
    if len(words) != 1:
        why = f"--ask {typed}: type one of {listed(QUESTIONS)}"
        raise Refusal(ruleset.WORDS.value, why)
    return words[0]


def is_answered(
    question: str, setups: Sequence[Setup], tallies: Sequence[Tally]
) -> bool:
    """Whether the question is answered for each setup, in nineteen of twenty cases: whether the
    party's chance is between 35 and 65 %, or for each of the party whether they die in more than
    one of ten fights."""
    known = is_evenness_known if question == EVEN else are_deaths_known
    return all(map(known, setups, tallies))


def is_evenness_known(setup: Setup, tally: Tally) -> bool:
    """Whether it is clear on which side of each limit (35 and 65 %) the party's chance is."""
    del setup
    return all(_is_clear(tally, tally.won[PARTY], limit) for limit in BALANCED)


def are_deaths_known(setup: Setup, tally: Tally) -> bool:
    """Whether it is clear for each of the party if they die in more than one of ten fights."""
    sides = Sides(setup.encounter).side_by_combatant
    return all(
        _is_clear(tally, tally.dead[who], OFTEN)
        for who, side in sides.items()
        if side == PARTY
    )


def _is_clear(tally: Tally, count: int, limit: float) -> bool:
    """Whether a chance that was counted so often is clearly above or below a limit: whether the
    limit is outside of its 95 % interval."""
    low, high = tally.interval(count)
    return not low <= limit <= high
