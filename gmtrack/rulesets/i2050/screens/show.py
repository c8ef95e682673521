"""`show WHO`: body, total, sheet and every derived number of one combatant."""

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.report import Part
from gmtrack.core.screen import Number, Profile, Section
from gmtrack.rulesets.i2050.screens.board import (
    body_figure,
    conditions,
    place_state,
    render_scores,
    total_track,
)
from gmtrack.rulesets.i2050.sheet.fighter import Fighter
from gmtrack.rulesets.i2050.sheet.game import Scene, own_score
from gmtrack.rulesets.i2050.sheet.sheet import ATTRIBUTES, Weapon
from gmtrack.rulesets.i2050.sheet.state import plan_words
from gmtrack.rulesets.i2050.tables import (
    ADJUSTMENTS,
    LEGS,
    LOCATIONS,
    with_spaces,
)
from gmtrack.rulesets.i2050.wounds.effects import EFFECTS, FATES
from gmtrack.rulesets.kit import board as frame
from gmtrack.rulesets.kit.house import ceil_div
from gmtrack.rulesets.kit.own.in_force import (
    describe_armor_changes,
    find_shares,
)
from gmtrack.rulesets.kit.seated import has_fixed_place

DECLARED = ("intent", "weapons")
"""The fields that decide which weapon is in use."""
STRENUOUS, FAINT, UNBALANCED = (
    "IN-WND-03, IN-WND-04",
    "IN-DMG-05, IN-R20",
    "IN-KD-02, IN-R21",
)


def show(encounter: Encounter, word: str) -> Profile:
    """Return the profile of the combatant that a typed word names. Raises Refusal `unknown` if
    nobody or several fit."""
    scene = Scene(Draft(encounter))
    who = scene.named(word)
    sections = (
        now_section(scene, who),
        scores_section(who),
        derived_section(who),
        skills_section(who),
        weapons_section(who),
        armor_section(who),
    )
    return frame.make_profile(
        who,
        sections,
        profile_document(who),
        tracks=(total_track(who),),
        conditions=conditions(scene, who),
        figure=body_figure(who),
    )


def now_section(scene: Scene, who: Fighter) -> Section:
    """Return the section on the present round: plan, speed, weapon, metres, position."""
    plan = plan_words(scene.draft.encounter, who.plan) if who.plan else "-"
    armed = Number("weapon", who.in_use, fields=DECLARED, rules="IN-PHASE-02")
    parts = who.metres if len(who.metres) > 1 else ()
    fields = (
        "intent",
        "disabled",
        "at_abdomen",
        *(f"at_{leg}" for leg in LEGS),
    )
    numbers = [
        Number("intent", plan),
        speed_number(who),
        *acts_at_numbers(scene, who),
        armed,
        Number(
            "metres",
            str(who.allowance),
            parts,
            fields=fields,
            rules="IN-MOVE-02",
        ),
    ]
    if who.moved:
        numbers.append(Number("moved", str(who.moved)))
    if who.position is not None:
        numbers.append(
            Number("position", ", ".join(f"{part:g}" for part in who.position))
        )
    if who.height:
        numbers.append(Number("height", f"{who.height:g} m"))
    if who.strenuous:
        spoiled = "none for the rest of the week"
        numbers.append(
            Number("healing", spoiled, fields=("strenuous",), rules=STRENUOUS)
        )
    return Section("Now", tuple(numbers))


def speed_number(who: Fighter) -> Number:
    """Return the speed by the declared plan, with its parts, or the fixed place in the order."""
    if has_fixed_place(who):
        return frame.fixed_place_number(who)
    weapon, score = who.weapon(who.in_use), own_score(who)
    dex, skill = who.sheet.dex, who.sheet.skill(weapon.skill)
    parts = (
        Part("dex", dex, "IN-SPD-02"),
        Part(weapon.skill, skill, "IN-SPD-02"),
        Part(
            "halved",
            who.quickness(weapon) - dex - skill,
            "IN-SPD-02, IN-R09, IN-R10",
        ),
        Part(weapon.class_, ADJUSTMENTS[weapon.class_], "IN-SPD-03"),
        Part("aim", score - who.speed(weapon), "IN-SPD-06, IN-AIM-01"),
    )
    shown = tuple(part for part in parts if part.value)
    return Number(
        "speed", str(score), shown, fields=DECLARED, rules="IN-SPD-02"
    )


def acts_at_numbers(scene: Scene, who: Fighter) -> tuple[Number, ...]:
    """Return the scores at which a combatant acts if they differ from the speed: in a pair that
    fights each other, shot by shot, or foe by foe; else nothing."""
    scores, own = render_scores(scene, who), own_score(who)
    if scores in ("-", str(own)):
        return ()
    if who.plan is not None and who.plan.action == "fight" and scores.isdigit():
        pair = Part("pair", int(scores) - own, "IN-PHASE-07, IN-R11")
        parts = Part("speed", own, "IN-SPD-02"), pair
        return (
            Number("acts at", scores, parts, fields=DECLARED, rules=pair.rules),
        )
    rules = "IN-SPD-06, IN-BURST-03, IN-R11"
    return (Number("acts at", scores, fields=DECLARED, rules=rules),)


