"""`delay`, `intervene`: who waits for their turn, and takes it later (ST-024, ST-025)."""

from gmtrack.core.intents import Delay, Intervene
from gmtrack.core.report import Report
from gmtrack.rulesets.storyteller.sheet.game import Game
from gmtrack.rulesets.storyteller.sheet.live import Fighter
from gmtrack.rulesets.storyteller.turn.legality import check_able, check_started
from gmtrack.rulesets.storyteller.turn.order import rank
from gmtrack.rulesets.storyteller.turn.rounds import end_turn, go_on, start_turn, turn_rolls


def delay(game: Game, intent: Delay) -> Report:
    """The one whose turn it is waits. Raises Refusal (`phase`, `turn`, `action`)."""
    game.takes_nothing()
    who = game.find(intent.who)
    check_started(game)
    if game.fight.acting != who.id:
        acting = game.fight.acting or "nobody"
        game.refuse("turn", f"{who.id} can delay only in their own turn; {acting} acts now")
    if who.ap == 0:
        game.refuse("action", f"{who.id} has used their action this round")
    game.expect(turn_rolls(game))
    game.report.body["who"] = who.id
    with game.draft.by("ST-024"):
        who.delaying = True
    game.report.tell("delays", "note", who=who.name)
    if game.fight.acting == who.id:
        go_on(game)
    return game.report


def intervene(game: Game, intent: Intervene) -> Report:
    """Their turn starts now; the one acting comes again if the action is left.
    Raises Refusal (`phase`, `turn`, `status`)."""
    game.takes_nothing()
    who = game.find(intent.who)
    fight = game.fight
    check_started(game)
    if not (who.delaying or who.held_over):
        game.refuse("turn", f"{who.id} has not delayed: `delay {who.id}` in their own turn first")
    check_able(game, who, bound_too=True)
    game.expect(turn_rolls(game))
    game.report.body["who"] = who.id
    with game.draft.by("ST-024, ST-025"):
        early = game.house.delay_bonus == "early_extra" and who.held_over
        who.extra_turn = early and comes_before_own(game, who)
        step_aside(game)
        who.delaying = False
        who.held_over = False
        fight.phase = "acting"
        fight.acting = who.id
    game.report.tell("intervenes", "head", who=who.name)
    start_turn(game, who)
    if not who.able:
        end_turn(game, who)
        go_on(game)
    return game.report


def comes_before_own(game: Game, who: Fighter) -> bool:
    """Their own place in the order is still to come."""
    acting = game.fight.acting
    return acting is not None and rank(who) < rank(game.fighter(acting))


def step_aside(game: Game) -> None:
    """The one acting comes again afterwards, if the action is left."""
    fight = game.fight
    if fight.acting is None:
        return
    acting = game.fighter(fight.acting)
    if acting.ap:
        fight.interrupted = [*fight.interrupted, acting.id]
    else:
        end_turn(game, acting)
