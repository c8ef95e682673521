"""Every test here plays by the toy ruleset, in a state folder of its own, on a quick disk; those
about what is on the disk also with the Windows half of `gmtrack.system` (with `--all`; being killed
at any instant in the long run only)."""

from pathlib import Path

import pytest
import store_systems as systems
import store_toy as toy
from long_run import LONG
from store_play import DUEL
from tiers import runs_everything

from gmtrack.errors import Refusal
from gmtrack.rulesets import registry

ON_BOTH_HALVES = (
    "test_store_crash", "test_store_history", "test_store_kept", "test_store_mailbox",
    "test_store_places", "test_store_waiting",
)  # fmt: skip
ONLY_POSIX = (
    "test_a_commit_is_durable_step_by_step",
    "test_a_save_keeps_rights",
    "test_what_is_kept_is_for_its_owner_alone_and_files_of_a_gm_keep_their_rights",
    "test_where_nothing_is_kept_a_place_is_made_for_its_owner_alone",
    "test_what_an_earlier_version_let_others_read_is_closed_by_the_next_write",
    "test_the_state_folder_follows_the_environment",
    "test_without_a_folder_for_the_state_all_is_refused_and_nothing_written",
    "test_a_relative_state_folder_of_the_system_is_ignored",
    "test_who_is_killed_while_they_wait_leaves_no_question",
    "test_who_gets_no_answer_before_the_fight_is_gone_is_told",
)
"""What Windows does not have: folders that are synced, rights of a file, a HOME, a signal that
kills, folders that are renamed while something in them is held."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if metafunc.module.__name__ in ON_BOTH_HALVES:
        posix = metafunc.function.__name__ in ONLY_POSIX or (
            metafunc.module.__name__ == "test_store_crash" and not LONG
        )
        both = runs_everything(metafunc.config) and not posix
        halves = ["posix", "windows"] if both else ["posix"]
        metafunc.parametrize("half", halves, indirect=True)


@pytest.fixture
def half(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The half of `gmtrack.system` with which a test is run."""
    name: str = getattr(request, "param", "posix")
    if name == "windows":
        systems.become_windows(monkeypatch)
    return name


def toy_or_nothing(ruleset_id: str) -> object:
    if ruleset_id != "toy":
        raise Refusal("unknown", f"no ruleset '{ruleset_id}'; there is toy")
    return toy


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, half: str) -> Path:
    monkeypatch.setattr(registry, "load", toy_or_nothing)
    monkeypatch.setattr(registry, "known_ids", lambda: ["toy"])
    # What a test kills is a process, not the power.
    monkeypatch.setattr("os.fsync", lambda _: None)
    folder = tmp_path / "state"
    monkeypatch.setenv("GMTRACK_HOME", str(folder))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    return folder


@pytest.fixture
def duel() -> Path:
    """The file of a fight, as it was written."""
    path = Path("duel.yaml").absolute()
    path.write_text(DUEL, encoding="utf-8")
    return path
