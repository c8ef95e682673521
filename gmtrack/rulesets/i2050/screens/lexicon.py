"""The words of an i2050 fight, for completion."""

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.lexicon import Entries, Entry, Lexicon, entries, plain
from gmtrack.rulesets.i2050.actions.actions import ACTIONS
from gmtrack.rulesets.i2050.actions.tests import traits
from gmtrack.rulesets.i2050.attack.words import ATTACK_WORDS, DEFENSES, SWITCHES
from gmtrack.rulesets.i2050.sheet.game import Scene
from gmtrack.rulesets.i2050.sheet.live import Fighter
from gmtrack.rulesets.i2050.tables.locations import LOCATIONS, place_word
from gmtrack.rulesets.i2050.wounds.effects import EFFECTS


def lexicon(encounter: Encounter) -> Lexicon:
    """All words that fit this fight."""
    scene = Scene(Draft(encounter))
    acts = {word: "" for row in ACTIONS.values() for word in row.words}
    sides = dict.fromkeys(who.side for who in scene.everybody())
    people = plain(*(who.id for who in scene.everybody()))
    return Lexicon(
        weapons={who.id: weapons_of(who) for who in scene.everybody()},
        places=plain(*map(place_word, LOCATIONS)),
        defenses=entries({str(word): what for word, what in DEFENSES.items()}),
        words={
            "attack": entries({word: row.help for word, row in ATTACK_WORDS.items()}),
            "act": entries(acts),
            "test": entries({"against": "WHO or WHO:WHAT, an opposed roll"}),
            "roll-init": entries({"first": "the side that declares first"}),
            "damage": entries({"blow": "a whole blow: armor and knockdown count"}),
        },
        values={
            "first": plain(*sides),
            "against": people,
            "unarmed-combat": plain("attacker", "defender", "both"),
        },
        without={"attack": plain(*SWITCHES)},
        actions=tuple(Entry(row.name, row.help) for row in ACTIONS.values()),
        tests=plain(*traits(scene)),
        effects=entries({name: effect.help for name, effect in EFFECTS.items()}),
        pools=plain("hp"),
    )


def weapons_of(who: Fighter) -> Entries:
    """The weapons with their damage, those that can be used first."""
    found = sorted(who.weapons.items(), key=lambda item: not who.usable(item[0]))
    return tuple(Entry(name, str(weapon.damage)) for name, weapon in found)
