"""`show WHO`: the whole sheet, every derived number with its parts."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.names import pick
from gmtrack.core.report import Part, total
from gmtrack.core.screen import Number, Profile, Section
from gmtrack.rulesets.kit.rounding import ceil_div
from gmtrack.rulesets.swan_song.dice.pools import soak_parts
from gmtrack.rulesets.swan_song.screens.tracks import conditions, effect_documents, tracks
from gmtrack.rulesets.swan_song.sheet.barriers import barrier_values
from gmtrack.rulesets.swan_song.sheet.damage_value import evaluate_dv
from gmtrack.rulesets.swan_song.sheet.game import WORDS, Scene
from gmtrack.rulesets.swan_song.sheet.live import Fighter
from gmtrack.rulesets.swan_song.sheet.records import FightState
from gmtrack.rulesets.swan_song.sheet.sheet import ATTRIBUTES, Attribute, Weapon
from gmtrack.rulesets.swan_song.sheet.words import counted

if TYPE_CHECKING:
    from gmtrack.rulesets.swan_song.screens.document import (
        BarrierShown,
        Dying,
        Filled,
        LiveDocument,
        ShowDocument,
    )


def show(encounter: Encounter, word: str) -> Profile:
    """One combatant, or a barrier of the scene. Raises Refusal (`unknown`)."""
    barriers = {b: b for b in encounter.scene.get("barriers") or {}}
    found = pick(word, encounter.names() | barriers, "combatant or barrier", WORDS.unknown)
    if found not in encounter.combatants:
        return barrier_profile(encounter, found)
    scene = Scene(Draft(encounter))
    who = scene.fighter(found)
    fight = scene.fight
    sections = (vehicle_section(who),) if who.sheet.vehicle else (
        attributes(who), derived_numbers(who), initiative(who), situation(who, fight),
        skills(who), weapons(who), armor(who),
    )  # fmt: skip
    return Profile(
        title=who.name,
        subtitle=f"{who.id}, {who.side}, {who.sheet.kind}: {who.standing.status}",
        tracks=tracks(who),
        conditions=conditions(who),
        sections=tuple(s for s in sections if s.numbers or s.rows),
        doc=cast("Data", document(who, encounter)),
    )


def vehicle_section(who: Fighter) -> Section:
    """All that counts of a vehicle as a target."""
    pool = who.sheet.defense_pool
    soak = tuple(soak_parts(who))
    numbers = (
        Number("body", str(who.attribute("body"))),
        Number("soak", str(total(soak)), soak),
        Number("defense", "none" if pool is None else f"{pool} (driver)"),
        Number("speed", str(who.speed)),
        Number("moving", "yes" if who.sheet.moving else "no"),
    )
    return Section("Vehicle", numbers)


def attributes(who: Fighter) -> Section:
    numbers = []
    for name in ATTRIBUTES:
        parts = [Part("sheet", getattr(who.sheet, name))]
        if who.sheet.attribute_mods.get(name):
            parts.append(Part("modifier", who.sheet.attribute_mods[name]))
        rest = who.attribute(name) - sum(p.value for p in parts)
        if rest:
            parts.append(Part("encumbrance" if rest < 0 else "minimum", rest))
        shown = tuple(parts) if len(parts) > 1 else ()
        numbers.append(Number(name, str(who.attribute(name)), shown))
    return Section("Attributes", tuple(numbers))


def derived_numbers(who: Fighter) -> Section:
    """Defense, armor, limits, wounds, movement."""
    defense = (
        Part("reaction", who.attribute("reaction")),
        Part("intuition", who.attribute("intuition")),
    )
    wounds = tuple(
        part
        for part in (
            Part("flesh", -2 * who.flesh_steps),
            Part("strain", -who.strain_steps),
            Part("critical injuries", -who.critical_injuries),
        )
        if part.value
    )
    soak = tuple(soak_parts(who))
    numbers = (
        Number("defense", str(defense[0].value + defense[1].value), defense),
        Number("soak", str(total(soak)), soak),
        Number("armor", str(who.armor_value), armor_parts(who)),
        Number("wound modifier", str(who.wound_modifier), wounds),
        Number("physical limit", limit_words(who, "physical")),
        Number("mental limit", limit_words(who, "mental")),
        Number("walk rate", walk_words(who)),
        *maxima(who),
        Number("encumbrance", str(who.encumbrance)),
        Number("karma", str(who.karma)),
    )
    return Section("Derived", numbers)


LIMIT_TERMS: Mapping[str, tuple[Attribute, Attribute, Attribute]] = {
    "physical": ("strength", "body", "reaction"),
    "mental": ("logic", "intuition", "willpower"),
}
"""R-TEST-11: the first one counts twice."""


def limit_words(who: Fighter, kind: str) -> str:
    """A limit with the sum it comes from, unless the sheet names it."""
    value = who.physical_limit if kind == "physical" else who.mental_limit
    given = who.sheet.physical_limit if kind == "physical" else who.sheet.mental_limit
    if given is not None:
        return str(value)
    twice, *once = LIMIT_TERMS[kind]
    terms = [f"2 x {who.attribute(twice)} {twice}", *(f"{who.attribute(a)} {a}" for a in once)]
    return f"{value} = ({' + '.join(terms)}) / 3, rounded up"


def walk_words(who: Fighter) -> str:
    if who.sheet.walk_rate is not None:
        return f"{who.walk_rate} m"
    halves = who.has_effect("slowed") + (who.ffyl is not None)
    return f"{who.walk_rate} m = 2 x {who.attribute('agility')} agility" + ", halved" * halves


def maxima(who: Fighter) -> list[Number]:
    """Flesh and strain threshold where they follow from the attributes (R-TEST-14)."""
    found = []
    if who.sheet.flesh_max is None:
        half = Part("half body", ceil_div(who.attribute("body"), 2))
        found.append(Number("flesh", str(8 + half.value), (Part("base", 8), half)))
    if who.sheet.strain_threshold == "derived":
        half = Part("half willpower", ceil_div(who.attribute("willpower"), 2))
        found.append(Number("strain threshold", str(8 + half.value), (Part("base", 8), half)))
    return found


def armor_parts(who: Fighter) -> tuple[Part, ...]:
    """SS-ARM-06, -07"""
    if who.sheet.armor_value is not None or not who.accessories:
        return ()
    extra = min(who.accessories, who.base_attribute("strength"))
    return (Part("best piece", who.armor_value - extra), Part("accessories", extra))


def initiative(who: Fighter) -> Section:
    parts = [
        Part("reaction", who.attribute("reaction")),
        Part("intuition", who.attribute("intuition")),
    ]
    if who.sheet.initiative_mod:
        parts.append(Part("modifier", who.sheet.initiative_mod))
    wounds = who.initiative_attribute - who.initiative_base
    if wounds:
        parts.append(Part("wounds", wounds))
    score = "-" if who.score is None else str(who.score)
    return Section(
        "Initiative",
        (
            Number("attribute", str(who.initiative_attribute), tuple(parts)),
            Number("dice", f"{who.sheet.initiative_dice}d6"),
            Number("score", score),
        ),
    )


def situation(who: Fighter, fight: FightState) -> Section:
    held = ", ".join(f"{hand}: {w}" for hand, w in sorted(who.held.items())) or "nothing"
    numbers = [
        Number("in hand", held),
        Number("cover", who.cover + (", completely hidden" if who.concealed else "")),
        Number("defenses since their phase", str(who.defended_count)),
    ]
    if fight.running:
        numbers.insert(0, Number("AP", f"{who.ap} of {who.sheet.ap_base} left"))
        walked = f"{who.walked_m:g} of {who.walk_rate} m, {counted(who.runs_used, 'run')}"
        numbers.append(Number("walked", walked))
    foes = [who.draft.encounter.display_name(foe) for foe in who.in_melee_with]
    if foes:
        numbers.append(Number("in melee with", ", ".join(foes)))
    return Section("Now", tuple(numbers))


def skills(who: Fighter) -> Section:
    found = sorted(who.sheet.skills.items())
    return Section("Skills", tuple(Number(n.replace("_", "-"), str(v)) for n, v in found))


def weapons(who: Fighter) -> Section:
    rows = tuple(weapon_row(who, name, weapon) for name, weapon in who.weapons().items())
    return Section("Weapons", (), ("weapon", "skill", "DV", "ARP", "Acc", "reach", "modes"), rows)


def dv_words(who: Fighter, weapon: Weapon) -> str:
    """The damage value as written, and what it comes to."""
    value = evaluate_dv(weapon.dv, who)
    plain = str(weapon.dv).rstrip("PS ") == str(value)
    return str(weapon.dv) if plain else f"{weapon.dv} ({value})"


def weapon_row(who: Fighter, name: str, weapon: Weapon) -> tuple[str, ...]:
    modes = ", ".join(m.replace("_", "-") for m in weapon.modes)
    return (
        name, weapon.skill.replace("_", "-"), dv_words(who, weapon), str(weapon.arp),
        str(weapon.accuracy or "-"), str(weapon.reach) if weapon.is_melee else "-",
        modes if weapon.kind == "ranged" else "-",
    )  # fmt: skip


def armor(who: Fighter) -> Section:
    rows = tuple(
        (p.name, f"{'+' if p.accessory else ''}{p.rating}", "worn" if p.worn else "not worn")
        for p in who.sheet.armor
    )
    return Section("Armor", (), ("piece", "rating", ""), rows)


def document(who: Fighter, encounter: Encounter) -> "ShowDocument":
    """`show --json`."""
    pools: dict[str, Filled] = {
        p: {"max": who.pool_max(p), "now": who.points(p)} for p in who.pools()
    }
    track: dict[str, Filled] = {}
    if who.strain_threshold is not None:
        track["strain"] = {"max": who.strain_threshold, "now": who.strain}
    return {
        "id": who.id,
        "name": who.name,
        "side": who.side,
        "status": who.standing.status,
        "pools": pools,
        "track": track,
        "wound_modifier": who.wound_modifier,
        "critical_injuries": who.critical_injuries,
        "karma": who.karma,
        "prone": who.prone,
        "attributes": who.attributes(),
        "limits": {"physical": who.physical_limit, "mental": who.mental_limit},
        "armor": {"value": who.armor_value, "encumbrance": who.encumbrance},
        **live_document(who),
        "effects": effect_documents(who),
        "sheet": encounter.sheet(who.id),
    }


def live_document(who: Fighter) -> "LiveDocument":
    dying: Dying | None = None
    if who.status == "dying":
        dying = {"overflow": who.overflow, "rounds": who.dying_rounds, "stable": who.stable}
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
        "surprised_by": who.surprised_by,
        "locations": {place: {"damage": n} for place, n in who.location_boxes.items()},
        "dying": dying,
        "delayed": who.delayed,
        "extended": who.extended,
    }  # fmt: skip


def barrier_profile(encounter: Encounter, name: str) -> Profile:
    """`show BARRIER`"""
    values = barrier_values(encounter, name)
    numbers = (
        Number("structure", str(values.structure)),
        Number("armor", str(values.armor)),
        Number("hit points per m2", str(values.hp_per_m2)),
        Number("hit points", str(values.hit_points)),
        Number("damage taken", str(values.damage_taken)),
        Number("hole", f"{values.hole_m2} m2"),
    )
    doc: BarrierShown = {
        "id": name, "structure": values.structure, "armor": values.armor,
        "hp_per_m2": values.hp_per_m2, "hit_points": values.hit_points,
        "damage_taken": values.damage_taken, "hole_m2": values.hole_m2,
    }  # fmt: skip
    return Profile(
        title=name,
        subtitle="barrier",
        tracks=(),
        conditions=(),
        sections=(Section("Barrier", numbers),),
        doc=cast("Data", doc),
    )
