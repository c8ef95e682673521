"""Choices of one side that are made otherwise: the fight follows them, and the answer names the
one that moves it most."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from gmtrack.app.simulation.choices import MOST_FIGHTS, choices_document, list_habits
from gmtrack.app.simulation.runner import FightRunner
from gmtrack.core.intents import Act, Attack, Intent
from gmtrack.errors import Refusal
from gmtrack.simulation.fight import Sides, SimulatedFight
from gmtrack.simulation.habits import (
    ALWAYS,
    AREA,
    COVER,
    DEFENSE,
    FOCUS,
    NEVER,
    OFFERED,
    ON,
    TARGET,
    Habit,
    Habits,
)
from gmtrack.simulation.tally import Tally
from gmtrack.simulation.work import Player

from .fights import opened, setup, sharing_player
from .test_sense import with_sense

CROWDS = ("ganger-ambush", "ninth-street", "back-room", "stairwell", "three-thugs-in-the-fog")
"""A fight of several against several in each ruleset."""
ROUNDS = 1


class Deeds:
    """All that is done in a fight."""

    def __init__(self, fight: SimulatedFight, monkeypatch: pytest.MonkeyPatch) -> None:
        self.done: list[Intent] = []
        resolve = fight._resolve

        def watched(intent: Intent) -> Refusal | None:
            refused = resolve(intent)
            if refused is None:
                self.done.append(intent)
            return refused

        monkeypatch.setattr(fight, "_resolve", watched)
        fight.play()

    def attacks_of(self, people: Sequence[str]) -> list[Attack]:
        return [one for one in self.done if isinstance(one, Attack) and one.attacker in people]

    def actions_of(self, people: Sequence[str]) -> list[str]:
        return [one.action for one in self.done if isinstance(one, Act) and one.who in people]


def deeds(name: str, habit: Habit | None, monkeypatch: pytest.MonkeyPatch) -> Deeds:
    """What is done in the first fight of a setup with this habit."""
    one = with_sense(opened(name))._replace(rounds=ROUNDS, varied=habit)
    return Deeds(sharing_player(one).fight(0), monkeypatch)


@cache
def people_of(name: str, side: str) -> list[str]:
    sides = Sides(opened(name)).side_by_combatant
    return [who for who, one in sides.items() if one == side]


@pytest.mark.parametrize(
    ("name", "target"),
    [
        ("loading-dock", ""),
        ("ninth-street", ""),
        ("back-room", ""),
        ("garage-night", ""),
        ("three-thugs-in-the-fog", ""),
    ],
)
def test_a_side_gathers_on_one_foe(
    name: str, target: str, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """Without a name it is the last of the party. In the back room Lena dodges: by a few trials it
    would seem that nobody can harm her."""
    if name != "back-room":
        request.getfixturevalue("roughly")
    last = target or people_of(name, "pc")[-1]
    done = deeds(name, Habit("foe", TARGET, ON, last), monkeypatch)
    assert last in done.attacks_of(people_of(name, "foe"))[0].targets


@pytest.mark.usefixtures("roughly")
@pytest.mark.parametrize("name", CROWDS)
def test_a_side_never_defends_itself(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    party = people_of(name, "pc")
    done = deeds(name, Habit("pc", DEFENSE, NEVER), monkeypatch)
    for attack in done.attacks_of(people_of(name, "foe")):
        if {*attack.targets} <= {*party}:
            assert not attack.options.defense
    assert not {"dodge", "weave", "full-defense"} & {*done.actions_of(party)}


@pytest.mark.usefixtures("roughly")
def test_a_side_takes_cover_always_or_never(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = opened("ganger-ambush")
    duel = replace(whole, combatants={who: whole.combatants[who] for who in ("mira", "spit")})
    found: dict[str, int] = {}
    for how in (ALWAYS, NEVER):
        one = with_sense(duel)._replace(rounds=ROUNDS, varied=Habit("pc", COVER, how))
        done = Deeds(Player(one).fight(0), monkeypatch)
        found[how] = done.actions_of(["mira"]).count("take-cover")
    assert (found[ALWAYS], found[NEVER]) == (1, 0)


def test_nobody_who_always_takes_cover_hides_behind_the_foe_s_own() -> None:
    """In the stand-off the party is behind the forklift, which is the first piece."""
    one = with_sense(opened("stand-off"))._replace(varied=Habit("foe", COVER, ALWAYS))
    fight = Player(one).fight(0)
    taken = next(intent for intent in fight._cover_intents("guard", fight._aims("guard")))
    assert isinstance(taken, Act)
    assert taken.args == ("crates",)


def test_a_habit_is_that_of_one_side_and_each_choice_is_noted() -> None:
    habits = Habits({"joe": "pc", "bob": "foe"}, Habit("foe", AREA, NEVER))
    assert habits.note_and_allow("joe", AREA)
    assert not habits.note_and_allow("bob", AREA)
    assert habits.note_and_allow("bob", DEFENSE)
    assert habits.met == {("pc", AREA), ("foe", AREA), ("foe", DEFENSE)}
    assert habits.varied_habit("bob", AREA) == Habit("foe", AREA, NEVER)
    assert habits.varied_habit("joe", AREA) is habits.varied_habit("bob", COVER) is None


def test_what_a_side_never_came_to_is_not_varied() -> None:
    one = with_sense(opened("ganger-ambush"))
    of_targets = {habit.choice for habit in list_habits(one, {})}
    assert of_targets == {TARGET}
    hows = {habit.how for habit in list_habits(one, {})}
    assert hows == {ON, FOCUS}
    met = {("pc", OFFERED): 1, ("pc", COVER): 1, ("foe", AREA): 2}
    found = [
        (habit.side, habit.choice, habit.how)
        for habit in list_habits(one, met)
        if habit.choice != TARGET
    ]
    assert found == [("pc", COVER, ALWAYS), ("pc", COVER, NEVER), ("foe", AREA, NEVER)]
    # Of a duel nobody can gather.
    assert not [*list_habits(with_sense(opened("knife-fight")), {})]


def of_tally(won: int, fights: int, *met: tuple[str, str]) -> Tally:
    tally = Tally()
    tally.fights = fights
    tally.won.update({"pc": won, "foe": fights - won})
    tally.met.update(met)
    return tally


class Referee(FightRunner):
    """Plays nothing: a habit has the chance that is known beforehand."""

    def __init__(self, chances: dict[Habit, float]) -> None:
        super().__init__(1)
        self.chances = chances
        self.played: dict[Habit, int] = {}

    def play(self, setup: Any, fights: int, heard: Any, first: int = 0, most: int = 0) -> Tally:
        del heard, most
        assert first == self.played.get(setup.varied, 0)
        self.played[setup.varied] = first + fights
        return of_tally(round(self.chances.get(setup.varied, 0.5) * fights), fights)


def test_the_choice_that_moves_the_answer_most_is_played_most_and_comes_first() -> None:
    mira, defense = Habit("foe", TARGET, ON, "mira"), Habit("pc", DEFENSE, NEVER)
    referee = Referee({mira: 0.1, defense: 0.3})
    tally = of_tally(500, 1000, ("pc", DEFENSE), ("foe", DEFENSE))
    doc = choices_document(with_sense(opened("ganger-ambush")), tally, referee)
    first, second, *others = doc["choices"]
    assert (first["side"], first["choice"], first["how"], first["who"]) == (
        "foe", "target", "on", "mira",
    )  # fmt: skip
    assert first["won"]["pc"] == pytest.approx(0.1, abs=0.02)
    assert first["fights"] == MOST_FIGHTS
    assert second["choice"] == "defense"
    assert "who" not in second
    assert second["fights"] < MOST_FIGHTS
    # What moves nothing is left early.
    assert {one["fights"] for one in others} == {round(MOST_FIGHTS * 0.15)}


def test_where_sense_has_nothing_to_choose_it_says_so_and_plain_fights_vary_nothing() -> None:
    nobody = with_sense(opened("knife-fight"))
    referee = Referee({})
    assert choices_document(nobody, of_tally(5, 10), referee) == {"nothing_to_choose": True}
    plain = setup(opened("ganger-ambush"))
    assert choices_document(plain, of_tally(5, 10), referee) == {}
    broken = of_tally(5, 10, ("pc", DEFENSE))
    broken.broken_off = True
    assert choices_document(nobody, broken, referee) == {}
    assert not referee.played


@pytest.mark.usefixtures("roughly")
def test_players_of_a_varied_choice_share_what_they_work_out_and_change_nothing() -> None:
    one = with_sense(opened("knife-fight"))._replace(rounds=ROUNDS)
    where = FightRunner(1)
    before = where.play(one, 4, lambda _: None)
    never = one._replace(varied=Habit("pc", DEFENSE, NEVER))
    varied = where.play(never, 4, lambda _: None)
    assert vars(where.play(one, 4, lambda _: None)) == vars(before)
    alone = Player(never).play(range(4))
    assert vars(alone) == vars(varied)
    assert where._players.find(one)._sense is where._players.find(never)._sense
