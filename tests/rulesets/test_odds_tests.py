"""Odds of tests are what the rules do: every face of every die, and real tests by the dice."""

from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from gmtrack.app.odds import tests as app_tests
from gmtrack.app.odds.tests import test_odds as odds_of
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Test as Wanted
from gmtrack.odds.amounts import TooManyRuns
from gmtrack.odds.tests import TestChances as Chances
from gmtrack.odds.tests import exact_test_chances, sample_test_chances

from .odds_play import FaceDice, core

ENCOUNTERS = Path(__file__).parents[2] / "encounters"
TRIALS = 1_000


class Sample(NamedTuple):
    """One test: the ruleset's folder, a ready-made fight, the line, and house rules."""

    folder: str
    fight: str
    line: str
    rules: tuple[tuple[str, object], ...] = ()

    def __str__(self) -> str:
        return f"{self.folder}: {self.line}"


ONE_DIE = (("again", "none"),)
SMALL = (
    Sample("swan_song", "ganger-ambush", "test vex composure --threshold 2 --mod -4"),
    Sample("swan_song", "ganger-ambush", "test vex composure --threshold 2 --mod -5 --limit 1"),
    Sample("swan_song", "ganger-ambush", "test vex perception --mod -6"),
    Sample("swan_song", "ganger-ambush", "test vex surprise --mod -8"),
    Sample("swan_song", "ganger-ambush", "test vex composure --mod -5 --karma reroll"),
    Sample("swan_song", "ganger-ambush", "test vex,spit 2 --threshold 1"),
    Sample("swan_song", "ganger-ambush", "test vex composure --mod -7 --threshold 1"),
    Sample("spotlight", "stand-off", "test gunner willpower --threshold 2"),
    Sample("spotlight", "stand-off", "test dex firearms --threshold 1 --mod 1"),
    Sample("storyteller", "back-room", "test nick composure --threshold 2", ONE_DIE),
    Sample("storyteller", "back-room", "test nick consciousness", ONE_DIE),
    Sample("storyteller", "back-room", "test nick surprise --mod -2 --threshold 1", ONE_DIE),
    Sample("storyteller", "back-room", "test nick composure --mod -3", ONE_DIE),
    Sample("sr3", "garage-night", "test brick intelligence --threshold 2 --with tn=3"),
    Sample("sr3", "garage-night", "test spotter knockdown --with level=M --with tn=3"),
    Sample("sr3", "garage-night", "test spotter resist --with damage=4M"),
    Sample("i2050", "street-samurai-duel", "test lotus katana --mod -3"),
    Sample("i2050", "street-samurai-duel", "test lotus cool"),
    Sample("i2050", "street-samurai-duel", "test lotus dex --with against=master"),
)
LARGE = (
    Sample("swan_song", "ganger-ambush", "test vex pistols+agility --threshold 5"),
    Sample("spotlight", "stand-off", "test mara firearms --threshold 2"),
    Sample("storyteller", "back-room", "test nick wits+brawl --threshold 2"),
    Sample("sr3", "garage-night", "test brick resist --with damage=12S --with successes=2"),
    Sample("i2050", "street-samurai-duel", "test lotus katana --with against=kaz:katana"),
)


def fight_of(sample: Sample) -> Encounter:
    doc: dict[str, Any] = yaml.safe_load((ENCOUNTERS / f"{sample.fight}.yaml").read_text())
    doc["house_rules"] = {**(doc.get("house_rules") or {}), **dict(sample.rules)}
    return core(sample.folder).encounter(doc)


def asked(sample: Sample, fight: Encounter) -> Wanted:
    play = core(sample.folder)
    intent = play.intent(play.parsed(sample.line.split()), fight)
    assert isinstance(intent, Wanted)
    return intent


def is_far(tried: float, chance: Fraction) -> bool:
    """Whether a chance that TRIALS gave is further from the exact one than luck explains: by three
    and a half standard deviations, and by two trials of something rare. Chances of a half may be
    off by 0.055, others by less."""
    sigma = sqrt(chance * (1 - chance) / TRIALS)
    return abs(tried - chance) >= max(3.5 * sigma, 2 / TRIALS)


def exactly(sample: Sample) -> Chances:
    fight = fight_of(sample)
    ruleset = core(sample.folder).ruleset
    return exact_test_chances(
        ruleset, fight, asked(sample, fight), lambda everything: everything, 2_000
    )


