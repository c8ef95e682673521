"""Chummer5a's `.chum5`: one character as XML, as it is saved. Old files name skills by ids and
some have no totals."""

from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from gmtrack.characters.chummer_gear import read_armor, read_weapons, text_of
from gmtrack.characters.chummer_magic import (
    is_awakened,
    is_gear_focus,
    read_essence,
    read_magic_things,
)
from gmtrack.characters.chummer_places import CHUMMER, element_under
from gmtrack.characters.file import ForeignFile, check_length, refuse_file
from gmtrack.characters.places import Places
from gmtrack.characters.plain import (
    NO_RULE,
    boxes_of_damage,
    clean_text,
    comparison_key,
    is_deep,
    parse_whole_number,
)
from gmtrack.characters.shadowrun import (
    ATTRIBUTES,
    EXPORTED,
    GROUP_OF,
    SKILL_IDS,
    SYSTEM,
)
from gmtrack.core.foreign import (
    ForeignCharacter,
    ForeignValue,
    ForeignWord,
    LostPart,
)

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    Groups = Mapping[str, tuple[int, int]]

IN_THE_NUMBERS = "what it adds to attributes, initiative, armor and skills counts; nothing else"
OWN_ARMOR = "armor of ware and powers"
"""Source of an armor bonus whose improvement has no name."""
NO_FIGHT = "no part of a fight"
GEAR = "gears/gear"
BESIDES = (
    ("cyberwares/cyberware", "ware", IN_THE_NUMBERS),
    ("qualities/quality", "quality", IN_THE_NUMBERS),
    ("martialarts/martialart", "martial art", NO_RULE),
    ("complexforms/complexform", "complex form", NO_RULE),
    ("critterpowers/critterpower", "critter power", NO_RULE),
    ("spirits/spirit", "spirit", NO_RULE),
    ("aiprograms/aiprogram", "program", NO_RULE),
    ("drugs/drug", "drug", NO_RULE),
    (
        "vehicles/vehicle",
        "vehicle",
        "not a part of its owner: add it as a combatant of its own",
    ),
    (GEAR, "gear", "only weapons and armor are taken"),
    ("contacts/contact", "contact", NO_FIGHT),
    ("lifestyles/lifestyle", "lifestyle", NO_FIGHT),
)
"""Other parts of a character that are not imported: path, kind, and the reason."""
DICE = ("InitiativeDice", "InitiativePass")
MORE_DICE = ("InitiativeDiceAdd", "InitiativePassAdd")
"""Kinds of improvements whose initiative dice add to those of DICE."""
OF_SR4 = (
    "this is a character of Chummer for Shadowrun 4 (.chum): "
    "only those of Chummer5a for Shadowrun 5 (.chum5) are read"
)
SKILLS = [
    "/".join((*place.keys, "skill"))
    for place in reversed(CHUMMER.table["skills"])
]
"""Paths to the skills, the newest place first."""
BOXES = (("physicalcmfilled", "physical"), ("stuncmfilled", "stun"))
SPECIAL = {"EDG": "edge", "MAG": "magic"}
"""Attributes that are none of the eight, by how the file calls them."""
ID_LENGTH = 36
HIGHEST, MORE = "precedence0", "precedence-1"
"""Marks of improvements: of those marked HIGHEST the highest counts, plus those marked MORE."""


class Improvement(NamedTuple):
    """A change of one value by ware, a power or a quality: kind, target and amount. Of the
    improvements with one `mark` only the highest counts. `condition`: when it holds; empty if
    always. `source`: its name; empty if unknown."""

    kind: str
    target: str
    amount: int
    mark: str
    condition: str
    source: str = ""


