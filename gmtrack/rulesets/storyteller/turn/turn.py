"""The commands `roll-init`, `next`, `delay`, `intervene` and `end`; the beginning and end of
rounds and turns."""

from gmtrack.core.intents import Delay, End, Intervene, Next, RollInit, Turn
from gmtrack.core.names import listed
from gmtrack.core.report import Report
from gmtrack.rulesets.kit.modifiers import goal_of_hits
from gmtrack.rulesets.kit.own.moments import has_own, pass_moment
from gmtrack.rulesets.kit.seated import has_fixed_place
from gmtrack.rulesets.storyteller.dice import (
    RollSpec,
    added_parts,
    pool_of,
    roll,
)
from gmtrack.rulesets.storyteller.sheet.game import Game
from gmtrack.rulesets.storyteller.sheet.sheet import states_intent
from gmtrack.rulesets.storyteller.sheet.state import Fighter
from gmtrack.rulesets.storyteller.turn.order import (
    check_able,
    check_started,
    order_key,
    roll_scores,
    sort_fighters,
)
from gmtrack.rulesets.storyteller.wounds.conditions import EFFECTS, stop_dodging
from gmtrack.rulesets.storyteller.wounds.events import (
    FOR_THE_TURN,
    end_grapple,
    lift_fire,
)
from gmtrack.rulesets.storyteller.wounds.health import knock_out, wound

MINUTE = 20
"""Rounds of a minute (ST-170)."""


# --- the start of a round ---


def start_next_round(game: Game) -> None:
    """Count the next round, end what lasted to the end of the old one, and begin the first turn."""
    fight = game.fight
    with game.draft.by("ST-020"):
        fight.round = fight.round + 1
        fight.phase = "acting"
        fight.acting = None
        fight.interrupted = []
    end_round(game)
    begin_round(game)
    advance_turn(game)


def end_round(game: Game) -> None:
    """End what lasts to the end of the old round, for everybody. Called when the new round has
    been counted, also for the first."""
    for who in game.everybody():
        end_round_for(game, who)


def begin_round(game: Game) -> None:
    """Give everybody a new action; dying ones bleed once a minute, and those who cannot have a
    turn are noted as having had it."""
    for who in game.everybody():
        with game.draft.by("ST-020, ST-R05"):
            who.lapse("round")
        if who.dying:
            with game.draft.by("ST-170"):
                who.dying_rounds = who.dying_rounds + 1
            if who.dying_rounds % MINUTE == 0:
                game.report.tell("bleeds", "bad", who=who.name)
                game.report_tick(
                    who,
                    "dying",
                    {"dealt": wound(game, who, {"lethal": 1}).dealt},
                )
        if not can_have_turn(who):
            with game.draft.by("ST-020, ST-R05"):
                who.acted = True
    pass_moment(game, "round-start")


def end_round_for(game: Game, who: Fighter) -> None:
    """Apply the end of the old round to one combatant: Defense, surprise, cover in a grapple,
    going first, dodges, delays and counted effects. Depends on the house rules `dodge_span` and
    `turn_scope`."""
    fight, by = game.fight, game.draft.by
    if game.house.turn_scope == "round":
        regain_turn_defense(game, who)
    if fight.round > 1:
        with by("ST-028, ST-029"):
            who.regain_defense("surprised")
    hold = who.read_grapple()
    if hold and hold["cover"]:
        with by("ST-083"):
            who.write_grapple(cover=False)
    if who.on_top and who.top_round < fight.round:
        with by("ST-023"):
            who.on_top = False
    if who.dodging and game.house.dodge_span == "round_end":
        end_dodge(game, who)
    if who.held_over or who.delaying:
        lose_unraised_aim(game, who)
    with by("ST-025"):
        who.held_over = who.delaying
    with by("ST-020"):
        EFFECTS.count_down(game, who)


def end_dodge(game: Game, who: Fighter) -> None:
    """End a dodge because its time is over."""
    with game.draft.by("ST-058, ST-R21"):
        stop_dodging(game, who)


