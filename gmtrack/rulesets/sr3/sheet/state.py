"""The live state of combatants and of the fight: typed records of what play changes, with the value
of each field at first and the events that end it."""

from dataclasses import field
from typing import Annotated, Literal

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.keys import Key
from gmtrack.core.record import Bounds, Form, derived, stored
from gmtrack.core.values import frozen, replace
from gmtrack.rulesets.kit.seated import CombatantState, FightNotes, Position
from gmtrack.rulesets.sr3 import tables
from gmtrack.rulesets.sr3.sheet.sheet import SORCERY, Count

Number = Annotated[int, Bounds(-1_000_000, 1_000_000)]
Boxes = Annotated[int, Bounds(0, 10)]
EffectName = Literal[
    "prone", "cornered", "running", "running-difficult", "stationary", "partial-cover",
    "superior-position", "surprised",
]  # fmt: skip
Gait = Literal["none", "running", "difficult"]
Pace = Literal["none", "walking", "difficult"]
"""How somebody walks: on open or on difficult ground (SR-R60)."""


@frozen
class Aim:
    """Simple Actions that somebody has spent aiming at one target with one weapon (SR-126)."""

    target: str
    weapon: str
    actions: Count = 1


FIRST_AID = "first-aid"
"""The action that counts combat turns as work."""


@frozen
class Work:
    """A task that takes several complex actions, or combat turns of first aid, and how many of
    them are done. It is done with a `weapon` or on a `patient`, the other is empty."""

    action: str
    weapon: str = ""
    done: Count = 0
    needed: Count = 1
    patient: str = ""

    def with_done(self, done: int) -> "Work":
        """Return the same task with so much of it done."""
        return replace(self, done=done)


@frozen
class TypedRange:
    """The distance between two combatants as it was typed last, in metres or as a range category
    (SR-R44)."""

    one: str
    other: str
    range: Count | tables.Category


Due = Literal["later", "next-phase", "turn-end", "now", "on-command"]
"""When an explosive goes off: after the phase in which it was thrown begins the one at whose end it
does (`later`, `next-phase`); by house rule at the end of the combat turn; now; when its owner says
so (SRX-109, SRX-120)."""


class TimedItem:
    """An explosive that was thrown or laid and has not gone off: whose it is, the successes of the
    throw, how far it landed from where it was aimed (metres and direction), where it lies if that
    is known, when it goes off, and the pass in which it was thrown (SRX-109)."""

    owner: str
    weapon: str
    successes: Count = 0
    metres: Count = 0
    direction: Annotated[int, Bounds(1, 6)] | None = None
    position: Position = None
    due: Due = "later"
    thrown_in: Count = 0


class Healing:
    """The stage of a wound that is healing: its level, the hours that it takes and the hours that
    are over (SR-REST-06)."""

    level: tables.Level
    needed: Count
    done: Count


class Sustained:
    """A spell that somebody keeps up: its id and force, the target, the net successes (of healing:
    the boxes emptied), and the combat turns until it is permanent (0: it never is)."""

    spell: str
    force: Count
    target: str
    successes: Count = 0
    turns: Count = 0


class SpellDefense:
    """Dice that a magician has set aside against spells: Sorcery dice, spell pool dice, how many of
    both are used, and the ids of those whom they protect (SRX-045)."""

    sorcery: Count
    pool: Count = 0
    used: Count = 0
    protects: list[str] = field(default_factory=list)


Phase = Literal["not-started", "acting", "round-over"]


def _implied_phase(fight: "FightState") -> Phase:
    """Return the phase that follows from the round and from whose turn it is."""
    if fight.acting:
        return "acting"
    return "round-over" if fight.round else "not-started"


