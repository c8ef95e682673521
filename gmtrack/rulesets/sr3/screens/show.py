"""The profile of `show WHO`: both monitors, the sheet, every derived number with its parts."""

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.names import pick
from gmtrack.core.report import Part, total
from gmtrack.core.screen import Number, Profile, Section
from gmtrack.rulesets.kit import board as frame
from gmtrack.rulesets.kit.own.in_force import split_part, wound_shares
from gmtrack.rulesets.kit.seated import has_fixed_place
from gmtrack.rulesets.sr3.screens.board import (
    conditions,
    monitor_tracks,
    pool_tracks,
    rounds_in_hand,
)
from gmtrack.rulesets.sr3.sheet.fighter import RATINGS, Fighter
from gmtrack.rulesets.sr3.sheet.game import WORDS, Scene
from gmtrack.rulesets.sr3.sheet.sheet import SORCERY, Weapon
from gmtrack.rulesets.sr3.sheet.spell import ANY_SPELL, MOST_ESSENCE, Spell
from gmtrack.rulesets.sr3.sheet.state import (
    barrier_document,
    rating_left,
    scene_barriers,
    whole_rating,
)
from gmtrack.rulesets.sr3.tables import ATTRIBUTES, BOXES
from gmtrack.rulesets.sr3.turn.phases import actions_left
from gmtrack.rulesets.sr3.wounds.effects import EFFECTS


def show(encounter: Encounter, word: str) -> Profile:
    """Return the profile of a combatant, or of a barrier of the scene. Raises Refusal (`who`)
    for an unknown name."""
    there = scene_barriers(encounter)
    found = pick(
        word, encounter.names(there), "combatant or barrier", WORDS.nobody
    )
    if found in there:
        return barrier_profile(encounter, found)
    scene = Scene(Draft(encounter))
    who = scene.fighter(found)
    sheet = (
        scores_section(who),
        derived_section(who),
        magic_section(who),
        skills_section(who),
    )
    heads = ("melee weapon", "skill", "damage", "reach", "")
    rows = tuple(
        (
            name,
            with_spaces(weapon.skill),
            damage_code(who, weapon),
            str(who.reach_of(weapon)),
            hand_of_weapon(who, name),
        )
        for name, weapon in who.weapons.items()
        if not weapon.is_ranged
    )
    carried = (
        Section("Melee", (), heads, rows),
        guns_section(who),
        extras_section(who),
        spells_section(who),
        armor_section(who),
    )
    sections = (situation_section(scene, who), *sheet, *carried)
    return frame.make_profile(
        who,
        sections,
        profile_document(scene, who),
        tracks=(*monitor_tracks(who), *pool_tracks(who)),
        conditions=conditions(scene, who),
    )


def barrier_profile(encounter: Encounter, name: str) -> Profile:
    """Return the profile of a barrier of the scene: its rating, and what is left of it."""
    draft = Draft(encounter)
    numbers = (
        Number("rating", str(whole_rating(encounter, name)), rules="SR-R08"),
        Number("rating left", str(rating_left(draft, name)), rules="SR-R24"),
    )
    return frame.make_thing_profile(
        name, "barrier", numbers, barrier_document(draft, name)
    )


def situation_section(scene: Scene, who: Fighter) -> Section:
    """Return the section of what holds now: initiative, actions, hands, position and the like."""
    text = "not rolled" if who.initiative is None else str(who.initiative)
    found = (
        *who.monitor.wound_parts(stack=who.house.wounds_stack),
        *wound_shares(who, who.wounds_alone, helps=-1),
    )
    parts = tuple(part for part in found if part.value)
    fields = ("physical", "stun", "subdual_boxes")
    numbers = [
        Number("initiative", text, names=("Init",), rules="SR-007, SR-142"),
        Number(
            "wound modifier",
            f"+{total(parts)}",
            parts,
            fields,
            ("Wounds",),
            "SR-141",
        ),
        Number("in hand", who.in_hand, fields=("wielded",)),
        Number("other hand", who.in_other_hand or "empty", fields=("second",)),
    ]
    if rounds := rounds_in_hand(who):
        numbers.append(Number("ammo", rounds))
    ap = actions_left(scene, who)
    if ap is not None:
        left, of = (
            f"{ap['free']} free + {ap['simple']} simple",
            ("free_left", "simple_left"),
        )
        numbers.append(Number("actions left", left, fields=of, rules="SR-011"))
    return Section("Now", tuple(numbers))


