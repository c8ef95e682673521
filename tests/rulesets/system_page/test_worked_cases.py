"""More worked cases of the pages that come with gmtrack: what is typed and what must come out, by
hand; and odds against every way the dice can fall."""

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from ..typing_in import doc, done, gmtrack, refused, told

FIGHTS = Path(__file__).with_name("fights")
Case = tuple[str, str | None, dict[str, Any]]
"""What is typed, the outcome, and the changes by `WHO.WHAT`, besides those of the turn."""
OF_TURNS = ("acting", "acting_side", "acted", "begun", "due_done", "spent", "round", "own_effects")

FANTASY: list[Case] = [
    # The lair acts at 20, behind Kira, who has rolled 20.
    (
        "roll-init --roll initiative.kira=18 --roll initiative.moth=3 --roll initiative.wyrm=10",
        None,
        {"kira.score": 20, "lair.score": 20, "moth.score": 3, "wyrm.score": 10},
    ),
    # Two dice, the better counts: 12 + 5. Two dice, the worse counts: 7 + 5.
    (
        "attack kira wyrm --with advantage --roll attack=4,12 --roll damage=8",
        "hit",
        {"wyrm.hp": 19},
    ),
    ("undo", None, {"wyrm.hp": 30}),
    ("attack kira wyrm --with disadvantage --roll attack=17,7", "miss", {}),
    ("undo", None, {}),
    # Twice the dice and once what is added, whatever the number would have been.
    ("attack kira wyrm --roll attack=20 --roll damage=5,6", "critical", {"wyrm.hp": 16}),
    ("undo", None, {"wyrm.hp": 30}),
    # Fire is nothing to the wyrm: 14 + 3 against 15.
    ("attack kira wyrm --weapon torch --roll attack=14 --roll damage=4", "hit", {}),
    ("undo", None, {}),
    # 30 points and 0 left: monsters die, others are dying.
    ("damage wyrm 30 --type cold", None, {"wyrm.hp": 0}),
    ("undo", None, {"wyrm.hp": 30}),
    ("next", None, {}),
    # Rocks: Moth saves on 12, Kira, who is trained, on 7. The damage is rolled once.
    (
        "attack lair kira moth --roll attack.kira=7 --roll attack.moth=11 --roll damage=5",
        None,
        {"kira.hp": 18, "moth.hp": 7},
    ),
    ("undo", None, {"kira.hp": 20, "moth.hp": 12}),
    # Half cover helps to save: 10 + 2 against 12.
    ("attack lair moth --with cover --roll attack=10 --roll damage=5", "saved", {"moth.hp": 10}),
    ("next", None, {}),
    # Poison: 11 + 1 against 12 saves for half of 7.
    ("attack wyrm moth --weapon sting --roll attack=11 --roll damage=3,4", "saved", {"moth.hp": 7}),
    ("undo", None, {"moth.hp": 10}),
    (
        "attack wyrm moth --weapon sting --roll attack=10 --roll damage=3,4",
        "poisoned",
        {"moth.hp": 3},
    ),
    ("undo", None, {"moth.hp": 10}),
    # 24 fire: 10 are left and 12 is the most that Moth has, so that 22 kill at once.
    (
        "attack wyrm moth --weapon breath --roll attack=2 --roll damage=6,6,6,6",
        "burnt",
        {"moth.hp": 0, "moth.failures": 3},
    ),
    ("undo", None, {"moth.hp": 10, "moth.failures": 0}),
    # Temporary hit points go first: 5 of 12.
    ("set moth temp_hp=5", None, {"moth.temp_hp": 5}),
    ("attack wyrm moth --roll attack=7 --roll damage=9", "hit", {"moth.temp_hp": 0, "moth.hp": 3}),
    # Dying: the wounds of now are failures, 3 successes are stable, a 20 is back.
    ("damage moth 3 --type cold", None, {"moth.hp": 0}),
    ("damage moth 2 --type cold", None, {"moth.failures": 1}),
    ("test moth death --roll death=9", "fails", {"moth.failures": 2}),
    ("test moth death --roll death=10", "holds", {"moth.successes": 1}),
    (
        "test moth death --roll death=20",
        "back",
        {"moth.hp": 1, "moth.failures": 0, "moth.successes": 0},
    ),
    ("next", None, {}),
    # A hex: the wyrm saves with 13 + 0, against 13.
    ("attack moth wyrm --roll attack=13", "saved", {}),
    ("undo", None, {}),
    ("attack moth wyrm --roll attack=12", "held", {}),
    ("next", None, {}),
    # Two dice against somebody who cannot move.
    ("attack kira wyrm --roll attack=2,13 --roll damage=1", "hit", {"wyrm.hp": 26}),
    # Poisoned as well: better and worse cancel each other.
    ("effect kira poisoned", None, {}),
    ("attack kira wyrm --roll attack=13 --roll damage=1 --force", "hit", {"wyrm.hp": 22}),
    ("undo", None, {"wyrm.hp": 26}),
    # However many there are of the one.
    (
        "attack kira wyrm --with advantage --roll attack=13 --roll damage=1 --force",
        "hit",
        {"wyrm.hp": 22},
    ),
    ("test kira dex --threshold 12 --roll dex=7", "success", {}),
    ("test kira wis --threshold 12 --roll wis=11", "failure", {}),
]
LOCATIONS: list[Case] = [
    # 19 is the head: 5 + 1 - 4. 10 is the torso: 6 - 3. 2 is a leg, without armor, and 6 of 14
    # points bring down.
    (
        "attack nell champion --defense none --roll attack=30 --roll damage=5 --roll location=19",
        "hit",
        {"champion.hp": 12},
    ),
    ("undo", None, {"champion.hp": 14}),
    (
        "attack nell champion --defense none --roll attack=30 --roll damage=5 --roll location=10",
        "hit",
        {"champion.hp": 11},
    ),
    ("undo", None, {"champion.hp": 14}),
    (
        "attack nell champion --defense none --roll attack=30 --roll damage=5 --roll location=2",
        "hit",
        {"champion.hp": 8},
    ),
    ("undo", None, {"champion.hp": 14}),
    # A called place is not rolled: 60 - 40.
    (
        "attack nell champion --defense none --called head --roll attack=20 --roll damage=5",
        "hit",
        {"champion.hp": 12},
    ),
    ("set champion armour=5", None, {"champion.armour": 5}),
    (
        "attack nell champion --defense none --roll attack=30 --roll damage=5 --roll location=2",
        "hit",
        {"champion.hp": 11},
    ),
]
EXPLODING: list[Case] = [
    # Bob and Cal have the same card; Cal is nimbler.
    (
        "roll-init --roll initiative.ann=54 --roll initiative.bob=20 --roll initiative.cal=20",
        None,
        {"ann.score": 54, "bob.score": 20, "cal.score": 20},
    ),
    # 5 against a parry of 5; 4 + 1 and 1 for armor that is pierced, against a toughness of 6.
    (
        "attack ann bob --roll attack=5,3 --roll damage=4,1",
        "hit",
        {},
    ),
    ("undo", None, {}),
    # The wild die counts: 6 + 1. 3 + 1 + 1 is 1 less than the toughness.
    (
        "attack ann bob --roll attack=2,6 --roll attack_again=1 --roll damage=3,1",
        "hit",
        {},
    ),
    ("undo", None, {}),
    # Shaken twice is a wound.
    ("effect bob shaken", None, {}),
    (
        "attack ann bob --roll attack=5,3 --roll damage=4,1",
        "hit",
        {"bob.wounds": 1},
    ),
    ("undo", None, {"bob.wounds": 0}),
    # 8 + 1 against 4 is a raise: 8 + 2 + 1 and the die for the raise, 6. Three times 4 above 5.
    (
        "attack ann cal --roll attack=8,3 --roll attack_again=1 --roll damage=8,1,6"
        " --roll damage_again=2,1",
        "raise",
        {"cal.wounds": 3},
    ),
    ("undo", None, {"cal.wounds": 0}),
    # 6 + 2 takes two wounds, a 4 one, a 3 none; 13 takes all three.
    *(
        case
        for soak, taken in (
            ("6,3 --roll soak_again=6,1", 3),
            ("4,3", 1),
            ("3,3", 0),
            ("6,3 --roll soak_again=2", 2),
        )
        for case in (
            (
                "attack ann cal --with cal:soak --roll attack=8,3 --roll attack_again=1"
                f" --roll damage=8,1,6 --roll damage_again=2,1 --roll soak={soak}",
                "raise",
                {"cal.chips": 2, **({"cal.wounds": 3 - taken} if taken < 3 else {})},
            ),
            ("undo", None, {"cal.chips": 3, **({"cal.wounds": 0} if taken < 3 else {})}),
        )
    ),
    # What does not wound costs no chip: 3 + 4 against 5.
    ("attack ann cal --with soak --roll attack=5,3 --roll damage=3,4", "hit", {}),
    ("undo", None, {}),
    (
        "attack ann cal --with soak --roll attack=8,3 --roll attack_again=1"
        " --roll damage=8,1,6 --roll damage_again=2,1 --roll soak=6,3 --roll soak_again=2",
        "raise",
        {"cal.wounds": 1, "cal.chips": 2},
    ),
    ("effect cal shaken --end", None, {}),
    ("next", None, {}),
    # A wound takes 1 off: 5 - 1 against 2 + 8 / 2.
    ("attack cal ann --roll attack=4,3 --roll attack_again=1", "miss", {}),
    ("undo", None, {}),
    ("attack cal ann --roll attack=1,1", "fumble", {}),
    ("undo", None, {}),
    # A blow at somebody on the ground is 2 easier: 4 + 2 against 6. A shot is 4 harder, and a wild
    # attack is none: 7 - 4.
    ("effect bob prone", None, {}),
    ("attack ann bob --roll attack=4,3 --roll damage=1,1 --force", "hit", {}),
    ("undo", None, {}),
    ("attack ann bob --weapon colt --with all-out --roll attack=7,1 --force", "miss", {}),
    ("undo", None, {}),
    ("undo", None, {}),
    # The head is 4 harder and hurts 4 more: 8 against 4, 2 + 3 + 4 against 5 is a wound.
    ("set cal wounds=0", None, {"cal.wounds": 0}),
    (
        "attack ann cal --weapon colt --called head --roll attack=8,3 --roll attack_again=1"
        " --roll damage=2,3 --force",
        "hit",
        {"cal.wounds": 1},
    ),
]
FUDGE: list[Case] = [
    ("roll-init", None, {"ann.score": 2, "bob.score": 0}),
    # 2 + 3 against -2 + 2: 5 and 2 for the blade, 1 off for armor. Three boxes do not hold 6.
    (
        "attack ann bob --roll attack=3,3,1,3 --roll parry=2,2,1,1",
        "hit",
        {"bob.stress": 4},
    ),
    ("undo", None, {"bob.stress": 0}),
    # A moderate consequence takes 4 of 6.
    (
        "attack ann bob --with moderate-consequence --roll attack=3,3,1,3 --roll parry=2,2,1,1",
        "hit",
        {"bob.moderate": 1, "bob.stress": 2},
    ),
    ("undo", None, {"bob.moderate": 0, "bob.stress": 0}),
    # Nobody has the same consequence twice: 6 points again.
    ("set bob moderate=1", None, {"bob.moderate": 1}),
    (
        "attack ann bob --with moderate-consequence --roll attack=3,3,1,3 --roll parry=2,2,1,1",
        "hit",
        {"bob.stress": 4},
    ),
    ("undo", None, {"bob.stress": 0}),
    # Once the damage is known: of 6 a mild one leaves 4, too much, and a moderate one is used up.
    (
        "attack ann bob --with absorb --roll attack=3,3,1,3 --roll parry=2,2,1,1",
        "hit",
        {"bob.severe": 1},
    ),
    ("undo", None, {"bob.severe": 0}),
    # What three boxes hold needs none: 1 + 3 against 0 + 2, 2 for the blade, 1 off for armor.
    (
        "attack ann bob --with bob:absorb --roll attack=3,2,2,2 --roll parry=2,2,2,2",
        "hit",
        {"bob.stress": 3},
    ),
    ("undo", None, {"bob.stress": 0}),
    # Two together take what one cannot: 2 and 6 of 8.
    ("set bob stress=3", None, {"bob.stress": 3}),
    (
        "attack ann bob --with absorb --roll attack=3,3,3,3 --roll parry=2,2,1,1",
        "hit",
        {"bob.mild": 1, "bob.severe": 1},
    ),
    ("undo", None, {"bob.mild": 0, "bob.severe": 0}),
    # Where a mild one is not enough it is not taken.
    ("set bob severe=1", None, {"bob.severe": 1}),
    (
        "attack ann bob --with absorb --roll attack=3,3,1,3 --roll parry=2,2,1,1",
        "hit",
        {"bob.stress": 4},
    ),
    ("undo", None, {"bob.stress": 3}),
    ("set bob severe=0", None, {"bob.severe": 0}),
    ("set bob stress=0", None, {"bob.stress": 0}),
    # 0 + 3 against 2 + 1.
    (
        "attack ann bob --defense dodge --roll attack=2,2,2,2 --roll dodge=3,3,2,2",
        "tie",
        {},
    ),
    ("undo", None, {}),
    # A fate point for an aspect: 5 against 3, and armor.
    (
        "attack ann bob --defense dodge --with invoke --roll attack=2,2,2,2 --roll dodge=3,3,2,2",
        "hit",
        {"bob.stress": 3, "ann.fate": 2},
    ),
    ("undo", None, {"bob.stress": 0, "ann.fate": 3}),
    # Decided when the dice lie: a tie becomes a hit for a point.
    (
        "attack ann bob --with invoke-if-needed --defense dodge "
        "--roll attack=2,2,2,2 --roll dodge=3,3,2,2",
        "hit",
        {"bob.stress": 3, "ann.fate": 2},
    ),
    ("undo", None, {"bob.stress": 0, "ann.fate": 3}),
    # Or a hit one that puts the target out: 1 + 3 + 2 against 0 + 2, 2 for the blade, 1 off.
    (
        "attack ann bob --with invoke-if-needed --roll attack=3,2,2,2 --roll parry=2,2,2,2",
        "hit",
        {"bob.stress": 4, "ann.fate": 2},
    ),
    ("undo", None, {"bob.stress": 0, "ann.fate": 3}),
    # One that puts the target out anyway costs none.
    (
        "attack ann bob --with invoke-if-needed --roll attack=3,3,1,3 --roll parry=2,2,1,1",
        "hit",
        {"bob.stress": 4},
    ),
    ("undo", None, {"bob.stress": 0}),
    # A sure miss costs none: -3 + 3 against 0 + 2.
    (
        "attack ann bob --with invoke-if-needed --roll attack=1,1,1,2 --roll parry=2,2,2,2",
        "miss",
        {},
    ),
    ("undo", None, {}),
    # The target makes a tie of a hit by 2, or a hit by 1 of one by 3, which would put them out.
    (
        "attack ann bob --with bob:resist-if-needed --roll attack=3,2,2,2 --roll parry=2,2,2,2",
        "tie",
        {"bob.fate": 2},
    ),
    ("undo", None, {"bob.fate": 3}),
    (
        "attack ann bob --with bob:resist-if-needed --roll attack=3,3,2,2 --roll parry=2,2,2,2",
        "hit",
        {"bob.stress": 2, "bob.fate": 2},
    ),
    ("undo", None, {"bob.stress": 0, "bob.fate": 3}),
    # By 5 that does not help.
    (
        "attack ann bob --with bob:resist-if-needed --roll attack=3,3,3,3 --roll parry=2,2,2,2",
        "hit",
        {"bob.stress": 4},
    ),
    ("undo", None, {"bob.stress": 0}),
    # Both: neither pays for what the other can change back. The target would be out, and is not.
    (
        "attack ann bob --with resist-if-needed --with invoke-if-needed "
        "--roll attack=3,2,2,2 --roll parry=2,2,2,2",
        "hit",
        {"bob.stress": 3},
    ),
    ("undo", None, {"bob.stress": 0}),
    # A hit by 3 would put the target out, and one by 1 would not: the attacker makes it 3 again.
    (
        "attack ann bob --with resist-if-needed --with invoke-if-needed "
        "--roll attack=3,3,2,2 --roll parry=2,2,2,2",
        "hit",
        {"bob.stress": 4},
    ),
    ("undo", None, {"bob.stress": 0}),
    # Who has no point left changes nothing back.
    ("set bob fate=0", None, {"bob.fate": 0}),
    (
        "attack ann bob --with resist-if-needed --with invoke-if-needed "
        "--roll attack=3,2,2,2 --roll parry=2,2,2,2",
        "hit",
        {"bob.stress": 4, "ann.fate": 2},
    ),
    ("undo", None, {"bob.stress": 0, "ann.fate": 3}),
    ("set bob fate=3", None, {"bob.fate": 3}),
    # Whose side has more points left pays all the same, since both then have one less.
    ("set ann fate=4", None, {"ann.fate": 4}),
    (
        "attack ann bob --with resist-if-needed --with invoke-if-needed "
        "--roll attack=3,2,2,2 --roll parry=2,2,2,2",
        "hit",
        {"bob.stress": 3, "bob.fate": 2, "ann.fate": 3},
    ),
    ("undo", None, {"bob.stress": 0, "bob.fate": 3, "ann.fate": 4}),
    # Who has no point left decides for none, and is not refused.
    ("set ann fate=0", None, {"ann.fate": 0}),
    (
        "attack ann bob --with invoke-if-needed --defense dodge "
        "--roll attack=2,2,2,2 --roll dodge=3,3,2,2",
        "tie",
        {},
    ),
    ("undo", None, {}),
    ("set ann fate=3", None, {"ann.fate": 3}),
    # 1 + 2 against 0 + 1; armor is nothing against words.
    (
        "attack ann bob --weapon sneer --roll attack=3,2,2,2 --roll steel=2,2,2,2",
        "hit",
        {"bob.composure": 2},
    ),
    ("test bob overcome --threshold 2 --roll overcome=3,3,1,2", "tie", {}),
    ("test bob overcome --roll overcome=3,3,2,2", "style", {}),
]
OLDSCHOOL: list[Case] = [
    (
        "roll-init --roll initiative.ann=5 --roll initiative.bob=3",
        None,
        {"ann.score": 5, "cat.score": 5, "bob.score": 3},
    ),
    # Either of the side may begin. 7 + 1 + 4 reaches no 13; 8 + 1 + 4 does: 3, and 4 from behind.
    ("attack cat bob --with backstab --roll attack=7", "miss", {}),
    ("undo", None, {}),
    (
        "attack cat bob --with backstab --roll attack=8 --roll damage=3,4",
        "hit",
        {"bob.hp": 7},
    ),
    # 11 + 1 + 1 against 13.
    ("attack ann bob --roll attack=11 --roll damage=5", "hit", {"bob.hp": 2}),
    ("next", None, {}),
    # Ann saves against 12 and takes half of 11, Cat does not reach 15.
    (
        "attack bob ann cat --weapon flame --roll attack.ann=12 --roll attack.cat=14"
        " --roll damage=5,5,1",
        None,
        {"ann.hp": 7, "cat.hp": 0},
    ),
    ("undo", None, {"ann.hp": 12, "cat.hp": 9}),
    # The best roll always hits, the worst never: 1 + 20 against 15.
    ("set ann ac=30", None, {"ann.ac": 30}),
    ("attack bob ann --roll attack=20 --roll damage=2", "hit", {"ann.hp": 10}),
    ("undo", None, {"ann.hp": 12}),
    ("set ann ac=1", None, {"ann.ac": 1}),
    ("attack bob ann --roll attack=1", "miss", {}),
    ("test bob morale --roll morale=3,4", "holds", {}),
    ("test bob morale --roll morale=4,4", "flees", {}),
    ("test ann save --roll save=12", "success", {}),
]


