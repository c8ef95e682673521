"""The live state as typed windows: what play changes, and what it is at first; the condition
monitor as pure numbers."""

from typing import Annotated, Literal, NamedTuple

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.record import Bounds, Form, derived, stored
from gmtrack.core.report import Part
from gmtrack.core.values import frozen
from gmtrack.rulesets.kit.seated import CombatantState, FightNotes, Position
from gmtrack.rulesets.sr3 import tables
from gmtrack.rulesets.sr3.sheet.sheet import Count

Number = Annotated[int, Bounds(-1_000_000, 1_000_000)]
Boxes = Annotated[int, Bounds(0, 10)]
EffectName = Literal[
    "prone", "cornered", "running", "running-difficult", "stationary", "partial-cover",
    "superior-position", "surprised",
]  # fmt: skip
Gait = Literal["none", "running", "difficult"]


@frozen
class Aim:
    """SR-126"""

    target: str
    weapon: str
    actions: Count = 1


@frozen
class Work:
    """An action of several complex ones, and how much of it is done."""

    action: str
    weapon: str
    done: Count
    needed: Count


@frozen
class Between:
    """SR-R44: how far two were apart when it was typed last: metres, or a category."""

    one: str
    other: str
    range: Count | tables.Category


class Healing:
    """SR-REST-06: the stage that heals, the hours that it takes, and those that are over."""

    level: tables.Level
    needed: Count
    done: Count


class FightState(FightNotes):
    """What belongs to nobody."""

    round: Count = stored(0, until="fight")
    pass_: Count = derived(lambda fight: min(fight.round, 1), path="pass", until="fight")
    acting: str | None = stored(None, until="fight")
    phase: Literal["not-started", "acting", "round-over"] = derived(
        lambda fight: fight.first_phase, until="fight"
    )
    interrupted: list[str] = derived(lambda _: [], until="fight")
    """Whose phase goes on when the one acting has finished (SR-146), the last one first."""

    barriers: dict[str, Count] = derived(lambda _: {})
    """What is left of the ratings of barriers that were shot at (SR-R24)."""
    ranges: list[Annotated[Data, Form(Between)]] = derived(lambda _: [], until="fight")

    @property
    def first_phase(self) -> str:
        """What a file means that names the round and whose phase it is, and nothing more."""
        if self.acting:
            return "acting"
        return "round-over" if self.round else "not-started"


class LiveState(CombatantState):
    """Section 3, combatant."""

    physical: Boxes = 0
    stun: Boxes = 0
    overflow: Count = 0
    aided: bool = False
    """SR-REST-08: first aid was given to the wounds that there are."""
    healing: Annotated[Data, Form(Healing)] | None = None
    subdual_boxes: Boxes = stored(0, path="subdual.boxes", until="encounter")
    subdual_by: str | None = stored(None, path="subdual.by", until="encounter")
    initiative: Number | None = stored(None, until="turn")
    tiebreak: list[int] = derived(lambda _: [], until="fight")
    """SR-009: the dice of the roll-offs."""
    acted: bool = stored(False, until="turn")
    delayed: bool = stored(False, until="turn")
    held_in: Count = stored(0, until="turn")
    """The pass whose phase is delayed."""
    extra_phase: bool = stored(False, until="turn")
    """SR-R40 `turn`: this phase is one that was delayed in an earlier pass."""
    timed: dict[EffectName, Count] = derived(lambda _: {})
    """Effects by hand for so many combat turns."""
    pool_left: Count = derived(lambda f: f.combat_pool, until="turn")
    free_left: Annotated[int, Bounds(0, 1)] = stored(1, until="phase")
    simple_left: Annotated[int, Bounds(0, 2)] = stored(2, until="phase")
    rounds_this_phase: Count = stored(0, until="phase")
    shots: dict[str, Count] = derived(lambda _: {}, until="phase")
    rounds_by_weapon: dict[str, Count] = derived(lambda _: {}, until="phase")
    """SR-R21 `own`: the rounds of the phase, each weapon for itself."""
    struck_by: list[str] = derived(lambda _: [], until="phase")
    """SR-R33: who has struck at them as they moved past, in this phase."""
    targets_this_phase: list[str] = derived(lambda _: [], until="phase")
    aim: Aim | None = stored(None, until="fight")
    full_defense: bool = stored(False, until="encounter")
    prone: bool = stored(False, until="place")
    cornered: bool = stored(False, until="place")
    running: Gait = stored("none", until="turn")
    stationary: bool = stored(False, until="place")
    partial_cover: bool = stored(False, until="place")
    surprised: bool = stored(False, until="fight")
    where: Position = stored(path="position", until="place")
    in_melee_with: list[str] = derived(lambda _: [], until="fight")
    superior_position: bool = stored(False, until="place")
    wielded: str = derived(lambda f: f.first_wielded(), until="encounter")
    second: str | None = derived(lambda f: f.first_second(), until="encounter")
    ammo: dict[str, Count] = derived(lambda _: {})
    loaded: dict[str, tables.AmmoType] = derived(lambda _: {})
    clip_in: dict[str, bool] = derived(lambda _: {})
    loose: dict[str, Count | None] = derived(lambda _: {})
    deployed: dict[str, bool] = derived(lambda _: {}, until="encounter")
    mounted: dict[str, bool] = derived(lambda _: {})
    work: Work | None = stored(None, until="encounter")
    gyro_worn: bool = derived(lambda f: f.sheet.gyro > 0)
    subdued: bool = derived(lambda f: f.fate.subdued, until="encounter")
    conscious: bool = derived(lambda f: f.fate.conscious)
    dying: bool = derived(lambda f: f.fate.dying)
    dead: bool = derived(lambda f: f.fate.dead)


