"""The tables of all modifiers of attack and defense, and the attack pool made of them (SS-ATK-30
to -46, SS-DEF-10 to -30)."""

from collections.abc import Iterable, Mapping
from itertools import chain

from gmtrack.core.report import Part, total
from gmtrack.rulesets.kit.modifiers import Modifier
from gmtrack.rulesets.kit.words import Word, parse_number
from gmtrack.rulesets.swan_song.attack.plan import NEAR, Plan, Strike
from gmtrack.rulesets.swan_song.dice import (
    PENALTY_WORDS,
    Parts,
    action_penalties,
    halve_in_last_fight,
    is_delayed,
    raise_to_minimum,
    rank_parts,
)
from gmtrack.rulesets.swan_song.rulings import House
from gmtrack.rulesets.swan_song.sheet.fighter import Fighter
from gmtrack.rulesets.swan_song.sheet.game import WORDS
from gmtrack.rulesets.swan_song.tables import (
    BLINDED_DICE,
    BROKEN_GRIP_DICE,
    CALLED_DICE,
    DEAFENED_DICE,
    NAUSEOUS_DICE,
    ONE_ARMED_DICE,
    SPREADS,
    WEAK_SIDE,
)

COVERS = {"none": 0, "partial": 1, "good": 2}
"""The number of times that a cover gives two dice (SS-COV-01, SS-COV-02)."""


def is_charge(s: Strike) -> bool:
    """Whether the attacker has run in this phase, and into melee (R-MOV-8)."""
    fight, who = s.game.fight, s.attacker
    own_phase = not fight.running or fight.active == who.id
    return s.weapon.is_melee and who.ran and own_phase


def _is_target_running(s: Strike) -> bool:
    """Whether the shot is at a runner; a sprinter counts as one only if the house stacks both."""
    stacks = s.game.house.sprint_target_penalty == "stack"
    return (
        not s.weapon.is_melee
        and s.target.running
        and (stacks or not s.target.sprinting)
    )


def _called_dice(s: Strike) -> int:
    """Return the dice of the called place, 0 if none is called."""
    if s.place is None:
        return 0
    return s.place.row.dice if s.place.row else CALLED_DICE


def _count_attacker_effect(s: Strike, label: str) -> int:
    """Return how many times an effect lowers the attack; sight and hearing as told or by house
    rule."""
    sight = s.game.house.attacks_need_sight or s.told.has_word(
        "sight", s.attacker.id
    )
    hearing = s.told.has_word("hearing", s.attacker.id)
    return action_penalties(s.attacker, sight=sight, hearing=hearing)[label]


def _is_arm_hurt(s: Strike) -> bool:
    """Whether the weapon is in the hurt arm's hand, where the house rule `one_armed_scope` says
    `arm_only` (R-EFF-8)."""
    if s.game.house.one_armed_scope != "arm_only":
        return False
    hands = {hand for hand, w in s.attacker.held.items() if w == s.weapon_id}
    hurt = {
        (e.location or "").split("-")[0]
        for e in s.attacker.find_effects("one_armed_penalty")
    }
    return bool(hands & hurt)


def _count_broken_grips(s: Strike) -> int:
    """Return how many hands and forearms of the attacker are hurt, for the word `subdue`; else
    0."""
    if not s.told.has_word("subdue", s.attacker.id):
        return 0
    return len({e.location for e in s.attacker.find_effects("broken_grip")})


def _is_in_moving_vehicle(s: Strike) -> bool:
    """Whether the target sits in a vehicle that is under way."""
    inside = s.target.in_vehicle
    moving = (
        inside in s.game.draft.encounter.combatants
        and s.game.fighter(inside).sheet.moving
    )
    return bool(inside and moving)


def _is_near_and_prone(s: Strike) -> bool:
    """Whether the target lies, in melee or at most 5 metres from the shooter."""
    near = s.weapon.is_melee or (s.distance is not None and s.distance <= NEAR)
    return s.target.prone and near


def _reach_advantage(s: Strike) -> int:
    """Return by how much the defender's longest, or parrying, weapon is longer than the
    attacker's (R-DEF-6); 0 at range."""
    if not s.weapon.is_melee:
        return 0
    t = s.target
    parrying = parry_weapon(t) if s.defense.skill == "parry" else None
    ready = [parrying] if parrying else t.melee_in_hand()
    longest = max((t.weapons[w].reach for w in ready), default=0)
    return longest - s.weapon.reach


def parry_weapon(who: Fighter) -> str | None:
    """Return the id of the melee weapon in hand with the best skill, or None without one."""
    ready = who.melee_in_hand()
    return max(
        ready, key=lambda w: who.skill(who.weapons[w].skill), default=None
    )


