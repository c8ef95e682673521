"""What `act WHO ACTION` does, action by action (8.3)."""

from dataclasses import field

from gmtrack.core.encounter import Data
from gmtrack.core.report import Part
from gmtrack.core.values import value
from gmtrack.errors import Refusal
from gmtrack.rulesets.kit.words import Told, find, known
from gmtrack.rulesets.spotlight.actions import death_spotlight as dying
from gmtrack.rulesets.spotlight.actions.tests import skill_named
from gmtrack.rulesets.spotlight.dice.rolls import (
    Result,
    floored,
    mod_parts,
    need_dice,
    pool_part,
    roll,
)
from gmtrack.rulesets.spotlight.sheet.game import WORDS, Game
from gmtrack.rulesets.spotlight.sheet.live import Fighter
from gmtrack.rulesets.spotlight.sheet.sheet import HeldBy, Weapon, scene_piece
from gmtrack.rulesets.spotlight.tables.locations import ARMS, Arm
from gmtrack.rulesets.spotlight.turn import turn as seats
from gmtrack.rulesets.spotlight.turn.legality import check_able, check_pin, pay, use_freedom
from gmtrack.rulesets.spotlight.wounds.unconscious import clear_bruise


@value
class Doing:
    """One action as declared; handlers check, pay, roll, and write into `body`."""

    game: Game
    who: Fighter
    name: str
    args: tuple[str, ...]
    told: Told
    body: Data = field(default_factory=dict)

    def tell(self, key: str, tone: str = "", **args: object) -> None:
        self.game.report.tell(key, tone, who=self.who.name, **args)


def spend(do: Doing, cost: int = 1, *, move: bool = False) -> None:
    """Pay for it, in the spotlight or with `--with react` (SP-AP-03, SP-TRIG-01)."""
    pay(do.game, do.who, cost, "react" if do.told.has("react", do.who.id) else None, move=move)


def one_arg(do: Doing, what: str) -> str:
    """The one word after the action. Raises Refusal (`unknown-name`)."""
    if len(do.args) != 1:
        do.game.deny(WORDS.unknown, f"type act {do.who.id} {do.name} {what}, with one {what}")
    return do.args[0]


def other(do: Doing, what: str = "OTHER") -> Fighter:
    """The combatant that the action is about."""
    target = do.game.find(one_arg(do, what))
    do.body["targets"] = [target.id]
    return target


def judge(do: Doing, result: Result) -> None:
    """Outcome and surplus of an action that rolls."""
    do.body["outcome"] = "passed" if result.passed else "failed"
    if result.passed:
        do.body["net_hits"] = result.surplus


# --- arms ---


def need_arm(do: Doing) -> None:
    """SP-INJ-02: it takes a working arm. Raises Refusal (`limb-useless`)."""
    enforced = not do.game.house.choice("weapon_arm", "ignore")
    if enforced and not do.who.working_arms():
        do.game.refuse("limb-useless", f"{do.who.id} has no working arm for {do.name}")


def own_weapon(do: Doing) -> tuple[str, Weapon]:
    """A weapon of the sheet by its word. Raises Refusal (`unknown-name`)."""
    weapons = do.who.sheet.weapons
    name = known(one_arg(do, "WEAPON"), weapons, f"weapon of {do.who.id}", WORDS.unknown)
    do.body["targets"] = [name]
    return name, weapons[name]


def take_in_hand(do: Doing) -> None:
    """`draw W`, `pick-up W`: into its arm, or the other one if that fails (SP-AP-04, SP-R48)."""
    name, weapon = own_weapon(do)
    need_arm(do)
    if name in do.who.held:
        do.game.refuse("bad-target", f"{do.who.id} has {name} in hand already")
    by = arm_for(do, name, weapon)
    spend(do)
    do.who.held = {**do.who.held, name: by}
    do.tell("act.takes", weapon=name, arm=by.replace("_", " "))


def arm_for(do: Doing, name: str, weapon: Weapon) -> HeldBy:
    """The arm that takes it. Raises Refusal (`weapon-unusable`) for one that needs both."""
    who = do.who
    if who.arms_work(weapon.arm):
        return weapon.arm
    if weapon.arm == "both":
        do.game.refuse("weapon-unusable", f"{name} needs both arms")
        return "both"
    others: list[HeldBy] = [arm for arm in who.working_arms() if arm != weapon.arm]
    return others[0] if others else weapon.arm


def pick_up(do: Doing) -> None:
    """A weapon, or any object where none is named."""
    if do.args:
        take_in_hand(do)
    else:
        need_arm(do)
        spend(do)
        do.tell("act.plain", action=do.name, what="")


def change_hands(do: Doing) -> None:
    """SP-AP-03, SP-R43: a weapon held in one arm, to the other."""
    name, _ = own_weapon(do)
    need_arm(do)
    by = do.who.held.get(name)
    if by not in ARMS:
        do.game.refuse("weapon-unusable", f"{do.who.id} does not hold {name} in one arm")
    to: Arm = "left_arm" if by == "right_arm" else "right_arm"
    if not do.who.arms_work(to):
        message = f"the {to.replace('_', ' ')} of {do.who.id} is {do.who.state(to)}"
        do.game.refuse("weapon-unusable", message)
    spend(do)
    do.who.held = {**do.who.held, name: to}
    do.tell("act.takes", weapon=name, arm=to.replace("_", " "))


