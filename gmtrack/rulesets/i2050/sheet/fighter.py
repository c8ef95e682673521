"""A combatant in the fight: sheet and live state, with what follows from both: hit points,
which limbs work, armor (IN-WND, IN-LIMB, IN-R19 to IN-R25), weapons, the plan."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any, NamedTuple

from gmtrack.core.draft import Path
from gmtrack.core.record import live, live_by, reads
from gmtrack.core.report import Part, total
from gmtrack.dice.port import judged
from gmtrack.rulesets.i2050.rulings import House
from gmtrack.rulesets.i2050.sheet.sheet import (
    FIST,
    UNARMED,
    Sheet,
    Weapon,
    kebab,
)
from gmtrack.rulesets.i2050.sheet.state import (
    ATTACKS,
    Defect,
    LiveState,
    RoundPlan,
    WeaponStatus,
)
from gmtrack.rulesets.i2050.tables import (
    ADJUSTMENTS,
    ARMS,
    BANDS,
    FELLING,
    FRACTIONS,
    LEGS,
    LOCATIONS,
    QUARTERS,
    Band,
    Location,
    with_spaces,
)
from gmtrack.rulesets.kit.house import ceil_div
from gmtrack.rulesets.kit.own.in_force import (
    add_shares,
    from_sheet,
    has_effect_on_gear,
    split_part,
)
from gmtrack.rulesets.kit.seated import (
    Combatant,
    move_with_maximum,
    parse_position,
)
from gmtrack.rulesets.kit.words import explain_passed_over

PLACES = tuple(f"at_{place}" for place in LOCATIONS)
"""The live fields that hold the points of locations."""
POINTS = ("hp", *PLACES)
"""The live fields that hold hit points."""


class Body(LiveState, Combatant[Sheet, House]):
    """A combatant as far as it is flesh and armor: hit points, limbs, armor."""

    READ = staticmethod(Sheet.from_data)
    FOLLOWING = ("location_hp",)

    # --- the sheet's own numbers ---

    @live
    @reads()
    def total(self) -> int:
        """The most hit points: of the sheet, else derived, with own effects (IN-R22)."""
        told = self.sheet.hp
        return (
            add_shares(self, "hp", self.usual_total) if told is None else told
        )

    @property
    def usual_total(self) -> int:
        """The total hit points derived from con and siz, without own effects. Depends on the
        house rule `hp_formula`."""
        whole = self.sheet.con + self.sheet.siz
        return (
            ceil_div(whole, 2) if self.house.hp_formula == "average" else whole
        )

    def rating(self, place: Location) -> int:
        """Return the most points that a location can have: of the sheet, else its share of the
        total (IN-R23)."""
        told = self.sheet.location_hp.get(place)
        over, under = FRACTIONS[place]
        if told is not None:
            return int(told)
        return add_shares(
            self, f"location_hp.{place}", ceil_div(over * self.total, under)
        )

    @property
    def unconscious_value(self) -> int:
        """The hit points below which somebody passes out; a quarter of the total unless the
        sheet says it (IN-R20)."""
        told = self.sheet.unconscious
        return (
            add_shares(self, "unconscious", ceil_div(self.total, 4))
            if told is None
            else told
        )

    @property
    def knockdown_value(self) -> int:
        """The points of a blow from which on somebody may fall; siz unless the sheet says it
        (IN-R21)."""
        told = self.sheet.knockdown
        return (
            add_shares(self, "knockdown", self.sheet.siz)
            if told is None
            else told
        )

    # --- hit points ---

    def points_at(self, place: Location) -> int:
        """Return the points that a location has left; may be below 0."""
        points: int = getattr(self, f"at_{place}")
        return points

    def set_points_at(self, place: Location, points: int) -> None:
        """Set the points that a location has left."""
        setattr(self, f"at_{place}", points)

    def maxima(self) -> dict[str, int]:
        """Return the maximum of each field that holds hit points: `hp` and `at_PLACE` for each
        location (IN-R22, IN-R23)."""
        return {
            "hp": self.total,
            **{f"at_{place}": self.rating(place) for place in LOCATIONS},
        }

    @contextmanager
    def keeping_what_is_gone(
        self, named: Collection[str] = ()
    ) -> Iterator[list[str]]:
        """Keep the hit points that are gone while the maxima change within this context: what is
        left moves with each maximum.

        Yields a list that holds the changed fields afterwards. A maximum that shrinks takes the
        total not below 1 and a location not below 0. Fields whose path is in `named` were set by
        hand and stay so (IN-R65)."""
        before = self.maxima()
        left = {field: getattr(self, field) for field in POINTS}
        moved: list[str] = []
        yield moved
        most = self.maxima()
        with self.draft.by("IN-R65"):
            for field in POINTS:
                if most[field] == before[field] or self.FIELDS[field] in named:
                    continue
                moved.append(field)
                least = 1 if field == "hp" else 0
                now = move_with_maximum(
                    left[field], before[field], most[field], least
                )
                setattr(self, field, now)

    def points(self) -> dict[Path, int]:
        """Return all hit points that are left, by the path in the file."""
        return {self.place(field): getattr(self, field) for field in POINTS}

    @live
    @reads("hp")
    def band(self) -> Band:
        """The wound band of the hit points that are left (IN-WND, IN-R25)."""
        return self.band_at(self.hp)

    def band_at(self, points: int) -> Band:
        """Return the wound band for so many points left. Depends on the house rule
        `band_border`."""
        if points <= 0:
            return "dying"
        lost = 4 * max(0, self.total - points)
        if not lost:
            return "healthy"
        heavier = self.house.band_border == "heavier"
        for quarters, band in enumerate(QUARTERS, 1):
            if lost < quarters * self.total or (
                lost == quarters * self.total and not heavier
            ):
                return band
        return "mortal"

    def is_as_bad_as(self, band: Band) -> bool:
        """Whether somebody is wounded as badly as a band, or worse."""
        least = BANDS.index(band)
        return judged(
            lambda points: BANDS.index(self.band_at(points)) >= least, self.hp
        )

    @property
    def grievous(self) -> bool:
        """Whether somebody is wounded grievously or worse, which halves skills (IN-WND-04)."""
        return self.is_as_bad_as("grievous")

    @live_by
    @reads("disabled", "crippled", *PLACES)
    def is_put_out(self, place: Location) -> bool:
        """Whether a location itself does not work: disabled, or no points left (IN-LIMB-01,
        IN-R43, IN-R24). Depends on the house rule `location_damage`."""
        if place in self.disabled:
            return True
        if self.house.location_damage == "single_blow":
            return place in self.crippled
        return self.points_at(place) <= 0

    @live_by
    @reads("is_put_out")
    def is_useless(self, place: Location) -> bool:
        """Whether a location does not work: put out itself, or a leg while the abdomen is
        (IN-LIMB-02)."""
        return self.is_put_out(place) or (
            place in LEGS and self.is_put_out("abdomen")
        )

    @live
    @reads("hp")
    def knocked_out(self) -> bool:
        """Whether somebody has too few hit points to be awake (IN-DMG-05, IN-R20). Depends on
        the house rule `unconscious_at`."""
        at_value = self.house.unconscious_at == "at_or_below"
        least = self.unconscious_value
        return self.hp < least or (at_value and self.hp == least)

    @property
    def can_be_awake(self) -> bool:
        """Whether neither hit points, head nor chest keep somebody unconscious (IN-LIMB-04,
        IN-LIMB-05, IN-REST-10)."""
        return not (
            self.knocked_out
            or self.is_put_out("head")
            or self.is_put_out("chest")
        )

    @property
    def cannot_stand(self) -> bool:
        """Whether a leg or the abdomen is put out (IN-LIMB-02, IN-LIMB-06)."""
        return any(self.is_put_out(place) for place in FELLING)

    @live
    @reads("out")
    def status(self) -> str:
        """The status in a word: `up`, or how the combatant is out."""
        return self.out or "up"

    @live
    @reads("out")
    def able(self) -> bool:
        """Whether the combatant is not unconscious, dying or dead."""
        return self.out is None

    # --- armor ---

    def armor(self, place: Location, tags: Iterable[str] | None = None) -> int:
        """Return the armor points at a location against a weapon with these tags; None: only
        armor that stops everything (IN-DMG-01, IN-DMG-02, IN-R19). Depends on the house rule
        `armor_layers`."""
        held = tuple(tags or ())
        pieces = []
        for piece in self.sheet.armor:
            stops = any(kebab(tag) in held for tag in piece.against)
            if stops or not piece.against:
                pieces.append(piece.points_at(place))
        best = self.house.armor_layers == "best"
        worn = max(pieces, default=0) if best else sum(pieces)
        worn = add_shares(self, f"armor.{place}", worn)
        return add_shares(self, "armor", worn)

    @property
    def dodge_armor(self) -> int:
        """The points of worn armor that hamper a dodge: highest, sum or average of the
        locations, by house rule (IN-R36)."""
        best = self.house.armor_layers == "best"
        layers = [
            [piece.points_at(place) for piece in self.sheet.armor]
            for place in LOCATIONS
        ]
        points = [max(one, default=0) if best else sum(one) for one in layers]
        for number, place in enumerate(LOCATIONS):
            worn = add_shares(self, f"armor.{place}", points[number])
            points[number] = add_shares(self, "armor", worn)
        rule = self.house.dodge_armor
        if rule == "highest":
            return max(points)
        return sum(points) if rule == "sum" else sum(points) // len(points)


ANNOUNCED = "announced"
"""The key in `draft.pending` of the plans that a command has announced."""


class Announced(NamedTuple):
    """A plan that a command has worked out and not declared yet. `late`: it is declared in
    Resolution."""

    plan: RoundPlan
    late: bool


class Fighter(Body):
    """A combatant with weapons, a plan and a speed."""

    @live
    @from_sheet
    def weapons(self) -> dict[str, Weapon]:
        """Return all weapons by id in the sheet's order; `unarmed` is always there, at the end."""
        written: dict[str, Any] = dict(self.sheet.weapons)
        written[UNARMED] = written.pop(UNARMED, FIST)
        return {
            name: Weapon.from_data(data, id=name)
            for name, data in written.items()
        }

    def gear_effects(self) -> Iterator[tuple[str, str]]:
        """Yield the name and the effect of each weapon in hand (or without an arm) and each
        piece of armor that has one."""
        if not has_effect_on_gear(self):
            return
        held = {self.held_in(arm) for arm in ARMS}
        for name, weapon in self.weapons.items():
            if weapon.effect and (name in held or not weapon.arms):
                yield name, weapon.effect
        for piece in self.written_sheet.armor:
            if effect := piece.effect:
                yield piece.name, effect

    def weapon(self, name: str) -> Weapon:
        """Return a weapon by its id; KeyError if there is none."""
        return self.weapons[name]

    @live_by
    @reads("weapon_states")
    def status_of(self, name: str) -> WeaponStatus:
        """Return the status of a weapon: from play, else `stowed` or `ready` by the sheet."""
        kept: Any = self._weapon_notes(name).get("status")
        return kept or ("stowed" if self.weapon(name).stowed else "ready")

    def set_status(self, name: str, status: WeaponStatus) -> None:
        """Set the status of a weapon; does nothing if it has that status. A weapon that gets out
        of order stays in the hand (IN-R54)."""
        before = self.status_of(name)
        if before == status:
            return
        held = {arm: self.held_in(arm) for arm in self.weapon(name).arms}
        path = (*self.base, "weapons", self._key(name), "status")
        with self._gear_changes():
            self.draft.put(path, status, read_as=before)
        changed = any(
            self.held_in(arm) not in (None, one) for arm, one in held.items()
        )
        if status != "ready" and changed:
            # What is out of order is still in the hand, and no other comes into it.
            with self.draft.by("IN-R54"):
                self.held = {**self.held, **held}

    def defect_of(self, name: str) -> Defect | None:
        """Return what is wrong with a weapon that lies on the ground; None: nothing (IN-R54)."""
        defect: Any = self._weapon_notes(name).get("defect")
        return defect if self.status_of(name) == "dropped" else None

    def set_defect(self, name: str, defect: Defect | None) -> None:
        """Set or, by None, remove what is wrong with a weapon on the ground. Records no change
        if it is so already."""
        before = self._weapon_notes(name).get("defect")
        if before != defect:
            path = (*self.base, "weapons", self._key(name), "defect")
            self.draft.put(path, defect, read_as=before)

    def failed_of(self, name: str) -> list[str]:
        """Return the accessories of a weapon that are out of order (IN-FUM-08)."""
        return [
            kebab(one) for one in self._weapon_notes(name).get("failed") or ()
        ]

    def set_failed(self, name: str, failed: list[str]) -> None:
        """Set the accessories of a weapon that are out of order."""
        before = self.failed_of(name)
        if before != failed:
            self.draft.put(
                (*self.base, "weapons", self._key(name), "failed"),
                failed,
                read_as=before,
            )

    def intact_accessories(self, name: str) -> list[str]:
        """Return the accessories of a weapon that work, in the sheet's order."""
        failed = self.failed_of(name)
        return [
            one for one in self.weapon(name).accessories if one not in failed
        ]

    def _weapon_notes(self, name: str) -> dict[str, Any]:
        """Return the live state of one weapon as data; empty if play has not changed it. Only
        this weapon is looked at."""
        return dict(
            self.draft.get((*self.base, "weapons", self._key(name))) or {}
        )

    def _key(self, name: str) -> str:
        """Return the id of a weapon as the file spells it."""
        return self._spelled.get(name, name)

    @live
    @reads("weapon_states")
    def _spelled(self) -> dict[str, str]:
        """The file's spelling of weapon ids, by ours; play writes to the spelling that is there."""
        return {kebab(key): key for key in self.weapon_states or {}}

    @live_by
    @reads("is_useless")
    def arm_works(self, name: str) -> bool:
        """Whether no arm that the weapon needs is useless."""
        return not any(self.is_useless(arm) for arm in self.weapon(name).arms)

    @live_by
    @reads("status_of", "arm_works")
    def is_usable(self, name: str) -> bool:
        """Whether a weapon is ready and its arms work."""
        return self.status_of(name) == "ready" and self.arm_works(name)

    def first_usable(self, *, melee: bool = False) -> str:
        """Return the id of the first weapon that can be used, else `unarmed`. `melee`: missile
        weapons do not count."""
        for name, weapon in self.weapons.items():
            if self.is_usable(name) and not (melee and weapon.is_missile):
                return name
        return UNARMED

    @property
    def in_use(self) -> str:
        """The id of the declared weapon, else of the first usable one."""
        return self.used_in(self.plan)

    def used_in(self, plan: RoundPlan | None) -> str:
        """Return the id of the weapon of a plan, if the fighter has it, else of the first usable
        one."""
        return (
            plan.weapon
            if plan and plan.weapon in self.weapons
            else self.first_usable()
        )

    @live_by
    @reads("held", "status_of")
    def held_in(self, arm: Location) -> str | None:
        """Return the id of the weapon that an arm holds, None: nothing. Until play changes it,
        the first ready weapon on the sheet that needs the arm (IN-R54)."""
        if arm in self.held:
            return kebab(self.held[arm] or "") or None
        for name, weapon in self.weapons.items():
            if (
                arm in weapon.arms
                and not weapon.is_unarmed
                and self.status_of(name) == "ready"
            ):
                return name
        return None

    def hold(self, name: str) -> None:
        """Take a weapon into the arms that it needs, in place of what they held (IN-R54)."""
        arms = self.weapon(name).arms
        if any(self.held_in(arm) != name for arm in arms):
            with self._gear_changes(), self.draft.by("IN-R54"):
                self.held = {**self.held, **dict.fromkeys(arms, name)}

    def let_go(self, name: str) -> None:
        """Take a weapon out of the arms that hold it. Does nothing if none does."""
        arms = [
            arm for arm in self.weapon(name).arms if self.held_in(arm) == name
        ]
        if arms:
            with self._gear_changes():
                self.held = {**self.held, **dict.fromkeys(arms)}

    def _gear_changes(self) -> AbstractContextManager[object]:
        """Keep the hit points that are gone while a change of what is in hand brings or ends a
        gear effect that may change maxima (IN-R65). Does nothing if no weapon has an effect."""
        carries = self.draft.encounter.effects and any(
            one.effect for one in self.weapons.values()
        )
        return self.keeping_what_is_gone() if carries else nullcontext()

    # --- the round ---

    @property
    def announced(self) -> Announced | None:
        """The plan that this command has worked out and not declared yet, or None."""
        found: dict[str, Announced] = self.draft.pending.get(ANNOUNCED, {})
        return found.get(self.id)

    @property
    def plan(self) -> RoundPlan | None:
        """The plan that is declared for the round, or about to be; None: nothing."""
        announced = self.announced
        return announced.plan if announced else self.declared

    @property
    def comes_late(self) -> bool:
        """Whether the plan was declared in Resolution."""
        announced = self.announced
        return announced.late if announced else self.late

    @live
    @reads("intent", "is_usable")
    def declared(self) -> RoundPlan | None:
        """The plan that was declared before this command; None: nothing. An attack whose data
        has no weapon means the first usable one."""
        data: Any = self.intent
        if not data:
            return None
        if data.get("weapon") or data["action"] not in ATTACKS:
            return self._plan_as_written
        # A hand that does not say it means the usual weapon.
        has_split = data.get("split") is not None
        return self._plan_of(data, self.first_usable(melee=has_split))

    @live
    @reads("intent")
    def _plan_as_written(self) -> RoundPlan | None:
        """The declared plan with the weapon that its data names, or none; None: no plan."""
        data: Any = self.intent
        if not data:
            return None
        weapon = data.get("weapon")
        return self._plan_of(data, weapon and kebab(weapon))

    def _plan_of(self, data: Any, weapon: str | None) -> RoundPlan:
        """Make a plan of its data, with this weapon."""
        split = data.get("split")
        targets = tuple(data.get("targets") or ())
        shares = None if split is None else tuple(split)
        return RoundPlan(
            **{**data, "weapon": weapon, "targets": targets, "split": shares}
        )

    def set_plan(self, plan: RoundPlan | None) -> None:
        """Declare a plan, or none; an announced plan is forgotten."""
        data: Any = plan.to_data() if plan else None
        self.intent = data
        self.draft.pending.get(ANNOUNCED, {}).pop(self.id, None)

    def speed(self, weapon: Weapon, *, burst: bool = False) -> int:
        """Return the speed with a weapon, before aim and changes of target; `burst`: as a burst
        has it, with halved skill (IN-SPD-02, IN-SPD-03)."""
        return self.quickness(weapon, burst=burst) + ADJUSTMENTS[weapon.class_]

    def quickness(self, weapon: Weapon, *, burst: bool = False) -> int:
        """Return half of dex and skill, before the weapon's adjustment; house rules may halve
        the skill of a burst or a grievous wound first (IN-SPD-02, IN-SPD-07, IN-R10)."""
        skill = self.sheet.skill(weapon.skill)
        if self.house.speed_skill == "effective":
            skill = self.house.half(skill) if self.grievous else skill
            skill = self.house.half(skill) if burst else skill
        base = self.house.half(self.sheet.dex + skill)
        if self.house.grievous_scope == "everything" and self.grievous:
            base = self.house.half(base)
        return base

    @live
    @reads("where")
    def position(self) -> tuple[float, ...] | None:
        """The position in metres; None: nobody knows."""
        return parse_position(self.where)

    @property
    def allowance(self) -> int:
        """The metres that can be moved this round."""
        return total(self.metres)

    @property
    def metres(self) -> tuple[Part, ...]:
        """The parts of this round's metres: the sheet's, own effects, then what takes from them.
        Depends on the house rule `leg_crawl`."""
        move = self.sheet.move
        parts = split_part(self, "move", Part("move", move, "IN-MOVE-02"))
        if self.plan is not None and self.plan.action == "weave":
            parts.append(
                Part(
                    "weaving",
                    self.house.half(move) - move,
                    "IN-MOVE-04, IN-R09",
                )
            )
        if any(self.is_put_out(leg) for leg in LEGS):
            most = self.house.leg_crawl - total(tuple(parts))
            parts.append(
                Part("useless leg", min(0, most), "IN-LIMB-06, IN-R39")
            )
        if self.is_put_out("abdomen"):
            most = 1 - total(tuple(parts))
            parts.append(
                Part("useless abdomen", min(0, most), "IN-MOVE-05, IN-LIMB-02")
            )
        if self.prone:
            most = self.house.leg_crawl - total(tuple(parts))
            parts.append(Part("on the ground", min(0, most), "IN-R39"))
        return tuple(
            part for index, part in enumerate(parts) if part.value or not index
        )


