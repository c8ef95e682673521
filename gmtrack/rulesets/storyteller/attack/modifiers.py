"""The dice of an attack: every modifier as a row (ST-006, ST-032), and the words of an attack."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from gmtrack.core.report import Part, total
from gmtrack.rulesets.kit.modifiers import (
    Modifier,
    collect_parts,
    tabulate_modifiers,
)
from gmtrack.rulesets.kit.modifiers import list_switches as switched
from gmtrack.rulesets.storyteller import tables
from gmtrack.rulesets.storyteller.attack.plan import Strike, find_full_cover
from gmtrack.rulesets.storyteller.dice import added_parts, pool_of
from gmtrack.rulesets.storyteller.rulings import House

Row = Modifier[Strike, House]


def missing_strength(s: Strike) -> int:
    """Return the points of strength that the attacker lacks for the weapon, 1 at most unless by
    house rule (ST-R15)."""
    short = max(0, s.weapon.strength_req - s.attacker.sheet.strength)
    return (
        short if s.game.house.strength_penalty == "per_point" else min(1, short)
    )


def is_behind_full_cover(s: Strike) -> bool:
    """Whether a missile goes through full cover and no other concealment was said."""
    return (
        s.ranged
        and s.said.concealment is None
        and find_full_cover(s) is not None
    )


def target_concealment_dice(s: Strike) -> int:
    """Return the dice for the target's concealment, as said or as it stands; 0 in close combat."""
    if not s.ranged or is_behind_full_cover(s):
        return 0
    told = s.said.concealment
    return tables.CONCEALMENT.get(
        s.game.concealment_of(s.target) if told is None else told, 0
    )


def own_concealment_dice(s: Strike) -> int:
    """Return the dice for the shooter's own concealment; 0 without a firearm."""
    if not s.firearm:
        return 0
    told = s.said.own_concealment
    return tables.OWN_CONCEALMENT.get(
        s.game.concealment_of(s.attacker) if told is None else told, 0
    )


def long_gun_penalty(s: Strike) -> int:
    """Return the size of a long gun and 1, at arm's length of somebody who can defend; else 0.
    Depends on the house rule `close_firearm`."""
    defenseless = (
        s.target.reasons or s.has_word("unaware") or s.has_word("helpless")
    )
    least = 1 if s.game.house.close_firearm == "size_one_too" else 2
    hampers = (
        s.has_word("close-quarters") and s.firearm and s.weapon.size >= least
    )
    return s.weapon.size + 1 if hampers and not defenseless else 0


def burst_row(name: str, rules: str, text: str) -> Row:
    """Return the row of a burst."""
    return Row(
        "burst",
        rules,
        text,
        tables.BURSTS[name].dice,
        lambda s: s.burst == name,
        told=True,
    )


def concealment_help(who: str, dice: Mapping[tables.Concealment, int]) -> str:
    """Return the help for a word of concealment, with the dice of each degree."""
    return f"how far the {who} is hidden: " + ", ".join(
        f"{word} {n}" for word, n in dice.items()
    )


MODIFIERS: tuple[Row, ...] = (
    Row("strength-req", "ST-035, ST-155", "too weak for the weapon: -1", -1, missing_strength,
        off=True),
    Row("improvised", "ST-156", "a makeshift weapon: -1", -1, lambda s: s.weapon.improvised,
        off=True),
    Row("wounds", "ST-167, ST-168", "the last three boxes: -1 to -3", -1,
        lambda s: s.attacker.wound_penalty, off=True),
    Row("leg-wrack", "ST-151", "a wracked leg, in a close attack: -2", -2,
        lambda s: s.weapon.is_close and s.attacker.suffers("leg-wrack"), off=True),
    Row("blinded-eye", "ST-151", "blind in one eye: -3", -3,
        lambda s: s.attacker.suffers("blinded-eye"), off=True),
    Row("prone", "ST-130", "a prone target: ranged -2", -2,
        lambda s: s.ranged and s.target.prone, off=True),
    Row("prone", "ST-131", "close +2", 2,
        lambda s: not s.ranged and s.target.prone and not s.attacker.prone, off=True),
    Row("concealment", "ST-104", concealment_help("target", tables.CONCEALMENT), 1,
        target_concealment_dice, told=True, off=True),
    Row("concealment", "ST-106, ST-R30", "", lambda house: -house.full_cover_penalty,
        is_behind_full_cover, off=True),
    Row("own-concealment", "ST-105", concealment_help("shooter", tables.OWN_CONCEALMENT), 1,
        own_concealment_dice, told=True, off=True),
    Row("aim", "ST-085 to ST-088", "turns spent aiming: +1 to +3", 1, lambda s: s.aim, off=True),
    Row("range", "ST-100 to ST-102", "metres, or short 0, medium -1, long -2, beyond: a chance die",
        1, lambda s: tables.BANDS.get(s.said.band, 0), told=True),
    Row("close-quarters", "ST-098", "the target is at arm's length of a long gun: -(size + 1)", -1,
        long_gun_penalty, told=True),
    Row("spare", "ST-111", "N fighters who must not be hit: -2 each", -2,
        lambda s: 0 if s.burst else s.said.spare, told=True),
    Row("spare-grappling", "ST-111", "N grapplers who must not be hit: -4 each", -4,
        lambda s: 0 if s.burst else s.said.spare_grappling, told=True),
    burst_row("short", "ST-089", "short +1"),
    burst_row("medium", "ST-090", "medium +2"),
    burst_row("long", "ST-091", "long +3: 3, 10, 20 bullets"),
    Row("targets", "ST-092", "several targets of a burst: -1 for each", -1,
        lambda s: s.count if s.count > 1 else 0, off=True),
    Row("called", "ST-148", "a called shot: by the place", 1,
        lambda s: s.called.dice if s.called else 0),
    Row("all-out", "ST-134", "close attack: +2, no Defense until the round ends",
        lambda house: house.all_out_bonus, lambda s: s.has_word("all-out"), told=True),
    Row("off-hand", "ST-136", "with the other hand: -2", lambda house: -house.offhand_penalty,
        lambda s: s.has_word("off-hand") and not s.attacker.sheet.ambidextrous, told=True),
    Row("willpower", "ST-R39", "1 willpower: +3",
        lambda house: house.willpower_dice, lambda s: s.has_word("willpower"), told=True, off=True),
    Row("weapon", "ST-R13", "the weapon's modifier (house rule weapon_mod: dice)", 1,
        lambda s: s.weapon.damage if s.game.house.weapon_mod == "dice" else 0),
)  # fmt: skip
"""Each modifier of an attack: its word, rows, help, dice, and when or how often it counts."""
KILLING = ("strength-req", "improvised", "wounds")
"""The modifiers that count for a killing blow (ST-R38)."""
TRAITS = {"attack": "ST-032", "grab": "ST-072", "touch": "ST-084, ST-R25"}
"""The rules by which attribute and skill are dice, by the name of the roll."""


