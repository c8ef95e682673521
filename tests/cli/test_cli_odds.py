"""`odds`: what it answers, what it leaves alone, how it looks."""

import math
from pathlib import Path

import pytest
from cli_support import Gm

ROOT = Path(__file__).parents[2]
KEYS = ["attacker", "target", "outcomes", "damage", "effects", "down", "dead"]


@pytest.fixture
def ambush(gm: Gm) -> Gm:
    """A GM with five gangers and three player characters on the table."""
    assert gm("load", str(ROOT / "encounters" / "ganger-ambush.yaml")).status == 0
    return gm


def files(tmp_path: Path) -> dict[Path, bytes]:
    """Every file of the state folder and its content, but for locks."""
    found = (tmp_path / "home").rglob("*")
    return {path: path.read_bytes() for path in found if path.is_file() and path.stat().st_size}


def test_the_document_has_the_keys_of_the_contract_and_adds_up(ambush: Gm) -> None:
    doc = ambush("odds", "vex", "hook", "--called", "neck", "--json").doc
    assert list(doc) == ["command", "ruleset", *KEYS]
    assert (doc["command"], doc["attacker"], doc["target"]) == ("odds", "vex", "hook")
    assert math.isclose(sum(doc["outcomes"].values()), 1, abs_tol=1e-9)
    law = doc["damage"]["distribution"]
    assert math.isclose(sum(law.values()), 1, abs_tol=1e-9)
    mean = sum(int(amount) * chance for amount, chance in law.items())
    assert math.isclose(mean, doc["damage"]["mean"])
    assert math.isclose(doc["outcomes"]["hit"], 1 - law["0"])
    assert 0 < doc["effects"]["bleedout"] <= doc["outcomes"]["hit"]


def test_nothing_is_changed(ambush: Gm, tmp_path: Path) -> None:
    before = files(tmp_path)
    assert ambush("odds", "vex", "hook", "--called", "neck").status == 0
    assert ambush("odds", "all", "hook", "--json").status == 0
    assert files(tmp_path) == before


def test_all_dice_on_the_table_leave_one_result(ambush: Gm) -> None:
    dice = [
        "--roll",
        "attack=5,1,2,4,5,1,1",
        "--roll",
        "defense=2,4,2,4,4",
        "--roll",
        "soak=6,6,2,4",
    ]
    dice += ["--roll", "stun=6,3,5,1"]
    doc = ambush("odds", "vex", "hook", "--called", "neck", *dice, "--json").doc
    assert doc["outcomes"] == {"hit": 1}
    assert doc["damage"] == {"mean": 6, "distribution": {"6": 1}}
    assert doc["effects"] == {"bleedout": 1, "prone": 1, "stunned": 1}


def test_several_attacks_are_told_one_by_one_and_together(ambush: Gm) -> None:
    doc = ambush("odds", "mira", "hook", "spit", "--weapon", "sword,pistol", "--json").doc
    assert [attack["target"] for attack in doc["attacks"]] == ["hook", "spit"]
    for attack in doc["attacks"]:
        assert list(attack) == KEYS
        assert math.isclose(sum(attack["outcomes"].values()), 1, abs_tol=1e-9)
    means = [attack["damage"]["mean"] for attack in doc["attacks"]]
    assert doc["total"]["targets"] == ["hook", "spit"]
    assert math.isclose(doc["total"]["damage"]["mean"], sum(means))
    assert math.isclose(sum(doc["total"]["damage"]["distribution"].values()), 1, abs_tol=1e-9)


def test_variants_stand_beside_what_was_typed(ambush: Gm) -> None:
    doc = ambush("odds", "vex", "hook", "--vs", "--called neck", "--vs", "--mod -4", "--json").doc
    assert [variant["words"] for variant in doc["variants"]] == ["", "--called neck", "--mod -4"]
    alone = ambush("odds", "vex", "hook", "--called", "neck", "--json").doc
    assert doc["variants"][1]["outcomes"] == alone["outcomes"]


def test_a_variant_adds_to_the_words_and_takes_the_place_of_one(ambush: Gm) -> None:
    line = ["odds", "vex", "hook", "--mod", "-2", "--called", "hand"]
    doc = ambush(*line, "--vs", "--mod -2 --called neck", "--json").doc
    alone = ambush("odds", "vex", "hook", "--mod", "-4", "--called", "neck", "--json").doc
    assert doc["variants"][1]["damage"] == alone["damage"]


def test_a_variant_that_is_refused_is_named_with_the_reason(ambush: Gm) -> None:
    result = ambush("odds", "vex", "hook", "--vs", "--defense dodge")
    assert result.status == 0
    assert "--defense dodge: dodge works against melee attacks only" in " ".join(result.out.split())
    doc = ambush("odds", "vex", "hook", "--vs", "--defense dodge", "--json").doc
    assert [refused["words"] for refused in doc["refused"]] == ["--defense dodge"]


@pytest.mark.parametrize("words", ["--called", "--nonsense", "'", "bob joe"])
def test_words_that_are_none_of_an_attack_are_refused(ambush: Gm, words: str) -> None:
    result = ambush("odds", "vex", "hook", "--vs", words)
    assert result.status == 2
    assert "--vs" in result.err


def test_everybody_against_one_and_one_against_everybody(ambush: Gm) -> None:
    doc = ambush("odds", "vex", "all", "--json").doc
    gangers = ["blaze", "chains", "dodger", "hook", "spit"]
    assert [answer["target"] for answer in doc["against"]] == gangers
    doc = ambush("odds", "all", "vex", "--json").doc
    assert [answer["attacker"] for answer in doc["against"]] == gangers
    assert ambush("odds", "all", "all").status == 1


def test_what_an_attack_is_refused_for_is_refused_here(ambush: Gm) -> None:
    for words in (["vex", "nobody"], ["vex", "hook", "--called", "tail"], ["vex", "vex"]):
        odds, attack = ambush("odds", *words), ambush("attack", *words, "--dry-run")
        assert (odds.status, odds.err) == (attack.status, attack.err)
        assert odds.status == 1


def test_the_best_of_each_kind_is_marked(ambush: Gm) -> None:
    out = ambush("odds", "vex", "hook", "--vs", "--called neck").out
    assert "  A  as typed\n  B  --called neck\n" in out
    lines = {line.split()[0]: line for line in out.splitlines() if line.startswith("  ")}
    assert lines["harm"].count("*") == 1
    assert lines["harm"].index("*") < lines["bleedout"].index("*")


@pytest.mark.parametrize("width", ["80", "60", "40"])
def test_no_line_is_wider_than_the_screen(
    ambush: Gm, width: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", width)
    for words in (
        ["vex", "hook", "--called", "neck"],
        ["vex", "all"],
        ["mira", "hook", "spit", "--weapon", "sword,pistol"],
        ["vex", "hook", "--vs", "--called neck", "--vs", "--mod -4:smoke"],
    ):
        out = ambush("odds", *words).out
        assert max(map(len, out.splitlines())) <= int(width), out
