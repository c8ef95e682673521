"""The stock of a ruleset as its files have it."""

from typing import Any

import yaml

from gmtrack.rulesets import registry

Entry = dict[str, Any]
Pinned = dict[str, tuple[str, Entry]]
"""By name: where the numbers are from, and the numbers."""

TOLD = ("about", "source", "name")


def shipped(ruleset: str, page: str) -> dict[str, Entry]:
    """One part of the stock (`weapons`), which is in the file of that name."""
    text = registry.page(ruleset, f"stock/{page}.yaml")
    found: dict[str, Entry] = yaml.safe_load(text)[page]
    return found


def from_elsewhere(ruleset: str, page: str) -> Pinned:
    """The entries that say where their numbers are from: all that the rules go by."""
    return {
        name: (entry["source"], {key: v for key, v in entry.items() if key not in TOLD})
        for name, entry in shipped(ruleset, page).items()
        if entry["source"] != "ours"
    }
