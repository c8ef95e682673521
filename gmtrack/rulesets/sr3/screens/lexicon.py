"""The words of a fight, for completion."""

from collections.abc import Iterable, Mapping

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.lexicon import Entries, Entry, Lexicon, entries, plain
from gmtrack.rulesets.kit.words import COVER, also_in_hand
from gmtrack.rulesets.sr3.actions.actions import ACTIONS
from gmtrack.rulesets.sr3.actions.doing import Action
from gmtrack.rulesets.sr3.actions.gear import HANDS
from gmtrack.rulesets.sr3.actions.subdual import TRAITS
from gmtrack.rulesets.sr3.actions.tests import PLAIN_WORDS, RATINGS, TYPES, WORDS_OF, traits
from gmtrack.rulesets.sr3.attack.defense import DEFENSES
from gmtrack.rulesets.sr3.attack.words import ATTACK_WORDS, SWITCHES
from gmtrack.rulesets.sr3.screens.show import code
from gmtrack.rulesets.sr3.sheet.game import Scene
from gmtrack.rulesets.sr3.sheet.live import Fighter
from gmtrack.rulesets.sr3.sheet.scene import barriers
from gmtrack.rulesets.sr3.tables.damage import KINDS, LEVELS
from gmtrack.rulesets.sr3.tables.fire_modes import (
    BURSTS,
    FULL_AUTO_LEAST,
    MODE_NAMES,
    MODES,
    ModeRow,
)
from gmtrack.rulesets.sr3.tables.kinds import AMMO_TYPES
from gmtrack.rulesets.sr3.tables.modifiers import CALLED
from gmtrack.rulesets.sr3.wounds.effects import EFFECTS

VALUES = {
    "hand": plain(*HANDS),
    "ammo-type": plain(*AMMO_TYPES),
    "trait": plain(*TRAITS),
    "level": plain(*LEVELS),
    "type": plain(*TYPES),
    "armor": plain(*RATINGS),
}
"""What words of `act` and `test` can be given by name."""


def lexicon(encounter: Encounter) -> Lexicon:
    """All words that fit this fight."""
    scene = Scene(Draft(encounter))
    things = plain(*barriers(encounter))
    return Lexicon(
        weapons={who.id: weapons_of(who) for who in scene.whole_cast()},
        places=entries(dict.fromkeys(scene.house.vital_places, f"TN +{CALLED}")),
        defenses=entries(DEFENSES),
        words={
            "attack": entries({word: row.help for word, row in ATTACK_WORDS.items()}),
            "act": entries(union(row.words for row in ACTIONS.values())),
            "test": entries(union((*WORDS_OF.values(), PLAIN_WORDS))),
        },
        values={**attack_values(), **VALUES, "mode": modes(), "barrier": things},
        without={"attack": plain(*SWITCHES)},
        actions=tuple(Entry(row.name, priced(row)) for row in ACTIONS.values()),
        tests=(
            Entry("knockdown", "do they keep standing?"),
            Entry("resist", "damage from elsewhere"),
            *plain(*traits(scene)),
        ),
        effects=entries({name: effect.help for name, effect in EFFECTS.items()}),
        types=plain(*KINDS),
        by_action={row.name: entries(row.words) for row in ACTIONS.values()},
        takes={row.name: plain(*row.options) for row in ACTIONS.values()},
        numbers={"mode=fa": plain("rounds")},
        also={"mode": entries(MODE_NAMES)},
        by_test=test_words(scene),
        things=things,
        modes={who.id: modes_of(who) for who in scene.whole_cast()},
        also_actions=(*also_in_hand("ready"), COVER),
    )


def union(tables: Iterable[Mapping[str, str]]) -> dict[str, str]:
    """The words of all tables; one that stands in several has its last help."""
    return {word: text for table in tables for word, text in table.items()}


def attack_values() -> dict[str, Entries]:
    """What words of an attack can be given by name."""
    return {word: plain(*row.choices) for word, row in ATTACK_WORDS.items() if row.choices}


def modes() -> Entries:
    """The modes of fire, with what each costs, fires and recoils."""
    return tuple(Entry(row.mode, mode_help(row)) for row in MODES.values())


def modes_of(who: Fighter) -> Entries:
    """How each weapon can be fired."""
    return tuple(
        Entry(f"mode={mode}", name)
        for name, weapon in who.weapons.items()
        if weapon.is_ranged
        for mode in weapon.modes
    )


def mode_help(row: ModeRow) -> str:
    """`burst: simple, 3 rounds, recoil 3`"""
    if row.rounds is None:
        return f"{row.title}: {row.cost}, rounds=N ({FULL_AUTO_LEAST} or more), recoil by rounds"
    rounds = "1 round" if row.rounds == 1 else f"{row.rounds} rounds"
    recoil = f"recoil {BURSTS[row.rounds].recoil}" if row.rounds > 1 else "recoil 1 for the next"
    return f"{row.title}: {row.cost}, {rounds}, {recoil}"


def test_words(scene: Scene) -> dict[str, Entries]:
    """The words of each test, by its name as it is typed."""
    of_traits = {entry.word: entries(PLAIN_WORDS) for entry in plain(*traits(scene))}
    return of_traits | {name: entries(words) for name, words in WORDS_OF.items()}


def priced(row: Action) -> str:
    """What an action does, and what it costs."""
    return row.help if row.cost == "none" else f"{row.help} ({row.cost})"


def weapons_of(who: Fighter) -> Entries:
    """The weapons with their damage, those in hand first."""
    found = sorted(who.weapons.items(), key=lambda item: item[0] not in who.hands)
    return tuple(Entry(name, code(who, weapon)) for name, weapon in found)
