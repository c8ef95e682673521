"""Rolls that do not wait for each other are asked for at once, and come to what they come to one by
one."""

import random
from collections import Counter
from pathlib import Path

import pytest

from gmtrack.app.run import Outcome, run_command
from gmtrack.app.typed_dice import CommandContext
from gmtrack.cli.main import execute
from gmtrack.cli.parse import parse_step
from gmtrack.dice.asking import AskedDice, RestartCommand, RollQuestion, SimultaneousRolls
from gmtrack.dice.fallen import KeptRolls
from gmtrack.dice.port import Ask, Dice
from gmtrack.dice.sources import AGAIN

ROOT = Path(__file__).parents[1]
EVERYBODY = ("pc", "foe", "ally")
FIGHTS = {
    "swan song": ("loading-dock", "roll-init"),
    "spotlight": ("ninth-street", "roll-init"),
    "storyteller": ("back-room", "roll-init"),
    "sr3": ("garage-night", "roll-init"),
    "sr3, hurt": ("stairwell", "roll-init"),
    "a blast": ("loading-dock", "attack mira tomas ivo pike --weapon grenade"),
}


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GMTRACK_HOME", str(tmp_path / "home"))


class People:
    """All of a fight, who roll the same dice whenever they are asked; `put` is how often several
    were asked at once, `alone` the others."""

    def __init__(self, seed: int, *, at_once: bool, sides: tuple[str, ...] = EVERYBODY) -> None:
        self.seed, self.at_once, self.sides = seed, at_once, sides
        self.put: list[list[str]] = []
        self.alone: list[str] = []
        self.times: Counter[tuple[str, str]] = Counter()

    def __call__(self, rest: Dice, occasion: CommandContext) -> Dice:
        encounter = occasion.encounter
        assert occasion.rehearse is not None
        together = SimultaneousRolls(occasion.rehearse(), self._at_once) if self.at_once else None
        return AskedDice(
            rest, lambda ask: encounter.side(ask.who) in self.sides, self._one, together=together
        )

    def _one(self, ask: Ask, problem: str) -> str:
        assert not problem
        self.alone.append(f"{ask.name} {ask.who}")
        return self._dice(ask)

    def _at_once(self, rolls: list[RollQuestion]) -> None:
        self.put.append([f"{roll.ask.name} {roll.ask.who}" for roll in rolls])
        for roll in reversed(rolls):
            while roll.answer is None:
                roll.say(self._dice(roll.now))
                assert not roll.problem

    def _dice(self, ask: Ask) -> str:
        self.times[ask.name, ask.key] += 1
        times = self.times[ask.name, ask.key]
        chance = random.Random(f"{self.seed} {ask.name} {ask.key} {ask.count} {times}")
        least = 2 if ask.name.endswith(AGAIN) else 1
        return " ".join(str(chance.randint(least, ask.sides)) for _ in range(ask.count))


def done(line: str, people: People) -> Outcome:
    command, step = parse_step(line.split())
    return run_command(command.order(), step, people)


def opened(fight: str) -> None:
    assert execute(["load", str(ROOT / "encounters" / f"{fight}.yaml"), "--fresh"]) == 0


@pytest.mark.parametrize("case", FIGHTS)
@pytest.mark.parametrize("seed", range(4))
def test_at_once_comes_to_the_same_as_one_by_one(case: str, seed: int) -> None:
    fight, line = FIGHTS[case]
    found = []
    for at_once in (False, True):
        opened(fight)
        people = People(seed, at_once=at_once)
        found.append(done(line, people).document())
        assert bool(people.put) == at_once
        for names in people.put:
            assert len(names) > 1
            assert len({name.split()[0] for name in names}) == 1
            assert len({name.split()[1] for name in names}) == len(names)
    assert found[0] == found[1]


def test_all_who_roll_initiative_are_asked_at_once() -> None:
    opened("garage-night")
    people = People(1, at_once=True, sides=("pc",))
    done("roll-init", people)
    assert len(people.put[0]) == 3
    assert not any(name.startswith("initiative ") for name in people.alone)


def test_who_resists_what_may_miss_is_asked_when_it_has_hit() -> None:
    """The soak of one waits for their own defense, and for nobody else's."""
    opened("loading-dock")
    people = People(2, at_once=True, sides=("foe",))
    done("attack mira tomas ivo pike --weapon grenade --roll attack=6,6,6,6,6,6,6,6", people)
    assert [names[0].split()[0] for names in people.put] == ["defense", "soak"]
    assert [len(names) for names in people.put] == [3, 2], "one has dodged"


def test_who_rolls_alone_is_not_asked_beside_others() -> None:
    opened("knife-fight")
    people = People(1, at_once=True)
    done("attack joe bob", people)
    assert people.put == []
    assert people.alone[:2] == ["attack joe", "defense bob"]


def test_dice_that_were_typed_are_asked_of_nobody() -> None:
    opened("garage-night")
    people = People(1, at_once=True, sides=("pc",))
    done("roll-init --roll rook=5,5", people)
    assert [len(names) for names in people.put] == [2]
    assert not any("rook" in name for name in (*people.put[0], *people.alone))


def test_what_has_changed_meanwhile_keeps_the_dice_that_fit() -> None:
    """As when the fight has moved on while they were asked."""
    opened("garage-night")
    people, kept, moved = People(3, at_once=True, sides=("pc",)), [KeptRolls()], [True]

    def asked(rest: Dice, occasion: CommandContext) -> Dice:
        encounter = occasion.encounter
        assert occasion.rehearse is not None
        return AskedDice(
            rest, lambda ask: encounter.side(ask.who) == "pc", people._one,
            kept=kept[0], moved_on=lambda: moved[0],
            together=SimultaneousRolls(occasion.rehearse(), people._at_once),
        )  # fmt: skip

    command, step = parse_step(["roll-init"])
    with pytest.raises(RestartCommand):
        run_command(command.order(), step, asked)
    kept[0], moved[0] = kept[0].for_next_attempt(), False
    assert not people.alone
    outcome = run_command(command.order(), step, asked)
    assert [len(names) for names in people.put] == [3]
    given = [roll.who for roll in outcome.report.rolls if roll.given and roll.name == "initiative"]
    assert len(given) == 3
