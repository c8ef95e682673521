"""Damage on its way through armor into the health track (ST-038, ST-147, ST-158 to ST-162);
covering fire, which falls on those who act (ST-095, ST-097, ST-R42)."""

from typing import NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.rulesets.kit.own.in_force import add_shares
from gmtrack.rulesets.storyteller.sheet.game import Game
from gmtrack.rulesets.storyteller.sheet.sheet import Weapon
from gmtrack.rulesets.storyteller.sheet.state import Fighter, Suppression
from gmtrack.rulesets.storyteller.tables import WORST_FIRST, Called, Mark, Place
from gmtrack.rulesets.storyteller.wounds.health import tag_by_damage, wound


class ArmorRating(NamedTuple):
    """Ballistic and general points of all armor that counts."""

    ballistic: int = 0
    general: int = 0


BARE = ArmorRating()
"""The rating without armor."""


def worn_armor(who: Fighter, place: Place | None = None) -> ArmorRating:
    """Return the armor rating of `who`: the best number of each kind, or by house rule the sum,
    with what own effects add. `place` None: no called shot; at a called place only pieces that
    cover it count, unless the house says otherwise (ST-147)."""
    pieces = who.sheet.armor
    rule = who.house.called_armor
    if place is not None and rule != "never_ignored":
        ignored = rule == "always_ignored"
        covering = tuple(piece for piece in pieces if place in piece.covers)
        pieces = () if ignored else covering
    ballistic = stack_ratings(who, [piece.ballistic for piece in pieces])
    general = stack_ratings(who, [piece.general for piece in pieces])
    # An effect on the armor as a whole counts for the general rating.
    general = add_shares(who, "armor", general)
    return ArmorRating(
        add_shares(who, "armor.ballistic", ballistic),
        add_shares(who, "armor.general", general),
    )


def stack_ratings(who: Fighter, ratings: list[int]) -> int:
    """Return what several pieces are worth together: the best, by house rule the sum."""
    if who.house.armor_stack == "sum":
        return sum(ratings)
    return max(ratings, default=0)


class Soaked(NamedTuple):
    """Points of damage after armor by kind, how many became bashing, how many were removed, and
    whether only the shock of a stopped hit is left (ST-161)."""

    points: dict[Mark, int]
    downgraded: int = 0
    removed: int = 0
    shock: bool = False

    @property
    def total(self) -> int:
        """The points that come through."""
        return sum(self.points.values())


def soak_damage(
    points: int, kind: Mark, armor: ArmorRating, *, firearm: bool, ap: int
) -> Soaked:
    """Return the points of one kind after armor, in the order of ST-160: ballistic, general,
    shock. `firearm`: ballistic armor counts. `ap`: the armor piercing, which comes off ballistic
    armor first."""
    ballistic = armor.ballistic if firearm else 0
    general = max(0, armor.general - max(0, ap - ballistic))
    downgraded = min(points, max(0, ballistic - ap)) if kind == "lethal" else 0
    left: dict[Mark, int] = {
        "aggravated": 0,
        "lethal": 0,
        "bashing": downgraded,
    }
    left[kind] += points - downgraded
    removed = 0
    for mark in WORST_FIRST:
        here = min(left[mark], general - removed)
        left[mark] -= here
        removed += here
    shock = kind == "lethal" and removed > 0 and removed == points
    if shock:
        left["bashing"] = 1
    through = {mark: number for mark, number in left.items() if number}
    return Soaked(through, downgraded, removed, shock)


class Hit(NamedTuple):
    """Damage on its way to a body: `base` the weapon modifier, which is in `modified`; `cover`
    the points that something in between takes off; `ap` the armor piercing that is left;
    `called` the place aimed at; `armored` False leaves out all armor; `most` the points that a
    pulled blow wants to do (ST-R37 `after_armor`)."""

    base: int
    modified: int
    type: Mark
    firearm: bool = False
    ap: int = 0
    cover: int = 0
    called: Called | None = None
    armored: bool = True
    most: int | None = None


