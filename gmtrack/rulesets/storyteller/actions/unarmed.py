"""Disarm, touch and grab (ST-069 to ST-073, ST-084)."""

from collections.abc import Mapping

from gmtrack.core.values import replace
from gmtrack.rulesets.storyteller.actions.doing import (
    ActionContext,
    Traits,
    contest_sides,
    end_with_hit,
    find_target,
)
from gmtrack.rulesets.storyteller.actions.grapple import (
    begin_grapple,
    make_chosen_move,
    owe_moves,
    read_move,
)
from gmtrack.rulesets.storyteller.attack.attack import (
    roll_against,
    roll_keys_of,
)
from gmtrack.rulesets.storyteller.attack.check import check_answer_paid
from gmtrack.rulesets.storyteller.attack.defense import (
    check_defense,
    check_said_of,
    choose_defense,
    pays_action,
)
from gmtrack.rulesets.storyteller.attack.modifiers import ATTACK_WORDS
from gmtrack.rulesets.storyteller.attack.plan import Strike, find_full_cover
from gmtrack.rulesets.storyteller.dice import (
    ContestResult,
    is_exceptional,
    roll_contest,
)
from gmtrack.rulesets.storyteller.sheet import hands
from gmtrack.rulesets.storyteller.sheet.game import WORDS, Game
from gmtrack.rulesets.storyteller.sheet.sheet import Weapon
from gmtrack.rulesets.storyteller.sheet.state import Fighter
from gmtrack.rulesets.storyteller.tables import UNARMED
from gmtrack.rulesets.storyteller.turn.order import (
    can_contest,
    check_able,
    check_can_act,
    grapple_line,
    pay_for_violence,
    spend_action,
    use_action,
)
from gmtrack.rulesets.storyteller.wounds.damage import (
    CoveringFire,
    Hit,
    announce_hit,
)
from gmtrack.rulesets.storyteller.wounds.events import end_by_striking, is_out

DISARM_WORDS: Mapping[str, str] = {
    "weapon": "which weapon, if the target holds two"
}
UNDEFENDED: Mapping[str, str] = {
    word: ATTACK_WORDS[word].help for word in ("unaware", "helpless")
}
"""The words that an attack with bare hands may say of the target."""


def disarm(do: ActionContext) -> None:
    """Roll to strike a weapon out of the target's hand, or to take it with an exceptional
    success. A dramatic failure is noted for the GM; a target without a weapon loses nothing."""
    game, who, target = do.game, do.who, find_target(do)
    name = weapon_to_disarm(do, target)
    with game.draft.by("ST-069"):
        spend_action(game, who)
    pay_for_violence(game, who)
    do.body["weapon"] = name
    game.report.tell(
        "act.disarm",
        "head",
        who=who.name,
        target=target.name,
        weapon=name or "nothing in hand",
    )
    end_by_striking(game, who, [target])
    game.report.aimed.append((who.id, target.id))
    mine = Traits("strength", "brawl", "ST-069")
    both = contest_sides(
        do, "disarm", target, mine, Traits("strength", "athletics", "ST-069")
    )
    result = roll_contest(game, *both)
    do.body["net_hits"] = result.lead
    do.outcome = disarm_outcome(result)
    if do.outcome == "dramatic":
        with game.draft.by("ST-071"):
            game.note(who, "dramatic-failure")
    if name is not None:
        lose_weapon(do, target, name)


def disarm_outcome(result: ContestResult) -> str:
    """Return the outcome of a disarm in a word: `dramatic`, `failed`, `taken` or `disarmed`."""
    if result.mine.dramatic:
        return "dramatic"
    if not result.won:
        return "failed"
    return "taken" if result.exceptional else "disarmed"


def lose_weapon(do: ActionContext, target: Fighter, name: str) -> None:
    """Drop, take or leave the weapon by the outcome; a dramatic failure turns it on the actor."""
    game = do.game
    if do.outcome == "dramatic":
        hit_back(do, target, name)
    elif do.outcome == "taken":
        with game.draft.by("ST-070, ST-R46"):
            do.body["weapon"] = hands.take_weapon(game, do.who, target, name)
    elif do.outcome == "disarmed":
        with game.draft.by("ST-069"):
            hands.drop_weapon(game, target, name)
    else:
        game.report.tell(
            "act.disarm.failed", "note", who=target.name, weapon=name
        )


def weapon_to_disarm(do: ActionContext, target: Fighter) -> str | None:
    """Return the weapon to strike out of the target's hand; None if the GM forces it on an empty
    one.

    Refuses `target` if nothing or another weapon is in hand, `weapon` for an unknown one."""
    game, told = do.game, do.typed_words.get_value("weapon", do.who.id)
    weapons = target.weapons()
    there = [
        n for n in target.hands if n != UNARMED and weapons[n].kind != "bite"
    ]
    if told is not None:
        name = hands.weapon_named(game, target, told)
        if name not in there:
            game.refuse("target", f"{target.name} does not have {name} in hand")
        return name
    if not there:
        game.refuse("target", f"{target.name} has nothing in hand")
    return there[0] if there else None


def hit_back(do: ActionContext, target: Fighter, name: str) -> None:
    """Hit the actor with the weapon that they failed dramatically to strike from the target's
    hand. Depends on the house rule `disarm_backlash_armor`."""
    game, weapon = do.game, target.weapon(name)
    armored = game.house.disarm_backlash_armor
    hit = Hit(
        weapon.damage,
        max(0, weapon.damage),
        weapon.damage_type,
        ap=weapon.armor_piercing,
        armored=armored,
    )
    with game.draft.by("ST-071"):
        announce_hit(game, do.who, hit)
    end_with_hit(do, do.who, hit, target)


