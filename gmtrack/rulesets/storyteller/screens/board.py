"""`board`: the fight at a glance."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.lexicon import Entries, Entry
from gmtrack.core.names import listed
from gmtrack.core.players import health_word
from gmtrack.core.screen import Board, Row, Turn
from gmtrack.rulesets.kit.clock import between_rounds
from gmtrack.rulesets.kit.remember import RowCache
from gmtrack.rulesets.storyteller.screens.tracks import conditions, health_track, intent
from gmtrack.rulesets.storyteller.sheet.game import Scene, defense_against
from gmtrack.rulesets.storyteller.sheet.state import Fighter
from gmtrack.rulesets.storyteller.turn.order import in_order, line_due, other_of

if TYPE_CHECKING:
    from gmtrack.rulesets.storyteller.screens.document import BoardDocument, Place


COLUMNS = ("Init", "AP", "Wounds", "Defense", "Willpower")
MOST_NAMED = 3
"""Of those who want the same."""
HIDES = {"none": "nothing", "full": "fully"}
"""How a piece hides somebody, where the word of the file is not the word for it."""
LAST = RowCache[Row]()


def phase_of(encounter: Encounter) -> str:
    """The board's `phase`."""
    return Scene(Draft(encounter)).fight.phase


def board(encounter: Encounter) -> Board:
    """Everybody in order with the boxes of the track, and what each side wants."""
    scene = Scene(Draft(encounter))
    fight = scene.fight
    acting = fight.phase == "acting"
    clock = (("round", str(fight.round)),) if acting else between_rounds(encounter)
    return Board(
        encounter.name,
        clock,
        COLUMNS,
        rows(scene),
        cast("Data", document(scene)),
        lines(scene),
        turn(scene),
        aside=tuple(intents(scene)),
    )


def turn(scene: Scene) -> Turn:
    """What the acting one has left, what `next` does, and what of their grapple it would skip."""
    if not scene.fight.running or scene.fight.acting is None:
        return Turn()
    who = scene.fighter(scene.fight.acting)
    due, still = grapple_due(scene, who)
    return Turn(f"{who.ap} AP", f"end the turn of {who.name}", due, still=still)


def grapple_due(scene: Scene, who: Fighter) -> tuple[Entries, str]:
    """The contest or the won move of the acting one's grapple: the line, and it in short."""
    line, other = line_due(scene, who) if who.grappling() else "", other_of(scene, who)
    if not line or other is None:
        return (), ""
    what = "contest" if line.endswith(" grapple") else "won move"
    told = f"the {what} in the grapple of {who.name} and {other.name}"
    return (Entry(line, told),), f"Still due: {told} (`{line}`)"


def rows(scene: Scene) -> tuple[Row, ...]:
    """Everybody in order."""
    LAST.look_at(scene.draft.encounter)

    def remembered(who: Fighter) -> Row:
        acting = who.id == scene.fight.acting
        return LAST.get(who.id, lambda: row(scene, who, acting), acting)

    return tuple(map(remembered, [*in_order(scene.everybody()), *scene.absent()]))


def row(scene: Scene, who: Fighter, acting: bool) -> Row:
    running = scene.fight.running
    score = who.initiative
    wounds = who.wound_penalty
    return Row(
        id=who.id,
        name=who.name,
        side=who.side,
        acting=acting,
        done=running and who.acted,
        standing=who.standing._replace(health=health(who)),
        cells=(
            "-" if score is None else str(score),
            str(who.ap) if running and score is not None else "-",
            f"-{wounds}" if wounds else "-",
            str(defense_against(who)),
            f"{who.willpower_left}/{who.willpower}",
        ),
        tracks=(health_track(who),),
        conditions=conditions(scene, who),
    )


def health(who: Fighter) -> str:
    """For the players' screen: badly hurt is whom the wounds hamper."""
    return health_word(
        hurt=who.track.empty < who.track.boxes,
        badly=who.wound_penalty > 0,
        down=not who.able,
    )


def lines(scene: Scene) -> tuple[str, ...]:
    """The pieces of cover."""
    covers = scene.covers()
    if not covers:
        return ()
    pieces = [piece_words(scene, name) for name in covers]
    return ("cover, structure left: " + ", ".join(pieces),)


def intents(scene: Scene) -> Iterator[str]:
    """ST-008: for each side what it wants, everything once, with the names where not all want the
    same."""
    sides: dict[str, dict[str, list[str]]] = {}
    for who in scene.everybody():
        sides.setdefault(who.side, {}).setdefault(intent(who), []).append(who.name)
    for side, wants in sides.items():
        alone = len(wants) == 1
        told = [
            want if alone else f"{want} ({listed(names, MOST_NAMED)})"
            for want, names in wants.items()
            if want
        ]
        if told:
            yield f"{side}: {', '.join(told)}"


def piece_words(scene: Scene, name: str) -> str:
    """A piece with the structure that is left, and how it protects."""
    left, piece = scene.cover_left(name), scene.covers()[name]
    if not left:
        return f"{name} (destroyed)"
    words = [f"hides {HIDES.get(piece.concealment, piece.concealment)}"]
    if piece.concealment == "full":
        words.append(f"durability {piece.durability}")
    if piece.transparent:
        words.append("transparent")
    return f"{name} {left}/{piece.structure} ({', '.join(words)})"


def document(scene: Scene) -> "BoardDocument":
    """`board --json`."""
    encounter, fight = scene.draft.encounter, scene.fight
    return {
        "name": encounter.name,
        "ruleset": encounter.ruleset,
        "round": fight.round,
        "phase": fight.phase,
        "acting": fight.acting,
        "order": [place(who) for who in [*in_order(scene.everybody()), *scene.absent()]],
        "covers": {
            name: {"structure": {"max": cover.structure, "now": scene.cover_left(name)}}
            for name, cover in scene.covers().items()
        },
    }


def place(who: Fighter) -> "Place":
    """One place of `order`."""
    return {
        "id": who.id,
        "score": who.initiative,
        "ap": who.ap,
        "acted": who.acted,
        "delayed": who.delaying or who.held_over,
        "status": who.standing.status,
    }
