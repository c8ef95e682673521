"""`effect`: an effect on or off by the GM's word."""

from gmtrack.core.intents import Effect
from gmtrack.core.report import Report
from gmtrack.rulesets.kit.words import known
from gmtrack.rulesets.storyteller.sheet.game import WORDS, Game
from gmtrack.rulesets.storyteller.wounds import effects

MOST_ROUNDS = 999


def effect(game: Game, intent: Effect) -> Report:
    """An effect on or off by the GM's word."""
    game.takes_nothing()
    who = game.find(intent.who)
    name = known(intent.name, effects.EFFECTS, "effect", WORDS.unknown)
    row = effects.EFFECTS[name]
    game.expect([])
    if intent.location is not None:
        game.deny(WORDS.value, f"{name} has no --location")
    game.report.body["who"] = who.id
    if intent.end:
        if not row.holds(who):
            game.deny(WORDS.value, f"{who.id} is not {name}")
        effects.end(game, who, name)
        return game.report
    if row.put is None:
        game.deny(WORDS.value, f"{name} comes by play alone; effect {who.id} {name} --end ends it")
    check_rounds(game, intent.rounds)
    if row.holds(who):
        game.report.tell("effect.same", "note", who=who.name, effect=name)
    else:
        row.put(game, who)
    if intent.rounds:
        who.timed = {**who.timed, name: intent.rounds}
    return game.report


def check_rounds(game: Game, rounds: int | None) -> None:
    """Raises Refusal (`option`)."""
    if rounds is not None and not 1 <= rounds <= MOST_ROUNDS:
        game.deny(WORDS.value, f"--rounds {rounds}: must be 1 to {MOST_ROUNDS}")
