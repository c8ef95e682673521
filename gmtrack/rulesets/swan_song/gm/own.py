"""Own effects in Swan Song: what they can change, and the book's effects that they can bring."""

from gmtrack.core.intents import Effect
from gmtrack.core.names import squash
from gmtrack.rulesets.kit.own.in_force import WOUNDS, RollContext
from gmtrack.rulesets.kit.own.lasting import OwnEffectRules
from gmtrack.rulesets.swan_song.gm.damage import (
    DAMAGE_POOLS,
    HEAL_POOLS,
    KNOWN_TYPES,
)
from gmtrack.rulesets.swan_song.gm.effects import (
    UP_ALONE,
    VEHICLE_EFFECTS,
    end_flag,
    put_effect,
)
from gmtrack.rulesets.swan_song.sheet.fighter import Fighter
from gmtrack.rulesets.swan_song.sheet.game import Game
from gmtrack.rulesets.swan_song.sheet.sheet import BOOK_SKILLS
from gmtrack.rulesets.swan_song.tables import EFFECTS, LOCATIONS
from gmtrack.rulesets.swan_song.wounds.conditions import (
    gained_dice_keys,
    numbers_follow,
    remove_effects,
)

FLAG_FIELDS = {"buckled": "cannot_stand_rounds"}


class BookEffects:
    """The book's effects and flags, as own effects put them on and end them, by the words of
    `effect`."""

    def holds(self, who: Fighter, name: str) -> bool:
        """Whether the effect or flag is on `who`."""
        key = name.replace("-", "_")
        if EFFECTS[key].flag:
            return bool(getattr(who, FLAG_FIELDS.get(key, key)))
        return who.has_effect(key)

    def put(self, game: Game, who: Fighter, name: str) -> None:
        """Put the effect or flag on `who` if it fits; else do nothing.

        Vehicles and persons have different effects, and some flags need somebody who is up."""
        key = name.replace("-", "_")
        fits = key not in UP_ALONE or not who.standing.out
        if fits and who.sheet.vehicle == (key in VEHICLE_EFFECTS):
            put_effect(game, who, key, Effect(who.id, name))

    def end(self, game: Game, who: Fighter, name: str) -> None:
        """End the effect or flag, except what somebody's attack has brought about."""
        key = name.replace("-", "_")
        if EFFECTS[key].flag:
            end_flag(game, who, key)
            return
        for record in list(who.find_effects(key)):
            if record.source is None:
                remove_effects(game, who, (key,), record.location)


ATTACKED = ("kind", "weapon", "called", "against")
"""The facts that are known of rolls that follow an attack."""

PLACES = [
    f"{side}{row.key}"
    for row in LOCATIONS.values()
    for side in ("", *(("left-", "right-") if row.sided else ()))
]

OWN = OwnEffectRules(
    BookEffects(),
    [squash(key) for key in EFFECTS],
    follows=numbers_follow,
    gains=gained_dice_keys,
    numbers=("armor", WOUNDS),
    about={
        **dict.fromkeys(("attack", "defense"), RollContext._fields),
        **dict.fromkeys(
            ("soak", "stun", "fatigue", "nausea", "buckle", "knockdown"),
            ATTACKED,
        ),
        "barrier": ATTACKED,
        **dict.fromkeys(("test", "perception", "evade", "sprint"), ("skill",)),
        **dict.fromkeys(
            ("treat", "aid", "care", "repair"), ("skill", "against")
        ),
    },
    skills=BOOK_SKILLS,
    ticks={
        "damage": {
            "type": KNOWN_TYPES,
            "pool": DAMAGE_POOLS,
            "location": PLACES,
        },
        "heal": {"pool": HEAL_POOLS, "location": PLACES},
    },
    counted="round-end",
    full_rounds=lambda game: (
        game.fight.running and game.house.duration_counts == "full_rounds"
    ),
)
