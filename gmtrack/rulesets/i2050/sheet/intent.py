"""What somebody has declared for the round: as it is kept, and in words."""

from collections import Counter
from typing import Annotated, Literal, NotRequired, TypedDict

from gmtrack.core.encounter import Encounter
from gmtrack.core.record import Bounds
from gmtrack.core.values import frozen
from gmtrack.rulesets.i2050.tables.locations import Location, spoken

ActionName = Literal[
    "fight", "shoot", "burst", "aim", "dodge", "weave", "move", "unjam", "pickup", "draw",
    "stand", "other",
]  # fmt: skip
ATTACKS: tuple[ActionName, ...] = ("fight", "shoot", "burst")
READYING: tuple[ActionName, ...] = ("unjam", "pickup", "draw")


class PlanDocument(TypedDict):
    """A plan as it is kept, and in JSON; `to` only where there is a point."""

    action: ActionName
    weapon: str | None
    targets: list[str]
    aim: int | None
    want: Location | None
    split: list[int] | None
    shots: int | None
    to: NotRequired[list[float]]


@frozen
class Plan:
    """The `intent` of a round: `want` is the location called, `aim` its price, `split` the shares
    in the order of `targets`, `shots` of a burst, `to` the point that a mover makes for."""

    action: ActionName
    weapon: str | None = None
    targets: tuple[str, ...] = ()
    aim: Annotated[int, Bounds(0, 40)] | None = None
    want: Location | None = None
    split: tuple[Annotated[int, Bounds(0, 40)], ...] | None = None
    shots: Annotated[int, Bounds(1, 20)] | None = None
    to: tuple[float, ...] | None = None

    def to_data(self) -> PlanDocument:
        """As it is kept; `to` only where there is a point."""
        found: PlanDocument = {
            "action": self.action,
            "weapon": self.weapon,
            "targets": list(self.targets),
            "aim": self.aim,
            "want": self.want,
            "split": None if self.split is None else list(self.split),
            "shots": self.shots,
        }
        if self.to is not None:
            found["to"] = list(self.to)
        return found

    def share_of(self, target: str) -> int | None:
        """IN-MULTI-01: the points set aside for one of the targets; None without shares."""
        if self.split is None:
            return None
        return dict(zip(self.targets, self.split, strict=False)).get(target)


JOINED = {"fight": "against", "shoot": "at", "burst": "at", "aim": "at", "move": "to"}
"""What stands between an action and its targets."""


def plan_words(encounter: Encounter, plan: Plan) -> str:
    """What somebody means to do: `burst 3 at Kaz`, `shoot at Kaz (head, aim 4)`."""
    return " ".join((plan.action, *details(encounter, plan)))


def details(encounter: Encounter, plan: Plan) -> list[str]:
    """All but the action itself."""
    found = [str(plan.shots)] if plan.shots else []
    goal = ",".join(f"{part:g}" for part in plan.to) if plan.to else targets_of(encounter, plan)
    if goal:
        found += [JOINED.get(plan.action, ""), goal]
    aimed = [spoken(plan.want)] if plan.want else []
    aimed += [f"aim {plan.aim}"] if plan.aim else []
    return [*found, f"({', '.join(aimed)})"] if aimed else found


def targets_of(encounter: Encounter, plan: Plan) -> str:
    """Everybody once, with the share or the number of shots."""
    names = []
    for who, count in Counter(plan.targets).items():
        share = plan.share_of(who) or (count if count > 1 else None)
        name = encounter.display_name(who)
        names.append(f"{name} {share}" if share else name)
    return " and ".join(names)
