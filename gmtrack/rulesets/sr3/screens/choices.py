"""The choices of a combatant in a fight, the resources to spend on them, and the words for
completion."""

from collections.abc import Iterable, Iterator, Mapping

from gmtrack.core.choice import Candidate
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Act, Attack, Options
from gmtrack.core.lexicon import (
    Entries,
    Entry,
    Lexicon,
    entries,
    entries_without_help,
)
from gmtrack.rulesets.kit.actions import lexicon_of_actions
from gmtrack.rulesets.kit.choices import (
    list_candidates,
    list_fire_modes,
    list_firing_words,
    merge_entries,
)
from gmtrack.rulesets.kit.words import COVER, list_equip_words
from gmtrack.rulesets.port import Reserves
from gmtrack.rulesets.sr3 import tables
from gmtrack.rulesets.sr3.actions.actions import (
    ACTIONS,
    HOLD_TRAITS,
    WEAPON,
    actions_in_force,
)
from gmtrack.rulesets.sr3.actions.explosives import DETONATE
from gmtrack.rulesets.sr3.actions.gear import HANDS
from gmtrack.rulesets.sr3.actions.tests import (
    ARMOR,
    PLAIN_WORDS,
    STAND_UP_TEST,
    TYPES,
    known_traits,
    words_of_tests,
)
from gmtrack.rulesets.sr3.attack.aim import metres_apart
from gmtrack.rulesets.sr3.attack.melee import DEFENSES
from gmtrack.rulesets.sr3.attack.words import attack_switches, attack_words
from gmtrack.rulesets.sr3.magic.words import CAST_WORDS
from gmtrack.rulesets.sr3.rulings import House
from gmtrack.rulesets.sr3.screens.show import damage_code
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import Action, Scene
from gmtrack.rulesets.sr3.sheet.karma import KARMA_WORDS
from gmtrack.rulesets.sr3.sheet.sheet import UNARMED, Weapon
from gmtrack.rulesets.sr3.sheet.state import scene_barriers
from gmtrack.rulesets.sr3.turn.timed import timed_items
from gmtrack.rulesets.sr3.wounds.effects import EFFECTS

VALUES = {
    "hand": entries_without_help(*HANDS),
    "ammo-type": entries_without_help(*tables.AMMO_TYPES),
    "trait": entries_without_help(*HOLD_TRAITS),
    "level": entries_without_help(*tables.LEVELS),
    "type": entries_without_help(*TYPES),
    "armor": entries_without_help(*ARMOR),
    "conditions": entries_without_help(*tables.CONDITIONS),
}
"""The values of words of `act` and `test` that have names."""


def actions_with_karma(house: House) -> Mapping[str, Action]:
    """Return the actions under these house rules, those that roll with the words of Karma too."""
    return {
        name: row
        if row.rolls is not None
        else row._replace(words={**row.words, **KARMA_WORDS})
        for name, row in actions_in_force(house).items()
    }


def lexicon(encounter: Encounter) -> Lexicon:
    """Return the words that commands of this encounter accept, for completion and for phones."""
    scene = Scene(Draft(encounter))
    house = scene.house
    things = entries_without_help(*scene_barriers(encounter))
    every_word = {**CAST_WORDS, **attack_words(house)}
    actions = actions_with_karma(house)
    tests = words_of_tests(house)
    return Lexicon(
        weapons={
            who.id: (*weapon_entries(who), *spell_entries(who))
            for who in scene.whole_cast()
        },
        unusable=unusable_weapons(scene),
        slots=slots_of_usages(scene),
        places=entries(
            dict.fromkeys(house.vital_places, f"TN +{tables.CALLED}")
        ),
        defenses=entries(DEFENSES),
        words={
            "attack": entries(
                {
                    **{word: row.help for word, row in every_word.items()},
                    **KARMA_WORDS,
                }
            ),
            "act": merge_entries(
                entries(row.words) for row in actions.values()
            ),
            "test": merge_entries(
                map(entries, (*tests.values(), PLAIN_WORDS, KARMA_WORDS))
            ),
        },
        values={
            **{
                word: entries_without_help(*row.choices)
                for word, row in every_word.items()
                if row.choices
            },
            **VALUES,
            "mode": tuple(
                Entry(row.mode, mode_help(row, house))
                for row in tables.MODES.values()
            ),
            "barrier": things,
        },
        without={"attack": entries_without_help(*attack_switches(house))},
        tests=(
            Entry("knockdown", "do they keep standing?"),
            Entry("resist", "damage from elsewhere"),
            Entry("first-aid", "how likely it helps: changes nothing"),
            Entry("hold-on", "does a dying one hold on?"),
            *(
                Entry(name, "would they get up? changes nothing")
                for name in tests
                if name == STAND_UP_TEST
            ),
            *entries_without_help(*known_traits(scene)),
        ),
        effects=entries(
            {name: effect.help for name, effect in EFFECTS.items()}
        ),
        types=entries_without_help(*tables.KINDS),
        numbers={
            FULL_AUTO: entries_without_help("rounds"),
            **{
                name: entries_without_help("rounds")
                for name, row in actions.items()
                if "rounds" in row.words
            },
        },
        also={"mode": entries(tables.MODE_NAMES)},
        by_test={
            **{
                entry.word: entries({**PLAIN_WORDS, **KARMA_WORDS})
                for entry in entries_without_help(*known_traits(scene))
            },
            **{
                name: entries({**words, **KARMA_WORDS})
                for name, words in tests.items()
            },
        },
        things=things,
        modes={
            who.id: list_fire_modes(who.weapons, modes_fired_in)
            for who in scene.whole_cast()
        },
        also_actions=(*list_equip_words("ready"), COVER),
        **lexicon_of_actions(actions, help_with_price),
    )


