"""A ruleset from outside with turns, actions and called shots is played on the command line."""

import io
import json
import shlex
import shutil
import tomllib
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from plugin_support import BACK_ALLEY, COIN_FLIP, Gm
from screen import Screen

from gmtrack.cli.main import execute
from gmtrack.cli.tree import build_command


@pytest.fixture
def gm(tmp_path: Path, site: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Gm]:
    """One command in this process, which finds the distributions while the test lasts: that they
    are found by a process of its own is shown with Coin Flip."""
    shutil.copy(BACK_ALLEY / "alley.yaml", tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GMTRACK_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("GMTRACK_FILE", raising=False)
    for folder in (BACK_ALLEY, COIN_FLIP, site):
        monkeypatch.syspath_prepend(folder)

    def run(*argv: str) -> Screen:
        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            status = execute(list(argv))
        return Screen(status, out.getvalue(), err.getvalue())

    build_command.cache_clear()
    yield run
    # Options of foreign rulesets are not for the tests that follow.
    build_command.cache_clear()


ALL_DICE = list(product(range(1, 7), repeat=2))


def refusal(result: Screen) -> tuple[str, str]:
    """Kind and message of what must be a refusal."""
    assert result.status == 1, result.out
    error = result.doc["error"]
    return error["kind"], error["message"]


def doc(gm: Gm, *line: str) -> Any:
    """The document of a line that must work."""
    result = gm(*line, "--json")
    assert result.status == 0, result.err
    return result.doc


def live(gm: Gm, who: str) -> dict[str, Any]:
    """How somebody is: health, status, what is on them."""
    shown = doc(gm, "show", who)
    return {
        "health": shown["track"]["health"]["now"],
        "status": shown["status"],
        "in_hand": shown["in_hand"],
        "effects": sorted(effect["effect"] for effect in shown["effects"]),
    }


def board(gm: Gm) -> tuple[int, str, str | None]:
    now = doc(gm, "board")
    return now["round"], now["phase"], now["acting"]


def roll_of(document: Any) -> tuple[dict[str, int], int, bool]:
    """Parts, total and success of the only roll; the parts are all that there is to the total."""
    [roll] = document["rolls"]
    parts = {part["label"]: part["value"] for part in roll["total_parts"]}
    assert sum(parts.values()) == roll["total"]
    return parts, roll["total"], roll["success"]


def chance(bonus: int) -> float:
    """How likely two dice and a bonus reach 8."""
    return sum(sum(dice) + bonus >= 8 for dice in ALL_DICE) / len(ALL_DICE)


# --- a file ---


def test_it_is_listed_and_its_encounter_is_valid(gm: Gm) -> None:
    assert "back-alley" in {ruleset["id"] for ruleset in doc(gm, "rulesets")["rulesets"]}
    assert gm("validate", "alley.yaml") == (0, "alley.yaml: ok\n", "")


@pytest.mark.parametrize(
    ("right", "wrong", "line", "told"),
    [
        ("kind: thrown", "kind: lobbed", 13, "bottle.kind: found 'lobbed', allowed: one of melee"),
        ("starts_with: pipe", "starts_with: pip", 14, "joe has no weapon 'pip', allowed: fists"),
        ("fists: 1", "fists: 11", 17, "combatants.bob.fists: found 11, allowed: a whole number"),
    ],
)
def test_a_fault_in_a_file_is_named_with_its_line(
    gm: Gm, tmp_path: Path, right: str, wrong: str, line: int, told: str
) -> None:
    text = (tmp_path / "alley.yaml").read_text()
    assert text.count(right) == 1
    (tmp_path / "broken.yaml").write_text(text.replace(right, wrong))
    result = gm("validate", "broken.yaml")
    assert result.status == 1
    [fault] = result.out.replace("\n", " ").split("broken.yaml:")[1:]
    assert fault.startswith(f"{line}: ")
    assert told in " ".join(fault.split())


def test_the_live_state_names_weapons_and_fighters_that_are_there(alley: Gm) -> None:
    assert "joe has no weapon 'spoon'" in refusal(alley("set", "joe", "in_hand=spoon", "--json"))[1]
    assert "no combatant 'zed'" in refusal(alley("set", "fight", "acting=zed", "--json"))[1]
    assert alley("set", "joe", "in_hand=bottle").status == 0
    assert live(alley, "joe")["in_hand"] == "bottle"


# --- a round ---


def test_a_whole_round(gm: Gm) -> None:
    assert gm("load", "alley.yaml").status == 0
    assert board(gm) == (0, "not-started", None)
    begun = doc(gm, "roll-init", "--roll", "joe=2", "--roll", "bob=4")
    assert [(one["id"], one["score"]) for one in begun["order"]] == [("bob", 6), ("joe", 5)]
    assert board(gm) == (1, "acting", "bob")

    ready = doc(gm, "act", "bob", "ready", "knife")
    assert ready["changes"] == [
        {"who": "bob", "what": "actions", "before": 1, "after": 0},
        {"who": "bob", "what": "in_hand", "before": "fists", "after": "knife"},
    ]
    assert doc(gm, "next")["acting"] == "joe"

    hit = doc(gm, "attack", "joe", "bob", "--called", "head", "--mod", "1:luck", "--roll",
              "attack=4,4")  # fmt: skip
    assert roll_of(hit) == ({"rolled": 8, "fists": 2, "called head": -3, "luck": 1}, 8, True)
    assert (hit["outcome"], hit["weapon"], hit["called"]) == ("hit", "pipe", "head")
    assert hit["damage"]["dealt"] == 2
    assert [effect["effect"] for effect in hit["effects"]] == ["stunned"]
    stunned = {"health": 8, "status": "up", "in_hand": "knife", "effects": ["stunned"]}
    assert live(gm, "bob") == stunned

    assert doc(gm, "next")["acting"] == "bob"
    assert board(gm) == (2, "acting", "bob")
    assert refusal(gm("attack", "bob", "joe", "--json"))[0] == "stunned"
    assert doc(gm, "next")["acting"] == "joe"
    assert live(gm, "bob")["effects"] == []


def test_the_board_says_whose_turn_it_is_and_what_next_does(alley: Gm) -> None:
    shown = alley("board").out
    assert shown.startswith("Behind the Blue Anchor  round 1  turn Joe Schmoe, 1 action\n")
    assert ">* Joe Schmoe     7       1  pipe" in shown
    alley("next")
    shown = alley("board").out
    assert "·* Joe Schmoe     7       -  pipe" in shown
    assert ">  Bob Rock       4       1  fists" in shown


@pytest.mark.parametrize(
    ("before", "words", "parts"),
    [
        ((), (), {}),
        (("effect", "bob", "prone"), (), {"prone": 2}),
        (("effect", "bob", "prone"), ("--without", "prone"), {}),
        (("effect", "bob", "stunned"), (), {"stunned": 2}),
        (("effect", "bob", "in-cover"), (), {"cover": -2}),
        (("effect", "bob", "dodging"), (), {"dodge": -2}),
        (("effect", "joe", "prone"), (), {"attacker-prone": -2}),
        (("set", "scene", "dark=true"), (), {"dark": -1}),
        ((), ("--with", "behind", "--with", "drunk"), {"behind": 2, "drunk": -1}),
        ((), ("--called", "legs"), {"called legs": -1}),
        ((), ("--mod", "-2:rain", "--mod", "3"), {"rain": -2, "mod": 3}),
    ],
)
def test_all_that_is_added_to_an_attack_has_a_name(
    alley: Gm, before: tuple[str, ...], words: tuple[str, ...], parts: dict[str, int]
) -> None:
    if before:
        assert alley(*before).status == 0
    attack = doc(alley, "attack", "joe", "bob", *words, "--roll", "attack=3,2")
    assert roll_of(attack)[0] == {"rolled": 5, "fists": 2, **parts}


def test_what_is_thrown_is_out_of_hand_and_hits_the_prone_less(alley: Gm) -> None:
    alley("effect", "bob", "prone")
    assert alley("act", "joe", "ready", "bottle").status == 0
    assert alley("set", "joe", "actions=1").status == 0
    attack = doc(alley, "attack", "joe", "bob", "--roll", "attack=4,4")
    assert roll_of(attack) == ({"rolled": 8, "fists": 2, "prone": -2}, 8, True)
    assert live(alley, "bob")["health"] == 9
    assert live(alley, "joe")["in_hand"] == "fists"
    alley("next")
    alley("next")
    assert refusal(alley("act", "joe", "ready", "bottle", "--json"))[0] == "weapon"


def test_damage_that_toughness_stops_does_nothing(alley: Gm) -> None:
    assert alley("set", "bob", "toughness=3").status == 0
    attack = doc(alley, "attack", "joe", "bob", "--called", "legs", "--roll", "attack=6,6")
    assert (attack["outcome"], attack["damage"]["dealt"]) == ("blocked", 0)
    assert live(alley, "bob")["effects"] == []


def test_who_has_no_health_is_down_and_passed_over(alley: Gm) -> None:
    alley("set", "bob", "health=2")
    assert "Bob Rock goes down" in alley("attack", "joe", "bob", "--roll", "attack=5,5").out
    down = {"health": 0, "status": "down", "in_hand": "fists", "effects": ["prone"]}
    assert live(alley, "bob") == down
    alley("next")
    assert board(alley) == (2, "acting", "joe")
    assert refusal(alley("attack", "joe", "bob", "--json"))[0] == "target"
    alley("damage", "joe", "10")
    alley("next")
    assert board(alley) == (2, "round-over", None)


# --- actions and tests ---


def test_actions_cost_the_action_and_last_as_long_as_they_say(alley: Gm) -> None:
    assert alley("act", "joe", "dodge").status == 0
    assert refusal(alley("act", "joe", "take-cover", "--json"))[0] == "action"
    alley("next")
    assert live(alley, "joe")["effects"] == ["dodging"]
    assert alley("act", "bob", "take-cover").status == 0
    alley("next")
    assert live(alley, "joe")["effects"] == []
    assert live(alley, "bob")["effects"] == ["in-cover"]
    alley("next")
    assert alley("attack", "bob", "joe", "--roll", "attack=1,1").status == 0
    assert live(alley, "bob")["effects"] == []


@pytest.mark.parametrize(("dice", "falls"), [("3,3", False), ("3,4", True)])
def test_a_shove_knocks_down_and_one_stands_up_again(alley: Gm, dice: str, falls: bool) -> None:
    alley("effect", "bob", "in-cover")
    shove = doc(alley, "act", "joe", "shove", "bob", "--roll", f"shove={dice}")
    assert shove["outcome"] == ("success" if falls else "failure")
    assert live(alley, "bob")["effects"] == (["prone"] if falls else ["in-cover"])
    alley("next")
    up = alley("act", "bob", "stand-up", "--json")
    assert (up.status == 0) is falls
    assert "prone" not in live(alley, "bob")["effects"]


def test_a_test_costs_nothing_and_takes_another_number(alley: Gm) -> None:
    parts, total, success = roll_of(doc(alley, "test", "bob", "agility", "--roll", "agility=2,3"))
    assert (parts, total, success) == ({"rolled": 5, "agility": 2}, 7, False)
    eased = doc(alley, "test", "bob", "agility", "--threshold", "7", "--roll", "agility=2,3")
    assert eased["outcome"] == "success"
    assert eased["changes"] == []


REFUSED = [
    ("attack bob joe", "turn", "it is the turn of joe, not bob"),
    ("attack joe bob --weapon bottle", "weapon", "act joe ready bottle"),
    ("attack joe bob --called ear", "unknown", "no place 'ear'"),
    ("attack joe bob --weapon spoon", "unknown", "no weapon 'spoon'"),
    ("attack joe bob --with behnd", "unknown", "did you mean 'behind'?"),
    ("attack joe bob --with behind=3", "value", "type 'behind' alone"),
    ("attack joe bob --defense dodge", "value", "--defense has no use"),
    ("attack joe bob --mod bob:2", "value", "only joe rolls here"),
    ("attack joe joe", "value", "cannot be the target"),
    ("attack joe bob --roll attack=1,2,3", "dice", "2 dice"),
    ("attack joe bob --roll soak=1", "dice", "soak"),
    ("act joe ready", "value", "act joe ready WEAPON"),
    ("act joe flee", "unknown", "no action 'flee'"),
    ("act joe dodge --threshold 3", "value", "--threshold has no use"),
    ("test joe luck", "unknown", "no test 'luck'"),
    ("test joe fists --threshold 99", "value", "must be 0 to 30"),
    ("damage bob 3 --type fire", "value", "--type has no use"),
    ("effect bob floating --end", "unknown", "no effect 'floating'"),
    ("effect bob prone --end", "value", "Bob Rock is not prone"),
    ("roll-init", "turn", "everybody has rolled"),
    ("delay joe", "unknown", "Back Alley has no command delay"),
    ("turn joe", "unknown", "Back Alley has no command turn"),
]


def test_what_cannot_be_done_is_refused_and_nothing_changes(alley: Gm) -> None:
    before = alley("board").out, live(alley, "joe"), live(alley, "bob")
    for line, kind, told in REFUSED:
        refused, message = refusal(alley(*shlex.split(line), "--json"))
        assert refused == kind, (line, message)
        assert told in message
    assert (alley("board").out, live(alley, "joe"), live(alley, "bob")) == before


@pytest.mark.parametrize(
    ("before", "line"),
    [
        ("next", "attack joe bob"),
        ("act joe dodge", "attack joe bob"),
        ("effect joe stunned", "attack joe bob"),
        ("damage joe 10", "attack joe bob"),
        ("damage bob 10", "attack joe bob"),
        ("act joe dodge", "attack joe bob --weapon bottle"),
        ("effect bob prone", "act joe shove bob"),
        ("act joe dodge", "roll-init joe"),
    ],
)
def test_every_rule_can_be_forced_and_the_log_says_so(alley: Gm, before: str, line: str) -> None:
    assert alley(*before.split()).status == 0
    _, message = refusal(alley(*line.split(), "--json"))
    assert message.endswith("; --force overrules")
    forced = doc(alley, *line.split(), "--force", "--seed", "1")
    assert message.removesuffix("; --force overrules") in [
        one["message"] for one in forced["forced"]
    ]


# --- the GM's hand ---


def test_damage_healing_and_effects_by_hand(alley: Gm) -> None:
    alley("damage", "bob", "4")
    assert live(alley, "bob")["health"] == 6
    alley("heal", "bob", "1")
    assert live(alley, "bob")["health"] == 7
    alley("heal", "bob", "all")
    assert live(alley, "bob")["health"] == 10
    for word in ("prone", "stunned"):
        alley("effect", "bob", word)
        assert live(alley, "bob")["effects"] == [word]
        alley("effect", "bob", word, "--end")
        assert live(alley, "bob")["effects"] == []


def test_an_effect_for_so_many_rounds_outlasts_a_turn(alley: Gm) -> None:
    alley("effect", "joe", "stunned", "--rounds", "2")
    held = []
    for _ in range(3):
        held.append((*board(alley)[::2], live(alley, "joe")["effects"]))
        alley("next")
        alley("next")
    assert held == [(1, "joe", ["stunned"]), (2, "joe", ["stunned"]), (3, "joe", [])]


def test_somebody_comes_late_and_somebody_goes(alley: Gm) -> None:
    assert alley("add", "Tim", "--set", "agility=5").status == 0
    assert refusal(alley("attack", "tim", "bob", "--json"))[0] == "turn"
    assert alley("roll-init", "tim", "--roll", "tim=1").status == 0
    order = [one["id"] for one in doc(alley, "board")["order"]]
    assert order == ["joe", "tim", "bob"]
    alley("remove", "joe")
    assert board(alley) == (1, "acting", "tim")


def test_somebody_comes_over_from_another_fight_as_they_stand(alley: Gm) -> None:
    alley("damage", "joe", "3")
    hurt = live(alley, "joe")["health"]
    alley("save", "there.yaml")
    alley("load", "alley.yaml", "--fresh")
    alley("remove", "joe")
    told = alley("add", "joe", "--from", "there.yaml")
    assert (told.status, "as in there.yaml (up)" in told.out) == (0, True), told.err
    assert live(alley, "joe")["health"] == hurt < 10


def test_the_end_of_a_fight_leaves_the_bruises_alone(alley: Gm) -> None:
    alley("damage", "joe", "3")
    alley("effect", "joe", "prone")
    alley("end")
    assert board(alley) == (0, "not-started", None)
    joe = {"health": 7, "status": "up", "in_hand": "pipe", "effects": []}
    assert live(alley, "joe") == joe


def test_everything_can_be_undone_and_done_again(alley: Gm) -> None:
    lines = (
        "attack joe bob --called legs --roll attack=5,5",
        "next",
        "act bob stand-up",
        "remove joe",
    )
    states = []
    for line in lines:
        states.append(alley("board", "--json").out)
        assert alley(*shlex.split(line)).status == 0
    last = alley("board", "--json").out
    assert len({*states, last}) == len(lines) + 1
    for state in reversed(states):
        assert alley("undo").status == 0
        assert alley("board", "--json").out == state
    assert alley("redo", str(len(lines))).status == 0
    assert alley("board", "--json").out == last


# --- odds and choices ---


@pytest.mark.parametrize(
    ("words", "bonus", "effect"),
    [((), 2, None), (("--called", "head"), -1, "stunned"), (("--mod", "-4:fog"), -2, None)],
)
def test_odds_are_those_of_two_dice(
    alley: Gm, words: tuple[str, ...], bonus: int, effect: str | None
) -> None:
    odds = doc(alley, "odds", "joe", "bob", *words)
    assert odds["outcomes"]["hit"] == pytest.approx(chance(bonus))
    assert odds["damage"]["mean"] == pytest.approx(2 * chance(bonus))
    expected = {effect: pytest.approx(chance(bonus))} if effect else {}
    assert odds["effects"] == expected


def test_odds_tell_who_goes_down_by_the_margin(gm: Gm, tmp_path: Path) -> None:
    text = (tmp_path / "alley.yaml").read_text()
    (tmp_path / "hard.yaml").write_text(text + "house_rules: {margin: adds}\n")
    gm("load", "hard.yaml")
    gm("roll-init", "--roll", "joe=6", "--roll", "bob=1")
    odds = doc(gm, "odds", "joe", "bob", "--mod", "2:rage")
    dealt = [sum(dice) + 4 - 8 + 3 - 1 if sum(dice) + 4 >= 8 else 0 for dice in ALL_DICE]
    assert odds["damage"]["mean"] == pytest.approx(sum(dealt) / 36)
    assert odds["down"] == pytest.approx(sum(points >= 10 for points in dealt) / 36)


SITUATIONS = {
    "before the fight": ("end",),
    "prone, and the other in cover": ("effect joe prone", "effect bob in-cover"),
    "bottle in hand": ("set joe in_hand=bottle",),
    "stunned": ("effect joe stunned",),
    "late": ("add Tim --set agility=5",),
}


@pytest.mark.parametrize("lines", SITUATIONS.values(), ids=SITUATIONS)
def test_every_line_that_is_offered_works_and_every_other_is_refused_as_said(
    alley: Gm, lines: tuple[str, ...]
) -> None:
    for line in lines:
        assert alley(*line.split()).status == 0
    who = "tim" if lines and "Tim" in lines[0] else "joe"
    choices = doc(alley, "what", who)["choices"]
    assert {choice["why"] is None for choice in choices} == {True, False}
    for choice in choices:
        result = alley(*shlex.split(choice["line"]), "--dry-run", "--seed", "1", "--json")
        if choice["why"] is None:
            assert result.status == 0, (choice, result.err)
            paid = {"who": who, "what": "actions", "before": 1, "after": 0}
            costs = choice["line"].startswith(("attack ", "act "))
            assert choice["cost"] == ("1 action" if costs else ""), choice
            assert paid in result.doc["changes"] or not costs
        else:
            assert choice["why"] in refusal(result)[1]


def test_all_that_one_can_do_is_offered(alley: Gm) -> None:
    offered = {choice["line"] for choice in doc(alley, "what")["choices"] if not choice["why"]}
    assert offered == {
        "attack joe bob",
        "attack joe bob --called head",
        "attack joe bob --called legs",
        "attack joe bob --weapon pipe",
        "attack joe bob --weapon pipe --called head",
        "attack joe bob --weapon pipe --called legs",
        "act joe take-cover",
        "act joe ready fists",
        "act joe ready bottle",
        "act joe dodge",
        "act joe shove bob",
        "test joe agility",
        "test joe fists",
        "test joe toughness",
        "next",
        "end",
    }


# --- house rules and pages ---


def test_house_rules_change_what_they_say(gm: Gm, tmp_path: Path) -> None:
    text = (tmp_path / "alley.yaml").read_text()
    rules = "house_rules: {margin: adds, stun: minus_2, initiative: each_round}\n"
    (tmp_path / "house.yaml").write_text(text + rules)
    gm("load", "house.yaml")
    gm("roll-init", "--roll", "joe=6", "--roll", "bob=1")
    attack = doc(gm, "attack", "joe", "bob", "--called", "head", "--roll", "attack=6,6")
    assert attack["damage"]["dealt"] == 3 + (12 + 2 - 3 - 8) - 1
    gm("next")
    slow = doc(gm, "attack", "bob", "joe", "--roll", "attack=6,6")
    assert roll_of(slow)[0] == {"rolled": 12, "fists": 1, "attacker-stunned": -2}
    gm("next")
    assert board(gm) == (1, "round-over", None)
    assert gm("board").out.startswith("Behind the Blue Anchor  end of round 1\n")
    again = doc(gm, "next", "--roll", "joe=1", "--roll", "bob=6")
    assert [one["score"] for one in again["order"]] == [8, 4]
    assert board(gm) == (2, "acting", "bob")


@pytest.mark.parametrize(
    ("rules", "told"),
    [
        ("{death: soon}", "cannot be switched: nobody dies in this game"),
        ("{margin: doubled}", "found 'doubled', allowed: one of ignored, adds"),
        ("{margins: adds}", "did you mean 'margin'?"),
    ],
)
def test_house_rules_that_are_none_are_faults(
    gm: Gm, tmp_path: Path, rules: str, told: str
) -> None:
    text = (tmp_path / "alley.yaml").read_text()
    (tmp_path / "odd.yaml").write_text(text + f"house_rules: {rules}\n")
    result = gm("validate", "odd.yaml")
    assert result.status == 1
    assert told in " ".join(result.out.split())


def test_its_pages_and_rows_are_shown(gm: Gm) -> None:
    page = doc(gm, "rules", "rulings", "--ruleset", "back-alley")
    keys = {row[page["columns"].index("key")] for row in page["rows"]}
    assert keys == {"initiative", "margin", "stun", "death"}
    row = doc(gm, "rules", "A-DMG-1", "--ruleset", "back-alley")
    assert "toughness" in json.dumps(row["text"])


def test_a_row_is_first_looked_for_in_the_rules_in_play(gm: Gm) -> None:
    assert gm("load", "alley.yaml").status == 0
    assert doc(gm, "rules", "A-DMG-1")["ruleset"] == "back-alley"
    # swan-song has a ruling of this id too
    assert doc(gm, "rules", "R-DMG-1")["ruleset"] == "back-alley"


def test_its_distribution_has_all_of_its_packages() -> None:
    project = tomllib.loads((BACK_ALLEY / "pyproject.toml").read_text(encoding="utf-8"))
    there = {
        ".".join(path.parent.relative_to(BACK_ALLEY).parts)
        for path in BACK_ALLEY.rglob("__init__.py")
    }
    assert set(project["tool"]["setuptools"]["packages"]) == there


# --- by itself ---


def simulated(gm: Gm, *words: str) -> Any:
    return doc(gm, "simulate", "alley.yaml", "--fights", "60", "--seed", "1", "--jobs", "1", *words)


def test_its_fights_play_themselves(gm: Gm) -> None:
    told = simulated(gm)
    assert sum(told["won"].values()) == pytest.approx(1)
    assert told["won"]["nobody"] == 0
    assert set(told["by_tactics"]) == {"sensible", "plain"}
    assert "plain_only" not in told
    plain = simulated(gm, "--tactics", "pc=plain", "--tactics", "foe=plain")
    assert plain["won"] != told["won"]


def test_a_blow_that_hardly_hurts_goes_to_the_head(gm: Gm) -> None:
    """A point of damage is nothing beside the turn that Joe loses with it."""
    from gmtrack.core.draft import Draft
    from gmtrack.core.intents import Attack
    from gmtrack.simulation.fight import Setup
    from gmtrack.simulation.work import Player
    from gmtrack.store.opening import validate_file

    gm("load", "alley.yaml")
    gm("set", "bob", "fists=10", "weapons.knife.damage=2", "starts_with=knife")
    gm("set", "joe", "toughness=1", "fists=10", "weapons.pipe.damage=8")
    gm("save", "dirty.yaml")
    encounter = validate_file("dirty.yaml")[0]
    one = Setup(encounter, 1, 50, {}, {}, "", {}, sensible=("bob",))
    sense = Player(one)._sense
    assert sense is not None
    [best, *_] = sense.options.chosen(Draft(encounter), Attack("bob", ("joe",)))
    assert best.options.called == "head"
