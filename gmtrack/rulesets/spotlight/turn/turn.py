"""Passing the spotlight around: `next`, `delay`, `intervene`, pass, share, forgo (8.1)."""

from gmtrack.core.intents import Delay, Intervene, Next
from gmtrack.core.report import Report
from gmtrack.rulesets.spotlight.sheet.game import Game
from gmtrack.rulesets.spotlight.sheet.live import Fighter
from gmtrack.rulesets.spotlight.turn.legality import (
    check_able,
    check_heard,
    check_started,
    no_words,
)
from gmtrack.rulesets.spotlight.turn.spotlight import (
    close_npcs,
    count_as_had,
    end_round,
    leave,
    leave_all,
    may_regain,
    open_npcs,
    receive,
    settle,
    turn_document,
    waiting,
)
from gmtrack.rulesets.spotlight.wounds.dying import give_up_save


def next_turn(game: Game, intent: Next) -> Report:
    """End the turn and move on; while a save runs, give it up (SP-SPOT-03, SP-R50)."""
    del intent
    no_words(game)
    game.expect([])
    if game.fight.save:
        give_up_save(game)
    else:
        check_heard(game)
        check_started(game)
        move_on(game)
    return finished(game)


def finished(game: Game) -> Report:
    settle(game)
    game.report.body |= turn_document(game)
    return game.report


def move_on(game: Game) -> None:
    """What `next` does in each stage."""
    stage = game.fight.stage
    if stage == "npc":
        close_npcs(game)
    elif stage == "open":
        close_or_finish(game)
    elif stage == "pc":
        fresh = waiting(game, pcs=True)
        if len(fresh) > 1 and game.house.choice("next_picks", "ask"):
            names = ", ".join(who.id for who in fresh)
            game.refuse("spotlight-order", f"say who is next: act WHO pass {names}")
        leave_all(game)
        give(game, fresh[0]) if fresh else open_npcs(game)


def give(game: Game, who: Fighter) -> None:
    """The spotlight goes to one."""
    game.fight.choosing = []
    receive(game, [who])
    game.report.tell("holds", "head", who=[who.name])


def close_or_finish(game: Game) -> None:
    """Stage `open`: a holder lays it down; with nobody holding it the rest is forgone."""
    if game.fight.spotlight:
        for holder in game.fight.spotlight:
            game.report.tell("lays-down", "note", who=game.name(holder))
        leave_all(game)
        return
    for who in game.everybody():
        if who.can_spend and who.counts:
            who.forgone = True
    end_round(game)


def delay(game: Game, intent: Delay) -> Report:
    """One holder leaves the spotlight and keeps the AP (SP-SPOT-03, SP-SPOT-12)."""
    no_words(game)
    game.expect([])
    who = game.find(intent.who)
    check_heard(game)
    check_started(game)
    check_holds(game, who)
    game.report.body["who"] = who.id
    step_back(game, who)
    return finished(game)


def check_holds(game: Game, who: Fighter) -> None:
    """Raises Refusal (`not-in-spotlight`)."""
    if not game.holds(who):
        holders = ", ".join(game.fight.spotlight) or "nobody"
        game.refuse("not-in-spotlight", f"{who.id} does not hold the spotlight ({holders})")


def step_back(game: Game, who: Fighter) -> None:
    """WHO alone leaves; the last holder ends the turn as `next` does."""
    game.report.tell("steps-back", "note", who=who.name, ap=who.ap)
    if game.fight.spotlight == [who.id] and game.fight.stage != "open":
        move_on(game)
    else:
        leave(game, who)


def intervene(game: Game, intent: Intervene) -> Report:
    """WHO regains the spotlight (SP-SPOT-08, SP-SPOT-11)."""
    no_words(game)
    game.expect([])
    who = game.find(intent.who)
    check_heard(game)
    check_started(game)
    check_able(game, who)
    game.report.body["who"] = who.id
    regain(game, who)
    return finished(game)