def modes_fired_in(weapon: Weapon) -> Iterable[str]:
    """Return the fire modes of a weapon; none of what is thrown or laid."""
    return weapon.modes if weapon.is_ranged and not weapon.is_carried else ()


def mode_help(row: tables.ModeRow, house: House) -> str:
    """Return the help for a fire mode, such as `burst: simple, 3 rounds, recoil 3`. Depends on the
    house rule `fa_maximum`."""
    if row.rounds is None:
        least, most = tables.FULL_AUTO_LEAST, house.fa_maximum
        limits = f"at least {least}" if most == "none" else f"{least} to {most}"
        rounds = f"{limits} rounds (rounds=N)"
        return f"{row.title}: {row.cost}, {rounds}, recoil by rounds"
    rounds = "1 round" if row.rounds == 1 else f"{row.rounds} rounds"
    recoil = (
        f"recoil {tables.BURSTS[row.rounds].recoil}"
        if row.rounds > 1
        else "recoil 1 for the next"
    )
    return f"{row.title}: {row.cost}, {rounds}, {recoil}"


def help_with_price(row: Action) -> str:
    """Return an action's help with its price behind it in brackets, without brackets if it costs
    nothing."""
    return row.help if row.cost == "none" else f"{row.help} ({row.cost})"


def weapon_entries(who: Fighter) -> Entries:
    """Return a combatant's weapons with their damage codes, those in hand first."""
    found = sorted(
        who.weapons.items(), key=lambda item: item[0] not in who.hands
    )
    return tuple(
        Entry(name, damage_code(who, weapon)) for name, weapon in found
    )


def unusable_weapons(scene: Scene) -> dict[str, dict[str, Entries]]:
    """Return the weapons that a command would refuse, by command and combatant id: explosives of
    which none is left, and in an attack charges, which are laid."""
    refused: dict[str, dict[str, Entries]] = {"attack": {}, "act": {}}
    for who in scene.whole_cast():
        carried = {
            name: weapon
            for name, weapon in who.weapons.items()
            if weapon.is_carried
        }
        gone = [name for name in carried if who.weapon_state(name).count < 1]
        laid = [
            name
            for name, weapon in carried.items()
            if weapon.delivery == "placed"
        ]
        refused["act"][who.id] = entries_without_help(*gone)
        refused["attack"][who.id] = entries_without_help(*gone, *laid)
    return refused


def slots_of_usages(scene: Scene) -> dict[str, dict[str, Entries]]:
    """Return what fills the slots of usages besides people and weapons, by slot and combatant id:
    spells, explosives to throw, charges to lay, and what is about to go off."""
    found: dict[str, dict[str, Entries]] = {
        "SPELL": {}, "EXPLOSIVE": {}, "CHARGE": {}, "ITEM": {},
    }  # fmt: skip
    items = timed_items(scene).items()
    for who in scene.whole_cast():
        ways = {name: one.delivery for name, one in who.weapons.items()}
        laid = [name for name, way in ways.items() if way == "placed"]
        thrown = [
            name for name, way in ways.items() if way in ("thrown", "launched")
        ]
        own = [name for name, item in items if item["owner"] == who.id]
        found["SPELL"][who.id] = entries_without_help(*who.sheet.spells)
        found["EXPLOSIVE"][who.id] = entries_without_help(*thrown)
        found["CHARGE"][who.id] = entries_without_help(*laid)
        found["ITEM"][who.id] = entries_without_help(*own)
    return found


def spell_entries(who: Fighter) -> Entries:
    """Return the spells that do damage, which stand where a weapon does, with force and drain."""
    return tuple(
        Entry(name, f"spell, force {spell.force}, drain {spell.drain}")
        for name, spell in who.sheet.spells.items()
        if spell.damages
    )


RANGES = tuple(f"range={category}" for category in tables.CATEGORIES)
"""Words for the range, where no positions say how far somebody is."""


FULL_AUTO = "mode=fa"
LEAST_ROUNDS = f"rounds={tables.FULL_AUTO_LEAST}"
LEVEL_WORDS = tuple(f"level={level.lower()}" for level in tables.LEVELS)
"""Words for the damage level of a spell."""


def needs_level(who: Fighter, spell: str) -> bool:
    """Whether a damage level has to be typed for a spell."""
    return who.sheet.spells[spell].level == "chosen"


