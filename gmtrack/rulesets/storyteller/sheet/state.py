"""The live state; and one combatant in the fight: sheet and live state, what follows from both."""

from collections.abc import Iterable, Iterator
from types import MappingProxyType
from typing import Annotated, Any, Literal, TypedDict, cast

from gmtrack.core.encounter import Data
from gmtrack.core.keys import Key
from gmtrack.core.names import squash
from gmtrack.core.record import Bounds, Form, derived, live, stored
from gmtrack.core.report import Part
from gmtrack.core.values import frozen
from gmtrack.rulesets.kit.own.in_force import Follows, added, split
from gmtrack.rulesets.kit.seated import Combatant, CombatantState, FightNotes
from gmtrack.rulesets.kit.sheet import ThingState, kept
from gmtrack.rulesets.storyteller.rulings import House
from gmtrack.rulesets.storyteller.sheet.sheet import Count, Sheet, Track, Weapon
from gmtrack.rulesets.storyteller.tables import UNARMED, Mark, Place, TagName

Number = Annotated[int, Bounds(-1_000_000, 1_000_000)]
Whereabouts = Literal["carried", "dropped", "wrecked"]
Reason = Literal[
    "surprised", "charge", "all-out", "reload", "botch", "hold", "immobilized", "unconscious",
    "helpless",
]  # fmt: skip
EffectName = Literal[
    "surprised", "prone", "arm-wrack", "leg-wrack", "blinded-eye", "stunned", "heart-struck",
    "immobilized", "helpless", "unconscious", "dying", "off-balance", "dodging", "static", "hold",
    "grappling", "suppressed", "aiming", "charge", "all-out", "reload",
]  # fmt: skip


@frozen
class Aim:
    """ST-085, ST-086"""

    target: str
    bonus: Annotated[int, Bounds(0, 3)] = 1


@frozen
class Tag:
    """ST-150: a condition that a hit at one place left."""

    tag: TagName
    location: Place | None = None
    until: str = "scene"


@frozen
class Suppression:
    """ST-095, ST-097: the covering fire that somebody is under."""

    by: str
    successes: Count
    wm: Number = 0
    damage_type: Mark = "lethal"
    armor_piercing: Count = 0


class Grapple:
    """ST-072 to ST-083: with whom, the weapon that this one controls, the hold (of both), whether
    this one is restrained, and whether this one has the other for cover."""

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
"""The same as it is read, whole."""


class Healing:
    """Minutes of rest that the next box to heal has behind it, and of what kind that is."""

    kind: Mark
    minutes: Count


class FightState(FightNotes):
    """What belongs to nobody."""

    round: Count = stored(0, until="fight")
    acting: str | None = stored(None, until="fight")
    phase: Literal["not-started", "acting", "round-over"] = derived(
        lambda fight: (
            "acting"
            if fight.acting
            else "round-over"
            if fight.round
            else "not-started"
        ),
        until="fight",
    )
    """Where a file does not say it, it follows from the round and from whose turn it is."""
    interrupted: list[str] = derived(lambda _: [], until="fight")
    """Whose turn goes on when the one acting has finished (`intervene`), the last one first."""
    structure: dict[str, Count] = derived(lambda _: {})
    """What is left of the pieces of cover that were hit."""

    @property
    def running(self) -> bool:
        """Turns and actions count."""
        return self.phase != "not-started"


OUT = {"out": "ST-R58"}
"""What nobody does who is out or bound."""
GONE = {"leaves": "ST-R58"}
"""What somebody leaves behind who leaves the fight."""


