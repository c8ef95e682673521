"""The fighter: one combatant's live state and sheet, with everything derived from both."""

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any, Literal, NamedTuple

from gmtrack.core.names import squash
from gmtrack.core.record import live, reads
from gmtrack.core.report import Part, total
from gmtrack.rulesets.kit.house import ceil_div
from gmtrack.rulesets.kit.own.in_force import (
    change_wounds,
    find_shares,
    from_sheet,
    has_effect_on_gear,
    split_part,
)
from gmtrack.rulesets.kit.seated import Combatant, parse_position
from gmtrack.rulesets.kit.sheet import ThingState, declare_thing_field
from gmtrack.rulesets.sr3.rulings import House
from gmtrack.rulesets.sr3.sheet.sheet import (
    FISTS,
    SORCERY,
    UNARMED,
    Sheet,
    Weapon,
)
from gmtrack.rulesets.sr3.sheet.state import Aim, LiveState, Work
from gmtrack.rulesets.sr3.sheet.wound_modifiers import Fate, Monitor
from gmtrack.rulesets.sr3.tables import (
    AERODYNAMIC,
    ATTRIBUTES,
    BOXES,
    LAUNCHED,
    THROWN,
    AmmoType,
)

Rating = Literal["ballistic", "impact"]
RATINGS: tuple[Rating, ...] = ("ballistic", "impact")
HARNESS = 1
"""The points that a worn gyro harness adds to both armor ratings."""
PLACES = 3
"""The decimal places of positions in metres."""
FARTHEST = 1_000_000_000.0
"""The largest coordinate of a position, in metres, either side of 0."""


class Build(NamedTuple):
    """Numbers and weapons that follow from a sheet and the house rules alone."""

    reaction: int
    combat_pool: int
    spell_pool: int
    armor: Mapping[Rating, int]
    weapons: dict[str, Weapon]


class WeaponState(ThingState):
    """The live state of one weapon of a combatant."""

    who: "Fighter"
    shots: int = declare_thing_field(lambda _: 0)
    """The number of times that it was fired in this phase."""
    rounds_by_weapon: int = declare_thing_field(lambda _: 0)
    """The rounds that it has fired in this phase."""
    ammo: int = declare_thing_field(lambda own: own.weapon.ammo)
    """The rounds in it. Weapons without `capacity` are not counted."""
    loaded: AmmoType = declare_thing_field(lambda own: own.weapon.ammo_type)
    clip_in: bool = declare_thing_field(lambda _: True)
    loose: int | None = declare_thing_field(lambda _: None)
    """The rounds so far in the clip, belt or loader that is being filled. None: nothing is being
    filled."""
    deployed: bool = declare_thing_field(lambda _: False)
    mounted: bool = declare_thing_field(lambda own: own.weapon.gyro_mounted)
    count: int = declare_thing_field(lambda own: own.weapon.count)
    """How many of an explosive are left that is thrown or laid (SRX-118)."""

    @property
    def weapon(self) -> Weapon:
        """The weapon as the sheet has it."""
        return self.who.weapon(self.id)


