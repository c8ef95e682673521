"""The `attack` command: plan, checks, payment, then a strike at each target (ST-031 to ST-039)."""

from gmtrack.core.encounter import Data
from gmtrack.core.intents import Attack
from gmtrack.core.report import Report, total
from gmtrack.core.stages import Checkpoint
from gmtrack.core.values import frozen
from gmtrack.rulesets.kit.blocks import add_block, within
from gmtrack.rulesets.storyteller.attack.check import RULES
from gmtrack.rulesets.storyteller.attack.defense import (
    pay_for_defense,
    pays_action,
    possible_rolls,
    roll_defense_against,
    subtract_defense,
)
from gmtrack.rulesets.storyteller.attack.modifiers import (
    KILLING,
    attack_pool,
    parts_of_rows,
    trait_parts,
)
from gmtrack.rulesets.storyteller.attack.plan import (
    DICE,
    PULLED,
    Plan,
    Strike,
    pass_obstacles,
)
from gmtrack.rulesets.storyteller.attack.read import read_plan
from gmtrack.rulesets.storyteller.dice import RollSpec, roll
from gmtrack.rulesets.storyteller.sheet import hands
from gmtrack.rulesets.storyteller.sheet.game import Game
from gmtrack.rulesets.storyteller.sheet.state import Reason
from gmtrack.rulesets.storyteller.turn.order import (
    BEATEN_DOWN,
    lose_aim,
    use_action,
    use_willpower,
)
from gmtrack.rulesets.storyteller.wounds.damage import (
    CoveringFire,
    Hit,
    announce_hit,
    inflict_hit,
)
from gmtrack.rulesets.storyteller.wounds.events import (
    end_by_running,
    end_by_striking,
    end_shield_of_attacker,
)

PAID = {BEATEN_DOWN: "ST-R34", PULLED: "ST-141", DICE: "ST-R39"}
"""The rule for each thing that a point of willpower is paid for."""


def attack(game: Game, intent: Attack) -> Report:
    """Carry out `attack`.

    Nothing has changed when it is refused. Each strike is a stage, so that `odds`
    can count it alone."""
    plan = read_plan(game, intent)
    for rule in RULES:
        rule(plan)
    game.expect([roll for s in plan.strikes for roll in roll_keys_of(s)])
    tell_attack(plan)
    # What falls on those who act in this (ST-097).
    defending = [s.target for s in plan.strikes if pays_action(s)]
    fire = CoveringFire(
        plan.game, list(dict.fromkeys([plan.attacker, *defending]))
    )
    pay_for_attack(plan)
    game.report.listed = len(plan.strikes) > 1
    game.draft.runner.run(plan, NextTarget(0, fire, fallen=False))
    return game.report


def tell_attack(plan: Plan) -> None:
    """Tell who attacks whom with what, the first line of the story.

    Of several attacks also writes the first keys of the document."""
    game, s = plan.game, plan.first_strike
    if len(plan.strikes) > 1:
        game.report.body |= {
            "attacker": plan.attacker.id,
            "weapon": plan.weapon_id,
        }
    if len(plan.strikes) < len(plan.named):
        game.report.tell("one-target", "note", target=s.aimed_at.name)
    key = "attack"
    if s.killing:
        key = "attack.killing"
    elif s.called:
        key = "attack.called"
    game.report.tell(
        key,
        "head",
        who=plan.attacker.name,
        target=[each.aimed_at.name for each in plan.strikes],
        weapon=plan.weapon_id,
        place=s.called.place if s.called else "",
        burst=f", {plan.burst} burst" if plan.burst else "",
    )
    for strike in plan.strikes:
        tell_friend_in_grapple(strike)


def tell_friend_in_grapple(s: Strike) -> None:
    """Tell that a friend of the shooter grapples with the target, if `spare-grappling` was not
    said.

    ST-111 leaves sparing to the shooter; a burst spares nobody (ST-112)."""
    hold = s.target.read_grapple() if s.ranged and not s.burst else None
    if hold is None or s.said.spare_grappling:
        return
    friend = str(hold["with"])
    if s.game.draft.encounter.are_friends(s.attacker.id, friend):
        name = s.game.name(friend)
        s.game.report.tell(
            "grapple.friend", "note", who=name, target=s.target.name
        )


