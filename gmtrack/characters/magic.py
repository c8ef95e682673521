"""Spells, adept powers and foci of Shadowrun 5, as Chummer and Foundry write them, and their values
in words that both share."""

import re
from collections.abc import Mapping

from gmtrack.core.foreign import ForeignThing, Plain

SPELL, POWER, FOCUS = "spell", "adept power", "focus"
"""The kinds of things of magic."""
POWER_FOCUS, SPELL_FOCUS, OTHER_FOCUS = "power", "spellcasting", "other"
"""What a focus is for."""
NOT_BONDED = "nobody has bonded it"
_FOCUS = re.compile(
    r"(?P<use>.*?)\s*\bfocus\b[^,(]*(?:[,(]\s*(?P<fits>[a-z ]+))?.*",
    re.IGNORECASE,
)
"""Pattern of a focus's name: `Power Focus`, `Spellcasting Focus, Combat`."""
_RANGES: Mapping[str, str] = {
    "t": "touch", "touch": "touch", "los": "sight", "s": "self", "self": "self",
}  # fmt: skip
_DURATIONS: Mapping[str, str] = {
    "i": "instant", "s": "sustained", "p": "permanent", "instant": "instant",
    "sustained": "sustained", "permanent": "permanent",
}  # fmt: skip
_KINDS: Mapping[str, str] = {
    "m": "mana", "mana": "mana", "p": "physical", "physical": "physical",
}  # fmt: skip
_DAMAGES: Mapping[str, str] = {
    "p": "physical", "physical": "physical", "s": "stun", "stun": "stun",
}  # fmt: skip


def is_focus(name: str) -> bool:
    """Whether a thing of this name is a focus."""
    return _FOCUS.fullmatch(name) is not None


def make_focus(
    name: str, rating: int, at: str, why: str, *, bonded: bool
) -> ForeignThing:
    """Return a focus. `why`: the reason why it has no place, unless there is a better one.
    `bonded`: whether its owner can use it."""
    found = _FOCUS.fullmatch(name)
    use = found["use"].strip().lower() if found else ""
    values: dict[str, Plain] = {
        "rating": rating,
        "use": use if use in (POWER_FOCUS, SPELL_FOCUS) else OTHER_FOCUS,
        "fits": ((found and found["fits"]) or "").strip().lower(),
        "bonded": bonded,
        "why": why,
    }
    return ForeignThing(name, FOCUS, at, values)


def make_spell(
    name: str, at: str, why: str, words: Mapping[str, str]
) -> ForeignThing:
    """Return a spell. `words` are the file's own: `category`, `type`, `range`, `duration`, `damage`
    and `descriptors`; those that are missing or unknown become empty. `why`: as for a focus."""
    texts = {key: word.strip().lower() for key, word in words.items()}
    reach, _, shape = texts.get("range", "").replace("_", " ").partition(" ")
    values: dict[str, Plain] = {
        "category": texts.get("category", ""),
        "kind": _KINDS.get(texts.get("type", ""), ""),
        "range": _RANGES.get(reach, ""),
        "area": "a" in shape.strip("() "),
        "duration": _DURATIONS.get(texts.get("duration", ""), ""),
        "damage": _DAMAGES.get(texts.get("damage", ""), ""),
        "indirect": "indirect" in texts.get("descriptors", ""),
        "why": why,
    }
    return ForeignThing(name, SPELL, at, values)


def make_power(name: str, rating: int, at: str, why: str) -> ForeignThing:
    """Return an adept power; `rating` 0 for one without levels. `why`: as for a focus."""
    return ForeignThing(name, POWER, at, {"rating": rating, "why": why})
