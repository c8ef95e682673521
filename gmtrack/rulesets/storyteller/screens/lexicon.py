"""The words of a Storyteller fight, for completion."""

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.lexicon import Entries, Entry, Lexicon, entries, plain
from gmtrack.rulesets.storyteller.actions.actions import ACTIONS
from gmtrack.rulesets.storyteller.actions.grapple_moves import MOVES
from gmtrack.rulesets.storyteller.attack.defense import DEFENSES
from gmtrack.rulesets.storyteller.attack.words import ATTACK_WORDS, SWITCHES
from gmtrack.rulesets.storyteller.sheet.game import Scene
from gmtrack.rulesets.storyteller.sheet.live import Fighter
from gmtrack.rulesets.storyteller.tables.health import MARKS
from gmtrack.rulesets.storyteller.tables.kinds import ATTRIBUTES, POOLS, SKILLS
from gmtrack.rulesets.storyteller.tables.places import CALLED
from gmtrack.rulesets.storyteller.tables.ranged import BANDS, BURSTS, CONCEALMENT
from gmtrack.rulesets.storyteller.wounds.effects import EFFECTS


def lexicon(encounter: Encounter) -> Lexicon:
    """All words that fit this fight."""
    scene = Scene(Draft(encounter))
    covers = plain(*scene.covers())
    cast = plain(*encounter.combatants)
    hidden = plain(*CONCEALMENT)
    moves = entries({name: move.help for name, move in MOVES.items()})
    acts = {word: "" for row in ACTIONS.values() for word in row.words}
    return Lexicon(
        weapons={who.id: weapons_of(who) for who in scene.everybody()},
        places=plain(*CALLED),
        defenses=entries(DEFENSES),
        words={
            "attack": entries({word: row.help for word, row in ATTACK_WORDS.items()}),
            "act": entries(acts),
        },
        values={
            "burst": plain(*BURSTS),
            "range": plain(*BANDS),
            "concealment": hidden,
            "own-concealment": hidden,
            "cover": covers,
            "human-shield": cast,
            "move": moves,
            "counter-move": moves,
            "help": cast,
            "against-help": cast,
        },
        without={"attack": plain(*SWITCHES), "test": plain("wounds")},
        actions=tuple(Entry(row.name, f"{row.cost}: {row.help}") for row in ACTIONS.values()),
        tests=(
            Entry("consciousness", "stay awake"),
            Entry("surprise", "notice an ambush"),
            Entry("ambush", "dexterity + stealth"),
            *plain(*ATTRIBUTES),
            *plain(*(f"{attribute}+{skill}" for attribute in ATTRIBUTES for skill in SKILLS)),
        ),
        effects=entries({name: effect.help for name, effect in EFFECTS.items()}),
        types=plain(*MARKS),
        pools=plain(*POOLS),
        things=covers,
    )


def weapons_of(who: Fighter) -> Entries:
    """The weapons with their damage, those in hand first."""
    found = sorted(who.weapons().items(), key=lambda item: item[0] not in who.hands)
    return tuple(
        Entry(
            name,
            f"{weapon.damage:+} {weapon.damage_type}"
            + ("" if name in who.hands else f", {who.at(name)}"),
        )
        for name, weapon in found
    )
