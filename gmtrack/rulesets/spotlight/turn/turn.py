"""A round starts and is over (`roll-init`, `end`); the spotlight moves on, is left and taken again
(`next`, `delay`, `intervene`; SP-SPOT)."""

from collections.abc import Iterable

from gmtrack.core.intents import Delay, End, Intervene, Next, RollInit
from gmtrack.core.report import Part, Report
from gmtrack.rulesets.kit.own.moments import fight_over, has_own, passed
from gmtrack.rulesets.kit.rolloff import unseen
from gmtrack.rulesets.spotlight.dice import TestSpec, roll
from gmtrack.rulesets.spotlight.events import release
from gmtrack.rulesets.spotlight.sheet.game import Game, Scene, ways
from gmtrack.rulesets.spotlight.sheet.state import Fighter
from gmtrack.rulesets.spotlight.turn.legality import (
    check_able,
    check_not_interrupted,
    check_started,
)
from gmtrack.rulesets.spotlight.turn.spotlight import (
    best,
    close_npcs,
    count_as_had,
    finished,
    leave,
    leave_all,
    may_have_it_open,
    may_regain,
    open_npcs,
    receive,
    refresh_ap,
    round_end,
    turn_document,
    waiting,
)
from gmtrack.rulesets.spotlight.wounds import save_fails, wake_at_the_end

MOST_TOSSES = 20
"""`initiative_full_tie: reroll` gives up on a tie that never breaks, and shares."""


def roll_init(game: Game, intent: RollInit) -> Report:
    """Start the fight or its next round; with names, they join the round late."""
    game.takes_no_words()
    check_not_interrupted(game)
    if intent.who:
        late(game, [game.find(word) for word in intent.who])
    else:
        begin(game)
    return finished(game)


def begin(game: Game) -> None:
    fight = game.fight
    if fight.running:
        left = [
            who.id for who in game.everybody() if who.counts and who.can_spend
        ]
        who_has = f"; AP left: {', '.join(left)}" if left else ""
        message = f"round {fight.round} is not over: `next` moves on{who_has}"
        game.refuse("round-not-over", message)
        passed(game, "round-end")
    rollers = [who for who in game.everybody() if rolls_initiative(game, who)]
    reroll = game.house.initiative_full_tie == "reroll"
    names = ("initiative", "tiebreak") if reroll else ("initiative",)
    game.expect([(name, who.id) for who in rollers for name in names])
    round_start(game)
    roll_all(game, rollers)
    give_first(game, [who for who in rollers if rolls_initiative(game, who)])


def round_start(game: Game) -> None:
    """The round has begun; nobody has rolled or has the spotlight yet."""
    fight, first = game.fight, game.fight.round == 0
    with game.draft.by("SP-AP-01, SP-INIT-06"):
        fight.round = fight.round + 1
        fight.phase = "acting"
        fight.stage = "pc"
        fight.lapse("round")
        game.report.tell("round", "head", round=fight.round)
    for who in game.everybody():
        enter_round(game, who, first=first)
    passed(game, "round-start")


def roll_all(game: Game, rollers: Iterable[Fighter]) -> None:
    with game.draft.by("SP-INIT-01"):
        for who in rollers:
            who.initiative_successes = roll_successes(game, who)


def rolls_initiative(game: Game, who: Fighter) -> bool:
    """The PCs, by house rule NPCs too (SP-R04), without those who are down (SP-R46)."""
    return who.counts and (who.is_pc or game.house.npc_initiative == "roll")


def enter_round(game: Game, who: Fighter, *, first: bool) -> None:
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
    game: Game, who: Fighter, name: str = "initiative", *, secret: bool = False
) -> int:
    """The Initiative score in dice; with none, no roll and no success."""
    pool = Part("initiative", who.sheet.initiative, "SP-INIT-01")
    return (
        roll(game, TestSpec(name, who, pool, secret=secret)).successes
        if pool.value
        else 0
    )


def give_first(game: Game, rollers: list[Fighter]) -> None:
    """To the best one, or to all who are tied."""
    if not rollers:
        open_npcs(game)
        return
    winners = best(rollers)
    if len(winners) > 1 and game.house.initiative_full_tie == "reroll":
        winners = toss(game, winners)
    names = [who.name for who in winners]
    if len(winners) == 1:
        with game.draft.by("SP-INIT-02, SP-SPOT-01"):
            receive(game, winners)
            game.report.tell("holds", "head", who=names)
    elif game.house.initiative_full_tie == "players_choose":
        with game.draft.by("SP-R05"):
            game.fight.choosing = [who.id for who in winners]
            game.report.tell("choose-first", "head", who=names)
    else:
        with game.draft.by("SP-INIT-05, SP-R05"):
            receive(game, winners)
            game.report.tell("hold", "head", who=names)


def toss(game: Game, tied: list[Fighter]) -> list[Fighter]:
    """The tied roll again until one of them is ahead."""
    for _ in range(MOST_TOSSES):
        secret = unseen(game, tied)
        with game.draft.by("SP-R05"):
            for who in tied:
                who.tiebreak = roll_successes(
                    game, who, "tiebreak", secret=secret
                )
        tied = best(tied)
        if len(tied) == 1:
            break
    return tied


def late(game: Game, comers: list[Fighter]) -> None:
    """They join a round in progress; the spotlight stays where it is."""
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
            game.refuse("round-not-over", f"{who.id} is already in this round")
        if who.fate == "dead":
            game.refuse("down", f"{who.id} is dead and cannot join")
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
            if not who.is_pc and who.able and not game.had(who)
        ]
        with game.draft.by("SP-INIT-07"):
            receive(game, new)


