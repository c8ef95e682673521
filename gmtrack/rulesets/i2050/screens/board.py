"""`board`: the fight at a glance, and what other screens share about one combatant."""

from functools import partial

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.lexicon import Entries, Entry
from gmtrack.core.names import listed
from gmtrack.core.players import health_word
from gmtrack.core.screen import Board, Condition, Row, Segment, Track, Turn
from gmtrack.rulesets.i2050.actions.actions import ACTIONS
from gmtrack.rulesets.i2050.sheet.fighter import Fighter
from gmtrack.rulesets.i2050.sheet.game import Item, Scene, items_of
from gmtrack.rulesets.i2050.sheet.state import ATTACKS, plan_details, plan_words
from gmtrack.rulesets.i2050.tables import (
    BANDS,
    LOCATIONS,
    QUARTERS,
    Location,
    with_spaces,
)
from gmtrack.rulesets.i2050.turn.order import (
    acting_id,
    acting_item,
    ordered_entries,
    turn_document,
    undeclared_fighters,
)
from gmtrack.rulesets.i2050.wounds.effects import EFFECTS, FATES
from gmtrack.rulesets.kit import board as frame
from gmtrack.rulesets.kit.board import RowCache
from gmtrack.rulesets.kit.words import format_count


def total_track(who: Fighter) -> Track:
    """Return the total hit points as a bar; marks show where a heavier band begins (IN-WND)."""
    total, now = who.total, max(0, who.hp)
    boxes = (
        Segment("full", min(now, total)),
        Segment("lost", total - min(now, total)),
    )
    heavier = who.house.band_border == "heavier"
    lost = [
        (quarter * total - heavier) // 4
        for quarter in range(1, len(QUARTERS) + 1)
    ]
    marks = tuple(sorted(total - points for points in lost))
    text = f"{who.hp}/{total} {who.band}"
    return Track(
        "hp",
        boxes,
        text,
        marks,
        unit="left",
        counted=who.hp,
        widest=f"{total}/{total} {WIDEST_BAND}",
    )


def place_track(who: Fighter, place: Location) -> Track:
    """Return the points of one location as a bar; a useless one says so."""
    rating, now = who.rating(place), who.points_at(place)
    left = min(max(0, now), rating)
    state = place_state(who, place)
    text = f"{now}/{rating}" + {
        "useless": " USELESS",
        "disabled": " DISABLED",
    }.get(state, "")
    kind = "unusable" if state in ("useless", "disabled") else "full"
    boxes = (Segment(kind, left), Segment("lost", rating - left))
    fields = (f"at_{place}", *(["disabled"] if state == "disabled" else []))
    return Track(with_spaces(place), boxes, text, counted=now, fields=fields)


def body_figure(who: Fighter) -> tuple[tuple[Track | None, ...], ...]:
    """Return the tracks of the body seen from the front: the right arm is on the left."""
    tracks = {place: place_track(who, place) for place in LOCATIONS}
    return (
        (None, tracks["head"], None),
        (tracks["right_arm"], tracks["chest"], tracks["left_arm"]),
        (None, tracks["abdomen"], None),
        (tracks["right_leg"], None, tracks["left_leg"]),
    )


def place_state(who: Fighter, place: Location) -> str:
    """Return the state of a location in a word: `disabled`, `useless`, `hurt` or `fine`."""
    if place in who.disabled:
        return "disabled"
    if who.is_useless(place):
        return "useless"
    return "hurt" if who.points_at(place) < who.rating(place) else "fine"


def conditions(scene: Scene, who: Fighter) -> tuple[Condition, ...]:
    """Return a combatant's conditions, with useless limbs, weapons out of order and a lost
    action."""
    timed = who.timed
    found = [
        Condition(
            name.replace("-", " "),
            format_count(timed[name], "round") if name in timed else "",
        )
        for name in EFFECTS.holding(who)
        if name not in FATES and not name.startswith("disabled")
    ]
    for place in LOCATIONS:
        if place_state(who, place) in ("useless", "disabled"):
            found.append(
                Condition(f"{with_spaces(place)} {place_state(who, place)}")
            )
    if who.aimed is not None:
        found.append(
            Condition(f"has aimed at {scene.name(who.aimed)}", "", "good")
        )
    for name in who.weapons:
        status = who.status_of(name)
        if status in ("dropped", "jammed", "broken"):
            defect = who.defect_of(name)
            found.append(
                Condition(
                    f"{name} {status}" + (f", {defect}" if defect else "")
                )
            )
        found += [
            Condition(f"{one} of {name} failed") for one in who.failed_of(name)
        ]
    if who.lost:
        found.append(Condition("action lost", "", "bad"))
    return tuple(found)


WIDEST_BAND = max(BANDS, key=len)
ROWS = RowCache[Row]()
phase_of = frame.make_phase_of(Scene)


def board(encounter: Encounter) -> Board:
    """Return the board: everybody once, in order, with plan, weapon and hit points."""
    scene = Scene(Draft(encounter))
    fight, acting = scene.fight, acting_id(scene)
    metre = (("metre", fight.metre),) if fight.step == "movement" else ()
    # Everybody once, where the first item of each stands. A pair shares a score: what somebody's
    # row says depends on others too.
    people = list(dict.fromkeys(who for who, _ in ordered_entries(scene)))
    return Board(
        encounter.name,
        frame.make_head_line(
            scene, ("round", fight.round), ("step", fight.step), *metre
        ),
        ("Speed", "Intent", "Weapon"),
        ROWS.each(
            encounter,
            people,
            partial(render_row, scene),
            lambda who: (acting, render_scores(scene, who)),
        ),
        {
            "name": encounter.name,
            "ruleset": encounter.ruleset,
            **turn_document(scene),
        },
        hint_lines(scene),
        render_turn(scene),
        widest=find_widest_cells(people),
    )


