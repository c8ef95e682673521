"""Cases as data: reading them. How they are compared stands in `comparing`.

A case names its cast (`cast.yaml`), changes to it, house rules, and steps; a step is one command
line and what must be found in its JSON document, or the word of its refusal. `each` makes one
case of every map of values in it: `<key>` stands for the value, and the first value is added to
the case's id. In command lines `2x7` stands for seven dice that show 2. What has `rules_alone` is
not played through the command line.
"""

import hashlib
import itertools
import json
import os
import pickle
import re
import shlex
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any, TypeVar

import yaml

from gmtrack.rulesets.port import Ruleset

from .comparing import Data, faults_of_roll, rolls_in

READERS = ("show", "board", "log", "rules", "rulesets", "validate", "save", "odds")
"""Commands that change nothing."""

ENCOUNTER = ("house_rules", "scene", "counters", "fight")
"""Keys of a case that its file has."""
KEPT = Path(__file__).parents[2] / ".pytest_cache" / "cases"
"""Where spelt out cases are kept, for reading them takes longer than playing some."""

Found = TypeVar("Found")
OwnFaults = Callable[[Data, Data], list[str]]
"""What a ruleset finds wrong in a roll of its own, by the house rules of the encounter."""


@cache
def words_of(line: str) -> tuple[str, ...]:
    """Return the words of a command line, `2x7` spelt out; the cases repeat many lines."""
    return tuple(shlex.split(re.sub(r"\b(\d)x(\d+)\b", _repeat, line)))


