"""Actions that need no opponent's roll: moving, hiding, aiming, what is in hand (8.3)."""

from collections.abc import Mapping
from types import MappingProxyType

from gmtrack.core.names import squash
from gmtrack.rulesets.kit import number
from gmtrack.rulesets.storyteller import ambush, effects, hands
from gmtrack.rulesets.storyteller.actions import Action, Doing
from gmtrack.rulesets.storyteller.dodging import begin_dodge
from gmtrack.rulesets.storyteller.game import WORDS
from gmtrack.rulesets.storyteller.guard import (
    check_able,
    check_turn,
    check_unheld,
    lose_aim,
    spend_action,
    spend_willpower,
)
from gmtrack.rulesets.storyteller.records import Aim
from gmtrack.rulesets.storyteller.rolls import mod_parts, pool_of, roll, wound_part
from gmtrack.rulesets.storyteller.sheet import UNARMED

MOST_AIM = 3
"""ST-086"""
FAR = 1_000_000


# --- reactions ---


def dodge(do: Doing) -> None:
    """ST-057, ST-R24: any time before his action of the round. Raises Refusal (`grapple`,
    `defense`)."""
    do.nobody()
    game, who = do.game, do.who
    if who.grappling():
        game.refuse("grapple", f"{who.id} grapples: no dodge (ST-R24)")
    if who.reasons:
        game.refuse("defense", f"{who.id} has no Defense: {', '.join(who.reasons)}")
    spend_action(game, who, anytime=True, in_grapple=True)
    begin_dodge(game, who)


def static(do: Doing) -> None:
    """ST-053, ST-R19"""
    do.nobody()
    need_old_notes(do)
    spend_action(do.game, do.who, anytime=True)
    do.who.guard = "static"


def need_old_notes(do: Doing) -> None:
    """Raises Refusal (`house-rule`)."""
    if not do.game.house.on("old_notes_defense"):
        do.game.refuse("house-rule", "static needs the house rule old_notes_defense")


def drop_prone(do: Doing) -> None:
    """ST-132, ST-096: before his action, at its cost; it answers covering fire."""
    do.nobody()
    spend_action(do.game, do.who, anytime=True)
    effects.fall_prone(do.game, do.who)
    do.who.suppressed = None


def stand(do: Doing) -> None:
    """ST-133, ST-080"""
    do.nobody()
    if do.who.grappling():
        do.game.refuse("grapple", f"{do.who.id} grapples: break free before standing up")
    spend_action(do.game, do.who, in_grapple=True)
    do.who.prone = False


# --- ways ---


def move(do: Doing) -> None:
    """ST-123, ST-055: besides the action; a dodging one in any turn, by the old notes."""
    do.nobody()
    game, who = do.game, do.who
    check_able(game, who)
    check_unheld(game, who)
    if not (who.dodging and game.house.on("old_notes_defense")):
        check_turn(game, who)
    if who.aim and not game.house.on("aim_move"):
        lose_aim(game, who)
    go(do, who.speed)


def run(do: Doing) -> None:
    """ST-124"""
    do.nobody()
    spend_action(do.game, do.who)
    go(do, 2 * do.who.speed)


def go(do: Doing, most: int) -> None:
    """So many metres of those that he has in a round. Raises Refusal (`distance`)."""
    who = do.who
    metres = number(do.told.value("distance"), "distance=N", WORDS.value, 0, FAR)
    if who.moved + metres > most:
        left = max(0, most - who.moved)
        do.game.refuse("distance", f"{metres} metres, but {who.id} has {left} of {most} left")
    who.moved = who.moved + metres


def take_cover(do: Doing) -> None:
    """ST-106; ST-096: his action, if it answers covering fire. Raises Refusal (`cover`)."""
    game, who = do.game, do.who
    name, _ = game.cover(do.word("piece of cover"))
    if game.cover_left(name) == 0:
        game.refuse("cover", f"{name} is gone")
    if who.suppressed:
        spend_action(game, who)
        who.suppressed = None
    else:
        check_own_turn(do)
    who.cover = name
    do.body["cover"] = name


