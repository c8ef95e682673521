"""SS-ATK-30..46 and SS-DEF-10..30: every modifier of an attack and of a defense, as a table.

`amount` says what the tracker knows by itself (0: does not apply); `told` is what a bare
`--with WORD` is worth, None where the word needs a value.
"""

from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from typing import NamedTuple

from gmtrack.core.report import Part
from gmtrack.rulesets.kit.words import Word, number
from gmtrack.rulesets.swan_song.attack.plan import NEAR, Strike
from gmtrack.rulesets.swan_song.dice.penalties import (
    PENALTY_WORDS,
    action_penalties,
    delayed_penalty,
    mod_parts,
)
from gmtrack.rulesets.swan_song.sheet.game import WORDS
from gmtrack.rulesets.swan_song.sheet.live import Fighter
from gmtrack.rulesets.swan_song.tables.effects import (
    BLINDED_DICE,
    BROKEN_GRIP_DICE,
    DEAFENED_DICE,
    NAUSEOUS_DICE,
    ONE_ARMED_DICE,
    WEAK_SIDE,
)
from gmtrack.rulesets.swan_song.tables.firing import SPREADS
from gmtrack.rulesets.swan_song.tables.locations import CALLED_DICE

COVER_DICE = {"none": 0, "partial": 2, "good": 4}
"""SS-COV-01, -02"""


class Modifier(NamedTuple):
    """One row: the word that is also the part's label, ids of rules, what it is worth."""

    label: str
    id: str
    help: str
    amount: Callable[[Strike], int]
    told: int | None = None


def _attacker_penalty(label: str) -> Callable[[Strike], int]:
    def amount(s: Strike) -> int:
        sight = s.game.house.attacks_need_sight or s.told.has("sight", s.attacker.id)
        hearing = s.told.has("hearing", s.attacker.id)
        penalties = action_penalties(s.attacker, sight=sight, hearing=hearing)
        if label == "one-armed-penalty" and not penalties[label]:
            return _arm_only(s)
        return penalties[label]

    return amount


def _arm_only(s: Strike) -> int:
    """R-EFF-8 `arm_only`: the -6 counts where the weapon is in the hurt arm's hand."""
    if s.game.house.one_armed_scope != "arm_only":
        return 0
    hands = {hand for hand, w in s.attacker.held.items() if w == s.weapon_id}
    hurt = {(e.location or "").split("-")[0] for e in s.attacker.find_effects("one_armed_penalty")}
    return ONE_ARMED_DICE if hands & hurt else 0


def _called(s: Strike) -> int:
    if s.place is None:
        return 0
    return s.place.row.dice if s.place.row else CALLED_DICE


def _target_running(s: Strike) -> int:
    stacks = s.game.house.sprint_target_penalty == "stack"
    return -2 if not s.melee and s.target.running and (stacks or not s.target.sprinting) else 0


def _broken_grip(s: Strike) -> int:
    if not s.told.has("subdue", s.attacker.id):
        return 0
    return BROKEN_GRIP_DICE * len({e.location for e in s.attacker.find_effects("broken_grip")})


ATTACK_MODIFIERS: tuple[Modifier, ...] = (
    Modifier("wounds", "SS-ATK-30, SS-WND-04", PENALTY_WORDS["wounds"],
             lambda s: s.attacker.wound_modifier),
    Modifier("running", "SS-ATK-31, SS-MOVE-07", PENALTY_WORDS["running"],
             lambda s: -2 if s.attacker.running else 0, -2),
    Modifier("charge", "SS-ATK-32, SS-MOVE-08", "ran in this phase, into melee",
             lambda s: 4 if s.melee and s.attacker.ran else 0, 4),
    Modifier("target-running", "SS-ATK-33, SS-MOVE-09", "shot at a running target",
             _target_running, -2),
    Modifier("target-sprinting", "SS-ATK-34, SS-MOVE-10", "shot at a sprinting target",
             lambda s: -4 if not s.melee and s.target.sprinting else 0, -4),
    Modifier("delayed", "SS-ATK-35, SS-DELAY-04", PENALTY_WORDS["delayed"],
             lambda s: delayed_penalty(s.game, s.attacker), -1),
    Modifier("blind-fire", "SS-ATK-36, SS-COV-08", "the target cannot be seen",
             lambda s: -6 if s.concealed else 0, -6),
    Modifier("called", "SS-ATK-37, SS-ATK-38", "a called shot, by its place", _called),
    Modifier("nauseous", "SS-ATK-39", PENALTY_WORDS["nauseous"],
             _attacker_penalty("nauseous"), NAUSEOUS_DICE),
    Modifier("blinded", "SS-ATK-40, SS-ATK-41", PENALTY_WORDS["blinded"],
             _attacker_penalty("blinded"), BLINDED_DICE[1]),
    Modifier("deafened", "SS-ATK-42, SS-ATK-43", PENALTY_WORDS["deafened"],
             _attacker_penalty("deafened"), DEAFENED_DICE[1]),
    Modifier("one-armed-penalty", "SS-ATK-44", PENALTY_WORDS["one-armed-penalty"],
             _attacker_penalty("one-armed-penalty"), ONE_ARMED_DICE),
    Modifier("broken-grip", "SS-ATK-45", "each hurt hand or forearm: -1, with the word subdue",
             _broken_grip, BROKEN_GRIP_DICE),
)  # fmt: skip


