"""Which weapon is meant, and whether it is at hand (8.2 `--weapon`, SR-R42)."""

from gmtrack.core.names import squash, suggestion
from gmtrack.rulesets.sr3.game import Game
from gmtrack.rulesets.sr3.live import Fighter


def weapon_named(game: Game, who: Fighter, word: str) -> str:
    """The id of a weapon of his. Raises Refusal (`weapon`)."""
    name = squash(word)
    if name not in who.weapons:
        game.deny("weapon", f"{who.id} has no weapon '{word}'{suggestion(word, who.weapons)}")
    return name


def weapon_in_hand(game: Game, who: Fighter, word: str) -> str:
    """The same, in hand while a combat turn runs. Raises Refusal (`weapon`)."""
    name = weapon_named(game, who, word)
    if game.fight.running and name not in who.hands:
        game.refuse("weapon", f"{name} is not in hand: act {who.id} ready {name}")
    return name
