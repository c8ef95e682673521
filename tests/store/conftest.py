"""Every test here plays by the toy ruleset, in a state folder of its own, on a quick disk."""

from pathlib import Path

import pytest
import store_toy as toy

from gmtrack.errors import Refusal
from gmtrack.rulesets import registry


def toy_or_nothing(ruleset_id: str) -> object:
    if ruleset_id != "toy":
        raise Refusal("unknown", f"no ruleset '{ruleset_id}'; there is toy")
    return toy


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(registry, "load", toy_or_nothing)
    monkeypatch.setattr(registry, "known_ids", lambda: ["toy"])
    # What a test kills is a process, not the power.
    monkeypatch.setattr("os.fsync", lambda _: None)
    folder = tmp_path / "state"
    monkeypatch.setenv("GMTRACK_HOME", str(folder))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    return folder
