"""States that something must end, and numbers that follow others: aiming, lying on the ground, hit
points under a maximum that changes, a defense that was not declared (IN-R39, IN-R56, IN-R65 to
IN-R67)."""

import copy
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from long_run import modest

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.errors import Refusal
from gmtrack.rulesets.i2050.sheet.game import Scene
from gmtrack.rulesets.i2050.tables import LOCATIONS

from ..any_fight import carried_out
from . import fights
from .book import BOOK, CORE

CAST = ("samurai", "lotus", "mona", "thug")
DRUG = {"lasts": "ended", "change": {"con": 8}}


def fight(*lines: str, **more: Any) -> Encounter:
    """Return a fight in which these lines have been carried out. `more`: keys of the file."""
    sheets = {one: copy.deepcopy(BOOK.cast[one]) for one in CAST}
    doc = {
        "gmtrack": 1, "name": "states", "ruleset": "i2050", "effects": {"drug": DRUG},
        "combatants": sheets,
    }  # fmt: skip
    encounter = CORE.encounter(doc | more)
    for line in lines:
        CORE.resolved(encounter, line.split())
    return encounter


def document(encounter: Encounter, line: str) -> dict[str, Any]:
    """Return the document of a line that is taken back again."""
    report, draft = CORE.resolved(encounter, line.split())
    draft.rollback()
    doc: dict[str, Any] = report.to_json()
    return doc


def show(encounter: Encounter, who: str) -> dict[str, Any]:
    doc: dict[str, Any] = CORE.document(encounter, ["show", who])
    return doc


def parts_of(encounter: Encounter, line: str) -> set[str]:
    """Return the names of what makes up the skill of the attack of a line."""
    return {part["label"] for part in document(encounter, line)["rolls"][0]["target_parts"]}


# --- on the ground (IN-R39, IN-R67) ---


@pytest.mark.parametrize("fall", ["effect lotus prone", "damage lotus 8 --location left-leg"])
@pytest.mark.parametrize("action", ["move", "weave"])
def test_who_falls_after_they_have_declared_crawls_one_metre(fall: str, action: str) -> None:
    encounter = fight("roll-init", f"act lotus {action}")
    assert show(encounter, "lotus")["movement"]["allowance"] > 1
    CORE.resolved(encounter, fall.split())
    for _ in range(9):
        if encounter.fight["step"] is not None:
            CORE.resolved(encounter, ["next"])
    assert show(encounter, "lotus")["movement"]["moved"] == 1


def test_how_far_somebody_crawls_is_a_house_rule() -> None:
    encounter = fight("effect lotus prone", "act lotus move", house_rules={"leg_crawl": 3})
    assert show(encounter, "lotus")["movement"]["allowance"] == 3


@pytest.mark.parametrize("fall", ["effect lotus prone", "damage lotus 8 --location left-leg"])
@pytest.mark.parametrize("action", ["move", "weave"])
def test_who_moves_on_the_ground_is_no_harder_to_hit(fall: str, action: str) -> None:
    encounter = fight(f"act lotus {action}")
    shot = "attack mona lotus"
    assert parts_of(encounter, shot) & {"target-weaving", "target-moving"}
    CORE.resolved(encounter, fall.split())
    assert not parts_of(encounter, shot) & {"target-weaving", "target-moving"}
    notes = document(encounter, shot).get("notes", [])
    assert [one["note"] for one in notes] == (["on-ground"] if action == "weave" else [])


def test_who_has_stopped_is_no_harder_to_hit() -> None:
    """IN-MOVE-03, where the GM lets somebody shoot in the Movement Phase."""
    encounter = fight("roll-init", "act lotus move", "set fight step=movement")
    shot = "attack mona lotus --force"
    assert "target-moving" in parts_of(encounter, shot)
    CORE.resolved(encounter, ["act", "lotus", "stop"])
    assert "target-moving" not in parts_of(encounter, shot)


def test_nobody_on_the_ground_weaves_because_it_is_typed() -> None:
    encounter = fight("effect lotus prone")
    with pytest.raises(Refusal, match="prone and cannot weave"):
        CORE.resolved(encounter, ["attack", "mona", "lotus", "--defense", "weave"])


# --- a defense that was not declared (IN-R56) ---


def notes_of(encounter: Encounter, line: str) -> list[tuple[str, str]]:
    found = document(encounter, line).get("notes", [])
    return [(one["note"], one["what"]) for one in found]


def test_an_attack_notes_that_nothing_was_declared_against_it() -> None:
    """IN-R56, with the words that declare it now."""
    encounter = fight()
    fighting = "`--defense fight`, `dodge` or `weave`"
    assert notes_of(encounter, "attack thug lotus") == [("undeclared", fighting)]
    assert not notes_of(encounter, "attack mona lotus")
    CORE.resolved(encounter, ["effect", "lotus", "prone"])
    assert notes_of(encounter, "attack thug lotus") == [("undeclared", "`--defense fight`")]


