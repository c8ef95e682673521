"""The commands `roll-init`, `next`, `end`, and the steps of a round from one to the next
(IN-PHASE, IN-SPD, IN-R51)."""

from gmtrack.core.intents import Delay, End, Intervene, Next, RollInit, Turn
from gmtrack.core.names import squash
from gmtrack.core.report import Report
from gmtrack.rulesets.i2050.sheet.fighter import Fighter
from gmtrack.rulesets.i2050.sheet.game import WORDS, Game
from gmtrack.rulesets.i2050.sheet.state import plan_words
from gmtrack.rulesets.i2050.turn.movement import (
    ENTERING,
    do_before_movement,
    is_moving_on,
    move_metres,
)
from gmtrack.rulesets.i2050.turn.order import (
    acting_item,
    check_can_act,
    complete_units,
    current_item,
    due_items,
    name_acting,
    turn_document,
)
from gmtrack.rulesets.i2050.wounds.damage import (
    disable_place,
    knock_down,
    wound,
)
from gmtrack.rulesets.i2050.wounds.effects import EFFECTS
from gmtrack.rulesets.kit.own.moments import end_own_with_fight, pass_moment
from gmtrack.rulesets.kit.words import match_choice, number_owner


def begin_round(game: Game, first: str | None) -> None:
    """Start a round: everybody has declared nothing, effects count down. `first`: the side that
    declares first, None: as the scene says (IN-PHASE-01, IN-PHASE-03)."""
    fight = game.fight
    with game.draft.by("IN-PHASE-01"):
        fight.round = fight.round + 1
        fight.step = "determination"
        fight.lapse("round")
        game.report.tell("round", "head", round=fight.round)
        for who in game.everybody():
            clear_round(who)
            EFFECTS.count_down(game, who)
    with game.draft.by("IN-PHASE-03"):
        fight.first = first
        game.report.tell("declare", "note", side=game.declares_first())
    pass_moment(game, "round-start")


def clear_round(who: Fighter) -> None:
    """Forget what a combatant declared and did in the round."""
    with who.draft.by("IN-PHASE-01, IN-PHASE-04"):
        who.set_plan(None)
        who.lapse("round")
        if "under-fire" not in who.timed:
            who.under_fire = False


def advance_turn(game: Game) -> None:
    """Name the fastest open item as the next turn; after the last one, go on to the next step
    that has anything to do."""
    waiting = next(iter(due_items(game)), None)
    if game.fight.given is not None:
        with game.draft.by("ALL-TURN-01"):
            game.fight.given = None
    name_acting(game, waiting)
    if waiting is not None:
        game.report.tell(
            "turn", "head", who=waiting.who.name, score=waiting.score
        )
    elif game.fight.pending:
        # By house rule the blows that were rolled have waited.
        with game.draft.by("IN-PHASE-01, IN-R02"):
            game.fight.step = "winners"
        game.report.tell("step.winners", "head", count=len(game.fight.pending))
    else:
        enter_movement(game)


def enter_losers(game: Game) -> None:
    """Deal the blows that were rolled and waited, in their order (IN-R02)."""
    pending = list(game.fight.pending)
    with game.draft.by("IN-R02"):
        game.fight.step = "losers"
        game.report.tell("step.losers", "head")
        game.fight.pending = []
    times: dict[str, int] = {}
    for blow in pending:
        victim = game.fighter(blow["victim"])
        times[victim.id] = times.get(victim.id, 0) + 1
        wound(game, victim, blow["points"], blow["place"])
        if blow.get("disable"):
            disable_place(game, victim, blow["place"])
        block = number_owner(victim.id, times[victim.id])
        knock_down(game, victim, blow["blow"], melee=blow["melee"], block=block)


