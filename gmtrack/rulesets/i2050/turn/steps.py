"""The steps of a round, and who acts in Resolution (IN-PHASE, IN-SPD, IN-R51, 8.1)."""

from gmtrack.core.encounter import Data
from gmtrack.rulesets.i2050.sheet.game import Game
from gmtrack.rulesets.i2050.sheet.live import Fighter
from gmtrack.rulesets.i2050.turn.legality import complete
from gmtrack.rulesets.i2050.turn.movement import moves_on
from gmtrack.rulesets.i2050.turn.order import Item, due, items_of
from gmtrack.rulesets.i2050.turn.readying import ENTERING
from gmtrack.rulesets.i2050.wounds.damage import disable, knock_down, wound
from gmtrack.rulesets.i2050.wounds.effects import count_down


def start_round(game: Game, first: str | None) -> None:
    """IN-PHASE-01, IN-PHASE-03: a new round, nothing declared."""
    fight = game.fight
    fight.round = fight.round + 1
    fight.step = "determination"
    fight.first = first
    clear_turn(game)
    game.report.tell("round", "head", round=fight.round)
    for who in game.everybody():
        clear_round(who)
        count_down(game, who)
    game.report.tell("declare", "note", side=game.declares_first())


def clear_turn(game: Game) -> None:
    fight = game.fight
    fight.metre = 0
    fight.acting = None
    fight.item = []
    fight.pending = []


def clear_round(who: Fighter) -> None:
    """Section 3: what is cleared each round."""
    who.set_plan(None)
    who.acted = who.lost = who.late = who.hit = who.stopped = False
    who.fired = who.moved = 0
    who.met, who.missed, who.spared = [], [], []
    who.seen = who.steady = None
    if "under-fire" not in who.timed:
        who.under_fire = False


# --- Resolution ---


def acting_item(game: Game) -> Item | None:
    """The item of the one whose turn it is, done or not; if nobody was named, the first that is
    due."""
    fight = game.fight
    if fight.step != "resolution":
        return None
    if fight.acting in game.draft.encounter.combatants:
        for item in items_of(game, game.fighter(str(fight.acting))):
            if set(item.units) & set(fight.item):
                return item
        return None
    return next(iter(due(game)), None)


def acting_id(game: Game) -> str | None:
    """8.1 `acting`"""
    fight = game.fight
    if not fight.running or fight.step != "resolution":
        return None
    item = acting_item(game)
    return fight.acting or (item.who.id if item else None)


def end_turn(game: Game) -> None:
    """8.1 `next`: what the acting one has not carried out is passed."""
    item = acting_item(game)
    if item is not None and item.is_open:
        game.report.tell("passed", "note", who=item.who.name)
        complete(game, item.who, item.open_units)


def go_on(game: Game) -> None:
    """The fastest that is open acts; after the last one the next step that has something in it
    (IN-SPD-04)."""
    waiting = next(iter(due(game)), None)
    if waiting is not None:
        game.fight.step = "resolution"
        game.fight.acting = waiting.who.id
        game.fight.item = list(waiting.units)
        game.report.tell("turn", "head", who=waiting.who.name, score=waiting.score)
        return
    game.fight.acting = None
    game.fight.item = []
    if game.fight.pending:
        game.fight.step = "winners"
        game.report.tell("step.winners", "head", count=len(game.fight.pending))
    else:
        enter_movement(game)


# --- Winners and Losers by themselves ---


def enter_losers(game: Game) -> None:
    """IN-R02 `separate`: the blows that were rolled are dealt, in their order."""
    game.fight.step = "losers"
    game.report.tell("step.losers", "head")
    pending = list(game.fight.pending)
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
    """Section 5: how the knockdown of a second blow on somebody is told from the first."""
    return victim if time == 1 else f"{victim}.{time}"


def pending_rolls(game: Game) -> list[tuple[str, str]]:
    """What `expect` has to know of the blows that wait."""
    times: dict[str, int] = {}
    keys = []
    for blow in game.fight.pending:
        victim = blow["victim"]
        times[victim] = times.get(victim, 0) + 1
        keys.append(("knockdown", blow_name(victim, times[victim])))
    return keys


# --- Movement ---


def enter_movement(game: Game) -> None:
    """IN-MOVE-01, IN-R51: first what takes effect now, then the metres."""
    game.fight.step = "movement"
    game.fight.metre = 0
    for who in game.everybody():
        plan = who.plan
        if plan is not None and plan.action in ENTERING and who.able and not who.acted:
            ENTERING[plan.action](game, who, plan)
            who.acted = True
    if any(moves_on(game, who) for who in game.everybody()):
        game.report.tell("step.movement", "head")
    else:
        over(game)


def over(game: Game) -> None:
    """8.1 `round-over`"""
    game.fight.step = None
    game.fight.metre = 0
    game.report.tell("round-over", "head", round=game.fight.round)


# --- documents ---


def turn_document(game: Game) -> Data:
    """8.1: the keys of the board."""
    fight = game.fight
    step = fight.step if fight.running else None
    return {
        "round": fight.round,
        "phase": fight.phase,
        "step": step,
        "acting": acting_id(game),
        "undeclared": [who.id for who in undeclared(game)],
        "metre": fight.metre if step == "movement" else None,
        "order": [entry(who, item) for who, item in in_order(game)],
    }


def undeclared(game: Game) -> list[Fighter]:
    """IN-PHASE-02: who could act and has declared nothing."""
    if not game.fight.running:
        return []
    return [who for who in game.everybody() if who.able and who.plan is None]


def entry(who: Fighter, item: Item | None) -> Data:
    plan = who.plan
    lost = who.lost if item is None else item.is_lost
    done = who.acted if item is None else not item.is_open and not lost
    return {
        "id": who.id,
        "score": item.score if item else None,
        "acted": done,
        "lost": lost,
        "intent": plan.action if plan else None,
        "status": who.status,
    }


Entry = tuple[Fighter, Item | None]


def in_order(game: Game) -> list[Entry]:
    """8.1: everybody, item by item."""
    found = [one for who in game.everybody() for one in entries_of(game, who)]
    if game.fight.phase == "not-started":
        return found
    if game.fight.step == "determination":
        return by_side(game, found)
    scored = [one for one in found if one[1] is not None]
    rest = [one for one in found if one[1] is None]
    return [*sorted(scored, key=lambda one: one[1].rank if one[1] else (), reverse=True), *rest]


def entries_of(game: Game, who: Fighter) -> list[Entry]:
    """His items; who is out and has nothing left to do has one without a score."""
    items = items_of(game, who)
    if not who.able and not any(item.is_open and item.is_spared for item in items):
        items = []
    return [(who, item) for item in items] or [(who, None)]


def by_side(game: Game, found: list[Entry]) -> list[Entry]:
    """IN-PHASE-03: side by side."""
    sides = dict.fromkeys([game.declares_first(), *(who.side for who, _ in found)])
    return [one for side in sides for one in found if one[0].side == side]
