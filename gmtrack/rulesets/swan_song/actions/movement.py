"""Movement: walking, running, lying, standing, cover, and striking at those who move past
(SS-MOVE, SS-COV-03, SS-EFF-14, SS-EFF-20, SS-INT)."""

from gmtrack.core.names import matching_words, propose_near_word, squash
from gmtrack.rulesets.kit.blocks import within
from gmtrack.rulesets.kit.own.in_force import RollContext
from gmtrack.rulesets.kit.words import format_count
from gmtrack.rulesets.swan_song.actions.common import (
    ActionContext,
    argument_at,
    check_argument_count,
    choose_word,
    parse_karma,
    parse_metres,
    pay_for,
    pay_free_action,
    roll_action_test,
)
from gmtrack.rulesets.swan_song.attack.attack import (
    begin_block,
    roll_attack,
    tell_strike,
)
from gmtrack.rulesets.swan_song.attack.check import (
    check_affordable,
    check_attack,
    check_attacker_rolls,
    check_defenders_trained,
    check_defenses,
    check_not_winded,
    check_targets_alive,
    check_weapons_ready,
    pay_defense,
    roll_keys_of,
)
from gmtrack.rulesets.swan_song.attack.hit import (
    choose_defense,
    parse_defenses,
    resolve_strike,
)
from gmtrack.rulesets.swan_song.attack.modifiers import (
    DICE_WORDS,
    SHOT_WORDS,
    SUBDUE_WORDS,
    read_dice,
    whole_pool,
)
from gmtrack.rulesets.swan_song.attack.plan import (
    HIDDEN_WORDS,
    TARGET_WORDS,
    Plan,
    Strike,
)
from gmtrack.rulesets.swan_song.attack.read import make_club, weapon_named
from gmtrack.rulesets.swan_song.attack.uses import check_uses
from gmtrack.rulesets.swan_song.dice import (
    ROLLS,
    SENSE_WORDS,
    TestSpec,
    attributes_parts,
    halve_in_last_fight,
    roll_test,
    skill_parts,
    soak_parts,
)
from gmtrack.rulesets.swan_song.sheet.fighter import Fighter
from gmtrack.rulesets.swan_song.sheet.game import WORDS, Game, obstacle_named
from gmtrack.rulesets.swan_song.sheet.sheet import Weapon
from gmtrack.rulesets.swan_song.turn.costs import (
    AP_WORDS,
    cancel_extended,
    check_interrupt,
    price_of,
    take_ap,
)
from gmtrack.rulesets.swan_song.wounds.conditions import own_effect_keys
from gmtrack.rulesets.swan_song.wounds.damage import are_enemies, tick_strain
from gmtrack.rulesets.swan_song.wounds.events import (
    end_by_moving,
    free_from_carriers,
    is_finishing_together,
    lay_prone,
    put_on_feet,
)

LEVELS = ("partial", "good")
STAY_WORDS = {"stay": "cover and melee go on"}
COVER_WORDS = {
    "barrier": "what the cover is made of: a barrier or a body"
} | HIDDEN_WORDS


def walk_metres(doing: ActionContext) -> None:
    """Walk the metres typed, or all that are left of the round's Walk-rate.

    Raises Refusal `movement` for more, or for somebody intercepted; `prone` for somebody on the
    ground. Depends on the house rule `walk_free_action`."""
    game, who = doing.game, doing.who
    check_on_feet(doing)
    running = game.fight.running
    left = max(0, walk_rate_now(who) - (who.walked_m if running else 0))
    metres = parse_metres(doing, left)
    if game.house.walk_free_action == "uses":
        pay_free_action(doing, "walk")
    if running:
        with game.draft.by("SS-ACT-20, SS-MOVE-02, R-MOV-1"):
            who.walked_m += metres
    doing.body["metres"] = metres
    doing.tell_fact("act.walk", metres=metres, left=max(0, left - metres))
    note_movement(doing)


