"""Cases as data: reading them, playing them through the command line, comparing documents.

A case names its cast (`cast.yaml`), changes to it, house rules, and steps; a step is one command
line and what must be found in its JSON document, or the word of its refusal. How expectations
are compared: maps by subset; lists element by element; and, for lists of maps, `{any: [...],
none: [...]}`, or a map by the element's own name (`rolls`, `effects`, `parts`, `order`).
In command lines `2x7` stands for seven dice that show 2.
"""

import contextlib
import io
import itertools
import json
import re
import shlex
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import yaml

HERE = Path(__file__).parent
ABSENT = "(absent)"
NAMES = ("name", "effect", "label", "id")
READERS = ("show", "board", "log", "rules", "validate", "save")
ROLLERS = ("attack", "act", "test", "roll-init", "next", "set")

Data = dict[str, Any]


@dataclass(frozen=True)
class Step:
    run: str
    expect: Data = field(default_factory=dict)
    refused: str | bool = False
    says: str = ""

    @property
    def argv(self) -> list[str]:
        return shlex.split(re.sub(r"\b(\d)x(\d+)\b", _repeat, self.run))

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


@dataclass(frozen=True)
class Answer:
    """What one command line gave: exit status, document, and standard error."""

    code: int
    out: str
    err: str

    @property
    def doc(self) -> Data:
        doc = json.loads(self.out)
        assert isinstance(doc, dict)
        return doc


def _repeat(match: re.Match[str]) -> str:
    return ",".join([match[1]] * int(match[2]))


def _read(path: Path) -> Any:
    return yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)


def cases() -> Iterator[Case]:
    """Every case of the folder `cases`, outlines (`each`) spelt out."""
    for path in sorted((HERE / "cases").glob("*.yaml")):
        for raw in _read(path):
            yield from _spelt_out(raw)


@cache
def cast() -> Data:
    """The sheets of `cast.yaml` by id; not to be changed."""
    return dict(_read(HERE / "cast.yaml"))


def _spelt_out(raw: Data) -> Iterator[Case]:
    for values in raw.get("each", [{}]):
        filled = _fill(raw, values)
        title = filled.get("title", "")
        name = "-".join(str(part) for part in (raw["id"], *list(values.values())[:1]))
        steps = itertools.chain.from_iterable(steps_of(step) for step in filled.get("steps", []))
        refused = filled.get("refused", "")
        yield Case(name, title, encounter(filled), tuple(steps), refused)


def _fill(node: Any, values: Data) -> Any:
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


def steps_of(raw: Any) -> Iterator[Step]:
    if isinstance(raw, str):
        raw = {"run": raw}
    lines = [raw["run"]] if isinstance(raw["run"], str) else raw["run"]
    *before, last = lines * raw.get("times", 1)
    yield from (Step(line) for line in before)
    yield Step(last, raw.get("expect") or {}, raw.get("refused", False), raw.get("says", ""))


def encounter(raw: Data) -> Data:
    """The encounter file of a case, as data."""
    known = cast()
    names = {entry.partition("=")[0]: entry.partition("=")[2] or entry for entry in raw["cast"]}
    sheets = {who: deepcopy(known[source]) for who, source in names.items()}
    _merge(sheets, raw.get("change", {}))
    doc = {"gmtrack": 1, "name": str(raw["id"]), "ruleset": "swan-song", "combatants": sheets}
    return doc | {key: raw[key] for key in ("house_rules", "scene", "fight") if key in raw}


def as_file(doc: Data, path: Path) -> Path:
    """Write an encounter as a GM would: no anchors for what several share."""
    apart = json.loads(json.dumps(doc))
    path.write_text(yaml.dump(apart, Dumper=yaml.CSafeDumper, sort_keys=False), encoding="utf-8")
    return path


def _merge(base: Data, change: Data) -> None:
    for key, value in change.items():
        if isinstance(value, dict) and isinstance(base.get(key), dict):
            _merge(base[key], value)
        else:
            base[key] = value


def gmtrack(*argv: str) -> Answer:
    """One command line in this process."""
    from gmtrack.cli.main import execute

    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = execute(list(argv))
    return Answer(code, out.getvalue(), err.getvalue())


