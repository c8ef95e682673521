"""The commands of the turn (`roll-init`, `next`, `delay`, `intervene`, `end`), and a round from its
start to its end: who is next."""

from gmtrack.core.intents import Delay, End, Intervene, Next, RollInit
from gmtrack.core.names import listed
from gmtrack.core.report import Report
from gmtrack.rulesets.kit.own.moments import has_own, passed
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
"""ST-170: rounds."""


# --- the start of a round ---


def start_next_round(game: Game) -> None:
    """What lasted to the end of the last round is over, a new one begins, and the first of the
    order starts their turn."""
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
    """What lasted to the end of the last round is over, as the new one begins; before the first
    there was none."""
    for who in game.everybody():
        end_round_for(game, who)


def begin_round(game: Game) -> None:
    """A fresh action for everybody; who cannot have a turn has had it."""
    for who in game.everybody():
        with game.draft.by("ST-020, ST-R05"):
            who.lapse("round")
        if who.dying:
            with game.draft.by("ST-170"):
                who.dying_rounds = who.dying_rounds + 1
            if who.dying_rounds % MINUTE == 0:
                game.report.tell("bleeds", "bad", who=who.name)
                game.tick(
                    who,
                    "dying",
                    {"dealt": wound(game, who, {"lethal": 1}).dealt},
                )
        if not can_have_turn(who):
            with game.draft.by("ST-020, ST-R05"):
                who.acted = True
    passed(game, "round-start")


def end_round_for(game: Game, who: Fighter) -> None:
    """What a round takes with it."""
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
    with game.draft.by("ST-058, ST-R21"):
        stop_dodging(game, who)


def can_have_turn(who: Fighter) -> bool:
    """Whether somebody is not skipped: neither down nor surprised."""
    return who.able and "surprised" not in who.no_defense


# --- whose turn it is ---


def advance_turn(game: Game) -> None:
    """The turn that was interrupted goes on; else the next one's starts; else the round is
    over."""
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
            passed(game, "round-end")
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
    """The turn that was interrupted goes on, if there is one."""
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
    """The first of the order who has not had their turn; whoever cannot have one is skipped."""
    for who in sort_fighters(game.everybody()):
        if who.initiative is None or who.acted or who.delaying or who.held_over:
            continue
        if can_have_turn(who):
            return who
        with game.draft.by("ST-020"):
            who.acted = True
    return None


def begin_turn(game: Game, who: Fighter, *, held: bool = False) -> None:
    """The start of a turn: what ends with it, then the roll to stay awake. `held`: it began before,
    and was delayed."""
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
        if roll(game, RollSpec("consciousness", who, stamina)).hits <= 0:
            knock_out(game, who)
    if not held:
        passed(game, "turn-start", who)


def regain_turn_defense(game: Game, who: Fighter) -> None:
    with game.draft.by("ST-R05"):
        who.regain_defense(*FOR_THE_TURN)


def end_turn(game: Game, who: Fighter) -> None:
    """An unused action is lost, and an aim that was not raised."""
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
    passed(game, "turn-end", who)


def lose_unraised_aim(game: Game, who: Fighter) -> None:
    if who.aim and not who.aimed:
        with game.draft.by("ST-086, ST-087"):
            who.aim = None
            game.report.tell("aim.lost", "note", who=who.name)


def turn_roll_keys(game: Game) -> list[tuple[str, str]]:
    """What the start of a turn may roll, whoever is next, and whatever befalls them by itself
    before it."""
    befalls = has_own(game)
    return [
        ("consciousness", who.id)
        for who in game.everybody()
        if befalls or who.track.wavering
    ]


MOST_NAMED = 3
"""Of those without an intent."""


def roll_init(game: Game, intent: RollInit) -> Report:
    """Start the fight or its next round; with names, they come late."""
    game.takes_nothing()
    if intent.who:
        bring_in_late(
            game, list(dict.fromkeys(game.find(word) for word in intent.who))
        )
    else:
        start_round(game)
    return game.report