def scores_section(who: Fighter) -> Section:
    """Return the section of attributes."""
    sheet = who.sheet
    own = [
        frame.make_number(name, who.trait_parts(name, ""))
        for name in ATTRIBUTES
    ]
    initiative = Number(
        "initiative", f"{who.reaction} + {sheet.initiative_dice}d6"
    )
    if has_fixed_place(who):
        initiative = frame.fixed_place_number(who)
    eyes = (
        sheet.vision
        if sheet.vision == "normal"
        else f"{sheet.vision}, {sheet.vision_source}"
    )
    rest = (
        initiative,
        Number("vision", eyes.replace("_", "-")),
        *worn_gear(who),
    )
    return Section("Scores", (*own, *rest))


def derived_section(who: Fighter) -> Section:
    """Return the section of values computed from the scores, unless the sheet sets them."""
    sheet = who.sheet
    reaction = who.reaction_parts if sheet.reaction is None else ()
    pool = who.pool_parts if sheet.combat_pool is None else ()
    numbers = [
        Number("reaction", str(who.reaction), reaction),
        Number("combat pool", str(who.combat_pool), pool),
    ]
    if who.spell_pool:
        own = who.spell_pool_parts if sheet.spell_pool is None else ()
        dice = str(who.spell_pool)
        numbers.append(Number("spell pool", dice, own, rules="SRX-006"))
    return Section("Derived", tuple(numbers))


def magic_section(who: Fighter) -> Section:
    """Return the section of somebody's magic; empty for the mundane."""
    sheet, found = who.sheet, []
    if sheet.magic:
        magic = Part("magic", sheet.magic)
        found.append(
            frame.make_number("magic", split_part(who, "magic", magic))
        )
    if sheet.magic or sheet.essence < MOST_ESSENCE:
        found.append(Number("essence", f"{sheet.essence:g}"))
    for name, dice in sheet.spell_dice.items():
        found.append(Number(f"{with_spaces(name)} dice", f"{dice:+d}"))
    for name, dice in sheet.focus_dice.items():
        label = "focus" if name == ANY_SPELL else f"{with_spaces(name)} focus"
        found.append(Number(label, str(dice)))
    return Section("Magic", tuple(found))


def spells_section(who: Fighter) -> Section:
    """Return the section of spells: force, kind, what each is cast against, level, drain."""
    heads = ("spell", "force", "kind", "against", "level", "drain", "")
    rows = tuple(
        spell_row(name, spell) for name, spell in who.sheet.spells.items()
    )
    return Section("Spells", (), heads, rows)


def spell_row(name: str, spell: Spell) -> tuple[str, ...]:
    """Return a spell's row: force, kind, target, level, drain, and what else is special."""
    how = (
        (not spell.damages, spell.category),
        (spell.is_elemental, spell.category),
        (spell.damage_type == "stun", "stun"),
        (spell.area, "area"),
        (spell.range == "touch", "touch"),
        (spell.duration != "instant", spell.duration),
        (spell.focus, "in a focus"),
    )
    return (
        name,
        str(spell.force),
        spell.kind,
        str(spell.target),
        "-" if spell.level == "none" else spell.level,
        spell.drain,
        ", ".join(word for holds, word in how if holds),
    )


def worn_gear(who: Fighter) -> tuple[Number, ...]:
    """Return the combatant's worn gear, one line each."""
    sheet = who.sheet
    harness = str(sheet.gyro) if sheet.gyro > 0 else ""
    if harness and not who.gyro_worn:
        harness += ", not worn"
    worn = {
        "smartlink": "yes" if sheet.smartlink else "",
        "smart goggles": "yes" if sheet.smart_goggles else "",
        "gyro harness": harness,
        "natural reach": str(sheet.natural_reach or ""),
    }
    return tuple(Number(label, text) for label, text in worn.items() if text)


