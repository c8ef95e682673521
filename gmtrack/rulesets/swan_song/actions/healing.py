"""First Aid and Medicine in the fight, and an hour of rest (SS-EFF-13, SS-EFF-16, SS-DIE-05,
R-DIE-6, R-DMG-8)."""

from dataclasses import replace

from gmtrack.core.names import squash
from gmtrack.dice.port import Goal
from gmtrack.rulesets.kit.modifiers import EXTENDED, goal_of_hits
from gmtrack.rulesets.kit.own.in_force import RollContext
from gmtrack.rulesets.kit.own.lasting import take_rounds
from gmtrack.rulesets.swan_song.actions.common import (
    ActionContext,
    argument_at,
    check_argument_count,
    choose_word,
    pay_for,
    roll_action_test,
)
from gmtrack.rulesets.swan_song.dice import TestResult, TestSpec, skill_parts
from gmtrack.rulesets.swan_song.sheet.fighter import Fighter
from gmtrack.rulesets.swan_song.sheet.game import initiative_follows
from gmtrack.rulesets.swan_song.wounds.conditions import (
    remove_effects,
    settle_status,
    shorten_effects,
)
from gmtrack.rulesets.swan_song.wounds.damage import tell_pool

BLEEDOUT_THRESHOLD = 4
SLOW_DEATH_HITS = 16
MINUTE = 12
"""The rounds between two rolls of the extended test (R-TEST-10)."""
REST_ROUNDS = 720
"""An hour in Combat Rounds (R-DMG-8)."""


CURABLE = {
    "first_aid": ("bleedout", "slow-death", "dying"),
    "medicine": ("slow-death", "dying"),
}
"""The ailments that a skill treats, by the skill, which is also the key of the action's price."""


def treat_patient(doing: ActionContext) -> None:
    """Treat a patient with the skill that the action is called after.

    The second argument says what to treat; without it, the first ailment that the patient has.
    Raises Refusal `treat` if no patient is named or the patient has nothing that the skill
    treats."""
    check_argument_count(doing, 2)
    skill = doing.name.replace("-", "_")
    curable = CURABLE[skill]
    game = doing.game
    if not doing.args:
        game.deny(
            "treat",
            f"name the patient: `act {doing.who.id} {doing.name} TARGET`",
        )
    patient = game.find(doing.args[0])
    ails = [what for what in curable if has_ailment(patient, what)]
    word = argument_at(doing, 1)
    what = (
        choose_word(doing, squash(word), curable, " or ".join(curable))
        if word
        else None
    )
    if what is None and ails:
        what = ails[0]
    if what is None or what not in ails:
        treats = f"{doing.name} treats {', '.join(curable)}"
        game.deny("treat", f"{treats}, and {patient.name} has none of it")
    doing.targets = [patient.id]
    pay_for(doing, skill)
    rules, carry_out = TREATMENTS[what]
    with game.draft.by(rules):
        carry_out(doing, skill, patient)


def has_ailment(patient: Fighter, what: str) -> bool:
    """Whether a patient has this ailment; somebody stable no longer counts as dying."""
    if what == "dying":
        return patient.status == "dying" and not patient.stable
    return patient.has_effect(what.replace("-", "_"))


def roll_treat(
    doing: ActionContext,
    skill: str,
    patient: Fighter,
    threshold: int | None,
    fewer: int = 0,
    goal: Goal | None = None,
) -> TestResult:
    """Roll `treat`, Logic and the skill within the Mental Limit, and return the result.

    `threshold` None: hits are only counted, and `goal` tells whoever rolls what they are compared
    with. `fewer` takes off dice for earlier rolls. Raises Refusal `treat` if no dice are left."""
    game, who, rules = doing.game, doing.who, doing.game.draft.rules
    base = skill_parts(game, who, "logic", skill, rules)
    test = TestSpec(
        "treat",
        who.id,
        base,
        who.limit("mental"),
        threshold,
        rules=rules,
        goal=goal,
    )
    result = roll_action_test(
        doing,
        test,
        fewer=fewer,
        about=RollContext(skill=skill, against=patient),
    )
    if result.pool == 0:
        game.refuse("treat", f"{who.name} has no dice left for this treatment")
    return result