def scores_section(who: Fighter) -> Section:
    """Return the section on attributes, move and shield."""
    sheet = who.sheet
    own = [Number(name, str(sheet.attribute(name))) for name in ATTRIBUTES]
    rest = {"move": sheet.move, "shield parry": sheet.shield_parry}
    found = [
        Number(label, str(number)) for label, number in rest.items() if number
    ]
    return Section("Scores", (*own, *found))


def derived_section(who: Fighter) -> Section:
    """Return the section on numbers derived from the sheet; without parts where the sheet says
    another number."""
    sheet, total, out = who.sheet, who.total, who.unconscious_value
    average = who.usual_total - sheet.con - sheet.siz
    whole = [Part("con", sheet.con, "IN-R22"), Part("siz", sheet.siz, "IN-R22")]
    whole += [Part("average", average, "IN-R22")] if average else []
    if who.draft.encounter.effects:
        whole += find_shares(who, "hp", who.usual_total)
    usual = ceil_div(total, 4)
    quarter = (
        Part("total", total, FAINT),
        Part("three quarters", usual - total, FAINT),
    )
    size = (Part("siz", sheet.siz, UNBALANCED),)
    found = (
        ("total", (), total, sheet.hp, tuple(whole), "IN-R22"),
        (
            "unconscious below",
            ("unconscious",),
            out,
            sheet.unconscious,
            quarter,
            FAINT,
        ),
        (
            "knockdown",
            (),
            who.knockdown_value,
            sheet.knockdown,
            size,
            UNBALANCED,
        ),
    )
    numbers = []
    for label, names, number, written, parts, rules in found:
        if not number:
            continue
        shown = () if written is not None else parts
        numbers.append(
            Number(label, str(number), shown, names=names, rules=rules)
        )
    return Section("Derived", tuple(numbers))


def skills_section(who: Fighter) -> Section:
    """Return the section on skills, with experience checks."""
    held = [*who.sheet.checks, *who.checks_won]
    return Section(
        "Skills",
        tuple(
            Number(
                with_spaces(name),
                f"{points}{' (check)' if name in held else ''}",
            )
            for name, points in sorted(who.sheet.skills.items())
        ),
    )


def weapons_section(who: Fighter) -> Section:
    """Return the table of weapons."""
    heads = ("weapon", "skill", "class", "damage", "parry", "arm", "")
    return Section(
        "Weapons",
        (),
        heads,
        tuple(weapon_row(who, *one) for one in who.weapons.items()),
    )


def weapon_row(who: Fighter, name: str, weapon: Weapon) -> tuple[str, ...]:
    """Return the row of one weapon."""
    marks = [f"burst {weapon.burst}"] if weapon.burst > 1 else []
    marks += [
        word
        for word, there in (
            ("fragile", weapon.fragile),
            ("attached", weapon.attached),
        )
        if there and not weapon.is_unarmed
    ]
    marks += [*weapon.tags, *who.intact_accessories(name)]
    marks += [f"{one} failed" for one in who.failed_of(name)]
    status = who.status_of(name)
    if defect := who.defect_of(name):
        marks.insert(0, defect)
    return (
        name,
        with_spaces(weapon.skill),
        weapon.class_,
        str(weapon.damage),
        str(weapon.parry or "-"),
        with_spaces(weapon.arm),
        ", ".join([*([status] if status != "ready" else []), *marks]),
    )


def weapon_document(who: Fighter, name: str) -> Data:
    """Return one of `weapons` of `show --json`: `status`, `failed` and, if there is one,
    `defect`."""
    found: Data = {"status": who.status_of(name), "failed": who.failed_of(name)}
    if defect := who.defect_of(name):
        found["defect"] = defect
    return found


def armor_section(who: Fighter) -> Section:
    """Return the table of armor, own effects included."""
    rows = []
    for piece in who.sheet.armor:
        where = [
            f"{with_spaces(place)} {piece.points_at(place)}"
            for place in LOCATIONS
            if piece.points_at(place)
        ]
        rows.append(
            (
                piece.name,
                ", ".join(piece.against) or "everything",
                ", ".join(where),
            )
        )
    rows += [
        (label, "everything", where)
        for label, where in describe_armor_changes(who)
    ]
    return Section("Armor", (), ("piece", "against", "where"), tuple(rows))


def profile_document(who: Fighter) -> Data:
    """Return the JSON of `show`."""
    found = [one for one in EFFECTS.document(who) if one["effect"] not in FATES]
    if who.aimed is not None:
        found.append(
            {
                "effect": "aimed",
                "target": who.aimed,
                "source": None,
                "until": "shot",
            }
        )
    return {
        "pools": {"hp": {"max": who.total, "now": who.hp}},
        "locations": {
            place: {
                "max": who.rating(place),
                "now": who.points_at(place),
                "armor": who.armor(place),
                "state": place_state(who, place),
            }
            for place in LOCATIONS
        },
        "track": {
            "damage": who.total - who.hp,
            "band": who.band,
            "strenuous": who.strenuous,
        },
        "initiative": {"speed": own_score(who), "weapon": who.in_use},
        "movement": {
            "allowance": who.allowance,
            "moved": who.moved,
            "position": None if who.position is None else list(who.position),
        },
        "weapons": {name: weapon_document(who, name) for name in who.weapons},
        "checks": [*who.sheet.checks, *who.checks_won],
        "intent": who.plan.to_data() if who.plan else None,
        "effects": found,
    }