def start_round(game: Game) -> None:
    """The next round; in later ones only those roll who have no score yet, unless the house
    says that all do. Raises Refusal (`phase`)."""
    fight = game.fight
    if fight.phase == "acting":
        game.refuse("phase", f"it is {fight.acting}'s turn: `next` ends it")
        passed(game, "round-end")
    first = fight.round == 0
    all_roll = first or game.house.initiative_each_round
    alive = [who for who in game.everybody() if not who.dead]
    rollers = [who for who in alive if all_roll or who.initiative is None]
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


def bring_in_late(game: Game, comers: list[Fighter]) -> None:
    """Their place is where their score puts them. Raises Refusal (`phase`, `status`)."""
    fight = game.fight
    if not fight.running:
        game.refuse(
            "phase",
            "no round in progress: `roll-init` without names starts one",
        )
    for who in comers:
        if who.dead:
            game.refuse("status", f"{who.id} is dead")
        if who.initiative is not None:
            game.refuse("phase", f"{who.id} is already in the order")
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
    """Their place is after the one who acts now."""
    acting = game.fight.acting
    if acting is None or game.house.late_entry == "next_round":
        return False
    order = [one.id for one in sort_fighters(game.everybody())]
    return order.index(who.id) > order.index(acting)


def next_turn(game: Game, intent: Next) -> Report:
    """The turn ends, the next one's starts; after the last, the round is over; then the
    next round. Raises Refusal (`phase`)."""
    del intent
    game.takes_nothing()
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
    """What is bound to a round, a turn, the fight or the scene is over."""
    del intent
    game.takes_nothing()
    game.expect([])
    game.report.tell("end", "head")
    for who in game.whole_cast():
        end_fight_for(game, who)
    with game.draft.by("ST-149"):
        game.fight.lapse("fight")
    return game.report


def end_fight_for(game: Game, who: Fighter) -> None:
    """Boxes, willpower, ammo, weapons, cover, prone and bonds stay."""
    with game.draft.by("ST-149"):
        end_grapple(game, who)
        stop_dodging(game, who)
        EFFECTS.fight_over(game, who)
        stays = ("immobilized", "helpless")
        who.regain_defense(
            *(reason for reason in who.no_defense if reason not in stays)
        )
    with game.draft.by("ST-R05"):
        who.lapse("turn", "round")
    with game.draft.by("ST-020, ST-149, ST-R40"):
        who.lapse("fight")


def delay(game: Game, intent: Delay) -> Report:
    """The one whose turn it is waits. Raises Refusal (`phase`, `turn`, `action`)."""
    game.takes_nothing()
    who = game.find(intent.who)
    check_started(game)
    if game.fight.acting != who.id:
        acting = game.fight.acting or "nobody"
        game.refuse(
            "turn",
            f"{who.id} can delay only in their own turn; {acting} acts now",
        )
    if who.ap == 0:
        game.refuse("action", f"{who.id} has used their action this round")
    game.expect(turn_roll_keys(game))
    game.report.body["who"] = who.id
    with game.draft.by("ST-024"):
        who.delaying = True
    game.report.tell("delays", "note", who=who.name)
    if game.fight.acting == who.id:
        advance_turn(game)
    return game.report


def intervene(game: Game, intent: Intervene) -> Report:
    """Their turn starts now; the one acting comes again if the action is left.
    Raises Refusal (`phase`, `turn`, `status`)."""
    game.takes_nothing()
    who = game.find(intent.who)
    fight = game.fight
    check_started(game)
    if not (who.delaying or who.held_over):
        game.refuse(
            "turn",
            f"{who.id} has not delayed: `delay {who.id}` in their own turn first",
        )
    check_able(game, who, bound_too=True)
    game.expect(turn_roll_keys(game))
    game.report.body["who"] = who.id
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
    return game.report


def interrupt_turn(game: Game) -> None:
    """The one acting comes again afterwards, if the action is left."""
    fight = game.fight
    if fight.acting is None:
        return
    acting = game.fighter(fight.acting)
    if acting.ap:
        fight.interrupted = [*fight.interrupted, acting.id]
    else:
        end_turn(game, acting)
