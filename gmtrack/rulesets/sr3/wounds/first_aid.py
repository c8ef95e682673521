"""First aid: the numbers of its test, what it does to a wound, and the combat turns that it takes
(SRX-201 to SRX-207)."""

from collections.abc import Iterable

from gmtrack.core.report import Part
from gmtrack.rulesets.kit.house import ceil_div
from gmtrack.rulesets.kit.words import WordArgs, match_choice
from gmtrack.rulesets.sr3.dice import (
    Result,
    Test,
    added_parts,
    roll,
    trait_parts,
)
from gmtrack.rulesets.sr3.rulings import House
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import WORDS, Game
from gmtrack.rulesets.sr3.sheet.state import FIRST_AID
from gmtrack.rulesets.sr3.tables import (
    AFTER_BOX,
    AFTER_TOP,
    AID_TURNS,
    AWAKENED,
    BODY_BONUS,
    CAUSE_UNKNOWN,
    CONDITIONS,
    HOLD_ON_TN,
    LEVELS,
    NO_KIT,
    SUSTAINING,
    Level,
)
from gmtrack.rulesets.sr3.wounds.damage import mend

MEDIC = "biotech"
"""The skill of first aid and care."""
AID_WORDS = {
    "conditions": "bad (a street): +1, terrible (under fire): +3",
    "no-kit": "without a medkit: +4",
    "cause-unknown": "nobody knows what hurt them: +2",
}
"""The words of `--with` that make first aid harder, with their help."""
AID_SWITCHES = ("body", "awakened", "wounds", "sustaining")
"""The parts of the target number that `--without` leaves out."""


def wound_stage(boxes: int) -> Level:
    """Return the level of a wound by its physical boxes, at least 1: L to 2, M to 5, S to 9, D
    at 10 (SR-REST-05)."""
    least = {"D": 10, "S": 6, "M": 3, "L": 1}
    return next(level for level in reversed(LEVELS) if boxes >= least[level])


def boxes_after_stage(house: House, level: Level) -> int:
    """Return the boxes that are left when a wound of this level has become one level milder, by
    the house rule `stage_drop`."""
    return (AFTER_TOP if house.stage_drop == "top" else AFTER_BOX)[level]


def wound_part(house: House, level: Level, label: str, rules: str) -> Part:
    """Return the number that first aid to a wound of this level is rolled against."""
    numbers = dict(zip(LEVELS, house.healing_numbers, strict=True))
    return Part(label, numbers[level], rules)


def body_part(patient: Fighter, rules: str) -> Part:
    """Return what the patient's Body takes off the target number, as 0 or less."""
    body = patient.sheet.body
    off = next((off for least, off in BODY_BONUS if body >= least), 0)
    return Part("body", off, rules)


def circumstance_parts(
    patient: Fighter, told: WordArgs, rules: str
) -> list[Part]:
    """Return what magic in the patient and the typed AID_WORDS add to the target number. Raises
    Refusal (`option`) for unknown conditions."""
    who = patient.id
    worse = 0
    if told.has_word("conditions", who):
        word = told.get_value("conditions", who) or ""
        worse = CONDITIONS[
            match_choice(word, CONDITIONS, "conditions", WORDS.value)
        ]
    lacks_kit = told.has_word("no-kit", who)
    guesses = told.has_word("cause-unknown", who)
    return [
        Part("awakened", AWAKENED * (patient.sheet.magic > 0), rules),
        Part("conditions", worse, rules),
        Part("no-kit", NO_KIT * lacks_kit, rules),
        Part("cause-unknown", CAUSE_UNKNOWN * guesses, rules),
    ]


def aid_test(
    game: Game,
    medic: Fighter,
    patient: Fighter,
    told: WordArgs,
    without: WordArgs,
) -> Test:
    """Return the first aid test of a medic on a patient with physical boxes, not yet rolled.
    Raises Refusal (`option`) for unknown conditions."""
    stage = wound_stage(patient.physical)
    parts = [
        wound_part(game.house, stage, "base", "SRX-202"),
        body_part(patient, "SRX-203"),
        *circumstance_parts(patient, told, "SRX-203"),
        Part("wounds", medic.wound_modifier, "SRX-203, SR-141"),
        Part("sustaining", SUSTAINING * medic.sustaining, "SRX-039, SRX-203"),
    ]
    kept = [part for part in parts if not without.has_word(part.label)]
    mods = game.parse_mods(game.options.mods, medic)
    tn = (*kept, *added_parts(game, medic, "aid", mods))
    dice = trait_parts(medic, MEDIC, "SRX-201")
    return Test("aid", medic, dice, tn, rules="SRX-201, SRX-202, SRX-203")


def hold_on_test(
    game: Game, patient: Fighter, kind: str, mods: Iterable[str] = ()
) -> Test:
    """Return the Body test by which somebody dying holds on, without wound modifiers. `kind` is
    FIRST_AID, or `trauma-patch`; `mods` are the GM's numbers as typed."""
    base = Part("base", HOLD_ON_TN[kind], "SRX-207")
    added = added_parts(
        game, patient, "hold_on", game.parse_mods(mods, patient)
    )
    dice = trait_parts(patient, "body", "SRX-207")
    return Test("hold_on", patient, dice, (base, *added), rules="SRX-207")


def roll_hold_on(
    game: Game, patient: Fighter, kind: str, mods: Iterable[str] = ()
) -> Result:
    """Roll the Body test of somebody dying and return its result. Stabilises nobody."""
    return roll(game, hold_on_test(game, patient, kind, mods))


def aid_turns(house: House, level: Level, successes: int) -> int:
    """Return the combat turns that first aid to a wound of this level takes; 0 by the house rule
    `first_aid_time: at_once` (SRX-205)."""
    if house.first_aid_time == "at_once":
        return 0
    return ceil_div(AID_TURNS[level], successes)


def apply_first_aid(game: Game, medic: Fighter, patient: Fighter) -> None:
    """Take the patient's wound one level down, and note that it has had first aid (SRX-204)."""
    level = wound_stage(patient.physical)
    left = boxes_after_stage(game.house, level)
    with game.draft.by("SRX-204"):
        patient.aided = True
        game.report.tell(
            "aid.done",
            "good",
            who=medic.name,
            patient=patient.name,
            left=left,
        )
    rules = "SRX-204, SR-REST-05"
    mend(game, patient, patient.physical - left, "physical", rules)


def count_aid_turn(game: Game) -> None:
    """Count a combat turn that has ended for all who give first aid, and finish what is done
    (SRX-205)."""
    for medic in game.everybody():
        work = medic.live_work()
        if work is None or work.action != FIRST_AID:
            continue
        done = work.done + 1
        with game.draft.by("SRX-205"):
            medic.set_work(work.with_done(done))
        if done >= work.needed:
            finish_first_aid(game, medic)


def finish_first_aid(game: Game, medic: Fighter) -> None:
    """Finish the first aid that a medic gives, however much of its time is over. Does nothing
    for anybody who gives none."""
    work = medic.live_work()
    if work is None or work.action != FIRST_AID:
        return
    with game.draft.by("SRX-205"):
        medic.set_work(None)
    patient = game.fighter(work.patient)
    if patient.physical and patient.status != "dead":
        apply_first_aid(game, medic, patient)
