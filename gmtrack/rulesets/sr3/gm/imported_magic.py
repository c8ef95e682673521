"""Magic of characters of Shadowrun 5: spells, foci and adept powers as this edition has them
(SRX-001, SRX-050, SRX-051)."""

from gmtrack.core.encounter import Data
from gmtrack.core.foreign import ForeignCharacter, ForeignThing
from gmtrack.rulesets.kit.foreign import Placing, clamp, replace_number
from gmtrack.rulesets.sr3.gm.shadowrun5 import (
    CATEGORY_OF_FOCUS,
    COMBAT_SENSE,
    KILLING_HANDS,
    SPELLS,
)
from gmtrack.rulesets.sr3.sheet.sheet import UNARMED_COMBAT
from gmtrack.rulesets.sr3.sheet.spell import ANY_SPELL, MOST_ESSENCE
from gmtrack.rulesets.sr3.tables import LEVELS

MOST_FORCE, MOST_DICE = 30, 20
NO_DRAIN = (
    "its drain is not known here: `set` it with force, category, kind and drain"
)
LEARNED = "Magic: in Shadowrun 5 no spell is learned at a Force"
BY_KIND = "as spells of their kind have it here: drain values cannot be turned into each other"
USUAL_LEVEL = "M"
HANDS_DATA: Data = {
    "skill": UNARMED_COMBAT,
    "power_bonus": 0,
    "level": USUAL_LEVEL,
    "damage_type": "physical",
}
"""Killing hands (SRX-050)."""


def place_magic(placing: Placing, foreign: ForeignCharacter) -> None:
    """Place Magic, essence, spells, foci and adept powers. Those without a place are told by
    `Placing.finish`, or here with a better reason."""
    place_numbers(placing, foreign)
    magic = foreign.others.get("magic")
    force = clamp(magic.number if magic else 1, 1, MOST_FORCE)
    for thing in foreign.magic:
        if thing.kind == "spell":
            place_spell(placing, thing, force)
        elif thing.kind == "focus":
            place_focus(placing, thing)
        else:
            place_power(placing, thing)


def place_numbers(placing: Placing, foreign: ForeignCharacter) -> None:
    """Place Magic and essence."""
    magic, essence = (foreign.others.get(one) for one in ("magic", "essence"))
    if magic is None:
        return
    limited = clamp(magic.number, 0, MOST_FORCE)
    placing.set_number("magic", replace_number(magic, limited))
    if essence is None:
        why = "the file does not have what is left of it"
        placing.note_assumption(f"essence {MOST_ESSENCE}", why)
        return
    limited = clamp(essence.number, 0, MOST_ESSENCE)
    placing.set_number("essence", replace_number(essence, limited))


def place_spell(placing: Placing, thing: ForeignThing, force: int) -> None:
    """Place a spell whose numbers are known: by its name, or as a combat spell by what it is."""
    data = spell_fields(thing)
    if data is None:
        if thing.text("category") in CATEGORY_OF_FOCUS:
            placing.place_magic(thing)
            placing.note_lost(f"spell {thing.name}", NO_DRAIN, thing.at)
        return
    placing.add_spell(thing, {"force": force, **data})
    placing.note_assumption(f"force {force} of spells", LEARNED)
    placing.note_assumption("drain of spells", BY_KIND)


def spell_fields(thing: ForeignThing) -> Data | None:
    """Return the fields of a spell without its force; None if nothing is known of its drain."""
    named = SPELLS.get(thing.name.lower())
    if named is not None and thing.text("category") in CATEGORY_OF_FOCUS:
        return dict(named)
    if thing.text("category") != "combat":
        return None
    return (
        elemental_fields(thing)
        if thing.is_so("indirect")
        else combat_fields(thing)
    )


def elemental_fields(thing: ForeignThing) -> Data:
    """Return the fields of an indirect combat spell, which is an elemental one here."""
    stuns, area = thing.text("damage") == "stun", thing.is_so("area")
    data: Data = {"category": "elemental", "kind": "physical"}
    data |= {"area": True} if area else {}
    if stuns:
        # As the stock's clout, whose area form is a level higher as everywhere.
        plain = {"damage_type": "stun", "armor": "impact"}
        return data | plain | {"drain": "(level+1)" if area else "(level)"}
    return data | {"drain": "+1(level+2)" if area else "+1(level+1)"}


