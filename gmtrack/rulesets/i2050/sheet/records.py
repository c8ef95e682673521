"""The live state as typed windows: what play changes, and what it is at first."""

from typing import Annotated, Literal

from gmtrack.core.encounter import Data
from gmtrack.core.record import Bounds, Form, derived, stored
from gmtrack.core.values import frozen
from gmtrack.rulesets.i2050.sheet.intent import Plan
from gmtrack.rulesets.i2050.tables.locations import Location
from gmtrack.rulesets.kit.place import Told
from gmtrack.rulesets.kit.references import OWN, Reference
from gmtrack.rulesets.kit.seated import CombatantState, FightNotes

Count = Annotated[int, Bounds(0, 1_000_000)]
Left = Annotated[int, Bounds(-1_000_000, 99)]
"""Hit points that are left; below 0 too."""
Step = Literal["determination", "resolution", "winners", "losers", "movement"]
Out = Literal["unconscious", "dying", "dead"]
WeaponStatus = Literal["ready", "stowed", "dropped", "jammed", "broken"]
EffectName = Literal[
    "prone", "unaware", "poor-visibility", "under-fire", "disabled-head", "disabled-chest",
    "disabled-abdomen", "disabled-right-arm", "disabled-left-arm", "disabled-right-leg",
    "disabled-left-leg", "unconscious", "dying", "dead",
]  # fmt: skip


@frozen
class WeaponState:
    """What play has done to a weapon."""

    status: WeaponStatus | None = None
    failed: tuple[str, ...] = ()


class Pending:
    """IN-R02 `separate`: a blow that waits for the Losers Phase."""

    victim: str
    place: Location
    points: Count
    blow: Count
    melee: bool
    by: str | None = None
    disable: bool = False


class FightState(FightNotes):
    """The state of the fight itself, not of a combatant."""

    round: Count = stored(0, until="fight")
    step: Step | None = stored(None, until="fight")
    metre: Count = stored(0, until="round")
    acting: str | None = stored(None, until="round")
    """Whose turn it is in Resolution; None: the first who is due."""
    item: list[str] = derived(lambda _: [], until="round")
    """The units of the item that the one acting is at (`speed.Item`)."""
    first: str | None = stored(None, until="fight")
    """The side that declares first this round."""
    pending: list[Annotated[Data, Form(Pending)]] = derived(lambda _: [], until="round")

    @property
    def phase(self) -> Literal["not-started", "acting", "round-over"]:
        if not self.round:
            return "not-started"
        return "acting" if self.step else "round-over"

    @property
    def running(self) -> bool:
        """A round is in progress: intents and speed count (IN-R56)."""
        return self.phase == "acting"


class LiveState(CombatantState):
    """Of a combatant: what screens tell, after that what only the program has to remember."""

    intent: Plan | None = stored(None, until="place")
    acted: bool = stored(False, until="round")
    lost: bool = stored(False, until="round")
    fired: Count = stored(0, until="round")
    moved: Count = stored(0, until="round")
    stopped: bool = stored(False, until="round")
    hp: Left = derived(lambda f: f.total, path="pools.hp")
    at_head: Left = derived(lambda f: f.rating("head"), path="locations.head")
    at_chest: Left = derived(lambda f: f.rating("chest"), path="locations.chest")
    at_abdomen: Left = derived(lambda f: f.rating("abdomen"), path="locations.abdomen")
    at_right_arm: Left = derived(lambda f: f.rating("right_arm"), path="locations.right_arm")
    at_left_arm: Left = derived(lambda f: f.rating("left_arm"), path="locations.left_arm")
    at_right_leg: Left = derived(lambda f: f.rating("right_leg"), path="locations.right_leg")
    at_left_leg: Left = derived(lambda f: f.rating("left_leg"), path="locations.left_leg")
    disabled: list[Location] = derived(lambda _: [], until="fight")
    prone: bool = stored(False, until="place")
    out: Out | None = None
    aimed: str | None = stored(None, until="fight")
    seen: bool | None = stored(None, until="round")
    steady: bool | None = stored(None, until="round")
    under_fire: bool = stored(False, until="place")
    unaware: bool = stored(False, until="fight")
    poor_visibility: bool = stored(False, until="place")
    height: Annotated[float, Bounds(-100_000, 100_000)] = stored(0, until="place")
    where: Told = stored(path="position", until="place")
    held: dict[Location, str | None] = derived(lambda _: {}, until="place")
    checks_won: list[str] = derived(lambda _: [])
    strenuous: bool = False
    weapon_states: dict[str, WeaponState] = stored(path="weapons")

    met: list[str] = derived(lambda _: [], until="round")
    """The units of their items that are carried out or passed: targets, shots (`speed.Item`)."""
    missed: list[str] = derived(lambda _: [], until="round")
    """The units that are lost (IN-SPD-05)."""
    spared: list[str] = derived(lambda _: [], until="round")
    """The units that they still carry out although out or disarmed: it happened at their own score,
    or `interrupt` is `all_resolve` (IN-R11, IN-R12)."""
    late: bool = stored(False, until="round")
    """Declared in Resolution: all shots of a burst come at the first score."""
    hit: bool = stored(False, until="round")
    """Struck this round: a round of aiming is lost (IN-R31)."""
    aimed_rounds: Count = stored(0, until="fight")
    """IN-R31 `aim_rounds_stack`"""
    crippled: list[Location] = derived(lambda _: [])
    """IN-R24 `single_blow`: locations that one blow has put out."""
    timed: dict[EffectName, Count] = derived(lambda _: {}, until="place")
    """Effects by hand for so many rounds."""


REFERENCES = (
    Reference("fight.acting"),
    Reference("fight.pending.*.victim", "fight.pending.*"),
    Reference(OWN + "aimed", told="gone.aim"),
)
"""What names a combatant, besides what is declared."""
