"""Attacks by a group in one step and one table, and one initiative for those who are alike."""

from collections.abc import Callable
from itertools import chain
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml

from gmtrack.app.several import in_board_order
from gmtrack.cli.tree import build_command, value_flags
from gmtrack.core.command_table import COMMANDS
from gmtrack.core.encounter import Encounter
from gmtrack.core.grammar import WORDS_OF_RULES
from gmtrack.core.intents import Attack
from gmtrack.rulesets import registry

Type = Callable[[list[str]], Any]
SCORES = {"joe": 6, "ganger": 2, "ganger-2": 2, "bob": 1}
MISS = ["--roll", "attack=1,1,1,2,2,2", "--roll", "defense=6,6,6,6,6,6,6,6,6,6"]


@pytest.fixture
def gangers(ambush: Type) -> Type:
    """Three gangers, alike, under the viaduct; nothing has begun."""
    assert ambush(["add", "ganger", "--count", "3"]).status == 0
    return ambush


def attackers(screen: Any) -> list[str]:
    return [result["attacker"] for result in screen.doc["results"] if "attacker" in result]


def test_each_of_a_group_attacks_and_the_table_has_a_line_for_each(gangers: Type) -> None:
    screen = gangers(["attack", "ganger*", "vex", "--seed", "4"])
    heads, *rows = screen.out.splitlines()
    assert heads.split() == ["Attacker", "Target", "attack", "defense", "Outcome", "Damage"]
    assert [row[:12].strip() for row in rows[:3]] == ["ganger 1", "ganger 2", "ganger 3"]
    assert all("Vex" in row for row in rows[:3])


def test_a_group_attack_is_one_step(gangers: Type) -> None:
    before = gangers(["show", "vex", "--json"]).doc
    assert attackers(gangers(["attack", "ganger*", "vex", "--seed", "5", "--json"])) == [
        "ganger", "ganger-2", "ganger-3",
    ]  # fmt: skip
    assert gangers(["show", "vex", "--json"]).doc != before
    assert gangers(["undo"]).status == 0
    assert gangers(["show", "vex", "--json"]).doc == before


def test_the_table_says_what_has_befallen_whom(gangers: Type) -> None:
    screens = [gangers(["attack", "ganger*", "vex", "--seed", str(n)]).out for n in range(4)]
    assert any("Vex: flesh" in out or "Vex flesh" in out for out in screens), screens


def test_who_cannot_is_left_out_of_a_pattern(gangers: Type) -> None:
    gangers(["damage", "ganger-2", "40"])
    screen = gangers(["attack", "ganger*", "vex", "--seed", "4", "--json"])
    assert attackers(screen) == ["ganger", "ganger-3"]
    [left_out] = screen.doc["left_out"]
    assert left_out["who"] == "ganger-2"
    assert left_out["kind"] == "status"
    told = gangers(["attack", "ganger*", "vex", "--seed", "4"]).out
    assert "ganger 2 is left out: ganger 2 is dead" in told


def test_those_who_are_named_attack_all_or_none(gangers: Type) -> None:
    gangers(["damage", "ganger-2", "40"])
    screen = gangers(["attack", "ganger,ganger-2", "vex", "--json"])
    assert screen.doc["error"]["kind"] == "status"
    assert "rolls" not in gangers(["log", "--last", "1", "--json"]).doc["steps"][0]["line"]


def test_whoever_can_defend_no_longer_is_attacked_without_and_it_says_why(knives: Type) -> None:
    knives(["add", "ganger", "--count", "2"])
    knives(["roll-init", *chain(*(["--roll", f"{who}={face}"] for who, face in SCORES.items()))])
    knives(["attack", "joe", "bob", "--seed", "1"])
    knives(["next"])
    attack = ["attack", "ganger*", "joe", "--defense", "dodge", "--seed", "4"]
    results = knives([*attack, "--json", "--dry-run"]).doc["results"]
    defenses = [one["defense"] for one in results if one["command"] == "attack"]
    assert defenses == [["dodge"], ["standard"]]
    said = " ".join(knives(attack).out.split())
    assert "made without `--defense`: Joe Schmoe has 0 AP" in said


def test_where_nobody_can_the_first_reason_is_told(gangers: Type) -> None:
    gangers(["damage", "ganger*", "40"])
    assert gangers(["attack", "ganger*", "vex", "--json"]).doc["error"]["kind"] == "status"


def test_dice_are_typed_for_one_of_the_group(gangers: Type) -> None:
    line = ["attack", "ganger*", "vex", "--roll", "attack.ganger-2=6,6,6,6,1,1", "--json"]
    rolls = gangers(line).doc["rolls"]
    given = {roll["who"]: roll["dice"] for roll in rolls if roll["given"]}
    assert given == {"ganger-2": [6, 6, 6, 6, 1, 1]}


