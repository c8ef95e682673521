"""A combatant in the fight: the live state and the sheet, with what follows from them."""

from collections.abc import Iterator, Mapping
from typing import Literal

from gmtrack.core.names import squash
from gmtrack.core.record import live, reads
from gmtrack.core.report import Part, total
from gmtrack.dice.port import greater, lesser
from gmtrack.rulesets.kit.house import ceil_div
from gmtrack.rulesets.kit.own.in_force import (
    add_shares,
    change_wounds,
    find_shares,
    from_sheet,
    has_effect_on_gear,
    split_part,
)
from gmtrack.rulesets.kit.seated import Combatant
from gmtrack.rulesets.swan_song.rulings import House
from gmtrack.rulesets.swan_song.sheet.sheet import (
    ATTRIBUTES,
    NATURAL_KINDS,
    UNARMED,
    Attribute,
    PoolName,
    Sheet,
    Weapon,
    complete,
)
from gmtrack.rulesets.swan_song.sheet.state import (
    MACHINE_IMMUNE,
    POOLS,
    EffectRecord,
    LiveState,
)
from gmtrack.rulesets.swan_song.tables import FLESH_STEP, STRAIN_STEP

BASE_POINTS = 8
"""The base of flesh and of the strain threshold; half an attribute is added (R-TEST-14)."""
LimitKind = Literal["physical", "mental"]
LIMITS: Mapping[LimitKind, tuple[Attribute, Attribute, Attribute]] = {
    "physical": ("strength", "body", "reaction"),
    "mental": ("logic", "intuition", "willpower"),
}
"""The attributes of each Limit; the first one counts twice (R-TEST-11)."""


BURDENED: tuple[Attribute, ...] = ("agility", "reaction")
"""The attributes that encumbrance and a carried body lower."""


class Build:
    """Numbers that follow from a fighter's sheet and house rules alone, whatever has happened in
    play.

    `accessories` is the rating of all accessories worn, `counted_accessories` as much of it as
    the fighter is strong enough for (SS-ARM-07). `armor_parts` are the parts of `armor_value`."""

    def __init__(self, who: "Fighter") -> None:
        sheet, house = who.sheet, who.house
        floor, mods = house.attribute_floor, sheet.attribute_mods
        self.attributes: dict[Attribute, int] = {
            name: max(floor, getattr(sheet, name) + mods.get(name, 0))
            for name in ATTRIBUTES
        }
        self.accessories = sum(
            p.rating for p in sheet.armor if p.worn and p.accessory
        )
        self.counted_accessories = min(
            self.accessories, self.attributes["strength"]
        )
        pieces = (p.rating for p in sheet.armor if p.worn and not p.accessory)
        self.best_piece = max(pieces, default=0)
        self.encumbrance = house.div(
            self.accessories - self.counted_accessories, 2
        )
        # The sheet's armor value, else what the `worn` pieces come to, with what effects add.
        worn = self.best_piece + self.counted_accessories
        given, rules = who.sheet.armor_value, "SS-ATK-13"
        if given is None:
            parts = [
                Part("armor", worn, rules),
                *find_shares(who, "armor_value", worn),
            ]
        else:
            parts = split_part(who, "armor_value", Part("armor", given, rules))
        self.armor_parts = (
            *parts,
            *find_shares(who, "armor", total(tuple(parts))),
        )
        self.armor_value = total(self.armor_parts)
        flesh, strain = sheet.flesh_max, sheet.strain_threshold
        self.flesh_max = (
            self.half(who, "flesh_max", "body") if flesh is None else flesh
        )
        self.strain_threshold = (
            self.half(who, "strain_threshold", "willpower")
            if strain == "derived"
            else strain
        )

    def half(self, who: "Fighter", name: str, attribute: Attribute) -> int:
        """Return 8 plus half an attribute, rounded up, and what effects add: a maximum that the
        sheet leaves out (R-TEST-14)."""
        return add_shares(
            who, name, BASE_POINTS + ceil_div(self.attributes[attribute], 2)
        )


