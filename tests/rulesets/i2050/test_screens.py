"""What a GM sees of an i2050 fight at 120, 80 and 60 columns.

`UPDATE_GOLDEN=1 pytest tests/rulesets/i2050/test_screens.py` takes the screens anew.
"""

import shutil
from pathlib import Path

import pytest

from ..screens import looks_as_it_did

ROOT = Path(__file__).parents[3]
GOLDEN = Path(__file__).parent / "golden"

DUEL = ["load encounters/street-samurai-duel.yaml"]
FOG = ["load encounters/three-thugs-in-the-fog.yaml"]
CLEAR = [*FOG, "set scene visibility=clear"]
DECLARED = [
    *FOG,
    "roll-init",
    "act johnny shoot thug-2",
    "act rudy burst geezer-1 geezer-2 geezer-2 --with burst=3",
    "act mona shoot sally --called head --with aim=4",
    "act sally shoot mona",
    "act thug-1 weave",
    "act thug-2 move --with to=0,3",
    "act thug-3 move johnny",
    "act geezer-1 dodge",
]
RESOLVED = [
    *DECLARED,
    "next",
    "attack johnny thug-2 --roll awareness=9 --roll attack=20 --roll accessory=3",
    "attack rudy geezer-1 --roll awareness=12 --roll attack.1=9 --roll dodge.1=12",
    "attack sally mona --roll awareness=3 --roll attack=3 --roll damage=5 --roll location=17",
]
MOVING = [*RESOLVED, "next", "next", "next", "next", "next", "next"]
SPLIT = [
    *DUEL,
    "roll-init --with first=foe",
    "act lotus fight samurai",
    "act samurai fight lotus --weapon knuckles",
    "act master,student fight kaz",
    "act kaz fight student master --with split=5,7",
]
HURT = [
    *DUEL,
    "attack samurai kaz --weapon katana --defense fight --roll attack=12 --roll defend=15"
    " --roll damage=9 --roll location=14",
    "attack lotus samurai --defense fight --with defend-weapon=knuckles --with unarmed-combat"
    " --roll attack=13 --roll defend=9 --roll location=17 --roll disable=8"
    " --roll disable_resist=5",
    "damage samurai 3 --location left-leg",
    "damage samurai 10 --location abdomen",
]
WAITING = [
    "load separate.yaml",
    "roll-init",
    "act lotus fight samurai",
    "act samurai fight lotus --weapon katana",
    "act kaz,master,student other",
    "next",
    "attack lotus samurai --roll attack=12 --roll defend=13 --roll damage=6,4 --roll location=14",
]
SCREENS = {
    "board-before": (DUEL, "board"),
    "board-determination": (DECLARED, "board"),
    "board-split": (SPLIT, "board"),
    "board-resolution": (RESOLVED, "next"),
    "board-movement": (MOVING, "board"),
    "board-hurt": (HURT, "board"),
    "metre": ([*RESOLVED, "next", "next", "next", "next"], "next"),
    "show": (DUEL, "show lotus"),
    "show-hurt": (HURT, "show samurai"),
    "show-pair": (SPLIT, "show samurai"),
    "show-firearms": (
        [*CLEAR, "attack rudy sally --with burst=2 --roll attack.1=20",
         "attack johnny sally --roll attack=20 --roll accessory=3", "set johnny position=3,4"],
        "show johnny",
    ),
    "opposed": (
        [*DUEL, "set lotus weapons.katana.status=ready"],
        "attack samurai lotus --weapon katana --defense fight --roll attack=12 --roll defend=7"
        " --roll damage=9 --roll location=6 --roll knockdown=13",
    ),
    "tie": (DUEL, "attack samurai lotus --weapon katana --defense fight --roll attack=9"
            " --roll defend=9"),
    "both-miss": (DUEL, "attack samurai lotus --weapon katana --defense fight --roll attack=14"
                  " --roll defend=16"),
    "critical": (
        DUEL,
        "attack samurai lotus --weapon katana --defense fight --roll attack=13 --roll defend=12"
        " --roll damage=7,4 --roll location=10",
    ),
    "critical-beaten": (
        DUEL,
        "attack samurai lotus --weapon knuckles --defense fight --roll attack=11 --roll defend=14"
        " --roll damage=5 --roll location=3",
    ),
    "above-20": (
        DUEL,
        "attack master kaz --defense fight --roll attack=17 --roll defend=5 --roll damage=1,2,4,6"
        " --roll location=20",
    ),
    "dropped": (
        DUEL,
        "attack samurai lotus --weapon katana --defense fight --roll attack=20"
        " --roll attack_fumble=8 --roll defend=4 --roll damage=4 --roll location=19",
    ),
    "broken": (
        DUEL, "attack samurai lotus --weapon katana --roll attack=20 --roll attack_fumble=11",
    ),
    "slipped": (DUEL, "attack lotus samurai --roll attack=20 --roll attack_fumble=14"),
    "knocked-down": (
        DUEL,
        "attack samurai lotus --weapon katana --with behind --roll attack=17 --roll damage=10"
        " --roll location=14 --roll knockdown=14",
    ),
    "on-ground": (
        [*DUEL, "damage student 8 --location right-leg"],
        "attack kaz student --defense fight --roll attack=5 --roll defend=4 --roll damage=1"
        " --roll location=16",
    ),
    "dodged-blow": (DUEL, "attack samurai lotus --weapon katana --defense dodge --roll attack=6"
                    " --roll dodge=9"),
    "dodged-bullet": (DUEL, "attack samurai lotus --defense dodge --roll attack=12"
                      " --roll dodge=13"),
    "disabled": (
        DUEL,
        "attack lotus master --called head --with aim=3 --with unarmed-combat --roll attack=7"
        " --roll location=16 --roll disable=9 --roll disable_resist=6",
    ),
    "resisted": (
        DUEL,
        "attack samurai lotus --weapon knuckles --defense fight --with unarmed-combat=defender"
        " --roll attack=9 --roll defend=13 --roll location=17 --roll disable=2"
        " --roll disable_resist=5",
    ),
    "several": (
        [*CLEAR, "set johnny position=null"],
        "attack johnny thug-1 thug-2 thug-3 --weapon unarmed --with split=6,6"
        " --with thug-3:behind --roll attack.thug-1=16 --roll defend.thug-1=7"
        " --roll attack.thug-2=2 --roll defend.thug-2=5 --roll damage.thug-2=4"
        " --roll location.thug-2=10 --roll attack.thug-3=8 --roll damage.thug-3=5"
        " --roll location.thug-3=17",
    ),
    "burst": (
        CLEAR,
        "attack rudy geezer-1 geezer-2 thug-3 --with burst --roll attack.1=5 --roll damage.1=3,4"
        " --roll location.1=12 --roll attack.2=6 --roll attack.3=3 --roll damage.3=6,6"
        " --roll location.3=17 --roll knockdown.3=4",
    ),
    "jammed": (CLEAR, "attack rudy geezer-2 --with burst=3 --roll attack.1=9 --roll attack.2=20"),
    "fragile": (CLEAR, "attack mona sally --roll attack=20"),
    "accessory": (
        CLEAR, "attack sally mona --roll attack=20 --roll accessory=1 --roll accessory_pick=2",
    ),
    "aimed": (
        CLEAR,
        "attack mona sally --called head --with aim=4 --roll attack=6 --roll damage=5,4"
        " --roll location=15",
    ),
    "blocked": (CLEAR, "attack mona sally --roll attack=6 --roll damage=5,4 --roll location=13"),
    "fog": (
        FOG,
        "attack johnny thug-3 --with under-fire --with target-moving --mod 1:flare"
        " --roll awareness=15 --roll cool=12 --roll attack=2",
    ),
    "lost": (
        [*CLEAR, "roll-init", "act mona shoot sally", "act sally shoot mona", "next",
         "attack johnny thug-1 --roll attack=20 --roll accessory=2"],
        "attack mona sally --roll attack=5 --roll damage=6,6 --roll location=20",
    ),
    "declared": ([*DUEL, "roll-init"], "act kaz fight student master --with split=5,7"),
    "unjam": (
        [*CLEAR, "attack rudy sally --roll attack=20"],
        "act rudy unjam --mod -1:gloves --roll unjam=9",
    ),
    "dead": ([*DUEL, "damage master 2"], "damage master 14 --location head"),
    "blow": (DUEL, "damage student 12 --location right-arm --with blow --roll knockdown=12"),
    "test-opposed": (
        DUEL, "test lotus brawling --with against=samurai:siz --roll test.lotus=9"
        " --roll test.samurai=6",
    ),
    "waits": (WAITING[:-1], WAITING[-1]),
    "board-winners": (WAITING, "next"),
    "losers": ([*WAITING, "next"], "next --roll knockdown.lotus=14"),
    "rules-locations": (DUEL, "rules locations"),
    "rules-wounds": (DUEL, "rules wounds"),
    "rules-limbs": (DUEL, "rules limbs"),
    "rules-speed": (DUEL, "rules speed"),
    "rules-modifiers": (DUEL, "rules modifiers"),
    "rules-turn": (DUEL, "rules turn"),
    "rules-words": (DUEL, "rules words"),
    "rules-actions": (DUEL, "rules actions"),
}  # fmt: skip


def copy_fights(folder: Path) -> None:
    """The ready-made fights, and one in which the losers wait (IN-R02)."""
    shutil.copytree(ROOT / "encounters", folder / "encounters")
    duel = (ROOT / "encounters" / "street-samurai-duel.yaml").read_text(encoding="utf-8")
    rules = "ruleset: i2050\nhouse_rules: {losers_phase: separate}\n"
    text = duel.replace("ruleset: i2050\n", rules, 1)
    (folder / "separate.yaml").write_text(text, encoding="utf-8")


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_is_as_it_was_looked_at(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    copy_fights(tmp_path)
    before, line = SCREENS[name]
    lines = [words.split() for words in before]
    looks_as_it_did(GOLDEN / f"{name}.txt", lines, line.split(), tmp_path / "home")