def test_a_shot_in_a_round_notes_that_nothing_was_declared_against_it() -> None:
    """IN-R56: whoever is asked to declare could have dodged."""
    encounter = fight("roll-init", "act mona shoot lotus", "next")
    noted = [("undeclared", "`--defense dodge` or `weave`")]
    assert notes_of(encounter, "attack mona lotus --force") == noted


@pytest.mark.parametrize(
    ("line", "attack"),
    [
        ("act lotus fight thug", "attack thug lotus"),
        ("act lotus dodge", "attack thug lotus"),
        ("effect lotus unconscious", "attack thug lotus"),
        ("effect lotus unaware", "attack thug lotus"),
        ("show lotus", "attack thug lotus --defense none"),
        ("show lotus", "attack thug lotus --with behind"),
        ("show lotus", "attack lotus thug --with split=9 --weapon unarmed"),
    ],
)
def test_an_attack_notes_nothing_where_nothing_was_left_out(line: str, attack: str) -> None:
    encounter = fight()
    if not line.startswith("show"):
        CORE.resolved(encounter, line.split())
    assert "undeclared" not in dict(notes_of(encounter, attack))


def test_a_house_that_lets_the_undeclared_fight_back_has_nothing_to_note() -> None:
    encounter = fight(house_rules={"undeclared_defense": "fight"})
    assert not notes_of(encounter, "attack thug lotus")


def test_the_board_says_in_resolution_who_does_not_defend() -> None:
    encounter = fight("roll-init", "act thug fight lotus", "next")
    assert any("no defense until then" in line for line in CORE.ruleset.board(encounter).lines)


# --- maxima that change (IN-R65) ---


def points(encounter: Encounter, who: str) -> tuple[int, int]:
    """Return the hit points that are left, and all that there can be."""
    now = show(encounter, who)["pools"]["hp"]
    return now["now"], now["max"]


@pytest.mark.parametrize(
    ("put_on", "take_off"),
    [
        ("effect lotus drug", "effect lotus drug --end"),
        ("set lotus con=20", "set lotus con=12"),
        ("set lotus hp=30", "set lotus hp=22 pools.hp=17 locations.left_arm=1"),
    ],
)
def test_what_is_gone_stays_gone_and_what_is_left_grows(put_on: str, take_off: str) -> None:
    encounter = fight("damage lotus 5 --location left-arm")
    assert points(encounter, "lotus") == (17, 22)
    arm = show(encounter, "lotus")["locations"]["left_arm"]
    CORE.resolved(encounter, put_on.split())
    assert points(encounter, "lotus") == (25, 30)
    grown = show(encounter, "lotus")["locations"]["left_arm"]
    assert grown["max"] - grown["now"] == arm["max"] - arm["now"] == 5
    CORE.resolved(encounter, take_off.split())
    assert points(encounter, "lotus") == (17, 22)
    assert show(encounter, "lotus")["locations"]["left_arm"] == arm


def test_a_maximum_that_shrinks_kills_nobody_but_may_put_them_out() -> None:
    encounter = fight("effect lotus drug", "damage lotus 21")
    assert (points(encounter, "lotus"), show(encounter, "lotus")["status"]) == ((9, 30), "up")
    CORE.resolved(encounter, ["effect", "lotus", "drug", "--end"])
    assert (points(encounter, "lotus"), show(encounter, "lotus")["status"]) == (
        (1, 22),
        "unconscious",
    )
    assert "prone" in {one["effect"] for one in show(encounter, "lotus")["effects"]}


def test_a_place_that_shrinks_to_nothing_fails_and_drops_what_it_held() -> None:
    encounter = fight("effect samurai drug", "damage samurai 7 --location right-arm")
    assert show(encounter, "samurai")["locations"]["right_arm"]["now"] == 2
    CORE.resolved(encounter, ["effect", "samurai", "drug", "--end"])
    arm = show(encounter, "samurai")["locations"]["right_arm"]
    assert (arm["now"], arm["state"]) == (0, "useless")
    assert "dropped" in {one["status"] for one in show(encounter, "samurai")["weapons"].values()}


def test_who_needs_more_points_to_be_awake_than_they_have_passes_out() -> None:
    """IN-DMG-05, by an effect that changes what it takes."""
    heavy = {"lasts": "ended", "change": {"unconscious": 9}}
    encounter = fight("damage lotus 9", effects={"heavy": heavy})
    assert show(encounter, "lotus")["status"] == "up"
    CORE.resolved(encounter, ["effect", "lotus", "heavy"])
    assert show(encounter, "lotus")["status"] == "unconscious"


