"""A trap is the trap's, by its label, and not its setter's attack."""

from pathlib import Path

import pytest

from ..typing_in import gmtrack

pytestmark = pytest.mark.usefixtures("home")


@pytest.mark.parametrize("caught", [("ox",), ("ox", "vex")], ids=" ".join)
def test_a_trap_strikes_by_itself_in_report_and_stories(
    caught: tuple[str, ...], tmp_path: Path
) -> None:
    story = tmp_path / "story.md"
    for line in (
        "load @loading-dock --fresh", "roll-init ox vex --roll ox=2 --roll vex=1", "next", "next",
        "next",
    ):  # fmt: skip
        assert gmtrack(*line.split()).code == 0
    report = gmtrack("act", "sergeant", "detonate", "ramp-charge", *caught, "--seed", "4")
    assert report.code == 0, report.err
    assert "Charge under the ramp goes off near Ox" in report.out
    assert "Sergeant Hale attacks" not in report.out
    for words in ((), ("--players",)):
        story.unlink(missing_ok=True)
        assert gmtrack("log", "--export", str(story), *words).code == 0
        told = story.read_text(encoding="utf-8")
        assert "Charge under the ramp goes off" in told
        assert "Hale attacks" not in told
