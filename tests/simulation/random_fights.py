"""Small random fights of people of the stock, the same ones in every run."""

import random
from typing import Any

from gmtrack.rulesets import registry
from gmtrack.store.stock.check import sound_values
from gmtrack.store.stock.reading import COMBATANTS, stock_of

RULESETS = ("i2050", "spotlight", "sr3", "storyteller", "swan-song")
WINDOW = 6
"""How far apart in the stock, which goes from weak to strong, those of a fight are at most: where
one side is far stronger, no choice changes who wins."""
SIZES = (2, 3, 4)
METRES = (None, 4, 15, 40)
"""How far apart the sides stand; None: the fight says nothing of places."""
PLACED = ("i2050", "sr3")
"""The rulesets that know places."""

EVEN = (
    3, 7, 9, 16, 23, 24, 31, 38, 42, 43, 54, 56, 58, 60, 66, 68, 79,
    81, 90, 93, 97, 104, 105, 124, 135, 136, 139, 140, 141, 157, 165, 167, 170, 179,
    183, 185, 190, 192, 198, 212, 224, 230, 236, 239, 251, 257, 267, 283, 286, 297,
)  # fmt: skip
"""The numbers of fifty fights, ten of each ruleset, of which each side wins a quarter or more if
all fight plainly: where one side wins them all anyway, little can be seen of sense."""


def random_fight(number: int) -> dict[str, Any]:
    """Return the file of a fight as a map. The number decides all of it; five numbers in a row are
    of five rulesets."""
    chance = random.Random(f"fight {number}")
    ruleset = RULESETS[number % len(RULESETS)]
    stock = stock_of(ruleset)
    things = [*stock.things[COMBATANTS].values()]
    first = chance.randrange(len(things) - WINDOW + 1)
    metres = chance.choice(METRES) if ruleset in PLACED else None
    combatants: dict[str, Any] = {}
    live: dict[str, Any] = {}
    for side, x in (("pc", 0), ("foe", metres)):
        for place in range(chance.choice(SIZES)):
            thing = chance.choice(things[first : first + WINDOW])
            who = f"{side}-{place + 1}-{thing.name}"
            sheet = sound_values(thing, stock, registry.load(ruleset))
            combatants[who] = {**sheet, "side": side, "name": who}
            if metres:
                live[who] = {"position": [x, 3 * place]}
    return {
        "gmtrack": 1, "name": f"Random fight {number}", "ruleset": ruleset,
        "combatants": combatants, "fight": {"combatants": live} if live else {},
    }  # fmt: skip
