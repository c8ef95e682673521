"""SS-BAR-12..19: an attack on a barrier itself."""

from typing import TYPE_CHECKING

from gmtrack.rulesets.swan_song.attack.barrier_in_the_way import (
    bullets_points,
    damage_obstacle,
    document,
    roll_barrier,
)
from gmtrack.rulesets.swan_song.attack.plan import Strike
from gmtrack.rulesets.swan_song.sheet.barriers import Obstacle

if TYPE_CHECKING:
    from gmtrack.rulesets.swan_song.attack.document import AttackDocument


def destroy(
    s: Strike, obstacle: Obstacle, hits: int, doc: "AttackDocument", *, critical: bool
) -> None:
    """An unopposed attack: all hits add to the damage value; only a critical glitch misses."""
    doc["defense"] = ["none"]
    doc["net_hits"] = hits
    if critical:
        doc["outcome"] = "miss"
        with s.game.draft.by("SS-BAR-13"):
            s.game.report.tell("net.miss", "note", attack=0, defense=0, net=0, target=obstacle.id)
        return
    doc["outcome"] = break_down(s, obstacle, hits, doc)
    if doc["outcome"] == "blocked":
        doc["why"] = "barrier"


def doubled_dv(s: Strike) -> int:
    """The base DV, doubled for explosives in contact and rockets."""
    if not (s.weapon.contact_barrier or s.weapon.kind == "rocket"):
        return s.base_dv()
    s.game.report.tell("laid-on", base=s.base_dv())
    return 2 * s.base_dv()


def break_down(s: Strike, obstacle: Obstacle, hits: int, doc: "AttackDocument") -> str:
    """What all hits do to it: the outcome; writes `damage` and `barrier` into the document."""
    game = s.game
    base = doubled_dv(s)
    modified = base + hits
    with game.draft.by("SS-BAR-12"):
        game.report.tell("dv", base=base, net=hits, modified=modified)
    armor = max(0, obstacle.armor - s.weapon.arp)
    weak = modified < armor if game.house.barrier_equal == "passes" else modified <= armor
    taken = 0
    if s.track() == "health" and not (weak and game.house.destroy_needs_exceed):
        if s.weapon.is_piercing:
            taken = bullets_points(s)
        else:
            taken = max(0, modified - roll_barrier(s, obstacle, armor, "SS-BAR-18"))
    damage_obstacle(game, obstacle, taken, s.weapon.damage_type)
    doc["damage"] = {
        "base": base, "modified": modified, "armor": armor, "soaked": modified - taken,
        "dealt": taken, "track": s.track(), "type": s.weapon.damage_type, "applied": [],
    }  # fmt: skip
    doc["barrier"] = document(game, obstacle, armor, taken, 0)
    with game.draft.by("SS-BAR-18, SS-BAR-19, R-BAR-10, R-BAR-12"):
        game.report.tell(
            "barrier.broken" if taken else "barrier.stopped", "head", barrier=obstacle.id,
            armor=armor, dv=modified, taken=taken, hole=doc["barrier"]["hole_m2"], through=0,
        )  # fmt: skip
    return "hit" if taken else "blocked"
