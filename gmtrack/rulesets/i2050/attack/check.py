"""The rules that forbid an attack, in the order in which the first that applies is told. Nothing
else in an attack refuses by a rule."""

from collections.abc import Callable, Iterable
from math import dist

from gmtrack.rulesets.i2050.attack.defense import (
    can_oppose_shooter,
    can_strike_back,
    is_free_to,
    plan_against,
    typed_defense,
)
from gmtrack.rulesets.i2050.attack.modifiers import OUT_OF_REACH
from gmtrack.rulesets.i2050.attack.plan import AttackPlan, Strike
from gmtrack.rulesets.i2050.attack.read import is_fight_against
from gmtrack.rulesets.i2050.attack.words import (
    check_aim,
    check_aimed_burst,
    check_shares,
    check_shots,
    clamp_points,
)
from gmtrack.rulesets.i2050.sheet.fighter import (
    Fighter,
    better_but_unusable,
    why_unusable,
)
from gmtrack.rulesets.i2050.sheet.game import WORDS
from gmtrack.rulesets.i2050.sheet.sheet import Weapon
from gmtrack.rulesets.i2050.sheet.state import ATTACKS
from gmtrack.rulesets.i2050.turn.order import (
    EVASIONS,
    check_can_act,
    check_evasion,
    check_turn,
    due_items,
)
from gmtrack.rulesets.kit.words import format_count

REACH = 1.005
"""Metres that melee reaches, with room for rounded positions (IN-PHASE-05)."""


def check_phase(plan: AttackPlan) -> None:
    """Refuse an attack outside Resolution, once the first round has begun. Raises Refusal
    (`phase`) (IN-PHASE-01)."""
    fight = plan.game.fight
    if fight.phase != "not-started" and fight.step != "resolution":
        hint = (
            "`next` starts it"
            if fight.step == "determination"
            else "this round's is over"
        )
        plan.game.refuse(
            "phase", f"attacks are carried out in Resolution: {hint}"
        )


def check_may_act(plan: AttackPlan) -> None:
    """Refuse an attacker who has acted, lost the action or is out. Raises Refusal (`acted`,
    `lost`, `out`) (IN-PHASE-04, IN-SPD-05)."""
    check_can_act(plan.game, plan.attacker, plan.before)


def check_declared_attack(plan: AttackPlan) -> None:
    """Refuse another attack than the declared one; while all declare it can be changed. Raises
    Refusal (`turn`, `intent`) (IN-PHASE-02)."""
    if plan.otherwise is not None and plan.game.fight.step != "determination":
        check_turn(plan.game, plan.before, first=plan.first)
        who, mine = plan.attacker, plan.attacker.declared
        why = f"{who.name} has declared {plan.otherwise}"
        if mine and mine.action in ATTACKS and len(set(mine.targets)) == 1:
            why += f" ({attack_line(who.id, mine.targets[:1])})"
        plan.game.refuse_now("intent", why)


def check_foes_may_act(plan: AttackPlan) -> None:
    """Refuse foes who set upon the attacker but cannot attack, or have declared something else.
    Raises Refusal (`acted`, `lost`, `out`, `intent`, `forbidden`) (IN-MULTI-01)."""
    for s in plan.strikes if plan.split else ():
        foe, before = s.attacker, s.attacker.declared
        plan.game.check_forbidden(foe, "attack")
        check_can_act(plan.game, foe, s.before)
        if (
            plan.game.fight.running
            and before
            and not is_fight_against(before, plan.attacker)
        ):
            what = f"{foe.name} has declared {before.action}, not fight {plan.attacker.name}"
            plan.game.refuse("intent", what)


def check_declared_shots(plan: AttackPlan) -> None:
    """Refuse a burst whose shots that are due are declared at others. Raises Refusal (`turn`,
    `intent`) (IN-BURST-03)."""
    fired = list(dict.fromkeys(s.target for s in plan.strikes))
    if plan.burst and not set(fired) <= set(plan.targets):
        check_turn(plan.game, plan.strikes[0].item, first=due_items(plan.game))
        line = attack_line(plan.attacker.id, [who.id for who in fired])
        plan.game.refuse(
            "intent", f"the next shots are declared otherwise: {line}"
        )


def attack_line(who: str, targets: Iterable[str]) -> str:
    """Return the `attack` command for these targets, in backticks."""
    return f"`attack {who} {' '.join(targets)}`"