class LiveState(CombatantState):
    """What play knows of one combatant."""

    bashing: Count = 0
    lethal: Count = 0
    aggravated: Count = 0
    willpower_left: Count = derived(lambda f: f.willpower)
    initiative: Number | None = stored(None, until="fight", ends=GONE)
    tiebreak: list[int] = derived(
        lambda _: [], until="fight", ends=GONE, gone=[]
    )
    """ST-021: the dice of the roll-offs."""
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
    """Weapons of the sheet that others have taken."""
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
    """ST-R60: the shield lasts only as long as it is held, or helpless."""
    delaying: bool = stored(False, until="round", ends=OUT)
    held_over: bool = stored(False, until="fight", ends=OUT | GONE)
    on_top: bool = stored(False, until="fight", ends=GONE)
    top_round: Count = stored(0, until="fight", ends=GONE)
    """The round for which `on_top` was paid."""
    extra_turn: bool = stored(False, until="round")
    """ST-R11 `early_extra`: this turn of a held-over one is not their own."""
    granted: bool = stored(False, until="round", ends=OUT)
    """ST-076: may act at once, whoever's turn it is."""
    decay: Count = stored(0, until="turn")
    defended: bool = stored(False, until="round")
    no_defense: list[Reason] = derived(lambda _: [], until="encounter")
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
    """ST-086: this turn has raised the aim."""
    grapple: Annotated[Data, Form(Grapple)] | None = stored(
        None, until="encounter"
    )
    holds: bool = stored(False, until="encounter")
    """ST-081: who of the two in a hold holds the other."""
    controls_of: str | None = stored(None, until="encounter")
    """ST-077: whose weapon it is that this one controls."""
    grab_round: Count = stored(0, until="encounter")
    contested: bool = stored(False, until="round")
    """ST-074: the contest of this round has been rolled."""
    moves_due: Count = stored(0, until="encounter")
    """Moves won and not yet named."""
    move_points: Count = stored(0, until="encounter")
    """ST-078: the successes with which they were won."""
    prone: bool = stored(False, until="place", ends={"runs": "ST-133, ST-R59"})
    tags: list[Tag] = derived(lambda _: [], until="fight")
    suppressed: Suppression | None = stored(None, until="fight", ends=GONE)
    conscious: bool = derived(lambda f: not f.track.failing)
    dying: bool = derived(lambda f: f.track.failing and not f.track.destroyed)
    dying_rounds: Count = 0
    dead: bool = derived(lambda f: f.track.destroyed)
    downed_by: str | None = None
    healing: Annotated[Data, Form(Healing)] | None = None
    """ST-REST-03: what is over of the time of the next box."""
    aided: bool = False
    """Whether field care has emptied a box today (ST-REST-08)."""
    killed: list[str] = derived(lambda _: [], until="fight")
    timed: dict[EffectName, Count] = derived(lambda _: {})
    """Effects that the GM has set for so many rounds."""


GUN_AS_CLUB = 5
"""ST-R20: the structure of a gun whose sheet says nothing."""


class WeaponState(ThingState):
    """What play keeps of a weapon: the bullets left, as far as they are counted; the structure
    left; where it is."""

    who: "Fighter"
    ammo: int = kept(lambda own: own.who.weapon(own.id).capacity)
    structure: int = kept(lambda own: own.who.full_structure(own.id))
    weapon_at: Whereabouts = kept(lambda _: "carried")


SAME = {"control": "composure", "composure": "control"}
"""ST-R04: they stand in for each other, 2 where neither is there."""


Rank = tuple[bool, int, int, list[int]]


