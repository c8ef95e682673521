"""The live state as typed records: the fields that play changes, and their values at first."""

from dataclasses import asdict, dataclass, field
from typing import Annotated, Literal

from gmtrack.core.encounter import Data
from gmtrack.core.keys import Key
from gmtrack.core.record import Bounds, Form, derived, stored
from gmtrack.rulesets.kit.seated import CombatantState, FightNotes
from gmtrack.rulesets.kit.words import format_count
from gmtrack.rulesets.swan_song.sheet.sheet import PoolName, TimedItem

Count = Annotated[int, Bounds(0, 1_000_000)]
Number = Annotated[int, Bounds(-1_000_000, 1_000_000)]
Status = Literal["up", "unconscious", "dying", "dead"]
PhaseKind = Literal["normal", "delayed", "carried"]
Cover = Literal["none", "partial", "good"]
SurprisedBy = Literal["none", "all"] | list[str]
POOLS: tuple[PoolName, ...] = ("shield", "armored", "flesh")
"""The health pools in the order in which damage passes through them (SS-DMG-03)."""
MACHINE_IMMUNE = ("bleedout", "slow_death", "nauseous", "fatigued")
"""The effects that machines are immune to if their sheet names none (R-CALL-9)."""


class Running:
    """The numbers that an effect keeps for itself.

    `clock` counts the rounds to the next strain of slow death (SS-EFF-13), `fresh` is 1 while
    the round of the hit is still to end (R-EFF-2), the rest is its treatment so far
    (SS-TEST-09)."""

    clock: Count = 0
    fresh: Count = 0
    hits: Count = 0
    rolls: Count = 0
    treated_round: Count | None = None


@dataclass(frozen=True, slots=True)
class EffectRecord:
    """An effect on a combatant.

    `location` is the place with its side, `rounds` how many are left (None: not counted),
    `until` the event that ends it."""

    effect: str
    source: str | None = None
    location: str | None = None
    value: Annotated[int, Bounds(-1000, 1000)] | None = None
    rounds: Count | None = None
    until: str = "manual"
    odv: Count | None = None
    ldv: Count | None = None
    data: Annotated[Data, Form(Running)] = field(default_factory=dict)

    @property
    def left(self) -> str:
        """The time that the effect still lasts, in words for people."""
        if self.rounds is not None:
            return format_count(self.rounds, "round")
        words = {
            "healed": "until healed",
            "treated": "until treated",
            "round-end": "this round",
        }
        return words.get(self.until, "until the GM ends it")

    def to_data(self) -> Data:
        """Return the record as it stands in the file: without empty fields."""
        return {
            k: v for k, v in asdict(self).items() if v is not None and v != {}
        }


class Waiting:
    """A combatant in the queue of delayed phases: whether they act together with others, after
    whom, and whether the phase was open before.

    `goes_on`: the kind of a phase that the GM has put off and that goes on where it was, with
    whether something was done in it (`touched`)."""

    who: str
    together: bool
    after: str | None = None
    back: bool = False
    goes_on: PhaseKind | None = None
    touched: bool = False


class Suffered:
    """The damage that a barrier has taken and the size of the hole in it."""

    damage_taken: Count
    hole_m2: Count


class Extended:
    """An extended action in progress: how much of its cost is paid."""

    name: str
    cost: Count
    paid: Count


class LastFight:
    """A fight for one's life: the round in which it began, and whether a kill or a treatment has
    saved the fighter."""

    round: Count
    kill: bool
    healed: bool


class Delayed:
    """A held phase: the pass that it is from, its AP, whether it was carried into another pass,
    and whether it is to be the last."""

    from_pass: Count
    ap: Count
    carried: bool
    last: bool


class Had:
    """States that going down has ended, with their values before."""

    delayed: Annotated[Data, Form(Delayed)] | None = None
    extended: Annotated[Data, Form(Extended)] | None = None
    full_defense: bool = False
    running: bool = False
    sprinting: bool = False
    ran: bool = False


