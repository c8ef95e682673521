"""Fights of any lines: how lines are put together, and what holds whatever they are."""

import pickle
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from typing import Any

from hypothesis import strategies as st

from gmtrack.core import draft as drafts
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.report import Fact
from gmtrack.errors import Refusal
from gmtrack.rulesets.port import Ruleset
from gmtrack.store.encounter_map import data_of

from .casebook import Book
from .core_play import CorePlay

ACTING = "@"
"""Stands in a line for whose turn it is."""

Check = Callable[[Encounter, str], None]
"""Fails where the state after a line cannot be."""


def fields_of(encounter: Encounter) -> dict[str, Any]:
    """Return all that an encounter consists of; not a copy."""
    return {field.name: getattr(encounter, field.name) for field in fields(encounter)}


def copied(encounter: Encounter) -> dict[str, Any]:
    """Return a copy of all that an encounter consists of, in a tenth of the time of a deep copy."""
    found: dict[str, Any] = pickle.loads(pickle.dumps(fields_of(encounter)))
    return found


def joined(*parts: st.SearchStrategy[Any]) -> st.SearchStrategy[str]:
    return st.tuples(*parts).map(lambda words: " ".join(str(word) for word in words if word != ""))


def several(*words: str) -> st.SearchStrategy[str]:
    """Up to three of them."""
    return st.lists(st.sampled_from(words), max_size=3).map(" ".join)


def house_rules(ruleset: Ruleset, most: int = 8) -> st.SearchStrategy[dict[str, Any]]:
    """Values of some of the house rules that have but a few."""
    values = {
        key: rule.allowed
        for key, rule in ruleset.SCHEMA.house_rules.items()
        if isinstance(rule.allowed, tuple)
    }
    chosen = st.dictionaries(st.sampled_from([*values]), st.integers(0, 9), max_size=most)
    return chosen.map(
        lambda found: {key: values[key][n % len(values[key])] for key, n in found.items()}
    )


def spelt_out(line: str, encounter: Encounter, ruleset: Ruleset) -> list[str]:
    acting = ruleset.board(encounter).doc["acting"] if ACTING in line else None
    return line.replace(ACTING, acting or next(iter(encounter.combatants))).split()


def carried_out(
    core: CorePlay, encounter: Encounter, fight: Sequence[str]
) -> Iterator[tuple[str, dict[str, Any], Draft]]:
    """The lines that are not refused, the document of each and what it changed. A line that is
    refused changes nothing."""
    for number, line in enumerate(fight):
        words = spelt_out(line, encounter, core.ruleset)
        text = " ".join(words)
        before = copied(encounter)
        try:
            report, draft = core.resolved(encounter, words, seed=number)
        except Refusal:
            assert fields_of(encounter) == before, text
            continue
        for fact in (step for step in report.story if isinstance(step, Fact)):
            assert core.ruleset.PHRASES[fact.key].format(**fact.args), text
        yield text, report.to_json(), draft


def stays_sound(
    book: Book, core: CorePlay, encounter: Encounter, fight: Sequence[str], check: Check
) -> None:
    """Every roll adds up, every state is one that the loader would take and that can be shown;
    at the end it reads as it was when written down, and all is undone to the start and done again.
    """
    before = copied(encounter)
    history = []
    for text, doc, draft in carried_out(core, encounter, fight):
        history.append(draft.changes)
        assert not book.faults(doc, {"house_rules": encounter.house_rules}), text
        assert not list(core.ruleset.check(encounter)), text
        core.ruleset.board(encounter)
        check(encounter, text)
    again = core.encounter(data_of(encounter))
    assert fields_of(again) == fields_of(encounter)
    assert core.ruleset.board(again).doc == core.ruleset.board(encounter).doc
    for changes in reversed(history):
        drafts.undo_changes(encounter, changes)
    assert fields_of(encounter) == before
    for changes in history:
        drafts.redo_changes(encounter, changes)
    assert fields_of(encounter) == fields_of(again)


def told(core: CorePlay, encounter: Encounter, fight: Sequence[str]) -> list[Any]:
    """What each line says, or how it is refused."""
    found: list[Any] = []
    for number, line in enumerate(fight):
        words = spelt_out(line, encounter, core.ruleset)
        try:
            found.append(core.resolved(encounter, words, seed=number)[0].to_json())
        except Refusal as refusal:
            found.append((refusal.kind, refusal.message))
    return found