def can_have_turn(who: Fighter) -> bool:
    """Whether `who` is neither down nor surprised; others are skipped."""
    return who.able and "surprised" not in who.no_defense


# --- whose turn it is ---


def advance_turn(game: Game) -> None:
    """Go on with the turn that was interrupted, else begin the next one; after the last, tell
    that the round is over. Somebody whom the start of their turn knocks out loses it."""
    fight = game.fight
    with game.draft.by("ST-020"):
        fight.acting = None
    resume_interrupted_turn(game)
    while fight.acting is None:
        waiting = choose_next(game)
        if waiting is None:
            with game.draft.by("ST-020"):
                fight.phase = "round-over"
            game.report.tell("round-over", "head", round=fight.round)
            pass_moment(game, "round-end")
            return
        # It is their turn from now on, unless its start knocks them out.
        with game.draft.by("ST-020"):
            game.fight.phase = "acting"
        game.report.tell("turn", "head", who=waiting.name)
        begin_turn(game, waiting)
        if waiting.able:
            with game.draft.by("ST-020"):
                game.fight.acting = waiting.id
        else:
            end_turn(game, waiting)


def resume_interrupted_turn(game: Game) -> None:
    """Give the turn back to the last one who was interrupted; those who are down by now have had
    theirs. Does nothing if nobody was interrupted."""
    fight = game.fight
    with game.draft.by("ST-024"):
        while fight.interrupted and fight.acting is None:
            *others, last = fight.interrupted
            fight.interrupted = others
            who = game.fighter(last)
            if who.able:
                fight.acting = last
                game.report.tell("turn.goes-on", "head", who=who.name)
            else:
                who.acted = True


def choose_next(game: Game) -> Fighter | None:
    """Return the first in the order who has not had their turn and does not wait with it; None
    if nobody is left. Those who cannot have a turn are noted as having had it."""
    for who in sort_fighters(game.everybody()):
        if who.initiative is None or who.acted or who.delaying or who.held_over:
            continue
        if can_have_turn(who):
            return who
        with game.draft.by("ST-020"):
            who.acted = True
    return None


def begin_turn(game: Game, who: Fighter, *, held: bool = False) -> None:
    """Begin the turn of `who`: end what lasts until it, and roll to stay awake if only bashing
    fills the last box (ST-169). `held`: the turn began before and was delayed, so nothing of the
    GM's own happens again at its start. Depends on the house rule `turn_scope`."""
    by = game.draft.by
    with by("ST-064"):
        who.off_balance = "active" if who.off_balance == "pending" else "none"
    with by("ST-041, ST-R05"):
        who.reset("decay")
    with by("ST-050, ST-053, ST-056"):
        who.lapse("turn")
    if game.house.turn_scope == "own_turn":
        regain_turn_defense(game, who)
    if who.dodging and who.dodge_round < game.fight.round:
        end_dodge(game, who)
    lift_fire(game, who, "ST-095, ST-R27")
    if who.suffers("stunned"):
        with by("ST-151"):
            who.ap = 0
            EFFECTS.end(game, who, "stunned")
    if who.track.wavering:
        # Stamina dice without the wounds; no success: unconscious.
        stamina = pool_of(who, "stamina", rules="ST-168, ST-169")
        stamina += added_parts(game, who, "consciousness")
        goal = goal_of_hits("threshold", 1)
        awake = RollSpec("consciousness", who, stamina, goal=goal)
        if roll(game, awake).hits <= 0:
            knock_out(game, who)
    if not held:
        pass_moment(game, "turn-start", who)


def regain_turn_defense(game: Game, who: Fighter) -> None:
    """End the reasons for which `who` has no Defense `for the turn` (ST-R05)."""
    with game.draft.by("ST-R05"):
        who.regain_defense(*FOR_THE_TURN)


def end_turn(game: Game, who: Fighter) -> None:
    """End the turn of `who`: the action that was not used and an aim that was not raised are
    lost. A turn besides their own leaves them the action for that one."""
    lose_unraised_aim(game, who)
    with game.draft.by("ST-020"):
        who.aimed = False
        who.delaying = False
        who.held_over = False
        who.granted = False
        who.ap = 0
        if who.extra_turn:
            who.extra_turn = False
            who.ap = 1
        else:
            who.acted = True
    pass_moment(game, "turn-end", who)


