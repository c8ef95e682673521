"""The words of a fight for completion, the lines that somebody might type, and what they can
spend."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

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
from gmtrack.rulesets.kit.actions import lexicon_of_actions
from gmtrack.rulesets.kit.choices import (
    Slots,
    add_words,
    list_actions,
    list_attacks,
    list_fire_modes,
    list_tests,
    merge_entries,
)
from gmtrack.rulesets.kit.words import COVER, list_equip_words
from gmtrack.rulesets.port import Reaction, Reserves
from gmtrack.rulesets.spotlight.actions.actions import ACTIONS
from gmtrack.rulesets.spotlight.actions.context import price_of
from gmtrack.rulesets.spotlight.attack.plan import SWITCHES
from gmtrack.rulesets.spotlight.attack.read import ATTACK_WORDS, MODES
from gmtrack.rulesets.spotlight.rulings import House
from gmtrack.rulesets.spotlight.sheet.game import Scene
from gmtrack.rulesets.spotlight.sheet.sheet import SKILLS, Mode, Weapon
from gmtrack.rulesets.spotlight.sheet.state import Fighter
from gmtrack.rulesets.spotlight.tables import KINDS, LOCATIONS, POOL
from gmtrack.rulesets.spotlight.wounds import EFFECTS


def lexicon(encounter: Encounter) -> Lexicon:
    """Return every word that can be completed, of this encounter."""
    scene = Scene(Draft(encounter))
    fighters = scene.whole_cast()
    cover = entries_without_help(*(encounter.scene.get("cover") or {}))
    weapons = {who.id: weapon_entries(who) for who in fighters}
    skills = dict.fromkeys(
        (*SKILLS, *(name for who in fighters for name in who.sheet.skills))
    )
    tests = (
        Entry("suppression", "willpower: shake off suppressive fire"),
        Entry("willpower"),
        *entries_without_help(*skills),
    )
    every = {entry.word: entry for own in weapons.values() for entry in own}
    modes = entries({mode: mode_help(mode, scene.house) for mode in MODES})
    return Lexicon(
        weapons=weapons,
        places=entries(
            dict.fromkeys(
                LOCATIONS, f"Difficulty +{scene.house.called_shot_modifier}"
            )
        ),
        defenses=(
            Entry(
                "dodge", "athletics: with more successes the attack is avoided"
            ),
            Entry(
                "counter",
                "a weapon's skill: with more successes it comes first",
            ),
        ),
        defense_price=(
            "1 AP, also if the attack misses"
            if scene.house.defense_timing == "before_roll"
            else "1 AP, if the attack hits"
        ),
        words={
            "attack": entries(ATTACK_WORDS),
            "act": merge_entries(
                entries(row.words) for row in ACTIONS.values()
            ),
        },
        values={
            "mode": modes,
            "counter-mode": modes,
            "counter-weapon": tuple(every.values()),
            "cover": cover,
            "skill": entries_without_help(*skills),
        },
        answers=entries_without_help("counter-mode", "counter-weapon"),
        without={"attack": entries(SWITCHES)},
        tests=tests,
        effects=entries(EFFECTS),
        types=entries_without_help(*KINDS),
        pools=entries_without_help(POOL),
        by_test={entry.word: () for entry in tests},  # no test takes any
        things=cover,
        modes={
            who.id: list_fire_modes(who.weapons(), modes_fired_in)
            for who in fighters
        },
        also_actions=(*list_equip_words("draw"), COVER),
        **action_fields(scene.house),
    )


def action_fields(house: House) -> dict[str, Any]:
    """Return the fields of the lexicon that follow from the table of actions. Behind free text
    (`other TEXT`) no word is one of `--with` unless it is typed so."""
    fields = lexicon_of_actions(
        ACTIONS, lambda row: f"{price_of(row, house)} AP: {row.help}"
    )
    free = [
        name
        for name, row in ACTIONS.items()
        if "TEXT" in row.usage and name != "move"
    ]
    return fields | {
        "takes": {
            name: options
            for name, options in fields["takes"].items()
            if name not in free
        }
    }


def weapon_entries(who: Fighter) -> Entries:
    """Return a combatant's weapons with their damage, those in hand first."""
    found = sorted(
        who.weapons().items(), key=lambda item: not who.ready(item[0])
    )
    return tuple(
        Entry(
            name,
            f"{weapon.damage} {weapon.damage_type}"
            + ("" if who.ready(name) else ", not in hand"),
        )
        for name, weapon in found
    )


