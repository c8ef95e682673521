"""The commands `roll-init`, `next`, `delay`, `intervene` and `end` (SS-INIT, SS-DELAY)."""

from gmtrack.core.intents import Delay, End, Intervene, Next, RollInit, Turn
from gmtrack.core.names import listed
from gmtrack.core.report import Part, Report
from gmtrack.dice.port import Key
from gmtrack.rulesets.kit.own.lasting import end_with_fight
from gmtrack.rulesets.kit.own.moments import pass_moment
from gmtrack.rulesets.kit.rolloff import take_fixed_place
from gmtrack.rulesets.kit.seated import has_fixed_place
from gmtrack.rulesets.kit.words import WordArgs, match_choice
from gmtrack.rulesets.swan_song.dice import (
    FIGHT,
    ROLLS,
    Karma,
    pay_karma,
    roll_sum,
)
from gmtrack.rulesets.swan_song.sheet.fighter import Fighter
from gmtrack.rulesets.swan_song.sheet.game import (
    WORDS,
    Game,
    grant_ap,
    has_phase_left,
    is_barred_at_zero,
    is_below,
)
from gmtrack.rulesets.swan_song.turn.costs import ROUND_OVER, check_status
from gmtrack.rulesets.swan_song.turn.phases import (
    close_phase,
    find_put_off,
    open_delayed,
    open_next_phase,
    open_normal,
    put_off_phase,
    restart_order,
    resume_phase,
    toss_all_coins,
)
from gmtrack.rulesets.swan_song.turn.rounds import (
    PASS_COST,
    blast_line,
    end_round,
    find_rollers,
    find_unrolled,
    has_nothing_happened,
    item_time_of,
    start_pass,
    timed_items,
)
from gmtrack.rulesets.swan_song.wounds.conditions import (
    coin_keys,
    own_effect_keys,
    remove_effects,
)
from gmtrack.rulesets.swan_song.wounds.damage import fight_for_life_as_planned
from gmtrack.rulesets.swan_song.wounds.events import end_states, leave_melee

KARMA_DICE = 5
"""The initiative dice that Karma buys in all (SS-INIT-08)."""


def roll_init(game: Game, intent: RollInit) -> Report:
    """Carry out `roll-init`: begin the next round, or bring named latecomers into the round in
    progress. As long as nothing has been done in it, all who have not rolled come in without names.

    Refuses `turn` without names while a round is in progress, `due` while something is to go
    off."""
    WordArgs(game.options.words, {}, game.draft.encounter, WORDS)
    named = [game.find(word) for word in intent.who]
    karma = Karma(game, ("initiative",)).spenders["initiative"]
    forced = game.options.force
    if game.fight.running and not named and has_nothing_happened(game):
        named = [] if forced else find_unrolled(game)
    if game.fight.running and named:
        return bring_in_late(game, named, karma)
    if game.fight.running:
        game.refuse("turn", "the round is still in progress: `next` goes on")
        close_round(game)
    check_due(game)
    rollers = named or find_rollers(game)
    for who in named:
        check_roller(game, who)
    start_round(game, rollers, karma)
    warn_of_unrolled(game)
    return game.report


def warn_of_unrolled(game: Game) -> None:
    """Add a warning of all who have rolled no initiative, with the line that brings them in as
    long as nothing has been done in the round; no warning if everybody has rolled."""
    if left := find_unrolled(game):
        names = listed(who.name for who in left)
        game.report.warnings += (
            f"{names} rolled no initiative: `roll-init` brings them in",
        )


def check_roller(game: Game, who: Fighter) -> None:
    """Raise Refusal `status` for a vehicle and for somebody who is not up: they roll no
    initiative."""
    if who.sheet.vehicle:
        game.deny("status", f"{who.name} is a vehicle and rolls no initiative")
    if who.status != "up":
        game.refuse(
            "status", f"{who.name} is {who.status} and rolls no initiative"
        )


def start_round(game: Game, rollers: list[Fighter], karma: set[str]) -> None:
    """Begin a round: roll initiative for these, start the first pass and open the first phase.

    Raises Refusal `karma` if somebody in `karma` rolls nothing or has too little."""
    game.expect(initiative_keys(rollers), own_effect_keys(game))
    check_spenders(game, rollers, karma)
    begin_round(game)
    for who in rollers:
        find_score(game, who, ROLLS["initiative"], spend=who.id in karma)
    start_pass(game)
    toss_all_coins(game)
    open_next_phase(game)


