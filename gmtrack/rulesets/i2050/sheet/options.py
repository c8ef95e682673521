"""What was typed beside the command: weapons and places by name; numbers of things in words."""

from gmtrack.rulesets.i2050.sheet.game import WORDS
from gmtrack.rulesets.i2050.sheet.live import Fighter
from gmtrack.rulesets.i2050.tables.locations import LOCATIONS, Location, place_word
from gmtrack.rulesets.kit.words import known


def weapon_named(who: Fighter, word: str) -> str:
    """The id of a weapon as typed. Raises Refusal (`unknown`)."""
    return known(word, who.weapons, "weapon", WORDS.unknown)


def place_named(text: str) -> Location:
    """Raises Refusal (`unknown`)."""
    word = known(text, map(place_word, LOCATIONS), "place", WORDS.unknown)
    return next(place for place in LOCATIONS if place_word(place) == word)


def counted(number: int, what: str) -> str:
    """`1 share`, `2 shares`."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
