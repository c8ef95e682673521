"""The words of a Swan Song fight, for completion."""

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.lexicon import Entries, Entry, Lexicon, entries, plain
from gmtrack.rulesets.swan_song.actions.actions import ACTIONS
from gmtrack.rulesets.swan_song.actions.tests import TEST_WORDS
from gmtrack.rulesets.swan_song.attack.defense import DEFENSES
from gmtrack.rulesets.swan_song.attack.read import ATTACK_WORDS
from gmtrack.rulesets.swan_song.gm.damage import DAMAGE_POOLS, HEAL_POOLS, KNOWN_TYPES
from gmtrack.rulesets.swan_song.sheet.game import Scene
from gmtrack.rulesets.swan_song.sheet.live import Fighter
from gmtrack.rulesets.swan_song.sheet.sheet import ATTRIBUTES, BOOK_SKILLS
from gmtrack.rulesets.swan_song.tables.effects import EFFECTS
from gmtrack.rulesets.swan_song.tables.firing import MODES, SPREADS
from gmtrack.rulesets.swan_song.tables.locations import LOCATIONS, VEHICLE_LOCATIONS

KARMA = {"dice=1": "one die more for each point", "reroll": "the dice that are no hits"}
COVER = {"none": "", "partial": "2 dice", "good": "4 dice"}


def lexicon(encounter: Encounter) -> Lexicon:
    """All words that fit this fight."""
    fighters = Scene(Draft(encounter)).everybody()
    barriers = plain(*(encounter.scene.get("barriers") or {}))
    action_words = {
        word: help_text or "" for row in ACTIONS.values() for word, help_text in row.words.items()
    }
    return Lexicon(
        weapons={who.id: weapons_of(who) for who in fighters},
        places=places(fighters),
        defenses=tuple(Entry(word) for word in DEFENSES),
        words={
            "attack": entries(ATTACK_WORDS),
            "act": entries({word: str(text) for word, text in action_words.items()}),
            "test": entries({word: str(text) for word, text in TEST_WORDS.items()}),
            "intervene": plain("when"),
        },
        values={
            "mode": plain(*MODES),
            "spread": plain(*SPREADS),
            "cover": entries(COVER),
            "barrier": (*barriers, Entry("none")),
            "when": plain("before", "after", "together", "last"),
        },
        without={"attack": entries(ATTACK_WORDS)},
        actions=tuple(Entry(row.name, row.help) for row in ACTIONS.values()),
        tests=plain("surprise", "alert", "composure", "soak", *BOOK_SKILLS, *ATTRIBUTES),
        effects=tuple(Entry(row.key.replace("_", "-"), row.help) for row in EFFECTS.values()),
        types=plain(*sorted(KNOWN_TYPES)),
        pools=plain(*dict.fromkeys((*DAMAGE_POOLS, *HEAL_POOLS))),
        options={"karma": entries(KARMA)},
        things=barriers,
    )


def places(fighters: list[Fighter]) -> Entries:
    """The places of a body, and those of a vehicle where there is one."""
    found = []
    for row in LOCATIONS.values():
        names = (f"left-{row.key}", f"right-{row.key}") if row.sided else (row.key,)
        found += [
            Entry(name.replace("_", "-"), f"{row.dice:+d} dice: {row.help}") for name in names
        ]
    if any(who.sheet.vehicle for who in fighters):
        found += [Entry(key, f"vehicle: {row.help}") for key, row in VEHICLE_LOCATIONS.items()]
    return tuple(found)


def weapons_of(who: Fighter) -> Entries:
    """The weapons with their damage, those in hand first."""
    held = set(who.held.values())
    found = sorted(who.weapons().items(), key=lambda item: item[0] not in held)
    return tuple(Entry(name, f"DV {weapon.dv}, {weapon.skill}") for name, weapon in found)