def run_metres(doing: ActionContext) -> None:
    """Run once more the Walk-rate; from the second run in a round on it is a sprint.

    Refuses what `walk` refuses, and `effect` for a sprint of somebody slowed."""
    game, who = doing.game, doing.who
    check_on_feet(doing)
    sprint = game.fight.running and who.runs_used > 0
    if sprint and who.has_effect("slowed"):
        game.refuse("effect", f"{who.name} is slowed and cannot sprint")
    pay_for(doing, "run")
    with game.draft.by("SS-ACT-23, SS-MOVE-03, SS-MOVE-04"):
        who.runs_used += 1 if game.fight.running else 0
        if not who.prone and (
            who.status == "up" or is_finishing_together(game, who)
        ):
            # Whoever crawls, by house rule, does not run, nor do the unconscious (R-MOV-11).
            who.running = True
            who.ran = True
            who.sprinting = sprint or who.sprinting
        metres = (
            roll_sprint(doing)
            if sprint
            else parse_metres(doing, walk_rate_now(who))
        )
        who.run_m += metres if game.fight.running else 0
    doing.body.update({"metres": metres, "sprint": sprint})
    doing.tell_fact("act.sprint" if sprint else "act.run", metres=metres)
    note_movement(doing)


def roll_sprint(doing: ActionContext) -> float:
    """Roll a sprint, Strength and running within the Physical Limit, and return the metres
    covered.

    The runner takes the sprint's strain. Depends on the house rule `sprint_distance`."""
    game, who = doing.game, doing.who
    base = skill_parts(game, who, "strength", "running", ROLLS["sprint"])
    test = TestSpec("sprint", who.id, base, who.limit("physical"))
    hits = roll_action_test(
        doing, test, running=False, about=RollContext(skill="running")
    ).counted
    with game.draft.by(STRAINED):
        strain_oneself(game, who)
    rates = {"hits": hits, "walk_plus_hits": walk_rate_now(who) + hits}
    rates["walk_plus_2_per_hit"] = walk_rate_now(who) + 2 * hits
    return parse_metres(doing, rates[game.house.sprint_distance])


STRAINED = "SS-MOVE-06, R-MOV-4"


def strain_oneself(game: Game, who: Fighter) -> None:
    """Add the 1 strain of a sprint; by house rule a soak roll may resist it."""
    strain = 1
    if game.house.sprint_strain_resisted:
        parts = halve_in_last_fight(
            who, soak_parts(who)
        ) + game.collect_gm_parts(who, "soak")
        test = TestSpec("soak", who.id, parts, rules=STRAINED)
        strain = max(0, strain - roll_test(game, test).counted)
    if strain:
        tick_strain(game, who, strain)


def walk_rate_now(who: Fighter) -> int:
    """Return the Walk-rate in metres, halved while prone (R-MOV-10)."""
    return who.house.div(who.walk_rate, 2) if who.prone else who.walk_rate


def check_on_feet(doing: ActionContext) -> None:
    """Raise Refusal if the actor cannot go anywhere: `movement` if intercepted, `prone` on the
    ground.

    If the GM forces it, the actor gets up. Depends on the house rule `prone_movement`."""
    who = doing.who
    if who.intercepted:
        doing.game.refuse(
            "movement",
            f"{who.name} was intercepted: no more movement in this phase",
        )
    if who.prone and doing.game.house.prone_movement != "half":
        doing.game.refuse(
            "prone", f"{who.name} is prone: `act {who.id} stand-up` first"
        )
        put_on_feet(doing.game, who)


def note_movement(doing: ActionContext) -> None:
    """Note that the actor has moved and can be intercepted; end cover and melee without the word
    `stay`."""
    game, who = doing.game, doing.who
    with game.draft.by("SS-INT-01, R-INT-4"):
        who.moved = True
        if not who.slipping:
            # Who slips past has said so for this movement.
            who.passed = []
        who.slipping = False
    if not doing.typed_words.has_word("stay", who.id):
        end_by_moving(game, who)


