"""States that something must end: moving, cover, suppression, saves, the death spotlight; and the
marks of a body whose boxes come and go (SP-R60 to SP-R63)."""

import copy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from long_run import modest

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.errors import Refusal
from gmtrack.rulesets.spotlight.sheet.boxes import Boxes, fit_to_boxes
from gmtrack.rulesets.spotlight.sheet.game import Scene

from ..any_fight import carried_out
from . import fights
from .book import BOOK, CORE

WALL = {"type": "heavy", "rating": {"legs": 20}}
DRUG = {"lasts": "ended", "change": {"fortitude": 1}}
ONE_SUPPRESSES_ANOTHER = "attack joe punk --weapon uzi --with suppressive --roll attack=5,5,5,5,5"


def fight(*lines: str, **more: Any) -> Encounter:
    """Return a fight in which these lines have been carried out. `more`: keys of the file."""
    sheets = {
        one: copy.deepcopy(BOOK.cast[one]) for one in ("joe", "sally", "bill", "punk", "thug")
    }
    doc = {
        "gmtrack": 1, "name": "states", "ruleset": "spotlight", "scene": {"cover": {"wall": WALL}},
        "effects": {"drug": DRUG}, "combatants": sheets,
    }  # fmt: skip
    encounter = CORE.encounter(doc | more)
    for line in lines:
        CORE.resolved(encounter, line.split())
    return encounter


def difficulty(encounter: Encounter, line: str) -> set[str]:
    """Return the names of what makes the attack of a line more difficult."""
    report, draft = CORE.resolved(encounter, line.split())
    draft.rollback()
    return {part["label"] for part in report.to_json()["rolls"][0]["difficulty_parts"]}


def show(encounter: Encounter, who: str) -> dict[str, Any]:
    doc: dict[str, Any] = CORE.document(encounter, ["show", who])
    return doc


def is_on(encounter: Encounter, who: str, effect: str) -> bool:
    return any(one["effect"] == effect for one in show(encounter, who)["effects"])


# --- who does not move (SP-R60) ---


@pytest.mark.parametrize(
    "line",
    [
        "damage punk 2 --location head",
        "damage punk 2 --type lethal --location head",
        "effect punk unconscious",
        "effect punk dead",
        "set punk unconscious=head",
        "set punk fate=dead",
        "damage punk 4 --location left-leg",
        "act punk take-cover wall",
        "effect punk suppressed",
    ],
)
def test_who_is_down_or_stopped_does_not_count_as_moving(line: str) -> None:
    """SP-R60: unconscious, dying, dead, a leg that fails, behind cover, pinned."""
    encounter = fight("effect punk moving")
    assert "moving" in difficulty(encounter, "attack joe punk")
    CORE.resolved(encounter, line.split())
    assert "moving" not in difficulty(encounter, "attack joe punk --force")
    # Whoever is pinned goes on when they have shaken it off.
    assert is_on(encounter, "punk", "moving") == line.endswith("suppressed")


def test_who_leaves_moving_comes_back_standing() -> None:
    encounter = fight("effect punk moving", "leave punk", "join punk")
    assert not is_on(encounter, "punk", "moving")


def test_who_spent_their_last_ap_on_a_move_and_is_down_does_not_count_as_moving() -> None:
    rules = {"movement_source": "last_spend"}
    encounter = fight("roll-init", "act joe move --force", house_rules=rules)
    assert "moving" in difficulty(encounter, "attack punk joe --force")
    CORE.resolved(encounter, ["damage", "joe", "3", "--location", "head"])
    assert "moving" not in difficulty(encounter, "attack punk joe --force")


def test_who_shakes_off_the_fire_goes_on_moving() -> None:
    encounter = fight("effect punk moving", ONE_SUPPRESSES_ANOTHER)
    assert "moving" not in difficulty(encounter, "attack joe punk")
    CORE.resolved(
        encounter, ["test", "punk", "suppression", "--roll", "willpower=5,5", "--mod", "-9"]
    )
    assert "moving" in difficulty(encounter, "attack joe punk")


@pytest.mark.parametrize("line", ["effect punk moving", "attack joe punk --with opportunity"])
def test_nobody_who_is_down_can_be_made_to_move(line: str) -> None:
    encounter = fight("damage punk 2 --location head")
    with pytest.raises(Refusal, match="unconscious"):
        CORE.resolved(encounter, line.split())


# --- what ends cover (SP-R61) ---


@pytest.mark.parametrize("line", ["act punk move", "effect punk moving", "set punk moving=true"])
def test_who_goes_somewhere_else_is_no_longer_behind_cover(line: str) -> None:
    encounter = fight("act punk take-cover wall")
    assert "cover" in difficulty(encounter, "attack joe punk")
    CORE.resolved(encounter, line.split())
    assert "cover" not in difficulty(encounter, "attack joe punk")
    assert not show(encounter, "punk")["cover"]


def test_what_is_set_by_name_stays() -> None:
    encounter = fight("act punk take-cover wall")
    cover = "[{name: wall, type: heavy, rating: {legs: 20}}]"
    CORE.resolved(encounter, ["set", "punk", "moving=true", f"cover={cover}"])
    assert {"moving", "cover"} <= difficulty(encounter, "attack joe punk")


# --- suppression, saves, death (SP-R16, SP-R62) ---


@pytest.mark.parametrize(
    "line",
    ["effect joe unconscious", "set joe unconscious=head", "damage joe 3 --location head",
     "leave joe", "remove joe"],
)  # fmt: skip
def test_nobody_is_pinned_by_somebody_who_is_out_or_away(line: str) -> None:
    encounter = fight(ONE_SUPPRESSES_ANOTHER)
    assert show(encounter, "punk")["effects"]
    CORE.resolved(encounter, line.split())
    assert not show(encounter, "punk")["effects"]


