"""Twins: combatants whom the rules cannot tell apart, so that one answer serves all of them."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from gmtrack.core.encounter import Data, Encounter

UNSEEN = ("name", "notes")
"""The fields of a sheet that the rules do not look at."""
TOKEN = re.compile(r"[a-z0-9][a-z0-9-]*")
"""A pattern for words that could be an id, anywhere in a text."""


class Twins:
    """Keys for the combatants of a fight. Two combatants with the same key differ only in id,
    name and notes, and nothing else in the fight mentions either."""

    def __init__(self, encounter: Encounter) -> None:
        self._encounter = encounter
        self._states: Data = encounter.fight.get("combatants") or {}
        parts = (
            encounter.combatants,
            encounter.fight,
            encounter.scene,
            encounter.counters,
        )
        self._mentioned = Counter(
            token for part in parts for token in _tokens(part)
        )

    def key_of(self, who: str) -> str | None:
        """Return the key of a combatant; None for somebody unknown, or whom something else in
        the fight mentions."""
        if who not in self._encounter.combatants:
            return None
        if self._mentioned[who] != 1 + (who in self._states):
            return None
        sheet = {**self._encounter.sheet(who), **dict.fromkeys(UNSEEN, "")}
        seen = [self._encounter.side(who), sheet, self._states.get(who) or {}]
        return json.dumps(seen, sort_keys=True, default=str)


def _tokens(value: Any) -> Iterator[str]:
    """Yield every word in keys and texts that could be an id."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from TOKEN.findall(str(key))
            yield from _tokens(part)
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from _tokens(part)
    elif isinstance(value, str):
        yield from TOKEN.findall(value)


def answer_of_twin(
    doc: Data, key: str, who: str, twin: str, names: dict[str, str]
) -> Data | None:
    """Return the answer about `who` rewritten for a twin, who replaces them under `key`. None if
    the answer mentions `who` anywhere else."""
    rest = json.dumps(
        {field: part for field, part in doc.items() if field != key}
    )
    if doc.get(key) != who or names[who] in rest or who in TOKEN.findall(rest):
        return None
    return {**doc, key: twin}
