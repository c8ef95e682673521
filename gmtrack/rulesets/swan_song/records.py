"""The live state of section 3 as typed windows: what play changes, and what it is at first."""

from dataclasses import asdict, dataclass, field
from typing import Annotated, Any, Literal

from gmtrack.core.encounter import Data
from gmtrack.core.record import Bounds, Record, derived, stored
from gmtrack.rulesets.swan_song.sheet import (
    PoolName,
)

Count = Annotated[int, Bounds(0, 1_000_000)]
Number = Annotated[int, Bounds(-1_000_000, 1_000_000)]
Status = Literal["up", "unconscious", "dying", "dead"]
PhaseKind = Literal["normal", "delayed", "carried"]
Cover = Literal["none", "partial", "good"]
POOLS: tuple[PoolName, ...] = ("shield", "armored", "flesh")
"""SS-DMG-03: the order in which health damage passes through them."""
MACHINE_IMMUNE = ("bleedout", "slow_death", "nauseous", "fatigued")
"""R-CALL-9"""


@dataclass(frozen=True, slots=True)
class EffectRecord:
    """3.3. `location` with its side; `rounds` left, or None; `until` what ends it."""

    effect: str
    source: str | None = None
    location: str | None = None
    value: Annotated[int, Bounds(-1000, 1000)] | None = None
    rounds: Count | None = None
    until: str = "manual"
    odv: Count | None = None
    ldv: Count | None = None
    data: dict[str, Any] = field(default_factory=dict)

    def to_data(self) -> Data:
        return {k: v for k, v in asdict(self).items() if v is not None and v != {}}


class FightState(Record):
    """3.1"""

    round: Count = 0
    pass_: Count = stored(0, path="pass")
    passes_done: Count = 0
    active: str | None = None
    round_over: bool = False
    phase_kind: PhaseKind = "normal"
    touched: bool = False
    late: bool = False
    together: bool = False
    waited: bool = False
    queue: list[dict[str, Any]] = derived(lambda _: [])
    reopen: str | None = None
    due: list[str] = derived(lambda _: [])
    timed_items: dict[str, dict[str, Any]] = derived(
        lambda fight: fight.draft.encounter.scene.get("timed_items") or {}
    )
    barriers: dict[str, dict[str, Any]] = derived(lambda _: {})

    @property
    def phase(self) -> str:
        """`not-started`, `acting` or `round-over`."""
        if self.round == 0:
            return "not-started"
        return "round-over" if self.round_over else "acting"

    @property
    def running(self) -> bool:
        """A round runs: turns, action points and clocks count."""
        return self.phase == "acting"


class LiveState(Record):
    """3.2: what play changes of one combatant."""

    score: Number | None = None
    init_dice: list[int] = derived(lambda _: [])
    coin: Annotated[int, Bounds(1, 100_000)] | None = None
    init_karma: bool = False
    acted: bool = False
    ap: Count = 0
    ap_granted: bool = False
    slot: Number | None = None
    free_used: Count = 0
    attack_used: bool = False
    surprised_by: Literal["none", "all"] | list[str] = "none"
    defends_surprised: bool = False
    stun_spent: bool = False
    engaged: bool = False
    defended_count: Count = 0
    full_defense: bool = False
    walked_m: Annotated[float, Bounds(0, 1_000_000)] = 0
    runs_used: Count = 0
    run_m: Annotated[float, Bounds(0, 1_000_000)] = 0
    running: bool = False
    sprinting: bool = False
    moved: bool = False
    ran: bool = False
    prone: bool = False
    cannot_stand_rounds: Count = 0
    cover: Cover = "none"
    concealed: bool = False
    cover_barrier: str | None = None
    in_melee_with: list[str] = derived(lambda _: [])
    in_vehicle: str | None = None
    shield: Number = derived(lambda f: f.pool_max("shield"), path="pools.shield")
    armored: Number = derived(lambda f: f.pool_max("armored"), path="pools.armored")
    flesh: Number = derived(lambda f: f.pool_max("flesh"), path="pools.flesh")
    strain: Count = 0
    strain_bank: Count = 0
    critical_injuries: Count = 0
    crit_latch: bool = False
    location_boxes: dict[str, int] = derived(lambda _: {})
    effects: list[EffectRecord] = derived(lambda _: [])
    status: Status = "up"
    stable: bool = False
    dying_rounds: Count | None = None
    extended: dict[str, Any] | None = None
    ffyl: dict[str, Any] | None = None
    ffyl_round: Count = 0
    fallen: dict[str, Any] | None = None
    delayed: dict[str, Any] | None = None
    frozen: dict[str, Any] | None = None
    skip_phases: Count = 0
    pending_score_mod: Number = 0
    alerted: bool = False
    ambusher: bool = False
    passed: list[str] = derived(lambda _: [])
    slipping: bool = False
    intercepted: bool = False
    carrying_body: str | None = None
    speed: Count = derived(lambda f: f.sheet.speed)
    held: dict[str, str] = derived(lambda f: f.first_held())
    karma: Count = derived(lambda f: f.sheet.karma)
