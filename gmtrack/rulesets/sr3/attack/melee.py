"""Melee: what the target does; both roll, and the one with more successes hits."""

from collections.abc import Mapping

from gmtrack.core.encounter import Data
from gmtrack.core.report import Part
from gmtrack.core.values import replace
from gmtrack.dice.port import Offer
from gmtrack.rulesets.sr3.attack.damage_code import bare_code, called_code
from gmtrack.rulesets.sr3.attack.plan import (
    Answer,
    AttackPlan,
    Defense,
    Outcome,
    Strike,
)
from gmtrack.rulesets.sr3.attack.target_number import Side, melee_tn
from gmtrack.rulesets.sr3.dice import Test, pool_part, roll, spend_pool
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import WORDS, find_weapon
from gmtrack.rulesets.sr3.sheet.sheet import UNARMED, Weapon
from gmtrack.rulesets.sr3.sheet.wound_modifiers import steps_for
from gmtrack.rulesets.sr3.wounds.events import end_by_stopping
from gmtrack.rulesets.sr3.wounds.hits import (
    Blow,
    Resisted,
    add_excess_power,
    halve_for_vehicle,
    is_stopped_by_vehicle,
    melee_step,
    roll_resistance,
    take_hit,
    write_dodge,
    write_stopped,
)

DEFENSES: Mapping[str, str] = {
    "fight": "rolls with the weapon in hand, and may hit back",
    "full": "does not hit back; the combat pool may help against the damage",
    "none": "does not defend",
}
"""The values of `--defense`, each with its help."""
ANSWERS: tuple[Answer, ...] = ("fight", "full", "none")


def choose_defenses(plan: AttackPlan) -> None:
    """Set the defense of every target of a melee attack in the plan; do nothing for a shot.
    Raises Refusal (`option`) for a defense that does not fit, `weapon` if the target would
    defend with a gun."""
    if plan.first_strike.ranged:
        return
    words, released = (
        list(plan.game.parse_defenses(DEFENSES, WORDS.value)),
        plan.released,
    )
    for number, s in enumerate(plan.strikes):
        defense = choose_defense(
            s, defense_typed(s, words), released=s.target in released
        )
        if s.defense_mods and not defense.rolls:
            s.game.deny(
                WORDS.value,
                f"--defense-mod: {s.target.name} does not roll, leave it out",
            )
        plan.strikes[number] = replace(s, defense=defense)


def defense_typed(
    s: Strike, words: list[tuple[str | None, str]]
) -> Answer | None:
    """Return the last defense typed for this target or for nobody by name; None if there is
    none. `words` are the typed defenses, each with the id that it is for or None."""
    here = [name for who, name in words if who in (None, s.target.id)]
    return next(
        (answer for answer in ANSWERS if here and answer == here[-1]), None
    )


def choose_defense(
    s: Strike, told: Answer | None, *, released: bool
) -> Defense:
    """Return the target's defense: the one typed (`told`), else the usual one; `none` for a
    helpless target.

    `released`: the attack gives up the attacker's hold on the target. Raises Refusal (`option`)
    if the target is helpless or moves past and another defense was typed, `weapon` if the weapon
    to defend with is no melee weapon."""
    word = told or usual_defense(s)
    if s.passing and word != "full":
        s.game.deny(
            WORDS.value,
            "a target moving past is on full defense: --defense full",
        )
    if is_helpless(s.target, released=released):
        if told not in (None, "none"):
            why = "surprised" if s.target.able else s.target.status
            s.game.deny(
                WORDS.value,
                f"{s.target.name} is {why} and cannot defend: --defense none",
            )
        word = "none"
    return Defense(word, *defense_weapon(s))


def usual_defense(s: Strike) -> Answer:
    """Return the defense without an option: the first one that none of the GM's effects forbids.
    Full defense comes first for a target that moves past or is on full defense."""
    words = ANSWERS[s.passing or s.target.full_defense :]
    return next(
        (word for word in words if not s.game.is_left_out(s.target, word)),
        "none",
    )