@dataclass(frozen=True)
class Step:
    run: str
    expect: Data = field(default_factory=dict)
    refused: str | bool = False
    says: str = ""
    argv: list[str] = field(init=False)
    """The words of the line."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "argv", [*words_of(self.run)])

    @property
    def changes_something(self) -> bool:
        return self.argv[0] not in READERS and not self.refused


@dataclass(frozen=True)
class Case:
    id: str
    title: str
    encounter: Data
    steps: tuple[Step, ...]
    refused: str = ""
    outline: str = ""
    """The id that it has in the file."""
    file: str = ""
    rules_alone: bool = False
    """Whether the command line does more here than the rules: its `next` begins a round."""


@dataclass(frozen=True)
class Book:
    """The cases, the cast and the replays of one ruleset. `rollers` are the commands that are
    given a seed, so that a dry run and the command roll the same."""

    folder: Path
    ruleset: Ruleset
    rollers: tuple[str, ...]
    own_faults: OwnFaults

    @cached_property
    def cast(self) -> Data:
        """The sheets of `cast.yaml` by id; not to be changed."""
        return dict(read(self.folder / "cast.yaml"))

    @cached_property
    def cases(self) -> list[Case]:
        """Every case of the folder `cases`, outlines (`each`) spelt out: as they were the last
        time, unless something was written since."""

        def spelt_out() -> list[Case]:
            return [
                case
                for path in self._case_files
                for raw in read(path)
                for case in self._spelt_out(raw, path.stem)
            ]

        return kept(self.folder.name, self.fingerprint, spelt_out)

    @cached_property
    def _case_files(self) -> list[Path]:
        return sorted((self.folder / "cases").glob("*.yaml"))

    @cached_property
    def fingerprint(self) -> str:
        """A hash of everything that the cases are made from."""
        return hash_of([self.folder / "cast.yaml", *self._case_files, Path(__file__)])

    @cached_property
    def outlines(self) -> dict[str, list[Case]]:
        """The cases by the id that they have in their file."""
        found: dict[str, list[Case]] = {}
        for case in self.cases:
            found.setdefault(case.outline, []).append(case)
        return found

    @cached_property
    def replays(self) -> list[Path]:
        """The recorded fights."""
        return sorted((self.folder / "replays").glob("*.yaml"))

    def _spelt_out(self, raw: Data, file: str) -> Iterator[Case]:
        for values in raw.get("each", [{}]):
            filled = _fill(raw, values) if values else raw
            title = filled.get("title", "")
            name = "-".join(str(part) for part in (raw["id"], *list(values.values())[:1]))
            steps = itertools.chain.from_iterable(map(steps_of, filled.get("steps", [])))
            refused = filled.get("refused", "")
            encounter = self._encounter(filled)
            alone = "rules_alone" in {**raw, **values}
            outline = str(raw["id"])
            yield Case(name, title, encounter, tuple(steps), refused, outline, file, alone)

    def _encounter(self, raw: Data) -> Data:
        """The encounter file of a case, as data."""
        names = {entry.partition("=")[0]: entry.partition("=")[2] or entry for entry in raw["cast"]}
        sheets = {who: _fill(self.cast[source], {}) for who, source in names.items()}
        _merge(sheets, raw.get("change", {}))
        ruleset = self.ruleset.META.id
        doc = {"gmtrack": 1, "name": str(raw["id"]), "ruleset": ruleset, "combatants": sheets}
        return doc | {key: raw[key] for key in ENCOUNTER if key in raw}

    def faults(self, doc: Data, encounter: Data) -> list[str]:
        """What is wrong with the rolls of a document in themselves."""
        house_rules = encounter.get("house_rules", {})
        return [
            line
            for roll in rolls_in(doc)
            for line in (*faults_of_roll(roll), *self.own_faults(roll, house_rules))
        ]


def hash_of(files: Iterable[Path]) -> str:
    """Return a hash of what is written in some files."""
    return hashlib.sha1(b"---".join(file.read_bytes() for file in files)).hexdigest()


def kept(name: str, fingerprint: str, make: Callable[[], Found]) -> Found:
    """Return what `make` returned when it was last called for this name and fingerprint; call it
    if it never was, and keep the result in place of those with other fingerprints."""
    path = KEPT / f"{name}-{fingerprint}.pickle"
    if not path.exists():
        keep(path, make())
    found: Found = pickle.loads(path.read_bytes())
    return found


def keep(path: Path, found: object) -> None:
    """Write a result down; who else is doing that writes the same."""
    path.parent.mkdir(parents=True, exist_ok=True)
    for old in set(path.parent.glob(f"{path.name.rpartition('-')[0]}-*.pickle")) - {path}:
        old.unlink(missing_ok=True)
    beside = path.with_suffix(f".{os.getpid()}")
    beside.write_bytes(pickle.dumps(found))
    beside.replace(path)


def read(path: Path) -> Any:
    return yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)


def _repeat(match: re.Match[str]) -> str:
    return ",".join([match[1]] * int(match[2]))


def _fill(node: Any, values: Data) -> Any:
    """Copy what was read from YAML, with `<key>` replaced by the value of each key."""
    if isinstance(node, dict):
        return {_fill(key, values): _fill(value, values) for key, value in node.items()}
    if isinstance(node, list):
        return [_fill(item, values) for item in node]
    if isinstance(node, str):
        if node[1:-1] in values and node == f"<{node[1:-1]}>":
            return values[node[1:-1]]
        for key, value in values.items():
            node = node.replace(f"<{key}>", str(value))
    return node


def _merge(base: Data, change: Data) -> None:
    for key, value in change.items():
        if isinstance(value, dict) and isinstance(base.get(key), dict):
            _merge(base[key], value)
        else:
            base[key] = value


def steps_of(raw: Any) -> Iterator[Step]:
    """The steps of one entry: `run` may be several lines, all of them done `times` over; what
    is expected is expected of the last."""
    if isinstance(raw, str):
        raw = {"run": raw}
    lines = [raw["run"]] if isinstance(raw["run"], str) else raw["run"]
    *before, last = lines * raw.get("times", 1)
    yield from (Step(line) for line in before)
    yield Step(last, raw.get("expect") or {}, raw.get("refused", False), raw.get("says", ""))


def as_file(doc: Data, path: Path) -> Path:
    """Write an encounter as a GM would: no anchors for what several share."""
    apart = json.loads(json.dumps(doc))
    path.write_text(yaml.dump(apart, Dumper=yaml.CSafeDumper, sort_keys=False), encoding="utf-8")
    return path
