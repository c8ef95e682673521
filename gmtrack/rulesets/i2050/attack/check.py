"""What forbids an attack (8.7), in the order of its rows."""

from collections.abc import Callable
from math import dist

from gmtrack.rulesets.i2050.attack.defense import strikes_back, typed
from gmtrack.rulesets.i2050.attack.modifiers import OUT_OF_REACH
from gmtrack.rulesets.i2050.attack.plan import Declared
from gmtrack.rulesets.i2050.dice.rolls import skill_parts
from gmtrack.rulesets.i2050.sheet.game import WORDS
from gmtrack.rulesets.i2050.sheet.gear import out_of_use, why_not
from gmtrack.rulesets.i2050.sheet.live import Fighter
from gmtrack.rulesets.i2050.sheet.sheet import Weapon
from gmtrack.rulesets.i2050.turn.legality import spared

REACH = 1.005
"""IN-PHASE-05: metres, as far as positions are exact."""


def check(plan: Declared) -> None:
    """Everything but phase, turn and intent. Raises Refusal."""
    for rule in RULES:
        rule(plan)


def check_weapons(plan: Declared) -> None:
    """Raises Refusal (`weapon`)."""
    for s, item in zip(plan.strikes, plan.items, strict=True):
        check_weapon(plan, s.attacker, s.weapon, hurt_now=spared(item))
    if plan.split:
        check_weapon(plan, plan.attacker, plan.attacker.weapon(str(plan.plan.weapon)))


def check_weapon(plan: Declared, who: Fighter, weapon: Weapon, *, hurt_now: bool = False) -> None:
    """`hurt_now`: what befell him at his own score does not count."""
    if not (hurt_now or who.usable(weapon.id)):
        plan.game.refuse("weapon", f"the {weapon.id} of {who.id} {why_not(who, weapon.id)}")


def better_than_taken(plan: Declared, would_do: Callable[[Weapon], bool]) -> str:
    """What is out of use and would do, where no weapon was named."""
    named = plan.typed.weapon is not None
    return "" if named else out_of_use(plan.attacker, would_do)


def check_reach(plan: Declared) -> None:
    """IN-PHASE-05, IN-R16. Raises Refusal (`reach`)."""
    for s in plan.strikes:
        if s.missile:
            continue
        here, there = s.attacker.position, s.target.position
        if here is not None and there is not None and dist(here, there) > REACH:
            metres = f"{dist(here, there):g} m"
            better = better_than_taken(plan, lambda weapon: weapon.is_missile)
            plan.game.refuse("reach", f"{better}{s.target.id} is {metres} away: melee reaches 1 m")
        height = abs(s.target.height - s.attacker.height)
        if height >= OUT_OF_REACH and s.weapon.kind != "long":
            plan.game.refuse("reach", f"{s.target.id} is {height:g} m higher or lower")


def check_state(plan: Declared) -> None:
    """Raises Refusal (`state`)."""
    for s in plan.strikes:
        if s.guard.word == "dodge" and s.target.prone:
            plan.game.refuse("state", f"{s.target.id} is prone: no dodging")


def check_targets(plan: Declared) -> None:
    """Raises Refusal (`target`)."""
    game, who, targets = plan.game, plan.attacker, plan.typed.targets
    if who in targets:
        game.refuse("target", f"{who.id} cannot be the own target")
    dead = [one.id for one in (*targets, *((who,) if plan.split else ())) if one.out == "dead"]
    if dead:
        game.refuse("target", f"{', '.join(dead)}: dead")
    for s in plan.strikes:
        if s.guard.word != "none" and not (s.target.able or s.attacker.id in s.target.spared):
            game.refuse("target", f"{s.target.id} is {s.target.status}: no {s.guard.word}")
    if len(targets) > 1 and not plan.several:
        game.refuse("target", "several targets take burst=N or split=N,N: name one")
    if plan.split and len(set(targets)) < len(targets):
        game.refuse("target", "each foe once")


def check_aim(plan: Declared) -> None:
    """IN-AIM-01, IN-AIM-02, IN-R41. Raises Refusal (`aim`)."""
    game, mine = plan.game, plan.plan
    points, shift = mine.aim, plan.typed.shift
    if mine.want is not None and points is None:
        game.refuse("aim", f"--called {mine.want} takes aim=K")
    if points is not None:
        skill = plan.attacker.sheet.skill(plan.attacker.weapon(str(mine.weapon)).skill)
        if not 1 <= points <= skill - 1:
            game.refuse("aim", f"aim is {points}, but must be 1 to {skill - 1}")
    if shift is not None and abs(shift) > (points or 0):
        game.refuse("aim", f"shift is {shift}, but aim is {points or 0}")
    if points and plan.burst and game.house.choice("aim_in_burst", "no"):
        game.refuse("aim", "no aimed shots in a burst")


