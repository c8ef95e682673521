"""The numbers of `show`, each with its parts and the fields of the live state it is read from."""

from gmtrack.core.report import Part, total
from gmtrack.core.screen import Number, Section
from gmtrack.rulesets.swan_song.dice.karma import FIGHT
from gmtrack.rulesets.swan_song.dice.pools import soak_parts, standard_defense
from gmtrack.rulesets.swan_song.sheet.live import BASE_POINTS, Fighter, LimitKind
from gmtrack.rulesets.swan_song.sheet.records import FightState
from gmtrack.rulesets.swan_song.sheet.sheet import ATTRIBUTES, Attribute
from gmtrack.rulesets.swan_song.sheet.words import counted

HURT = ("flesh", "strain", "critical_injuries")
"""The fields that the wound modifier follows."""


def vehicle_section(who: Fighter) -> Section:
    """All that counts of a vehicle as a target."""
    numbers = (
        Number("body", str(who.attribute("body"))),
        soak(who),
        driver(who),
        Number("speed", str(who.speed)),
        Number("moving", "yes" if who.sheet.moving else "no"),
    )
    return Section("Vehicle", numbers)


def driver(who: Fighter) -> Number:
    """R-DEF-14"""
    pool = who.sheet.defense_pool
    return Number("defense", "none" if pool is None else f"{pool} (driver)")


# --- attributes ---


def attributes(who: Fighter) -> Section:
    return Section("Attributes", tuple(attribute(who, name) for name in ATTRIBUTES))


def attribute(who: Fighter, name: Attribute) -> Number:
    """One attribute, with its parts if it is not as the sheet has it."""
    parts = [*own_parts(who, name), *burden_parts(who, name)]
    parts += least_part(who.attribute(name) - total(tuple(parts)))
    return Number(name, str(who.attribute(name)), tuple(parts) if len(parts) > 1 else ())


def own_parts(who: Fighter, name: Attribute) -> list[Part]:
    """R-TEST-16: the attribute of the sheet, and what it is pushed by."""
    mod = who.sheet.attribute_mods.get(name, 0)
    own = [Part("sheet", getattr(who.sheet, name)), *([Part("modifier", mod)] if mod else [])]
    return [*own, *least_part(who.base_attribute(name) - total(tuple(own)))]


def burden_parts(who: Fighter, name: Attribute) -> list[Part]:
    """What armor and a carried body take off."""
    if name not in ("agility", "reaction"):
        return []
    return [part for part in (encumbered(who), carrying(who)) if part.value]


def encumbered(who: Fighter) -> Part:
    """SS-ARM-08, R-ARM-5"""
    return Part("encumbrance", -who.encumbrance)


def carrying(who: Fighter) -> Part:
    """SS-BAR-31, R-BAR-13"""
    return Part("carried body", -who.body_penalty)


def least_part(short: int) -> list[Part]:
    """R-TEST-16"""
    return [Part("minimum", short)] if short else []


# --- what follows from them ---


def derived_numbers(who: Fighter) -> Section:
    """Defense, armor, limits, wounds, movement."""
    numbers = (
        defense(who),
        soak(who),
        armor_value(who),
        wound_modifier(who),
        limit(who, "physical"),
        limit(who, "mental"),
        walk_rate(who),
        *maxima(who),
        encumbrance(who),
        Number("karma", str(who.karma)),
    )
    return Section("Derived", numbers)


def defense(who: Fighter) -> Number:
    """SS-DEF-01"""
    parts = tuple(standard_defense(who))
    return Number("defense", str(total(parts)), parts)


def soak(who: Fighter) -> Number:
    """SS-ATK-13"""
    parts = tuple(soak_parts(who))
    return Number("soak", str(total(parts)), parts)


def armor_value(who: Fighter) -> Number:
    """SS-ARM-01, SS-ARM-06"""
    given = who.sheet.armor_value is not None
    parts = () if given or not who.accessories else (best_piece(who), accessories(who))
    return Number("armor", str(who.armor_value), parts)


def best_piece(who: Fighter) -> Part:
    """SS-ARM-06"""
    return Part("best piece", who.best_piece)


def accessories(who: Fighter) -> Part:
    """SS-ARM-07"""
    return Part("accessories", who.counted_accessories)


def wound_modifier(who: Fighter) -> Number:
    """SS-WND-03, SS-WND-04"""
    found = (flesh_wounds(who), strain_wounds(who), injuries(who))
    parts = tuple(part for part in found if part.value)
    value = str(who.wound_modifier)
    return Number("wound modifier", value, parts, fields=HURT, names=("Wounds",))


def flesh_wounds(who: Fighter) -> Part:
    """SS-WND-01, R-WND-1"""
    return Part("flesh", who.flesh_wounds)


def strain_wounds(who: Fighter) -> Part:
    """SS-WND-02, R-WND-1"""
    return Part("strain", who.strain_wounds)


def injuries(who: Fighter) -> Part:
    """SS-WND-06, SS-CRIT-01"""
    return Part("critical injuries", -who.critical_injuries)


