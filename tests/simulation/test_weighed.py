"""What was weighed is kept for a listener, also what came from a cache, and otherwise not."""

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Attack
from gmtrack.simulation.sense import Sense
from gmtrack.simulation.weighed import DEFENSE, STRIKE, WeighingLog

from .fights import opened
from .test_sense import attack, sense_of


def duel() -> tuple[Encounter, Sense]:
    encounter = opened("knife-fight")
    return encounter, sense_of(encounter)


def test_a_choice_is_noted_with_its_best_option_first() -> None:
    encounter, sense = duel()
    sense.log.is_open = True
    usual = attack(encounter, "joe", "bob")
    chosen = [*sense.options.chosen(Draft(encounter), usual), usual][0]
    choices = sense.log.take()
    assert {choice.about for choice in choices} <= {STRIKE, DEFENSE}
    assert {choice.who for choice in choices} <= {"joe", "bob"}
    for choice in choices:
        worths = [worth for _, worth in choice.options]
        assert len(worths) > 1
        assert worths == sorted(worths, reverse=True)
    best = {choice.about: choice.options[0][0] for choice in choices}[DEFENSE]
    assert isinstance(best, Attack)
    assert best.options.defense == chosen.options.defense
    assert not sense.log.take()


def test_a_choice_from_the_cache_is_noted_again() -> None:
    encounter, sense = duel()
    sense.log.is_open = True

    def weigh() -> list[str]:
        sense.options.chosen(Draft(encounter), attack(encounter, "joe", "bob"))
        return [repr(choice) for choice in sense.log.take()]

    first = weigh()
    assert first
    assert weigh() == first


def test_nobody_listens_so_nothing_is_kept() -> None:
    encounter, sense = duel()
    sense.options.chosen(Draft(encounter), attack(encounter, "joe", "bob"))
    assert not sense.log.take()


def test_the_same_choice_is_taken_once() -> None:
    log = WeighingLog()
    log.is_open = True
    for _ in range(2):
        log.note("joe", STRIKE, [("one", 1.0), ("two", 2.0)])
    log.note("joe", STRIKE, [("alone", 1.0)])
    (only,) = log.take()
    assert only.options == (("two", 2.0), ("one", 1.0))
