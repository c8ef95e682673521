"""Who may do what now: the step, what is open, whose speed it is, who can dodge; what somebody
declares, begins and has done in a round (IN-PHASE-02, IN-PHASE-04)."""

from collections.abc import Iterable, Sequence

from gmtrack.rulesets.i2050.sheet.fighter import ANNOUNCED, Announced, Fighter
from gmtrack.rulesets.i2050.sheet.game import Game
from gmtrack.rulesets.i2050.sheet.order import Item, items_of
from gmtrack.rulesets.i2050.sheet.state import Plan
from gmtrack.rulesets.i2050.turn.order import top
from gmtrack.rulesets.i2050.wounds.damage import lose_aim, settle


def check_open(game: Game, who: Fighter, item: Item | None) -> None:
    """What they are about to carry out, `item`, is not done or lost, and they are not out; without
    one outside a round, and where something without a score was declared. Raises Refusal (`acted`,
    `lost`, `out`)."""
    if item is None and who.acted:
        game.refuse("acted", f"{who.id} has already acted this round")
    if item is None and who.lost:
        game.refuse("lost", f"{who.id} has lost this round's action")
    if not who.able and not (item and item.is_spared):
        game.refuse("out", f"{who.id} is {who.status} and cannot act")


def check_turn(game: Game, *items: Item | None, first: Sequence[Item]) -> None:
    """Nobody faster is still to act: one of `items` is as fast as those that are `first`. Raises
    Refusal (`turn`)."""
    ranks = [one.rank for one in items if one is not None]
    if ranks and first and max(ranks) < first[0].rank:
        names = ", ".join(f"{one.who.id} at speed {one.score}" for one in first)
        game.refuse("turn", f"first to act: {names}; `next` passes over them")


def can_dodge(who: Fighter) -> bool:
    """IN-DODGE-05, IN-R35: not while prone."""
    return not who.prone


def check_dodge(game: Game, who: Fighter) -> None:
    """Raises Refusal (`state`)."""
    if not can_dodge(who):
        game.refuse("state", f"{who.id} is prone and cannot dodge")


def spared(item: Item | None) -> bool:
    """Out, disarmed, arm useless: none of it counts, it befell them at their own score
    (IN-R11, IN-R12)."""
    return item is not None and item.is_spared


def still_fights(game: Game, who: Fighter, foe: str) -> bool:
    """They fight back by what they have declared: a fight with this foe that is neither done nor
    lost, with a weapon that can be used. Outside a round the declaration alone holds."""
    plan = who.plan
    if plan is None or plan.action != "fight" or foe not in plan.targets:
        return False
    can = who.able and who.usable(who.in_use)
    if not game.fight.running:
        return can
    item = item_against(game, who, foe)
    return item is not None and (can or foe in who.spared)


def item_against(game: Game, who: Fighter, foe: str) -> Item | None:
    """Their open item in which they fight `foe`."""
    for item in items_of(game, who):
        if item.is_open and foe in item.open_units:
            return item
    return None


def announce(game: Game, who: Fighter, plan: Plan) -> None:
    """They are about to declare this: from here on the order is as if they had. Nothing is written
    before `declare_announced`."""
    game.draft.known.setdefault(ANNOUNCED, {})[who.id] = Announced(plan, is_late(game))
    game.announced.append(who)


def declare_announced(game: Game) -> None:
    """What was announced is declared now, one after another."""
    for who in game.announced:
        if who.announced is not None:
            declare(game, who, who.announced.plan)
    game.announced.clear()


def is_late(game: Game) -> bool:
    return game.fight.step == "resolution" and game.fight.running


def declare(game: Game, who: Fighter, plan: Plan) -> None:
    """The one intent of the round, in place of an earlier one; in Resolution it is a late one. What
    is not checked here: whether it may be."""
    with game.draft.by("IN-PHASE-02, IN-PHASE-04"):
        who.set_plan(plan)
        who.late = is_late(game)
    if plan.weapon is not None:
        who.hold(plan.weapon)
    # An aim is kept for the shot at that target, and for more of the same.
    if plan.action not in (*SHOTS, "aim") or plan.targets[:1] != (who.aimed,):
        lose_aim(game, who)


def begin(game: Game, item: Item | None) -> None:
    """Make them the active combatant; what happens now happens at their score."""
    if item is not None:
        name_acting(game, item)
        game.moment = item.rank


def name_acting(game: Game, item: Item | None) -> None:
    """Whose turn it is in Resolution, and at what; None: nobody's."""
    with game.draft.by("IN-SPD-04"):
        game.fight.acting = item.who.id if item else None
        game.fight.item = list(item.units) if item else []


def complete(game: Game, who: Fighter, units: Iterable[str]) -> None:
    """These units are carried out or passed, by the rows in force; after the last one they have
    acted."""
    if not game.fight.running:
        return
    new = [unit for unit in units if unit not in who.met and unit not in who.missed]
    if new:
        who.met = [*who.met, *new]
    settle(game, who)


def set_moment(game: Game) -> None:
    """What the GM does by hand in Resolution happens at the score of the active combatant."""
    fight = game.fight
    if fight.step != "resolution" or not fight.round:
        return
    game.moment = top(game)
    if fight.acting in game.draft.encounter.combatants:
        for item in items_of(game, game.fighter(str(fight.acting))):
            if set(item.units) & set(fight.item):
                game.moment = item.rank


SHOTS = ("shoot", "burst")