class Fighter(LiveState, Combatant[Sheet, House]):
    """A combatant in the fight: its live state and its sheet, with every number that follows from
    both."""

    READ = staticmethod(Sheet.from_data)

    @live
    @from_sheet
    def build(self) -> Build:
        """The numbers and weapons that follow from the sheet and the house rules alone."""
        sheet = self.sheet
        written: dict[str, Any] = {UNARMED: FISTS, **sheet.weapons}
        reaction, pool = sheet.reaction, sheet.combat_pool
        return Build(
            total(self.reaction_parts) if reaction is None else reaction,
            total(self.pool_parts) if pool is None else pool,
            total(self.spell_pool_parts)
            if sheet.spell_pool is None
            else sheet.spell_pool,
            {rating: total(self._worn_parts(rating)) for rating in RATINGS},
            {name: Weapon.from_data(data) for name, data in written.items()},
        )

    # --- the sheet's own numbers ---

    def trait(self, name: str) -> int:
        """Return the rating of an attribute or a skill; 0 for a skill that the sheet does not
        have."""
        sheet = self.sheet
        return (
            sheet.attribute(name) if name in ATTRIBUTES else sheet.skill(name)
        )

    def trait_parts(
        self, name: str, rules: str, label: str = ""
    ) -> tuple[Part, ...]:
        """Return the rating of an attribute or a skill as parts of a roll, with the shares of own
        effects apart. `label` names the part; empty: the trait's own name."""
        path = name if name in ATTRIBUTES else f"skills.{name}"
        return tuple(
            split_part(self, path, Part(label or name, self.trait(name), rules))
        )

    @property
    def reaction(self) -> int:
        """The reaction of the sheet, or the one derived from attributes if the sheet has none."""
        return self.build.reaction

    @property
    def reaction_parts(self) -> tuple[Part, ...]:
        """The parts of the derived reaction: half of quickness and intelligence."""
        return self._halved("reaction", "SR-R05", "quickness", "intelligence")

    @property
    def combat_pool(self) -> int:
        """The full combat pool: the sheet's, or the one derived from attributes if it has none."""
        return self.build.combat_pool

    @property
    def karma_pool(self) -> int:
        """The points of Karma when all are back: the sheet's, less those burnt for good."""
        return max(0, self.sheet.karma_pool - self.karma_burnt)

    @property
    def pool_parts(self) -> tuple[Part, ...]:
        """The parts of the derived combat pool: half of quickness, intelligence and willpower."""
        return self._halved(
            "combat_pool", "SR-R06", "quickness", "intelligence", "willpower"
        )

    @property
    def spell_pool(self) -> int:
        """The full spell pool: the sheet's, or the one derived from attributes and magic."""
        return self.build.spell_pool

    @property
    def spell_pool_parts(self) -> tuple[Part, ...]:
        """The parts of the derived spell pool: a third of intelligence, willpower and magic,
        rounded down; none without magic, but for what own effects add."""
        found: tuple[Part, ...] = ()
        if self.sheet.magic > 0:
            magic = Part("magic", self.sheet.magic, "SRX-006")
            parts = (
                *self.trait_parts("intelligence", "SRX-006"),
                *self.trait_parts("willpower", "SRX-006"),
                *split_part(self, "magic", magic),
            )
            whole = total(parts)
            third = Part("a third", whole // 3 - whole, "SRX-006")
            found = (*parts, third)
        return (*found, *find_shares(self, "spell_pool", total(found)))

    @property
    def sustaining(self) -> int:
        """The number of spells that the combatant sustains without a focus (SRX-039)."""
        if not self.sustained:
            return 0
        known = self.sheet.spells
        return sum(
            not (entry["spell"] in known and known[entry["spell"]].focus)
            for entry in self.sustained
        )

    @property
    def defense_dice_left(self) -> int:
        """The dice of spell defense that are set aside and not used (SRX-045)."""
        aside: Any = self.spell_defense
        if not aside:
            return 0
        whole = aside["sorcery"] + aside.get("pool", 0)
        return int(max(0, whole - aside.get("used", 0)))

    @property
    def protected_ids(self) -> list[str]:
        """The ids of those whom the combatant's spell defense protects; empty without one."""
        aside: Any = self.spell_defense
        return list(aside.get("protects", ())) if aside else []

    @property
    def sorcery_at_hand(self) -> int:
        """The Sorcery dice at hand for casting: those left in the phase, without those that are set
        aside for spell defense."""
        return max(0, self.sorcery_left - self._sorcery_aside)

    @property
    def whole_sorcery(self) -> int:
        """The Sorcery dice for casting in a phase of which nothing is used: all but those that are
        set aside for spell defense."""
        return max(0, self.sheet.skill(SORCERY) - self._sorcery_aside)

    @property
    def _sorcery_aside(self) -> int:
        """The Sorcery dice that are set aside for spell defense."""
        aside: Any = self.spell_defense
        return int(aside["sorcery"]) if aside else 0

    def focus_dice_left(self, key: str) -> int:
        """Return the dice left of the foci that fit `any`, a category or a spell."""
        return self.focus_left.get(key, self.sheet.focus_dice.get(key, 0))

    def _halved(self, path: str, rules: str, *names: str) -> tuple[Part, ...]:
        """Return the parts of half the sum of some attributes, rounded down, with what own effects
        add to the number called `path`."""
        own = (self.trait_parts(name, rules) for name in names)
        parts = tuple(chain.from_iterable(own))
        found = (*parts, Part("halved", -ceil_div(total(parts), 2), rules))
        return (*found, *find_shares(self, path, total(found)))

    # --- the condition monitor ---

    @live
    @reads("physical", "stun", "overflow", "subdual_boxes")
    def monitor(self) -> Monitor:
        """The filled boxes of the condition monitors."""
        return Monitor(
            self.physical, self.stun, self.overflow, self.subdual_boxes
        )

    @live
    @reads("monitor", "stable")
    def fate(self) -> Fate:
        """The states that the monitors alone bring about, whatever the GM has set by hand.
        Depends on the house rule `overflow_death`."""
        return self.monitor.fate(
            self.sheet.body,
            mortal=self.house.overflow_death,
            stable=self.stable,
        )

    @property
    def wound_modifier(self) -> int:
        """The wound modifier of all target numbers, 0 or more, with what effects of the GM's own
        add to it."""
        return change_wounds(self, self.wounds_alone, helps=-1)

    @live
    @reads("monitor")
    def wounds_alone(self) -> int:
        """The wound modifier of the wounds alone, 0 to 6. Depends on the house rule
        `wounds_stack`."""
        return self.monitor.wound_modifier(stack=self.house.wounds_stack)

    @live
    @reads("fate", "dead", "dying", "conscious", "subdued")
    def status(self) -> str:
        """The worst state that holds: `dead`, `dying`, `unconscious`, `subdued`, else `up`. Each
        follows from the monitors unless the GM has set it by hand."""
        implied, at = self.fate, self.draft.get
        if at((*self.base, "dead"), implied.dead):
            return "dead"
        if at((*self.base, "dying"), implied.dying):
            return "dying"
        if not at((*self.base, "conscious"), implied.conscious):
            return "unconscious"
        return (
            "subdued" if at((*self.base, "subdued"), implied.subdued) else "up"
        )

    @property
    def is_stable(self) -> bool:
        """Whether all physical boxes are full and the combatant neither dies nor is dead."""
        return self.physical >= BOXES and self.status not in ("dying", "dead")

    @property
    def bleeds(self) -> bool:
        """Whether the clock of the dying runs for the combatant; vehicles have none (SRX-208).
        Depends on the house rules `dying_clock` and `bleeding_from`."""
        house = self.house
        off = house.dying_clock == "none" or self.sheet.vehicle
        if off or self.status != "dying":
            return False
        return house.bleeding_from == "deadly" or self.overflow > 0

    @property
    def turns_to_next_box(self) -> int:
        """The combat turns until the dying combatant's next box of overflow, at least 1: Body
        less those that are over (SRX-208)."""
        return max(1, self.sheet.body - self.bleeding)

    @property
    def able(self) -> bool:
        """Whether the combatant can act: it is up."""
        return self.status == "up"

    @property
    def awake(self) -> bool:
        """Whether the combatant has a place in the initiative order: it is up or subdued."""
        return self.status in ("up", "subdued")

    # --- armor ---

    def armor(self, rating: Rating) -> int:
        """Return the armor rating of everything worn, with the gyro harness; of a vehicle its
        armor."""
        if self.sheet.vehicle:
            return self.sheet.vehicle_armor
        return self.build.armor[rating] + self._harness().value

    def armor_parts(self, rating: Rating) -> tuple[Part, ...]:
        """Return the parts of an armor rating: what each piece and the harness count."""
        if self.sheet.vehicle:
            return (Part("vehicle armor", self.sheet.vehicle_armor, "SR-R08"),)
        return (*self._worn_parts(rating), self._harness())

    def _worn_parts(self, rating: Rating) -> tuple[Part, ...]:
        """Return the parts of an armor rating without the harness: the pieces as the house rule
        layers them, those that count whole, and own effects."""
        sheet = self.sheet
        rated = [
            Part(piece.name, getattr(piece, rating), "SR-R39")
            for piece in sheet.armor
        ]
        pairs = list(zip(sheet.armor, rated, strict=True))
        worn = self._layered([part for piece, part in pairs if not piece.adds])
        added = [part for piece, part in pairs if piece.adds]
        found = (*worn, *added)
        found += tuple(find_shares(self, f"armor.{rating}", total(found)))
        return (*found, *find_shares(self, "armor", total(found)))

    def _harness(self) -> Part:
        """Return the part that a worn gyro harness adds to the armor."""
        return Part("gyro harness", HARNESS * self.gyro_worn, "SR-073")

    def _layered(self, parts: list[Part]) -> list[Part]:
        """Return what counts of pieces worn over each other, by the house rule: all of them, the
        best, or the best and half of the second (SR-R39)."""
        rule = self.house.armor_layers
        if rule == "sum":
            return parts
        best, *rest = sorted(parts, key=lambda part: -part.value) or [
            Part("", 0)
        ]
        if rule == "best" or not rest:
            return [best]
        second = rest[0]
        return [
            best,
            Part(
                f"half of {second.label}",
                self.house.half(second.value),
                "SR-R39",
            ),
        ]

    # --- weapons ---

    @property
    def weapons(self) -> dict[str, Weapon]:
        """The combatant's weapons by id. `unarmed` is always there."""
        return self.build.weapons

    def weapon(self, name: str) -> Weapon:
        """Return a weapon by id. Raises KeyError for one that they do not have."""
        return self.weapons[name]

    def first_wielded(self) -> str:
        """Return the id of the weapon in hand at first: the sheet's `wielded`, else its first
        weapon, else `unarmed`."""
        told = self.sheet.wielded
        return squash(told) if told else next(iter(self.sheet.weapons), UNARMED)

    def first_second(self) -> str | None:
        """Return the id of the weapon in the other hand at first; None: there is none."""
        told = self.sheet.second
        return squash(told) if told else None

    @live
    @reads("wielded")
    def in_hand(self) -> str:
        """The id of the weapon in hand, in the form of an id however the file spells it."""
        return squash(self.wielded)

    @live
    @reads("second")
    def in_other_hand(self) -> str | None:
        """The id of the second weapon; None: the other hand is empty."""
        return squash(self.second) if self.second else None

    @live
    @reads("wielded", "second")
    def hands(self) -> tuple[str, ...]:
        """The ids of the weapons that can be used now: both in hand, and `unarmed`."""
        told = (self.in_hand, self.in_other_hand or UNARMED, UNARMED)
        return tuple(dict.fromkeys(told))

    def gear_effects(self) -> Iterator[tuple[str, str]]:
        """Yield each weapon in hand and each piece of armor that has an own effect, with that
        effect."""
        if not has_effect_on_gear(self):
            return
        for name in dict.fromkeys(
            (self.in_hand, self.in_other_hand or UNARMED)
        ):
            if name in self.weapons and (effect := self.weapons[name].effect):
                yield name, effect
        for piece in self.written_sheet.armor:
            if effect := piece.effect:
                yield piece.name, effect

    def power_of(self, weapon: Weapon) -> int:
        """Return a weapon's power: its fixed one, else strength plus its bonus."""
        if weapon.power is not None:
            return weapon.power
        return self.sheet.strength + weapon.power_bonus

    def ranges_of(self, weapon: Weapon) -> tuple[int, ...]:
        """Return the upper ends of a weapon's ranges in these hands, in metres: those of the sheet,
        else by strength for what is thrown (SRX-104). Empty for melee and what is laid."""
        if weapon.ranges or not weapon.is_explosive:
            return weapon.ranges
        if weapon.delivery == "launched":
            return LAUNCHED
        ends = AERODYNAMIC if weapon.aerodynamic else THROWN
        thrown = tuple(end * self.sheet.strength for end in ends)
        return thrown if weapon.is_thrown else ()

    def reach_of(self, weapon: Weapon) -> int:
        """Return the combatant's reach with a weapon. By house rule natural reach and the weapon's
        add up, or the longer one counts (SR-R07)."""
        both = (weapon.reach, self.sheet.natural_reach)
        return sum(both) if self.house.natural_reach_stacks else max(both)

    def weapon_state(self, name: str) -> "WeaponState":
        """Return the live state of the weapon with this id."""
        return WeaponState(self, name)

    # --- where they are, what they are doing ---

    @live
    @reads("where")
    def position(self) -> tuple[float, ...] | None:
        """The combatant's position in metres. None: it is not known."""
        return parse_position(self.where)

    def stand_at(self, place: list[float]) -> None:
        """Set the combatant's position in metres, rounded to the millimetre and kept within
        `FARTHEST`."""
        within = [max(-FARTHEST, min(FARTHEST, number)) for number in place]
        # Nothing is -0.0 metres away.
        self.draft.put(
            self.place("where"),
            [round(number, PLACES) + 0.0 for number in within],
        )

    def live_aim(self) -> Aim | None:
        """Return what the combatant aims at, with the weapon's name as an id. None: nothing."""
        data: Any = self.aim
        return (
            Aim(**data | {"weapon": squash(data["weapon"])}) if data else None
        )

    def aim_worth(self, name: str, actions: int) -> int:
        """Return what a number of aiming actions takes off the target number, as 0 or less. The
        house rule limits it to half of the skill, at least 1 (SR-R26)."""
        if self.house.aim_limit == "none":
            return -actions
        return -min(actions, max(1, self.trait(self.weapon(name).skill) // 2))

    def live_work(self) -> Work | None:
        """Return the longer task that the combatant is at, with the weapon's name as an id. None:
        none."""
        data: Any = self.work
        if not data:
            return None
        weapon = squash(data.get("weapon") or "")
        return Work(**data | {"weapon": weapon})

    def set_aim(self, aim: Aim | None) -> None:
        """Write the aim; None ends it."""
        data: Any = vars(aim).copy() if aim else None
        self.aim = data

    def set_work(self, work: Work | None) -> None:
        """Write the task in progress; None ends it."""
        data: Any = None
        if work:
            data = {
                key: value for key, value in vars(work).items() if value != ""
            }
        self.work = data
