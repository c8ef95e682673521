"""Points into boxes and what follows: useless limbs, unconscious, dying, dead; and who is pinned
(SP-DMG, SP-INJ, SP-DEATH, SP-SPEC)."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.rulesets.spotlight.events import (
    end_by_going_out,
    end_by_hiding,
    end_by_moving,
    out_of_death_spotlight,
    stop_by_leg,
)
from gmtrack.rulesets.spotlight.sheet.boxes import (
    Body,
    Boxes,
    Spill,
    empty_marked,
    fit_to_boxes,
    location_state,
    mark_points,
    remove_boxes,
    turn_to_bruise,
)
from gmtrack.rulesets.spotlight.sheet.game import Game, find_helpers, may_cheat
from gmtrack.rulesets.spotlight.sheet.state import Fighter
from gmtrack.rulesets.spotlight.tables import (
    ARMS,
    LEGS,
    LOCATIONS,
    VITAL,
    Location,
    Mark,
    place_name,
)

EFFECTS = {
    "moving": "Difficulty +1 for attacks by and at them",
    "suppressed": "pinned: no move and no attack until 1 success shakes it off",
    "unconscious": "unable to act until first aid or the end of the fight",
    "dying": "unable to act; a PC gets the death spotlight",
    "dead": "dead",
}
"""Conditions that the GM puts on and ends."""
LIMB_STATES = ("useless", "destroyed")


def pin_down(game: Game, who: Fighter, number: int, by: str | None) -> None:
    """Pin somebody: no move and no attack without a test of this Difficulty. A pin with as high
    a number that still holds stays instead. `by` None: the GM."""
    on = who.pinned
    if on is not None and on.target_number >= number:
        game.report.tell(
            "pinned.already", "note", who=who.name, number=on.target_number
        )
        return
    with who.draft.by("SP-SPEC-06"):
        who.draft.put(
            (*who.base, "suppressed"),
            {
                "by": by,
                "target_number": number,
                "broken": False,
                "failed": False,
            },
            read_as=who.suppressed,
        )
        game.report_effect(who, "suppressed", target_number=number, source=by)
        game.report.tell("pinned", "bad", who=who.name, number=number)


def check_pin(game: Game, who: Fighter, what: str) -> None:
    """Refuse to move or attack while pinned (SP-SPEC-06, SP-R17). Raises Refusal (`suppressed`)."""
    pin = who.pinned
    if pin is not None:
        how = f"`test {who.id} suppression` (Difficulty {pin.target_number}) shakes it off"
        game.refuse(
            "suppressed", f"{who.name} is pinned and cannot {what}: {how}"
        )


def use_freedom(who: Fighter) -> None:
    """Use up the passed test that lets somebody pinned move or attack once, under the house rule
    `suppression_roll: per_attempt`. Does nothing otherwise."""
    pin = who.suppression()
    if (
        pin is not None
        and pin.broken
        and who.house.suppression_roll == "per_attempt"
    ):
        with who.draft.by("SP-R17"):
            write_pin(who, broken=False)


def new_attempt(who: Fighter) -> None:
    """Forget a failed test, which counts for one spotlight only. Depends on the house rule
    `suppression_roll`."""
    pin = who.suppression()
    if pin is not None and pin.failed and who.house.suppression_roll != "once":
        with who.draft.by("SP-R17"):
            write_pin(who, failed=False)


def write_pin(who: Fighter, **values: object) -> None:
    """Change keys of the suppression in force."""
    for key, value in values.items():
        who.draft.put((*who.base, "suppressed", key), value)


def knock_out(game: Game, who: Fighter, place: Location, rules: str) -> None:
    """Make somebody unconscious until a bruise box at that place is cleared, by these rows;
    nothing if they are down already."""
    if who.unconscious is not None or who.fate != "ok":
        return
    with game.draft.by(rules):
        who.unconscious = place
        game.report_effect(who, "unconscious")
        game.report.tell("unconscious", "bad", who=who.name)
    end_by_going_out(game, who)


def clear_bruise(game: Game, who: Fighter) -> None:
    """Empty a bruise box at the location that keeps somebody unconscious; they wake unless the
    head is full."""
    place = who.unconscious
    if place is None:
        return
    who.write_boxes(place, empty_marked(who.boxes(place), 1, "bruise"))
    wake_if_free(game, who)


def wake_if_free(game: Game, who: Fighter) -> None:
    """Wake somebody, unless the head is full: then the head must be cleared next."""
    if who.boxes("head").full:
        with game.draft.by("SP-INJ-06, SP-R35"):
            if who.unconscious != "head":
                game.report.tell("head-next", "note", who=who.name)
            who.unconscious = "head"
        return
    who.unconscious = None
    game.report.tell("wakes", "good", who=who.name)


def wake_at_the_end(game: Game, who: Fighter) -> None:
    """Wake a combatant at the end of the fight, if they are unconscious; it takes two bruise
    boxes at most, the second of the head."""
    if who.status != "unconscious":
        return
    with game.draft.by("SP-INJ-07"):
        clear_bruise(game, who)
        clear_bruise(game, who)
        if who.unconscious is not None:
            who.unconscious = None
            game.report.tell("wakes", "good", who=who.name)


def begin_dying(game: Game, who: Fighter) -> None:
    """Let somebody begin to die; whoever is entitled to the death spotlight has it now."""
    with game.draft.by("SP-INJ-08"):
        who.fate = "dying"
        who.tried = []
        game.report_effect(who, "dying")
        game.report.tell("dying", "bad", who=who.name)
    end_by_going_out(game, who)
    give_death_spotlight(game, who)


def give_death_spotlight(game: Game, who: Fighter) -> None:
    """Give a dying combatant the death spotlight, if they are entitled to it and do not have it;
    those who are away have it when they come back (SP-R62)."""
    fight = game.fight
    if (
        who.gets_death_spotlight
        and not who.away
        and who.id not in fight.death_spotlight
    ):
        with game.draft.by("SP-DEATH-01, SP-R36"):
            fight.death_spotlight = [*fight.death_spotlight, who.id]
            tell_choices(game, who)


def tell_choices(game: Game, who: Fighter) -> None:
    """Tell what somebody can choose in their death spotlight."""
    if not game.narrated:
        return
    words = ["cheat-death"] if may_cheat(who) else []
    words += ["invite TARGET"] if find_helpers(game, who.id) else []
    if len(words) == 2:
        game.report.tell("death-spotlight", "head", who=who.name)
    else:
        choices = " or ".join((*words, "die"))
        game.report.tell(
            "death-spotlight.left", "head", who=who.name, choices=choices
        )


def die(game: Game, who: Fighter) -> None:
    """Mark somebody dead. Ends their death spotlight and a save for them."""
    who.fate = "dead"
    game.report_effect(who, "dead")
    game.report.tell("dead", "bad", who=who.name)
    end_by_going_out(game, who)
    out_of_death_spotlight(game, who)


def stabilise(game: Game, who: Fighter) -> None:
    """Turn a lethal box to bruise wherever all were lethal; the combatant is unconscious and no
    longer dying. Depends on the house rule `cheat_wake`."""
    saved = who.filled()
    for place in saved:
        who.write_boxes(place, turn_to_bruise(who.boxes(place)))
    who.fate = "ok"
    # Where a bruise box has to be cleared to wake them (SP-R35, SP-R39).
    head = "head" in saved or game.house.cheat_wake == "head_only"
    who.unconscious = "head" if head else "torso"
    game.report_effect(who, "unconscious")
    out_of_death_spotlight(game, who)


def fail_save(game: Game, patient: Fighter) -> None:
    """End a dramatic save as failed: the patient dies, unless a house rule allows cheating death
    after it."""
    with game.draft.by("SP-R37, SP-R49"):
        game.fight.save = None
        if (
            game.house.death_choices == "save_then_cheat"
            and "cheat" not in patient.tried
        ):
            patient.tried = [*patient.tried, "save"]
            game.report.tell("save.failed", "bad", who=patient.name)
        else:
            die(game, patient)


def stop_dying(game: Game, who: Fighter) -> None:
    """End dying or death by the GM's word, and a death spotlight with it, and tell that the
    combatant lives. The caller checks that they were dying or dead."""
    with game.draft.by("SP-INJ-08"):
        who.fate = "ok"
    out_of_death_spotlight(game, who)
    game.report.tell("lives", "good", who=who.name)


def wound(
    game: Game, who: Fighter, place: Location, points: int, kind: Mark
) -> list[Data]:
    """Mark points in a location and apply what follows; return the entries of `damage.applied`,
    an empty list for no points. Depends on the house rule `overflow`."""
    if points <= 0:
        return []
    before = location_states(who)
    entry, surplus = mark_boxes(game, who, place, points, kind)
    entries = [entry]
    if surplus and place not in VITAL and game.house.overflow == "torso":
        entry["lost"] -= surplus
        spilled, _ = mark_boxes(game, who, "torso", surplus, kind)
        entries.append(spilled)
    apply_new_states(game, who, before)
    return entries


def mark_boxes(
    game: Game, who: Fighter, place: Location, points: int, kind: Mark
) -> tuple[Data, int]:
    """Mark points in one location, report it, and return its entry and the points that found
    nothing left to mark. Depends on the house rules `bruise_on_mixed_full` and
    `spill_in_one_hit`."""
    before, house = who.boxes(place), game.house
    spill = Spill(
        house.spill_in_one_hit == "convert",
        house.bruise_on_mixed_full == "convert",
    )
    hit = mark_points(before, points, kind, spill)
    entry: Data = {
        "to": place,
        "type": kind,
        "amount": hit.filled + hit.converted,
        "filled": hit.filled,
        "converted": hit.converted,
        "lost": hit.surplus + hit.lost,
        "before": before.empty,
        "after": hit.boxes.empty,
    }
    write_marks(game, who, entry, hit.boxes)
    return entry, hit.surplus


def write_marks(game: Game, who: Fighter, entry: Data, after: Boxes) -> None:
    """Write and report the marks of an entry, by the rule for what was found: empty boxes,
    bruise boxes, both or nothing. `after` are the boxes then."""
    if entry["filled"] and entry["converted"]:
        key, rules = "boxes.both", "SP-DMG-06, SP-DMG-09"
    elif entry["filled"]:
        key, rules = "boxes", "SP-DMG-06"
    elif entry["converted"]:
        key = "boxes.converted"
        rules = "SP-DMG-07" if entry["type"] == "lethal" else "SP-DMG-08"
    else:
        key, rules = "boxes.none", "SP-DMG-10"
    with game.draft.by(rules):
        who.write_boxes(entry["to"], after)
    if entry["lost"] and entry["amount"]:
        key, rules = f"{key}.lost", "SP-DMG-09, SP-DMG-10"
    with game.draft.by(rules):
        game.report.tell(
            key, "bad" if entry["amount"] else "note", who=who.name, place=place_name(entry["to"]),
            type=entry["type"], filled=entry["filled"], converted=entry["converted"],
            lost=entry["lost"], empty=after.empty, boxes=after.boxes,
        )  # fmt: skip


def location_states(who: Fighter) -> dict[Location, str]:
    """Return the state of every location, in a word."""
    return {place: who.state(place) for place in LOCATIONS}


def apply_new_states(
    game: Game, who: Fighter, before: dict[Location, str]
) -> None:
    """Apply what the new states of the locations bring about: limbs fail, somebody passes out,
    begins to die or dies. `before`: the states then. Depends on the house rule
    `torso_full_bruise`."""
    now = location_states(who)
    for place in LOCATIONS:
        if (
            place not in VITAL
            and now[place] != before[place]
            and now[place] in LIMB_STATES
        ):
            fail_limb(game, who, place, now[place])
    filled = [place for place in VITAL if now[place] == "lethal"]
    if filled:
        if who.fate == "ok" and who.gets_death_spotlight:
            begin_dying(game, who)
        elif who.fate == "ok":
            with game.draft.by("SP-INJ-08, SP-R36"):
                die(game, who)
    elif now["head"] == "full" and before["head"] != "full":
        knock_out(game, who, "head", "SP-INJ-05")
    elif (
        now["torso"] == "full"
        and before["torso"] != "full"
        and game.house.torso_full_bruise == "unconscious"
    ):
        knock_out(game, who, "torso", "SP-R30")


def fail_limb(game: Game, who: Fighter, place: Location, state: str) -> None:
    """Report a limb that is useless or destroyed; a leg stops moving, an arm drops what it
    holds. Depends on the house rule `weapon_arm`."""
    game.report_effect(who, state, location=place)
    game.report.tell(
        "destroyed" if state == "destroyed" else "useless", "bad",
        who=who.name, place=place_name(place),
    )  # fmt: skip
    if place in LEGS:
        stop_by_leg(game, who)
    if place in ARMS and game.house.weapon_arm != "ignore":
        dropped = [
            name for name, by in who.held.items() if by in (place, "both")
        ]
        with game.draft.by("SP-INJ-02, SP-R43"):
            for name in dropped:
                who.let_go(name)
                game.report.tell("drops", "note", who=who.name, weapon=name)


def lose_fortitude(game: Game, who: Fighter, points: int) -> None:
    """Take Fortitude for good, and boxes with it, lethal ones first."""
    before, whole = location_states(who), who.body()
    with game.draft.by("SP-DEATH-07"):
        who.fortitude_lost = who.fortitude_lost + min(points, who.fortitude)
    with game.draft.by("SP-DEATH-08, SP-DEATH-09"):
        for place, boxes in whole.items():
            who.write_boxes(
                place, remove_boxes(boxes, boxes.boxes - who.capacity(place))
            )
    apply_new_states(game, who, before)


# --- numbers by hand ---


class BeforeChange(NamedTuple):
    """State of a combatant before their numbers or live values are changed by hand."""

    body: Body
    able: bool
    dying: bool
    moving: bool
    in_cover: bool

    @staticmethod
    def observe(who: Fighter) -> "BeforeChange":
        """Record the state of a combatant."""
        return BeforeChange(
            who.body(),
            who.able,
            who.fate == "dying",
            who.moving,
            bool(who.cover),
        )


@contextmanager
def numbers_follow(
    game: Game, who: Fighter, named: Collection[str] = ()
) -> Iterator[None]:
    """Adjust a combatant after a change of sheet, effects or live values by hand within this
    context: marks fit the boxes, and what the change ends is over. Live fields in `named` stay
    as they were set (SP-R60 to SP-R63)."""
    stood = BeforeChange.observe(who)
    yield
    now = game.fighter(who.id)
    boxes_follow(game, now, stood.body, named)
    if stood.able and not now.able:
        end_by_going_out(game, now, named)
    if stood.dying and now.fate != "dying":
        out_of_death_spotlight(game, now)
    if now.moving and not stood.moving:
        end_by_moving(game, now, named)
    if now.cover and not stood.in_cover:
        end_by_hiding(game, now, named)


def fit_marks(
    who: Fighter, before: Body, named: Collection[str] = ()
) -> list[Location]:
    """Fit the marks into the locations that have more or fewer boxes than `before`, and return
    these. What is marked stays marked; no location becomes all lethal by a loss of boxes alone
    (SP-R63). Locations whose marks are `named` stay as they are."""
    changed = [
        place
        for place, boxes in before.items()
        if boxes.boxes != who.capacity(place)
        and not any(field.startswith(f"locations.{place}") for field in named)
    ]
    with who.draft.by("SP-R63"):
        for place in changed:
            who.write_boxes(
                place, fit_to_boxes(before[place], who.capacity(place))
            )
    return changed


def boxes_follow(
    game: Game, who: Fighter, before: Body, named: Collection[str]
) -> None:
    """Fit the marks into the boxes that there are now, and let everything follow (SP-R63). Does
    nothing if no location has more or fewer boxes than `before`, or all such are in `named`."""
    changed = fit_marks(who, before, named)
    if not changed:
        return
    stood = location_states(who) | {
        place: location_state(place, before[place]) for place in changed
    }
    apply_new_states(game, who, stood)
    if who.fate != "dying" or any(stood[place] == "lethal" for place in VITAL):
        tell_recovered(game, who, stood)


def tell_recovered(
    game: Game, who: Fighter, before: dict[Location, str]
) -> None:
    """Report limbs that work again, and end dying if head and torso are no longer all lethal."""
    for place in LOCATIONS:
        if before[place] in LIMB_STATES and who.state(place) == "ok":
            game.report.tell(
                "limb-ok", "good", who=who.name, place=place_name(place)
            )
    if who.fate == "dying" and not who.filled():
        stop_dying(game, who)
