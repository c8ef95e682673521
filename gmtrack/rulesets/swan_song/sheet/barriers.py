"""SS-BAR-01, -02, -20..28: the barriers of the scene and their values."""

from math import floor
from typing import NamedTuple

from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.names import squash, suggestion
from gmtrack.rulesets.swan_song.rulings.house import House
from gmtrack.rulesets.swan_song.sheet.game import WORDS, Game
from gmtrack.rulesets.swan_song.sheet.live import Fighter
from gmtrack.rulesets.swan_song.sheet.sheet import Barrier
from gmtrack.rulesets.swan_song.tables.damage import BARRIER_RATINGS


class BarrierValues(NamedTuple):
    """A barrier's numbers, derived where the GM gave none, and what it has suffered."""

    structure: int
    armor: int
    hp_per_m2: int
    hit_points: int
    damage_taken: int
    hole_m2: int


def barrier_values(encounter: Encounter, name: str) -> BarrierValues:
    """R-BAR-8: hit points per square metre scale with the thickness."""
    data = Barrier(**encounter.scene["barriers"][name])
    rating = BARRIER_RATINGS.get(data.rating or "")
    structure = data.structure or (rating.structure if rating else 1)
    given = data.armor if data.armor is not None else (rating.armor if rating else 0)
    scales = House(encounter.house_rules).barrier_thickness_scales
    thickness = data.thickness_cm if scales else 10
    per_m2 = data.hp_per_m2 or max(1, floor(structure * thickness / 10))
    points = data.hit_points or max(1, floor(per_m2 * data.area_m2))
    suffered: Data = (encounter.fight.get("barriers") or {}).get(name) or {}
    return BarrierValues(
        structure, given, per_m2, points,
        int(suffered.get("damage_taken", 0)), int(suffered.get("hole_m2", 0)),
    )  # fmt: skip


class Obstacle(NamedTuple):
    """What the line crosses: a barrier of the scene or a body, with its values now."""

    id: str
    structure: int
    armor: int
    per_m2: int
    transparent: bool = False
    body: Fighter | None = None


def obstacle_named(game: Game, word: str) -> Obstacle:
    """A barrier or a body by its word. Raises Refusal (`unknown`)."""
    barriers = game.draft.encounter.scene.get("barriers") or {}
    found = next((b for b in barriers if squash(b) == squash(word)), None)
    if found is None and word in game.draft.encounter.combatants:
        return of_body(game, word, game.fighter(word))
    if found is None:
        hint = suggestion(word, [*barriers, *game.draft.encounter.combatants])
        game.deny(WORDS.unknown, f"no barrier '{word}'{hint}")
    data = Barrier(**barriers[found])
    if data.body_of is not None:
        if data.body_of not in game.draft.encounter.combatants:
            game.deny(WORDS.unknown, f"the body {found} has left the fight: `--with barrier=none`")
        return of_body(game, found, game.fighter(data.body_of))
    values: BarrierValues = barrier_values(game.draft.encounter, found)
    return Obstacle(
        found, values.structure, values.armor, values.hp_per_m2, transparent=data.transparent
    )


def of_body(game: Game, name: str, body: Fighter) -> Obstacle:
    """SS-BAR-30, R-BAR-13: Body in place of Structure, the worn armor."""
    structure = max(1, body.attribute("body"))
    return Obstacle(name, structure, body.armor_value, structure, body=body)
