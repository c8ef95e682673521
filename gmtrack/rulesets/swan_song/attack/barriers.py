"""Attacks through an obstacle, and on a barrier itself (SS-BAR, SS-COV-07)."""

from typing import NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.core.report import Part
from gmtrack.rulesets.swan_song.attack.plan import Strike
from gmtrack.rulesets.swan_song.dice import ROLLS, TestSpec, roll_test
from gmtrack.rulesets.swan_song.sheet.game import Game, Obstacle
from gmtrack.rulesets.swan_song.wounds.damage import tick_health


class Passage(NamedTuple):
    """The damage value that passes an obstacle, 0 when it is stopped.

    `after_soak` are points that a house rule takes off only after the soak."""

    through: int
    after_soak: int = 0


def obstacle_in_the_way(s: Strike, *, tie: bool) -> Obstacle | None:
    """Return the obstacle that the attack must penetrate, or None.

    A transparent barrier always is, any other if it hides the target completely or the attack
    ties against its cover (`tie`). The target's own body never is."""
    between = s.crossed
    if between is None or between.id == s.target.id:
        return None
    return between if between.transparent or s.concealed or tie else None


def cross_obstacle(s: Strike, damage: Data, doc: Data, *, tie: bool) -> Passage:
    """Take the damage value through the obstacle in the way, if any, and return what passes.
    `tie`: the attack ties against the target's cover.

    Damages the obstacle, writes `barrier` into the document and `after_barrier` into `damage`,
    and tells of it. Depends on the house rules `barrier_equal` and `strain_vs_barrier`."""
    game, modified = s.game, damage["modified"]
    obstacle = obstacle_in_the_way(s, tie=tie)
    if obstacle is None:
        return Passage(modified)
    armor = max(0, obstacle.armor - s.weapon.arp)
    equal_passes = game.house.barrier_equal == "passes"
    weak = modified < armor if equal_passes else modified <= armor
    strain = s.weapon.dealt_to == "strain"
    if strain and game.house.strain_vs_barrier == "passes":
        passage, taken = Passage(modified), 0
    elif weak or strain:
        passage, taken = Passage(0), 0
    elif s.weapon.is_piercing:
        passage, taken = pierce_barrier(s, modified)
    else:
        passage, taken = smash_barrier(s, obstacle, armor, modified)
    damage_obstacle(game, obstacle, taken, s.weapon.damage_type)
    doc["barrier"] = barrier_document(
        game, obstacle, armor, taken, passage.through
    )
    damage["after_barrier"] = passage.through
    game.report.tell(
        "barrier.through" if passage.through else "barrier.stopped", "note",
        barrier=obstacle.id, armor=armor, dv=modified, taken=taken, through=passage.through,
    )  # fmt: skip
    return passage


def pierce_barrier(s: Strike, modified: int) -> tuple[Passage, int]:
    """Return what passes a barrier by a piercing attack, and the points that the barrier takes:
    1 to 4 by the bullets, without a roll. Depends on the house rules `barrier_subtract` and
    `penetration_barrier_damage`."""
    none = s.game.house.penetration_barrier_damage == "none"
    points = 0 if none else piercing_points(s)
    if s.game.house.barrier_subtract == "after_soak":
        return Passage(modified, points), points
    return Passage(max(0, modified - points)), points


def piercing_points(s: Strike) -> int:
    """Return the points that a piercing attack takes off a barrier: by the firing mode, else 1."""
    return s.mode.barrier_points if s.weapon.kind == "ranged" else 1


def smash_barrier(
    s: Strike, obstacle: Obstacle, armor: int, modified: int
) -> tuple[Passage, int]:
    """Roll the barrier's resistance, and return what passes it and the damage that it takes."""
    hits = roll_barrier(s, obstacle, armor, ROLLS["barrier"])
    unresisted = max(0, modified - hits)
    taken = min(unresisted, structure_left(s.game, obstacle))
    return Passage(unresisted - taken), taken


def roll_barrier(s: Strike, obstacle: Obstacle, armor: int, rules: str) -> int:
    """Roll `barrier`, Structure and modified armor without wounds, and return the hits."""
    parts = [
        Part("structure", obstacle.structure, rules),
        Part("armor", obstacle.armor, rules),
    ]
    if armor != obstacle.armor:
        parts.append(Part("arp", armor - obstacle.armor, "R-BAR-2"))
    # A body may have effects of the GM's own.
    about = s.roll_context(defends=True)
    parts += s.game.collect_gm_parts(
        obstacle.body or obstacle, "barrier", about=about
    )
    test = TestSpec(s.roll_name("barrier"), obstacle.id, parts, rules=rules)
    return roll_test(s.game, test).counted


def damage_suffered(game: Game, obstacle: Obstacle) -> tuple[int, int]:
    """Return the damage that an obstacle has taken in all, and the size of its hole in square
    metres."""
    state = game.fight.barriers.get(obstacle.id) or {}
    return int(state.get("damage_taken", 0)), int(state.get("hole_m2", 0))


