"""Damage, and the effects that have a word."""

from collections.abc import Callable

from back_alley.game import Game
from back_alley.sheet import Fighter
from back_alley.tables import HEALTH, EffectWord
from gmtrack.core.encounter import Data
from gmtrack.dice.port import greater, lesser
from gmtrack.rulesets.kit.effects import Effect, Effects

FIELDS: dict[EffectWord, str] = {
    "prone": "prone",
    "stunned": "stunned",
    "in-cover": "in_cover",
    "dodging": "dodging",
}


def _flag(word: EffectWord, until: str, help: str) -> Effect[Game, Fighter]:
    """An effect that is a flag of the live state."""
    key = FIELDS[word]

    def end(game: Game, who: Fighter) -> None:
        setattr(who, key, False)

    def put(game: Game, who: Fighter) -> None:
        affect(game, who, word)

    holds: Callable[[Fighter], bool] = lambda who: bool(getattr(who, key))  # noqa: E731
    return Effect(help, "", until, holds, end, put)


def affect(game: Game, who: Fighter, word: EffectWord) -> None:
    """It comes over somebody, and is told."""
    if EFFECTS[word].holds(who):
        return
    setattr(who, FIELDS[word], True)
    game.report_effect(who, word, until=EFFECTS[word].until)
    game.report.tell(f"on.{word}", "bad" if word in HARM else "good", who=who.id)
    if word == "prone":
        passed(game, who, "in-cover")


def passed(game: Game, who: Fighter, word: EffectWord) -> None:
    """What it lasted for is over; by hand for so many rounds it stays."""
    if EFFECTS[word].holds(who) and word not in who.timed:
        EFFECTS.end(game, who, word)


HARM = ("prone", "stunned")
EFFECTS: Effects[EffectWord, Game, Fighter] = Effects(
    {
        "prone": _flag("prone", "stand-up", "on the ground"),
        "stunned": _flag("stunned", "the end of their turn", "seeing stars"),
        "in-cover": _flag("in-cover", "they hit somebody or fall", "-2 to be hit"),
        "dodging": _flag("dodging", "their next turn", "-2 to be hit"),
    }
)


def hurt(game: Game, who: Fighter, points: int) -> Data:
    """Health goes down, not below 0; at 0 somebody is down. The points may be random."""
    before, was_down = who.health, who.down
    who.health = greater(before - points, 0)
    game.report.tell("health", who=who.id, before=before, after=who.health)
    if who.down and not was_down:
        fall(game, who)
    return {"to": "health", "amount": points, "before": before, "after": who.health}


def fall(game: Game, who: Fighter) -> None:
    """Down: on the ground, and nothing that takes standing."""
    game.report_effect(who, "down")
    game.report.tell("down", "bad", who=who.id)
    affect(game, who, "prone")
    passed(game, who, "dodging")


def mend(game: Game, who: Fighter, points: int) -> Data:
    """Health comes back, as far as there is room."""
    before, was_down = who.health, who.down
    who.health = lesser(before + points, HEALTH)
    game.report.tell("health", "good", who=who.id, before=before, after=who.health)
    if was_down and not who.down:
        game.report.tell("comes-to", "good", who=who.id)
    return {"to": "health", "amount": points, "before": before, "after": who.health}