def combat_fields(thing: ForeignThing) -> Data:
    """Return the fields of a direct combat spell: +1 to the power of the drain for a physical one,
    -1 for one that stuns; a level more for an area, a level less by touch."""
    kind = "physical" if thing.text("kind") == "physical" else "mana"
    stuns, touch = (
        thing.text("damage") == "stun",
        thing.text("range") == "touch",
    )
    area = thing.is_so("area") and not touch
    power = (kind == "physical") - stuns
    steps = area - touch
    data: Data = {"category": "combat", "kind": kind}
    data |= {"damage_type": "stun"} if stuns else {}
    data |= {"area": True} if area else {}
    data |= {"range": "touch"} if touch else {}
    before = f"{power:+}" if power else ""
    behind = f"{steps:+}" if steps else ""
    return data | {"drain": f"{before}(level{behind})"}


def place_focus(placing: Placing, thing: ForeignThing) -> None:
    """Place the dice of a power focus, and of a spellcasting focus for its category; of several
    that fit the same the best one alone. Tell why any other has no place."""
    use, rating = thing.text("use"), thing.number("rating") or 0
    keys: tuple[str, ...] = ()
    if use == "power":
        keys = (ANY_SPELL,)
    elif use == "spellcasting":
        keys = CATEGORY_OF_FOCUS.get(thing.text("fits"), ())
    placing.place_magic(thing)
    told = f"focus {thing.name} {rating}" if rating else f"focus {thing.name}"
    if not thing.is_so("bonded"):
        placing.note_lost(told, "it is not bonded, or not in use", thing.at)
    elif not keys or not rating:
        placing.note_lost(told, why_no_place(thing), thing.at)
    else:
        add_focus_dice(placing, thing, keys, min(rating, MOST_DICE))


def why_no_place(thing: ForeignThing) -> str:
    """Return why a bonded focus has no place."""
    if thing.name.lower().startswith("sustaining"):
        return "say which spell it holds: `set WHO spells.ID.focus=true`"
    return "only foci for power and spellcasting, with a rating, have dice here"


def add_focus_dice(
    placing: Placing, thing: ForeignThing, keys: tuple[str, ...], dice: int
) -> None:
    """Write the dice of a focus under each of these keys, unless there are as many already; then
    tell that it adds nothing."""
    before: dict[str, int] = placing.sheet.get("focus_dice", {})
    better = [key for key in keys if before.get(key, 0) < dice]
    for key in better:
        placing.set_value(f"focus_dice.{key}", dice, thing.at)
    if not better:
        why = "of several that fit the same the best one counts"
        placing.note_lost(f"focus {thing.name} {dice}", why, thing.at)


def place_power(placing: Placing, thing: ForeignThing) -> None:
    """Place killing hands as a weapon, and combat sense as dice of the combat pool. What other
    powers add to numbers is in these already (SRX-050)."""
    name, rating = thing.name.lower(), thing.number("rating") or 0
    if name == KILLING_HANDS:
        place_killing_hands(placing, thing, rating)
    elif name == COMBAT_SENSE and rating:
        placing.place_magic(thing)
        dice = min(rating, MOST_DICE)
        placing.add_parts("combat_pool", [(f"{thing.name} {rating}", dice)])
        placing.note_assumption(f"combat_pool +{dice}", thing.name)


def place_killing_hands(
    placing: Placing, thing: ForeignThing, rating: int
) -> None:
    """Place killing hands as a weapon of the level that its rating says, 1 for L to 4 for D; M
    without one."""
    placing.place_magic(thing)
    known = 1 <= rating <= len(LEVELS)
    level = LEVELS[rating - 1] if known else USUAL_LEVEL
    placing.add_weapon(thing, {**HANDS_DATA, "level": level})
    if not known:
        why = "the file does not say it"
        placing.note_assumption(f"level {level} of {thing.name}", why)