@pytest.mark.parametrize(
    ("fight", "cases"),
    [
        ("arena", LOCATIONS),
        ("lair", FANTASY),
        ("saloon", EXPLODING),
        ("lab", FUDGE),
        ("crypt", OLDSCHOOL),
    ],
)
def test_worked_cases(home: Path, fight: str, cases: list[Case]) -> None:
    done("load", str(FIGHTS / f"{fight}.yaml"))
    for line, outcome, changes in cases:
        answer = doc(line)
        assert answer.get("outcome") == outcome, line
        found = {
            f"{one['who']}.{one['what']}": one["after"]
            for one in answer["changes"]
            if one["what"].partition(".")[0] not in OF_TURNS
        }
        assert found == changes, line


def test_who_held_three_death_saves_is_stable_and_has_no_turns(home: Path) -> None:
    done("load", str(FIGHTS / "lair.yaml"))
    done("set moth hp=0 successes=2")
    done("roll-init --roll kira=2 --roll moth=15 --roll wyrm=1")
    done("next")
    assert "test moth death Moth is dying" in told("what")
    assert "Moth is stable" in told("test moth death --roll death=12")
    assert doc("next")["acting"] == "kira"
    done("next"), done("next")
    assert doc("board")["acting"] == "lair"


def refused_file(file: Path) -> str:
    """What is wrong in a file."""
    answer = gmtrack("validate", str(file))
    assert answer.code == 1
    return answer.out + answer.err


