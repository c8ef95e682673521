"""The live state as typed windows: what play changes, and what it is at first."""

from typing import Annotated, Literal

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.record import Bounds, Form, derived, stored
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
    pass_: Count = derived(
        lambda fight: min(fight.round, 1), path="pass", until="fight"
    )
    acting: str | None = stored(None, until="fight")
    phase: Literal["not-started", "acting", "round-over"] = derived(
        lambda fight: (
            "acting"
            if fight.acting
            else "round-over"
            if fight.round
            else "not-started"
        ),
        until="fight",
    )
    """Where a file does not say it, it follows from the round and from whose phase it is."""
    interrupted: list[str] = derived(lambda _: [], until="fight")
    """Whose phase goes on when the one acting has finished (SR-146), the last one first."""

    barriers: dict[str, Count] = derived(lambda _: {})
    """What is left of the ratings of barriers that were shot at (SR-R24)."""
    ranges: list[Annotated[Data, Form(Between)]] = derived(
        lambda _: [], until="fight"
    )


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
    """Who holds them. `events.release` ends both."""
    initiative: Number | None = stored(None, until="turn")
    tiebreak: list[int] = derived(
        lambda _: [], until="fight", ends={"leaves": "SR-009"}, gone=[]
    )
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
    aim: Aim | None = stored(
        None,
        until="fight",
        ends={
            "out": "SR-126, SR-R54",
            "held": "SR-126, SR-R54",
            "leaves": "SR-126",
        },
    )
    full_defense: bool = stored(False, until="encounter")
    prone: bool = stored(False, until="place", ends={"runs": "SR-R54"})
    cornered: bool = stored(
        False, until="place", ends={"runs": "SR-033", "leaves": "SR-033"}
    )
    running: Gait = stored(
        "none",
        until="turn",
        ends={
            "out": "SR-R54", "held": "SR-R54", "prone": "SR-R54", "hides": "SR-R54",
            "stopped": "SR-033, SR-035", "leaves": "SR-R54",
        },
    )  # fmt: skip
    stationary: bool = stored(False, until="place", ends={"runs": "SR-120"})
    partial_cover: bool = stored(
        False, until="place", ends={"runs": "SR-R54", "leaves": "SR-R54"}
    )
    surprised: bool = stored(False, until="fight", ends={"leaves": "SR-R32"})
    where: Position = stored(path="position", until="place")
    in_melee_with: list[str] = derived(
        lambda _: [],
        until="fight",
        ends={"out": "SR-R29", "runs": "SR-R29, SR-R54", "leaves": "SR-R29"},
        gone=[],
    )
    superior_position: bool = stored(
        False, until="place", ends={"leaves": "SR-R54"}
    )
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
    return {
        "rating": {
            "max": whole_rating(draft.encounter, name),
            "now": rating_left(draft, name),
        }
    }