class Fallen:
    """A combatant's fall in this phase: whether it laid them prone, and the states that it
    ended."""

    prone: bool
    had: Annotated[Data, Form(Had)] = field(default_factory=dict)


class Before:
    """Fields that the start of a phase resets, with their values before (R-DEL-10)."""

    delayed: Annotated[Data, Form(Delayed)] | None = None
    defended_count: Count = 0
    defends_surprised: bool = False
    surprised_by: SurprisedBy = "none"
    running: bool = False
    sprinting: bool = False
    attack_used: bool = False
    moved: bool = False
    ran: bool = False
    free_used: Count = 0
    ap: Count = 0


class Frozen:
    """The fields that an interrupted phase has set aside: its own AP, and what its start reset.
    `begun`: the phase waits for its Score to come again, and its start has happened already."""

    own_ap: Count = 0
    begun: bool = False
    before: Annotated[Data, Form(Before)] = field(default_factory=dict)


class FightState(FightNotes):
    """The live state of the fight as a whole."""

    INTERNAL = FightNotes.INTERNAL | {
        "passes_done",
        "touched",
        "late",
        "together",
        "waited",
        "queue",
        "reopen",
        "due",
        "timed_items",
    }

    round: Count = stored(0, until="fight")
    pass_: Count = stored(0, path="pass", until="fight")
    passes_done: Count = stored(0, until="fight")
    active: str | None = stored(None, until="fight")
    round_over: bool = stored(False, until="fight")
    phase_kind: PhaseKind = stored("normal", until="fight")
    touched: bool = stored(False, until="encounter")
    late: bool = stored(False, until="encounter")
    together: bool = stored(False, until="encounter")
    waited: bool = stored(False, until="encounter")
    queue: list[Annotated[Data, Form(Waiting)]] = derived(
        lambda _: [], until="encounter"
    )
    reopen: str | None = stored(None, until="encounter")
    due: list[str] = derived(lambda _: [], until="fight")
    timed_items: dict[Key, Annotated[Data, Form(TimedItem)]] = derived(
        lambda fight: fight.draft.encounter.scene.get("timed_items") or {}
    )
    barriers: dict[str, Annotated[Data, Form(Suffered)]] = derived(lambda _: {})

    @property
    def phase(self) -> str:
        """The phase of the fight in a word: `not-started`, `acting` or `round-over`."""
        if self.round == 0:
            return "not-started"
        return "round-over" if self.round_over else "acting"


# What ends a state, by the rows that say so.
AWAY = {"leaves": "R-ACT-16"}
OFF_FEET = dict.fromkeys(("out", "prone"), "R-MOV-11")
GONE_FROM = {"moves": "R-COV-2"} | AWAY