def leave_cover(do: Doing) -> None:
    do.nobody()
    check_own_turn(do)
    do.who.cover = None


def check_own_turn(do: Doing) -> None:
    """What is a part of his move. Raises Refusal."""
    check_able(do.game, do.who)
    check_unheld(do.game, do.who)
    check_turn(do.game, do.who)


def human_shield(do: Doing) -> None:
    """ST-113, ST-116"""
    game, who = do.game, do.who
    victim = do.target()
    check_able(game, who)
    who.shield = victim.id
    game.note(who, "breaking-point")


def let_go(do: Doing) -> None:
    do.nobody()
    do.who.shield = None


# --- ranged ---


def aim(do: Doing) -> None:
    """ST-085 to ST-087. Raises Refusal (`target`, `weapon`)."""
    game, who = do.game, do.who
    target = do.target()
    if not any(who.weapon(name).ranges or is_thrown(do, name) for name in who.hands):
        game.refuse("weapon", f"{who.id} has no firearm and nothing to throw in hand")
    spend_action(game, who, keeps_aim=True)
    before = who.live_aim()
    same = before is not None and before.target == target.id
    bonus = min(MOST_AIM, before.bonus + 1) if same and before else 1
    raised: object = Aim(target.id, bonus).to_data()
    who.aim = raised  # type: ignore[assignment]
    who.aimed = True
    do.body["bonus"] = bonus


def is_thrown(do: Doing, name: str) -> bool:
    return do.who.weapon(name).kind in ("thrown", "firearm")


def reload(do: Doing) -> None:
    """ST-119 to ST-122. Raises Refusal (`weapon`, `ammo`)."""
    do.nobody()
    game, who = do.game, do.who
    name = weapon_to_reload(do)
    weapon = who.weapon(name)
    hands.check_usable(game, who, name)
    if not weapon.capacity:
        game.refuse("ammo", f"the bullets of the {name} are not counted")
    elif who.ammo_of(name) >= weapon.capacity:
        game.refuse("ammo", f"the {name} is full")
    spend_action(game, who)
    who.set_ammo(name, weapon.capacity)
    if weapon.reload == "single":
        who.lose_defense("reload")
        game.effect(who, "reload", until="round-end")
    do.body["weapon"] = name


def weapon_to_reload(do: Doing) -> str:
    """The one that was named; else the first in hand that has bullets, else the first at all."""
    word, who = do.game.options.weapon, do.who
    if word is not None:
        return hands.weapon_named(do.game, who, word)
    return next((name for name in who.hands if who.weapon(name).capacity), who.hands[0])


# --- hands ---


def wield(do: Doing) -> None:
    """ST-019, ST-R41. Raises Refusal (`option`, `weapon`, `action`)."""
    game, who = do.game, do.who
    names = [hands.weapon_named(game, who, word) for word in do.args]
    if not 1 <= len(names) <= hands.HANDS or len(set(names)) < len(names):
        game.deny(WORDS.value, f"one or two different weapons, not {do.count()}")
    for name in names:
        hands.check_usable(game, who, name)
    hands.check_arms(game, who, names)
    pay_draw(do)
    hands.set_hands(game, who, names)


def drop(do: Doing) -> None:
    game, who = do.game, do.who
    name = hands.weapon_named(game, who, do.word("weapon"))
    hands.check_usable(game, who, name)
    if name == UNARMED or who.weapon(name).kind == "bite":
        game.deny("weapon", f"{name} cannot be dropped")
    pay_draw(do)
    hands.drop(game, who, name)


def pick_up(do: Doing) -> None:
    """Raises Refusal (`weapon`)."""
    game, who = do.game, do.who
    word = do.word("weapon")
    name = squash(word)
    lying = [one for one in game.everybody() if name in one.weapons() and one.at(name) == "dropped"]
    if who not in lying and len(lying) == 1:
        pay_draw(do)
        name = hands.take(game, who, lying[0], name)
    else:
        name = hands.weapon_named(game, who, word)
        if who.at(name) != "dropped":
            game.refuse("weapon", f"the {name} of {who.id} is {who.at(name)}, not dropped")
        pay_draw(do)
        who.put_weapon(name, "carried")
    hands.join(game, who, name)


