"""The live state as typed windows: what play changes, and what it is at first."""

from typing import Annotated, Any, Literal

from gmtrack.core.encounter import Data
from gmtrack.core.record import Bounds, Form, derived, stored
from gmtrack.core.values import frozen
from gmtrack.rulesets.kit.seated import CombatantState, FightNotes
from gmtrack.rulesets.spotlight.sheet.sheet import HeldBy, Piece
from gmtrack.rulesets.spotlight.tables.locations import Location

AP = 4
"""SP-AP-01: what everybody has in a round."""

Count = Annotated[int, Bounds(0, 1_000_000)]
Phase = Literal["not-started", "acting", "round-over"]
Stage = Literal["pc", "npc", "open"]
Fate = Literal["ok", "dying", "dead"]


@frozen
class LocationState:
    """The marks in one location. `boxes` may stand there, but follows from the sheet."""

    lethal: Count = 0
    bruise: Count = 0
    boxes: Count | None = None


@frozen
class Suppression:
    """SP-SPEC-06, -07: pinned by whom (None: the GM), how many successes free, whether that has
    been done, and whether it has failed in the present spotlight."""

    target_number: Annotated[int, Bounds(1, 99)]
    by: str | None = None
    broken: bool = False
    failed: bool = False


class Save:
    """SP-DEATH-13: who saves whom, and the AP that are left for it."""

    for_: str
    by: str
    ap: Annotated[int, Bounds(0, AP)]


class FightState(FightNotes):
    """The live state of the encounter: the round and the spotlight."""

    round: Count = stored(0, until="fight")
    phase: Phase = stored("not-started", until="fight")
    stage: Stage | None = stored(None, until="fight")
    spotlight: list[str] = derived(lambda _: [], until="round")
    had_spotlight: list[str] = derived(lambda _: [], until="round")
    death_spotlight: list[str] = derived(lambda _: [], until="fight")
    save: Annotated[Data, Form(Save)] | None = stored(None, until="fight")
    choosing: list[str] = derived(lambda _: [], until="round")
    """SP-R05 `players_choose`: the tied, one of whom may take the first spotlight."""

    @property
    def running(self) -> bool:
        """A round is in progress: the spotlight and action points count."""
        return self.phase == "acting"


class LiveState(CombatantState):
    """The live state of a combatant."""

    ap: Count = stored(0, until="fight")
    forgone: bool = stored(False, until="round")
    late: bool = stored(False, until="round")
    initiative_successes: Count | None = stored(None, until="round")
    tiebreak: Count | None = stored(None, until="round")
    locations: dict[Location, LocationState] = derived(lambda _: {})
    fortitude_lost: Annotated[int, Bounds(0, 12)] = 0
    unconscious: Location | None = None
    fate: Fate = "ok"
    tried: list[Literal["cheat", "save"]] = derived(lambda _: [], until="place")
    suppressed: Suppression | None = stored(None, until="place")
    moving: bool = stored(False, until="fight")
    moving_rounds: Count | None = stored(None, until="fight")
    last_spend: Literal["move", "action"] | None = stored(None, until="round")
    cover: list[Piece] = derived(
        lambda f: [piece.to_data() for piece in f.sheet.cover], until="place"
    )
    held: dict[str, HeldBy] = derived(lambda f: f.first_held(), until="place")

    def suppression(self) -> Suppression | None:
        """The pin as a value."""
        data: Any = self.suppressed
        return Suppression(**data) if data else None
