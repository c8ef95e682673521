"""What a GM sees of a Spotlight fight at 120, 80 and 60 columns.

`UPDATE_GOLDEN=1 pytest tests/rulesets/spotlight/test_screens.py` takes the screens anew.
"""

from pathlib import Path

import pytest

from ..screens import looks_as_it_did
from ..typing_in import gmtrack

ROOT = Path(__file__).parents[3]
GOLDEN = Path(__file__).parent / "golden"
ROLLS = ("joe=5,6,1,3", "sally=6,2,4", "bill=1,4", "wendy=2,3,5,1")
STREET = [
    ["load", str(ROOT / "encounters" / "ninth-street.yaml")],
    ["roll-init", *(word for roll in ROLLS for word in ("--roll", roll))],
    ["attack", "joe", "punk", "--called", "right-arm", "--roll", "attack=5,6,5,6,5"],
    ["act", "joe", "pass", "wendy"],
    ["damage", "bill", "5", "--location", "left-leg"],
    ["damage", "sally", "2", "--location", "head"],
    ["effect", "wendy", "suppressed"],
    ["act", "wendy", "take-cover", "car"],
    ["damage", "joe", "3", "--type", "lethal", "--location", "head"],
    ["act", "joe", "cheat-death", "--roll", "willpower=5,1,1"],
    ["damage", "thug-1", "4", "--location", "right-leg", "--type", "lethal"],
]
SCREENS = {
    "board": (STREET, ["board"]),
    "show-hurt": (STREET, ["show", "joe"]),
    "death-spotlight": ([*STREET, ["damage", "wendy", "10", "--type", "lethal"]], ["board"]),
    "attack": (
        STREET[:1],
        ["attack", "joe", "punk", "--weapon", "uzi", "--with", "mode=burst", "--with", "moving",
         "--roll", "attack=5,6,6,5,1"],
    ),
    "counter": (
        STREET[:1],
        ["attack", "punk", "joe", "--defense", "counter", "--roll", "attack=5,3,5,1",
         "--roll", "counter=6,5,6,2,1"],
    ),
    "suppressive": (
        STREET[:1],
        ["attack", "joe", "punk", "boss", "--weapon", "uzi", "--with", "suppressive",
         "--roll", "attack=5,6,5,5,1"],
    ),
    "rules-difficulty": (STREET[:1], ["rules", "difficulty"]),
    "rules-locations": (STREET[:1], ["rules", "locations"]),
    "rules-boxes": (STREET[:1], ["rules", "boxes"]),
    "rules-spotlight": (STREET[:1], ["rules", "spotlight"]),
}  # fmt: skip


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_is_as_it_was_looked_at(name: str, tmp_path: Path) -> None:
    looks_as_it_did(GOLDEN / f"{name}.txt", *SCREENS[name], tmp_path)


def test_bruise_is_drawn_as_the_house_draws_it_sp_r26(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GMTRACK_HOME", str(tmp_path))
    fight = tmp_path / "fight.yaml"
    text = (ROOT / "encounters" / "ninth-street.yaml").read_text(encoding="utf-8")
    rule = "house_rules: {bruise_mark: '\\'}\n\nscene:"
    fight.write_text(text.replace("scene:", rule, 1), encoding="utf-8")
    assert gmtrack("load", str(fight)).code == 0
    gmtrack("damage", "joe", "3")
    assert "\\\\\\□" in gmtrack("show", "joe").out
