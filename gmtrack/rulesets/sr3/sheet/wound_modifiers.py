"""Wound modifiers and levels, and the condition monitor that they are read from, as numbers."""

from typing import NamedTuple

from gmtrack.core.report import Part
from gmtrack.rulesets.sr3 import tables


class Fate(NamedTuple):
    """What full monitors make of somebody."""

    subdued: bool
    conscious: bool
    dying: bool
    dead: bool


class Monitor(NamedTuple):
    """The filled boxes of one combatant; `overflow` is what came after the tenth physical one."""

    physical: int = 0
    stun: int = 0
    overflow: int = 0
    subdual: int = 0

    @property
    def dazed(self) -> int:
        """Stun with subdual."""
        return min(tables.BOXES, self.stun + self.subdual)

    def wound_modifier(self, *, stack: bool = True) -> int:
        """What it comes to."""
        both = wound_of(self.physical), wound_of(self.dazed)
        return sum(both) if stack else max(both)

    def wound_parts(self, *, stack: bool = True) -> tuple[Part, ...]:
        """The wound modifier of each; `stack` False: of the worse one alone."""
        both = (
            Part("physical", wound_of(self.physical), "SR-141"),
            Part("stun", wound_of(self.dazed), "SR-038, SR-141"),
        )
        return both if stack else (max(both, key=lambda part: part.value),)

    def fate(self, body: int, *, mortal: bool = True) -> Fate:
        """What it makes of somebody; `mortal` False: overflow kills nobody."""
        dead = mortal and self.overflow > body
        awake = self.physical < tables.BOXES and self.stun < tables.BOXES
        return Fate(
            subdued=awake and self.dazed >= tables.BOXES,
            conscious=awake,
            dying=self.physical >= tables.BOXES and not dead,
            dead=dead,
        )

    def count(self, row: tables.Row) -> int:
        return int(getattr(self, row))


def wound_of(filled: int) -> int:
    return next(
        (modifier for least, modifier in tables.WOUNDS if filled >= least), 0
    )


def filled(monitor: Monitor, kind: tables.Kind, boxes: int) -> Monitor:
    """Stun that does not fit is physical, physical that does not fit is overflow; subdual stops
    where nothing of stun is left."""
    if kind == "subdual":
        room = max(0, tables.BOXES - monitor.stun - monitor.subdual)
        return monitor._replace(subdual=monitor.subdual + min(room, boxes))
    if kind == "stun":
        here = min(boxes, tables.BOXES - monitor.stun)
        return filled(
            monitor._replace(stun=monitor.stun + here), "physical", boxes - here
        )
    here = min(boxes, tables.BOXES - monitor.physical)
    return monitor._replace(
        physical=monitor.physical + here,
        overflow=monitor.overflow + boxes - here,
    )


def emptied(monitor: Monitor, kind: tables.Kind, boxes: int) -> Monitor:
    """Boxes back, overflow before the physical ones."""
    if kind != "physical":
        left = max(0, monitor.count(kind) - boxes)
        return monitor._replace(**{kind: left})
    over = min(boxes, monitor.overflow)
    physical = max(0, monitor.physical - (boxes - over))
    return monitor._replace(overflow=monitor.overflow - over, physical=physical)


def step_of(level: tables.Level) -> int:
    """L 1, M 2, S 3, D 4."""
    return tables.LEVELS.index(level) + 1


def level_at(step: int) -> tables.Level | None:
    """The level of a step; D is the highest, below L there is none."""
    return (
        None if step < 1 else tables.LEVELS[min(step, len(tables.LEVELS)) - 1]
    )


def steps_for(successes: int) -> int:
    """A step for two, an odd one does nothing."""
    return successes // 2


def boxes_of(level: tables.Level | None) -> int:
    return 0 if level is None else tables.OF_LEVEL[level]
