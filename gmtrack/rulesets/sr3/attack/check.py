"""What forbids an attack (8.6)."""

from collections import Counter

from gmtrack.rulesets.sr3.attack.barriers import check_barrier
from gmtrack.rulesets.sr3.attack.defense import Defense
from gmtrack.rulesets.sr3.attack.plan import Plan, Strike
from gmtrack.rulesets.sr3.attack.words import ATTACK_WORDS
from gmtrack.rulesets.sr3.dice.rolls import check_pool_limit
from gmtrack.rulesets.sr3.sheet.game import WORDS
from gmtrack.rulesets.sr3.sheet.live import Fighter
from gmtrack.rulesets.sr3.sheet.weapons import better, reload_lines
from gmtrack.rulesets.sr3.tables.fire_modes import FULL_AUTO_LEAST, MODES
from gmtrack.rulesets.sr3.turn.legality import object_to

Defenses = list[tuple[Strike, Defense | None]]
"""What each target does about it; nothing about a shot."""
HOLDERS = ("clip", "belt")
"""What has to be in the weapon (SR-100, SR-106)."""


def check_words(plan: Plan) -> None:
    """Words that have no sense in this attack. Raises Refusal (`option`)."""
    game, s = plan.game, plan.first
    kind = "ranged" if s.ranged else "melee"
    for name, row in ATTACK_WORDS.items():
        told = s.told.all(name)
        if (told or s.without.all(name)) and row.fits not in (kind, "both"):
            other = better(game, plan.attacker, lambda one: one.is_ranged != s.ranged)
            game.deny(WORDS.value, f"{other}{name} has no use in a {kind} attack")
        if row.takes == "nothing" and any(word.value is not None for word in told):
            game.deny(WORDS.value, f"{name} takes no value")
    if s.ranged:
        check_shot_words(plan)
    elif s.passing and len(plan.strikes) > 1:
        game.deny(WORDS.value, "passing-by takes the one who moves as its target")


def check_shot_words(plan: Plan) -> None:
    """Raises Refusal (`option`, `mode`)."""
    game, s = plan.game, plan.first
    for name in ("rounds", "walk"):
        if s.told.all(name) and s.mode != "fa":
            game.deny(WORDS.value, f"{name} goes with full auto, not with {s.mode}")
    for name in ("choke", "spread"):
        if not s.shot and (s.told.all(name) or s.without.all(name)):
            game.deny(WORDS.value, f"{name} goes with shot, {s.weapon_id} has {s.ammunition}")
    if s.told.all("choke") and not s.weapon.smartgun:
        game.deny(WORDS.value, f"choke is set through a smartgun, {s.weapon_id} is none")
    for strike in plan.strikes:
        check_barrier(strike)
    if game.options.defense:
        game.deny(WORDS.value, "--defense has no use against a shot: --with resist-pool=N")
    if s.called and s.mode == "fa":
        game.refuse("mode", "no called shot with full auto")


def check_weapon(plan: Plan) -> None:
    """SR-036, SR-060. Raises Refusal (`subdual`, `mode`, `ammo`)."""
    game, s = plan.game, plan.first
    if s.ranged:
        check_full_auto(plan)
        check_ammo(plan)
    elif s.subduing and s.weapon.damage_type != "stun":
        game.refuse("subdual", f"{s.weapon_id} does no stun: no hold with it")


def check_full_auto(plan: Plan) -> None:
    """SR-060, SR-R20. Raises Refusal (`mode`)."""
    s, least = plan.first, FULL_AUTO_LEAST
    if s.mode != "fa":
        return
    each = plan.game.house.fa_minimum == "per_grouping"
    rounds = [strike.rounds for strike in (plan.strikes[:1] if s.shot else plan.strikes)]
    if (min(rounds) if each else sum(rounds)) < least:
        where = "at each target" if each else "in all"
        plan.game.refuse("mode", f"full auto takes at least {least} rounds {where}")


