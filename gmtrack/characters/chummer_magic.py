"""Magic in a `.chum5`: the attribute, essence, spells, adept powers and foci."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gmtrack.characters.magic import (
    is_focus,
    make_focus,
    make_power,
    make_spell,
)
from gmtrack.characters.plain import (
    NO_RULE,
    clean_text,
    parse_decimal,
    parse_whole_number,
)
from gmtrack.core.foreign import ForeignThing, ForeignValue

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

FOCI = "Foci"
PREPARATION = "an alchemical preparation, which is no spell to cast"
WORDS = ("category", "type", "range", "duration", "damage", "descriptors")
"""The elements of a spell that are read."""


def is_awakened(root: "Element") -> bool:
    """Whether the character has magic: the file has the attribute for everybody."""
    return any(
        clean_text(root.findtext(word)).lower() == "true"
        for word in ("magenabled", "magician", "adept")
    )


def read_essence(root: "Element") -> ForeignValue | None:
    """Return the essence as a whole number, which is all that rules look at; None if the file does
    not say it."""
    exact = parse_decimal(root.findtext("totaless"))
    if exact is None or exact < 0:
        return None
    whole = int(exact)
    why = (
        "" if whole == exact else f"{exact:g}, of which the whole points count"
    )
    return ForeignValue(whole, "totaless", why)


def read_magic_things(
    root: "Element", in_the_numbers: str
) -> Iterator[ForeignThing]:
    """Yield spells, adept powers and foci. `in_the_numbers`: the reason why a power has no place
    besides the numbers that it adds to."""
    for number, node in enumerate(root.iterfind("spells/spell"), 1):
        name = clean_text(node.findtext("name")) or str(number)
        words = {word: clean_text(node.findtext(word)) for word in WORDS}
        at, extra = (
            f"spells/spell[{number}]",
            clean_text(node.findtext("extra")),
        )
        name = f"{name} ({extra})" if extra else name
        is_prepared = clean_text(node.findtext("alchemical")).lower() == "true"
        if is_prepared:
            words["category"] = "alchemical"
        why = PREPARATION if is_prepared else NO_RULE
        yield make_spell(name, at, why, words)
    for number, node in enumerate(root.iterfind("powers/power"), 1):
        name = clean_text(node.findtext("name")) or str(number)
        extra = clean_text(node.findtext("extra"))
        name = f"{name} ({extra})" if extra else name
        at = f"powers/power[{number}]"
        yield make_power(name, rating_of(node), at, in_the_numbers)
    bonded = {
        clean_text(node.text) for node in root.iterfind("foci/focus/gearid")
    }
    for number, node in enumerate(root.iterfind("gears/gear"), 1):
        if is_gear_focus(node):
            is_bonded = clean_text(
                node.findtext("bonded")
            ).lower() == "true" or clean_text(
                node.findtext("guid")
            ) in bonded - {""}
            yield make_focus(
                clean_text(node.findtext("name")),
                rating_of(node),
                f"gears/gear[{number}]",
                NO_RULE,
                bonded=is_bonded,
            )


def is_gear_focus(node: "Element") -> bool:
    """Whether a piece of gear is a focus."""
    name = clean_text(node.findtext("name"))
    return clean_text(node.findtext("category")) == FOCI and is_focus(name)


def rating_of(node: "Element") -> int:
    """Return the rating of a thing; 0 if it has none."""
    return max(0, parse_whole_number(node.findtext("rating")) or 0)
