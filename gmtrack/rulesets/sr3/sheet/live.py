"""The fighter: one combatant's live state and sheet, with everything derived from both."""

from functools import cached_property
from typing import Any, Literal

from gmtrack.core.names import squash
from gmtrack.core.report import Part, total
from gmtrack.core.standing import Standing
from gmtrack.rulesets.kit.place import point
from gmtrack.rulesets.kit.rounding import ceil_div
from gmtrack.rulesets.kit.seated import Seated
from gmtrack.rulesets.sr3.rulings.house import House
from gmtrack.rulesets.sr3.sheet.monitor import Fate, Monitor
from gmtrack.rulesets.sr3.sheet.records import Aim, LiveState, Work, by_id
from gmtrack.rulesets.sr3.sheet.sheet import (
    FISTS,
    UNARMED,
    ArmorPiece,
    Sheet,
    Weapon,
    read_sheet,
    read_weapon,
)
from gmtrack.rulesets.sr3.tables.kinds import ATTRIBUTES, AmmoType

Rating = Literal["ballistic", "impact"]
HARNESS = 1
"""SR-073: what a worn gyro harness adds to both ratings."""
PLACES = 3
"""Decimal places of the metres of a position."""
FARTHEST = 1_000_000_000.0


class Fighter(LiveState, Seated[Sheet, House]):
    """One combatant in the fight."""

    READ = staticmethod(read_sheet)

    # --- the sheet's own numbers ---

    def trait(self, name: str) -> int:
        """An attribute or a skill by name."""
        sheet = self.sheet
        return sheet.attribute(name) if name in ATTRIBUTES else sheet.skill(name)

    @property
    def reaction(self) -> int:
        """The sheet's, else what it follows from."""
        told = self.sheet.reaction
        return total(self.reaction_parts) if told is None else told

    @property
    def reaction_parts(self) -> tuple[Part, ...]:
        """SR-R05: half of quickness and intelligence."""
        return self._halved("quickness", "intelligence")

    @property
    def combat_pool(self) -> int:
        """The whole pool: the sheet's, else what it follows from."""
        told = self.sheet.combat_pool
        return total(self.pool_parts) if told is None else told

    @property
    def pool_parts(self) -> tuple[Part, ...]:
        """SR-R06: half of quickness, intelligence and willpower."""
        return self._halved("quickness", "intelligence", "willpower")

    def _halved(self, *names: str) -> tuple[Part, ...]:
        """Half of some attributes together, rounded down."""
        parts = tuple(Part(name, self.sheet.attribute(name)) for name in names)
        return (*parts, Part("halved", -ceil_div(total(parts), 2)))

    # --- the condition monitor ---

    @property
    def monitor(self) -> Monitor:
        return Monitor(self.physical, self.stun, self.overflow, self.subdual_boxes)

    @property
    def fate(self) -> Fate:
        """What the monitors alone make of them."""
        return self.monitor.fate(self.sheet.body, mortal=self.house.overflow_death)

    @property
    def wound_modifier(self) -> int:
        """0 to 6."""
        return self.monitor.wound_modifier(stack=self.house.wounds_stack)

    @property
    def status(self) -> str:
        """How they are: the worst that holds."""
        if self.dead:
            return "dead"
        if self.dying:
            return "dying"
        if not self.conscious:
            return "unconscious"
        return "subdued" if self.subdued else "up"

    @property
    def standing(self) -> Standing:
        status = self.status
        return self.away_or(Standing(status, status != "up", status == "dead"))

    @property
    def able(self) -> bool:
        return self.status == "up"

    @property
    def awake(self) -> bool:
        """Up or subdued: has a place in the order."""
        return self.status in ("up", "subdued")

    # --- armor ---

    def armor(self, rating: Rating) -> int:
        """The total of all pieces."""
        return total(self.armor_parts(rating))

    def armor_parts(self, rating: Rating) -> tuple[Part, ...]:
        """SR-R39: what each piece counts."""
        sheet = self.sheet
        if sheet.vehicle:
            return (self._vehicle_armor(),)
        rated = [Part(piece.name, rating_of(piece, rating)) for piece in sheet.armor]
        pairs = list(zip(sheet.armor, rated, strict=True))
        worn = self._layered([part for piece, part in pairs if not piece.adds])
        added = [part for piece, part in pairs if piece.adds]
        return (*worn, *added, self._harness())

    def _vehicle_armor(self) -> Part:
        """SR-R08"""
        return Part("vehicle armor", self.sheet.vehicle_armor)

    def _harness(self) -> Part:
        """SR-073"""
        return Part("gyro harness", HARNESS * self.gyro_worn)

    def _layered(self, parts: list[Part]) -> list[Part]:
        rule = self.house.armor_layers
        if rule == "sum":
            return parts
        best, *rest = sorted(parts, key=lambda part: -part.value) or [Part("", 0)]
        if rule == "best" or not rest:
            return [best]
        second = rest[0]
        return [best, Part(f"half of {second.label}", self.house.half(second.value))]

    # --- weapons ---

    @cached_property
    def weapons(self) -> dict[str, Weapon]:
        """All weapons by id; `unarmed` is always there."""
        written: dict[str, Any] = {UNARMED: FISTS, **self.sheet.weapons}
        return {name: read_weapon(data) for name, data in written.items()}

    def weapon(self, name: str) -> Weapon:
        return self.weapons[name]

    def first_wielded(self) -> str:
        """The sheet's `wielded`: the first weapon, if nothing is said."""
        told = self.sheet.wielded
        return squash(told) if told else next(iter(self.sheet.weapons), UNARMED)

    def first_second(self) -> str | None:
        told = self.sheet.second
        return squash(told) if told else None

    @property
    def in_hand(self) -> str:
        """The id of the weapon in hand, however it was written."""
        return squash(self.wielded)

    @property
    def in_other_hand(self) -> str | None:
        """The id of the second weapon."""
        return squash(self.second) if self.second else None

    @property
    def hands(self) -> tuple[str, ...]:
        """SR-R42: what can be fought with at once."""
        told = (self.in_hand, self.in_other_hand or UNARMED, UNARMED)
        return tuple(dict.fromkeys(told))

    def power_of(self, weapon: Weapon) -> int:
        """A fixed power, else strength and what the weapon adds."""
        if weapon.power is not None:
            return weapon.power
        return self.sheet.strength + weapon.power_bonus

    def reach_of(self, weapon: Weapon) -> int:
        """SR-020, SR-R07"""
        both = (weapon.reach, self.sheet.natural_reach)
        return sum(both) if self.house.natural_reach_stacks else max(both)

    def ammo_of(self, name: str) -> int:
        """Rounds in a weapon; what has no `capacity` is not tracked."""
        return int(by_id(self.ammo).get(name, self.weapon(name).ammo))

    def loaded_of(self, name: str) -> AmmoType:
        return by_id(self.loaded).get(name, self.weapon(name).ammo_type)

    def clip_in_of(self, name: str) -> bool:
        return bool(by_id(self.clip_in).get(name, True))

    def loose_of(self, name: str) -> int | None:
        """Rounds in what is being filled for a weapon; None: nothing is."""
        return by_id(self.loose).get(name)

    def deployed_of(self, name: str) -> bool:
        return bool(by_id(self.deployed).get(name, False))

    def mounted_of(self, name: str) -> bool:
        return bool(by_id(self.mounted).get(name, self.weapon(name).gyro_mounted))

    def shots_of(self, name: str) -> int:
        """Shots of this phase."""
        return int(by_id(self.shots).get(name, 0))

    def rounds_of(self, name: str) -> int:
        """Rounds that a weapon has fired in this phase (SR-R21 `own`)."""
        return int(by_id(self.rounds_by_weapon).get(name, 0))

    def set_rounds_of(self, name: str, rounds: int) -> None:
        self._put("rounds_by_weapon", name, rounds, self.rounds_of(name))

    def set_ammo(self, name: str, rounds: int) -> None:
        self._put("ammo", name, rounds, self.ammo_of(name))

    def set_loaded(self, name: str, kind: AmmoType) -> None:
        self._put("loaded", name, kind, self.loaded_of(name))

    def set_clip_in(self, name: str, there: bool) -> None:
        self._put("clip_in", name, there, self.clip_in_of(name))

    def set_loose(self, name: str, rounds: int | None) -> None:
        self._put("loose", name, rounds, self.loose_of(name))

    def set_deployed(self, name: str, out: bool) -> None:
        self._put("deployed", name, out, self.deployed_of(name))

    def set_mounted(self, name: str, on: bool) -> None:
        self._put("mounted", name, on, self.mounted_of(name))

    def set_shots(self, name: str, shots: int) -> None:
        self._put("shots", name, shots, self.shots_of(name))

    def _put(self, field: str, name: str, now: object, before: object) -> None:
        if now != before:
            self.draft.put((*self.base, field, name), now, read_as=before)

    # --- where they are, what they are doing ---

    @property
    def position(self) -> tuple[float, ...] | None:
        """Where they are, in metres; None: nobody knows."""
        return point(self.where)

    def stand_at(self, place: list[float]) -> None:
        """To the millimetre, and no farther away than numbers of a file go."""
        within = [max(-FARTHEST, min(FARTHEST, number)) for number in place]
        # Nothing is -0.0 metres away.
        self.draft.put(self.place("where"), [round(number, PLACES) + 0.0 for number in within])

    def live_aim(self) -> Aim | None:
        data: Any = self.aim
        return Aim(**data | {"weapon": squash(data["weapon"])}) if data else None

    def live_work(self) -> Work | None:
        data: Any = self.work
        return Work(**data | {"weapon": squash(data["weapon"])}) if data else None

    def set_aim(self, aim: Aim | None) -> None:
        data: Any = aim.to_data() if aim else None
        self.aim = data

    def set_work(self, work: Work | None) -> None:
        data: Any = work.to_data() if work else None
        self.work = data


def rating_of(piece: ArmorPiece, rating: Rating) -> int:
    return int(getattr(piece, rating))
