"""Why an attack is so difficult: its modifiers (SP-DIFF)."""

from collections.abc import Callable
from typing import NamedTuple

from gmtrack.core.report import Part
from gmtrack.rulesets.spotlight.attack.plan import Blow
from gmtrack.rulesets.spotlight.dice.rolls import Parts, floored
from gmtrack.rulesets.spotlight.sheet.game import Game
from gmtrack.rulesets.spotlight.sheet.live import Fighter


class Modifier(NamedTuple):
    """One row of SP-DIFF: the word that is also the part's label, ledger ids, when it counts."""

    label: str
    id: str
    help: str
    amount: Callable[[Blow], int]


def _untrained(b: Blow) -> int:
    told = b.has("untrained", b.attacker)
    return 1 if told or not b.attacker.skill(b.weapon.skill).is_trained else 0


def _moving(b: Blow) -> int:
    told = any(b.told.has("moving", who.id) for who in (b.attacker, b.target))
    return 1 if told or b.opportunity or b.moves else 0


def is_moving(game: Game, who: Fighter) -> bool:
    """SP-R21: the flag, or by house rule the last thing that AP were spent on."""
    last = game.house.choice("movement_source", "last_spend") and who.last_spend == "move"
    return who.moving or last


def _visibility(b: Blow) -> int:
    known = b.game.draft.encounter.scene.get("visibility")
    return 1 if known or b.has("visibility", b.attacker) else 0


def _cover(b: Blow) -> int:
    if b.has("cover", b.target):
        return 1
    pieces = b.target.live_cover()
    rule = b.game.house.text("cover_on_called_shot")
    if b.called is None or rule == "always":
        return 1 if any(piece.rating for piece in pieces) else 0
    covered = any(piece.at(b.called) is not None for piece in pieces)
    return 1 if covered and rule == "if_covered" else 0


def _burst(b: Blow) -> int:
    return 1 if b.mode == "burst" else 0


def _full_auto(b: Blow) -> int:
    return (b.game.house.number("full_auto_modifier") or 0) if b.mode == "full_auto" else 0


def _called(b: Blow) -> int:
    return (b.game.house.number("called_shot_modifier") or 0) if b.called else 0


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


def difficulty(b: Blow) -> Parts:
    """SP-ATK-02: every modifier that counts, the GM's, and the floor of 1."""
    parts = [Part("base", 1)]
    if b.suppressive:
        # SP-SPEC-05: whatever else holds does not count.
        parts.append(Part("suppressive", b.game.house.number("suppressive_modifier") or 0))
    else:
        parts += [Part(row.label, amount(b, row)) for row in MODIFIERS]
    return floored([p for p in (*parts, *b.mods) if p.value])


def amount(b: Blow, row: Modifier) -> int:
    """What a row is worth here."""
    about = b.target if row.label in ABOUT_TARGET else b.attacker
    both = row.label == "moving" and b.off(row.label, b.target)
    return 0 if both or b.off(row.label, about) else row.amount(b)
