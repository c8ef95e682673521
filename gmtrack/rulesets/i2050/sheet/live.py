"""One combatant in the fight: the live state and the sheet, with what follows from both."""

from functools import cached_property
from typing import Any, NamedTuple

from gmtrack.core.draft import Draft
from gmtrack.core.report import Part, total
from gmtrack.rulesets.i2050.rulings.house import House
from gmtrack.rulesets.i2050.sheet.body import Body
from gmtrack.rulesets.i2050.sheet.intent import ATTACKS, Plan
from gmtrack.rulesets.i2050.sheet.records import WeaponStatus
from gmtrack.rulesets.i2050.sheet.sheet import FIST, UNARMED, Weapon, kebab, read_weapon
from gmtrack.rulesets.i2050.tables.locations import LEGS, Location
from gmtrack.rulesets.i2050.tables.weapons import ADJUSTMENTS
from gmtrack.rulesets.kit.place import point


class Announced(NamedTuple):
    """An intent that a command has worked out and not declared yet; `late`: in Resolution."""

    plan: Plan
    late: bool


class Fighter(Body):
    """One combatant in the fight."""

    def __init__(self, draft: Draft, who: str, house: House) -> None:
        super().__init__(draft, who, house)
        self.announced: Announced | None = None
        self._last_read: tuple[Any, Plan] | None = None
        """What was declared when that was read last, as it was kept and as it is meant."""

    # --- weapons ---

    @cached_property
    def weapons(self) -> dict[str, Weapon]:
        """All weapons by id in the sheet's order; `unarmed` is always there."""
        return self.draft.once(f"weapons/{self.id}", self._read_weapons)

    def _read_weapons(self) -> dict[str, Weapon]:
        written: dict[str, Any] = {UNARMED: FIST, **self.sheet.weapons}
        read = {name: read_weapon(name, data) for name, data in written.items()}
        return {name: weapon for name, weapon in read.items() if name != UNARMED} | {
            UNARMED: read[UNARMED]
        }

    def weapon(self, name: str) -> Weapon:
        return self.weapons[name]

    def status_of(self, name: str) -> WeaponStatus:
        """What play has done to it, else `stowed` or `ready` as the sheet says."""
        kept: Any = self._kept(name).get("status")
        return kept or ("stowed" if self.weapon(name).stowed else "ready")

    def set_status(self, name: str, status: WeaponStatus) -> None:
        before = self.status_of(name)
        if before == status:
            return
        held = {arm: self.held_in(arm) for arm in self.weapon(name).arms}
        self.draft.put((*self.base, "weapons", self._key(name), "status"), status, read_as=before)
        if status != "ready":
            self._hold_as_before(held)

    def _hold_as_before(self, held: dict[Location, str | None]) -> None:
        """What is out of order is still in the hand, and no other comes into it."""
        if any(self.held_in(arm) not in (None, one) for arm, one in held.items()):
            with self.draft.by("IN-R54"):
                self.held = {**self.held, **held}

    def failed_of(self, name: str) -> list[str]:
        """Accessories out of order (IN-FUM-08)."""
        return [kebab(one) for one in self._kept(name).get("failed") or ()]

    def set_failed(self, name: str, failed: list[str]) -> None:
        before = self.failed_of(name)
        if before != failed:
            self.draft.put(
                (*self.base, "weapons", self._key(name), "failed"), failed, read_as=before
            )

    def intact_accessories(self, name: str) -> list[str]:
        """In the sheet's order."""
        failed = self.failed_of(name)
        return [one for one in self.weapon(name).accessories if one not in failed]

    def _kept(self, name: str) -> dict[str, Any]:
        """What play has noted of one weapon; nothing is looked at of the others."""
        return dict(self.draft.get((*self.base, "weapons", self._key(name))) or {})

    def _key(self, name: str) -> str:
        """A weapon as the file spells it."""
        return self._spelled.get(name, name)

    @cached_property
    def _spelled(self) -> dict[str, str]:
        """Where the file has another spelling than ours; play writes the one that is there."""
        return {kebab(key): key for key in self.weapon_states or {}}

    def arm_works(self, name: str) -> bool:
        """No limb that the weapon needs is useless."""
        return not any(self.useless(arm) for arm in self.weapon(name).arms)

    def usable(self, name: str) -> bool:
        """Ready, and its arm works."""
        return self.status_of(name) == "ready" and self.arm_works(name)

    def first_usable(self, *, melee: bool = False) -> str:
        """The first that can be used, else `unarmed`."""
        for name, weapon in self.weapons.items():
            if self.usable(name) and not (melee and weapon.is_missile):
                return name
        return UNARMED

    @property
    def in_use(self) -> str:
        """The declared weapon, else the first usable."""
        return self.used_in(self.plan)

    def used_in(self, plan: Plan | None) -> str:
        """The weapon of an intent, else the first usable."""
        return plan.weapon if plan and plan.weapon in self.weapons else self.first_usable()

    def held_in(self, arm: Location) -> str | None:
        """IN-R54: what an arm holds; at first the first ready weapon on the sheet."""
        if arm in self.held:
            return kebab(self.held[arm] or "") or None
        for name, weapon in self.weapons.items():
            if arm in weapon.arms and not weapon.is_unarmed and self.status_of(name) == "ready":
                return name
        return None

    def hold(self, name: str) -> None:
        """Declared, used, drawn or picked up."""
        arms = self.weapon(name).arms
        if any(self.held_in(arm) != name for arm in arms):
            with self.draft.by("IN-R54"):
                self.held = {**self.held, **dict.fromkeys(arms, name)}

    def let_go(self, name: str) -> None:
        """No arm holds it any more."""
        arms = [arm for arm in self.weapon(name).arms if self.held_in(arm) == name]
        if arms:
            self.held = {**self.held, **dict.fromkeys(arms)}

    # --- the round ---

    @property
    def plan(self) -> Plan | None:
        """What is declared for the round, or is about to be."""
        return self.announced.plan if self.announced else self.declared

    @property
    def comes_late(self) -> bool:
        """Declared in Resolution."""
        return self.announced.late if self.announced else self.late

    @property
    def declared(self) -> Plan | None:
        """What was declared before the command."""
        data: Any = self.intent
        if not data:
            return None
        last = self._last_read
        if last is not None and last[0] == data:
            return last[1]
        weapon, split = data.get("weapon"), data.get("split")
        if not weapon and data["action"] in ATTACKS:  # a hand that does not say it means the usual
            return self._plan_of(data, self.first_usable(melee=split is not None))
        plan = self._plan_of(data, weapon and kebab(weapon))
        self._last_read = (dict(data), plan)
        return plan

    def _plan_of(self, data: Any, weapon: str | None) -> Plan:
        split = data.get("split")
        targets = tuple(data.get("targets") or ())
        shares = None if split is None else tuple(split)
        return Plan(**{**data, "weapon": weapon, "targets": targets, "split": shares})

    def set_plan(self, plan: Plan | None) -> None:
        data: Any = plan.to_data() if plan else None
        self.intent = data
        self.announced = None

    def speed(self, weapon: Weapon, *, burst: bool = False) -> int:
        """IN-SPD-02, IN-SPD-03: before aim and changes of target."""
        return self.quickness(weapon, burst=burst) + ADJUSTMENTS[weapon.kind]

    def quickness(self, weapon: Weapon, *, burst: bool = False) -> int:
        """IN-SPD-02, IN-SPD-07, IN-R10: half of dex and skill."""
        skill = self.sheet.skill(weapon.skill)
        if self.house.speed_skill == "effective":
            skill = self.house.half(skill) if self.grievous else skill
            skill = self.house.half(skill) if burst else skill
        base = self.house.half(self.sheet.dex + skill)
        if self.house.grievous_scope == "everything" and self.grievous:
            base = self.house.half(base)
        return base

    @property
    def position(self) -> tuple[float, ...] | None:
        """Where they are, in metres; None: nobody knows."""
        return point(self.where)

    @property
    def allowance(self) -> int:
        """Metres of this round."""
        return total(self.metres)

    @property
    def metres(self) -> tuple[Part, ...]:
        """The metres of the sheet, and what takes from them."""
        move = self.sheet.move
        parts = [Part("move", move, "IN-MOVE-02")]
        if self.plan is not None and self.plan.action == "weave":
            parts.append(Part("weaving", self.house.half(move) - move, "IN-MOVE-04, IN-R09"))
        if any(self.put_out(leg) for leg in LEGS):
            most = self.house.leg_crawl - total(tuple(parts))
            parts.append(Part("useless leg", min(0, most), "IN-LIMB-06, IN-R39"))
        if self.put_out("abdomen"):
            most = 1 - total(tuple(parts))
            parts.append(Part("useless abdomen", min(0, most), "IN-MOVE-05, IN-LIMB-02"))
        return tuple(part for index, part in enumerate(parts) if part.value or not index)
