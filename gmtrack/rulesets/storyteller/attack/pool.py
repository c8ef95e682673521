"""The dice of an attack: every number that counts, as a row (ST-006, ST-032)."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from gmtrack.core.report import Part, total
from gmtrack.rulesets.storyteller.attack.cover import concealed, full_cover
from gmtrack.rulesets.storyteller.attack.plan import Strike
from gmtrack.rulesets.storyteller.dice.rolls import pool_of
from gmtrack.rulesets.storyteller.tables.kinds import ANY, FIREARM, RANGED, WeaponKind
from gmtrack.rulesets.storyteller.tables.ranged import (
    BANDS,
    BEYOND,
    BURSTS,
    CONCEALMENT,
    OWN_CONCEALMENT,
)


class Modifier(NamedTuple):
    """One row: the part's label, the ids of its rules, what it means with the dice that it is
    worth, and the kinds of weapon with which the label is a word of `--with` too; none where the
    program knows it without being told."""

    label: str
    id: str
    help: str
    amount: Callable[[Strike], int]
    fits: tuple[WeaponKind, ...] = ()


def _strength_req(s: Strike) -> int:
    short = max(0, s.weapon.strength_req - s.attacker.sheet.strength)
    per_point = s.game.house.strength_penalty == "per_point"
    return -short if per_point else -min(1, short)


def _improvised(s: Strike) -> int:
    return -1 if s.weapon.improvised else 0


def _wounds(s: Strike) -> int:
    return -s.attacker.wound_penalty


def _leg_wrack(s: Strike) -> int:
    return -2 if s.weapon.is_close and s.attacker.suffers("leg-wrack") else 0


def _blinded_eye(s: Strike) -> int:
    return -3 if s.attacker.suffers("blinded-eye") else 0


def _prone(s: Strike) -> int:
    if not s.target.prone:
        return 0
    if s.ranged:
        return -2
    return 0 if s.attacker.prone else 2


def _concealment(s: Strike) -> int:
    if not s.ranged:
        return 0
    if s.said.concealment is not None:
        return CONCEALMENT[s.said.concealment]
    if full_cover(s):
        return -s.game.house.full_cover_penalty
    return CONCEALMENT.get(concealed(s.game, s.target), 0)


def _own_concealment(s: Strike) -> int:
    if not s.firearm:
        return 0
    own = s.said.own_concealment
    return OWN_CONCEALMENT.get(concealed(s.game, s.attacker) if own is None else own, 0)


def _range(s: Strike) -> int:
    return BANDS.get(s.said.band, 0)


def _close_quarters(s: Strike) -> int:
    if not s.has("close-quarters") or not s.firearm:
        return 0
    defenseless = s.target.reasons or s.has("unaware") or s.has("helpless")
    least = 1 if s.game.house.close_firearm == "size_one_too" else 2
    return -(s.weapon.size + 1) if s.weapon.size >= least and not defenseless else 0


def _spare(s: Strike) -> int:
    return 0 if s.burst else -2 * s.said.spare


def _spare_grappling(s: Strike) -> int:
    return 0 if s.burst else -4 * s.said.spare_grappling


def _burst(s: Strike) -> int:
    return BURSTS[s.burst].dice if s.burst else 0


def _targets(s: Strike) -> int:
    return -s.count if s.count > 1 else 0


def _called(s: Strike) -> int:
    return s.called.dice if s.called else 0


def _all_out(s: Strike) -> int:
    return s.game.house.all_out_bonus if s.has("all-out") else 0


def _off_hand(s: Strike) -> int:
    if not s.has("off-hand") or s.attacker.sheet.ambidextrous:
        return 0
    return -s.game.house.offhand_penalty


def _willpower(s: Strike) -> int:
    return s.game.house.willpower_dice if s.has("willpower") else 0


def _weapon(s: Strike) -> int:
    return s.weapon.damage if s.game.house.weapon_mod == "dice" else 0


MODIFIERS: tuple[Modifier, ...] = (
    Modifier("strength-req", "ST-035, ST-155", "too weak for the weapon: -1", _strength_req),
    Modifier("improvised", "ST-156", "a makeshift weapon: -1", _improvised),
    Modifier("wounds", "ST-167, ST-168", "the last three boxes: -1 to -3", _wounds),
    Modifier("leg-wrack", "ST-151", "a wracked leg, in a close attack: -2", _leg_wrack),
    Modifier("blinded-eye", "ST-151", "blind in one eye: -3", _blinded_eye),
    Modifier("prone", "ST-130, ST-131", "a prone target: ranged -2, close +2", _prone),
    Modifier("concealment", "ST-104", "how far the target is hidden: 0 to -3", _concealment,
             RANGED),
    Modifier("own-concealment", "ST-105", "how far the shooter is hidden: 0 to -2",
             _own_concealment, FIREARM),
    Modifier("aim", "ST-085 to ST-088", "turns spent aiming: +1 to +3", lambda s: s.aim),
    Modifier("range", "ST-100 to ST-102", "metres, or short 0, medium -1, long -2, beyond: a "
             "chance die", _range, RANGED),
    Modifier("close-quarters", "ST-098", "the target is at arm's length of a long gun: "
             "-(size + 1)", _close_quarters, FIREARM),
    Modifier("spare", "ST-111", "N fighters who must not be hit: -2 each", _spare, RANGED),
    Modifier("spare-grappling", "ST-111", "N grapplers who must not be hit: -4 each",
             _spare_grappling, RANGED),
    Modifier("burst", "ST-089 to ST-093", "short +1, medium +2, long +3: 3, 10, 20 bullets",
             _burst, ANY),
    Modifier("targets", "ST-092", "several targets of a burst: -1 for each", _targets),
    Modifier("called", "ST-148", "a called shot: by the place", _called),
    Modifier("all-out", "ST-134", "close attack: +2, no Defense until the round ends", _all_out,
             ANY),
    Modifier("off-hand", "ST-136", "with the other hand: -2", _off_hand, ANY),
    Modifier("willpower", "ST-R39", "1 willpower: +3 (house rule willpower_dice)", _willpower,
             ANY),
    Modifier("weapon", "ST-R13", "the weapon's modifier (house rule weapon_mod: dice)", _weapon),
)  # fmt: skip
KILLING = ("strength-req", "improvised", "wounds")
"""ST-R38: what counts for a killing blow."""


def attack_pool(s: Strike, opposed: list[Part]) -> list[Part]:
    """ST-006: everything that counts; `opposed` is the Defense that is subtracted."""
    parts = pool_of(s.attacker, s.weapon.attribute, s.weapon.skill)
    parts += rows_of(s, [row.label for row in MODIFIERS])
    parts += [*s.mods, *opposed]
    above = total(tuple(parts))
    if s.ranged and s.said.band == BEYOND and above > 0:
        parts.append(Part("range", -above))
    return parts


def rows_of(s: Strike, labels: Iterable[str]) -> list[Part]:
    """Those of the rows that count here, unless they are switched off."""
    rows = [row for row in MODIFIERS if row.label in labels and not s.off(row.label)]
    parts = [Part(row.label, row.amount(s)) for row in rows]
    return [part for part in parts if part.value]


def killing_pool(s: Strike) -> int:
    """ST-152, ST-R38: what a killing blow would be rolled with, never below 0."""
    wounded = s.game.house.killing_blow_wounds
    rows = rows_of(s, [label for label in KILLING if wounded or label != "wounds"])
    return max(0, total((*pool_of(s.attacker, s.weapon.attribute, s.weapon.skill), *rows)))