class FightState(FightNotes):
    """The live state of the fight itself, which belongs to no combatant."""

    INTERNAL = FightNotes.INTERNAL | {
        "interrupted",
        "timed_items",
    }

    round: Count = stored(0, until="fight")
    pass_: Count = derived(
        lambda fight: min(fight.round, 1), path="pass", until="fight"
    )
    acting: str | None = stored(None, until="fight")
    phase: Phase = derived(_implied_phase, until="fight")
    """The phase; if the file does not say it, it follows from `round` and `acting`."""
    interrupted: list[str] = derived(lambda _: [], until="fight")
    """The ids of combatants whose phase goes on when the one who acts now has finished (SR-146),
    the last interrupted one first to go on."""

    barriers: dict[str, Count] = derived(lambda _: {})
    """The ratings that are left of barriers that were shot at, by their ids (SR-R24)."""
    ranges: list[Annotated[Data, Form(TypedRange)]] = derived(
        lambda _: [], until="fight"
    )
    """The distances that were typed, an entry for each pair (SR-R44)."""
    timed_items: dict[Key, Annotated[Data, Form(TimedItem)]] = derived(
        lambda _: {}
    )
    """The explosives that are to go off, by id: that of the weapon, then with -2, -3 (SRX-109)."""


class LiveState(CombatantState):
    """The live state of a combatant."""

    INTERNAL = CombatantState.INTERNAL | {
        "tiebreak",
        "held_in",
        "timed",
        "aided_by",
        "patched_by",
    }

    physical: Boxes = 0
    stun: Boxes = 0
    overflow: Count = 0
    magic_healed: bool = False
    """Whether a spell has healed the present wounds (SRX-043)."""
    aided: bool = False
    """Whether the present wounds have had first aid (SR-REST-08)."""
    healing: Annotated[Data, Form(Healing)] | None = None
    aided_by: list[str] = derived(lambda _: [])
    """The ids of medics whose first aid to these wounds has failed (SRX-207)."""
    patched_by: list[str] = derived(lambda _: [])
    """The ids of those whose trauma patch has failed (SRX-207)."""
    karma_left: Count = derived(lambda f: f.karma_pool)
    """The points of Karma that are not spent (SRX-220)."""
    karma_burnt: Count = 0
    """The points of Karma that are gone for good (SRX-220, SRX-221)."""
    hand_of_god: bool = False
    """Whether the one Hand of God of this life has been used (SRX-221)."""
    stable: bool = False
    """Whether somebody has stabilised them; until the next physical box (SRX-206)."""
    bleeding: Count = 0
    """The combat turns since they began to die, or since the last box of bleeding (SRX-208)."""
    subdual_boxes: Boxes = stored(0, path="subdual.boxes", until="encounter")
    subdual_by: str | None = stored(None, path="subdual.by", until="encounter")
    """The id of the combatant who holds this one. `events.release` ends the hold and empties its
    boxes."""
    initiative: Number | None = stored(None, until="turn")
    tiebreak: list[int] = derived(
        lambda _: [], until="fight", ends={"leaves": "SR-009"}, gone=[]
    )
    """The dice of the roll-offs, in the order rolled (SR-009)."""
    acted: bool = stored(False, until="turn")
    delayed: bool = stored(False, until="turn")
    held_in: Count = stored(0, until="turn")
    """The number of the pass whose phase is delayed; 0 if none is, or if the file does not say
    which."""
    extra_phase: bool = stored(False, until="turn")
    """Whether this phase was delayed in an earlier pass (house rule SR-R40 `turn`), so that the one
    of this pass is still to come."""
    timed: dict[EffectName, Count] = derived(lambda _: {})
    """The combat turns left of effects that the GM has set for a number of turns."""
    pool_left: Count = derived(lambda f: f.combat_pool, until="turn")
    spell_pool_left: Count = derived(lambda f: f.spell_pool, until="turn")
    sustained: list[Annotated[Data, Form(Sustained)]] = derived(
        lambda _: [], until="fight"
    )
    """The spells that they keep up, in the order in which they were cast (SRX-038)."""
    spell_defense: Annotated[Data, Form(SpellDefense)] | None = stored(
        None,
        until="turn",
        ends={"out": "SRX-045", "leaves": "SRX-045"},
    )
    focus_left: dict[str, Count] = derived(lambda _: {}, until="turn")
    """The dice left of foci that were used in this combat turn, by what they fit (SRX-051)."""
    sorcery_left: Count = derived(
        lambda f: f.sheet.skill(SORCERY), until="phase"
    )
    free_left: Annotated[int, Bounds(0, 1)] = stored(1, until="phase")
    simple_left: Annotated[int, Bounds(0, 2)] = stored(2, until="phase")
    rounds_this_phase: Count = stored(0, until="phase")
    shots: dict[str, Count] = derived(lambda _: {}, until="phase")
    rounds_by_weapon: dict[str, Count] = derived(lambda _: {}, until="phase")
    """The rounds fired in this phase by each weapon, for the house rule SR-R21 `own`."""
    struck_by: list[str] = derived(lambda _: [], until="phase")
    """The ids of combatants who have attacked this one in this phase as it moved past them
    (SR-R33)."""
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
    prone: bool = stored(
        False, until="place", ends={"runs": "SR-R54", "moves": "SR-R60"}
    )
    cornered: bool = stored(
        False,
        until="place",
        ends={"runs": "SR-033", "moves": "SR-033, SR-R60", "leaves": "SR-033"},
    )
    running: Gait = stored(
        "none",
        until="turn",
        ends={
            "out": "SR-R54", "held": "SR-R54", "prone": "SR-R54", "hides": "SR-R54",
            "stopped": "SR-033, SR-035", "moves": "SR-R60", "leaves": "SR-R54",
        },
    )  # fmt: skip
    walking: Pace = stored(
        "none",
        until="turn",
        ends=dict.fromkeys(
            ("out", "held", "prone", "runs", "stopped", "leaves"), "SR-R60"
        ),
    )
    """How they walk, under the house rule `walking` (SR-R60)."""
    stationary: bool = stored(
        False, until="place", ends={"runs": "SR-120", "moves": "SR-R60"}
    )
    partial_cover: bool = stored(
        False, until="place", ends={"runs": "SR-R54", "leaves": "SR-R54"}
    )
    surprised: bool = stored(False, until="fight", ends={"leaves": "SR-R32"})
    dazzled: Count = stored(0, until="fight", ends={"leaves": "SRX-119"})
    """What a flash adds to the target numbers of attacks, 1 less each combat turn (SRX-119)."""
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
    count: dict[str, Count] = derived(lambda _: {})
    work: Work | None = stored(None, until="encounter")
    gyro_worn: bool = derived(lambda f: f.sheet.gyro > 0)
    subdued: bool = derived(lambda f: f.fate.subdued, until="encounter")
    conscious: bool = derived(lambda f: f.fate.conscious)
    dying: bool = derived(lambda f: f.fate.dying)
    dead: bool = derived(lambda f: f.fate.dead)


DAMAGED = ("fight", "barriers")
"""The path in a draft of the ratings that shots have left of barriers."""


def scene_barriers(encounter: Encounter) -> Data:
    """Return the scene's barriers as the file has them, by id. Empty: the scene has none."""
    return encounter.scene.get("barriers") or {}


def whole_rating(encounter: Encounter, name: str) -> int:
    """Return a barrier's rating before anybody shot at it."""
    return int(scene_barriers(encounter)[name]["rating"])


def rating_left(draft: Draft, name: str) -> int:
    """Return the rating that is left of a barrier. 0: the barrier is gone."""
    return int(draft.get((*DAMAGED, name), whole_rating(draft.encounter, name)))


def barrier_document(draft: Draft, name: str) -> Data:
    """Return a barrier's `rating`, whole (`max`) and left (`now`), for `board --json` and `show
    --json`."""
    return {
        "rating": {
            "max": whole_rating(draft.encounter, name),
            "now": rating_left(draft, name),
        }
    }