def groups(gangers: Type, tmp_path: Path, **table: object) -> None:
    """The same with a `table` in the file."""
    gangers(["save", "crowd.yaml"])
    file = tmp_path / "crowd.yaml"
    doc = yaml.safe_load(file.read_text()) | {"table": table}
    file.write_text(yaml.dump(doc, sort_keys=False))
    assert gangers(["load", "crowd.yaml"]).status == 0


def test_a_group_that_the_encounter_names_has_one_initiative(gangers: Type, tmp_path: Path) -> None:
    groups(gangers, tmp_path, groups=["ganger*"])
    dice = ["--roll", "ganger=4", "--roll", "hook=2"]
    rolls = gangers(["roll-init", *dice, "--seed", "1", "--json"]).doc["rolls"]
    of = {roll["who"]: roll for roll in rolls if roll["name"] == "initiative"}
    assert [of[who]["dice"] for who in ("ganger", "ganger-2", "ganger-3")] == [[4], [4], [4]]
    assert of["ganger-3"]["given"]
    assert of["hook"]["dice"] == [2]


def test_a_group_acts_on_its_turn_one_after_the_other(gangers: Type, tmp_path: Path) -> None:
    groups(gangers, tmp_path, groups=["ganger*"])
    gangers(["roll-init", "--roll", "ganger=6", "--roll", "chains=1", "--seed", "2"])
    for _ in range(8):
        if gangers(["board", "--json"]).doc["acting"].startswith("ganger"):
            break
        assert gangers(["next"]).status == 0
    screen = gangers(["attack", "ganger*", "vex", "--seed", "3", "--json"])
    assert sorted(attackers(screen)) == ["ganger", "ganger-2", "ganger-3"]
    assert "left_out" not in screen.doc
    assert [result["command"] for result in screen.doc["results"]].count("next") == 2
    spent = {entry["id"]: entry["ap"] for entry in gangers(["board", "--json"]).doc["order"]}
    assert len({spent[who] for who in ("ganger", "ganger-2", "ganger-3")}) == 1


@pytest.mark.parametrize("table", [{"grups": []}, {"groups": "ganger*"}, {"ask": [1]}])
def test_a_table_that_is_none_is_refused(
    gangers: Type, tmp_path: Path, table: dict[str, Any]
) -> None:
    gangers(["save", "crowd.yaml"])
    file = tmp_path / "crowd.yaml"
    file.write_text(yaml.dump(yaml.safe_load(file.read_text()) | {"table": table}))
    screen = gangers(["validate", "crowd.yaml", "--json"])
    assert screen.status == 1
    assert "table" in screen.out


def test_an_action_of_several_ends_nobodys_turn(gangers: Type) -> None:
    gangers(["roll-init", "--seed", "2"])
    acting = gangers(["board", "--json"]).doc["acting"]
    screen = gangers(["act", "*", "drop-prone", "--json"])
    assert [result["who"] for result in screen.doc["results"] if "who" in result] or (
        screen.doc["who"] == acting
    )
    assert gangers(["board", "--json"]).doc["acting"] == acting


def test_of_any_command_it_is_told_who_was_left_out(gangers: Type) -> None:
    gangers(["damage", "ganger-2", "40"])
    out = gangers(["act", "ganger*", "drop-prone"]).out
    assert "ganger 2 is left out: ganger 2 is dead" in out


def test_who_is_hidden_is_marked_on_the_gms_board(gangers: Type) -> None:
    assert "hidden" not in gangers(["board"]).out
    gangers(["hide", "hook"])
    assert "hidden" in gangers(["board"]).out


def test_numbers_stay_clear_of_those_that_are_taken(type_line: Type) -> None:
    type_line(["load", "encounters/ninth-street.yaml"])
    doc = type_line(["add", "thug", "--count", "2", "--json"]).doc
    assert doc["added"] == ["thug-3", "thug-4"]
    assert type_line(["show", "thug-3", "--json"]).doc["name"] == "thug 3"


@pytest.mark.parametrize("words", [["ganger*"], ["ganger,ganger-2,ganger-3"], ["ganger", "gan*"]])
def test_several_are_rolled_in_by_one_word(gangers: Type, words: list[str]) -> None:
    done = gangers(["roll-init", *words, "--json"])
    rolled = {roll["who"] for roll in done.doc["rolls"] if roll["name"] == "initiative"}
    assert rolled == {"ganger", "ganger-2", "ganger-3"}, done


