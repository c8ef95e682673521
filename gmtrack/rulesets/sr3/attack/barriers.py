"""What is shot through: a rating that was told, or a barrier of the scene, which takes damage of
its own.

The text says that explosive rounds damage a barrier as if it had half its rating, and no more about
it (SR-089, SR-R24). The rest is the parent game: a shot below half of the rating does nothing to a
barrier, one of half of it or more takes a point off the rating, and one above it a point for each
half of the rating that it is above it, one at least. Whether the shot gets through does not matter,
nor whom it hits behind; one that misses hits nothing.
"""

from gmtrack.core.encounter import Data
from gmtrack.core.names import squash, suggestion
from gmtrack.rulesets.sr3.attack.damage_code import rated
from gmtrack.rulesets.sr3.attack.plan import Strike
from gmtrack.rulesets.sr3.sheet.game import WORDS
from gmtrack.rulesets.sr3.sheet.scene import DAMAGED, barriers, left
from gmtrack.rulesets.sr3.tables.ammunition import AMMUNITION


def barrier_meant(s: Strike) -> int | str:
    """What is shot through: a rating, or the id of a barrier of the scene; 0: nothing is. Raises
    Refusal (`option`)."""
    told = s.words["barrier"].value if s.has("barrier") else 0
    if not isinstance(told, str):
        return told or 0
    there = barriers(s.game.draft.encounter)
    found = next((name for name in there if squash(name) == squash(told)), None)
    if found is None:
        hint = suggestion(told, there, most=20)
        s.game.deny(WORDS.value, f"no barrier '{told}' (a rating is --with barrier=8){hint}")
    return found


def rating(s: Strike) -> int:
    """Of what is shot through; one shot at several meets a barrier as it was before (SR-111)."""
    name = s.barrier
    if not isinstance(name, str):
        return name
    return s.fired.met.get(name, left(s.game.draft, name))


def barrier_against(s: Strike) -> int:
    """What it counts against this ammunition."""
    return rated(s.game.house, rating(s), AMMUNITION[s.ammunition].things)


def wear(s: Strike, power: int, doc: Data) -> None:
    """A barrier of the scene takes damage, once of each shot; writes `barrier`."""
    game, name = s.game, s.barrier
    if not isinstance(name, str) or name in s.fired.met or game.house.barrier_damage == "off":
        return
    before = left(game.draft, name)
    if s.shot:
        s.fired.met[name] = before
    lost = min(before, damage(s, before, power))
    after = before - lost
    doc["barrier"] = {"id": name, "rating": before, "damage": lost, "left": after}
    if lost:
        with game.draft.by("SR-R24"):
            game.draft.put((*DAMAGED, name), after, read_as=before)
        told = "barrier.worn" if after else "barrier.gone"
        game.report.tell(told, "note", barrier=name, before=before, after=after)


def damage(s: Strike, before: int, power: int) -> int:
    """Points off a rating, by what it counts against this ammunition."""
    house = s.game.house
    against = rated(house, before, AMMUNITION[s.ammunition].wears)
    if 2 * power < against:
        return 0
    half = max(1, house.half(against))
    return max(1, (power - against) // half)
