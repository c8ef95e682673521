"""A fight in which a step is mended is the fight that would have been played with those words and
the same dice."""

import copy
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from long_run import modest

from gmtrack.app.past.carry_out_again import ReplayedFight, StepResult, fallen_dice_of
from gmtrack.app.step import CommandRequest
from gmtrack.app.typed_dice import CommandContext
from gmtrack.cli.parse import parse_step
from gmtrack.core.draft import EDITION
from gmtrack.core.encounter import Data, Encounter
from gmtrack.dice.fallen import FallenRoll
from gmtrack.dice.port import Answer, Ask, Dice
from gmtrack.dice.port import read_faces as read_dice
from gmtrack.dice.sources import AGAIN, RandomDice
from gmtrack.errors import Refusal

from .any_fight import fields_of
from .test_removed import STAGES, Stage, house_rules, prepared

RANDOM_FIGHTS = modest(24)


def read(words: list[str]) -> CommandRequest:
    return parse_step(words)[1]


class NoDice(RandomDice):
    """Nothing may be rolled: what is needed has fallen."""

    def roll(self, ask: Ask) -> Answer:
        assert not ask.count, f"{ask.name}.{ask.key} was rolled anew"
        return super().roll(ask)


def no_dice(occasion: CommandContext) -> Dice:
    del occasion
    return NoDice(1)


class Threes(RandomDice):
    """What has to be rolled anew is the same whenever it is rolled."""

    def roll(self, ask: Ask) -> Answer:
        return read_dice((min(3, ask.sides),) * ask.count, ask.reading, False, lambda n: (1,) * n)


def begun(stage: Stage, encounter: Encounter, dice: Dice) -> ReplayedFight:
    return ReplayedFight(
        copy.deepcopy(encounter), stage.core.ruleset, read, others=lambda occasion: dice
    )


def entry(seq: int, line: str) -> Data:
    return {"seq": seq, "kind": "step", "line": line, "time": "", "edition": EDITION}


def played(stage: Stage, encounter: Encounter, lines: list[str]) -> tuple[Encounter, list[Data]]:
    """The fight after all lines that are not refused, and these as the history keeps them."""
    fight, done = begun(stage, encounter, RandomDice(1)), []
    for seq, line in enumerate(lines):
        fight._others = lambda occasion, seq=seq: RandomDice(seq)
        acting = stage.core.ruleset.board(fight.encounter).doc["acting"]
        words = line.replace("@", str(acting or next(iter(fight.encounter.combatants))))
        try:
            done.append(fight.carry_out(entry(seq, words)).entry)
        except Refusal:
            continue
    return fight.encounter, done


def all_again(fight: ReplayedFight, steps: list[Data]) -> list[StepResult]:
    return [fight.carry_out(step) for step in steps]


def same(one: Any, other: Any) -> bool:
    return bool(fields_of(one) == fields_of(other))


def prepared_fight(stage: Stage, data: st.DataObject) -> tuple[Encounter, Encounter, list[Data]]:
    """A fight before and after some random lines, and the lines as they were kept."""
    before = prepared(stage, data.draw(house_rules(stage)))
    after, steps = played(stage, before, data.draw(stage.lines))
    assume(len(steps) > 1)
    return before, after, steps


@pytest.mark.parametrize("stage", STAGES.values(), ids=STAGES)
@RANDOM_FIGHTS
@given(data=st.data())
def test_the_same_words_and_dice_are_the_same_fight(stage: Stage, data: st.DataObject) -> None:
    before, after, steps = prepared_fight(stage, data)
    fight = begun(stage, before, NoDice(1))
    told = all_again(fight, steps)
    assert same(fight.encounter, after)
    assert [one.entry for one in told] == steps
    assert not [one.new for one in told if one.new]


