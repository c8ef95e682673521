"""What screens and answers say of a fight by a page, where they once said less or too much."""

from pathlib import Path

import pytest

from gmtrack import Fight
from gmtrack.play.json_lines import answer_lines

from ..typing_in import doc, done, refused, told

FIGHTS = Path(__file__).with_name("fights")
PAGE = """\
gmtrack: 1
kind: system
title: Brawl
sheet: {max_hp: 10, dr: 0, will: 3}
tracks:
  shield: {max: 5, start: 2, before: hp}
  hp: max_hp
  stress: {max: 6, counts: up}
  luck: {max: 9, start: will, help: Points to spend.}
  grit: {max: 5, start: 1, during: hp < 3, help: What is left to somebody badly hurt.}
status:
  dying: {when: hp = 0, down: yes, turn: yes, due: "act {who} cling"}
damage:
  track: hp
  types: [blunt, fire]
  steps:
    dr: {less: target.dr}
    flinch: {told: yes, target: {add: {stress: 1}}, help: The target flinches.}
initiative: {roll: d20, each: fight}
turn: {budget: {action: 1}}
attacks:
  swing:
    roll: d6
    against: {defenses: {duck: d6, block: d6}, default: duck}
    bands:
      blocked: {when: theirs >= rolled and defense = block}
      ducked: {when: theirs >= rolled and defense != none, self: {add: {stress: 1}}}
      hit: {damage: 4}
actions:
  cling: {costs: {action: 0}, self: {add: {stress: 1}}}
"""
FIGHT = """\
gmtrack: 1
name: Brawl
ruleset: ./brawl.yaml
combatants:
  ann: {name: Ann, side: pc, weapons: {fist: {}}}
  bob: {name: Bob, weapons: {fist: {}}}
"""