def differences(expected: Any, found: Any, where: str = "") -> list[str]:
    """What of `expected` is not in `found`, one line each."""
    if expected == ABSENT:
        return [f"{where}: expected nothing, found {found!r}"]
    if isinstance(expected, dict) and isinstance(found, list):
        return _in_list(expected, found, where)
    if isinstance(expected, dict) and isinstance(found, dict):
        wrong: list[str] = []
        for key, value in expected.items():
            place = f"{where}.{key}" if where else str(key)
            if key in found:
                wrong += differences(value, found[key], place)
            elif value != ABSENT:
                wrong.append(f"{place}: expected {value!r}, found nothing")
        return wrong
    if isinstance(expected, list) and isinstance(found, list):
        if expected and isinstance(expected[0], str) and found and isinstance(found[0], dict):
            found = [_named(item) for item in found]
        if len(expected) != len(found):
            return [f"{where}: expected {expected!r}, found {found!r}"]
        pairs = enumerate(zip(expected, found, strict=True))
        return [line for i, (a, b) in pairs for line in differences(a, b, f"{where}[{i}]")]
    same = expected == found and isinstance(expected, bool) == isinstance(found, bool)
    return [] if same else [f"{where}: expected {expected!r}, found {found!r}"]


def _in_list(expected: Data, found: list[Any], where: str) -> list[str]:
    if expected.keys() <= {"any", "none"}:
        wrong = [
            f"{where}: nothing like {item!r} in {found!r}"
            for item in expected.get("any", [])
            if all(differences(item, other) for other in found)
        ]
        return wrong + [
            f"{where}: {item!r} should not be in {found!r}"
            for item in expected.get("none", [])
            if not all(differences(item, other) for other in found)
        ]
    return [line for key, value in expected.items() for line in _by_name(key, value, found, where)]


def _by_name(key: str, expected: Any, found: list[Any], where: str) -> list[str]:
    place = f"{where}[{key}]"
    name, _, who = str(key).partition("@")
    those = [item for item in found if _named(item) == name and who in ("", item.get("who"))]
    if isinstance(expected, int) and not isinstance(expected, bool):
        total = sum(part["value"] for part in those)
        return [] if total == expected else [f"{place}: expected {expected}, found {found!r}"]
    if expected == ABSENT:
        return [f"{place}: expected none, found {those!r}"] if those else []
    tries = [differences(expected, item, place) for item in those]
    if not tries:
        return [f"{place}: not in {found!r}"]
    return min(tries, key=len)


def _named(item: Data) -> Any:
    return next((item[key] for key in NAMES if key in item), None)


def rolls_in(node: Any) -> Iterator[Data]:
    """Every roll anywhere in a document."""
    if isinstance(node, dict):
        if "dice" in node and "name" in node:
            yield node
        for value in node.values():
            yield from rolls_in(value)
    elif isinstance(node, list):
        for item in node:
            yield from rolls_in(item)


def faults_of_roll(roll: Data) -> list[str]:
    """What is wrong with a roll in itself: parts that do not sum to the pool, a wrong count."""
    wrong = []
    name, dice = roll["name"], roll["dice"]
    if sum(part["value"] for part in roll["parts"]) != roll["pool"]:
        wrong.append(f"{name}: parts {roll['parts']} do not sum to {roll['pool']}")
    if len(dice) != roll["pool"]:
        wrong.append(f"{name}: {len(dice)} dice for a pool of {roll['pool']}")
    if "total" in roll and roll["total"] != sum(dice):
        wrong.append(f"{name}: total {roll['total']} of {dice}")
    if "hits" in roll:
        hits = sum(die >= 5 for die in dice)
        limit = hits if roll["limit"] is None else roll["limit"]
        # The limit of a re-roll leaves something of both rolls together (R-KAR-3).
        counted = roll["counted"] if name.endswith("_reroll") else min(hits, limit)
        if (roll["hits"], roll["counted"]) != (hits, counted):
            wrong.append(f"{name}: hits {roll['hits']}, counted {roll['counted']} of {dice}")
    return wrong
