"""SS-ATK-30..46 and SS-DEF-10..30: every modifier of an attack and of a defense, as a table."""

from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from typing import NamedTuple

from gmtrack.core.report import Part
from gmtrack.rulesets.kit.words import Word, number
from gmtrack.rulesets.swan_song.attack import circumstances as known
from gmtrack.rulesets.swan_song.attack.circumstances import Made
from gmtrack.rulesets.swan_song.attack.plan import Strike
from gmtrack.rulesets.swan_song.dice.penalties import PENALTY_WORDS, mod_parts
from gmtrack.rulesets.swan_song.sheet.game import WORDS
from gmtrack.rulesets.swan_song.tables.effects import (
    BLINDED_DICE,
    BROKEN_GRIP_DICE,
    DEAFENED_DICE,
    NAUSEOUS_DICE,
    ONE_ARMED_DICE,
)


class Modifier(NamedTuple):
    """One row: the word that is also the part's label, the ids of its rules, what it is, what the
    tracker knows of it by itself, and what a bare `--with WORD` is worth (None: the word needs a
    value)."""

    label: str
    id: str
    help: str
    known: Callable[[Strike, Made], Part]
    told: int | None = None

    def part(self, s: Strike, typed: Mapping[str, int]) -> Part:
        """Its part, by what is known, or (`typed`, by the ids) what was typed for it."""
        return self.known(s, lambda dice: Part(self.label, typed.get(self.id, dice)))


ATTACK_MODIFIERS: tuple[Modifier, ...] = (
    Modifier("wounds", "SS-ATK-30, SS-WND-04", PENALTY_WORDS["wounds"], known.attacker_wounds),
    Modifier("running", "SS-ATK-31, SS-MOVE-07", PENALTY_WORDS["running"],
             known.attacker_running, -2),
    Modifier("charge", "SS-ATK-32, SS-MOVE-08", "ran in this phase, into melee", known.charge, 4),
    Modifier("target-running", "SS-ATK-33, SS-MOVE-09", "shot at a running target",
             known.target_running, -2),
    Modifier("target-sprinting", "SS-ATK-34, SS-MOVE-10", "shot at a sprinting target",
             known.target_sprinting, -4),
    Modifier("delayed", "SS-ATK-35, SS-DELAY-04", PENALTY_WORDS["delayed"],
             known.attacker_delayed, -1),
    Modifier("blind-fire", "SS-ATK-36, SS-COV-08", "the target cannot be seen",
             known.blind_fire, -6),
    Modifier("called", "SS-ATK-37, SS-ATK-38", "a called shot, by its place", known.called),
    Modifier("nauseous", "SS-ATK-39", PENALTY_WORDS["nauseous"],
             known.attacker_nauseous, NAUSEOUS_DICE),
    Modifier("blinded", "SS-ATK-40, SS-ATK-41", PENALTY_WORDS["blinded"],
             known.attacker_blinded, BLINDED_DICE[1]),
    Modifier("deafened", "SS-ATK-42, SS-ATK-43", PENALTY_WORDS["deafened"],
             known.attacker_deafened, DEAFENED_DICE[1]),
    Modifier("one-armed-penalty", "SS-ATK-44", PENALTY_WORDS["one-armed-penalty"],
             known.attacker_one_armed, ONE_ARMED_DICE),
    Modifier("broken-grip", "SS-ATK-45", "each hurt hand or forearm: -1, with the word subdue",
             known.attacker_grip, BROKEN_GRIP_DICE),
)  # fmt: skip
DEFENSE_MODIFIERS: tuple[Modifier, ...] = (
    Modifier("cover", "SS-DEF-26, SS-DEF-27", "partial +2, good +4", known.cover, 2),
    Modifier("vehicle", "SS-DEF-10", "inside a moving vehicle", known.in_vehicle, 3),
    Modifier("prone", "SS-DEF-11", "on the ground: melee, or shot from 5 m or less",
             known.prone, -2),
    Modifier("wounds", "SS-DEF-14", "the defender's wounds", known.defender_wounds),
    Modifier("running", "SS-DEF-25", "the defender has run", known.defender_running, 2),
    Modifier("reach", "SS-DEF-15, SS-DEF-16", "the longer weapon, in melee", known.reach),
    Modifier("previous", "SS-DEF-17", "Defense Tests since the last own phase", known.previous, -1),
    Modifier("spread", "SS-DEF-18, SS-DEF-19, SS-DEF-20", "flechettes", known.spread),
    Modifier("mode", "SS-DEF-21, SS-DEF-22, SS-DEF-23", "bursts and automatic fire", known.mode),
    Modifier("in-melee", "SS-DEF-24", "shot at from outside one's melee", known.in_melee, -3),
    Modifier("area", "SS-DEF-28", "an area effect", known.area, -2),
    Modifier("weak-side", "SS-DEF-29", "a hurt arm, in melee", known.weak_side, -1),
    Modifier("running", "SS-MOVE-07, R-MOV-7", "running while parrying, blocking, dodging",
             known.active_running),
    Modifier("delayed", "SS-DELAY-04", "a delayed phase, on Parry, Block, Dodge",
             known.defender_delayed, -1),
    Modifier("nauseous", "SS-EFF-11", "vomiting, on Parry, Block, Dodge",
             known.defender_nauseous, NAUSEOUS_DICE),
    Modifier("blinded", "SS-EFF-05, SS-EFF-06", "on Parry, Block, Dodge",
             known.defender_blinded, BLINDED_DICE[1]),
    Modifier("deafened", "SS-EFF-03, SS-EFF-04", "both ears, on Parry, Block, Dodge",
             known.defender_deafened, DEAFENED_DICE[1]),
    Modifier("one-armed-penalty", "SS-EFF-18", "on Parry, Block, Dodge",
             known.defender_one_armed, ONE_ARMED_DICE),
)  # fmt: skip

SHOT_WORDS = ("spread", "mode")
"""What the shot is like, on the defender's side of the table."""
VALUE_WORDS = (*SHOT_WORDS, "cover")
"""Words whose value is not a number of dice."""
SUBDUE_WORDS = {"subdue": "subduing or clinching: hurt hands and forearms count"}
ATTACK_LABELS = frozenset(row.label for row in ATTACK_MODIFIERS)
NO_TARGET = ("target-running", "target-sprinting", "blind-fire", "called", "broken-grip", "charge")
"""Modifiers that need somebody to be attacked."""
OWN_MODIFIERS = tuple(row for row in ATTACK_MODIFIERS if row.label not in NO_TARGET)


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
    parts = [row.part(s, typed) for row in rows]
    return [part for part in parts if part.value]


def attack_rows(s: Strike) -> tuple[Modifier, ...]:
    """Against a barrier the attacker's own modifiers, else all."""
    return ATTACK_MODIFIERS if s.barrier is None else OWN_MODIFIERS


def read_dice(s: Strike) -> None:
    """The dice typed for the modifiers of both sides, and the GM's numbers. Raises Refusal for a
    value that is no number."""
    silent = s.told.empty and s.without.empty
    s.attack_dice = {} if silent else _attack_dice(s)
    s.mods = _attack_mods(s)
    if s.barrier is None:
        s.defense_dice = {} if silent else _defense_dice(s)
        s.defense_mods = _defense_mods(s)


def _attack_mods(s: Strike) -> list[Part]:
    """SS-ATK-46, R-ATK-3"""
    return mod_parts(s.game, s.game.options.mods, None if s.barrier else s.target.id)


def _defense_mods(s: Strike) -> list[Part]:
    """SS-DEF-30"""
    return mod_parts(s.game, s.game.options.defense_mods, s.target.id)


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