def fill_slots(scene: Scene, me: Fighter) -> dict[str, list[str]]:
    """Return what can stand in the slots of usages beside targets and weapons. Spells that do
    damage stand among the weapons already, and explosives are thrown by attacks."""
    spells = me.sheet.spells.items()
    charges = [n for n, one in me.weapons.items() if one.delivery == "placed"]
    items = timed_items(scene).items()
    return {
        "SPELL": [name for name, spell in spells if not spell.damages],
        "CHARGE": charges,
        "ITEM": [name for name, item in items if item["owner"] == me.id],
    }


def candidates(encounter: Encounter, who: str) -> Iterator[Candidate]:
    """Yield everything that `who` might do, with the modes and ranges that make a difference."""
    scene, words = Scene(Draft(encounter)), lexicon(encounter)
    me = scene.fighter(who)

    def ways(weapon: str, target: str) -> Iterator[tuple[str, ...]]:
        if weapon in me.sheet.spells:
            for level in LEVEL_WORDS if needs_level(me, weapon) else ():
                yield (level,)
            return
        every = [
            with_least_rounds(way)
            for way in list_firing_words(weapon, words.modes[who])
        ]
        modes = every if len(every) > 1 else []
        known = (
            target not in encounter.combatants
            or metres_apart(me, scene.fighter(target)) is not None
        )
        if known:
            yield from modes
            return
        for mode in ((), *modes):
            for where in RANGES:
                yield (*mode, where)

    things = scene_barriers(encounter)
    slots = fill_slots(scene, me)
    yield from list_magic_on_oneself(me, slots["SPELL"])
    for one in list_candidates(
        encounter,
        who,
        words,
        actions_in_force(scene.house).values(),
        slots,
        ways,
        things,
    ):
        if not is_said_otherwise(me, one, slots) and not is_laid(me, one):
            yield one
    yield from change_hands(me)


def with_least_rounds(way: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words of a way to fire, full auto with the least rounds that the rules allow."""
    return (*way, LEAST_ROUNDS) if way == (FULL_AUTO,) else way


def list_magic_on_oneself(
    me: Fighter, spells: Iterable[str]
) -> Iterator[Candidate]:
    """Yield the spells that can be cast on whoever casts them, and spell defense of oneself."""
    for name in spells:
        cast = Act(me.id, "cast", (name, me.id))
        yield Candidate(cast, "casts it on themselves")
    if me.sorcery_left:
        guard = Act(me.id, "spell-defense", (me.id,))
        yield Candidate(guard, "sets dice aside for themselves")


def change_hands(me: Fighter) -> Iterator[Candidate]:
    """Yield the change of the weapon in hand into the other hand; nothing for the unarmed."""
    if me.in_hand != UNARMED:
        options = Options(words=("hand=second",))
        change = Act(me.id, "ready", (me.in_hand,), options=options)
        yield Candidate(change, "into the other hand", "trifle")


def is_laid(me: Fighter, one: Candidate) -> bool:
    """Whether a candidate attacks with a charge: charges are laid (`activate`)."""
    if not isinstance(one.intent, Attack):
        return False
    weapon = one.intent.options.weapon or me.in_hand
    return weapon in me.weapons and me.weapon(weapon).delivery == "placed"


def is_said_otherwise(
    me: Fighter, one: Candidate, slots: dict[str, list[str]]
) -> bool:
    """Whether a candidate means what a shorter one does: it names the weapon in hand that is meant
    without a name too, or a target of a blast, which finds by itself who is near."""
    intent = one.intent
    if not isinstance(intent, Act):
        return False
    if intent.action == DETONATE:
        return intent.args not in [(name,) for name in slots["ITEM"]]
    named = intent.args == (me.in_hand,) and intent.action in ACTIONS
    return named and ACTIONS[intent.action].usage == WEAPON


def resources_of(draft: Draft, who: str) -> Mapping[str, int]:
    """Return the free and simple actions left of the phase, by name, and Karma where the sheet
    has it."""
    fighter = Scene(draft).fighter(who)
    left = {"free": fighter.free_left, "simple": fighter.simple_left}
    if fighter.sheet.karma_pool:
        left["karma"] = fighter.karma_left
    return left


def ammunition(draft: Draft, who: str) -> Mapping[str, int]:
    """Return the rounds in all weapons, added up."""
    fighter = Scene(draft).fighter(who)
    return {
        "rounds": sum(
            fighter.weapon_state(name).ammo for name in fighter.weapons
        )
    }


def reserves(draft: Draft, who: str) -> Reserves:
    """Return Karma, where the sheet has it, the rounds loaded in each weapon and what is left of
    each explosive, which no turn gives back. The combat pool is no reserve, as every turn
    fills it."""
    one = Scene(draft).fighter(who)
    loaded = {
        name: {"now": one.weapon_state(name).ammo, "max": weapon.capacity}
        for name, weapon in one.weapons.items()
        if weapon.capacity
    }
    carried = {
        name: {"now": one.weapon_state(name).count, "max": weapon.count}
        for name, weapon in one.weapons.items()
        if weapon.is_carried
    }
    karma = {"now": one.karma_left, "max": one.karma_pool}
    points = {"karma": karma} if one.sheet.karma_pool else {}
    return Reserves(points, loaded | carried)
