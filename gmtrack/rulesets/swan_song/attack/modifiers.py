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
    """One row: the word that is also the part's label, what it is, what the tracker knows of it by
    itself, and what a bare `--with WORD` is worth (None: the word needs a value)."""

    label: str
    help: str
    known: Callable[[Strike, Made], Part]
    told: int | None = None

    @property
    def id(self) -> str:
        """The ids of its rules."""
        return self.known.__doc__ or ""

    def part(self, s: Strike, typed: Mapping[str, int]) -> Part:
        """Its part, by what is known, or (`typed`, by the ids) what was typed for it."""
        return self.known(s, lambda dice: Part(self.label, typed.get(self.id, dice)))


ATTACK_MODIFIERS: tuple[Modifier, ...] = (
    Modifier("wounds", PENALTY_WORDS["wounds"], known.attacker_wounds),
    Modifier("running", PENALTY_WORDS["running"], known.attacker_running, -2),
    Modifier("charge", "ran in this phase, into melee", known.charge, 4),
    Modifier("target-running", "shot at a running target", known.target_running, -2),
    Modifier("target-sprinting", "shot at a sprinting target", known.target_sprinting, -4),
    Modifier("delayed", PENALTY_WORDS["delayed"], known.attacker_delayed, -1),
    Modifier("blind-fire", "the target cannot be seen", known.blind_fire, -6),
    Modifier("called", "a called shot, by its place", known.called),
    Modifier("nauseous", PENALTY_WORDS["nauseous"], known.attacker_nauseous, NAUSEOUS_DICE),
    Modifier("blinded", PENALTY_WORDS["blinded"], known.attacker_blinded, BLINDED_DICE[1]),
    Modifier("deafened", PENALTY_WORDS["deafened"], known.attacker_deafened, DEAFENED_DICE[1]),
    Modifier("one-armed-penalty", PENALTY_WORDS["one-armed-penalty"],
             known.attacker_one_armed, ONE_ARMED_DICE),
    Modifier("broken-grip", "each hurt hand or forearm: -1, with the word subdue",
             known.attacker_grip, BROKEN_GRIP_DICE),
)  # fmt: skip
DEFENSE_MODIFIERS: tuple[Modifier, ...] = (
    Modifier("cover", "partial +2, good +4", known.cover, 2),
    Modifier("vehicle", "inside a moving vehicle", known.in_vehicle, 3),
    Modifier("prone", "on the ground: melee, or shot from 5 m or less", known.prone, -2),
    Modifier("wounds", "the defender's wounds", known.defender_wounds),
    Modifier("running", "the defender has run", known.defender_running, 2),
    Modifier("reach", "the longer weapon, in melee", known.reach),
    Modifier("previous", "Defense Tests since the last own phase", known.previous, -1),
    Modifier("spread", "flechettes", known.spread),
    Modifier("mode", "bursts and automatic fire", known.mode),
    Modifier("in-melee", "shot at from outside one's melee", known.in_melee, -3),
    Modifier("area", "an area effect", known.area, -2),
    Modifier("weak-side", "a hurt arm, in melee", known.weak_side, -1),
    Modifier("running", "running while parrying, blocking, dodging", known.active_running),
    Modifier("delayed", "a delayed phase, on Parry, Block, Dodge", known.defender_delayed, -1),
    Modifier("nauseous", "vomiting, on Parry, Block, Dodge",
             known.defender_nauseous, NAUSEOUS_DICE),
    Modifier("blinded", "on Parry, Block, Dodge", known.defender_blinded, BLINDED_DICE[1]),
    Modifier("deafened", "both ears, on Parry, Block, Dodge",
             known.defender_deafened, DEAFENED_DICE[1]),
    Modifier("one-armed-penalty", "on Parry, Block, Dodge",
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
