"""The dice of an attack: every number that counts, as a row (ST-006, ST-032)."""

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from gmtrack.core.report import Part, total
from gmtrack.rulesets.storyteller.attack.cover import concealed, full_cover
from gmtrack.rulesets.storyteller.attack.plan import Strike
from gmtrack.rulesets.storyteller.dice.rolls import pool_of
from gmtrack.rulesets.storyteller.tables.kinds import (
    ANY,
    FIREARM,
    RANGED,
    Concealment,
    WeaponKind,
)
from gmtrack.rulesets.storyteller.tables.ranged import (
    BANDS,
    BEYOND,
    BURSTS,
    CONCEALMENT,
    OWN_CONCEALMENT,
)


class Modifier(NamedTuple):
    """One row: the part's label, the ids of its rules, what it means with the dice that it is
    worth, what makes the part, and the kinds of weapon with which the label is a word of `--with`
    too; none where the program knows it without being told."""

    label: str
    id: str
    help: str
    part: Callable[[Strike, str], Part]
    fits: tuple[WeaponKind, ...] = ()


# --- what makes the parts: from a strike, under the label of the row ---


def _strength_req(s: Strike, label: str) -> Part:
    """ST-035"""
    short = max(0, s.weapon.strength_req - s.attacker.sheet.strength)
    per_point = s.game.house.strength_penalty == "per_point"
    return Part(label, -short if per_point else -min(1, short))


def _improvised(s: Strike, label: str) -> Part:
    """ST-156"""
    return Part(label, -1 if s.weapon.improvised else 0)


def _wounds(s: Strike, label: str) -> Part:
    """ST-167, ST-168"""
    return Part(label, -s.attacker.wound_penalty)


def _leg_wrack(s: Strike, label: str) -> Part:
    """ST-151"""
    return Part(label, -2 if s.weapon.is_close and s.attacker.suffers("leg-wrack") else 0)


def _blinded_eye(s: Strike, label: str) -> Part:
    """ST-151"""
    return Part(label, -3 if s.attacker.suffers("blinded-eye") else 0)


def _prone(s: Strike, label: str) -> Part:
    return (_prone_afar if s.ranged else _prone_near)(s, label)


def _prone_afar(s: Strike, label: str) -> Part:
    """ST-130"""
    return Part(label, -2 if s.target.prone else 0)


def _prone_near(s: Strike, label: str) -> Part:
    """ST-131"""
    return Part(label, 2 if s.target.prone and not s.attacker.prone else 0)


def _concealment(s: Strike, label: str) -> Part:
    """ST-104"""
    if not s.ranged:
        return Part(label, 0)
    if s.said.concealment is None and full_cover(s):
        return _full_cover(s, label)
    told = s.said.concealment
    hidden = concealed(s.game, s.target) if told is None else told
    return Part(label, CONCEALMENT.get(hidden, 0))


def _full_cover(s: Strike, label: str) -> Part:
    """ST-106, ST-R30"""
    return Part(label, -s.game.house.full_cover_penalty)


def _own_concealment(s: Strike, label: str) -> Part:
    """ST-105"""
    if not s.firearm:
        return Part(label, 0)
    told = s.said.own_concealment
    hidden = concealed(s.game, s.attacker) if told is None else told
    return Part(label, OWN_CONCEALMENT.get(hidden, 0))


def _aim(s: Strike, label: str) -> Part:
    """ST-085, ST-086"""
    return Part(label, s.aim)


def _range(s: Strike, label: str) -> Part:
    """ST-100"""
    return Part(label, BANDS.get(s.said.band, 0))


def _close_quarters(s: Strike, label: str) -> Part:
    """ST-098"""
    defenseless = s.target.reasons or s.has("unaware") or s.has("helpless")
    least = 1 if s.game.house.close_firearm == "size_one_too" else 2
    hampers = s.has("close-quarters") and s.firearm and s.weapon.size >= least
    return Part(label, -(s.weapon.size + 1) if hampers and not defenseless else 0)


def _spare(s: Strike, label: str) -> Part:
    """ST-111"""
    return Part(label, 0 if s.burst else -2 * s.said.spare)


def _spare_grappling(s: Strike, label: str) -> Part:
    """ST-111"""
    return Part(label, 0 if s.burst else -4 * s.said.spare_grappling)


def _burst(s: Strike, label: str) -> Part:
    return _BURSTS[s.burst](s, label) if s.burst else Part(label, 0)


def _short_burst(_: Strike, label: str) -> Part:
    """ST-089"""
    return Part(label, BURSTS["short"].dice)


