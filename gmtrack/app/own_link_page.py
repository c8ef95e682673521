"""The players' page of one combatant on their own link: the profile as it stands, and what they
can do now."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from gmtrack.app.past.players_history import FollowedCast
from gmtrack.app.players_page import condition_in_words, track_document
from gmtrack.app.players_story import PlayerKnowledge, space_word
from gmtrack.app.what import choices
from gmtrack.core import own_effects, values
from gmtrack.core.choice import Choice
from gmtrack.core.draft import Change
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
from gmtrack.core.lexicon import Lexicon
from gmtrack.core.players import (
    hidden_combatants,
    secret_predicate,
    without_secrets,
)
from gmtrack.core.report import Part
from gmtrack.core.screen import Profile, Section, Track

if TYPE_CHECKING:
    from gmtrack.rulesets.port import Ruleset
    from gmtrack.store.session import Session

NOTATION = r"--\w|\w=\w|house rule"
"""A pattern of what only the GM types."""
MOST_WAYS = 40
"""The most ways to do one thing that are looked for, such as an attack on each target."""
MODE = "mode="
"""The beginning of the word of an attack that names the fire mode."""
OF_THE_GM = (Next, RollInit, End, Leave, Test)
"""Intents that only the GM carries out or asks for; a player's page does not list them."""


class OwnOption(NamedTuple):
    """Something that a combatant can do now: the text, its cost, the name of whom it is done to
    (empty for nobody), and the command line that does it, for the GM alone."""

    text: str
    cost: str
    target: str
    line: str


class OwnPage(NamedTuple):
    """The page of a player's own: its document, and the line that each thing to do stands for, by
    its text and target. There are no lines out of turn."""

    document: Data
    lines: Mapping[tuple[str, str], str]


def own_page(session: "Session", who: str) -> Data | None:
    """Return the document of `read_own_page`; None if there is none."""
    page = read_own_page(session, who)
    return page and page.document


def read_own_page(
    session: "Session",
    who: str,
    cast_changes: Sequence[Sequence[Change]] | None = None,
) -> OwnPage | None:
    """Return the page of a combatant who is in the fight: tracks, conditions, sections and
    possible actions, without what players may not know. None for an unknown combatant, or if the
    ruleset cannot show them without the hidden ones.

    `cast_changes` are the changes of each step that concerned sheets, or who is there; None: they
    are looked up in the whole history."""
    whole, ruleset = session.encounter, session.ruleset
    if who not in whole.combatants:
        return None
    if cast_changes is None:
        cast_changes = FollowedCast().look(session)
    tells = secret_predicate(whole, {who}, cast_changes)
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
        legal = (
            []
            if whole.away(who)
            else [
                _leave_words_open(ruleset, seen, one)
                for one in choices(ruleset, seen, who, MOST_WAYS, OF_THE_GM)
                if not one.why
            ]
        )
        rows = ruleset.board(seen).rows
    except Exception:
        # A ruleset may fail on an encounter without its hidden combatants. The page then
        # lacks the sheet, but does not fail itself.
        return None
    options = [
        one
        for one in _options_in_words(legal, whole, who, ruleset.lexicon(seen))
        if not (tells(one.text) or tells(one.target))
    ]
    is_acting = any(row.acting for row in rows if row.id == who)
    document = {
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
        "can": _options_document(options),
        "acts": is_acting,
    }
    lines = {(one.text, one.target): one.line for one in options}
    return OwnPage(document, lines if is_acting else {})