def read_character(file: ForeignFile) -> ForeignCharacter:
    """Return the character in a `.chum5`. What has no place, and values that a newer version
    keeps elsewhere, are in its `lost`. Raises BadFile for a file that holds no character of
    Shadowrun 5, or one without attributes."""
    root = _parse_root(file)
    version = clean_text(root.findtext("appversion"))
    places = Places(CHUMMER, version, element_under)
    name = (
        clean_text(root.findtext("alias"))
        or clean_text(root.findtext("name"))
        or file.stem
    )
    for what in ("attributes", "skills", "improvements", "weapons", "armor"):
        places.find(what, root, name, "", lambda node: node)
    improvements = [*_read_improvements(root, places)]
    attributes = dict(_read_attributes(root, improvements, places))
    if not attributes:
        refuse_file(file, "no attribute was found in it", "attributes")
    others = {
        name: value
        for name in ("edge", "magic")
        if (value := attributes.pop(name, None))
        and (name != "magic" or (value.number > 0 and is_awakened(root)))
    }
    essence = read_essence(root)
    if "magic" in others and essence:
        others["essence"] = essence
    is_critter = clean_text(root.findtext("critter")).lower() == "true"
    metatype = clean_text(root.findtext("metatype")).lower()
    is_smart = any(one.kind == "Smartlink" for one in improvements)
    armed, unarmed = read_weapons(root, is_smart, places)
    worn, bare = read_armor(root, places)
    return ForeignCharacter(
        program=f"Chummer {version}".strip(),
        system=SYSTEM,
        name=name,
        player=not is_critter,
        kind="critter" if is_critter else "character",
        metatype=ForeignWord(metatype, "metatype") if metatype else None,
        attributes=attributes,
        skills=dict(_read_skills(root, improvements)),
        others=others | dict(_read_derived_values(root, improvements)),
        weapons=armed,
        armor=worn,
        magic=tuple(read_magic_things(root, IN_THE_NUMBERS)),
        traits=("smartlink",) if is_smart else (),
        lost=(
            *unarmed,
            *bare,
            *_lost_nameless_skills(root),
            *_lost_specializations(root),
            *_lost_conditional_amounts(improvements),
            *_lost_parts(root),
            *places.missing,
        ),
    )


def _parse_root(file: ForeignFile) -> "Element":
    """Parse the XML and return its root. Raises BadFile for a file that is too long, no XML, an
    export, or no character of Shadowrun 5."""
    from xml.etree.ElementTree import ParseError

    from defusedxml.common import DefusedXmlException
    from defusedxml.ElementTree import fromstring

    check_length(file)
    try:
        root: Element = fromstring(file.content, forbid_dtd=True)
    except DefusedXmlException:
        refuse_file(
            file,
            "it declares a document type or entities, which no character does",
        )
    except ParseError as error:
        refuse_file(
            file, f"this is not XML: {error.msg}", line=error.position[0]
        )
    except (ValueError, LookupError, RecursionError) as error:
        refuse_file(file, f"this is not XML: {error}")
    if root.tag == "characters":
        refuse_file(file, EXPORTED)
    if root.tag != "character":
        tag = clean_text(root.tag)
        message = f"this is XML, but no character of Chummer5a: it begins with <{tag}>"
        refuse_file(file, message)
    edition = clean_text(root.findtext("gameedition"))
    if edition == "" and _is_of_sr4(root, file):
        refuse_file(file, OF_SR4)
    if edition not in ("", "SR5"):
        refuse_file(
            file,
            f"this character is made for {edition}, not for SR5",
            "gameedition",
        )
    if is_deep(root, list):
        refuse_file(
            file, "its parts lie deeper in each other than in any character"
        )
    return root


def _is_of_sr4(root: "Element", file: ForeignFile) -> bool:
    """Whether a character without an edition is of the Chummer for Shadowrun 4: by its version, the
    name of the file, or how the text is encoded."""
    version = clean_text(root.findtext("appversion"))
    is_utf_16 = file.content.startswith((BOM_UTF16_LE, BOM_UTF16_BE, b"<\0"))
    return (
        version.startswith("0.")
        or file.name.lower().endswith(".chum")
        or is_utf_16
    )


# --- what somebody is ---


