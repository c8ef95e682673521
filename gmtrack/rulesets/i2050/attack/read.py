"""The words of one attack, as they were typed (8.2)."""

import re
from typing import NamedTuple

from gmtrack.core.intents import Attack
from gmtrack.core.values import value
from gmtrack.rulesets.i2050.attack.words import ATTACK_WORDS, SWITCHES
from gmtrack.rulesets.i2050.sheet.game import WORDS, Game
from gmtrack.rulesets.i2050.sheet.live import Fighter
from gmtrack.rulesets.i2050.sheet.options import place_named, weapon_named
from gmtrack.rulesets.i2050.tables.locations import Location
from gmtrack.rulesets.kit.words import Told, known, number, parse_mod, parse_word

SIDES = ("attacker", "defender", "both")
"""What `unarmed-combat` takes."""
FAR = 999


class Burst(NamedTuple):
    """`burst`: how many shots; None where no number was told."""

    shots: int | None = None


@value
class Typed:
    """What was typed, looked at by itself; None where nothing was."""

    game: Game
    attacker: Fighter
    targets: tuple[Fighter, ...]
    told: Told
    without: Told
    weapon: str | None
    place: Location | None
    aim: int | None
    shift: int | None
    burst: Burst | None
    split: tuple[int, ...] | None
    unarmed: str | None
    """Who uses Unarmed Combat if he wins."""

    @property
    def people(self) -> tuple[Fighter, ...]:
        return (self.attacker, *self.targets)


def read(game: Game, attacker: Fighter, intent: Attack) -> Typed:
    """Raises Refusal (`unknown`, `value`)."""
    encounter, options = game.draft.encounter, game.options
    told = Told(options.words, ATTACK_WORDS, encounter, WORDS)
    typed = Typed(
        game, attacker,
        targets=tuple(game.find(word) for word in intent.targets),
        told=told,
        without=Told(options.without, dict.fromkeys(SWITCHES), encounter, WORDS),
        weapon=None if options.weapon is None else weapon_named(attacker, options.weapon),
        place=None if options.called is None else place_named(options.called),
        aim=numbered(told, "aim"),
        shift=numbered(told, "shift"),
        burst=read_burst(told),
        split=read_split(game, told),
        unarmed=read_unarmed(told),
    )  # fmt: skip
    check_values(typed)
    check_ties(typed)
    return typed


def numbered(told: Told, name: str) -> int | None:
    """Raises Refusal (`value`)."""
    words = told.all(name)
    return number(words[-1].value, name, WORDS.value, -FAR, FAR) if words else None


def read_burst(told: Told) -> Burst | None:
    """Raises Refusal (`value`)."""
    words = told.all("burst")
    if not words:
        return None
    text = words[-1].value
    return Burst() if text is None else Burst(number(text, "burst", WORDS.value, 2, FAR))


def read_split(game: Game, told: Told) -> tuple[int, ...] | None:
    """Raises Refusal (`value`)."""
    words = told.all("split")
    if not words:
        return None
    text = words[-1].value or ""
    if not re.fullmatch(r"-?\d{1,3}(,-?\d{1,3})*", text.replace(" ", "")):
        game.deny(WORDS.value, f"split needs shares such as 6,6, not '{text}'")
    return tuple(map(int, text.split(",")))


def read_unarmed(told: Told) -> str | None:
    """Raises Refusal (`value`)."""
    words = told.all("unarmed-combat")
    if not words:
        return None
    return known(words[-1].value or SIDES[0], SIDES, "side", WORDS.value)


def check_values(typed: Typed) -> None:
    """A value after a word that takes none. Raises Refusal (`value`)."""
    for name, row in ATTACK_WORDS.items():
        if row.takes == "nothing" and any(word.value is not None for word in typed.told.all(name)):
            typed.game.deny(WORDS.value, f"{name} takes no value")


def check_ties(typed: Typed) -> None:
    """What is tied to somebody is about one who takes part. Raises Refusal (`unknown`)."""
    game, here = typed.game, {None, *(who.id for who in typed.people)}
    encounter, options = game.draft.encounter, game.options
    tied = [(word.name, word.who) for name in ATTACK_WORDS for word in typed.told.all(name)]
    tied += [(word.name, word.who) for name in SWITCHES for word in typed.without.all(name)]
    tied += [(text, parse_word(text, encounter, WORDS).who) for text in options.defense]
    mods = (*options.mods, *options.defense_mods)
    tied += [(text, parse_mod(text, encounter, WORDS).who) for text in mods]
    for what, who in tied:
        if who not in here:
            game.deny(WORDS.unknown, f"{what}: {who} has no part in this")
