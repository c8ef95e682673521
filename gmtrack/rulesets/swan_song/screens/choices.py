"""The words of a Swan Song fight, the lines that somebody might type in it, and their resources."""

import re
from collections.abc import Iterable, Iterator, Mapping

from gmtrack.core.choice import Candidate
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Intervene, Options
from gmtrack.core.lexicon import (
    Entries,
    Entry,
    Lexicon,
    entries,
    entries_without_help,
)
from gmtrack.core.names import squash
from gmtrack.rulesets.kit.actions import lexicon_of_actions
from gmtrack.rulesets.kit.choices import (
    Slots,
    list_actions,
    list_candidates,
    list_fire_modes,
    list_firing_words,
    merge_entries,
)
from gmtrack.rulesets.kit.words import list_equip_words
from gmtrack.rulesets.port import Reaction, Reserves
from gmtrack.rulesets.swan_song import tables
from gmtrack.rulesets.swan_song.actions.actions import ACTIONS, HANDS
from gmtrack.rulesets.swan_song.actions.explosives import TIMES
from gmtrack.rulesets.swan_song.actions.tests import (
    OWN_WORDS,
    POOL_WORDS,
    TEST_OFF,
)
from gmtrack.rulesets.swan_song.attack.hit import DEFENSES
from gmtrack.rulesets.swan_song.attack.read import ATTACK_OFF, ATTACK_WORDS
from gmtrack.rulesets.swan_song.dice import PENALTY_WORDS
from gmtrack.rulesets.swan_song.gm.damage import (
    DAMAGE_POOLS,
    HEAL_POOLS,
    HEAL_WORDS,
    KNOWN_TYPES,
    STEPS_OFF,
)
from gmtrack.rulesets.swan_song.sheet.fighter import Fighter
from gmtrack.rulesets.swan_song.sheet.game import Scene
from gmtrack.rulesets.swan_song.sheet.sheet import (
    ATTRIBUTES,
    BOOK_SKILLS,
    Weapon,
)
from gmtrack.rulesets.swan_song.turn.costs import WAIVER
from gmtrack.rulesets.swan_song.turn.turn import WHEN, WHEN_WORDS

REROLL = {"reroll": "rolls the dice again that are not hits"}
KARMA = {"dice=1": "so many more dice, for 1 Karma", **REROLL}
LITERAL = re.compile(r"[a-z][a-z-]*")
"""The words of a usage that are typed as they stand: names of arguments are in capitals."""
DEFENSE_HELP = {
    "standard": "reaction + intuition, free",
    "full": "willpower more, to the end of the round",
    "parry": "the skill of the melee weapon in hand more",
    "block": "unarmed combat more, with empty hands",
    "dodge": "acrobatics more, against a melee attack",
    "none": "no Defense Test",
}
COVER = {"none": "", "partial": "+2 dice", "good": "+4 dice"}


def lexicon(encounter: Encounter) -> Lexicon:
    """Return the words that commands of this encounter accept, for completion and for phones."""
    scene = Scene(Draft(encounter))
    fighters = scene.whole_cast()
    barriers = entries_without_help(*(encounter.scene.get("barriers") or {}))
    tests = (
        "surprise",
        "alert",
        "composure",
        "soak",
        *BOOK_SKILLS,
        *ATTRIBUTES,
    )
    by_test = {
        squash(what): entries(OWN_WORDS.get(what, POOL_WORDS)) for what in tests
    }
    return Lexicon(
        weapons={who.id: weapon_entries(who) for who in fighters},
        places=place_entries(fighters),
        defenses=tuple(
            Entry(
                word, "; ".join(DEFENSE_HELP[part] for part in word.split("+"))
            )
            for word in DEFENSES
        ),
        words={
            "attack": entries(ATTACK_WORDS),
            "act": merge_entries(
                entries(row.words) for row in ACTIONS.values()
            ),
            "test": merge_entries(by_test.values()),
            "intervene": entries(WHEN_WORDS),
            "heal": entries(HEAL_WORDS),
        },
        by_test=by_test,
        values={
            "mode": entries(
                {mode: mode_help(row) for mode, row in tables.MODES.items()}
            ),
            "spread": entries_without_help(*tables.SPREADS),
            "cover": entries(COVER),
            "barrier": (*barriers, Entry("none")),
            "when": entries_without_help(*WHEN),
            "hand": entries_without_help(*HANDS),
            "at": entries_without_help(*TIMES),
        },
        without={
            "attack": entries(ATTACK_OFF),
            "act": entries(PENALTY_WORDS | WAIVER),
            "test": entries(TEST_OFF),
            "damage": entries(STEPS_OFF),
        },
        literals={
            **{
                row.name: entries_without_help(*LITERAL.findall(row.usage))
                for row in ACTIONS.values()
            },
            "detonate": entries_without_help(*scene.fight.timed_items),
        },
        tests=entries_without_help(*tests),
        effects=tuple(
            Entry(row.key.replace("_", "-"), row.help)
            for row in tables.EFFECTS.values()
        ),
        also_effects=tuple(
            Entry(row.label.replace(" ", "-"), row.key.replace("_", "-"))
            for row in tables.EFFECTS.values()
            if row.label.replace(" ", "-") != row.key.replace("_", "-")
        ),
        types=entries_without_help(*sorted(KNOWN_TYPES)),
        pools=entries_without_help(
            *dict.fromkeys((*DAMAGE_POOLS, *HEAL_POOLS))
        ),
        options={"karma": entries(KARMA)},
        afterwards=entries(REROLL),
        things=barriers,
        actors={
            "detonate": tuple(
                Entry(name, item["setter"])
                for name, item in scene.fight.timed_items.items()
            )
        },
        thing_words={"take-cover": entries_without_help("barrier")},
        modes={
            who.id: list_fire_modes(who.weapons, modes_fired)
            for who in fighters
        },
        also_actions=list_equip_words("ready-weapon"),
        **lexicon_of_actions(ACTIONS),
    )


