"""Weapons besides attacking: aiming, reloading, drawing, dropping, picking up."""

from gmtrack.core.names import squash
from gmtrack.rulesets.storyteller.actions.doing import ActionContext
from gmtrack.rulesets.storyteller.sheet import hands
from gmtrack.rulesets.storyteller.sheet.game import WORDS
from gmtrack.rulesets.storyteller.sheet.records import Aim
from gmtrack.rulesets.storyteller.tables.kinds import RANGED, UNARMED
from gmtrack.rulesets.storyteller.turn.costs import spend_action
from gmtrack.rulesets.storyteller.turn.legality import check_able

MOST_AIM = 3
"""ST-086"""


def aim(do: ActionContext) -> None:
    """Raises Refusal (`target`, `weapon`)."""
    game, who = do.game, do.who
    target = do.target()
    with game.draft.by("ST-085, ST-086"):
        spend_action(game, who, keeps_aim=True)
    if game.options.weapon is not None:
        name = hands.weapon_named(game, who, game.options.weapon)
        if who.weapon(name).kind not in RANGED:
            game.refuse("weapon", f"{name} cannot be aimed: name a ranged weapon")
        take_up(do, name)
    if not any(who.weapon(name).kind in RANGED for name in who.hands):
        other = hands.better(game, who, lambda weapon: weapon.kind in RANGED)
        game.refuse("weapon", f"{other}{who.id} has no ranged weapon in hand")
    before = who.live_aim()
    same = before is not None and before.target == target.id
    bonus = min(MOST_AIM, before.bonus + 1) if same and before else 1
    raised: object = Aim(target.id, bonus).to_data()
    with game.draft.by("ST-085, ST-086"):
        who.aim = raised  # type: ignore[assignment]
        who.aimed = True
    do.body["bonus"] = bonus
    game.report.tell("aim", "note", bonus=bonus)


def take_up(do: ActionContext, name: str) -> None:
    """A weapon that is named is drawn with the action. Raises Refusal (`weapon`,
    `action`)."""
    game, who = do.game, do.who
    hands.check_usable(game, who, name)
    if name not in who.hands and game.house.draw_cost == "action":
        game.refuse("action", f"drawing the {name} takes the action: `act {who.id} wield {name}`")
    hands.draw(game, who, name)


def reload(do: ActionContext) -> None:
    """Raises Refusal (`weapon`, `ammo`)."""
    do.nobody()
    game, who = do.game, do.who
    name = weapon_to_reload(do)
    weapon = who.weapon(name)
    with game.draft.by("ST-119"):
        spend_action(game, who)
    hands.check_usable(game, who, name)
    if not weapon.capacity:
        game.refuse("ammo", f"nothing to reload: the bullets of {name} are not counted")
    elif who.ammo_of(name) >= weapon.capacity:
        game.refuse("ammo", f"the {name} is fully loaded")
    with game.draft.by("ST-119"):
        who.set_ammo(name, weapon.capacity)
    if weapon.reload == "single":
        with game.draft.by("ST-120, ST-122"):
            who.lose_defense("reload")
            game.effect(who, "reload", until="round-end")
            game.report.tell("defense.gone", "note", who=who.name)
    do.body["weapon"] = name
    game.report.tell("loaded", "note", weapon=name, bullets=weapon.capacity)


def weapon_to_reload(do: ActionContext) -> str:
    """The one that was named; else the first in hand that has bullets, else the first at all."""
    word, who = do.game.options.weapon, do.who
    if word is not None:
        return hands.weapon_named(do.game, who, word)
    return hands.reloaded_first(who)


def wield(do: ActionContext) -> None:
    """Raises Refusal (`option`, `weapon`, `action`)."""
    do.tell("wield")
    game, who = do.game, do.who
    names = [hands.weapon_named(game, who, word) for word in do.args]
    if not 1 <= len(names) <= hands.HANDS or len(set(names)) < len(names):
        game.deny(WORDS.value, f"name one or two different weapons, not {do.count()}")
    for name in names:
        hands.check_usable(game, who, name)
    hands.check_arms(game, who, names)
    pay_draw(do)
    hands.set_hands(game, who, names)


def drop(do: ActionContext) -> None:
    """Raises Refusal (`weapon`)."""
    game, who = do.game, do.who
    name = hands.weapon_named(game, who, do.word("weapon"))
    hands.check_usable(game, who, name)
    if name == UNARMED or who.weapon(name).kind == "bite":
        game.deny("weapon", f"{name} cannot be dropped")
    pay_draw(do)
    with game.draft.by("ST-R41"):
        hands.drop(game, who, name)


def pick_up(do: ActionContext) -> None:
    """Raises Refusal (`weapon`)."""
    do.tell("pick-up")
    game, who = do.game, do.who
    word = do.word("weapon")
    name = squash(word)
    owners = [one for one in game.whole_cast() if name in one.weapons()]
    lying = [one for one in owners if one.at(name) == "dropped"]
    if who not in lying and len(lying) == 1:
        pay_draw(do)
        with game.draft.by("ST-R41, ST-R46"):
            name = hands.take(game, who, lying[0], name)
    else:
        name = hands.weapon_named(game, who, word)
        if who.at(name) != "dropped":
            mine = [one for one in who.weapons() if who.at(one) == "dropped"]
            lies = f"on the ground: {', '.join(mine)}" if mine else "nothing of theirs lies there"
            game.refuse("weapon", f"{who.id} has not dropped the {name}; {lies}")
        pay_draw(do)
        with game.draft.by("ST-R41, ST-R46"):
            who.put_weapon(name, "carried")
    hands.join(game, who, name)


def pay_draw(do: ActionContext) -> None:
    """The action, where the house says so (ST-R41 `draw_cost`)."""
    if do.game.house.draw_cost == "action":
        with do.game.draft.by("ST-R41"):
            spend_action(do.game, do.who)
    else:
        check_able(do.game, do.who)
