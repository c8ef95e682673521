"""SS-BAR-12..19: an attack on a barrier itself."""

from gmtrack.core.encounter import Data
from gmtrack.rulesets.swan_song.attack.modifiers import barrier_attack_parts
from gmtrack.rulesets.swan_song.attack.plan import Plan, Strike
from gmtrack.rulesets.swan_song.attack.through_barrier import (
    bullets_points,
    damage_obstacle,
    document,
    roll_barrier,
)
from gmtrack.rulesets.swan_song.dice.karma import Karma
from gmtrack.rulesets.swan_song.dice.pools import halved, skill_parts
from gmtrack.rulesets.swan_song.dice.rolls import TestResult, roll_test
from gmtrack.rulesets.swan_song.sheet.barriers import Obstacle


def destroy(plan: Plan, karma: Karma) -> None:
    """An unopposed attack: all hits add to the damage value (SS-BAR-12, -13)."""
    s, obstacle = plan.strikes[0], plan.obstacle
    assert obstacle is not None
    game, doc = plan.game, plan.game.report.body
    doc |= {"target": obstacle.id, "weapon": s.weapon_id, "defense": ["none"]}
    result = roll_on_barrier(s, karma)
    doc["net_hits"] = result.counted
    if result.glitch == "critical":
        doc["outcome"] = "miss"
        game.report.tell("net.miss", "note", attack=0, defense=0, net=0, target=obstacle.id)
        return
    doc["outcome"] = break_down(s, obstacle, result.counted, doc)
    if doc["outcome"] == "blocked":
        doc["why"] = "barrier"


def roll_on_barrier(s: Strike, karma: Karma) -> TestResult:
    """Attack skill, or with `demolitions` LOG + demolitions [ML] (SS-BAR-14, R-BAR-14)."""
    who = s.attacker
    if s.told.has("demolitions", who.id):
        base = skill_parts(s.game, who, "logic", "demolitions")
        limit = who.mental_limit
    else:
        base = skill_parts(s.game, who, s.weapon.attribute, s.weapon.skill)
        limit = s.limit()
    parts = halved(who, base) + karma.dice_part(who) + barrier_attack_parts(s)
    return roll_test(s.game, "attack", who.id, parts, limit, reroll=karma.rerolls(who))


def break_down(s: Strike, obstacle: Obstacle, hits: int, doc: Data) -> str:
    """SS-BAR-15..19, R-BAR-10..12"""
    game = s.game
    doubled = s.weapon.contact_barrier or s.weapon.kind == "rocket"
    base = s.base_dv() * (2 if doubled else 1)
    modified = base + hits
    if doubled:
        game.report.tell("laid-on", base=s.base_dv())
    game.report.tell("dv", base=base, net=hits, modified=modified)
    armor = max(0, obstacle.armor - s.weapon.arp)
    weak = modified < armor if game.house.choice("barrier_equal", "passes") else modified <= armor
    taken = 0
    if s.track() == "health" and not (weak and game.house.on("destroy_needs_exceed")):
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