def test_a_monster_dies_where_somebody_of_the_party_is_dying(home: Path) -> None:
    done("load", str(FIGHTS / "lair.yaml"))
    assert "Wyrm is dead" in told("damage wyrm 30")
    assert "Moth is dying" in told("damage moth 12")


def test_a_blow_that_reaches_the_toughness_shakes_and_the_shaken_recover(home: Path) -> None:
    done("load", str(FIGHTS / "saloon.yaml"))
    hit = "attack ann bob --roll attack=5,3 --roll damage=4,1"
    assert "Bob: shaken" in told(hit)
    assert "Bob cannot attack: shaken" in refused("attack bob ann")
    assert "still shaken" in told("test bob recover --roll recover=3")
    assert "Bob: no longer shaken" in told("test bob recover --roll recover=4")
    assert "not enough" in told(hit.replace("damage=4", "damage=3"))


def test_only_the_side_that_has_the_turn_acts_and_all_of_it_at_once(home: Path) -> None:
    done("load", str(FIGHTS / "crypt.yaml"))
    done("roll-init --roll initiative.ann=2 --roll initiative.bob=6")
    assert "it is the turn of the side foe" in refused("attack ann bob")
    done("next")
    assert "it is the turn of the side pc" in refused("attack bob ann")
    for who in ("cat", "ann"):
        done(f"attack {who} bob --roll attack=2")
    assert "0 action left" in refused("attack ann bob")
    assert doc("next")["phase"] == "round-over"


