"""Who rolls: the dice that `table: {ask: [joe]}` asks for, where a command rolls several times."""

from pathlib import Path

from gmtrack.core.draft import Draft
from gmtrack.core.report import Report
from gmtrack.dice.asking import AskedDice
from gmtrack.dice.port import Ask
from gmtrack.dice.sources import RandomDice

from .book import BOOK, CORE


def asked_of(who: str, line: str, folder: Path, fight: dict[str, object]) -> list[str]:
    """The rolls for which a person is asked who rolls the dice of `who`."""
    sheets = {name: BOOK.cast[name] for name in ("joe", "bob", "ann")}
    doc = {
        "gmtrack": 1, "name": "asked", "ruleset": "storyteller", "combatants": sheets,
        "house_rules": {"contest_tie": "reroll"}, "fight": {"combatants": fight},
    }  # fmt: skip
    encounter = CORE.encounter(doc)
    questions: list[str] = []

    def question(ask: Ask, problem: str) -> str:
        questions.append(f"{ask.name}.{ask.key}")
        return " ".join(["1"] * ask.count)

    dice = AskedDice(RandomDice(1), lambda ask: ask.who == who, question)
    report: Report = CORE.ruleset.resolve(
        Draft(encounter), CORE.intent(CORE.parsed(line.split()), encounter), dice
    )
    assert {roll.given for roll in report.rolls if roll.who == who} <= {True}
    return questions


def test_each_roll_of_a_burst_is_asked_of_the_shooter(tmp_path: Path) -> None:
    line = "attack joe bob ann bob --weapon rifle --with burst=long"
    assert asked_of("joe", line, tmp_path, {}) == ["attack.bob", "attack.ann", "attack.bob.2"]
    assert asked_of("bob", line, tmp_path, {}) == []


def test_a_dodge_is_asked_of_the_target(tmp_path: Path) -> None:
    line = "attack joe bob --defense dodge"
    assert asked_of("joe", line, tmp_path, {}) == ["attack.joe"]
    assert asked_of("bob", line, tmp_path, {}) == ["dodge.bob"]


def test_a_roll_that_is_repeated_is_asked_of_the_same_one(tmp_path: Path) -> None:
    line = "act joe disarm bob --force --mod -9 --defense-mod -9"
    found = asked_of("bob", line, tmp_path, {"bob": {"wielded": ["knife"]}})
    assert found[0] == "disarm_resist.bob"
    assert all(key.startswith("disarm_resist.bob") for key in found)
