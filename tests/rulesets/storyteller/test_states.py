"""States that must end: what somebody hides behind, does or has with others ends when they move,
strike, go out or leave; a human shield with what made it one; and
what is gone when a maximum changes (ST-R57 to ST-R61)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from long_run import modest

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.errors import Refusal
from gmtrack.rulesets.storyteller.sheet.game import Scene
from gmtrack.rulesets.storyteller.sheet.state import Fighter

from ..any_fight import carried_out
from .book import CORE
from .fights import BEGINNINGS, ENDINGS, outlived, prepared

OUT = (
    "damage joe 20", "damage joe 7 --type lethal", "damage joe 7 --type aggravated",
    "effect joe unconscious", "effect joe dying", "set joe conscious=false", "set joe lethal=7",
)  # fmt: skip
"""Lines after which Joe is no longer up."""
BOUND = "effect joe immobilized"
GRIP = "act joe grab bob --force --mod 30 --seed 5"
HOLD = f"{GRIP} --with move=hold"
RESTRAIN = "act joe grapple --mod 30 --with move=restrain --seed 5"


def resolve(encounter: Encounter, line: str) -> dict[str, Any]:
    """Carry out a line and return its document."""
    report, _ = CORE.resolved(encounter, line.split())
    return report.to_json()


def played(*lines: str, rules: dict[str, Any] | None = None) -> Encounter:
    """Return the fight after these lines."""
    encounter = prepared(rules or {})
    for line in lines:
        resolve(encounter, line)
    return encounter


def one(encounter: Encounter, who: str) -> Fighter:
    return Scene(Draft(encounter)).fighter(who)


def after(*lines: str, who: str = "joe") -> Fighter:
    """Return somebody as they are after these lines."""
    return one(played(*lines), who)


def refused(encounter: Encounter, line: str) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        resolve(encounter, line)
    return refusal.value


# --- cover ---

LEAVING = (
    "act joe move 3", "act joe run 15", "attack joe bob --with charge=10", "attack joe bob",
    "attack joe bob --weapon knife", "attack joe bob --weapon knife --with thrown",
    "act joe touch bob", "act joe disarm bob", "act joe grab bob", "act joe quick-combat bob",
)  # fmt: skip


@pytest.mark.parametrize("line", LEAVING)
def test_who_moves_or_strikes_is_no_longer_wholly_hidden(line: str) -> None:
    """ST-106, ST-118, ST-R57"""
    assert after("act joe take-cover door").cover == "door"
    fight = played("set bob wielded=knife", "act joe take-cover door", f"{line} --seed 3")
    assert one(fight, "joe").cover is None
    resolve(fight, "attack ann joe")


@pytest.mark.parametrize("line", ["act joe move 3", "act joe run 15"])
def test_who_moves_is_no_longer_partly_hidden(line: str) -> None:
    """ST-R57"""
    assert after("act joe take-cover car", line).cover is None


def test_who_strikes_from_partial_cover_stays_behind_it() -> None:
    """ST-R57"""
    assert after("act joe take-cover car", "attack joe bob").cover == "car"


def test_who_does_not_go_anywhere_stays_in_cover() -> None:
    """ST-R57"""
    assert after("act joe take-cover door", "act joe move 0").cover == "door"


# --- on the ground ---

FROM_THE_GROUND = ("act joe run 10", "attack joe bob --with charge=10")


@pytest.mark.parametrize("line", FROM_THE_GROUND)
def test_nobody_runs_or_charges_on_the_ground(line: str) -> None:
    """ST-R59: forced, they stand up."""
    fight = played("effect joe prone")
    refusal = refused(fight, line)
    assert refusal.kind == "status"
    assert "`act joe stand` first" in refusal.message
    resolve(fight, f"{line} --force")
    assert not one(fight, "joe").prone


def test_who_crawls_stays_on_the_ground() -> None:
    """ST-R59"""
    assert after("effect joe prone", "act joe move 3").prone


# --- out ---

DOING = {
    "aims": ("act joe aim bob --weapon pistol", lambda who: who.aim),
    "dodges": ("act joe dodge", lambda who: who.dodging),
    "holds a shield": ("act joe human-shield kid --with willing", lambda who: who.shield),
    "has charged": ("attack joe bob --with charge=5", lambda who: who.no_defense),
    "stands guard": ("act joe static", lambda who: who.guard == "static"),
}  # fmt: skip


@pytest.mark.parametrize("line", [*OUT, BOUND])
@pytest.mark.parametrize("doing", DOING)
def test_who_is_out_does_nothing_any_more(doing: str, line: str) -> None:
    """ST-R58"""
    before, holds = DOING[doing]
    fight = played(before, rules={"old_notes_defense": True})
    assert holds(one(fight, "joe"))
    resolve(fight, line)
    who = one(fight, "joe")
    who.regain_defense("immobilized")
    assert not holds(who)


@pytest.mark.parametrize("line", [*OUT, BOUND])
def test_who_is_out_delays_no_longer(line: str) -> None:
    """ST-R58"""
    order = "roll-init --roll joe=10 --roll bob=1 --roll ann=1 --roll kid=1"
    assert after(order, "delay joe").delaying
    assert not after(order, "delay joe", line).delaying


@pytest.mark.parametrize("line", [*OUT, BOUND, "leave joe", "remove joe"])
def test_covering_fire_ends_with_the_shooter(line: str) -> None:
    """ST-R27, ST-R58"""
    fire = "act joe covering-fire bob ann --weapon rifle --seed 1"
    assert after(fire, who="bob").suppressed
    fight = played(fire, line)
    assert one(fight, "bob").suppressed is None
    assert one(fight, "ann").suppressed is None


def test_who_is_down_is_under_no_fire() -> None:
    """ST-095, ST-R58: who is bound still is, as they may try to escape."""
    fire = "act bob covering-fire joe --weapon rifle --seed 1"
    assert after(fire, BOUND).suppressed
    for line in OUT:
        assert after(fire, line).suppressed is None
        assert after(line, f"{fire} --force").suppressed is None


def test_nobody_aims_at_the_dead() -> None:
    """ST-R58"""
    aim = "act ann aim joe --weapon pistol"
    assert after(aim, "damage joe 7 --type lethal", who="ann").aim
    assert after(aim, "damage joe 7 --type aggravated", who="ann").aim is None


# --- holds ---


@pytest.mark.parametrize("line", [*OUT, BOUND, "leave joe", "remove joe", "set joe grapple=null"])
@pytest.mark.parametrize("before", [(GRIP,), (HOLD,), (HOLD, RESTRAIN)])
def test_a_hold_ends_with_who_holds(before: tuple[str, ...], line: str) -> None:
    """ST-R58: nobody is held, bound or without Defense by who is out or away."""
    assert after(*before, who="bob").read_grapple()
    other = after(*before, line, who="bob")
    assert not other.read_grapple()
    assert other.reasons == []


@pytest.mark.parametrize("before", [(GRIP,), (HOLD,), (HOLD, RESTRAIN)])
@pytest.mark.parametrize("line", [*OUT, "leave joe", "remove joe"])
def test_a_hold_ends_with_who_is_held(before: tuple[str, ...], line: str) -> None:
    """ST-R58"""
    other = after(*before, line.replace("joe", "bob").replace("7", "8"), who="joe")
    assert not other.read_grapple()
    assert other.reasons == []


@pytest.mark.parametrize("line", [*OUT, BOUND])
def test_nobody_grabs_who_is_down_or_bound(line: str) -> None:
    """ST-R58: forced, there is no grapple all the same."""
    fight = played(line)
    assert refused(fight, "act bob grab joe").kind == "target"
    resolve(fight, "act bob grab joe --mod 30 --force")
    assert not one(fight, "bob").read_grapple()


def test_bonds_outlast_who_put_them_on() -> None:
    """ST-082, ST-R58: what was done with equipment holds by itself."""
    fight = played(HOLD, f"{RESTRAIN} --with equipment", "damage joe 20")
    assert "immobilized" in one(fight, "bob").reasons
    resolve(fight, "act bob escape --mod 9 --seed 3")
    assert one(fight, "bob").reasons == []


def test_who_is_restrained_in_a_grapple_is_still_in_it() -> None:
    """ST-082"""
    other = after(HOLD, RESTRAIN, who="bob")
    assert other.read_grapple()
    assert "immobilized" in other.reasons


def test_who_is_restrained_covers_nobody_any_more() -> None:
    """ST-R27, ST-R58"""
    fire = "act bob covering-fire ann --weapon rifle --seed 1"
    assert after(fire, HOLD, who="ann").suppressed
    assert after(fire, HOLD, RESTRAIN, who="ann").suppressed is None


@pytest.mark.parametrize("line", ["effect bob hold --end", "effect joe grappling --end", "end"])
def test_a_restraint_ends_with_its_hold(line: str) -> None:
    """ST-082"""
    assert after(HOLD, RESTRAIN, line, who="bob").reasons == []


def test_who_goes_away_leaves_the_grapple() -> None:
    """ST-R58"""
    fight = played(GRIP, "act bob run 10 --force")
    assert not one(fight, "bob").read_grapple()
    assert not one(fight, "joe").read_grapple()


def test_who_shoots_does_not_hit_themselves_in_place_of_who_hides_behind_them() -> None:
    """ST-083"""
    fight = played(GRIP, "set joe moves_due=1", "act joe take-move --with move=take-cover")
    report = resolve(fight, "attack ann joe --weapon pistol --seed 1")
    assert report["target"] == "bob"
    report = resolve(fight, "attack bob joe --weapon pistol --force --seed 1")
    assert report["target"] == "joe"


def test_no_state_outlives_what_a_gm_ends_by_hand() -> None:
    """ST-R58: `set` and `effect` end what play would have ended."""

    @modest(60)
    @given(st.lists(BEGINNINGS, min_size=2, max_size=8), st.lists(ENDINGS, min_size=1, max_size=5))
    def fought(beginning: list[str], ending: list[str]) -> None:
        encounter = prepared({})
        for text, _, _ in carried_out(CORE, encounter, [*beginning, *ending]):
            assert not list(outlived(Scene(Draft(encounter)))), text

    fought()


# --- maxima ---

STRONGER = {"might": {"change": {"willpower": 2, "health": 2}}}


def changing(*lines: str) -> Fighter:
    """Return Joe (willpower 4, 7 boxes) after these lines, with an effect that raises both by 2."""
    encounter = prepared({})
    encounter.effects = STRONGER
    for line in lines:
        resolve(encounter, line)
    return one(encounter, "joe")


@pytest.mark.parametrize(
    ("lines", "left", "empty"),
    [
        ([], 4, 7),
        (["effect joe might"], 6, 9),
        (["set joe willpower=6 health=9"], 6, 9),
        (["HURT", "effect joe might"], 5, 4),
        (["HURT", "set joe resolve=4 stamina=4"], 5, 4),
        (["HURT", "effect joe might", "effect joe might --end"], 3, 2),
        (["HURT", "set joe willpower=2 health=6"], 1, 1),
        (["HURT", "set joe willpower=1 health=5"], 0, 1),
        (["HURT", "set joe willpower=9 willpower_left=2"], 2, 2),
    ],
)
def test_what_is_gone_stays_gone_when_a_maximum_changes(
    lines: list[str], left: int, empty: int
) -> None:
    """ST-R61: of 4 and 7, 1 and 5 are gone where somebody is HURT."""
    hurt = ["damage joe 1 --pool willpower", "damage joe 3 --type lethal", "damage joe 2"]
    typed = [line for each in lines for line in (hurt if each == "HURT" else [each])]
    who = changing(*typed)
    assert (who.willpower_left, who.track.empty) == (left, empty)


def test_a_lower_maximum_takes_nobody_down_or_below_nothing() -> None:
    """ST-R61"""
    spent = "damage joe 6 --pool willpower"
    who = changing(
        "effect joe might", spent, "damage joe 8 --type lethal", "effect joe might --end"
    )
    assert (who.willpower_left, who.lethal, who.track.empty, who.status) == (0, 6, 1, "up")


@pytest.mark.parametrize("kind", ["bashing", "lethal", "aggravated"])
def test_a_full_row_that_shrinks_makes_nobody_worse_off(kind: str) -> None:
    """ST-R61"""
    before = changing("effect joe might", f"damage joe 8 --type {kind}", "damage joe 1")
    after_it = changing(
        "effect joe might", f"damage joe 8 --type {kind}", "damage joe 1", "effect joe might --end"
    )
    assert (before.status, after_it.status) == ("up", "up")
    assert after_it.track.full
    assert after_it.bashing >= 1


def test_who_was_down_wakes_in_a_longer_row_but_not_the_dead() -> None:
    """ST-R61"""
    assert changing("damage joe 7 --type lethal", "effect joe might").status == "up"
    assert changing("damage joe 7 --type aggravated", "effect joe might").status == "dead"
    assert changing("set joe aggravated=7", "set joe health=9").status == "dead"


def test_a_weapon_whose_effect_raises_willpower_gives_it_with_the_hand() -> None:
    """ST-R61"""
    encounter = prepared({})
    encounter.effects = STRONGER
    encounter.combatants["joe"]["weapons"]["knife"]["effect"] = "might"
    for line, left in [
        ("damage joe 1 --pool willpower", 3), ("act joe wield knife", 5),
        ("act joe wield unarmed", 3), ("act joe wield knife", 5), ("act joe drop knife", 3),
    ]:  # fmt: skip
        resolve(encounter, line)
        assert one(encounter, "joe").willpower_left == left, line


def test_a_weapon_that_is_taken_brings_its_effect_along() -> None:
    """ST-070: nothing on Joe's own sheet brings one."""
    encounter = prepared({})
    encounter.effects = STRONGER
    encounter.combatants["bob"]["weapons"] = {"pipe": {"damage": 1, "effect": "might"}}
    encounter.combatants["bob"]["wielded"] = ["pipe"]
    took = "act joe disarm bob --roll disarm=8,8,8,8,8 --roll disarm_resist=1,1,1,1,1,1"
    for line, left in [("damage joe 1 --pool willpower", 3), (took, 5), ("act joe drop pipe", 3)]:
        resolve(encounter, line)
        assert one(encounter, "joe").willpower_left == left, line


