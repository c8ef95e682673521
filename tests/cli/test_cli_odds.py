"""What `odds` takes, answers and refuses; what it must not touch."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest
import yaml
from long_run import part

from gmtrack.app.odds import attack
from gmtrack.rulesets import registry

READY_MADE = sorted((Path(__file__).parents[2] / "encounters").glob("*.yaml"))
CLOSE = 1e-9
ONE = {"outcomes", "damage", "effects", "down", "dead", "risk", "stories"}


def whole(doc: dict[str, Any]) -> None:
    """Chances that add up to 1."""
    damage = doc["damage"]["distribution"]
    assert abs(sum(damage.values()) - 1) < CLOSE
    assert abs(sum(int(n) * p for n, p in damage.items()) - doc["damage"]["mean"]) < CLOSE
    assert list(damage) == sorted(damage, key=int)
    if "outcomes" in doc:
        assert abs(sum(doc["outcomes"].values()) - 1) < CLOSE
    assert all(0 <= p <= 1 for p in doc["effects"].values())
    assert 0 <= doc["dead"] <= doc["down"] <= 1


def test_one_attack_has_the_keys_of_the_contract_and_adds_up(ambush: Any) -> None:
    doc = ambush(["odds", "vex", "hook", "--json"]).doc
    assert doc.keys() == {"command", "ruleset", "attacker", "target", "roll"} | ONE
    assert doc["roll"]["using"] == "Target pistol"
    assert doc["roll"]["dice"] == sum(part["value"] for part in doc["roll"]["parts"])
    assert (doc["command"], doc["attacker"], doc["target"]) == ("odds", "vex", "hook")
    assert doc["outcomes"].keys() == {"hit", "graze", "miss"}
    whole(doc)


def test_several_attacks_are_told_one_by_one_and_in_total(ambush: Any) -> None:
    line = ["odds", "vex", "hook", "chains", "--weapon", "target-pistol,stiletto", "--json"]
    doc = ambush(line).doc
    assert [attack["target"] for attack in doc["attacks"]] == ["hook", "chains"]
    assert doc["total"]["targets"] == ["hook", "chains"]
    assert all(attack.keys() == {"attacker", "target", "roll"} | ONE for attack in doc["attacks"])
    assert [attack["roll"]["name"] for attack in doc["attacks"]] == ["attack", "attack_2"]
    assert "rolled" in ambush(line[:-1]).out
    for one in (*doc["attacks"], doc["total"]):
        whole(one)
    assert all("outcome" not in story for story in doc["total"]["stories"])
    assert 0 <= doc["total"]["risk"]["any"] <= 1
    means = sum(attack["damage"]["mean"] for attack in doc["attacks"])
    assert abs(means - doc["total"]["damage"]["mean"]) < CLOSE


def test_dice_that_go_on_for_ever_have_a_tail_that_is_stated(type_line: Any) -> None:
    type_line(["load", "encounters/car-park.yaml"])
    who = list(type_line(["board", "--json"]).doc["order"])
    assert who
    assert type_line(["board", "--json"]).doc["ruleset"] == "storyteller"
    doc = type_line(["odds", who[0]["id"], "all", "--json"]).doc
    assert {answer["tail"] for answer in doc["against"]} == {1e-9}


def test_variants_stand_side_by_side_after_the_line_as_typed(ambush: Any) -> None:
    line = ["odds", "vex", "hook", "--mod", "-2", "--vs", "--called neck", "--vs", "--mod 4"]
    doc = ambush([*line, "--json"]).doc
    assert doc.keys() == {"command", "ruleset", "variants"}
    assert [answer["words"] for answer in doc["variants"]] == ["", "--called neck", "--mod 4"]
    plain, neck, more = doc["variants"]
    for answer in doc["variants"]:
        whole(answer)
    assert "bleedout" in neck["effects"]
    assert more["damage"]["mean"] > plain["damage"]["mean"] > neck["damage"]["mean"]


def test_a_variant_says_what_the_whole_line_says(ambush: Any) -> None:
    doc = ambush(["odds", "vex", "hook", "--mod", "-2", "--vs", "--mod 4", "--json"]).doc
    alone = ambush(["odds", "vex", "hook", "--mod", "-2", "--mod", "4", "--json"]).doc
    assert all(doc["variants"][1][key] == alone[key] for key in ONE)


def test_a_refused_variant_is_told_beside_the_others(ambush: Any) -> None:
    line = ["odds", "vex", "hook", "--vs", "--defense parry"]
    doc = ambush([*line, "--json"]).doc
    assert len(doc["variants"]) == 1
    (refused,) = doc["refused"]
    assert (refused["words"], refused["kind"]) == ("--defense parry", "defense")
    assert "melee" in refused["why"]
    assert "--defense parry: parry works only in melee" in ambush(line).out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("--called nose", "no place 'nose'"),
        ("--with nothing", "'nothing' is not known"),
        ("-w nothing", "no weapon 'nothing'"),
        ("--defense nothing", "no defense 'nothing'"),
        ("--mod nothing", "'nothing' is not a modifier"),
        ("--without nothing", "'nothing' is not known"),
        ("--karma nothing", "not known"),
        ("nothing", "'nothing' is no combatant"),
        ("hand", "could be `--called left-hand`"),
    ],
)
def test_a_variant_that_cannot_be_read_is_no_comparison(ambush: Any, words: str, told: str) -> None:
    line = ["odds", "vex", "hook", "--vs", "--mod 2", "--vs", words]
    answer = ambush([*line, "--json"])
    assert answer.status == 2
    assert f"'{words}': " in answer.doc["error"]["message"]
    assert told in answer.doc["error"]["message"]
    assert not ambush(line).out


def test_the_line_itself_is_read_before_its_variants(ambush: Any) -> None:
    answer = ambush(["odds", "vex", "nobody", "--vs", "--called nose"])
    assert answer.status == 1
    assert "nobody" in answer.err
    assert "nose" not in answer.err


def test_a_place_that_only_this_target_lacks_is_told_beside_the_others(type_line: Any) -> None:
    type_line(["load", "encounters/loading-dock.yaml"])
    doc = type_line(["odds", "ox", "van", "--vs", "--called neck", "--json"]).doc
    assert [one["words"] for one in doc["refused"]] == ["--called neck"]


def test_the_best_of_every_column_is_marked(ambush: Any) -> None:
    out = ambush(["odds", "vex", "hook", "--vs", "--mod 4"]).out
    assert "  A  as typed  15 dice\n  B  --mod 4  19 dice\n" in out
    rows = [line for line in out.partition("19 dice\n")[2].splitlines() if line]
    judged = [line for line in rows if line.split()[0] not in ("A", "spread")]
    assert judged
    assert all(line.endswith("*") and line.count("*") == 1 for line in judged)


def test_all_as_the_target_lists_every_foe_who_stands(ambush: Any) -> None:
    ambush(["set", "spit", "pools.flesh=-20"])
    doc = ambush(["odds", "vex", "all", "--json"]).doc
    assert [answer["target"] for answer in doc["against"]] == ["blaze", "chains", "dodger", "hook"]
    assert {answer["attacker"] for answer in doc["against"]} == {"vex"}


def test_friends_are_no_foes(type_line: Any) -> None:
    type_line(["load", "encounters/loading-dock.yaml"])
    file = yaml.safe_load((READY_MADE[0].parent / "loading-dock.yaml").read_text())
    sides = {who: sheet.get("side", "foe") for who, sheet in file["combatants"].items()}
    assert "ally" in sides.values()
    against = type_line(["odds", "vex", "all", "--json"]).doc["against"]
    assert {sides[answer["target"]] for answer in against} == {"foe"}


def test_one_who_is_set_upon_is_the_one_who_was_named(type_line: Any) -> None:
    type_line(["load", "encounters/street-samurai-duel.yaml"])
    line = ["odds", "master", "kaz", "student", "--with", "split=12,12", "--roll", "attack.kaz=4"]
    line += [
        "--roll",
        "attack.student=5",
        "--roll",
        "location.kaz=3",
        "--roll",
        "location.student=3",
    ]
    doc = type_line([*line, "--json"]).doc
    pairs = [(attack["attacker"], attack["target"]) for attack in doc["attacks"]]
    assert pairs == [("kaz", "master"), ("student", "master")]
    assert (doc["attacker"], doc["target"]) == ("master", "kaz")
    screen = type_line(line).out
    assert screen.startswith("Kaz, The student against The master")
    assert "Attacker" in screen


def test_one_roll_at_several_names_them_all(type_line: Any) -> None:
    type_line(["load", "encounters/stand-off.yaml"])
    line = ["odds", "gunner", "mara", "dex", "--with", "suppressive"]
    assert type_line([*line, "--json"]).doc["targets"] == ["mara", "dex"]
    assert type_line(line).out.startswith("Gunner against Mara, Dex")


@pytest.mark.parametrize("words", part([["--roll", "attack=6,6,5,5,4,4,3,3,2,2,1,1,1,1,1"], []], 2))
def test_what_has_too_many_results_is_found_by_trial_and_says_so(
    ambush: Any, monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    line = ["odds", "vex", "hook", *words]
    exact = ambush([*line, "--json"]).doc
    assert "sampled" not in exact
    monkeypatch.setattr(attack, "MOST_RUNS", 1)
    doc = ambush([*line, "--json"]).doc
    assert doc["sampled"]["trials"] == 2500
    assert 0.019 < doc["sampled"]["margin"] < 0.02
    whole(doc)
    # Three times the margin is off once in a hundred million answers.
    far = doc["sampled"]["margin"] * 3
    for key in ("outcomes", "effects"):
        assert all(abs(doc[key].get(name, 0) - p) < far for name, p in exact[key].items())
    assert abs(doc["down"] - exact["down"]) < far
    assert abs(doc["damage"]["mean"] - exact["damage"]["mean"]) < 0.5
    by_trial = attack.odds_by_trial
    monkeypatch.setattr(attack, "odds_by_trial", partial(by_trial, most=100))
    doc = ambush([*line, "--json"]).doc
    assert doc["sampled"]["trials"] == 100
    assert ambush([*line, "--json"]).doc == doc
    shown = " ".join(ambush(line).out.split())
    assert "about, ±9.8 % in nineteen of twenty: 100 trials" in shown


def test_of_several_attacks_by_trial_each_is_told(
    type_line: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert type_line(["load", "encounters/garage-night.yaml"]).status == 0
    line = ["odds", "brick", "guard-1", "boss", "--weapon", "shotgun", "--json"]
    exact = type_line(line).doc
    monkeypatch.setattr(attack, "MOST_RUNS", 1)
    monkeypatch.setattr(attack, "odds_by_trial", partial(attack.odds_by_trial, most=800))
    doc = type_line(line).doc
    far = doc["sampled"]["margin"] * 3
    for one, other in zip([*doc["attacks"], doc], [*exact["attacks"], exact], strict=True):
        whole(one)
        assert all(abs(one["effects"].get(e, 0) - p) < far for e, p in other["effects"].items())
        assert abs(one["down"] - other["down"]) < far


def test_all_as_the_attacker_lists_everybody_who_may_attack_one(ambush: Any) -> None:
    doc = ambush(["odds", "all", "hook", "--json"]).doc
    assert [answer["attacker"] for answer in doc["against"]] == ["mira", "unit7", "vex"]
    out = ambush(["odds", "all", "hook"]).out
    assert out.startswith("... against Hook\n")
    assert "\n  Unit 7 " in out


def test_a_sheet_without_a_side_is_a_foe_like_the_others(ambush: Any) -> None:
    """Nobody is listed against those of the same side."""
    ambush(["add", "Rook", "--set", "body=3"])
    asked = [
        answer["target"] for answer in ambush(["odds", "hook", "all", "--json"]).doc["against"]
    ]
    assert asked == ["mira", "unit7", "vex"]


@pytest.mark.parametrize("people", ["all all", "hook all vex", "hook all all"])
def test_all_with_others_is_refused(ambush: Any, people: str) -> None:
    answer = ambush(["odds", *people.split(), "--json"])
    assert answer.status == 1
    assert "name one side" in answer.doc["error"]["message"]


@pytest.mark.parametrize(
    ("line", "status", "word"),
    [
        (["vex", "nobody"], 1, "nobody"),
        (["vex", "vex"], 1, "themselves"),
        (["vex", "hook", "--called", "nose"], 1, "nose"),
        (["vex", "hook", "--roll", "attack=1,2"], 1, "got 2"),
        (["vex", "hook", "--roll", "nothing=1"], 1, "not rolled by this command"),
        (["vex", "hook", "--karma", "luck"], 1, "luck"),
        (["vex"], 2, "TARGET"),
        (["vex", "hook", "--vs", "--bogus"], 2, "--bogus"),
        (["vex", "hook", "--vs", "'"], 2, "--vs"),
        (["vex", "all", "--vs", "--called neck"], 2, "all"),
        (["vex", "hook", "--seed", "1"], 2, "--seed"),
        (["test"], 2, "WHO"),
        (["test", "vex"], 2, "WHAT"),
        (["test", "vex", "soak", "spit"], 1, "spit"),
        (["test", "vex", "glory"], 1, "glory"),
        (["test", "nobody", "soak"], 1, "nobody"),
        (["test", "vex", "soak", "--vs", "--mod 2"], 2, "--vs"),
        (["test", "vex", "soak", "--weapon", "knife"], 1, "--weapon"),
        (["vex", "hook", "--threshold", "0"], 2, "--threshold"),
        (["3d6", "--limit", "2"], 2, "plain dice"),
        (["init", "nobody"], 1, "nobody"),
        (["init", "vex", "--mod", "2"], 2, "initiative"),
        (["init", "vex", "--vs", "--mod 2"], 2, "initiative"),
    ],
)
def test_what_is_refused_says_so_with_its_exit_status(
    ambush: Any, line: list[str], status: int, word: str
) -> None:
    answer = ambush(["odds", *line, "--json"])
    assert answer.status == status
    assert word in answer.doc["error"]["message"]


def test_odds_are_refused_as_the_attack_is_and_forced_as_well(ambush: Any) -> None:
    ambush(["set", "hook", "pools.flesh=-20"])
    refused = ambush(["odds", "hook", "vex", "--json"])
    attack = ambush(["attack", "hook", "vex", "--json"])
    assert refused.status == attack.status == 1
    assert refused.doc == attack.doc
    whole(ambush(["odds", "hook", "vex", "--force", "--json"]).doc)


def test_dice_on_the_table_leave_the_rest_open(ambush: Any) -> None:
    attack = ",".join(["6"] * 7 + ["1"] * 8)
    doc = ambush(["odds", "vex", "hook", "--roll", f"attack={attack}", "--json"]).doc
    whole(doc)
    assert doc["outcomes"]["hit"] > 0.9
    miss = ",".join(["1"] * 15)
    doc = ambush(["odds", "vex", "hook", "--roll", f"attack.ve={miss}", "--json"]).doc
    assert doc["damage"]["distribution"]["0"] == 1


def test_nothing_changes_anywhere(ambush: Any, tmp_path: Path) -> None:
    ambush(["attack", "vex", "hook", "--seed", "1"])
    before = files(tmp_path)
    log = ambush(["log", "--json"]).out
    for line in (
        ["vex", "blaze"],
        ["vex", "all", "--json"],
        ["vex", "blaze", "--vs", "--called neck"],
        ["vex", "nobody"],
        ["vex", "hook", "--force", "--roll", "attack=1"],
    ):
        ambush(["odds", *line])
    assert files(tmp_path) == before
    assert ambush(["log", "--json"]).out == log


def files(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("fight", part(READY_MADE, 2), ids=lambda p: p.stem)
def test_everybody_of_every_ready_made_fight_has_odds(type_line: Any, fight: Path) -> None:
    type_line(["load", str(fight)])
    board = type_line(["board", "--json"]).doc
    assert board["ruleset"] in registry.known_ids()
    for row in board["order"]:
        answer = type_line(["odds", row["id"], "all", "--json"])
        assert answer.status in (0, 1), answer.err
        for one in answer.doc.get("against", ()):
            whole(one)
        assert "crash" not in answer.out


@pytest.mark.parametrize("words", ["'", "bob joe", "rule", "hook --bogus"])
def test_a_variant_is_words_of_an_attack(ambush: Any, words: str) -> None:
    result = ambush(["odds", "vex", "hook", "--vs", words])
    assert result.status == 2
    assert "--vs" in result.err


ALL = "attack=" + ",".join(["{0}"] * 15)
SAME = ("outcomes", "damage", "effects", "down", "dead", "roll")


@pytest.mark.parametrize(
    ("line", "words", "alone"),
    [
        ("", "neck", "--called neck"),
        ("neck", "left hand", "--called left-hand"),
        ("neck", "--called left-hand", "--called left-hand"),
        ("--called neck", "left hand", "--called left-hand"),
        ("neck", "stil", "--called neck -w stiletto"),
        ("stil neck", "--mod 2 pistol", "--called neck -w target-pistol --mod 2"),
        ("--defense parry -w stiletto", "--defense dodge", "-w stiletto --defense dodge"),
        ("-w stiletto", "parry", "-w stiletto --defense parry"),
        ("--with cover=partial", "cover=good", "--with cover=good"),
        (f"--roll {ALL.format(6)}", f"-r {ALL.format(1)}", f"--roll {ALL.format(1)}"),
    ],
)
def test_a_variant_is_the_line_with_its_words(
    ambush: Any, line: str, words: str, alone: str
) -> None:
    doc = ambush(["odds", "vex", "hook", *line.split(), "--vs", words, "--json"]).doc
    expected = ambush(["odds", "vex", "hook", *alone.split(), "--json"]).doc
    assert doc["variants"][1]["words"] == words
    assert [doc["variants"][1][key] for key in SAME] == [expected[key] for key in SAME]


def test_a_variant_may_name_another_target(ambush: Any) -> None:
    doc = ambush(["odds", "vex", "hook", "neck", "--vs", "spit", "--json"]).doc
    expected = ambush(["odds", "vex", "spit", "--called", "neck", "--json"]).doc
    assert doc["variants"][1]["target"] == "spit"
    assert [doc["variants"][1][key] for key in SAME] == [expected[key] for key in SAME]


def test_what_was_understood_of_a_variant_is_said_first(ambush: Any) -> None:
    out = ambush(["odds", "vex", "hook", "--vs", "neck"]).out
    assert out.startswith("understood: odds vex hook --called neck\nVex against Hook\n")


def test_a_variant_adds_to_the_words_and_takes_the_place_of_one(ambush: Any) -> None:
    line = ["odds", "vex", "hook", "--mod", "-2", "--called", "hand"]
    doc = ambush([*line, "--vs", "--mod -2 --called neck", "--json"]).doc
    alone = ambush(["odds", "vex", "hook", "--mod", "-4", "--called", "neck", "--json"]).doc
    assert doc["variants"][1]["damage"] == alone["damage"]


@pytest.mark.parametrize(
    ("fight", "line", "weapon"),
    [
        ("ganger-ambush", "vex hook -w stiletto", "Stiletto"),
        ("ninth-street", "joe punk", "heavy-pistol"),
        ("three-thugs-in-the-fog", "johnny thug-1", "magnum"),
        ("street-samurai-duel", "kaz samurai", "spear"),
        ("garage-night", "brick guard-1", "shotgun"),
        ("garage-night", "guard-1 brick -w unarmed", "unarmed"),
        ("car-park", "dana guard-1 -w unarmed", "unarmed"),
        ("car-park", "dana guard-1 -w sidearm", "sidearm"),
    ],
)
def test_the_weapon_is_told_with_the_attack_roll(
    type_line: Any, fight: str, line: str, weapon: str
) -> None:
    type_line(["load", f"encounters/{fight}.yaml"])
    words = ["odds", *line.split()]
    assert type_line([*words, "--json"]).doc["roll"]["using"] == weapon
    assert f"  attack, {weapon}  " in type_line(words).out


@pytest.mark.parametrize(
    ("fight", "line", "cost"),
    [
        ("garage-night", "rook guard-1", "1 round"),
        ("garage-night", "rook guard-1 --with mode=bf", "3 rounds"),
        # Each target is shot at after the dice for the one before have fallen.
        ("garage-night", "rook guard-1 guard-2 --with mode=fa --with rounds=3", "6 rounds"),
        ("garage-night", "rook guard-1 -w unarmed", None),
        ("car-park", "dana guard-1 -w sidearm", "1 AP, 1 bullet"),
        ("car-park", "dana guard-1 -w rifle --with burst=short", "1 AP, 3 bullets"),
        ("car-park", "dana guard-1 -w unarmed", "1 AP"),
    ],
)
def test_the_ammunition_is_part_of_the_cost(
    type_line: Any, fight: str, line: str, cost: str | None
) -> None:
    type_line(["load", f"encounters/{fight}.yaml"])
    if fight == "car-park":
        type_line(["roll-init", "--seed", "1"])
    words = ["odds", *line.split()]
    assert type_line([*words, "--json"]).doc.get("cost") == cost
    assert (f"cost: {cost}" in type_line(words).out) == (cost is not None)
    assert type_line([*words, "--vs", "--mod 1", "--json"]).doc["variants"][0].get("cost") == cost


def test_the_shares_of_one_who_is_set_upon_have_their_order(type_line: Any) -> None:
    type_line(["load", "encounters/street-samurai-duel.yaml"])
    line = ["odds", "master", "kaz", "lotus", "--with", "split=6,5", "--force"]
    line += ["--roll", "attack.kaz=19", "--roll", "attack.lotus=19"]
    told = "The master is set upon, and shares out to them in this order: Kaz, Lotus\n"
    assert told in type_line(line).out


def test_in_spotlight_dead_is_dying_or_dead_and_says_which(type_line: Any) -> None:
    type_line(["load", "encounters/ninth-street.yaml"])
    # A player character falls dying, others are dead at once.
    joe = type_line(["odds", "boss", "joe", "--json"]).doc
    assert joe["dead_is"] == ["dying"]
    assert joe["dead"] == joe["effects"]["dying"] > 0
    assert "dead" not in type_line(["odds", "boss", "joe"]).out
    thug = type_line(["odds", "joe", "thug-1", "--json"]).doc
    assert "dead_is" not in thug
    assert thug["dead"] > 0
    assert "dying" not in type_line(["odds", "joe", "thug-1"]).out


def test_a_thing_of_the_scene_has_odds(type_line: Any) -> None:
    assert type_line(["load", "encounters/loading-dock.yaml"]).status == 0
    doc = type_line(["odds", "ox", "crates", "--json"]).doc
    assert (doc["attacker"], doc["target"]) == ("ox", "crates")
    whole(doc)


def test_two_in_a_cone_with_one_target_number_have_odds(type_line: Any) -> None:
    assert type_line(["load", "encounters/garage-night.yaml"]).status == 0
    doc = type_line(["odds", "brick", "guard-1", "boss", "--weapon", "shotgun", "--json"]).doc
    assert [one["target"] for one in doc["attacks"]] == ["guard-1", "boss"]
    # One throw against one target number hits both, or none of them.
    assert doc["attacks"][0]["outcomes"] == doc["attacks"][1]["outcomes"]
    for one in (*doc["attacks"], doc["total"]):
        whole(one)


@pytest.mark.parametrize(
    ("fight", "who"),
    [
        ("knife-fight", "joe bob"),
        ("stand-off", "mara guard"),
        ("back-room", "nick bouncer"),
        ("garage-night", "rook boss --with range=short"),
        ("street-samurai-duel", "lotus master"),
    ],
)
def test_whose_turn_it_is_does_not_stop_a_question(type_line: Any, fight: str, who: str) -> None:
    assert type_line(["load", f"encounters/{fight}.yaml"]).status == 0
    assert type_line(["roll-init", "--seed", "1"]).status == 0
    one, other, *words = who.split()
    for line in ((one, other), (other, one)):
        whole(type_line(["odds", *line, *words, "--json"]).doc)


@pytest.fixture
def fog(type_line: Any) -> Any:
    """A GM whose people see nothing, unless they pass an awareness check."""
    assert type_line(["load", "encounters/three-thugs-in-the-fog.yaml"]).status == 0
    return type_line


def test_the_head_has_the_attack_roll_and_not_what_falls_before_it(fog: Any) -> None:
    roll = fog(["odds", "johnny", "thug-1", "--json"]).doc["roll"]
    assert (roll["name"], roll["dice"], roll["after"]) == ("attack", 1, ["awareness"])
    assert roll["goal"]["parts"] == [{"label": "handgun_projectile", "value": 13}]
    out = fog(["odds", "johnny", "thug-1"]).out
    assert "\n  attack, magnum  1 die\n  target 13 = 13 handgun projectile\n" in out
    assert "\n  as it most often is after awareness\n" in out
    failed = fog(["odds", "johnny", "thug-1", "--roll", "awareness=20", "--json"]).doc["roll"]
    assert sum(part["value"] for part in failed["goal"]["parts"]) == 3
    assert "after" not in failed


@pytest.mark.parametrize(("awareness", "target"), [(8, 1), (9, 1), (11, 11), (12, 11)])
def test_the_head_has_the_likelier_attack_roll(fog: Any, awareness: int, target: int) -> None:
    assert fog(["set", "mona", f"skills.awareness={awareness}"]).status == 0
    roll = fog(["odds", "mona", "thug-1", "--json"]).doc["roll"]
    assert sum(part["value"] for part in roll["goal"]["parts"]) == target


def test_without_an_attack_roll_the_head_has_what_falls_first(
    fog: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attack, "attack_rolls", lambda *_, **__: [])
    assert fog(["odds", "johnny", "thug-1", "--json"]).doc["roll"]["name"] == "awareness"


def test_one_roll_for_several_stands_in_the_head(type_line: Any) -> None:
    type_line(["load", "encounters/garage-night.yaml"])
    line = ["odds", "brick", "guard-1", "boss", "--weapon", "shotgun"]
    doc = type_line([*line, "--json"]).doc
    assert doc["roll"]["name"] == "attack"
    assert all("roll" not in attack for attack in doc["attacks"])
    assert "\n  attack, shotgun  5 dice = " in type_line(line).out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("", "type what is other: neck, '--called neck'"),
        ("combat knife", "type it as one word: `combat-knife`"),
        ("full defense", "'full-defense' is no part of an attack but an action"),
        ("defense dodge", "type `--defense dodge`"),
        ("called neck", "type `--called neck`"),
        ("weapon", "type `--weapon WORD`"),
        ("neck high", "no target 'high'"),
    ],
)
def test_words_of_a_variant_that_mean_nothing_are_told_as_they_would(
    type_line: Any, words: str, says: str
) -> None:
    type_line(["load", "encounters/knife-fight.yaml"])
    result = type_line(["odds", "joe", "bob", "--vs", words])
    assert result.status == 2
    assert says in " ".join(result.err.split())


def test_who_is_named_twice_would_attack_once_and_is_refused(ambush: Any) -> None:
    refused = ambush(["odds", "hook,Hook", "vex"])
    assert (refused.status, refused.out) == (1, "")
    assert "hook is named twice" in refused.err
    assert ambush(["odds", "hook,h*", "vex"]).status == 0
