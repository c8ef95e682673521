"""Choices of the death spotlight: cheat death, ask for a dramatic save, or die (SP-DEATH)."""

from collections.abc import Mapping

from gmtrack.core.report import Part
from gmtrack.rulesets.spotlight.actions.context import (
    ActionContext,
    cost_of,
    read_target,
    record_outcome,
)
from gmtrack.rulesets.spotlight.actions.tests import find_skill, willpower_pool
from gmtrack.rulesets.spotlight.dice import (
    TestSpec,
    check_has_dice,
    difficulty_parts,
    pool_part,
    roll_test,
)
from gmtrack.rulesets.spotlight.events import out_of_death_spotlight
from gmtrack.rulesets.spotlight.sheet.game import (
    Game,
    death_choices,
    find_helpers,
    join_lines,
)
from gmtrack.rulesets.spotlight.sheet.state import Fighter
from gmtrack.rulesets.spotlight.turn.legality import (
    check_able,
    own_save,
    pay_from_save,
)
from gmtrack.rulesets.spotlight.wounds import (
    die,
    fail_save,
    lose_fortitude,
    stabilise,
)

SAVE_AP = 4
"""The AP that a dramatic save brings (SP-DEATH-12)."""
SAVE_WORDS: Mapping[str, str] = {
    "skill": "skill of the dramatic save; medicine if not named"
}


def check_dying(game: Game, who: Fighter) -> None:
    """Refuse somebody who does not have the death spotlight. Raises Refusal (`death-spotlight`)."""
    if who.id not in game.fight.death_spotlight:
        message = (
            f"the death spotlight is not on {who.name}, who is {who.status}"
        )
        game.refuse("death-spotlight", message)


def check_no_save(game: Game) -> None:
    """Refuse a choice while a dramatic save is under way. Raises Refusal (`death-spotlight`)."""
    if game.fight.save:
        by, patient = game.fight.save["by"], game.fight.save["for"]
        line = f"`act {by} save {patient}`; `next` gives it up"
        game.refuse(
            "death-spotlight", f"{by} is trying to save {patient}: {line}"
        )


def cheat_death(do: ActionContext) -> None:
    """Roll Willpower against 1: a success costs a point of Fortitude and stabilises, a failure
    kills or, by house rule, uses up the try. Raises Refusal (`death-spotlight`, `no-cheating`,
    `no-dice`)."""
    game, who = do.game, do.who
    check_dying(game, who)
    check_no_save(game)
    check_cheating(game, who)
    rules = "SP-DEATH-04"
    part = willpower_pool(who, rules)
    check_has_dice(game, who, part, "cheating death")
    game.expect([("willpower", who.id)])
    difficulty = difficulty_parts(
        game, who, "willpower", Part("base", 1, rules)
    )
    result = roll_test(
        game, TestSpec("willpower", who, part, difficulty, rules=rules)
    )
    if result.passed:
        with game.draft.by("SP-DEATH-05, SP-DEATH-06"):
            stabilise(game, who)
        lose_fortitude(game, who, 1)
        game.report.tell(
            "cheated", "good", who=who.name, fortitude=who.fortitude
        )
    else:
        with game.draft.by("SP-R42"):
            if game.house.failed_cheat == "still_dying":
                who.tried = [*who.tried, "cheat"]
                game.report.tell("still-dying", "bad", who=who.name)
            else:
                die(game, who)
    record_outcome(do, result)


def check_cheating(game: Game, who: Fighter) -> None:
    """Refuse to cheat death where it is ruled out, with the choices that are left. Raises
    Refusal (`no-cheating`)."""
    why = who.why_no_cheating
    if why:
        message = f"{who.name} cannot cheat death: {why}"
        others = [
            line
            for line in death_choices(game, who.id)
            if "cheat-death" not in line
        ]
        game.refuse("no-cheating", f"{message}; {join_lines(others)} is left")


def invite(do: ActionContext) -> None:
    """Invite another player's character to try a dramatic save. Raises Refusal
    (`death-spotlight`, `bad-target`)."""
    game, who, other = do.game, do.who, read_target(do)
    check_dying(game, who)
    check_no_save(game)
    if other is who or not other.is_pc:
        able = ", ".join(find_helpers(game, who.id)) or "none is able to act"
        message = f"{other.name} cannot be invited: name another player character ({able})"
        game.refuse("bad-target", message)
    check_able(game, other)
    if "save" in who.tried:
        message = f"a dramatic save of {who.name} has already failed"
        game.refuse("death-spotlight", message)
    with game.draft.by("SP-DEATH-11, SP-DEATH-12"):
        game.fight.save = {"for": who.id, "by": other.id, "ap": SAVE_AP}
    game.report.tell(
        "invited", "head", who=who.name, other=other.name, ap=SAVE_AP
    )


def save(do: ActionContext) -> None:
    """Spend one AP of the save on a roll of Medicine or another skill. Raises Refusal:
    `death-spotlight` if the actor was not invited or the patient is not dying, `down` for
    somebody who cannot act, `no-ap` without AP of the save. Depends on the house rule
    `save_tries`."""
    rules = "SP-DEATH-13, SP-R49"
    game, who, patient = do.game, do.who, read_target(do)
    save = own_save(game, who)
    if save is None or save["for"] != patient.id:
        message = f"{who.name} has not been invited (`act {patient.id} invite {who.id}`)"
        game.refuse("death-spotlight", message)
    if patient.fate != "dying":
        game.deny(
            "death-spotlight", f"{patient.name} is {patient.status}, not dying"
        )
    check_able(game, who)
    word = do.typed_words.get_value("skill", who.id)
    skill = find_skill(game, word) if word else "medicine"
    part = pool_part(who, skill, rules)
    check_has_dice(game, who, part, skill)
    game.expect([("save", who.id)])
    pay_from_save(game, who, cost_of(do))
    difficulty = difficulty_parts(game, who, "save", Part("base", 1, rules))
    result = roll_test(game, TestSpec("save", who, part, difficulty))
    left = game.fight.save
    if result.passed:
        end_successful_save(game, patient)
    elif left and (game.house.save_tries == "one" or not left["ap"]):
        fail_save(game, patient)
    record_outcome(do, result)


def end_successful_save(game: Game, patient: Fighter) -> None:
    """End a dramatic save that succeeded: the patient is stable or, by house rule, it is only
    reported. AP left of the save are lost."""
    if game.house.dramatic_save == "gm_only":
        out_of_death_spotlight(game, patient)
        game.report.tell("saved.gm", "note", who=patient.name)
        return
    with game.draft.by("SP-R38"):
        stabilise(game, patient)
    game.report.tell("saved", "good", who=patient.name)


def give_up(do: ActionContext) -> None:
    """Carry out `act WHO die`. Raises Refusal (`death-spotlight`)."""
    check_dying(do.game, do.who)
    with do.game.draft.by("SP-DEATH-02"):
        die(do.game, do.who)
