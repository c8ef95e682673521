"""Histories of other machines as accidents and enemies leave them: refused with the line, or
everything that reads a history can read them."""

import copy
import json
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from long_run import LONG

from gmtrack.cli.exit_status import CRASHED

from .typing_in import gmtrack

RECORDED = sorted((Path(__file__).parents[1] / "recorded").glob("*.jsonl"))
MANY = 2_000 if LONG else 8
"""Mutants of each history."""
SEED = int(os.environ.get("GMTRACK_FUZZ_SEED", "1"))
STEPS = 60 if LONG else 10
"""Of each."""
ODD: tuple[Any, ...] = (
    None, True, -1, 0, 1.5, 10**30, "", "x", "'", "joe", "\ud800", "{0.x}", [], {}, [None], [[]],
    {"a": 1}, [1, 2], ["x"], [3, "x"], "2026-13-41T00:00:00Z", float("nan"), "fight", "attack",
)  # fmt: skip
LINES = (
    "stats", "log", "log --json", "log {n}", "log --export -", "why {n}", "amend {n} -n",
    "amend {n} --mod 1 -n", "amend {n} --drop -n", "replay --verify", "undo {n}", "redo {n}",
    "log --export - --players", "save x.yaml --force",
)  # fmt: skip
"""What is typed in a fight that was accepted; `n` is the step that was mutated."""


def places_in(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where anything stands in a document."""
    keys = value if isinstance(value, dict) else range(len(value))
    for key in keys:
        yield (*path, key)
        if isinstance(value[key], dict | list):
            yield from places_in(value[key], (*path, key))


def mutated(step: Any, chance: random.Random) -> str:
    """Change one thing in a step, wherever it stands with the same chance at every depth; says
    what."""
    found = list(places_in(step))
    deepness = chance.choice(sorted({len(path) for path in found}))
    *way, last = chance.choice([path for path in found if len(path) == deepness])
    node = step
    for key in way:
        node = node[key]
    path = ".".join(map(str, (*way, last)))
    kind = chance.randrange(4)
    if kind == 0:
        del node[last]
        return f"{path} taken away"
    if kind == 1:
        other = chance.choice(list(node) if isinstance(node, dict) else range(len(node)))
        node[last] = copy.deepcopy(node[other])
        return f"{path} is {other} too"
    node[last] = chance.choice(ODD)
    return f"{path} is {node[last]!r}"


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_a_mutated_history_is_refused_or_can_be_read(
    path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(home)
    chance = random.Random(f"{SEED} {path.stem}")
    lines = [json.loads(line) for line in path.read_text().splitlines()[:STEPS]]
    refused = 0
    for number in range(MANY):
        victim = chance.randrange(1, len(lines))
        found = copy.deepcopy(lines[: victim + 3])
        what = f"mutant {number}, line {victim + 1}: {mutated(found[victim], chance)}"
        file = home / "mutant.jsonl"
        file.write_text("".join(f"{json.dumps(one)}\n" for one in found))
        replayed = gmtrack("replay", "mutant.jsonl", "--verify")
        assert replayed.code != CRASHED, f"{what}: replay: {replayed.err}"
        loaded = gmtrack("load", "mutant.jsonl")
        assert loaded.code in (0, 1), f"{what}: {loaded.err}"
        if loaded.code:
            refused += 1
            assert "mutant.jsonl" in loaded.err
            continue
        for line in LINES:
            answer = gmtrack(*line.format(n=victim + 1).split())
            assert answer.code in (0, 1), f"{what}: {line}: {answer.err}"
    assert 0 < refused < MANY


def test_a_damaged_journal_is_refused_or_can_be_read(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the working copy itself: no line of it is believed that was changed."""
    monkeypatch.chdir(home)
    chance = random.Random(SEED)
    lines = RECORDED[0].read_text().splitlines(keepends=True)[:STEPS]
    (home / "played.jsonl").write_text("".join(lines))
    for words in ("load played.jsonl", "undo 2", "redo", "amend 4 --mod 1 --drop-illegal"):
        assert gmtrack(*words.split()).code in (0, 1)
    folder = next((home / "home" / "encounters").iterdir())
    kept = {path: path.read_bytes() for path in folder.iterdir()}
    for _ in range(200 if LONG else 6):
        for path in folder.iterdir():
            path.unlink()
        for path, content in kept.items():
            path.write_bytes(content)
        for name in chance.sample(("journal.jsonl", "head.json", "origin.json"), 2):
            content = bytearray((folder / name).read_bytes())
            at = chance.randrange(len(content))
            if chance.random() < 0.5:
                content[at] ^= 1 << chance.randrange(8)
            else:
                del content[at : at + chance.choice((1, 40, 4_000))]
            (folder / name).write_bytes(content)
        for line in LINES:
            answer = gmtrack(*line.format(n=chance.randrange(1, 9)).split())
            assert answer.code in (0, 1), f"{line}: {answer.err}"