def is_helpless(who: Fighter, *, released: bool = False) -> bool:
    """Whether a combatant cannot defend. `released`: a hold alone no longer counts, as the
    attacker gives it up. Depends on the house rule `helpless_defense`."""
    if who.dead:
        return True
    if who.house.helpless_defense == "allowed":
        return False
    if who.surprised:
        return True
    if released:
        # Nothing but a hold keeps them from acting, if anything does.
        return not (who.awake and (not who.subdued or who.fate.subdued))
    return not who.able


def defense_weapon(s: Strike) -> tuple[str, Weapon]:
    """Return the id and the weapon that the target defends with: the one typed, else the melee
    weapon in hand or bare hands. Raises Refusal (`weapon`) if the typed weapon is ranged."""
    who = s.target
    if not s.has_word("defense-weapon"):
        return melee_weapon(who)
    name = find_weapon(s.game, who, str(s.words["defense-weapon"].value))
    if who.weapon(name).is_ranged:
        s.game.deny(
            "weapon",
            f"{name} is not a melee weapon: --with defense-weapon={UNARMED}",
        )
    return name, who.weapon(name)


def melee_weapon(who: Fighter) -> tuple[str, Weapon]:
    """Return the weapon in hand, or bare hands if it is a gun; by house rule the gun strikes
    with the skill of clubs."""
    name = who.in_hand
    if not who.weapon(name).is_ranged:
        return name, who.weapon(name)
    fists = who.weapon(UNARMED)
    if who.house.gun_in_melee == "clubs":
        return name, replace(fists, skill="clubs")
    return UNARMED, fists


def exchange_blows(s: Strike, defense: Defense, doc: Data) -> Outcome:
    """Roll attack and defense, let the one with more successes hit, and return the outcome.

    Spends the pool dice of both, applies the damage and writes `net_hits` and the damage into
    `doc`. Depends on the house rule `zero_tie`."""
    spend_pool(s.attacker, s.pool)
    mine, theirs = roll(s.game, attack_test(s, defense)).successes, 0
    if defense.rolls:
        spend_pool(s.target, s.dice("defense-pool"))
        theirs = roll(s.game, defense_test(s, defense)).successes
    doc["net_hits"] = mine - theirs
    if theirs > mine:
        return settle_lost_melee(s, defense, theirs - mine, doc)
    if mine == 0 and s.game.house.zero_tie != "attacker_hits":
        return tell_miss(s, "SR-R11")
    return settle_won_melee(s, defense, mine, theirs, doc)


def attack_test(s: Strike, defense: Defense, name: str = "attack") -> Test:
    """Return the attacker's melee test of this name, not yet rolled."""
    side = Side(s, s.attacker, s.weapon, s.target, defense.weapon, attacks=True)
    skill = s.attacker.trait_parts(s.weapon.skill, "SR-012", "skill")
    dice, tn = (*skill, pool_part(s.pool)), melee_tn(side, name)
    offer, using = s.attack_offer, s.weapon_id
    return Test(name, s.attacker, dice, tn, s.block, offer, using, "SR-012")


def defense_test(s: Strike, defense: Defense, name: str = "defend") -> Test:
    """Return the defender's melee test of this name, not yet rolled."""
    side = Side(
        s, s.target, defense.weapon, s.attacker, s.weapon, attacks=False
    )
    skill = s.target.trait_parts(
        defense.weapon.skill, "SR-013, SR-023", "skill"
    )
    pool = pool_part(s.dice("defense-pool"))
    return Test(
        name,
        s.target,
        (*skill, pool),
        melee_tn(side, name),
        s.block,
        defense_offer(s, defense),
    )


def defense_offer(s: Strike, defense: Defense) -> Offer | None:
    """Return the offer of combat pool dice to a defender who may hit back, capped by the skill
    if the house rule says so; None otherwise."""
    if defense.word != "fight":
        return None
    skill, left = s.target.trait(defense.weapon.skill), s.target.pool_left
    limited = s.game.house.pool_limit == "skill"
    return s.offer("defense-pool", min(left, skill) if limited else left)