def limit(who: Fighter, kind: LimitKind) -> Number:
    """R-TEST-11: a third of its terms, unless the sheet names it."""
    value = who.physical_limit if kind == "physical" else who.mental_limit
    given = who.sheet.physical_limit if kind == "physical" else who.sheet.mental_limit
    if given is not None:
        return Number(f"{kind} limit", str(value))
    terms = [Part(name, points) for name, points in who.limit_terms(kind).items()]
    third = Part("to a third, rounded up", value - total(tuple(terms)))
    return Number(f"{kind} limit", str(value), (*terms, third))


def walk_rate(who: Fighter) -> Number:
    """SS-MOVE-02"""
    halved = (slowed(who), fighting_on(who))
    label = "agility (twice)" if who.sheet.walk_rate is None else "sheet"
    parts = (Part(label, who.full_rate), *(part for part in halved if part.value))
    shown = parts if who.sheet.walk_rate is None or parts[1:] else ()
    return Number("walk rate", f"{who.walk_rate} m", shown, fields=("effects", "ffyl"))


def slowed(who: Fighter) -> Part:
    """SS-EFF-01"""
    return Part("slowed", who.slowed_rate - who.full_rate)


def fighting_on(who: Fighter) -> Part:
    """SS-FFYL-04"""
    return Part(FIGHT, who.walk_rate - who.slowed_rate)


def maxima(who: Fighter) -> list[Number]:
    """Flesh and strain threshold where they follow from the attributes."""
    found = []
    if who.sheet.flesh_max is None:
        found.append(points(who.pool_max("flesh"), "maximum flesh", "half body"))
    threshold = who.strain_threshold
    if who.sheet.strain_threshold == "derived" and threshold is not None:
        found.append(points(threshold, "strain threshold", "half willpower"))
    return found


def points(value: int, label: str, half: str) -> Number:
    """R-TEST-14"""
    parts = (Part("base", BASE_POINTS), Part(half, value - BASE_POINTS))
    return Number(label, str(value), parts)


def encumbrance(who: Fighter) -> Number:
    """SS-ARM-08, R-ARM-4"""
    value, worn, borne = who.encumbrance, who.accessories, who.counted_accessories
    terms = (
        Part("accessories", worn),
        Part("strength", -borne),
        Part("half", value - worn + borne),
    )
    parts = tuple(part for part in terms if part.value)
    return Number("encumbrance", str(value), parts)


# --- the fight ---


def initiative(who: Fighter) -> Section:
    """The attribute that the Score comes from, the dice, the Score."""
    return Section("Initiative", (initiative_attribute(who), dice(who), score(who)))


def initiative_attribute(who: Fighter) -> Number:
    """SS-INIT-05"""
    found = (
        Part("reaction", who.attribute("reaction")),
        Part("intuition", who.attribute("intuition")),
        Part("modifier", who.sheet.initiative_mod),
        wounds(who),
    )
    parts = (*found[:2], *(part for part in found[2:] if part.value))
    value, names = str(who.initiative_attribute), ("initiative attribute",)
    return Number("attribute", value, parts, fields=(*HURT, "carrying_body"), names=names)


def wounds(who: Fighter) -> Part:
    """SS-WND-05, R-INIT-7"""
    return Part("wounds", who.initiative_attribute - who.initiative_base)


def dice(who: Fighter) -> Number:
    """SS-INIT-06"""
    return Number("dice", f"{who.sheet.initiative_dice}d6")


def score(who: Fighter) -> Number:
    """SS-INIT-07, SS-INIT-18"""
    return Number("score", "-" if who.score is None else str(who.score))


def situation(who: Fighter, fight: FightState) -> Section:
    """How they stand now."""
    numbers = [in_hand(who), cover(who), defenses(who)]
    if fight.running:
        numbers = [action_points(who), *numbers, walked(who)]
    if who.in_melee_with:
        numbers.append(in_melee(who))
    return Section("Now", tuple(numbers))


def action_points(who: Fighter) -> Number:
    """SS-ACT-01"""
    return Number("AP", f"{who.ap} of {who.sheet.ap_base} left")


def in_hand(who: Fighter) -> Number:
    """R-ACT-15"""
    held = ", ".join(f"{hand}: {w}" for hand, w in sorted(who.held.items())) or "nothing"
    return Number("in hand", held, fields=("held",))


def cover(who: Fighter) -> Number:
    """SS-COV-01, SS-COV-02"""
    hidden = ", completely hidden" if who.concealed else ""
    return Number("cover", who.cover + hidden, fields=("cover", "concealed"))


def defenses(who: Fighter) -> Number:
    """SS-DEF-17, R-DEF-5"""
    label = "defenses since their phase"
    return Number(label, str(who.defended_count), fields=("defended_count",))


def walked(who: Fighter) -> Number:
    """SS-MOVE-02, SS-MOVE-04"""
    text = f"{who.walked_m:g} of {who.walk_rate} m, {counted(who.runs_used, 'run')}"
    return Number("walked", text, fields=("walked_m", "runs_used"))


def in_melee(who: Fighter) -> Number:
    """R-DEF-15"""
    foes = [who.draft.encounter.display_name(foe) for foe in who.in_melee_with]
    return Number("in melee with", ", ".join(foes), fields=("in_melee_with",))