def regain(game: Game, who: Fighter) -> None:
    """Check and give it back. Raises Refusal (`spotlight-order`, `no-ap`)."""
    fight = game.fight
    first = who.id in fight.choosing
    if fight.stage != "open" and not first:
        game.refuse("spotlight-order", "nobody regains it before everybody has had it")
    if fight.spotlight:
        holders = ", ".join(fight.spotlight)
        game.refuse("spotlight-order", f"{holders} holds the spotlight: next lays it down")
    if not (who.is_pc or who.sheet.important):
        game.refuse("spotlight-order", f"{who.id} is no important NPC")
    if not who.can_spend:
        why = "has given up the rest of its AP" if who.forgone else "has no AP left"
        game.refuse("no-ap", f"{who.id} {why}")
    give(game, who)


def pass_on(game: Game, who: Fighter, other: Fighter) -> None:
    """`act WHO pass OTHER` (SP-SPOT-03 to SP-SPOT-06, SP-INIT-07, SP-R06)."""
    check_holds(game, who)
    if other is who:
        game.refuse("bad-target", f"{who.id} has it already: name somebody else")
    check_able(game, other)
    stage = game.fight.stage
    if stage == "pc":
        pass_to_pc(game, other)
    elif stage == "npc":
        close_npcs(game)
        hand_over(game, other)
    else:
        leave_all(game)
        hand_over(game, other)


def hand_over(game: Game, other: Fighter) -> None:
    """As `intervene`, unless it is OTHER's own first turn among NPCs who go one by one."""
    if not game.holds(other):
        regain(game, other)


def pass_to_pc(game: Game, other: Fighter) -> None:
    """Stage `pc`: to an able PC without a turn; to the NPCs when there is none left."""
    fresh = waiting(game, pcs=True)
    if not fresh and (not other.is_pc or nobody_waits(game, other)):
        leave_all(game)
        open_npcs(game, other)
        if game.fight.stage == "open":
            hand_over(game, other)
        return
    check_fresh(game, other, fresh)
    leave_all(game)
    give(game, other)


def nobody_waits(game: Game, other: Fighter) -> bool:
    """Everybody has had it, OTHER too, and there is no NPC to go before it may be regained."""
    return game.had(other) and not waiting(game, pcs=False)


def check_fresh(game: Game, other: Fighter, fresh: list[Fighter]) -> None:
    """SP-SPOT-05, SP-R06. Raises Refusal (`spotlight-order`)."""
    names = ", ".join(who.id for who in fresh) or "the NPCs"
    if not other.is_pc:
        game.refuse("spotlight-order", f"{other.id} comes after the PCs; first {names}")
    elif game.had(other):
        rule = game.house.text("pass_rule")
        if rule == "fresh_first":
            game.refuse("spotlight-order", f"{other.id} has had it; next is {names}")
        elif rule == "warn":
            game.report.tell("pass.warn", "note", who=other.name, names=names)


def share(game: Game, who: Fighter, others: list[Fighter]) -> None:
    """`act WHO share OTHER...` (SP-SPOT-09, SP-SPOT-10, SP-SPOT-12, SP-R10)."""
    check_holds(game, who)
    for other in others:
        if other is who:
            game.refuse("bad-target", f"{who.id} has it already: name somebody else")
        check_able(game, other)
        if not other.can_spend:
            game.refuse("spotlight-order", f"{other.id} has no AP to spend in a shared spotlight")
        receive(game, [other], own=False)
    game.report.tell("share", "head", who=who.name, others=[other.name for other in others])


def forgo(game: Game, who: Fighter) -> None:
    """`act WHO forgo` (SP-SPOT-13): nothing more in this round."""
    game.report.tell("forgo", "note", who=who.name, ap=who.ap)
    who.forgone = True
    count_as_had(game, who)
    if game.holds(who):
        step_back(game, who)


def may_get_it(game: Game) -> list[Fighter]:
    """Who may be given the spotlight next, for the board."""
    fight = game.fight
    if not fight.running:
        return []
    if fight.choosing:
        return [game.fighter(who) for who in fight.choosing]
    if fight.stage == "pc":
        return waiting(game, pcs=True) or waiting(game, pcs=False)
    return [who for who in game.everybody() if may_regain(who) and not game.holds(who)]
