"""Who has an own page in a fight."""

from gmtrack.core.encounter import Encounter
from gmtrack.serve.course import players_of

FIGHT = Encounter(
    "Any",
    "none",
    combatants={
        "joe": {"side": "pc"},
        "spy": {"side": "pc", "hidden": True},
        "dog": {"side": "ally"},
        "bob": {"side": "foe"},
    },
)


def test_visible_player_characters_have_a_page_of_their_own() -> None:
    assert players_of(FIGHT) == ["joe"]


def test_of_those_who_are_named_the_visible_friends_have_one() -> None:
    assert players_of(FIGHT, only=["dog", "spy", "bob"]) == ["dog"]


def test_whoever_has_a_page_keeps_it_when_they_hide() -> None:
    assert players_of(FIGHT, here=["spy"]) == ["joe", "spy"]
    assert players_of(FIGHT, here=["gone"]) == ["joe"]
