"""`board`: the fight at a glance."""

from functools import partial

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.lexicon import Entries, Entry
from gmtrack.core.players import health_word
from gmtrack.core.screen import Board, Condition, Row, Segment, Track, Turn
from gmtrack.rulesets.kit import board as frame
from gmtrack.rulesets.kit.board import RowCache
from gmtrack.rulesets.spotlight.sheet.boxes import Body, Boxes, location_state
from gmtrack.rulesets.spotlight.sheet.game import (
    Scene,
    death_choices,
    find_helpers,
    join_lines,
    may_cheat,
)
from gmtrack.rulesets.spotlight.sheet.state import Fighter
from gmtrack.rulesets.spotlight.tables import (
    LOCATIONS,
    PRINTED_HEAD,
    VITAL,
    Location,
    place_name,
)
from gmtrack.rulesets.spotlight.turn.spotlight import (
    acting_id,
    can_regain,
    can_take_spotlight,
    has_another_npc,
    holders_in_order,
    leaving_npcs,
    losers_of_unspent_ap,
    sort_by_initiative,
    turn_document,
    waiting_fighters,
)
from gmtrack.rulesets.spotlight.turn.turn import next_candidates

SHORT: dict[Location, str] = {
    "head": "head",
    "torso": "torso",
    "right_arm": "r.arm",
    "left_arm": "l.arm",
    "right_leg": "r.leg",
    "left_leg": "l.leg",
}
WORDS = {
    "useless": "USELESS",
    "destroyed": "DESTROYED",
    "lethal": "ALL LETHAL",
    "full": "FULL",
}


def location_segments(
    who: Fighter, boxes: Boxes, filled_in: int = 0
) -> tuple[Segment, ...]:
    """Return the boxes of a location as drawn on paper: lethal, bruise, empty, and those
    `filled_in` because they are lost."""
    bruise = who.house.bruise_mark
    return (
        Segment("lethal", boxes.lethal),
        Segment("bruise", boxes.bruise, bruise),
        Segment("empty", max(0, boxes.empty)),
        Segment("unusable", filled_in),
    )


def board_tracks(who: Fighter, body: Body) -> tuple[Track, ...]:
    """Return a short row of boxes for each location."""
    return tuple(
        Track(
            SHORT[place], location_segments(who, body[place]), "", exact=True,
            short=empty_of(body[place]), unit="left",
        )
        for place in LOCATIONS
    )  # fmt: skip


def empty_of(boxes: Boxes) -> str:
    """Render the empty boxes of all: `7/12`."""
    return f"{max(0, boxes.empty)}/{boxes.boxes}"


def body_track(who: Fighter, place: Location) -> Track:
    """Return the track of one location with its state; boxes lost for good are filled in."""
    boxes = who.boxes(place)
    gone = max(0, who.unreduced_boxes(place) - boxes.boxes)
    if place == "head" and place not in who.sheet.boxes:
        gone = max(gone, PRINTED_HEAD - boxes.boxes)
    state = who.state(place)
    text = f"{empty_of(boxes)} empty"
    if state != "ok":
        text += f", {WORDS[state]}"
    return Track(
        place_name(place), location_segments(who, boxes, gone), text, exact=True,
        fields=place_fields(place), names=(SHORT[place],), rules="SP-HP-07, SP-DEATH-08",
    )  # fmt: skip


def place_fields(place: Location) -> tuple[str, ...]:
    """Return the live fields that the boxes of a location are read from."""
    return (f"locations.{place}",)


def body_figure(who: Fighter) -> tuple[tuple[Track | None, ...], ...]:
    """Return the tracks of the body seen from the front: the right arm is on the left."""
    tracks = {place: body_track(who, place) for place in LOCATIONS}
    return (
        (None, tracks["head"], None),
        (tracks["right_arm"], tracks["torso"], tracks["left_arm"]),
        (tracks["right_leg"], None, tracks["left_leg"]),
    )


def conditions(scene: Scene, who: Fighter, body: Body) -> tuple[Condition, ...]:
    """Return a combatant's conditions, those of the limbs first."""
    states = {place: location_state(place, body[place]) for place in LOCATIONS}
    found = [
        limb_condition(place, state)
        for place, state in states.items()
        if state != "ok"
    ]
    pin = who.suppression()
    if pin is not None:
        by = f" by {scene.name(pin.by)}" if pin.by else ""
        left = (
            "shaken off"
            if pin.broken
            else f"Difficulty {pin.target_number} to shake off"
        )
        found.append(
            Condition(f"suppressed{by}", left, "note" if pin.broken else "bad")
        )
    if who.moving:
        count = who.moving_rounds
        rounds = f"{count} round{'' if count == 1 else 's'}" if count else ""
        found.append(
            Condition(
                "moving",
                rounds if who.is_moving else "not while pinned",
                "note",
            )
        )
    if who.cover:
        found.append(
            Condition(
                "cover: " + ", ".join(p.name for p in who.live_cover()),
                "",
                "good",
            )
        )
    if who.forgone and scene.fight.running:
        found.append(Condition("AP given up", "", "note"))
    if who.fortitude_lost:
        found.append(Condition(f"Fortitude -{who.fortitude_lost}", "for good"))
    return tuple(found)


