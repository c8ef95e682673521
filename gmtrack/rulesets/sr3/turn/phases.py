"""The combat turn itself: initiative, the order of a pass, phases, who acts next, what lapses."""

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from gmtrack.core.encounter import Data
from gmtrack.core.report import Part, Report, total
from gmtrack.rulesets.kit.own.moments import pass_moment
from gmtrack.rulesets.kit.rolloff import (
    RollOffPlace,
    break_ties,
    find_rivals,
    report_sum,
    roll_added_dice,
    take_fixed_place,
)
from gmtrack.rulesets.kit.seated import has_fixed_place
from gmtrack.rulesets.sr3.dice import SIDES
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import Game, Scene
from gmtrack.rulesets.sr3.tables import PASS
from gmtrack.rulesets.sr3.turn.timed import (
    burn_at_pass_end,
    burn_at_phase_end,
    burn_at_turn_end,
    due_items,
)
from gmtrack.rulesets.sr3.wounds.damage import mend
from gmtrack.rulesets.sr3.wounds.dying import bleed
from gmtrack.rulesets.sr3.wounds.effects import EFFECTS
from gmtrack.rulesets.sr3.wounds.first_aid import count_aid_turn
from gmtrack.rulesets.sr3.wounds.sustained import count_down_spells

INITIATIVE, TIE = "initiative", "initiative_tie"
FIXED, ROLLED = 0, 1
"""What decides first between equal scores: rolled ones come before fixed places."""


def initiative_rank(who: Fighter) -> tuple[tuple[int, ...], list[int]]:
    """Return the sort key of a combatant in the initiative order; the higher one acts first.
    Reaction breaks ties by house rule, then the roll-offs. Who has a fixed place comes after all
    who have rolled the same (ALL-TURN-02)."""
    score = who.initiative or 0
    if has_fixed_place(who):
        return ((score, FIXED), [])
    level = (
        (score, ROLLED, who.reaction)
        if who.house.initiative_tie == "reaction"
        else (score, ROLLED)
    )
    return (level, list(who.tiebreak))


def sort_by_initiative(fighters: Iterable[Fighter]) -> list[Fighter]:
    """Return everybody with an initiative score, the highest first."""
    return sorted(
        (who for who in fighters if who.initiative is not None),
        key=initiative_rank,
        reverse=True,
    )


def roll_scores(
    game: Game, rollers: list[Fighter], passes_over: int = 0
) -> None:
    """Roll initiative for these combatants and roll off ties, unless tied ones act at once by house
    rule. Those with a fixed place take it instead. `passes_over` passes come off the scores of
    latecomers."""
    rolling = [who for who in rollers if not has_fixed_place(who)]
    rolls = [(INITIATIVE, who.id) for who in rolling]
    ties = [(TIE, who.id) for who in game.everybody()] if rolling else []
    game.expect([*rolls, *ties])
    with game.draft.by("SR-009"):
        for who in rollers:
            who.tiebreak = []
    for who in rollers:
        if has_fixed_place(who):
            with game.draft.by("ALL-TURN-02"):
                who.initiative = take_fixed_place(game, who, PASS * passes_over)
        else:
            with game.draft.by("SR-007"):
                roll_score(game, who, passes_over)
    if game.house.initiative_tie == "simultaneous":
        return
    new = {who.id for who in rollers}
    break_ties(
        game,
        lambda some: find_tied(some, new),
        TIE,
        SIDES,
        Part("rolled", 0, "SR-009"),
    )


def roll_score(game: Game, who: Fighter, passes_over: int) -> None:
    """Roll one combatant's initiative, without the Rule of Six, and write the score."""
    answer = roll_added_dice(
        game, INITIATIVE, who.id, who.sheet.initiative_dice, SIDES
    )
    parts = [
        Part("rolled", answer.sum or 0, "SR-007"),
        Part("reaction", who.reaction, "SR-007"),
        Part("wounds", -who.wound_modifier, "SR-007, SR-141"),
        Part("passes", -PASS * passes_over, "SR-147, SR-R41"),
    ]
    kept = tuple(part for part in parts if part.value)
    who.initiative = total(kept)
    report_sum(game, INITIATIVE, who.id, answer, kept)


def find_tied(
    everybody: Iterable[Fighter], new: Collection[str]
) -> list[Fighter]:
    """Return those who have to roll off (again), because nothing tells them from another; of two
    those who have rolled less often. Old ties stand: at least one of two tied ones has to be in
    `new`. Those with a fixed place roll off with nobody."""
    scored = [
        who
        for who in everybody
        if who.initiative is not None and not has_fixed_place(who)
    ]
    ranked = [(who.id in new, *initiative_rank(who)) for who in scored]
    found = find_rivals(
        [
            RollOffPlace(level, tuple(tosses), fresh)
            for fresh, level, tosses in ranked
        ]
    )
    return [scored[number] for number in found]