def initiative_keys(rollers: list[Fighter]) -> list[Key]:
    """Return the keys of the dice that these roll for initiative and in a tie. Who has a fixed
    place in the order rolls none."""
    return [
        (roll, who.id)
        for who in rollers
        if not has_fixed_place(who)
        for roll in ("initiative", "coin")
    ]


def check_spenders(game: Game, rollers: list[Fighter], karma: set[str]) -> None:
    """Raise Refusal `karma` if somebody in `karma` rolls no initiative."""
    rolling = {who.id for who in rollers if not has_fixed_place(who)}
    if idle := karma - rolling:
        game.deny(
            "karma",
            f"{min(idle)} rolls no initiative here and cannot spend Karma on it",
        )


def begin_round(game: Game) -> None:
    """Count the next round and forget the old Scores; nobody has rolled yet."""
    fight = game.fight
    with game.draft.by("SS-INIT-02, SS-INIT-17"):
        fight.round += 1
        fight.pass_ = 1
        fight.passes_done = 0
        fight.round_over = False
        fight.active = None
        game.report.tell("round", "head", round=fight.round)
        for who in game.everybody():
            who.lapse("next-round")
    pass_moment(game, "round-start")


def find_score(
    game: Game, who: Fighter, rules: str, *, spend: bool, deduction: int = 0
) -> None:
    """Write the Score of `who` for this round: the fixed place less `deduction`, else a roll as
    in `roll_score`. What surprise cost before is gone with it."""
    if not has_fixed_place(who):
        roll_score(game, who, rules, spend=spend, deduction=deduction)
        return
    with game.draft.by("ALL-TURN-02"):
        who.pending_score_mod = 0
        who.init_dice = []
        who.score = take_fixed_place(game, who, deduction)


def roll_score(
    game: Game, who: Fighter, rules: str, *, spend: bool, deduction: int = 0
) -> None:
    """Roll the Score of `who`: the initiative attribute plus the dice, less `deduction` and what
    surprise cost.

    `spend`: Karma buys more dice."""
    dice = initiative_dice(who)
    parts = (dice, buy_dice(game, who, dice)) if spend else (dice,)
    total = roll_sum(game, "initiative", who.id, parts, rules=rules)
    with game.draft.by(rules):
        who.init_dice = list(game.report.rolls[-1].dice)
    with game.draft.by("R-SUR-7"):
        # What surprise cost before there was a Score.
        pending, who.pending_score_mod = who.pending_score_mod, 0
    late = f" - {deduction} for passes already over" if deduction else ""
    surprise = f" - {-pending} from surprise" if pending else ""
    with game.draft.by(rules):
        who.score = who.initiative_attribute + total - deduction + pending
        game.report.tell(
            "initiative", who=who.name, score=who.score, attribute=who.initiative_attribute,
            dice=total, rest=late + surprise,
        )  # fmt: skip


def initiative_dice(who: Fighter) -> Part:
    """Return the part of the initiative dice, at most the cap of the house rules."""
    cap = who.house.init_dice_cap
    dice = who.sheet.initiative_dice
    return Part(
        "initiative-dice",
        dice if cap is None else min(cap, dice),
        "SS-INIT-06, R-INIT-3",
    )


def buy_dice(game: Game, who: Fighter, dice: Part) -> Part:
    """Pay Karma for as many initiative dice as are missing from five, and return their part.
    Raises Refusal `karma`. Depends on the house rule `init_karma_cost`."""
    rules = "SS-INIT-08, SS-KAR-01, R-INIT-4"
    with game.draft.by(rules):
        pay_karma(game, who, game.house.init_karma_cost, "initiative")
        who.init_karma = True
    return Part("karma", KARMA_DICE - dice.value, rules)


