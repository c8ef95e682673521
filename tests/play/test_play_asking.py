"""What a question says: what it is about, what was rolled before, who rolls what."""

from collections.abc import Callable
from typing import Any

import pytest

from gmtrack.app.typed_dice import CommandContext
from gmtrack.cli.main import execute
from gmtrack.dice.asking import AskedDice
from gmtrack.dice.port import Answer, Ask, Dice, Goal, Reading
from gmtrack.play.question_text import (
    describe_dice,
    explain_reading,
    explain_roll,
    render_roll_question,
)
from gmtrack.play.questions.who_is_asked import ALL, AskSetting
from gmtrack.play.table import PlayTable

Type = Callable[[list[str]], Any]
WIDTH = 60


class Session:
    """A session in which everybody rolls: the questions, and what is typed, in order. `pool`: the
    dice that are added to each roll but the attack, `own` those that are added to that."""

    def __init__(self, again: bool = False, pool: int = 0, own: int = 0) -> None:
        self.pool, self.own = pool, own
        self.pools: list[str] = []
        self.table = PlayTable(execute)
        self.table.asking.setting = AskSetting(("pc", "foe"), ALL)
        self.table.asking.put = lambda choice: ""
        self.table.asking.rollers = self.rollers
        self.questions: list[str] = []
        self.helps: list[list[str]] = []
        self.typed: list[str] = []
        self.again = again
        self.offered = 0

    def rollers(self, rest: Dice, occasion: CommandContext) -> Dice:
        def question(ask: Ask, problem: str) -> str:
            assert not problem
            self.questions.append(
                render_roll_question(ask, occasion, WIDTH, self.table.asking.weapon)
            )
            self.helps.append(list(explain_roll(ask, occasion.encounter)))
            return self.typed.pop(0) if self.typed else ""

        def offer(ask: Ask, answer: Answer) -> bool:
            self.offered += 1
            return self.again

        def added(asks: list[Ask]) -> list[int]:
            self.pools += [f"{ask.name} {ask.offer and ask.offer.most}" for ask in asks]
            return [self.own if ask.name == "attack" else self.pool for ask in asks]

        return AskedDice(rest, lambda ask: True, question, offer, self.table.asking.kept, added)


KNIFE = "Joe Schmoe attacks Bob Rock with Combat knife"
SPEAR = "Kaz attacks The student with spear"
SMG = "Rook attacks First guard with smg"
QUESTIONS = {
    "swan song": (
        "knife-fight",
        ["attack joe bob", "5511111"],
        [
            [
                KNIFE,
                "Joe Schmoe: attack, 7 dice, 6 count at most",
                "  7 = 4 agility + 3 blades",
            ],
            [
                KNIFE,
                "Joe Schmoe: attack, 2 hits",
                "Bob Rock: defense, 3 dice (2 reaction + 1 intuition)",
            ],
        ],
    ),
    "spotlight": (
        "ninth-street",
        ["attack joe punk --called head"],
        [
            [
                "Joe attacks Street punk with heavy-pistol, head",
                "Joe: attack, 5 dice (5 firearms), Difficulty 5",
            ]
        ],
    ),
    "storyteller": (
        "back-room",
        ["attack nick bouncer"],
        [
            [
                "Nick attacks The bouncer with knuckles",
                "Nick: attack, 3 dice (3 strength + 3 brawl - 3 defense)",
            ]
        ],
    ),
    "sr3": (
        "garage-night",
        ["attack rook guard-1", "666555", ""],
        [
            [SMG, "Rook: attack, 6 dice (6 skill), TN 4"],
            [
                SMG,
                "Rook: attack, 6 hits against TN 4",
                "First guard: resist, 4 dice (4 body), TN 2",
            ],
        ],
    ),
    "i2050": (
        "street-samurai-duel",
        ["attack kaz student --defense none", "9", "1"],
        [
            [SPEAR, "Kaz: attack, d20, target 12"],
            [SPEAR, "Kaz: attack, 9 against target 12", "Kaz: damage, d8"],
        ],
    ),
    "a test": (
        "knife-fight",
        ["test joe composure --threshold 2"],
        [
            [
                "Joe Schmoe: test composure",
                "Joe Schmoe: test, 6 dice, threshold 2",
                "  6 = 3 charisma + 3 willpower",
            ]
        ],
    ),
}


