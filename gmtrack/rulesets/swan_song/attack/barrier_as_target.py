"""SS-BAR-12..19: an attack on a barrier itself."""

from typing import TYPE_CHECKING

from gmtrack.rulesets.swan_song.attack.barrier_in_the_way import (
    bullets_points,
    damage_obstacle,
    document,
    roll_barrier,
)
from gmtrack.rulesets.swan_song.attack.plan import Strike
from gmtrack.rulesets.swan_song.dice.rolls import TestResult
from gmtrack.rulesets.swan_song.sheet.barriers import Obstacle

if TYPE_CHECKING:
    from gmtrack.rulesets.swan_song.attack.document import AttackDocument


def destroy(s: Strike, obstacle: Obstacle, rolled: TestResult, doc: "AttackDocument") -> None:
    """An unopposed attack: all hits add to the damage value (SS-BAR-12); only a critical glitch
    misses (SS-BAR-13)."""
    doc["defense"] = ["none"]
    doc["net_hits"] = rolled.counted
    if rolled.glitch == "critical":
        doc["outcome"] = "miss"
        s.game.report.tell("net.miss", "note", attack=0, defense=0, net=0, target=obstacle.id)
        return
    doc["outcome"] = break_down(s, obstacle, rolled.counted, doc)
    if doc["outcome"] == "blocked":
        doc["why"] = "barrier"


def break_down(s: Strike, obstacle: Obstacle, hits: int, doc: "AttackDocument") -> str:
    """SS-BAR-15..19, R-BAR-10..12"""
    game = s.game
    doubled = s.weapon.contact_barrier or s.weapon.kind == "rocket"
    base = s.base_dv() * (2 if doubled else 1)
    modified = base + hits
    if doubled:
        game.report.tell("laid-on", base=s.base_dv())
    game.report.tell("dv", base=base, net=hits, modified=modified)
    armor = max(0, obstacle.armor - s.weapon.arp)
    weak = modified < armor if game.house.barrier_equal == "passes" else modified <= armor
    taken = 0
    if s.track() == "health" and not (weak and game.house.destroy_needs_exceed):
        taken = (
            bullets_points(s)
            if s.weapon.is_piercing
            else max(0, modified - roll_barrier(s, obstacle, armor))
        )
    damage_obstacle(game, obstacle, taken, s.weapon.damage_type)
    doc["damage"] = {
        "base": base, "modified": modified, "armor": armor, "soaked": modified - taken,
        "dealt": taken, "track": s.track(), "type": s.weapon.damage_type, "applied": [],
    }  # fmt: skip
    doc["barrier"] = document(game, obstacle, armor, taken, 0)
    key = "barrier.broken" if taken else "barrier.stopped"
    game.report.tell(
        key, "head", barrier=obstacle.id, armor=armor, dv=modified, taken=taken,
        hole=doc["barrier"]["hole_m2"], through=0,
    )  # fmt: skip
    return "hit" if taken else "blocked"