def _medium_burst(_: Strike, label: str) -> Part:
    """ST-090"""
    return Part(label, BURSTS["medium"].dice)


def _long_burst(_: Strike, label: str) -> Part:
    """ST-091"""
    return Part(label, BURSTS["long"].dice)


_BURSTS = {"short": _short_burst, "medium": _medium_burst, "long": _long_burst}


def _targets(s: Strike, label: str) -> Part:
    """ST-092"""
    return Part(label, -s.count if s.count > 1 else 0)


def _called(s: Strike, label: str) -> Part:
    """ST-148"""
    return Part(label, s.called.dice if s.called else 0)


def _all_out(s: Strike, label: str) -> Part:
    """ST-134"""
    return Part(label, s.game.house.all_out_bonus if s.has("all-out") else 0)


def _off_hand(s: Strike, label: str) -> Part:
    """ST-136"""
    hampers = s.has("off-hand") and not s.attacker.sheet.ambidextrous
    return Part(label, -s.game.house.offhand_penalty if hampers else 0)


def _willpower(s: Strike, label: str) -> Part:
    """ST-R39"""
    return Part(label, s.game.house.willpower_dice if s.has("willpower") else 0)


def _weapon(s: Strike, label: str) -> Part:
    """ST-R13"""
    return Part(label, s.weapon.damage if s.game.house.weapon_mod == "dice" else 0)


def hidden(who: str, dice: Mapping[Concealment, int]) -> str:
    """What is said of it, in the words that are typed."""
    return f"how far the {who} is hidden: " + ", ".join(f"{word} {n}" for word, n in dice.items())


MODIFIERS: tuple[Modifier, ...] = (
    Modifier("strength-req", "ST-035, ST-155", "too weak for the weapon: -1", _strength_req),
    Modifier("improvised", "ST-156", "a makeshift weapon: -1", _improvised),
    Modifier("wounds", "ST-167, ST-168", "the last three boxes: -1 to -3", _wounds),
    Modifier("leg-wrack", "ST-151", "a wracked leg, in a close attack: -2", _leg_wrack),
    Modifier("blinded-eye", "ST-151", "blind in one eye: -3", _blinded_eye),
    Modifier("prone", "ST-130, ST-131", "a prone target: ranged -2, close +2", _prone),
    Modifier("concealment", "ST-104", hidden("target", CONCEALMENT), _concealment, RANGED),
    Modifier("own-concealment", "ST-105", hidden("shooter", OWN_CONCEALMENT), _own_concealment,
             FIREARM),
    Modifier("aim", "ST-085 to ST-088", "turns spent aiming: +1 to +3", _aim),
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
    """Everything that counts; `opposed` is the Defense that is subtracted."""
    parts = [*TRAITS[s.name](s), *rows_of(s, [row.label for row in MODIFIERS]), *s.mods, *opposed]
    return [*parts, *beyond_range(s, total(tuple(parts)))]


def attack_traits(s: Strike) -> list[Part]:
    """ST-032"""
    return pool_of(s.attacker, s.weapon.attribute, s.weapon.skill)


def grab_traits(s: Strike) -> list[Part]:
    """ST-072"""
    return pool_of(s.attacker, s.weapon.attribute, s.weapon.skill)


def touch_traits(s: Strike) -> list[Part]:
    """ST-084, ST-R25"""
    return pool_of(s.attacker, s.weapon.attribute, s.weapon.skill)


TRAITS: Mapping[str, Callable[[Strike], list[Part]]] = MappingProxyType(
    {"attack": attack_traits, "grab": grab_traits, "touch": touch_traits}
)
"""By the name of the roll: attribute and skill."""


def beyond_range(s: Strike, dice: int) -> list[Part]:
    """ST-100: beyond long range nothing is left but a chance die."""
    beyond = s.ranged and s.said.band == BEYOND and dice > 0
    return [Part("range", -dice)] if beyond else []


def rows_of(s: Strike, labels: Iterable[str]) -> list[Part]:
    """Those of the rows that count here, unless they are switched off."""
    rows = [row for row in MODIFIERS if row.label in labels and not s.off(row.label)]
    parts = [row.part(s, row.label) for row in rows]
    return [part for part in parts if part.value]


def killing_pool(s: Strike) -> int:
    """ST-152, ST-R38: what a killing blow would be rolled with, never below 0."""
    wounded = s.game.house.killing_blow_wounds
    rows = rows_of(s, [label for label in KILLING if wounded or label != "wounds"])
    return max(0, total((*attack_traits(s), *rows)))