# --- human shields ---

SHIELD = "act joe human-shield kid"
HOLDS_KID = "act joe grab kid --force --mod 30 --with move=hold --seed 5"
MADE_POSSIBLE = {
    "held": ([HOLDS_KID], "effect joe hold --end"),
    "held in a grapple": ([HOLDS_KID], "effect kid grappling --end"),
    "helpless": (["effect kid helpless"], "effect kid helpless --end"),
    "bound": (["effect kid immobilized"], "act kid escape --mod 30 --seed 3"),
    "unconscious": (["effect kid unconscious"], "effect kid unconscious --end"),
    "healed": (["damage kid 7 --type lethal"], "heal kid 3"),
}
"""What makes somebody a human shield, and the line that ends it."""


def shield(*lines: str) -> str | None:
    """Return whom Joe holds as a human shield after these lines."""
    return after(*lines).shield


def test_nobody_is_a_human_shield_who_can_resist() -> None:
    """ST-R60: the refusal names a line that works."""
    fight = played()
    refusal = refused(fight, SHIELD)
    assert refusal.kind == "target"
    assert f"`{SHIELD} --with willing`" in refusal.message
    assert shield(f"{SHIELD} --with willing") == "kid"
    assert shield(f"{SHIELD} --force") == "kid"


@pytest.mark.parametrize("possible", MADE_POSSIBLE)
def test_a_human_shield_ends_with_what_made_it_possible(possible: str) -> None:
    """ST-R60"""
    before, end = MADE_POSSIBLE[possible]
    assert shield(*before, SHIELD) == "kid"
    assert shield(*before, SHIELD, end) is None
    assert shield(*before, f"{SHIELD} --with willing", end) == "kid"


