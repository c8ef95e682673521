"""The combat turn itself: its start, its passes and phases, who acts next, what lapses."""

from collections.abc import Iterator

from gmtrack.core.encounter import Data
from gmtrack.core.report import Report
from gmtrack.rulesets.sr3.sheet.game import Game, Scene
from gmtrack.rulesets.sr3.sheet.live import Fighter
from gmtrack.rulesets.sr3.turn.order import PASS, in_order, roll_scores
from gmtrack.rulesets.sr3.wounds.damage import mend
from gmtrack.rulesets.sr3.wounds.effects import EFFECTS

MINUTE = 20
"""Combat turns."""
ANY_PASS = 0
"""`held_in` where a file says no more than that somebody delays their phase."""


# --- the start of a combat turn ---


def start_turn(game: Game) -> None:
    """A new combat turn, and the first in line acts."""
    fight = game.fight
    with game.draft.by("SR-008"):
        fight.phase = "acting"
        fight.pass_ = 1
        fight.round = fight.round + 1
        fight.acting = None
        fight.interrupted = []
    game.report.tell("round", "head", round=fight.round)
    with game.draft.by("SR-007"):
        for who in game.everybody():
            new_turn(game, who)
    roll_scores(game, [who for who in game.everybody() if who.awake])
    go_on(game)


def new_turn(game: Game, who: Fighter) -> None:
    """Everybody is without a score, with a full pool, and nobody runs; effects by hand are a combat
    turn older, and each minute a subdual box fades."""
    if who.subdual_boxes and game.fight.round > 1 and game.fight.round % MINUTE == 1:
        with game.draft.by(""):
            game.report.tell("fades", "note", who=who.name)
            mend(game, who, 1, "subdual", "SR-041, SR-R17")
    if who.timed:
        with game.draft.by("SR-008"):
            EFFECTS.count_down(game, who)
    refill(who)
    if who.running != "none":
        with game.draft.by("SR-119, SR-123"):
            who.reset("running")
    who.lapse("turn")


def refill(who: Fighter) -> None:
    """The combat pool is full again."""
    if who.pool_left != who.combat_pool:
        with who.draft.by("SR-010, SR-R06"):
            who.reset("pool_left")


def forget_held(who: Fighter) -> None:
    """A delayed phase that is not taken is lost."""
    with who.draft.by("SR-146"):
        who.delayed = False
        who.held_in = 0
        who.extra_phase = False


# --- whose phase it is ---


def go_on(game: Game) -> None:
    """The phase that was interrupted goes on; else the first in line acts; else a new pass; else
    the combat turn is over."""
    with game.draft.by("SR-008"):
        game.fight.acting = None
        if resume(game):
            return
        while True:
            waiting = first_in_line(game)
            if waiting is not None:
                begin_phase(game, waiting)
                return
            end_pass(game)
            if not any(may_act(who) for who in game.everybody()):
                over(game)
                return
            new_pass(game)


def resume(game: Game) -> bool:
    """The one who was interrupted goes on with what they have left."""
    fight = game.fight
    while fight.interrupted:
        *others, last = fight.interrupted
        who = game.fighter(last)
        with game.draft.by("SR-R40"):
            fight.interrupted = others
            if who.awake:
                fight.acting = last
                game.report.tell("phase.goes-on", "head", who=who.name)
                return True
        end_phase(game, who)
    return False


def may_act(who: Fighter) -> bool:
    """A score above 0, up or subdued."""
    return who.initiative is not None and who.initiative > 0 and who.awake


def first_in_line(game: Scene) -> Fighter | None:
    """Whose phase is next in this pass."""
    return next(in_line(game), None)


def in_line(game: Scene) -> Iterator[Fighter]:
    """Neither acted nor delayed in this pass."""
    for who in in_order(game.everybody()):
        held = who.delayed and who.held_in in (ANY_PASS, game.fight.pass_)
        if not who.acted and not held and may_act(who):
            yield who


def about_to_lapse(game: Scene) -> list[Fighter]:
    """Whose delayed phase is lost if the one acting now is the last in line."""
    fight = game.fight
    if not fight.running or fight.interrupted:
        return []
    if any(who.id != fight.acting for who in in_line(game)):
        return []
    if game.house.held_action == "turn" and any(acts_again(who) for who in game.everybody()):
        return []
    return [who for who in game.everybody() if who.delayed and who.awake]


def acts_again(who: Fighter) -> bool:
    """In the next pass too."""
    return may_act(who) and (who.initiative or 0) > PASS


def begin_phase(game: Game, who: Fighter) -> None:
    """It is their phase, with all its actions, and nothing is fired yet."""
    with game.draft.by("SR-008"):
        game.fight.acting = who.id
        with game.draft.by("SR-011"):
            who.lapse("phase")
        game.report.tell("phase", "head", who=who.name)


def end_phase(game: Game, who: Fighter) -> None:
    """They have acted in this pass, unless it was the phase of an earlier one."""
    with game.draft.by("SR-R40" if who.extra_phase else "SR-008"):
        if who.extra_phase:
            who.extra_phase = False
        else:
            who.acted = True


# --- passes ---


def end_pass(game: Game) -> None:
    """Delayed phases lapse, all scores drop by 10."""
    for who in game.everybody():
        who.acted = False
        if game.house.held_action != "turn":
            lapse(game, who)
        if who.initiative is not None:
            who.initiative = who.initiative - PASS


def lapse(game: Game, who: Fighter) -> None:
    if who.delayed:
        forget_held(who)
        with game.draft.by("SR-146"):
            game.report.tell("held.lost", "note", who=who.name)


def new_pass(game: Game) -> None:
    fight = game.fight
    fight.pass_ = fight.pass_ + 1
    game.report.tell("pass", "head", number=fight.pass_)
    if game.house.pool_refresh == "pass":
        for who in game.everybody():
            refill(who)


def over(game: Game) -> None:
    """Nobody has a score above 0."""
    fight = game.fight
    fight.phase = "round-over"
    for who in game.everybody():
        lapse(game, who)
    game.report.tell("round-over", "head", round=fight.round)


# --- documents ---


def finished(game: Game) -> Report:
    """What every command of the turn tells at its end."""
    if game.narrated:
        game.report.body |= turn_document(game)
    return game.report


def turn_document(game: Scene) -> Data:
    """The combat turn, as `board --json` and its commands have it."""
    fight = game.fight
    return {
        "round": fight.round,
        "pass": fight.pass_,
        "phase": fight.phase,
        "acting": fight.acting,
        "order": [
            {
                "id": who.id,
                "score": who.initiative,
                "ap": ap_of(game, who),
                "acted": who.acted,
                "delayed": who.delayed,
                "status": who.standing.status,
            }
            for who in [*in_order(game.everybody()), *game.absent()]
        ],
    }


def ap_of(game: Scene, who: Fighter) -> Data | None:
    """`ap` of the document: what is left of their phase."""
    if not game.on_turn(who):
        return None
    return {"free": who.free_left, "simple": who.simple_left}
