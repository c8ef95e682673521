"""The numbers of the game, and what has a name in it."""

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

SIDES = 6
NUMBER = 8
"""What two dice and everything else must reach."""
HEALTH = 10
MOST_NUMBER = 30
FISTS = "fists"
"""The weapon that everybody has."""

Kind = Literal["melee", "thrown"]
EffectWord = Literal["prone", "stunned", "in-cover", "dodging"]

TESTS: Final[Mapping[str, str]] = {
    "agility": "climbing, running, catching",
    "fists": "holding, breaking, showing off",
    "toughness": "drinking, bearing pain",
}


class Place(NamedTuple):
    """A place of the body that can be called: the price, and what a wound there does."""

    part: int
    effect: EffectWord
    help: str


PLACES: Final[Mapping[str, Place]] = {
    "head": Place(-3, "stunned", "-3; a wound stuns"),
    "legs": Place(-1, "prone", "-1; a wound knocks down"),
}


class Circumstance(NamedTuple):
    """What is added to an attack; `told`: only the GM knows whether it is so."""

    part: int
    help: str
    told: bool = False


CIRCUMSTANCES: Final[Mapping[str, Circumstance]] = {
    "attacker-prone": Circumstance(-2, "the attacker lies on the ground"),
    "attacker-stunned": Circumstance(-2, "the attacker is stunned (house rule `stun`)"),
    "prone": Circumstance(2, "the target lies on the ground; -2 for what is thrown"),
    "stunned": Circumstance(2, "the target is stunned"),
    "cover": Circumstance(-2, "the target has cover"),
    "dodge": Circumstance(-2, "the target dodges"),
    "dark": Circumstance(-1, "the scene is dark"),
    "behind": Circumstance(2, "from behind", told=True),
    "drunk": Circumstance(-1, "the attacker has had a few", told=True),
}
