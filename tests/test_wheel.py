"""What is given away: the source distribution, which tests itself, and the wheel, which in an empty
folder is all that a game master needs. Built and installed without the network."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from long_run import LONG, part
from packaging.requirements import Requirement

from gmtrack.rulesets import registry

ROOT = Path(__file__).parents[1]
FOLDERS = ("gmtrack", "encounters", "pictures", "tests", ".ci", ".github")
FILES = (
    "CHANGELOG.md", "CONTRIBUTING.md", "GLOSSARY.md", "LICENSE", "README.md", "SECURITY.md",
    "pyproject.toml",
    ".editorconfig", ".gitattributes", ".gitignore", ".pre-commit-config.yaml",
)  # fmt: skip
LEFT_OVER = shutil.ignore_patterns("__pycache__", "*.py[cod]", "*.egg-info", ".*_cache")
RULESETS = [meta.id for meta in registry.metas()]
BUILD = "import sys; from hatchling import build; build.build_{what}(sys.argv[1])"
A_FEW_TESTS = (
    "test_docs.py::test_every_link_leads_somewhere[README.md]",
    "test_docs.py::test_ci_runs_the_second_command_of_the_readme",
    "test_encounters.py::test_an_attack_runs_in_both_directions[knife-fight]",
    "plugin/test_coin_flip.py::test_it_is_listed_beside_the_others",
    "cli/test_cli_examples.py::test_every_ready_made_encounter_is_listed_with_what_it_shows",
    "cli/test_cli_examples.py::test_the_list_says_how_one_is_opened",
    "cli/test_cli_examples.py::test_one_says_what_to_try_in_it",
)
"""In the source distribution; they need pictures, .ci, encounters and a ruleset from outside. Each
test more would need more of the modules, all of which are compiled there for the first time."""
EVENING = """\
attack joe bob --seed 1
roll-init --seed 1
board
next
attack bob joe --seed 2
undo
load @knife-fight
save
"""
SIMULATE = (
    "simulate @cold-store --fights 1 --rounds 1 --seed 1 --jobs 1 --show 1"
    " --tactics pc=plain --tactics foe=plain"
)
"""One plain fight, told step by step: weighing takes seconds, and is the same in any folder. That
`simulate` says who comes along is seen in `tests/party/test_tonight.py`."""
PARTY = f"""\
validate @couriers @underpass @cold-store
{SIMULATE}
load @underpass
roll-init --seed 1
damage lotus 4
end
{SIMULATE}
load @cold-store
party --json
forget cold-store --force
new Alley --party @couriers
"""
BEGIN_OR_END_OF_A_TOLD_FIGHT = re.compile(r"^(?:Fight 1 of 1, |In the end ).*\n", re.MULTILINE)


class Built(NamedTuple):
    """The tree that was built from, the source distribution unpacked, and the wheel."""

    tree: Path
    source: Path
    wheel: Path


def files_in(folder: Path) -> set[str]:
    """The paths of all files in a folder."""
    return {str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file()}


def done(words: list[str], folder: Path, **more: object) -> str:
    """What a process printed that has to succeed."""
    options = {"capture_output": True, "text": True, "encoding": "utf-8", "timeout": 120}
    ended = subprocess.run(words, cwd=folder, check=False, **{**options, **more})
    assert ended.returncode == 0, f"{words}\n{ended.stdout}\n{ended.stderr}"
    return str(ended.stdout)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The wheel is built from the source distribution, and that from what is in the repository."""
    folder = tmp_path_factory.mktemp("dist")
    tree = folder / "tree"
    for name in FOLDERS:
        shutil.copytree(ROOT / name, tree / name, ignore=LEFT_OVER)
    for name in FILES:
        shutil.copy(ROOT / name, tree)
    packed = built_as("sdist", tree, folder)
    with tarfile.open(packed) as archive:
        archive.extraction_filter = getattr(tarfile, "data_filter", None)  # from 3.11.4 on
        archive.extractall(folder / "source")
    [source] = (folder / "source").iterdir()
    return Built(tree, source, built_as("wheel", source, folder))


