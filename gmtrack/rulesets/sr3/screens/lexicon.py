"""The words of a fight, for completion."""

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.lexicon import Entries, Entry, Lexicon, entries, plain
from gmtrack.rulesets.sr3.actions.actions import ACTIONS
from gmtrack.rulesets.sr3.actions.doing import Action
from gmtrack.rulesets.sr3.actions.tests import PLAIN, RATINGS, TYPES, WORDS_OF, traits
from gmtrack.rulesets.sr3.attack.defense import DEFENSES
from gmtrack.rulesets.sr3.attack.words import ATTACK_WORDS, SWITCHES
from gmtrack.rulesets.sr3.screens.show import code
from gmtrack.rulesets.sr3.sheet.game import Scene
from gmtrack.rulesets.sr3.sheet.live import Fighter
from gmtrack.rulesets.sr3.sheet.scene import barriers
from gmtrack.rulesets.sr3.tables.damage import KINDS, LEVELS
from gmtrack.rulesets.sr3.tables.kinds import AMMO_TYPES
from gmtrack.rulesets.sr3.wounds.effects import EFFECTS


def lexicon(encounter: Encounter) -> Lexicon:
    """All words that fit this fight."""
    scene = Scene(Draft(encounter))
    acts = {word: "" for row in ACTIONS.values() for word in row.words}
    things = plain(*barriers(encounter))
    tests = dict.fromkeys([*WORDS_OF["knockdown"], *WORDS_OF["resist"], *PLAIN], "")
    return Lexicon(
        weapons={who.id: weapons_of(who) for who in scene.everybody()},
        places=plain(*scene.house.vital_places),
        defenses=entries(DEFENSES),
        words={
            "attack": entries({word: row.help for word, row in ATTACK_WORDS.items()}),
            "act": entries(acts),
            "test": entries(tests),
        },
        values={
            "range": plain("short", "medium", "long", "extreme"),
            "barrier": things,
            "mode": plain("ss", "sa", "bf", "fa"),
            "light": plain("full", "minimal", "partial", "glare", "none"),
            "haze": plain("mist", "light", "heavy", "thermal-light", "thermal-heavy", "none"),
            "superior-position": plain("attacker", "defender"),
            "running": plain("difficult"),
            "hand": plain("second"),
            "ammo-type": plain(*AMMO_TYPES),
            "trait": plain("unarmed-combat", "strength", "quickness"),
            "level": plain(*LEVELS),
            "type": plain(*TYPES),
            "armor": plain(*RATINGS),
        },
        without={"attack": plain(*SWITCHES)},
        actions=tuple(Entry(row.name, priced(row)) for row in ACTIONS.values()),
        tests=(
            Entry("knockdown", "do they keep standing?"),
            Entry("resist", "damage from elsewhere"),
            *plain(*traits(scene)),
        ),
        effects=entries({name: effect.help for name, effect in EFFECTS.items()}),
        types=plain(*KINDS),
        things=things,
    )


def priced(row: Action) -> str:
    """What an action does, and what it costs."""
    return row.help if row.cost == "none" else f"{row.help} ({row.cost})"


def weapons_of(who: Fighter) -> Entries:
    """The weapons with their damage, those in hand first."""
    found = sorted(who.weapons.items(), key=lambda item: item[0] not in who.hands)
    return tuple(Entry(name, code(who, weapon)) for name, weapon in found)
