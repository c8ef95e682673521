"""Decide who prevails in one strike: opposed, unopposed, against a dodger; before it the rolls
of Awareness and Cool, and what a fumble does (IN-OPP, IN-DODGE, IN-FUM, IN-R30)."""

from typing import NamedTuple

from gmtrack.core.report import Part, total
from gmtrack.rulesets.i2050.attack.hit import Blow, Power, roll_power
from gmtrack.rulesets.i2050.attack.modifiers import Side, effective_skill
from gmtrack.rulesets.i2050.attack.plan import Strike
from gmtrack.rulesets.i2050.dice import (
    D20Result,
    PlannedRoll,
    added_parts,
    attribute_parts,
    compare_rolls,
    is_dodged,
    roll_d20,
    roll_total,
    skill_parts,
)
from gmtrack.rulesets.i2050.sheet.fighter import Fighter
from gmtrack.rulesets.i2050.sheet.game import Game
from gmtrack.rulesets.i2050.sheet.sheet import AWARENESS, COOL, Weapon
from gmtrack.rulesets.i2050.tables import with_spaces
from gmtrack.rulesets.i2050.wounds.damage import (
    break_weapon,
    drop_weapon,
    fall_prone,
    mark_strenuous,
    mark_struck,
    set_weapon_status,
)

BULLETS = -10
"""The modifier of a dodge against firearms (IN-DODGE-04)."""
ACCESSORY = 6
"""Sides of the die that says whether an accessory fails (IN-FUM-08)."""


class LandingBlow(NamedTuple):
    """A blow that lands. `back`: the defender strikes the attacker. `power`: its damage before
    armor; None: it disables a location instead."""

    back: bool
    power: Power | None
    parry: int


def exchange_blows(s: Strike) -> str | LandingBlow:
    """Roll one strike and its defense, and return the blow that lands, else the outcome in a
    word. Marks the attacker's week as strenuous and takes the weapon in hand."""
    # In the order in which they are rolled: Awareness of both, Cool between them.
    mine = Side(
        s, True, s.weapon, fails_awareness(s, s.attacker), fails_cool(s)
    )
    opposing = s.opposing
    theirs = (
        Side(s, False, opposing, fails_awareness(s, s.target))
        if opposing
        else None
    )
    s.attacker.hold(s.weapon.id)
    mark_strenuous(s.attacker)
    attack = roll_side(mine)
    if theirs is not None:
        return resolve_opposed(s, theirs, attack)
    if s.guard.word == "dodge":
        return resolve_dodge(s, attack)
    return resolve_unopposed(s, attack)


def roll_side(side: Side) -> D20Result:
    """Roll the skill of one side: `attack` or `defend`."""
    s, parts = side.s, effective_skill(side)
    if side.attacks:
        return roll_d20(
            s.game,
            PlannedRoll(
                "attack", side.who, parts, True, s.burst, s.block, s.weapon.id
            ),
        )
    return roll_d20(
        s.game, PlannedRoll("defend", side.who, parts, block=s.block)
    )


def resolve_opposed(
    s: Strike, theirs: Side, attack: D20Result
) -> str | LandingBlow:
    """Roll the defender's skill too, apply fumbles, and return the winner's blow, else `tie` or
    `both-miss`. Depends on the house rule `critical_breaks_tie`."""
    s.target.hold(theirs.weapon.id)
    mark_strenuous(s.target)
    defend = roll_side(theirs)
    apply_attack_fumble(s, attack)
    if defend.fumble:
        apply_fumble(s.game, s.target, theirs.weapon, "defend_fumble", s.block)
    breaks = s.game.house.critical_breaks_tie
    winner = compare_rolls(attack, defend, critical_breaks_tie=breaks)
    if winner == "attacker":
        parry = (
            parry_of(s.target, theirs.weapon, defend) if not s.missile else 0
        )
        return make_landing_blow(s, attack, parry)
    if winner == "defender":
        weapon = theirs.weapon
        told = {
            "who": s.attacker.name,
            "other": s.target.name,
            "weapon": weapon.id,
        }
        s.game.report.tell("countered", "bad", **told)
        parry = (
            0 if weapon.is_missile else parry_of(s.attacker, s.weapon, attack)
        )
        return make_landing_blow(s, defend, parry, back=True)
    s.game.report.tell("tie" if winner == "tie" else "both-miss", "note")
    return winner


def resolve_unopposed(s: Strike, attack: D20Result) -> str | LandingBlow:
    """Apply a fumble, and return the blow of a successful attack, else `miss`."""
    apply_attack_fumble(s, attack)
    if attack.success:
        return make_landing_blow(s, attack, 0)
    s.game.report.tell("miss", "note", who=s.attacker.name)
    return "miss"


