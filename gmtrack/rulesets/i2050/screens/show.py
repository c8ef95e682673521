"""`show WHO`: the body, the total, the sheet, every derived number."""

from typing import TYPE_CHECKING, cast

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.report import Part
from gmtrack.core.screen import Number, Profile, Section
from gmtrack.rulesets.i2050.screens.board import scores_of
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
from gmtrack.rulesets.i2050.tables.locations import LEGS, LOCATIONS, spoken
from gmtrack.rulesets.i2050.tables.weapons import ADJUSTMENTS
from gmtrack.rulesets.i2050.wounds import effects

if TYPE_CHECKING:
    from gmtrack.core.encounter import Data
    from gmtrack.rulesets.i2050.screens.document import ShowDocument


DECLARED = ("intent", "weapons")
"""The fields that say what is in use."""


def show(encounter: Encounter, word: str) -> Profile:
    """One combatant. Raises Refusal (`unknown`)."""
    scene = Scene(Draft(encounter))
    who = scene.named(word)
    sections = (
        now(scene, who), scores(who), derived(who), skills(who), weapons(who), armor(who),
    )  # fmt: skip
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
    plan = plan_words(scene.draft.encounter, who.plan) if who.plan else "-"
    numbers = [Number("intent", plan), speed(who), *acts_at(scene, who), weapon(who), metres(who)]
    if who.moved:
        numbers.append(Number("moved", str(who.moved)))
    if who.position is not None:
        numbers.append(Number("position", ", ".join(f"{part:g}" for part in who.position)))
    if who.height:
        numbers.append(Number("height", f"{who.height:g} m"))
    if who.strenuous:
        numbers.append(healing())
    return Section("Now", tuple(numbers))


def weapon(who: Fighter) -> Number:
    """IN-PHASE-02: the declared one, else the first that can be used."""
    return Number("weapon", who.in_use, fields=DECLARED)


def healing() -> Number:
    """IN-WND-03, IN-WND-04"""
    return Number("healing", "none for the rest of the week", fields=("strenuous",))


def metres(who: Fighter) -> Number:
    """IN-MOVE-02: as many as the round allows; what is as on the sheet explains itself."""
    parts = who.metres if len(who.metres) > 1 else ()
    limbs = ("disabled", "at_abdomen", *(f"at_{leg}" for leg in LEGS))
    return Number("metres", str(who.allowance), parts, fields=("intent", *limbs))


# --- speed ---


def speed(who: Fighter) -> Number:
    """IN-SPD-02: their own, with what is declared."""
    armed = who.weapon(who.in_use)
    dex, skill = Part("dex", who.sheet.dex), Part(armed.skill, who.sheet.skill(armed.skill))
    less = of_half(who, armed, dex.value + skill.value)
    parts = (dex, skill, less, of_class(armed), of_aim(who, armed))
    shown = tuple(part for part in parts if part.value)
    return Number("speed", str(own_score(who)), shown, fields=DECLARED)


def of_half(who: Fighter, weapon: Weapon, both: int) -> Part:
    """IN-SPD-02, IN-R09, IN-R10: half of dex and skill."""
    return Part("halved", who.quickness(weapon) - both)


def of_class(weapon: Weapon) -> Part:
    """IN-SPD-03"""
    return Part(weapon.kind, ADJUSTMENTS[weapon.kind])


def of_aim(who: Fighter, weapon: Weapon) -> Part:
    """IN-SPD-06, IN-AIM-01"""
    return Part("aim", own_score(who) - who.speed(weapon))


def acts_at(scene: Scene, who: Fighter) -> tuple[Number, ...]:
    """When they act, as the board has it, where that is not at their own speed alone."""
    scores = scores_of(scene, who)
    if scores in ("-", str(own_score(who))):
        return ()
    fights = who.plan is not None and who.plan.action == "fight"
    return (in_pair(who, int(scores)) if fights and scores.isdigit() else in_parts(scores),)


def in_pair(who: Fighter, score: int) -> Number:
    """IN-PHASE-07, IN-R11: with one who fights them too they share a score."""
    own = of_own(who)
    parts = own, Part("pair", score - own.value)
    return Number("acts at", str(score), parts, fields=DECLARED)


def of_own(who: Fighter) -> Part:
    """IN-SPD-02"""
    return Part("speed", own_score(who))


def in_parts(scores: str) -> Number:
    """IN-SPD-06, IN-BURST-03, IN-R11: shot by shot, or foe by foe."""
    return Number("acts at", scores, fields=DECLARED)


# --- the sheet ---


def scores(who: Fighter) -> Section:
    """The numbers of the sheet."""
    sheet = who.sheet
    own = [Number(name, str(sheet.attribute(name))) for name in ATTRIBUTES]
    rest = {"move": sheet.move, "shield parry": sheet.shield_parry}
    found = [Number(label, str(number)) for label, number in rest.items() if number]
    return Section("Scores", (*own, *found))


def derived(who: Fighter) -> Section:
    """What follows from the sheet, unless it says another number."""
    found = (total(who), unconscious(who), knockdown(who))
    return Section("Derived", tuple(number for number in found if number.value != "0"))


def total(who: Fighter) -> Number:
    """IN-R22: the hit points of the whole body."""
    con, siz = who.sheet.con, who.sheet.siz
    parts = Part("con", con), Part("siz", siz), Part("average", who.total - con - siz)
    explained = () if who.sheet.hp is not None else tuple(part for part in parts if part.value)
    return Number("total", str(who.total), explained)


def unconscious(who: Fighter) -> Number:
    """IN-DMG-05, IN-R20: below this many hit points they are out."""
    value = who.unconscious_value
    parts = Part("total", who.total), Part("three quarters", value - who.total)
    explained = () if who.sheet.unconscious is not None else parts
    return Number("unconscious below", str(value), explained)


def knockdown(who: Fighter) -> Number:
    """IN-KD-02, IN-R21: a blow of as much unbalances them."""
    parts = () if who.sheet.knockdown is not None else (Part("siz", who.sheet.siz),)
    return Number("knockdown", str(who.knockdown_value), parts)


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
