"""`next`, `delay`, `intervene`: the spotlight moves on, is left and taken again (SP-SPOT)."""

from gmtrack.core.intents import Delay, Intervene, Next
from gmtrack.core.report import Report
from gmtrack.rulesets.spotlight.sheet.game import Game, Scene, ways
from gmtrack.rulesets.spotlight.sheet.state import Fighter
from gmtrack.rulesets.spotlight.turn.legality import (
    check_able,
    check_not_interrupted,
    check_started,
)
from gmtrack.rulesets.spotlight.turn.spotlight import (
    close_npcs,
    finished,
    leave,
    leave_all,
    may_regain,
    open_npcs,
    receive,
    round_end,
    waiting,
)
from gmtrack.rulesets.spotlight.wounds import give_up_save


def next_turn(game: Game, intent: Next) -> Report:
    """End the turn and move on; a save under way is given up."""
    del intent
    game.takes_no_words()
    game.expect([])
    if game.fight.save:
        give_up_save(game)
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
            game.refuse("spotlight-order", f"name who is next: {ways_to_give(game, fresh)}")
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
    """The spotlight goes to WHO alone."""
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
    return [who for who in game.everybody() if may_regain(who) and not game.holds(who)]


# --- left, and taken again ---


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
    """Raises Refusal (`not-in-spotlight`)."""
    if not game.holds(who):
        holders = ", ".join(game.fight.spotlight) or "nobody"
        game.refuse("not-in-spotlight", f"{who.id} does not hold the spotlight (held by {holders})")


def step_back(game: Game, who: Fighter) -> None:
    """WHO alone leaves; the last holder ends the turn as `next` does."""
    game.report.tell("steps-back", "note", who=who.name, ap=who.ap)
    if game.fight.spotlight == [who.id] and game.fight.stage != "open":
        move_on(game)
    else:
        leave(game, who)


def intervene(game: Game, intent: Intervene) -> Report:
    """WHO regains the spotlight."""
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
        message = "nobody can take the spotlight again before everybody has had it"
        game.refuse("spotlight-order", f"{message}: `next` moves it on")
    if fight.spotlight:
        holders = ", ".join(fight.spotlight)
        message = f"the spotlight is held by {holders}: `next` ends their turn"
        game.refuse("spotlight-order", message)
    if not (who.is_pc or who.sheet.important):
        message = f"{who.id} cannot take it again: only PCs and important NPCs can"
        game.refuse("spotlight-order", message)
    if not who.can_spend:
        why = "has given up the rest of this round's AP" if who.forgone else "has no AP left"
        game.refuse("no-ap", f"{who.id} {why}")
    give(game, who)
