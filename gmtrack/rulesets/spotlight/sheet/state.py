"""The live state of a combatant, and what follows from it and the sheet."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal

from gmtrack.core.encounter import FRIENDS, Data
from gmtrack.core.record import (
    Bounds,
    Form,
    derived,
    live,
    live_by,
    reads,
    stored,
)
from gmtrack.core.report import Part, total
from gmtrack.core.values import frozen
from gmtrack.rulesets.kit.house import ROUNDING
from gmtrack.rulesets.kit.own.in_force import (
    find_shares,
    from_sheet,
    has_effect_on_gear,
    split_part,
)
from gmtrack.rulesets.kit.seated import Combatant, CombatantState, FightNotes
from gmtrack.rulesets.spotlight.rulings import House
from gmtrack.rulesets.spotlight.sheet.boxes import (
    Body,
    Boxes,
    Parts,
    cap_parts,
    location_state,
    mark_parts,
    raise_parts,
    sheet_box_parts,
)
from gmtrack.rulesets.spotlight.sheet.sheet import (
    UNARMED,
    HeldBy,
    Piece,
    Sheet,
    Skill,
    Weapon,
    make_bare_hands,
    read_pieces,
)
from gmtrack.rulesets.spotlight.tables import (
    ARMS,
    LEGS,
    LOCATIONS,
    PRINTED_HEAD,
    VITAL,
    Arm,
    Limb,
    Location,
)

AP = 4
"""The AP that everybody has in a round (SP-AP-01)."""

Count = Annotated[int, Bounds(0, 1_000_000)]
Phase = Literal["not-started", "acting", "round-over"]
Stage = Literal["pc", "npc", "open"]
Fate = Literal["ok", "dying", "dead"]


@frozen
class LocationState:
    """Marks in one location. `boxes` may stand there, but follows from the sheet."""

    lethal: Count = 0
    bruise: Count = 0
    boxes: Count | None = None


@frozen
class Suppression:
    """Suppression of a combatant: by whom (None: the GM), how many successes shake it off,
    whether that has been done, and whether a try has failed in the present spotlight
    (SP-SPEC-06, SP-SPEC-07)."""

    target_number: Annotated[int, Bounds(1, 99)]
    by: str | None = None
    broken: bool = False
    failed: bool = False


class Save:
    """Record of a dramatic save: whom it is for, who makes it, and the AP that are left for it
    (SP-DEATH-13)."""

    for_: str
    by: str
    ap: Annotated[int, Bounds(0, AP)]


class FightState(FightNotes):
    """Live state of the encounter: the round and the spotlight."""

    INTERNAL = FightNotes.INTERNAL | {
        "stage",
        "had_spotlight",
        "choosing",
        "npcs_early",
    }

    round: Count = stored(0, until="fight")
    phase: Phase = stored("not-started", until="fight")
    stage: Stage | None = stored(None, until="fight")
    spotlight: list[str] = derived(lambda _: [], until="round")
    had_spotlight: list[str] = derived(lambda _: [], until="round")
    death_spotlight: list[str] = derived(lambda _: [], until="fight")
    save: Annotated[Data, Form(Save)] | None = stored(None, until="fight")
    choosing: list[str] = derived(lambda _: [], until="round")
    """The tied combatants, one of whom may take the first spotlight (SP-R05 `players_choose`)."""
    npcs_early: bool = stored(False, until="round")
    """Whether the GM has given the NPCs their turn before all PCs had theirs."""


STANDS_STILL = dict.fromkeys(("out", "stopped", "hides", "leaves"), "SP-R60")
"""Events after which somebody moves no more, by their row."""


class LiveState(CombatantState):
    """The live state of a combatant."""

    INTERNAL = CombatantState.INTERNAL | {
        "forgone",
        "joined_late",
        "tiebreak",
        "last_spend",
        "own_turn",
    }

    ap: Count = stored(0, until="fight")
    forgone: bool = stored(False, until="round")
    late: bool = stored(False, until="round")
    joined_late: bool = stored(False, until="round")
    """Whether the combatant came into a round in progress and may take the spotlight in it once."""
    initiative_successes: Count | None = stored(None, until="round")
    tiebreak: Count | None = stored(None, until="round")
    locations: dict[Location, LocationState] = derived(lambda _: {})
    fortitude_lost: Annotated[int, Bounds(0, 12)] = 0
    unconscious: Location | None = None
    fate: Fate = "ok"
    tried: list[Literal["cheat", "save"]] = derived(
        lambda _: [], until="encounter"
    )
    suppressed: Suppression | None = stored(
        None, until="encounter", ends={"leaves": "SP-R16"}
    )
    moving: bool = stored(False, until="fight", ends=STANDS_STILL)
    moving_rounds: Count | None = stored(None, until="fight", ends=STANDS_STILL)
    last_spend: Literal["move", "action"] | None = stored(
        None, until="round", ends=STANDS_STILL
    )
    own_turn: Literal["to come", "begun", "over"] = stored(
        "to come", until="round"
    )
    """State of the first spotlight of their own in a round; kept only where an own effect begins
    or ends with it."""
    cover: list[Piece] = derived(
        lambda f: [piece.to_data() for piece in f.sheet.cover],
        until="place",
        ends={"moves": "SP-R61", "leaves": "SP-R61"},
        gone=[],
    )
    held: dict[str, HeldBy] = derived(
        lambda f: f.first_held(), until="encounter"
    )

    def suppression(self) -> Suppression | None:
        """Return the suppression, broken or not; None if there is none."""
        data: Any = self.suppressed
        return Suppression(**data) if data else None


# --- what follows from it and the sheet ---


class Fighter(LiveState, Combatant[Sheet, House]):
    """A combatant: sheet and live state, with boxes, limbs, speed, weapons in hand."""

    READ = staticmethod(Sheet.from_data)
    FOLLOWING = ("boxes",)
    DEAD = ("dying", "dead")

    @property
    def is_pc(self) -> bool:
        """Whether the combatant is a player character."""
        return self.side == "pc"

    def friend_of(self, other: "Fighter") -> bool:
        """Whether the other is of the same side, or both are player characters and allies."""
        both = {self.side, other.side}
        return len(both) == 1 or both <= FRIENDS

    # --- being there ---

    @live
    @reads("fate", "unconscious")
    def able(self) -> bool:
        """Whether the combatant is neither unconscious nor dying nor dead."""
        return self.fate == "ok" and self.unconscious is None

    @live
    @reads("fate", "unconscious")
    def status(self) -> str:
        """The status in a word: `up`, `unconscious`, `dying`, `dead`."""
        if self.fate != "ok":
            return self.fate
        return "up" if self.unconscious is None else "unconscious"

    @live
    @reads("fate", "unconscious")
    def counts(self) -> bool:
        """Whether the round waits for this combatant (SP-R46). Depends on the house rule
        `down_counts`."""
        return self.able or (self.house.down_counts and self.fate != "dead")

    @live
    @reads("ap", "forgone")
    def can_spend(self) -> bool:
        """Whether the combatant has AP left and has not given them up."""
        return self.ap > 0 and not self.forgone

    @property
    def gets_death_spotlight(self) -> bool:
        """Whether the combatant is entitled to a death spotlight: as the sheet says, else by
        SP-R36. Depends on the house rule `death_spotlight_for`."""
        if self.sheet.death_spotlight is not None:
            return self.sheet.death_spotlight
        rule = self.house.death_spotlight_for
        important = rule == "pcs_and_important" and self.sheet.important
        return self.is_pc or important or rule == "all"

    @property
    def why_no_cheating(self) -> str:
        """Why they cannot cheat death: the GM rules it out (SP-DEATH-10), they have tried
        (SP-R37), both places are full (SP-R39), or they cannot pay for it (SP-R41). Empty where
        they can. Depends on the house rules `cheat_at_fortitude_1` and `cheat_both`."""
        if self.sheet.certain_death:
            return "the sheet says that death is certain"
        if not self.fortitude:
            return "they have no Fortitude left to pay with"
        if self.fortitude == 1 and self.house.cheat_at_fortitude_1 == "refused":
            return "they have no second point of Fortitude to pay with"
        if len(self.filled()) > 1 and self.house.cheat_both == "forbidden":
            return "head and torso are both all lethal"
        return "they have already tried" if "cheat" in self.tried else ""

    # --- boxes ---

    @live
    def fortitude(self) -> int:
        """Fortitude that is left after cheating death."""
        return total(self.fortitude_parts())

    def fortitude_parts(self) -> Parts:
        """Return the parts of Fortitude: the sheet's, own effects, and what cheating death has
        taken."""
        rules = "SP-DEATH-07"
        lost = Part("lost for good", -self.fortitude_lost, rules)
        return (
            *split_part(
                self, "fortitude", Part("sheet", self.sheet.fortitude, rules)
            ),
            lost,
        )

    def unreduced_boxes(self, location: Location) -> int:
        """Return the boxes of a location before Fortitude is lost."""
        parts = self._sheet_parts(location)
        return total(
            cap_parts(parts, PRINTED_HEAD)
            if self._head_cap(location)
            else parts
        )

    def capacity(self, location: Location) -> int:
        """Return the boxes of a location now."""
        if self.fortitude_lost:
            return total(self.box_parts(location))
        return self._unspent[location]

    @live
    @from_sheet
    def _unspent(self) -> dict[Location, int]:
        """The boxes of each location while no Fortitude is lost."""
        return {
            place: total(self._box_parts(place, fortitude_lost=0))
            for place in LOCATIONS
        }

    def box_parts(self, location: Location) -> Parts:
        """Return the parts of a location's boxes now. Depends on the house rule
        `cheat_at_fortitude_1`."""
        return self._box_parts(location, self.fortitude_lost)

    def _box_parts(self, location: Location, fortitude_lost: int) -> Parts:
        """Return the parts of a location's boxes after so much Fortitude is lost for good."""
        parts = self._sheet_parts(location)
        if fortitude_lost:
            each = 2 if location == "torso" else 1
            lost = Part("lost for good", -each * fortitude_lost, "SP-DEATH-08")
            parts = (*parts, lost)
        if self._head_cap(location):
            parts = cap_parts(parts, PRINTED_HEAD)
        keeps = self.house.cheat_at_fortitude_1 == "allowed"
        return raise_parts(parts, 1 if location in VITAL and keeps else 0)

    def empty_parts(self, location: Location) -> Parts:
        """Return the parts of a location's empty boxes."""
        parts = (*self.box_parts(location), *mark_parts(self.boxes(location)))
        return raise_parts(tuple(part for part in parts if part.value), 0)

    def _sheet_parts(self, location: Location) -> Parts:
        """Return the parts of a location's boxes before Fortitude is lost."""
        own = self.sheet.boxes.get(location)
        if own is not None:
            return tuple(
                split_part(
                    self, f"boxes.{location}", Part("sheet", own, "SP-HP-07")
                )
            )
        found = sheet_box_parts(
            location, self.sheet.strength, self.sheet.fortitude
        )
        return (*found, *find_shares(self, f"boxes.{location}", total(found)))

    def _head_cap(self, location: Location) -> bool:
        """Whether the printed boxes limit this location: the head, by house rule."""
        return location == "head" and self.house.head_box_cap == 6

    @live_by
    def boxes(self, location: Location) -> Boxes:
        """Return the boxes of a location with its marks."""
        marks: Data = self.draft.get((*self.base, "locations", location)) or {}
        return Boxes(
            self.capacity(location),
            marks.get("lethal", 0),
            marks.get("bruise", 0),
        )

    def write_boxes(self, location: Location, after: Boxes) -> None:
        """Write the marks of one location."""
        before = self.boxes(location)
        for kind in ("lethal", "bruise"):
            if getattr(after, kind) != getattr(before, kind):
                path = (*self.base, "locations", location, kind)
                self.draft.put(
                    path, getattr(after, kind), read_as=getattr(before, kind)
                )

    @live_by
    def state(self, location: Location) -> str:
        """Return the state of a location in a word (`boxes.location_state`)."""
        return location_state(location, self.boxes(location))

    def body(self) -> Body:
        """Return the boxes of every location."""
        return {location: self.boxes(location) for location in LOCATIONS}

    def filled(self) -> list[Location]:
        """Return head and torso as far as they are all lethal."""
        return [place for place in VITAL if self.boxes(place).all_lethal]

    # --- limbs and speed ---

    @live_by
    def works(self, limb: Limb) -> bool:
        """Whether a limb has an empty box."""
        return self.state(limb) == "ok"

    def working_arms(self) -> list[Arm]:
        """Return the arms that work."""
        return [arm for arm in ARMS if self.works(arm)]

    def bad_legs(self) -> int:
        """Return how many legs do not work."""
        return sum(not self.works(leg) for leg in LEGS)

    @property
    def helped_speed(self) -> int:
        """The distance that one Move covers with help."""
        return total(self.helped_parts())

    @property
    def own_speed(self) -> int:
        """The distance that one Move covers without help."""
        return total(self.speed_parts())

    def speed_parts(self) -> Parts:
        """Return the parts of Speed without help."""
        speed = self._sheet_speed()
        return (*speed, self._no_leg()) if self.bad_legs() else speed

    def helped_parts(self) -> Parts:
        """Return the parts of Speed with help. Depends on the house rules `half_speed_rounding`
        and `two_bad_legs`."""
        bad = self.bad_legs()
        if not bad:
            return self._sheet_speed()
        if bad == 2 and self.house.two_bad_legs == "immobile":
            return (*self._sheet_speed(), self._no_leg())
        up = self.house.half_speed_rounding
        lost = ROUNDING[up](self.sheet.speed, 2) - self.sheet.speed
        return (
            *self._sheet_speed(),
            Part(f"half, rounded {up}", lost, "SP-INJ-03, SP-R32"),
        )

    def _sheet_speed(self) -> Parts:
        return tuple(
            split_part(
                self, "speed", Part("sheet", self.sheet.speed, "SP-AP-02")
            )
        )

    def _no_leg(self) -> Part:
        """Return the part by which a useless leg takes all Speed."""
        return Part("useless leg", -self.sheet.speed, "SP-INJ-03, SP-INJ-04")

    # --- skills and weapons ---

    def skill(self, name: str) -> Skill:
        """Return a skill; without dice and untrained if the sheet has none."""
        return self.sheet.skills.get(name.replace("-", "_"), _NO_SKILL)

    def skills(self) -> dict[str, Skill]:
        """Return all skills of the sheet by key."""
        return {name: self.skill(name) for name in self.sheet.skills}

    def weapons(self) -> dict[str, Weapon]:
        """Return all weapons by id; `unarmed` is always there."""
        return self._all_weapons

    @live
    @from_sheet
    def _all_weapons(self) -> dict[str, Weapon]:
        if UNARMED in self.sheet.weapons:
            return self.sheet.weapons
        return {
            **self.sheet.weapons,
            UNARMED: make_bare_hands(self.house.unarmed_damage),
        }

    def gear_effects(self) -> Iterator[tuple[str, str]]:
        """Yield the name and the effect of each weapon in hand and each piece of armor that has
        one."""
        if not has_effect_on_gear(self):
            return
        for name, weapon in self.weapons().items():
            if weapon.effect and self.arm_of(name) is not None:
                yield name, weapon.effect
        for piece in self.written_sheet.armor:
            if effect := piece.effect:
                yield piece.name, effect

    def first_held(self) -> dict[str, HeldBy]:
        """Return the weapons in hand at the start, by the arm (SP-R48); those that need no arm
        always are. Depends on the house rule `start_drawn`."""
        drawn = self.sheet.drawn
        if drawn is None:
            drawn = (
                ()
                if self.house.start_drawn == "none"
                else tuple(self.sheet.weapons)
            )
        return {
            name: weapon.arm
            for name, weapon in self.sheet.weapons.items()
            if name in drawn or weapon.arm == "none"
        }

    @live_by
    def arms_work(self, by: HeldBy) -> bool:
        """Whether the arm or arms that hold something can be used (SP-R43). Depends on the house
        rule `weapon_arm`."""
        if by == "none" or self.house.weapon_arm == "ignore":
            return True
        needed: tuple[Arm, ...] = ARMS if by == "both" else (by,)
        return all(self.works(arm) for arm in needed)

    def arm_of(self, weapon: str) -> HeldBy | None:
        """Return the arm that holds a weapon; None if it is not in hand."""
        return "none" if weapon == UNARMED else self.held.get(weapon)

    @live_by
    def ready(self, weapon: str) -> bool:
        """Whether a weapon is in hand and the arm works."""
        by = self.arm_of(weapon)
        return by is not None and self.arms_work(by)

    def arm_for(self, weapon: str) -> HeldBy:
        """Return the arm that takes a weapon: its own, or another one that works."""
        own = self.weapons()[weapon].arm
        others: list[HeldBy] = [
            arm for arm in self.working_arms() if arm != own
        ]
        return (
            own
            if own == "both" or self.arms_work(own) or not others
            else others[0]
        )

    def let_go(self, weapon: str) -> None:
        """Take a weapon out of the hand."""
        self.held = {
            name: by for name, by in self.held.items() if name != weapon
        }

    def take_cover(self, pieces: Iterable[Piece]) -> None:
        """Put these pieces between the combatant and the others, in place of earlier ones."""
        data: Any = [piece.to_data() for piece in pieces]
        self.cover = data

    def live_cover(self) -> tuple[Piece, ...]:
        """Return the cover that the combatant has now."""
        return self._cover_pieces

    @live
    @reads("cover")
    def _cover_pieces(self) -> tuple[Piece, ...]:
        pieces: list[Any] = self.cover
        return read_pieces(pieces)

    # --- moving, and suppression ---

    @property
    def is_moving(self) -> bool:
        """Whether they count as moving: by the GM's word or, by house rule, as the last of their AP
        went into a move (SP-R21). Nobody moves who is down or pinned (SP-R60)."""
        last = (
            self.house.movement_source == "last_spend"
            and self.last_spend == "move"
        )
        return (self.moving or last) and self.able and self.pinned is None

    @live
    @reads("suppressed")
    def pinned(self) -> Suppression | None:
        """Suppression that still holds; None if there is none or it is broken."""
        pin = self.suppression()
        return None if pin is None or pin.broken else pin


_NO_SKILL = Skill.from_data({"dice": 0})
