"""What a GM sees of an sr3 fight at 120, 80 and 60 columns.

`UPDATE_GOLDEN=1 pytest tests/rulesets/sr3/test_screens.py` takes the screens anew.
"""

from pathlib import Path

import pytest

from ..screens import looks_as_it_did

ROOT = Path(__file__).parents[3]
GOLDEN = Path(__file__).parent / "golden"


def rolls(*typed: str) -> list[str]:
    return [word for roll in typed for word in ("--roll", roll)]


GARAGE = [["load", str(ROOT / "encounters" / "garage-night.yaml")]]
STAIRS = [["load", str(ROOT / "encounters" / "stairwell.yaml")]]
INITIATIVE = ["roll-init", *rolls(
    "rook=5,4", "spotter=6", "guard-1=6", "brick=5", "boss=3", "hale=2", "guard-2=1", "guard-3=3",
    "drone=1",
)]  # fmt: skip
BURST = [
    "attack", "rook", "guard-1", "--with", "mode=bf", "--with", "pool=3", "--with", "resist-pool=1",
    *rolls("attack=5,5,2,2,1,3,1,1,2", "resist=5,2,1,1", "resist_pool=3", "knockdown=5,4,1,3"),
]  # fmt: skip
SHOOTING = [
    *GARAGE,
    INITIATIVE,
    BURST,
    ["damage", "hale", "4", "--type", "stun"],
    ["effect", "brick", "prone"],
    ["damage", "boss", "12"],
    ["damage", "guard-3", "15"],
    ["act", "rook", "remove-clip"],
    ["next"],
    ["act", "spotter", "aim", "rook"],
]
BARRIERS = [
    "set", "scene", "barriers.door.rating=8", "barriers.crates.rating=4",
    "barriers.pillar.rating=24",
]  # fmt: skip
EXCHANGE = [
    "attack", "ash", "thug-1", "--with", "pool=3", "--with", "defense-pool=2",
    *rolls("attack=5,4,3,2,1,6,3,1,2", "defend=5,2,3,1,6,2", "resist=6,2,1,3", "resist_again=4",
           "knockdown=5,2,1,3"),
]  # fmt: skip
HIT = [
    "attack", "ox", "ash", "--weapon", "unarmed", "--with", "subdue",
    *rolls("attack=6,6,5,1", "defend=1,2,3,1,2,1", "resist=1,2,3,4,5"),
]  # fmt: skip
HOLD = [*HIT, *rolls("knockdown=6,1,2,3,4", "knockdown_again=1")]
SCREENS = {
    "board-before": (GARAGE, ["board"]),
    "roll-init": (GARAGE, INITIATIVE),
    "board": (SHOOTING, ["board"]),
    "show": (SHOOTING, ["show", "rook"]),
    "show-dying": (SHOOTING, ["show", "boss"]),
    "burst": ([*GARAGE, INITIATIVE], BURST),
    "second-burst": (
        [*GARAGE, INITIATIVE, BURST],
        ["attack", "rook", "guard-2", "--with", "mode=bf",
         *rolls("attack=6,6,5,2,1,3", "attack_again=6,2,2")],
    ),
    "dodge": (
        [*GARAGE, INITIATIVE, BURST],
        ["attack", "rook", "guard-1", "--with", "mode=bf", "--with", "resist-pool=4",
         *rolls("attack=6,6,5,2,1,3", "attack_again=4,1", "resist=1,2,3,4",
                "resist_pool=5,6,1,2")],
    ),
    "full-auto": (
        GARAGE,
        ["attack", "rook", "guard-1", "guard-2", "--with", "mode=fa", "--with", "rounds=guard-1:6",
         "--with", "rounds=guard-2:3", "--with", "pool=guard-1:4",
         *rolls("attack.guard-1=6,5,5,6,4,1,2,3,5,5", "attack_again.guard-1=4,6",
                "resist.guard-1=6,3,1,2", "resist_again.guard-1=2",
                "attack.guard-2=6,6,2,1,3,5", "attack_again.guard-2=6,5,2")],
    ),
    "shot": (
        [*GARAGE, ["act", "boss", "take-cover"]],
        ["attack", "brick", "guard-1", "guard-2", "boss",
         *rolls("attack=6,5,3,2,1", "attack_again=4", "resist.guard-1=2,3,1,1",
                "knockdown.guard-1=3,1,1,1", "resist.guard-2=2,3,4,1",
                "knockdown.guard-2=4,3,3,2", "resist.boss=2,2,3,1,1,4",
                "knockdown.boss=3,2,1,4,5,1")],
    ),
    "misfire": (
        GARAGE,
        ["attack", "spotter", "rook", "--with", "range=60",
         *rolls("attack=1,1,1,1,1,1", "misfire=3", "resist=4,5,6,5", "knockdown=3,4,1,2")],
    ),
    "melee": (STAIRS, EXCHANGE),
    "countered": (
        [*STAIRS, EXCHANGE],
        ["attack", "ox", "ash",
         *rolls("attack=5,1,1,1", "defend=6,6,5,2,1,3", "resist=6,5,1,4,3,1,2,3,4",
                "knockdown=6,5,6,1,2,3,4,1,2")],
    ),
    "several": (
        STAIRS,
        ["attack", "ash", "thug-1", "thug-3", "--called", "knee", "--with", "pool=thug-1:3",
         *rolls("attack.thug-1=6,6,5,2,1,3,4,5,2", "attack_again.thug-1=4,6",
                "defend.thug-1=2,3,1,6", "resist.thug-1=1,2,3,4", "knockdown.thug-1=5,2,1,3",
                "attack.thug-3=1,2,3,4,5,5", "defend.thug-3=6,2,1", "resist.thug-3=1,1,1,2,1",
                "knockdown.thug-3=5,4,1,1,1")],
    ),
    "full-defense": (
        STAIRS,
        ["attack", "thug-2", "ash", "--defense", "full", "--with", "resist-pool=4",
         *rolls("attack=6,5,5,2", "defend=2,2,1,1,2,1", "resist=4,2,1,1,3",
                "resist_pool=5,5,4,6")],
    ),
    "hold": (STAIRS, HOLD),
    "show-held": ([*STAIRS, HOLD], ["show", "ash"]),
    "board-melee": ([*STAIRS, EXCHANGE, HOLD], ["board"]),
    "dying": ([*STAIRS, EXCHANGE], ["damage", "thug-1", "6"]),
    "resist-from-elsewhere": (
        STAIRS,
        ["test", "ash", "resist", "--with", "damage=9M", "--with", "successes=2",
         *rolls("resist=6,4,2,1,3")],
    ),
    "aim": (
        [*GARAGE, *[["act", "rook", "aim", "bo"]] * 3, ["act", "hale", "run"]],
        ["act", "rook", "aim", "bo"],
    ),
    "gyro-and-recoil": (
        [*GARAGE, ["act", "hale", "run"]],
        ["attack", "hale", "boss", "--with", "mode=fa", "--with", "rounds=10",
         "--without", "visibility", *rolls("attack=6,6,2,1,3", "attack_again=6,2"), "--seed", "1"],
    ),
    "walked-fire": (
        GARAGE,
        ["attack", "drone", "brick", "rook", "--with", "mode=fa", "--with", "rounds=3",
         *rolls("attack.brick=1,2,3", "attack.rook=1,2,3")],
    ),
    "barrier": (
        GARAGE,
        ["attack", "boss", "rook", "--with", "barrier=12", "--without", "visibility",
         *rolls("attack=6,5,2,1,3", "resist=1,2,3,4,5", "knockdown=1,2,3,4,5")],
    ),
    "barrier-damaged": (
        [*GARAGE, BARRIERS],
        ["attack", "rook", "guard-1", "--with", "mode=fa", "--with", "rounds=6",
         "--with", "barrier=crates", "--without", "visibility",
         *rolls("attack=6,5,2,1,3,3", "resist=1,2,3,4", "knockdown=3,3,1,1")],
    ),
    "barrier-gone": (
        [*GARAGE, BARRIERS, ["set", "fight", "barriers.door=1"]],
        ["attack", "boss", "rook", "--with", "barrier=door", "--without", "visibility",
         *rolls("attack=6,5,2,1,3", "resist=1,2,3,4,5", "knockdown=1,2,3,4,5")],
    ),
    "board-barriers": (
        [*GARAGE, BARRIERS, ["set", "fight", "barriers.door=3", "barriers.crates=0"]],
        ["board"],
    ),
    "show-barrier": (
        [*GARAGE, BARRIERS, ["set", "fight", "barriers.door=3"]],
        ["show", "door"],
    ),
    "gel": (
        [*GARAGE, ["act", "rook", "remove-clip"],
         ["act", "rook", "insert-clip", "--with", "ammo-type=gel"]],
        ["attack", "rook", "guard-1", "--called", "head",
         *rolls("attack=6,6,5,1,2,3", "attack_again=4,3", "resist=3,2,1,1", "knockdown=4,3,6,2")],
    ),
    "passing-by": (
        STAIRS,
        ["attack", "ash", "thug-2", "--with", "passing-by", "--with", "resist-pool=2",
         *rolls("attack=6,6,4,2,1,1", "defend=4,2,1,1", "resist=6,6,1,3", "resist_again=4,3",
                "resist_pool=1,2", "knockdown=5,2,1,3")],
    ),
    "cornered": (
        STAIRS,
        ["attack", "ox", "ash", "--defense", "full", "--with", "no-room",
         *rolls("attack=6,5,1,1", "defend=5,1,3,1,2,1", "resist=6,2,1,3,4", "resist_again=3",
                "knockdown=6,1,2,3,4", "knockdown_again=4")],
    ),
    "on-the-ground-already": (
        [*STAIRS, ["act", "ash", "drop-prone"]],
        HIT,
    ),
    "hold-kept": (
        [*STAIRS, HOLD],
        ["act", "ox", "subdual-keep", "ash", *rolls("subdual_keep=5,6,1,2,3,4,1,1")],
    ),
    "subdued": ([*STAIRS, HOLD], ["damage", "ash", "7", "--type", "subdual"]),
    "hold-full": (
        [*STAIRS, HOLD, ["damage", "ash", "7", "--type", "subdual"]],
        ["act", "ox", "subdual-keep", "ash", *rolls("subdual_keep=5,6,1,2,3,4,1,1")],
    ),
    "break-free": (
        [*STAIRS, HOLD, ["damage", "ash", "7", "--type", "subdual"]],
        ["act", "ash", "subdual-break", *rolls("subdual_break=6,5,2,1,3,4")],
    ),
    "let-go": (
        [*STAIRS, HOLD],
        ["attack", "ox", "ash", *rolls("attack=1,1,1,1", "defend=1,1,1,1,1,1")],
    ),
    "minute-over": (
        [*STAIRS, HOLD, ["set", "fight", "round=20"]],
        ["roll-init", *rolls("ash=6,5", "ox=6", "thug-1=4", "thug-2=3", "thug-3=1", "wren=1")],
    ),
    "loading": (GARAGE, ["act", "boss", "fill-loader"]),
    "test": (GARAGE, ["test", "rook", "willpower", "--with", "tn=5", "--threshold", "2",
                      *rolls("test=5,4,3,2")]),
    "next-pass": (
        [*GARAGE, INITIATIVE, ["damage", "rook", "1"], *[["next"]] * 8],
        ["next"],
    ),
    "show-gear": (GARAGE, ["show", "hale"]),
    "show-vehicle": (GARAGE, ["show", "drone"]),
    "rules-turn": (GARAGE, ["rules", "turn"]),
    "rules-actions": (GARAGE, ["rules", "actions"]),
    "rules-melee": (GARAGE, ["rules", "melee"]),
    "rules-ranged": (GARAGE, ["rules", "ranged"]),
    "rules-modes": (GARAGE, ["rules", "modes"]),
    "rules-loading": (GARAGE, ["rules", "loading"]),
    "rules-levels": (GARAGE, ["rules", "levels"]),
    "rules-wounds": (GARAGE, ["rules", "wounds"]),
    "rules-subdual": (GARAGE, ["rules", "subdual"]),
    "rules-dice": (GARAGE, ["rules", "dice"]),
    "rules-visibility-ranged": (GARAGE, ["rules", "visibility-ranged"]),
    "rules-visibility-melee": (GARAGE, ["rules", "visibility-melee"]),
    "rules-recoil": (GARAGE, ["rules", "recoil"]),
    "rules-ammunition": (GARAGE, ["rules", "ammunition"]),
}  # fmt: skip


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_is_as_it_was_looked_at(name: str, tmp_path: Path) -> None:
    looks_as_it_did(GOLDEN / f"{name}.txt", *SCREENS[name], tmp_path)