@pytest.mark.parametrize("stage", STAGES.values(), ids=STAGES)
@RANDOM_FIGHTS
@given(data=st.data())
def test_an_amended_fight_is_the_fight_played_so(stage: Stage, data: st.DataObject) -> None:
    """The oracle knows nothing of kept dice: it types every die that fell, as a GM would."""
    before, _, steps = prepared_fight(stage, data)
    at = data.draw(st.integers(0, len(steps) - 1))
    words = data.draw(st.sampled_from(["--mod 2", "--mod -3:fog", "--force", ""]))
    fight = begun(stage, before, RandomDice(7))
    told = all_again(fight, steps[:at])
    amended = steps[at] | {"line": f"{steps[at]['line']} {words}"}
    if not words:
        amended = steps[at] | {"line": "next"}
    for step in [amended, *steps[at + 1 :]]:
        try:
            told.append(fight.carry_out(step))
        except Refusal:
            continue
    oracle = copy.deepcopy(before)
    for one in told:
        assert kept_before(one, steps) is None
        again, fell = (
            ReplayedFight(oracle, stage.core.ruleset, read, others=no_dice),
            fallen_dice_of(one.entry),
        )
        try:
            again.carry_out(entry(0, one.entry["line"]), typed(fell))
        except Refusal as refusal:
            # Who rolls the same twice in one command cannot be told so by a typed line.
            if len({(roll.name, roll.key) for roll in fell}) == len(fell):
                raise AssertionError(refusal.message) from refusal
            again.carry_out(one.entry)
    assert same(oracle, fight.encounter)


def typed(fell: list[FallenRoll]) -> list[str]:
    """Dice as they are typed, those of a series together."""
    faces: dict[str, list[int]] = {}
    for one in fell:
        if one.dice:
            faces.setdefault(f"{one.name}.{one.key}", []).extend(one.dice)
        if one.again:
            faces.setdefault(f"{one.name}{AGAIN}.{one.key}", []).extend(one.again)
    return [f"{name}={','.join(map(str, dice))}" for name, dice in faces.items()]


def kept_before(told: StepResult, steps: list[Data]) -> str | None:
    """What is wrong with the dice of a step: each roll begins with what fell for it before, nothing
    is lost and nothing used twice."""
    first = next(one for one in steps if one["seq"] == told.entry["seq"])
    fell, now = fallen_dice_of(first), fallen_dice_of(told.entry)
    for key in {(one.name, one.key) for one in now}:
        old = [one for one in fell if (one.name, one.key) == key]
        new = [one for one in now if (one.name, one.key) == key]
        for was, is_now in zip(old, new, strict=False):
            count = min(len(was.dice), len(is_now.dice))
            if was.dice[:count] != is_now.dice[:count]:
                return f"{key}: {was.dice} fell, {is_now.dice} is used"
    return None


@pytest.mark.parametrize("stage", STAGES.values(), ids=STAGES)
@RANDOM_FIGHTS
@given(data=st.data())
def test_amending_twice_is_amending_once_with_both(stage: Stage, data: st.DataObject) -> None:
    before, _, steps = prepared_fight(stage, data)
    modified = [at for at, step in enumerate(steps) if step["line"].startswith("attack ")]
    if not modified:
        return
    one, other = data.draw(st.sampled_from(modified)), data.draw(st.sampled_from(modified))
    at_once = begun(stage, before, Threes(1))
    first = begun(stage, before, Threes(1))
    second = begun(stage, before, Threes(1))
    try:
        all_again(at_once, with_words(with_words(steps, one, "--mod 1"), other, "--mod -1"))
        then = [told.entry for told in all_again(first, with_words(steps, one, "--mod 1"))]
        all_again(second, with_words(then, other, "--mod -1"))
    except Refusal:
        return
    assert same(at_once.encounter, second.encounter)


def with_words(steps: list[Data], at: int, words: str) -> list[Data]:
    amended = steps[at] | {"line": f"{steps[at]['line']} {words}"}
    return [*steps[:at], amended, *steps[at + 1 :]]