def same(one: Chances, other: Chances) -> None:
    assert one.people == other.people
    assert one.damage == other.damage
    assert one.rolls.keys() == other.rolls.keys()
    for key, roll in one.rolls.items():
        assert roll.amounts == other.rolls[key].amounts
        assert roll.counts == other.rolls[key].counts


@pytest.mark.parametrize("sample", SMALL, ids=str)
def test_odds_of_a_test_are_those_of_every_face_of_every_die(sample: Sample) -> None:
    fight = fight_of(sample)
    ruleset, intent = core(sample.folder).ruleset, asked(sample, fight)
    same(exactly(sample), exact_test_chances(ruleset, fight, intent, FaceDice, 10**6))


@pytest.mark.parametrize("sample", [*SMALL, *LARGE], ids=str)
def test_they_add_up_to_1_and_leave_the_fight_as_it_was(sample: Sample) -> None:
    fight, before = fight_of(sample), fight_of(sample)
    ruleset, intent = core(sample.folder).ruleset, asked(sample, fight)
    found = exact_test_chances(ruleset, fight, intent, lambda everything: everything, 2_000)
    assert fight == before
    for person in found.people.values():
        assert sum(person.outcomes.values()) == 1
        assert all(0 < chance <= 1 for chance in (*person.marks.values(), *person.effects.values()))
    assert sum(found.damage.values()) == 1
    for roll in found.rolls.values():
        assert 0 < sum(roll.amounts.values()) <= 1
        told = roll.to_json()[roll.counts]
        assert sum(told["distribution"].values()) == pytest.approx(1)


@pytest.mark.parametrize("sample", LARGE, ids=str)
def test_real_tests_fall_as_the_odds_say(sample: Sample) -> None:
    fight = fight_of(sample)
    ruleset, intent = core(sample.folder).ruleset, asked(sample, fight)
    odds = exact_test_chances(ruleset, fight, intent, lambda everything: everything, 2_000)
    real = sample_test_chances(ruleset, fight, intent, lambda chance: chance, TRIALS)
    for who, person in odds.people.items():
        for mine, theirs in zip(
            vars(person).values(), vars(real.people[who]).values(), strict=True
        ):
            assert theirs.keys() <= mine.keys()
            assert not [name for name, p in mine.items() if is_far(theirs.get(name, 0), p)]
    for key, roll in odds.rolls.items():
        for number, chance in roll.amounts.items():
            assert not is_far(real.rolls[key].amounts.get(number, 0), chance)


@pytest.mark.parametrize("sample", LARGE, ids=str)
def test_what_takes_too_many_runs_is_told_from_trials(
    sample: Sample, monkeypatch: pytest.MonkeyPatch
) -> None:
    fight = fight_of(sample)
    ruleset, intent = core(sample.folder).ruleset, asked(sample, fight)
    with pytest.raises(TooManyRuns):
        exact_test_chances(ruleset, fight, intent, lambda everything: everything, 1)
    monkeypatch.setattr(app_tests, "TRIALS", 200)
    assert "sampled" not in odds_of(ruleset, fight, intent, ())
    monkeypatch.setattr(app_tests, "MOST_RUNS", 1)
    doc = odds_of(ruleset, fight, intent, ())
    assert doc["sampled"]["trials"] == 200
    assert sum(doc["outcomes"].values()) == pytest.approx(1)
    assert odds_of(ruleset, fight, intent, ()) == doc


@pytest.mark.parametrize("sample", LARGE, ids=str)
def test_the_head_tells_the_pool_with_its_parts(sample: Sample) -> None:
    fight = fight_of(sample)
    doc = odds_of(core(sample.folder).ruleset, fight, asked(sample, fight), ())
    first = doc["rolls"][0]
    parts = first.get("parts") or first["target_parts"]
    assert sum(part["value"] for part in parts) == first.get("pool", first.get("target"))
    assert doc["outcomes"].keys() >= {"swan_song": {"success", "failure"}}.get(sample.folder, set())


def test_several_who_make_the_same_test_are_as_they_are_together() -> None:
    sample = Sample("swan_song", "ganger-ambush", "test vex,spit,hook 3 --threshold 1")
    fight = fight_of(sample)
    ruleset, intent = core(sample.folder).ruleset, asked(sample, fight)
    together = exact_test_chances(
        ruleset, fight, intent, lambda everything: everything, 10_000
    ).to_json()
    assert odds_of(ruleset, fight, intent, ()) == {"test": "3", "threshold": 1, **together}