def check_ammo(plan: Plan) -> None:
    """Raises Refusal (`ammo`)."""
    game, s, who = plan.game, plan.first, plan.attacker
    if s.weapon.loading in HOLDERS and not who.clip_in_of(s.weapon_id):
        lines = reload_lines(who, s.weapon_id)
        game.refuse("ammo", f"no {s.weapon.loading} is in {s.weapon_id}: {lines}")
    if not s.weapon.capacity:
        return
    fired = plan.strikes[:1] if s.shot else plan.strikes
    need, left = sum(one.rounds + one.walked for one in fired), who.ammo_of(s.weapon_id)
    if need > left:
        lines = reload_lines(who, s.weapon_id)
        game.refuse("ammo", f"{s.weapon_id} has {left} rounds, not {need}: {lines}")


def check_limit(plan: Plan) -> None:
    """SR-054 to SR-056: how often in a phase. Raises Refusal (`action`)."""
    s, game = plan.first, plan.game
    limit = MODES[s.mode].limit if s.ranged else None
    if limit is None or not game.on_turn(plan.attacker):
        return
    if plan.attacker.shots_of(s.weapon_id) >= limit:
        times = "once" if limit == 1 else "twice"
        object_to(game, "action", f"{s.weapon_id} fires {s.mode} {times} in a phase")


def check_passing(plan: Plan) -> None:
    """SR-R33. Raises Refusal (`action`)."""
    s, game = plan.first, plan.game
    if not (s.passing and game.fight.running):
        return
    struck = s.target.struck_by
    one = game.house.pass_limit == "one"
    if s.attacker.id in struck or (one and struck):
        object_to(game, "action", f"{s.target.id} was struck at while moving past: {struck[0]}")


def check_modifiers(plan: Plan, defenses: Defenses) -> None:
    """`--defense-mod` where nothing is rolled with it. Raises Refusal (`option`)."""
    for s, defense in defenses:
        if s.defense_mods and defense is not None and not defense.rolls:
            plan.game.deny(WORDS.value, f"--defense-mod has no use: {s.target.id} rolls nothing")


# --- the combat pool ---


def check_pools(plan: Plan, defenses: Defenses) -> None:
    """SR-004, SR-005, SR-017, SR-023, SR-099. Raises Refusal (`pool`)."""
    game, who = plan.game, plan.attacker
    spent: Counter[Fighter] = Counter()
    for name in ("defense-pool", "resist-pool"):
        if plan.first.told.tied(name, who.id) and not may_resist(plan.first, defenses[0][1], name):
            game.refuse("pool", f"{who.id} has no use for {name} here")
    for s, defense in defenses:
        own = s.pool
        check_pool_limit(game, who, own, who.trait(s.weapon.skill))
        spent[who] += (own + s.own_resistance) * (s is plan.first or not s.shot)
        spent[s.target] += target_dice(s, defense)
    for fighter, dice in spent.items():
        if dice > fighter.pool_left:
            left = f"{fighter.pool_left} combat pool dice left"
            game.refuse("pool", f"{fighter.id} has {left}, not {dice}")


def target_dice(s: Strike, defense: Defense | None) -> int:
    """What the target may add, where it may. Raises Refusal (`pool`)."""
    game, who = s.game, s.target
    fighting, resistance = s.dice("defense-pool"), s.dice("resist-pool")
    if fighting and (defense is None or defense.word != "fight"):
        game.refuse("pool", f"{who.id} has no use for defense-pool here")
    if fighting and defense is not None:
        check_pool_limit(game, who, fighting, who.trait(defense.weapon.skill))
    if resistance and not may_resist(s, defense, "resist-pool", of_target=True):
        game.refuse("pool", f"{who.id} has no pool against the damage: --defense full")
    return fighting + resistance


def may_resist(s: Strike, defense: Defense | None, name: str, *, of_target: bool = False) -> bool:
    """SR-017, SR-023, SR-048, SR-R12: in melee on full defense alone, by house rule always; the
    attacker by that house rule alone."""
    if name != "resist-pool":
        return False
    if defense is not None and s.game.house.melee_resist_pool:
        return True
    return of_target and (defense is None or defense.full)
