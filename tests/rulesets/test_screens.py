"""What a GM sees of a fight of each ruleset at 120, 80 and 60 columns: the screens of the
`screens.yaml` in its folder.

`UPDATE_GOLDEN=1 pytest tests/rulesets/test_screens.py` takes the screens anew.
"""

import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from .screens import looks_as_it_did
from .typing_in import gmtrack

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
RULESETS = {
    path.parent.name: yaml.safe_load(path.read_text("utf-8"))
    for path in sorted(HERE.glob("*/screens.yaml"))
}
SCREENS = [(ruleset, name) for ruleset, found in RULESETS.items() for name in found["screens"]]


def typed(ruleset: str, lines: list[str]) -> Iterator[list[str]]:
    """The words of each line; `=NAME` stands for the lines of a fight."""
    for line in lines:
        if line.startswith("="):
            yield from typed(ruleset, RULESETS[ruleset]["fights"][line[1:]])
        else:
            yield shlex.split(line)


@pytest.fixture
def fights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with the ready-made fights, and one in which the losers wait (IN-R02)."""
    monkeypatch.chdir(tmp_path)
    Path("encounters").symlink_to(ROOT / "encounters")
    duel = Path("encounters/street-samurai-duel.yaml").read_text(encoding="utf-8")
    rules = "ruleset: i2050\nhouse_rules: {losers_phase: separate}\n"
    Path("separate.yaml").write_text(duel.replace("ruleset: i2050\n", rules, 1), encoding="utf-8")


@pytest.mark.usefixtures("fights")
@pytest.mark.parametrize(("ruleset", "name"), SCREENS)
def test_a_screen_is_as_it_was_looked_at(ruleset: str, name: str, tmp_path: Path) -> None:
    *before, line = typed(ruleset, RULESETS[ruleset]["screens"][name])
    looks_as_it_did(HERE / ruleset / "golden" / f"{name}.txt", before, line, tmp_path / "home")


def test_every_golden_screen_is_looked_at() -> None:
    there = {(path.parts[-3], path.stem) for path in HERE.glob("*/golden/*.txt")}
    assert there == set(SCREENS)


def test_bruise_is_drawn_as_the_house_draws_it_sp_r26(home: Path) -> None:
    text = (ROOT / "encounters" / "ninth-street.yaml").read_text(encoding="utf-8")
    rule = "house_rules: {bruise_mark: '\\'}\n\nscene:"
    fight = home / "fight.yaml"
    fight.write_text(text.replace("scene:", rule, 1), encoding="utf-8")
    assert gmtrack("load", str(fight)).code == 0
    gmtrack("damage", "joe", "3")
    assert "\\\\\\□" in gmtrack("show", "joe").out