@pytest.mark.parametrize("case", QUESTIONS)
def test_a_question_says_what_it_is_about(type_line: Type, case: str) -> None:
    fight, typed, asked = QUESTIONS[case]
    assert type_line(["load", f"encounters/{fight}.yaml"]).status == 0
    session = Session()
    line, *session.typed = typed
    assert session.table.run_line(line) == 0
    found = [question.split("\n") for question in session.questions]
    assert found[: len(asked)] == asked
    assert all(len(text) <= WIDTH for lines in found for text in lines)
    assert all(len(lines) <= 3 for lines in found)
    assert all("Enter: the program rolls" in lines[-2] for lines in session.helps)


@pytest.mark.parametrize("again", [True, False])
def test_karma_for_a_reroll_is_offered_when_the_dice_have_fallen(
    type_line: Type, again: bool
) -> None:
    assert type_line(["load", "encounters/knife-fight.yaml"]).status == 0
    session = Session(again)
    session.typed = ["5511111", "11111"] if again else ["5511111"]
    assert session.table.run_line("attack joe bob") == 0
    assert session.offered == 1
    step = type_line(["log", "--json"]).doc["steps"][-1]
    first, second = step["report"]["rolls"][:2]
    assert first["dice"] == [5, 5, 1, 1, 1, 1, 1]
    assert second["name"] == ("attack_reroll" if again else "defense")
    assert step["line"] == "attack joe bob" + (" --karma reroll" if again else "")


NO_REROLL = {
    "no misses": ([], "5555555"),
    "no Karma left": (["set", "joe", "karma=0"], "5511111"),
}


@pytest.mark.parametrize("case", NO_REROLL)
def test_it_is_not_offered_where_it_cannot_matter(type_line: Type, case: str) -> None:
    before, dice = NO_REROLL[case]
    assert type_line(["load", "encounters/knife-fight.yaml"]).status == 0
    assert not before or type_line(before).status == 0
    session = Session(again=True)
    session.typed = [dice]
    assert session.table.run_line("attack joe bob") == 0
    assert session.offered == 0


READINGS = [
    (6, 3, Reading(hit=5), "a die counts at 5 or more"),
    (
        6,
        3,
        Reading(hit=8, again=6, adds=True),
        "a die counts at 8 or more; a 6 is rolled again and added",
    ),
    (10, 3, Reading(hit=10, again=9), "a die counts at 10; a 9 or more is rolled again"),
    (6, 3, Reading(sum=True), "the dice are added up"),
    (20, 1, Reading(sum=True), "the die as it lies"),
    (6, 1, Reading(marked=2), "the first die in the order typed also counts by its face"),
    (6, 3, Reading(marked=-2), "the last 2 dice in the order typed also count by their faces"),
]


@pytest.mark.parametrize(("sides", "count", "reading", "says"), READINGS)
def test_it_explains_what_is_read(sides: int, count: int, reading: Reading, says: str) -> None:
    assert "; ".join(explain_reading(Ask("test", "joe", count, sides, reading))) == says


def test_dice_without_parts_are_told_with_their_sides() -> None:
    assert describe_dice(Ask("damage", "joe", 2, 6, Reading(sum=True))) == "2d6"
    assert (
        describe_dice(Ask("attack", "joe", 1, 20, Reading(sum=True), goal=Goal("target", ())))
        == "d20"
    )


POOLS = {
    # what is typed, the dice before the offer, how many are taken, what is offered, the line
    "a shot": (
        "attack rook guard-1",
        "555555",
        2,
        ["attack 6", "resist 5"],
        "guard-1:resist-pool=2",
    ),
    "none": ("attack rook guard-1", "555555", 0, ["attack 6", "resist 5"], ""),
    "a miss": ("attack rook guard-1", "111111", 2, ["attack 6"], ""),
    "told already": ("attack rook guard-1 --with resist-pool=0 pool=0", "555555", 2, [], ""),
    "melee": (
        "attack boss brick -w unarmed --with defense-weapon=axe",
        "5555",
        2,
        ["attack 4", "defend 4"],
        "brick:defense-pool=2",
    ),
    "full defense": (
        "attack boss brick -w unarmed --without visibility --defense full",
        "5555",
        1,
        ["attack 4", "resist 6"],
        "brick:resist-pool=1",
    ),
}


@pytest.mark.parametrize("case", POOLS)
def test_pool_dice_are_offered_before_the_roll_that_they_help(type_line: Type, case: str) -> None:
    line, fell, taken, offers, word = POOLS[case]
    assert type_line(["load", "encounters/garage-night.yaml"]).status == 0
    session = Session(pool=taken)
    session.typed = [fell]
    assert session.table.run_line(line) == 0
    assert session.pools == offers
    step = type_line(["log", "--json"]).doc["steps"][-1]
    assert step["line"] == line + (f" --with {word}" if word else "")
    assert "".join(map(str, step["report"]["rolls"][0]["dice"])).startswith(fell)