def place_entries(fighters: list[Fighter]) -> Entries:
    """Return the places of a body that can be called, and those of a vehicle if there is one."""
    found = []
    for row in tables.LOCATIONS.values():
        names = (
            (f"left-{row.key}", f"right-{row.key}") if row.sided else (row.key,)
        )
        found += [
            Entry(name.replace("_", "-"), f"{row.dice:+d} dice: {row.help}")
            for name in names
        ]
    if any(who.sheet.vehicle for who in fighters):
        found += [
            Entry(key, f"vehicle: {row.help}")
            for key, row in tables.VEHICLE_LOCATIONS.items()
        ]
    return tuple(found)


def weapon_entries(who: Fighter) -> Entries:
    """Return a combatant's weapons with their damage, those in hand first."""
    held = set(who.held.values())
    found = sorted(who.weapons.items(), key=lambda item: item[0] not in held)
    return tuple(
        Entry(name, f"DV {weapon.dv}, {squash(weapon.skill)}")
        for name, weapon in found
    )


def modes_fired(weapon: Weapon) -> Iterable[str]:
    """Return the firing modes of a weapon, none if it is no firearm."""
    return weapon.modes if weapon.kind == "ranged" else ()


def mode_help(row: tables.FiringMode) -> str:
    """Return the help for a firing mode: the bullets, and what they do to the target's defense."""
    if row.bullets == 1:
        return row.help
    return f"{row.help}: {row.bullets} bullets, {row.defense} dice for the target's defense"


def candidates(encounter: Encounter, who: str) -> Iterator[Candidate]:
    """Yield every line that `who` might type now."""
    scene, words = Scene(Draft(encounter)), lexicon(encounter)
    others = (other for other in encounter.present() if other != who)
    barriers = tuple(encounter.scene.get("barriers") or ())

    def ways(weapon: str, target: str) -> list[tuple[str, ...]]:
        del target
        modes = list_firing_words(weapon, words.modes.get(who, ()))
        return modes if len(modes) > 1 else []

    slots: Slots = {
        "PATIENT": (*others, who), "ITEM": tuple(scene.fight.timed_items), "TEXT": ("something",),
    }  # fmt: skip
    yield from list_candidates(
        encounter, who, words, ACTIONS.values(), slots, ways, barriers
    )
    # A blast may catch the one who sets it off.
    yield from list_actions(
        who, [ACTIONS["detonate"]], {**slots, "TARGET": (who,)}
    )
    if scene.fighter(who).delayed is not None:
        later = Options(words=("when=after",))
        yield Candidate(
            Intervene(who, options=later), "after the one who acts now"
        )


def is_near_mover(encounter: Encounter, who: str, other: str) -> bool | None:
    """Whether `who` is in melee with `other`, who moves. None if they are not, as nobody knows
    who is passed then (SS-INT-01)."""
    return other in Scene(Draft(encounter)).fighter(who).in_melee_with or None


REACTIONS = (
    Reaction("act {who} intercept {other}", "intercept", "strike at them as they move past",
             ("walk", "run"), is_near=is_near_mover),
    Reaction("act {who} shake-off-surprise", "shake-off-surprise", "not surprised any more",
             ("surprise",)),
    Reaction("act {who} fight-for-your-life", "fight-for-your-life",
             "conscious to the end of the round", otherwise="Stay down"),
)  # fmt: skip


def resources_of(draft: Draft, who: str) -> Mapping[str, int]:
    """Return the AP and the Free Action that `who` has left in the pass."""
    fighter = Scene(draft).fighter(who)
    return {"AP": fighter.ap, "free action": 0 if fighter.free_used else 1}


def reserves(draft: Draft, who: str) -> Reserves:
    """Return the Karma that `who` has left, if their sheet has any; ammunition is not counted."""
    one = Scene(draft).fighter(who)
    points = (
        {"karma": {"now": one.karma, "max": one.sheet.karma}}
        if one.sheet.karma
        else {}
    )
    return Reserves(points)