def defense_skill(s: Strike) -> str | None:
    """Return the skill that Parry, Block or Dodge adds, or None: no Interrupt, or no weapon left
    to parry with."""
    if s.defense.skill != "parry":
        return {"block": "unarmed_combat", "dodge": "acrobatics"}.get(
            s.defense.skill or ""
        )
    weapon = parry_weapon(s.target)
    return s.target.weapons[weapon].skill if weapon else None


def _mode_dice(s: Strike) -> int:
    """Return the dice that the firing mode takes off the defense; 0 where flechettes spread
    (R-DEF-9)."""
    # R-DEF-9: a weapon scatters its flechettes or its bullets, not both.
    return 0 if s.spread or s.weapon.kind != "ranged" else s.mode.defense


def _is_in_other_melee(s: Strike) -> bool:
    """Whether the target is shot at while in melee with others than the shooter."""
    others = [i for i in s.target.in_melee_with if i != s.attacker.id]
    busy = bool(others) and s.attacker.id not in s.target.in_melee_with
    return busy and not s.weapon.is_melee


def _weak_side_dice(s: Strike) -> int:
    """Return the dice that the worst weak side costs in melee, as a positive number (R-EFF-9)."""
    values = [
        e.value or WEAK_SIDE["hand"] for e in s.target.find_effects("weak_side")
    ]
    return -min(values, default=0) if s.weapon.is_melee else 0


def _is_lowered(s: Strike) -> bool:
    """Whether penalties on actions lower this defense: on Parry, Block and Dodge, by house rule
    on any (R-EFF-1, R-MOV-7)."""
    everywhere = s.game.house.all_actions_scope == "actions_and_defense"
    return s.defense.skill is not None or everywhere


def _count_defender_effect(s: Strike, label: str) -> int:
    """Return how many times an effect lowers the defense; 0 for a free Defense Test unless by
    house rule."""
    if not _is_lowered(s):
        return 0
    sight = s.game.house.attacks_need_sight
    return action_penalties(s.target, sight=sight, hearing=False)[label]


