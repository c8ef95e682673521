"""A GM at a command line of their own, with the toy ruleset beside the real ones."""

import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from cli_support import DUEL, Gm
from screen import Screen
from toy import meta, ruleset

from gmtrack.cli import completion, tree
from gmtrack.cli.main import main
from gmtrack.rulesets import registry

build_command = cache(tree.build_command.__wrapped__)
"""Builds a command with the options of the toy too; the real one has those of the real rulesets."""


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GMTRACK_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("GMTRACK_FILE", raising=False)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(tmp_path)


@pytest.fixture(autouse=True)
def _toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The registry knows the toy too, and so does every command."""
    monkeypatch.setattr(tree, "build_command", build_command)
    monkeypatch.setattr(completion, "build_command", build_command)
    load, metas, known = registry.load, registry.metas, registry.known_ids
    monkeypatch.setattr(registry, "load", lambda id_: ruleset if id_ == "toy" else load(id_))
    monkeypatch.setattr(registry, "metas", lambda: [*metas(), meta.META])
    monkeypatch.setattr(registry, "known_ids", lambda: sorted([*known(), "toy"]))


@pytest.fixture
def gm(capsys: pytest.CaptureFixture[str]) -> Gm:
    """`gm("attack", "joe", "bob")` runs one command line in this process."""

    def run(*argv: str) -> Screen:
        capsys.readouterr()
        with pytest.raises(SystemExit) as exit_:
            main(list(argv))
        captured = capsys.readouterr()
        return Screen(int(exit_.value.code or 0), captured.out, captured.err)

    return run


@pytest.fixture
def duel(tmp_path: Path) -> Path:
    """A prepared encounter of the toy."""
    path = tmp_path / "duel.yaml"
    path.write_text(DUEL, encoding="utf-8")
    return path


@pytest.fixture
def loaded(gm: Gm, duel: Path) -> Gm:
    """A GM who has loaded the duel."""
    result = gm("load", str(duel))
    assert result.status == 0, result.err
    return gm


@pytest.fixture
def ambush(type_line: Callable[[list[str]], Any]) -> Callable[[list[str]], Any]:
    """A GM who has loaded the fight under the viaduct, of Swan Song."""
    assert type_line(["load", "encounters/ganger-ambush.yaml"]).status == 0
    return type_line


@pytest.fixture
def knives(type_line: Callable[[list[str]], Any]) -> Callable[[list[str]], Any]:
    """The same with Joe and Bob in their alley."""
    assert type_line(["load", "encounters/knife-fight.yaml"]).status == 0
    return type_line