def limb_condition(place: Location, state: str) -> Condition:
    """Return the condition of a location that is not `ok`."""
    if state == "full" and place == "torso":
        return Condition("torso full", "", "note")
    word = {"full": "full", "lethal": "all lethal"}.get(state, state)
    return Condition(f"{place_name(place)} {word}")


WIDEST = {"Spotlight": "may get it"}
"""The widest of `turn_words`."""
SPARE = ("Spotlight", "Fort")
"""Columns that may be left out on a narrow screen, as rows and head line say the same."""
STAGES = {"pc": "players", "npc": "NPCs", "open": "open to all"}
ROW_CACHE = RowCache[Row]()
phase_of = frame.make_phase_of(Scene)


def board(encounter: Encounter) -> Board:
    """Return the board: everybody in order, who has had the spotlight, who may get it, the AP
    left."""
    scene = Scene(Draft(encounter))
    fight = scene.fight
    people = [*sort_by_initiative(scene.everybody()), *scene.absent()]
    now, may = acting_id(scene), {who.id for who in next_candidates(scene)}
    stage = fight.stage if fight.running else None
    return Board(
        encounter.name,
        frame.make_head_line(
            scene, ("round", fight.round), ("spotlight", stage_words(scene))
        ),
        ("Init", "AP", "Spotlight", "Fort"),
        ROW_CACHE.each(
            encounter,
            people,
            partial(render_row, scene),
            lambda who: (who.id == now, who.id in may),
        ),
        {
            "name": encounter.name,
            "ruleset": encounter.ruleset,
            **turn_document(scene),
            "stage": stage,
        },
        hint_lines(scene),
        render_turn(scene),
        SPARE,
        optional=("Fort",),
        widest=WIDEST,
    )


def stage_words(scene: Scene) -> str:
    """Return whose the spotlight is and, if somebody may take it, a colon and the line that
    does, in backquotes: `intervene ID`."""
    stage = STAGES[scene.fight.stage or "pc"]
    taking = [
        who.id
        for who in sort_by_initiative(scene.everybody())
        if can_take_spotlight(scene, who)
    ]
    return f"{stage}: `intervene {taking[0]}`" if taking else stage


def render_turn(scene: Scene) -> Turn:
    """Return what the holders of the spotlight have left, what `next` does, which choices are
    due."""
    held = holders_in_order(scene)
    left = (
        f"{held[0].ap} AP"
        if len(held) == 1 and acting_id(scene) == held[0].id
        else ""
    )
    found = due_choices(scene)
    choices, still, ends = (found, "", ()) if found else unspent_ap(scene)
    return Turn(
        left,
        next_words(scene, held),
        choices,
        still=still,
        ends=ends,
        taken="take the spotlight",
        spent=is_turn_spent(scene, held),
        ends_round=has_nobody_to_act(scene),
        everybody="Open to all" if scene.fight.stage == "open" else "",
    )


def has_nobody_to_act(scene: Scene) -> bool:
    """Whether everybody has had the spotlight in this round, or has it now: whoever takes it again
    does so by choice."""
    fight = scene.fight
    early = fight.npcs_early and waiting_fighters(scene, pcs=True)
    last_npcs = fight.stage == "npc" and not (early or has_another_npc(scene))
    return fight.running and (fight.stage == "open" or bool(last_npcs))


def is_turn_spent(scene: Scene, held: list[Fighter]) -> bool:
    """Whether the holders of the spotlight have no AP left, and nobody has to choose who is next.
    False if nobody holds it."""
    fight = scene.fight
    waiting = waiting_fighters(scene, pcs=True) if fight.stage == "pc" else []
    return (
        bool(held)
        and not any(who.ap for who in held)
        and len(waiting) < 2
        and not fight.choosing
    )


def unspent_ap(scene: Scene) -> tuple[Entries, str, Entries]:
    """Return the AP that `next` loses for good: a line that spends some of an NPC's, all of them
    in short, and the same for `pass`, if it loses them too."""
    closing = scene.fight.stage == "open" and not scene.fight.spotlight
    if closing:
        # Who could still have taken the spotlight in this round.
        losing = [
            who
            for who in scene.everybody()
            if can_regain(scene, who) and who.counts
        ]
    else:
        # The NPCs who cannot keep what they have left when this turn ends.
        whom = (
            leaving_npcs(scene)
            if scene.fight.stage == "npc"
            else holders_in_order(scene)
        )
        losing = [
            who
            for who in losers_of_unspent_ap(scene, whom)
            if who.can_spend and who.able
        ]
    if not losing:
        return (), "", ()
    left = ", ".join(f"{who.name} {who.ap} AP" for who in losing)
    told = f"takes the AP they have not spent: {left}"
    if closing:
        return (), f"`next` {told}", ()
    entry = Entry(
        f"attack {losing[0].id} TARGET", f"or `next` takes their AP: {left}"
    )
    return (entry,), f"`next` {told}", (Entry("pass", f"`pass` {told}"),)


