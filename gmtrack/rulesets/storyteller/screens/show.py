"""The profile of `show WHO`: track, sheet, every derived number with its parts."""

from collections.abc import Iterator
from functools import partial

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.report import Part, total
from gmtrack.core.screen import Condition, Number, Profile, Section
from gmtrack.rulesets.kit import board as frame
from gmtrack.rulesets.kit.own.in_force import (
    EVERYWHERE,
    armor_changes,
    wound_shares,
)
from gmtrack.rulesets.kit.seated import has_fixed_place
from gmtrack.rulesets.kit.sheet import add_ids
from gmtrack.rulesets.storyteller.screens.board import (
    conditions,
    health_track,
    quote_intent,
)
from gmtrack.rulesets.storyteller.sheet.game import (
    SHEET,
    Scene,
    base_defense_parts,
    defense_against,
    defense_parts,
    initiative_parts,
    speed,
    speed_parts,
)
from gmtrack.rulesets.storyteller.sheet.sheet import Weapon
from gmtrack.rulesets.storyteller.sheet.state import EffectName, Fighter
from gmtrack.rulesets.storyteller.tables import ATTRIBUTES, MARKS
from gmtrack.rulesets.storyteller.wounds.conditions import EFFECTS
from gmtrack.rulesets.storyteller.wounds.damage import worn_armor

IN_HAND = ("wielded", "weapon_at")
"""The fields from which follows what is in hand."""
DEFENSE_MADE_BY = (
    "decay",
    "parried",
    "off_balance",
    "no_defense",
    "tags",
    "conscious",
)
"""The fields from which follows the Defense now."""


def show(encounter: Encounter, word: str) -> Profile:
    """Return the profile of the combatant that a typed word names. Raises Refusal `option` if
    nobody or several fit."""
    scene = Scene(Draft(encounter))
    who = scene.named(word)
    wants = (
        [Condition(quote_intent(who), "", "note")] if quote_intent(who) else []
    )
    sections = (
        now_section(scene, who),
        scores_section(who),
        skills_section(who),
        weapons_section(who),
        armor_section(who),
    )
    left, most = who.willpower_left, who.willpower
    return frame.make_profile(
        who,
        sections,
        profile_document(who),
        tracks=(
            health_track(who),
            frame.make_pool_track(
                "willpower", left, most, fields=("willpower_left",)
            ),
        ),
        conditions=(*conditions(scene, who), *wants),
    )


def now_section(scene: Scene, who: Fighter) -> Section:
    """Return the section of what holds now: initiative, action, Defense, wound penalty, hands,
    cover."""
    text = "not rolled" if who.initiative is None else str(who.initiative)
    spent = Number(
        "action", "left" if who.ap else "used", fields=("ap",), rules="ST-020"
    )
    defense = summed_number("Defense now", defense_parts(who), "ST-049")
    hurts = str(-who.wound_penalty)
    shares = wound_shares(who, -who.wounds_alone, helps=1)
    parts = [Part("wounds", -who.wounds_alone, "ST-167"), *shares]
    numbers = (
        Number("initiative", text, names=("Init",), rules="ST-018, ST-020"),
        *([spent] if scene.fight.running else []),
        defense._replace(fields=DEFENSE_MADE_BY, names=("Defense",)),
        Number(
            "wound penalty",
            hurts,
            tuple(parts) if shares else (),
            fields=MARKS,
            names=("Wounds",),
            rules="ST-167, ST-168",
        ),
        Number("in hand", ", ".join(who.hands), fields=IN_HAND),
        Number("cover", who.cover_id or "none"),
    )
    return Section("Now", numbers)


def summed_number(label: str, parts: tuple[Part, ...], rules: str) -> Number:
    """Return a number of the profile that is the sum of these parts. They are left out if the
    number simply stands on the sheet."""
    stands = [part.label for part in parts] == [SHEET]
    return Number(
        label, str(total(parts)), () if stands else parts, rules=rules
    )


def scores_section(who: Fighter) -> Section:
    """Return the section of attributes and derived numbers. Composure is shown only if it
    differs from control."""
    sheet = who.sheet
    roll = tuple(initiative_parts(who))
    own = [
        frame.make_number(name, who.trait_parts(name, ""))
        for name in ATTRIBUTES
        # Composure only where it is another number than Control.
        if name != "composure" or who.trait("composure") != who.trait("control")
    ]
    return Section(
        "Scores",
        (
            *own,
            Number("size", str(sheet.size)),
            summed_number("speed", speed_parts(who), "ST-R06"),
            summed_number("base Defense", base_defense_parts(who), "ST-R06"),
            frame.fixed_place_number(who)
            if has_fixed_place(who)
            else Number(
                "initiative roll",
                f"d10 {total(roll):+}",
                roll,
                IN_HAND,
                rules="ST-018",
            ),
        ),
    )


def skills_section(who: Fighter) -> Section:
    """Return the section of skills, by name."""
    names = sorted(who.sheet.skills)
    return Section(
        "Skills",
        tuple(
            frame.make_number(one, who.trait_parts(one, "")) for one in names
        ),
    )


def weapons_section(who: Fighter) -> Section:
    """Return the section of weapons; the last column is left out if no weapon has extras."""
    heads = (
        "weapon",
        "kind",
        "damage",
        "init",
        "str",
        "size",
        "bullets",
        "where",
        "other",
    )
    rows = [
        weapon_row(who, name, weapon) for name, weapon in who.weapons().items()
    ]
    has_extras = any(row[-1] for row in rows)
    used = len(heads) if has_extras else len(heads) - 1
    shown = tuple(row[:used] for row in rows)
    return Section("Weapons", (), heads[:used], shown)


