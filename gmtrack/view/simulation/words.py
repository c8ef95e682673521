"""Words that all screens of a simulation share: sides, combatants, counts, margins; and its
sentences, from `phrases.txt`."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from gmtrack.core.encounter import FRIENDS, Data
from gmtrack.view.text import Names, shown, space_hyphens

PARTY, FOES, NOBODY = "pc", "foe", "nobody"
CALLED = {
    PARTY: "the party",
    FOES: "the foes",
    "ally": "allies",
    NOBODY: NOBODY,
}
FEW = 0.1
"""Margin above which there are too few fights to say anything."""


@cache
def read_phrases() -> Mapping[str, str]:
    """Return the sentences of `phrases.txt` by key. Empty lines and comments are skipped."""
    found: dict[str, str] = {}
    text = Path(__file__).with_name("phrases.txt").read_text("utf-8")
    for line in text.splitlines():
        if line and not line.startswith("#"):
            key, _, sentence = line.partition(" | ")
            found[key] = sentence
    return found


def say(key: str, **fields: object) -> str:
    """Return the sentence of a key, filled in."""
    return read_phrases()[key].format(**fields)


def begin_sentence(text: str) -> str:
    """Return a text that begins with a capital letter; an empty text as it is."""
    return text[:1].upper() + text[1:]


def name_side(side: str) -> str:
    """Return the name of a side in a sentence: `the party`; for a side with a word of its own
    `the police`."""
    return CALLED.get(side) or f"the {space_hyphens(side)}"


def is_plural(side: str) -> bool:
    """Whether a side's name takes a verb in the plural, as `the foes` does."""
    return name_side(side).endswith("s")


def conjugate_win(side: str) -> str:
    """Return the verb for a side: `win` for a plural such as `the foes`, else `wins`."""
    return "win" if is_plural(side) else "wins"


def side_of(person: Data) -> str:
    """Return the side with which a combatant of the document wins: friends of the party are of
    the party's side."""
    return PARTY if person["side"] in FRIENDS else str(person["side"])


def rank_sides(doc: Data) -> list[str]:
    """Return the sides by how often they win, the most frequent first, without NOBODY."""
    won: Mapping[str, float] = doc["won"]
    return sorted(won.keys() - {NOBODY}, key=lambda side: (-won[side], side))


def choose_side(won: Mapping[str, float]) -> str:
    """Return the side whose chances the GM wants to know: the party, else the side that wins
    most often."""
    return PARTY if PARTY in won else max(won, key=won.__getitem__)


def name_combatant(who: str, entry: Data, names: Names) -> str:
    """Return a combatant's name: the encounter's, else that in the document of the variant, else
    the id."""
    return shown(names.get(who) or entry.get("name") or who)


def find_share_down(fate: Data) -> float:
    """Return how often a combatant was put out of the fight, without how often they fled. `fate`
    is the document of a combatant, or its `if_won`."""
    out: float = fate.get("out", 0)
    fled: float = fate.get("fled", 0)
    return max(0, out - fled)


def format_count(number: int, noun: str) -> str:
    """Return a number with its noun: `1 fight`, `1,000 fights`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def format_margin(doc: Data) -> str:
    """Return the margin in whole percents: `±3`. At least `±1`, but `±0` if the fight is decided
    already."""
    return f"±{max(1, round(doc['margin'] * 100))}" if doc["margin"] else "±0"