def built_as(what: str, tree: Path, folder: Path) -> Path:
    """The only file that building leaves in a folder of its own."""
    to = folder / what
    to.mkdir()
    done([sys.executable, "-c", BUILD.format(what=what), str(to)], tree)
    [file] = to.iterdir()
    return file


def test_the_source_distribution_holds_the_whole_repository(built: Built) -> None:
    assert files_in(built.source) == files_in(built.tree) | {"PKG-INFO"}


def test_the_wheel_holds_all_that_is_in_the_package_and_the_encounters(built: Built) -> None:
    with zipfile.ZipFile(built.wheel) as archive:
        held = {name for name in archive.namelist() if ".dist-info/" not in name}
        info = {Path(name).name: name for name in archive.namelist() if ".dist-info/" in name}
        about = archive.read(info["METADATA"]).decode()
    package = {f"gmtrack/{name}" for name in files_in(built.tree / "gmtrack")}
    ready = {f"gmtrack/encounters/{name}" for name in files_in(built.tree / "encounters")}
    assert held == package | ready
    for ruleset in RULESETS:
        folder = f"gmtrack/rulesets/{ruleset.replace('-', '_')}"
        assert {f"{folder}/{name}" for name in ("GUIDE.md", "RULES.md", "example.yaml")} <= held
        assert any(name.startswith(f"{folder}/stock/") for name in held)
    assert "\nLicense-Expression: MIT\n" in about
    assert "licenses/LICENSE" in info["LICENSE"]


def test_the_wheel_is_the_same_from_the_repository_and_from_the_source_distribution(
    built: Built, tmp_path: Path
) -> None:
    assert built_as("wheel", built.tree, tmp_path).read_bytes() == built.wheel.read_bytes()


