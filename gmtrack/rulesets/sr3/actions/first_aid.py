"""The actions `first-aid` and `trauma-patch`, and the test by which their chances are told (SRX-201
to SRX-207)."""

from collections.abc import Iterator
from typing import Literal

from gmtrack.dice.port import Key
from gmtrack.rulesets.kit.words import WordArgs, format_count
from gmtrack.rulesets.sr3.dice import Test, roll
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import (
    WORDS,
    ActionContext,
    Game,
    named_target,
    refuse_if,
)
from gmtrack.rulesets.sr3.sheet.state import FIRST_AID, Work
from gmtrack.rulesets.sr3.tables import BOXES
from gmtrack.rulesets.sr3.wounds.dying import stabilise
from gmtrack.rulesets.sr3.wounds.events import end_first_aid
from gmtrack.rulesets.sr3.wounds.first_aid import (
    MEDIC,
    aid_test,
    aid_turns,
    apply_first_aid,
    hold_on_test,
    roll_hold_on,
    wound_stage,
)

Outcome = Literal["success", "failure"]
PATCH = "trauma-patch"
HEALED = "healed"
"""The kind of the refusal for care that these wounds have had."""


def give_first_aid(do: ActionContext) -> None:
    """Treat somebody's physical damage: begin to take the wound a level down, which goes on by
    itself over combat turns, or stabilise somebody who is dying. Raises Refusal: `status` for a
    patient whom first aid does not help, or whom somebody treats already, and for a medic
    without biotech; `healed` for wounds that have had it, or a medic who has failed."""
    game, medic, patient = do.game, do.who, named_target(do)
    check_patient(do, patient)
    test = aid_test(game, medic, patient, do.typed_words, do.without)
    dying = patient.physical >= BOXES
    game.expect(rolls_of_aid(test, patient, dying=dying))
    end_first_aid(game, medic)
    do.outcome = treat(do, test, patient)


def treat(do: ActionContext, test: Test, patient: Fighter) -> Outcome:
    """Roll first aid and apply it; return `success` if a wound is being treated or somebody is
    stable."""
    game, medic = do.game, do.who
    successes = roll(game, test).successes
    if patient.physical >= BOXES:
        return treat_dying(game, medic, patient, successes)
    if not successes:
        note_try(game, medic, patient)
        return "failure"
    stage = wound_stage(patient.physical)
    turns = aid_turns(game.house, stage, successes)
    do.body["turns"] = turns
    if turns and game.fight.round:
        with game.draft.by("SRX-205"):
            medic.set_work(
                Work(FIRST_AID, done=0, needed=turns, patient=patient.id)
            )
        left = format_count(turns, "combat turn")
        game.report.tell(
            "aid.begins",
            "note",
            who=medic.name,
            patient=patient.name,
            turns=left,
        )
    else:
        # Outside a fight time passes by itself.
        apply_first_aid(game, medic, patient)
    return "success"


def treat_dying(
    game: Game, medic: Fighter, patient: Fighter, successes: int
) -> Outcome:
    """Stabilise somebody dying by the medic's successes, or let them hold on by their own Body;
    return `success` if they are stable. Depends on the house rule `hold_on`."""
    if not successes and game.house.hold_on:
        successes = roll_hold_on(game, patient, FIRST_AID).successes
    if not successes:
        note_try(game, medic, patient)
        return "failure"
    with game.draft.by("SRX-206"):
        patient.aided = True
        stabilise(game, patient)
    return "success"


def note_try(game: Game, medic: Fighter, patient: Fighter) -> None:
    """Note that this medic's one try at these wounds is over (SRX-207)."""
    with game.draft.by("SRX-207"):
        patient.aided_by = [*patient.aided_by, medic.id]
        game.report.tell(
            "aid.fails", "bad", who=medic.name, patient=patient.name
        )


def rolls_of_aid(test: Test, patient: Fighter, *, dying: bool) -> list[Key]:
    """Return the keys of the rolls that first aid may ask for."""
    keys = [test.key] if test.pool else []
    if dying and patient.house.hold_on:
        keys.append(("hold_on", patient.id))
    return keys


