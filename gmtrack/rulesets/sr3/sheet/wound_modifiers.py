"""The condition monitor as plain numbers: boxes that fill and empty, wound levels and wound
modifiers."""

from typing import NamedTuple

from gmtrack.core.report import Part
from gmtrack.rulesets.sr3 import tables


class Fate(NamedTuple):
    """The states that full monitors put a combatant into."""

    subdued: bool
    conscious: bool
    dying: bool
    dead: bool


class Monitor(NamedTuple):
    """The filled boxes of one combatant. `overflow` counts the damage after the tenth physical
    box."""

    physical: int = 0
    stun: int = 0
    overflow: int = 0
    subdual: int = 0

    @property
    def dazed(self) -> int:
        """The stun and subdual boxes together, at most ten."""
        return min(tables.BOXES, self.stun + self.subdual)

    def wound_modifier(self, *, stack: bool = True) -> int:
        """Return the wound modifier, 0 to 6: that of both monitors, or with `stack` False the worse
        one alone."""
        both = wound_of(self.physical), wound_of(self.dazed)
        return sum(both) if stack else max(both)

    def wound_parts(self, *, stack: bool = True) -> tuple[Part, ...]:
        """Return the wound modifier of each monitor as a part, or with `stack` False the worse one
        alone."""
        both = (
            Part("physical", wound_of(self.physical), "SR-141"),
            Part("stun", wound_of(self.dazed), "SR-038, SR-141"),
        )
        return both if stack else (max(both, key=lambda part: part.value),)

    def fate(
        self, body: int, *, mortal: bool = True, stable: bool = False
    ) -> Fate:
        """Return the states that the boxes put somebody with this `body` into. `mortal` False:
        overflow kills nobody. Somebody `stable` is not dying."""
        dead = mortal and self.overflow > body
        awake = self.physical < tables.BOXES and self.stun < tables.BOXES
        return Fate(
            subdued=awake and self.dazed >= tables.BOXES,
            conscious=awake,
            dying=self.physical >= tables.BOXES and not (dead or stable),
            dead=dead,
        )

    def count(self, row: tables.Row) -> int:
        """Return the filled boxes of one row."""
        return int(getattr(self, row))


def wound_of(filled: int) -> int:
    """Return the wound modifier of a monitor with this many filled boxes, 0 to 3."""
    return next(
        (modifier for least, modifier in tables.WOUNDS if filled >= least), 0
    )


def fill_boxes(monitor: Monitor, kind: tables.Kind, boxes: int) -> Monitor:
    """Return a monitor with more boxes filled. Stun that does not fit is physical, physical damage
    that does not fit is overflow. Subdual damage that does not fit beside stun is lost."""
    if kind == "subdual":
        room = max(0, tables.BOXES - monitor.stun - monitor.subdual)
        return monitor._replace(subdual=monitor.subdual + min(room, boxes))
    if kind == "stun":
        here = min(boxes, tables.BOXES - monitor.stun)
        return fill_boxes(
            monitor._replace(stun=monitor.stun + here), "physical", boxes - here
        )
    here = min(boxes, tables.BOXES - monitor.physical)
    return monitor._replace(
        physical=monitor.physical + here,
        overflow=monitor.overflow + boxes - here,
    )


def empty_boxes(monitor: Monitor, kind: tables.Kind, boxes: int) -> Monitor:
    """Return a monitor with boxes emptied, overflow before physical ones. Boxes beyond the filled
    ones do nothing."""
    if kind != "physical":
        left = max(0, monitor.count(kind) - boxes)
        return monitor._replace(**{kind: left})
    over = min(boxes, monitor.overflow)
    physical = max(0, monitor.physical - (boxes - over))
    return monitor._replace(overflow=monitor.overflow - over, physical=physical)


def step_of(level: tables.Level) -> int:
    """Return a damage level as a number: L 1, M 2, S 3, D 4."""
    return tables.LEVELS.index(level) + 1


def level_at(step: int) -> tables.Level | None:
    """Return the damage level of a number: D for 4 and more, None below 1."""
    if step < 1:
        return None
    return tables.LEVELS[min(step, len(tables.LEVELS)) - 1]


def steps_for(successes: int) -> int:
    """Return the damage levels that a number of successes moves: one for two, rounded down."""
    return successes // 2


def boxes_of(level: tables.Level | None) -> int:
    """Return the boxes of a damage level; 0 for None."""
    return 0 if level is None else tables.OF_LEVEL[level]