def check_not_fought_yet(plan: AttackPlan) -> None:
    """Refuse to fight a foe twice in a round. Raises Refusal (`acted`, `lost`) (IN-MULTI-02)."""
    who, s = plan.attacker, plan.strikes[0]
    fights = who.plan is not None and who.plan.action == "fight"
    if (
        plan.several
        or not plan.game.fight.running
        or not fights
        or s.item is not None
    ):
        return
    if not (who.acted or who.lost):
        word = "lost" if s.target.id in who.missed else "acted"
        plan.game.refuse(
            word, f"{who.name} has already fought {s.target.name} this round"
        )


def check_in_turn(plan: AttackPlan) -> None:
    """Refuse an attack before faster combatants have acted. Raises Refusal (`turn`) (IN-SPD-04)."""
    # Who declares by this command may be first now.
    first = due_items(plan.game) if plan.game.announced else plan.first
    check_turn(plan.game, *(s.item for s in plan.strikes), first=first)


def check_declared_defense(plan: AttackPlan) -> None:
    """Refuse a defense that an effect forbids or that does not fit what the target has declared.
    Raises Refusal (`intent`, `forbidden`) (IN-PHASE-02)."""
    for s in strikes_answered(plan):
        word = typed_defense(s)
        if word is not None:
            plan.game.check_forbidden(s.target, word)
        if (
            not s.surprised
            and word not in (None, s.guard.usual)
            and not is_free_to(s, word)
        ):
            mine = s.target.plan
            why = f"has already had their turn this round and cannot {word}"
            if mine is not None:
                declared = " ".join((mine.action, *mine.targets))
                why = f"has declared {declared}, not {word}"
            plan.game.refuse("intent", f"{s.target.name} {why}")


def check_defense_weapon(plan: AttackPlan) -> None:
    """Refuse to fight back with another weapon than declared, an unusable one or a missile
    weapon. Raises Refusal (`intent`, `weapon`) (IN-OPP-01)."""
    for s in strikes_answered(plan):
        who = s.target
        typed = s.answer.weapon
        mine = plan_against(s)
        weapon = s.opposing
        if weapon is None:
            continue
        if mine and mine.weapon and typed not in (None, mine.weapon):
            s.game.refuse(
                "intent", f"{who.name} has declared {mine.weapon}, not {typed}"
            )
        if not who.is_usable(weapon.id) and s.attacker.id not in who.spared:
            s.game.refuse(
                "weapon",
                f"the {weapon.id} of {who.name} {why_unusable(who, weapon.id)}",
            )
        if weapon.is_missile and not can_oppose_shooter(s):
            s.game.refuse("weapon", f"{weapon.id} is not a melee weapon")


def check_declared_share(plan: AttackPlan) -> None:
    """Refuse a typed share of the defender that differs from the declared one. Raises Refusal
    (`intent`) (IN-MULTI-01)."""
    for s in strikes_answered(plan):
        told, mine = s.answer.share, plan_against(s)
        if s.opposing is None or mine is None or told is None:
            continue
        share = mine.share_of(s.attacker.id)
        if clamp_points(told) != share:
            words = "no share" if share is None else f"share={share}"
            plan.game.refuse(
                "intent",
                f"{s.target.name} has declared {words}, not share={told}",
            )


def strikes_answered(plan: AttackPlan) -> tuple[Strike, ...]:
    """Return the strikes whose targets answer by `--defense` and the like; none where the skill
    is split, as the shares say who is fought."""
    return () if plan.split else plan.strikes


def check_weapons_ready(plan: AttackPlan) -> None:
    """Refuse strikes with weapons that cannot be used. Raises Refusal (`weapon`) (IN-FUM,
    IN-LIMB-03)."""
    for s in plan.strikes:
        check_weapon_usable(
            plan,
            s.attacker,
            s.weapon,
            hurt_now=s.item is not None and s.item.is_spared,
        )
    if plan.split:
        check_weapon_usable(plan, plan.attacker, plan.weapon)


def check_weapon_usable(
    plan: AttackPlan, who: Fighter, weapon: Weapon, *, hurt_now: bool = False
) -> None:
    """Refuse a weapon that cannot be used. `hurt_now`: what befell its user at their own score
    does not count (IN-R11). While somebody only plans, a stowed or dropped weapon counts as in
    hand. Raises Refusal (`weapon`)."""
    if hurt_now or who.is_usable(weapon.id):
        return
    message = f"the {weapon.id} of {who.name} {why_unusable(who, weapon.id)}"
    out_of_hand = who.status_of(weapon.id) in (
        "stowed",
        "dropped",
    ) and who.arm_works(weapon.id)
    if not out_of_hand:
        plan.game.refuse("weapon", message)
    elif plan.game.refuse_now("weapon", message):
        who.set_status(weapon.id, "ready")


