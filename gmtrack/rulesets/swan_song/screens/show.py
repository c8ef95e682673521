"""`show WHO`: the whole sheet, every derived number with its parts."""

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.names import pick, squash
from gmtrack.core.screen import Number, Profile, Section
from gmtrack.rulesets.kit import board as frame
from gmtrack.rulesets.swan_song.screens.board import conditions, effect_documents, tracks
from gmtrack.rulesets.swan_song.screens.numbers import (
    attributes,
    derived_numbers,
    initiative,
    situation,
    vehicle_section,
)
from gmtrack.rulesets.swan_song.sheet.fighter import Fighter, evaluate_dv
from gmtrack.rulesets.swan_song.sheet.game import WORDS, Scene, barrier_values
from gmtrack.rulesets.swan_song.sheet.sheet import Weapon


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
    return frame.profile(
        who,
        sections,
        document(who),
        tracks=tracks(who),
        conditions=conditions(who),
        kind=who.sheet.kind,
    )


def skills(who: Fighter) -> Section:
    return Section("Skills", tuple(rank(who, name) for name in sorted(who.sheet.skills)))


def rank(who: Fighter, name: str) -> Number:
    """A skill, with what effects of the GM's own add to it."""
    parts = who.rank_parts(name, "")
    return Number(squash(name), str(who.skill(name)), tuple(parts) if parts[1:] else ())


def weapons(who: Fighter) -> Section:
    rows = tuple(weapon_row(who, name, weapon) for name, weapon in who.weapons.items())
    return Section("Weapons", (), ("weapon", "skill", "DV", "ARP", "Acc", "reach", "modes"), rows)


def dv_words(who: Fighter, weapon: Weapon) -> str:
    """The damage value as written, and what it comes to: `6P`, `STR+2 (6P)`; P is health, S strain,
    whether the value says so or the track."""
    text = str(weapon.dv).rstrip("PS ")
    value = f"{evaluate_dv(weapon.dv, who)}{'S' if weapon.dealt_to == 'strain' else 'P'}"
    return value if text == value[:-1] else f"{text} ({value})"


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


def document(who: Fighter) -> Data:
    """`show --json`."""
    strain = {"max": who.strain_threshold, "now": who.strain}
    return {
        "pools": {p: {"max": who.pool_max(p), "now": who.points(p)} for p in who.pools()},
        "track": {} if who.strain_threshold is None else {"strain": strain},
        "wound_modifier": who.wound_modifier,
        "critical_injuries": who.critical_injuries,
        "karma": who.karma,
        "prone": who.prone,
        "attributes": who.attributes(),
        "limits": {"physical": who.limit("physical"), "mental": who.limit("mental")},
        "armor": {"value": who.armor_value, "encumbrance": who.build.encumbrance},
        **live_document(who),
        "effects": effect_documents(who),
    }


def live_document(who: Fighter) -> Data:
    """What play changes of a combatant."""
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
        "dying": dying if who.status == "dying" else None,
        "delayed": who.delayed,
        "extended": who.extended,
    }  # fmt: skip


def barrier_profile(encounter: Encounter, name: str) -> Profile:
    values = barrier_values(encounter, name)
    numbers = (
        Number("structure", str(values.structure)),
        Number("armor", str(values.armor)),
        Number("hit points per m2", str(values.hp_per_m2)),
        Number("hit points", str(values.hit_points)),
        Number("damage taken", str(values.damage_taken)),
        Number("hole", f"{values.hole_m2} m2"),
    )
    return frame.thing(name, "barrier", numbers, values._asdict())
