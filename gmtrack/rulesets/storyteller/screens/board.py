"""The board, and the track and conditions of a combatant for all screens."""

from collections.abc import Iterator
from functools import partial

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.lexicon import Entries, Entry
from gmtrack.core.names import listed
from gmtrack.core.players import health_word
from gmtrack.core.screen import Board, Condition, Row, Segment, Track, Turn
from gmtrack.rulesets.kit import board as frame
from gmtrack.rulesets.kit.board import RowCache
from gmtrack.rulesets.storyteller.sheet.game import Scene, defense_against
from gmtrack.rulesets.storyteller.sheet.state import EffectName, Fighter
from gmtrack.rulesets.storyteller.tables import MARKS, WORST_FIRST
from gmtrack.rulesets.storyteller.turn.order import (
    due_grapple_line,
    sort_fighters,
)
from gmtrack.rulesets.storyteller.wounds.conditions import EFFECTS
from gmtrack.rulesets.storyteller.wounds.events import other_in_grapple

HURTING = 3
"""The number of last boxes that cost dice when they are reached (ST-167)."""
WORDED_APART: tuple[EffectName, ...] = (
    "dying",
    "unconscious",
    "grappling",
    "suppressed",
    "aiming",
)
"""Effects that `shared_conditions` words with more than their name, or that the board tells as
status."""


def health_track(who: Fighter) -> Track:
    """Return the health track, worst boxes first, with a mark where boxes begin to cost dice."""
    track = who.track
    boxes = [Segment(kind, track.count(kind)) for kind in WORST_FIRST]
    text = f"{track.empty}/{track.boxes}"
    marks = (track.boxes - HURTING,) if track.boxes > HURTING else ()
    drawn = (*boxes, Segment("empty", track.empty))
    return Track(
        "health", drawn, text, marks, exact=True, unit="left", fields=MARKS
    )


def conditions(scene: Scene, who: Fighter) -> tuple[Condition, ...]:
    """Return the conditions of `who` for the board: effects, lost Defense, a delayed turn, their
    cover."""
    found = [
        Condition(
            name.replace("-", " "),
            frame.format_rounds_left(who.timed.get(name)),
        )
        for name in EFFECTS.holding(who)
        if name not in WORDED_APART
    ]
    found += shared_conditions(scene, who)
    if who.decay or who.parried:
        found.append(
            Condition(f"Defense -{who.decay + who.parried}", "", "note")
        )
    if who.held_over or who.delaying:
        found.append(Condition("delaying", "", "note"))
    if who.cover_id:
        cover = who.cover_id
        if cover in scene.covers() and scene.cover_left(cover):
            found.append(Condition(f"cover: {cover}", "", "good"))
        else:
            found.append(Condition(f"cover: {cover}", "destroyed", "note"))
    return tuple(found)


def quote_intent(who: Fighter) -> str:
    """Return what `who` wants from the fight, in quotation marks; empty if their sheet says
    nothing (ST-008)."""
    return f"“{who.sheet.intent}”" if who.sheet.intent else ""


def shared_conditions(scene: Scene, who: Fighter) -> list[Condition]:
    """Return the conditions of `who` in which somebody else has a part: grapple, covering fire,
    aim, human shield."""
    found = []
    hold, fire, aim = who.read_grapple(), who.suppression(), who.live_aim()
    if hold:
        other = scene.name(str(hold["with"]))
        found.append(Condition(f"grapples with {other}"))
        if hold["controls"]:
            found.append(Condition(f"controls {hold['controls']}", "", "good"))
        if hold["cover"]:
            found.append(Condition(f"cover: {other}", "", "good"))
    if fire:
        by = scene.name(fire.by)
        successes = f"{fire.successes} success{'es' * (fire.successes != 1)}"
        found.append(Condition(f"under covering fire by {by}", successes))
    if aim:
        found.append(
            Condition(
                f"aims at {scene.name(aim.target)}", f"+{aim.bonus}", "good"
            )
        )
    if who.shield and who.able:
        found.append(
            Condition(f"human shield: {scene.name(who.shield)}", "", "good")
        )
    return found


MOST_NAMED = 3
"""The number of names behind an intent that several share."""
HIDES = {"none": "nothing", "full": "fully"}
"""Words for how a piece of cover hides somebody, if they differ from the file's."""
SPARE = ("Wounds",)
"""The column that a narrow board leaves out, since it follows from the track."""
ROW_CACHE = RowCache[Row]()
phase_of = frame.make_phase_of(Scene)


