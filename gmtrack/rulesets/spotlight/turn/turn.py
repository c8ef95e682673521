"""The commands `roll-init`, `next`, `delay`, `intervene`, `end`: rounds start and end, the
spotlight moves on, is left and taken again (SP-SPOT)."""

from collections.abc import Iterable

from gmtrack.core.intents import Delay, End, Intervene, Next, RollInit, Turn
from gmtrack.core.report import Part, Report
from gmtrack.rulesets.kit.own.moments import (
    end_own_with_fight,
    has_own,
    pass_moment,
)
from gmtrack.rulesets.kit.rolloff import has_to_be_secret
from gmtrack.rulesets.spotlight.dice import TestSpec, roll_test
from gmtrack.rulesets.spotlight.events import end_suppression
from gmtrack.rulesets.spotlight.sheet.game import Game, Scene, join_lines
from gmtrack.rulesets.spotlight.sheet.state import Fighter
from gmtrack.rulesets.spotlight.turn.legality import (
    check_able,
    check_not_interrupted,
    check_started,
    names_of_holders,
)
from gmtrack.rulesets.spotlight.turn.spotlight import (
    add_to_spotlight,
    best_initiative,
    can_regain,
    can_take_in_open_stage,
    close_npcs,
    count_as_had,
    end_round,
    finish_report,
    leave_spotlight,
    leave_spotlight_all,
    open_npcs,
    put_off_holders,
    refresh_ap,
    turn_document,
    waiting_fighters,
)
from gmtrack.rulesets.spotlight.wounds import fail_save, wake_at_the_end

MOST_TOSSES = 20
"""`initiative_full_tie: reroll` gives up on a tie that never breaks, and shares."""


def roll_init(game: Game, intent: RollInit) -> Report:
    """Carry out `roll-init`: start the fight or its next round; with names, let these join the
    round late. Raises Refusal: `round-not-over` while a round is in progress or for somebody who
    is in it, `death-spotlight` while one is due, `down` for the dead, `not-started` or
    `round-over` for latecomers without a round."""
    game.deny_words()
    check_not_interrupted(game)
    if intent.who:
        join_round(game, [game.find(word) for word in intent.who])
    else:
        start_round(game)
    return finish_report(game)


def start_round(game: Game) -> None:
    """Start a round and give its first spotlight. Refuses `round-not-over` while one is in
    progress; if forced, that round ends. Depends on the house rule `initiative_full_tie`."""
    fight = game.fight
    if fight.running:
        left = [
            who.id for who in game.everybody() if who.counts and who.can_spend
        ]
        who_has = f"; AP left: {', '.join(left)}" if left else ""
        message = f"round {fight.round} is not over: `next` moves on{who_has}"
        game.refuse("round-not-over", message)
        pass_moment(game, "round-end")
    rollers = [who for who in game.everybody() if rolls_initiative(game, who)]
    reroll = game.house.initiative_full_tie == "reroll"
    names = ("initiative", "tiebreak") if reroll else ("initiative",)
    game.expect([(name, who.id) for who in rollers for name in names])
    begin_round(game)
    roll_all(game, rollers)
    give_first_spotlight(
        game, [who for who in rollers if rolls_initiative(game, who)]
    )


def begin_round(game: Game) -> None:
    """Start a round in which nobody has rolled initiative or has the spotlight yet."""
    fight, first = game.fight, game.fight.round == 0
    with game.draft.by("SP-AP-01, SP-INIT-06"):
        fight.round = fight.round + 1
        fight.phase = "acting"
        fight.stage = "pc"
        fight.lapse("round")
        game.report.tell("round", "head", round=fight.round)
    for who in game.everybody():
        enter_round(game, who, first=first)
    pass_moment(game, "round-start")


def roll_all(game: Game, rollers: Iterable[Fighter]) -> None:
    """Roll initiative for each of these fighters."""
    with game.draft.by("SP-INIT-01"):
        for who in rollers:
            who.initiative_successes = roll_successes(game, who)


def rolls_initiative(game: Game, who: Fighter) -> bool:
    """Whether somebody rolls initiative: PCs, by house rule NPCs too (SP-R04), without those who
    are down (SP-R46)."""
    return who.counts and (who.is_pc or game.house.npc_initiative == "roll")


def enter_round(game: Game, who: Fighter, *, first: bool) -> None:
    """Reset what a combatant did in the last round and refresh the AP. `first`: of the fight, or
    of a latecomer. Depends on the house rule `ap_refresh`."""
    with game.draft.by("SP-AP-01"):
        who.lapse("round")
        if not first and who.moving_rounds is not None:
            left = who.moving_rounds - 1
            with game.draft.by("SP-R21"):
                who.moving_rounds = left or None
                who.moving = left > 0
        if who.fate == "dead":
            who.ap = 0
        elif first or game.house.ap_refresh == "round":
            refresh_ap(game, who)


