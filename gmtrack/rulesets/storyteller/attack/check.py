"""What forbids an attack (8.7)."""

from gmtrack.rulesets.storyteller.attack.answer import contested
from gmtrack.rulesets.storyteller.attack.cover import concealed, full_cover, piece_of
from gmtrack.rulesets.storyteller.attack.defense import Defense
from gmtrack.rulesets.storyteller.attack.plan import Plan, Strike
from gmtrack.rulesets.storyteller.attack.pool import circumstances
from gmtrack.rulesets.storyteller.attack.words import ATTACK_WORDS
from gmtrack.rulesets.storyteller.sheet.game import WORDS, Game
from gmtrack.rulesets.storyteller.sheet.hands import check_usable, reload_line
from gmtrack.rulesets.storyteller.sheet.live import Fighter
from gmtrack.rulesets.storyteller.sheet.sheet import Weapon
from gmtrack.rulesets.storyteller.tables.kinds import CLOSE, UNARMED
from gmtrack.rulesets.storyteller.tables.ranged import BURSTS


def check_words(plan: Plan) -> None:
    """Words that do not fit each other or this attack. Raises Refusal (`option`)."""
    game, s = plan.game, plan.first
    for name, row in ATTACK_WORDS.items():
        if not s.told.all(name):
            continue
        if s.weapon.kind not in row.fits:
            game.deny(WORDS.value, f"{name} does not go with {s.weapon_id}")
        if s.killing and not row.finishes:
            game.deny(WORDS.value, f"{name} does not go with a killing blow")
    if s.killing and (s.called or game.options.mods or s.burst):
        game.deny(WORDS.value, "nothing is rolled for a killing blow: no place, no modifier")
    if s.has("charge") and s.has("all-out"):
        game.deny(WORDS.value, "charge and all-out do not go together")
    if s.has("pull-bashing") and (s.pull is None or s.weapon_id == UNARMED):
        game.deny(WORDS.value, "pull-bashing goes with pull and with a weapon")
    if s.has("willpower") and not game.house.number("willpower_dice"):
        game.refuse("house-rule", "willpower for dice takes the house rule willpower_dice")
    for strike in plan.strikes:
        check_names(strike)


def check_names(s: Strike) -> None:
    """Every name and value is one, before anything is paid. Raises Refusal (`option`)."""
    circumstances(s)
    if s.has("cover"):
        s.game.cover(s.value("cover") or "")
    if s.has("human-shield"):
        victim = s.game.find(s.value("human-shield") or "")
        if victim in (s.attacker, s.target):
            s.game.refuse("target", f"{victim.id} is no shield of {s.target.id}")


def check_targets(plan: Plan) -> None:
    """Raises Refusal (`target`)."""
    game = plan.game
    for s in plan.strikes:
        if s.attacker in (s.target, s.aimed_at):
            game.refuse("target", f"{s.attacker.id} cannot be the own target")
        if s.target.dead:
            game.refuse("target", f"{s.target.id} is dead")
        if s.killing and not defenseless(s):
            game.refuse("target", f"{s.target.id} can defend: no killing blow")


def defenseless(s: Strike) -> bool:
    """ST-152: down, bound or helpless."""
    bound = {"immobilized", "helpless", "unconscious"} & set(s.target.reasons)
    return bool(bound) or s.has("helpless")


def check_weapon(plan: Plan) -> None:
    """Raises Refusal (`weapon`)."""
    game, s = plan.game, plan.first
    who, weapon = plan.attacker, s.weapon
    check_usable(game, who, plan.weapon_id)
    if weapon.kind == "bite" and who.sheet.kind == "human":
        game.refuse("weapon", f"{plan.weapon_id}: {who.id} is human and bites in a grapple only")
    if not weapon.is_close and (s.has("charge") or s.has("all-out")):
        game.refuse("weapon", f"charge and all-out take a close attack, not {plan.weapon_id}")
    if weapon.kind == "thrown" and weapon.size >= who.sheet.strength:
        message = f"size {weapon.size}, strength {who.sheet.strength}"
        game.refuse("weapon", f"{plan.weapon_id} is too big for {who.id} to throw: {message}")
    check_strength(game, who, plan.weapon_id, weapon)
    check_drawn(game, who, plan.weapon_id, weapon)


def check_strength(game: Game, who: Fighter, name: str, weapon: Weapon) -> None:
    """ST-R15 `forbidden`. Raises Refusal (`weapon`)."""
    forbidden = game.house.choice("strength_penalty", "forbidden")
    if forbidden and weapon.strength_req > who.sheet.strength:
        game.refuse("weapon", f"{name} takes strength {weapon.strength_req}")


def check_drawn(game: Game, who: Fighter, name: str, weapon: Weapon) -> None:
    """ST-R41 `draw_cost`. Raises Refusal (`action`)."""
    costs = game.fight.running and game.house.choice("draw_cost", "action")
    natural = weapon.kind in ("unarmed", "bite")
    if costs and not natural and name not in who.hands:
        game.refuse("action", f"drawing takes the action: act {who.id} wield {name}")


def check_ammo(plan: Plan) -> None:
    """ST-093. Raises Refusal (`ammo`)."""
    need, name = bullets(plan), plan.weapon_id
    if need and plan.attacker.ammo_of(name) < need:
        left = plan.attacker.ammo_of(name)
        line = reload_line(plan.attacker, name)
        plan.game.refuse("ammo", f"{name} has {left} left, {need} are needed: `{line}`")


def bullets(plan: Plan) -> int:
    """What the attack takes out of the weapon; nothing where that is not tracked."""
    s = plan.first
    if s.weapon.kind in CLOSE or not s.weapon.capacity:
        return 0
    return BURSTS[plan.burst].bullets if plan.burst else 1


def check_stance(plan: Plan) -> None:
    """ST-125, ST-127, ST-135. Raises Refusal (`defense`, `distance`)."""
    game, s, who = plan.game, plan.first, plan.attacker
    for word in ("charge", "all-out"):
        if s.has(word) and who.defended:
            game.refuse("defense", f"{who.id} has used Defense in this round: no {word}")
    reach = 2 * who.speed
    if plan.charge and who.moved + plan.charge > reach:
        gone = f"{who.moved} gone, {plan.charge} more"
        game.refuse("distance", f"{who.id} charges {reach} metres at most: {gone}")


def check_cover(plan: Plan) -> None:
    """ST-106, ST-118. Raises Refusal (`cover`)."""
    game = plan.game
    for s in plan.strikes:
        told = s.value("cover")
        if told and not game.cover_left(game.cover(told)[0]):
            game.refuse("cover", f"{told} is gone")
        behind = full_cover(s)
        if behind and s.weapon.is_close:
            message = f"{s.target.id} is wholly behind {behind[0]}: no close attack"
            game.refuse("cover", message)
    s = plan.first
    told_own = s.has("own-concealment") or s.off("own-concealment")
    if s.firearm and not told_own and concealed(game, s.attacker) == "full":
        own = piece_of(game, s.attacker)
        name = own[0] if own else ""
        game.refuse("cover", f"{s.attacker.id} is wholly behind {name} and cannot shoot out")


def check_defense_mods(s: Strike, defense: Defense) -> None:
    """8.2: a number for the Defense needs one. Raises Refusal (`option`)."""
    answers = defense.rolls or defense.subtracts or contested(s.game, defense)
    if s.defense_mods and not answers:
        s.game.deny(WORDS.value, "--defense-mod has no use: nothing opposes this attack")