def skills_section(who: Fighter) -> Section:
    """Return the section of skills, sorted by name."""
    found = who.sheet.skills.items()
    return Section(
        "Skills",
        tuple(
            Number(with_spaces(name), str(dice)) for name, dice in sorted(found)
        ),
    )


def guns_section(who: Fighter) -> Section:
    """Return the section of ranged weapons."""
    heads = (
        "ranged weapon",
        "skill",
        "damage",
        "ranges",
        "modes",
        "rounds",
        "",
    )
    rows = tuple(
        gun_row(who, name, w) for name, w in who.weapons.items() if w.is_ranged
    )
    return Section("Ranged", (), heads, rows)


def extras_section(who: Fighter) -> Section:
    """Return the section of firearms with extras, such as scopes and bipods."""
    found = [
        (name, firearm_extras(who, name, w))
        for name, w in who.weapons.items()
        if w.is_ranged
    ]
    rows = tuple((name, ", ".join(has)) for name, has in found if has)
    return Section("Built in", (), ("weapon", "what"), rows)


def firearm_extras(who: Fighter, name: str, weapon: Weapon) -> list[str]:
    """Return the extras of a firearm in its present state, as words."""
    stands = "deployed" if who.weapon_state(name).deployed else "folded"
    rows: list[tuple[object, str]] = [
        (weapon.smartgun, "smartgun"),
        (weapon.laser, "laser"),
        (weapon.scope, f"scope {weapon.scope}"),
        (weapon.gas_vent, f"gas vent {weapon.gas_vent}"),
        (weapon.shock_pad, f"shock pad {weapon.shock_pad}"),
        (weapon.bipod, f"bipod {weapon.bipod} {stands}"),
        (weapon.tripod, f"tripod {weapon.tripod} {stands}"),
        (who.weapon_state(name).mounted, "on the gyro mount"),
        (weapon.heavy_recoil, "double recoil"),
        (weapon.min_range, f"minimum range {weapon.min_range} metres"),
        (weapon.strength_min, f"needs strength {weapon.strength_min}"),
        (weapon.class_ == "shotgun", f"choke {weapon.choke}"),
        *explosive_extras(weapon),
    ]
    return [text for has, text in rows if has]


def explosive_extras(weapon: Weapon) -> list[tuple[object, str]]:
    """Return what a blast does besides its damage code: a condition and its words for each."""
    blast = weapon.is_explosive and weapon.power is not None
    return [
        (blast, f"power -{weapon.drop:g} a metre"),
        (weapon.aerodynamic, "aerodynamic"),
        (weapon.flechette, "splinters"),
        (weapon.dazzle, f"dazzles by {weapon.dazzle}"),
        (weapon.cloud, f"makes {with_spaces(weapon.cloud or '')}"),
    ]


def gun_row(who: Fighter, name: str, weapon: Weapon) -> tuple[str, ...]:
    """Return a ranged weapon's row: skill, damage, ranges, modes, rounds, hand."""
    rounds = rounds_or_count(who, name, weapon)
    kind: str = who.weapon_state(name).loaded
    if not who.weapon_state(name).clip_in:
        kind = f"no {weapon.loading}"
    return (
        name,
        with_spaces(weapon.skill),
        damage_code(who, weapon),
        "/".join(map(str, who.ranges_of(weapon))) or "-",
        " ".join(weapon.modes)
        if not weapon.is_carried
        else weapon.delivery or "",
        rounds if kind == "normal" else f"{rounds} {kind}",
        hand_of_weapon(who, name),
    )


def rounds_or_count(who: Fighter, name: str, weapon: Weapon) -> str:
    """Return the rounds in a weapon, such as `9/15`, or how many are left of a grenade; `-` if its
    rounds are not counted."""
    own = who.weapon_state(name)
    if weapon.is_carried:
        return f"{own.count}/{weapon.count}"
    return f"{own.ammo}/{weapon.capacity}" if weapon.capacity else "-"


def with_spaces(name: str) -> str:
    """Return a name with spaces in place of underscores."""
    return name.replace("_", " ")


