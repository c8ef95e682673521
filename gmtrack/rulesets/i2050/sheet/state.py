"""The live state of an i2050 fight: the plan that a combatant declares for a round, what play
changes of combatants and weapons, and the defaults."""

from collections import Counter
from dataclasses import fields
from typing import Annotated, Literal

from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.record import Bounds, Form, derived, stored
from gmtrack.core.values import frozen
from gmtrack.rulesets.i2050.tables import Location, with_spaces
from gmtrack.rulesets.kit.seated import CombatantState, FightNotes, Position

ActionName = Literal[
    "fight", "shoot", "burst", "aim", "dodge", "weave", "move", "unjam", "pickup", "draw",
    "stand", "other",
]  # fmt: skip
ATTACKS: tuple[ActionName, ...] = ("fight", "shoot", "burst")
READYING: tuple[ActionName, ...] = ("unjam", "pickup", "draw")


@frozen
class RoundPlan:
    """The action that a combatant has declared for a round (`intent` in files and JSON).

    `want` is the location called, `aim` the points paid for it, `split` the shares of the skill
    in the order of `targets`, `shots` the shots of a burst, `to` the point in metres that a
    mover makes for. None: not declared."""

    action: ActionName
    weapon: str | None = None
    targets: tuple[str, ...] = ()
    aim: Annotated[int, Bounds(0, 40)] | None = None
    want: Location | None = None
    split: tuple[Annotated[int, Bounds(0, 40)], ...] | None = None
    shots: Annotated[int, Bounds(1, 20)] | None = None
    to: tuple[float, ...] | None = None

    def to_data(self) -> Data:
        """Return the plan as files and JSON have it: every field, with lists for tuples; `to`
        only if there is a point."""
        data: Data = {}
        for field in fields(self):
            value = getattr(self, field.name)
            data[field.name] = (
                list(value) if isinstance(value, tuple) else value
            )
        if data["to"] is None:
            del data["to"]
        return data

    def share_of(self, target: str) -> int | None:
        """Return the points of skill set aside for one target; None if the skill is not split or
        the target is not in the plan (IN-MULTI-01)."""
        if self.split is None:
            return None
        return dict(zip(self.targets, self.split, strict=False)).get(target)


JOINED = {
    "fight": "against",
    "shoot": "at",
    "burst": "at",
    "aim": "at",
    "move": "to",
}
"""The preposition between an action and its targets."""


def plan_words(encounter: Encounter, plan: RoundPlan) -> str:
    """Render a plan as words: `burst 3 at Kaz`, `shoot at Kaz (head, aim 4)`."""
    return " ".join((plan.action, *plan_details(encounter, plan)))


def plan_details(encounter: Encounter, plan: RoundPlan) -> list[str]:
    """Render all of a plan but the action, as words to be joined by spaces; an empty list if
    there is nothing more to say."""
    found = [str(plan.shots)] if plan.shots else []
    goal = (
        ",".join(f"{part:g}" for part in plan.to)
        if plan.to
        else target_words(encounter, plan)
    )
    if goal:
        found += [JOINED.get(plan.action, ""), goal]
    aimed = [with_spaces(plan.want)] if plan.want else []
    aimed += [f"aim {plan.aim}"] if plan.aim else []
    return [*found, f"({', '.join(aimed)})"] if aimed else found


def target_words(encounter: Encounter, plan: RoundPlan) -> str:
    """Render the targets of a plan by their displayed names, each once, with the share of the
    skill or the number of shots if there is one."""
    names = []
    for who, count in Counter(plan.targets).items():
        share = plan.share_of(who) or (count if count > 1 else None)
        name = encounter.display_name(who)
        names.append(f"{name} {share}" if share else name)
    return " and ".join(names)


Count = Annotated[int, Bounds(0, 1_000_000)]
Left = Annotated[int, Bounds(-1_000_000, 99)]
"""Hit points that are left; may be below 0."""
Step = Literal["determination", "resolution", "winners", "losers", "movement"]
Out = Literal["unconscious", "dying", "dead"]
WeaponStatus = Literal["ready", "stowed", "dropped", "jammed", "broken"]
Defect = Literal["jammed", "broken"]
DEFECTS: tuple[Defect, ...] = ("jammed", "broken")
"""The statuses of a weapon that is in the hand and out of order."""
EffectName = Literal[
    "prone", "unaware", "poor-visibility", "under-fire", "disabled-head", "disabled-chest",
    "disabled-abdomen", "disabled-right-arm", "disabled-left-arm", "disabled-right-leg",
    "disabled-left-leg", "unconscious", "dying", "dead",
]  # fmt: skip


@frozen
class WeaponState:
    """Changes that play has made to a weapon. `failed`: accessories out of order. `defect`: how
    a weapon that lies on the ground is broken; it is its status again when somebody picks it up
    (IN-R54). None: as the sheet says."""

    status: WeaponStatus | None = None
    failed: tuple[str, ...] = ()
    defect: Defect | None = None