def check_burst(plan: Declared) -> None:
    """Raises Refusal (`burst`)."""
    game, shots = plan.game, plan.plan.shots
    if plan.typed.burst and plan.split:
        game.refuse("burst", "burst or split, not both")
    if not plan.burst or shots is None:
        return
    weapon, targets = plan.first.weapon, len(plan.plan.targets)
    if weapon.burst == 1:
        better = better_than_taken(plan, lambda other: other.burst > 1)
        game.refuse("burst", f"{better}{weapon.id} fires no bursts")
    elif shots > weapon.burst:
        game.refuse("burst", f"{weapon.id} fires {weapon.burst} shots in a burst, not {shots}")
    if targets not in (1, shots):
        game.refuse("burst", f"{shots} shots are at one target or at {shots}, not at {targets}")


def check_split(plan: Declared) -> None:
    """IN-MULTI-01, IN-R45. Raises Refusal (`split`)."""
    game, who, shares = plan.game, plan.attacker, plan.typed.split
    if shares is not None:
        weapons = [who.weapon(str(plan.plan.weapon)), *(s.weapon for s in plan.strikes)]
        # What was declared has been checked then; a wound may have come between (IN-R45).
        if who.late or not game.fight.running:
            check_shares(plan, who, weapons[0], shares)
        if len(shares) > len(plan.typed.targets):
            game.refuse("split", f"{len(shares)} shares for {len(plan.typed.targets)} foes")
        missiles = [weapon.id for weapon in weapons if weapon.is_missile]
        if missiles:
            game.refuse("split", f"{', '.join(missiles)}: no missile weapons")
        return
    s = plan.first
    if plan.typed.told.all("share") and s.guard.share is not None and s.opposing:
        check_shares(plan, s.target, s.opposing, (s.guard.share,))


def check_shares(plan: Declared, who: Fighter, weapon: Weapon, shares: tuple[int, ...]) -> None:
    base = sum(part.value for part in skill_parts(who, weapon.skill))
    least = plan.game.house.number("split_minimum") or 0
    if min(shares) < least:
        plan.game.refuse("split", f"a share is {least} at least, not {min(shares)}")
    if sum(shares) > base:
        plan.game.refuse(
            "split", f"{who.id} has {base} points of {weapon.skill}, not {sum(shares)}"
        )


def check_unarmed(plan: Declared) -> None:
    """IN-UNARM-02. Raises Refusal (`unarmed`)."""
    for s in plan.strikes:
        for who in s.disables:
            weapon = s.weapon if who is s.attacker else s.opposing
            if weapon is None or not weapon.is_unarmed:
                name = weapon.id if weapon else "nothing"
                plan.game.refuse("unarmed", f"{who.id} fights with {name}: no Unarmed Combat")


def check_unsupported(plan: Declared) -> None:
    """Raises Refusal (`unsupported`, `value`)."""
    game = plan.game
    for s in plan.strikes:
        if s.guard.word == "fight" and not strikes_back(s):
            game.deny("unsupported", f"nobody fights back at a shot: {s.weapon.id} is a missile")
    if plan.split and any(typed(game, s.attacker) for s in plan.strikes):
        game.deny(WORDS.value, "--defense has no use with split: a share is fought with")
    rolls = any(s.guard.rolls for s in plan.strikes)
    if game.options.defense_mods and not rolls:
        game.deny(WORDS.value, f"--defense-mod has no use: {plan.first.target.id} rolls nothing")


def check_share_told(plan: Declared) -> None:
    """`share` and `defend-weapon` of one who does not fight back. Raises Refusal (`value`)."""
    fights = any(s.guard.word == "fight" for s in plan.strikes)
    for name in ("share", "defend-weapon"):
        if plan.typed.told.all(name) and not fights:
            plan.game.deny(WORDS.value, f"{name} has no use: {plan.first.target.id} does not fight")


RULES: tuple[Callable[[Declared], None], ...] = (
    check_weapons,
    check_reach,
    check_state,
    check_targets,
    check_aim,
    check_burst,
    check_split,
    check_unarmed,
    check_unsupported,
    check_share_told,
)