def modes_fired_in(weapon: Weapon) -> Iterable[str]:
    """Return the fire modes of a weapon; none for melee."""
    return () if weapon.is_melee else weapon.fire_modes


def mode_help(mode: Mode, house: House) -> str:
    """Describe what a mode adds to Difficulty and damage."""
    if mode == "burst":
        more = (
            f", {house.burst_bonus_damage:+d} damage"
            if house.burst_bonus_damage
            else ""
        )
        return f"Difficulty +1{more}"
    if mode == "full_auto":
        added = house.full_auto_modifier
        return f"Difficulty {added:+d}" if added else "Difficulty unchanged"
    return "one shot"


REACTING = ("react",)
"""The word for acting without the spotlight, on what has just happened."""


def candidates(encounter: Encounter, who: str) -> Iterator[Candidate]:
    """Yield every line that a combatant might type."""
    scene, words = Scene(Draft(encounter)), lexicon(encounter)
    me = scene.fighter(who)
    own = me.weapons()
    out_of_turn = () if scene.has_spotlight(me) else (REACTING,)
    weapons = words.weapons.get(who, ())
    others = tuple(other for other in encounter.present() if other != who)

    def ways(weapon: str, target: str) -> Iterator[tuple[str, ...]]:
        """Yield the words for each mode of a weapon."""
        del target
        for mode in (own[weapon].modes if weapon else None) or ():
            yield (f"mode={mode.replace('_', '-')}",)

    yield from add_words(
        list_attacks(who, others, weapons, ways), (), *out_of_turn
    )
    slots: Slots = {
        "TARGET": others, "WEAPON": tuple(entry.word for entry in weapons),
        "COVER": tuple(entry.word for entry in words.things), "TEXT": ("something",),
    }  # fmt: skip
    idle = () if me.live_cover() else ("leave-cover",)
    for name, row in ACTIONS.items():
        if name in idle:
            continue
        ways_to = [
            way
            for way in word_values(words, name)
            if way != REACTING or out_of_turn
        ]
        yield from add_words(list_actions(who, (row,), slots), (), *ways_to)
    yield from list_tests(who, words.tests)


def word_values(words: Lexicon, action: str) -> Iterator[tuple[str, ...]]:
    """Yield each word of `--with` that an action takes, with each value that it can have."""
    for entry in words.by_action[action]:
        for value in words.values.get(entry.word, (None,)):
            yield (f"{entry.word}={value.word}" if value else entry.word,)


def is_near_runner(encounter: Encounter, who: str, other: str) -> bool | None:
    """Return None: the fight does not say who is run past, or seen out of cover (SP-TRIG-12,
    SP-TRIG-13)."""
    del encounter, who, other
    return None


WAITING = "Decide later: nothing else happens until then"
"""What follows in the death spotlight if nothing is chosen (SP-DEATH-02)."""
REACTIONS = (
    Reaction("attack {who} {other} --with opportunity", "opportunity",
             "if they run past you, or out of cover", ("move", "leave-cover"),
             is_near=is_near_runner),
    Reaction("act {who} cheat-death", "cheat-death",
             "a willpower test; passed, it costs 1 Fortitude for good", spends="fortitude",
             otherwise=WAITING),
    Reaction("act {who} invite {other}", "invite",
             "they get 4 AP to come to you and save you", otherwise=WAITING),
    Reaction("act {who} die", "die", "your story ends here", otherwise=WAITING),
)  # fmt: skip


def resources_of(draft: Draft, who: str) -> Mapping[str, int]:
    """Return the AP that a combatant can spend, with the four extra ones of a dramatic save."""
    scene = Scene(draft)
    fighter, save = scene.fighter(who), scene.fight.save
    return {
        "AP": fighter.ap + (save["ap"] if save and save["by"] == who else 0)
    }


def reserves(draft: Draft, who: str) -> Reserves:
    """Return the Fortitude, which no round gives back."""
    one = Scene(draft).fighter(who)
    return Reserves(
        {"fortitude": {"now": one.fortitude, "max": one.sheet.fortitude}}
    )