def bring_in_late(game: Game, named: list[Fighter], karma: set[str]) -> Report:
    """Roll the Scores of those who come into the round in progress, less 10 for each pass that
    is over. If nothing has been done in it yet, the highest Score of all has the first phase.

    Refuses `turn` for somebody who has rolled already. Who left in this pass comes back with the
    AP that they had. Depends on the house rule `late_entry_counts`."""
    in_time = has_nothing_happened(game)
    coins = coin_keys(game) if in_time else []
    game.expect([*initiative_keys(named), *coins])
    check_spenders(game, named, karma)
    for who in named:
        check_roller(game, who)
        if who.score is not None:
            game.refuse(
                "turn",
                f"{who.name} has already rolled for this round: Score {who.score}",
            )
    passes = game.fight.passes_done
    if game.house.late_entry_counts == "including_current":
        passes += 1
    rules = "SS-INIT-07, SS-INIT-23, R-INIT-5"
    for who in named:
        with game.draft.by(rules):
            who.acted = False
        find_score(
            game,
            who,
            rules,
            spend=who.id in karma,
            deduction=PASS_COST * passes,
        )
        grant_ap(game, who)
        with game.draft.by("SS-INIT-23, R-INIT-5"):
            # Who left in this pass, and is back in it, has no more than they had then.
            had = who.had_in(game.fight.round, game.fight.pass_)
            if had:
                who.acted, who.ap, who.ap_granted = (
                    had["acted"],
                    had["left"],
                    True,
                )
                who.free_used = had["free_used"]
    if in_time:
        restart_order(game)
        warn_of_unrolled(game)
    return game.report


def close_round(game: Game, *, final: bool = False) -> None:
    """End the open phase, the pass and the round; `final`: the fight ends with it."""
    close_phase(game)
    with game.draft.by("SS-INIT-17"):
        game.fight.passes_done = max(1, game.fight.passes_done)
    end_round(game, final=final)


def next_phase(game: Game, intent: Next) -> Report:
    """Carry out `next`: end the open phase and open the next one.

    Between rounds it is refused (`turn`); if forced, it starts a round. Refuses `due` while
    something is to go off."""
    if not game.fight.running:
        first = "no round in progress: `next` starts one"
        game.refuse("turn", first if game.fight.round == 0 else ROUND_OVER)
        start_round(game, find_rollers(game), set())
        return game.report
    check_due(game)
    karma = Karma(game, (FIGHT,))
    game.expect(coin_keys(game), own_effect_keys(game))
    close_phase(game)
    open_next_phase(game)
    fight_for_life_as_planned(game, karma)
    remind_of_delayed(game)
    return game.report


def remind_of_delayed(game: Game) -> None:
    """Tell who holds a delayed action besides the acting combatant. Tells nothing if nobody acts
    or nothing is narrated."""
    if game.fight.active is None or not game.narrated:
        return
    others = [who for who in game.everybody() if who.id != game.fight.active]
    holding = [who for who in others if who.delayed is not None]
    if holding:
        game.report.tell(
            "holding", "note", who=", ".join(who.name for who in holding)
        )


def check_due(game: Game) -> None:
    """Raise Refusal `due` if the count waits for an item that goes off now."""
    if game.fight.due:
        name = game.fight.due[0]
        game.deny("due", f"{name} goes off now: `{blast_line(game, name)}`")


def end_fight(game: Game, intent: End) -> Report:
    """Carry out `end`: end the fight, also one that has not begun. Shields come back, melees and
    stuns end, for those who are away too; tells what stays."""
    if game.fight.running:
        close_round(game, final=True)
    game.expect([], own_effect_keys(game))
    with game.draft.by("R-DMG-7"):
        game.fight.lapse("fight")
        for who in game.whole_cast():
            who.lapse("phase", "next-phase", "pass", "next-round", "fight")
            leave_melee(game, who)
            remove_effects(game, who, ("stunned",))
            if who.own_effects:
                end_with_fight(game, who)
            most = who.pool_max("shield")
            if who.shield < most:
                with game.draft.by("SS-DMG-09, R-DMG-7"):
                    back = {"before": who.shield, "after": most}
                    game.report.tell(
                        "shield-back", "good", who=who.name, **back
                    )
                    who.shield = most
    game.report.tell("end", "head")
    tell_what_stays(game)
    return game.report