def roll_successes(
    game: Game,
    who: Fighter,
    name: str = "initiative",
    *,
    secret: bool = False,
    rivals: tuple[str, ...] = (),
) -> int:
    """Roll somebody's Initiative under this name of a roll and return the successes; without
    dice nothing is rolled, and it is 0. `secret`: players do not see the roll; `rivals`: ids of
    those with whom the roller is tied."""
    pool = Part("initiative", who.sheet.initiative, "SP-INIT-01")
    spec = TestSpec(name, who, pool, secret=secret, rivals=rivals)
    return roll_test(game, spec).successes if pool.value else 0


def give_first_spotlight(game: Game, rollers: list[Fighter]) -> None:
    """Give the first spotlight of a round to the best initiative; ties are rolled off, left to
    the players or shared, by house rule."""
    if not rollers:
        open_npcs(game)
        return
    winners = best_initiative(rollers)
    if len(winners) > 1 and game.house.initiative_full_tie == "reroll":
        winners = break_tie(game, winners)
    names = [who.name for who in winners]
    if len(winners) == 1:
        with game.draft.by("SP-INIT-02, SP-SPOT-01"):
            add_to_spotlight(game, winners)
            game.report.tell("holds", "head", who=names)
    elif game.house.initiative_full_tie == "players_choose":
        with game.draft.by("SP-R05"):
            game.fight.choosing = [who.id for who in winners]
            game.report.tell("choose-first", "head", who=names)
    else:
        with game.draft.by("SP-INIT-05, SP-R05"):
            add_to_spotlight(game, winners)
            game.report.tell("hold", "head", who=names)


def break_tie(game: Game, tied: list[Fighter]) -> list[Fighter]:
    """Let the tied roll again until one of them is ahead; return the winners, still several only
    after MOST_TOSSES. A roll is secret if players would learn of somebody hidden by it."""
    for _ in range(MOST_TOSSES):
        secret = has_to_be_secret(game, tied)
        with game.draft.by("SP-R05"):
            for who in tied:
                rivals = [other.id for other in tied if other is not who]
                who.tiebreak = roll_successes(
                    game, who, "tiebreak", secret=secret, rivals=(*rivals,)
                )
        tied = best_initiative(tied)
        if len(tied) == 1:
            break
    return tied


def join_round(game: Game, comers: list[Fighter]) -> None:
    """Bring latecomers into the round in progress; the spotlight stays where it is. Raises
    Refusal (`round-not-over`, `down`, or the phase)."""
    fight = game.fight
    if not fight.running:
        kind = fight.phase
        game.deny(
            kind, "no round in progress: `roll-init` without names starts one"
        )
    rollers = [who for who in comers if rolls_initiative(game, who)]
    game.expect([("initiative", who.id) for who in rollers])
    for who in comers:
        if not who.late:
            game.refuse(
                "round-not-over", f"{who.name} is already in this round"
            )
        if who.fate == "dead":
            game.refuse("down", f"{who.name} is dead and cannot join")
        enter_round(game, who, first=True)
        # Who left in this round, and is back in it, has no more AP than they had then.
        had = who.had_in(game.fight.round)
        with game.draft.by("SP-AP-05"):
            if had:
                who.ap = had["left"]
            if had.get("acted"):
                count_as_had(game, who)
                if has_own(game):
                    who.own_turn = "over"
        with game.draft.by("SP-INIT-07"):
            who.joined_late = True
        game.report.tell("late", "head", who=who.name)
    roll_all(game, rollers)
    if fight.stage == "npc":
        new = [
            who
            for who in comers
            if not who.is_pc and who.able and not game.has_had_spotlight(who)
        ]
        with game.draft.by("SP-INIT-07"):
            add_to_spotlight(game, new)


def end_fight(game: Game, intent: End) -> Report:
    """Carry out `end`: the unconscious wake, nobody is pinned or moving any more. Raises Refusal
    (`death-spotlight`)."""
    del intent
    game.deny_words()
    check_not_interrupted(game)
    game.expect([])
    game.report.tell("end", "head")
    for who in game.whole_cast():
        wake_at_the_end(game, who)
    for who in game.whole_cast():
        end_suppression(game, who)
    with game.draft.by("SP-AP-06"):
        for who in game.whole_cast():
            who.lapse("round", "fight")
            end_own_with_fight(game, who)
        game.fight.lapse("round", "fight")
    game.report.body |= turn_document(game)
    return game.report


