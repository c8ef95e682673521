"""Ready-made fights played on by themselves: whoever has the turn attacks."""

import random
from collections.abc import Iterator
from pathlib import Path

from gmtrack.app.party.join_fight import add_members
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Act, Attack, Intent, Next, RollInit
from gmtrack.core.players import gm_board
from gmtrack.core.report import Report
from gmtrack.core.screen import Board
from gmtrack.dice.sources import RandomDice
from gmtrack.errors import Refusal
from gmtrack.rulesets.port import Ruleset
from gmtrack.store.session import open_session

READY = sorted((Path(__file__).parents[2] / "encounters").glob("*.yaml"))
FIGHTS = [file for file in READY if "kind: party" not in file.read_text(encoding="utf-8")]
TRIES = 60
"""Attacks that somebody thinks of before they do something else."""


def opened(file: Path) -> tuple[Encounter, Ruleset]:
    """A ready-made fight as it begins, with its party."""
    with open_session(str(file), write=False) as session:
        encounter, ruleset = session.encounter, session.ruleset
    if encounter.party:
        people, _ = opened(file.parent / encounter.party)
        add_members(ruleset, Draft(encounter), people, "home")
    return encounter, ruleset


def played(
    encounter: Encounter, ruleset: Ruleset, seed: str, rounds: int, steps: int = 150
) -> Iterator[tuple[Intent, Report]]:
    """What is done, until so many rounds are over; the encounter is changed by it."""
    chance = random.Random(seed)
    for _ in range(steps):
        board = gm_board(encounter, ruleset.board)
        if board.doc["round"] > rounds:
            return
        yield _something(encounter, ruleset, chance, board)


def _something(
    encounter: Encounter, ruleset: Ruleset, chance: random.Random, board: Board
) -> tuple[Intent, Report]:
    acting = [row.id for row in board.rows if row.acting]
    # Who has still to declare an act, and those whose turn it is.
    due = [line.word.split()[1] for line in board.turn.due if line.word.startswith("act")]
    found = [
        one.intent for who in (due or acting)[:1] for one in ruleset.candidates(encounter, who)
    ]
    attacks = [one for one in found if isinstance(one, Attack) or (due and isinstance(one, Act))]
    chance.shuffle(attacks)
    for intent in [RollInit(), *attacks[:TRIES], Next()]:
        draft = Draft(encounter)
        try:
            if isinstance(intent, RollInit) and acting:
                continue
            return intent, ruleset.resolve(draft, intent, RandomDice(chance.randrange(10**6)))
        except Refusal:
            draft.rollback()
    raise AssertionError(f"there is always something to do: {board.turn}")
