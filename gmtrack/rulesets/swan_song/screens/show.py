"""The profile of `show WHO`: the whole sheet, every derived number with its parts."""

from collections.abc import Iterable

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.names import pick, squash
from gmtrack.core.report import Part, total
from gmtrack.core.screen import Number, Profile, Section
from gmtrack.rulesets.kit import board as frame
from gmtrack.rulesets.kit.house import ceil_div
from gmtrack.rulesets.kit.own.in_force import (
    find_shares,
    split_part,
    wound_shares,
)
from gmtrack.rulesets.kit.seated import has_fixed_place
from gmtrack.rulesets.kit.words import format_count
from gmtrack.rulesets.swan_song.dice import (
    FIGHT,
    attributes_parts,
    soak_parts,
    standard_defense,
)
from gmtrack.rulesets.swan_song.screens.board import (
    conditions,
    effect_documents,
    tracks,
)
from gmtrack.rulesets.swan_song.sheet.fighter import (
    BASE_POINTS,
    Fighter,
    LimitKind,
    evaluate_dv,
)
from gmtrack.rulesets.swan_song.sheet.game import WORDS, Scene, barrier_values
from gmtrack.rulesets.swan_song.sheet.sheet import ATTRIBUTES, Attribute, Weapon
from gmtrack.rulesets.swan_song.sheet.state import FightState


def show(encounter: Encounter, word: str) -> Profile:
    """Return the profile of a combatant, or of a barrier of the scene. Raises Refusal `unknown`."""
    barriers = encounter.scene.get("barriers") or {}
    found = pick(
        word, encounter.names(barriers), "combatant or barrier", WORDS.unknown
    )
    if found not in encounter.combatants:
        return barrier_profile(encounter, found)
    scene = Scene(Draft(encounter))
    who = scene.fighter(found)
    fight = scene.fight
    sections = (vehicle_section(who),) if who.sheet.vehicle else (
        attributes_section(who), derived_section(who), initiative_section(who),
        situation_section(who, fight), skills_section(who), weapons_section(who),
        armor_section(who),
    )  # fmt: skip
    return frame.make_profile(
        who,
        sections,
        document(who),
        tracks=tracks(who),
        conditions=conditions(who),
        kind=who.sheet.kind,
    )


def skills_section(who: Fighter) -> Section:
    """Return the section of skills, by name."""
    names = sorted(who.sheet.skills)
    numbers = (
        frame.make_number(squash(name), who.rank_parts(name, ""))
        for name in names
    )
    return Section("Skills", tuple(numbers))


def weapons_section(who: Fighter) -> Section:
    """Return the section of weapons."""
    rows = tuple(
        weapon_row(who, name, weapon) for name, weapon in who.weapons.items()
    )
    return Section(
        "Weapons",
        (),
        ("weapon", "skill", "DV", "ARP", "Acc", "reach", "modes"),
        rows,
    )


def describe_dv(who: Fighter, weapon: Weapon) -> str:
    """Return the damage value as written and what it comes to, such as `6P` or `STR+2 (6P)`.

    P is health, S strain, whether the value says so or the track."""
    text = str(weapon.dv).rstrip("PS ")
    value = f"{evaluate_dv(weapon.dv, who)}{'S' if weapon.dealt_to == 'strain' else 'P'}"
    return value if text == value[:-1] else f"{text} ({value})"


def count_document(who: Fighter) -> Data:
    """Return what is left of counted grenades and charges as the key `count` of a document; an
    empty map if nothing is counted."""
    counted = {
        name: {"now": who.find_left(name), "max": weapon.count}
        for name, weapon in who.weapons.items()
        if weapon.count is not None
    }
    return {"count": counted} if counted else {}


def weapon_row(who: Fighter, name: str, weapon: Weapon) -> tuple[str, ...]:
    """Return the row of one weapon in the section of weapons."""
    modes = ", ".join(m.replace("_", "-") for m in weapon.modes)
    left = who.find_left(name)
    told = name if left is None else f"{name} ({left} left)"
    return (
        told, weapon.skill.replace("_", "-"), describe_dv(who, weapon), str(weapon.arp),
        str(weapon.accuracy or "-"), str(weapon.reach) if weapon.is_melee else "-",
        modes if weapon.kind == "ranged" else "-",
    )  # fmt: skip


def armor_section(who: Fighter) -> Section:
    """Return the section of armor pieces."""
    rows = tuple(
        (
            p.name,
            f"{'+' if p.accessory else ''}{p.rating}",
            "worn" if p.worn else "not worn",
        )
        for p in who.sheet.armor
    )
    return Section("Armor", (), ("piece", "rating", ""), rows)


