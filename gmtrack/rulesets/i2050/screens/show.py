"""`show WHO`: the body, the total, the sheet, every derived number."""

from typing import TYPE_CHECKING, cast

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.report import Part
from gmtrack.core.screen import Number, Profile, Section
from gmtrack.rulesets.i2050.screens.tracks import (
    conditions,
    figure,
    location_documents,
    total_track,
)
from gmtrack.rulesets.i2050.sheet.game import Scene
from gmtrack.rulesets.i2050.sheet.intent import plan_words
from gmtrack.rulesets.i2050.sheet.live import Fighter
from gmtrack.rulesets.i2050.sheet.order_items import own_score
from gmtrack.rulesets.i2050.sheet.sheet import ATTRIBUTES, Weapon
from gmtrack.rulesets.i2050.tables.locations import LOCATIONS, spoken
from gmtrack.rulesets.i2050.tables.weapons import ADJUSTMENTS
from gmtrack.rulesets.i2050.wounds import effects

if TYPE_CHECKING:
    from gmtrack.core.encounter import Data
    from gmtrack.rulesets.i2050.screens.document import ShowDocument


def show(encounter: Encounter, word: str) -> Profile:
    """One combatant. Raises Refusal (`unknown`)."""
    scene = Scene(Draft(encounter))
    who = scene.named(word)
    sections = (now(scene, who), scores(who), skills(who), weapons(who), armor(who))
    return Profile(
        title=who.name,
        subtitle=f"{who.id}, {who.side}: {who.standing.status}",
        tracks=(total_track(who),),
        conditions=conditions(scene, who),
        sections=tuple(s for s in sections if s.numbers or s.rows),
        doc=cast("Data", document(scene, who)),
        figure=figure(who),
    )


def now(scene: Scene, who: Fighter) -> Section:
    """What play has brought."""
    moved = f", {who.moved} moved" if who.moved else ""
    numbers = [
        Number("intent", plan_words(scene.draft.encounter, who.plan) if who.plan else "-"),
        Number("speed", str(own_score(who)), speed_parts(who)),
        Number("weapon", who.in_use),
        Number("metres", f"{who.allowance}{moved}"),
    ]
    if who.position is not None:
        numbers.append(Number("position", ", ".join(f"{part:g}" for part in who.position)))
    if who.height:
        numbers.append(Number("height", f"{who.height:g} m"))
    if who.strenuous:
        numbers.append(Number("healing", "none for the rest of the week"))
    return Section("Now", tuple(numbers))


def speed_parts(who: Fighter) -> tuple[Part, ...]:
    """IN-SPD-02, IN-SPD-06: half of dex and skill, the class, the aim."""
    weapon, plan = who.weapon(who.in_use), who.plan
    adjustment, aim = ADJUSTMENTS[weapon.kind], plan.aim or 0 if plan else 0
    parts = (
        Part("half of dex and skill", own_score(who) - adjustment + aim),
        Part(weapon.kind, adjustment),
        Part("aim", -aim),
    )
    return tuple(part for part in parts if part.value)


def scores(who: Fighter) -> Section:
    """The numbers of the sheet, and those derived from it."""
    sheet = who.sheet
    own = [Number(name, str(sheet.attribute(name))) for name in ATTRIBUTES]
    rest = {
        "unconscious below": who.unconscious_value,
        "knockdown": who.knockdown_value,
        "move": sheet.move,
        "shield parry": sheet.shield_parry,
    }
    found = [Number(label, str(number)) for label, number in rest.items() if number]
    return Section("Scores", (*own, *found))


def skills(who: Fighter) -> Section:
    held = [*who.sheet.checks, *who.checks_won]
    return Section(
        "Skills",
        tuple(
            Number(spoken(name), f"{points}{' (check)' if name in held else ''}")
            for name, points in sorted(who.sheet.skills.items())
        ),
    )


def weapons(who: Fighter) -> Section:
    heads = ("weapon", "skill", "class", "damage", "parry", "arm", "")
    rows = tuple(weapon_row(who, name, weapon) for name, weapon in who.weapons.items())
    return Section("Weapons", (), heads, rows)


def weapon_row(who: Fighter, name: str, weapon: Weapon) -> tuple[str, ...]:
    marks = [f"burst {weapon.burst}"] if weapon.burst > 1 else []
    marks += [word for word, there in (("fragile", weapon.fragile), ("attached", weapon.attached))
              if there and not weapon.is_unarmed]  # fmt: skip
    marks += [*weapon.tags, *who.intact_accessories(name)]
    marks += [f"{one} failed" for one in who.failed_of(name)]
    status = who.status_of(name)
    return (
        name, spoken(weapon.skill), weapon.kind, str(weapon.damage), str(weapon.parry or "-"),
        spoken(weapon.arm), ", ".join([*([status] if status != "ready" else []), *marks]),
    )  # fmt: skip


def armor(who: Fighter) -> Section:
    rows = []
    for piece in who.sheet.armor:
        where = [f"{spoken(place)} {piece.at(place)}" for place in LOCATIONS if piece.at(place)]
        rows.append((piece.name, ", ".join(piece.against) or "everything", ", ".join(where)))
    return Section("Armor", (), ("piece", "against", "where"), tuple(rows))


# --- the document ---


def document(scene: Scene, who: Fighter) -> "ShowDocument":
    """`show --json`."""
    position = who.position
    plan = who.plan
    return {
        "id": who.id,
        "name": who.name,
        "side": who.side,
        "status": who.standing.status,
        "pools": {"hp": {"max": who.total, "now": who.hp}},
        "locations": location_documents(who),
        "track": {"damage": who.total - who.hp, "band": who.band, "strenuous": who.strenuous},
        "initiative": {"speed": own_score(who), "weapon": who.in_use},
        "movement": {
            "allowance": who.allowance,
            "moved": who.moved,
            "position": None if position is None else list(position),
        },
        "weapons": {
            name: {"status": who.status_of(name), "failed": who.failed_of(name)}
            for name in who.weapons
        },
        "checks": [*who.sheet.checks, *who.checks_won],
        "intent": plan.to_data() if plan else None,
        "effects": effects.document(who),
        "sheet": scene.draft.encounter.sheet(who.id),
    }