def pending_rolls(game: Game) -> list[tuple[str, str]]:
    """Return the knockdown rolls of the waiting blows, for `expect`."""
    times: dict[str, int] = {}
    keys = []
    for blow in game.fight.pending:
        victim = blow["victim"]
        times[victim] = times.get(victim, 0) + 1
        keys.append(("knockdown", number_owner(victim, times[victim])))
    return keys


def enter_movement(game: Game) -> None:
    """Enter the Movement Phase: carry out what takes effect now; without anybody who moves the
    round is over."""
    with game.draft.by("IN-PHASE-01, IN-MOVE-01"):
        game.fight.step = "movement"
        game.fight.metre = 0
    for who in game.everybody():
        plan = who.plan
        if (
            plan is not None
            and plan.action in ENTERING
            and who.able
            and not who.acted
        ):
            do_before_movement(game, who, plan)
    if any(is_moving_on(game, who) for who in game.everybody()):
        game.report.tell("step.movement", "head")
    else:
        end_round(game)


def end_round(game: Game) -> None:
    """End the round; the next one must be started."""
    with game.draft.by("IN-PHASE-01"):
        game.fight.step = None
        game.fight.metre = 0
        game.report.tell("round-over", "head", round=game.fight.round)
    pass_moment(game, "round-end")


INIT_WORDS = {"first": "SIDE: this side declares first"}
"""The words of `--with` of `roll-init`."""


def finish_report(game: Game) -> Report:
    """Add the turn to the report's JSON and return the report."""
    if game.narrated:
        game.report.body |= turn_document(game)
    return game.report


def roll_init(game: Game, intent: RollInit) -> Report:
    """Carry out `roll-init`: start a new round; with names, let these join the present one late.
    Raises Refusal (`phase`; `intent`, `lost`, `acted` for latecomers)."""
    if intent.who:
        game.deny_words_and_options()
        # Into the round in progress, with nothing declared.
        comers = list(dict.fromkeys(game.find(word) for word in intent.who))
        game.expect([])
        if not game.fight.running:
            game.refuse("phase", "no round in progress: `next` starts one")
        for who in comers:
            check_latecomer(game, who)
            clear_round(who)
            game.report.tell("late", "head", who=who.name)
        return finish_report(game)
    first = read_first_side(game)
    game.expect([])
    fight = game.fight
    if fight.running and fight.step != "movement":
        game.refuse(
            "phase",
            f"the round is still in {str(fight.step).capitalize()}: `next` goes on",
        )
    if fight.running:
        pass_moment(game, "round-end")
    begin_round(game, first)
    return finish_report(game)


def read_first_side(game: Game) -> str | None:
    """Return the side of `--with first=SIDE`, or None. Raises Refusal (`value`, `unknown`)."""
    told, _ = game.parse_words(INIT_WORDS)
    game.deny_options_except()
    if not told.has_word("first"):
        return None
    sides = list(dict.fromkeys(who.side for who in game.everybody()))
    word = match_choice(
        told.get_value("first") or "", sides, "side", WORDS.value
    )
    return next(side for side in sides if squash(side) == squash(word))


def check_latecomer(game: Game, who: Fighter) -> None:
    """Refuse somebody who is in the round already: has declared, lost their action, or acted.
    Raises Refusal (`intent`, `lost`, `acted`)."""
    if who.plan is not None:
        words = plan_words(game.draft.encounter, who.plan)
        game.refuse(
            "intent",
            f"{who.name} is in this round already and has declared {words}",
        )
    elif who.lost:
        game.refuse(
            "lost",
            f"{who.name} is in this round already and has lost their action",
        )
    elif who.had_in(game.fight.round):
        game.refuse("acted", f"{who.name} has already acted this round")


