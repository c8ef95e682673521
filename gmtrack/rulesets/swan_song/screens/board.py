"""The board, and the tracks and conditions of a combatant for all screens."""

from dataclasses import replace
from operator import itemgetter

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.lexicon import Entry
from gmtrack.core.names import listed
from gmtrack.core.players import health_word
from gmtrack.core.screen import Board, Condition, Row, Segment, Track, Turn
from gmtrack.rulesets.kit import board as frame
from gmtrack.rulesets.kit.board import RowCache
from gmtrack.rulesets.kit.words import format_count
from gmtrack.rulesets.swan_song.sheet.fighter import Fighter
from gmtrack.rulesets.swan_song.sheet.game import (
    Scene,
    is_barred_at_zero,
    is_below,
    rank_of,
)
from gmtrack.rulesets.swan_song.sheet.state import FightState
from gmtrack.rulesets.swan_song.tables import EFFECTS

FLAGS = (
    "prone", "surprised", "full_defense", "running", "sprinting", "alerted", "ambusher", "stable",
)  # fmt: skip


def tracks(who: Fighter) -> tuple[Track, ...]:
    """Return the tracks of a combatant: the health pools that they have, and strain unless
    immune."""
    drawn = [pool_track(who, pool) for pool in who.pools()]
    threshold = who.strain_threshold
    if threshold is not None:
        segments = (
            Segment("strain", who.strain),
            Segment("empty", max(0, threshold - who.strain)),
        )
        marks = (-(-threshold // 2),)
        text = f"{who.strain}/{threshold}"
        strain = Track(
            "strain", segments, text, marks, unit="filled", counted=who.strain
        )
        drawn.append(strain)
    return tuple(drawn)


def pool_track(who: Fighter, pool: str) -> Track:
    """Return the track of one health pool; flesh is marked at its half."""
    points, most = next(
        (who.points(p), who.pool_max(p)) for p in who.pools() if p == pool
    )
    left = max(0, points)
    marks = (most // 2,) if pool == "flesh" else ()
    segments = (Segment("full", left), Segment("lost", max(0, most - left)))
    text = f"{points}/{most}"
    return Track(pool, segments, text, marks, unit="left", counted=points)


def conditions(who: Fighter) -> tuple[Condition, ...]:
    """Return the effects, flags and states that are on a combatant, with how long they last."""
    found = [
        Condition(
            EFFECTS[e.effect].label + (f" {e.location}" if e.location else ""),
            e.left,
        )
        for e in who.effects_on()
    ]
    if who.cannot_stand_rounds:
        found.append(
            Condition("buckled", format_count(who.cannot_stand_rounds, "round"))
        )
    found += [
        Condition(EFFECTS[flag].label, "", EFFECTS[flag].tone)
        for flag in FLAGS
        if getattr(who, flag) and not (flag == "running" and who.sprinting)
    ]
    if who.cover != "none" or who.concealed:
        hidden = ", hidden" if who.concealed else ""
        found.append(Condition(f"{who.cover} cover{hidden}", "", "good"))
    if who.delayed is not None:
        carried = "since the last pass, " if who.delayed["carried"] else ""
        found.append(
            Condition("delaying", carried + describe_delay(who), "good")
        )
    if who.ffyl is not None:
        found.append(Condition("fighting for life", "this round"))
    found += melee_condition(who)
    if who.skip_phases:
        found.append(Condition("loses the next phase", ""))
    if who.carrying_body:
        body = who.draft.encounter.display_name(who.carrying_body)
        found.append(Condition(f"carries {body}", "", "note"))
    if who.critical_injuries:
        injuries = format_count(
            who.critical_injuries, "critical injury", "critical injuries"
        )
        found.append(Condition(injuries, ""))
    in_fight = FightState(who.draft, ("fight",)).round
    if in_fight and who.status == "dying" and who.dying_rounds is not None:
        rounds = format_count(who.dying_rounds, "round")
        found.append(Condition("bleeding", f"next point in {rounds}"))
    if who.extended:
        work = who.extended
        found.append(
            Condition(
                str(work["name"]),
                f"{work['paid']} of {work['cost']} AP paid",
                "note",
            )
        )
    return tuple(found)


def melee_condition(who: Fighter) -> list[Condition]:
    """Return the condition that says with whom `who` is in melee; none if with nobody."""
    names = map(who.draft.encounter.display_name, who.in_melee_with)
    told = f"in melee with {listed(names)}"
    return [Condition(told, "", "note")] if who.in_melee_with else []


def describe_delay(who: Fighter) -> str:
    """Return when a delayed action comes if it was said, else whether it can come now, in words."""
    fight = FightState(who.draft, ("fight",))
    entry = next((e for e in fight.queue if e["who"] == who.id), None)
    if entry is not None:
        return (
            "together with the acting one"
            if entry["together"]
            else "after the acting one"
        )
    held = who.delayed or {"last": False, "carried": False}
    if held["last"]:
        return "last in the pass"
    if held["carried"] and is_barred_at_zero(who):
        return "cannot intervene at Score 0"
    if (
        fight.active is None
        or fight.active not in who.draft.encounter.combatants
    ):
        return "can intervene"
    actor = Fighter(who.draft, fight.active, who.house)
    is_early = not held["carried"] and not is_below(actor, who)
    if is_early:
        return f"can intervene below {who.score}"
    return (
        "can intervene after the acting one"
        if fight.touched
        else "can intervene"
    )


def effect_documents(who: Fighter) -> list[Data]:
    """Return the effects and flags on a combatant as JSON documents."""
    documents: list[Data] = [
        {
            "effect": e.effect.replace("_", "-"), "source": e.source, "location": e.location,
            "rounds": e.rounds, "until": e.until,
        }
        for e in who.effects_on()
    ]  # fmt: skip
    flags = [flag for flag in FLAGS if getattr(who, flag)]
    if who.cannot_stand_rounds:
        flags.append("buckled")
    for flag in flags:
        rounds = who.cannot_stand_rounds if flag == "buckled" else None
        documents.append(
            {
                "effect": flag.replace("_", "-"), "source": None, "location": None,
                "rounds": rounds, "until": EFFECTS[flag].until,
            }
        )  # fmt: skip
    return documents


SPARE = ("Wounds", "Karma")
"""Columns that a narrow board leaves out; the wounds follow from the tracks."""
ROW_CACHE = RowCache[tuple[tuple[int, ...], Row]]()
phase_of = frame.make_phase_of(Scene)


def board(encounter: Encounter) -> Board:
    """Return the board: everybody by Score, ties by SS-INIT-09, without a Score last."""
    scene = Scene(Draft(encounter))
    fight = scene.fight
    is_acting = (
        fight.active is not None and fight.active in encounter.combatants
    )
    score = scene.fighter(str(fight.active)).score if is_acting else None
    # The weight of a body that somebody carries may follow from effects of its own, and whether a
    # held action can come now from the Score of whoever acts.
    ranked = ROW_CACHE.each(
        encounter,
        scene.whole_cast(),
        lambda who, *_: ranked_row(fight, who),
        lambda who: (who.body_penalty, score if who.delayed else None),
    )
    rows = [row for _, row in sorted(ranked, key=itemgetter(0), reverse=True)]
    people = [scene.fighter(row.id) for row in rows]
    doc: Data = {
        "name": encounter.name,
        "ruleset": encounter.ruleset,
        "round": fight.round,
        "pass": fight.pass_,
        "phase": fight.phase,
        "acting": fight.active,
        "order": [
            who.order_entry(
                who.score,
                who.ap,
                acted=who.acted,
                delayed=who.delayed is not None,
            )
            for who in people
        ],
        "due": list(fight.due),
    }
    lines = [
        item_line(name, item, due=name in fight.due)
        for name, item in sort_items(fight)
    ]
    found = encounter.scene.get("barriers") or {}
    if found:
        lines.append(
            "barriers: "
            + ", ".join(describe_barrier(fight, n, d) for n, d in found.items())
        )
    return Board(
        encounter.name,
        frame.make_head_line(
            scene, ("round", fight.round), ("pass", fight.pass_)
        ),
        ("Score", "AP", "Wounds", "Karma"),
        tuple(rows),
        doc,
        tuple(lines),
        board_turn(scene),
        SPARE,
        optional=("Karma",),
    )


def board_turn(scene: Scene) -> Turn:
    """Return the turn as the board shows it: the AP left, what `next` does, who can interrupt,
    what goes off now."""
    fight = scene.fight
    due = tuple(
        Entry(
            f"act {fight.timed_items[name]['setter']} detonate {name} TARGET...",
            f"{name} goes off now",
        )
        for name in fight.due
    )
    if not fight.running or fight.active is None:
        return Turn(due=due)
    acting = scene.fighter(fight.active)
    able = [
        who for who in scene.everybody() if who.status == "up" and who.ap > 0
    ]
    ready = [
        who.name for who in able if not who.surprised and who.id != acting.id
    ]
    others = (
        f"can still interrupt (`what WHO`): {', '.join(ready)}" if ready else ""
    )
    return Turn(
        f"{acting.ap} AP",
        f"end the phase of {acting.name}",
        due,
        others=others,
        spent=acting.ap == 0,
    )


def ranked_row(fight: FightState, who: Fighter) -> tuple[tuple[int, ...], Row]:
    """Return the sort key of a combatant's row, and the row; those who are away stand last."""
    wounds = who.wound_modifier
    found = frame.make_row(
        who,
        (
            who.score,
            who.ap if fight.running and who.score is not None else None,
            wounds or None,
            f"{who.karma}/{who.sheet.karma}"
            if who.karma or who.sheet.karma
            else None,
        ),
        tracks(who),
        conditions(who),
        acting=fight.active == who.id,
        done=fight.running and who.acted,
        health=health_of(who),
    )
    if who.sheet.kind == "machine":  # shut down or destroyed (R-DIE-8)
        status = MACHINE_WORDS.get(found.standing.status, found.standing.status)
        found = replace(found, standing=found.standing._replace(status=status))
    return (not who.away, *rank_of(who, who.house)), found


def health_of(who: Fighter) -> str:
    """Return the health word of the players' screen; badly hurt is half of the last pool or of
    the strain threshold."""
    pools = who.pools()
    lost = [
        (who.pool_max(pool) - who.points(pool), who.pool_max(pool))
        for pool in pools
    ]
    core = lost[-1:]
    if who.strain_threshold:
        core.append((who.strain, who.strain_threshold))
    return health_word(
        hurt=any(points > 0 for points, _ in [*lost, *core]),
        badly=any(2 * points >= most for points, most in core),
        down=who.status != "up",
    )


MACHINE_WORDS = {
    "unconscious": "shut down",
    "dying": "shut down",
    "dead": "destroyed",
}


def sort_items(fight: FightState) -> list[tuple[str, Data]]:
    """Return the timed items, the first to go off first."""

    def when(entry: tuple[str, Data]) -> tuple[int, int, int]:
        time = entry[1].get("goes_off") or {}
        return (
            time.get("round") or 9999,
            time.get("pass") or 1,
            -(time.get("score") or 0),
        )

    return sorted(fight.timed_items.items(), key=when)


def item_line(name: str, item: Data, *, due: bool) -> str:
    """Return the line of the board for a timed item: when it goes off, and what it is. `due`: it
    goes off now, with the line that does it."""
    label = item.get("label") or name
    named = name if label == name else f"{name}, {label}"
    told = f"{named} ({item['setter']}'s {item['weapon']})"
    if due:
        return f"goes off now: `act {item['setter']} detonate {name} TARGET...`: {told}"
    return f"timed, {describe_item_time(item.get('goes_off', {}))}: {told}"


def describe_item_time(when: Data | None) -> str:
    """Return the time of a timed item in words, such as `at the end of round 2`; `when` None: by
    radio."""
    if when is None:
        return "by radio"
    if when.get("at") in ("start", "end"):
        return f"at the {when['at']} of round {when.get('round', 1)}"
    count = f", Score {when['score']}" if when.get("score") is not None else ""
    return f"round {when.get('round', 1)}, pass {when.get('pass', 1)}{count}"


def describe_barrier(fight: FightState, name: str, data: Data) -> str:
    """Return a barrier in words: its name and, in brackets, what it is made of and the damage
    that it has taken: `door (wood, 3 damage taken)`."""
    suffered = fight.barriers.get(name) or {}
    own = f"structure {data.get('structure')}, armor {data.get('armor')}"
    kind = data.get("rating") or ("a body" if data.get("body_of") else own)
    taken = suffered.get("damage_taken", 0)
    hole = suffered.get("hole_m2", 0)
    hurt = (f", {taken} damage taken" if taken else "") + (
        f", hole {hole} m2" if hole else ""
    )
    return f"{name} ({str(kind).replace('_', ' ')}{hurt})"