def test_the_source_distribution_can_run_its_own_tests(built: Built) -> None:
    words = [sys.executable, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider"]
    env = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")}
    env |= {"UPDATE_README": "", "GMTRACK_LONG_TESTS": ""}
    told = done([*words, *(f"tests/{test}" for test in A_FEW_TESTS)], built.source, env=env)
    assert re.search(rf"\b{len(A_FEW_TESTS)} passed", told), told
    where = done([sys.executable, "-c", "import gmtrack; print(gmtrack.__file__)"], built.source)
    assert Path(where.strip()).is_relative_to(built.source)
    if LONG:
        done([*words, "--collect-only", "-q"], built.source, env=env)


class Table:
    """Somebody with the wheel alone: an environment that holds it and what it needs, an empty
    folder, an empty home."""

    def __init__(self, wheel: Path, folder: Path) -> None:
        self.env = {"HOME": str(folder / "home"), "COLUMNS": "80", "LC_ALL": "C.UTF-8"}
        self.folder = folder / "empty"
        self.site, self.program = installed(wheel, folder / "venv")
        (folder / "home").mkdir()
        self.folder.mkdir()

    def __call__(self, line: str, typed: str = "") -> str:
        """What `gmtrack` shows for the words of a line."""
        words = [str(self.program), *shlex.split(line)]
        return done(words, self.folder, env=self.env, input=typed)

    def documents(self, *lines: str) -> list[dict[str, Any]]:
        """Return the document of each line, all carried out by one process."""
        told = self("play --json", "\n".join(lines))
        return [json.loads(document) for document in told.splitlines()]


def installed(wheel: Path, venv: Path) -> tuple[Path, Path]:
    """Install a wheel into a new environment, beside links to what it asks for and nothing else;
    the folder of the packages, and the program."""
    python = venv / "bin" / "python"
    done([sys.executable, "-m", "venv", "--without-pip", str(venv)], venv.parent)
    site = done(
        [str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], venv.parent
    )
    pip = [sys.executable, "-m", "pip", "--python", str(python), "--disable-pip-version-check"]
    # What is not used need not be compiled.
    options = ("-q", "--no-index", "--no-deps", "--no-compile")
    done([*pip, "install", *options, str(wheel)], venv.parent)
    for needed in needs(Distribution.at(next(Path(site.strip()).glob("gmtrack-*.dist-info")))):
        link(needed, Path(site.strip()))
    done([*pip, "check"], venv.parent)
    return Path(site.strip()), python.with_name("gmtrack")


def needs(of: Distribution) -> Iterator[Distribution]:
    """The distributions that one needs without its extras, and those that these need."""
    waiting, known = [of], set()
    while waiting:
        for text in waiting.pop().requires or ():
            wanted = Requirement(text)
            if wanted.marker and not wanted.marker.evaluate({"extra": ""}):
                continue
            found = distribution(wanted.name)
            if found.name not in known:
                known.add(found.name)
                waiting.append(found)
                yield found


def link(needed: Distribution, site: Path) -> None:
    """Put what an installed distribution consists of into another environment."""
    for name in {file.parts[0] for file in needed.files or () if ".." not in file.parts}:
        if name != "__pycache__":
            (site / name).symlink_to(str(needed.locate_file(name)))


@pytest.fixture(scope="module")
def table(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Table:
    return Table(built.wheel, tmp_path_factory.mktemp("table"))


def test_with_the_wheel_alone_a_fight_is_played_in_an_empty_folder(table: Table) -> None:
    listed = json.loads(table("examples --json"))["examples"]
    ready = {f"@{file.stem}" for file in (ROOT / "encounters").glob("*.yaml")}
    assert {one["word"] for one in listed} == ready
    assert "is open as a working copy" in table("load @knife-fight")
    played = table("play", f"examples\n{EVENING}")
    parts = (
        "@knife-fight",
        "Joe Schmoe attacks Bob Rock",
        "Round 1",
        "Bob Rock attacks Joe Schmoe",
        "undone: attack bob joe",
        "Resuming round 1",
    )
    places = [played.index(part) for part in parts]
    assert places == sorted(places)
    assert played.endswith(f"{table.folder / 'knife-fight-saved.yaml'}\n")
    assert [file.name for file in table.folder.iterdir()] == ["knife-fight-saved.yaml"]
    python = table.program.with_name("python")
    code = "import gmtrack; print(gmtrack.__file__)"
    where = done([str(python), "-c", code], table.folder, env=table.env)
    assert Path(where.strip()).is_relative_to(table.site)


def test_with_the_wheel_alone_a_party_goes_from_fight_to_fight(table: Table) -> None:
    """The package is only read: the party is kept where fights are."""
    package = table.site / "gmtrack"
    files = {file: file.stat().st_mtime_ns for file in package.rglob("*.yaml")}
    told = table("play", PARTY)
    before, tried, between, hurt, after = BEGIN_OR_END_OF_A_TOLD_FIGHT.split(told)
    came = "Sable, Lotus, Bison come along (The couriers)"
    assert before.count(": ok\n") == 3
    assert "Lotus" in tried
    assert came in between
    assert "Lotus (physical 4/10)" in between
    assert tried != hurt
    [party] = [json.loads(line) for line in after.splitlines() if line.startswith("{")]
    assert party["members"][1]["tracks"]["physical"]["now"] == 4
    assert after.count(came) == 2, "at the cold store and in the alley"
    assert {file: file.stat().st_mtime_ns for file in package.rglob("*.yaml")} == files


@pytest.mark.parametrize("ruleset", part(RULESETS, 4))
def test_with_the_wheel_alone_a_fight_of_ones_own_is_made_and_fought(
    table: Table, ruleset: str
) -> None:
    file = f"{ruleset}.yaml"
    made = table(f"new 'Bar brawl' {file} --ruleset {ruleset} --example")
    attack = re.search(r"next: gmtrack (attack \S+ \S+?),", made)
    assert attack, made
    first = registry.rulebook(ruleset)[0].id
    checked, attacked, guide, topics, row = table.documents(
        f"validate {file}", f"{attack[1]} --seed 1", f"guide {ruleset}", "rules", f"rules {first}"
    )
    assert checked == {"files": [{"file": file, "ok": True, "faults": []}]}
    assert attacked["command"] == "attack"
    assert guide["guide"].startswith("# ")
    assert "rulings" in [topic["topic"] for topic in topics["topics"]]
    assert first in str(row)