def drop_prone(doing: ActionContext) -> None:
    """Lie down as a Free Action. Refuses `prone` if the actor lies already."""
    if doing.who.prone:
        doing.game.refuse("prone", f"{doing.who.name} is already prone")
    pay_free_action(doing, "drop_prone")
    with doing.game.draft.by("SS-ACT-20, SS-EFF-20"):
        lay_prone(doing.game, doing.who)
    doing.tell_fact("act.drop-prone")


def stand_up(doing: ActionContext) -> None:
    """Stand up, by house rule only with a successful test.

    Refuses `prone` for somebody who stands, `effect` for somebody who is buckled."""
    game, who = doing.game, doing.who
    if not who.prone:
        game.refuse("prone", f"{who.name} is not prone")
    if who.cannot_stand_rounds:
        left = format_count(who.cannot_stand_rounds, "more round")
        game.refuse(
            "effect", f"{who.name} is buckled and cannot stand up for {left}"
        )
    pay_for(doing, "stand_up")
    if game.house.stand_test == "body_wil_2" and not roll_to_stand(doing):
        doing.outcome = "failure"
        doing.tell_fact("act.stand-up.failed")
        return
    with game.draft.by("SS-ACT-30, SS-EFF-20, R-EFF-15"):
        who.prone = False
        who.cannot_stand_rounds = 0
    free_from_carriers(game, who)
    doing.tell_fact("act.stand-up")


def roll_to_stand(doing: ActionContext) -> bool:
    """Roll the test of the house rule `stand_test: body_wil_2`; whether it succeeds."""
    who, rules = doing.who, "R-EFF-15"
    base = attributes_parts(who, ("body", "willpower"), rules)
    test = TestSpec("test", who.id, base, threshold=2, rules=rules)
    return bool(roll_action_test(doing, test).success)


def refuse_bare_barrier(doing: ActionContext) -> None:
    """Raise Refusal `value` if an argument of `take-cover` names a barrier, with the line that
    is meant."""
    barriers = doing.game.draft.encounter.scene.get("barriers") or {}
    behind = []
    for name in barriers:
        behind += [name for word in doing.args if matching_words(word, [name])]
    if len(behind) == 1:
        level = next(
            (word for word in doing.args if word.lower() in LEVELS), ""
        )
        line = " ".join(filter(None, ("act", doing.who.id, doing.name, level)))
        message = f"cover made of {behind[0]} is typed `{line} --with barrier={behind[0]}`"
        doing.game.deny(WORDS.value, message)


def refuse_unknown_cover(doing: ActionContext) -> None:
    """Raise Refusal `value` for an argument of `take-cover` that is neither partial nor good,
    with the barriers of the scene, if it has any."""
    barriers = doing.game.draft.encounter.scene.get("barriers") or {}
    unknown = [word for word in doing.args if squash(word) not in LEVELS]
    if unknown and barriers:
        hint = propose_near_word(unknown[0], [*LEVELS, *barriers])
        doing.game.deny(WORDS.value, f"no cover '{unknown[0]}'{hint}")


def take_cover(doing: ActionContext) -> None:
    """Take partial or good cover, made of the barrier or body that `barrier=` names, if any.

    Refuses `movement` if the actor is in that cover already."""
    who = doing.who
    refuse_bare_barrier(doing)
    refuse_unknown_cover(doing)
    check_argument_count(doing, 1)
    level = choose_word(
        doing, argument_at(doing) or "partial", LEVELS, "partial or good"
    )
    barrier = cover_named(doing)
    concealed = doing.typed_words.has_word("concealed", who.id)
    if (who.cover, who.cover_barrier, who.concealed) == (
        level,
        barrier,
        concealed,
    ):
        doing.game.refuse("movement", f"{who.name} is already in that cover")
    pay_for(doing, "take_cover")
    free_from_carriers(doing.game, who)
    with who.draft.by("SS-ACT-30, SS-COV-01, SS-COV-02, SS-COV-03"):
        who.cover = "good" if level == "good" else "partial"
        who.cover_barrier = barrier
        who.concealed = concealed
    doing.tell_fact(
        "act.take-cover.concealed" if who.concealed else "act.take-cover",
        level=level,
    )


