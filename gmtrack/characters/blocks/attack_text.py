"""Attacks of stat blocks: from their numbers, or from a sentence such as `+4 to hit ... (1d6 + 2)
slashing damage`."""

import re
from typing import Any, NamedTuple

from gmtrack.characters.plain import (
    as_list,
    clean_text,
    parse_whole_number,
    value_under,
)

LONGEST = 2_000
"""The most characters of a sentence that are searched."""
NAMES = ("name", "Name")
TEXTS = ("desc", "description", "Content", "text")
BONUSES = ("attack_bonus", "attackBonus", "to_hit", "toHit", "bonus")
DAMAGES = ("damage_dice", "damageDice", "damage", "damageDescription")
TYPES = ("damage_type", "damageType", "type")
_TO_HIT = re.compile(r"([+-] ?\d{1,2}) to hit", re.IGNORECASE)
_DICE = r"\d{1,2} ?d ?\d{1,3}(?: ?[+-] ?\d{1,3})?"
_DAMAGE = re.compile(
    rf"({_DICE}|\b\d{{1,3}})\)? ([a-z]{{1,20}}) damage", re.IGNORECASE
)
_LEADING = re.compile(rf"({_DICE}|\d{{1,3}}) ?([a-z]{{0,20}})", re.IGNORECASE)


class FoundAttack(NamedTuple):
    """An attack: its name, what is added to the die, the damage (dice or a number) and its type
    (empty: not told). `more` is damage besides, in words."""

    name: str
    bonus: int
    damage: str
    type: str
    more: tuple[str, ...] = ()


def find_attack(action: object) -> FoundAttack | None:
    """Return the attack that an action is; None for an action that is none: without a number to
    hit, or without damage."""
    if not isinstance(action, dict):
        return None
    name = _first_text(action, NAMES)
    text = _first_text(action, TEXTS, LONGEST)
    bonus = next(
        filter(
            lambda one: one is not None,
            (parse_whole_number(action.get(key)) for key in BONUSES),
        ),
        None,
    )
    if bonus is None:
        found = _TO_HIT.search(text)
        bonus = int(found[1].replace(" ", "")) if found else None
    parts = _damage_of_keys(action) or _DAMAGE.findall(text)
    if not name or bonus is None or not parts:
        return None
    (damage, kind), *more = parts
    return FoundAttack(
        name,
        bonus,
        damage.replace(" ", "").lower(),
        kind.lower(),
        tuple(f"{dice} {word} damage".lower() for dice, word in more),
    )


def _damage_of_keys(action: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the damage that an action has under keys of its own: dice and type of each part."""
    kind = next(filter(None, (_word_of(action.get(key)) for key in TYPES)), "")
    found = []
    for key in DAMAGES:
        for part in as_list(action.get(key)) or [action.get(key)]:
            if isinstance(part, dict):
                dice = _first_text(part, DAMAGES)
                own = next(
                    filter(None, (_word_of(part.get(key)) for key in TYPES)), ""
                )
            else:
                dice, own = str(part) if isinstance(part, int) else "", ""
                dice = dice or clean_text(part)
            leading = _LEADING.match(dice)
            if leading:
                found.append((leading[1], own or leading[2] or kind))
        if found:
            break
    extra = parse_whole_number(action.get("damage_bonus"))
    if found and extra and not re.search("[+-]", found[0][0]):
        found[0] = (f"{found[0][0]}{extra:+}", found[0][1])
    return found


def _word_of(value: object) -> str:
    """Return the name of a type of damage, which some files have in a map; empty for none."""
    if isinstance(value, dict):
        value = value_under(value, "name")
    text = clean_text(value).lower()
    return text if text.isalpha() else ""


def _first_text(
    found: dict[str, Any], keys: tuple[str, ...], most: int = 0
) -> str:
    """Return the first text under one of the keys, on one line; empty if there is none. With
    `most`, so many characters of it, else as `clean_text`."""
    for key in keys:
        value = found.get(key)
        if isinstance(value, str) and value.strip():
            if most:
                return " ".join(value[:most].split())
            return clean_text(value)
    return ""