def next_turn(game: Game, intent: Next) -> Report:
    """Carry out `next`: end the turn and move the spotlight on; a save under way is given up,
    and fails. Raises Refusal: `death-spotlight` while a choice is due, `not-started` or
    `round-over` without a round, `spotlight-order` if the players have to name who is next."""
    del intent
    game.deny_words()
    game.expect([])
    if game.fight.save:
        # `next` during a dramatic save.
        patient = game.fighter(str(game.fight.save["for"]))
        game.report.tell("save.given-up", "note", who=patient.name)
        fail_save(game, patient)
    else:
        check_not_interrupted(game)
        check_started(game)
        with game.draft.by("SP-SPOT-03, SP-R50"):
            advance_spotlight(game)
    return finish_report(game)


def advance_spotlight(game: Game) -> None:
    """Move the spotlight on as `next` does in the present stage: to the next PC, to the NPCs, or
    to the end of the round. Refuses (`spotlight-order`) if by house rule the players name who is
    next."""
    stage = game.fight.stage
    if stage == "npc":
        close_npcs(game)
    elif stage == "open":
        close_or_finish(game)
    elif stage == "pc":
        fresh = waiting_fighters(game, pcs=True)
        if len(fresh) > 1 and game.house.next_picks == "ask":
            game.refuse(
                "spotlight-order",
                f"name who is next: {lines_to_give(game, fresh)}",
            )
        leave_spotlight_all(game)
        if fresh:
            with game.draft.by("SP-SPOT-05, SP-R50"):
                give_spotlight(game, fresh[0])
        else:
            open_npcs(game)


def lines_to_give(game: Game, fresh: list[Fighter]) -> str:
    """Render the lines that give the spotlight to one of these."""
    held = game.fight.spotlight
    line = f"act {held[0]} pass" if held else "intervene"
    return join_lines(f"{line} {who.id}" for who in fresh)


def give_spotlight(game: Game, who: Fighter) -> None:
    """Give the spotlight to one fighter; a choice of who begins is over."""
    with game.draft.by("SP-R05"):
        game.fight.choosing = []
    add_to_spotlight(game, [who])
    game.report.tell("holds", "head", who=[who.name])


def close_or_finish(game: Game) -> None:
    """End a turn of stage `open`: if somebody holds the spotlight, they only leave it; otherwise
    all who can still spend AP give them up, and the round ends. The caller checks the stage."""
    if game.fight.spotlight:
        for holder in game.fight.spotlight:
            game.report.tell("lays-down", "note", who=game.name(holder))
        leave_spotlight_all(game)
        return
    with game.draft.by("SP-SPOT-13"):
        for who in game.everybody():
            if who.can_spend and who.counts:
                who.forgone = True
    end_round(game)


def next_candidates(game: Scene) -> list[Fighter]:
    """Return those who may be given the spotlight next, for the board."""
    fight = game.fight
    if not fight.running:
        return []
    if fight.choosing:
        return [game.fighter(who) for who in fight.choosing]
    if fight.stage == "pc":
        return waiting_fighters(game, pcs=True) or waiting_fighters(
            game, pcs=False
        )
    return [
        who
        for who in game.everybody()
        if can_regain(game, who) and not game.has_spotlight(who)
    ]


def delay(game: Game, intent: Delay) -> Report:
    """Carry out `delay`: a holder leaves the spotlight and keeps the AP; the last holder ends
    the turn as `next` does. Raises Refusal: `not-in-spotlight` for somebody who does not hold
    it, `death-spotlight` while one is due, `not-started` or `round-over` without a round. If
    forced, still refuses those who have no spotlight to leave."""
    who = find_holder(game, intent.who)
    check_has_spotlight(game, who)
    check_can_leave(game, who)
    with game.draft.by("SP-SPOT-03, SP-SPOT-12"):
        leave_spotlight_alone(game, who)
    return finish_report(game)


def find_holder(game: Game, word: str) -> Fighter:
    """Return the combatant who leaves the spotlight or comes back to it, and write them into the
    report. Raises Refusal: `unknown-name` for words of `--with`, `death-spotlight` while one is
    due, `not-started` or `round-over` without a round."""
    game.deny_words()
    game.expect([])
    who = game.find(word)
    check_not_interrupted(game)
    check_started(game)
    game.report.body["who"] = who.id
    return who


def check_has_spotlight(game: Game, who: Fighter) -> None:
    """Refuse somebody who does not hold the spotlight. Raises Refusal (`not-in-spotlight`)."""
    if not game.has_spotlight(who):
        holders = names_of_holders(game) or "nobody"
        game.refuse(
            "not-in-spotlight",
            f"{who.name} does not hold the spotlight (held by {holders})",
        )


