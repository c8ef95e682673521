"""The steps of a round from one to the next (IN-PHASE, IN-SPD, IN-R51)."""

from gmtrack.rulesets.i2050.sheet.game import Game
from gmtrack.rulesets.i2050.sheet.live import Fighter
from gmtrack.rulesets.i2050.turn.movement import ENTERING, moves_on, take_effect
from gmtrack.rulesets.i2050.turn.order import acting_item, due
from gmtrack.rulesets.i2050.turn.progress import complete, name_acting
from gmtrack.rulesets.i2050.wounds.damage import disable, wound
from gmtrack.rulesets.i2050.wounds.effects import EFFECTS
from gmtrack.rulesets.i2050.wounds.knockdown import knock_down


def start_round(game: Game, first: str | None) -> None:
    """A new round, nothing declared."""
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


def clear_round(who: Fighter) -> None:
    """What belongs to one round alone."""
    with who.draft.by("IN-PHASE-01, IN-PHASE-04"):
        who.set_plan(None)
        who.lapse("round")
        if "under-fire" not in who.timed:
            who.under_fire = False


# --- Resolution ---


def enter_resolution(game: Game) -> None:
    """Nobody declares any more but late."""
    game.report.tell("step.resolution", "head")
    with game.draft.by("IN-PHASE-01"):
        game.fight.step = "resolution"
    go_on(game)


def end_turn(game: Game) -> None:
    """Whatever the active combatant has not carried out is passed."""
    item = acting_item(game)
    if item is not None and item.is_open:
        with game.draft.by("IN-PHASE-04"):
            game.report.tell("passed", "note", who=item.who.name)
            complete(game, item.who, item.open_units)


def go_on(game: Game) -> None:
    """The fastest open item is next; after the last one, the next step that has anything to do."""
    waiting = next(iter(due(game)), None)
    name_acting(game, waiting)
    if waiting is not None:
        game.report.tell("turn", "head", who=waiting.who.name, score=waiting.score)
    elif game.fight.pending:
        enter_winners(game)
    else:
        enter_movement(game)


# --- Winners and Losers by themselves ---


def enter_winners(game: Game) -> None:
    """The blows that were rolled wait."""
    with game.draft.by("IN-PHASE-01, IN-R02"):
        game.fight.step = "winners"
    game.report.tell("step.winners", "head", count=len(game.fight.pending))


def enter_losers(game: Game) -> None:
    """The blows that were rolled are dealt, in their order."""
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
            disable(game, victim, blow["place"])
        block = blow_name(victim.id, times[victim.id])
        knock_down(game, victim, blow["blow"], melee=blow["melee"], block=block)


def blow_name(victim: str, time: int) -> str:
    """How the knockdown of a second blow on somebody is told from the first."""
    return victim if time == 1 else f"{victim}.{time}"


def pending_rolls(game: Game) -> list[tuple[str, str]]:
    """The rolls of the blows that wait, for `expect`."""
    times: dict[str, int] = {}
    keys = []
    for blow in game.fight.pending:
        victim = blow["victim"]
        times[victim] = times.get(victim, 0) + 1
        keys.append(("knockdown", blow_name(victim, times[victim])))
    return keys


# --- Movement ---


def enter_movement(game: Game) -> None:
    """First what takes effect now, then the metres."""
    with game.draft.by("IN-PHASE-01, IN-MOVE-01"):
        game.fight.step = "movement"
        game.fight.metre = 0
    for who in game.everybody():
        plan = who.plan
        if plan is not None and plan.action in ENTERING and who.able and not who.acted:
            take_effect(game, who, plan)
    if any(moves_on(game, who) for who in game.everybody()):
        game.report.tell("step.movement", "head")
    else:
        over(game)


def over(game: Game) -> None:
    """The round is over, until the next one is started."""
    with game.draft.by("IN-PHASE-01"):
        game.fight.step = None
        game.fight.metre = 0
        game.report.tell("round-over", "head", round=game.fight.round)
