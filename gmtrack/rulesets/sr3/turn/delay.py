"""`delay`, `intervene`: a whole phase is delayed, and taken later."""

from gmtrack.core.intents import Delay, Intervene
from gmtrack.core.report import Report
from gmtrack.rulesets.sr3.sheet.game import Game
from gmtrack.rulesets.sr3.turn.legality import FREE, WHOLE, check_able, check_running
from gmtrack.rulesets.sr3.turn.phases import (
    ANY_PASS,
    begin_phase,
    end_phase,
    finished,
    first_in_line,
    forget_held,
    resume,
)


def delay(game: Game, intent: Delay) -> Report:
    """The whole phase is delayed. Raises Refusal (`phase`, `status`, `turn`)."""
    game.takes_nothing()
    who = game.find(intent.who)
    game.expect([])
    check_running(game)
    check_able(game, who)
    if not game.on_turn(who):
        acting = game.fight.acting or "nobody"
        message = f"{who.id} can delay only in their own phase; {acting} acts now"
        game.refuse("turn", message)
    elif (who.free_left, who.simple_left) != (FREE, WHOLE):
        game.refuse(
            "turn", f"{who.id} has used an action of this phase, and can delay only a whole one"
        )
    game.report.body["who"] = who.id
    with game.draft.by("SR-146"):
        who.delayed = True
        who.held_in = game.fight.pass_
        who.extra_phase = False
        game.report.tell("delays", "note", who=who.name)
        if game.on_turn(who):
            hand_on(game)
    return finished(game)


def hand_on(game: Game) -> None:
    """Where the last in line delays, nobody acts until a delayed phase is taken, or `next`."""
    game.fight.acting = None
    if resume(game):
        return
    waiting = first_in_line(game)
    if waiting is not None:
        begin_phase(game, waiting)


def intervene(game: Game, intent: Intervene) -> Report:
    """The delayed phase is taken, even in the middle of another's. Raises Refusal (`phase`, `turn`,
    `status`)."""
    game.takes_nothing()
    who = game.find(intent.who)
    game.expect([])
    fight = game.fight
    check_running(game)
    if not who.delayed:
        game.refuse("turn", f"{who.id} has no delayed phase (`delay {who.id}` in their own phase)")
    check_able(game, who, subdued_too=True)
    game.report.body["who"] = who.id
    with game.draft.by("SR-146"):
        if fight.acting == who.id:
            end_phase(game, who)
        elif fight.acting is not None:
            fight.interrupted = [*fight.interrupted, fight.acting]
        earlier = ANY_PASS < who.held_in < fight.pass_
        forget_held(who)
        who.extra_phase = earlier
        fight.phase = "acting"
        game.report.tell("intervenes", "head", who=who.name)
        begin_phase(game, who)
    return finished(game)
