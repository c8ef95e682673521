"""SS-CALL-10..25, SS-EFF: what a hit at a called place does, test by test in the table's order."""

from collections.abc import Mapping
from types import MappingProxyType

from gmtrack.rulesets.swan_song.attack.afflictions import HANDLERS, effect_test
from gmtrack.rulesets.swan_song.attack.strike import Place, Strike
from gmtrack.rulesets.swan_song.dice.pools import composure_parts, wound_part
from gmtrack.rulesets.swan_song.dice.rolls import roll_test
from gmtrack.rulesets.swan_song.sheet.live import Fighter
from gmtrack.rulesets.swan_song.sheet.records import EffectRecord
from gmtrack.rulesets.swan_song.tables.locations import Location, StunTest
from gmtrack.rulesets.swan_song.wounds.effects import add_effect
from gmtrack.rulesets.swan_song.wounds.position import fall
from gmtrack.rulesets.swan_song.wounds.score import shift_score

ROLLS: Mapping[str, str] = MappingProxyType(
    {"fatigued": "fatigue", "nauseous": "nausea", "buckled": "buckle", "knockdown": "knockdown"}
)
"""Effects that are rolled for, and the roll's name (section 5 row 10)."""
PAIRED = MappingProxyType({"ear": "deafened", "eye": "blinded"})


def location_rolls(place: Place | None) -> list[str]:
    """The names of all rolls that a hit at this place may come to."""
    if place is None or not isinstance(place.row, Location):
        return []
    stun = ["stun"] if place.row.stun else []
    return stun + [ROLLS[key] for key in place.row.effects if key in ROLLS]


def location_effects(s: Strike, odv: int, ldv: int) -> None:
    """The Stunned test and the effects of the place, in the table's order. `odv` and `ldv` as in
    section 1 (R-CALL-4, -5)."""
    if s.place is None or not isinstance(s.place.row, Location):
        return
    row, name = s.place.row, s.place.name
    if row.key in PAIRED and len({e.location for e in _on(s.target, PAIRED[row.key])}) > 1:
        return
    if row.stun and may_stun(s, row, name):
        stun(s, row.stun, name)
    for key in row.effects:
        if key not in s.target.immune_effects and _in_force(s, row, key):
            HANDLERS[key](s, name, odv, ldv)


def _on(who: Fighter, key: str) -> list[EffectRecord]:
    return list(who.find_effects(key))


def _in_force(s: Strike, row: Location, key: str) -> bool:
    """R-CALL-2: the knee's Knockdown stands in its entry only."""
    return not (row.key == "knee" and key == "knockdown") or s.game.house.on("knee_knockdown")


def may_stun(s: Strike, row: Location, name: str) -> bool:
    """SS-EFF-07, R-EFF-4: once a round, but each ear and eye may stun once."""
    rule = s.game.house.text("stun_repeat")
    spent = s.target.stun_spent if rule == "once_per_scene" else s.target.has_effect("stunned")
    if rule == "always" or not spent:
        return True
    if row.key not in PAIRED:
        return False
    hit = {e.location for e in s.target.find_effects(PAIRED[row.key])}
    return bool(hit) and name not in hit


def stun(s: Strike, test: StunTest, place: str) -> None:
    """SS-EFF-07"""
    t = s.target
    if test.pool == "composure":
        parts = composure_parts(t)
        parts += wound_part(t) if s.game.house.on("wound_on_effect_tests") else []
        result = roll_test(s.game, s.roll_name("stun"), t.id, parts, threshold=test.threshold)
    else:
        result = effect_test(s, "stun", ("body", "willpower"), test.threshold)
    if result.success:
        s.game.report.tell("stun.resisted", "good", who=t.name)
        return
    t.stun_spent = True
    marker = EffectRecord("stunned", s.attacker.id, place, value=test.loss)
    record = add_effect(s.game, t, marker)
    if record is None:
        s.game.effect(t, "stunned", location=place, until="round-end")
    s.game.report.effects[-1]["value"] = test.loss
    shift_score(s.game, t, test.loss)


def vehicle_effects(s: Strike, uncapped: int, dealt: int) -> None:
    """SS-CALL-08, -30..35, R-CALL-11: only if damage was done, before the limit."""
    applied = s.game.house.choice("vehicle_effect_damage", "applied")
    if s.place is None or s.place.row is None or (dealt if applied else uncapped) < 1:
        return
    for key in s.place.row.effects:
        add_effect(s.game, s.target, EffectRecord(key, s.attacker.id, s.place.name))
        if key == "speed_1":
            s.target.speed = min(1, s.target.speed)


def called_knockdown(s: Strike, net: int) -> None:
    """SS-KD-05, R-KD-3: by house rule a called knockdown needs more net hits than STR."""
    wanted = s.place is not None and s.place.name == "knockdown"
    if not wanted or not s.game.house.choice("called_knockdown", "net_hits_vs_str"):
        return
    if net > s.target.attribute("strength") and not s.target.prone:
        s.game.effect(s.target, "knockdown")
        fall(s.game, s.target)