def test_who_is_held_holds_nobody() -> None:
    """ST-081, ST-R60: of the two in a hold only one has the other for a shield."""
    assert refused(played(HOLD), "act bob human-shield joe").kind == "target"
    assert shield(HOLD, "act joe human-shield bob") == "bob"


def test_a_held_shield_who_is_put_down_is_one_still() -> None:
    """ST-R60"""
    assert shield(HOLDS_KID, SHIELD, "damage kid 7 --type lethal") == "kid"


@pytest.mark.parametrize(
    "line",
    ["act kid run 5", "act kid move 3", "act kid take-cover car", "act kid drop-prone",
     "attack kid joe --weapon pistol", "attack kid joe", "act kid grab joe --mod -9", "leave kid",
     "remove kid", "act bob grab kid --mod 30 --seed 5", "act ann grab joe --mod 30 --seed 5",
     "act joe run 5", "attack joe bob --with charge=5", "act joe drop-prone", "effect joe prone",
     "act joe let-go", *OUT, BOUND]
)  # fmt: skip
def test_a_willing_shield_ends_when_either_goes_or_turns_on_the_other(line: str) -> None:
    """ST-R58, ST-R60"""
    assert shield(f"{SHIELD} --with willing") == "kid"
    fight = played(f"{SHIELD} --with willing", line)
    assert one(fight, "joe").shield is None
    report = resolve(fight, "attack ann joe --weapon pistol --mod 9 --seed 2 --force")
    assert "human_shield" not in report


