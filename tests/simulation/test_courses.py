"""Which of many fights is typical, worst, won and lost, whoever has counted them in what order."""

from random import Random

import pytest

from gmtrack.simulation.courses import Course, Courses, make_course, side_of_interest
from gmtrack.simulation.fight import NOBODY, Ending, Sides
from gmtrack.simulation.processes.jobs import play_here, play_in_processes

from .fights import opened, setup

SHORT = Course("pc", 2, 0, 0, 3)
USUAL = Course("pc", 3, 1, 0, 3)
DEAR = Course("pc", 5, 2, 2, 3)
LOST = Course("foe", 4, 3, 1, 1)
WIPED_OUT = Course("foe", 4, 3, 3, 1)
UNDECIDED = Course(NOBODY, 50, 3, 3, 0)
FIGHTS = [DEAR, USUAL, SHORT, USUAL, LOST, USUAL, WIPED_OUT, LOST, UNDECIDED, SHORT]


def counted(fights: dict[int, Course]) -> Courses:
    found = Courses()
    for number, course in fights.items():
        found.add(course, number)
    return found


def test_each_kind_is_the_first_fight_of_its_course() -> None:
    found = counted(dict(enumerate(FIGHTS))).choose("pc")
    assert found == {"typical": 1, "worst": 6, "won": 1, "lost": 4}


def test_the_order_does_not_matter() -> None:
    numbered, whole = [*enumerate(FIGHTS)], counted(dict(enumerate(FIGHTS)))
    for seed in range(20):
        Random(seed).shuffle(numbered)
        half = len(numbered) // 2
        parts = counted(dict(numbered[:half])).merge(counted(dict(numbered[half:])))
        assert parts == whole
        assert parts.choose("pc") == whole.choose("pc")


def test_what_never_was_is_left_out() -> None:
    only = counted({3: UNDECIDED})
    assert only.choose("pc") == {"typical": 3, "worst": 3}
    assert not Courses().choose("pc")


def test_the_other_side_sees_it_the_other_way_round() -> None:
    found = counted({0: SHORT, 1: LOST}).choose("foe")
    assert (found["won"], found["lost"], found["worst"]) == (1, 0, 0)


def test_a_course_counts_who_fell_on_which_side() -> None:
    encounter = opened("knife-fight")
    sides = Sides(encounter)
    ending = Ending("foe", ["bob"], 3, ["joe"], ["joe"], {})
    assert side_of_interest(sides) == "pc"
    assert make_course(ending, sides) == Course("foe", 3, 1, 1, 0)


@pytest.mark.parametrize("jobs", [2])
def test_they_are_the_same_in_several_processes(jobs: int) -> None:
    one = setup(opened("knife-fight"))
    here = play_here(one, 30, lambda _: None).courses.choose("pc")
    assert play_in_processes(one, 30, jobs, lambda _: None).courses.choose("pc") == here
    assert here.keys() == {"typical", "worst", "won", "lost"}