class PendingBlow:
    """A blow that has been rolled and waits for the Losers Phase (IN-R02 `separate`). `points`
    get through, `blow` is the whole blow before armor, for knockdown."""

    victim: str
    place: Location
    points: Count
    blow: Count
    melee: bool
    by: str | None = None
    disable: bool = False


class FightState(FightNotes):
    """The state of the fight as a whole: round, step, whose turn it is, blows that wait."""

    INTERNAL = FightNotes.INTERNAL | {
        "item",
        "given",
        "pending",
    }

    round: Count = stored(0, until="fight")
    step: Step | None = stored(None, until="fight")
    metre: Count = stored(0, until="round")
    acting: str | None = stored(None, until="round")
    """The id whose turn it is in Resolution; None: the first who is due."""
    item: list[str] = derived(lambda _: [], until="round")
    """The units of the acting combatant's item that are being carried out (`order.Item`)."""
    given: str | None = stored(None, until="round")
    """The id to whom the GM has given this turn out of the order; None: speed decides."""
    first: str | None = stored(None, until="fight")
    """The side that declares first this round."""
    pending: list[Annotated[Data, Form(PendingBlow)]] = derived(
        lambda _: [], until="round"
    )

    @property
    def phase(self) -> Literal["not-started", "acting", "round-over"]:
        """The phase of the fight: before the first round, within a round, or between two."""
        if not self.round:
            return "not-started"
        return "acting" if self.step else "round-over"


OUT_OR_AWAY = dict.fromkeys(("out", "leaves"), "IN-R66")
"""Events that end a field for a combatant who goes out or leaves the fight, by their rows."""


class LiveState(CombatantState):
    """The live state of a combatant: first the fields that screens show, then those that only
    the rules need."""

    INTERNAL = CombatantState.INTERNAL | {
        "met",
        "missed",
        "spared",
        "late",
        "timed",
    }

    intent: RoundPlan | None = stored(None, until="encounter")
    acted: bool = stored(False, until="round")
    lost: bool = stored(False, until="round")
    fired: Count = stored(0, until="round")
    moved: Count = stored(0, until="round")
    stopped: bool = stored(False, until="round")
    hp: Left = derived(lambda f: f.total, path="pools.hp")
    at_head: Left = derived(lambda f: f.rating("head"), path="locations.head")
    at_chest: Left = derived(
        lambda f: f.rating("chest"), path="locations.chest"
    )
    at_abdomen: Left = derived(
        lambda f: f.rating("abdomen"), path="locations.abdomen"
    )
    at_right_arm: Left = derived(
        lambda f: f.rating("right_arm"), path="locations.right_arm"
    )
    at_left_arm: Left = derived(
        lambda f: f.rating("left_arm"), path="locations.left_arm"
    )
    at_right_leg: Left = derived(
        lambda f: f.rating("right_leg"), path="locations.right_leg"
    )
    at_left_leg: Left = derived(
        lambda f: f.rating("left_leg"), path="locations.left_leg"
    )
    disabled: list[Location] = derived(lambda _: [], until="fight")
    prone: bool = stored(False, until="place")
    out: Out | None = None
    aimed: str | None = stored(None, until="fight", ends=OUT_OR_AWAY)
    seen: bool | None = stored(None, until="round")
    steady: bool | None = stored(None, until="round")
    under_fire: bool = stored(
        False, until="encounter", ends={"leaves": "IN-R66"}
    )
    unaware: bool = stored(False, until="fight")
    poor_visibility: bool = stored(False, until="place")
    height: Annotated[float, Bounds(-100_000, 100_000)] = stored(
        0, until="place"
    )
    where: Position = stored(path="position", until="place")
    held: dict[Location, str | None] = derived(lambda _: {}, until="encounter")
    checks_won: list[str] = derived(lambda _: [])
    strenuous: bool = False
    weapon_states: dict[str, WeaponState] = stored(path="weapons")

    met: list[str] = derived(lambda _: [], until="round")
    """The units of this combatant's items that are carried out or passed: targets, shots
    (`order.Item`)."""
    missed: list[str] = derived(lambda _: [], until="round")
    """The units of this combatant's items that are lost (IN-SPD-05)."""
    spared: list[str] = derived(lambda _: [], until="round")
    """The units that a combatant who is out or disarmed still carries out: it happened at their
    own score, or `interrupt` is `all_resolve` (IN-R11, IN-R12)."""
    late: bool = stored(False, until="round")
    """Declared in Resolution: all shots of a burst come at the first score."""
    hit: bool = stored(False, until="round")
    """Struck this round: a round of aiming is lost (IN-R31)."""
    aimed_rounds: Count = stored(0, until="fight", ends=OUT_OR_AWAY)
    """Rounds spent aiming at `aimed` (IN-R31 `aim_rounds_stack`)."""
    crippled: list[Location] = derived(lambda _: [])
    """Locations that a single blow has put out (IN-R24 `single_blow`)."""
    aided: list[Location | Literal["hp"]] = derived(lambda _: [])
    """Locations where first aid has been tried; `hp`: for damage without one (IN-REST-09)."""
    timed: dict[EffectName, Count] = derived(lambda _: {})
    """Rounds that are left of effects which the GM has put on for so many rounds."""
