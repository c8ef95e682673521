"""Damage from any source on its way through armor into the health track (ST-038)."""

from typing import TYPE_CHECKING, NamedTuple

from gmtrack.rulesets.storyteller.sheet.game import Game
from gmtrack.rulesets.storyteller.sheet.live import Fighter
from gmtrack.rulesets.storyteller.tables.health import WORST_FIRST, Mark
from gmtrack.rulesets.storyteller.tables.places import Called
from gmtrack.rulesets.storyteller.wounds.armor import BARE, Soaked, soak, worn
from gmtrack.rulesets.storyteller.wounds.health import wound
from gmtrack.rulesets.storyteller.wounds.tags import tag_after

if TYPE_CHECKING:
    from gmtrack.rulesets.storyteller.wounds.document import DamageDocument


class Hit(NamedTuple):
    """Damage on its way to a body: `base` the weapon modifier in `modified`, `cover` what
    something in between has taken off, `ap` the armor piercing that is left, `most` the points
    that a pulled blow wants to do (ST-R37 `after_armor`)."""

    base: int
    modified: int
    type: Mark
    firearm: bool = False
    ap: int = 0
    cover: int = 0
    called: Called | None = None
    armored: bool = True
    most: int | None = None


def inflict(game: Game, who: Fighter, hit: Hit, by: Fighter | None) -> "DamageDocument":
    """Take it through the armor into the row; the keys of `damage`. It has been announced."""
    armor = worn(who, hit.called and hit.called.place) if hit.armored else BARE
    points = hit.modified - hit.cover
    got = capped(soak(points, hit.type, armor, firearm=hit.firearm, ap=hit.ap), hit.most)
    tell_armor(game, who, got)
    harm = wound(game, who, got.points, by)
    tag_after(game, who, hit.called, got.total)
    doc: DamageDocument = {
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


def capped(got: Soaked, most: int | None) -> Soaked:
    """What is above the maximum is dropped, the mildest points first."""
    if most is None:
        return got
    left: dict[Mark, int] = {}
    for mark in WORST_FIRST:
        left[mark] = min(got.points.get(mark, 0), most)
        most -= left[mark]
    return got._replace(points={mark: n for mark, n in left.items() if n})


def announce(game: Game, who: Fighter, hit: Hit) -> None:
    """What is on its way to somebody, before anything takes its share."""
    key = "damage" if hit.base else "damage.bare"
    game.report.tell(key, "head", who=who.name, points=hit.modified, type=hit.type, base=hit.base)


def tell_armor(game: Game, who: Fighter, got: Soaked) -> None:
    """What armor did, step by step."""
    if got.downgraded:
        game.report.tell("armor.ballistic", "note", count=got.downgraded)
    if got.removed:
        game.report.tell("armor.general", "note", count=got.removed)
    if got.shock:
        game.report.tell("armor.shock", "note")
    if not got.total:
        game.report.tell("through.none", "note", who=who.name)
