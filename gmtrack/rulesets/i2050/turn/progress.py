"""What somebody declares, begins and has done in a round (IN-PHASE-02, IN-PHASE-04)."""

from collections.abc import Iterable

from gmtrack.rulesets.i2050.sheet.game import Game
from gmtrack.rulesets.i2050.sheet.intent import Plan
from gmtrack.rulesets.i2050.sheet.live import Announced, Fighter
from gmtrack.rulesets.i2050.sheet.order_items import Item, items_of
from gmtrack.rulesets.i2050.turn.order import top
from gmtrack.rulesets.i2050.wounds.damage import lose_aim
from gmtrack.rulesets.i2050.wounds.interrupt import settle

SHOTS = ("shoot", "burst")


def announce(game: Game, who: Fighter, plan: Plan) -> None:
    """They are about to declare this: from here on the order is as if they had. Nothing is written
    before `declare_announced`."""
    who.announced = Announced(plan, is_late(game))
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
    if not keeps_aim(who, plan):
        lose_aim(game, who)


def keeps_aim(who: Fighter, plan: Plan) -> bool:
    """Only for the shot at that target, and for more of the same."""
    return plan.action in (*SHOTS, "aim") and plan.targets[:1] == (who.aimed,)


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