def make_landing_blow(
    s: Strike, own: D20Result, parry: int, *, back: bool = False
) -> LandingBlow:
    """Roll the damage of the winner's blow and return it; the winner earns a check, the victim's
    aim is lost. `back`: the target strikes back; `parry`: points that the loser takes off."""
    b = make_blow(s, parry, back=back, critical=own.critical)
    # The winner's check, the victim's aim.
    game, who, skill = b.game, b.by, b.weapon.skill
    # Nothing in a fight hangs on a check, so that odds need not tell it apart.
    if (
        game.narrated
        and skill not in who.sheet.checks
        and skill not in who.checks_won
    ):
        with game.draft.by("IN-WIN-02"):
            who.checks_won = [*who.checks_won, skill]
            game.report_effect(who, "check", skill=skill)
            game.report.tell(
                "check", "good", who=who.name, skill=with_spaces(skill)
            )
    mark_struck(game, b.victim)
    return LandingBlow(
        back, None if b.by in s.disables else roll_power(b), parry
    )


def make_blow(
    s: Strike, parry: int, *, back: bool, critical: bool = False
) -> Blow:
    """Make the blow of a strike. `back`: by the target at the attacker. `parry`: points that the
    loser takes off. `critical`: its damage counts twice."""
    by, victim, weapon = s.attacker, s.target, s.weapon
    if back and s.opposing is not None:
        by, victim, weapon = victim, by, s.opposing
    aim = Side(s, not back, weapon).aim
    return Blow(s.game, by, victim, weapon, aim, critical, parry, s.block)


def parry_of(loser: Fighter, weapon: Weapon, own: D20Result) -> int:
    """Return the points that the loser's weapon or shield takes off a blow, 0 if their own roll
    failed; house rules differ (IN-DMG-03, IN-R18)."""
    rule = loser.house.parry_needs
    if rule == "never" or (rule == "success" and not own.success):
        return 0
    return max(weapon.parry, loser.sheet.shield_parry)


def resolve_dodge(s: Strike, attack: D20Result) -> str | LandingBlow:
    """Roll the dodge and return `dodged`, or what the attack comes to unopposed. Depends on the
    house rules `dodge_firearm`, `dodge_melee` and `dodge_missile`."""
    mark_strenuous(s.target)
    dodge, house = roll_dodge(s), s.game.house
    missile = house.dodge_firearm if s.firearm else house.dodge_missile
    opposed_roll = (missile if s.missile else house.dodge_melee) == "opposed"
    if attack.success and is_dodged(attack, dodge, must_match=opposed_roll):
        rows = (
            "IN-DODGE-04, IN-R35, IN-R52"
            if s.missile
            else "IN-DODGE-03, IN-R34"
        )
        with s.game.draft.by(rows):
            s.game.report.tell("dodged", "good", who=s.target.name)
        return "dodged"
    return resolve_unopposed(s, attack)