class LiveState(CombatantState):
    """The live state of one combatant."""

    INTERNAL = CombatantState.INTERNAL | {
        "coin",
        "init_karma",
        "ap_granted",
        "slot",
        "free_used",
        "attack_used",
        "crit_latch",
        "ffyl_round",
        "pending_score_mod",
        "slipping",
        "intercepted",
        "skip_phases",
        "frozen",
        "recovery_lost",
    }

    score: Number | None = stored(None, until="next-round")
    init_dice: list[int] = derived(lambda _: [], until="next-round")
    coin: Annotated[int, Bounds(1, 100_000)] | None = stored(
        None, until="next-round"
    )
    init_karma: bool = stored(False, until="next-round")
    acted: bool = stored(False, until="pass")
    ap: Count = stored(0, until="pass")
    ap_granted: bool = stored(False, until="pass")
    slot: Number | None = stored(None, until="fight", ends=AWAY)
    free_used: Count = stored(0, until="pass")
    attack_used: bool = stored(False, until="next-phase")
    surprised_by: SurprisedBy = stored("none", until="fight", ends=AWAY)
    defends_surprised: bool = stored(False, until="next-phase")
    stun_spent: bool = stored(False, until="fight")
    engaged: bool = stored(False, until="fight")
    defended_count: Count = stored(0, until="next-phase")
    full_defense: bool = stored(False, until="round", ends={"out": "R-DIE-10"})
    walked_m: Annotated[float, Bounds(0, 1_000_000)] = stored(0, until="round")
    runs_used: Count = stored(0, until="round")
    run_m: Annotated[float, Bounds(0, 1_000_000)] = stored(0, until="round")
    running: bool = stored(False, until="fight", ends=OFF_FEET | AWAY)
    sprinting: bool = stored(False, until="fight", ends=OFF_FEET | AWAY)
    moved: bool = stored(False, until="next-phase")
    ran: bool = stored(False, until="next-phase", ends=OFF_FEET)
    prone: bool = stored(False, until="place", ends={"runs": "R-MOV-11"})
    cannot_stand_rounds: Count = stored(
        0, until="place", ends={"runs": "R-MOV-11"}
    )
    cover: Cover = stored("none", until="place", ends=GONE_FROM)
    concealed: bool = stored(False, until="place", ends=GONE_FROM)
    cover_barrier: str | None = stored(None, until="place", ends=GONE_FROM)
    in_melee_with: list[str] = derived(
        lambda _: [],
        until="encounter",
        ends=dict.fromkeys(("out", "prone", "moves"), "R-DEF-15") | AWAY,
        gone=[],
    )
    in_vehicle: str | None = stored(None, until="place", ends=AWAY)
    shield: Number = derived(
        lambda f: f.pool_max("shield"), path="pools.shield", until="encounter"
    )
    armored: Number = derived(
        lambda f: f.pool_max("armored"), path="pools.armored"
    )
    flesh: Number = derived(lambda f: f.pool_max("flesh"), path="pools.flesh")
    aided: bool = False
    """Whether first aid has been tried on the present wounds (SS-REST-09)."""
    recovery_lost: bool = False
    """Whether the next day of rest gives nothing back (SS-REST-06)."""
    strain: Count = 0
    strain_bank: Count = 0
    critical_injuries: Count = 0
    crit_latch: bool = False
    location_boxes: dict[str, int] = derived(lambda _: {})
    effects: list[EffectRecord] = derived(lambda _: [])
    status: Status = "up"
    stable: bool = False
    dying_rounds: Count | None = None
    extended: Annotated[Data, Form(Extended)] | None = stored(
        None, until="encounter", ends={"out": "R-DIE-10"} | AWAY
    )
    ffyl: Annotated[Data, Form(LastFight)] | None = stored(
        None, until="encounter"
    )
    ffyl_round: Count = stored(0, until="fight")
    fallen: Annotated[Data, Form(Fallen)] | None = stored(
        None, until="fight", ends=AWAY
    )
    delayed: Annotated[Data, Form(Delayed)] | None = stored(
        None, until="encounter", ends={"out": "R-DIE-10"} | AWAY
    )
    frozen: Annotated[Data, Form(Frozen)] | None = stored(
        None, until="encounter", ends=AWAY
    )
    skip_phases: Count = stored(0, until="fight", ends=AWAY)
    pending_score_mod: Number = stored(0, until="fight", ends=AWAY)
    alerted: bool = stored(False, until="encounter")
    ambusher: bool = stored(False, until="encounter")
    passed: list[str] = derived(lambda _: [], until="phase")
    slipping: bool = stored(False, until="phase")
    intercepted: bool = stored(False, until="phase")
    carrying_body: str | None = stored(
        None,
        until="encounter",
        ends=dict.fromkeys(("out", "prone"), "R-BAR-16") | AWAY,
    )
    speed: Count = derived(lambda f: f.sheet.speed, until="place")
    held: dict[str, str] = derived(lambda f: f.first_held(), until="encounter")
    count: dict[str, Count] = derived(lambda _: {})
    """How many are left of weapons that are counted, by id; those not used yet are missing."""
    karma: Count = derived(lambda f: f.sheet.karma)
