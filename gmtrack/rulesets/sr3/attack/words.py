"""All words of an attack: those that declare it, and those of both target numbers, from the rows
that say what they are worth."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from gmtrack.rulesets.kit.modifiers import Modifier
from gmtrack.rulesets.sr3.attack.melee_target_number import MELEE_MODIFIERS
from gmtrack.rulesets.sr3.attack.shooting_target_number import RANGED_MODIFIERS
from gmtrack.rulesets.sr3.attack.targeting import SYSTEMS
from gmtrack.rulesets.sr3.attack.values import (
    FAR,
    AttackWord,
    Fits,
    Reader,
    amount,
    count,
    count_to,
    dice,
    distance,
    gait,
    maybe_amount,
    nothing,
    one_of,
    or_all,
    rating_or_id,
    signed,
    text,
)
from gmtrack.rulesets.sr3.rulings.house import House
from gmtrack.rulesets.sr3.tables.fire_modes import MODE_NAMES, MODES
from gmtrack.rulesets.sr3.tables.kinds import HAZES, LIGHTS
from gmtrack.rulesets.sr3.tables.ranges import CATEGORIES
from gmtrack.rulesets.sr3.tables.visibility import HAZE_WORDS, LIGHT_WORDS

LEAST_CHOKE, MOST_CHOKE = 2, 10
# A bare `full` is rather full auto.
_LIGHT = one_of({**LIGHT_WORDS, "full": "full_darkness", **{light: light for light in LIGHTS}})
_HAZE = one_of({**HAZE_WORDS, **{haze: haze for haze in HAZES}})

_DECLARED = (
    AttackWord("pool", "combat pool dice for the attack: N up to the skill, or all", "both",
               "SR-004, SR-005", or_all(count_to(FAR))),
    AttackWord("defense-pool", "combat pool dice of the defense", "both", "SR-004, SR-005",
               dice),
    AttackWord("resist-pool", "combat pool dice against damage: N, or all", "both",
               "SR-017, SR-048", or_all(dice)),
    AttackWord("mode", "fire mode: ss, sa, bf or fa",
               "ranged", "SR-054..SR-060",
               one_of({**{mode: mode for mode in MODES}, **MODE_NAMES}), choices=tuple(MODES)),
    AttackWord("rounds", "full auto: rounds at each target", "ranged", "SR-060", count_to(FAR, 1)),
    AttackWord("walk", "full auto: metres between targets", "ranged", "SR-065", count_to(FAR)),
    AttackWord("range", "metres, or short, medium, long, extreme", "ranged", "SR-044", distance,
               choices=CATEGORIES),
    AttackWord("barrier", "what is shot through: an id or a rating", "ranged", "SR-R08",
               rating_or_id),
    AttackWord("choke", "2 to 10, for this shot of a smartgun", "ranged", "SR-114",
               count_to(MOST_CHOKE, LEAST_CHOKE)),
    AttackWord("deployed", "bipod or tripod deployed", "ranged", "SR-069", auto=True),
    AttackWord("passing-by", "free attack on a target moving past", "melee", "SR-035"),
    AttackWord("defense-weapon", "what the target defends with", "melee", "SR-013", text),
    AttackWord("no-room", "no room behind: cornered instead", "melee", "SR-033"),
    AttackWord("light", "full-darkness, minimal, partial, glare, none", "both", "SR-127, SR-128",
               _LIGHT, choices=tuple(LIGHT_WORDS)),
    AttackWord("haze", "mist, light, heavy, thermal-light, thermal-heavy, none", "both",
               "SR-127, SR-128", _HAZE, choices=tuple(HAZE_WORDS)),
)  # fmt: skip
SIDES = ("attacker", "defender")
_CHOICES = {"superior-position": SIDES, "running": ("difficult",)}
_READ: Mapping[str, Reader] = {
    **dict.fromkeys(("friends", "enemy-friends", "aim", "in-melee"), count),
    **dict.fromkeys((row.label for row in SYSTEMS), maybe_amount),
    "superior-position": one_of({side: side for side in SIDES}, "attacker", "side"),
    "running": gait,
}


def _reader(row: Modifier[Any, House]) -> Reader:
    """How the value of a modifier's word is read: the number that replaces what it is worth."""
    if row.label in _READ:
        return _READ[row.label]
    if not row.off:
        return nothing
    return amount(row.amount) if isinstance(row.amount, int) and row.amount != 1 else signed


def _words(rows: Iterable[Modifier[Any, House]], fits: Fits) -> dict[str, AttackWord]:
    return {
        row.label: AttackWord(
            row.label, row.help, fits, row.rules, _reader(row), row.off,
            _CHOICES.get(row.label, ()),
        )
        for row in rows
        if row.told
    }  # fmt: skip


def _in_both(name: str) -> AttackWord:
    """A word of both target numbers, with the rows of both."""
    rules = {*_MELEE[name].rules.split(", "), *_RANGED[name].rules.split(", ")}
    return _MELEE[name]._replace(fits="both", rules=", ".join(sorted(rules)))


_MELEE = _words(MELEE_MODIFIERS, "melee")
_RANGED = _words((*SYSTEMS, *RANGED_MODIFIERS), "ranged")

ATTACK_WORDS: Mapping[str, AttackWord] = MappingProxyType(
    {
        **{row.name: row for row in _DECLARED},
        **_MELEE,
        **_RANGED,
        **{name: _in_both(name) for name in _MELEE if name in _RANGED},
    }
)
"""Numbers that follow a word of the target number replace its value; of `friends`,
`enemy-friends`, `aim` and `in-melee` they are what is counted."""

SWITCHES = tuple(name for name, row in ATTACK_WORDS.items() if row.auto)
"""What `--without` switches off."""
