"""Covering fire (ST-088, ST-094, ST-095, ST-R27)."""

from gmtrack.core.report import Part
from gmtrack.rulesets.storyteller.actions.doing import ActionContext
from gmtrack.rulesets.storyteller.attack.check import check_drawn, check_strength
from gmtrack.rulesets.storyteller.attack.cover import concealed
from gmtrack.rulesets.storyteller.attack.plan import Strike
from gmtrack.rulesets.storyteller.attack.pool import rows_of
from gmtrack.rulesets.storyteller.dice.rolls import RollSpec, mod_parts, pool_of, roll
from gmtrack.rulesets.storyteller.sheet import hands
from gmtrack.rulesets.storyteller.sheet.game import Game
from gmtrack.rulesets.storyteller.sheet.live import Fighter
from gmtrack.rulesets.storyteller.sheet.sheet import Weapon
from gmtrack.rulesets.storyteller.tables.ranged import COVERING_BULLETS
from gmtrack.rulesets.storyteller.turn.costs import pay_violence, spend_action
from gmtrack.rulesets.storyteller.turn.suppression import suppress

ROWS = ("strength-req", "wounds", "blinded-eye")
"""What counts for the roll besides attribute and skill."""


def covering_fire(do: ActionContext) -> None:
    """One roll; everybody named must hide or be hit when they act next."""
    game, who, targets = do.game, do.who, do.aimed_at()
    name = automatic(game, who)
    weapon = who.weapon(name)
    check(game, who, name)
    with game.draft.by("ST-094"):
        spend_action(game, who)
    pay_violence(game, who)
    hands.draw(game, who, name)
    with game.draft.by("ST-094"):
        who.use_ammo(name, COVERING_BULLETS)
    game.expect([("covering_fire", who.id)])
    names = [target.name for target in targets]
    game.report.aimed += [(who.id, target.id) for target in targets]
    game.report.tell("act.covering-fire", "head", who=who.name, target=names, weapon=name)
    result = roll(game, RollSpec("covering_fire", who, parts(do, targets[0], weapon, name)))
    do.body["weapon"] = name
    do.net_hits = result.hits
    do.outcome = "success" if result.hits else "failed"
    if result.dramatic:
        with game.draft.by("ST-003"):
            game.note(who, "dramatic-failure")
    if not result.hits:
        game.report.tell("fire.nobody", "note")
    for target in targets if result.hits else ():
        suppress(game, who, target, weapon, result.hits)


def automatic(game: Game, who: Fighter) -> str:
    """The weapon named, or the first in hand that fires bursts, or just the first."""
    if game.options.weapon:
        return hands.weapon_named(game, who, game.options.weapon)
    weapons = who.weapons()
    return next((name for name in who.hands if weapons[name].autofire), who.hands[0])


def check(game: Game, who: Fighter, name: str) -> None:
    """Raises Refusal (`weapon`, `ammo`, `cover`)."""
    weapon = who.weapon(name)
    hands.check_usable(game, who, name)
    if not hands.fires_bursts(weapon):
        other = hands.better(game, who, hands.fires_bursts)
        game.refuse("weapon", f"{other}{name} cannot lay covering fire: that requires autofire")
    check_strength(game, who, name, weapon)
    check_drawn(game, who, name, weapon)
    if weapon.capacity and who.ammo_of(name) < COVERING_BULLETS:
        left = f"{who.ammo_of(name)} of the {COVERING_BULLETS} bullets needed"
        game.refuse("ammo", f"{name} has {left}: `{hands.reload_line(who, name)}`")
    if concealed(game, who) == "full":
        game.refuse(
            "cover", f"{who.id} is wholly behind cover: `act {who.id} leave-cover` before shooting"
        )


def parts(do: ActionContext, target: Fighter, weapon: Weapon, name: str) -> list[Part]:
    """No penalty for several."""
    game = do.game
    s = Strike(
        game=game, attacker=do.who, target=target, aimed_at=target, weapon_id=name, weapon=weapon,
        told=do.told, without=do.without,
    )  # fmt: skip
    found = [*pool_of(do.who, weapon.attribute, weapon.skill, rules="ST-094"), *rows_of(s, ROWS)]
    if game.house.covering_bonus:
        found.append(Part("burst", game.house.covering_bonus, "ST-R27"))
    return [*found, *mod_parts(game, game.options.mods)]