def _options_document(options: Sequence[OwnOption]) -> list[list[object]]:
    """Return what somebody can do as a document: text, cost and the names of all to whom it can be
    done, each text once."""
    found: dict[str, list[object]] = {}
    targets: dict[str, list[str]] = {}
    for one in options:
        names = targets.setdefault(one.text, [])
        found.setdefault(one.text, [one.text, one.cost, names])
        if one.target:
            names.append(one.target)
    return list(found.values())


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
    `rename` puts names in place of ids, in a row in its first cell."""
    numbers = [
        [one.label, rename(one.value), _parts_in_words(one.parts)]
        for one in section.numbers
    ]
    return {
        "title": section.title,
        "numbers": [one for one in numbers if not any(map(tells, one))],
        "columns": list(section.columns),
        "rows": [
            [rename(row[0]), *row[1:]] if row else []
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


def _leave_words_open(
    ruleset: "Ruleset", encounter: Encounter, choice: Choice
) -> Choice:
    """Return a choice without those of its words whose values `play` asks for before the command
    is carried out, such as the level of a spell: it is the player who chooses them."""
    word_choices = getattr(ruleset, "word_choices", None)
    options = choice.intent.options
    if word_choices is None or not options.words:
        return choice
    for word in options.words:
        others = tuple(one for one in options.words if one != word)
        shorter = options._replace(words=others)
        intent = values.replace(choice.intent, options=shorter)
        asked_for = {
            one.word
            for one in word_choices(encounter, intent)
            if one.is_required
        }
        if word.partition("=")[0] in asked_for:
            return choice._replace(intent=intent)
    return choice


def _options_in_words(
    legal: Sequence[Choice],
    encounter: Encounter,
    who: str,
    lexicon: Lexicon,
) -> Iterator[OwnOption]:
    """Yield each legal choice of a combatant that players may know of, once for each target. A
    weapon that can be fired in several modes now has an option for each of them."""
    seen = PlayerKnowledge(encounter)
    modes = _modes_of_weapons(legal)
    told: set[tuple[str, str]] = set()
    for choice in legal:
        text = _option_in_words(choice.intent, choice.help, encounter)
        weapon = choice.intent.options.weapon or ""
        if isinstance(choice.intent, Attack) and len(modes[weapon]) > 1:
            mode = _mode_of(choice.intent)
            words = _mode_in_words(mode, choice.cost, lexicon)
            text = f"{text}, {words}" if text and mode else ""
        targets = _targets_of(choice.intent, encounter)
        if not all(map(seen.knows, targets)):
            continue
        names = (
            "themselves" if one == who else seen.name(one) for one in targets
        )
        target = ", ".join(names)
        if text and (text, target) not in told:
            told.add((text, target))
            yield OwnOption(text, choice.cost, target, choice.line)


def _mode_of(attack: Attack) -> str:
    """Return the fire mode that an attack names; empty for none."""
    named = [word for word in attack.options.words if word.startswith(MODE)]
    return named[0].removeprefix(MODE) if named else ""


def _modes_of_weapons(found: Iterable[Choice]) -> dict[str, set[str]]:
    """Return the fire modes that choices name, by weapon; an empty set for other weapons."""
    modes: dict[str, set[str]] = defaultdict(set)
    for choice in found:
        if isinstance(choice.intent, Attack) and _mode_of(choice.intent):
            weapon = choice.intent.options.weapon or ""
            modes[weapon].add(_mode_of(choice.intent))
    return modes


def _mode_in_words(mode: str, cost: str, lexicon: Lexicon) -> str:
    """Return a fire mode as players read it: `burst: 3 bullets`. What the cost says already is
    left out."""
    entries = lexicon.values.get(MODE.removesuffix("="), ())
    help_ = next((one.help for one in entries if one.word == mode), "")
    name, colon, told = help_.partition(": ")
    if not colon:
        name, told = space_word(mode), help_
    parts = [
        one
        for one in without_notation(told).split(", ")
        if one not in cost.split()
    ]
    return f"{name}: {', '.join(parts)}" if told else name


def _targets_of(intent: Intent, encounter: Encounter) -> list[str]:
    """Return the ids of those to whom an attack or action is done."""
    named: Sequence[str] = ()
    if isinstance(intent, Attack):
        named = intent.targets
    elif isinstance(intent, Act):
        named = intent.args[:1]
    return [one for one in named if one in encounter.combatants]


def _option_in_words(intent: Intent, help_: str, encounter: Encounter) -> str:
    """Return what an intent is called on a player's page: `attack with Combat knife`, `aim: +1
    to the next attack`. Empty for an attack without a weapon."""
    if isinstance(intent, Attack):
        weapons = encounter.sheet(intent.attacker).get("weapons") or {}
        weapon = intent.options.weapon or ""
        name = (weapons.get(weapon) or {}).get("name") or space_word(weapon)
        if name == "unarmed":
            return "attack unarmed"
        return f"attack with {name}" if name else ""
    word = intent.action if isinstance(intent, Act) else intent.word
    told = without_notation(help_)
    return f"{space_word(word)}: {told}" if told else space_word(word)