def damage_code(who: Fighter, weapon: Weapon) -> str:
    """Return the damage code of a weapon in these hands, such as `9M`; `-` for an explosive without
    a power."""
    if weapon.is_explosive and weapon.power is None:
        return "-"
    stun = " stun" if weapon.damage_type == "stun" else ""
    return f"{who.power_of(weapon)}{weapon.level}{stun}"


def hand_of_weapon(who: Fighter, name: str) -> str:
    """Return which hand holds the weapon, or an empty text."""
    if name == who.in_other_hand:
        return "second hand"
    return "in hand" if name == who.in_hand else ""


def armor_section(who: Fighter) -> Section:
    """Return the section of armor ratings, each with the pieces that count for it."""
    parts = {
        one: tuple(part for part in who.armor_parts(one) if part.value)
        for one in RATINGS
    }
    return Section(
        "Armor",
        tuple(
            Number(rating, str(who.armor(rating)), found, rules="SR-R39")
            for rating, found in parts.items()
        ),
    )


def pools_document(who: Fighter) -> Data:
    """Return the JSON document of a combatant's pools: `combat`, for magicians `spell` and `focus`
    (by what the foci fit), and `karma` where the sheet has it, each with `max` and `now`."""
    found: Data = {"combat": {"max": who.combat_pool, "now": who.pool_left}}
    if who.spell_pool:
        left = who.spell_pool_left
        found["spell"] = {"max": who.spell_pool, "now": left}
    if who.sheet.magic and who.trait(SORCERY):
        left = who.sorcery_at_hand
        found["sorcery"] = {"max": who.trait(SORCERY), "now": left}
    if who.sheet.karma_pool:
        found["karma"] = {"max": who.karma_pool, "now": who.karma_left}
    if who.sheet.focus_dice:
        found["focus"] = {
            name: {"max": dice, "now": who.focus_dice_left(name)}
            for name, dice in who.sheet.focus_dice.items()
        }
    return found


def counts_document(who: Fighter) -> Data:
    """Return how many are left of each explosive that is thrown or laid, as `count`; empty for
    those who have none. `dazzled` is in it while a flash dazzles them, `walking` while they
    walk."""
    counts = {
        name: {"now": who.weapon_state(name).count, "max": weapon.count}
        for name, weapon in who.weapons.items()
        if weapon.is_carried
    }
    doc: Data = {"count": counts} if counts else {}
    if who.dazzled:
        doc["dazzled"] = who.dazzled
    if who.walking != "none":
        doc["walking"] = who.walking
    return doc


def profile_document(scene: Scene, who: Fighter) -> Data:
    """Return the JSON document of a combatant."""
    aim = who.live_aim()
    return {
        "pools": pools_document(who),
        "track": {
            "physical": {
                "boxes": BOXES,
                "filled": who.physical,
                "overflow": who.overflow,
            },
            "stun": {"boxes": BOXES, "filled": who.stun},
            "subdual": {"filled": who.subdual_boxes, "by": who.subdual_by},
        },
        "stable": who.is_stable,
        "bleeding": who.turns_to_next_box if who.bleeds else None,
        "wound_modifier": who.wound_modifier,
        "initiative": {
            "score": who.initiative,
            "reaction": who.reaction,
            "dice": who.sheet.initiative_dice,
        },
        "ap": actions_left(scene, who),
        "armor": {
            "ballistic": who.armor("ballistic"),
            "impact": who.armor("impact"),
        },
        "ammo": {
            name: {
                "now": state.ammo,
                "max": weapon.capacity,
                "type": state.loaded,
                "clip_in": state.clip_in,
                "loose": state.loose,
            }
            for name, weapon in who.weapons.items()
            if weapon.capacity and (state := who.weapon_state(name))
        },
        "sustained": [
            {"successes": 0, "turns": 0, **entry} for entry in who.sustained
        ],
        **counts_document(who),
        "spell_defense": who.spell_defense,
        "in_melee_with": list(who.in_melee_with),
        "wielded": who.in_hand,
        "second": who.in_other_hand,
        "aim": vars(aim).copy() if aim else None,
        "effects": EFFECTS.document(who),
    }
