"""`board`: the fight at a glance."""

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.intents import Intent
from gmtrack.core.names import listed
from gmtrack.core.players import health_word
from gmtrack.core.screen import Board, Condition, Row
from gmtrack.dice.sources import RandomDice
from gmtrack.rulesets.i2050.screens.tracks import conditions, total_track
from gmtrack.rulesets.i2050.sheet.game import Game
from gmtrack.rulesets.i2050.sheet.intent import details
from gmtrack.rulesets.i2050.sheet.live import Fighter
from gmtrack.rulesets.i2050.sheet.speed import items_of
from gmtrack.rulesets.i2050.turn.order import acting_id, in_order, turn_document, undeclared
from gmtrack.rulesets.kit.remember import Remembered

COLUMNS = ("Speed", "Intent", "Weapon")
LAST = Remembered[Row]()


def board(encounter: Encounter) -> Board:
    """Everybody in order, with what is declared and how much is left of them."""
    game = reading(encounter)
    return Board(encounter.name, clock(game), COLUMNS, rows(game), document(game), lines(game))


def reading(encounter: Encounter) -> Game:
    """The encounter to be looked at, with nothing to resolve."""
    return Game(Draft(encounter), Intent(), RandomDice(), "board")


def clock(game: Game) -> tuple[tuple[str, str], ...]:
    fight = game.fight
    if not fight.running:
        words = (("round", str(fight.round)),) if fight.round else ()
        return (*words, ("phase", fight.phase.replace("-", " ")))
    found = (("round", str(fight.round)), ("step", str(fight.step)))
    return (*found, ("metre", str(fight.metre))) if fight.step == "movement" else found


def rows(game: Game) -> tuple[Row, ...]:
    """Everybody once, where the first item of each stands."""
    LAST.look_at(game.draft.encounter)
    acting = acting_id(game)
    people = list(dict.fromkeys(who for who, _ in in_order(game)))
    # A pair shares a score: what somebody's row says depends on others too.
    scores = {who.id: scores_of(game, who) for who in people}
    return tuple(
        LAST.get(who.id, lambda who=who: row(game, who, acting, scores[who.id]),  # type: ignore[misc]
                 acting, scores[who.id])
        for who in people
    )  # fmt: skip


def scores_of(game: Game, who: Fighter) -> str:
    """The scores of their items, the open ones plain."""
    if not who.able:
        items = [item for item in items_of(game, who) if item.is_open and item.is_spared]
    else:
        items = items_of(game, who)
    return " ".join(str(item.score) for item in items) or "-"


def row(game: Game, who: Fighter, acting: str | None, scores: str) -> Row:
    return Row(
        id=who.id,
        name=who.name,
        side=who.side,
        acting=who.id == acting,
        done=game.fight.running and (who.acted or who.lost),
        out=not who.able,
        status=who.status,
        cells=(scores, intent_word(game, who), who.in_use),
        tracks=(total_track(who),),
        conditions=(*aims_of(game, who), *conditions(game, who)),
        health=health_word(
            hurt=who.lost_points > 0, badly=who.as_bad_as("serious"), down=not who.able
        ),
    )


def intent_word(game: Game, who: Fighter) -> str:
    """What they mean to do, in a word."""
    if who.plan is None:
        return "?" if game.fight.running and who.able else "-"
    return who.plan.action


def aims_of(game: Game, who: Fighter) -> tuple[Condition, ...]:
    """The whole of it, where there is more to say."""
    words = details(game.draft.encounter, who.plan) if who.plan else []
    return (Condition(" ".join(words), "", "note"),) if words else ()


def lines(game: Game) -> tuple[str, ...]:
    """What can be seen, who has still to declare, and what to type for it."""
    found = ["visibility: poor"] if game.poor_scene else []
    step = game.fight.step
    missing = [who.name for who in undeclared(game) if not (who.acted or who.lost)]
    if missing and step in ("determination", "resolution"):
        found.append(f"has declared nothing: {listed(missing)}")
    if step == "determination" and missing:
        found.append("act WHO ACTION declares; next: resolution")
    elif step == "determination":
        found.append("all have declared: next, or act WHO ACTION to change it")
    elif step == "movement":
        found.append("next: a metre for all who move; act WHO stop: no more")
    return tuple(found)


def document(game: Game) -> Data:
    """`board --json`."""
    encounter = game.draft.encounter
    return {"name": encounter.name, "ruleset": encounter.ruleset, **turn_document(game)}