@pytest.mark.parametrize("line", ["damage sally 2 --location head", "leave sally", "remove sally"])
def test_a_save_is_over_and_not_failed_when_the_helper_goes_down_or_leaves(line: str) -> None:
    """SP-R62: whoever is dying chooses again."""
    encounter = fight("damage joe 12 --type lethal", "act joe invite sally", line)
    assert encounter.fight.get("save") is None
    assert encounter.fight["death_spotlight"] == ["joe"]
    CORE.resolved(encounter, ["act", "joe", "invite", "bill"])
    assert encounter.fight["save"]["by"] == "bill"


def test_who_left_dying_and_comes_back_has_the_death_spotlight_again() -> None:
    encounter = fight("damage joe 12 --type lethal", "leave joe")
    assert not encounter.fight["death_spotlight"]
    CORE.resolved(encounter, ["join", "joe"])
    assert encounter.fight["death_spotlight"] == ["joe"]


def test_who_is_away_has_no_death_spotlight_before_they_are_back() -> None:
    encounter = fight("leave joe", "damage joe 12 --type lethal")
    assert not encounter.fight.get("death_spotlight")
    CORE.resolved(encounter, ["join", "joe"])
    assert encounter.fight["death_spotlight"] == ["joe"]


def test_who_is_no_longer_dying_has_no_death_spotlight() -> None:
    encounter = fight("damage joe 12 --type lethal", "set joe fate=ok")
    assert not encounter.fight["death_spotlight"]


def test_who_goes_down_begins_no_round() -> None:
    """SP-R05: of those who are tied only the able may take the first spotlight."""
    twins = dict.fromkeys(("joe", "jim"), BOOK.cast["joe"])
    rules = {"initiative_full_tie": "players_choose"}
    encounter = fight(
        "roll-init --roll joe=1,1,1,1 --roll jim=1,1,1,1", combatants=twins, house_rules=rules
    )
    assert encounter.fight["choosing"] == ["joe", "jim"]
    CORE.resolved(encounter, ["effect", "jim", "unconscious"])
    assert encounter.fight["choosing"] == ["joe"]


# --- boxes that come and go (SP-R63) ---


@modest(100)
@given(st.data())
def test_marks_fit_the_boxes_and_no_loss_of_boxes_kills(data: st.DataObject) -> None:
    boxes = data.draw(st.integers(0, 12))
    lethal = data.draw(st.integers(0, boxes))
    before = Boxes(boxes, lethal, data.draw(st.integers(0, boxes - lethal)))
    after = fit_to_boxes(before, data.draw(st.integers(0, 12)))
    assert min(after.lethal, after.bruise, after.empty) >= 0
    assert after.lethal + after.bruise == min(before.lethal + before.bruise, after.boxes)
    assert before.all_lethal or not after.boxes or not after.all_lethal
    if after.boxes > before.boxes:
        assert (after.lethal, after.bruise) == (before.lethal, before.bruise)


def test_the_end_of_a_drug_puts_out_and_does_not_kill() -> None:
    encounter = fight("effect sally drug", "damage sally 2 --type lethal --location head")
    assert show(encounter, "sally")["status"] == "up"
    CORE.resolved(encounter, ["effect", "sally", "drug", "--end"])
    assert show(encounter, "sally")["status"] == "unconscious"
    assert show(encounter, "sally")["locations"]["head"] == {
        "boxes": 2, "lethal": 1, "bruise": 1, "empty": 0, "state": "full"
    }  # fmt: skip


def test_what_is_marked_stays_marked_when_boxes_are_gained() -> None:
    encounter = fight("damage sally 6", "effect sally drug")
    torso = show(encounter, "sally")["locations"]["torso"]
    assert (torso["bruise"], torso["empty"]) == (6, 4)
    CORE.resolved(encounter, ["effect", "sally", "drug", "--end"])
    torso = show(encounter, "sally")["locations"]["torso"]
    assert (torso["bruise"], torso["empty"]) == (6, 2)


def test_fewer_boxes_by_set_put_out_and_do_not_kill() -> None:
    encounter = fight("set sally fortitude=3", "damage sally 2 --type lethal --location head")
    CORE.resolved(encounter, ["set", "sally", "fortitude=2"])
    assert show(encounter, "sally")["status"] == "unconscious"
    with pytest.raises(Refusal, match="allowed: 2 in all"):
        CORE.resolved(encounter, ["set", "sally", "locations.head.bruise=3"])


def test_an_arm_that_fails_with_a_drug_drops_what_it_holds() -> None:
    encounter = fight("effect punk drug", "damage punk 4 --location right-arm")
    assert show(encounter, "punk")["held"] == {"bat": "right_arm"}
    CORE.resolved(encounter, ["effect", "punk", "drug", "--end"])
    assert not show(encounter, "punk")["held"]


# --- any fight ---


@modest(120)
@given(st.lists(st.one_of(fights.BEGINNINGS, fights.ENDINGS), max_size=8), fights.FIGHTS)
def test_no_state_outlives_its_end_whoever_brings_it_about(
    first: list[str], then: list[str]
) -> None:
    """As `test_states_end.py`, with what the GM does by hand; the last AP say who moves."""
    encounter = fights.prepared({"movement_source": "last_spend"})
    lines = [line for line in (*first, *then) if "--force" not in line]
    for text, _, _ in carried_out(CORE, encounter, lines):
        assert not list(fights.outlived(Scene(Draft(encounter)))), text
