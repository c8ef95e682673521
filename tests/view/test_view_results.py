"""What came of an attack is the last thing that is read."""

import pytest

from gmtrack.core.report import Block, Report
from gmtrack.view.report import LONG_STORY as LONG
from gmtrack.view.report import Wording, render_results
from gmtrack.view.text import plain

WORDS = Wording({"result.lost": "action lost"}, {}, {"bob": "Bob Rock", "joe": "Joe Schmoe"})


def shot(target: str, outcome: str, dealt: int = 0, *effects: str, victim: str = "") -> Block:
    """One attack of Joe's."""
    body = {"outcome": outcome, "damage": {"dealt": dealt, "victim": victim or target}}
    return Block("joe", target, body, effects=[{"target": target, "effect": e} for e in effects])


def told(*blocks: Block, story: int = 0) -> list[str]:
    report = Report("attack", "swan-song")
    report.blocks.extend(blocks)
    return [plain(line) for line in render_results(report, story, WORDS, 60)]


@pytest.mark.parametrize(
    ("blocks", "lines"),
    [
        (
            (shot("bob", "hit", 4), shot("joe", "miss")),
            ["  Bob Rock: hit, 4 damage", "  Joe Schmoe: missed"],
        ),
        (
            (shot("bob", "hit", 4, "prone"), shot("bob", "miss"), shot("bob", "miss")),
            ["  Bob Rock: 1 hit, 2 misses, 4 damage, prone"],
        ),
        (
            (shot("bob", "hit", 4, "knocked-back"), shot("bob", "hit", 3, "knocked-back")),
            ["  Bob Rock: 2 hits, 7 damage, knocked back"],
        ),
        (
            (shot("bob", "hit", 4, "lost"), shot("joe", "blocked")),
            ["  Bob Rock: hit, 4 damage, action lost", "  Joe Schmoe: blocked"],
        ),
        (
            (shot("bob", "countered", 3, victim="joe"), shot("bob", "both-miss")),
            ["  Bob Rock: 1 countered, 1 both miss", "  Joe Schmoe: 3 damage"],
        ),
    ],
)
def test_several_attacks_end_with_a_line_for_each_target(
    blocks: tuple[Block, ...], lines: list[str]
) -> None:
    assert told(*blocks) == lines


def test_what_is_on_a_weapon_is_not_told_of_who_holds_it() -> None:
    dropped = Block("joe", "bob", {"outcome": "hit"})
    dropped.effects.append({"target": "bob", "effect": "dropped", "weapon": "knife"})
    assert told(dropped, shot("joe", "miss")) == ["  Bob Rock: hit", "  Joe Schmoe: missed"]


def test_one_attack_has_it_where_its_story_is_long() -> None:
    assert told(shot("bob", "hit", 4), story=LONG) == []
    assert told(shot("bob", "hit", 4), story=LONG + 1) == ["  Bob Rock: hit, 4 damage"]
    assert told(Block("joe", "bob", {}), story=LONG + 1) == []