def lose_unraised_aim(game: Game, who: Fighter) -> None:
    """End the aim of `who` if this turn has not raised it, and tell it."""
    if who.aim and not who.aimed:
        with game.draft.by("ST-086, ST-087"):
            who.aim = None
            game.report.tell("aim.lost", "note", who=who.name)


def turn_roll_keys(game: Game) -> list[tuple[str, str]]:
    """Return the keys of the dice that the start of a turn may ask for: staying awake, for those
    whose track wavers; for everybody where the GM's own effects may wound somebody before."""
    befalls = has_own(game)
    return [
        ("consciousness", who.id)
        for who in game.everybody()
        if befalls or who.track.wavering
    ]


MOST_NAMED = 3
"""The number of names in the reminder of missing intents, for each side."""


def roll_init(game: Game, intent: RollInit) -> Report:
    """Carry out `roll-init`: begin the fight or its next round, or bring in the named
    latecomers."""
    game.deny_words_and_options()
    if intent.who:
        comers = dict.fromkeys(game.find(word) for word in intent.who)
        bring_in_late(game, list(comers))
    else:
        start_round(game)
    return game.report


def start_round(game: Game) -> None:
    """Begin the next round. Those without a score roll initiative; in the first round, and by
    house rule in each, everybody who is not dead does. Refuses `phase` while a turn is in
    progress; if forced, that round ends. The first round tells who has no intent."""
    fight = game.fight
    if fight.phase == "acting":
        game.refuse("phase", f"it is {fight.acting}'s turn: `next` ends it")
        pass_moment(game, "round-end")
    first = fight.round == 0
    all_roll = first or game.house.initiative_each_round
    alive = [who for who in game.everybody() if not who.dead]
    rollers = [
        who
        for who in alive
        if all_roll or who.initiative is None or is_out_of_place(who)
    ]
    game.report.tell("round", "head", round=fight.round + 1)
    roll_scores(game, rollers, turn_roll_keys(game))
    if first:
        # Each is noted; told once for each side.
        without: dict[str, list[Fighter]] = {}
        for who in game.everybody():
            if not states_intent(who.sheet.intent):
                game.notes.append({"who": who.id, "note": "no-intent"})
                without.setdefault(who.side, []).append(who)
        for people in without.values():
            names = listed((who.name for who in people), MOST_NAMED)
            line = f'set {people[0].id} intent="I want ..."'
            game.report.tell("intents.due", "note", who=names, line=line)
    start_next_round(game)


def is_out_of_place(who: Fighter) -> bool:
    """Whether somebody has a fixed place in the order and a score that is another: the sheet has
    changed, or the GM has set the score for one round."""
    return has_fixed_place(who) and who.initiative != who.sheet.acts_at


def bring_in_late(game: Game, comers: list[Fighter]) -> None:
    """Roll initiative for latecomers, who take their place in the order (ST-R43). Refuses
    `phase` before the fight and for somebody who has a score, `status` for the dead.

    They have no turn in this round if their place has passed, by house rule, or if they had it
    before they left."""
    fight = game.fight
    if not fight.running:
        game.refuse(
            "phase",
            "no round in progress: `roll-init` without names starts one",
        )
    for who in comers:
        if who.dead:
            game.refuse("status", f"{who.name} is dead")
        if who.initiative is not None:
            game.refuse("phase", f"{who.name} is already in the order")
    roll_scores(game, comers, [])
    for who in comers:
        had = bool(who.had_in(fight.round).get("acted"))
        with game.draft.by("ST-R43"):
            who.ap = 0 if had else 1
            who.moved = 0
            who.acted = had or not (
                can_have_turn(who) and has_turn_to_come(game, who)
            )
        # Why they have no turn in this round, where only their late coming takes it.
        if not who.acted or not can_have_turn(who):
            key = "late"
        elif had:
            key = "late.had"
        else:
            key = (
                "late.house"
                if game.house.late_entry == "next_round"
                else "late.passed"
            )
        game.report.tell(key, "head", who=who.name, score=who.initiative)