def check_reach(plan: AttackPlan) -> None:
    """Refuse melee against somebody too far away, or too high for the weapon. Raises Refusal
    (`reach`) (IN-PHASE-05, IN-R16)."""
    for s in plan.strikes:
        if not s.missile:
            check_distance(plan, s)
            metres = s.target.height - s.attacker.height
            if abs(metres) >= OUT_OF_REACH and s.weapon.class_ != "long":
                where = (
                    f"{abs(metres):g} m {'higher' if metres > 0 else 'lower'}"
                )
                plan.game.refuse(
                    "reach",
                    f"{s.target.name} is {where}: only long weapons reach that",
                )


def check_distance(plan: AttackPlan, s: Strike) -> None:
    """Refuse melee against somebody too far away, with the line that goes there. Raises Refusal
    (`reach`) (IN-PHASE-04, IN-PHASE-05)."""
    metres = metres_out_of_reach(s.attacker, s.target)
    if metres is None:
        return
    named = plan.typed.weapon is not None
    better = (
        ""
        if named
        else better_but_unusable(
            plan.attacker, lambda weapon: weapon.is_missile
        )
    )
    message = f"{better}{s.target.name} is {metres:g} m away: melee reaches 1 m"
    if plan.game.fight.running and s.attacker.declared is not None:
        line = f"`act {s.attacker.id} move {s.target.id}`"
        message += f"; nothing else can be declared this round: `next` passes, then {line}"
    plan.game.refuse("reach", message)


def metres_out_of_reach(one: Fighter, other: Fighter) -> float | None:
    """Return the metres between two who cannot reach each other in melee; None if they can, or a
    position is unknown (IN-PHASE-05)."""
    here, there = one.position, other.position
    if here is None or there is None or dist(here, there) <= REACH:
        return None
    return dist(here, there)


def check_can_evade(plan: AttackPlan) -> None:
    """Refuse a dodge or weave of a target who is prone. Raises Refusal (`state`) (IN-DODGE-05,
    IN-R35, IN-R67)."""
    for s in plan.strikes:
        if s.guard.word in EVASIONS:
            check_evasion(plan.game, s.target, s.guard.word)


def check_attack_targets(plan: AttackPlan) -> None:
    """Refuse oneself, the dead, defenses of those who are out, and more targets than the attack
    takes. Raises Refusal (`target`)."""
    game, who, targets = plan.game, plan.attacker, plan.targets
    if who in targets:
        game.refuse("target", f"{who.name} cannot target themselves")
    taking_part = (*targets, who) if plan.split else targets
    game.refuse_dead(
        "target", [one for one in taking_part if one.out == "dead"]
    )
    for s in plan.strikes:
        if s.guard.word != "none" and not (
            s.target.able or s.attacker.id in s.target.spared
        ):
            game.refuse(
                "target",
                f"{s.target.name} is {s.target.status} and cannot {s.guard.word}",
            )
    if len(targets) > 1 and not plan.several:
        split = ",".join("N" * len(targets))
        several = f"`--with burst={len(targets)}` or `--with split={split}`"
        game.refuse("target", f"name one target, or add {several}")
    if plan.split and len(set(targets)) < len(targets):
        game.refuse("target", "name each foe only once")


def check_aim_allowed(plan: AttackPlan) -> None:
    """Refuse an aim out of bounds, a shift beyond the aim, and aimed bursts by house rule.
    Raises Refusal (`aim`) (IN-AIM-01, IN-AIM-02, IN-R41, IN-R42)."""
    game, mine, shift = plan.game, plan.intent, plan.typed.shift
    aim = mine.aim if plan.typed.aim is None else plan.typed.aim
    check_aim(game, plan.attacker, plan.weapon, mine.want, aim)
    if shift is not None and abs(shift) > (aim or 0):
        game.refuse(
            "aim", f"shift={shift} needs `--with aim={abs(shift)}` or more"
        )
    if plan.burst:
        check_aimed_burst(game, aim)