def test_points_that_are_set_by_name_stay_as_they_were_set() -> None:
    encounter = fight("damage lotus 5", "set lotus con=20 pools.hp=12")
    assert points(encounter, "lotus") == (12, 30)


def test_gear_that_makes_stronger_gives_no_wound_when_it_is_dropped() -> None:
    """An effect of the GM's own that holds while something is in hand."""
    weapon = BOOK.cast["samurai"]["weapons"]["revolver"] | {"effect": "grip"}
    sheet = BOOK.cast["samurai"] | {"weapons": {"revolver": weapon}}
    grip = {"change": {"con": 8}}
    encounter = fight(combatants={"samurai": sheet}, effects={"grip": grip})
    whole = points(encounter, "samurai")
    CORE.resolved(encounter, ["damage", "samurai", "4"])
    CORE.resolved(encounter, ["effect", "samurai", "disabled-right-arm"])
    now, most = points(encounter, "samurai")
    assert (most, most - now) == (whole[1] - 8, 4)


@modest(60)
@given(st.integers(0, 21), st.integers(1, 9), st.sampled_from(LOCATIONS))
def test_the_end_of_a_drug_gives_back_what_there_was_before(
    harm: int, con: int, place: str
) -> None:
    drug = {"lasts": "ended", "change": {"con": con}}
    encounter = fight(f"damage lotus {harm} --location {place}", effects={"drug": drug})
    before = show(encounter, "lotus")
    assume(before["locations"][place]["now"] >= 0)
    CORE.resolved(encounter, ["effect", "lotus", "drug"])
    now = show(encounter, "lotus")["pools"]["hp"]["now"]
    assert now == before["pools"]["hp"]["now"] + con
    CORE.resolved(encounter, ["effect", "lotus", "drug", "--end"])
    assert show(encounter, "lotus")["pools"] == before["pools"]
    assert show(encounter, "lotus")["locations"] == before["locations"]


# --- out, or away (IN-R66) ---


@pytest.mark.parametrize(
    "line", ["effect mona unconscious", "set mona out=unconscious", "damage mona 99", "leave mona"]
)
def test_who_is_out_or_away_aims_no_more(line: str) -> None:
    encounter = fight("act mona aim lotus")
    assert "aimed" in parts_of(encounter, "attack mona lotus")
    CORE.resolved(encounter, line.split())
    back = "join mona" if line == "leave mona" else "set mona out=null pools.hp=20 prone=false"
    CORE.resolved(encounter, back.split())
    assert "aimed" not in parts_of(encounter, "attack mona lotus")


def test_no_fight_ends_while_blows_wait() -> None:
    """IN-R66, with the house rule `losers_phase: separate`."""
    encounter = fight(
        "roll-init", "act thug fight lotus", "next",
        "attack thug lotus --force --roll attack=3 --roll damage=6 --roll location=9",
        house_rules={"losers_phase": "separate"},
    )  # fmt: skip
    assert encounter.fight["pending"]
    with pytest.raises(Refusal, match="blows wait"):
        CORE.resolved(encounter, ["end"])


def test_who_left_is_under_fire_no_more() -> None:
    encounter = fight("effect mona under-fire", "leave mona", "join mona")
    assert not show(encounter, "mona")["effects"]


def test_who_is_set_out_by_hand_falls() -> None:
    encounter = fight("set mona out=unconscious")
    assert "prone" in {one["effect"] for one in show(encounter, "mona")["effects"]}


def test_a_skill_is_not_shared_with_foes_who_are_out() -> None:
    """IN-R15 `auto_share`."""
    rules = {"third_party_melee": "auto_share"}
    encounter = fight("act lotus fight thug --weapon unarmed", "act samurai fight lotus")
    encounter.house_rules.update(rules)
    shared = document(encounter, "attack samurai lotus --weapon unarmed")["rolls"][1][
        "target_parts"
    ]
    assert "share" in {part["label"] for part in shared}
    CORE.resolved(encounter, ["effect", "thug", "unconscious"])
    alone = document(encounter, "attack samurai lotus --weapon unarmed")["rolls"][1]["target_parts"]
    assert not any(part["label"] == "share" and part["value"] for part in alone)


# --- any fight ---


@modest(120)
@given(st.lists(st.one_of(fights.BEGINNINGS, fights.ENDINGS), max_size=8), fights.FIGHTS)
def test_no_state_outlives_its_end_whoever_brings_it_about(
    first: list[str], then: list[str]
) -> None:
    """As `test_states_end.py`, with what the GM does by hand."""
    encounter = fights.prepared({})
    lines = [line for line in (*first, *then) if "--force" not in line]
    for text, _, _ in carried_out(CORE, encounter, lines):
        assert not list(fights.outlived(Scene(Draft(encounter)))), text