def next_words(scene: Scene, held: list[Fighter]) -> str:
    """Describe what `next` does in the present stage."""
    fight = scene.fight
    if not fight.running:
        return ""
    if fight.save:
        return f"give up the dramatic save of {scene.name(fight.save['for'])}"
    if fight.stage == "npc":
        return "end the turn of the NPCs"
    if fight.stage == "open":
        names = " and ".join(who.name for who in held)
        leave = "leaves" if len(held) == 1 else "leave"
        return (
            f"{names} {leave} the spotlight"
            if held
            else "end the round and give up AP left"
        )
    fresh = waiting_fighters(scene, pcs=True)
    return (
        f"the spotlight goes to {fresh[0].name}"
        if fresh
        else "the turn of the NPCs"
    )


def due_choices(scene: Scene) -> Entries:
    """Return the choices of each death spotlight, and the save that is under way."""
    save = scene.fight.save
    found = []
    if save:
        told = (
            f"dramatic save of {scene.name(save['for'])}: {save['ap']} AP left"
        )
        found.append(Entry(f"act {save['by']} save {save['for']}", told))
    for who in scene.fight.death_spotlight:
        if not save or save["for"] != who:
            name = scene.name(who)
            invitations = [
                Entry(
                    f"act {who} invite {other}",
                    f"{name} asks {scene.name(other)} to save them",
                )
                for other in find_helpers(scene, who)
            ]
            cheat = Entry(
                f"act {who} cheat-death", f"{name} tries to cheat death"
            )
            found += [
                *([cheat] if may_cheat(scene.fighter(who)) else []),
                *invitations,
                Entry(f"act {who} die", f"{name} dies"),
            ]
    return tuple(found)


def render_row(scene: Scene, who: Fighter, now: bool, may: bool) -> Row:
    """Return the board's row of one combatant. `now`: it is their turn; `may`: they may get the
    spotlight next."""
    fight, body = scene.fight, who.body()
    return frame.make_row(
        who,
        (
            who.initiative_successes,
            who.ap if fight.running else None,
            turn_words(scene, who, may),
            who.fortitude if who.side == "pc" else None,
        ),
        board_tracks(who, body),
        conditions(scene, who, body),
        acting=now or (fight.running and scene.has_spotlight(who)),
        done=fight.running and scene.has_had_spotlight(who),
        health=health_in_words(who, body),
    )


def health_in_words(who: Fighter, body: Body) -> str:
    """Return the health for the players' screen; badly hurt: half of head or torso is marked, or
    a limb has failed."""
    half = any(2 * body[place].empty <= body[place].boxes for place in VITAL)
    return health_word(
        hurt=any(place.lethal or place.bruise for place in body.values()),
        badly=half
        or any(
            location_state(place, body[place]) != "ok" for place in LOCATIONS
        ),
        down=not who.able,
    )


def turn_words(scene: Scene, who: Fighter, may: bool) -> str:
    """Return how the combatant stands with the spotlight, in words; `may` says whether they may
    get it next. A dash outside a round and for somebody who has no part in it."""
    if not scene.fight.running or who.late or who.away:
        return "-"
    if scene.has_spotlight(who):
        return "holds it"
    if may:
        return "may get it"
    if scene.has_had_spotlight(who):
        return "had it"
    return "waits" if who.able else "-"


def hint_lines(scene: Scene) -> tuple[str, ...]:
    """Return the lines below the board: the scene, who may get the spotlight, choices of a death
    spotlight."""
    found = []
    visibility = scene.draft.encounter.scene.get("visibility")
    if visibility:
        found.append(f"visibility: {visibility} (Difficulty +1)")
    cover = scene.draft.encounter.scene.get("cover") or {}
    if cover:
        found.append("cover: " + ", ".join(cover))
    may = [who.name for who in next_candidates(scene)]
    if may:
        found.append(f"may get the spotlight: {', '.join(may)}")
    save = scene.fight.save
    if save:
        by, patient = save["by"], save["for"]
        text = f"{scene.name(by)} tries to save {scene.name(patient)}: {save['ap']} AP left"
        found.append(f"DRAMATIC SAVE: {text} (`act {by} save {patient}`)")
    for who in scene.fight.death_spotlight:
        if not save or save["for"] != who:
            choices = join_lines(death_choices(scene, who))
            found.append(
                f"DEATH SPOTLIGHT: {scene.name(who)} chooses: {choices}"
            )
    return tuple(found)