def document(who: Fighter) -> Data:
    """Return the JSON document of a combatant."""
    strain = {"max": who.strain_threshold, "now": who.strain}
    return {
        "pools": {
            p: {"max": who.pool_max(p), "now": who.points(p)}
            for p in who.pools()
        },
        "track": {} if who.strain_threshold is None else {"strain": strain},
        "wound_modifier": who.wound_modifier,
        "critical_injuries": who.critical_injuries,
        "karma": who.karma,
        "prone": who.prone,
        "attributes": who.attributes(),
        "limits": {
            "physical": who.limit("physical"),
            "mental": who.limit("mental"),
        },
        "armor": {
            "value": who.armor_value,
            "encumbrance": who.build.encumbrance,
        },
        **live_document(who),
        "effects": effect_documents(who),
    }


def live_document(who: Fighter) -> Data:
    """Return the part of a combatant's document that play changes."""
    dying = {
        "overflow": who.overflow,
        "rounds": who.dying_rounds,
        "stable": who.stable,
    }
    return {
        "initiative": {
            "attribute": who.initiative_attribute, "dice": who.sheet.initiative_dice,
            "score": who.score, "pending": who.pending_score_mod,
        },
        "ap": {
            "now": who.ap, "max": who.sheet.ap_base, "free_used": who.free_used,
            "attack_used": who.attack_used,
        },
        "defense": {"previous": who.defended_count, "full": who.full_defense},
        "movement": {
            "walk_rate": who.walk_rate, "walked": who.walked_m, "runs": who.runs_used,
            "metres": who.walked_m + who.run_m,
        },
        "cover": {"level": who.cover, "concealed": who.concealed, "barrier": who.cover_barrier},
        "held": {"left": who.held.get("left"), "right": who.held.get("right")},
        **count_document(who),
        "surprised_by": who.surprised_by,
        "locations": {place: {"damage": n} for place, n in who.location_boxes.items()},
        "dying": dying if who.status == "dying" else None,
        "delayed": who.delayed,
        "extended": who.extended,
    }  # fmt: skip


def barrier_profile(encounter: Encounter, name: str) -> Profile:
    """Return the profile of a barrier of the scene."""
    values = barrier_values(encounter, name)
    numbers = (
        Number("structure", str(values.structure)),
        Number("armor", str(values.armor)),
        Number("hit points per m2", str(values.hp_per_m2)),
        Number("hit points", str(values.hit_points)),
        Number("damage taken", str(values.damage_taken)),
        Number("hole", f"{values.hole_m2} m2"),
    )
    return frame.make_thing_profile(name, "barrier", numbers, values._asdict())


HURT = ("flesh", "strain", "critical_injuries")
"""The fields that the wound modifier follows."""


def vehicle_section(who: Fighter) -> Section:
    """Return the section of a vehicle: all that counts of it as a target."""
    pool = who.sheet.defense_pool
    numbers = (
        Number("body", str(who.attribute("body"))),
        summed_number("soak", soak_parts(who), "SS-ATK-13"),
        Number(
            "defense",
            "none" if pool is None else f"{pool} (driver)",
            rules="R-DEF-14",
        ),
        Number("speed", str(who.speed)),
        Number("moving", "yes" if who.sheet.moving else "no"),
    )
    return Section("Vehicle", numbers)


def summed_number(label: str, parts: Iterable[Part], rules: str) -> Number:
    """Return a number of the profile that is the sum of these parts."""
    parts = tuple(parts)
    return Number(label, str(total(parts)), parts, rules=rules)


# --- attributes ---


def attributes_section(who: Fighter) -> Section:
    """Return the section of attributes."""
    return Section(
        "Attributes", tuple(attribute_number(who, name) for name in ATTRIBUTES)
    )


def attribute_number(who: Fighter, name: Attribute) -> Number:
    """Return one attribute, with its parts if there is more than the sheet's value."""
    parts = [*own_parts(who, name), *burden_parts(who, name)]
    parts += least_part(who.attribute(name) - total(tuple(parts)))
    return Number(
        name, str(who.attribute(name)), tuple(parts) if len(parts) > 1 else ()
    )


def own_parts(who: Fighter, name: Attribute) -> list[Part]:
    """Return the parts of an attribute before burdens: the sheet's value, its modifier, own
    effects, the minimum."""
    rules = "R-TEST-16"
    own = split_part(who, name, Part("sheet", getattr(who.sheet, name), rules))
    mod = Part("modifier", who.sheet.attribute_mods.get(name, 0), rules)
    own += (
        part
        for part in split_part(who, f"attribute_mods.{name}", mod)
        if part.value
    )
    return [*own, *least_part(who.build.attributes[name] - total(tuple(own)))]


