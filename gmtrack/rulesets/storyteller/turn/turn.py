"""The commands of the turn: `roll-init`, `next`, `delay`, `intervene`, `end`."""

from gmtrack.core.intents import Delay, End, Intervene, Next, RollInit
from gmtrack.core.report import Report
from gmtrack.rulesets.storyteller.sheet.game import Game
from gmtrack.rulesets.storyteller.sheet.live import Fighter
from gmtrack.rulesets.storyteller.turn.legality import check_able
from gmtrack.rulesets.storyteller.turn.order import in_order, rank, roll_scores
from gmtrack.rulesets.storyteller.turn.rounds import (
    end_turn,
    go_on,
    may_have_turn,
    start_round,
    start_turn,
    turn_rolls,
)
from gmtrack.rulesets.storyteller.wounds.conditions import end_grapple, stop_dodging


def roll_init(game: Game, intent: RollInit) -> Report:
    """Start the fight or its next round; with names, they come late."""
    game.takes_nothing()
    if intent.who:
        late(game, list(dict.fromkeys(game.find(word) for word in intent.who)))
    else:
        begin(game)
    return game.report


def check_started(game: Game) -> None:
    """Raises Refusal (`phase`)."""
    if not game.fight.running:
        game.refuse("phase", "no round in progress: `next` starts one")


def begin(game: Game) -> None:
    """ST-018 to ST-022; later rounds roll nothing, unless ST-R09 says so. Raises Refusal
    (`phase`)."""
    fight = game.fight
    if fight.phase == "acting":
        game.refuse("phase", f"it is {fight.acting}'s turn: `next` ends it")
    first = fight.round == 0
    all_roll = first or game.house.initiative_each_round
    rollers = [who for who in game.everybody() if all_roll and not who.dead]
    game.report.tell("round", "head", round=fight.round + 1)
    roll_scores(game, rollers, turn_rolls(game))
    if first:
        for who in game.everybody():
            if not who.sheet.intent.lower().startswith("i want"):
                game.note(who, "no-intent")
    start_round(game)


def late(game: Game, comers: list[Fighter]) -> None:
    """ST-R43: their place is where their score puts them. Raises Refusal (`phase`, `status`)."""
    fight = game.fight
    if not fight.running:
        game.refuse("phase", "no round in progress: `roll-init` without names starts one")
    for who in comers:
        if who.dead:
            game.refuse("status", f"{who.id} is dead")
        if who.initiative is not None:
            game.refuse("phase", f"{who.id} is already in the order")
    roll_scores(game, comers, [])
    for who in comers:
        who.ap = 1
        who.moved = 0
        who.acted = not (may_have_turn(who) and comes_later(game, who))
        game.report.tell("late", "head", who=who.name, score=who.initiative)


def comes_later(game: Game, who: Fighter) -> bool:
    """ST-R43: their place is after the one who acts now."""
    acting = game.fight.acting
    if acting is None or game.house.late_entry == "next_round":
        return False
    order = [one.id for one in in_order(game.everybody())]
    return order.index(who.id) > order.index(acting)


def next_turn(game: Game, intent: Next) -> Report:
    """The turn ends, the next one's starts; after the last, the round is over; then the next
    round. Raises Refusal (`phase`)."""
    del intent
    game.takes_nothing()
    fight = game.fight
    check_started(game)
    if fight.phase != "acting":
        begin(game)
    else:
        game.expect(turn_rolls(game))
        if fight.acting is not None:
            end_turn(game, game.fighter(fight.acting))
        go_on(game)
    return game.report


def delay(game: Game, intent: Delay) -> Report:
    """ST-024: the one whose turn it is waits. Raises Refusal (`phase`, `turn`, `action`)."""
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
    who.delaying = True
    game.report.tell("delays", "note", who=who.name)
    if game.fight.acting == who.id:
        go_on(game)
    return game.report


def intervene(game: Game, intent: Intervene) -> Report:
    """ST-024, ST-025: their turn starts now; the one acting comes again if the action is left.
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
    """ST-R11 `early_extra`: their own place in the order is still to come."""
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


def end_fight(game: Game, intent: End) -> Report:
    """ST-149, ST-R28, ST-R40: what is bound to a round, a turn, the fight or the scene is over."""
    del intent
    game.takes_nothing()
    game.expect([])
    game.report.tell("end", "head")
    for who in game.everybody():
        leave_fight(game, who)
    game.fight.lapse("fight")
    return game.report


def leave_fight(game: Game, who: Fighter) -> None:
    """Boxes, willpower, ammo, weapons, cover, prone and bonds stay."""
    end_grapple(game, who)
    stop_dodging(game, who)
    stays = ("immobilized", "helpless")
    who.regain_defense(*(reason for reason in who.no_defense if reason not in stays))
    who.lapse("turn", "round", "fight")