def board(encounter: Encounter) -> Board:
    """Return the board: everybody in the order of initiative, then those who are away."""
    scene = Scene(Draft(encounter))
    fight = scene.fight
    people = [*sort_fighters(scene.everybody()), *scene.absent()]
    doc: Data = {
        "name": encounter.name,
        "ruleset": encounter.ruleset,
        "round": fight.round,
        "phase": fight.phase,
        "acting": fight.acting,
        "order": [
            who.order_entry(
                who.initiative,
                who.ap,
                acted=who.acted,
                delayed=who.delaying or who.held_over,
            )
            for who in people
        ],
        "covers": {
            name: {
                "structure": {
                    "max": cover.structure,
                    "now": scene.cover_left(name),
                }
            }
            for name, cover in scene.covers().items()
        },
    }
    return Board(
        encounter.name,
        frame.make_head_line(scene, ("round", fight.round)),
        ("Init", "AP", "Wounds", "Def", "Will", "Ammo"),
        ROW_CACHE.each(
            encounter,
            people,
            partial(render_row, scene),
            lambda who: (who.id == fight.acting,),
        ),
        doc,
        cover_lines(scene),
        render_turn(scene),
        SPARE,
        aside=tuple(describe_intents(scene)),
        optional=("Ammo",),
        widest=frame.find_widest_ammo(
            weapon.capacity
            for who in people
            for weapon in who.weapons().values()
        ),
    )


def render_turn(scene: Scene) -> Turn:
    """Return the turn as the board shows it: the AP left, what `next` does, what is still due in
    the acting one's grapple. Empty if nobody has the turn."""
    if not scene.fight.running or scene.fight.acting is None:
        return Turn()
    who = scene.fighter(scene.fight.acting)
    due, still = pending_grapple(scene, who)
    return Turn(
        f"{who.ap} AP",
        f"end the turn of {who.name}",
        due,
        still=still,
        spent=who.ap == 0,
    )


def pending_grapple(scene: Scene, who: Fighter) -> tuple[Entries, str]:
    """Return what is due in the grapple of `who`, a won move or the contest: as the entry of its
    command line, and as a sentence. Both are empty if nothing is."""
    other = other_in_grapple(scene, who)
    line = due_grapple_line(scene, who) if other else ""
    if not line or other is None:
        return (), ""
    what = "contest" if line.endswith(" grapple") else "won move"
    told = f"the {what} in the grapple of {who.name} and {other.name}"
    return (Entry(line, told),), f"Still due: {told} (`{line}`)"


def render_row(scene: Scene, who: Fighter, acting: bool) -> Row:
    """Return the row of one combatant; `acting` says whether they have the turn. Those whose
    wounds cost dice are badly hurt on the players' screen."""
    running, wounds = scene.fight.running, who.wound_penalty
    hurt = who.track.empty < who.track.boxes
    return frame.make_row(
        who,
        (
            who.initiative,
            who.ap if running and who.initiative is not None else None,
            f"-{wounds}" if wounds else None,
            defense_against(who),
            f"{who.willpower_left}/{who.willpower}",
            frame.list_rounds(who, who.weapons(), who.hands),
        ),
        (health_track(who),),
        conditions(scene, who),
        acting=acting,
        done=running and who.acted,
        # Badly hurt is whom the wounds hamper.
        health=health_word(hurt=hurt, badly=wounds > 0, down=not who.able),
    )


def cover_lines(scene: Scene) -> tuple[str, ...]:
    """Return the board's line about the pieces of cover; empty without any."""
    covers = scene.covers()
    if not covers:
        return ()
    pieces = [describe_cover(scene, name) for name in covers]
    return ("cover, structure left: " + ", ".join(pieces),)


def describe_intents(scene: Scene) -> Iterator[str]:
    """Yield a line for each side with what its people want (ST-008), each intent once, with
    names if not all want the same. Yields nothing for a side without intents."""
    sides: dict[str, dict[str, list[str]]] = {}
    for who in scene.everybody():
        wants = sides.setdefault(who.side, {})
        wants.setdefault(quote_intent(who), []).append(who.name)
    for side, wants in sides.items():
        alone = len(wants) == 1
        told = []
        for want, names in wants.items():
            if want and alone:
                told.append(want)
            elif want:
                told.append(f"{want} ({listed(names, MOST_NAMED)})")
        if told:
            yield f"{side}: {', '.join(told)}"


def describe_cover(scene: Scene, name: str) -> str:
    """Return a piece of cover in words: name, structure left and, in brackets, how it protects:
    `car 4/5 (hides fully, durability 3)`, or `car (destroyed)`."""
    left, piece = scene.cover_left(name), scene.covers()[name]
    if not left:
        return f"{name} (destroyed)"
    words = [f"hides {HIDES.get(piece.concealment, piece.concealment)}"]
    if piece.concealment == "full":
        words.append(f"durability {piece.durability}")
    if piece.transparent:
        words.append("transparent")
    return f"{name} {left}/{piece.structure} ({', '.join(words)})"