def stop_bleedout(doing: ActionContext, skill: str, patient: Fighter) -> None:
    """Roll to stop the bleedout of a patient; 4 hits end it."""
    result = roll_treat(doing, skill, patient, BLEEDOUT_THRESHOLD)
    doing.outcome = "success" if result.success else "failure"
    if result.success:
        remove_effects(doing.game, patient, ("bleedout",))
    else:
        doing.tell_fact("act.treat.failed", patient=patient.name)


def stop_slow_death(doing: ActionContext, skill: str, patient: Fighter) -> None:
    """Roll once for the extended test that ends slow death: 16 hits in all, a roll a minute,
    each with a die less.

    Raises Refusal `treat` if the last roll is less than a minute ago. Depends on the house rule
    `extended_test_decay`."""
    game = doing.game
    record = next(patient.find_effects("slow_death"))
    state = dict(record.data)
    last = state.get("treated_round")
    if (
        game.fight.running
        and last is not None
        and game.fight.round - last < MINUTE
    ):
        game.deny(
            "treat",
            f"one roll a minute: {patient.name} again in round {last + MINUTE}",
        )
    rolled = int(state.get("rolls", 0))
    fewer = rolled * game.house.extended_test_decay
    before = int(state.get("hits", 0))
    goal = goal_of_hits(EXTENDED, SLOW_DEATH_HITS - before)
    result = roll_treat(doing, skill, patient, None, fewer=fewer, goal=goal)
    hits = before + result.counted
    doing.body["progress"] = hits
    if hits >= SLOW_DEATH_HITS:
        doing.outcome = "success"
        remove_effects(game, patient, ("slow_death",))
        return
    state |= {"hits": hits, "rolls": rolled + 1}
    if game.fight.running:
        state["treated_round"] = game.fight.round
    records = [
        replace(e, data=state) if e == record else e
        for e in patient.effects_on()
    ]
    patient.write_effects(records)
    doing.outcome = "continuing"
    doing.tell_fact(
        "act.treat.goes-on",
        patient=patient.name,
        hits=hits,
        needed=SLOW_DEATH_HITS,
    )


def stabilise(doing: ActionContext, skill: str, patient: Fighter) -> None:
    """Stop the bleeding clock of a dying patient, without a roll unless the GM names a
    threshold."""
    if doing.threshold is not None:
        result = roll_treat(doing, skill, patient, doing.threshold)
        doing.outcome = "success" if result.success else "failure"
        if not result.success:
            doing.tell_fact("act.treat.failed", patient=patient.name)
            return
    patient.stable = True
    patient.dying_rounds = None
    doing.game.report_effect(patient, "stable", until="manual")
    doing.tell_fact("act.stable", patient=patient.name)


TREATMENTS = {
    "bleedout": ("SS-EFF-16", stop_bleedout),
    "slow-death": ("SS-EFF-13, SS-TEST-09", stop_slow_death),
    "dying": ("SS-DIE-05, R-DIE-6", stabilise),
}
"""The function that treats each ailment, with its rules."""


def rest_an_hour(doing: ActionContext) -> None:
    """Let an hour pass for one combatant: strain goes, counted durations get 720 rounds shorter.

    Refuses `turn` while a fight is going on, `status` for somebody who bleeds or is dying."""
    game, who = doing.game, doing.who
    if game.fight.round:
        game.refuse(
            "turn", "the fight is going on: `end` ends it, then they can rest"
        )
    if any(has_ailment(who, what) for what in CURABLE["first_aid"]):
        game.refuse(
            "status",
            f"{who.name} is bleeding or dying: `act WHO first-aid {who.id}` first",
        )
    rules = "SS-DMG-12, R-DMG-8"
    if who.strain:
        with game.draft.by(rules):
            tell_pool(game, who, "strain", 0, "good")
    with initiative_follows(game, who), game.draft.by(rules):
        who.strain = 0
        shorten_effects(game, who, REST_ROUNDS)
        who.cannot_stand_rounds = max(0, who.cannot_stand_rounds - REST_ROUNDS)
    if who.own_effects:
        take_rounds(game, who, REST_ROUNDS)
    settle_status(game, who)
    doing.tell_fact("act.rest")