def check_burst_allowed(plan: AttackPlan) -> None:
    """Refuse burst together with split, and more shots than the weapon fires. Raises Refusal
    (`burst`) (IN-BURST-01, IN-BURST-03, IN-R45)."""
    typed, mine = plan.typed, plan.intent
    if typed.burst and plan.split:
        plan.game.refuse("burst", "use burst or split, not both")
    shots = (
        typed.burst.shots if typed.burst and typed.burst.shots else mine.shots
    )
    if plan.burst and shots is not None:
        named, weapon = typed.weapon is not None, plan.strikes[0].weapon
        who = plan.attacker
        check_shots(plan.game, who, weapon, shots, mine.targets, named=named)


def check_shares_allowed(plan: AttackPlan) -> None:
    """Refuse shares that are too small, too many, above the skill, or of missile weapons. Raises
    Refusal (`split`) (IN-MULTI-01, IN-R45)."""
    game, who, shares = plan.game, plan.attacker, plan.typed.shares
    if shares is None:
        s = plan.strikes[0]
        if (
            plan.typed.typed_words.get_all("share")
            and s.guard.share is not None
            and s.opposing
        ):
            check_shares(game, s.target, s.opposing, (s.guard.share,))
        return
    # What was declared has been checked then; a wound may have come between (IN-R45).
    if who.comes_late or not game.fight.running:
        check_shares(game, who, plan.weapon, shares)
    if len(shares) > len(plan.targets):
        numbers = (
            format_count(len(shares), "share"),
            format_count(len(plan.targets), "foe"),
        )
        game.refuse("split", " for ".join(numbers))
    weapons = (plan.weapon, *(s.weapon for s in plan.strikes))
    missiles = [weapon.id for weapon in weapons if weapon.is_missile]
    if missiles:
        game.refuse(
            "split",
            f"split is for melee, not for missile weapons: {', '.join(missiles)}",
        )


def check_unarmed_combat(plan: AttackPlan) -> None:
    """Refuse Unarmed Combat of somebody without bare hands. Raises Refusal (`unarmed`)
    (IN-UNARM-02)."""
    for s in plan.strikes:
        for who in s.disables:
            weapon = s.weapon if who is s.attacker else s.opposing
            if weapon is None or not weapon.is_unarmed:
                what = (
                    f"fights with {weapon.id}"
                    if weapon
                    else "does not fight back"
                )
                plan.game.refuse(
                    "unarmed",
                    f"Unarmed Combat needs bare hands: {who.name} {what}",
                )


def check_not_opposing_shot(plan: AttackPlan) -> None:
    """Deny fighting back against a shot, unless by house rule. Raises Refusal (`unsupported`)
    (IN-PHASE-06)."""
    for s in plan.strikes:
        if s.guard.word == "fight" and not can_strike_back(s):
            weapon = f"{s.weapon.id} is a missile weapon"
            plan.game.deny(
                "unsupported", f"nobody can fight back against a shot: {weapon}"
            )


def check_words_of_use(plan: AttackPlan) -> None:
    """Deny words of a defense that change nothing in this attack. Raises Refusal (`value`)."""
    game, typed, target = plan.game, plan.typed, plan.strikes[0].target
    if plan.split and any(typed.defense_of(s.attacker) for s in plan.strikes):
        game.deny(
            WORDS.value,
            "--defense does nothing with split: the shares say who is fought",
        )
    if typed.defense_mods and not any(s.guard.rolls for s in plan.strikes):
        game.deny(
            WORDS.value,
            f"--defense-mod does nothing: {target.name} makes no roll",
        )
    fights = any(s.guard.word == "fight" for s in plan.strikes)
    for name in ("share", "defend-weapon"):
        if typed.typed_words.get_all(name) and not fights:
            game.deny(
                WORDS.value,
                f"{name} does nothing: {target.name} does not fight back",
            )


RULES: tuple[Callable[[AttackPlan], None], ...] = (
    check_phase,
    check_may_act,
    check_declared_attack,
    check_foes_may_act,
    check_declared_shots,
    check_not_fought_yet,
    check_in_turn,
    check_declared_defense,
    check_defense_weapon,
    check_declared_share,
    check_weapons_ready,
    check_reach,
    check_can_evade,
    check_attack_targets,
    check_aim_allowed,
    check_burst_allowed,
    check_shares_allowed,
    check_unarmed_combat,
    check_not_opposing_shot,
    check_words_of_use,
)
