"""`log --export`: the fight as a story in Markdown."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Type = Callable[[list[str]], Any]
FIGHT = [
    ["load", "encounters/knife-fight.yaml"],
    ["set", "bob", "name=Bob *the* <b>_x_"],
    ["roll-init", "--roll", "joe=5", "--roll", "bob=1"],
    ["attack", "joe", "bob", "--roll", "attack=6,6,2,4,1,5,1", "--roll", "defense=2,5,4",
     "--roll", "soak=5,5,1,1", "--force"],
    ["next"],
    ["set", "joe", "notes=taken back"],
    ["undo"],
    ["hide", "bob"],
]  # fmt: skip


@pytest.fixture
def story(type_line: Type, tmp_path: Path) -> str:
    for words in FIGHT:
        assert type_line(words).status in (0, 1), words
    screen = type_line(["log", "--export", "story.md"])
    assert (screen.status, screen.out) == (0, "written: story.md\n")
    return (tmp_path / "story.md").read_text(encoding="utf-8")


def test_the_story_has_its_name_its_rules_its_cast_and_its_rounds(story: str) -> None:
    assert story.startswith(
        "<!-- written by gmtrack -->\n# Knife fight behind the bar\n\n*Swan Song, 2"
    )
    headings = [line for line in story.splitlines() if line.startswith("#")]
    assert headings == ["# Knife fight behind the bar", "## Round 1", "## What each did"]
    assert "- Player characters: Joe Schmoe\n- Foes: Bob" in story


def test_an_attack_is_a_sentence_with_every_die_in_small_print(story: str) -> None:
    [block] = [text for text in story.split("\n\n") if "attacks" in text]
    told, small_print = block.splitlines()
    assert told == (
        r"Joe Schmoe attacks Bob \*the\* \<b\>\_x\_ with Combat knife and hits: 4 damage.  "
    )
    assert small_print.startswith(
        "<sub>attack Joe Schmoe 6 6 2 4 1 5 1 (typed) = 3 hits, limit 6; "
    )
    assert "soak Bob" in small_print
    assert small_print.endswith("</sub>")


def test_what_is_between_the_gm_and_the_program_is_not_told(story: str) -> None:
    for word in ("notes", "hidden", "acts at", "`next`"):
        assert word not in story


def test_a_name_is_text_and_nothing_that_markdown_obeys(story: str) -> None:
    assert r"Bob \*the\* \<b\>\_x\_" in story
    assert "<b>" not in story
    assert r"| Bob \*the\* \<b\>\_x\_ | - |" in story


def test_what_was_taken_back_is_not_told(story: str) -> None:
    assert "taken back" not in story
    assert "undo" not in story


def test_the_story_reads_the_same_after_the_fight_was_saved_nowhere_else(
    story: str, type_line: Type, tmp_path: Path
) -> None:
    type_line(["log", "--export", "again.md"])
    assert (tmp_path / "again.md").read_text(encoding="utf-8") == story


def test_notes_are_told_and_not_that_they_are_gone(type_line: Type) -> None:
    type_line(["load", "encounters/knife-fight.yaml"])
    for line in ("note joe wants it back", "note joe", "note fight a storm is coming"):
        assert type_line(line.split()).status == 0
    story = type_line(["log", "--export", "-"]).out
    assert "\n\nNote on Joe Schmoe: “wants it back”.\n\n" in story
    assert "\n\nNote on the fight: “a storm is coming”.\n\n" in story
    assert "is gone" not in story


def test_where_there_is_no_history_there_is_no_story(type_line: Type, tmp_path: Path) -> None:
    type_line(["load", "encounters/knife-fight.yaml"])
    type_line(["roll-init", "--seed", "1"])
    type_line(["save", "saved.yaml"])
    screen = type_line(["-f", "saved.yaml", "log", "--export", "story.md"])
    why = "no history is with saved.yaml (`save` writes none)"
    assert (screen.status, screen.err) == (1, f"error: there is no story: {why}\n")
    assert not (tmp_path / "story.md").exists()


def test_a_story_that_cannot_be_written_is_refused(type_line: Type) -> None:
    type_line(["load", "encounters/knife-fight.yaml"])
    screen = type_line(["log", "--export", "nowhere/story.md", "--json"])
    assert screen.status == 1
    assert screen.doc["error"]["kind"] == "cannot-save"


COUNT = ("First", "Second", "Third")
FALLS = [
    ["load", "encounters/back-room.yaml"],
    ["damage", "nick", "7"],
    ["roll-init", "--seed", "1"],
    ["attack", "host", "nick", "--weapon", "shotgun", "--roll", "attack=9,9,9,9,9", "--force"],
    ["damage", "dog", "40", "--type", "lethal"],
    ["heal", "dog", "all", "--force"],
    ["damage", "bouncer", "40", "--type", "lethal"],
    ["end"],
]


@pytest.fixture
def fallen(type_line: Type) -> str:
    for words in FALLS:
        done = type_line(words)
        assert done.status == 0, done.err
    return str(type_line(["log", "--export", "-"]).out)


def test_who_falls_is_named_there_and_at_the_end(fallen: str) -> None:
    [shot] = [text for text in fallen.split("\n\n") if "shotgun" in text]
    assert re.search(r"\*\*[^*]*Nick[^*]*(dying|unconscious|dead)[^*]*\*\*", shot), shot
    [out] = [text for text in fallen.split("\n\n") if text.startswith("- Nick: ")]
    nick, bouncer = out.splitlines()
    assert nick.endswith("; put out by The host in round 1")
    assert re.fullmatch(r"- The bouncer: \w+ in round 1", bouncer)


def test_who_gets_up_again_is_not_among_the_fallen(fallen: str) -> None:
    assert "**The dog is back in the fight.**" in fallen
    assert "- The dog" not in fallen


def test_who_left_and_who_came_back_is_said_once_and_plainly(type_line: Type) -> None:
    type_line(["load", "encounters/back-room.yaml"])
    for words in (["roll-init"], ["leave", "lena"], ["leave", "dog"], ["join", "dog"]):
        assert type_line(words).status == 0
    story = type_line(["log", "--export", "-"]).out
    assert "\n**The dog is back in the fight.**\n" in story
    assert "roll-init" not in story
    assert "- Lena: fled in round 1" in story
    assert "- The dog" not in story


def test_a_sentence_begins_with_a_capital_and_names_several_with_an_and(type_line: Type) -> None:
    type_line(["load", "encounters/back-room.yaml"])
    for words in (
        ["set", "nick", "name=nick"],
        ["set", "dog", "name=dog"],
        ["act", "nick", "grab", "bouncer", "--seed", "1", "--mod", "20"],
        ["damage", "dog", "40", "--type", "lethal"],
    ):
        done = type_line(words)
        assert done.status == 0, done.err
    story = type_line(["log", "--export", "-"]).out
    assert "Nick and The bouncer are grappling." in story
    assert "**Dog is d" in story
    assert "<sub>grab nick" in story


@pytest.mark.parametrize(
    ("encounter", "lines", "told"),
    [
        (
            "loading-dock",
            ["set pike pools.flesh=8", "heal pike 0", "heal pike 3"],
            "round\n\nPike heals flesh: 1.  \n<sub>Pike: flesh 9/9 left</sub>\n\n## What",
        ),
        (
            "garage-night",
            ["damage rook 3", "heal rook 2"],
            "Rook heals: 2 physical boxes are empty again.",
        ),
        (
            "loading-dock",
            ["attack vex tomas --called neck --seed 3"],
            "Vex attacks Tomas with Target pistol (called shot: neck) and misses.",
        ),
        (
            "car-park",
            ["attack rita guard-1 --called leg --without cover --roll attack=1"],
            "Rita attacks First guard (revolver, called shot: leg) and misses.",
        ),
        (
            "stand-off",
            [
                "attack mara gunner captain -w rifle --with suppressive --with mode=full-auto"
                " --roll attack=1,1,1,1,1"
            ],
            "Mara lays suppressive fire on Gunner and The captain (rifle). Nobody is pinned.",
        ),
    ],
)
def test_sentences_read_as_such(
    type_line: Type, encounter: str, lines: list[str], told: str
) -> None:
    type_line(["load", f"encounters/{encounter}.yaml"])
    for line in lines:
        done = type_line([*line.split(), "--force"])
        assert done.status == 0, done.err
    story = type_line(["log", "--export", "-"]).out
    assert told in story, story


def test_a_graze_is_one_in_the_result_the_log_and_the_story(type_line: Type) -> None:
    type_line(["load", "encounters/knife-fight.yaml"])
    type_line(["set", "bob", "armor_value=20"])
    line = "attack joe bob --roll attack=6,6,2,4,1,5,1 --roll defense=2,1,4"
    assert "no damage to Bob Rock" in type_line(line.split()).out
    assert "-> graze without damage" in re.sub(r"\s+", " ", type_line(["log"]).out)
    story = type_line(["log", "--export", "-"]).out
    assert "Joe Schmoe attacks Bob Rock with Combat knife and grazes Bob Rock: no damage." in story
    assert "; 3 against 0, 3 net</sub>" in story


def test_a_counterattack_and_a_misfire_are_told(type_line: Type) -> None:
    for encounter, line, told in (
        (
            "ninth-street",
            "attack thug-1 joe --defense counter --roll attack=5,5,1 --roll counter=6,6,6,6,6"
            " --seed 1",
            "Joe counterattacks first and hits: 9 damage.",
        ),
        (
            "garage-night",
            "attack spotter rook --with range=60 --roll attack=1,1,1,1,1,1 --roll misfire=3"
            " --roll resist=4,5,6,5 --seed 1",
            ": misfire, 6 damage.",
        ),
    ):
        type_line(["load", f"encounters/{encounter}.yaml"])
        done = type_line([*line.split(), "--force"])
        assert done.status == 0, done.err
        story = re.sub("<sub>.*", "", type_line(["log", "--export", "-"]).out)
        assert told in story, story


def test_several_effects_of_one_are_one_sentence(type_line: Type) -> None:
    type_line(["load", "encounters/loading-dock.yaml"])
    line = "attack vex pike --called gut --roll attack=6,6,6,6,6,6,6,6,6 --seed 1 --force"
    assert type_line(line.split()).status == 0
    story = type_line(["log", "--export", "-"]).out
    assert "Pike is affected: nauseous (gut) and slow death (gut)." in story, story


@pytest.mark.parametrize(
    ("encounter", "lines", "told"),
    [
        (
            "car-park",
            [
                "act crane human-shield clerk --with willing",
                "attack rita crane --roll attack=9,9,9,9",
            ],
            ["The clerk is hit as Crane's human shield."],
        ),
        (
            "car-park",
            [
                "attack dana guard-2 --roll attack=9,9,4,3,2,1",
                "set scene covers.booth.structure=1",
                "attack dana guard-2 --with cover=booth --roll attack=9,9,4,3,2,1",
                "act rita leave-cover",
                "attack rita guard-2 --roll attack=9,9,4,3,1",
            ],
            [
                "The cover (delivery van) is damaged.",
                "The cover (glass of the booth) is destroyed.",
                "The cover (delivery van) stops it.",
            ],
        ),
        (
            "loading-dock",
            ["attack vex pike --with barrier=office-window --seed 2"],
            ["It goes through the office window."],
        ),
    ],
)
def test_whom_and_what_a_shot_meets_on_its_way_is_a_sentence(
    type_line: Type, encounter: str, lines: list[str], told: list[str]
) -> None:
    type_line(["load", f"encounters/{encounter}.yaml"])
    for line in lines:
        done = type_line([*line.split(), "--force"])
        assert done.status == 0, done.err
    story = re.sub(r"<sub>.*?</sub>", "", type_line(["log", "--export", "-"]).out)
    for sentence in told:
        assert sentence in story, story


def test_several_attacks_in_one_go_are_a_sentence_each(type_line: Type) -> None:
    type_line(["load", "encounters/garage-night.yaml"])
    assert type_line(["attack", "guard*", "rook", "--seed", "3"]).status == 0
    story = type_line(["log", "--export", "-"]).out
    assert (
        "First guard attacks Rook (carbine) and misses. Second guard attacks Rook (carbine) and"
        " misses. Third guard attacks Rook (carbine) and misses.  \n<sub>attack First guard "
        in story
    )
    assert "## Before the first combat turn" in story


def test_every_initiative_die_is_told_where_it_fell(type_line: Type) -> None:
    type_line(["load", "encounters/knife-fight.yaml"])
    for line in (
        "roll-init --roll joe=1 --roll bob=2",
        "next",
        "add late --from encounters/knife-fight.yaml:bob",
        "roll-init late --roll late=3",
        "leave bob",
        "join bob",
        "roll-init bob --roll bob=4",
    ):
        done = type_line(line.split())
        assert done.status == 0, done.err
    story = type_line(["log", "--export", "-"]).out
    for who, die in (("Joe Schmoe", 1), ("Bob Rock", 2), ("late", 3), ("Bob Rock", 4)):
        assert f"{who} {die} (typed)" in story, story


def test_what_is_only_declared_is_no_deed_and_who_moves_is_told_once(
    type_line: Type,
) -> None:
    type_line(["load", "encounters/three-thugs-in-the-fog.yaml"])
    for line in (
        "roll-init",
        "act thug-1,geezer-1 fight johnny",
        "act thug-1 weave",
        "act thug-2 move --with to=0,3",
        "act thug-3 move johnny",
        "act johnny,rudy,mona,geezer-1,geezer-2,sally other",
        *["next --seed 1"] * 20,
    ):
        done = type_line(line.split())
        assert done.status == 0, done.err
        if type_line(["board", "--json"]).doc["phase"] == "round-over":
            break
    told = type_line(["log", "--export", "-"]).out.split("## What each")[0]
    assert "\n\nFirst thug moves 3 m, Second thug moves 3 m, Third thug moves 4 m.\n" in told
    assert told.count(" moves ") == 3
    for word in ("fight", "weave", "other"):
        assert word not in told, told


def test_who_moves_is_told_before_what_came_after(type_line: Type) -> None:
    type_line(["load", "encounters/three-thugs-in-the-fog.yaml"])
    for line in (
        "roll-init",
        "act thug-1,thug-2 move johnny",
        "act johnny,rudy,mona,geezer-1,geezer-2,sally,thug-3 other",
        *["next --seed 1"] * 3,
        "act thug-1 stop",
        "next",
    ):
        done = type_line(line.split())
        assert done.status == 0, done.err
    told = type_line(["log", "--export", "-"]).out
    assert (
        "\n\nFirst thug moves 2 m, Second thug moves 2 m.\n\nFirst thug stops.\n\n"
        "Second thug moves 1 m.\n\n" in told
    ), told


def test_a_round_is_called_as_the_ruleset_calls_it(type_line: Type) -> None:
    type_line(["load", "encounters/garage-night.yaml"])
    for line in ("damage rook 1", "roll-init", "damage rook 40", "end"):
        assert type_line(line.split()).status == 0
    story = type_line(["log", "--export", "-"]).out
    for told in (
        "## Before the first combat turn",
        "## Combat turn 1",
        " in combat turn 1\n",
        "\n1 combat turn, ",
    ):
        assert told in story
    assert "Round" not in story


def test_every_round_that_counts_has_a_heading(type_line: Type) -> None:
    type_line(["load", "encounters/ninth-street.yaml"])
    for line in ("roll-init", "set fight round=2", "set fight round=4", "leave joe", "end"):
        assert type_line(line.split()).status == 0
    story = type_line(["log", "--export", "-"]).out
    headings = [line for line in story.splitlines() if line.startswith("## Round")]
    assert headings == ["## Round 1", "## Round 2", "## Round 4"]
    assert "3 rounds, " in story


@pytest.mark.parametrize(
    ("encounter", "line", "told"),
    [
        ("loading-dock", "act vex walk --force", "Vex walks 14 m."),
        ("loading-dock", "test mira first-aid --force", "Mira Kade tests first aid."),
        ("loading-dock", "add thug --template guard", "Thug joins the fight."),
        ("loading-dock", "leave tomas ran off", "**Tomas leaves the fight (ran off).**"),
        ("loading-dock", "act vex run 7 --force", "Vex runs 7 m."),
        ("car-park", "act dana run 8 --force", "Dana runs 8 m."),
        ("car-park", "act rita other climb --force", "Rita: climb."),
        ("ninth-street", "act joe move --force", "Joe moves."),
        ("ninth-street", "act bill hack --force", "Bill: hack."),
        ("back-room", "act host reload --force", "The host reloads. The shotgun is loaded."),
        ("back-room", "damage nick 3", "Nick takes 3 bashing damage."),
        ("garage-night", "damage rook 3", "Rook takes 3 physical damage."),
        ("street-samurai-duel", "damage kaz 3", "Kaz takes 3 damage."),
    ],
)
def test_an_act_says_what_was_done_and_no_costs(
    type_line: Type, encounter: str, line: str, told: str
) -> None:
    for words in (f"load encounters/{encounter}.yaml", "roll-init --seed 2", line):
        done = type_line(words.split())
        assert done.status == 0, done.err
    story = type_line(["log", "--export", "-"]).out
    assert told in [text.strip() for text in story.splitlines()]
    for word in (" AP", "(GM)", " left", "'"):
        assert word not in re.sub(r"<sub>.*?</sub>", "", story.split("## What each")[0]), word
