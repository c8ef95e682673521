"""The players' page of one combatant on their own link: the profile as it stands, and what they
can do now."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from gmtrack.app.casualties import steps_in_effect
from gmtrack.app.players_page import condition_in_words, track_document
from gmtrack.app.players_story import space_word
from gmtrack.app.what import choices
from gmtrack.core import own_effects
from gmtrack.core.choice import Choice
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.intents import (
    Act,
    Attack,
    End,
    Intent,
    Leave,
    Next,
    RollInit,
    Test,
)
from gmtrack.core.players import (
    hidden_combatants,
    secret_predicate,
    without_secrets,
)
from gmtrack.core.report import Part
from gmtrack.core.screen import Profile, Section, Track

if TYPE_CHECKING:
    from gmtrack.store.session import Session

NOTATION = r"--\w|\w=\w|house rule"
"""A pattern of what only the GM types."""
OF_THE_GM = (Next, RollInit, End, Leave, Test)
"""Intents that only the GM carries out or asks for; a player's page does not list them."""


def own_page(session: "Session", who: str) -> Data | None:
    """Return the page of a combatant who is in the fight: tracks, conditions, sections and
    possible actions, without what players may not know. None for an unknown combatant, or if the
    ruleset cannot show them without the hidden ones."""
    whole, ruleset = session.encounter, session.ruleset
    if who not in whole.combatants:
        return None
    steps = [step.changes for step in steps_in_effect(session.log())]
    tells = secret_predicate(whole, {who}, steps)
    if who in hidden_combatants(whole):
        # Hidden combatants know of themselves, so their own page shows them.
        sheet = {**whole.combatants[who], "hidden": False}
        seen = without_secrets(
            replace(whole, combatants={**whole.combatants, who: sheet})
        )
    else:
        seen = without_secrets(whole)
    try:
        profile = ruleset.show(seen, who)
        found = (
            [] if whole.away(who) else list(choices(ruleset, seen, who, most=1))
        )
    except Exception:
        # A ruleset may fail on an encounter without its hidden combatants. The page then
        # lacks the sheet, but does not fail itself.
        return None
    return {
        "title": profile.title,
        "tracks": [
            track_document(one)
            for one in _all_tracks(profile)
            if not tells(one.label)
        ],
        "conditions": [
            text
            for one in profile.conditions
            if one.label.partition(" x")[0] != own_effects.OTHER
            if not tells(text := condition_in_words(one))
        ],
        "sections": [
            _section_document(one, tells, _weapon_renamer(seen, who))
            for one in profile.sections
        ],
        "can": [
            [text, cost]
            for text, cost in _options_in_words(found, seen)
            if not tells(text)
        ],
    }


def _all_tracks(profile: Profile) -> Iterator[Track]:
    """Yield the tracks of a profile, then those of its figure."""
    yield from profile.tracks
    yield from (
        track for row in profile.figure for track in row if track is not None
    )


def _section_document(
    section: Section,
    tells: Callable[[str], bool],
    rename: Callable[[str], str],
) -> Data:
    """Return a section of the profile as a document, without numbers and rows that tell of
    somebody hidden: `title`, `numbers` (label, value, parts in words), `columns` and `rows`.
    `rename` puts names in place of ids."""
    numbers = [
        [one.label, rename(one.value), _parts_in_words(one.parts)]
        for one in section.numbers
    ]
    return {
        "title": section.title,
        "numbers": [one for one in numbers if not any(map(tells, one))],
        "columns": list(section.columns),
        "rows": [
            list(map(rename, row))
            for row in section.rows
            if not any(map(tells, row))
        ],
    }


def _weapon_renamer(encounter: Encounter, who: str) -> Callable[[str], str]:
    """Return a function that puts the names of somebody's weapons in place of their ids in a
    text."""
    weapons = encounter.sheet(who).get("weapons") or {}
    names = {
        id_: str((one or {}).get("name") or space_word(id_))
        for id_, one in weapons.items()
    }
    if not names:
        return str
    longest_first = sorted(names, key=len, reverse=True)
    ids = "|".join(map(re.escape, longest_first))
    pattern = re.compile(rf"(?<![\w-])(?:{ids})(?![\w-])")
    return lambda text: pattern.sub(lambda found: names[found[0]], text)


def without_notation(text: str) -> str:
    """Return a help text without what only the GM types: brackets and clauses with an option, a
    word with its value or a house rule, and names of arguments."""
    text = re.sub(rf" \([^()]*(?:{NOTATION})[^()]*\)", "", text)
    text = re.sub(rf"[;,] [^;,]*(?:{NOTATION}).*", "", text)
    return re.sub(r"\bTARGET\b", "the target", text)


def _parts_in_words(parts: Sequence[Part]) -> str:
    """Return the parts of a number as text; empty if there is only one."""
    return (
        ", ".join(
            f"{part.label.replace('_', ' ')} {part.value:+d}" for part in parts
        )
        if len(parts) > 1
        else ""
    )


def _options_in_words(
    found: Iterable[Choice], encounter: Encounter
) -> Iterator[tuple[str, str]]:
    """Yield each legal choice as text with its cost; equal texts only once."""
    told: set[str] = set()
    for choice in found:
        text = (
            ""
            if choice.why
            else _option_in_words(choice.intent, choice.help, encounter)
        )
        if text and text not in told:
            told.add(text)
            yield text, choice.cost


def _option_in_words(intent: Intent, help_: str, encounter: Encounter) -> str:
    """Return what an intent is called on a player's page: `attack with Combat knife`, `aim: +1
    to the next attack`. Empty for what only the GM does."""
    if isinstance(intent, Attack):
        weapons = encounter.sheet(intent.attacker).get("weapons") or {}
        weapon = intent.options.weapon or ""
        name = (weapons.get(weapon) or {}).get("name") or space_word(weapon)
        if name == "unarmed":
            return "attack unarmed"
        return f"attack with {name}" if name else ""
    if isinstance(intent, OF_THE_GM):
        return ""
    word = intent.action if isinstance(intent, Act) else intent.word
    told = without_notation(help_)
    return f"{space_word(word)}: {told}" if told else space_word(word)