def burden_parts(who: Fighter, name: Attribute) -> list[Part]:
    """Return the parts that armor and a carried body take off Agility and Reaction; none for
    other attributes."""
    if name not in ("agility", "reaction"):
        return []
    found = (
        Part("encumbrance", -who.build.encumbrance, "SS-ARM-08, R-ARM-5"),
        Part("carried body", -who.body_penalty, "SS-BAR-31, R-BAR-13"),
    )
    return [part for part in found if part.value]


def least_part(short: int) -> list[Part]:
    """Return the part that lifts a number to its minimum, as a list; empty if nothing is
    missing."""
    return [Part("minimum", short, "R-TEST-16")] if short else []


# --- what follows from them ---


def derived_section(who: Fighter) -> Section:
    """Return the section of derived numbers: defense, armor, limits, wounds, movement."""
    parts = who.build.armor_parts
    if who.sheet.armor_value is None and who.build.accessories:
        best = Part("best piece", who.build.best_piece, "SS-ARM-06")
        more = Part("accessories", who.build.counted_accessories, "SS-ARM-07")
        parts = (best, more, *parts[1:])
    parts = parts if len(parts) > 1 else ()
    # Flesh and strain threshold where they follow from the attributes.
    found = []
    if who.sheet.flesh_max is None:
        found.append(maximum_number(who, "maximum flesh", "flesh_max", "body"))
    if who.sheet.strain_threshold == "derived":
        found.append(
            maximum_number(
                who, "strain threshold", "strain_threshold", "willpower"
            )
        )
    numbers = (
        summed_number("defense", standard_defense(who), "SS-DEF-01"),
        summed_number("soak", soak_parts(who), "SS-ATK-13"),
        Number(
            "armor", str(who.armor_value), parts, rules="SS-ARM-01, SS-ARM-06"
        ),
        wound_number(who),
        limit_number(who, "physical"),
        limit_number(who, "mental"),
        walk_rate_number(who),
        *found,
        encumbrance_number(who),
        Number("karma", str(who.karma)),
    )
    return Section("Derived", numbers)


def wound_number(who: Fighter) -> Number:
    """Return the wound modifier with its parts."""
    found = (
        Part("flesh", who.flesh_wounds, "SS-WND-01, R-WND-1"),
        Part("strain", who.strain_wounds, "SS-WND-02, R-WND-1"),
        Part(
            "critical injuries", -who.critical_injuries, "SS-WND-06, SS-CRIT-01"
        ),
        *wound_shares(who, who.wounds_alone, helps=1),
    )
    parts, rules = (
        tuple(part for part in found if part.value),
        "SS-WND-03, SS-WND-04",
    )
    value = str(who.wound_modifier)
    return Number(
        "wound modifier",
        value,
        parts,
        fields=HURT,
        names=("Wounds",),
        rules=rules,
    )


def limit_number(who: Fighter, kind: LimitKind) -> Number:
    """Return a Limit with its parts: the sheet's, else a third of its terms."""
    rules = "R-TEST-11"
    value = who.limit(kind)
    given = (
        who.sheet.physical_limit
        if kind == "physical"
        else who.sheet.mental_limit
    )
    if given is not None:
        own = tuple(
            split_part(who, f"{kind}_limit", Part("sheet", given, rules))
        )
        return Number(
            f"{kind} limit", str(value), own if own[1:] else (), rules=rules
        )
    terms = [
        Part(name, points, rules)
        for name, points in who.limit_terms(kind).items()
    ]
    base = who.limit_base(kind)
    third = Part("to a third, rounded up", base - total(tuple(terms)), rules)
    parts = (*terms, third, *find_shares(who, f"{kind}_limit", base))
    return Number(f"{kind} limit", str(value), parts, rules=rules)


def walk_rate_number(who: Fighter) -> Number:
    """Return the Walk-rate with its parts."""
    rules = "SS-MOVE-02"
    halved = (
        Part("slowed", who.slowed_rate - who.full_rate, "SS-EFF-01"),
        Part(FIGHT, who.walk_rate - who.slowed_rate, "SS-FFYL-04"),
    )
    if who.sheet.walk_rate is None:
        twice = 2 * who.attribute("agility")
        own = [
            Part("agility (twice)", twice, rules),
            *find_shares(who, "walk_rate", twice),
        ]
    else:
        own = split_part(who, "walk_rate", Part("sheet", who.full_rate, rules))
    parts = (*own, *(part for part in halved if part.value))
    shown = parts if who.sheet.walk_rate is None or parts[1:] else ()
    fields = ("effects", "ffyl")
    return Number(
        "walk rate", f"{who.walk_rate} m", shown, fields=fields, rules=rules
    )


