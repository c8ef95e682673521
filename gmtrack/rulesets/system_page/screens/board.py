"""The fight at a glance."""

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.lexicon import Entries, Entry
from gmtrack.core.screen import Board, Row, Segment, Track, Turn
from gmtrack.rulesets.kit.board import (
    make_head_line,
    make_pool_track,
    make_row,
)
from gmtrack.rulesets.system_page.sheet.fighter import Fighter
from gmtrack.rulesets.system_page.sheet.game import Scene
from gmtrack.rulesets.system_page.turn.order import (
    actors,
    due_now,
    next_to_act,
    order,
    turn_document,
)


def board(scene_class: type[Scene], encounter: Encounter) -> Board:
    """Return the board: everybody in the order of the round."""
    scene = scene_class(Draft(encounter))
    columns: tuple[str, ...] = ()
    if scene.rolls_initiative:
        columns = ("Init", *map(str.capitalize, spendable(scene)))
    document = {
        "name": encounter.name,
        "ruleset": encounter.ruleset,
        **turn_document(scene),
    }
    acting = {who.id for who in actors(scene)} if columns else set()
    return Board(
        encounter.name,
        make_head_line(scene, ("round", scene.fight.round)),
        columns,
        tuple(_row(scene, who, who.id in acting) for who in order(scene)),
        document,
        lines=tuple(
            f"due: `{who.due_line}` ({who.name} is {who.status})"
            for who in due_now(scene)
        ),
        turn=_turn(scene),
    )


def _row(scene: Scene, who: Fighter, is_acting: bool) -> Row:
    cells: list[object] = []
    if scene.rolls_initiative:
        left = who.left
        cells = [who.score]
        cells += [
            left[word] if is_acting else None for word in spendable(scene)
        ]
    return make_row(
        who,
        cells,
        tracks_of(who),
        (),
        acting=is_acting,
        done=who.acted,
        health=who.health_for_players,
    )


def spendable(scene: Scene) -> tuple[str, ...]:
    """Return what a turn has to spend; nothing in a page without anything that costs it."""
    page = scene.page
    return tuple(page.turn.budget) if page.attacks or page.actions else ()


def tracks_of(who: Fighter) -> tuple[Track, ...]:
    """Return the tracks of a combatant as screens show them."""
    found = []
    for name, row in who.PAGE.tracks.items():
        if not who.has_in_sight(name):
            continue
        now, most = getattr(who, name), who.most_of(name)
        label, rules = name.replace("_", " "), row_of_track(who, name)
        if row.counts == "up":
            boxes = (
                Segment("lost", now),
                Segment("empty", max(most - now, 0)),
            )
            found.append(
                Track(
                    label,
                    boxes,
                    f"{now}/{most}",
                    counted=now,
                    fields=(name,),
                    rules=rules,
                )
            )
        else:
            found.append(
                make_pool_track(label, now, most, fields=(name,), rules=rules)
            )
    return tuple(found)


def row_of_track(who: Fighter, track: str) -> str:
    """Return the id of the row of the page that a track comes from."""
    return who.JUDGED.row_id("tracks", track)


def _turn(scene: Scene) -> Turn:
    """Return whose turn it is and what comes next, in words."""
    fight = scene.fight
    if not scene.rolls_initiative:
        if not fight.round:
            return Turn()
        return Turn(next="begin the next round", everybody="All act")
    if fight.acting_side is not None:
        return Turn(
            next=f"end the turn of the side {fight.acting_side}",
            due=_due_entries(scene),
            others=", ".join(who.id for who in actors(scene)),
        )
    if fight.acting:
        return _turn_of(scene, scene.fighter(fight.acting))
    if fight.round and (next_to_act(scene) or not scene.rolls_each_round):
        return Turn(next="begin the next turn")
    return Turn()


def _due_entries(scene: Scene) -> Entries:
    """Return the lines that are due now, each with why."""
    return tuple(
        Entry(who.due_line, f"{who.name} is {who.status}")
        for who in due_now(scene)
    )


def _turn_of(scene: Scene, who: Fighter) -> Turn:
    words = spendable(scene)
    left = ", ".join(f"{who.left[word]} {word}" for word in words)
    due = _due_entries(scene)
    return Turn(
        left=left,
        next=f"end {who.name}'s turn",
        due=due,
        spent=bool(words) and not any(who.left.values()) and not due,
    )
