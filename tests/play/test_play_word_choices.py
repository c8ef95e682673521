"""Words that a command leaves open are asked for at the prompt: a spell's level, and its force."""

from collections.abc import Callable
from typing import Any

import pytest

from gmtrack.cli.main import execute
from gmtrack.core.encounter import Data
from gmtrack.errors import GmtrackError
from gmtrack.play.choices import PlayerChoice
from gmtrack.play.phones import choice_for_players, make_choice_question
from gmtrack.play.questions.who_is_asked import CHOICES, POINTS
from gmtrack.play.questions.word_choices import OpenWords
from gmtrack.play.table import PlayTable

from .answering import Answering

Open = Callable[..., Answering]
LEVEL = "manabolt, drain: l 3L, m 3M, s 3S, d 3D Kes: level? l, m, s, d (Enter = m)"
FORCE = (
    "manabolt, drain: 6 3S, 5 2S, 4 2S, 3 2S, 2 2S, 1 2S Kes: force? 6, 5, 4, 3, 2, 1 (Enter = 6)"
)


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch, type_line: object) -> Open:
    """Opens a session in a home of its own."""
    return lambda *lines, **how: Answering(monkeypatch, "street-clinic", *lines, **how)


@pytest.mark.parametrize(
    ("answer", "level", "people"),
    [("s", "s", "off"), ("D", "d", "pc dice"), ("", "m", "pc"), ("m", "m", "pc all")],
)
def test_the_level_of_a_spell_is_asked_for_with_its_drain(
    session: Open, answer: str, level: str, people: str
) -> None:
    """SRX-004: whoever rolls the dice, as nothing holds without it."""
    table = session(people=people)
    asked = table.type("a kes gus manab", answer)
    assert asked[0] == LEVEL
    assert sum("level?" in text for text in asked) == 1
    assert table.last_step()["line"] == f"attack kes gus manab --with level={level}"
    assert table.last_step()["spell"]["level"] == level.upper()


@pytest.mark.parametrize(
    ("line", "answers", "expected"),
    [
        ("act kes cast manabolt gus", ["l"], "act kes cast manabolt gus --with level=l"),
        ("attack kes gus --weapon manabolt --with level=l", [], ""),
        ("attack kes gus manabolt level=l", [], ""),
        ("act kes cast mage-armor kes", [], ""),
        ("attack kes gus", [], ""),
    ],
)
def test_nothing_else_is_asked_for(
    session: Open, line: str, answers: list[str], expected: str
) -> None:
    table = session(people="off")
    assert len(table.type(line, *answers)) == len(answers)
    assert table.last_step()["line"] == (expected or line)


def test_the_force_is_asked_for_like_points(session: Open) -> None:
    """SRX-003, SRX-036: by default all that was learned; above magic the drain is physical."""
    table = session(people="pc")
    assert not any("force?" in text for text in table.type("a kes gus manab", "s"))
    table.type("undo")
    table.type("ask pc all")
    asked = table.type("a kes gus manab", "s", "4")
    assert asked[:2] == [LEVEL, FORCE]
    assert table.last_step()["line"].endswith("--with level=s --with force=4")
    table.type("undo")
    assert FORCE in table.type("a kes gus manab level=s")
    assert table.last_step()["spell"]["force"] == 6
    table.type("undo")
    table.type("set kes spells.manabolt.force=7")
    assert "7 3S physical, 6 3S" in " ".join(table.type("a kes gus manab level=s"))


def test_the_question_before_is_gone_back_to(session: Open) -> None:
    table = session(people="pc all")
    asked = table.type("a kes gus manab", "s", "<", "l", "3")
    assert [text for text in asked if "level?" in text] == [
        LEVEL,
        LEVEL.replace("Enter = m", "Enter = s, as before"),
    ]
    assert table.last_step()["line"].endswith("--with level=l --with force=3")


def test_friends_and_the_dead_are_asked_about_before_the_level(session: Open) -> None:
    table = session(people="off")
    friend, level = table.type("a kes doc manab", "yes", "l")
    assert friend.startswith("Doc is on Kes's side")
    assert level == LEVEL
    table.type("damage gus 40 --type physical")
    dead, level = table.type("a kes gus manab", "yes", "l")
    assert dead.startswith("Gus is dead")
    assert level.endswith("(Enter = m)")
    table.type("a kes doc manab", "no")


def test_what_is_refused_anyway_is_refused_without_a_question(session: Open) -> None:
    table = session("damage kes 10 --type stun", people="off")
    with pytest.raises(AssertionError):
        table.type("a kes gus manab")
    assert table.questions == []


@pytest.mark.parametrize("alone", [True, False])
def test_nobody_is_asked_where_the_answer_is_a_document_or_nobody_is_there(
    session: Open, alone: bool
) -> None:
    table = session(people="off")
    if alone:
        table.table.asking.put = None
    line = "a kes gus manab" + ("" if alone else " --json")
    with pytest.raises(AssertionError):
        table.type(line)
    assert table.questions == []


# --- whom the question is for ---


@pytest.fixture
def clinic(type_line: object) -> PlayTable:
    table = PlayTable(execute)
    table.run_line("load @street-clinic --fresh")
    return table


def asked_in(table: PlayTable, line: str, kinds: tuple[str, ...]) -> list[PlayerChoice]:
    """The questions of a line, where the caster is asked about these kinds."""
    found: list[PlayerChoice] = []
    fight = table.fight
    assert fight is not None
    assert fight.known.encounter is not None

    def put(choice: PlayerChoice) -> str:
        found.append(choice)
        return ""

    def trial(words: list[str]) -> Data | None:
        try:
            return table._try_line(words)
        except GmtrackError:
            return None

    words = OpenWords(fight.ruleset, fight.known.encounter)
    words.ask(line.split(), lambda who, kind: kind in kinds, trial, put)
    return found


