"""`board`: the fight at a glance."""

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.lexicon import Entries, Entry
from gmtrack.core.names import listed
from gmtrack.core.players import health_word
from gmtrack.core.screen import Board, Row, Turn
from gmtrack.rulesets.kit.clock import between_rounds
from gmtrack.rulesets.kit.remember import RowCache
from gmtrack.rulesets.sr3.screens.tracks import conditions, monitors, rounds_in_hand
from gmtrack.rulesets.sr3.sheet.game import Scene
from gmtrack.rulesets.sr3.sheet.live import Fighter
from gmtrack.rulesets.sr3.sheet.scene import barriers, left, whole
from gmtrack.rulesets.sr3.sheet.scene import document as barrier_document
from gmtrack.rulesets.sr3.turn.order import in_order
from gmtrack.rulesets.sr3.turn.phases import about_to_lapse, turn_document

COLUMNS = ("Init", "Pool", "Wounds", "Ammo")
BADLY = 3
"""For the players' screen: the wound modifier of who is badly hurt."""
LAST = RowCache[Row]()


def phase_of(encounter: Encounter) -> str:
    """The board's `phase`."""
    return Scene(Draft(encounter)).fight.phase


def board(encounter: Encounter) -> Board:
    """Everybody in order with both monitors and what is left of the pool."""
    scene = Scene(Draft(encounter))
    fight = scene.fight
    clock = between_rounds(encounter, "combat turn")
    if fight.phase == "acting":
        clock = (("combat turn", str(fight.round)), ("pass", str(fight.pass_)))
    doc = document(scene)
    return Board(encounter.name, clock, COLUMNS, rows(scene), doc, lines(scene), turn(scene))


def turn(scene: Scene) -> Turn:
    """What the acting one has left of their actions, what `next` does, and who loses by it."""
    due, still = delaying(about_to_lapse(scene))
    if not scene.fight.running or scene.fight.acting is None:
        return Turn(due=due, still=still)
    who = scene.fighter(scene.fight.acting)
    kinds = {"free": who.free_left, "simple": who.simple_left}
    left = " + ".join(f"{count} {kind}" for kind, count in kinds.items() if count)
    ends = f"end the phase of {who.name}"
    return Turn(left or "no actions left", ends, due, still=still)


def delaying(people: list[Fighter]) -> tuple[Entries, str]:
    """The lines that take the phases which `next` would lose, and all of it in short."""
    due = tuple(
        Entry(f"intervene {who.id}", f"{who.name} takes their delayed phase, else it is lost now")
        for who in people
    )
    names = listed(who.name for who in people)
    return due, f"Still delaying, and the phase is lost with this pass: {names}" if due else ""


def rows(scene: Scene) -> tuple[Row, ...]:
    """Everybody in order, at the end who has no score."""
    LAST.look_at(scene.draft.encounter)
    scored = in_order(scene.everybody())
    rest = [who for who in scene.everybody() if who.initiative is None]

    def remembered(who: Fighter) -> Row:
        return LAST.get(who.id, lambda: row(scene, who))

    return tuple(map(remembered, [*scored, *rest, *scene.absent()]))


def row(scene: Scene, who: Fighter) -> Row:
    score, wounds = who.initiative, who.wound_modifier
    return Row(
        id=who.id,
        name=who.name,
        side=who.side,
        acting=scene.fight.acting == who.id,
        done=scene.fight.running and who.acted,
        standing=who.standing._replace(health=health(who)),
        cells=(
            "-" if score is None else str(score),
            f"{who.pool_left}/{who.combat_pool}",
            f"+{wounds}" if wounds else "-",
            rounds_in_hand(who) or "-",
        ),
        tracks=monitors(who),
        conditions=conditions(scene, who),
    )


def health(who: Fighter) -> str:
    """For the players' screen."""
    return health_word(
        hurt=who.physical > 0 or who.stun > 0,
        badly=who.wound_modifier >= BADLY,
        down=not who.awake,
    )


def lines(scene: Scene) -> tuple[str, ...]:
    """What can be seen."""
    encounter = scene.draft.encounter
    visibility = [word.replace("_", " ") for word in encounter.scene.get("visibility") or []]
    things = [barrier_words(scene.draft, name) for name in barriers(encounter)]
    far = [encounter.scene["range"]] if encounter.scene.get("range") else []
    told = {"visibility": visibility, "range": far, "barriers": things}
    return tuple(f"{what}: {', '.join(words)}" for what, words in told.items() if words)


def barrier_words(draft: Draft, name: str) -> str:
    now, full = left(draft, name), whole(draft.encounter, name)
    if not now:
        return f"{name} (gone)"
    return f"{name} {now}" if now == full else f"{name} {now}/{full}"


def document(scene: Scene) -> Data:
    """`board --json`."""
    encounter = scene.draft.encounter
    doc = {"name": encounter.name, "ruleset": encounter.ruleset, **turn_document(scene)}
    things = {name: barrier_document(scene.draft, name) for name in barriers(encounter)}
    if things:
        doc["barriers"] = things
    return doc