TOUCH = "ST-084, ST-R25"


def touch(do: ActionContext) -> None:
    """Roll to touch the target, contested or by house rule against Defense.

    Raises Refusal `option` for `--defense` in a contest."""
    game, who, target = do.game, do.who, find_target(do)
    contested = game.house.touch_roll == "contested"
    if contested and game.options.defense:
        game.deny(
            WORDS.value, "--defense does not work here: a touch is contested"
        )
    if not contested:
        # ST-R25 `defense`: one roll, less Defense; with the skill of what is in hand.
        armed = do.who.weapon(do.who.hands[0]).kind == "melee"
        bare = replace(
            bare_hands(),
            attribute="dexterity",
            skill="weaponry" if armed else "brawl",
        )
        do.game.report.tell(
            "act.touch", "head", who=do.who.name, target=target.name
        )
        net, _ = lay_hands(do, target, "touch", bare, "ST-R25")
        do.body["net_hits"] = net
        settle_touch(do, target, touches=net > 0)
        return
    with game.draft.by(TOUCH):
        spend_action(game, who)
    game.report.tell("act.touch", "head", who=who.name, target=target.name)
    end_by_striking(game, who, [target])
    mine = Traits("dexterity", "brawl", TOUCH)
    both = contest_sides(
        do, "touch", target, mine, Traits("dexterity", "weaponry", TOUCH)
    )
    result = roll_contest(game, *both)
    do.body["net_hits"] = result.lead
    settle_touch(do, target, touches=result.won)


def settle_touch(do: ActionContext, target: Fighter, *, touches: bool) -> None:
    """Set and tell the outcome of a touch, which does no damage; `touches` says whether it
    succeeds."""
    do.outcome = "touched" if touches else "failed"
    key = "act.touch.done" if touches else "act.touch.failed"
    do.game.report.tell(key, "note", who=do.who.name, target=target.name)


def bare_hands() -> Weapon:
    """Return the weapon that bare hands are."""
    return Weapon.from_data({"kind": "unarmed"})


def grab(do: ActionContext) -> None:
    """Roll to grab the target, less Defense; a success begins a grapple, an exceptional one wins
    moves.

    Refuses `grapple` if one of the two is in a grapple, `target` if nobody is there to grapple
    with. Depends on the house rule `grapple_exceptional_moves`."""
    game, who, target = do.game, do.who, find_target(do)
    for one in (who, target):
        hold = one.read_grapple()
        if hold:
            free = can_contest(game, who) or not game.fight.running
            line = f"attack {who.id} {one.id}" if free else "next"
            if one is who:
                line = grapple_line(game, one)
            game.refuse(
                "grapple",
                f"{one.name} is in a grapple with {game.name(hold['with'])}; now `{line}`",
            )
    check_wrestles(game, target)
    read_move(do, "move")
    read_move(do, "counter-move")
    check_able(game, who)
    game.report.tell("act.grab", "head", who=who.name, target=target.name)
    game.report.aimed.append((who.id, target.id))
    pay_for_violence(game, who)
    net, outcome = lay_hands(do, target, "grab", bare_hands(), "ST-072")
    do.body["net_hits"] = net
    if not net:
        do.outcome = "miss" if outcome == "miss" else "dodged"
        with game.draft.by("ST-072"):
            game.report.tell("miss", "note", who=who.name)
        return
    do.outcome = "grabbed"
    if is_out(who) or is_out(target):
        # Covering fire may have put one of them down, or the GM forces it.
        return
    begin_grapple(game, who, target)
    if is_exceptional(game, net, net):
        with game.draft.by("ST-073"):
            owe_moves(who, net, game.house.grapple_exceptional_moves)
        make_chosen_move(do, who, "move")


def check_wrestles(game: Game, target: Fighter) -> None:
    """Raise Refusal `target` if the target is down or bound and cannot be in a grapple (ST-R58)."""
    if is_out(target):
        state = "immobilized" if target.able else target.status
        game.refuse(
            "target",
            f"{target.name} is {state}: there is nobody to grapple with",
        )


def lay_hands(
    do: ActionContext, target: Fighter, name: str, weapon: Weapon, rules: str
) -> tuple[int, str]:
    """Roll with bare hands against Defense; return the successes left, and the outcome if there
    are none.

    Pays for the action under these rules. Refuses `cover` for a target wholly behind it, and
    what forbids an action or a defense."""
    game, who = do.game, do.who
    s = Strike(
        game=game,
        attacker=who,
        target=target,
        aimed_at=target,
        weapon_id=UNARMED,
        weapon=weapon,
        told=do.typed_words,
        without=do.without,
        name=name,
        mods=game.parse_mods(game.options.mods),
        defense_mods=game.parse_mods(game.options.defense_mods),
    )
    check_said_of(game, [target])
    s = replace(s, defense=choose_defense(s))
    behind = find_full_cover(s)
    if behind:
        game.refuse("cover", f"{target.name} is wholly behind {behind[0]}")
    check_defense(s)
    check_can_act(game, who)
    check_answer_paid([s])
    game.expect(roll_keys_of(s))
    with game.draft.by(rules):
        use_action(game, who)
    end_by_striking(game, who, [target])
    # The roll; who defends with an action under covering fire takes that too (ST-097).
    fire = CoveringFire(s.game, [s.target] if pays_action(s) else [])
    fire.fall_before()
    left = roll_against(s, do.body)
    fire.fall_after()
    return left