def cover_named(doing: ActionContext) -> str | None:
    """Return the id of the barrier or body that the cover is made of, or None if none is named.

    Raises Refusal `unknown`, and `value` or `status` for a body that is no shield."""
    game, who = doing.game, doing.who
    word = doing.typed_words.get_value("barrier", who.id)
    if not word:
        return None
    obstacle = obstacle_named(game, word)
    if obstacle.body is not None and obstacle.body.id != who.carrying_body:
        check_shield(game, who, obstacle.body)
    return obstacle.id


def check_shield(game: Game, who: Fighter, body: Fighter) -> None:
    """Raise Refusal if this body cannot be a shield of `who` (R-BAR-16).

    A vehicle can, somebody down and a friend. The kind is `value` for oneself, `status` for a
    foe who is up."""
    if body.id == who.id:
        game.deny(WORDS.value, f"{who.name} cannot be their own cover")
    if (
        body.status == "up"
        and not body.sheet.vehicle
        and are_enemies(game, who, body)
    ):
        message = f"{body.name} is up and no friend of {who.name}: a shield is a friend, or down"
        game.refuse("status", message)


NO_STRIKE_WORDS = (*SHOT_WORDS, "charge", "cover")
"""Words that mean nothing to an interception."""
STRIKE_WORDS = {
    word: text
    for word, text in DICE_WORDS.items()
    if word not in NO_STRIKE_WORDS
}
STRIKE_WORDS |= TARGET_WORDS | SUBDUE_WORDS | SENSE_WORDS | AP_WORDS


def intercept(doing: ActionContext) -> None:
    """Make one melee attack on somebody who has moved in the open phase, as an Interrupt.

    Damage of at least the target's Body ends their movement. Depends on the house rule
    `intercept_damage`."""
    plan = read_interception(doing)
    check_attack(plan, RULES)
    game, who, strike = plan.game, plan.attacker, plan.strikes[0]
    game.expect(roll_keys_of(strike), own_effect_keys(game))
    doing.targets = [strike.target.id]
    with within(game, begin_block(strike)) as block:
        take_ap(game, who, plan.prices[0])
        cancel_extended(game, who, interrupt=True)
        pay_defense(strike)
        with game.draft.by("SS-INT-02, R-INT-4"):
            # Once per opponent and movement.
            strike.target.passed = [*strike.target.passed, who.id]
        plan.karma.pay(who)
        tell_strike(strike)
        hits = roll_attack(plan, strike, whole_pool(plan)).hits
        doc = block.body
        resolve_strike(strike, hits, doc)
        # Damage of at least BOD after soak ends the movement.
        damage = doc.get("damage")
        dealt = damage["dealt"] if damage else 0
        body = strike.target.attribute("body")
        enough = (
            dealt > body
            if strike.game.house.intercept_damage == "exceeds"
            else dealt >= body
        )
        if dealt and enough:
            with strike.game.draft.by("SS-INT-05, R-INT-1, R-INT-2"):
                strike.target.intercepted = True
            strike.game.report.tell(
                "intercepted", "bad", who=strike.target.name
            )
        doc["intercepted"] = bool(dealt and enough)


