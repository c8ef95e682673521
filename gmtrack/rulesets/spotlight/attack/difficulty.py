"""Why an attack is so difficult: its modifiers (SP-DIFF)."""

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType

from gmtrack.core.report import Part
from gmtrack.rulesets.kit.modifiers import Modifier, counting, switches, words
from gmtrack.rulesets.spotlight.attack.plan import Strike
from gmtrack.rulesets.spotlight.dice import Parts, floored, standing
from gmtrack.rulesets.spotlight.rulings import House
from gmtrack.rulesets.spotlight.sheet.state import Fighter


def _untrained(s: Strike) -> bool:
    return s.has("untrained", s.attacker) or not s.attacker.skill(s.weapon.skill).is_trained


def is_moving(who: Fighter) -> bool:
    """The flag, or by house rule the last thing that AP were spent on (SP-R21)."""
    last = who.house.movement_source == "last_spend" and who.last_spend == "move"
    return who.moving or last


def _moving(s: Strike) -> bool:
    told = any(s.told.has("moving", who.id) for who in (s.attacker, s.target))
    return told or s.opportunity or s.moves


def _visibility(s: Strike) -> bool:
    scene = s.game.draft.encounter.scene
    return bool(scene.get("visibility")) or s.has("visibility", s.attacker)


def _hampers(s: Strike) -> bool:
    """Whether the cover that the target has counts for this attack (SP-R34)."""
    pieces = s.target.live_cover()
    rule = s.game.house.cover_on_called_shot
    if s.called is None or rule == "always":
        return any(piece.rating for piece in pieces)
    covered = any(piece.at(s.called) is not None for piece in pieces)
    return covered and rule == "if_covered"


MODIFIERS: tuple[Modifier[Strike, House], ...] = (
    Modifier("untrained", "SP-DIFF-02", "the attacker's skill is untrained, absent or 0",
             1, _untrained, told=True, off=True),
    Modifier("moving", "SP-DIFF-03", "attacker, target or both are moving",
             1, _moving, told=True, off=True),
    Modifier("visibility", "SP-DIFF-04", "rain, smoke or darkness hampers the attacker's sight",
             1, _visibility, told=True, off=True),
    Modifier("cover", "SP-DIFF-05", "the target has cover; cover=ID adds the armor of that piece",
             1, lambda s: s.has("cover", s.target) or _hampers(s), told=True, off=True),
    Modifier("burst", "SP-DIFF-06", "burst fire", 1, lambda s: s.mode == "burst", off=True),
    Modifier("full-auto", "SP-DIFF-09", "full-auto fire",
             lambda house: house.full_auto_modifier, lambda s: s.mode == "full_auto"),
    Modifier("called", "SP-DIFF-07", "called shot",
             lambda house: house.called_shot_modifier, lambda s: s.called is not None),
)  # fmt: skip
CIRCUMSTANCES: Mapping[str, str] = MappingProxyType(
    {label: f"Difficulty +1: {text}" for label, text in words(MODIFIERS).items()}
)
"""Modifiers that `--with` declares."""
SWITCHES: Mapping[str, str] = MappingProxyType(
    switches(MODIFIERS) | {"armor": "the target's armor"}
)
"""What `--without` switches off; `armor` is no part of the Difficulty."""


def difficulty(s: Strike, roll: str) -> Parts:
    """Every modifier that counts, the GM's for a roll of this name, and the floor of 1."""
    house = s.game.house
    if s.suppressive:  # whatever else holds does not count
        known = [Part("suppressive", house.suppressive_modifier, "SP-DIFF-08, SP-SPEC-05")]
    else:
        off = None if s.without.empty else partial(_is_off, s)
        known = [*counting(MODIFIERS, s, house, off)]
    added = standing(s.game, s.attacker, roll, s.mods, s.about())
    return floored([p for p in (Part("base", 1, "SP-DIFF-01"), *known, *added) if p.value])


def _is_off(s: Strike, label: str) -> bool:
    """`cover` is about the target, `moving` about both, all else about the attacker."""
    about = {"cover": (s.target,), "moving": (s.attacker, s.target)}.get(label, (s.attacker,))
    return any(s.off(label, who) for who in about)