def pay_for_attack(plan: Plan) -> None:
    """Take what the attack costs the attacker: the action, willpower, bullets, Defense, the aim.
    Draws the weapon, drops it if it is thrown, and ends what ends by charging, striking or
    shooting at the one who holds them as a shield."""
    game, s, who, by = (
        plan.game,
        plan.first_strike,
        plan.attacker,
        plan.game.draft.by,
    )
    with by("ST-031"):
        use_action(game, who, keeps_aim=True)
    for use in plan.willpower:
        with by(PAID[use]):
            use_willpower(game, who)
    hands.draw_weapon(game, who, plan.weapon_id)
    if plan.bullets:
        with by("ST-093" if plan.burst else "ST-119"):
            who.use_ammo(plan.weapon_id, plan.bullets)
    if who.weapon(plan.weapon_id).kind == "melee" and s.weapon.kind == "thrown":
        with by("ST-103"):
            hands.drop_weapon(game, who, plan.weapon_id)
    if s.has_word("charge"):
        lose_defense(plan, "charge", "ST-126")
        with by("ST-125"):
            who.moved = who.moved + (plan.charge or 0)
    elif s.has_word("all-out"):
        lose_defense(plan, "all-out", "ST-134")
    if s.aim:
        # It is for one shot.
        with by("ST-085"):
            who.aim = None
    lose_aim(game, who)
    if s.has_word("charge"):
        end_by_running(game, who)
    targets = [each.target for each in plan.strikes]
    if s.firearm:
        end_shield_of_attacker(game, who, targets)
    else:
        end_by_striking(game, who, targets)


def lose_defense(plan: Plan, reason: Reason, rules: str) -> None:
    """Take the attacker's Defense to the end of the round, for this reason."""
    with plan.game.draft.by(rules):
        plan.attacker.lose_defense(reason)
        plan.game.report.tell("defense.gone", "note", who=plan.attacker.name)


@frozen
class NextTarget:
    """The stage of an attack before the strike at the target with this number.

    `fallen` says that covering fire has put the attacker down before: then all strikes miss."""

    number: int
    fire: CoveringFire
    fallen: bool

    @property
    def checkpoint(self) -> Checkpoint:
        """The checkpoint of this stage: the number of its target."""
        return Checkpoint(self.number)

    def run(self, plan: Plan) -> "NextTarget | None":
        """Resolve this strike and return the stage of the next one; None after the last."""
        fallen = self.fallen
        if self.number == 0:
            self.fire.fall_before()
            fallen = self.fire.comes_first and not plan.attacker.able
        resolve_strike(plan.strikes[self.number], fallen=fallen)
        if self.number + 1 < len(plan.strikes):
            return NextTarget(self.number + 1, self.fire, fallen)
        self.fire.fall_after()
        return None


def resolve_strike(s: Strike, *, fallen: bool) -> None:
    """Resolve one strike into a block of its own; with `fallen` it misses."""
    game = s.game
    block, notes = (
        add_block(game, s.attacker, s.target, weapon=s.weapon_id),
        len(game.notes),
    )
    doc = block.body
    with within(game, block):
        if fallen:
            doc["outcome"] = "miss"
        else:
            strike_target(s, doc)
    # A single attack has those of the whole action, and what falls on its people adds to them.
    doc["notes"] = game.notes[notes:] if game.report.listed else game.notes


def strike_target(s: Strike, doc: Data) -> None:
    """Resolve the strike at one target: the roll, the target's answer, the damage; a killing
    blow is not rolled. Depends on the house rule `killing_blow_wounds`."""
    if s.game.report.listed:
        s.game.report.tell("attack.at", "head", target=s.aimed_at.name)
    if s.target is not s.aimed_at:
        doc["aimed_at"] = s.aimed_at.id
        s.game.report.tell(
            "redirected", "note", who=s.aimed_at.name, other=s.target.name
        )
    if s.called:
        doc["called"] = doc["location"] = s.called.place
    if s.killing:
        # A killing blow; nothing is rolled, armor does not count.
        # What a killing blow would be rolled with, never below 0 (ST-152).
        wounded = s.game.house.killing_blow_wounds
        rows = parts_of_rows(
            s, [label for label in KILLING if wounded or label != "wounds"]
        )
        game, pool = s.game, max(0, total((*trait_parts(s), *rows)))
        points = max(0, pool + s.weapon.damage)
        hit = Hit(
            s.weapon.damage,
            points,
            s.weapon.damage_type,
            s.firearm,
            armored=False,
        )
        game.report.tell("killing", "note", pool=pool)
        with game.draft.by("ST-153"):
            game.note(s.attacker, "breaking-point")
        with game.draft.by("ST-152"):
            announce_hit(game, s.target, hit)
        doc["outcome"] = land_hit(s, hit, doc)
        return
    net_hits, outcome = roll_against(s, doc)
    doc["net_hits"] = net_hits
    doc["outcome"] = (
        deal_net_successes(s, net_hits, doc) if net_hits else outcome
    )
    if outcome == "miss" and not net_hits:
        s.game.report.tell("miss", "note", who=s.attacker.name)


