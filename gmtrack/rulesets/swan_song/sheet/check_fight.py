"""What is wrong in the `fight` of a file though its types are right."""

from collections.abc import Iterator

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.names import squash, suggestion
from gmtrack.rulesets.kit.references import unknown_references
from gmtrack.rulesets.port import Problem
from gmtrack.rulesets.swan_song.rulings.house import House
from gmtrack.rulesets.swan_song.sheet.live import Fighter
from gmtrack.rulesets.swan_song.sheet.records import POOLS
from gmtrack.rulesets.swan_song.sheet.references import REFERENCES
from gmtrack.rulesets.swan_song.tables.effects import EFFECTS


def fight(encounter: Encounter) -> Iterator[Problem]:
    """Section 3: live state that points at what there is."""
    state = encounter.fight
    yield from unknown_references(encounter, REFERENCES)
    yield from turn_state(encounter)
    for who, live in (state.get("combatants") or {}).items():
        if who in encounter.combatants:
            yield from live_state(encounter, who, live)


def live_state(encounter: Encounter, who: str, live: Data) -> Iterator[Problem]:
    path = ("fight", "combatants", who)
    weapons = {squash(w) for w in encounter.sheet(who).get("weapons") or {}} | {"unarmed"}
    for hand, weapon in (live.get("held") or {}).items():
        if hand not in ("left", "right"):
            yield Problem((*path, "held", str(hand)), "allowed are left and right")
        if squash(str(weapon)) not in weapons:
            hint = suggestion(str(weapon), weapons)
            yield Problem((*path, "held", str(hand)), f"no weapon '{weapon}'{hint}")
    for record in live.get("effects") or ():
        if record["effect"] not in EFFECTS:
            hint = suggestion(record["effect"], EFFECTS)
            yield Problem((*path, "effects"), f"no effect '{record['effect']}'{hint}")
    yield from limits(encounter, who, live)


def limits(encounter: Encounter, who: str, live: Data) -> Iterator[Problem]:
    """Pools stay within their maxima."""
    path = ("fight", "combatants", who)
    fighter = Fighter(Draft(encounter), who, House(encounter.house_rules))
    for pool in fighter.pools():
        points, most = fighter.points(pool), fighter.pool_max(pool)
        least = 0 if pool != fighter.pools()[-1] else -1_000_000
        if not least <= points <= most:
            message = f"found {points}, allowed is {max(least, -9999)} to {most}"
            yield Problem((*path, "pools", pool), message)
    for pool in POOLS:
        if pool not in fighter.pools() and fighter.points(pool) != 0:
            message = f"found {fighter.points(pool)}, but the sheet has no {pool}"
            yield Problem((*path, "pools", pool), message)
    threshold = fighter.strain_threshold
    if fighter.strain > (threshold or 0):
        yield Problem((*path, "strain"), f"found {fighter.strain}, allowed is 0 to {threshold}")


def turn_state(encounter: Encounter) -> Iterator[Problem]:
    """Timed items that wait."""
    state = encounter.fight
    for name, item in (state.get("timed_items") or {}).items():
        yield from goes_off(("fight", "timed_items", name, "goes_off"), item.get("goes_off") or {})
    for name in state.get("due") or ():
        if name not in (state.get("timed_items") or encounter.scene.get("timed_items") or {}):
            yield Problem(("fight", "due"), f"no timed item '{name}'")


def goes_off(path: tuple[str, ...], when: Data) -> Iterator[Problem]:
    for key in ("round", "pass"):
        value = when.get(key, 1)
        if not is_number(value, whole=True) or not 1 <= value <= 10_000:
            yield Problem((*path, key), f"found {value!r}, allowed is 1 or more")
    score = when.get("score")
    if score is not None and not is_number(score, whole=True):
        yield Problem((*path, "score"), f"found {score!r}, allowed is a whole number or null")
    if when.get("at", "phase") not in ("phase", "start", "end"):
        yield Problem((*path, "at"), f"found {when['at']!r}, allowed are phase, start, end")


def is_number(value: object, *, whole: bool = False) -> bool:
    return isinstance(value, int if whole else (int, float)) and not isinstance(value, bool)