class Fighter(LiveState, Combatant[Sheet, House]):
    """A combatant in the fight: the live state, the sheet, and what follows from both."""

    READ = staticmethod(lambda data: Sheet.from_data(complete(data)))

    # --- attributes and limits ---

    @live
    @from_sheet
    def build(self) -> Build:
        """The numbers that follow from the sheet and the house rules alone."""
        return Build(self)

    def attribute(self, name: Attribute) -> int:
        """Return an attribute with what encumbrance and a carried body take off, at least the
        house rules' `attribute_floor` (R-TEST-16, R-ARM-5)."""
        value = self.build.attributes[name]
        if name not in BURDENED:
            return value
        return max(
            self.house.attribute_floor,
            value - self.build.encumbrance - self.body_penalty,
        )

    @property
    def body_penalty(self) -> int:
        """The points by which the Body of a carried body exceeds the fighter's Strength; 0
        without one (SS-BAR-31, R-BAR-13)."""
        carried = self.carrying_body
        if carried is None or carried not in self.draft.encounter.combatants:
            return 0
        body = Fighter(self.draft, carried, self.house).build.attributes["body"]
        return max(0, body - self.build.attributes["strength"])

    def attribute_parts(self, name: Attribute, rules: str) -> list[Part]:
        """Return the parts by which an attribute goes into a roll: the sheet's value, then what
        effects add.

        Returns one part for the whole if the parts would fall below the attribute's minimum.
        Depends on the house rule `attribute_floor`."""
        whole = Part(name, self.attribute(name), rules)
        parts = split_part(self, name, whole)
        if (
            len(parts) > 1
            and min(whole.value - 1, parts[0].value)
            < self.house.attribute_floor
        ):
            return [whole]
        return parts

    def attributes(self) -> dict[str, int]:
        """Return all attributes by name, as `attribute` gives them."""
        return {name: self.attribute(name) for name in ATTRIBUTES}

    def skill(self, name: str) -> int:
        """Return the rank in a skill, 0 without one. The name may be written with hyphens."""
        return self.sheet.skills.get(name.replace("-", "_"), 0)

    def rank_parts(self, name: str, rules: str) -> list[Part]:
        """Return the parts by which a skill's rank goes into a roll: the sheet's rank, then what
        effects add."""
        path = f"skills.{name.replace('-', '_')}"
        return split_part(
            self, path, Part(squash(name), self.skill(name), rules)
        )

    def limit(self, kind: LimitKind) -> int:
        """Return the physical or mental Limit: the sheet's, else the derived one with what
        effects add."""
        given = (
            self.sheet.physical_limit
            if kind == "physical"
            else self.sheet.mental_limit
        )
        if given is not None:
            return given
        return add_shares(self, f"{kind}_limit", self.limit_base(kind))

    def limit_base(self, kind: LimitKind) -> int:
        """Return the derived Limit before effects: a third of its terms, rounded up, at least 1."""
        return max(1, ceil_div(sum(self.limit_terms(kind).values()), 3))

    def limit_terms(self, kind: LimitKind) -> dict[str, int]:
        """Return the three numbers whose sum is divided by three for a Limit, by label; the
        first attribute counts twice (R-TEST-11)."""
        twice, *once = LIMITS[kind]
        doubled = {f"{twice} (twice)": 2 * self.attribute(twice)}
        return doubled | {name: self.attribute(name) for name in once}

    @property
    def armor_value(self) -> int:
        """The dice of armor: the sheet's, else what the worn pieces come to, with what effects
        add."""
        return self.build.armor_value

    # --- pools and wounds ---

    def pool_max(self, pool: PoolName) -> int:
        """Return how many points a health pool can hold, 0 if the fighter has no such pool."""
        if pool == "shield":
            return self.sheet.shield_max
        if pool == "armored":
            return self.sheet.armored_max
        return self.build.flesh_max

    def pools(self) -> list[PoolName]:
        """The health pools that the sheet has, outermost first."""
        return [pool for pool in POOLS if self.pool_max(pool) > 0]

    def points(self, pool: PoolName) -> int:
        """Return the points that a health pool has left, below 0 for a last pool that ran out."""
        value: int = getattr(self, pool)
        return value

    @property
    def core(self) -> int | None:
        """The points of the innermost health pool, which may be below 0; None without any pool
        (R-DIE-8)."""
        pools = self.pools()
        return self.points(pools[-1]) if pools else None

    @property
    def overflow(self) -> int:
        """The points by which the innermost health pool is below 0, as a positive number."""
        core = self.core
        return 0 if core is None else max(0, -core)

    @property
    def strain_threshold(self) -> int | None:
        """The strain that knocks the fighter out; None if they are immune to strain."""
        return self.build.strain_threshold

    @property
    def wound_modifier(self) -> int:
        """The wound modifier, 0 or less, with what effects of the GM's own add to it."""
        return change_wounds(self, self.wounds_alone, helps=1)

    @live
    @reads("flesh_wounds", "strain_wounds", "critical_injuries")
    def wounds_alone(self) -> int:
        """The wound modifier of the wounds alone, 0 or less: flesh wounds, strain wounds and
        critical injuries (SS-WND-03, SS-WND-06)."""
        return self.flesh_wounds + self.strain_wounds - self.critical_injuries

    @live
    @reads("flesh")
    def flesh_wounds(self) -> int:
        """The part of the wound modifier for lost flesh, 0 or less: -2 for each half of the
        maximum (SS-WND-01). Depends on the house rule `wound_cap_steps`."""
        most = self.pool_max("flesh")
        if most == 0:
            return 0
        cap = self.house.wound_cap_steps
        lost = most - (self.flesh if cap is None else greater(self.flesh, 0))
        steps = greater(self.house.div(2 * lost, most), 0)
        return FLESH_STEP * (steps if cap is None else lesser(steps, cap))

    @live
    @reads("strain")
    def strain_wounds(self) -> int:
        """The part of the wound modifier for strain, 0 or less: -1 for each half of the
        threshold (SS-WND-02). Depends on the house rule `wound_cap_steps`."""
        most = self.strain_threshold
        if most is None:
            return 0
        cap = self.house.wound_cap_steps
        steps = self.house.div(2 * self.strain, most)
        return STRAIN_STEP * (steps if cap is None else lesser(steps, cap))

    # --- initiative and movement ---

    @property
    def initiative_base(self) -> int:
        """Reaction, Intuition and `initiative_mod`, before wounds."""
        return (
            self.attribute("reaction")
            + self.attribute("intuition")
            + self.sheet.initiative_mod
        )

    @property
    def initiative_attribute(self) -> int:
        """The initiative attribute, wounds included unless the house rule `wound_initiative` is
        off (SS-INIT-05, R-INIT-7)."""
        wounds = (
            0 if self.house.wound_initiative == "off" else self.wound_modifier
        )
        return self.initiative_base + wounds

    @property
    def walk_rate(self) -> int:
        """The metres that the fighter can walk in a round now: halved while they fight for their
        life (SS-FFYL-04)."""
        rate = self.slowed_rate
        return self.house.div(rate, 2) if self.ffyl is not None else rate

    @property
    def slowed_rate(self) -> int:
        """The Walk-rate in metres, halved if they are slowed (SS-EFF-01)."""
        rate = self.full_rate
        return self.house.div(rate, 2) if self.has_effect("slowed") else rate

    @property
    def full_rate(self) -> int:
        """The unhurt Walk-rate in metres: the sheet's, else twice Agility with what effects add
        (SS-MOVE-02)."""
        given = self.sheet.walk_rate
        return (
            add_shares(self, "walk_rate", 2 * self.attribute("agility"))
            if given is None
            else given
        )

    # --- surprise ---

    @property
    def surprised(self) -> bool:
        """Whether somebody has surprised the fighter in the present state of the fight."""
        return self.surprised_by not in ("none", [])

    def surprised_of(self, who: str) -> bool:
        """Whether the fighter is surprised by `who`, or by everybody (SS-SUR-02, R-SUR-5)."""
        return self.surprised_by == "all" or (
            isinstance(self.surprised_by, list) and who in self.surprised_by
        )

    # --- weapons and hands ---

    @live
    @from_sheet
    def weapons(self) -> dict[str, Weapon]:
        """The weapons by id; `unarmed` is always among them."""
        return {
            **self.sheet.weapons,
            **({} if "unarmed" in self.sheet.weapons else _FISTS),
        }

    def find_left(self, weapon: str) -> int | None:
        """Return how many are left of a weapon that is thrown or laid; None if it is not
        counted."""
        most = self.weapons[weapon].count
        return None if most is None else self.count.get(weapon, most)

    def first_held(self) -> dict[str, str]:
        """Return the weapon in each hand (`left`, `right`) at the start of a fight: the sheet's
        `held`, else the first weapons of the sheet that need a hand.

        A hand that holds nothing is left out."""
        if self.sheet.held is not None:
            return self._gripped(
                {h: w.replace("_", "-") for h, w in self.sheet.held.items()}
            )
        need = [
            w for w, weapon in self.sheet.weapons.items() if weapon.needs_hand
        ]
        if not need:
            return {}
        if self.sheet.weapons[need[0]].hands == 2:
            return {"left": need[0], "right": need[0]}
        if len(need) > 1 and self.sheet.weapons[need[1]].hands == 1:
            return {"left": need[1], "right": need[0]}
        return {"right": need[0]}

    def _gripped(self, held: dict[str, str]) -> dict[str, str]:
        """Return `held` with a weapon for two hands in both, if the sheet names it in one and
        leaves the other empty; else `held` itself (R-ACT-15)."""
        names = set(held.values())
        if len(names) != 1:
            return held
        name = names.pop()
        both = name in self.weapons and self.weapons[name].hands == 2
        return {"left": name, "right": name} if both else held

    def default_weapon(self) -> str:
        """Return the id of the weapon to use if none is named: in the right hand, in the left,
        the first that needs no hand, bare hands."""
        for hand in ("right", "left"):
            if self.held.get(hand):
                return self.held[hand]
        free = [
            w
            for w, weapon in self.sheet.weapons.items()
            if not weapon.needs_hand
        ]
        return free[0] if free else "unarmed"

    def melee_in_hand(self) -> list[str]:
        """Return the ids of melee weapons held in a usable hand, the right hand's first."""
        return [
            w
            for hand, w in sorted(self.held.items(), reverse=True)
            if w in self.weapons
            and self.weapons[w].is_melee
            and self.hand_usable(hand)
        ]

    def hand_usable(self, hand: str) -> bool:
        """Whether the arm and the grip on that side both work (SS-EFF-08, SS-EFF-17)."""
        return not any(
            e.effect in ("one_armed", "broken_grip")
            and (e.location or "").startswith(hand)
            for e in self.effects_on()
        )

    def gear_effects(self) -> Iterator[tuple[str, str]]:
        """Yield the id or name of each thing in hand or worn that has an own effect, and the
        effect's key."""
        if not has_effect_on_gear(self):
            return
        held = self.held.values()
        for name, weapon in self.weapons.items():
            if weapon.effect and (name in held or weapon.kind in NATURAL_KINDS):
                yield name, weapon.effect
        for piece in self.written_sheet.armor:
            if piece.effect and piece.worn:
                yield piece.name, piece.effect

    # --- effects ---

    def effects_on(self) -> list[EffectRecord]:
        """Return a new list of the effects on the fighter."""
        return [*self._effects]

    @live
    @reads("effects")
    def _effects(self) -> tuple[EffectRecord, ...]:
        """The effects on the fighter as records, parsed once for each state of the field."""
        return tuple(EffectRecord(**data) for data in self.effects)  # type: ignore[arg-type]

    def write_effects(self, records: list[EffectRecord]) -> None:
        """Replace the effects on the fighter by these records."""
        data = [record.to_data() for record in records]
        if data or self.effects:
            self.draft.put((*self.base, "effects"), data, read_as=self.effects)

    def has_effect(self, key: str) -> bool:
        """Whether an effect with this key is on the fighter, at whatever place."""
        return any(True for _ in self.find_effects(key))

    def leave_behind(self) -> None:
        """Drop the effects that end with the round, as the fighter leaves for another fight
        (R-EFF-4)."""
        kept = [one for one in self.effects_on() if one.until != "round-end"]
        if kept:
            self.write_effects(kept)
        else:
            self.forget("effects")

    def find_effects(self, key: str) -> Iterator[EffectRecord]:
        """Yield the effects on the fighter that have this key, one for each place."""
        return (record for record in self._effects if record.effect == key)

    @property
    def immune_effects(self) -> tuple[str, ...]:
        """The keys of effects that never take hold: the sheet's list, else those that no machine
        has."""
        if self.sheet.immune_effects is not None:
            return self.sheet.immune_effects
        return MACHINE_IMMUNE if self.sheet.kind == "machine" else ()

    @property
    def bleeds(self) -> bool:
        """Whether the fighter can bleed; machines do not unless the house says so (R-DIE-8)."""
        return self.sheet.kind != "machine" or self.house.machine_bleeds