def roll_against(s: Strike, doc: Data) -> tuple[int, str]:
    """Roll the attack against the target's answer; return the successes left, and the outcome if
    there are none. Depends on the house rules `attack_botch`, `dodge_on_miss` and
    `willpower_defense_span`."""
    answer = pay_for_defense(s)
    parts = attack_pool(s, subtract_defense(s, answer, doc))
    target = s.aimed_at.id if s.block else None
    result = roll(
        s.game,
        RollSpec(s.name, s.attacker, parts, target, s.block, s.weapon_id),
    )
    if result.dramatic:
        with s.game.draft.by("ST-039, ST-R17"):
            s.game.note(s.attacker, "dramatic-failure")
            if s.game.house.attack_botch == "lose_defense":
                s.attacker.lose_defense("botch")
    # The successes that the target's roll leaves, and the outcome where it took the last.
    hits = result.hits
    left, outcome = hits, "miss"
    if answer.roll and (hits or s.game.house.dodge_on_miss):
        left, outcome = roll_defense_against(s, answer, hits)
    one_attack = s.game.house.willpower_defense_span == "one_attack"
    if s.defense.willpower and answer.word != "none" and one_attack:
        with s.game.draft.by("ST-R18"):
            others = [
                who for who in s.target.wp_defense if who != s.attacker.id
            ]
            s.target.wp_defense = others
    return left, outcome


def deal_net_successes(s: Strike, net_hits: int, doc: Data) -> str:
    """Work out the damage of net successes (at least 1), deal it, and return the outcome. A
    pulled blow does no more than was said, before or after armor by house rule; the damage goes
    into `doc`."""
    house = s.game.house
    base = 0 if house.weapon_mod == "dice" else s.weapon.damage
    points = max(house.min_damage, net_hits + base)
    late = house.pull_cap == "after_armor"
    if s.pull is not None and not late:
        points = min(points, s.pull)
    hit = Hit(
        base,
        points,
        "bashing" if s.has_word("pull-bashing") else s.weapon.damage_type,
        firearm=s.firearm,
        ap=s.weapon.armor_piercing,
        called=s.called,
        armored=not s.off("armor"),
        most=s.pull if late else None,
    )
    announce_hit(s.game, s.target, hit)
    return land_hit(s, hit, doc)


def land_hit(s: Strike, hit: Hit, doc: Data) -> str:
    """Take an announced hit through what stands in between into the target, and return the
    outcome.

    A makeshift weapon wears out by it. Depends on the house rule `improvised_wear`."""
    taken, ap = pass_obstacles(s, hit, doc)
    damage = inflict_hit(
        s.game, s.target, hit._replace(cover=taken, ap=ap), s.attacker
    )
    doc["damage"] = damage
    if s.weapon.improvised:
        late = s.game.house.improvised_wear == "after_armor"
        wear_out_weapon(s, damage["dealt"] if late else hit.modified, doc)
    return "hit" if damage["dealt"] else "blocked"


def wear_out_weapon(s: Strike, points: int, doc: Data) -> None:
    """Wear a makeshift weapon out by its own blow; it drops when nothing is left of it."""
    who, name = s.attacker, s.weapon_id
    before = who.weapon_state(name).structure
    after = max(0, before - max(0, points - s.weapon.durability))
    doc["wear"] = {"weapon": name, "before": before, "after": after}
    with s.game.draft.by("ST-157"):
        who.weapon_state(name).structure = after
        if after < before:
            s.game.report.tell(
                "wear", "note", weapon=name, before=before, after=after
            )
        if before and not after:
            hands.drop_weapon(s.game, who, name, "wrecked")


def roll_keys_of(s: Strike) -> list[tuple[str, str]]:
    """Return the keys of the rolls that one strike may make; a killing blow makes none (ST-152)."""
    if s.killing:
        return []
    answers = [(name, s.target.id) for name in possible_rolls(s)]
    return [(s.name, s.block or s.attacker.id), *answers]