def _read_attributes(
    root: "Element", improvements: list[Improvement], places: Places
) -> Iterator[tuple[str, ForeignValue]]:
    """Yield each attribute by its English name, with all that ware and powers add to it. Of two
    sets (shapeshifters) the first is taken."""
    known: set[str] = set()
    for node in root.iterfind("attributes/attribute"):
        short = clean_text(node.findtext("name")).upper()
        name = SPECIAL.get(short) or ATTRIBUTES.get(short)
        number, why = _total_of_attribute(node, short, places)
        if name and name not in known and number is not None:
            known.add(name)
            meant = [
                one
                for one in improvements
                if one.kind == "Attribute" and one.target == short
            ]
            parts = _named_amounts(meant)
            own = sum(
                _points_under(node, part)
                for part in ("metatypemin", "base", "karma")
            )
            if number - sum(by for _, by in parts) < own:
                parts = ()  # it is not all of it in the total: an attribute has a highest value
            yield name, ForeignValue(number, f"attributes/{short}", why, parts)


def _total_of_attribute(
    node: "Element", short: str, places: Places
) -> tuple[int | None, str]:
    """Return the total of an attribute, and how it was worked out (empty: the file has the
    total). None if the file has no number for it."""
    total = places.find(
        "total", node, short, f"attributes/{short}", _number_of_element
    )
    if total is not None:
        return total, ""
    old = [
        parse_whole_number(node.findtext(part))
        for part in ("value", "augmodifier")
    ]
    if old[0] is not None:
        return old[0] + (
            old[1] or 0
        ), "the file has no total: value + augmodifier"
    parts = [
        parse_whole_number(node.findtext(part))
        for part in ("metatypemin", "base", "karma")
    ]
    known = [part for part in parts if part is not None]
    return (
        sum(known) if known else None
    ), "the file has no total: minimum + base + karma"


def _number_of_element(node: "Element | None") -> int | None:
    """Return the whole number in an element; None if there is no element, or no number in it."""
    return None if node is None else parse_whole_number(node.text)


def _text_of_filled(node: "Element | None") -> str | None:
    """Return the text of an element; None if there is no element, or it is empty."""
    return text_of(node) or None


def _read_skills(
    root: "Element", improvements: list[Improvement]
) -> Iterator[tuple[str, ForeignValue]]:
    """Yield the active skills with points, by their names: own points, those of the group and
    dice from ware in one number."""
    groups = {
        comparison_key(node.findtext("name")): (
            _points_under(node, "base"),
            _points_under(node, "karma"),
        )
        for node in root.iterfind("newskills/groups/group")
    }
    known: set[str] = set()
    for where in SKILLS:
        for node in root.iterfind(where):
            name = comparison_key(node.findtext("name")) or SKILL_IDS.get(
                clean_text(node.findtext("suid")), ""
            )
            is_active = (
                clean_text(
                    node.findtext("isknowledge") or node.findtext("knowledge")
                )
                != "True"
            )
            if not name or not is_active or name in known:
                continue  # a skill without a name is for `_lost_nameless_skills`
            known.add(name)
            value = _value_of_skill(node, name, groups, improvements)
            if value.number > 0:
                yield (
                    name,
                    value._replace(at=f"{where.rpartition('/')[0]}/{name}"),
                )


def _lost_nameless_skills(root: "Element") -> Iterator[LostPart]:
    """Yield the skills that have points, but neither a name nor a known id."""
    for node in root.iterfind("newskills/skills/skill"):
        mark, points = (
            clean_text(node.findtext("suid")),
            _points_under(node, "base") + _points_under(node, "karma"),
        )
        if (
            points
            and not comparison_key(node.findtext("name"))
            and mark not in SKILL_IDS
        ):
            what = f"skill of {points} points ({mark or 'no id'})"
            yield LostPart(
                what, "the file has no name for it", "newskills/skills"
            )