def tell_what_stays(game: Game) -> None:
    """Tell whose counted effects, and which timed items, outlast the fight; items that wait for
    a radio are left out."""
    counting = [
        who.name
        for who in game.everybody()
        if who.status != "dead"
        and (
            any(one.rounds is not None for one in who.effects_on())
            or any("rounds" in one for one in who.own_effects)
        )
    ]
    if counting:
        game.report.tell("effects.stay", "note", who=counting)
    for name, item in timed_items(game).items():
        if item_time_of(game, item) is not None:
            line = blast_line(game, name)
            game.report.tell(
                "item.stays", "note", item=item.get("label") or name, line=line
            )


WHEN = ("before", "after", "together", "last")
WHEN_WORDS = {
    "when": "before or after the acting one, together with them, or last in the pass"
}


def delay(game: Game, intent: Delay) -> Report:
    """Carry out `delay`: hold the phase instead of acting in it.

    Refuses `turn` outside the own phase, `delay` if something was done in it or it is a delayed
    one already. If forced, still refuses those who have no phase to hold."""
    who = game.find(intent.who)
    game.expect(coin_keys(game), own_effect_keys(game))
    game.report.body["who"] = who.id
    check_status(game, who)
    if not game.fight.running or game.fight.active != who.id:
        game.refuse("turn", f"{who.name} can delay only in their own phase")
    if game.fight.touched:
        game.refuse(
            "delay",
            f"{who.name} has already acted in this phase and can no longer delay",
        )
    if game.fight.phase_kind != "normal":
        game.refuse("delay", f"{who.name} is already in a delayed phase")
    check_can_hold(game, who)
    with game.draft.by("SS-DELAY-01"):
        who.delayed = {
            "from_pass": game.fight.pass_,
            "ap": who.ap,
            "carried": False,
            "last": False,
        }
        if game.fight.active == who.id:
            game.fight.active = None
    game.report.tell("delay", "head", who=who.name)
    open_next_phase(game)
    return game.report


def check_can_hold(game: Game, who: Fighter) -> None:
    """Raise Refusal for somebody who has no phase to hold, also if the GM forces it: `status` for
    those who are down, `turn` without a round or a Score."""
    finishing = game.fight.together and game.fight.active == who.id
    if who.status != "up" and not finishing:
        game.deny("status", f"{who.name} is {who.status} and cannot delay")
    elif not game.fight.running:
        game.deny("turn", "no round in progress: `next` starts one")
    elif who.score is None:
        line = f"`roll-init {who.id}` brings them in"
        game.deny("turn", f"{who.name} has no Score: {line}")


def intervene(game: Game, intent: Intervene) -> Report:
    """Carry out `intervene`: take the held phase before, after or together with the open one, or
    last in the pass (`when=`, by default before).

    Raises Refusal: `value` for another `when`, `status` for somebody down, `delay` for somebody
    who holds no phase or cannot come now."""
    who = game.find(intent.who)
    told = WordArgs(game.options.words, WHEN_WORDS, game.draft.encounter, WORDS)
    when = match_choice(
        told.get_value("when", who.id) or "before", WHEN, "time", WORDS.value
    )
    game.expect(coin_keys(game), own_effect_keys(game))
    game.report.body["who"] = who.id
    check_status(game, who)
    if who.delayed is None:
        game.deny(
            "delay",
            f"{who.name} is not delaying: `delay {who.id}` in their own phase first",
        )
    if who.delayed["carried"] and is_barred_at_zero(who):
        rule = "house rule `delay_at_zero: forbid`"
        game.refuse(
            "delay", f"{who.name} has Score {who.score} and cannot act ({rule})"
        )
    if when == "last":
        if who.delayed["carried"]:
            game.refuse(
                "delay",
                f"{who.name} can only act before their own phase now, not last",
            )
        with game.draft.by("SS-DELAY-07, SS-DELAY-08"):
            who.delayed = {**who.delayed, "last": True}
        game.report.tell("delay.last", "head", who=who.name)
        if (
            game.fight.active is None
            and game.fight.running
            and not game.fight.due
        ):
            open_next_phase(game)
    elif game.fight.active is None:
        open_delayed(game, who)
    else:
        take_held_phase(game, who, when)
    return game.report