def check_patient(do: ActionContext, patient: Fighter) -> None:
    """Refuse first aid that cannot help. Raises Refusal `status` or `healed`, as
    `give_first_aid` says."""
    medic, name = do.who, patient.name
    deny_unhurt(do.game, patient)
    for state, way in objections_to_patient(do.game, medic, patient):
        refuse_if(do, "status", True, state, way)
    work = medic.live_work()
    at_it = work is not None and work.patient == patient.id
    refuse_if(
        do,
        "status",
        at_it,
        f"{medic.name} treats {name} already",
        "it goes on by itself: `next`",
    )
    refuse_if(
        do,
        HEALED,
        patient.aided and patient.physical < BOXES,
        f"these wounds of {name} have had first aid",
        f"they heal by rest: `rest {patient.id} day`",
    )
    refuse_if(
        do,
        HEALED,
        patient.magic_healed and patient.physical < BOXES,
        f"these wounds of {name} were healed by magic",
        f"they heal by rest: `rest {patient.id} day`",
    )
    refuse_if(
        do,
        HEALED,
        medic.id in patient.aided_by,
        f"{medic.name} has tried to help {name} already",
        "somebody else may try",
    )


def deny_unhurt(game: Game, patient: Fighter) -> None:
    """Raise Refusal `status` for a patient without physical damage."""
    if not patient.physical:
        message = f"{patient.name} has no physical damage, and first aid treats nothing else"
        game.deny("status", message)


def objections_to_patient(
    game: Game, medic: Fighter, patient: Fighter
) -> Iterator[tuple[str, str]]:
    """Yield why a medic cannot give first aid to a patient, each with what would help."""
    name = patient.name
    if patient.sheet.vehicle:
        yield f"{name} is a vehicle", "first aid is for people"
    elif patient.status == "dead":
        yield f"{name} is dead", "first aid comes too late"
    elif patient.is_stable:
        yield f"{name} is stable", f"`rest {patient.id} week` heals"
    for other in game.everybody():
        work = other.live_work()
        if other is not medic and work and work.patient == patient.id:
            yield f"{other.name} treats {name} already", "one medic at a time"
    if not medic.trait(MEDIC):
        line = f"`set {medic.id} skills.{MEDIC}=3`"
        yield f"{medic.name} has no biotech", line


def apply_trauma_patch(do: ActionContext) -> None:
    """Put a trauma patch on somebody dying, whose Body then decides. Raises Refusal: `status` for
    a patient who is not dying, `healed` for somebody whose patch has failed."""
    game, medic, patient = do.game, do.who, named_target(do)
    refuse_if(
        do,
        "status",
        patient.status != "dying",
        f"{patient.name} is not dying",
        "a trauma patch helps nobody else",
    )
    refuse_if(
        do,
        HEALED,
        medic.id in patient.patched_by,
        f"{medic.name} has put a patch on {patient.name} already",
        "somebody else may try",
    )
    test = hold_on_test(game, patient, PATCH, game.options.mods)
    game.expect([test.key])
    successes = roll(game, test).successes
    with game.draft.by("SRX-207"):
        if successes:
            stabilise(game, patient)
        else:
            patient.patched_by = [*patient.patched_by, medic.id]
            game.report.tell("patch.fails", "bad", who=patient.name)
    do.outcome = "success" if successes else "failure"


# --- tests ---

FIRST_AID_TEST_WORDS = {"patient": "whom (required)"}
HOLD_ON_WORDS = {"patch": "with a trauma patch: against 4 instead of 10"}


def roll_first_aid_test(
    game: Game, who: Fighter, told: WordArgs, without: WordArgs
) -> Outcome:
    """Roll first aid, for the dying also their Body, and change nothing; return `success` if it
    would help. Raises Refusal `option` without a patient who is hurt."""
    word = told.get_value("patient")
    if not word:
        game.deny(WORDS.value, "this test needs --with patient=WHO")
    patient = game.find(word)
    deny_unhurt(game, patient)
    for state, way in objections_to_patient(game, who, patient):
        game.deny(WORDS.value, f"{state} ({way})")
    test = aid_test(game, who, patient, told, without)
    dying = patient.physical >= BOXES
    game.expect(rolls_of_aid(test, patient, dying=dying))
    successes = roll(game, test).successes
    if dying and not successes and game.house.hold_on:
        successes = roll_hold_on(game, patient, FIRST_AID).successes
    return "success" if successes else "failure"


def roll_hold_on_test(game: Game, who: Fighter, told: WordArgs) -> Outcome:
    """Roll the Body test of somebody dying and apply it; return `success` if they are stable.
    Raises Refusal `status` for anybody who is not dying."""
    if who.status != "dying":
        game.refuse("status", f"{who.name} is not dying")
    kind = PATCH if told.has_word("patch") else FIRST_AID
    test = hold_on_test(game, who, kind, game.options.mods)
    game.expect([test.key])
    if not roll(game, test).successes:
        return "failure"
    with game.draft.by("SRX-207"):
        stabilise(game, who)
    return "success"
