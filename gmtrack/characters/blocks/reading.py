"""Stat blocks of games with a d20 and armor class: encounters and characters of Improved
Initiative, parties and monsters of dndme, and the JSON of monster lists and of other trackers."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from gmtrack.characters.blocks.attack_text import find_attack
from gmtrack.characters.blocks.block_files import (
    FoundBlock,
    find_blocks,
    find_toml_blocks,
    parse_toml,
)
from gmtrack.characters.blocks.block_places import (
    ABILITIES,
    ASIDE,
    DNDME,
    IMPROVED_INITIATIVE,
    PARTS,
    WORDS,
)
from gmtrack.characters.file import ForeignFile, refuse_file
from gmtrack.characters.places import Places
from gmtrack.characters.plain import (
    NO_RULE,
    as_list,
    clean_text,
    parse_whole_number,
)
from gmtrack.core.foreign import (
    ForeignCharacter,
    ForeignThing,
    ForeignValue,
    ForeignWord,
    LostPart,
    Plain,
    SkippedCharacter,
)
from gmtrack.errors import BadFile

SYSTEM = "d20"
"""The game, as rulesets know it."""
MOST = 500
"""The most stat blocks of one file."""
NO_BLOCK = (
    "this holds no stat block: a name with hit points (`hp` or `hit_points`)"
)
_LEADING = re.compile(r"\s*(\d{1,7})(?! ?d ?\d|\d)")
_DICE = re.compile(r"\s*(\d{1,3}) ?d ?(\d{1,3})(?: ?([+-]) ?(\d{1,4}))?")


def read_blocks(
    file: ForeignFile,
    left_out: list[SkippedCharacter] | None = None,
    *,
    is_toml: bool = False,
) -> list[ForeignCharacter]:
    """Return the people in a file, JSON or TOML. Of several, those who cannot be read are added
    to `left_out`, if it is given. Raises BadFile for a file without stat blocks or with too many,
    and if nobody can be read."""
    from gmtrack.characters.json_file import parse_json

    found = list(
        find_toml_blocks(parse_toml(file))
        if is_toml
        else find_blocks(parse_json(file))
    )
    if not found:
        refuse_file(file, NO_BLOCK)
    if len(found) > MOST:
        message = f"{len(found)} stat blocks are more than the {MOST} that are read at once"
        refuse_file(file, message)
    people: list[ForeignCharacter] = []
    errors: list[BadFile] = []
    for one in found:
        try:
            people.append(_read_block(file, one))
        except BadFile as error:
            errors.append(error)
            if left_out is not None:
                why = "; ".join(fault.message for fault in error.faults)
                name = _name_of(one) or "somebody"
                left_out.append(SkippedCharacter(name, why, one.at))
    if errors and (left_out is None or not people):
        raise BadFile([fault for error in errors for fault in error.faults])
    return people


def _read_block(file: ForeignFile, found: FoundBlock) -> ForeignCharacter:
    """Return one stat block as plain values. Raises BadFile for one without a name or without
    hit points."""
    block, places = found.block, Places(found.system, found.version)
    name = _name_of(found)
    if not name:
        refuse_file(file, "a stat block without a name", found.at)
    hit_points = places.find("hit points", block, name, found.at, _amount)
    if hit_points is None:
        refuse_file(file, f"{name} has no hit points", found.at)
    others = {"max_hp": _value_at(found, places, "hit points", hit_points)}
    armor = places.find("armor class", block, name, found.at, _amount)
    if armor is not None:
        others["ac"] = _value_at(found, places, "armor class", armor)
    attributes = dict(_read_abilities(found, places))
    others |= dict(_read_saves(found, places))
    initiative = _read_initiative(found, places, attributes)
    if initiative is not None:
        others["initiative"] = initiative
    weapons, lost = _read_actions(found, places)
    lost += _lost_parts(found, places)
    lost += _lost_state(found, hit_points[0])
    hidden = Places(IMPROVED_INITIATIVE, "").peek("hidden", found.around, _flag)
    return ForeignCharacter(
        f"{found.system.name} {found.version}".strip(),
        SYSTEM,
        name,
        _is_player(found),
        attributes=attributes,
        others=others,
        weapons=tuple(weapons),
        traits=("hidden",) if hidden else (),
        words=dict(_read_words(found, places)),
        lost=(*lost, *places.missing),
    )


def _name_of(found: FoundBlock) -> str:
    """Return the name of somebody: what the game master called them, or that of their block."""
    alias = clean_text(found.around.get("Alias"))
    own = Places(found.system, found.version).peek("name", found.block, _text)
    return alias or (own or "").replace("_", " ")


def _is_player(found: FoundBlock) -> bool:
    """Whether somebody is a player character."""
    if found.system is DNDME:
        return bool(found.at)
    if found.system is IMPROVED_INITIATIVE:
        said = clean_text(found.block.get("Player"))
        return said not in ("", "npc") or bool(
            found.around.get("PersistentCharacterId")
        )
    return found.block.get("player") is True


def _value_at(
    found: FoundBlock, places: Places, what: str, amount: tuple[int, str]
) -> ForeignValue:
    """Return a number with its place in the file."""
    path = places.where(what, found.block).removeprefix("system.")
    at = ".".join(filter(None, (found.at, path)))
    return ForeignValue(amount[0], at, amount[1])


def _read_abilities(
    found: FoundBlock, places: Places
) -> Iterator[tuple[str, ForeignValue]]:
    """Yield the abilities by their short names."""
    in_order = found.block.get("stats")
    for number, short in enumerate(ABILITIES):
        amount = places.peek(short, found.block, _amount)
        if amount is None and isinstance(in_order, list):
            amount = _amount(in_order[number : number + 1])
        if amount is not None:
            yield short, _value_at(found, places, short, amount)


def _read_saves(
    found: FoundBlock, places: Places
) -> Iterator[tuple[str, ForeignValue]]:
    """Yield the saves that a block names, as `dex_save`."""
    if found.system is IMPROVED_INITIATIVE:
        for one in places.peek("saves", found.block, _list_or_none) or ():
            short = clean_text(_value_of_key(one, "Name")).lower()[:3]
            number = parse_whole_number(_value_of_key(one, "Modifier"))
            if short in ABILITIES and number is not None:
                at = ".".join(filter(None, (found.at, "Saves")))
                yield f"{short}_save", ForeignValue(number, at)
        return
    for short in ABILITIES:
        key = f"{short}_save"
        number = places.peek(key, found.block, parse_whole_number)
        if number is not None:
            yield key, _value_at(found, places, key, (number, ""))


def _read_initiative(
    found: FoundBlock, places: Places, attributes: Mapping[str, ForeignValue]
) -> ForeignValue | None:
    """Return what is added to the die for initiative; None if the file does not say."""
    dex = attributes.get("dex")
    of_dex = (dex.number - 10) // 2 if dex else 0
    if found.system is IMPROVED_INITIATIVE:
        beyond = places.peek(
            "beyond dexterity", found.block, parse_whole_number
        )
        if not beyond and not dex:
            return None
        at = ".".join(filter(None, (found.at, "InitiativeModifier")))
        why = (
            f"{of_dex} by Dexterity, {beyond} more"
            if beyond
            else "by Dexterity"
        )
        return ForeignValue(of_dex + (beyond or 0), at, why)
    number = places.peek("initiative", found.block, parse_whole_number)
    if number is not None:
        return _value_at(found, places, "initiative", (number, ""))
    return dex and ForeignValue(of_dex, dex.at, "by Dexterity")


def _read_words(
    found: FoundBlock, places: Places
) -> Iterator[tuple[str, tuple[ForeignWord, ...]]]:
    """Yield the lists of types of damage by name, each as far as it has words."""
    for what in WORDS:
        words = places.peek(what, found.block, _split_words)
        if words:
            at = ".".join(filter(None, (found.at, what)))
            yield what, tuple(ForeignWord(word, at) for word in words)


def _read_actions(
    found: FoundBlock, places: Places
) -> tuple[list[ForeignThing], list[LostPart]]:
    """Return the attacks among the actions, and the actions that are none."""
    weapons, lost = [], []
    for what in ("attacks", "actions"):
        if what not in found.system.table:
            continue
        actions = places.peek(what, found.block, _parse_things) or []
        for key, action in actions:
            at = ".".join(filter(None, (found.at, f"{what}[{key}]")))
            attack = find_attack(action)
            if attack is None:
                name = clean_text(
                    _value_of_key(action, "name")
                    or _value_of_key(action, "Name")
                )
                lost.append(LostPart(f"action {name or key}", NO_RULE, at))
                continue
            values: dict[str, Plain] = {
                "bonus": attack.bonus,
                "damage": attack.damage,
                "type": attack.type,
                "more": attack.more,
            }
            weapons.append(ForeignThing(attack.name, "attack", at, values))
    return weapons, lost


def _lost_parts(found: FoundBlock, places: Places) -> list[LostPart]:
    """Return what a block has and no ruleset places: traits, reactions, speed, senses."""
    lost = []
    for what in PARTS:
        for key, one in places.peek(what, found.block, _parse_things) or []:
            name = (
                clean_text(
                    _value_of_key(one, "name") or _value_of_key(one, "Name")
                )
                or key
            )
            at = ".".join(filter(None, (found.at, f"{what}[{key}]")))
            lost.append(LostPart(f"{what} {name}", NO_RULE, at))
    for what in ASIDE:
        if places.peek(what, found.block, _anything) is not None:
            lost.append(
                LostPart(what, "no rule of a fight here asks for it", found.at)
            )
    return lost


def _lost_state(found: FoundBlock, most: int) -> list[LostPart]:
    """Return what has happened to somebody before, which newcomers come without."""
    around = found.around or found.block
    places = Places(found.system, found.version)
    lost = []
    left = places.peek("hit points left", around, parse_whole_number)
    if left is not None and left < most:
        why = (
            f"newcomers come unhurt; `damage WHO {most - left}` takes them off"
        )
        lost.append(LostPart(f"{most - left} points of damage", why, found.at))
    if found.system is not IMPROVED_INITIATIVE:
        return lost
    more = places.peek("temporary hit points", around, parse_whole_number)
    if more:
        why = "newcomers come without"
        lost.append(LostPart(f"{more} temporary hit points", why, found.at))
    for tag in as_list(around.get("Tags")):
        text = clean_text(
            tag if isinstance(tag, str) else _value_of_key(tag, "Text")
        )
        if text:
            why = "newcomers come without; `effect WHO WORDS` puts one on"
            lost.append(LostPart(f"tag {text}", why, found.at))
    return lost


# --- kinds of values ---


def _amount(value: object) -> tuple[int, str] | None:
    """Return a number and how it came about: a number, the first of a text (`15 (shield)`), of a
    list or of a map, or the average of dice. None for anything else."""
    if isinstance(value, list):
        value = value[0] if value else None
    if isinstance(value, dict):
        keys = ("value", "Value", "average", "max", "ac", "score")
        value = next((value[key] for key in keys if key in value), None)
    if isinstance(value, str):
        if leading := _LEADING.match(value):
            return int(leading[1]), ""
        if dice := _DICE.match(value):
            count, sides, sign, plus = dice.groups()
            more = int(plus or 0) * (-1 if sign == "-" else 1)
            average = int(count) * (int(sides) + 1) // 2 + more
            return average, f"the average of {dice[0].strip()}"
        return None
    number = parse_whole_number(value)
    return None if number is None else (number, "")


def _split_words(value: object) -> list[str] | None:
    """Return the words of a list, or of a text with commas; None for anything else."""
    if isinstance(value, str):
        value = re.split(r"[,;]", value[:1000])
    if not isinstance(value, list):
        return None
    names = (
        _value_of_key(one, "name") if isinstance(one, dict) else one
        for one in value
    )
    return [text for text in map(clean_text, names) if text]


def _parse_things(value: object) -> list[tuple[str, Any]] | None:
    """Return the things of a list by their number, or of a map by their key; None for anything
    else."""
    if isinstance(value, dict):
        return [(clean_text(key), one) for key, one in value.items()]
    if isinstance(value, list):
        return [(str(number), one) for number, one in enumerate(value)]
    return None


def _value_of_key(value: object, key: str) -> Any:
    """Return the value of a key in a map; None without the key, and for anything but a map."""
    return value.get(key) if isinstance(value, dict) else None


def _text(value: object) -> str | None:
    return clean_text(value) or None


def _flag(value: object) -> bool | None:
    return value if isinstance(value, bool) else None


def _anything(value: object) -> object | None:
    return value or None


def _list_or_none(value: object) -> list[Any] | None:
    return value if isinstance(value, list) else None