def give_turn(game: Game, intent: Turn) -> Report:
    """Carry out `turn`: make it the phase of somebody who has one to come in this pass, whatever
    the Scores say. The open phase goes on afterwards if something of it is left.

    Raises Refusal: `turn` without a round, for somebody who acts already or has no phase to come
    in this pass, `status` for somebody down, `due` while something is to go off."""
    who = game.find(intent.who)
    WordArgs(game.options.words, {}, game.draft.encounter, WORDS)
    game.expect(coin_keys(game), own_effect_keys(game))
    game.report.body["who"] = who.id
    if not game.fight.running:
        game.deny("turn", "no round in progress: `next` starts one")
    check_due(game)
    check_status(game, who)
    check_phase_left(game, who)
    put_off = find_put_off(game.fight.queue, who)
    with game.draft.by("ALL-TURN-01"):
        game.fight.queue = [
            entry for entry in game.fight.queue if entry["who"] != who.id
        ]
    put_off_phase(game)
    if put_off is not None:
        resume_phase(game, who, put_off)
    elif who.delayed is not None:
        open_delayed(game, who)
    else:
        open_normal(game, who)
    return game.report


def check_phase_left(game: Game, who: Fighter) -> None:
    """Refuse (`turn`) a phase to somebody who acts already or has none to come in this pass; one
    that is delayed is still to come. Depends on the house rule `delay_at_zero`."""
    if game.fight.active == who.id:
        game.deny("turn", f"it is {who.name}'s phase already")
    elif who.score is None:
        line = f"`roll-init {who.id}` brings them in"
        game.refuse("turn", f"{who.name} has no Score: {line}")
    elif who.delayed is not None:
        if who.delayed["carried"] and is_barred_at_zero(who):
            rule = "house rule `delay_at_zero: forbid`"
            game.refuse(
                "turn", f"{who.name} has Score {who.score}, cannot act ({rule})"
            )
    elif who.acted:
        game.refuse("turn", f"{who.name} has had their phase in this pass")
    elif not has_phase_left(game, who):
        why = f"has Score {who.score} and no phase in this pass"
        game.refuse("turn", f"{who.name} {why}")
    elif who.skip_phases > 0:
        game.refuse("turn", f"{who.name} loses the phase of this pass")


def take_held_phase(game: Game, who: Fighter, when: str) -> None:
    """Take the held phase of `who` before, after or together with the open one.

    Refuses `delay` if the count is not below the Score yet, or for `before` if the acting one
    has begun to act."""
    actor = game.fighter(str(game.fight.active))
    carried = bool(who.delayed and who.delayed["carried"])
    if not carried and not is_below(actor, who):
        count = f"{actor.name} acts at {actor.score}"
        game.refuse(
            "delay",
            f"{count}, and {who.name} can come in only below {who.score}",
        )
    if when != "before":
        entry = {
            "who": who.id,
            "together": when == "together",
            "after": actor.id,
        }
        with game.draft.by("SS-DELAY-02, R-DEL-6, R-DEL-10"):
            game.fight.queue = [
                *(e for e in game.fight.queue if e["who"] != who.id),
                entry,
            ]
        game.report.tell(
            f"delay.{when}", "head", who=who.name, other=actor.name
        )
        return
    if game.fight.touched:
        game.refuse(
            "delay",
            f"{actor.name} has begun to act: `intervene {who.id} --with when=after`",
        )
    with game.draft.by("R-DEL-10"):
        undo_phase_start(game, actor)
    game.report.tell("delay.before", "head", who=who.name, other=actor.name)
    open_delayed(game, who)


def undo_phase_start(game: Game, actor: Fighter) -> None:
    """Undo the start of the open phase, which opens again after the one that comes in before it."""
    frozen, actor.frozen = actor.frozen or {}, None
    for name, value in frozen.get("before", {}).items():
        setattr(actor, name, value)
    for event, happened in (
        ("out", actor.status != "up"),
        ("prone", actor.prone),
    ):
        # What has happened since does not leave what the phase had ended.
        if happened:
            end_states(game, actor, event)
    if game.fight.phase_kind == "normal":
        game.fight.reopen = actor.id
    else:
        entry = {"who": actor.id, "together": False, "back": True}
        game.fight.queue = [*game.fight.queue, entry]