def drop(do: Doing) -> None:
    """SP-R51: free unless the house wants 1 AP."""
    name, _ = own_weapon(do)
    if name not in do.who.held:
        do.game.refuse("weapon-unusable", f"{do.who.id} does not have {name} in hand")
    spend_unless_free(do)
    do.who.let_go(name)
    do.tell("act.drops", weapon=name)


def spend_unless_free(do: Doing) -> None:
    """SP-R51: `drop` and `leave-cover` are free to say at any time; else they cost 1 AP."""
    if do.name not in do.game.house.free_actions:
        spend(do)


def with_hands(do: Doing) -> None:
    """An action of the list that needs an arm (SP-AP-04)."""
    need_arm(do)
    plain(do)


def plain(do: Doing) -> None:
    """An action of the list that is paid and logged (SP-AP-03, SP-AP-04)."""
    targets = [target_id(do.game, word) for word in do.args]
    spend(do)
    do.body["targets"] = targets
    do.tell("act.plain", action=do.name, what=" ".join(["", *targets]))


def target_id(game: Game, word: str) -> str:
    """A combatant's id where the word is one's; else the word, for doors and buttons."""
    try:
        return find(game.draft.encounter, word, WORDS)
    except Refusal:
        return word


# --- moving and cover ---


def move(do: Doing) -> None:
    """SP-AP-02, SP-INJ-03, SP-INJ-04; paid by the save's AP while one runs (SP-DEATH-13)."""
    who, game = do.who, do.game
    check_pin(game, who, "move")
    helped = do.told.has("helped", who.id)
    distance = who.helped_speed if helped else who.own_speed
    if who.bad_legs() and not distance:
        how = "--with helped" if who.helped_speed and not helped else "nobody can help"
        game.refuse("limb-useless", f"{who.id} cannot walk on a bad leg: {how}")
    save = game.fight.save
    if save and save["by"] == who.id:
        dying.pay_from_save(game, who)
    else:
        spend(do, move=True)
    use_freedom(who)
    do.body["targets"] = list(do.args)
    do.body["distance"] = distance
    do.tell("act.move", distance=distance, helped=" with help" if helped else "")


def take_cover(do: Doing) -> None:
    """SP-ARM-06, SP-ARM-07: behind a piece of the scene."""
    scene = do.game.draft.encounter.scene
    name = known(one_arg(do, "ID"), scene.get("cover") or {}, "cover", WORDS.unknown)
    do.body["targets"] = [name]
    piece = scene_piece(scene, name)
    if [one.to_data() for one in do.who.live_cover()] == [piece.to_data()]:
        do.game.refuse("bad-target", f"{do.who.id} is behind {name} already")
    spend(do)
    do.who.take_cover([piece])
    do.tell("act.take-cover", what=name)


def leave_cover(do: Doing) -> None:
    spend_unless_free(do)
    do.who.take_cover([])
    do.tell("act.leave-cover")


# --- people ---


def first_aid(do: Doing) -> None:
    """SP-INJ-06, SP-R33, SP-R35"""
    patient = other(do)
    game = do.game
    need_arm(do)
    if patient.status != "unconscious":
        game.refuse("bad-target", f"{patient.id} is {patient.status}, not unconscious")
    part = pool_part(do.who, "medicine")
    need_dice(game, do.who, part, "medicine")
    game.expect([("medicine", do.who.id)])
    spend(do)
    do.tell("act.first-aid", "head", patient=patient.name)
    base = Part("base", game.house.number("medicine_difficulty") or 1)
    result = roll(
        game, "medicine", do.who, part, floored([base, *mod_parts(game, game.options.mods)])
    )
    if result.passed:
        clear_bruise(game, patient)
    judge(do, result)


def pass_on(do: Doing) -> None:
    seats.pass_on(do.game, do.who, other(do))


def share(do: Doing) -> None:
    if not do.args:
        do.game.deny(WORDS.unknown, f"type act {do.who.id} share OTHER, with whom")
    others = [do.game.find(word) for word in do.args]
    do.body["targets"] = [who.id for who in others]
    seats.share(do.game, do.who, others)


def forgo(do: Doing) -> None:
    seats.forgo(do.game, do.who)


# --- the death spotlight ---


def cheat_death(do: Doing) -> None:
    judge(do, dying.cheat_death(do.game, do.who))


def invite(do: Doing) -> None:
    dying.invite(do.game, do.who, other(do))


def save(do: Doing) -> None:
    """SP-DEATH-13: by the helper, with Medicine or another skill."""
    patient = other(do)
    word = do.told.value("skill", do.who.id)
    skill = skill_named(do.game, word) if word else "medicine"
    judge(do, dying.try_save(do.game, do.who, patient, skill))


def die(do: Doing) -> None:
    dying.fall_silent(do.game, do.who)


def check_up(do: Doing) -> None:
    """Raises Refusal (`down`)."""
    check_able(do.game, do.who)
