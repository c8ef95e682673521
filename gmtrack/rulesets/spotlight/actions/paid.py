"""Actions that are paid with AP: move, take cover, take weapons in hand, use doors and devices,
give first aid (SP-AP)."""

import re
from collections.abc import Mapping

from gmtrack.core.report import Part
from gmtrack.errors import Refusal
from gmtrack.rulesets.kit.words import find_combatant, match_choice
from gmtrack.rulesets.spotlight.actions.context import (
    ActionContext,
    cost_of,
    need_arm,
    read_only_argument,
    read_target,
    record_outcome,
    spend,
    spend_unless_free,
)
from gmtrack.rulesets.spotlight.dice import (
    TestSpec,
    check_has_dice,
    difficulty_parts,
    pool_part,
    roll_test,
)
from gmtrack.rulesets.spotlight.events import end_by_hiding, end_by_moving
from gmtrack.rulesets.spotlight.sheet.game import WORDS, Game
from gmtrack.rulesets.spotlight.sheet.sheet import HeldBy, Weapon, scene_piece
from gmtrack.rulesets.spotlight.tables import ARMS, Arm, place_name
from gmtrack.rulesets.spotlight.turn.legality import (
    REACT,
    own_save,
    pay_from_save,
)
from gmtrack.rulesets.spotlight.wounds import (
    check_pin,
    clear_bruise,
    use_freedom,
)

NUMBER = re.compile(r"\d{1,6}")
MOVE_WORDS: Mapping[str, str] = {
    **REACT,
    "helped": "somebody supports the useless leg: half Speed",
}


def move(do: ActionContext) -> None:
    """Move as far as typed, or as the legs go. Raises Refusal (`suppressed`, `limb-useless`,
    `bad-value`, `no-ap`)."""
    who, game = do.who, do.game
    check_pin(game, who, "move")
    helped = do.typed_words.has_word("helped", who.id)
    distance = who.helped_speed if helped else who.own_speed
    if who.bad_legs() and not distance:
        by_help = who.helped_speed and not helped
        how = (
            f"alone: `act {who.id} move --with helped`"
            if by_help
            else "even with help"
        )
        game.refuse(
            "limb-useless", f"{who.name} cannot move on a useless leg {how}"
        )
    distance = read_distance(do, distance)
    if own_save(game, who):  # which pays for its helper's moves
        pay_from_save(game, who, cost_of(do))
    else:
        spend(do, move=True)
    use_freedom(who)
    end_by_moving(game, who)
    do.targets = [word for word in do.args if not NUMBER.fullmatch(word)]
    do.body["distance"] = distance
    do.tell_fact(
        "act.move",
        distance=distance,
        helped=" with help" if helped and who.bad_legs() else "",
    )


def read_distance(do: ActionContext, most: int) -> int:
    """Return the typed distance, else `most`. Raises Refusal (`bad-value`) above `most`."""
    typed = [int(word) for word in do.args if NUMBER.fullmatch(word)]
    if not typed:
        return most
    if typed[0] > most:
        way = f"`act {do.who.id} move {most}`, and another AP for the rest"
        do.game.refuse(
            WORDS.value, f"{do.who.name} moves {most} at most for 1 AP: {way}"
        )
    return typed[0]


def take_cover(do: ActionContext) -> None:
    """Take cover behind a piece of the scene. Raises Refusal (`unknown-name`, `bad-target`,
    `no-ap`)."""
    scene = do.game.draft.encounter.scene
    pieces = scene.get("cover") or {}
    name = match_choice(
        read_only_argument(do, "piece of cover", pieces),
        pieces,
        "cover",
        WORDS.unknown,
    )
    do.targets = [name]
    piece = scene_piece(scene, name)
    if [one.to_data() for one in do.who.live_cover()] == [piece.to_data()]:
        do.game.refuse(
            "bad-target", f"{do.who.name} is already behind the {name}"
        )
    spend(do)
    with do.game.draft.by("SP-ARM-06, SP-ARM-07"):
        do.who.take_cover([piece])
    do.tell_fact("act.take-cover", what=piece.name)
    end_by_hiding(do.game, do.who)


def leave_cover(do: ActionContext) -> None:
    """Leave the cover; free, or paid by house rule."""
    spend_unless_free(do)
    had = do.who.live_cover()
    with do.game.draft.by("SP-R51"):
        do.who.take_cover([])
    do.tell_fact("act.leave-cover" if had else "act.leave-cover.none")


def read_own_weapon(do: ActionContext) -> tuple[str, Weapon]:
    """Return id and weapon of the sheet that was typed. Raises Refusal (`unknown-name`)."""
    weapons = do.who.sheet.weapons
    word = read_only_argument(do, "weapon", weapons)
    name = match_choice(
        word, weapons, f"weapon of {do.who.name}", WORDS.unknown
    )
    do.targets = [name]
    return name, weapons[name]