def end_fight(game: Game, intent: End) -> Report:
    """The unconscious wake; nobody is pinned or moving any more."""
    del intent
    game.takes_no_words()
    check_not_interrupted(game)
    game.expect([])
    game.report.tell("end", "head")
    for who in game.whole_cast():
        wake_at_the_end(game, who)
    for who in game.whole_cast():
        release(game, who)
    with game.draft.by("SP-AP-06"):
        for who in game.whole_cast():
            who.lapse("round", "fight")
            fight_over(game, who)
        game.fight.lapse("round", "fight")
    game.report.body |= turn_document(game)
    return game.report


def next_turn(game: Game, intent: Next) -> Report:
    """End the turn and move on; a save under way is given up."""
    del intent
    game.takes_no_words()
    game.expect([])
    if game.fight.save:
        # `next` during a dramatic save.
        patient = game.fighter(str(game.fight.save["for"]))
        game.report.tell("save.given-up", "note", who=patient.name)
        save_fails(game, patient)
    else:
        check_not_interrupted(game)
        check_started(game)
        with game.draft.by("SP-SPOT-03, SP-R50"):
            move_on(game)
    return finished(game)


def move_on(game: Game) -> None:
    """What `next` does in each stage."""
    stage = game.fight.stage
    if stage == "npc":
        close_npcs(game)
    elif stage == "open":
        close_or_finish(game)
    elif stage == "pc":
        fresh = waiting(game, pcs=True)
        if len(fresh) > 1 and game.house.next_picks == "ask":
            game.refuse(
                "spotlight-order",
                f"name who is next: {ways_to_give(game, fresh)}",
            )
        leave_all(game)
        if fresh:
            with game.draft.by("SP-SPOT-05, SP-R50"):
                give(game, fresh[0])
        else:
            open_npcs(game)


def ways_to_give(game: Game, fresh: list[Fighter]) -> str:
    """The lines that give the spotlight to one of them."""
    held = game.fight.spotlight
    line = f"act {held[0]} pass" if held else "intervene"
    return ways(f"{line} {who.id}" for who in fresh)


def give(game: Game, who: Fighter) -> None:
    with game.draft.by("SP-R05"):
        game.fight.choosing = []
    receive(game, [who])
    game.report.tell("holds", "head", who=[who.name])


def close_or_finish(game: Game) -> None:
    """Stage `open`: the holders leave it; if nobody holds it, all AP left are given up."""
    if game.fight.spotlight:
        for holder in game.fight.spotlight:
            game.report.tell("lays-down", "note", who=game.name(holder))
        leave_all(game)
        return
    with game.draft.by("SP-SPOT-13"):
        for who in game.everybody():
            if who.can_spend and who.counts:
                who.forgone = True
    round_end(game)


def may_get_it(game: Scene) -> list[Fighter]:
    """Who may be given the spotlight next, for the board."""
    fight = game.fight
    if not fight.running:
        return []
    if fight.choosing:
        return [game.fighter(who) for who in fight.choosing]
    if fight.stage == "pc":
        return waiting(game, pcs=True) or waiting(game, pcs=False)
    return [
        who
        for who in game.everybody()
        if may_regain(game, who) and not game.holds(who)
    ]


def delay(game: Game, intent: Delay) -> Report:
    """One holder leaves the spotlight and keeps the AP."""
    who = named(game, intent.who)
    check_holds(game, who)
    with game.draft.by("SP-SPOT-03, SP-SPOT-12"):
        step_back(game, who)
    return finished(game)


def named(game: Game, word: str) -> Fighter:
    """Who leaves it or comes back to it: on a bare line, while nothing is interrupted."""
    game.takes_no_words()
    game.expect([])
    who = game.find(word)
    check_not_interrupted(game)
    check_started(game)
    game.report.body["who"] = who.id
    return who


def check_holds(game: Game, who: Fighter) -> None:
    if not game.holds(who):
        holders = ", ".join(game.fight.spotlight) or "nobody"
        game.refuse(
            "not-in-spotlight",
            f"{who.id} does not hold the spotlight (held by {holders})",
        )


def step_back(game: Game, who: Fighter) -> None:
    """WHO alone leaves; the last holder ends the turn as `next` does."""
    game.report.tell("steps-back", "note", who=who.name, ap=who.ap)
    if game.fight.spotlight == [who.id] and game.fight.stage != "open":
        move_on(game)
    else:
        leave(game, who)


def intervene(game: Game, intent: Intervene) -> Report:
    who = named(game, intent.who)
    check_able(game, who)
    with game.draft.by("SP-SPOT-08, SP-SPOT-11"):
        regain(game, who)
    return finished(game)


def regain(game: Game, who: Fighter) -> None:
    """Check and give it back. Raises Refusal (`spotlight-order`, `no-ap`)."""
    fight = game.fight
    first = who.id in fight.choosing
    if fight.stage != "open" and not first:
        message = (
            "nobody can take the spotlight again before everybody has had it"
        )
        game.refuse("spotlight-order", f"{message}: `next` moves it on")
    if fight.spotlight:
        holders = ", ".join(fight.spotlight)
        message = f"the spotlight is held by {holders}: `next` ends their turn"
        game.refuse("spotlight-order", message)
    if not may_have_it_open(game, who):
        message = (
            f"{who.id} cannot take it again: only PCs and important NPCs can"
        )
        game.refuse("spotlight-order", message)
    if not who.can_spend:
        why = (
            "has given up the rest of this round's AP"
            if who.forgone
            else "has no AP left"
        )
        game.refuse("no-ap", f"{who.id} {why}")
    give(game, who)