AttackModifier = Modifier[Strike, House]
"""A row of the tables. A bare `--with` of a row that is `told` is worth its amount; of another
the word needs a value."""
ATTACK_MODIFIERS: tuple[AttackModifier, ...] = (
    Modifier("wounds", "SS-ATK-30, SS-WND-04", PENALTY_WORDS["wounds"],
             1, lambda s: s.attacker.wound_modifier),
    Modifier("running", "SS-ATK-31, SS-MOVE-07", PENALTY_WORDS["running"],
             -2, lambda s: s.attacker.running, told=True),
    Modifier("charge", "SS-ATK-32, SS-MOVE-08", "ran in this phase, into melee",
             4, is_charge, told=True),
    Modifier("target-running", "SS-ATK-33, SS-MOVE-09", "shot at a running target",
             -2, _is_target_running, told=True),
    Modifier("target-sprinting", "SS-ATK-34, SS-MOVE-10", "shot at a sprinting target",
             -4, lambda s: not s.weapon.is_melee and s.target.sprinting, told=True),
    Modifier("delayed", "SS-ATK-35, SS-DELAY-04", PENALTY_WORDS["delayed"],
             -1, lambda s: is_delayed(s.game, s.attacker), told=True),
    Modifier("blind-fire", "SS-ATK-36, SS-COV-08", "the target cannot be seen",
             -6, lambda s: s.concealed, told=True),
    Modifier("called", "SS-ATK-37, SS-ATK-38", "a called shot, by its place", 1, _called_dice),
    Modifier("nauseous", "SS-ATK-39", PENALTY_WORDS["nauseous"],
             NAUSEOUS_DICE, lambda s: _count_attacker_effect(s, "nauseous"), told=True),
    Modifier("blinded", "SS-ATK-40, SS-ATK-41", PENALTY_WORDS["blinded"],
             BLINDED_DICE, lambda s: _count_attacker_effect(s, "blinded"), told=True),
    Modifier("deafened", "SS-ATK-42, SS-ATK-43", PENALTY_WORDS["deafened"],
             DEAFENED_DICE, lambda s: _count_attacker_effect(s, "deafened"), told=True),
    Modifier("one-armed-penalty", "SS-ATK-44", PENALTY_WORDS["one-armed-penalty"], ONE_ARMED_DICE,
             lambda s: _count_attacker_effect(s, "one-armed-penalty") or _is_arm_hurt(s),
             told=True),
    Modifier("broken-grip", "SS-ATK-45", "each hurt hand or forearm: -1, with the word subdue",
             BROKEN_GRIP_DICE, _count_broken_grips, told=True),
)  # fmt: skip
DEFENSE_MODIFIERS: tuple[AttackModifier, ...] = (
    Modifier("cover", "SS-DEF-26, SS-DEF-27", "partial +2, good +4",
             2, lambda s: COVERS[s.cover], told=True),
    Modifier("vehicle", "SS-DEF-10", "inside a moving vehicle",
             3, _is_in_moving_vehicle, told=True),
    Modifier("prone", "SS-DEF-11", "on the ground: melee, or shot from 5 m or less",
             -2, _is_near_and_prone, told=True),
    Modifier("wounds", "SS-DEF-14", "the defender's wounds", 1, lambda s: s.target.wound_modifier),
    Modifier("running", "SS-DEF-25", "the defender has run",
             2, lambda s: s.target.running or s.target.sprinting, told=True),
    Modifier("reach", "SS-DEF-15, SS-DEF-16", "the longer weapon, in melee", 1, _reach_advantage),
    Modifier("previous", "SS-DEF-17", "Defense Tests since the last own phase",
             -1, lambda s: s.target.defended_count, told=True),
    Modifier("spread", "SS-DEF-18, SS-DEF-19, SS-DEF-20", "flechettes",
             1, lambda s: SPREADS[s.spread].defense if s.spread else 0),
    Modifier("mode", "SS-DEF-21, SS-DEF-22, SS-DEF-23", "bursts and automatic fire", 1, _mode_dice),
    Modifier("in-melee", "SS-DEF-24", "shot at from outside one's melee",
             -3, _is_in_other_melee, told=True),
    Modifier("area", "SS-DEF-28", "an area effect", -2, lambda s: s.weapon.area, told=True),
    Modifier("weak-side", "SS-DEF-29", "a hurt arm, in melee", -1, _weak_side_dice, told=True),
    Modifier("running", "SS-MOVE-07, R-MOV-7", "running while parrying, blocking, dodging",
             -2, lambda s: _is_lowered(s) and s.target.running),
    Modifier("delayed", "SS-DELAY-04", "a delayed phase, on Parry, Block, Dodge", -1,
             lambda s: s.defense.skill is not None and is_delayed(s.game, s.target), told=True),
    Modifier("nauseous", "SS-EFF-11", "vomiting, on Parry, Block, Dodge",
             NAUSEOUS_DICE, lambda s: _count_defender_effect(s, "nauseous"), told=True),
    Modifier("blinded", "SS-EFF-05, SS-EFF-06", "on Parry, Block, Dodge",
             BLINDED_DICE, lambda s: _count_defender_effect(s, "blinded"), told=True),
    Modifier("deafened", "SS-EFF-03, SS-EFF-04", "both ears, on Parry, Block, Dodge",
             DEAFENED_DICE, lambda s: _count_defender_effect(s, "deafened"), told=True),
    Modifier("one-armed-penalty", "SS-EFF-18", "on Parry, Block, Dodge",
             ONE_ARMED_DICE, lambda s: _count_defender_effect(s, "one-armed-penalty"), told=True),
)  # fmt: skip

SHOT_WORDS = ("spread", "mode")
"""Words of the defender's table that describe the shot."""
VALUE_WORDS = (*SHOT_WORDS, "cover")
"""Words whose value is not a number of dice."""
SUBDUE_WORDS = {
    "subdue": "subduing or clinching: hurt hands and forearms count"
}
ATTACK_LABELS = frozenset(row.label for row in ATTACK_MODIFIERS)
NO_TARGET = (
    "target-running",
    "target-sprinting",
    "blind-fire",
    "called",
    "broken-grip",
    "charge",
)
"""Modifiers that need somebody to be attacked."""
OWN_MODIFIERS = tuple(
    row for row in ATTACK_MODIFIERS if row.label not in NO_TARGET
)


def words_of_tables(*tables: tuple[AttackModifier, ...]) -> dict[str, str]:
    """Return the words of tables with their help; a label that stands twice has its first row's
    help."""
    found: dict[str, str] = {}
    for row in chain(*tables):
        found.setdefault(row.label, row.help)
    return found


DEFENSE_WORDS = words_of_tables(DEFENSE_MODIFIERS)
DICE_WORDS = words_of_tables(ATTACK_MODIFIERS, DEFENSE_MODIFIERS)


def defense_parts(s: Strike) -> list[Part]:
    """Return the modifiers of a Defense Test that count, then the GM's numbers."""
    about = s.roll_context(defends=True, skill=defense_skill(s))
    standing = s.game.collect_gm_parts(
        s.target, "defense", s.defense_mods, "SS-DEF-30", about
    )
    return [*_counting_parts(s, DEFENSE_MODIFIERS, s.defense_dice), *standing]


def _counting_parts(
    s: Strike, rows: Iterable[AttackModifier], typed: Mapping[str, int]
) -> list[Part]:
    """Return the parts of the rows that count: the typed dice, else what the row itself finds;
    none of 0 dice."""
    parts = [
        Part(row.label, typed[row.rules], row.rules)
        if row.rules in typed
        else row.make_part(s, s.game.house)
        for row in rows
    ]
    return [part for part in parts if part.value]


