"""The live state as typed windows: what play changes, and what it is at first."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from gmtrack.core.encounter import Data
from gmtrack.core.keys import Key
from gmtrack.core.names import squash
from gmtrack.core.record import Bounds, Form, derived, stored
from gmtrack.core.values import frozen
from gmtrack.rulesets.kit.seated import CombatantState, FightNotes
from gmtrack.rulesets.storyteller.sheet.sheet import Count, WeaponData
from gmtrack.rulesets.storyteller.tables.health import Mark
from gmtrack.rulesets.storyteller.tables.kinds import Place, TagName

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


def by_id(data: Mapping[str, Any]) -> dict[str, Any]:
    """A map whose keys are ids, however a hand has written them; one as it is typed comes
    first."""
    return {squash(key): value for key, value in data.items()} | dict(data)


def of(data: Mapping[str, Any], name: str, otherwise: Any) -> Any:
    """What such a map says of an id."""
    if not data or name in data:
        return data.get(name, otherwise)
    return by_id(data).get(name, otherwise)


@frozen
class Aim:
    """ST-085, ST-086"""

    target: str
    bonus: Annotated[int, Bounds(0, 3)] = 1

    def to_data(self) -> Data:
        return vars(self).copy()


@frozen
class Tag:
    """ST-150: a condition that a hit at one place left."""

    tag: TagName
    location: Place | None = None
    until: str = "scene"

    def to_data(self) -> Data:
        return vars(self).copy()


@frozen
class Suppression:
    """ST-095, ST-097: the covering fire that somebody is under."""

    by: str
    successes: Count
    wm: Number = 0
    damage_type: Mark = "lethal"
    armor_piercing: Count = 0

    def to_data(self) -> Data:
        return vars(self).copy()


class Grapple:
    """ST-072 to ST-083: with whom, the weapon that this one controls, the hold (of both), whether
    this one is restrained, and whether this one has the other for cover."""

    with_: str
    controls: str | None = None
    hold: bool = False
    restrained: bool = False
    cover: bool = False


class FightState(FightNotes):
    """What belongs to nobody."""

    round: Count = stored(0, until="fight")
    acting: str | None = stored(None, until="fight")
    phase: Literal["not-started", "acting", "round-over"] = derived(
        lambda fight: fight.first_phase, until="fight"
    )
    interrupted: list[str] = derived(lambda _: [], until="fight")
    """Whose turn goes on when the one acting has finished (`intervene`), the last one first."""
    structure: dict[str, Count] = derived(lambda _: {})
    """What is left of the pieces of cover that were hit."""

    @property
    def first_phase(self) -> str:
        """What a file means that names the round and whose turn it is, and no phase."""
        if self.acting:
            return "acting"
        return "round-over" if self.round else "not-started"

    @property
    def running(self) -> bool:
        """Turns and actions count."""
        return self.phase != "not-started"


class LiveState(CombatantState):
    """What play knows of one combatant."""

    bashing: Count = 0
    lethal: Count = 0
    aggravated: Count = 0
    willpower_left: Count = derived(lambda f: f.willpower)
    initiative: Number | None = stored(None, until="fight")
    tiebreak: list[int] = derived(lambda _: [], until="fight")
    """ST-021: the dice of the roll-offs."""
    ap: Annotated[int, Bounds(0, 1)] = stored(1, until="round")
    acted: bool = stored(False, until="round")
    moved: Count = stored(0, until="round")
    wielded: list[str] | str = derived(lambda f: f.first_wielded(), until="place")
    weapon_at: dict[str, Whereabouts] = derived(lambda _: {})
    taken: dict[Key, WeaponData] = derived(lambda _: {})
    """Weapons that came from others, as they stood on their sheets."""
    lost: list[str] = derived(lambda _: [])
    """Weapons of the sheet that others have taken."""
    ammo: dict[str, Count] = derived(lambda _: {})
    structure: dict[str, Count] = derived(lambda _: {})
    cover: str | None = derived(lambda f: f.sheet.cover, until="place")
    shield: str | None = stored(None, until="fight")
    delaying: bool = stored(False, until="round")
    held_over: bool = stored(False, until="fight")
    on_top: bool = stored(False, until="fight")
    top_round: Count = stored(0, until="fight")
    """The round for which `on_top` was paid."""
    extra_turn: bool = stored(False, until="round")
    """ST-R11 `early_extra`: this turn of a held-over one is not their own."""
    granted: bool = stored(False, until="round")
    """ST-076: may act at once, whoever's turn it is."""
    decay: Count = stored(0, until="turn")
    defended: bool = stored(False, until="round")
    no_defense: list[Reason] = derived(lambda _: [], until="place")
    wp_defense: list[str] = derived(lambda _: [], until="turn")
    dodging: bool = stored(False, until="place")
    dodge_round: Count = stored(0, until="fight")
    """The round in which the dodge was declared."""
    dodged: list[str] = derived(lambda _: [], until="place")
    off_balance: Literal["none", "pending", "active"] = stored("none", until="fight")
    guard: Literal["none", "static"] = stored("none", until="turn")
    parried: Count = stored(0, until="turn")
    aim: Aim | None = stored(None, until="fight")
    aimed: bool = stored(False, until="turn")
    """ST-086: this turn has raised the aim."""
    grapple: Annotated[Data, Form(Grapple)] | None = stored(None, until="place")
    controls_of: str | None = stored(None, until="place")
    """ST-077: whose weapon it is that this one controls."""
    grab_round: Count = stored(0, until="place")
    contested: bool = stored(False, until="round")
    """ST-074: the contest of this round has been rolled."""
    moves_due: Count = stored(0, until="place")
    """Moves won and not yet named."""
    move_points: Count = stored(0, until="place")
    """ST-078: the successes with which they were won."""
    prone: bool = stored(False, until="place")
    tags: list[Tag] = derived(lambda _: [], until="fight")
    suppressed: Suppression | None = stored(None, until="fight")
    conscious: bool = derived(lambda f: not f.track.failing)
    dying: bool = derived(lambda f: f.track.failing and not f.track.destroyed)
    dying_rounds: Count = 0
    dead: bool = derived(lambda f: f.track.destroyed)
    downed_by: str | None = None
    killed: list[str] = derived(lambda _: [], until="fight")
    timed: dict[EffectName, Count] = derived(lambda _: {}, until="fight")
    """Effects that the GM has set for so many rounds."""
