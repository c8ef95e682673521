"""The commands of the combat turn: `roll-init`, `next`, `end`."""

from gmtrack.core.intents import End, Next, RollInit
from gmtrack.core.report import Report
from gmtrack.rulesets.sr3.sheet.game import Game
from gmtrack.rulesets.sr3.sheet.live import Fighter
from gmtrack.rulesets.sr3.turn.legality import check_running
from gmtrack.rulesets.sr3.turn.order import roll_scores
from gmtrack.rulesets.sr3.turn.phases import (
    end_phase,
    finished,
    forget_held,
    go_on,
    refill,
    start_turn,
)


def roll_init(game: Game, intent: RollInit) -> Report:
    """A new combat turn; with names, they come late. Raises Refusal (`phase`)."""
    game.takes_nothing()
    if intent.who:
        late(game, list(dict.fromkeys(game.find(word) for word in intent.who)))
        return finished(game)
    if game.fight.running:
        now = f"combat turn {game.fight.round} is still in progress"
        game.refuse("phase", f"{now}: `next` goes on with it")
    start_turn(game)
    return finished(game)


def late(game: Game, comers: list[Fighter]) -> None:
    """Less 10 for each pass that is over. Raises Refusal (`phase`, `status`)."""
    fight = game.fight
    check_running(game)
    for who in comers:
        if not who.awake:
            game.refuse("status", f"{who.id} is {who.status} and cannot join")
        if who.initiative is not None:
            game.refuse("phase", f"{who.id} already has initiative {who.initiative} this turn")
    passes_over = max(0, fight.pass_ - 1) if game.house.late_entry == "passed" else 0
    roll_scores(game, comers, passes_over)
    for who in comers:
        with game.draft.by("SR-147, SR-R41"):
            who.acted = bool(who.had_in(fight.round, fight.pass_).get("acted"))
        forget_held(who)
        game.report.tell("late", "head", who=who.name, score=who.initiative)


def next_phase(game: Game, intent: Next) -> Report:
    """The phase is over, the next one begins. Raises Refusal (`phase`)."""
    del intent
    game.takes_nothing()
    game.expect([])
    check_running(game)
    if game.fight.acting is not None:
        end_phase(game, game.fighter(game.fight.acting))
    if game.fight.running:
        go_on(game)
    return finished(game)


def end_fight(game: Game, intent: End) -> Report:
    """What belongs to the turn is over; wounds, ammunition and gear stay."""
    del intent
    game.takes_nothing()
    game.expect([])
    game.report.tell("end", "head")
    with game.draft.by("SR-R42"):
        for who in game.whole_cast():
            refill(who)
            who.lapse("turn", "fight")
        game.fight.lapse("fight")
    return finished(game)
