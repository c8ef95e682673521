"""The commands of the combat turn: `roll-init`, `next`, `end`, `delay`, `intervene`."""

from gmtrack.core.intents import Delay, End, Intervene, Next, RollInit, Turn
from gmtrack.core.report import Report
from gmtrack.rulesets.kit.own.moments import pass_moment
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import Game
from gmtrack.rulesets.sr3.turn.legality import (
    FREE,
    WHOLE,
    check_able,
    check_running,
)
from gmtrack.rulesets.sr3.turn.phases import (
    ANY_PASS,
    begin_next_phase,
    begin_round,
    begin_turn,
    drop_held_phase,
    end_turn,
    finish_report,
    first_in_line,
    refill_pool,
    resume_interrupted,
    roll_scores,
)
from gmtrack.rulesets.sr3.turn.timed import (
    check_due,
    due_items,
    let_go_off,
    thrown_items,
)
from gmtrack.rulesets.sr3.wounds.dying import bleed
from gmtrack.rulesets.sr3.wounds.effects import EFFECTS
from gmtrack.rulesets.sr3.wounds.first_aid import (
    count_aid_turn,
    finish_first_aid,
)
from gmtrack.rulesets.sr3.wounds.keeping import finish_spells


def roll_init(game: Game, intent: RollInit) -> Report:
    """Begin a new combat turn; with names, let these join the turn in progress. Raises Refusal:
    `phase` if a turn still runs, or if latecomers find none, `due` while an explosive is to go
    off."""
    game.deny_words_and_options()
    if intent.who:
        join_late(
            game, list(dict.fromkeys(game.find(word) for word in intent.who))
        )
        return finish_report(game)
    if game.fight.running:
        now = f"combat turn {game.fight.round} is still in progress"
        game.refuse("phase", f"{now}: `next` goes on with it")
        count_aid_turn(game)
        bleed(game)
        pass_moment(game, "round-end")
    check_due(game)
    # A new combat turn, and the first in line acts.
    begin_round(game)
    roll_scores(game, [who for who in game.everybody() if who.awake])
    begin_next_phase(game)
    return finish_report(game)


def join_late(game: Game, comers: list[Fighter]) -> None:
    """Roll initiative for combatants who join a turn in progress. With the house rule
    `late_entry: passed` it is less by 10 for each pass that is over. Raises Refusal: `phase`
    without a turn or if one has a score already, `status` if one cannot act."""
    fight = game.fight
    check_running(game)
    for who in comers:
        if not who.awake:
            game.refuse("status", f"{who.name} is {who.status} and cannot join")
        if who.initiative is not None:
            game.refuse(
                "phase",
                f"{who.name} already has initiative {who.initiative} this turn",
            )
    passes_over = (
        max(0, fight.pass_ - 1) if game.house.late_entry == "passed" else 0
    )
    roll_scores(game, comers, passes_over)
    for who in comers:
        with game.draft.by("SR-147, SR-R41"):
            who.acted = bool(who.had_in(fight.round, fight.pass_).get("acted"))
        drop_held_phase(who)
        game.report.tell("late", "head", who=who.name, score=who.initiative)


def next_phase(game: Game, intent: Next) -> Report:
    """End the phase of the one who acts and begin the next. Raises Refusal: `phase` without a
    combat turn, `due` while an explosive is to go off."""
    del intent
    game.deny_words_and_options()
    if not due_items(game):
        game.expect([])
    check_running(game)
    check_due(game)
    if game.fight.acting is not None:
        end_turn(game, game.fighter(game.fight.acting))
    if game.fight.running:
        begin_next_phase(game)
    return finish_report(game)


def end_fight(game: Game, intent: End) -> Report:
    """End the fight: what was thrown goes off, and what belongs to turn and fight is reset; wounds,
    ammunition, gear and charges that were laid stay."""
    del intent
    game.deny_words_and_options()
    thrown = thrown_items(game)
    if thrown:
        let_go_off(game, thrown)
    else:
        game.expect([])
    game.report.tell("end", "head")
    for medic in game.everybody():
        finish_first_aid(game, medic)
    with game.draft.by("SR-R42"):
        for who in game.whole_cast():
            EFFECTS.end_with_fight(game, who)
            finish_spells(game, who)
            refill_pool(who)
            who.lapse("phase", "turn", "fight")
        game.fight.lapse("fight")
    return finish_report(game)


def delay(game: Game, intent: Delay) -> Report:
    """Delay the whole phase of the one who acts. Raises Refusal: `phase` without a combat turn,
    `status` for one who cannot act, `turn` in somebody else's phase or after an action. If forced,
    still refuses those who have no phase to hold."""
    game.deny_words_and_options()
    who = game.find(intent.who)
    game.expect([])
    check_running(game)
    check_able(game, who)
    if not game.on_turn(who):
        acting = game.name(game.fight.acting or "nobody")
        message = (
            f"{who.name} can delay only in their own phase; {acting} acts now"
        )
        game.refuse("turn", message)
    elif (who.free_left, who.simple_left) != (FREE, WHOLE):
        game.refuse(
            "turn",
            f"{who.name} has used an action of this phase, and can delay only a whole one",
        )
    check_can_hold(game, who)
    game.report.body["who"] = who.id
    with game.draft.by("SR-146"):
        who.delayed = True
        who.held_in = game.fight.pass_
        who.extra_phase = False
        game.report.tell("delays", "note", who=who.name)
        if game.on_turn(who):
            pass_turn_on(game)
    return finish_report(game)


