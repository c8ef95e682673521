"""Odds of what is no attack (plain dice, tests, initiative), and by other house rules."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from long_run import part

from gmtrack.rulesets import registry


def files(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


# --- plain dice ---


def test_plain_dice_need_no_fight(type_line: Any) -> None:
    doc = type_line(["odds", "3d6+2", "12", "--json"]).doc
    assert doc.keys() == {"command", "dice", "total", "goal", "chance"}
    assert doc["total"].keys() == {"mean", "spread", "distribution"}
    out = type_line(["odds", "3d6+2", "12"]).out
    assert out.startswith("3d6+2\n  12 or more     62 %  ")
    assert "Total: 12.5 on average, spread 3.0" in out


def test_plain_dice_in_a_fight_change_nothing(type_line: Any, tmp_path: Path) -> None:
    type_line(["load", "encounters/ganger-ambush.yaml"])
    before = files(tmp_path)
    doc = type_line(["odds", "8d6>=5", "3", "--json"]).doc
    assert (doc["command"], doc["ruleset"]) == ("odds", "swan-song")
    assert "hits" in doc
    assert files(tmp_path) == before


def test_what_is_wrong_with_plain_dice_is_said(type_line: Any) -> None:
    refused = type_line(["odds", "3d6k9", "--json"])
    assert refused.status == 1
    assert "dice to keep" in refused.doc["error"]["message"]
    wrong = type_line(["odds", "3d6", "--mod", "2", "--json"])
    assert wrong.status == 2
    assert "plain dice" in wrong.doc["error"]["message"]


@pytest.mark.parametrize("width", part(["60", "80"], 2))
@pytest.mark.parametrize("dice", ["3d6+2", "500d1000", "10d100-500", "8d6>=5"])
def test_plain_dice_fit_the_screen(
    type_line: Any, monkeypatch: pytest.MonkeyPatch, width: str, dice: str
) -> None:
    monkeypatch.setenv("COLUMNS", width)
    out = type_line(["odds", dice, "12"]).out
    assert max(map(len, out.splitlines())) <= int(width)


def test_without_a_fight_an_attack_has_no_odds(type_line: Any) -> None:
    assert type_line(["odds", "joe", "bob", "--json"]).doc["error"]["kind"] == "no-encounter"


# --- tests ---


def test_a_test_has_outcomes_hits_and_its_pool(ambush: Any) -> None:
    doc = ambush(["odds", "test", "vex", "composure", "--threshold", "2", "--json"]).doc
    assert (doc["command"], doc["ruleset"], doc["test"]) == ("odds", "swan-song", "composure")
    assert (doc["who"], doc["threshold"]) == ("vex", 2)
    assert doc["outcomes"].keys() == {"success", "failure"}
    assert doc["outcomes"]["failure"] == pytest.approx(576 / 2187)
    assert doc["marks"].keys() == {"glitch", "critical-glitch"}
    (roll,) = doc["rolls"]
    assert roll["pool"] == 7 == sum(part["value"] for part in roll["parts"])
    assert roll["hits"]["mean"] == pytest.approx(7 / 3)
    assert roll["counts"] == "hits"
    out = ambush(["odds", "test", "vex", "composure", "--threshold", "2"]).out
    assert out.startswith(
        "Vex: composure\n  test  7 dice = 3 charisma + 4 willpower, threshold 2\n  success     74 %"
    )
    assert "Hits: 2.3 on average, spread 1.2\n" in out


@pytest.mark.parametrize("words", [["te", "v", "comp"], ["tes", "vex", "composure"]])
def test_short_words_of_a_test_are_understood(ambush: Any, words: list[str]) -> None:
    full = ambush(["odds", "test", "vex", "composure", "--json"]).doc
    doc = ambush(["odds", *words, "--json"]).doc
    assert {key: doc[key] for key in full} == full


def test_what_is_said_of_a_test_is_reckoned_in(ambush: Any) -> None:
    plain = ambush(["odds", "test", "vex", "composure", "--threshold", "3", "--json"]).doc
    for words in (["--mod", "2"], ["--karma", "reroll"], ["--karma", "dice=1"]):
        line = ["odds", "test", "vex", "composure", "--threshold", "3", *words, "--json"]
        assert ambush(line).doc["outcomes"]["success"] > plain["outcomes"]["success"]
    line = ["odds", "test", "vex", "composure", "--threshold", "3", "--limit", "2", "--json"]
    assert ambush(line).doc["outcomes"] == {"failure": 1}
    line = ["odds", "test", "vex", "composure", "--roll", "test=6,6,1,1,1,1,1", "--json"]
    (roll,) = ambush(line).doc["rolls"]
    assert roll["hits"]["distribution"] == {"2": 1}


def test_several_make_the_same_test(ambush: Any) -> None:
    doc = ambush(["odds", "test", "vex,spit", "perception", "--json"]).doc
    assert [one["who"] for one in doc["tests"]] == ["vex", "spit"]
    alone = ambush(["odds", "test", "spit", "perception", "--json"]).doc
    assert doc["tests"][1]["outcomes"] == pytest.approx(alone["outcomes"])
    assert "\n  Spit  " in ambush(["odds", "test", "vex,spit", "perception"]).out


def test_any_number_may_make_the_same_test(ambush: Any) -> None:
    doc = ambush(["odds", "test", "all", "perception", "--json"]).doc
    assert len(doc["tests"]) == len(doc["rolls"]) == 8
    assert "sampled" not in doc
    assert all(sum(one["outcomes"].values()) == pytest.approx(1) for one in doc["tests"])
    line = ["odds", "test", "vex,mira", "perception", "--threshold", "3"]
    plain = ambush([*line, "--json"]).doc["tests"]
    one, other = ambush([*line, "--karma", "vex:reroll", "--json"]).doc["tests"]
    assert one["outcomes"]["success"] > plain[0]["outcomes"]["success"]
    assert other["outcomes"] == pytest.approx(plain[1]["outcomes"])


def test_the_help_has_the_options_of_tests_where_the_system_has_them(type_line: Any) -> None:
    for fight, there in (("ganger-ambush", True), ("street-samurai-duel", False)):
        type_line(["load", f"encounters/{fight}.yaml"])
        assert ("--limit" in type_line(["odds", "--help"]).out) == there


def test_one_called_test_is_meant_before_the_word(ambush: Any) -> None:
    ambush(["add", "Test", "--template", "ganger"])
    doc = ambush(["odds", "test", "vex", "--json"]).doc
    assert (doc["attacker"], doc["target"]) == ("test", "vex")
    ambush(["remove", "test"])
    ambush(["add", "Tess", "--template", "ganger"])
    assert ambush(["odds", "tes", "vex", "--json"]).doc["attacker"] == "tess"
    assert ambush(["odds", "test", "vex", "soak", "--json"]).doc["test"] == "soak"


def test_whose_turn_it_is_does_not_stop_a_test(ambush: Any) -> None:
    ambush(["roll-init", "--seed", "1"])
    for who in ("vex", "spit", "hook"):
        assert ambush(["odds", "test", who, "perception"]).status == 0


def test_odds_of_a_test_change_nothing(ambush: Any, tmp_path: Path) -> None:
    before = files(tmp_path)
    ambush(["odds", "test", "vex", "surprise", "--karma", "reroll"])
    assert files(tmp_path) == before


SCREENS = [
    ("ganger-ambush", "vex,mira surprise"),
    ("ganger-ambush", "vex composure --karma reroll --threshold 3"),
    ("stand-off", "mara firearms --threshold 2"),
    ("back-room", "nick consciousness"),
    ("garage-night", "brick resist --with damage=9M"),
    ("street-samurai-duel", "lotus dex --with against=master"),
]


@pytest.mark.parametrize("width", part(["60", "80"], 2))
@pytest.mark.parametrize(("fight", "words"), SCREENS)
def test_odds_of_a_test_fit_the_screen(
    type_line: Any, monkeypatch: pytest.MonkeyPatch, width: str, fight: str, words: str
) -> None:
    monkeypatch.setenv("COLUMNS", width)
    type_line(["load", f"encounters/{fight}.yaml"])
    shown = type_line(["odds", "test", *words.split()])
    assert shown.status == 0
    assert max(map(len, shown.out.splitlines())) <= int(width)


# --- initiative ---


def test_who_acts_first_is_told_with_the_scores(ambush: Any) -> None:
    doc = ambush(["odds", "init", "vex", "unit7", "--json"]).doc
    assert (doc["command"], doc["ruleset"], doc["shared"]) == ("odds", "swan-song", [])
    assert [row["who"] for row in doc["initiative"]] == ["unit7", "vex"]
    assert doc["initiative"][1]["score"]["mean"] == 13.5
    assert sum(row["first"] for row in doc["initiative"]) == pytest.approx(1)
    out = ambush(["odds", "in", "v", "unit7"]).out
    assert out.startswith("Who acts first\n  Unit 7     63 %  score 15.0, spread 2.4  ")


def test_without_names_it_is_everybody_who_is_there(ambush: Any) -> None:
    ambush(["leave", "spit"])
    rows = ambush(["odds", "init", "--json"]).doc["initiative"]
    assert {row["who"] for row in rows} == {
        "vex", "mira", "unit7", "blaze", "chains", "dodger", "hook",
    }  # fmt: skip
    assert "is away" in ambush(["odds", "init", "spit", "vex"]).err


def test_in_a_round_it_is_the_next_one(ambush: Any, tmp_path: Path) -> None:
    before = ambush(["odds", "init", "--json"]).doc
    ambush(["roll-init", "--seed", "1"])
    kept = files(tmp_path)
    assert ambush(["odds", "init", "--json"]).doc == before
    assert files(tmp_path) == kept


def test_one_called_init_is_meant_before_the_word(ambush: Any) -> None:
    ambush(["add", "Init", "--template", "ganger"])
    assert ambush(["odds", "init", "vex", "--json"]).doc["attacker"] == "init"


@pytest.mark.parametrize("width", part(["60", "80"], 2))
@pytest.mark.parametrize("fight", ["ganger-ambush", "back-room", "garage-night", "ninth-street"])
def test_odds_of_initiative_fit_the_screen(
    type_line: Any, monkeypatch: pytest.MonkeyPatch, width: str, fight: str
) -> None:
    monkeypatch.setenv("COLUMNS", width)
    type_line(["load", f"encounters/{fight}.yaml"])
    shown = type_line(["odds", "init"])
    assert shown.status == 0
    assert max(map(len, shown.out.splitlines())) <= int(width)


# --- house rules ---

RULED = [
    ("ganger-ambush", "vex hook --mod -9", "zero_tie=miss", {"zero_tie": "miss"}),
    ("stand-off", "mara guard", "success_on=4", {"success_on": 4}),
    ("back-room", "nick bouncer", "again=none", {"again": "none"}),
    ("garage-night", "rook boss --mod 5", "rule-of-six=off", {"rule_of_six": False}),
    ("street-samurai-duel", "lotus master", "critical_on=none", {"critical_on": "none"}),
]
OF_ONE = ("outcomes", "damage", "effects", "down", "dead")


@pytest.mark.parametrize(("fight", "line", "rule", "rules"), RULED)
def test_a_variant_by_another_house_rule_is_the_fight_with_it(
    type_line: Any, tmp_path: Path, fight: str, line: str, rule: str, rules: dict[str, Any]
) -> None:
    type_line(["load", f"encounters/{fight}.yaml"])
    before = files(tmp_path)
    words = ["odds", *line.split()]
    doc = type_line([*words, "--vs", f"rule {rule}", "--vs", f"rule {rule} --mod -1", "--json"]).doc
    plain, ruled, both = doc["variants"]
    assert ruled["words"] == f"rule {rule}"
    assert files(tmp_path) == before
    assert all(plain[key] == type_line([*words, "--json"]).doc[key] for key in OF_ONE)
    assert any(plain[key] != ruled[key] for key in OF_ONE)

    file = yaml.safe_load(Path(f"encounters/{fight}.yaml").read_text())
    file["house_rules"] = {**(file.get("house_rules") or {}), **rules}
    other = tmp_path / "other.yaml"
    other.write_text(yaml.safe_dump(file, sort_keys=False))
    for answer, more in ((ruled, []), (both, ["--mod", "-1"])):
        alone = type_line(["-f", str(other), *words, *more, "--json"]).doc
        assert all(answer[key] == alone[key] for key in OF_ONE)


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("nothing=3", "unknown house rule"),
        ("glitch_rul=never", "allowed: one of more_than_half, half_or_more, off"),
        ("glitch=off", "could be glitch_rule, "),
        ("damage_multipliers=3", "allowed: a map"),
        ("burst_targets=2", "unknown house rule"),
    ],
)
def test_a_house_rule_that_there_is_not_is_refused(ambush: Any, rule: str, told: str) -> None:
    answer = ambush(["odds", "vex", "hook", "--vs", f"rule {rule}", "--json"])
    assert answer.status == 2
    assert f"'rule {rule}': " in answer.doc["error"]["message"]
    assert told in answer.doc["error"]["message"]


def test_a_house_rule_that_cannot_be_switched_says_why(ambush: Any) -> None:
    ruleset = registry.load("swan-song")
    key, why = next(iter(ruleset.SCHEMA.refused_rules.items()))
    answer = ambush(["odds", "vex", "hook", "--vs", f"rule {key}=on", "--json"])
    assert why in answer.doc["error"]["message"]


def test_several_house_rules_are_mixed_with_other_words(ambush: Any) -> None:
    words = "rule zero_t=mi --called neck rule bounce_is=no"
    doc = ambush(["odds", "vex", "hook", "--vs", words, "--vs", "--called neck", "--json"]).doc
    _, ruled, neck = doc["variants"]
    assert "bleedout" in ruled["effects"]
    assert ruled["outcomes"] != neck["outcomes"]


@pytest.mark.parametrize("words", ["rule", "rule glitch_rule", "rule --called neck"])
def test_a_rule_needs_key_and_value(ambush: Any, words: str) -> None:
    answer = ambush(["odds", "vex", "hook", "--vs", words])
    assert answer.status == 2
    assert "rule KEY=VALUE" in answer.err


@pytest.mark.parametrize("fight", ["knife-fight", "stand-off", "garage-night"])
def test_odds_take_the_dice_of_an_attack_without_blanks(type_line: Any, fight: str) -> None:
    assert type_line(["load", f"encounters/{fight}.yaml"]).status == 0
    assert type_line(["roll-init", "--seed", "3"]).status == 0
    order = type_line(["board", "--json"]).doc["order"]
    foes = [one["id"] for one in order if one["side"] != "pc"]
    pair = [next(one["id"] for one in order if one["side"] == "pc"), foes[0]]
    rolls = type_line(["attack", *pair, "-n", "--force", "--seed", "1", "--json"]).doc["rolls"]
    count = next(roll["pool"] for roll in rolls if roll["name"] == "attack")
    apart, glued = (
        type_line(["odds", *pair, "--force", "-r", f"attack={between.join('2' * count)}", "--json"])
        for between in (",", "")
    )
    assert (glued.status, apart.status) == (0, 0)
    assert glued.doc == apart.doc