def _vehicle(s: Strike) -> int:
    inside = s.target.in_vehicle
    moving = inside in s.game.draft.encounter.combatants and s.game.fighter(inside).sheet.moving
    return 3 if inside and moving else 0


def _prone(s: Strike) -> int:
    near = s.melee or (s.distance is not None and s.distance <= NEAR)
    return -2 if s.target.prone and near else 0


def _reach(s: Strike) -> int:
    """SS-DEF-15, -16, R-DEF-6: the weapon used against the longest (or the parrying) one."""
    if not s.melee:
        return 0
    t = s.target
    parrying = parry_weapon(t) if s.defense.skill == "parry" else None
    ready = [parrying] if parrying else t.melee_in_hand()
    longest = max((t.weapons()[w].reach for w in ready), default=0)
    return longest - s.weapon.reach


def parry_weapon(who: Fighter) -> str | None:
    """The melee weapon in hand with the best skill."""
    ready = who.melee_in_hand()
    return max(ready, key=lambda w: who.skill(who.weapons()[w].skill), default=None)


def _spread(s: Strike) -> int:
    return SPREADS[s.spread].defense if s.spread else 0


def _mode(s: Strike) -> int:
    # R-DEF-9: a weapon scatters its flechettes or its bullets, not both.
    return 0 if s.spread or not s.burst_fire else s.mode.defense


def _in_melee(s: Strike) -> int:
    others = [i for i in s.target.in_melee_with if i != s.attacker.id]
    busy = bool(others) and s.attacker.id not in s.target.in_melee_with
    return -3 if busy and not s.melee else 0


def _weak_side(s: Strike) -> int:
    """SS-EFF-09, -10, R-EFF-9: the worst one only."""
    values = [e.value or WEAK_SIDE["hand"] for e in s.target.find_effects("weak_side")]
    return min(values, default=0) if s.melee else 0


def _paid_defense(label: str) -> Callable[[Strike], int]:
    """R-EFF-1, R-MOV-7: penalties on actions count on Parry, Block and Dodge (and, by house
    rule, on the free Defense Test)."""

    def amount(s: Strike) -> int:
        everywhere = s.game.house.all_actions_scope == "actions_and_defense"
        if s.defense.skill is None and not everywhere:
            return 0
        if label == "running":
            return -2 if s.target.running else 0
        sight = s.game.house.attacks_need_sight
        return action_penalties(s.target, sight=sight, hearing=False)[label]

    return amount


DEFENSE_MODIFIERS: tuple[Modifier, ...] = (
    Modifier("cover", "SS-DEF-26, SS-DEF-27", "partial +2, good +4",
             lambda s: COVER_DICE[s.cover], 2),
    Modifier("vehicle", "SS-DEF-10", "inside a moving vehicle", _vehicle, 3),
    Modifier("prone", "SS-DEF-11", "on the ground: melee, or shot from 5 m or less", _prone, -2),
    Modifier("wounds", "SS-DEF-14", "the defender's wounds", lambda s: s.target.wound_modifier),
    Modifier("running", "SS-DEF-25", "the defender has run",
             lambda s: 2 if s.target.running or s.target.sprinting else 0, 2),
    Modifier("reach", "SS-DEF-15, SS-DEF-16", "the longer weapon, in melee", _reach),
    Modifier("previous", "SS-DEF-17", "Defense Tests since the last own phase",
             lambda s: -s.target.defended_count, -1),
    Modifier("spread", "SS-DEF-18, SS-DEF-19, SS-DEF-20", "flechettes", _spread),
    Modifier("mode", "SS-DEF-21, SS-DEF-22, SS-DEF-23", "bursts and automatic fire", _mode),
    Modifier("in-melee", "SS-DEF-24", "shot at from outside one's melee", _in_melee, -3),
    Modifier("area", "SS-DEF-28", "an area effect", lambda s: -2 if s.weapon.area else 0, -2),
    Modifier("weak-side", "SS-DEF-29", "a hurt arm, in melee", _weak_side, -1),
    Modifier("running", "SS-MOVE-07, R-MOV-7", "running while parrying, blocking, dodging",
             _paid_defense("running")),
    Modifier("delayed", "SS-DELAY-04", "a delayed phase, on Parry, Block, Dodge",
             lambda s: 0 if s.defense.skill is None else delayed_penalty(s.game, s.target), -1),
    Modifier("nauseous", "SS-EFF-11", "vomiting, on Parry, Block, Dodge",
             _paid_defense("nauseous"), NAUSEOUS_DICE),
    Modifier("blinded", "SS-EFF-05, SS-EFF-06", "on Parry, Block, Dodge",
             _paid_defense("blinded"), BLINDED_DICE[1]),
    Modifier("deafened", "SS-EFF-03, SS-EFF-04", "both ears, on Parry, Block, Dodge",
             _paid_defense("deafened"), DEAFENED_DICE[1]),
    Modifier("one-armed-penalty", "SS-EFF-18", "on Parry, Block, Dodge",
             _paid_defense("one-armed-penalty"), ONE_ARMED_DICE),
)  # fmt: skip