def inflict_hit(game: Game, who: Fighter, hit: Hit, by: Fighter | None) -> Data:
    """Take a hit through armor into the health track of `who`, with the tag of a called shot,
    and return the `damage` of the document. Tells what armor did; the hit itself was told by
    `announce_hit`. `by`: whose hit it is, None for nobody's."""
    armor = (
        worn_armor(who, hit.called and hit.called.place)
        if hit.armored
        else BARE
    )
    points = hit.modified - hit.cover
    soaked = soak_damage(
        points, hit.type, armor, firearm=hit.firearm, ap=hit.ap
    )
    got = cap_damage(soaked, hit.most)
    # What armor did, step by step.
    if got.downgraded:
        game.report.tell("armor.ballistic", "note", count=got.downgraded)
    if got.removed:
        game.report.tell("armor.general", "note", count=got.removed)
    if got.shock:
        game.report.tell("armor.shock", "note")
    if not got.total:
        game.report.tell("through.none", "note", who=who.name)
    harm = wound(game, who, got.points, by)
    tag_by_damage(game, who, hit.called, got.total)
    doc: Data = {
        "base": hit.base,
        "modified": hit.modified,
        "type": hit.type,
        "cover": hit.cover,
        "downgraded": got.downgraded,
        "soaked": got.removed,
        "dealt": harm.dealt,
        "applied": harm.applied,
    }
    if got.shock:
        doc["shock"] = True
    return doc


def cap_damage(got: Soaked, most: int | None) -> Soaked:
    """Return the damage with at most `most` points, the mildest dropped first; unchanged if
    `most` is None."""
    if most is None:
        return got
    left: dict[Mark, int] = {}
    for mark in WORST_FIRST:
        left[mark] = min(got.points.get(mark, 0), most)
        most -= left[mark]
    kept = {mark: number for mark, number in left.items() if number}
    return got._replace(points=kept)


def announce_hit(game: Game, who: Fighter, hit: Hit) -> None:
    """Tell the damage that comes to `who`, before cover and armor."""
    key = "damage" if hit.base else "damage.bare"
    game.report.tell(
        key,
        "head",
        who=who.name,
        points=hit.modified,
        type=hit.type,
        base=hit.base,
    )


def put_under_fire(
    game: Game, by: Fighter, who: Fighter, weapon: Weapon, successes: int
) -> None:
    """Put `who` under the covering fire of `by` until the shooter's next turn, in place of other
    fire. Somebody who is down is only told of."""
    if not who.able:
        game.report.tell("suppressed.down", "note", who=who.name)
        return
    fire = Suppression(
        by.id,
        successes,
        weapon.damage,
        weapon.damage_type,
        weapon.armor_piercing,
    )
    with game.draft.by("ST-095"):
        who.suppressed = vars(fire).copy()  # type: ignore[assignment]
    game.report_effect(who, "suppressed", until="shooter-turn")
    game.report.tell("suppressed", "bad", who=who.name)


class CoveringFire:
    """Covering fire that falls on those who act in this command: before the action or after it,
    as the house rule `covering_first` says (ST-R42)."""

    def __init__(self, game: Game, acting: list[Fighter]) -> None:
        """Note the covering fire that each of `acting` is under at this moment. Depends on the
        house rule `covering_first`."""
        self._game = game
        self._under = [
            (who, fire) for who in acting if (fire := who.suppression())
        ]
        self._damage_first = game.house.covering_first == "damage"

    @property
    def comes_first(self) -> bool:
        """Whether there is any, and it falls before the action."""
        return self._damage_first and bool(self._under)

    def fall_before(self) -> None:
        """Let the fire fall, if it comes before the action."""
        if self._damage_first:
            self._fall()

    def fall_after(self) -> None:
        """Let the fire fall, if it comes after the action."""
        if not self._damage_first:
            self._fall()

    def _fall(self) -> None:
        """End the fire on each of them and deal its damage: successes and weapon, through armor,
        without Defense. The first one's damage goes into the report's body."""
        game = self._game
        for who, fire in self._under:
            with game.draft.by("ST-097"):
                who.suppressed = None
            # The successes of the fire and the weapon, through the armor; no Defense.
            points = max(0, fire.successes + fire.wm)
            game.report.tell("fire.falls", "head", who=who.name)
            hit = Hit(
                fire.wm,
                points,
                fire.damage_type,
                firearm=True,
                ap=fire.armor_piercing,
            )
            with game.draft.by("ST-097"):
                announce_hit(game, who, hit)
            by = fire.by if fire.by in game.draft.encounter.combatants else None
            damage = inflict_hit(
                game, who, hit, game.fighter(by) if by else None
            )
            damage["victim"] = who.id
            doc = {"by": fire.by, "hits": fire.successes, "damage": damage}
            game.report.body.setdefault("covering_fire", doc)