def next_step(game: Game, intent: Next) -> Report:
    """Carry out `next`: end the turn, the metre or the step. Raises Refusal (`phase`) if no
    round is in progress."""
    game.deny_words_and_options()
    step = game.fight.step if game.fight.running else None
    game.expect(pending_rolls(game) if step == "winners" else [])
    if step is None:
        game.refuse("phase", "no round in progress: `next` starts one")
        return finish_report(game)
    if step == "determination":
        # Nobody declares any more but late.
        game.report.tell("step.resolution", "head")
        with game.draft.by("IN-PHASE-01"):
            game.fight.step = "resolution"
        advance_turn(game)
    elif step == "resolution":
        item = acting_item(game)
        if item is not None and item.is_open:
            with game.draft.by("IN-PHASE-04"):
                game.report.tell("passed", "note", who=item.who.name)
                complete_units(game, item.who, item.open_units)
        advance_turn(game)
    elif step == "winners":
        enter_losers(game)
    elif step == "losers":
        enter_movement(game)
    else:
        if any(is_moving_on(game, who) for who in game.everybody()):
            move_metres(game, intent.steps)
        if not any(is_moving_on(game, who) for who in game.everybody()):
            end_round(game)
    return finish_report(game)


def refuse_holding(game: Game, intent: Delay | Intervene) -> Report:
    """Refuse `delay` and `intervene`: speed alone decides. Raises Refusal (`unsupported`)."""
    game.find(intent.who)
    game.deny(
        "unsupported",
        f"i2050 has no {game.report.command}: speed decides who acts when",
    )


OUT_OF_ORDER = {
    "determination": "everybody declares now, in any order: `next` ends that",
    "movement": "everybody moves at once: `next` goes on",
}
"""Why it is nobody's turn in a step of the round, in words."""
BLOWS = "the blows that were dealt take effect: `next` goes on"


def give_turn(game: Game, intent: Turn) -> Report:
    """Carry out `turn`: make it the turn of somebody with an action left in Resolution, whatever
    the speed; the faster ones act afterwards. Raises Refusal: `phase` outside Resolution, `out`,
    `acted` or `lost` for somebody who has no action left, `turn` for somebody who acts already."""
    game.deny_words_and_options()
    who = game.find(intent.who)
    game.expect([])
    fight = game.fight
    if not fight.running:
        game.deny("phase", "no round in progress: `next` starts one")
    if fight.step != "resolution":
        game.deny("phase", OUT_OF_ORDER.get(str(fight.step), BLOWS))
    item = current_item(game, who)
    check_can_act(game, who, item)
    if item is None:
        game.deny("acted", f"{who.name} does nothing in Resolution")
    acting = acting_item(game)
    if acting is not None and acting.is_open and acting.who is who:
        game.deny("turn", f"it is {who.name}'s turn already")
    game.report.body["who"] = who.id
    with game.draft.by("ALL-TURN-01"):
        fight.given = who.id
        name_acting(game, item)
        game.report.tell("turn", "head", who=who.name, score=item.score)
    return finish_report(game)


def end_fight(game: Game, intent: End) -> Report:
    """Carry out `end`: the rounds are over, disabled limbs work again, aims and plans are lost;
    wounds, prone, weapons stay. Raises Refusal (`phase`) while blows wait."""
    del intent
    game.deny_words_and_options()
    game.expect([])
    if game.fight.pending:
        game.refuse("phase", "blows wait to take effect: `next` deals them")
    game.report.tell("end", "head")
    for who in game.whole_cast():
        clear_round(who)
        by_place = who.out == "unconscious" and not {
            "head",
            "chest",
        }.isdisjoint(who.disabled)
        with game.draft.by("IN-R31, IN-R43"):
            who.lapse("fight")
            end_own_with_fight(game, who)
            who.under_fire = False
            # What holds for so many rounds, and is not over with the fight, goes on counting.
            who.timed = {
                name: left
                for name, left in who.timed.items()
                if EFFECTS[name].holds(who)
            }
            if by_place and who.can_be_awake:
                who.out = None
                game.report.tell("wakes", "good", who=who.name)
    with game.draft.by("IN-PHASE-01"):
        game.fight.lapse("round", "fight")
    return finish_report(game)
