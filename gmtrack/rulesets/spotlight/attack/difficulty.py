"""Why an attack is so difficult: its modifiers (SP-DIFF)."""

from collections.abc import Callable
from typing import NamedTuple

from gmtrack.core.report import Part
from gmtrack.rulesets.spotlight.attack.plan import Strike
from gmtrack.rulesets.spotlight.dice.rolls import Parts, floored
from gmtrack.rulesets.spotlight.sheet.live import Fighter


class Modifier(NamedTuple):
    """One modifier: the word that is also the part's label, its row, what it is, its amount."""

    label: str
    id: str
    help: str
    amount: Callable[[Strike], int]


def _untrained(s: Strike) -> int:
    told = s.has("untrained", s.attacker)
    return 1 if told or not s.attacker.skill(s.weapon.skill).is_trained else 0


def _moving(s: Strike) -> int:
    told = any(s.told.has("moving", who.id) for who in (s.attacker, s.target))
    return 1 if told or s.opportunity or s.moves else 0


def is_moving(who: Fighter) -> bool:
    """SP-R21: the flag, or by house rule the last thing that AP were spent on."""
    last = who.house.movement_source == "last_spend" and who.last_spend == "move"
    return who.moving or last


def _visibility(s: Strike) -> int:
    known = s.game.draft.encounter.scene.get("visibility")
    return 1 if known or s.has("visibility", s.attacker) else 0


def _cover(s: Strike) -> int:
    if s.has("cover", s.target):
        return 1
    pieces = s.target.live_cover()
    rule = s.game.house.cover_on_called_shot
    if s.called is None or rule == "always":
        return 1 if any(piece.rating for piece in pieces) else 0
    covered = any(piece.at(s.called) is not None for piece in pieces)
    return 1 if covered and rule == "if_covered" else 0


def _burst(s: Strike) -> int:
    return 1 if s.mode == "burst" else 0


def _full_auto(s: Strike) -> int:
    return s.game.house.full_auto_modifier if s.mode == "full_auto" else 0


def _called(s: Strike) -> int:
    return s.game.house.called_shot_modifier if s.called else 0


MODIFIERS: tuple[Modifier, ...] = (
    Modifier("untrained", "SP-DIFF-02", "+1 for a skill not learnt, or at 0", _untrained),
    Modifier("moving", "SP-DIFF-03", "+1 once if attacker or target moves", _moving),
    Modifier("visibility", "SP-DIFF-04", "+1 once for rain, smoke, darkness", _visibility),
    Modifier("cover", "SP-DIFF-05", "+1 once for something in the way", _cover),
    Modifier("burst", "SP-DIFF-06", "+1 for a burst", _burst),
    Modifier("full-auto", "SP-DIFF-09", "+0 for full auto, unless the house says more", _full_auto),
    Modifier("called", "SP-DIFF-07", "+3 for a called shot", _called),
)
SWITCHES = ("moving", "visibility", "cover", "untrained", "burst", "armor")
"""What `--without` switches off; `armor` is no part of the Difficulty."""

ABOUT_TARGET = ("cover", "armor")
"""Words that are about the one who is hit; the others are about the one who strikes."""


def difficulty(s: Strike) -> Parts:
    """SP-ATK-02: every modifier that counts, the GM's, and the floor of 1."""
    parts = [Part("base", 1)]
    if s.suppressive:
        # SP-SPEC-05: whatever else holds does not count.
        parts.append(Part("suppressive", s.game.house.suppressive_modifier))
    else:
        parts += [Part(row.label, amount(s, row)) for row in MODIFIERS]
    return floored([p for p in (*parts, *s.mods) if p.value])


def amount(s: Strike, row: Modifier) -> int:
    """What a row is worth here."""
    about = s.target if row.label in ABOUT_TARGET else s.attacker
    both = row.label == "moving" and s.off(row.label, s.target)
    return 0 if both or s.off(row.label, about) else row.amount(s)