def has_turn_to_come(game: Game, who: Fighter) -> bool:
    """Whether the place of a latecomer is after the one who has the turn. False if nobody has
    it, and by the house rule `late_entry: next_round`."""
    acting = game.fight.acting
    if acting is None or game.house.late_entry == "next_round":
        return False
    order = [one.id for one in sort_fighters(game.everybody())]
    return order.index(who.id) > order.index(acting)


def next_turn(game: Game, intent: Next) -> Report:
    """Carry out `next`: end the turn and begin the next one; once the round is over, begin the
    next round. Refuses `phase` before the fight."""
    del intent
    game.deny_words_and_options()
    fight = game.fight
    check_started(game)
    if fight.phase != "acting":
        start_round(game)
    else:
        game.expect(turn_roll_keys(game))
        if fight.acting is not None:
            end_turn(game, game.fighter(fight.acting))
        advance_turn(game)
    return game.report


def end_fight(game: Game, intent: End) -> Report:
    """Carry out `end`: end what is bound to rounds, turns, the fight or the scene, also for
    those who are away."""
    del intent
    game.deny_words_and_options()
    game.expect([])
    game.report.tell("end", "head")
    for who in game.whole_cast():
        end_fight_for(game, who)
    with game.draft.by("ST-149"):
        game.fight.lapse("fight")
    return game.report


def end_fight_for(game: Game, who: Fighter) -> None:
    """End what is bound to the fight for one combatant. Marks, willpower, ammunition, weapons,
    cover, lying prone and bonds stay."""
    with game.draft.by("ST-149"):
        end_grapple(game, who)
        stop_dodging(game, who)
        EFFECTS.end_with_fight(game, who)
        stays = ("immobilized", "helpless")
        who.regain_defense(
            *(reason for reason in who.no_defense if reason not in stays)
        )
    with game.draft.by("ST-R05"):
        who.lapse("turn", "round")
    with game.draft.by("ST-020, ST-149, ST-R40"):
        who.lapse("fight")


def delay(game: Game, intent: Delay) -> Report:
    """Carry out `delay`: wait with the turn, and begin the next one. Refuses `phase` before the
    fight, `turn` out of turn, `action` if the action is used up. If forced, still refuses those
    who have no turn to wait with."""
    game.deny_words_and_options()
    who = game.find(intent.who)
    check_started(game)
    if game.fight.acting != who.id:
        acting = game.name(game.fight.acting or "nobody")
        game.refuse(
            "turn",
            f"{who.name} can delay only in their own turn; {acting} acts now",
        )
    if who.ap == 0:
        game.refuse("action", f"{who.name} has used their action this round")
    check_can_hold(game, who)
    game.expect(turn_roll_keys(game))
    game.report.body["who"] = who.id
    with game.draft.by("ST-024"):
        who.delaying = True
    game.report.tell("delays", "note", who=who.name)
    if game.fight.acting == who.id:
        advance_turn(game)
    return game.report


def check_can_hold(game: Game, who: Fighter) -> None:
    """Raise Refusal for somebody who has no turn to wait with, also if the GM forces it: `phase`
    without a round, `status` for those who are down, `turn` without initiative."""
    if not game.fight.running:
        game.deny("phase", "no round in progress: `next` starts one")
    elif not who.able:
        game.deny("status", f"{who.name} is {who.status} and cannot delay")
    elif who.initiative is None:
        line = f"`roll-init {who.id}` brings them in"
        game.deny("turn", f"{who.name} has no initiative: {line}")


def intervene(game: Game, intent: Intervene) -> Report:
    """Carry out `intervene`: take the delayed turn now. The one whose turn it interrupts goes on
    afterwards if their action is left. Refuses `phase` before the fight, `turn` for somebody who
    has delayed nothing, `status` for somebody who cannot act. Depends on the house rule
    `delay_bonus`."""
    game.deny_words_and_options()
    who = game.find(intent.who)
    check_started(game)
    if not (who.delaying or who.held_over):
        game.refuse(
            "turn",
            f"{who.name} has not delayed: `delay {who.id}` in their own turn first",
        )
    check_able(game, who, bound_too=True)
    game.expect(turn_roll_keys(game))
    game.report.body["who"] = who.id
    take_delayed_turn(game, who)
    return game.report


