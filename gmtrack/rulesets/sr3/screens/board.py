"""`board`: the fight at a glance."""

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.intents import Intent
from gmtrack.core.players import health_word
from gmtrack.core.screen import Board, Row
from gmtrack.dice.sources import RandomDice
from gmtrack.rulesets.kit.remember import Remembered
from gmtrack.rulesets.sr3.screens.tracks import conditions, monitors
from gmtrack.rulesets.sr3.sheet.game import Game
from gmtrack.rulesets.sr3.sheet.live import Fighter
from gmtrack.rulesets.sr3.sheet.scene import barriers, left, whole
from gmtrack.rulesets.sr3.sheet.scene import document as barrier_document
from gmtrack.rulesets.sr3.turn.order import in_order
from gmtrack.rulesets.sr3.turn.phases import turn_document

COLUMNS = ("Init", "Pool", "AP", "Wounds", "Ammo")
BADLY = 3
"""For the players' screen: the wound modifier of who is badly hurt."""
LAST = Remembered[Row]()


def board(encounter: Encounter) -> Board:
    """Everybody in order with both monitors and what is left of the pool."""
    game = reading(encounter)
    fight = game.fight
    clock: tuple[tuple[str, str], ...] = ()
    if fight.round:
        clock = (("combat turn", str(fight.round)), ("pass", str(fight.pass_)))
    if fight.phase != "acting":
        clock = (*clock, ("phase", fight.phase.replace("-", " ")))
    return Board(encounter.name, clock, COLUMNS, rows(game), document(game), lines(game))


def reading(encounter: Encounter) -> Game:
    """The encounter to be looked at, with nothing to resolve."""
    return Game(Draft(encounter), Intent(), RandomDice(), "board")


def rows(game: Game) -> tuple[Row, ...]:
    """Everybody in order, at the end who has no score."""
    LAST.look_at(game.draft.encounter)
    scored = in_order(game.everybody())
    rest = [who for who in game.everybody() if who.initiative is None]

    def remembered(who: Fighter) -> Row:
        return LAST.get(who.id, lambda: row(game, who))

    return tuple(map(remembered, [*scored, *rest]))


def row(game: Game, who: Fighter) -> Row:
    score, wounds = who.initiative, who.wound_modifier
    return Row(
        id=who.id,
        name=who.name,
        side=who.side,
        acting=game.fight.acting == who.id,
        done=game.fight.running and who.acted,
        out=not who.able,
        status=who.status,
        cells=(
            "-" if score is None else str(score),
            f"{who.pool_left}/{who.combat_pool}",
            actions_left(game, who),
            f"+{wounds}" if wounds else "-",
            ammo(who),
        ),
        tracks=monitors(who),
        conditions=conditions(game, who),
        health=health(who),
    )


def actions_left(game: Game, who: Fighter) -> str:
    """SR-011: a free and two simple actions, as far as they are there."""
    if not game.on_turn(who):
        return "-"
    return "F" * who.free_left + "S" * who.simple_left or "0"


def ammo(who: Fighter) -> str:
    """Rounds in what is in hand."""
    held = [name for name in who.hands if name in who.weapons and who.weapon(name).capacity]
    return " ".join(f"{who.ammo_of(name)}/{who.weapon(name).capacity}" for name in held) or "-"


def health(who: Fighter) -> str:
    """For the players' screen."""
    return health_word(
        hurt=who.physical > 0 or who.stun > 0,
        badly=who.wound_modifier >= BADLY,
        down=not who.awake,
    )


def lines(game: Game) -> tuple[str, ...]:
    """What can be seen."""
    encounter = game.draft.encounter
    visibility = [word.replace("_", " ") for word in encounter.scene.get("visibility") or []]
    things = [barrier_words(game.draft, name) for name in barriers(encounter)]
    told = {"visibility": visibility, "barriers": things}
    return tuple(f"{what}: {', '.join(words)}" for what, words in told.items() if words)


def barrier_words(draft: Draft, name: str) -> str:
    now, full = left(draft, name), whole(draft.encounter, name)
    if not now:
        return f"{name} (gone)"
    return f"{name} {now}" if now == full else f"{name} {now}/{full}"


def document(game: Game) -> Data:
    """`board --json`."""
    encounter = game.draft.encounter
    doc = {"name": encounter.name, "ruleset": encounter.ruleset, **turn_document(game)}
    things = {name: barrier_document(game.draft, name) for name in barriers(encounter)}
    return {**doc, "barriers": things} if things else doc