@pytest.mark.parametrize("line", ["act joe move 3", "act joe take-cover car", "attack joe bob"])
def test_a_shield_comes_along(line: str) -> None:
    """ST-R60"""
    assert shield(f"{SHIELD} --with willing", line) == "kid"


@pytest.mark.parametrize(
    ("before", "kind"),
    [(GRIP, "grapple"), ("act bob grab kid --mod 30 --seed 5", "grapple"),
     ("act bob human-shield kid --with willing", "status"),
     ("act kid human-shield joe --with willing", "status"), ("act kid take-cover car", "cover")]
)  # fmt: skip
def test_nobody_is_a_human_shield_who_is_not_at_hand(before: str, kind: str) -> None:
    """ST-R45, ST-R60: the refusal names a line that works."""
    fight = played(before)
    refusal = refused(fight, f"{SHIELD} --with willing")
    assert refusal.kind == kind
    assert "`" in refusal.message
    resolve(fight, f"{SHIELD} --with willing --force")
    assert one(fight, "joe").shield == "kid"


def test_the_lines_that_bring_a_shield_within_reach_work() -> None:
    """ST-R60"""
    assert shield("act kid take-cover car", "act joe take-cover car", f"{SHIELD} --with willing")
    let_go = "act bob human-shield kid --with willing", "act bob let-go"
    assert shield(*let_go, f"{SHIELD} --with willing") == "kid"