def structure_left(game: Game, obstacle: Obstacle) -> int:
    """Return the points left of the present square metre; a living body is always whole
    (R-BAR-13, R-BAR-15). Depends on the house rule `barrier_cumulative`."""
    living = obstacle.body is not None and obstacle.body.status != "dead"
    if living or not game.house.barrier_cumulative:
        return obstacle.per_m2
    return (
        obstacle.per_m2 - damage_suffered(game, obstacle)[0] % obstacle.per_m2
    )


def damage_obstacle(
    game: Game, obstacle: Obstacle, taken: int, kind: str
) -> None:
    """Take damage off an obstacle, with the hole that it makes, or off the pools of a living
    body (SS-BAR-30). Does nothing if `taken` is 0 or less. Depends on the house rule
    `barrier_cumulative`."""
    if taken <= 0:
        return
    body = obstacle.body
    if body is not None and body.status != "dead":
        tick_health(game, body, taken, None, kind)
        return
    before, hole = damage_suffered(game, obstacle)
    if game.house.barrier_cumulative:
        total = before + taken
        hole = total // obstacle.per_m2
    else:
        hole += taken // obstacle.per_m2
        total = hole * obstacle.per_m2
    state = {"damage_taken": total, "hole_m2": hole}
    with game.draft.by("SS-BAR-19, R-BAR-6, R-BAR-7"):
        game.fight.barriers = {**game.fight.barriers, obstacle.id: state}


def barrier_document(
    game: Game, obstacle: Obstacle, armor: int, taken: int, through: int
) -> Data:
    """Return the `barrier` of `attack --json`: `id`, `armor`, `damage` (taken by this attack),
    `through` (what passes), `damage_taken` (in all) and `hole_m2`."""
    total, hole = damage_suffered(game, obstacle)
    return {
        "id": obstacle.id, "armor": armor, "damage": taken, "through": through,
        "damage_taken": total, "hole_m2": hole,
    }  # fmt: skip


def attack_barrier(
    s: Strike, obstacle: Obstacle, hits: int, doc: Data, *, critical: bool
) -> None:
    """Resolve an unopposed attack on a barrier: every hit adds to the damage value, only a
    critical glitch misses.

    Writes the outcome into `doc`."""
    doc["defense"] = ["none"]
    doc["net_hits"] = hits
    if critical:
        doc["outcome"] = "miss"
        with s.game.draft.by("SS-BAR-13"):
            s.game.report.tell(
                "net.miss",
                "note",
                attack=0,
                defense=0,
                net=0,
                target=obstacle.id,
            )
        return
    doc["outcome"] = damage_barrier(s, obstacle, hits, doc)
    if doc["outcome"] == "blocked":
        doc["why"] = "barrier"


def doubled_dv(s: Strike) -> int:
    """Return the base damage value, doubled for rockets and for explosives in contact, and tell
    of the doubling."""
    if not (s.weapon.contact_barrier or s.weapon.kind == "rocket"):
        return s.base_dv()
    s.game.report.tell("laid-on", base=s.base_dv())
    return 2 * s.base_dv()


def damage_barrier(s: Strike, obstacle: Obstacle, hits: int, doc: Data) -> str:
    """Damage a barrier with the hits of an attack; return `hit` or `blocked`.

    Writes `damage` and `barrier` into the document. Depends on the house rules `barrier_equal`
    and `destroy_needs_exceed`."""
    game = s.game
    base = doubled_dv(s)
    modified = base + hits
    with game.draft.by("SS-BAR-12"):
        game.report.tell("dv", base=base, net=hits, modified=modified)
    armor = max(0, obstacle.armor - s.weapon.arp)
    weak = (
        modified < armor
        if game.house.barrier_equal == "passes"
        else modified <= armor
    )
    taken = 0
    if s.weapon.dealt_to == "health" and not (
        weak and game.house.destroy_needs_exceed
    ):
        if s.weapon.is_piercing:
            taken = piercing_points(s)
        else:
            taken = max(
                0, modified - roll_barrier(s, obstacle, armor, "SS-BAR-18")
            )
    damage_obstacle(game, obstacle, taken, s.weapon.damage_type)
    doc["damage"] = {
        "base": base, "modified": modified, "armor": armor, "soaked": modified - taken,
        "dealt": taken, "track": s.weapon.dealt_to, "type": s.weapon.damage_type, "applied": [],
    }  # fmt: skip
    doc["barrier"] = barrier_document(game, obstacle, armor, taken, 0)
    with game.draft.by("SS-BAR-18, SS-BAR-19, R-BAR-10, R-BAR-12"):
        game.report.tell(
            "barrier.broken" if taken else "barrier.stopped", "head", barrier=obstacle.id,
            armor=armor, dv=modified, taken=taken, hole=doc["barrier"]["hole_m2"], through=0,
        )  # fmt: skip
    return "hit" if taken else "blocked"
