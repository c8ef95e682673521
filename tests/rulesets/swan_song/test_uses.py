"""What is named in an attack is used or refused, with the words that say what is meant
(R-BAR-17, R-MOV-8, R-ACT-11)."""

import pytest
from tables import each_row

from .test_states import fight, play, refused

NAMED = {
    "attack mira bob --with barrier=wall": "how far wall covers Bob Rock",
    "attack mira bob --with bob:barrier=wall": "how far wall covers Bob Rock",
    "attack mira bob --with barrier=joe": "how far joe covers Bob Rock",
    "attack mira bob --with barrier=bob": "does not stand between",
    "attack mira bob --with barrier=mira": "does not stand between",
    "attack mira bob --weapon knife --with barrier=wall": "cover does not count in melee",
    "attack mira bob --weapon knife --with cover=good": "cover does not count in melee",
    "attack mira bob --weapon knife --with distance=3": "distance does not count in melee",
    "attack mira bob --with concealed --with barrier=glass": "glass is transparent",
    "attack mira bob --with demolitions": "Bob Rock is no barrier",
    "attack mira bob --with charge": "pistol is no melee weapon",
    "attack mira wall --with barrier=glass": "wall is a barrier: leave out barrier",
    "attack mira wall --with cover=good": "wall is a barrier: leave out cover",
    "attack mira wall --with unaware": "wall is a barrier: leave out unaware",
    "attack mira wall --with distance=3": "wall is a barrier: leave out distance",
    "attack mira bob --with ox:prone": "ox has no part in this: leave out ox:prone",
    "attack mira bob --with mira:cover=good": "cover is about the target",
    "attack mira bob --with bob:blind-fire": "blind-fire is about the attacker",
    "attack mira bob --mod ox:2": "--mod ox:2 reaches nobody here",
    "attack mira bob --defense-mod mira:2": "--defense-mod mira:2 reaches nobody here",
    "attack mira bob --with extra-free": "'extra-free' is not known here",
}
USED = (
    "attack mira bob --with barrier=glass",
    "attack mira bob --with barrier=wall --with cover=partial",
    "attack mira bob --with barrier=wall --with concealed",
    "attack mira bob --with barrier=none",
    "attack mira bob --weapon knife --with concealed",
    "attack mira bob --with distance=3 --with bob:prone",
    "attack mira bob joe --with joe:cover=good --force",
    "attack mira bob --mod mira:2 --mod bob:1 --defense-mod bob:2",
    "attack mira wall --with wounds=-1",
)


@each_row(("line", "says"), NAMED.items())
def test_what_has_no_use_is_refused(line: str, says: str) -> None:
    weapon = "" if "--weapon" in line else " --weapon pistol"
    assert says in refused(fight(), line + weapon)[1]


@each_row("line", USED)
def test_what_has_a_use_is_taken(line: str) -> None:
    weapon = "" if "--weapon" in line else " --weapon pistol"
    play(fight("set mira held.right=knife held.left=pistol"), line + weapon)


def test_a_barrier_that_hides_somebody_stops_what_is_too_weak() -> None:
    """R-BAR-17"""
    line = "attack mira bob --weapon pistol --with barrier=wall --with concealed"
    doc = play(fight(), f"{line} --roll attack=5,5,5,5 --roll defense=1,1,1,1")
    assert (doc["outcome"], doc["barrier"]["id"]) == ("blocked", "wall")


def test_a_number_that_is_tied_to_the_attacker_counts() -> None:
    roll = play(fight(), "attack mira bob --weapon pistol --mod mira:2:aim")["rolls"][0]
    assert {
        key: value for key, value in roll["parts"][-1].items() if key in ("label", "value")
    } == {"label": "aim", "value": 2}


BURSTS = ("attack mira bob joe --weapon gun", "attack mira bob --weapon gun --with multiple=2")


@pytest.mark.parametrize("line", BURSTS)
def test_a_burst_is_one_attack_on_one_target(line: str) -> None:
    """R-ACT-11"""
    encounter = fight()
    encounter.combatants["mira"]["weapons"]["gun"] = {
        "kind": "ranged", "skill": "pistols", "dv": "6P", "modes": ["single", "burst"],
    }  # fmt: skip
    play(encounter, "set mira held.right=gun")
    assert refused(encounter, f"{line} --with mode=burst")[0] == "multiple"
    play(encounter, line)
    play(encounter, f"{line} --with mode=burst --force")