def settle_lost_melee(
    s: Strike, defense: Defense, net: int, doc: Data
) -> Outcome:
    """Let the defender hit the attacker, by `net` successes; on full defense the attack only
    misses (SR-024)."""
    if defense.full:
        return tell_miss(s, "SR-024")
    s.game.report.tell(
        "countered",
        "bad",
        who=s.attacker.name,
        other=s.target.name,
        weapon=defense.weapon_id,
    )
    blow = staged_blow(
        winning_blow(s, s.target, defense.weapon, s.attacker, s.own_resistance),
        net,
    )
    if is_stopped_by_vehicle(blow):
        write_stopped(blow, doc["net_hits"], doc)
    else:
        take_blow(blow, net, roll_resistance(blow), doc)
    return "countered"


def tell_miss(s: Strike, rules: str) -> Outcome:
    """Tell the story that the attacker misses, by these rules, and return the outcome `miss`."""
    with s.game.draft.by(rules):
        s.game.report.tell("miss", "note", who=s.attacker.name)
    return "miss"


def settle_won_melee(
    s: Strike, defense: Defense, mine: int, theirs: int, doc: Data
) -> Outcome:
    """Let the attacker hit, unless the pool dice of a full defense dodge; return the outcome.

    A target moving past who is hit is stopped. `mine` and `theirs` are the successes of attacker
    and defender. Depends on the house rules `full_defense_dodge` and `melee_resist_pool`."""
    blow = winning_blow(
        s, s.attacker, s.weapon, s.target, s.dice("resist-pool")
    )
    if defense.full or s.game.house.melee_resist_pool:
        blow = replace(blow, offer=s.resistance_offer)
    if defense.full:
        blow = replace(blow, pool_rules="SR-017, SR-023")
    blow = staged_blow(blow, mine - theirs)
    if is_stopped_by_vehicle(blow):
        return write_stopped(blow, mine - theirs, doc)
    resisted = roll_resistance(blow)
    # By house rule the pool dice are held against what is left of the successes alone.
    net = mine - theirs if s.game.house.full_defense_dodge == "net" else mine
    if defense.full and resisted.pool > net:
        return write_dodge(blow, doc, "SR-024")
    hit = take_blow(blow, mine - theirs, resisted, doc)
    if hit and s.passing:
        s.game.report_effect(s.target, "stopped")
        s.game.report.tell("stopped", "bad", who=s.target.name)
        end_by_stopping(s.game, s.target)
    return "hit" if hit else "blocked"


def take_blow(blow: Blow, net: int, resisted: Resisted, doc: Data) -> bool:
    """Apply a melee hit and return whether it did damage: net successes stage the level up,
    resistance stages it down."""
    step = melee_step(blow, net) - steps_for(resisted.successes)
    return take_hit(blow, step, doc, "SR-015, SR-016")


def staged_blow(blow: Blow, net: int) -> Blow:
    """Return a melee hit with so many net successes as its victim resists it: halved for a
    vehicle, with what net successes beyond D add to the power."""
    return add_excess_power(halve_for_vehicle(blow), net)


def winning_blow(
    s: Strike, by: Fighter, weapon: Weapon, victim: Fighter, pool: int
) -> Blow:
    """Return the blow of the winner's weapon (`by`) against the loser (`victim`), who resists
    with `pool` combat pool dice. Depends on the house rules `called_melee_level` and
    `melee_power`."""
    base = bare_code(by, weapon)
    code = base
    if by is s.attacker and s.game.house.called_melee_level:
        code = called_code(s, base, "SR-029, SR-R15")
    if by is s.attacker and s.subduing:
        code = code._replace(type="subdual")
    if s.game.house.melee_power == "strength_only":
        code = code._replace(power=by.sheet.strength)
    armor = Part("armor", -victim.armor("impact"), "SR-016")
    strength = by.trait_parts("strength", "SR-030")
    about = s.roll_context(
        s.weapon_id if by is s.attacker else None, weapon, by
    )
    return Blow(
        s.game,
        victim,
        by,
        base,
        code,
        armor,
        strength,
        "SR-016",
        pool=pool,
        pool_rules="SR-017, SR-R12",
        block=s.block,
        no_room=s.has_word("no-room"),
        about=about,
    )