# --- monitor ---


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
    """The wound modifier of one monitor."""
    return next((modifier for least, modifier in tables.WOUNDS if filled >= least), 0)


def filled(monitor: Monitor, kind: tables.Kind, boxes: int) -> Monitor:
    """Stun that does not fit is physical, physical that does not fit is overflow; subdual stops
    where nothing of stun is left."""
    if kind == "subdual":
        room = max(0, tables.BOXES - monitor.stun - monitor.subdual)
        return monitor._replace(subdual=monitor.subdual + min(room, boxes))
    if kind == "stun":
        here = min(boxes, tables.BOXES - monitor.stun)
        return filled(monitor._replace(stun=monitor.stun + here), "physical", boxes - here)
    here = min(boxes, tables.BOXES - monitor.physical)
    return monitor._replace(
        physical=monitor.physical + here, overflow=monitor.overflow + boxes - here
    )


def emptied(monitor: Monitor, kind: tables.Kind, boxes: int) -> Monitor:
    """Boxes back, overflow before the physical ones."""
    if kind != "physical":
        left = max(0, monitor.count(kind) - boxes)
        return monitor._replace(**{kind: left})
    over = min(boxes, monitor.overflow)
    physical = max(0, monitor.physical - (boxes - over))
    return monitor._replace(overflow=monitor.overflow - over, physical=physical)


# --- levels ---


def step_of(level: tables.Level) -> int:
    """L 1, M 2, S 3, D 4."""
    return tables.LEVELS.index(level) + 1


def level_at(step: int) -> tables.Level | None:
    """The level of a step; D is the highest, below L there is none."""
    return None if step < 1 else tables.LEVELS[min(step, len(tables.LEVELS)) - 1]


def steps_for(successes: int) -> int:
    """A step for two, an odd one does nothing."""
    return successes // 2


def boxes_of(level: tables.Level | None) -> int:
    return 0 if level is None else tables.OF_LEVEL[level]


# --- barriers of the scene ---


DAMAGED = ("fight", "barriers")
"""Where the ratings stand that shots have left."""


def barriers(encounter: Encounter) -> Data:
    """By id, as written."""
    return encounter.scene.get("barriers") or {}


def whole_rating(encounter: Encounter, name: str) -> int:
    """The rating before anybody shot at it."""
    return int(barriers(encounter)[name]["rating"])


def rating_left(draft: Draft, name: str) -> int:
    """What is left of the rating; 0 is no barrier any more."""
    return int(draft.get((*DAMAGED, name), whole_rating(draft.encounter, name)))


def barrier_document(draft: Draft, name: str) -> Data:
    """One of them in `board --json`, `show --json`."""
    return {"rating": {"max": whole_rating(draft.encounter, name), "now": rating_left(draft, name)}}
