"""Why an attack is so difficult: its modifiers (SP-DIFF)."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from gmtrack.core.report import Part
from gmtrack.rulesets.spotlight.attack.plan import Strike
from gmtrack.rulesets.spotlight.dice.rolls import Parts, floored
from gmtrack.rulesets.spotlight.rulings.house import House
from gmtrack.rulesets.spotlight.sheet.live import Fighter


class Modifier(NamedTuple):
    """One modifier: the label of its part, its row, what it is, whether it holds, and what it is
    worth then. `told`: `--with LABEL` declares it; `off`: `--without LABEL` switches it off."""

    label: str
    id: str
    help: str
    holds: Callable[[Strike], bool]
    worth: Callable[[House], int] = lambda _: 1
    told: bool = False
    off: bool = False


def _untrained(s: Strike) -> bool:
    return s.has("untrained", s.attacker) or not s.attacker.skill(s.weapon.skill).is_trained


def _moving(s: Strike) -> bool:
    told = any(s.told.has("moving", who.id) for who in (s.attacker, s.target))
    return told or s.opportunity or s.moves


def is_moving(who: Fighter) -> bool:
    """SP-R21: the flag, or by house rule the last thing that AP were spent on."""
    last = who.house.movement_source == "last_spend" and who.last_spend == "move"
    return who.moving or last


def _visibility(s: Strike) -> bool:
    return bool(s.game.draft.encounter.scene.get("visibility")) or s.has("visibility", s.attacker)


def _cover(s: Strike) -> bool:
    if s.has("cover", s.target):
        return True
    pieces = s.target.live_cover()
    rule = s.game.house.cover_on_called_shot
    if s.called is None or rule == "always":
        return any(piece.rating for piece in pieces)
    covered = any(piece.at(s.called) is not None for piece in pieces)
    return covered and rule == "if_covered"


def _burst(s: Strike) -> bool:
    return s.mode == "burst"


def _full_auto(s: Strike) -> bool:
    return s.mode == "full_auto"


def _called(s: Strike) -> bool:
    return s.called is not None


MODIFIERS: tuple[Modifier, ...] = (
    Modifier("untrained", "SP-DIFF-02", "the attacker's skill is untrained, absent or 0",
             _untrained, told=True, off=True),
    Modifier("moving", "SP-DIFF-03", "attacker, target or both are moving",
             _moving, told=True, off=True),
    Modifier("visibility", "SP-DIFF-04", "rain, smoke or darkness hampers the attacker's sight",
             _visibility, told=True, off=True),
    Modifier("cover", "SP-DIFF-05", "the target has cover; cover=ID adds the armor of that piece",
             _cover, told=True, off=True),
    Modifier("burst", "SP-DIFF-06", "burst fire", _burst, off=True),
    Modifier("full-auto", "SP-DIFF-09", "full-auto fire",
             _full_auto, lambda house: house.full_auto_modifier),
    Modifier("called", "SP-DIFF-07", "called shot",
             _called, lambda house: house.called_shot_modifier),
)  # fmt: skip
CIRCUMSTANCES: Mapping[str, str] = MappingProxyType(
    {row.label: f"Difficulty +1: {row.help}" for row in MODIFIERS if row.told}
)
"""Modifiers that `--with` declares."""
SWITCHES: Mapping[str, str] = MappingProxyType(
    {row.label: row.help for row in MODIFIERS if row.off} | {"armor": "the target's armor"}
)
"""What `--without` switches off; `armor` is no part of the Difficulty."""

ABOUT_TARGET = ("cover", "armor")
"""Words that are about the target; the others are about the attacker."""


def difficulty(s: Strike) -> Parts:
    """SP-ATK-02: every modifier that counts, the GM's, and the floor of 1."""
    parts = [Part("base", 1)]
    if s.suppressive:
        # SP-SPEC-05: whatever else holds does not count.
        parts.append(Part("suppressive", s.game.house.suppressive_modifier))
    else:
        parts += [Part(row.label, amount(s, row)) for row in MODIFIERS]
    return floored([p for p in (*parts, *s.mods) if p.value])


def amount(s: Strike, row: Modifier) -> int:
    """What a row is worth here."""
    about = s.target if row.label in ABOUT_TARGET else s.attacker
    both = row.label == "moving" and s.off(row.label, s.target)
    counts = row.holds(s) and not both and not s.off(row.label, about)
    return row.worth(s.game.house) if counts else 0