def roll_dodge(s: Strike) -> D20Result:
    """Roll a dodge: DEX less a third of the armor worn (EDEX), harder against firearms. A roll
    above EDEX ends on the ground (IN-DODGE-05)."""
    game, who = s.game, s.target
    armor = Part("armor", -(who.dodge_armor // 3), "IN-DODGE-02")
    edex = (*attribute_parts(who, "dex"), *([armor] if armor.value else []))
    bullets = (
        [Part("firearm", BULLETS, "IN-DODGE-04, IN-R35")] if s.firearm else []
    )
    about = s.about_roll(None, s.attacker)
    parts = (
        *edex,
        *bullets,
        *added_parts(game, who, "dodge", s.defense_mods, about),
    )
    result = roll_d20(
        game, PlannedRoll("dodge", who, parts, skilled=False, block=s.block)
    )
    if result.natural > total(edex) and not who.prone:
        with game.draft.by("IN-DODGE-05"):
            game.report.tell(
                "overdone", "bad", roll=result.natural, edex=total(edex)
            )
            fall_prone(game, who)
    return result


def fails_awareness(s: Strike, who: Fighter) -> bool:
    """Whether a side sees badly and fails its Awareness roll; rolls if needed."""
    known = s.game.poor_scene or who.poor_visibility
    told = s.has_word("poor-visibility", who)
    if not (known or told) or s.is_switched_off("poor-visibility", who):
        return False
    # Of the target by a name of its own, and once.
    defends = who is s.target
    name = "defend_awareness" if defends else AWARENESS
    block = None if defends or s.burst else s.block
    return nerve_fails(
        s.game,
        "seen",
        AWARENESS,
        nerve_roll(s.game, name, who, AWARENESS, block),
    )


def fails_cool(s: Strike) -> bool:
    """Whether the attacker fires a firearm under fire and fails the Cool roll; rolls if needed."""
    who = s.attacker
    told = who.under_fire or s.has_word("under-fire")
    if not s.firearm or not told or s.is_switched_off("under-fire"):
        return False
    return nerve_fails(
        s.game, "steady", COOL, nerve_roll(s.game, COOL, who, COOL)
    )


def nerve_roll(
    game: Game, name: str, who: Fighter, skill: str, block: str | None = None
) -> PlannedRoll:
    """Plan a roll of Awareness or Cool. `block` tells it from others of its name in a command."""
    parts = (
        *skill_parts(who, skill, "IN-CORE-03"),
        *added_parts(game, who, name),
    )
    return PlannedRoll(name, who, parts, skilled=False, block=block)


def nerve_fails(game: Game, field: str, skill: str, dice: PlannedRoll) -> bool:
    """Whether Awareness or Cool fails: rolled once in a command and once in a round, where the
    live `field` keeps the result (IN-R30). Depends on the house rule `nerve_rolls`."""
    who, key = dice.who, (dice.who.id, skill)
    every_time = game.house.nerve_rolls == "per_attack"
    known: bool | None = getattr(who, field)
    if known is not None and not every_time:
        return not known
    if key not in game.nerves:
        game.nerves[key] = bool(roll_d20(game, dice).success)
    if game.fight.running and not every_time:
        with game.draft.by(f"{NERVE_ROWS[skill]}, IN-R30"):
            setattr(who, field, game.nerves[key])
    return not game.nerves[key]


NERVE_ROWS = {AWARENESS: "IN-MOD-05", COOL: "IN-MOD-08"}


def apply_attack_fumble(s: Strike, attack: D20Result) -> None:
    """Apply the fumble of the attacker, if the attack is one."""
    if attack.fumble:
        apply_fumble(s.game, s.attacker, s.weapon, "attack_fumble", s.block)


def apply_fumble(
    game: Game, who: Fighter, weapon: Weapon, name: str, block: str | None
) -> None:
    """Apply a fumble by what was in hand: bare hands may fall; an accessory may fail in place of
    the weapon; firearms jam or break, others are dropped or break by a POW roll. `name` is that
    of the roll, `block` tells it from others of that name. Depends on the house rule
    `firearm_fumble`."""
    if weapon.is_unarmed:
        dex = (*attribute_parts(who, "dex"), *added_parts(game, who, name))
        dice = PlannedRoll(
            name, who, dex, skilled=False, block=block, rules="IN-FUM-05"
        )
        if not roll_d20(game, dice).success:
            with game.draft.by("IN-FUM-05"):
                fall_prone(game, who)
        return
    if roll_accessory_failure(game, who, weapon, block):
        return
    if weapon.firearm and game.house.firearm_fumble == "jam":
        if weapon.fragile:
            with game.draft.by("IN-FUM-07"):
                break_weapon(game, who, weapon.id)
        else:
            with game.draft.by("IN-FUM-06, IN-R33"):
                set_weapon_status(game, who, weapon.id, "jammed")
        return
    parts = (*attribute_parts(who, "pow"), *added_parts(game, who, name))
    dice = PlannedRoll(name, who, parts, skilled=False, block=block)
    if roll_d20(game, dice).success:
        with game.draft.by("IN-FUM-03, IN-R47"):
            drop_weapon(game, who, weapon.id)
    else:
        with game.draft.by("IN-FUM-04, IN-R47"):
            break_weapon(game, who, weapon.id)


def roll_accessory_failure(
    game: Game, who: Fighter, weapon: Weapon, block: str | None
) -> bool:
    """Roll whether an accessory fails in place of the weapon, put it out of order, and return
    whether it did. Without intact accessories nothing is rolled. `block` tells the roll from
    others of its name (IN-FUM-08, IN-FUM-09, IN-R37). Depends on the house rule
    `accessory_scope`."""
    in_scope = weapon.firearm or game.house.accessory_scope == "all_weapons"
    intact = who.intact_accessories(weapon.id) if in_scope else []
    if not intact:
        return False
    if (
        roll_total(
            game, PlannedRoll("accessory", who, block=block, sides=ACCESSORY)
        )
        % 2
        == 0
    ):
        return False
    pick = PlannedRoll("accessory_pick", who, block=block, sides=len(intact))
    index = roll_total(game, pick) if len(intact) > 1 else 1
    with game.draft.by("IN-FUM-08, IN-FUM-09"):
        name, accessory = weapon.id, intact[index - 1]
        who.set_failed(name, [*who.failed_of(name), accessory])
        game.report_effect(
            who, "accessory-failed", weapon=name, accessory=accessory
        )
        game.report.tell(
            "accessory-failed",
            "bad",
            who=who.name,
            weapon=name,
            accessory=accessory,
        )
    return True
