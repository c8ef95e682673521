"""Why an attack is so difficult: its modifiers (SP-DIFF)."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from gmtrack.core.report import Part
from gmtrack.rulesets.spotlight.attack.plan import Strike
from gmtrack.rulesets.spotlight.dice.rolls import Parts, floored
from gmtrack.rulesets.spotlight.rulings.house import House
from gmtrack.rulesets.spotlight.sheet.live import Fighter

Made = Callable[[bool], Part]
"""Makes the part of a modifier, given whether it holds."""


class Modifier(NamedTuple):
    """One modifier: the label of its part, its row, what it is, its part, and what it is worth
    where it holds. `told`: `--with LABEL` declares it; `off`: `--without LABEL` switches it off."""

    label: str
    id: str
    help: str
    holding: Callable[[Strike, Made], Part]
    worth: Callable[[House], int] = lambda _: 1
    told: bool = False
    off: bool = False

    def part(self, s: Strike) -> Part:
        """Its part of the Difficulty."""
        return self.holding(s, lambda holds: Part(self.label, self._amount(s) if holds else 0))

    def _amount(self, s: Strike) -> int:
        about = s.target if self.label in ABOUT_TARGET else s.attacker
        both = self.label == "moving" and s.off(self.label, s.target)
        return 0 if both or s.off(self.label, about) else self.worth(s.game.house)


def _untrained(s: Strike, made: Made) -> Part:
    """SP-DIFF-02"""
    skill = s.attacker.skill(s.weapon.skill)
    return made(s.has("untrained", s.attacker) or not skill.is_trained)


def _moving(s: Strike, made: Made) -> Part:
    """SP-DIFF-03"""
    told = any(s.told.has("moving", who.id) for who in (s.attacker, s.target))
    return made(told or s.opportunity or s.moves)


def is_moving(who: Fighter) -> bool:
    """SP-R21: the flag, or by house rule the last thing that AP were spent on."""
    last = who.house.movement_source == "last_spend" and who.last_spend == "move"
    return who.moving or last


def _visibility(s: Strike, made: Made) -> Part:
    """SP-DIFF-04"""
    scene = s.game.draft.encounter.scene
    return made(bool(scene.get("visibility")) or s.has("visibility", s.attacker))


def _cover(s: Strike, made: Made) -> Part:
    """SP-DIFF-05"""
    return made(s.has("cover", s.target) or _hampers(s))


def _hampers(s: Strike) -> bool:
    """SP-R34: whether the cover that the target has counts for this attack."""
    pieces = s.target.live_cover()
    rule = s.game.house.cover_on_called_shot
    if s.called is None or rule == "always":
        return any(piece.rating for piece in pieces)
    covered = any(piece.at(s.called) is not None for piece in pieces)
    return covered and rule == "if_covered"


def _burst(s: Strike, made: Made) -> Part:
    """SP-DIFF-06"""
    return made(s.mode == "burst")


def _full_auto(s: Strike, made: Made) -> Part:
    """SP-DIFF-09"""
    return made(s.mode == "full_auto")


def _called(s: Strike, made: Made) -> Part:
    """SP-DIFF-07"""
    return made(s.called is not None)


ABOUT_TARGET = ("cover", "armor")
"""Words that are about the target; the others are about the attacker."""
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


def difficulty(s: Strike) -> Parts:
    """Every modifier that counts, the GM's, and the floor of 1."""
    known = (suppressive(s),) if s.suppressive else tuple(row.part(s) for row in MODIFIERS)
    return floored([p for p in (base(), *known, *s.mods) if p.value])


def base() -> Part:
    """SP-DIFF-01"""
    return Part("base", 1)


def suppressive(s: Strike) -> Part:
    """SP-DIFF-08, SP-SPEC-05: whatever else holds does not count."""
    return Part("suppressive", s.game.house.suppressive_modifier)