def check_can_hold(game: Game, who: Fighter) -> None:
    """Raise Refusal for somebody who has no phase to hold, also if the GM forces it: `phase`
    without a combat turn, `status` for those who are out, `turn` without initiative."""
    if not game.fight.running:
        game.deny("phase", "no combat turn in progress: `next` starts one")
    elif not who.awake:
        game.deny("status", f"{who.name} is {who.status} and cannot delay")
    elif who.initiative is None:
        line = f"`roll-init {who.id}` brings them in"
        game.deny("turn", f"{who.name} has no initiative: {line}")


def pass_turn_on(game: Game) -> None:
    """Pass the turn on from somebody who delays: back to an interrupted one, else to the first
    in line. If nobody is left in line, nobody acts until a delayed phase is taken or `next`."""
    game.fight.acting = None
    if resume_interrupted(game):
        return
    waiting = first_in_line(game)
    if waiting is not None:
        begin_turn(game, waiting)


def intervene(game: Game, intent: Intervene) -> Report:
    """Take a delayed phase, even in the middle of another's, who goes on afterwards. Raises
    Refusal: `phase` without a combat turn, `turn` without a delayed phase, `status` for one who
    cannot act."""
    game.deny_words_and_options()
    who = game.find(intent.who)
    game.expect([])
    check_running(game)
    if not who.delayed:
        game.refuse(
            "turn",
            f"{who.name} has no delayed phase (`delay {who.id}` in their own phase)",
        )
    check_able(game, who, subdued_too=True)
    game.report.body["who"] = who.id
    take_delayed_phase(game, who)
    return finish_report(game)


def take_delayed_phase(game: Game, who: Fighter) -> None:
    """Begin the delayed phase of a combatant; a phase that it interrupts goes on afterwards."""
    fight = game.fight
    with game.draft.by("SR-146"):
        if fight.acting == who.id:
            end_turn(game, who)
        elif fight.acting is not None:
            fight.interrupted = [*fight.interrupted, fight.acting]
        earlier = ANY_PASS < who.held_in < fight.pass_
        drop_held_phase(who)
        who.extra_phase = earlier
        fight.phase = "acting"
        game.report.tell("intervenes", "head", who=who.name)
        begin_turn(game, who, held=True)


def give_turn(game: Game, intent: Turn) -> Report:
    """Make it the phase of a combatant who has not had one in this pass, whatever the order says.
    A phase that it interrupts goes on afterwards if an action is left in it. Raises Refusal:
    `phase` without a combat turn, `status` for one who cannot act, `turn` for one who acts
    already or has no phase to come in this pass."""
    game.deny_words_and_options()
    who = game.find(intent.who)
    game.expect([])
    if not game.fight.running:
        game.deny("phase", "no combat turn in progress: `next` starts one")
    check_able(game, who, subdued_too=True)
    check_phase_left(game, who)
    game.report.body["who"] = who.id
    if who.delayed:
        take_delayed_phase(game, who)
        return finish_report(game)
    fight = game.fight
    goes_on = who.id in fight.interrupted
    with game.draft.by("ALL-TURN-01"):
        fight.interrupted = [one for one in fight.interrupted if one != who.id]
        interrupt_phase(game)
        fight.phase = "acting"
        if goes_on:
            fight.acting = who.id
            game.report.tell("phase.goes-on", "head", who=who.name)
        else:
            begin_turn(game, who)
    return finish_report(game)


def check_phase_left(game: Game, who: Fighter) -> None:
    """Refuse (`turn`) a phase to a combatant who acts already, or has none to come in this pass."""
    if game.on_turn(who):
        game.deny("turn", f"it is {who.name}'s phase already")
    elif who.delayed:
        return
    elif who.initiative is None:
        line = f"`roll-init {who.id}` brings them in"
        game.refuse("turn", f"{who.name} has no initiative: {line}")
    elif who.acted:
        game.refuse("turn", f"{who.name} has had their phase in this pass")
    elif who.initiative <= 0:
        score = f"initiative {who.initiative}"
        game.refuse("turn", f"{who.name} has {score} and no phase in this pass")


def interrupt_phase(game: Game) -> None:
    """Put off the phase of the one who acts; without any action left in it, it is over. Does
    nothing if nobody acts."""
    fight = game.fight
    if fight.acting is None:
        return
    acting = game.fighter(fight.acting)
    if acting.free_left or acting.simple_left:
        fight.interrupted = [*fight.interrupted, acting.id]
    else:
        end_turn(game, acting)