def test_a_pattern_rolls_in_those_who_may_still_come(gangers: Type) -> None:
    gangers(["roll-init"])
    gangers(["leave", "ganger,ganger-2"])
    gangers(["join", "ganger*"])
    done = gangers(["roll-init", "ganger*", "--json"]).doc
    who = [roll["who"] for one in done["results"] for roll in one["rolls"]]
    assert {"ganger", "ganger-2"} == set(who)
    assert [one["who"] for one in done["left_out"]] == ["ganger-3"]
    assert gangers(["roll-init", "orc*"]).status == 1


SHORT_AND_FULL = {
    "ganger-ambush": (
        ("damage vex hook 1", "damage vex,hook 1"),
        ("damage vex 2 type=fire", "damage vex 2 --type fire"),
        ("heal vex hook all", "heal vex,hook all"),
        ("heal vex 3 power=4", "heal vex 3 --with power=4"),
        ("set vex hook notes=x", "set vex,hook notes=x"),
        ("set * notes=x", "set mira,unit7,vex,blaze,chains,dodger,hook,spit notes=x"),
        ("effect vex hook prone", "effect vex,hook prone"),
        ("effect vex slowed rounds=2", "effect vex slowed --rounds 2"),
        ("effect vex slowed 2", "effect vex slowed --rounds 2"),
        ("effect vex full defense", "effect vex full-defense"),
        ("act vex hook drop-prone", "act vex,hook drop-prone"),
        ("act vex hook spit drop-prone", "act vex,hook,spit drop-prone"),
        ("test vex mira composure threshold=2", "test vex,mira composure --threshold 2"),
        ("test vex soak arp=2", "test vex soak --with arp=2"),
        ("test vex soak arp 2", "test vex soak --with arp=2"),
        ("attack vex hook weapon=stiletto mod=-2:smoke",
         "attack vex hook --weapon stiletto --mod -2:smoke"),
        ("leave vex hook", "leave vex,hook"),
        ("leave vex hook carried off", "leave vex,hook carried off"),
        ("remove vex hook", "remove vex,hook"),
        ("add Lena --template ganger skills.clubs=3 side=ally",
         "add Lena --template ganger --set skills.clubs=3 --set side=ally"),
        ("roll-init vex=5 hoo=3", "roll-init --roll vex=5 --roll hook=3"),
        ("next vex=5 hook=3", "next --roll vex=5 --roll hook=3"),
        ("attack hook vex street smg fa", "attack hook vex --weapon smg --with mode=fa-simple"),
        ("attack hook vex STREET-SMG fa", "attack hook vex --weapon smg --with mode=fa-simple"),
        ("attack hook vex -w street-SMG", "attack hook vex --weapon smg"),
        ("attack hook vex fa", "attack hook vex --with mode=fa-simple"),
        ("roll-init vex hook vex=5", "roll-init vex hook --roll initiative.vex=5"),
    ),
    "garage-night": (
        ("test rook brick body tn=5", "test rook,brick body --with tn=5"),
        ("test guard* body tn=5", "test guard* body --with tn=5"),
        ("set guard* position=5,0", "set guard-1,guard-2,guard-3 position=5,0"),
        ("odds test rook body tn=5", "odds test rook body --with tn=5"),
    ),
    "street-samurai-duel": (
        ("roll-init first=pc", "roll-init --with first=pc"),
        ("act lotus fight samurai,student", "act lotus fight samurai student"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("fight", SHORT_AND_FULL)
def test_people_in_a_row_and_options_without_dashes_mean_their_full_forms(
    fight: str, type_line: Type
) -> None:
    type_line(["load", f"encounters/{fight}.yaml"])
    if fight == "ganger-ambush":  # whoever is whole is not healed
        assert type_line(["set", "vex,hook", "pools.flesh=3"]).status == 0
    rolls = {"test", "act", "attack", "damage", "heal", "effect", "roll-init", "next"}
    for lines in SHORT_AND_FULL[fight]:
        told = []
        for line in lines:
            seed = ["seed=1"] if line.split()[0] in rolls else []
            screen = type_line([*line.split(), *seed, "--json"])
            doc = {key: value for key, value in screen.doc.items() if key != "understood"}
            told.append((screen.status, doc))
            # Who is healed of nothing makes no step.
            idle = line.startswith("heal") and not screen.doc["changes"]
            if not screen.status and "odds" not in line and not idle:
                assert type_line(["undo"]).status == 0
        assert told[0] == told[1], lines
        assert told[0][0] == 0 or "fight" in lines[0], lines


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("delay vex hook", "only whoever has the turn can delay"),
        ("delay orc*", "no combatant matches"),
        ("intervene vex,hook", "who intervenes acts at once"),
        ("intervene vex hook", "who intervenes acts at once"),
        ("what vex hook", "what each can do fills a screen"),
        ("why vex,hook defense", "each has a number of their own"),
        ("odds test vex,hook clubs body", "unexpected 'body'"),
        ("test vex composure foo", "unexpected 'foo'"),
        ("test vex composure actoin=1", "`--with action`"),
        ("attack hook vex -2 smoke", "`-m -2:smoke`"),
        ("attack hook vex -2 neck", "`-m -2`"),
        ("attack hook vex 5 6 2 1", "`-r 5621`"),
        ("attack hook vex 562 1", "`-r 562,1`"),
        ("attack hook vex 12 3", "`-r 12,3`"),
        ("attack hook vex called head", "`-c head`"),
        ("attack hook vex katana", "; hook has smg, switchblade, unarmed"),
        ("attack hook vex -w katana", "there is smg, switchblade, unarmed"),
    ],
)
def test_what_is_not_understood_is_told_with_the_reason_and_what_would_work(
    gangers: Type, line: str, why: str
) -> None:
    screen = gangers([*line.split(), "--json"])
    assert screen.status == 1
    assert why in screen.doc["error"]["message"]


def test_several_are_shown_one_after_the_other(gangers: Type) -> None:
    assert [one["id"] for one in gangers(["show", "vex", "hook", "--json"]).doc["shown"]] == [
        "vex", "hook",
    ]  # fmt: skip
    assert gangers(["show", "ganger*"]).out.count("\nAttributes") == 3


def test_several_of_the_stock_come_in_one_step_that_is_played_again(gangers: Type) -> None:
    assert gangers(["add", "@ganger", "@boss", "side=ally", "--json"]).doc["added"] == [
        "ganger-4", "boss",
    ]  # fmt: skip
    assert gangers(["add", "@boss,@boss", "--json"]).doc["added"] == ["boss-2", "boss-3"]
    assert gangers(["set", "boss*", "weapons.katana=@machete"]).status == 0
    assert gangers(["replay", "--verify"]).status == 0
    assert gangers(["undo", "2"]).status == 0
    assert "boss-2" not in gangers(["board"]).out


def test_no_word_of_the_rules_that_takes_a_value_is_called_like_an_option() -> None:
    """NAME=VALUE is the option where there is one of that name that takes a value. Swan Song's
    `called` is what `--without` switches off; sr3's `karma` stands behind `--with`."""
    both = set()
    for name in [meta.id for meta in registry.metas()]:
        lexicon = registry.load(name).lexicon(Encounter("", name))
        own = {"act": lexicon.by_action, "test": lexicon.by_test}
        for command in (row.name for row in COMMANDS.values() if row.named):
            params = build_command(command).params
            flags = {flag for param in params for flag in value_flags(param)}
            entries = chain(lexicon.words.get(command, ()), *own.get(command, {}).values())
            both |= {(command, f"--{one.word}") for one in entries} & {(command, f) for f in flags}
    called = {("act", "--called"), ("attack", "--called")}
    karma = {("act", "--karma"), ("attack", "--karma"), ("test", "--karma")}
    assert both - set(WORDS_OF_RULES) == called | karma


def test_a_name_in_quotes_and_with_a_comma_is_one_weapon(gangers: Type) -> None:
    riot = (
        "{name: 'Riot gun, gel rounds', kind: ranged, skill: automatics, dv: 8S, modes: [single]}"
    )
    assert gangers(["set", "hook", f"weapons.riot={riot}"]).status == 0
    for words in (["-w", "Riot gun gel rounds"], ["riot gun, gel rounds"], ["Street SMG"]):
        weapon = "smg" if "SMG" in words[0] else "riot"
        screen = gangers(["attack", "hook", "vex", *words, "--dry-run", "--force", "--json"])
        assert screen.status == 0, screen
        assert screen.doc["understood"] == [f"attack hook vex --weapon {weapon} --force"]


def test_a_piece_of_the_scene_can_be_called_as_reports_do(type_line: Type) -> None:
    type_line(["load", "encounters/ninth-street.yaml"])
    screen = type_line(["act", "joe", "take-cover", "parked car", "--json"])
    assert screen.doc["understood"] == ["act joe take-cover car"]


def test_whoever_has_the_turn_is_the_first_of_a_group() -> None:
    board = {"order": [{"id": one} for one in ("ann", "bob", "cas")], "acting": "bob"}
    ruleset: Any = SimpleNamespace(board=lambda _: SimpleNamespace(doc=board))
    attacks: list[Any] = [Attack(who, ("dan",)) for who in ("cas", "ann", "eve", "bob")]
    found = in_board_order(ruleset, Encounter("Any", "toy"), [*attacks])
    assert [one.attacker for one in found if isinstance(one, Attack)] == [
        "bob",
        "cas",
        "ann",
        "eve",
    ]