def take_in_hand(do: ActionContext) -> None:
    """Carry out `draw` and `pick-up`: take a weapon into its own arm, or the other one if that
    does not work. Raises Refusal (`limb-useless`, `bad-target`, `weapon-unusable`, `no-ap`)."""
    name, weapon = read_own_weapon(do)
    need_arm(do)
    if name in do.who.held:
        do.game.refuse(
            "bad-target", f"{do.who.name} already has the {name} in hand"
        )
    # The arm that takes it.
    if weapon.arm == "both" and not do.who.arms_work("both"):
        do.game.refuse("weapon-unusable", f"the {name} needs both arms")
    by = do.who.arm_for(name)
    spend(do)
    put_in_hand(do, name, by, "SP-AP-04, SP-R48")


def put_in_hand(do: ActionContext, name: str, by: HeldBy, rules: str) -> None:
    """Write that a weapon is in an arm, in both (`both`), or ready without any (`none`), by
    these rows."""
    with do.game.draft.by(rules):
        do.who.held = {**do.who.held, name: by}
        if by in ("both", "none"):
            do.tell_fact(f"act.takes.{by}", weapon=name)
        else:
            do.tell_fact("act.takes", weapon=name, arm=place_name(by))


def pick_up(do: ActionContext) -> None:
    """Pick up the weapon that the arguments name, or without arguments any object, which takes
    an arm that works and the action's price."""
    if do.args:
        take_in_hand(do)
    else:
        need_arm(do)
        spend(do)
        do.tell_fact("act.plain", action="pick up", what="")


def change_hands(do: ActionContext) -> None:
    """Move a weapon that is held in one arm to the other. Refuses `weapon-unusable` if it is not
    held in one arm, or if the other arm does not work."""
    name, _ = read_own_weapon(do)
    need_arm(do)
    by = do.who.held.get(name)
    if by not in ARMS:
        do.game.refuse(
            "weapon-unusable",
            f"{do.who.name} does not hold the {name} in one arm",
        )
    to: Arm = "left_arm" if by == "right_arm" else "right_arm"
    if not do.who.arms_work(to):
        message = f"{do.who.name}'s {place_name(to)} is {do.who.state(to)}"
        do.game.refuse("weapon-unusable", message)
    spend(do)
    put_in_hand(do, name, to, "SP-AP-03, SP-R43")


def drop(do: ActionContext) -> None:
    """Drop a weapon; free, or paid by house rule. Raises Refusal (`weapon-unusable`) if it is
    not in hand."""
    name, _ = read_own_weapon(do)
    if name not in do.who.held:
        do.game.refuse(
            "weapon-unusable", f"{do.who.name} does not have the {name} in hand"
        )
    spend_unless_free(do)
    with do.game.draft.by("SP-R51"):
        do.who.let_go(name)
    do.tell_fact("act.drops", weapon=name)


def with_hands(do: ActionContext) -> None:
    """Carry out an action of the list that needs an arm."""
    need_arm(do)
    do_plain_action(do)


def do_plain_action(do: ActionContext) -> None:
    """Carry out an action of the list that is only paid and logged."""
    targets = [target_id(do.game, word) for word in do.args]
    spend(do)
    do.targets = targets
    do.tell_fact(
        "act.plain",
        action=do.name.replace("-", " "),
        what=" ".join(["", *targets]),
    )


def target_id(game: Game, word: str) -> str:
    """Return a combatant's id if the word names one, else the word itself, for doors and
    buttons."""
    try:
        return find_combatant(game.draft.encounter, word, WORDS)
    except Refusal:
        return word


WAKES = "SP-INJ-06, SP-R33"


def first_aid(do: ActionContext) -> None:
    """Roll Medicine to wake an unconscious target. Raises Refusal (`limb-useless`, `bad-target`,
    `no-dice`, `no-ap`). Depends on the house rule `medicine_difficulty`."""
    patient = read_target(do)
    game = do.game
    need_arm(do)
    if patient.status != "unconscious":
        game.refuse(
            "bad-target", f"{patient.name} is {patient.status}, not unconscious"
        )
    part = pool_part(do.who, "medicine", WAKES)
    check_has_dice(game, do.who, part, "medicine")
    game.expect([("medicine", do.who.id)])
    spend(do)
    do.tell_fact("act.first-aid", "head", patient=patient.name)
    base = Part("base", game.house.medicine_difficulty, WAKES)
    result = roll_test(
        game,
        TestSpec(
            "medicine",
            do.who,
            part,
            difficulty_parts(game, do.who, "medicine", base),
        ),
    )
    if result.passed:
        with game.draft.by(WAKES):
            clear_bruise(game, patient)
    record_outcome(do, result)