def page_lines(rows: Iterable[Row]) -> tuple[tuple[str, str, str], ...]:
    """Return label, meaning and rules of rows for a page; rows of one label share a line."""
    found: dict[str, tuple[str, str]] = {}
    for label, *own in tabulate_modifiers(rows):
        both = zip(found.get(label, ("", "")), own, strict=True)
        text, rules = (", ".join(filter(None, pair)) for pair in both)
        found[label] = text, rules
    return tuple((label, *said) for label, said in found.items())


def attack_pool(s: Strike, opposed: list[Part]) -> list[Part]:
    """Return all parts of an attack's pool: traits, modifiers, dice by effects and `opposed`,
    the parts of the Defense, which are negative already. Beyond all ranges a last part brings
    the total down to 0, which is a chance die."""
    rows = collect_parts(MODIFIERS, s, s.game.house, s.off)
    parts = [
        *trait_parts(s),
        *rows,
        *added_parts(s.game, s.attacker, s.name, s.mods, s.roll_context()),
        *opposed,
    ]
    dice = total(tuple(parts))
    if s.ranged and s.said.band == tables.BEYOND and dice > 0:
        # Nothing is left but a chance die.
        parts.append(Part("range", -dice, "ST-100"))
    return parts


def trait_parts(s: Strike) -> list[Part]:
    """Return the parts of attribute and skill of an attack."""
    return pool_of(
        s.attacker, s.weapon.attribute, s.weapon.skill, rules=TRAITS[s.name]
    )


def parts_of_rows(s: Strike, labels: Iterable[str]) -> list[Part]:
    """Return the parts of the modifiers with these labels that count here."""
    rows = [row for row in MODIFIERS if row.label in labels]
    return list(collect_parts(rows, s, s.game.house, s.off))


class AttackWord(NamedTuple):
    """A word of an attack: its help, the kinds of weapon that it fits, its rules.

    `finishes` says that a killing blow takes it too."""

    help: str
    fits: tuple[tables.WeaponKind, ...]
    id: str
    finishes: bool = False


_FITS = {
    "concealment": tables.RANGED,
    "own-concealment": tables.FIREARM,
    "range": tables.RANGED,
    "close-quarters": tables.FIREARM,
    "spare": tables.RANGED,
    "spare-grappling": tables.RANGED,
}
"""The kinds of weapon that a word worth dice goes with, if not with any."""
_ROWS = {"burst": "ST-089 to ST-093"}
"""The rules of a word that does more than give dice."""
_WORTH_DICE = {
    label: AttackWord(
        text, _FITS.get(label, tables.ANY), _ROWS.get(label, rules)
    )
    for label, text, rules in page_lines(row for row in MODIFIERS if row.told)
}
_OTHERS = {
    "thrown": AttackWord(
        "throws a melee weapon", tables.RANGED, "ST-101, ST-103", True
    ),
    "club": AttackWord("strikes with a long gun", tables.ANY, "ST-099", True),
    "killing-blow": AttackWord(
        "no roll: the whole pool is damage", tables.ANY, "ST-152, ST-153", True
    ),
    "unaware": AttackWord(
        "the target does not see it coming: no Defense",
        tables.ANY,
        "ST-040",
        True,
    ),
    "helpless": AttackWord(
        "the target cannot defend at all", tables.ANY, "ST-152", True
    ),
    "charge": AttackWord(
        "METRES, then a close attack, as one action", tables.ANY, "ST-125", True
    ),
    "pull": AttackWord(
        "N damage at most; the target has +1 Defense", tables.BY_HAND, "ST-138"
    ),
    "pull-bashing": AttackWord(
        "1 willpower: a pulled weapon does bashing", tables.BY_HAND, "ST-141"
    ),
    "cover": AttackWord(
        "the target is wholly behind this cover", tables.ANY, "ST-106", True
    ),
    "human-shield": AttackWord(
        "the target is behind this combatant", tables.RANGED, "ST-113", True
    ),
}
ATTACK_WORDS: Mapping[str, AttackWord] = _WORTH_DICE | _OTHERS
SWITCHES = (*switched(MODIFIERS), "defense", "cover", "human-shield", "armor")
"""The words that `--without` accepts for an attack."""
