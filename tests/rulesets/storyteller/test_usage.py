"""What the list of actions says is typed after an action is what it takes."""

import re

import pytest
from tables import each_row

from gmtrack.errors import Refusal
from gmtrack.rulesets.storyteller.actions.actions import ACTIONS

from .book import CORE
from .fights import prepared

SLOTS = {"TARGET": "bob", "WEAPON": "knife", "COVER": "car", "METRES": "2", "MOVE": "damage",
         "TEXT": "shout"}  # fmt: skip
AGAIN = {"TARGET": "ann", "WEAPON": "machete"}
"""What stands in a slot for the second time."""
GRAPPLING = ["act joe grab bob --force --mod 12"]
BEFORE = {
    "grapple": GRAPPLING, "take-move": [*GRAPPLING, "set joe moves_due=1"],
    "escape": ["effect joe immobilized"],
}  # fmt: skip
PART = re.compile(r"\[?(?:--with )?(?:[a-z]+=)?[A-Z]+(?:\.\.\.)?\]?")


def parts_of(usage: str) -> list[str]:
    """The parts of a usage, each as it stands there."""
    found = PART.findall(usage)
    assert " ".join(found) == usage
    return found


def typed(parts: list[str]) -> str:
    """What is typed for these parts."""
    words: list[str] = []
    for part in parts:
        slot = re.sub(r".*?([A-Z]+).*", r"\1", part)
        first = part.strip("[].").replace(slot, SLOTS[slot])
        words.append(first if first not in words else AGAIN[slot])
        if part.endswith("..."):
            words.append(AGAIN[slot])
    return " ".join(words)


def refused(action: str, rest: str) -> str:
    """Why the action is refused with this after it, where no rule forbids it."""
    encounter = prepared({})
    for line in BEFORE.get(action, []):
        CORE.resolved(encounter, line.split(), seed=1)
    try:
        CORE.resolved(encounter, f"act joe {action} {rest} --force".split(), seed=1)
    except Refusal as refusal:
        return refusal.message
    return ""


@each_row("action", ACTIONS)
def test_what_may_be_left_out_may_and_what_may_not_is_refused(action: str) -> None:
    parts = parts_of(ACTIONS[action].usage)
    needed = [part for part in parts if not part.startswith("[")]
    assert refused(action, typed(parts)) == ""
    assert refused(action, typed(needed)) == ""
    for part in needed:
        assert refused(action, typed([other for other in needed if other != part])) != ""


@each_row(
    "action",
    [name for name, row in ACTIONS.items() if not re.search(r"TEXT|\.\.\.", row.usage)],
)
def test_nothing_more_is_taken(action: str) -> None:
    assert refused(action, f"{typed(parts_of(ACTIONS[action].usage))} kid") != ""


@each_row("rest", ["4", "4m", "distance=4", "--with distance=4"])
@each_row("action", ["move", "run"])
def test_the_metres_may_stand_bare(action: str, rest: str) -> None:
    encounter = prepared({})
    CORE.resolved(encounter, f"act joe {action} {rest} --force".split(), seed=1)
    assert encounter.fight["combatants"]["joe"]["moved"] == 4


@pytest.mark.parametrize("action", ["move", "run"])
def test_without_metres_the_line_with_them_is_told(action: str) -> None:
    encounter = prepared({})
    CORE.resolved(encounter, ["act", "joe", "move", "2", "--force"], seed=1)
    line = refused(action, "").split("`")[1]
    assert re.fullmatch(rf"act joe {action} \d+", line)
    assert not refused(action, line.split()[-1])