def test_the_player_is_asked_on_their_phone_where_players_choose(clinic: PlayTable) -> None:
    line = "attack kes gus --weapon manabolt"
    assert [one.who for one in asked_in(clinic, line, ())] == [""]
    level, force = asked_in(clinic, line, (CHOICES, POINTS))
    assert (level.who, force.who) == ("kes", "kes")
    nothing: Any = lambda text: False  # noqa: E731
    assert clinic.fight is not None
    assert clinic.fight.known.encounter is not None
    seen = choice_for_players(level, clinic.fight.known.encounter, lambda _: nothing)
    question = make_choice_question(seen, "Kes", nothing, "1", "")
    assert (question.about, question.line) == (
        "You attack Gus with manabolt", "At which level do you cast manabolt?",
    )  # fmt: skip
    assert question.deeds == ("Light", "Moderate", "Serious", "Deadly", "Moderate")
    assert [(word, cost) for word, _, cost in question.options] == [
        ("l", "drain 3L"), ("m", "drain 3M"), ("s", "drain 3S"), ("d", "drain 3D"),
    ]  # fmt: skip
    assert question.enter == "m"
    assert question.attacks[0] == f"{line} --with level=l"
    assert question.attacks[-1] == f"{line} --with level=m"


def test_only_what_the_rules_allow_now_is_offered(clinic: PlayTable) -> None:
    [level] = asked_in(clinic, "attack rune kes --weapon powerbolt --with force=2", ())
    assert [entry.word for entry in level.words] == ["l", "m", "s", "d"]
    assert asked_in(clinic, "attack rune kes --weapon powerbolt --with force=30", ()) == []


# --- the rounds of full auto ---


@pytest.fixture
def garage(type_line: object) -> PlayTable:
    table = PlayTable(execute)
    table.run_line("load @garage-night --fresh")
    table.run_line("roll-init --seed 1")
    return table


def numbers_of(choice: PlayerChoice) -> list[int]:
    return [int(entry.word) for entry in choice.words]


def test_the_rounds_of_full_auto_are_asked_for(
    monkeypatch: pytest.MonkeyPatch, type_line: object
) -> None:
    """SR-060: 3 at least, and no more than are loaded."""
    table = Answering(monkeypatch, "garage-night", "roll-init --seed 1", people="pc dice")
    asked = table.type("a rook boss full-auto", "8")
    assert asked[0].startswith("full auto with smg: 30 rounds loaded Rook: rounds? 3, 4,")
    assert asked[0].endswith("(Enter = 6)")
    assert table.last_step()["line"] == "attack rook boss full-auto --with rounds=8"


@pytest.mark.parametrize(
    ("lines", "numbers"),
    [
        ([], [*range(3, 11), 15, 20, 25, 30]),
        (["set rook weapons.smg.ammo=7"], [*range(3, 8)]),
        (["set rook weapons.smg.ammo=12"], [*range(3, 11), 12]),
        (["set rook weapons.smg.ammo=2"], None),
    ],
)
def test_only_rounds_that_are_loaded_and_allowed_are_offered(
    garage: PlayTable, lines: list[str], numbers: list[int] | None
) -> None:
    for line in lines:
        assert garage.run_line(line) == 0, line
    asked = asked_in(garage, "attack rook boss --with mode=fa", (CHOICES,))
    assert [numbers_of(one) for one in asked] == ([] if numbers is None else [numbers])


@pytest.mark.parametrize(
    "line",
    [
        "attack rook boss --with mode=fa --with rounds=4",
        "attack rook boss guard-1 --with mode=fa",
        "attack rook boss --with mode=bf",
        "attack rook nobody --with mode=fa",
        "attack rook boss --weapon nothing --with mode=fa",
    ],
)
def test_rounds_are_asked_for_full_auto_at_one_target_alone(garage: PlayTable, line: str) -> None:
    assert asked_in(garage, line, (CHOICES, POINTS)) == []


# --- spell defense ---


SHIELDED = ("roll-init --seed 1", "act kes spell-defense doc --with sorcery=3")


def test_whoever_protects_a_target_is_asked_for_dice_of_spell_defense(
    clinic: PlayTable,
) -> None:
    """SRX-045: asked like any defense, on their own phone."""
    for line in SHIELDED:
        assert clinic.run_line(line) == 0, line
    attack = "attack rune doc --weapon powerbolt --with level=s --with force=2 --force"
    assert asked_in(clinic, attack, ()) == []
    [asked] = asked_in(clinic, attack, (CHOICES,))
    assert (asked.who, asked.enter, asked.spoken.enter) == ("kes", "none", "none")
    assert asked.spoken.asks == "How many dice of your spell defense do you use?"
    assert asked.spoken.labels == ("1 die", "2 dice", "3 dice")
    assert asked.costs == ("2 left", "1 left", "0 left")
    assert asked.attacks[1] == f"{attack} --with kes:spell-defense=2"
    for other in (
        f"{attack} --with kes:spell-defense=1",
        "attack rune gus --weapon powerbolt --with level=s --force",
        "attack kes doc --weapon manabolt --with level=s --force",
    ):
        words = [one.who for one in asked_in(clinic, other, (CHOICES,))]
        assert "kes" not in words, other


def test_dice_of_spell_defense_are_rolled_as_they_were_chosen(session: Open) -> None:
    table = session(*SHIELDED, people="pc")
    asked = table.type("attack rune doc powerb level=s --force", "2")
    assert asked[0].startswith("spell defense of Kes: 3 dice set aside")
    step = table.last_step()
    assert step["line"].endswith("--with kes:spell-defense=2")
    assert ("spell_defense", 2) in [(one["name"], len(one["dice"])) for one in step["rolls"]]
