"""What a GM sees of a Storyteller fight at 120, 80 and 60 columns.

`UPDATE_GOLDEN=1 pytest tests/rulesets/storyteller/test_screens.py` takes the screens anew.
"""

from pathlib import Path

import pytest

from ..screens import looks_as_it_did

ROOT = Path(__file__).parents[3]
GOLDEN = Path(__file__).parent / "golden"


def typed(*rolls: str) -> list[str]:
    """Dice as they fell on the table."""
    return [word for roll in rolls for word in ("--roll", roll)]


CAR_PARK = [["load", str(ROOT / "encounters" / "car-park.yaml")]]
BACK_ROOM = [["load", str(ROOT / "encounters" / "back-room.yaml")]]
INITIATIVE = [
    "roll-init",
    *typed("rita=6", "dana=9", "crane=4", "guard-1=3", "guard-2=2", "clerk=1"),
]
BURST = [
    "attack", "dana", "guard-1", "crane", "--with", "burst=medium", "--with", "range=60",
    *typed("attack.guard-1=10,2,3", "attack_again.guard-1=10,9", "attack.crane=8,2,4,1,6,3"),
]  # fmt: skip
COVERING = [
    "act", "dana", "covering-fire", "guard-1", "guard-2", *typed("covering_fire=8,9,1,2,3,4"),
]  # fmt: skip
FIGHT = [
    *CAR_PARK,
    INITIATIVE,
    ["delay", "rita"],
    COVERING,
    ["act", "guard-1", "drop-prone"],
    ["damage", "dana", "3"],
    ["damage", "dana", "2", "--type", "lethal"],
    ["damage", "dana", "1", "--type", "aggravated"],
    ["damage", "guard-2", "8"],
    ["damage", "crane", "4", "--type", "lethal", "--location", "leg"],
    ["next"],
    ["act", "crane", "human-shield", "clerk"],
    ["damage", "clerk", "7", "--type", "lethal"],
    ["set", "scene", "covers.car.structure=0"],
]
GRAB = ["act", "bouncer", "grab", "nick", *typed("grab=8,9,10", "grab_again=10,8")]
DRAGGED = [*BACK_ROOM, [*GRAB, "--with", "move=hold"]]
SCREENS = {
    "board-before": (CAR_PARK, ["board"]),
    "board": (FIGHT, ["board"]),
    "show": (FIGHT, ["show", "dana"]),
    "show-chair": (BACK_ROOM, ["show", "gambler-1"]),
    "initiative": (CAR_PARK, INITIATIVE),
    "attack-dodged": (
        BACK_ROOM,
        ["attack", "bouncer", "lena", "--defense", "dodge",
         *typed("attack=10,9,8,1,2,3,4", "attack_again=10,8", "dodge=8,1,2,3,4,5,6,7,7,1,2,10",
                "dodge_again=3")],
    ),
    "chance-die": (
        CAR_PARK, ["attack", "rita", "guard-1", "--with", "range=70", *typed("attack=1")],
    ),
    "burst": (CAR_PARK, BURST),
    "grapple": (
        DRAGGED,
        ["act", "bouncer", "grapple", "--with", "move=damage", "--with", "counter-move=break-free",
         *typed("grapple.bouncer=8,8,9,1,2,3,4", "grapple.nick=8,1,2,3,4,5")],
    ),
    "board-grapple": ([*DRAGGED, ["damage", "dog", "7", "--type", "aggravated"]], ["board"]),
    "cover": (CAR_PARK, ["attack", "dana", "guard-2", *typed("attack=9,9,4,3,2,1")]),
    "cover-gone": (
        CAR_PARK,
        ["attack", "dana", "guard-2", "--with", "cover=booth", *typed("attack=9,9,4,3,2,1")],
    ),
    "human-shield": (
        [*CAR_PARK, ["act", "crane", "human-shield", "clerk"], ["act", "rita", "leave-cover"]],
        ["attack", "rita", "crane", *typed("attack=8,9,3,1,2")],
    ),
    "covering-fire": (CAR_PARK, COVERING),
    "under-fire": (
        [*CAR_PARK, COVERING, ["act", "guard-2", "leave-cover"]],
        ["attack", "guard-2", "dana", *typed("attack=1,2,3,5")],
    ),
    "dying": (
        [*CAR_PARK, ["damage", "crane", "5"], ["act", "rita", "leave-cover"]],
        ["attack", "rita", "crane", "--called", "heart", *typed("attack=10,9"),
         *typed("attack_again=10,10,10,9")],
    ),
    "killed": (
        [*CAR_PARK, ["damage", "crane", "7", "--type", "aggravated"],
         ["damage", "crane", "1", "--type", "lethal"]],
        ["attack", "rita", "crane", "--with", "killing-blow"],
    ),
    "disarm": (
        BACK_ROOM,
        ["act", "nick", "disarm", "host",
         *typed("disarm=8,9,10,1,2,10", "disarm_again=9,2", "disarm_resist=1,2,3")],
    ),
    "pulled": (
        BACK_ROOM,
        ["attack", "gambler-1", "nick", "--called", "arm", "--with", "pull=2", "--defense",
         "willpower", *typed("attack=10")],
    ),
    "quick-combat": (
        CAR_PARK,
        ["act", "dana", "quick-combat", "crane", "--with", "help=rita",
         *typed("teamwork=8,9,1,2,3", "quick_attack=8,9,8,1,2,3,4,5", "quick_defend=8,1,2,3,4")],
    ),
    "rules-health": (CAR_PARK, ["rules", "health"]),
    "rules-defenses": (CAR_PARK, ["rules", "defenses"]),
    "rules-turn": (CAR_PARK, ["rules", "turn"]),
    "rules-called": (CAR_PARK, ["rules", "called"]),
}  # fmt: skip


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_is_as_it_was_looked_at(name: str, tmp_path: Path) -> None:
    looks_as_it_did(GOLDEN / f"{name}.txt", *SCREENS[name], tmp_path)
