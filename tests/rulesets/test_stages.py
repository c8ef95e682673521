"""What an action hands from stage to stage is all that it hands: nothing else of one stage is known
in the next, and nothing of it can be left out."""

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import fields
from typing import Any

import pytest
from long_run import LONG

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.report import Block
from gmtrack.core.stages import StepRunner
from gmtrack.dice.sources import RandomDice

from .odds_play import FOLDERS, Sample, core, encounter, samples

SEEDS = range(40 if LONG else 6)
KINDS = ("merged", "large", "several")
NUMBER = "number"
"""How far an action has come: where a stage stands, not what it knows."""


class Severed(StepRunner):
    """Between two stages nothing stays but what is handed across: the game begins afresh, and the
    plan is as it was before the first one. `lacks` is left out of each stage of its kind."""

    def __init__(self, lacks: tuple[type, str] | None = None) -> None:
        self.lacks = lacks
        self.told: list[Any] = []
        self.reached: list[Any] = []

    def run(self, plan: Any, first: Any) -> None:
        game, stage = plan.game, first
        known = {id(one): one for one in (game, game.draft, *game._seated.values())}
        while stage is not None:
            self.reached.append(stage)
            at, dice, blocks = stage.checkpoint, game.dice, game.report.blocks
            begun = [
                Block(one.attacker, one.target, deepcopy(one.body), effects=deepcopy(one.effects))
                for one in blocks[at.block - game.first_block :]
            ]
            game.afresh(dice, at.block)
            for one in begun:
                if not game.report.listed:
                    game.report.body |= one.body
                    one.body = game.report.body
                game.report.blocks.append(one)
            stage = self.without(stage).run(deepcopy(plan, dict(known)))
            done = None if stage is None else stage.checkpoint.block - game.first_block
            complete = game.report.blocks[:done]
            self.told += told(complete[len(self.told) - at.block :])

    def without(self, stage: Any) -> Any:
        if self.lacks is None or type(stage) is not self.lacks[0]:
            return stage
        poor = object.__new__(type(stage))
        poor.__dict__.update({k: v for k, v in vars(stage).items() if k != self.lacks[1]})
        return poor


def plain(sample: Sample, seed: int) -> tuple[Any, Any]:
    """The state after an action, and the documents of its attacks."""
    fight = encounter(sample)
    blocks = resolved(sample, Draft(fight), seed)
    return state(fight), blocks


def resolved(sample: Sample, draft: Draft, seed: int) -> list[Any]:
    play = core(sample.folder)
    intent = play.intent(play.parsed(sample.line.split()), draft.encounter)
    report = play.ruleset.resolve(draft, intent, RandomDice(seed))
    return told(report.blocks)


def told(blocks: list[Block]) -> list[Any]:
    """The documents of attacks, without what the whole command adds to the only one."""
    return [{k: v for k, v in one.document().items() if k != "notes"} for one in blocks]


def state(fight: Encounter) -> Any:
    return deepcopy((fight.combatants, fight.fight, fight.scene))


def actions() -> Iterator[Sample]:
    for kind in KINDS:
        yield from (sample for sample in samples(kind) if "--roll" not in sample.line)


ACTIONS = list(actions())


@pytest.mark.parametrize("sample", ACTIONS, ids=str)
def test_a_stage_knows_what_it_was_handed_and_nothing_else(sample: Sample) -> None:
    for seed in SEEDS:
        fight, severed = encounter(sample), Severed()
        resolved(sample, Draft(fight, severed), seed)
        assert (state(fight), severed.told) == plain(sample, seed)


def test_every_kind_of_stage_is_tried() -> None:
    for folder in FOLDERS:
        found = {type(stage).__name__ for stage, *_ in parts(folder)}
        assert found == STAGES[folder]


STAGES = {
    "i2050": {"StrikeStage", "LandingStage"},
    "spotlight": set(),
    "sr3": {"NextTarget", "AllTestsFirst", "NextSettlement", "NextCaught"},
    "storyteller": {"NextTarget"},
    "swan_song": {"NextPart"},
}
"""Those that have something to hand across."""


def parts(folder: str) -> Iterator[tuple[Any, str, Sample, int]]:
    """Each field of each stage that the actions of a ruleset come to."""
    for sample in ACTIONS:
        for seed in SEEDS if sample.folder == folder else ():
            severed = Severed()
            resolved(sample, Draft(encounter(sample), severed), seed)
            for stage in severed.reached:
                for field in fields(stage):
                    yield stage, field.name, sample, seed


@pytest.mark.parametrize("folder", FOLDERS)
def test_whatever_is_left_out_is_missed(folder: str) -> None:
    """Where it is not, it was of no use there: the action is the same."""
    missed, tried = set(), set()
    for stage, name, sample, seed in parts(folder):
        part = type(stage), name
        tried.add(part)
        if part in missed:
            continue
        with pytest.raises(TypeError):
            type(stage)(**{k: v for k, v in vars(stage).items() if k != name})
        fight, severed = encounter(sample), Severed(part)
        try:
            resolved(sample, Draft(fight, severed), seed)
        except AttributeError:
            missed.add(part)
        else:
            assert (state(fight), severed.told) == plain(sample, seed)
    assert missed == tried
