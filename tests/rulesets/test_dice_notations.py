"""Dice in each notation and at each place where they can be typed, in every ruleset."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from long_run import crossed
from play.answering import Answering, rolls

from .comparing import Data
from .typing_in import doc, done, refused

ROOT = Path(__file__).parents[2]


class Table(NamedTuple):
    """A ready-made fight, and lines in it that roll dice. `rolls` are the first rolls of an attack
    and of a test, with a short form of each name; `fell` are faces for them."""

    fight: str
    attack: str
    test: str
    rolls: tuple[tuple[str, str], tuple[str, str]]
    fell: tuple[int, ...]
    initiative: tuple[str, ...]
    """The players who are asked for initiative together; empty if nobody rolls any."""

    def line(self, place: str) -> list[str]:
        """The line of a place: `attack`, or `test`."""
        return (self.test if place == "test" else self.attack).split()

    def roll(self, place: str) -> str:
        return self.rolls[place == "test"][0]

    @property
    def has_small_dice(self) -> bool:
        return max(self.fell) < 10


TABLES = {
    "swan song": Table(
        "knife-fight",
        "attack joe bob",
        "test joe perception",
        (("attack.joe", "att"), ("perception.joe", "perc")),
        (6, 6, 2, 4, 1, 5, 1),
        ("joe", "bob"),
    ),
    "spotlight": Table(
        "ninth-street",
        "attack wendy thug-1",
        "test wendy athletics",
        (("attack.wendy", "att"), ("test.wendy", "te")),
        (6, 6, 2, 4, 1, 5, 1),
        ("joe", "sally", "bill", "wendy"),
    ),
    "storyteller": Table(
        "back-room",
        "attack nick bouncer",
        "test nick wits",
        (("attack.nick", "att"), ("test.nick", "te")),
        (8, 2, 3, 9, 1, 5, 1),
        ("nick", "lena"),
    ),
    "sr3": Table(
        "garage-night",
        "attack rook guard-1",
        "test rook body",
        (("attack.rook", "att"), ("test.rook", "te")),
        (5, 5, 2, 4, 1, 5, 1),
        ("rook", "brick", "hale"),
    ),
    "i2050": Table(
        "street-samurai-duel",
        "attack kaz student",
        "test kaz dex",
        (("attack.kaz", "att"), ("test.kaz", "te")),
        (17,),
        (),
    ),
}
WITH_POOLS = [name for name in TABLES if name != "i2050"]


@pytest.fixture
def begun(home: Path) -> Callable[[str], Table]:
    """Opens a fight in its first round."""

    def begin(ruleset: str) -> Table:
        table = TABLES[ruleset]
        done("load", str(ROOT / "encounters" / f"{table.fight}.yaml"))
        done("roll-init", "--seed", "3")
        return table

    return begin


def faces_for(table: Table, line: Sequence[str], roll: str) -> list[int]:
    """As many faces as the roll of this line has dice."""
    return list(table.fell[: len(rolls(doc(*line, "--force", "-n", "--seed", "3"))[roll])])


def writings(faces: list[int], *, small: bool) -> Iterator[list[str]]:
    """The dice in each notation, as words of a line."""
    words = [str(face) for face in faces]
    yield words
    yield [",".join(words)]
    yield [" ".join(words)]
    if small:
        yield ["".join(words)]
        yield ["".join(words[:2]), *filter(None, ["".join(words[2:])])]


def named(name: str, writing: list[str]) -> list[str]:
    """The words of dice with a name: `NAME=DICE`, in as many words as the dice have."""
    return [f"{name}={writing[0]}", *writing[1:]]


@pytest.mark.parametrize("place", ["attack", "test"])
@pytest.mark.parametrize("ruleset", TABLES)
def test_each_notation_gives_the_same_dice_in_a_line(
    ruleset: str, place: str, begun: Callable[[str], Table]
) -> None:
    table = begun(ruleset)
    line, roll = table.line(place), table.roll(place)
    full, short = table.rolls[place == "test"]
    faces = faces_for(table, line, roll)
    who = roll.partition(".")[2]
    ways: list[Callable[[list[str]], list[str]]] = [
        lambda writing: writing,
        lambda writing: named(full, writing),
        lambda writing: named(short, writing),
        lambda writing: [short, *writing],
        lambda writing: named(who, writing) if place == "attack" else writing,
    ]
    for writing, way in crossed(writings(faces, small=table.has_small_dice), ways, 2):
        typed = way(writing)
        answer = doc(*line, "-r", *typed, "--force", "-n", "--seed", "3")
        assert rolls(answer)[roll] == faces, typed


@pytest.mark.parametrize("ruleset", TABLES)
def test_each_notation_gives_the_same_dice_when_a_step_is_amended(
    ruleset: str, begun: Callable[[str], Table]
) -> None:
    table = begun(ruleset)
    line, roll = table.line("test"), table.roll("test")
    faces = faces_for(table, line, roll)
    other = [faces[0] % max(table.fell) + 1, *faces[1:]]
    for writing in writings(faces, small=table.has_small_dice):
        done(*line, "--force", "-r", *named(roll, [str(face) for face in other]))
        seq = last_step()["seq"]
        done("amend", str(seq), "-r", *named(roll, writing))
        assert rolls(last_step(seq)["report"])[roll] == faces, writing
        assert done("replay", "--verify")
        done("undo", "2")


@pytest.mark.parametrize("ruleset", TABLES)
def test_each_notation_gives_the_same_odds(ruleset: str, begun: Callable[[str], Table]) -> None:
    table = begun(ruleset)
    _, *words = table.line("attack")
    faces = faces_for(table, table.line("attack"), table.roll("attack"))
    found = [
        {**doc("odds", *words, "-r", *typed), "line": ""}
        for writing in writings(faces, small=table.has_small_dice)
        for typed in (writing, named(table.roll("attack"), writing))
    ]
    assert all(one == found[0] for one in found[1:])


@pytest.mark.parametrize("ruleset", WITH_POOLS)
def test_each_notation_gives_the_same_initiative(ruleset: str, home: Path) -> None:
    table = TABLES[ruleset]
    done("load", str(ROOT / "encounters" / f"{table.fight}.yaml"))
    first, second = table.initiative[:2]
    asked = rolls(doc("roll-init", "-n", "--seed", "3"))
    dice = {who: list(table.fell[: len(asked[f"initiative.{who}"])]) for who in (first, second)}
    both = zip(writings(dice[first], small=True), writings(dice[second], small=True), strict=True)
    ways: list[Callable[[list[str], list[str]], list[str]]] = [
        lambda one, other: [*named(first, one), *named(second, other)],
        lambda one, other: [first, *one, second, *other],
        lambda one, other: ["-r", *named(first, one), "--roll", *named(second, other)],
        lambda one, other: ["-r", *named(f"initiative.{first}", one), *named(second, other)],
    ]
    for (one, other), way in crossed(both, ways, 2):
        typed = way(one, other)
        fell = rolls(doc("roll-init", *typed, "-n", "--seed", "4"))
        assert [fell[f"initiative.{who}"] for who in dice] == [*dice.values()], typed


@pytest.mark.parametrize("ruleset", TABLES)
def test_each_notation_is_an_answer_to_a_question(
    ruleset: str, monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    table = TABLES[ruleset]
    roll = table.roll("test")
    who = roll.partition(".")[2]
    session = Answering(monkeypatch, table.fight, "roll-init --seed 3", people=who)
    faces = faces_for(table, table.line("test"), roll)
    forms = ("{text}", "{who}={text}", "{who} {text}", "{short} = {text}")
    for writing, form in crossed(writings(faces, small=table.has_small_dice), forms, 2):
        typed = form.format(text=" ".join(writing), who=who, short=who[:2].upper())
        session.type(f"{table.test} --force", typed)
        assert rolls(session.last_step())[roll] == faces, typed


@pytest.mark.parametrize("ruleset", WITH_POOLS)
def test_each_notation_is_an_answer_to_a_question_to_several(
    ruleset: str, monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    table = TABLES[ruleset]
    people = table.initiative
    session = Answering(monkeypatch, table.fight, people=" ".join(people))
    asked = rolls(doc("roll-init", "-n", "--seed", "3"))
    dice = {who: list(table.fell[: len(asked[f"initiative.{who}"])]) for who in people}
    each = [list(writings(dice[who], small=True)) for who in people]
    for way in range(len(each[0])):
        texts = [" ".join(one[way]) for one in each]
        for sign in ("=", " "):
            line = " ".join(f"{who}{sign}{text}" for who, text in zip(people, texts, strict=True))
            session.type("roll-init", line)
            step = session.last_step()
            assert {who: rolls(step)[f"initiative.{who}"] for who in people} == dice, line
            session.type("undo")


def last_step(seq: int = 0) -> Data:
    """The last step of the history, or the one with a number."""
    return doc("log", str(seq)) if seq else doc("log")["steps"][-1]


def counted(document: Data, roll: str) -> tuple[int, list[int], bool]:
    """The hits of a roll, its dice, and whether somebody typed them."""
    for block in document.get("attacks") or [document]:
        for one in block["rolls"]:
            if f"{one['name']}.{one['who']}" == roll:
                hits = one.get("hits", one.get("successes"))
                return hits, one["dice"], one["given"]
    raise AssertionError(roll)


@pytest.mark.parametrize("place", ["attack", "test"])
@pytest.mark.parametrize("ruleset", WITH_POOLS)
def test_hits_alone_are_kept_as_they_were_typed(
    ruleset: str, place: str, begun: Callable[[str], Table], home: Path
) -> None:
    table = begun(ruleset)
    line, roll = table.line(place), table.roll(place)
    if (ruleset, place) == ("spotlight", "attack"):
        line += ["--called", "head"]  # else two of the dice are the location
    count = len(faces_for(table, line, roll))
    hits = count // 2 + 1
    for typed in ([f"{hits}h"], [str(hits), "hits"]):
        done(*line, "--force", "-r", *named(roll, typed), "--seed", "3")
        seq = last_step()["seq"]
        step = last_step(seq)
        assert counted(step["report"], roll) == (hits, [], True)
        assert f"{roll}={' '.join(typed)}" in step["line"].replace("'", "")
        assert "typed as hits" in done("log", str(seq)).out
        done("log", "--export", str(home / f"{len(typed)}.md"))
        assert "(typed as hits)" in (home / f"{len(typed)}.md").read_text(encoding="utf-8")
        assert "as they went" in done("replay", "--verify").out
        # Whatever else is amended, the hits stay.
        done("amend", str(seq), "--mod", "0:nothing")
        assert counted(last_step(seq)["report"], roll) == (hits, [], True)
        done("amend", str(seq), "-r", f"{roll}={count}h")
        assert counted(last_step(seq)["report"], roll) == (count, [], True)
        assert "as they went" in done("replay", "--verify").out
        done("undo", "3")


@pytest.mark.parametrize("ruleset", WITH_POOLS)
def test_odds_know_hits_alone(ruleset: str, begun: Callable[[str], Table]) -> None:
    table = begun(ruleset)
    line, roll = table.line("attack"), table.roll("attack")
    if ruleset == "spotlight":
        line += ["--called", "head"]
    count = len(faces_for(table, line, roll))
    assert doc("odds", *line[1:], "-r", f"{count}h")["outcomes"]


FACES_NEEDED = {
    "swan song": (
        ["attack", "joe", "bob", "-r", "1h"],
        "with fewer than 4 hits it may be a glitch",
    ),
    "spotlight": (["attack", "wendy", "thug-1", "-r", "1h"], "the faces decide the location"),
    "storyteller": (
        ["test", "nick", "wits", "--mod", "-9", "-r", "0h"],
        "with no hit it may be a dramatic failure",
    ),
    "sr3": (["test", "rook", "body", "-r", "0h"], "with no hit it may be a botch"),
}


@pytest.mark.parametrize("ruleset", FACES_NEEDED)
def test_hits_alone_are_refused_where_the_faces_matter(
    ruleset: str, begun: Callable[[str], Table]
) -> None:
    begun(ruleset)
    line, why = FACES_NEEDED[ruleset]
    said = refused(*line, "--force", "-n")
    assert "type each die, not just the hits" in said
    assert why in said


SAID_BEFORE = {
    "swan song": ("test joe perception", "joe", "hits alone from", "dice (Enter = roll):"),
    "spotlight": ("attack wendy thug-1 --defense dodge", "wendy", "the faces decide the location"),
    "storyteller": ("test nick wits", "nick", "hits alone: 2h; dice (Enter = roll):"),
    "storyteller, chance die": (
        "test nick wits --mod -9",
        "nick",
        "the face decides a dramatic failure; dice (Enter = roll):",
    ),
    "sr3": ("test rook body", "rook", "hits alone from 1h on; dice (Enter = roll):"),
}


@pytest.mark.parametrize("ruleset", SAID_BEFORE)
def test_the_question_says_before_whether_hits_are_enough(
    ruleset: str, monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    line, who, *says = SAID_BEFORE[ruleset]
    fight = TABLES[ruleset.partition(",")[0]].fight
    session = Answering(monkeypatch, fight, "roll-init --seed 3", people=who)
    asked = session.type(f"{line} --force")
    assert all(text in asked[-1] for text in says), asked


@pytest.mark.parametrize(
    ("rule", "least"), [("more_than_half", 4), ("half_or_more", 4), ("off", 0)]
)
def test_glitches_decide_from_how_many_hits_on_hits_are_enough(
    rule: str, least: int, home: Path
) -> None:
    text = (ROOT / "encounters" / "knife-fight.yaml").read_text(encoding="utf-8")
    file = home / "glitches.yaml"
    file.write_text(f"{text}\nhouse_rules: {{glitch_rule: '{rule}'}}\n", encoding="utf-8")
    done("load", str(file))
    done("roll-init", "--seed", "3")
    line = ["attack", "joe", "bob", "-n", "-r"]
    done(*line, f"{least}h")
    if least:
        assert f"with fewer than {least} hits it may be a glitch" in refused(*line, f"{least - 1}h")