def check_can_leave(game: Game, who: Fighter) -> None:
    """Raise Refusal for somebody who has no spotlight to leave, also if the GM forces it: the phase
    without a round, `down` for those who are down and do not hold it."""
    if not game.fight.running:
        game.deny(game.fight.phase, "no round in progress: `next` starts one")
    if not (who.able or game.has_spotlight(who)):
        game.deny("down", f"{who.name} is {who.status} and cannot delay")


def leave_spotlight_alone(game: Game, who: Fighter) -> None:
    """Take somebody out of the spotlight; the last holder ends the turn as `next` does."""
    game.report.tell("steps-back", "note", who=who.name, ap=who.ap)
    if game.fight.spotlight == [who.id] and game.fight.stage != "open":
        advance_spotlight(game)
    else:
        leave_spotlight(game, who)


def intervene(game: Game, intent: Intervene) -> Report:
    """Carry out `intervene`: give somebody the spotlight again. Raises Refusal:
    `spotlight-order` while somebody holds it or before everybody had it, `no-ap` without AP,
    `down` for somebody who cannot act, `death-spotlight` while one is due, `not-started` or
    `round-over` without a round."""
    who = find_holder(game, intent.who)
    check_able(game, who)
    with game.draft.by("SP-SPOT-08, SP-SPOT-11"):
        retake_spotlight(game, who)
    return finish_report(game)


def give_turn(game: Game, intent: Turn) -> Report:
    """Carry out `turn`: give somebody the spotlight, whatever the order says. A holder who has
    spent nothing receives it again afterwards. Before all PCs had theirs, an NPC brings the turn
    of the NPCs. Raises Refusal: `spotlight-order` for somebody who holds it or has had it in this
    round and cannot take it again, `no-ap` without AP, `down` for somebody who cannot act,
    `death-spotlight` while one is due, `not-started` or `round-over` without a round."""
    fight = game.fight
    if not fight.running:
        line = "`next` starts one"
        game.deny(fight.phase, f"no round in progress: {line}")
    who = find_holder(game, intent.who)
    check_able(game, who)
    if game.has_spotlight(who):
        message = f"{who.name} holds the spotlight already"
        game.deny("spotlight-order", message)
    with game.draft.by("ALL-TURN-01"):
        if fight.stage == "open":
            leave_spotlight_all(game)
            retake_spotlight(game, who)
            return finish_report(game)
        check_spotlight_to_come(game, who)
        put_off_holders(game)
        if who.is_pc:
            give_spotlight(game, who)
        else:
            fight.choosing = []
            fight.npcs_early = bool(waiting_fighters(game, pcs=True))
            open_npcs(game, who)
    return finish_report(game)


def check_spotlight_to_come(game: Game, who: Fighter) -> None:
    """Refuse (`spotlight-order`) somebody who has had the spotlight in this round, or a PC during
    the turn of the NPCs. Raises Refusal (`round-over`) for latecomers who have not joined."""
    if who.late:
        line = f"`roll-init {who.id}` brings them in"
        game.deny("spotlight-order", f"{who.name} is not in this round: {line}")
    if game.has_had_spotlight(who):
        message = f"{who.name} has had the spotlight in this round"
        again = "they can take it again when everybody has had it"
        game.refuse("spotlight-order", f"{message}; {again}")
    elif game.fight.stage == "npc" and who.is_pc:
        message = "it is the turn of the NPCs: `next` ends it"
        game.refuse("spotlight-order", message)


def retake_spotlight(game: Game, who: Fighter) -> None:
    """Give somebody the spotlight again after checking that they may have it. Raises Refusal
    (`spotlight-order`, `no-ap`)."""
    fight = game.fight
    first = who.id in fight.choosing
    if fight.stage != "open" and not first:
        message = (
            "nobody can take the spotlight again before everybody has had it"
        )
        game.refuse("spotlight-order", f"{message}: `next` moves it on")
    if fight.spotlight:
        holders = names_of_holders(game)
        message = f"the spotlight is held by {holders}: `next` ends their turn"
        game.refuse("spotlight-order", message)
    if not can_take_in_open_stage(game, who):
        message = (
            f"{who.name} cannot take it again: only PCs and important NPCs can"
        )
        game.refuse("spotlight-order", message)
    if not who.can_spend:
        why = (
            "has given up the rest of this round's AP"
            if who.forgone
            else "has no AP left"
        )
        game.refuse("no-ap", f"{who.name} {why}")
    give_spotlight(game, who)
