"""The pages that come with gmtrack: their worked cases, and fights by the plain one."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from gmtrack.core.players import players_board
from gmtrack.rulesets.registry import load
from gmtrack.store import working_copies
from gmtrack.store.opening import validate_file
from gmtrack.store.systems import keeping
from gmtrack.store.systems.keeping import shipped_ids, shipped_text

from ..typing_in import doc, done, gmtrack, refused, told

pytestmark = pytest.mark.usefixtures("board_without_choices")

FIGHTS = Path(__file__).with_name("fights")
PAGES = ["exploding", "fantasy", "fudge", "oldschool", "percentile", "plain", "pools"]
Case = tuple[str, str | None, dict[str, Any]]


def test_these_pages_come_with_gmtrack() -> None:
    assert shipped_ids() == PAGES


@pytest.mark.parametrize("page", PAGES)
def test_a_page_that_comes_with_gmtrack_is_listed_and_explained(home: Path, page: str) -> None:
    rulesets = doc("rulesets")["rulesets"]
    [summary] = [one["summary"] for one in rulesets if one["id"] == page]
    assert f"summary: {summary}" in (shipped_text(page) or "")
    assert summary in done("guide", page).out
    assert "tracks" in told("rules", "--ruleset", page)


@pytest.mark.parametrize("page", PAGES)
def test_whoever_lies_on_the_ground_can_get_up(page: str) -> None:
    """By each page with actions and the condition `prone`."""
    rules = load(page).page
    if "prone" in rules.conditions and page != "plain":
        assert "prone" in rules.actions["stand-up"].self.end


# What is typed, the outcome, and what has changed by the path below somebody's state. The numbers
# are worked out by hand.
FANTASY: list[Case] = [
    (
        "roll-init --roll initiative.kira=15 --roll initiative.goblin=15 --roll initiative.ogre=9",
        None,
        {"kira.score": 17, "goblin.score": 17, "ogre.score": 8, "fight.acting": "kira"},
    ),
    # 17 against 11; 11 points halved are 5.
    ("attack kira ogre --roll attack=12 --roll damage=8", "hit", {"ogre.hp": 25}),
    ("next", None, {"fight.acting": "goblin"}),
    # Cover: 13 + 4 - 2 against 16.
    ("attack goblin kira --with cover --roll attack=13", "miss", {}),
    ("undo", None, {}),
    (
        "attack goblin kira --with cover --roll attack=14 --roll damage=4",
        "hit",
        {"kira.hp": 14},
    ),
    ("next", None, {"fight.acting": "ogre"}),
    ("set kira temp_hp=5", None, {"kira.temp_hp": 5}),
    # 15 + 4: the temporary ones go first.
    (
        "attack ogre kira --roll attack=19 --roll damage=8,7",
        "hit",
        {"kira.temp_hp": 0, "kira.hp": 0},
    ),
    ("undo", None, {"kira.temp_hp": 5, "kira.hp": 14}),
    # Twice the dice, once the bonus: 26 + 4.
    (
        "attack ogre kira --roll attack=20 --roll damage=8,7,6,5",
        "critical",
        {"kira.temp_hp": 0, "kira.hp": 0},
    ),
    ("next", None, {"fight.acting": "kira", "fight.round": 2}),
    ("test kira death --roll death=1", "worse", {"kira.failures": 2}),
    ("damage kira 3 --type fire", None, {"kira.failures": 3}),
    ("undo", None, {"kira.failures": 2}),
    ("test kira death --roll death=20", "back", {"kira.hp": 1, "kira.failures": 0}),
    ("next", None, {"fight.acting": "goblin"}),
]
SAVES: list[Case] = [
    (
        "roll-init --roll initiative.kira=15 --roll initiative.goblin=1 --roll initiative.ogre=1",
        None,
        {"kira.score": 17, "goblin.score": 3, "ogre.score": 0, "fight.acting": "kira"},
    ),
    # The ogre's save: 14 - 1 against 13; half of 11 is 5.
    (
        "attack kira ogre --weapon fire --roll attack=14 --roll damage=4,4,3",
        "saved",
        {"ogre.hp": 25},
    ),
    ("undo", None, {"ogre.hp": 30}),
    (
        "attack kira ogre --weapon fire --roll attack=13 --roll damage=4,4,3",
        "burnt",
        {"ogre.hp": 19},
    ),
    ("undo", None, {"ogre.hp": 30}),
    ("effect ogre prone", None, {}),
    # Two dice against somebody on the ground, the 18 counts; 4 points halved are 2.
    ("attack kira ogre --roll attack=3,18 --roll damage=1", "hit", {"ogre.hp": 28}),
    ("undo", None, {"ogre.hp": 30}),
    # Better and worse cancel each other: one die.
    (
        "attack kira ogre --with disadvantage --roll attack=9 --roll damage=1",
        "hit",
        {"ogre.hp": 28},
    ),
    ("undo", None, {"ogre.hp": 30}),
    ("act kira dodge", "done", {}),
    ("effect kira prone", None, {}),
    ("act kira stand-up", "done", {}),
]
PERCENTILE: list[Case] = [
    ("roll-init", None, {"nell.score": 14, "thug.score": 9, "fight.acting": "nell"}),
    # 12 is a fifth of 60: 6 + 4 + 2 + 4 points, 1 off for armor, half of them at one blow.
    (
        "attack nell thug --roll attack=12 --roll dodge=31 --roll damage=4,4 --roll location=9",
        "impale",
        {"thug.hp": 0},
    ),
    ("undo", None, {"thug.hp": 14}),
    # Hard against hard: the defense holds.
    ("attack nell thug --roll attack=13 --roll dodge=15", "defended", {}),
    ("undo", None, {}),
    (
        "attack nell thug --roll attack=13 --roll dodge=16 --roll damage=1,1 --roll location=9",
        "hit",
        {"thug.hp": 11},
    ),
    ("undo", None, {"thug.hp": 14}),
    # 60 - 40 + 20.
    (
        "attack nell thug --called head --with aimed --defense none --roll attack=20"
        " --roll damage=2,1",
        "hit",
        {"thug.hp": 10},
    ),
    ("undo", None, {"thug.hp": 14}),
    ("attack nell thug --roll attack=100 --roll dodge=1", "fumble", {}),
    ("undo", None, {}),
    (
        "attack nell thug --weapon club --defense parry --roll attack=45 --roll parry=36"
        " --roll damage=1,1 --roll location=9",
        "hit",
        {"thug.hp": 13},
    ),
    ("test thug con --roll con=66", "out", {}),
]
POOLS: list[Case] = [
    (
        "roll-init --roll initiative.ada=9 --roll initiative.raider=2",
        None,
        {"ada.score": 9, "raider.score": 2, "fight.acting": "ada"},
    ),
    # Two sixes: 2 + 2 - 1, one six of the armor takes 1 off.
    (
        "attack ada raider --roll attack=6,6,1,2,3,4,5 --roll armour=6,1",
        "hit",
        {"raider.health": 2},
    ),
    ("undo", None, {"raider.health": 4}),
    (
        "attack ada raider --defense parry --roll attack=6,6,1,2,3,4,5 --roll parry=6,1,2,3,4"
        " --roll armour=1,2",
        "hit",
        {"raider.health": 2},
    ),
    ("undo", None, {"raider.health": 4}),
    # Pushed: four dice that are neither six nor one, one more six and one more one.
    (
        "attack ada raider --with push --roll attack=6,1,1,2,3,4,5 --roll attack_2=6,1,2,3"
        " --roll armour=1,2",
        "hit",
        {"raider.health": 1, "ada.stress": 3},
    ),
    ("act ada aim", "done", {}),
]


@pytest.mark.parametrize(
    ("fight", "cases"),
    [
        ("ambush", FANTASY),
        ("ambush", SAVES),
        ("alley", PERCENTILE),
        ("camp", POOLS),
    ],
)
def test_worked_cases(home: Path, fight: str, cases: list[Case]) -> None:
    done("load", str(FIGHTS / f"{fight}.yaml"))
    tracks = ("hp", "temp_hp", "failures", "health", "stress", "score", "acting")
    for line, outcome, changes in cases:
        answer = doc(line)
        assert answer.get("outcome") == outcome, line
        found = {
            f"{one['who']}.{one['what']}": one["after"]
            for one in answer["changes"]
            if one["what"] in tracks or (one["what"] == "round" and "round" in str(changes))
        }
        assert found == changes, line


@pytest.mark.parametrize(
    ("fight", "line", "kind"),
    [
        ("ambush", "attack goblin kira", "turn"),
        ("ambush", "attack kira ogre --called head", "value"),
        ("ambush", "attack kira ogre --weapon club", "unknown"),
        ("ambush", "attack kira ogre goblin", "value"),
        ("ambush", "attack kira kira", "value"),
        ("ambush", "attack kira ogre --with cloak", "unknown"),
        ("ambush", "attack kira ogre --defense dodge", "unknown"),
        ("ambush", "act kira stand-up ogre", "value"),
        ("ambush", "act kira fly", "unknown"),
        ("ambush", "test kira strength", "unknown"),
        ("ambush", "damage kira 3 --type cake", "unknown"),
        ("ambush", "damage kira 3 --pool mana", "unknown"),
        ("ambush", "roll-init", "initiative"),
        ("alley", "attack nell thug --called wing", "unknown"),
        ("alley", "attack nell thug --defense run", "unknown"),
    ],
)
def test_what_a_page_does_not_have_is_refused_and_nothing_changes(
    home: Path, fight: str, line: str, kind: str
) -> None:
    done("load", str(FIGHTS / f"{fight}.yaml"))
    done("roll-init", "--roll", "initiative.kira=20") if fight == "ambush" else done("roll-init")
    before = doc("board")
    answer = gmtrack(*line.split(), "--json")
    assert answer.code == 1, answer.out
    assert f'"kind": "{kind}"' in answer.err + answer.out
    assert doc("board") == before


def test_a_turn_has_only_so_much_to_spend(home: Path) -> None:
    done("load", str(FIGHTS / "camp.yaml"))
    done("roll-init --roll initiative.ada=9 --roll initiative.raider=2")
    done("act ada aim")
    assert "Ada has 0 fast left in this turn" in refused("act", "ada", "aim")
    assert doc("attack ada raider --defense none")["attacker"] == "ada"
    assert "0 slow left" in refused("attack", "ada", "raider")
    done("attack ada raider --force")


def test_a_condition_stops_what_the_page_says_until_it_ends(home: Path) -> None:
    done("load", str(FIGHTS / "alley.yaml"))
    done("roll-init")
    done("effect nell stunned")
    assert "stunned" in refused("attack", "nell", "thug")
    assert "no longer stunned" in told("next")


def test_a_condition_that_lasts_to_the_next_turn_ends_as_it_begins(home: Path) -> None:
    done("load", str(FIGHTS / "ambush.yaml"))
    done("roll-init --roll initiative.kira=20 --roll initiative.goblin=10 --roll initiative.ogre=1")
    done("act kira dodge")
    done("next")
    rolls = doc("attack goblin kira --roll attack=18,2")["rolls"]
    assert rolls[0]["dice"] == [18, 2]
    done("next")
    assert "no longer dodging" in told("next")


def test_why_names_the_line_of_the_page(home: Path) -> None:
    done("load", str(FIGHTS / "ambush.yaml"))
    done("roll-init --roll initiative.kira=20")
    done("attack kira ogre --roll attack=12 --roll damage=8")
    lines = (shipped_text("fantasy") or "").splitlines()
    rows = ("      hit:", "    resistance:", "    wound:")
    numbers = [n for row in rows for n, line in enumerate(lines, 1) if line.startswith(row)]
    told_rows = ", ".join(f"FANTASY-{number}" for number in numbers)
    assert told_rows in " ".join(done("why", "ogre").out.split())
    assert f"fantasy.yaml, line {numbers[0]}" in told("rules", f"FANTASY-{numbers[0]}")


# --- plain ---


@pytest.fixture
def goblins(home: Path) -> None:
    """Four goblins and Ann, by the page for any game."""
    done("new", "Goblins", "--ruleset", "plain")
    done("add", "Goblin", "4", "hp=7")
    done("add", "Ann", "side=pc", "hp=12", "init=3")


@pytest.mark.usefixtures("goblins")
def test_a_fight_of_any_game_is_kept_with_the_plain_page() -> None:
    rolls = {"goblin": 12, "goblin-2": 4, "goblin-3": 3, "goblin-4": 2, "ann": 10}
    words = [word for who, die in rolls.items() for word in ("--roll", f"initiative.{who}={die}")]
    board = done("roll-init", *words, "--json").doc
    assert [one["id"] for one in board["order"]][:2] == ["ann", "goblin"]
    assert board["acting"] == "ann"
    assert "Goblin 1: health 7 to 4" in told("damage", "goblin", "3")
    assert "Goblin 2 is down" in told("damage", "goblin-2", "9")
    assert "Goblin 2 is up" in told("heal", "goblin-2", "2")
    done("effect", "ann", "burning", "2")
    assert "burning (2 rounds)" in told("board")
    assert doc("next")["acting"] == "goblin"
    while "burning" in told("board"):
        ended = told("next")
    assert "Ann: no longer burning" in ended
    done("undo")
    assert "burning (1 round)" in told("board")
    done("end")
    assert "health 4 to 7" in told("rest", "goblin", "night")


@pytest.mark.usefixtures("goblins")
def test_the_plain_page_has_no_attacks_and_says_so() -> None:
    assert "Plain has no command attack" in refused("attack", "ann", "goblin")
    assert "Plain has no command act" in refused("act", "ann", "dodge")


@pytest.mark.usefixtures("goblins")
def test_a_word_of_the_moment_a_counter_and_a_note_work_with_the_plain_page() -> None:
    done("effect", "ann", "on a ledge", "3")
    assert "on a ledge (3 rounds)" in told("board")
    done("note", "ann", "owes me one")
    assert "owes me one" in told("show", "ann")


@pytest.mark.usefixtures("goblins")
def test_a_party_goes_from_fight_to_fight_with_the_plain_page() -> None:
    done("damage", "ann", "5")
    done("party", "new", "Heroes", "ann")
    done("roll-init")
    done("end")
    said = told("new", "Cave", "--ruleset", "plain", "--party")
    assert "add NAME, to have somebody to fight" in said
    assert "attack" not in said
    done("add", "Bat", "hp=2")
    assert [one["id"] for one in doc("board")["order"]] == ["ann", "bat"]


@pytest.mark.usefixtures("goblins")
def test_players_see_words_and_no_numbers_of_foes() -> None:
    done("damage", "goblin", "6")
    done("effect", "ann", "afraid")
    encounter, ruleset = validate_file(str(working_copies.active_place().file))
    seen = players_board(encounter, ruleset.board)
    [row] = [row for row in seen.rows if row.id == "goblin"]
    assert row.tracks == ()
    assert (row.standing.status, row.standing.health) == ("badly hurt", "badly hurt")
    [ann] = [row for row in seen.rows if row.id == "ann"]
    assert [one.label for one in ann.conditions] == ["afraid"]


# --- odds and simulation ---


def test_odds_are_those_of_every_way_the_dice_can_fall(home: Path) -> None:
    done("load", str(FIGHTS / "ambush.yaml"))
    outcomes, damage = Counter[str](), Counter[int]()
    for die in range(1, 21):
        if die == 1 or (die != 20 and die + 4 < 16):
            outcomes["fumble" if die == 1 else "miss"] += 36
            damage[0] += 36
            continue
        outcomes["critical" if die == 20 else "hit"] += 36
        for one in range(1, 7):
            for other in range(1, 7):
                damage[one + (other if die == 20 else 0) + 2] += 1
    answer = doc("odds goblin kira")
    assert answer["outcomes"] == pytest.approx(
        {word: count / 720 for word, count in outcomes.items()}
    )
    assert answer["damage"]["distribution"] == pytest.approx(
        {str(points): count / 720 for points, count in damage.items()}
    )


def test_odds_under_a_chance_count_levels_against_the_defense(home: Path) -> None:
    done("load", str(FIGHTS / "alley.yaml"))

    def level(die: int, chance: int) -> int:
        steps = (die <= chance // 5, die <= chance // 2, die <= chance)
        fumble = die >= (96 if chance < 50 else 100)
        return next((4 - n for n, holds in enumerate(steps) if holds), 0 if fumble else 1)

    outcomes = Counter[str]()
    for die in range(1, 101):
        for dodge in range(1, 101):
            mine, theirs = level(die, 60), level(dodge, 30)
            word = {0: "fumble", 1: "miss"}.get(mine, "hit")
            if mine >= 2 and theirs >= mine:
                word = "defended"
            elif mine == 4:
                word = "impale"
            outcomes[word] += 1
    assert doc("odds nell thug")["outcomes"] == pytest.approx(
        {word: count / 10_000 for word, count in outcomes.items()}
    )


def test_simulated_fights_by_a_page_are_played_to_their_end(home: Path) -> None:
    done("load", str(FIGHTS / "camp.yaml"))
    answer = doc("simulate --fights 20 --seed 1 --jobs 1")
    assert sum(answer["won"].values()) == pytest.approx(1)
    assert answer["won"]["pc"] > answer["won"]["foe"]
    assert answer["combatants"]["raider"]["out"] > 0.5


def test_a_page_is_read_once_however_often_it_is_asked_for(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done("load", str(FIGHTS / "camp.yaml"))
    asked = []
    monkeypatch.setattr(keeping, "judge_once", lambda *words: asked.append(words))
    for _ in range(5):
        assert keeping.find_page("pools") is not None
    assert asked == []


def test_bare_dice_are_those_of_the_only_roll_of_a_command(home: Path) -> None:
    done("load", str(FIGHTS / "ambush.yaml"))
    assert doc("attack", "kira", "ogre", "-r", "3")["outcome"] == "miss"
    assert doc("test", "kira", "dex", "-r", "9")["outcome"] == "success"


def test_dice_of_what_an_outcome_gives_are_rolled_and_shown(home: Path, tmp_path: Path) -> None:
    page = (shipped_text("fantasy") or "").replace("add: {hp: 1,", "add: {hp: 2d4,")
    (tmp_path / "healing.yaml").write_text(page)
    fight = (
        (FIGHTS / "ambush.yaml").read_text().replace("ruleset: fantasy", "ruleset: ./healing.yaml")
    )
    (tmp_path / "fight.yaml").write_text(fight)
    done("load", str(tmp_path / "fight.yaml"))
    done("set", "kira", "hp=3")
    answer = doc("test kira death --roll death=20 --roll deed=3,4")
    assert [(one["name"], one["dice"]) for one in answer["rolls"]] == [
        ("death", [20]),
        ("deed", [3, 4]),
    ]
    assert [one["after"] for one in answer["changes"] if one["what"] == "hp"] == [10]
