"""One combatant in the fight: the live state and the sheet, with what follows from both."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, Literal

from gmtrack.core.draft import Draft
from gmtrack.rulesets.i2050.body import FELLING, LEGS, LOCATIONS, Location
from gmtrack.rulesets.i2050.house import House
from gmtrack.rulesets.i2050.records import LiveState, Plan, WeaponStatus
from gmtrack.rulesets.i2050.sheet import (
    FIST,
    UNARMED,
    Sheet,
    Weapon,
    WeaponClass,
    kebab,
    read_sheet,
    read_weapon,
)
from gmtrack.rulesets.kit import ceil_div

Band = Literal["healthy", "light", "serious", "grievous", "mortal", "dying"]
BANDS: tuple[Band, ...] = ("healthy", "light", "serious", "grievous", "mortal", "dying")
QUARTERS: tuple[Band, ...] = ("light", "serious", "grievous")
"""IN-WND-02 to IN-WND-04: up to one, two, three quarters of the total lost."""
FRACTIONS: Mapping[Location, tuple[int, int]] = {
    "head": (1, 3), "chest": (2, 5), "abdomen": (1, 3), "right_arm": (1, 4), "left_arm": (1, 4),
    "right_leg": (1, 3), "left_leg": (1, 3),
}  # fmt: skip
"""2.1, IN-R23: the share of the total that a location has."""
ADJUSTMENTS: Mapping[WeaponClass, int] = {
    "missile": 0, "long": -1, "medium": -2, "short": -3, "unarmed": -3,
}  # fmt: skip
"""IN-SPD-03"""


class Fighter(LiveState):
    """One combatant in the fight."""

    def __init__(self, draft: Draft, who: str, house: House) -> None:
        super().__init__(draft, ("fight", "combatants", who))
        self.id = who
        self.house = house

    @cached_property
    def sheet(self) -> Sheet:
        return read_sheet(self.draft.encounter.sheet(self.id))

    @property
    def name(self) -> str:
        return self.draft.encounter.display_name(self.id)

    @property
    def side(self) -> str:
        return self.draft.encounter.side(self.id)

    # --- the sheet's own numbers ---

    @property
    def total(self) -> int:
        """2.1 `hp`, IN-R22."""
        sheet = self.sheet
        if sheet.hp is not None:
            return sheet.hp
        whole = sheet.con + sheet.siz
        return ceil_div(whole, 2) if self.house.choice("hp_formula", "average") else whole

    def rating(self, place: Location) -> int:
        """2.1 `location_hp`, IN-R23: the normal points of a location."""
        told = self.sheet.location_hp.get(place)
        over, under = FRACTIONS[place]
        return ceil_div(over * self.total, under) if told is None else int(told)

    @property
    def unconscious_value(self) -> int:
        """2.1 `unconscious`, IN-R20."""
        told = self.sheet.unconscious
        return ceil_div(self.total, 4) if told is None else told

    @property
    def knockdown_value(self) -> int:
        """2.1 `knockdown`, IN-R21."""
        told = self.sheet.knockdown
        return self.sheet.siz if told is None else told

    # --- hit points ---

    def at(self, place: Location) -> int:
        """The points that a location has left."""
        return int(getattr(self, f"at_{place}"))

    def set_at(self, place: Location, points: int) -> None:
        setattr(self, f"at_{place}", points)

    @property
    def lost_points(self) -> int:
        return max(0, self.total - self.hp)

    @property
    def band(self) -> Band:
        """IN-WND, IN-R25."""
        if self.hp <= 0:
            return "dying"
        lost = 4 * self.lost_points
        if not lost:
            return "healthy"
        heavier = self.house.choice("band_border", "heavier")
        for quarters, band in enumerate(QUARTERS, 1):
            if lost < quarters * self.total or (lost == quarters * self.total and not heavier):
                return band
        return "mortal"

    def as_bad_as(self, band: Band) -> bool:
        """Wounded so much or worse."""
        return BANDS.index(self.band) >= BANDS.index(band)

    @property
    def grievous(self) -> bool:
        """IN-WND-04: skills are halved."""
        return self.as_bad_as("grievous")

    def put_out(self, place: Location) -> bool:
        """IN-LIMB-01, IN-R43, IN-R24: the location itself does not work."""
        if place in self.disabled:
            return True
        if self.house.choice("location_damage", "single_blow"):
            return place in self.crippled
        return self.at(place) <= 0

    def useless(self, place: Location) -> bool:
        """Put out, or a leg under an abdomen that is (IN-LIMB-02)."""
        return self.put_out(place) or (place in LEGS and self.put_out("abdomen"))

    @property
    def useless_places(self) -> list[Location]:
        return [place for place in LOCATIONS if self.useless(place)]

    @property
    def cannot_stand(self) -> bool:
        """IN-LIMB-02, IN-LIMB-06."""
        return any(self.put_out(place) for place in FELLING)

    @property
    def status(self) -> str:
        """8.6"""
        return self.out or "up"

    @property
    def able(self) -> bool:
        return self.out is None

    # --- armor ---

    def armor(self, place: Location, tags: Iterable[str] | None = None) -> int:
        """IN-DMG-01, IN-DMG-02, IN-R19: against a weapon with these tags; None: what stops
        everything."""
        held = tuple(tags or ())
        pieces = [piece.at(place) for piece in self.sheet.armor if piece.stops(held)]
        return max(pieces, default=0) if self.house.choice("armor_layers", "best") else sum(pieces)

    @property
    def dodge_armor(self) -> int:
        """IN-R36: the points of armor worn."""
        best = self.house.choice("armor_layers", "best")
        layers = [[piece.at(place) for piece in self.sheet.armor] for place in LOCATIONS]
        points = [max(one, default=0) if best else sum(one) for one in layers]
        rule = self.house.text("dodge_armor")
        if rule == "highest":
            return max(points)
        return sum(points) if rule == "sum" else sum(points) // len(points)

    # --- weapons ---

    @cached_property
    def weapons(self) -> dict[str, Weapon]:
        """All weapons by id in the sheet's order; `unarmed` is always there."""
        written: dict[str, Any] = {UNARMED: FIST, **self.sheet.weapons}
        read = {name: read_weapon(name, data) for name, data in written.items()}
        return {name: weapon for name, weapon in read.items() if name != UNARMED} | {
            UNARMED: read[UNARMED]
        }

    def weapon(self, name: str) -> Weapon:
        return self.weapons[name]

    def status_of(self, name: str) -> WeaponStatus:
        """2.2 `stowed`, section 3 `status`."""
        kept: Any = self._kept(name).get("status")
        return kept or ("stowed" if self.weapon(name).stowed else "ready")

    def set_status(self, name: str, status: WeaponStatus) -> None:
        before = self.status_of(name)
        if before != status:
            self.draft.put((*self.base, "weapons", name, "status"), status, read_as=before)

    def failed_of(self, name: str) -> list[str]:
        """Accessories out of order (IN-FUM-08)."""
        return list(self._kept(name).get("failed") or ())

    def set_failed(self, name: str, failed: list[str]) -> None:
        before = self.failed_of(name)
        if before != failed:
            self.draft.put((*self.base, "weapons", name, "failed"), failed, read_as=before)

    def intact_accessories(self, name: str) -> list[str]:
        """In the sheet's order."""
        failed = self.failed_of(name)
        return [one for one in self.weapon(name).accessories if one not in failed]

    def _kept(self, name: str) -> dict[str, Any]:
        states: Mapping[str, Any] = self.weapon_states or {}
        found = next((state for key, state in states.items() if kebab(key) == name), None)
        return dict(found or {})

    def arm_works(self, name: str) -> bool:
        """2.2 `arm`: no limb that the weapon needs is useless."""
        return not any(self.useless(arm) for arm in self.weapon(name).arms)

    def usable(self, name: str) -> bool:
        """Ready, and its arm works."""
        return self.status_of(name) == "ready" and self.arm_works(name)

    def first_usable(self, *, melee: bool = False) -> str:
        """2.1 `weapons`: the first that can be used, else `unarmed`."""
        for name, weapon in self.weapons.items():
            if self.usable(name) and not (melee and weapon.is_missile):
                return name
        return UNARMED

    @property
    def in_use(self) -> str:
        """8.6 `initiative.weapon`: the declared one, else the first usable."""
        plan = self.plan
        return plan.weapon if plan and plan.weapon in self.weapons else self.first_usable()

    def held_in(self, arm: Location) -> str | None:
        """IN-R54: what an arm holds; at first the first ready weapon on the sheet."""
        if arm in self.held:
            return self.held[arm]
        for name, weapon in self.weapons.items():
            if arm in weapon.arms and not weapon.is_unarmed and self.status_of(name) == "ready":
                return name
        return None

    def hold(self, name: str) -> None:
        """IN-R54: declared, used, drawn or picked up."""
        arms = self.weapon(name).arms
        if any(self.held_in(arm) != name for arm in arms):
            self.held = {**self.held, **dict.fromkeys(arms, name)}

    def let_go(self, name: str) -> None:
        """No arm holds it any more."""
        arms = [arm for arm in self.weapon(name).arms if self.held_in(arm) == name]
        if arms:
            self.held = {**self.held, **dict.fromkeys(arms)}

    # --- the round ---

    @property
    def plan(self) -> Plan | None:
        """What is declared for the round."""
        data: Any = self.intent
        if not data:
            return None
        weapon, split = data.get("weapon"), data.get("split")
        return Plan(
            **{
                **data,
                "weapon": weapon and kebab(weapon),
                "targets": tuple(data.get("targets") or ()),
                "split": None if split is None else tuple(split),
            }
        )

    def set_plan(self, plan: Plan | None) -> None:
        data: Any = plan.to_data() if plan else None
        self.intent = data

    def speed(self, weapon: Weapon, *, burst: bool = False) -> int:
        """IN-SPD-02, IN-SPD-03, IN-SPD-07, IN-R10, before aim and changes of target."""
        skill = self.sheet.skill(weapon.skill)
        if self.house.choice("speed_skill", "effective"):
            skill = self.house.half(skill) if self.grievous else skill
            skill = self.house.half(skill) if burst else skill
        base = self.house.half(self.sheet.dex + skill)
        if self.grievous and self.house.choice("grievous_scope", "everything"):
            base = self.house.half(base)
        return base + ADJUSTMENTS[weapon.kind]

    @property
    def position(self) -> tuple[float, ...] | None:
        """Where he is, in metres; None: nobody knows."""
        told = self.where
        if told is None:
            return None
        return tuple(map(float, told.split(",") if isinstance(told, str) else told))

    @property
    def allowance(self) -> int:
        """8.3: metres of this round (IN-MOVE-04, IN-MOVE-05, IN-R39)."""
        plan, metres = self.plan, self.sheet.move
        if plan and plan.action == "weave":
            metres = self.house.half(metres)
        if any(self.put_out(leg) for leg in LEGS):
            metres = min(metres, self.house.number("leg_crawl") or 0)
        return min(metres, 1) if self.put_out("abdomen") else metres
