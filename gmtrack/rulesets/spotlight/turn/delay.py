"""`delay`, `intervene`: a holder leaves the spotlight and keeps their AP, and takes it again
(SP-SPOT)."""

from gmtrack.core.intents import Delay, Intervene
from gmtrack.core.report import Report
from gmtrack.rulesets.spotlight.sheet.game import Game
from gmtrack.rulesets.spotlight.sheet.live import Fighter
from gmtrack.rulesets.spotlight.turn.legality import (
    check_able,
    check_not_interrupted,
    check_started,
)
from gmtrack.rulesets.spotlight.turn.spotlight import leave
from gmtrack.rulesets.spotlight.turn.turn import finished, give, move_on


def delay(game: Game, intent: Delay) -> Report:
    """One holder leaves the spotlight and keeps the AP."""
    game.takes_no_words()
    game.expect([])
    who = game.find(intent.who)
    check_not_interrupted(game)
    check_started(game)
    check_holds(game, who)
    game.report.body["who"] = who.id
    with game.draft.by("SP-SPOT-03, SP-SPOT-12"):
        step_back(game, who)
    return finished(game)


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
    game.takes_no_words()
    game.expect([])
    who = game.find(intent.who)
    check_not_interrupted(game)
    check_started(game)
    check_able(game, who)
    game.report.body["who"] = who.id
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