MINUTE = 20
"""The combat turns of a minute."""
ANY_PASS = 0
"""The value of `held_in` if a file says no more than that somebody delays their phase."""


def begin_round(game: Game) -> None:
    """Begin a combat turn with its first pass; nobody has a score yet."""
    fight = game.fight
    with game.draft.by("SR-008"):
        fight.phase = "acting"
        fight.pass_ = 1
        fight.round = fight.round + 1
        fight.acting = None
        fight.interrupted = []
    game.report.tell("round", "head", round=fight.round)
    with game.draft.by("SR-007"):
        for who in game.everybody():
            reset_for_turn(game, who)
    pass_moment(game, "round-start")


def reset_for_turn(game: Game, who: Fighter) -> None:
    """Reset a combatant for a new combat turn: no score, a full combat pool, no running. Effects
    that the GM has timed are a turn older, and once a minute a subdual box fades."""
    if (
        who.subdual_boxes
        and game.fight.round > 1
        and game.fight.round % MINUTE == 1
    ):
        with game.draft.by(""):
            game.report.tell("fades", "note", who=who.name)
            mend(game, who, 1, "subdual", "SR-041, SR-R17")
    if who.timed:
        with game.draft.by("SR-008"):
            EFFECTS.count_down(game, who)
    count_down_spells(game, who)
    refill_pool(who)
    if who.running != "none":
        with game.draft.by("SR-119, SR-123"):
            who.reset("running")
    if who.dazzled:
        with game.draft.by("SRX-119"):
            who.dazzled = who.dazzled - 1
    who.lapse("turn")


def refill_pool(who: Fighter) -> None:
    """Fill combat pool, spell pool and foci again."""
    if who.pool_left != who.combat_pool:
        with who.draft.by("SR-010, SR-R06"):
            who.reset("pool_left")
    if who.spell_pool_left != who.spell_pool:
        with who.draft.by("SRX-006"):
            who.reset("spell_pool_left")
    if who.focus_left:
        with who.draft.by("SRX-051"):
            who.reset("focus_left")


def drop_held_phase(who: Fighter) -> None:
    """End a combatant's delayed phase without telling it."""
    with who.draft.by("SR-146"):
        who.delayed = False
        who.held_in = 0
        who.extra_phase = False


def begin_next_phase(game: Game) -> None:
    """Begin what comes next: the phase that was interrupted, else that of the first in line, else a
    new pass; without any score above 0 the combat turn ends."""
    with game.draft.by("SR-008"):
        game.fight.acting = None
        if resume_interrupted(game):
            return
        while True:
            waiting = first_in_line(game)
            if waiting is not None:
                begin_turn(game, waiting)
                return
            end_pass(game)
            if not any(has_phase_to_come(who) for who in game.everybody()):
                end_round(game)
                return
            start_pass(game)


def resume_interrupted(game: Game) -> bool:
    """Let the phase go on that was interrupted last, with the actions left in it, and return
    whether there was one. Phases of those who are out by now end."""
    fight = game.fight
    while fight.interrupted:
        *others, last = fight.interrupted
        who = game.fighter(last)
        with game.draft.by("SR-R40"):
            fight.interrupted = others
            if who.awake:
                fight.acting = last
                game.report.tell("phase.goes-on", "head", who=who.name)
                return True
        end_turn(game, who)
    return False


def has_phase_to_come(who: Fighter) -> bool:
    """Whether a combatant has a score above 0 and is up or subdued."""
    return who.initiative is not None and who.initiative > 0 and who.awake


def first_in_line(game: Scene) -> Fighter | None:
    """Return who acts next in this pass; None if everybody has acted or delays."""
    return next(waiting_in_line(game), None)


def waiting_in_line(game: Scene) -> Iterator[Fighter]:
    """Yield those who have neither acted nor delayed in this pass, in initiative order."""
    waiting = (
        who
        for who in game.everybody()
        if not who.acted and has_phase_to_come(who)
    )
    held = (ANY_PASS, game.fight.pass_)
    yield from sort_by_initiative(
        who for who in waiting if not (who.delayed and who.held_in in held)
    )


