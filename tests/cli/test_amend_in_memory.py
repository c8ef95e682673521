"""What an amendment tells is the same of a kept fight and of one in memory."""

from pathlib import Path

import pytest

from gmtrack import Fight

FIRST = "damage ganger-2,bob,joe 2"
LINES = ("add @ganger --count 3", "effect ganger-3 prone", FIRST, "damage ganger 1", "end --force")


@pytest.mark.parametrize(
    "words", ["damage ganger-2,bob,joe 4", "damage joe,ganger-3,ganger,bob 3", "--drop"]
)
def test_the_changes_stand_in_one_order(
    words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GMTRACK_HOME", str(tmp_path / "home"))
    found = []
    for memory in (True, False):
        fight = Fight.open("@knife-fight", memory=memory)
        for line in LINES:
            fight.run(line)
        steps = fight.run("log").document["steps"]
        step = next(one["seq"] for one in steps if one["line"] == FIRST)
        document = fight.run(f"amend {step} {words}").document
        found.append(document)
    assert len(found[0]["changes"]) > 1
    assert found[0] == found[1]