def maximum_number(
    who: Fighter, label: str, path: str, attribute: Attribute
) -> Number:
    """Return a maximum that the sheet leaves out, with its parts: 8 and half an attribute."""
    rules = "R-TEST-14"
    half = Part(
        f"half {attribute}", ceil_div(who.build.attributes[attribute], 2), rules
    )
    own = (Part("base", BASE_POINTS, rules), half)
    return summed_number(
        label, (*own, *find_shares(who, path, total(own))), rules
    )


def encumbrance_number(who: Fighter) -> Number:
    """Return the encumbrance with its parts: half of what the accessories exceed Strength by."""
    rules = "SS-ARM-08, R-ARM-4"
    build = who.build
    value, worn, borne = (
        build.encumbrance,
        build.accessories,
        build.counted_accessories,
    )
    terms = (
        Part("accessories", worn, rules),
        Part("strength", -borne, rules),
        Part("half", value - worn + borne, rules),
    )
    parts = tuple(part for part in terms if part.value)
    return Number("encumbrance", str(value), parts, rules=rules)


# --- the fight ---


def initiative_section(who: Fighter) -> Section:
    """Return the section of initiative: the attribute that the Score comes from and the dice, or
    the fixed place in the order; the Score."""
    score = Number(
        "score",
        "-" if who.score is None else str(who.score),
        rules="SS-INIT-07, SS-INIT-18",
    )
    if has_fixed_place(who):
        return Section("Initiative", (frame.fixed_place_number(who), score))
    rules, dice = "SS-INIT-06", who.sheet.initiative_dice
    parts = split_part(who, "initiative_dice", Part("sheet", dice, rules))
    numbers = (
        initiative_number(who),
        Number(
            "dice", f"{dice}d6", tuple(parts) if parts[1:] else (), rules=rules
        ),
        score,
    )
    return Section("Initiative", numbers)


def initiative_number(who: Fighter) -> Number:
    """Return the initiative attribute with its parts."""
    rules = "SS-INIT-05"
    wounds = who.initiative_attribute - who.initiative_base
    found = (
        *split_part(
            who,
            "initiative_mod",
            Part("modifier", who.sheet.initiative_mod, rules),
        ),
        Part("wounds", wounds, "SS-WND-05, R-INIT-7"),
    )
    own = attributes_parts(who, ("reaction", "intuition"), rules)
    parts = (*own, *(part for part in found if part.value))
    value, names = str(who.initiative_attribute), ("initiative attribute",)
    fields = (*HURT, "carrying_body")
    return Number(
        "attribute", value, parts, fields=fields, names=names, rules=rules
    )


def situation_section(who: Fighter, fight: FightState) -> Section:
    """Return the section of what holds right now: AP, hands, cover, defenses, movement, melee."""
    held = (
        ", ".join(f"{hand}: {w}" for hand, w in sorted(who.held.items()))
        or "nothing"
    )
    hidden = ", completely hidden" if who.concealed else ""
    numbers = [
        Number("in hand", held, fields=("held",), rules="R-ACT-15"),
        Number(
            "cover", who.cover + hidden, fields=("cover", "concealed"),
            rules="SS-COV-01, SS-COV-02",
        ),
        Number(
            "defenses since their phase", str(who.defended_count), fields=("defended_count",),
            rules="SS-DEF-17, R-DEF-5",
        ),
    ]  # fmt: skip
    if fight.running:
        left = Number(
            "AP", f"{who.ap} of {who.sheet.ap_base} left", rules="SS-ACT-01"
        )
        walked = Number(
            "walked",
            f"{who.walked_m:g} of {who.walk_rate} m, {format_count(who.runs_used, 'run')}",
            fields=("walked_m", "runs_used"), rules="SS-MOVE-02, SS-MOVE-04",
        )  # fmt: skip
        numbers = [left, *numbers, walked]
    if who.in_melee_with:
        foes = ", ".join(
            who.draft.encounter.display_name(foe) for foe in who.in_melee_with
        )
        melee = Number(
            "in melee with", foes, fields=("in_melee_with",), rules="R-DEF-15"
        )
        numbers.append(melee)
    return Section("Now", tuple(numbers))