NEEDED_STATUS: Mapping[str, WeaponStatus] = {
    "unjam": "jammed",
    "pickup": "dropped",
    "draw": "stowed",
    "repair": "broken",
}
"""The status that a weapon must have for each action that readies one."""


def why_unusable(who: Fighter, name: str) -> str:
    """Say why a weapon cannot be used, and the command that readies it; to follow `the knife of
    Kaz`."""
    status = who.status_of(name)
    arms = " and ".join(
        with_spaces(arm) for arm in who.weapon(name).arms if who.is_useless(arm)
    )
    if arms:
        spoilt = "" if status == "ready" else f"is {status} and "
        return f"{spoilt}cannot be used: its arm is useless ({arms})"
    return f"is {status} ({readying_line(who, name, status)})"


def readying_line(who: Fighter, name: str, status: WeaponStatus) -> str:
    """Return the command, in backticks, that readies a weapon of this status; `--weapon` is
    added if another weapon would come first."""
    action = next(
        word for word, needs in NEEDED_STATUS.items() if needs == status
    )
    first = next(
        other for other in who.weapons if who.status_of(other) == status
    )
    line = f"act {who.id} {action}" + (
        "" if first == name else f" --weapon {name}"
    )
    return f"`{line}` after the fight" if status == "broken" else f"`{line}`"


def better_but_unusable(
    who: Fighter, would_do: Callable[[Weapon], bool]
) -> str:
    """Return the beginning of a refusal of a default weapon: the better one that `would_do` if
    it could be used. Empty if there is none."""
    return explain_passed_over(
        who.weapons,
        would_do,
        lambda name: "" if who.is_usable(name) else why_unusable(who, name),
    )
