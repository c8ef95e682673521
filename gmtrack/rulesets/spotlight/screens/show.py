"""`show WHO`: the body, the sheet, every derived number with its parts."""

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.report import total
from gmtrack.core.screen import Number, Profile, Section
from gmtrack.rulesets.kit import board as frame
from gmtrack.rulesets.kit.own.in_force import describe_armor_changes
from gmtrack.rulesets.kit.words import format_count
from gmtrack.rulesets.spotlight.screens.board import (
    SHORT,
    body_figure,
    conditions,
    place_fields,
)
from gmtrack.rulesets.spotlight.sheet.game import Scene
from gmtrack.rulesets.spotlight.sheet.sheet import HeldBy, Piece, Weapon
from gmtrack.rulesets.spotlight.sheet.state import AP, Fighter
from gmtrack.rulesets.spotlight.tables import LEGS, LOCATIONS, place_name

_LEGS = tuple(field for leg in LEGS for field in place_fields(leg))
"""The live fields that Speed depends on."""


def show(encounter: Encounter, word: str) -> Profile:
    """Return the profile of the combatant that a typed word names. Raises Refusal `unknown-name`
    if nobody or several fit."""
    scene = Scene(Draft(encounter))
    who = scene.named(word)
    sections = (
        now_section(scene, who),
        scores_section(who),
        empty_boxes_section(who),
        skills_section(who),
        weapons_section(who),
        armor_section(who),
    )
    return frame.make_profile(
        who,
        sections,
        profile_document(scene, who),
        conditions=conditions(scene, who, who.body()),
        figure=body_figure(who),
    )


def now_section(scene: Scene, who: Fighter) -> Section:
    """Return the section on the present round: AP, spotlight, weapons in hand, cover."""
    ap = f"{who.ap} of {AP} left" + (", given up" if who.forgone else "")
    turn = (
        "holds it"
        if scene.has_spotlight(who)
        else "had it"
        if scene.has_had_spotlight(who)
        else "not yet"
    )
    running = scene.fight.running
    rolled = who.initiative_successes
    score = Number(
        "initiative roll", "-" if rolled is None else str(rolled),
        fields=("initiative_successes",), names=("Init",),
    )  # fmt: skip
    arms = {"both": "both arms"}
    words = [
        name if by == "none" else f"{name} ({arms.get(by) or place_name(by)})"
        for name, by in held_weapons(who).items()
    ]
    numbers = [
        *(
            [Number("AP", ap), Number("spotlight", turn), score]
            if running
            else []
        ),
        Number("in hand", ", ".join(words) or "nothing"),
        Number(
            "cover",
            ", ".join(piece.name for piece in who.live_cover()) or "none",
        ),
    ]
    return Section("Now", tuple(numbers))


def scores_section(who: Fighter) -> Section:
    """Return the section on the numbers of the sheet, as they are now."""
    sheet = who.sheet
    lame = who.bad_legs()
    fortitude = who.fortitude_parts() if who.fortitude_lost else ()
    helped = Number(
        "speed with help", str(who.helped_speed), who.helped_parts(), _LEGS
    )
    return Section(
        "Scores",
        (
            Number("strength", str(sheet.strength)),
            Number("fortitude", str(who.fortitude), fortitude),
            Number("agility", str(sheet.agility)),
            Number("initiative", str(sheet.initiative)),
            Number("willpower", str(sheet.willpower)),
            Number(
                "speed",
                str(who.own_speed),
                who.speed_parts() if lame else (),
                _LEGS,
            ),
            *((helped,) if lame else ()),
            Number("untrained dice", str(sheet.untrained_dice)),
        ),
    )


def empty_boxes_section(who: Fighter) -> Section:
    """Return the section on the empty boxes of every location, with their parts."""
    parts = {place: who.empty_parts(place) for place in LOCATIONS}
    numbers = (
        Number(
            place_name(place),
            str(total(made)),
            made,
            place_fields(place),
            (SHORT[place],),
        )
        for place, made in parts.items()
    )
    return Section("Empty boxes", tuple(numbers))


