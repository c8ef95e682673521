"""`board`: the fight at a glance."""

from functools import partial
from typing import TYPE_CHECKING, cast

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.lexicon import Entry
from gmtrack.core.players import health_word
from gmtrack.core.screen import Board, Row, Turn
from gmtrack.core.standing import Standing
from gmtrack.rulesets.kit.clock import between_rounds
from gmtrack.rulesets.kit.remember import RowCache
from gmtrack.rulesets.swan_song.meta import META
from gmtrack.rulesets.swan_song.screens.tracks import conditions, tracks
from gmtrack.rulesets.swan_song.sheet.game import Scene
from gmtrack.rulesets.swan_song.sheet.live import Fighter
from gmtrack.rulesets.swan_song.sheet.order import rank_of
from gmtrack.rulesets.swan_song.sheet.records import FightState

if TYPE_CHECKING:
    from gmtrack.rulesets.swan_song.screens.document import BoardDocument

COLUMNS = ("Score", "AP", "Wounds", "Karma")
SPARE = ("Wounds", "Karma")
"""The first follows from the tracks."""
LAST = RowCache[tuple[tuple[int, ...], Row]]()


def phase_of(encounter: Encounter) -> str:
    """The board's `phase`."""
    return Scene(Draft(encounter)).fight.phase


def board(encounter: Encounter) -> Board:
    """Everybody by Score, ties by SS-INIT-09, without Score last."""
    scene = Scene(Draft(encounter))
    fight, fighters = scene.fight, scene.whole_cast()
    LAST.look_at(encounter)
    ranked = {who.id: LAST.get(who.id, partial(ranked_row, fight, who)) for who in fighters}
    fighters.sort(key=lambda who: (not who.away, ranked[who.id][0]), reverse=True)
    clock = between_rounds(encounter)
    if fight.running:
        clock = (("round", str(fight.round)), ("pass", str(fight.pass_)))
    return Board(
        encounter.name,
        clock,
        COLUMNS,
        tuple(ranked[who.id][1] for who in fighters),
        cast("Data", document(encounter, fight, fighters)),
        scene_lines(encounter, fight),
        turn(scene),
        SPARE,
    )


def turn(scene: Scene) -> Turn:
    """What the acting one has left, what `next` does, and what goes off now."""
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
    ready = [who.name for who in scene.everybody() if may_interrupt(who) and who.id != acting.id]
    others = f"can still interrupt (`what WHO`): {', '.join(ready)}" if ready else ""
    return Turn(f"{acting.ap} AP", f"end the phase of {acting.name}", due, others=others)


def may_interrupt(who: Fighter) -> bool:
    return who.status == "up" and who.ap > 0 and not who.surprised


def ranked_row(fight: FightState, who: Fighter) -> tuple[tuple[int, ...], Row]:
    """A row of the board and what decides its place."""
    return rank_of(who, who.house), row(fight, who)


def row(fight: FightState, who: Fighter) -> Row:
    wounds = who.wound_modifier
    return Row(
        id=who.id,
        name=who.name,
        side=who.side,
        acting=fight.active == who.id,
        done=fight.running and who.acted,
        standing=standing(who),
        cells=(
            "-" if who.score is None else str(who.score),
            str(who.ap) if fight.running and who.score is not None else "-",
            str(wounds) if wounds else "-",
            f"{who.karma}/{who.sheet.karma}" if who.karma or who.sheet.karma else "-",
        ),
        tracks=tracks(who),
        conditions=conditions(who),
    )


def standing(who: Fighter) -> Standing:
    """R-DIE-8: a machine is shut down or destroyed."""
    machine = MACHINE_WORDS if who.sheet.kind == "machine" else {}
    standing = who.standing
    status = machine.get(standing.status, standing.status)
    return standing._replace(status=status, health=health(who))


def health(who: Fighter) -> str:
    """For the players' screen: badly hurt is half of the last pool or of the strain threshold."""
    pools = who.pools()
    lost = [(who.pool_max(pool) - who.points(pool), who.pool_max(pool)) for pool in pools]
    core = lost[-1:]
    if who.strain_threshold:
        core.append((who.strain, who.strain_threshold))
    return health_word(
        hurt=any(points > 0 for points, _ in [*lost, *core]),
        badly=any(2 * points >= most for points, most in core),
        down=who.status != "up",
    )


MACHINE_WORDS = {"unconscious": "shut down", "dying": "shut down", "dead": "destroyed"}


def document(encounter: Encounter, fight: FightState, order: list[Fighter]) -> "BoardDocument":
    """`board --json`."""
    return {
        "name": encounter.name,
        "ruleset": META.id,
        "round": fight.round,
        "pass": fight.pass_,
        "phase": fight.phase,
        "acting": fight.active,
        "order": [
            {
                "id": who.id,
                "score": who.score,
                "ap": who.ap,
                "acted": who.acted,
                "delayed": who.delayed is not None,
                "status": who.standing.status,
            }
            for who in order
        ],
        "due": list(fight.due),
    }


def scene_lines(encounter: Encounter, fight: FightState) -> tuple[str, ...]:
    """Timed items with their time, and the barriers of the scene with their damage."""
    lines = [item_line(name, item, due=name in fight.due) for name, item in item_order(fight)]
    found = encounter.scene.get("barriers") or {}
    if found:
        lines.append("barriers: " + ", ".join(barrier_words(fight, n, d) for n, d in found.items()))
    return tuple(lines)


def item_order(fight: FightState) -> list[tuple[str, Data]]:
    """Timed items, the first to go off first."""

    def when(entry: tuple[str, Data]) -> tuple[int, int, int]:
        time = entry[1].get("goes_off") or {}
        return (time.get("round") or 9999, time.get("pass") or 1, -(time.get("score") or 0))

    return sorted(fight.timed_items.items(), key=when)


def item_line(name: str, item: Data, *, due: bool) -> str:
    """When something goes off, and what it is."""
    label = item.get("label") or name
    named = name if label == name else f"{name}, {label}"
    told = f"{named} ({item['setter']}'s {item['weapon']})"
    if due:
        return f"goes off now: `act {item['setter']} detonate {name} TARGET...`: {told}"
    return f"timed, {item_time(item.get('goes_off', {}))}: {told}"


def item_time(when: Data | None) -> str:
    """`at the end of round 2`, `round 1, pass 2, Score 7`."""
    if when is None:
        return "by radio"
    if when.get("at") in ("start", "end"):
        return f"at the {when['at']} of round {when.get('round', 1)}"
    count = f", Score {when['score']}" if when.get("score") is not None else ""
    return f"round {when.get('round', 1)}, pass {when.get('pass', 1)}{count}"


def barrier_words(fight: FightState, name: str, data: Data) -> str:
    suffered = fight.barriers.get(name) or {}
    own = f"structure {data.get('structure')}, armor {data.get('armor')}"
    kind = data.get("rating") or ("a body" if data.get("body_of") else own)
    taken = suffered.get("damage_taken", 0)
    hole = suffered.get("hole_m2", 0)
    hurt = (f", {taken} damage taken" if taken else "") + (f", hole {hole} m2" if hole else "")
    return f"{name} ({str(kind).replace('_', ' ')}{hurt})"
