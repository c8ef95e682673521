"""The words of a Storyteller fight, the lines that somebody might type in it, and their
resources."""

from collections.abc import Iterator, Mapping

from gmtrack.core.choice import Candidate
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Act, Intent
from gmtrack.core.lexicon import (
    Entries,
    Entry,
    Lexicon,
    entries,
    entries_without_help,
)
from gmtrack.rulesets.kit.actions import lexicon_of_actions
from gmtrack.rulesets.kit.choices import Slots, list_candidates, merge_entries
from gmtrack.rulesets.kit.words import COVER, list_equip_words
from gmtrack.rulesets.port import Reserves
from gmtrack.rulesets.storyteller import tables
from gmtrack.rulesets.storyteller.actions.actions import ACTIONS
from gmtrack.rulesets.storyteller.actions.grapple import MOVES
from gmtrack.rulesets.storyteller.actions.tests import (
    SWITCHES as SWITCHES_OF_TESTS,
)
from gmtrack.rulesets.storyteller.actions.tests import TEST_WORDS, TESTS
from gmtrack.rulesets.storyteller.attack.defense import DEFENSES
from gmtrack.rulesets.storyteller.attack.modifiers import ATTACK_WORDS, SWITCHES
from gmtrack.rulesets.storyteller.gm.damage import POOL
from gmtrack.rulesets.storyteller.sheet.game import Scene
from gmtrack.rulesets.storyteller.sheet.hands import HANDS
from gmtrack.rulesets.storyteller.sheet.state import Fighter
from gmtrack.rulesets.storyteller.wounds.conditions import EFFECTS


def lexicon(encounter: Encounter) -> Lexicon:
    """Return the words that commands of this encounter accept, for completion and for phones."""
    scene = Scene(Draft(encounter))
    covers = entries_without_help(*scene.covers())
    cast = entries_without_help(*encounter.present())
    hidden = entries_without_help(*tables.CONCEALMENT)
    moves = entries({name: move.help for name, move in MOVES.items()})
    # What can be tested: the tests with a name, then every pool.
    named = {word: f"{row.dice}; {row.outcome}" for word, row in TESTS.items()}
    pools = (
        f"{attribute}+{skill}"
        for attribute in tables.ATTRIBUTES
        for skill in tables.SKILLS
    )
    test_names = (
        *entries(named),
        *entries_without_help(*tables.ATTRIBUTES, *pools),
    )
    return Lexicon(
        weapons={who.id: weapon_entries(who) for who in scene.whole_cast()},
        places=entries(
            {
                place: called_shot_help(row)
                for place, row in tables.CALLED.items()
            }
        ),
        defenses=entries(
            {
                word: ": ".join(filter(None, (row.cost, row.help)))
                for word, row in DEFENSES.items()
            }
        ),
        words={
            "attack": attack_word_entries(scene),
            "act": merge_entries(
                entries(row.words) for row in ACTIONS.values()
            ),
            "test": entries(TEST_WORDS),
        },
        values={
            "burst": entries(
                {word: burst_help(row) for word, row in tables.BURSTS.items()}
            ),
            "range": entries_without_help(*tables.BANDS),
            "concealment": hidden,
            "own-concealment": hidden,
            "cover": covers,
            "human-shield": cast,
            "move": moves,
            "counter-move": moves,
            "help": cast,
            "against-help": cast,
        },
        without={
            "attack": entries_without_help(*SWITCHES),
            "test": entries(SWITCHES_OF_TESTS),
        },
        tests=test_names,
        effects=entries(
            {name: effect.help for name, effect in EFFECTS.items()}
        ),
        types=entries_without_help(*tables.MARKS),
        pools=entries_without_help(POOL),
        by_test={entry.word: entries(TEST_WORDS) for entry in test_names},
        answers=entries_without_help("counter-move"),
        spends=tuple(
            one
            for one in attack_word_entries(scene)
            if one.word in COSTLY_WORDS
        ),
        things=covers,
        modes={who.id: burst_entries(who) for who in scene.whole_cast()},
        also_actions=(*list_equip_words("wield"), COVER),
        **lexicon_of_actions(ACTIONS, lambda row: f"{row.cost}: {row.help}"),
    )