def skills_section(who: Fighter) -> Section:
    """Return the section on skills."""
    numbers = [
        Number(
            name.replace("_", " "),
            f"{skill.dice}{'' if skill.is_trained else ', untrained'}",
        )
        for name, skill in sorted(who.skills().items())
    ]
    return Section("Skills", tuple(numbers))


def weapons_section(who: Fighter) -> Section:
    """Return the table of weapons."""
    rows = tuple(
        weapon_row(name, weapon) for name, weapon in who.weapons().items()
    )
    heads = ("weapon", "skill", "damage", "pierces", "reach", "modes", "arm")
    return Section("Weapons", (), heads, rows)


def weapon_row(name: str, weapon: Weapon) -> tuple[str, ...]:
    """Return the row of one weapon."""
    return (
        name,
        weapon.skill.replace("_", " "),
        f"{weapon.damage} {weapon.damage_type}",
        weapon.pierces,
        "melee" if weapon.is_melee else "ranged",
        ", ".join(mode.replace("_", "-") for mode in weapon.fire_modes),
        place_name(weapon.arm),
    )


def armor_section(who: Fighter) -> Section:
    """Return the table of armor."""
    rows = [piece_row(piece, "armor") for piece in who.sheet.armor]
    rows += [
        (label, "armor", "-", where)
        for label, where in describe_armor_changes(who)
    ]
    rows += [piece_row(piece, "cover") for piece in who.live_cover()]
    return Section(
        "Armor and cover", (), ("piece", "", "type", "where"), tuple(rows)
    )


def piece_row(piece: Piece, what: str) -> tuple[str, ...]:
    """Return the row of a piece of armor or cover, with its rating for each location that it
    covers."""
    where = [(place, piece.rating_at(place)) for place in LOCATIONS]
    text = ", ".join(
        f"{place_name(place)} {rating}"
        for place, rating in where
        if rating is not None
    )
    return (piece.name, what, piece.type, text)


def profile_document(scene: Scene, who: Fighter) -> Data:
    """Return the JSON of `show`."""
    sheet = who.sheet
    save = scene.fight.save
    ap: Data = {"max": AP, "now": who.ap, "forgone": who.forgone}
    if save and save["by"] == who.id:
        ap["save"] = save["ap"]
    return {
        "pools": {"fortitude": {"max": sheet.fortitude, "now": who.fortitude}},
        "locations": {
            place: {
                **boxes._asdict(),
                "empty": boxes.empty,
                "state": who.state(place),
            }
            for place, boxes in who.body().items()
        },
        "initiative": {
            "dice": sheet.initiative,
            "score": who.initiative_successes,
            "agility": sheet.agility,
        },
        "ap": ap,
        "spotlight": {
            "holds": scene.has_spotlight(who),
            "had": scene.has_had_spotlight(who),
        },
        "speed": {
            "full": sheet.speed,
            "now": who.own_speed,
            "helped": who.helped_speed,
        },
        "held": held_weapons(who),
        "cover": [piece.name for piece in who.live_cover()],
        "effects": effect_documents(who),
    }


def effect_documents(who: Fighter) -> list[Data]:
    """Return the JSON of the conditions."""
    found: list[Data] = []
    pin = who.suppression()
    if pin is not None:
        found.append(
            {
                "effect": "suppressed",
                "source": pin.by,
                "target_number": pin.target_number,
                "broken": pin.broken,
                "until": who.house.suppression_lasts.replace("_", "-"),
            }
        )
    if who.moving:
        until = (
            format_count(who.moving_rounds, "round")
            if who.moving_rounds
            else "manual"
        )
        found.append({"effect": "moving", "source": None, "until": until})
    if who.unconscious is not None and who.fate != "dead":
        found.append(
            {
                "effect": "unconscious",
                "source": None,
                "location": who.unconscious,
                "until": "first-aid or end",
            }
        )
    return found


def held_weapons(who: Fighter) -> dict[str, HeldBy]:
    """Return the weapons that are held in arms that work, with the arm."""
    return {name: by for name, by in who.held.items() if who.arms_work(by)}