def take_delayed_turn(game: Game, who: Fighter) -> None:
    """Begin the delayed turn of `who`; the one whose turn it interrupts goes on afterwards if
    their action is left. Depends on the house rule `delay_bonus`."""
    fight = game.fight
    with game.draft.by("ST-024, ST-025"):
        early = game.house.delay_bonus == "early_extra" and who.held_over
        # Their own place in the order is still to come.
        before = fight.acting is not None and order_key(who) < order_key(
            game.fighter(fight.acting)
        )
        who.extra_turn = early and before
        held = not who.held_over
        interrupt_turn(game)
        who.delaying = False
        who.held_over = False
        fight.phase = "acting"
        fight.acting = who.id
    game.report.tell("intervenes", "head", who=who.name)
    begin_turn(game, who, held=held)
    if not who.able:
        end_turn(game, who)
        advance_turn(game)


def give_turn(game: Game, intent: Turn) -> Report:
    """Carry out `turn`: make it the turn of somebody who has not had theirs. The one whose turn
    it interrupts goes on afterwards if their action is left. Refuses `phase` before the fight,
    `turn` for somebody who acts already, has had their turn or is not in the order, `status` for
    somebody who cannot act."""
    game.deny_words_and_options()
    who = game.find(intent.who)
    if game.fight.phase == "not-started":
        game.deny("phase", "no round in progress: `next` starts one")
    held = who.delaying or who.held_over
    if game.fight.phase != "acting" and not held:
        game.deny("phase", "the round is over: `next` starts the next one")
    check_able(game, who, bound_too=True)
    check_turn_left(game, who)
    game.expect(turn_roll_keys(game))
    game.report.body["who"] = who.id
    if held:
        take_delayed_turn(game, who)
    elif who.id in game.fight.interrupted:
        resume_turn_of(game, who)
    else:
        begin_turn_early(game, who)
    return game.report


def check_turn_left(game: Game, who: Fighter) -> None:
    """Refuse (`turn`) somebody who has the turn, has had it in this round or is not in the order;
    if the GM forces it, they have an action again."""
    if game.fight.acting == who.id:
        game.deny("turn", f"it is {who.name}'s turn already")
    elif who.initiative is None:
        line = f"`roll-init {who.id}` brings them in"
        game.refuse("turn", f"{who.name} has no initiative: {line}")
    elif who.acted and not (who.delaying or who.held_over):
        game.refuse("turn", f"{who.name} has had their turn in this round")
        who.ap = 1


def resume_turn_of(game: Game, who: Fighter) -> None:
    """Give the turn back to somebody who was interrupted, before others who were."""
    fight = game.fight
    with game.draft.by("ST-024, ALL-TURN-01"):
        others = [one for one in fight.interrupted if one != who.id]
        fight.interrupted = others
        interrupt_turn(game)
        fight.acting = who.id
    game.report.tell("turn.goes-on", "head", who=who.name)


def begin_turn_early(game: Game, who: Fighter) -> None:
    """Begin the turn of somebody who is not the next in the order. Somebody whom its start knocks
    out loses it."""
    fight = game.fight
    with game.draft.by("ALL-TURN-01"):
        interrupt_turn(game)
        fight.phase = "acting"
        fight.acting = who.id
    game.report.tell("turn", "head", who=who.name)
    begin_turn(game, who)
    if not who.able:
        end_turn(game, who)
        advance_turn(game)


def interrupt_turn(game: Game) -> None:
    """Interrupt the turn in progress: it goes on later if its action is left, else it ends. Does
    nothing if nobody has the turn."""
    fight = game.fight
    if fight.acting is None:
        return
    acting = game.fighter(fight.acting)
    if acting.ap:
        fight.interrupted = [*fight.interrupted, acting.id]
    else:
        end_turn(game, acting)