def _value_of_skill(
    node: "Element",
    name: str,
    groups: "Groups",
    improvements: list[Improvement],
) -> ForeignValue:
    """Return the number of a skill: own points, its group's points (base and karma in `groups`)
    and improvements. A file with a `rating` has all points in that."""
    rating = parse_whole_number(node.findtext("rating"))
    own = (
        _points_under(node, "base") + _points_under(node, "karma")
        if rating is None
        else rating
    )
    group = (
        groups.get(GROUP_OF.get(name, ""), (0, 0)) if rating is None else (0, 0)
    )
    meant = [
        one
        for one in improvements
        if one.kind == "Skill" and comparison_key(one.target) == name
    ]
    ware = _sum_of_improvements(meant)
    total = own + sum(group) + ware
    parts = [
        (own, "own points"),
        (sum(group), "skill group"),
        (ware, "dice from ware and powers"),
    ]
    told = [f"{number} {what}" for number, what in parts if number]
    return ForeignValue(
        total,
        "",
        " + ".join(told) if len(told) > 1 else "",
        _named_amounts(meant),
    )


def _points_under(node: "Element", name: str) -> int:
    """Return the number in a child of an element; 0 if there is none, or it is negative."""
    return max(0, parse_whole_number(node.findtext(name)) or 0)


def _read_derived_values(
    root: "Element", improvements: list[Improvement]
) -> Iterator[tuple[str, ForeignValue]]:
    """Yield values for `others`: initiative, reach and the armor of ware and powers, each only if
    an improvement changes it, and condition monitors if the file has them. Edge, which files keep
    among the attributes, is put into `others` by `read_character`."""
    boosts = [
        [one for one in improvements if one.kind in kinds]
        for kinds in (DICE, MORE_DICE)
    ]
    if dice := sum(map(_sum_of_improvements, boosts)):
        why, parts = (
            f"1 + {dice} from improvements",
            tuple(chain(*map(_named_amounts, boosts))),
        )
        yield (
            "initiative_dice",
            ForeignValue(1 + dice, "improvements", why, parts),
        )
    more = [one for one in improvements if one.kind == "Initiative"]
    if bonus := _sum_of_improvements(more):
        yield (
            "initiative_bonus",
            ForeignValue(bonus, "improvements", "", _named_amounts(more)),
        )
    long = [one for one in improvements if one.kind == "Reach"]
    if (reach := _sum_of_improvements(long)) > 0:
        yield (
            "reach",
            ForeignValue(reach, "improvements", "", _named_amounts(long)),
        )
    of_body = [one for one in improvements if one.kind == "Armor"]
    if armor := _sum_of_improvements(of_body):
        named = _named_amounts(of_body)
        unnamed = armor - sum(by for _, by in named)
        parts = (*named, (OWN_ARMOR, unnamed)) if unnamed else named
        yield "armor", ForeignValue(armor, "improvements", "", parts)
    for name, what in (
        ("physicalcm", "physical_boxes"),
        ("stuncm", "stun_boxes"),
    ):
        number = parse_whole_number(root.findtext(f"calculatedvalues/{name}"))
        if number is not None and number > 0:
            yield what, ForeignValue(number, f"calculatedvalues/{name}")


# --- what adds to it ---


def _read_improvements(
    root: "Element", places: Places
) -> Iterator[Improvement]:
    """Yield the improvements that are switched on. One of an attribute has its amount in other
    elements."""
    names = dict(_names_of_things(root))
    for node in root.iterfind("improvements/improvement"):
        amount = parse_whole_number(node.findtext("val"))
        is_on = clean_text(node.findtext("enabled")).lower() != "false"
        kind = (
            places.find(
                "kind", node, "an improvement", "improvements", _text_of_filled
            )
            or ""
        )
        if kind == "Attribute":
            rating = parse_whole_number(node.findtext("rating"))
            amount = (parse_whole_number(node.findtext("aug")) or 0) * (
                1 if rating is None else rating
            )
        if is_on and kind and amount is not None:
            target, mark = (
                clean_text(node.findtext("improvedname")),
                clean_text(node.findtext("unique")),
            )
            # Behind the id may stand a word for a second piece of a pair.
            source = names.get(
                clean_text(node.findtext("sourcename"))[:ID_LENGTH], ""
            )
            source = source or clean_text(node.findtext("customname"))
            condition = clean_text(node.findtext("condition"))
            yield Improvement(kind, target, amount, mark, condition, source)