def weapon_row(who: Fighter, name: str, weapon: Weapon) -> tuple[str, ...]:
    """Return the row of one weapon."""
    bullets = (
        f"{who.weapon_state(name).ammo}/{weapon.capacity}"
        if weapon.capacity
        else "-"
    )
    return (
        name,
        weapon.kind,
        f"{weapon.damage:+} {weapon.damage_type}",
        str(weapon.initiative),
        str(weapon.strength_req),
        str(weapon.size),
        bullets,
        "in hand" if name in who.hands else who.weapon_state(name).weapon_at,
        ", ".join(weapon_extras(who, name, weapon)),
    )


def weapon_extras(who: Fighter, name: str, weapon: Weapon) -> Iterator[str]:
    """Yield what only some weapons have, in words: ranges, autofire, armor piercing, loading,
    wear."""
    if weapon.ranges:
        yield "/".join(map(str, weapon.ranges))
    if weapon.autofire:
        yield "autofire"
    if weapon.armor_piercing:
        yield f"armor piercing {weapon.armor_piercing}"
    if weapon.kind == "firearm" and weapon.reload == "single":
        yield "loads single rounds"
    if weapon.aerodynamic:
        yield "aerodynamic"
    if weapon.improvised:
        yield f"improvised, structure {who.weapon_state(name).structure}/{who.full_structure(name)}"


def armor_section(who: Fighter) -> Section:
    """Return the section of armor pieces, with what own effects add below them."""
    rows = tuple(
        (
            piece.name,
            str(piece.ballistic),
            str(piece.general),
            ", ".join(piece.covers) or "-",
        )
        for piece in who.sheet.armor
    )
    return Section(
        "Armor",
        (),
        ("piece", "ballistic", "general", "covers"),
        (*rows, *own_effect_armor_rows(who)),
    )


def own_effect_armor_rows(who: Fighter) -> Iterator[tuple[str, ...]]:
    """Yield a row for each effect of the GM's own that adds to the armor, which counts at every
    place."""
    for label, by in armor_changes(who):
        general = by.get(EVERYWHERE, 0) + by.get("general", 0)
        numbers = (by.get("ballistic", 0), general)
        yield (
            label,
            *(f"{number:+d}" if number else "-" for number in numbers),
            EVERYWHERE,
        )


def profile_document(who: Fighter) -> Data:
    """Return the JSON document of a combatant."""
    track = who.track
    return {
        "pools": {
            "health": {"max": track.boxes, "now": track.empty},
            "willpower": {"max": who.willpower, "now": who.willpower_left},
        },
        "track": {
            **{kind: track.count(kind) for kind in MARKS},
            "empty": track.empty,
        },
        "wound_modifier": -who.wound_penalty,
        "initiative": {
            "score": who.initiative,
            "mod": who.initiative_mod,
            "weapon": who.malus,
        },
        "ap": {"max": 1, "now": who.ap},
        "defense": {
            "base": total(base_defense_parts(who)),
            "now": defense_against(who),
        },
        "speed": speed(who),
        "armor": worn_armor(who)._asdict(),
        "weapons": {
            name: weapon_document(who, name, w)
            for name, w in who.weapons().items()
        },
        "effects": EFFECTS.document(who, partial(effect_source, who)),
        "state": state_document(who),
    }


def weapon_document(who: Fighter, name: str, weapon: Weapon) -> Data:
    """Return the JSON document of one weapon: `wielded` (in hand) and `at` (where it is); `ammo`
    and `structure`, each with `max` and `now`, only if they count."""
    found: Data = {
        "wielded": name in who.hands,
        "at": who.weapon_state(name).weapon_at,
    }
    if weapon.capacity:
        found["ammo"] = {
            "max": weapon.capacity,
            "now": who.weapon_state(name).ammo,
        }
    if weapon.improvised or name in add_ids(who.structure):
        found["structure"] = {
            "max": who.full_structure(name),
            "now": who.weapon_state(name).structure,
        }
    return found


def state_document(who: Fighter) -> Data:
    """Return the rest of the live state by name. Lists are sorted except `dodged` and `wielded`."""
    aim, fire = who.live_aim(), who.suppression()
    return {
        "decay": who.decay,
        "defended": who.defended,
        "no_defense": who.reasons,
        "wp_defense": sorted(who.wp_defense),
        "dodging": who.dodging,
        "dodged": list(who.dodged),
        "off_balance": who.off_balance,
        "guard": who.guard,
        "parried": who.parried,
        "aim": vars(aim).copy() if aim else None,
        "grapple": who.read_grapple(),
        "prone": who.prone,
        "cover": who.cover_id,
        "shield": who.shield,
        "moved": who.moved,
        "delaying": who.delaying,
        "held_over": who.held_over,
        "on_top": who.on_top,
        "suppressed": {
            "by": fire.by,
            "successes": fire.successes,
            "wm": fire.wm,
            "damage_type": fire.damage_type,
        }
        if fire
        else None,
        "wielded": who.hands,
        "killed": sorted(who.killed),
        "downed_by": who.downed_by,
    }


def effect_source(who: Fighter, name: EffectName) -> str | None:
    """Return the id of the combatant who brought an effect; None if that is unknown."""
    hold, fire = who.read_grapple(), who.suppression()
    if name in ("grappling", "hold") and hold:
        return str(hold["with"])
    if name == "suppressed" and fire:
        return fire.by
    return who.downed_by if name == "dying" else None
