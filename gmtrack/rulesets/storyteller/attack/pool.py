"""The dice of an attack: every number that counts, as a row (ST-006, ST-032)."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from gmtrack.core.report import Part, total
from gmtrack.rulesets.storyteller.attack.cover import concealed, full_cover
from gmtrack.rulesets.storyteller.attack.plan import Strike
from gmtrack.rulesets.storyteller.dice.rolls import pool_of
from gmtrack.rulesets.storyteller.tables.ranged import (
    BANDS,
    BEYOND,
    BURSTS,
    CONCEALMENT,
    OWN_CONCEALMENT,
)


class Modifier(NamedTuple):
    """One row: the word that is also the part's label, the ids of its rows, what it is worth."""

    label: str
    id: str
    help: str
    amount: Callable[[Strike], int]


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
    Modifier("strength-req", "ST-035, ST-155", "-1 for too little strength", _strength_req),
    Modifier("improvised", "ST-156", "-1 for a makeshift weapon", _improvised),
    Modifier("wounds", "ST-167, ST-168", "-1 to -3 for the last boxes", _wounds),
    Modifier("leg-wrack", "ST-151", "-2 on close attacks", _leg_wrack),
    Modifier("blinded-eye", "ST-151", "-3", _blinded_eye),
    Modifier("prone", "ST-130, ST-131", "-2 to shoot or throw at, +2 up close", _prone),
    Modifier("concealment", "ST-104", "-1 to -3 for what hides the target", _concealment),
    Modifier("own-concealment", "ST-105", "to -2 for what hides the shooter", _own_concealment),
    Modifier("aim", "ST-085..ST-088", "+1 to +3 for turns of aiming", lambda s: s.aim),
    Modifier("range", "ST-100..ST-102", "-1 medium, -2 long", _range),
    Modifier("close-quarters", "ST-098", "a long gun at arm's length", _close_quarters),
    Modifier("spare", "ST-111", "-2 for each fighter not to be hit", _spare),
    Modifier("spare-grappling", "ST-111", "-4 for each", _spare_grappling),
    Modifier("burst", "ST-089..ST-091", "+1, +2, +3", _burst),
    Modifier("targets", "ST-092", "-1 for each of several", _targets),
    Modifier("called", "ST-148", "by the place", _called),
    Modifier("all-out", "ST-134", "+2", _all_out),
    Modifier("off-hand", "ST-136", "-2", _off_hand),
    Modifier("willpower", "ST-R39", "+3 by house rule", _willpower),
    Modifier("weapon", "ST-R13", "the weapon's modifier, by house rule", _weapon),
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