def test_who_flees_does_not_attack_until_somebody_rallies_them(home: Path) -> None:
    done("load", str(FIGHTS / "crypt.yaml"))
    done("test cat morale --roll morale=6,6")
    assert "fleeing" in refused("attack cat bob")
    done("act ann rally cat")
    done("attack cat bob --roll attack=2")


# --- odds ---


Chances = Mapping[int, Fraction]


def die(sides: int) -> Chances:
    """The chances of one die."""
    return {face: Fraction(1, sides) for face in range(1, sides + 1)}


def exploding_die(sides: int) -> Chances:
    """The chances of a die that rolls on at its top face, 14 times at the most: of six sides one
    in 78,000 million rolls on more often, and answers are compared to a hundred-millionth."""
    found: dict[int, Fraction] = {}
    for again in range(14):
        for face in range(1, sides):
            found[again * sides + face] = Fraction(1, sides ** (again + 1))
    return found


def combined(one: Chances, other: Chances, join: Callable[[int, int], int]) -> Chances:
    """The chances of two numbers that are put together."""
    found = Counter[int]()
    for left, p in one.items():
        for right, q in other.items():
            found[join(left, right)] += p * q  # type: ignore[assignment]
    return found  # type: ignore[return-value]


def plus(one: int, other: int) -> int:
    return one + other


