"""The lines that somebody might type in an i2050 fight, and the words for completion."""

from collections.abc import Iterator, Mapping

from gmtrack.core.choice import Candidate
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.lexicon import (
    Entries,
    Entry,
    Lexicon,
    entries,
    entries_without_help,
)
from gmtrack.rulesets.i2050.actions.actions import ACTIONS
from gmtrack.rulesets.i2050.actions.test import TEST_WORDS, known_traits
from gmtrack.rulesets.i2050.attack.words import ATTACK_WORDS, SIDES, SWITCHES
from gmtrack.rulesets.i2050.gm.damage import DAMAGE_WORDS, POOL
from gmtrack.rulesets.i2050.sheet.fighter import Fighter
from gmtrack.rulesets.i2050.sheet.game import Scene
from gmtrack.rulesets.i2050.tables import (
    DEFENSES,
    LOCATIONS,
    Location,
    place_word,
)
from gmtrack.rulesets.i2050.turn.turn import INIT_WORDS
from gmtrack.rulesets.i2050.wounds.effects import EFFECTS
from gmtrack.rulesets.kit.actions import lexicon_of_actions
from gmtrack.rulesets.kit.choices import list_candidates, merge_entries
from gmtrack.rulesets.kit.words import list_equip_words

PRICE = "skill and speed lower by K"


def lexicon(encounter: Encounter) -> Lexicon:
    """Return every word that can be completed, of this encounter."""
    scene = Scene(Draft(encounter))
    tests = entries_without_help(*known_traits(scene))
    sides = dict.fromkeys(who.side for who in scene.everybody())
    people = entries_without_help(*(who.id for who in scene.everybody()))
    return Lexicon(
        weapons={who.id: weapon_entries(who) for who in scene.whole_cast()},
        places=entries(
            {
                place_word(place): describe_aim(scene, place)
                for place in LOCATIONS
            }
        ),
        defenses=entries(
            {str(word): row.help for word, row in DEFENSES.items()}
        ),
        words={
            "attack": entries(
                {word: row.help for word, row in ATTACK_WORDS.items()}
            ),
            "act": merge_entries(
                entries(row.words) for row in ACTIONS.values()
            ),
            "test": entries(TEST_WORDS),
            "roll-init": entries(INIT_WORDS),
            "damage": entries(DAMAGE_WORDS),
        },
        values={
            "first": entries_without_help(*sides),
            "against": people,
            "unarmed-combat": entries_without_help(*SIDES),
        },
        without={
            "attack": entries(
                {word: ATTACK_WORDS[word].help for word in SWITCHES}
            )
        },
        tests=tests,
        effects=entries(
            {name: effect.help for name, effect in EFFECTS.items()}
        ),
        pools=entries_without_help(POOL),
        numbers={"burst": entries_without_help("burst")},
        by_test={test.word: entries(TEST_WORDS) for test in tests},
        modes={
            who.id: tuple(
                Entry("burst", name)
                for name, one in who.weapons.items()
                if one.burst > 1
            )
            for who in scene.whole_cast()
        },
        also_actions=list_equip_words("draw"),
        **lexicon_of_actions(ACTIONS),
    )


def describe_aim(scene: Scene, place: Location) -> str:
    """Describe what a called place costs and which rolls find it."""
    column = scene.house.locations["melee"]
    faces = [face for face, where in enumerate(column, 1) if where == place]
    if scene.house.aim_column != "melee" or not faces:
        return f"aim=K: the roll moves by up to K; {PRICE}"
    first, last = faces[0], faces[-1]
    rolls = str(first) if first == last else f"{first}-{last}"
    return f"aim=K: roll {rolls} or up to K off; {PRICE}"


def weapon_entries(who: Fighter) -> Entries:
    """Return a combatant's weapons with their damage, usable ones first."""
    found = sorted(
        who.weapons.items(), key=lambda item: not who.is_usable(item[0])
    )
    return tuple(Entry(name, str(weapon.damage)) for name, weapon in found)


def candidates(encounter: Encounter, who: str) -> Iterator[Candidate]:
    """Yield every line that a combatant might type."""
    yield from list_candidates(
        encounter, who, lexicon(encounter), ACTIONS.values(), {}
    )


def resources_of(draft: Draft, who: str) -> Mapping[str, int]:
    """Return an empty map: actions are declared, nothing is paid for them."""
    del draft, who
    return {}
