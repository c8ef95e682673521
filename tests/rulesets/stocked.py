"""The stock of a ruleset as its files have it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from gmtrack.rulesets import registry

Type = Callable[[list[str]], Any]
Entry = dict[str, Any]
Pinned = dict[str, tuple[str, Entry]]
"""By name: where numbers are from, and these numbers."""


def shipped(ruleset: str, page: str) -> dict[str, Entry]:
    """One part of the stock (`weapons`), which is in the file of that name."""
    text = registry.page(ruleset, f"stock/{page}.yaml")
    found: dict[str, Entry] = yaml.safe_load(text)[page]
    return found


def from_text(ruleset: str, page: str, pinned: Pinned) -> Pinned:
    """The entries that say where some of their numbers are from, each with those of its values that
    `pinned` has (of `skills.smg` the `smg` in `skills`), None where the entry has none."""
    return {
        name: (
            entry["source"],
            {path: value_at(entry, path) for path in pinned.get(name, ("", {}))[1]},
        )
        for name, entry in shipped(ruleset, page).items()
        if entry["source"] != "ours"
    }


def value_at(entry: Entry, path: str) -> Any:
    key, _, below = path.partition(".")
    return entry.get(key, {}).get(below) if below else entry.get(key)


def shown(ruleset: str, name: str, folder: Path, say: Type, **fields: Any) -> dict[str, Any]:
    """What `show` tells of somebody of the stock, with some fields of their sheet changed."""
    sheet = {"template": f"@{name}", **fields}
    fight = {"gmtrack": 1, "name": "One", "ruleset": ruleset, "combatants": {"one": sheet}}
    path = folder / "one.yaml"
    path.write_text(yaml.safe_dump(fight), encoding="utf-8")
    screen = say(["-f", str(path), "show", "one", "--json"])
    assert screen.status == 0, screen.out
    found: dict[str, Any] = screen.doc
    return found


class Range(NamedTuple):
    """A fight of `shooter`, who has all weapons of a stock, against `target`, who wears all of its
    armor: each attack is made on the fight as it was prepared."""

    path: Path
    type_line: Type

    def attack(self, weapon: str, *words: str) -> dict[str, Any]:
        """What one attack with a weapon came to. Fails with what the program said."""
        line = ["-f", str(self.path), "attack", "shooter", "target", "--weapon", weapon, *words]
        screen = self.type_line([*line, "--dry-run", "--json"])
        assert screen.status == 0, (weapon, words, screen.out)
        found: dict[str, Any] = screen.doc
        return found


def shooting_range(ruleset: str, shooter: Entry, target: Entry, folder: Path, say: Type) -> Range:
    """Two sheets, with the whole stock of weapons and armor."""
    gear = {
        page: {name: bare(entry) for name, entry in shipped(ruleset, page).items()}
        for page in ("weapons", "armor")
    }
    cast = {
        "shooter": {**shooter, "side": "pc", "weapons": gear["weapons"]},
        "target": {**target, "armor": list(gear["armor"].values())},
    }
    fight = {"gmtrack": 1, "name": "Range", "ruleset": ruleset, "combatants": cast}
    path = folder / "range.yaml"
    path.write_text(yaml.safe_dump(fight), encoding="utf-8")
    return Range(path, say)


def bare(entry: Entry) -> Entry:
    """An entry as a sheet has it."""
    return {key: v for key, v in entry.items() if key not in ("about", "source")}


def party_wins(ruleset: str, party: list[str], foes: list[str], folder: Path, say: Type) -> float:
    """How many of a hundred fights between people of the stock the party wins. Fails where a fight
    goes on without an end. All stand within ten metres of each other."""
    cast = {f"pc-{n}": {"template": f"@{who}", "side": "pc"} for n, who in enumerate(party)}
    cast |= {f"foe-{n}": {"template": f"@{who}", "side": "foe"} for n, who in enumerate(foes)}
    fight: Entry = {"gmtrack": 1, "name": "Even", "ruleset": ruleset, "combatants": cast}
    if "position" in registry.load(ruleset).SCHEMA.live.__annotations__:
        places = {who: {"position": [8 * who.startswith("foe"), int(who[-1])]} for who in cast}
        fight["fight"] = {"combatants": places}
    path = folder / "even.yaml"
    path.write_text(yaml.safe_dump(fight), encoding="utf-8")
    words = ["--fights", "100", "--seed", "1", "--jobs", "1", "--json"]
    screen = say(["-f", str(path), "simulate", *words])
    assert screen.status == 0, screen.out
    assert max(int(rounds) for rounds in screen.doc["rounds"]["distribution"]) < 50
    return 100 * float(screen.doc["won"]["pc"])