def read_interception(doing: ActionContext) -> Plan:
    """Parse an interception into the plan of its strike.

    Raises Refusal: `value` if nobody or the actor is named, and the kinds of an attack for a
    weapon or word that does not exist or makes no sense."""
    game, who = doing.game, doing.who
    if not doing.args:
        game.deny(
            WORDS.value,
            f"name whom to intercept: `act {who.id} intercept TARGET`",
        )
    mover = game.find(doing.args[0])
    if who.id == mover.id:
        game.deny(WORDS.value, f"{who.name} cannot intercept themselves")
    strike = Strike(
        game,
        who,
        mover,
        *weapon_to_intercept_with(game, who),
        doing.typed_words,
        doing.without,
    )
    strike.defense = choose_defense(strike, parse_defenses(game, {mover.id}), 0)
    read_dice(strike)
    check_uses([strike])
    price = price_of(
        game, "intercept", doing.typed_words.get_value("ap", who.id)
    )
    return Plan(game, who, [strike], [price], parse_karma(doing))


def check_may_intercept(plan: Plan) -> None:
    """Raise Refusal unless the attacker can interrupt, stands, and the target is moving and not
    past them yet.

    The kinds are `surprised`, `turn`, `prone` and `intercept`."""
    game, who, mover = plan.game, plan.attacker, plan.strikes[0].target
    check_interrupt(game, who, mover.id)
    if who.prone:
        game.refuse("prone", f"{who.name} is prone and cannot intercept")
    if game.fight.running and (
        game.fight.active != mover.id or not mover.moved
    ):
        game.refuse(
            "intercept",
            f"{mover.name} is not moving now: intercept right after their move",
        )
    if who.id in mover.passed:
        game.refuse(
            "intercept",
            f"{mover.name} is already past {who.name} in this movement",
        )


RULES = (
    check_may_intercept,
    check_weapons_ready,
    check_defenses,
    check_not_winded,
    check_targets_alive,
    check_affordable,
    check_attacker_rolls,
    check_defenders_trained,
)


def weapon_to_intercept_with(game: Game, who: Fighter) -> tuple[str, Weapon]:
    """Return the id and the weapon to intercept with: the named one, else a melee weapon in
    hand, a firearm as a club, bare hands (R-INT-5).

    Raises Refusal `weapon` if the named one is no melee weapon."""
    if game.options.weapon is not None:
        chosen = weapon_named(game, who, game.options.weapon)
    else:
        held = [w for w in who.held.values() if w in who.weapons]
        firearms = [w for w in held if who.weapons[w].kind == "ranged"]
        chosen = (who.melee_in_hand() or firearms or ["unarmed"])[0]
    weapon = who.weapons[chosen]
    if weapon.kind == "ranged":
        return chosen, make_club(game, chosen, weapon)
    if not weapon.is_melee:
        game.deny(
            "weapon",
            f"{chosen} is not a melee weapon: choose one with --weapon",
        )
    return chosen, weapon


def evade_interception(doing: ActionContext) -> None:
    """Roll to slip past opponents, Agility and acrobatics within the Physical Limit.

    Each hit beyond the first passes one of them, in the order named. Raises Refusal `value` if
    none is named."""
    game, who = doing.game, doing.who
    if not doing.args:
        line = f"`act {who.id} evade-interception TARGET...`"
        game.deny(
            WORDS.value, f"name the opponents, in the order passed: {line}"
        )
    foes = [game.find(word).id for word in doing.args]
    pay_for(doing, "evade_interception")
    base = skill_parts(game, who, "agility", "acrobatics", ROLLS["evade"])
    test = TestSpec("evade", who.id, base, who.limit("physical"), 1)
    result = roll_action_test(
        doing, test, about=RollContext(skill="acrobatics")
    )
    passed = foes[: max(0, result.counted - 1)]
    with game.draft.by(ROLLS["evade"]):
        who.passed = [
            *who.passed,
            *(foe for foe in passed if foe not in who.passed),
        ]
        who.slipping = not who.moved
    doing.outcome = "success" if result.success else "failure"
    doing.targets = foes
    doing.body["passed"] = passed
    doing.tell_fact("act.slip", foes=passed or "nobody")