def _names_of_things(root: "Element") -> Iterator[tuple[str, str]]:
    """Yield the name of each thing of the character with its rating, by its id and by its bare
    name."""
    for node in root.iter():
        if name := clean_text(node.findtext("name")):
            told = " ".join(filter(None, (name, _rating_text(node))))
            yield name, told
            if id := clean_text(node.findtext("guid")):
                yield id, told


def _sum_of_improvements(improvements: list[Improvement]) -> int:
    """Return the sum of the improvements that count (`_counting_improvements`)."""
    return sum(one.amount for one in _counting_improvements(improvements))


def _named_amounts(
    improvements: list[Improvement],
) -> tuple[tuple[str, int], ...]:
    """Return source and amount of each improvement that counts, has a source and is not 0."""
    return tuple(
        (one.source, one.amount)
        for one in _counting_improvements(improvements)
        if one.source and one.amount
    )


def _counting_improvements(
    improvements: list[Improvement],
) -> list[Improvement]:
    """Return the improvements that count: of those with one mark only the highest; of marked
    HIGHEST and MORE as described there. Leaves out those that hold under a condition."""
    marked: dict[str, list[Improvement]] = {}
    for one in improvements:
        if not one.condition:
            marked.setdefault(one.mark, []).append(one)
    more, free = marked.pop(MORE, []), marked.pop("", [])
    if HIGHEST in marked:
        return [_highest_improvement(marked[HIGHEST]), *more]
    return [*free, *more, *map(_highest_improvement, marked.values())]


def _highest_improvement(improvements: list[Improvement]) -> Improvement:
    """Return the improvement with the largest amount."""
    return max(improvements, key=lambda one: one.amount)


def _lost_conditional_amounts(
    improvements: list[Improvement],
) -> Iterator[LostPart]:
    """Yield improvements of dice, initiative, skills and armor that hold under a condition: the
    GM adds them by hand."""
    for one in improvements:
        counts = one.kind in (*DICE, *MORE_DICE, "Initiative", "Skill", "Armor")
        if one.condition and counts and one.amount:
            what = f"{one.amount:+} {one.target or one.kind} ({one.condition})"
            yield LostPart(
                what,
                "it holds under a condition: add it with --mod",
                "improvements",
            )


# --- what is left over ---


def _lost_specializations(root: "Element") -> Iterator[LostPart]:
    """Yield the specializations of skills, which are not imported."""
    for where in SKILLS:
        for node in root.iterfind(where):
            skill = clean_text(node.findtext("name")) or SKILL_IDS.get(
                clean_text(node.findtext("suid")), ""
            )
            for spec in node.iterfind("specs/spec"):
                if name := clean_text(spec.findtext("name")):
                    yield LostPart(
                        f"specialization {skill}: {name}",
                        "add it with --mod 2",
                        where,
                    )


def _lost_parts(root: "Element") -> Iterator[LostPart]:
    """Yield what else is not imported: the parts in BESIDES, the metavariant, and boxes that are
    filled."""
    for path, what, why in BESIDES:
        for number, node in enumerate(root.iterfind(path), 1):
            if path == GEAR and is_gear_focus(node):
                continue
            name = " ".join(
                filter(
                    None,
                    (clean_text(node.findtext("name")), _rating_text(node)),
                )
            )
            extra = clean_text(node.findtext("extra"))
            told = f"{name} ({extra})" if extra else name
            yield LostPart(f"{what} {told or number}", why, f"{path}[{number}]")
    variant = clean_text(root.findtext("metavariant"))
    if variant.lower() not in ("", "none"):
        yield LostPart(f"metavariant {variant}", IN_THE_NUMBERS, "metavariant")
    for path, what in BOXES:
        if filled := _points_under(root, path):
            yield LostPart(
                boxes_of_damage(filled, what), "newcomers come unhurt", path
            )


def _rating_text(node: "Element") -> str:
    """Return the rating of a thing as text; empty if it has none or 0."""
    rating = parse_whole_number(node.findtext("rating"))
    return str(rating) if rating else ""