SHOT_WORDS = ("spread", "mode")
"""What the shot is like, on the defender's side of the table."""
VALUE_WORDS = (*SHOT_WORDS, "cover")
"""Words whose value is not a number of dice."""
SUBDUE_WORDS = {"subdue": "subduing or clinching: hurt hands and forearms count"}
ATTACK_LABELS = frozenset(row.label for row in ATTACK_MODIFIERS)
NO_TARGET = ("target-running", "target-sprinting", "blind-fire", "called", "broken-grip", "charge")
"""Modifiers that need somebody to be attacked."""


def words_of(*tables: tuple[Modifier, ...]) -> dict[str, str]:
    """The words of tables with their help; of a label that stands twice, the first row's: bare it
    means that one."""
    found: dict[str, str] = {}
    for row in chain(*tables):
        found.setdefault(row.label, row.help)
    return found


DEFENSE_WORDS = words_of(DEFENSE_MODIFIERS)
DICE_WORDS = words_of(ATTACK_MODIFIERS, DEFENSE_MODIFIERS)


def attack_parts(s: Strike) -> list[Part]:
    """The modifiers of the attack roll that count, in the table's order, then the GM's."""
    return [*_counting(s, attack_rows(s), s.attack_dice), *s.mods]


def defense_parts(s: Strike) -> list[Part]:
    """The modifiers of a Defense Test that count, then the GM's."""
    return [*_counting(s, DEFENSE_MODIFIERS, s.defense_dice), *s.defense_mods]


def _counting(s: Strike, rows: Iterable[Modifier], typed: Mapping[str, int]) -> list[Part]:
    parts = [Part(r.label, typed[r.id] if r.id in typed else r.amount(s)) for r in rows]
    return [part for part in parts if part.value]


def attack_rows(s: Strike) -> list[Modifier]:
    """Against a barrier the attacker's own modifiers, else all."""
    return [row for row in ATTACK_MODIFIERS if s.barrier is None or row.label not in NO_TARGET]


def read_dice(s: Strike) -> None:
    """The dice typed for the modifiers of both sides, and the GM's numbers. Raises Refusal for a
    value that is no number."""
    game, target = s.game, None if s.barrier else s.target.id
    s.attack_dice = _attack_dice(s)
    s.mods = mod_parts(game, game.options.mods, target)
    if target is not None:
        s.defense_dice = _defense_dice(s)
        s.defense_mods = mod_parts(game, game.options.defense_mods, target)


def _attack_dice(s: Strike) -> dict[str, int]:
    """By the ids of the rows; 0 for what is switched off."""
    who, dice = s.attacker.id, {}
    for row in attack_rows(s):
        word = s.told.get(row.label, who)
        if s.without.has(row.label, who):
            dice[row.id] = 0
        elif word is not None:
            dice[row.id] = _worth(row, word)
    return dice


def _defense_dice(s: Strike) -> dict[str, int]:
    """By the ids of the rows; 0 for what is switched off. A label that stands twice is typed for
    its first row."""
    who, dice, seen = s.target.id, {}, set()
    for row in DEFENSE_MODIFIERS:
        # A bare word that both sides know means the attacker; `bob:running` means bob.
        shared = row.label in ATTACK_LABELS
        word = s.told.tied(row.label, who) if shared else s.told.get(row.label, who)
        first = row.label not in seen
        seen.add(row.label)
        if s.without.has(row.label, who):
            dice[row.id] = 0
        elif word is not None and first and row.label not in VALUE_WORDS:
            dice[row.id] = _worth(row, word)
    return dice


def _worth(row: Modifier, word: Word) -> int:
    if word.value is None and row.told is not None:
        return row.told
    return number(word.value, row.label, WORDS.value, least=-99, most=99)
