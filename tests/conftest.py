"""A game master at a table: the ready-made fights in a folder, and a command line.

What takes too long for every day is run by `pytest --all` alone (see `tiers`), or belongs to the
long run (see `long_run`).
"""

import dataclasses
import gc
import os
import pickle
import random
import shutil
import sys
from collections.abc import Callable
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers
from known_harm import share_harm_between_commands, share_harm_between_processes
from long_run import LONG
from screen import Screen

from gmtrack.cli.main import execute
from gmtrack.rulesets.system_page.judged import JudgedPage
from gmtrack.store import editors
from gmtrack.store.check import shapes
from gmtrack.store.systems import judging, keeping
from gmtrack.store.text import codec
from gmtrack.store.text.nodes import Document

pytest_plugins = ("tiers", "two_ends")

settings.register_profile(
    "same", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("same")
"""The same examples in every run, however busy the machine is; `--hypothesis-profile=default` hunts
for new ones."""

LOCAL_CONSTANTS = getattr(providers, "_get_local_constants", None)


def constants_for_examples() -> Any:
    """Return the constants of the program that hypothesis tries among other values: none for the
    same examples in every run, since it knows those of the modules that this process has loaded by
    now, and to read them takes each process of the tests seconds. The long run has them."""
    assert LOCAL_CONSTANTS is not None
    are_same = settings.get_current_profile_name() == "same" and not LONG
    return providers._local_constants if are_same else LOCAL_CONSTANTS()


if LOCAL_CONSTANTS is not None:
    providers._get_local_constants = constants_for_examples

ROOT = Path(__file__).parents[1]
MEMORY = Path("/dev/shm")
"""Files that are gone when the machine is: what a test writes need not wait for a disk."""
ENOUGH = 2**30

if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ENOUGH:
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))

# Whoever wants no bytecode beside the source would have every process that a test starts compile
# the program anew.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

editors.schema_text = cache(editors.schema_text)
"""Every state folder of a test is new, and the first fight in it has its schema written."""

share_harm_between_commands()

shapes.get_type_hints = cache(shapes.get_type_hints)  # type: ignore[attr-defined]
"""A class has the same ones in every test."""

# While ten thousand tests are collected nothing is let go.
gc.disable()

yaml.safe_load = partial(yaml.load, Loader=yaml.CSafeLoader)
yaml.safe_dump = partial(yaml.dump, Dumper=yaml.CSafeDumper)
"""What tests read and write for themselves, in a tenth of the time; gmtrack uses neither."""


read = codec.parse_yaml
MUCH = 200_000


@lru_cache(256)
def pickled(text: str) -> bytes | None:
    """Return the document of a text without a file, pickled, or None if it has faults."""
    document = read(text, "")
    return None if document.faults else pickle.dumps(document)


def parsed(text: str, file: str) -> Document:
    """What a file says hangs on its text alone, and tests open the same few files over and over:
    each text is read once, and everybody has a document of their own."""
    known = pickled(text) if len(text) <= MUCH and hasattr(yaml, "CSafeLoader") else None
    if known is None:
        return read(text, file)
    document = pickle.loads(known)
    assert isinstance(document, Document)
    document.file = file
    return document


codec.parse_yaml = parsed

judge_page = judging.judge_page


@cache
def shipped_pages() -> frozenset[bytes]:
    """Return the system pages that come with gmtrack."""
    texts = map(keeping.shipped_text, keeping.shipped_ids())
    return frozenset(text.encode() for text in texts if text is not None)


@cache
def pickled_verdict(content: bytes, file: str) -> bytes:
    """Return the verdict on a page that comes with gmtrack, pickled."""
    return pickle.dumps(judge_page(content, file))


def judged(content: bytes, file: str) -> JudgedPage:
    """Judge a page. Verdicts are kept in the state folder, which is new in each test, so those on
    pages that come with gmtrack are kept here, and everybody has one of their own."""
    if content not in shipped_pages():
        return judge_page(content, file)
    page = pickle.loads(pickled_verdict(content, file))
    assert isinstance(page, JudgedPage)
    return page


judging.judge_page = judged


def as_at_the_table(change: Callable[..., Any], one: Any, **changes: Any) -> Any:
    """A thing of a sheet is a dataclass once a file has been judged, as in most tests; a command at
    the table judges none, so nothing may be done with it there that dataclasses alone can do."""
    assert not hasattr(one, "SAID"), "`core.values.replace` changes what is written in a file"
    return change(one, **changes)


dataclasses.replace = partial(as_at_the_table, dataclasses.replace)


def pytest_collection_finish() -> None:
    """The tests themselves stay to the end: no search for what is left need look through them,
    and there is room enough to search seldom."""
    if sys.version_info < (3, 14):
        gc.freeze()  # what is garbage by now stays too: finding it takes half a second
    else:
        gc.collect()  # if all were frozen, hypothesis would not find who holds its chance
    gc.set_threshold(50_000)
    gc.enable()


Type = Callable[[list[str]], Screen]


@cache
def encounter_files() -> dict[str, bytes]:
    """Return the ready-made encounters, by the names of their files."""
    return {file.name: file.read_bytes() for file in (ROOT / "encounters").iterdir()}


@pytest.fixture(autouse=True, scope="session")
def _data(tmp_path_factory: pytest.TempPathFactory) -> None:
    """No test writes into the data folder of whoever runs it."""
    os.environ["XDG_DATA_HOME"] = str(tmp_path_factory.mktemp("data"))


@pytest.fixture(autouse=True, scope="session")
def _harm(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> None:
    """The workers of one run tell each other what attacks in simulated fights are worth."""
    if hasattr(request.config, "workerinput"):
        share_harm_between_processes(tmp_path_factory.getbasetemp().parent / "harm")


@pytest.fixture(autouse=True)
def the_same_chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test leaves to chance falls the same in every run, so that none fails by bad luck."""
    chance = random.Random(request.node.nodeid)
    monkeypatch.setattr(random, "SystemRandom", lambda: chance)


@pytest.fixture
def roughly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has sense weighs an attack by a few trials: where it is not about how they choose."""
    monkeypatch.setattr("gmtrack.simulation.worth.MOST_RUNS", 1)
    monkeypatch.setattr("gmtrack.simulation.worth.TRIALS", 4)
    monkeypatch.setattr("gmtrack.simulation.worth.MANY_TRIALS", 4)


@pytest.fixture
def type_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Type:
    """Runs the words of one command line after `gmtrack`, in a folder that has `encounters/`,
    on a screen of 80 columns, with a state folder of its own (`state`)."""
    encounters = tmp_path / "encounters"
    encounters.mkdir()
    for name, content in encounter_files().items():
        (encounters / name).write_bytes(content)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GMTRACK_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("GMTRACK_FILE", raising=False)

    def run(words: list[str]) -> Screen:
        capsys.readouterr()
        status = execute(words)
        return Screen(status, *capsys.readouterr())

    return run
