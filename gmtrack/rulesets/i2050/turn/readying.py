"""What takes the round's intent besides fighting: `stand`, `pickup`, `draw`, `aim`, `unjam`,
`repair` (IN-R31, IN-R38, IN-R51, IN-FUM-07, IN-FUM-10)."""

from collections.abc import Callable, Mapping

from gmtrack.core.report import Part
from gmtrack.rulesets.i2050.dice.rolls import Test, mod_parts, roll, skill_parts
from gmtrack.rulesets.i2050.sheet.game import Game
from gmtrack.rulesets.i2050.sheet.live import Fighter
from gmtrack.rulesets.i2050.sheet.records import ActionName, Plan, WeaponStatus

NEEDS: Mapping[str, WeaponStatus] = {
    "unjam": "jammed",
    "pickup": "dropped",
    "draw": "stowed",
    "repair": "broken",
}
"""8.3: the status of the weapon that each is about."""


def stand(game: Game, who: Fighter, plan: Plan) -> None:
    """IN-R38, IN-LIMB-02, IN-LIMB-06."""
    del plan
    if who.prone and (not who.cannot_stand or game.options.force):
        who.prone = False
        game.report.tell("stood", "good", who=who.name)


def ready(game: Game, who: Fighter, plan: Plan) -> None:
    """`pickup`, `draw`, `repair`: a weapon is in hand again, if nothing has come between."""
    name = str(plan.weapon)
    if who.status_of(name) == NEEDS[plan.action] and who.arm_works(name):
        make_ready(game, who, name)


def make_ready(game: Game, who: Fighter, name: str) -> None:
    who.set_status(name, "ready")
    who.hold(name)
    game.report.tell("ready", "good", who=who.name, weapon=name)


def aim(game: Game, who: Fighter, plan: Plan) -> None:
    """IN-MOD-09, IN-R31: spent on it whole, and not hit."""
    if who.hit or not plan.targets:
        return
    target = plan.targets[0]
    stacks = who.aimed == target and game.house.on("aim_rounds_stack")
    who.aimed_rounds = who.aimed_rounds + 1 if stacks else 1
    who.aimed = target
    game.report.tell("aims", "good", who=who.name, target=target)


ENTERING: Mapping[ActionName, Callable[[Game, Fighter, Plan], None]] = {
    "stand": stand,
    "pickup": ready,
    "draw": ready,
    "aim": aim,
}
"""IN-R51: what takes effect on entering the Movement Phase."""


def unjam_test(game: Game, who: Fighter, name: str) -> Test:
    """IN-FUM-10: the skill with the weapon."""
    parts: list[Part] = skill_parts(who, who.weapon(name).skill)
    return Test("unjam", who, (*parts, *mod_parts(game, game.options.mods, who)))


def unjam(game: Game, who: Fighter, name: str) -> bool:
    """IN-FUM-10, IN-R33: roll; whether the weapon works again."""
    result = roll(game, unjam_test(game, who, name))
    if result.success:
        make_ready(game, who, name)
    else:
        game.report.tell("still-jammed", "bad", who=who.name, weapon=name)
    return result.success