_FISTS = {"unarmed": UNARMED}


SHORT_ATTRIBUTES = {
    "BOD": "body", "AGI": "agility", "REA": "reaction", "STR": "strength",
    "WIL": "willpower", "LOG": "logic", "INT": "intuition", "CHA": "charisma",
}  # fmt: skip


def dv_terms(dv: int | str) -> list[tuple[int, str, bool]]:
    """Parse a damage value into its terms: sign, number or attribute name, and whether it is
    halved.

    A letter P or S at the end is ignored. Raises ValueError with the word that is neither a
    number nor an attribute."""
    text = str(dv).replace(" ", "")
    if text[-1:] in ("P", "S"):
        text = text[:-1]
    terms: list[tuple[int, str, bool]] = []
    for chunk in text.replace("-", "+-").split("+"):
        if not chunk:
            continue
        sign, word = (-1, chunk[1:]) if chunk.startswith("-") else (1, chunk)
        word, slash, half = word.partition("/")
        name = SHORT_ATTRIBUTES.get(word.upper(), word.lower())
        if not (name.isdigit() or name in SHORT_ATTRIBUTES.values()) or (
            slash and half != "2"
        ):
            raise ValueError(word)
        terms.append((sign, name, bool(slash)))
    return terms


def evaluate_dv(dv: int | str, who: Fighter) -> int:
    """Return a damage value as a number for this attacker's attributes, at least 0."""
    value = 0
    for sign, name, halved in dv_terms(dv):
        term = int(name) if name.isdigit() else who.attributes()[name]
        value += sign * (who.house.div(term, 2) if halved else term)
    return max(0, value)