def pay_draw(do: Doing) -> None:
    """ST-R41 `draw_cost`"""
    if do.game.house.choice("draw_cost", "action"):
        spend_action(do.game, do.who)
    else:
        check_able(do.game, do.who)


# --- the rest ---


def escape(do: Doing) -> None:
    """ST-082, ST-R28. Raises Refusal (`status`)."""
    do.nobody()
    game, who = do.game, do.who
    if "immobilized" not in who.no_defense:
        game.refuse("status", f"nothing binds {who.id}")
    spend_action(game, who, bound_too=True, in_grapple=True)
    game.expect([("escape", who.id)])
    wounds = [] if do.without("wounds") else wound_part(who)
    parts = [*pool_of(who, "strength", "athletics"), *wounds]
    result = roll(game, "escape", who, [*parts, *mod_parts(game, game.options.mods)])
    do.outcome = "free" if result.hits else "failed"
    if result.hits:
        effects.unbind(game, who)


def go_first(do: Doing) -> None:
    """ST-023, ST-R10. Raises Refusal (`house-rule`, `phase`, `willpower`)."""
    do.nobody()
    game, who = do.game, do.who
    if not game.house.on("willpower_initiative"):
        game.refuse("house-rule", "go-first needs the house rule willpower_initiative")
    if game.fight.phase == "acting":
        game.refuse("phase", "go-first is paid between two rounds")
    spend_willpower(game, who, "going first")
    who.on_top = True
    who.top_round = game.fight.round + 1


def other(do: Doing) -> None:
    """ST-087, ST-097: anything the table does not know."""
    spend_action(do.game, do.who)


_DISTANCE = ("distance",)
_ROWS = (
    Action("ambush", "TARGET...", "0", "ST-026, ST-028, ST-030", "surprise them", ambush.ambush,
           ("help",), ("--mod",), ("wounds",)),
    Action("dodge", "", "A!", "ST-057, ST-058", "twice Defense in dice", dodge),
    Action("static", "", "A!", "ST-053", "Defense that does not wear down; a house rule", static),
    Action("drop-prone", "", "A!", "ST-096, ST-132", "down; answers covering fire", drop_prone),
    Action("stand", "", "A", "ST-080, ST-133", "up again", stand),
    Action("move", "--with distance=N", "0", "ST-055, ST-123, ST-129", "up to speed a round",
           move, _DISTANCE),
    Action("run", "--with distance=N", "A", "ST-124, ST-129", "up to twice the speed", run,
           _DISTANCE),
    Action("aim", "TARGET", "A", "ST-085 to ST-087", "+1 on the shot at TARGET, +3 at most", aim),
    Action("reload", "", "A", "ST-119 to ST-122", "full again", reload, (), ("--weapon",)),
    Action("take-cover", "C", "0", "ST-096, ST-106", "behind a piece; A under covering fire",
           take_cover),
    Action("leave-cover", "", "0", "ST-106", "out from behind it", leave_cover),
    Action("human-shield", "VICTIM", "0", "ST-113, ST-116", "somebody held before oneself",
           human_shield),
    Action("let-go", "", "0", "ST-113", "no shield any more", let_go),
    Action("escape", "", "A", "ST-082, ST-R28", "out of bonds: strength + athletics", escape, (),
           ("--mod",), ("wounds",)),
    Action("wield", "W [W]", "0", "ST-019", "what is in hand", wield),
    Action("drop", "W", "0", "ST-019", "on the ground", drop),
    Action("pick-up", "W", "0", "ST-019", "from the ground into the hand", pick_up),
    Action("go-first", "", "0", "ST-023", "1 willpower: top of the next round; a house rule",
           go_first),
    Action("other", "[WHAT]", "A", "ST-087, ST-097", "anything else", other),
)  # fmt: skip
PLAIN: Mapping[str, Action] = MappingProxyType({row.name: row for row in _ROWS})