def phases_about_to_lapse(game: Scene) -> list[Fighter]:
    """Return everybody whose delayed phase is lost if the one who acts now is the last in line.
    Empty if somebody else still acts in this pass. Depends on the house rule `held_action`."""
    fight = game.fight
    if not fight.running or fight.interrupted:
        return []
    if any(who.id != fight.acting for who in waiting_in_line(game)):
        return []
    if game.house.held_action == "turn" and any(
        has_phase_to_come(who) and (who.initiative or 0) > PASS
        for who in game.everybody()
    ):
        return []
    return [who for who in game.everybody() if who.delayed and who.awake]


def begin_turn(game: Game, who: Fighter, *, held: bool = False) -> None:
    """Begin a combatant's phase with all its actions. `held`: the phase began when the combatant
    delayed it, so what happens at its start has happened already."""
    with game.draft.by("SR-008"):
        game.fight.acting = who.id
        with game.draft.by("SR-011"):
            who.lapse("phase")
        if game.house.focus_refresh == "phase" and who.focus_left:
            with game.draft.by("SRX-R20"):
                who.reset("focus_left")
        refresh_spell_defense(game, who)
        game.report.tell("phase", "head", who=who.name)
    if not held:
        pass_moment(game, "turn-start", who)


def refresh_spell_defense(game: Game, who: Fighter) -> None:
    """Give somebody's used dice of spell defense back at the start of their phase, by the house
    rule `spell_defense_refresh`."""
    aside: Any = who.spell_defense
    by_phase = game.house.spell_defense_refresh == "phase"
    if by_phase and aside and aside.get("used"):
        with game.draft.by("SRX-R05"):
            who.spell_defense = {**aside, "used": 0}


def end_turn(game: Game, who: Fighter) -> None:
    """End a combatant's phase. It has then acted in this pass, unless the phase was one delayed in
    an earlier pass (SR-R40)."""
    with game.draft.by("SR-R40" if who.extra_phase else "SR-008"):
        if who.extra_phase:
            who.extra_phase = False
        else:
            who.acted = True
    burn_at_phase_end(game, who)
    pass_moment(game, "turn-end", who)


def end_pass(game: Game) -> None:
    """End the pass: delayed phases lapse, unless the house rule keeps them through the turn, and
    all scores drop by 10."""
    burn_at_pass_end(game)
    for who in game.everybody():
        who.acted = False
        if game.house.held_action != "turn":
            lose_held_phase(game, who)
        if who.initiative is not None:
            who.initiative = who.initiative - PASS


def lose_held_phase(game: Game, who: Fighter) -> None:
    """End a combatant's delayed phase, if there is one, and tell it."""
    if who.delayed:
        drop_held_phase(who)
        with game.draft.by("SR-146"):
            game.report.tell("held.lost", "note", who=who.name)


def start_pass(game: Game) -> None:
    """Begin the next pass. By house rule it fills the combat pools."""
    fight = game.fight
    fight.pass_ = fight.pass_ + 1
    game.report.tell("pass", "head", number=fight.pass_)
    if game.house.pool_refresh == "pass":
        for who in game.everybody():
            refill_pool(who)


def end_round(game: Game) -> None:
    """End the combat turn, because nobody has a score above 0."""
    fight = game.fight
    fight.phase = "round-over"
    burn_at_turn_end(game)
    for who in game.everybody():
        lose_held_phase(game, who)
    told = "round-over.due" if due_items(game) else "round-over"
    game.report.tell(told, "head", round=fight.round)
    count_aid_turn(game)
    bleed(game)
    pass_moment(game, "round-end")


def finish_report(game: Game) -> Report:
    """Write the turn's document to the report of a command and return the report."""
    if game.narrated:
        game.report.body |= turn_document(game)
    return game.report


def turn_document(game: Scene) -> Data:
    """Return the combat turn for `board --json` and for the documents of its commands: `round`,
    `pass`, `phase`, `acting` and `order`, an entry for everybody."""
    fight = game.fight
    return {
        "round": fight.round,
        "pass": fight.pass_,
        "phase": fight.phase,
        "acting": fight.acting,
        "order": [
            who.order_entry(
                who.initiative,
                actions_left(game, who),
                acted=who.acted,
                delayed=who.delayed,
            )
            for who in [*sort_by_initiative(game.everybody()), *game.absent()]
        ],
    }


def actions_left(game: Scene, who: Fighter) -> Data | None:
    """Return the document's `ap`, the actions left in the combatant's phase: `free` and
    `simple`. None if it is not its phase."""
    if not game.on_turn(who):
        return None
    return {"free": who.free_left, "simple": who.simple_left}