@pytest.fixture
def brawl(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Open a fight of two by a page of the game master's own, whose file is returned."""
    monkeypatch.chdir(home)
    (home / "brawl.yaml").write_text(PAGE)
    (home / "fight.yaml").write_text(FIGHT)
    done("load", "fight.yaml")
    return home / "brawl.yaml"


def load_fantasy(fight: str) -> None:
    done("load", str(FIGHTS / f"{fight}.yaml"))


# --- tracks ---


@pytest.mark.parametrize("words", ["--pool stress", "stress"])
def test_any_track_is_healed_by_its_name(brawl: Path, words: str) -> None:
    done("damage bob 4 --pool stress")
    assert "Bob: stress 4 to 1" in told(f"heal bob 3 {words}")
    assert "Bob: stress 1 to 0" in told(f"heal bob all {words}")


def test_a_track_is_healed_to_where_it_stood_at_first(brawl: Path) -> None:
    done("damage bob 2 --pool luck")
    done("damage bob 1 --pool shield")
    assert "Bob: luck 1 to 3" in told("heal bob all luck")
    assert "Bob: shield 1 to 2" in told("heal bob all shield")
    assert "Bob: luck 3 to 5" in told("heal bob 2 luck")


def test_damage_of_a_type_goes_to_the_track_that_is_named(brawl: Path) -> None:
    done("set bob dr=1")
    answer = doc("damage bob 4 --type fire --pool stress")
    assert [one["what"] for one in answer["changes"]] == ["stress"]
    assert (answer["damage"]["base"], answer["damage"]["dealt"]) == (4, 3)


def test_a_track_that_counts_only_sometimes_is_off_the_board_and_begins_anew(brawl: Path) -> None:
    assert "grit" not in told("board")
    done("damage bob 12")
    assert told("board").count("grit") == 1
    done("heal bob 3 grit")
    assert doc("show bob")["tracks"]["grit"]["now"] == 4
    done("heal bob 2")
    assert doc("show bob")["tracks"]["grit"]["now"] == 4
    done("heal bob 2")
    assert "grit" not in told("board")
    assert doc("show bob")["tracks"]["grit"]["now"] == 1


def test_death_saves_are_over_for_whoever_has_hit_points_again(home: Path) -> None:
    load_fantasy("ambush")
    assert "successes" not in told("board")
    done("damage kira 20")
    assert "successes" in told("board")
    done("test kira death --roll death=1")
    done("heal kira 4")
    assert "failures" not in told("board")
    done("damage kira 4")
    assert doc("show kira")["tracks"]["failures"]["now"] == 0
    done("damage ogre 30")
    done("set ogre dies_at_0=yes")
    assert told("board").count("failures") == 1


def test_only_heroes_have_chips(home: Path) -> None:
    done("new", "Train", "--ruleset", "exploding", "--example")
    assert "chips" not in told("board")
    done("set ann wild=yes")
    assert told("board").count("chips") == 1
    assert doc("show ann")["tracks"]["chips"] == {"now": 3, "max": 9}


def test_who_was_shoved_stands_up_by_the_page_of_pools(home: Path) -> None:
    done("new", "Raid", "--ruleset", "pools", "--example")
    done("act ann shove bob")
    assert "Bob: stand up" in told("act bob stand-up")
    assert "prone" not in told("board")


def test_one_chance_has_one_number_on_the_screen_of_odds(home: Path) -> None:
    load_fantasy("lair")
    done("set kira wis_save=-7")
    said = told("odds moth kira --weapon wand")
    outcome = said.partition("held")[2].split("%")[0].strip()
    assert outcome == "95.0"
    assert "paralyzed 95.0 %" in said


# --- rest ---


def test_nobody_rolls_in_a_rest_who_lacks_nothing(home: Path) -> None:
    load_fantasy("ambush")
    done("damage kira 5")
    answer = doc("rest hour --seed 1")
    assert [one["who"] for one in answer["rolls"]] == ["kira"]
    said = told("rest hour --seed 1 --dry-run")
    assert "hp" in said
    assert "temp hp" not in said
    assert "successes" not in said


def test_a_step_that_takes_nothing_is_not_told(brawl: Path) -> None:
    said = told("attack ann bob --roll attack=6 --roll duck=1")
    assert "4 damage Bob" in said
    done("set bob dr=1")
    assert "4 damage, dr -1 = 3" in told("attack ann bob --roll attack=6 --roll duck=1")


# --- attacks ---


def test_an_outcome_may_ask_which_defense_was_chosen(brawl: Path) -> None:
    line = "attack ann bob --roll attack=3 --defense"
    assert doc(f"{line} duck --roll duck=3")["outcome"] == "ducked"
    assert doc(f"{line} block --roll block=3")["outcome"] == "blocked"
    assert doc(f"{line} none")["outcome"] == "hit"
    odds = doc("odds ann bob --defense block")["outcomes"]
    assert odds["blocked"] == pytest.approx(21 / 36)
    assert "ducked" not in odds


def test_a_field_called_defense_keeps_its_meaning(brawl: Path) -> None:
    text = PAGE.replace("will: 3", "will: 3, defense: 2")
    text = text.replace("defense = block", "target.defense + defense = 4")
    brawl.write_text(text.replace(" and defense != none", ""))
    answer = doc("attack ann bob --roll attack=3 --defense duck --roll duck=3")
    assert answer["outcome"] == "blocked"


def test_an_outcome_that_the_target_rolls_is_told_with_their_name(home: Path) -> None:
    load_fantasy("ambush")
    said = told("attack kira ogre --weapon fire --roll attack=20 --roll damage=1,2,3")
    assert "Ogre: saved" in said


def test_why_names_the_row_that_did_it_and_not_the_track(brawl: Path) -> None:
    lines = PAGE.splitlines()

    def row(text: str) -> str:
        return next(f"BRAWL-{n}" for n, line in enumerate(lines, 1) if text in line)

    done("attack ann bob --with flinch --roll attack=6 --roll duck=1")
    said = told("why bob")
    assert row("hit: {damage: 4}") in said
    assert row("flinch:") in said
    assert row("  hp: max_hp") not in said
    assert row("  stress:") not in said
    done("undo")
    done("damage bob 3")
    # Nothing but the track itself says what damage by hand does.
    assert row("  hp: max_hp") in told("why bob hp")


def test_damage_for_all_is_rolled_below_whose_it_is(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(home)
    load_fantasy("ambush")
    said = done("attack kira ogre goblin --weapon fire --seed 1").out.splitlines()
    assert said[0] == "Kira: fire"
    assert "damage" in said[1]
    assert [line for line in said if line.startswith("Kira attacks")] == [
        "Kira attacks Ogre with fire",
        "Kira attacks Goblin with fire",
    ]
    done("log --export story.md --players")
    assert "Kira: fire" not in Path("story.md").read_text()


def test_an_action_that_only_ends_a_condition_needs_it(home: Path) -> None:
    load_fantasy("ambush")
    assert "Kira is not prone" in refused("act kira stand-up")
    assert "stand-up" not in told("what kira").partition("Not now")[0]
    done("act kira stand-up --force")
    done("effect kira prone")
    assert "Kira: stand up" in told("act kira stand-up")
    done("new", "Old", "--ruleset", "oldschool", "--example")
    assert "Bob is not asleep" in refused("act ann wake bob")


def test_nobody_dodges_who_is_down(home: Path) -> None:
    load_fantasy("ambush")
    done("act ogre dodge")
    done("set ogre dies_at_0=no")
    assert doc("odds kira ogre")["outcomes"]["critical"] == pytest.approx(1 / 400)
    done("damage ogre 30")
    assert doc("odds kira ogre")["outcomes"]["critical"] == pytest.approx(1 / 20)


# --- the order, and what can be done ---


def test_before_the_first_round_people_stand_as_in_the_file(home: Path) -> None:
    load_fantasy("ambush")
    assert [one["id"] for one in doc("board")["order"]] == ["kira", "goblin", "ogre"]
    done("set ogre dex=20")
    assert [one["id"] for one in doc("board")["order"]] == ["kira", "goblin", "ogre"]
    done("roll-init --roll kira=9 --roll goblin=9 --roll ogre=6")
    assert [one["id"] for one in doc("board")["order"]] == ["ogre", "kira", "goblin"]


def test_commands_that_pages_never_have_are_no_choices(home: Path) -> None:
    load_fantasy("ambush")
    done("roll-init --roll kira=15 --roll goblin=9 --roll ogre=3")
    for line in ("what kira", "what"):
        said = told(line)
        assert "delay" not in said
        assert "intervene" not in said
    assert "go on with `turn WHO`" in refused("delay kira")


def test_what_comes_by_itself_stands_below_what_can_be_done(home: Path) -> None:
    load_fantasy("ambush")
    done("roll-init --roll kira=15 --roll goblin=9 --roll ogre=3")
    done("effect ogre burning 1")
    said = done("what kira").out.splitlines()
    places = [
        next(n for n, line in enumerate(said) if text in line)
        for text in ("attack kira goblin", "test kira", "effect ogre burning --end")
    ]
    assert places == sorted(places)


def test_what_a_condition_forbids_is_told_as_a_sentence(home: Path) -> None:
    load_fantasy("ambush")
    done("effect goblin paralyzed")
    assert "Goblin cannot attack: paralyzed" in refused("attack goblin kira")


def test_somebody_with_a_fixed_place_needs_no_dice(home: Path) -> None:
    load_fantasy("lair")
    said = refused("roll-init lair -r 5")
    assert "The lair acts at 20 and rolls nothing: `roll-init` begins the round" in said
    done("set wyrm hp=0")
    assert "Wyrm rolls no initiative now" in refused("roll-init wyrm -r 5")
    assert "Kept for the first round" in told("roll-init kira -r 5")


# --- what is due ---


def test_what_a_status_asks_for_is_due_on_board_and_at_the_turn(brawl: Path) -> None:
    done("roll-init --roll ann=15 --roll bob=9")
    done("damage bob 20")
    assert "due" not in told("board")
    assert "Bob is dying: `act bob cling`" in told("next")
    assert "due: `act bob cling` (Bob is dying)" in told("board")
    assert doc("board")["due"] == ["act bob cling"]


def test_what_is_due_is_done_once_in_a_turn(home: Path) -> None:
    load_fantasy("ambush")
    done("roll-init --roll kira=15 --roll goblin=9 --roll ogre=3")
    done("damage kira 20")
    assert doc("board")["due"] == ["test kira death"]
    done("test kira death --roll death=12")
    assert doc("board")["due"] == []
    assert "due" not in told("board")
    for _ in range(2):
        assert "Kira is dying" not in told("next")
    assert "Kira is dying: `test kira death`" in told("next")


# --- pages that change ---


def test_programs_are_told_once_that_a_page_has_changed(brawl: Path) -> None:
    with Fight.active() as fight:
        assert "news" not in fight.run("board").document
        brawl.write_text(PAGE.replace("{damage: 4}", "{damage: 5}"))
        [news] = fight.run("board").document["news"]
        assert "brawl.yaml has changed" in news
        assert "attacks.swing" in news
        assert "news" not in fight.run("board").document


def test_a_refused_line_keeps_the_news_for_the_next_answer(
    brawl: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    import io
    import json

    brawl.write_text(PAGE.replace("{damage: 4}", "{damage: 5}"))
    answer_lines(Fight.active(), io.StringIO("attack ann nobody\nboard\nboard\n"))
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert ["news" in one for one in answers] == [False, True, False]
    assert "error" in answers[0]
