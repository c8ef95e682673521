"""2.4, SS-BAR-01, -02, -20..28: the barriers of the scene and their values."""

from math import floor
from typing import TYPE_CHECKING, NamedTuple

from gmtrack.core.encounter import Data, Encounter
from gmtrack.rulesets.swan_song.house import House
from gmtrack.rulesets.swan_song.sheet import Barrier
from gmtrack.rulesets.swan_song.tables.harm import BARRIER_RATINGS

if TYPE_CHECKING:
    from gmtrack.core.screen import Profile


class BarrierValues(NamedTuple):
    """A barrier's numbers, derived where the GM gave none, and what it has suffered."""

    structure: int
    armor: int
    hp_per_m2: int
    hit_points: int
    damage_taken: int
    hole_m2: int


def barrier_values(encounter: Encounter, name: str) -> BarrierValues:
    """R-BAR-8: hit points per square metre scale with the thickness."""
    data = Barrier(**encounter.scene["barriers"][name])
    rating = BARRIER_RATINGS.get(data.rating or "")
    structure = data.structure or (rating.structure if rating else 1)
    given = data.armor if data.armor is not None else (rating.armor if rating else 0)
    scales = House(encounter.house_rules).on("barrier_thickness_scales")
    thickness = data.thickness_cm if scales else 10
    per_m2 = data.hp_per_m2 or max(1, floor(structure * thickness / 10))
    points = data.hit_points or max(1, floor(per_m2 * data.area_m2))
    suffered: Data = (encounter.fight.get("barriers") or {}).get(name) or {}
    return BarrierValues(
        structure, given, per_m2, points,
        int(suffered.get("damage_taken", 0)), int(suffered.get("hole_m2", 0)),
    )  # fmt: skip


def barrier_profile(encounter: Encounter, name: str) -> "Profile":
    """`show BARRIER`"""
    from gmtrack.core.screen import Number, Profile, Section

    values = barrier_values(encounter, name)
    numbers = (
        Number("structure", str(values.structure)),
        Number("armor", str(values.armor)),
        Number("hit points per m2", str(values.hp_per_m2)),
        Number("hit points", str(values.hit_points)),
        Number("damage taken", str(values.damage_taken)),
        Number("hole", f"{values.hole_m2} m2"),
    )
    return Profile(
        title=name,
        subtitle="barrier",
        tracks=(),
        conditions=(),
        sections=(Section("Barrier", numbers),),
        doc={
            "id": name, "structure": values.structure, "armor": values.armor,
            "hp_per_m2": values.hp_per_m2, "hit_points": values.hit_points,
            "damage_taken": values.damage_taken, "hole_m2": values.hole_m2,
        },
    )  # fmt: skip
