"""Who is asked for a reaction when a turn comes, by what players may know."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from gmtrack.core.encounter import Encounter
from gmtrack.core.report import Report
from gmtrack.core.screen import Board
from gmtrack.play.fight_status import SeenFight
from gmtrack.play.reactions import find_reactions
from gmtrack.play.typed_line import KnownFight


def seen(encounter: Encounter, acting: str) -> SeenFight:
    """A fight in which Ann holds her action and somebody acts."""
    doc = {"order": [{"id": "ann", "delayed": True}, {"id": acting}]}
    ruleset: Any = SimpleNamespace(REACTIONS=())
    board = Board("Any", (), (), (), doc)
    return SeenFight(
        KnownFight(encounter, acting), board, ruleset, None, True, Path("fight.yaml"), 1
    )


@pytest.mark.parametrize(("hidden", "asked"), [(False, ["ann"]), (True, [])])
def test_who_holds_an_action_is_asked_when_one_acts_whom_players_see(
    hidden: bool, asked: list[str]
) -> None:
    sheets = {"ann": {"side": "pc"}, "bob": {}, "cas": {"hidden": hidden}}
    encounter = Encounter("Any", "toy", combatants=sheets)
    found = find_reactions(
        seen(encounter, "bob"),
        seen(encounter, "cas"),
        Report("next", ""),
        asks=lambda who: who == "ann",
        trial=lambda words: {"who": "ann", "words": words},
        means=lambda who: {},
    )
    assert [choice.who for choice, _ in found] == asked
