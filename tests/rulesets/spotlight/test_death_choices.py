"""What can be chosen in the death spotlight (SP-DEATH, SP-R41)."""

import pytest

from gmtrack.core.encounter import Encounter
from gmtrack.errors import Refusal

from .book import BOOK, CORE


def dying_joe(*changes: str, **house_rules: str) -> Encounter:
    """Return a fight in which Joe, with these changes by `set`, has the death spotlight."""
    sheets = {one: BOOK.cast[one] for one in ("joe", "sally", "punk")}
    doc = {"gmtrack": 1, "name": "x", "ruleset": "spotlight", "house_rules": house_rules}
    encounter = CORE.encounter(doc | {"combatants": sheets})
    for line in (*(f"set joe {one}" for one in changes), "effect joe dying"):
        CORE.resolved(encounter, line.split())
    return encounter


def offers(encounter: Encounter) -> str:
    """Return what the board offers, as one text."""
    board = CORE.ruleset.board(encounter)
    return "; ".join((*board.lines, *(entry.word for entry in board.turn.due)))


@pytest.mark.parametrize("change", ["certain_death=true", "fortitude_lost=3", "willpower=0"])
def test_cheating_death_is_not_offered_where_it_is_refused(change: str) -> None:
    """SP-DEATH-10, SP-R41, SP-R23."""
    encounter = dying_joe(change)
    with pytest.raises(Refusal):
        CORE.resolved(encounter, ["act", "joe", "cheat-death"])
    assert "act joe die" in offers(encounter)
    assert "cheat-death" not in offers(encounter)


def test_the_last_point_of_fortitude_pays_unless_a_house_rule_forbids_it() -> None:
    """SP-R41"""
    refused = dying_joe("fortitude_lost=2", cheat_at_fortitude_1="refused")
    assert "cheat-death" not in offers(refused)
    with pytest.raises(Refusal, match="second point"):
        CORE.resolved(refused, ["act", "joe", "cheat-death"])
    assert "cheat-death" in offers(dying_joe("fortitude_lost=2"))


def test_a_save_that_has_failed_is_not_offered_again() -> None:
    """SP-R37 `save_then_cheat`."""
    encounter = dying_joe(death_choices="save_then_cheat", save_tries="one")
    assert "invite" in offers(encounter)
    for line in ("act joe invite sally", "act sally save joe --roll save=1,1,1"):
        CORE.resolved(encounter, line.split())
    assert "invite" not in offers(encounter)
    assert "cheat-death" in offers(encounter)
