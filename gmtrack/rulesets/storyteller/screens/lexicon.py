"""The words of a Storyteller fight, for completion."""

from collections.abc import Iterable
from itertools import chain

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.lexicon import Entries, Entry, Lexicon, entries, plain
from gmtrack.rulesets.kit.words import COVER, also_in_hand
from gmtrack.rulesets.storyteller.actions.actions import ACTIONS
from gmtrack.rulesets.storyteller.actions.grapple_moves import MOVES
from gmtrack.rulesets.storyteller.actions.tests import SWITCHES as SWITCHES_OF_TESTS
from gmtrack.rulesets.storyteller.actions.tests import TEST_WORDS, TESTS
from gmtrack.rulesets.storyteller.attack.defense import DEFENSES, DefenseWord
from gmtrack.rulesets.storyteller.attack.words import ATTACK_WORDS, SWITCHES
from gmtrack.rulesets.storyteller.gm.damage import POOL
from gmtrack.rulesets.storyteller.sheet.game import Scene
from gmtrack.rulesets.storyteller.sheet.live import Fighter
from gmtrack.rulesets.storyteller.tables.health import MARKS
from gmtrack.rulesets.storyteller.tables.kinds import ATTRIBUTES, SKILLS
from gmtrack.rulesets.storyteller.tables.places import CALLED, Called
from gmtrack.rulesets.storyteller.tables.ranged import BANDS, BURSTS, CONCEALMENT, Burst
from gmtrack.rulesets.storyteller.wounds.effects import EFFECTS


def lexicon(encounter: Encounter) -> Lexicon:
    """All words that fit this fight."""
    scene = Scene(Draft(encounter))
    covers = plain(*scene.covers())
    cast = plain(*encounter.present())
    hidden = plain(*CONCEALMENT)
    moves = entries({name: move.help for name, move in MOVES.items()})
    by_action = {name: entries(row.words) for name, row in ACTIONS.items()}
    test_names = tests()
    return Lexicon(
        weapons={who.id: weapons_of(who) for who in scene.whole_cast()},
        places=entries({place: called_help(row) for place, row in CALLED.items()}),
        defenses=entries({word: defense_help(row) for word, row in DEFENSES.items()}),
        words={
            "attack": attack_words(scene),
            "act": union(by_action.values()),
            "test": entries(TEST_WORDS),
        },
        values={
            "burst": entries({word: burst_help(row) for word, row in BURSTS.items()}),
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
        without={"attack": plain(*SWITCHES), "test": entries(SWITCHES_OF_TESTS)},
        actions=tuple(Entry(row.name, f"{row.cost}: {row.help}") for row in ACTIONS.values()),
        tests=test_names,
        effects=entries({name: effect.help for name, effect in EFFECTS.items()}),
        types=plain(*MARKS),
        pools=plain(POOL),
        by_action=by_action,
        takes={name: plain(*row.options) for name, row in ACTIONS.items()},
        by_test={entry.word: entries(TEST_WORDS) for entry in test_names},
        answers=plain("counter-move"),
        things=covers,
        modes={who.id: modes_of(who) for who in scene.whole_cast()},
        also_actions=(*also_in_hand("wield"), COVER),
    )


def attack_words(scene: Scene) -> Entries:
    """Without the word that is a defense besides, where its house rule forbids it."""
    words = {word: row.help for word, row in ATTACK_WORDS.items()}
    if not scene.house.willpower_dice:
        del words["willpower"]
    return entries(words)


def called_help(row: Called) -> str:
    """What it costs to aim there, and what enough damage leaves."""
    tag = f": {row.tag.replace('-', ' ')}" if row.tag else ""
    if row.tag and row.least > 1:
        tag += f" from {row.least} damage on"
    if row.over or row.reach:
        tag += f" {'over' if row.over else 'from'} {row.over or row.reach}"
    return f"{row.dice} dice{tag}"


def modes_of(who: Fighter) -> Entries:
    """Which bursts each weapon can fire."""
    automatic = [name for name, weapon in who.weapons().items() if weapon.autofire]
    return tuple(Entry(f"burst={burst}", name) for name in automatic for burst in BURSTS)


def burst_help(row: Burst) -> str:
    """What it fires, and what that is good for."""
    whom = "any number of" if row.targets is None else f"at most {row.targets}"
    targets = "1 target" if row.targets == 1 else f"{whom} targets"
    return f"{row.bullets} bullets, {row.dice:+d} dice, {targets}"


def union(words: Iterable[Entries]) -> Entries:
    """Every word once, with the first of its meanings."""
    found: dict[str, Entry] = {}
    for entry in chain.from_iterable(words):
        found.setdefault(entry.word, entry)
    return tuple(found.values())


def defense_help(row: DefenseWord) -> str:
    """What a defense does, after what it costs."""
    return f"{row.cost}: {row.help}" if row.cost else row.help


def tests() -> Entries:
    """What can be tested: the tests with a name, then every pool."""
    named = {word: f"{row.dice}; {row.outcome}" for word, row in TESTS.items()}
    pools = (f"{attribute}+{skill}" for attribute in ATTRIBUTES for skill in SKILLS)
    return (*entries(named), *plain(*ATTRIBUTES, *pools))


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