class Fighter(LiveState, Combatant[Sheet, House]):
    READ = staticmethod(Sheet.of)
    FROM = MappingProxyType(
        {
            "initiative_mod": (),
            "willpower": (),
            "boxes": (),
            "track": ("boxes", "bashing", "lethal", "aggravated"),
            "wound_penalty": ("track",),
            "status": ("track", "dead", "dying", "conscious"),
            "able": ("status",),
            "hands": ("wielded", "weapon_at"),
            "malus": ("hands", "taken", "lost"),
            "rank": (
                "initiative_mod",
                "malus",
                "on_top",
                "initiative",
                "tiebreak",
            ),
        }
    )

    # --- the sheet's own numbers ---

    def trait(self, name: str) -> int:
        sheet = self.sheet
        if name not in SAME:
            return (
                int(getattr(sheet, name))
                if hasattr(sheet, name)
                else sheet.skill(name)
            )
        given, other = getattr(sheet, name), getattr(sheet, SAME[name])
        return (
            added(self, name, 2 if other is None else other)
            if given is None
            else given
        )

    def trait_parts(self, name: str, rules: str) -> list[Part]:
        """The same as it goes into a roll."""
        path = name if hasattr(self.sheet, name) else f"skills.{name}"
        return split(self, path, Part(name, self.trait(name), rules))

    @live
    def initiative_mod(self) -> int:
        """ST-018"""
        given = self.sheet.initiative_mod
        base = self.sheet.dexterity + self.sheet.wits
        return added(self, "initiative_mod", base) if given is None else given

    @live
    def willpower(self) -> int:
        given = self.sheet.willpower
        base = self.sheet.resolve + self.trait("control")
        return added(self, "willpower", base) if given is None else given

    @live
    def boxes(self) -> int:
        """ST-163"""
        given = self.sheet.health
        base = self.sheet.size + self.sheet.stamina
        return added(self, "health", base) if given is None else given

    # --- health ---

    @live
    def track(self) -> Track:
        return Track(self.boxes, self.bashing, self.lethal, self.aggravated)

    @live
    def wound_penalty(self) -> int:
        """ST-167: 0 to 3."""
        return self.track.penalty

    @live
    def status(self) -> str:
        """The first that fits: dead, dying, up, unconscious. What nobody has set by hand follows
        from the track, which is looked at once."""
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
    def able(self) -> bool:
        return self.status == "up"

    @property
    def is_beaten_down(self) -> bool:
        """ST-R34 `beaten_down`: more than stamina bashing, or anything worse."""
        return (
            self.bashing > self.sheet.stamina
            or self.lethal + self.aggravated > 0
        )

    # --- Defense ---

    @live
    def reasons(self) -> list[Reason]:
        """ST-044: why they have no Defense; empty if they have it."""
        found = set(self.no_defense)
        if not self.able:
            found.add("unconscious")
        hold = self.read_grapple()
        if hold and hold["hold"]:
            found.add("hold")
        return sorted(found)

    def lose_defense(self, reason: Reason) -> None:
        """From now on they have no Defense for this reason."""
        if reason not in self.no_defense:
            self.no_defense = sorted([*self.no_defense, reason])

    def regain_defense(self, *reasons: Reason) -> None:
        """These reasons are over."""
        if set(reasons) & set(self.no_defense):
            self.no_defense = [
                reason for reason in self.no_defense if reason not in reasons
            ]

    # --- tags ---

    def tag_list(self) -> list[Tag]:
        found: list[Any] = self.tags
        return [Tag(**tag) for tag in found]

    def has_tag(self, name: str) -> bool:
        found: list[Any] = self.tags
        return any(tag["tag"] == name for tag in found)

    def suffers(self, name: str) -> bool:
        """ST-151, ST-R28: has the tag, and tags do something."""
        return self.has_tag(name) and self.house.tag_effects == "parent"

    # --- weapons ---

    def weapon_data(self) -> dict[str, Data]:
        """All weapons as they stand on sheets, by id; those taken from others too. `unarmed` is
        always there."""
        own: dict[str, Any] = dict(self.sheet.weapons)
        taken: dict[str, Any] = {
            squash(name): data for name, data in self.taken.items()
        }
        kept = {
            name: data for name, data in own.items() if name not in self.lost
        }
        return {UNARMED: {"kind": UNARMED}} | kept | taken

    def weapons(self) -> dict[str, Weapon]:
        return (
            self._read_weapons()
            if self.taken or self.lost
            else self.own_weapons
        )

    @Follows
    def own_weapons(self) -> dict[str, Weapon]:
        return self._read_weapons()

    def _read_weapons(self) -> dict[str, Weapon]:
        kind = self.sheet.kind
        return {
            name: Weapon.of(data, owner_kind=kind)
            for name, data in self.weapon_data().items()
        }

    def weapon(self, name: str) -> Weapon:
        return self.weapons()[name]

    def first_wielded(self) -> list[str]:
        """`wielded`: the first weapon, if nothing is said."""
        told = self.sheet.wielded
        if told is None:
            return [next(iter(self.sheet.weapons), UNARMED)]
        words = [told] if isinstance(told, str) else list(told)
        return [squash(word) for word in words] or [UNARMED]

    @live
    def hands(self) -> list[str]:
        """What is in hand; `unarmed` where nothing is that is still theirs to hold."""
        told = self.wielded
        names = [
            squash(name) for name in ([told] if isinstance(told, str) else told)
        ]
        return [
            name
            for name in names
            if self.weapon_state(name).weapon_at == "carried"
        ] or [UNARMED]

    @live
    def malus(self) -> int:
        """ST-019: the worst initiative malus in hand."""
        return self.malus_of(self.hands)

    @live
    def rank(self) -> Rank:
        """In the order of a round: on top, score, modifier with malus, dice of the roll-offs."""
        modifier = self.initiative_mod + self.malus
        return (
            self.on_top,
            self.initiative or 0,
            modifier,
            list(self.tiebreak),
        )

    def malus_of(self, names: Iterable[str]) -> int:
        weapons = self.weapons()
        return min(
            (weapons[name].initiative for name in names if name in weapons),
            default=0,
        )

    def gear_effects(self) -> Iterator[tuple[str, str]]:
        weapons = self.weapons()
        for name in self.hands:
            if name in weapons and (effect := weapons[name].effect):
                yield name, effect
        for piece in self.written_sheet.armor:
            if effect := piece.effect:
                yield piece.name, effect

    def weapon_state(self, name: str) -> "WeaponState":
        return WeaponState(self, name)

    def use_ammo(self, name: str, bullets: int) -> None:
        """Fire so many; never below 0."""
        if self.weapon(name).capacity:
            self.weapon_state(name).ammo = max(
                0, self.weapon_state(name).ammo - bullets
            )

    def full_structure(self, name: str) -> int:
        """The structure that a weapon had at first; of a long gun, which wears out as a club only,
        ST-R20's, unless its sheet says more."""
        weapon = self.weapon(name)
        club = (
            weapon.kind == "firearm"
            and self.weapon_data()[name].get("structure") is None
        )
        return GUN_AS_CLUB if club else weapon.structure

    # --- conditions ---

    @property
    def cover_id(self) -> str | None:
        """The id of the piece of cover that they have taken."""
        return squash(self.cover) if self.cover else None

    def live_aim(self) -> Aim | None:
        data: Any = self.aim
        return Aim(**data) if data else None

    def suppression(self) -> Suppression | None:
        data: Any = self.suppressed
        return Suppression(**data) if data else None

    def read_grapple(self) -> GrappleDocument | None:
        """ST-072: the grapple, whole."""
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
        """Some of what a grapple is to this one is different from now on."""
        data: Any = {**(self.read_grapple() or {}), **changes}
        self.grapple = data
