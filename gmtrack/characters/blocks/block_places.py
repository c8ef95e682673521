"""The places of values in stat blocks of games with a d20 and armor class, by the program that
wrote them."""

from gmtrack.characters.places import (
    ForeignSystem,
    PlaceTable,
    VersionedPlace,
)

ABILITIES = {
    "str": "strength",
    "dex": "dexterity",
    "con": "constitution",
    "int": "intelligence",
    "wis": "wisdom",
    "cha": "charisma",
}
"""The abilities, by the short names that they have here."""
WORDS = ("resistances", "immunities", "vulnerabilities")
"""Lists of types of damage."""
PARTS = ("trait", "reaction", "legendary action", "bonus action")
"""Things that somebody can do, and that are rules of their own."""
ASIDE = (
    "kind",
    "class",
    "level",
    "speed",
    "senses",
    "skills",
    "languages",
    "challenge",
    "condition immunities",
)
"""Values that no rule of a fight here asks for."""


def _anywhere(*paths: str) -> tuple[VersionedPlace, ...]:
    """Return places that count for every version, the one that is tried first last."""
    return tuple(VersionedPlace("", tuple(path.split("."))) for path in paths)


def _places_of_abilities() -> PlaceTable:
    """Return the places of the abilities and of their saves in stat blocks of any program."""
    found = {}
    for short, long in ABILITIES.items():
        found[short] = _anywhere(
            f"stats.{short}",
            f"stats.{long}",
            f"abilityScores.{long}",
            f"ability_scores.{long}",
            f"abilities.{short}",
            f"abilities.{long}",
            short,
            long,
        )
        found[f"{short}_save"] = _anywhere(
            f"saves.{long}", f"saves.{short}", f"{short}_save", f"{long}_save"
        )
    return found


STAT_BLOCK = ForeignSystem(
    "a stat block",
    "",
    {
        **_places_of_abilities(),
        "name": _anywhere("name"),
        "hit points": _anywhere(
            "max_hp", "maxHp", "maxHP", "hp", "hitPoints", "hit_points"
        ),
        "hit points left": _anywhere("current_hp", "currentHP", "currentHp"),
        "armor class": _anywhere("AC", "ac", "armorClass", "armor_class"),
        "initiative": _anywhere("initiativeModifier", "initiative_modifier"),
        "resistances": _anywhere(
            "resistances", "damageResistances", "damage_resistances"
        ),
        "immunities": _anywhere(
            "immunities", "damageImmunities", "damage_immunities"
        ),
        "vulnerabilities": _anywhere(
            "vulnerabilities", "damageVulnerabilities", "damage_vulnerabilities"
        ),
        "actions": _anywhere("actions"),
        "attacks": _anywhere("attacks"),
        "trait": _anywhere("traits", "specialAbilities", "special_abilities"),
        "reaction": _anywhere("reactions"),
        "legendary action": _anywhere("legendaryActions", "legendary_actions"),
        "bonus action": _anywhere("bonusActions", "bonus_actions"),
        "kind": _anywhere("type", "race"),
        "class": _anywhere("class", "cclass"),
        "level": _anywhere("level"),
        "speed": _anywhere("speed"),
        "senses": _anywhere("senses"),
        "skills": _anywhere("skills"),
        "languages": _anywhere("languages"),
        "challenge": _anywhere("cr", "challengeRating", "challenge_rating"),
        "condition immunities": _anywhere(
            "conditionImmunities", "condition_immunities"
        ),
    },
)
"""Stat blocks as lists of monsters and many trackers have them."""

DNDME = ForeignSystem(
    "dndme",
    "",
    {
        **STAT_BLOCK.table,
        **{short: _anywhere(short) for short in ABILITIES},
        "hit points": _anywhere("max_hp"),
        "hit points left": _anywhere("cur_hp"),
        "armor class": _anywhere("ac"),
        "initiative": _anywhere("initiative_mod"),
        "resistances": _anywhere("resist"),
        "immunities": _anywhere("immune"),
        "vulnerabilities": _anywhere("vulnerable"),
        "trait": _anywhere("features"),
        "challenge": _anywhere("cr"),
    },
)
"""The parties and monsters of dndme, in TOML."""

IMPROVED_INITIATIVE = ForeignSystem(
    "Improved Initiative",
    "3.11",
    {
        **{
            short: _anywhere(f"Abilities.{short.capitalize()}")
            for short in ABILITIES
        },
        # Encounters: the first versions called combatants creatures.
        "combatants": (
            VersionedPlace("", ("Creatures",)),
            VersionedPlace("1", ("Combatants",)),
        ),
        "stat block": (
            VersionedPlace("", ("Statblock",)),
            VersionedPlace("1", ("StatBlock",)),
        ),
        "alias": _anywhere("Alias"),
        "hit points left": _anywhere("CurrentHP"),
        "temporary hit points": _anywhere("TemporaryHP"),
        "hidden": _anywhere("Hidden"),
        "tags": _anywhere("Tags"),
        # Stat blocks.
        "name": _anywhere("Name"),
        "player": _anywhere("Player"),
        "hit points": _anywhere("HP.Value"),
        "armor class": _anywhere("AC.Value"),
        "beyond dexterity": _anywhere("InitiativeModifier"),
        "saves": _anywhere("Saves"),
        "resistances": _anywhere("DamageResistances"),
        "immunities": _anywhere("DamageImmunities"),
        "vulnerabilities": _anywhere("DamageVulnerabilities"),
        "actions": _anywhere("Actions"),
        "trait": _anywhere("Traits"),
        "reaction": _anywhere("Reactions"),
        "legendary action": _anywhere("LegendaryActions"),
        "bonus action": _anywhere("BonusActions"),
        "kind": _anywhere("Type"),
        "class": (),
        "level": (),
        "speed": _anywhere("Speed"),
        "senses": _anywhere("Senses"),
        "skills": _anywhere("Skills"),
        "languages": _anywhere("Languages"),
        "challenge": _anywhere("Challenge"),
        "condition immunities": _anywhere("ConditionImmunities"),
    },
)
"""Encounters, characters and stat blocks of Improved Initiative, as it exports them."""
