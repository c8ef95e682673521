"""`roll-init` and `end`: a round starts, somebody joins late, the fight is over."""

from collections.abc import Iterable

from gmtrack.core.intents import End, RollInit
from gmtrack.core.report import Part, Report
from gmtrack.rulesets.kit.own.moments import fight_over, has_own, passed
from gmtrack.rulesets.kit.rolloff import unseen
from gmtrack.rulesets.spotlight.dice import TestSpec, roll
from gmtrack.rulesets.spotlight.sheet.game import Game
from gmtrack.rulesets.spotlight.sheet.state import Fighter
from gmtrack.rulesets.spotlight.turn.legality import check_not_interrupted
from gmtrack.rulesets.spotlight.turn.spotlight import (
    best,
    count_as_had,
    finished,
    open_npcs,
    receive,
    refresh_ap,
    turn_document,
)
from gmtrack.rulesets.spotlight.wounds import release, wake_at_the_end

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
    """A new round."""
    fight = game.fight
    if fight.running:
        left = [who.id for who in game.everybody() if who.counts and who.can_spend]
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
    """Everybody who rolls for this round."""
    with game.draft.by("SP-INIT-01"):
        for who in rollers:
            who.initiative_successes = roll_successes(game, who)


def rolls_initiative(game: Game, who: Fighter) -> bool:
    """The PCs, by house rule NPCs too (SP-R04), without those who are down (SP-R46)."""
    return who.counts and (who.is_pc or game.house.npc_initiative == "roll")


def enter_round(game: Game, who: Fighter, *, first: bool) -> None:
    """What a new round brings to one combatant."""
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
    return roll(game, TestSpec(name, who, pool, secret=secret)).successes if pool.value else 0


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
                who.tiebreak = roll_successes(game, who, "tiebreak", secret=secret)
        tied = best(tied)
        if len(tied) == 1:
            break
    return tied


def late(game: Game, comers: list[Fighter]) -> None:
    """They join a round in progress; the spotlight stays where it is."""
    fight = game.fight
    if not fight.running:
        kind = fight.phase
        game.deny(kind, "no round in progress: `roll-init` without names starts one")
    rollers = [who for who in comers if rolls_initiative(game, who)]
    game.expect([("initiative", who.id) for who in rollers])
    for who in comers:
        if not who.late:
            game.refuse("round-not-over", f"{who.id} is already in this round")
        if who.fate == "dead":
            game.refuse("down", f"{who.id} is dead and cannot join")
        enter_round(game, who, first=True)
        give_back(game, who)
        game.report.tell("late", "head", who=who.name)
    roll_all(game, rollers)
    if fight.stage == "npc":
        new = [who for who in comers if not who.is_pc and who.able and not game.had(who)]
        with game.draft.by("SP-INIT-07"):
            receive(game, new)


def give_back(game: Game, who: Fighter) -> None:
    """Who left in this round, and is back in it, has no more AP than they had then."""
    had = who.had_in(game.fight.round)
    with game.draft.by("SP-AP-05"):
        if had:
            who.ap = had["left"]
        if had.get("acted"):
            count_as_had(game, who)
            if has_own(game):
                who.own_turn = "over"


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
