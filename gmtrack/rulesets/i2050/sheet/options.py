"""What was typed beside the command: weapons and places by name, and options that have no use."""

from gmtrack.rulesets.i2050.sheet.game import WORDS, Game
from gmtrack.rulesets.i2050.sheet.live import Fighter
from gmtrack.rulesets.i2050.tables.locations import LOCATIONS, Location, place_word
from gmtrack.rulesets.kit.words import Told, known


def weapon_named(who: Fighter, word: str) -> str:
    """The id of a weapon as typed. Raises Refusal (`unknown`)."""
    return known(word, who.weapons, "weapon", WORDS.unknown)


def place_named(text: str) -> Location:
    """Raises Refusal (`unknown`)."""
    word = known(text, map(place_word, LOCATIONS), "place", WORDS.unknown)
    return next(place for place in LOCATIONS if place_word(place) == word)


def no_words(game: Game) -> None:
    """This command takes no `--with`, no `--without` and nothing else of an attack.
    Raises Refusal (`unknown`, `value`)."""
    options = game.options
    Told((*options.words, *options.without), {}, game.draft.encounter, WORDS)
    takes_none(game, "--mod", options.mods)
    takes_none(game, "--defense-mod", options.defense_mods)
    takes_none(game, "--defense", options.defense)
    takes_none(game, "--weapon", options.weapon)
    takes_none(game, "--called", options.called)


def takes_none(game: Game, option: str, value: object) -> None:
    """Raises Refusal (`value`) where an option without use here was typed."""
    if value:
        game.deny(WORDS.value, f"{option} has no use in {game.report.command}")