def check_odds(line: str, rows: list[tuple[str, Fraction, Chances]]) -> None:
    """Compare the odds of a line with rows of an outcome, its chance, and its damage."""
    outcomes, damage = Counter[str](), Counter[str]()
    for word, chance, points in rows:
        outcomes[word] += chance  # type: ignore[assignment]
        for amount, share in points.items():
            damage[str(amount)] += chance * share  # type: ignore[assignment]
    answer = doc(line)
    assert answer["outcomes"] == pytest.approx({k: float(p) for k, p in outcomes.items()})
    found = answer["damage"]["distribution"]
    for amount in damage.keys() | found.keys():
        assert found.get(amount, 0) == pytest.approx(float(damage[amount]), abs=1e-8), amount


NONE: Chances = {0: Fraction(1)}


def test_odds_of_dice_that_roll_on_are_those_of_every_way_they_can_fall(home: Path) -> None:
    done("load", str(FIGHTS / "saloon.yaml"))

    def wounds(dealt: int) -> int:
        return max((dealt + 1 - 6) // 4, 0)

    blow = combined(exploding_die(8), exploding_die(6), plus)
    raised = combined(blow, exploding_die(6), plus)
    rows = []
    for trait, p in exploding_die(8).items():
        for wild, q in exploding_die(6).items():
            best = max(trait, wild)
            word = "raise" if best >= 9 else "hit" if best >= 5 else "miss"
            rows.append(("fumble" if best == 1 else word, p * q))
    chances = Counter[str]()
    for word, chance in rows:
        chances[word] += chance  # type: ignore[assignment]
    taken = {
        "hit": combined(blow, NONE, lambda dealt, _: wounds(dealt)),
        "raise": combined(raised, NONE, lambda dealt, _: wounds(dealt)),
    }
    check_odds("odds ann bob", [(k, Fraction(p), taken.get(k, NONE)) for k, p in chances.items()])


def test_odds_count_the_armor_of_each_place(home: Path) -> None:
    done("load", str(FIGHTS / "arena.yaml"))
    armour = Counter({0: 8 + 4, 3: 5, 4: 3})
    rows: list[tuple[str, Fraction, Chances]] = []
    for face, chance in die(100).items():
        if face > 60:
            rows.append(("fumble" if face == 100 else "miss", chance, NONE))
            continue
        for less, faces in armour.items():
            blow = die(8) if face > 12 else {8: Fraction(1)}
            left = combined(blow, NONE, lambda rolled, _, less=less: max(rolled + 1 - less, 0))
            rows.append(("hit" if face > 12 else "extreme", chance * Fraction(faces, 20), left))
    check_odds("odds nell champion --defense none", rows)


def test_a_place_that_a_page_does_not_have_has_no_armor(home: Path, tmp_path: Path) -> None:
    text = (FIGHTS / "arena.yaml").read_text().replace("head: 4", "haed: 4")
    (tmp_path / "fight.yaml").write_text(text)
    assert "did you mean 'head'?" in " ".join(refused_file(tmp_path / "fight.yaml").split())
    done("load", str(FIGHTS / "arena.yaml"))
    assert "armour head 4, torso 3, else 0" in told("show champion")


def test_odds_of_fudge_dice_are_those_of_every_way_they_can_fall(home: Path) -> None:
    done("load", str(FIGHTS / "lab.yaml"))
    one = {face: Fraction(1, 3) for face in (-1, 0, 1)}
    two = combined(one, one, plus)
    four = combined(two, two, plus)
    rows = []
    for mine, p in four.items():
        for theirs, q in four.items():
            margin = mine + 3 - (theirs + 2)
            word = "hit" if margin > 0 else "tie" if margin == 0 else "miss"
            points = margin + 2 - 1 if margin > 0 else 0
            rows.append((word, p * q, {points: Fraction(1)}))
    check_odds("odds ann bob", rows)


def test_odds_of_the_old_school_are_those_of_every_way_the_dice_can_fall(home: Path) -> None:
    done("load", str(FIGHTS / "crypt.yaml"))
    rows = []
    for face, chance in die(20).items():
        is_hit = face == 20 or (face > 1 and face + 2 >= 13)
        rows.append(("hit", chance, die(8)) if is_hit else ("miss", chance, NONE))
    check_odds("odds ann bob", rows)
    flame = combined(combined(die(6), die(6), plus), die(6), plus)
    rows = []
    for face, chance in die(20).items():
        if face >= 12:
            half = combined(flame, NONE, lambda points, _: points // 2)
            rows.append(("saved", chance, half))
        else:
            rows.append(("caught", chance, flame))
    check_odds("odds bob ann --weapon flame", rows)
    # From behind: 4 more to hit, and the die of the dagger twice.
    twice = combined(die(4), die(4), plus)
    rows = []
    for face, chance in die(20).items():
        is_hit = face == 20 or (face > 1 and face + 5 >= 13)
        rows.append(("hit", chance, twice) if is_hit else ("miss", chance, NONE))
    check_odds("odds cat bob --with backstab", rows)