COSTLY_WORDS = ("willpower", "pull-bashing")
"""Words of `attack` that spend something."""


def attack_word_entries(scene: Scene) -> Entries:
    """Return the `--with` words of `attack` with their help, without `willpower` where the house
    rule `willpower_dice` forbids it."""
    words = {word: row.help for word, row in ATTACK_WORDS.items()}
    if not scene.house.willpower_dice:
        del words["willpower"]
    return entries(words)


def called_shot_help(row: tables.Called) -> str:
    """Return the help for a called place: the dice that it costs, and the tag that enough damage
    leaves."""
    tag = f": {row.tag.replace('-', ' ')}" if row.tag else ""
    if row.tag and row.least > 1:
        tag += f" from {row.least} damage on"
    if row.over or row.reach:
        tag += f" {'over' if row.over else 'from'} {row.over or row.reach}"
    return f"{row.dice} dice{tag}"


def burst_entries(who: Fighter) -> Entries:
    """Return the bursts that the automatic weapons of `who` can fire, each as `burst=WORD` with
    the weapon's id."""
    automatic = [
        name for name, weapon in who.weapons().items() if weapon.autofire
    ]
    return tuple(
        Entry(f"burst={burst}", name)
        for name in automatic
        for burst in tables.BURSTS
    )


def burst_help(row: tables.Burst) -> str:
    """Return the help for a burst: bullets, dice, targets."""
    whom = "any number of" if row.targets is None else f"at most {row.targets}"
    targets = "1 target" if row.targets == 1 else f"{whom} targets"
    return f"{row.bullets} bullets, {row.dice:+d} dice, {targets}"


def weapon_entries(who: Fighter) -> Entries:
    """Return the weapons of `who` with their damage, those in hand first; the others say where
    they are."""
    found = sorted(
        who.weapons().items(), key=lambda item: item[0] not in who.hands
    )
    return tuple(
        Entry(
            name,
            f"{weapon.damage:+} {weapon.damage_type}"
            + (
                ""
                if name in who.hands
                else f", {who.weapon_state(name).weapon_at}"
            ),
        )
        for name, weapon in found
    )


def candidates(encounter: Encounter, who: str) -> Iterator[Candidate]:
    """Yield every line that `who` might type, whether or not it works now."""
    words = lexicon(encounter)
    slots: Slots = {
        "COVER": tuple(Scene(Draft(encounter)).covers()),
        "MOVE": tuple(entry.word for entry in words.values["move"]),
        "METRES": ("1",),
        "TEXT": ("something",),
    }
    found = list_candidates(encounter, who, words, ACTIONS.values(), slots)
    return (one for one in found if not _is_idle_pair(one.intent))


def _is_idle_pair(intent: Intent) -> bool:
    """Whether an action takes two things in hand of which one is nothing, or the same once more.
    The order of a pair matters: the first is attacked with."""
    if not isinstance(intent, Act) or len(intent.args) != HANDS:
        return False
    return tables.UNARMED in intent.args or len(set(intent.args)) < HANDS


def resources_of(draft: Draft, who: str) -> Mapping[str, int]:
    """Return the action of the round and the willpower that `who` has left."""
    fighter = Scene(draft).fighter(who)
    return {"AP": fighter.ap, "willpower": fighter.willpower_left}


def ammunition(draft: Draft, who: str) -> Mapping[str, int]:
    """Return the bullets in all firearms of `who`, and the missiles in all other weapons."""
    fighter = Scene(draft).fighter(who)
    found = {"bullets": 0, "missiles": 0}
    for name, weapon in fighter.weapons().items():
        found["bullets" if weapon.kind == "firearm" else "missiles"] += (
            fighter.weapon_state(name).ammo
        )
    return found


def reserves(draft: Draft, who: str) -> Reserves:
    """Return the willpower of `who` and what is loaded in each weapon with a capacity, for a
    party."""
    one = Scene(draft).fighter(who)
    loaded = {
        name: {"now": one.weapon_state(name).ammo, "max": weapon.capacity}
        for name, weapon in one.weapons().items()
        if weapon.capacity
    }
    return Reserves(
        {"willpower": {"now": one.willpower_left, "max": one.willpower}}, loaded
    )