def find_widest_cells(people: list[Fighter]) -> dict[str, str]:
    """Return the longest action, and the longest weapon that any of these people has."""
    weapons = [name for who in people for name in who.weapons]
    return {
        "Intent": max(ACTIONS, key=len),
        "Weapon": max(weapons, key=len, default=""),
    }


NEXT = {
    "determination": "start Resolution",
    "winners": "let the blows take effect",
    "losers": "start Movement",
    "movement": "everybody moves on: `next 1` one metre, `next all` all",
}
"""Description of `next` in each step; in Resolution `next` ends a turn."""
EVERYBODY = {"determination": "All declare", "movement": "All move"}
"""What everybody does in a step in which nobody has a turn."""


def render_turn(scene: Scene) -> Turn:
    """Return what `next` does, and who has still to declare or to carry out what they have
    declared. Empty outside a round."""
    step = scene.fight.step
    if not scene.fight.running:
        return Turn()
    waiting = [
        who
        for who in undeclared_fighters(scene)
        if step == "determination" and not (who.acted or who.lost)
    ]
    due = tuple(
        Entry(f"act {who.id} ACTION", f"declares for {who.name}")
        for who in waiting
    )
    acting = acting_id(scene)
    ends = f"end the turn of {scene.name(acting)}" if acting else "go on"
    still = (
        f"Still to declare: {listed(who.name for who in waiting)}"
        if waiting
        else ""
    )
    if step == "resolution":
        due, still = pending_action(scene)
    item = acting_item(scene)
    return Turn(
        "",
        NEXT.get(step or "", ends),
        due,
        declared_targets(scene),
        still,
        spent=item is not None and not item.is_open,
        steps=step == "movement",
        everybody=EVERYBODY.get(step or "", ""),
    )


def pending_action(scene: Scene) -> tuple[Entries, str]:
    """Return the line that carries out what the acting combatant has declared and not done, and
    a sentence for it; empty if nothing is pending. `next` would pass it over."""
    item = acting_item(scene)
    plan = item.who.plan if item else None
    if item is None or plan is None or not item.is_open:
        return (), ""
    who, whom = item.who, declared_targets(scene)[:1]
    words = plan_words(scene.draft.encounter, plan)
    if plan.action == "burst":
        units = item.open_units
        shots = "shot" if len(units) == 1 else "shots"
        words += f": {shots} {', '.join(units)}"
    line = f"act {who.id} {plan.action}"
    if whom:
        line = " ".join(("attack", who.id, *whom))
    entry = Entry(line, f"carries out {words}")
    return (entry,), f"Still to carry out: {who.name}, {words}"


def declared_targets(scene: Scene) -> tuple[str, ...]:
    """Return the ids that the acting combatant has declared to attack; of several to be fought,
    the next."""
    item = acting_item(scene)
    plan = item.who.plan if item else None
    if item is None or plan is None or plan.action not in ATTACKS:
        return ()
    if plan.action == "fight":
        return item.open_units[:1]
    return tuple(dict.fromkeys(plan.targets))


def render_scores(scene: Scene, who: Fighter) -> str:
    """Render the scores of a combatant's items, `-` if there are none."""
    if who.away:
        return "-"
    items = items_of(scene, who) if who.able else spared_items(scene, who)
    return " ".join(str(item.score) for item in items) or "-"


def spared_items(scene: Scene, who: Fighter) -> list[Item]:
    """Return the items that somebody still carries out although they are out."""
    return [
        item for item in items_of(scene, who) if item.is_open and item.is_spared
    ]


def render_row(
    scene: Scene, who: Fighter, acting: str | None, scores: str
) -> Row:
    """Return the board's row of one combatant. `acting` is the id of the one whose turn it is,
    `scores` what stands in the column of scores."""
    plan = who.plan if who.able or spared_items(scene, who) else None
    waits = scene.fight.running and who.able and not who.away
    # The whole of what they mean to do, where there is more to say than the word for it.
    words = " ".join(plan_details(scene.draft.encounter, plan)) if plan else ""
    aims = (Condition(words, "", "note"),) if words else ()
    badly = who.is_as_bad_as("serious")
    action: str | None = "?" if waits else None
    if plan:
        action = plan.action
    return frame.make_row(
        who,
        (scores, action, who.in_use),
        (total_track(who),),
        (*aims, *conditions(scene, who)),
        acting=who.id == acting,
        done=scene.fight.running and (who.acted or who.lost),
        health=health_word(
            hurt=who.hp < who.total, badly=badly, down=not who.able
        ),
    )


def hint_lines(scene: Scene) -> tuple[str, ...]:
    """Return the lines below the board: visibility, who has still to declare, what to type next."""
    found = ["visibility: poor"] if scene.poor_scene else []
    step = scene.fight.step
    missing = [
        who.name
        for who in undeclared_fighters(scene)
        if not (who.acted or who.lost)
    ]
    if missing and step in ("determination", "resolution"):
        defends = (
            step == "determination" or scene.house.undeclared_defense == "fight"
        )
        until = "" if defends else " (no defense until then)"
        found.append(f"Still to declare: {listed(missing)}{until}")
    if step == "determination" and missing:
        found.append("`act WHO ACTION` declares; `next` starts Resolution")
    elif step == "determination":
        found.append(
            "Everybody has declared; `next` starts Resolution, `act WHO ACTION` changes it"
        )
    elif step == "movement":
        found.append(
            "`next 1`: a metre for all who move; `next all`: all; `act WHO stop` stops one"
        )
    return tuple(found)