def attack_rows(s: Strike) -> tuple[AttackModifier, ...]:
    """Return the modifiers of the attack: all, but against a barrier only those that need no
    target."""
    return ATTACK_MODIFIERS if s.barrier is None else OWN_MODIFIERS


def read_dice(s: Strike) -> None:
    """Parse the dice typed for modifiers of both sides, and the GM's numbers, into the strike.

    Raises Refusal `value` for a value that is no number."""
    silent = s.told.is_empty and s.without.is_empty
    s.attack_dice = (
        {} if silent else typed_dice(s, attack_rows(s), s.attacker.id)
    )
    s.mods = s.game.parse_mods(
        s.game.options.mods, s.attacker, s.barrier or s.target
    )
    if s.barrier is None:
        s.defense_dice = (
            {}
            if silent
            else typed_dice(s, DEFENSE_MODIFIERS, s.target.id, ATTACK_LABELS)
        )
        s.defense_mods = s.game.parse_mods(
            s.game.options.defense_mods, s.target
        )


def typed_dice(
    s: Strike,
    rows: Iterable[AttackModifier],
    who: str,
    shared: frozenset[str] = frozenset(),
) -> dict[str, int]:
    """Return the dice typed for `who`, by the rules of the row; 0 for a row that is switched
    off.

    A label that stands twice is typed for its first row. A bare word that both sides know
    (`shared`) means the attacker; `bob:running` means bob."""
    dice: dict[str, int] = {}
    seen = {*VALUE_WORDS}
    for row in rows:
        word = (s.told.get_tied if row.label in shared else s.told.get)(
            row.label, who
        )
        if s.without.has_word(row.label, who):
            dice[row.rules] = 0
        elif word is not None and row.label not in seen:
            dice[row.rules] = _typed_worth(row, word)
        seen.add(row.label)
    return dice


def _typed_worth(row: AttackModifier, word: Word) -> int:
    """Return the dice of a typed word: its value, or bare the row's own amount. Raises Refusal
    `value`."""
    if word.value is None and row.told and isinstance(row.amount, int):
        return row.amount
    return parse_number(word.value, row.label, WORDS.value, least=-99, most=99)


def whole_pool(plan: Plan) -> Parts:
    """Return the attack pool of the whole action: base, Karma dice, modifiers, at least the
    least pool (R-TEST-9).

    Of several parts the lower base counts (R-MULTI-2), and every modifier of any of them once,
    at its worst (R-MULTI-1). Depends on the house rule `two_weapon_pool`."""
    who, strikes = plan.attacker, plan.strikes
    bases = [base_parts(s) for s in strikes]
    main_only = plan.game.house.two_weapon_pool == "main"
    base = (
        bases[0]
        if main_only
        else min(bases, key=lambda parts: total(tuple(parts)))
    )
    # The modifiers of all parts, each label once at its worst.
    found: dict[tuple[str, int], Part] = {}
    for strike in strikes:
        seen: dict[str, int] = {}
        standing = strike.game.collect_gm_parts(
            strike.attacker,
            "attack",
            strike.mods,
            "SS-ATK-46, R-ATK-3",
            strike.roll_context(),
        )
        for part in [
            *_counting_parts(strike, attack_rows(strike), strike.attack_dice),
            *standing,
        ]:
            seen[part.label] = seen.get(part.label, 0) + 1
            key = (part.label, seen[part.label])
            if key not in found or part.value < found[key].value:
                found[key] = part
    parts = (
        halve_in_last_fight(who, base)
        + plan.karma.dice_part(who)
        + list(found.values())
    )
    return raise_to_minimum(plan.game, parts)


def base_parts(s: Strike) -> list[Part]:
    """Return the base of an attack roll: attribute and skill, or Logic and demolitions for a
    charge."""
    who, attribute, rules = s.attacker, s.weapon.attribute, "SS-ATK-04, R-ATK-6"
    if s.demolitions:
        attribute, rules = "logic", "SS-BAR-14, R-BAR-14"
    return [
        *who.attribute_parts(attribute, rules),
        *rank_parts(who, s.skill, rules),
    ]


def split_pool(whole: Parts, count: int) -> list[Parts]:
    """Split a pool into so many shares, as evenly as possible; the first ones get the odd dice
    (SS-MULTI-03)."""
    dice = total(whole)
    if count == 1:
        return [whole]
    shares = [
        dice // count + (1 if k < dice % count else 0) for k in range(count)
    ]
    return [
        (*whole, Part("split", share - dice, "SS-MULTI-03, R-MULTI-3"))
        for share in shares
    ]
