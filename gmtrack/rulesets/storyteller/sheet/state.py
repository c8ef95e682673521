"""The live state of Storyteller, and the fighter: one combatant's sheet and live state together."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal, TypedDict, cast

from gmtrack.core.encounter import Data
from gmtrack.core.keys import Key
from gmtrack.core.names import squash
from gmtrack.core.record import (
    Bounds,
    Form,
    derived,
    live,
    new_list,
    reads,
    stored,
)
from gmtrack.core.report import Part
from gmtrack.core.values import frozen
from gmtrack.rulesets.kit.own.in_force import (
    add_shares,
    change_wounds,
    from_sheet,
    has_effect_on_gear,
    split_part,
)
from gmtrack.rulesets.kit.seated import (
    Combatant,
    CombatantState,
    FightNotes,
    has_fixed_place,
)
from gmtrack.rulesets.kit.sheet import ThingState, declare_thing_field
from gmtrack.rulesets.storyteller.rulings import House
from gmtrack.rulesets.storyteller.sheet.sheet import Count, Sheet, Track, Weapon
from gmtrack.rulesets.storyteller.tables import UNARMED, Mark, Place, TagName

Number = Annotated[int, Bounds(-1_000_000, 1_000_000)]
Whereabouts = Literal["carried", "dropped", "wrecked"]
Reason = Literal[
    "surprised", "charge", "all-out", "reload", "botch", "hold", "immobilized", "unconscious",
    "helpless",
]  # fmt: skip
"""Reasons for having no Defense (ST-044)."""
EffectName = Literal[
    "surprised", "prone", "arm-wrack", "leg-wrack", "blinded-eye", "stunned", "heart-struck",
    "immobilized", "helpless", "unconscious", "dying", "off-balance", "dodging", "static", "hold",
    "grappling", "suppressed", "aiming", "charge", "all-out", "reload",
]  # fmt: skip
"""The words of the effects that `effect` and the board know."""


@frozen
class Aim:
    """Record of an aim at one target, and the dice that it gives (ST-085, ST-086)."""

    target: str
    bonus: Annotated[int, Bounds(0, 3)] = 1


@frozen
class Tag:
    """Record of a condition that a hit at one place left (ST-150)."""

    tag: TagName
    location: Place | None = None
    until: str = "scene"


@frozen
class Suppression:
    """Record of the covering fire that somebody is under; `wm` is the weapon's modifier (ST-095,
    ST-097)."""

    by: str
    successes: Count
    wm: Number = 0
    damage_type: Mark = "lethal"
    armor_piercing: Count = 0


class Grapple:
    """Record of one side of a grapple (ST-072 to ST-083): the other one, the weapon that this
    side controls (None: none), whether there is a hold (of both), whether this side is
    restrained, and whether it has the other for cover."""

    with_: str
    controls: str | None = None
    hold: bool = False
    restrained: bool = False
    cover: bool = False


GrappleDocument = TypedDict(
    "GrappleDocument",
    {
        "with": str,
        "controls": str | None,
        "hold": bool,
        "restrained": bool,
        "cover": bool,
    },
)
"""The grapple of one side as it is read, with all its keys."""


class Healing:
    """Record of the minutes of rest spent on the next box to heal, and of the kind of that box."""

    kind: Mark
    minutes: Count


Phase = Literal["not-started", "acting", "round-over"]


def _implied_phase(fight: "FightState") -> Phase:
    """Return the phase: `acting` if it is somebody's turn, else `round-over` in a round and
    `not-started` before the first."""
    if fight.acting:
        return "acting"
    return "round-over" if fight.round else "not-started"


class FightState(FightNotes):
    """Live state of the fight that belongs to no combatant."""

    INTERNAL = FightNotes.INTERNAL | {
        "interrupted",
    }

    round: Count = stored(0, until="fight")
    acting: str | None = stored(None, until="fight")
    phase: Phase = derived(_implied_phase, until="fight")
    """The phase; what a file does not say follows from the round and from whose turn it is."""
    interrupted: list[str] = derived(lambda _: [], until="fight")
    """Ids of those whose turn goes on when the acting one has finished (`intervene`), the next
    one last."""
    structure: dict[str, Count] = derived(lambda _: {})
    """The structure left of the pieces of cover that were hit."""

    @property
    def running(self) -> bool:
        """Whether turns and actions count: from the first round to the end of the fight, also
        between rounds."""
        return self.phase != "not-started"


OUT = {"out": "ST-R58"}
"""The event that ends what nobody does who is out or bound."""
GONE = {"leaves": "ST-R58"}
"""The event that ends what somebody leaves behind who leaves the fight."""


class LiveState(CombatantState):
    """Live state of one combatant."""

    INTERNAL = CombatantState.INTERNAL | {
        "tiebreak",
        "held_over",
        "top_round",
        "dodge_round",
        "grab_round",
        "contested",
        "moves_due",
        "downed_by",
        "timed",
    }

    bashing: Count = 0
    lethal: Count = 0
    aggravated: Count = 0
    willpower_left: Count = derived(lambda f: f.willpower)
    initiative: Number | None = stored(None, until="fight", ends=GONE)
    tiebreak: list[int] = derived(
        lambda _: [], until="fight", ends=GONE, gone=[]
    )
    """Dice of the roll-offs for initiative (ST-021)."""
    ap: Annotated[int, Bounds(0, 1)] = stored(1, until="round")
    acted: bool = stored(False, until="round")
    moved: Count = stored(0, until="round")
    wielded: list[str] | str = derived(
        lambda f: f.first_wielded(), until="encounter"
    )
    weapon_at: dict[str, Whereabouts] = derived(lambda _: {})
    taken: dict[Key, Weapon] = derived(lambda _: {})
    """Weapons that came from others, as they stood on their sheets."""
    lost: list[str] = derived(lambda _: [])
    """Ids of weapons of the sheet that others have taken."""
    ammo: dict[str, Count] = derived(lambda _: {})
    structure: dict[str, Count] = derived(lambda _: {})
    cover: str | None = derived(
        lambda f: f.sheet.cover,
        until="place",
        ends=GONE | {"moves": "ST-106, ST-R57", "strikes": "ST-106, ST-R57"},
    )
    shield: str | None = stored(
        None, until="fight", ends=OUT | GONE | {"runs": "ST-R60"}
    )
    shield_unwilling: bool = stored(
        False, until="fight", ends=OUT | GONE | {"runs": "ST-R60"}
    )
    """Whether the human shield would resist, and so lasts only while held or helpless (ST-R60)."""
    delaying: bool = stored(False, until="round", ends=OUT)
    held_over: bool = stored(False, until="fight", ends=OUT | GONE)
    on_top: bool = stored(False, until="fight", ends=GONE)
    top_round: Count = stored(0, until="fight", ends=GONE)
    """The round for which going first was paid (`on_top`)."""
    extra_turn: bool = stored(False, until="round")
    """Whether this turn is one besides their own (ST-R11 `early_extra`)."""
    granted: bool = stored(False, until="round", ends=OUT)
    """Whether they may act at once, whoever has the turn (ST-076)."""
    decay: Count = stored(0, until="turn")
    defended: bool = stored(False, until="round")
    no_defense: list[Reason] = derived(new_list, until="encounter")
    wp_defense: list[str] = derived(lambda _: [], until="turn")
    dodging: bool = stored(False, until="encounter", ends=OUT)
    dodge_round: Count = stored(0, until="fight")
    """The round in which the dodge was declared."""
    dodged: list[str] = derived(
        lambda _: [], until="encounter", ends=OUT, gone=[]
    )
    off_balance: Literal["none", "pending", "active"] = stored(
        "none", until="fight", ends=GONE
    )
    guard: Literal["none", "static"] = stored("none", until="turn", ends=OUT)
    parried: Count = stored(0, until="turn")
    aim: Aim | None = stored(None, until="fight", ends=OUT | GONE)
    aimed: bool = stored(False, until="turn", ends=OUT)
    """Whether this turn has raised the aim (ST-086)."""
    grapple: Annotated[Data, Form(Grapple)] | None = stored(
        None, until="encounter"
    )
    holds: bool = stored(False, until="encounter")
    """Whether this side of a hold is the one that holds (ST-081)."""
    controls_of: str | None = stored(None, until="encounter")
    """Id of the one whose weapon this side controls (ST-077)."""
    grab_round: Count = stored(0, until="encounter")
    contested: bool = stored(False, until="round")
    """Whether the contest of this round has been rolled (ST-074)."""
    moves_due: Count = stored(0, until="encounter")
    """Moves of a grapple that were won and are not yet named."""
    move_points: Count = stored(0, until="encounter")
    """The successes with which those moves were won (ST-078)."""
    prone: bool = stored(False, until="place", ends={"runs": "ST-133, ST-R59"})
    tags: list[Tag] = derived(lambda _: [], until="fight")
    suppressed: Suppression | None = stored(None, until="fight", ends=GONE)
    conscious: bool = derived(lambda f: not f.track.failing)
    dying: bool = derived(lambda f: f.track.failing and not f.track.destroyed)
    dying_rounds: Count = 0
    dead: bool = derived(lambda f: f.track.destroyed)
    downed_by: str | None = None
    healing: Annotated[Data, Form(Healing)] | None = None
    """The time already spent on the next box to heal (ST-REST-03)."""
    aided: bool = False
    """Whether field care has emptied a box today (ST-REST-08)."""
    killed: list[str] = derived(lambda _: [], until="fight")
    timed: dict[EffectName, Count] = derived(lambda _: {})
    """Effects that the GM has set for a number of rounds, with the rounds left."""


GUN_AS_CLUB = 5
"""The structure of a gun used as a club whose sheet names none (ST-R20)."""


class WeaponState(ThingState):
    """Live state of one weapon: its ammunition if it has a capacity, its structure, and where it
    is."""

    who: "Fighter"
    ammo: int = declare_thing_field(lambda own: own.who.weapon(own.id).capacity)
    structure: int = declare_thing_field(
        lambda own: own.who.full_structure(own.id)
    )
    weapon_at: Whereabouts = declare_thing_field(lambda _: "carried")


SAME = {"control": "composure", "composure": "control"}
"""Traits that stand in for each other; 2 if the sheet has neither (ST-R04)."""


def list_words(told: str | Iterable[str]) -> list[str]:
    """Return the words of a field that holds one word or several."""
    return [told] if isinstance(told, str) else list(told)


LAST_OF_EQUALS = -(10**9)
"""The initiative modifier that no combatant has: whoever has it in a sort key comes last."""
Rank = tuple[bool, int, int, list[int]]
"""Sort key of the order of initiative; the highest comes first."""


class Fighter(LiveState, Combatant[Sheet, House]):
    """A combatant in a Storyteller fight: sheet and live state, and the numbers that follow from
    both."""

    READ = staticmethod(Sheet.from_data)

    # --- the sheet's own numbers ---

    def trait(self, name: str) -> int:
        """Return the dots of an attribute or skill with the changes of own effects. Control and
        composure stand in for each other; 2 if the sheet has neither (ST-R04)."""
        sheet = self.sheet
        if name not in SAME:
            if hasattr(sheet, name):
                return int(getattr(sheet, name))
            return sheet.skill(name)
        given: int | None = getattr(sheet, name)
        if given is not None:
            return given
        other = getattr(sheet, SAME[name])
        return add_shares(self, name, 2 if other is None else other)

    def trait_parts(self, name: str, rules: str) -> list[Part]:
        """Return the same dots as parts of a roll under these rules; shares of own effects stand
        apart."""
        path = name if hasattr(self.sheet, name) else f"skills.{name}"
        return split_part(self, path, Part(name, self.trait(name), rules))

    @live
    @reads()
    def initiative_mod(self) -> int:
        """The initiative modifier: the sheet's, else dexterity + wits (ST-018)."""
        given = self.sheet.initiative_mod
        base = self.sheet.dexterity + self.sheet.wits
        return (
            add_shares(self, "initiative_mod", base) if given is None else given
        )

    @live
    @reads()
    def willpower(self) -> int:
        """The maximum of willpower: the sheet's, else resolve + control."""
        given = self.sheet.willpower
        base = self.sheet.resolve + self.trait("control")
        return add_shares(self, "willpower", base) if given is None else given

    @live
    @reads()
    def boxes(self) -> int:
        """The number of health boxes: the sheet's, else size + stamina (ST-163)."""
        given = self.sheet.health
        base = self.sheet.size + self.sheet.stamina
        return add_shares(self, "health", base) if given is None else given

    # --- health ---

    @live
    @reads("boxes", "bashing", "lethal", "aggravated")
    def track(self) -> Track:
        """The health track with its marks."""
        return Track(self.boxes, self.bashing, self.lethal, self.aggravated)

    @property
    def wound_penalty(self) -> int:
        """The dice that the wounds cost, 0 or more (ST-167), with what effects of the GM's own add
        to the modifier."""
        return -change_wounds(self, -self.wounds_alone, helps=1)

    @live
    @reads("track")
    def wounds_alone(self) -> int:
        """The dice that the wounds alone cost, 0 to 3 (ST-167)."""
        return self.track.penalty

    @live
    @reads("track", "dead", "dying", "conscious")
    def status(self) -> str:
        """The status: the first that fits of dead, dying, up, unconscious. Each follows from the
        track unless play or the GM has written it."""
        track, at = self.track, self.draft.get
        destroyed, failing = track.destroyed, track.failing
        if at((*self.base, "dead"), destroyed):
            return "dead"
        if at((*self.base, "dying"), failing and not destroyed):
            return "dying"
        return (
            "up"
            if at((*self.base, "conscious"), not failing)
            else "unconscious"
        )

    @live
    @reads("status")
    def able(self) -> bool:
        """Whether the status is `up`."""
        return self.status == "up"

    @property
    def is_beaten_down(self) -> bool:
        """Whether the wounds are more than stamina bashing, or any worse, for the house rule
        `beaten_down` (ST-R34)."""
        return (
            self.bashing > self.sheet.stamina
            or self.lethal + self.aggravated > 0
        )

    # --- Defense ---

    @live
    def reasons(self) -> list[Reason]:
        """The reasons for having no Defense, sorted; empty for somebody who has Defense. Those
        who are down, and both in a hold, have theirs without its being written (ST-044)."""
        found = set(self.no_defense)
        if not self.able:
            found.add("unconscious")
        hold = self.read_grapple()
        if hold and hold["hold"]:
            found.add("hold")
        return sorted(found)

    def lose_defense(self, reason: Reason) -> None:
        """Add a reason for having no Defense; does nothing if it is there."""
        if reason not in self.no_defense:
            self.no_defense = sorted([*self.no_defense, reason])

    def regain_defense(self, *reasons: Reason) -> None:
        """Remove these reasons for having no Defense."""
        if set(reasons) & set(self.no_defense):
            self.no_defense = [
                reason for reason in self.no_defense if reason not in reasons
            ]

    # --- tags ---

    def tag_list(self) -> list[Tag]:
        """Return the tags that hits have left, as records."""
        found: list[Any] = self.tags
        return [Tag(**tag) for tag in found]

    def has_tag(self, name: str) -> bool:
        """Whether a hit has left this tag, at any place."""
        found: list[Any] = self.tags
        return any(tag["tag"] == name for tag in found)

    def suffers(self, name: str) -> bool:
        """Whether `who` has the tag and the house rules give tags effects (ST-151, ST-R28)."""
        return self.has_tag(name) and self.house.tag_effects == "parent"

    # --- weapons ---

    def weapon_data(self) -> dict[str, Data]:
        """Return all weapons as they stand on sheets, by id: their own without lost ones, those
        taken from others, and always `unarmed`."""
        own: dict[str, Any] = dict(self.sheet.weapons)
        taken: dict[str, Any] = {
            squash(name): data for name, data in self.taken.items()
        }
        kept = {
            name: data for name, data in own.items() if name not in self.lost
        }
        return {UNARMED: {"kind": UNARMED}} | kept | taken

    def weapons(self) -> dict[str, Weapon]:
        """Return all weapons by id, as `weapon_data`, ready for the rules."""
        return (
            self._read_weapons()
            if self.taken or self.lost
            else self.own_weapons
        )

    @live
    @from_sheet
    def own_weapons(self) -> dict[str, Weapon]:
        """The weapons of the sheet and `unarmed`, cached for the sheet."""
        return self._read_weapons()

    def _read_weapons(self) -> dict[str, Weapon]:
        """Make the weapons of `weapon_data`."""
        kind = self.sheet.kind
        return {
            name: Weapon.from_data(data, owner_kind=kind)
            for name, data in self.weapon_data().items()
        }

    def weapon(self, name: str) -> Weapon:
        """Return a weapon by id. Raises KeyError for one that they do not have."""
        return self.weapons()[name]

    def first_wielded(self) -> list[str]:
        """Return the ids of what is in hand when the fight starts: the sheet's `wielded`, else
        the first weapon, else `unarmed`."""
        told = self.sheet.wielded
        if told is None:
            return [next(iter(self.sheet.weapons), UNARMED)]
        return [squash(word) for word in list_words(told)] or [UNARMED]

    @live
    @reads("wielded", "weapon_at")
    def hands(self) -> list[str]:
        """The ids of what is in hand: `wielded` without what is dropped or wrecked; `unarmed` if
        nothing is left."""
        names = [squash(name) for name in list_words(self.wielded)]
        carried = [
            name
            for name in names
            if self.weapon_state(name).weapon_at == "carried"
        ]
        return carried or [UNARMED]

    @live
    @reads("hands", "taken", "lost")
    def malus(self) -> int:
        """The initiative malus in hand: the worst one, 0 or less (ST-019)."""
        return self.malus_of(self.hands)

    @live
    @reads("initiative_mod", "malus", "on_top", "initiative", "tiebreak")
    def rank(self) -> Rank:
        """The sort key of the order: on top, score, modifier with malus, dice of the roll-offs;
        the highest comes first. A fixed place comes after all that were rolled as high
        (ALL-TURN-02)."""
        if has_fixed_place(self):
            return (self.on_top, self.initiative or 0, LAST_OF_EQUALS, [])
        modifier = self.initiative_mod + self.malus
        return (
            self.on_top,
            self.initiative or 0,
            modifier,
            list(self.tiebreak),
        )

    def malus_of(self, names: Iterable[str]) -> int:
        """Return the worst initiative malus of these weapons; 0 for none and for unknown ones."""
        weapons = self.weapons()
        return min(
            (weapons[name].initiative for name in names if name in weapons),
            default=0,
        )

    def gear_effects(self) -> Iterator[tuple[str, str]]:
        """Yield name and own effect of each weapon in hand and each piece of armor that brings
        one."""
        # A weapon taken from somebody else is on no sheet of theirs.
        if not self.taken and not has_effect_on_gear(self):
            return
        weapons = self.weapons()
        for name in self.hands:
            if name in weapons and (effect := weapons[name].effect):
                yield name, effect
        for piece in self.written_sheet.armor:
            if effect := piece.effect:
                yield piece.name, effect

    def weapon_state(self, name: str) -> "WeaponState":
        """Return the live state of one weapon, through which it is read and written."""
        return WeaponState(self, name)

    def use_ammo(self, name: str, bullets: int) -> None:
        """Take this many bullets out of a weapon, at most all; does nothing for a weapon without
        a capacity."""
        if self.weapon(name).capacity:
            self.weapon_state(name).ammo = max(
                0, self.weapon_state(name).ammo - bullets
            )

    def full_structure(self, name: str) -> int:
        """Return the structure of an undamaged weapon. A firearm whose sheet names none has that
        of a club (ST-R20)."""
        weapon = self.weapon(name)
        club = (
            weapon.kind == "firearm"
            and self.weapon_data()[name].get("structure") is None
        )
        return GUN_AS_CLUB if club else weapon.structure

    # --- conditions ---

    @property
    def cover_id(self) -> str | None:
        """The id of the piece of cover that they have taken; None without one."""
        return squash(self.cover) if self.cover else None

    def live_aim(self) -> Aim | None:
        """Return the present aim; None without one."""
        data: Any = self.aim
        return Aim(**data) if data else None

    def suppression(self) -> Suppression | None:
        """Return the covering fire that they are under; None without any."""
        data: Any = self.suppressed
        return Suppression(**data) if data else None

    def read_grapple(self) -> GrappleDocument | None:
        """Return their side of the grapple with all its keys, `with`, `controls`, `hold`,
        `restrained` and `cover`; None if they are in none (ST-072)."""
        data: Any = self.grapple
        if not data:
            return None
        blank = {
            "with": None,
            "controls": None,
            "hold": False,
            "restrained": False,
            "cover": False,
        }
        return cast("GrappleDocument", {**blank, **data})

    def write_grapple(self, **changes: object) -> None:
        """Write these keys of their side of the grapple; the others stay."""
        data: Any = {**(self.read_grapple() or {}), **changes}
        self.grapple = data
