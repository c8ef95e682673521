"""The words that can be typed for the rolls of a page, with `--with` and `--without`."""

from collections.abc import Mapping
from functools import lru_cache

from gmtrack.rulesets.system_page.page.rolls_and_deeds import (
    ABSORB,
    ATTACK,
    PUSH,
    absorbing_steps,
    late_words,
)
from gmtrack.rulesets.system_page.page.shapes import SystemPage

MOST_REMEMBERED = 1_000
"""The most sets of rolls whose words are remembered. They follow from the page alone, which never
changes, and every attack asks for them."""


@lru_cache(maxsize=MOST_REMEMBERED)
def told_words(page: SystemPage, *rolls: str) -> Mapping[str, str]:
    """Return the words of `--with` for rolls of these names, each with its help."""
    found = {
        word: row.help or word.replace("-", " ")
        for word, row in page.modifiers.items()
        if row.told and not set(rolls).isdisjoint(row.roll)
    }
    for late, word in late_words(page).items():
        if not _rolls_of_attacks(page, *rolls).isdisjoint(
            page.modifiers[word].roll
        ):
            found[late] = (
                "the same, only if it decides whether the target is harmed or put out"
            )
    if ATTACK not in rolls:
        return found
    steps = page.damage.steps if page.damage else {}
    for word, step in steps.items():
        if step.told:
            found[word] = step.help or word.replace("-", " ")
    if absorbing_steps(page):
        found[ABSORB] = "what keeps the target up, once the damage is known"
    if any(attack.roll.push for attack in page.attacks.values()):
        found[PUSH] = "roll the dice that do not count once more"
    return found


def _rolls_of_attacks(page: SystemPage, *rolls: str) -> set[str]:
    """Return those of some rolls that are no tests."""
    return {roll for roll in rolls if roll not in page.tests}


def paid_words(page: SystemPage, *rolls: str) -> Mapping[str, str]:
    """Return those of the words of `--with` for rolls of these names that cost whoever rolls points
    of a track, each with its help."""
    late = late_words(page)
    paid = {
        word for word, row in page.modifiers.items() if any(row.costs.values())
    }
    return {
        word: help_
        for word, help_ in told_words(page, *rolls).items()
        if late.get(word, word) in paid
    }


@lru_cache(maxsize=MOST_REMEMBERED)
def switch_words(page: SystemPage, *rolls: str) -> Mapping[str, str]:
    """Return the words of `--without` for rolls of these names, each with its help."""
    return {
        word: row.help or word.replace("-", " ")
        for word, row in page.modifiers.items()
        if not row.told and not set(rolls).isdisjoint(row.roll)
    }
