"""The commands of the turn: `roll-init`, `next`, `end`."""

from gmtrack.core.intents import Delay, End, Intervene, Next, RollInit
from gmtrack.core.names import squash
from gmtrack.core.report import Report
from gmtrack.rulesets.i2050.sheet.game import WORDS, Game
from gmtrack.rulesets.i2050.sheet.intent import plan_words
from gmtrack.rulesets.i2050.sheet.live import Fighter
from gmtrack.rulesets.i2050.turn.movement import moves_on, one_metre
from gmtrack.rulesets.i2050.turn.order import turn_document
from gmtrack.rulesets.i2050.turn.steps import (
    clear_round,
    end_turn,
    enter_losers,
    enter_movement,
    enter_resolution,
    go_on,
    over,
    pending_rolls,
    start_round,
)
from gmtrack.rulesets.i2050.wounds.effects import EFFECTS
from gmtrack.rulesets.kit.words import Told, known

INIT_WORDS = {"first": "SIDE: this side declares first"}
"""The words of `--with` of `roll-init`."""


def finished(game: Game) -> Report:
    if game.narrated:
        game.report.body |= turn_document(game)
    return game.report


def roll_init(game: Game, intent: RollInit) -> Report:
    """A new round; with names, they come late. Raises Refusal (`phase`)."""
    if intent.who:
        game.takes_nothing()
        late(game, list(dict.fromkeys(game.find(word) for word in intent.who)))
        return finished(game)
    first = side_named(game)
    game.expect([])
    fight = game.fight
    if fight.running and fight.step != "movement":
        game.refuse(
            "phase", f"the round is still in {str(fight.step).capitalize()}: `next` goes on"
        )
    start_round(game, first)
    return finished(game)


def side_named(game: Game) -> str | None:
    """`--with first=SIDE`. Raises Refusal (`value`, `unknown`)."""
    options = game.options
    told = Told(options.words, INIT_WORDS, game.draft.encounter, WORDS)
    Told(options.without, {}, game.draft.encounter, WORDS)
    game.takes_only()
    if not told.has("first"):
        return None
    sides = list(dict.fromkeys(who.side for who in game.everybody()))
    word = known(told.value("first") or "", sides, "side", WORDS.value)
    return next(side for side in sides if squash(side) == squash(word))


def late(game: Game, comers: list[Fighter]) -> None:
    """Into the round in progress, with nothing declared. Raises Refusal (`phase`)."""
    game.expect([])
    if not game.fight.running:
        game.refuse("phase", "no round in progress: `next` starts one")
    for who in comers:
        check_fresh(game, who)
        clear_round(who)
        game.report.tell("late", "head", who=who.name)


def check_fresh(game: Game, who: Fighter) -> None:
    """Nothing that was declared or lost is to be forgotten; who was passed over may come in late.
    Raises Refusal (`intent`, `lost`)."""
    if who.plan is not None:
        words = plan_words(game.draft.encounter, who.plan)
        game.refuse("intent", f"{who.id} is in this round already and has declared {words}")
    elif who.lost:
        game.refuse("lost", f"{who.id} is in this round already and has lost their action")
    elif who.had_in(game.fight.round):
        game.refuse("acted", f"{who.id} has already acted this round")


def next_step(game: Game, intent: Next) -> Report:
    """The turn, the metre or the step is over. Raises Refusal (`phase`)."""
    del intent
    game.takes_nothing()
    step = game.fight.step if game.fight.running else None
    game.expect(pending_rolls(game) if step == "winners" else [])
    if step is None:
        game.refuse("phase", "no round in progress: `next` starts one")
        return finished(game)
    if step == "determination":
        enter_resolution(game)
    elif step == "resolution":
        end_turn(game)
        go_on(game)
    elif step == "winners":
        enter_losers(game)
    elif step == "losers":
        enter_movement(game)
    else:
        if any(moves_on(game, who) for who in game.everybody()):
            one_metre(game)
        if not any(moves_on(game, who) for who in game.everybody()):
            over(game)
    return finished(game)


def hold(game: Game, intent: Delay | Intervene) -> Report:
    """Nothing is held in this system. Raises Refusal (`unsupported`)."""
    game.find(intent.who)
    game.deny("unsupported", f"i2050 has no {game.report.command}: speed decides who acts when")


def end_fight(game: Game, intent: End) -> Report:
    """The rounds are over; wounds, prone, weapons stay."""
    del intent
    game.takes_nothing()
    game.expect([])
    game.report.tell("end", "head")
    for who in game.whole_cast():
        clear_round(who)
        with game.draft.by("IN-R31, IN-R43"):
            who.lapse("fight")
            who.under_fire = False
            # What holds for so many rounds, and is not over with the fight, goes on counting.
            who.timed = {name: left for name, left in who.timed.items() if EFFECTS[name].holds(who)}
    with game.draft.by("IN-PHASE-01"):
        game.fight.lapse("round", "fight")
    return finished(game)
