"""Grenades and charges: throwing, laying, and their blasts (SS-TIMED, R-ATK-9, R-TIM-2,
R-TIM-4)."""

from gmtrack.core.encounter import Data
from gmtrack.core.names import listed
from gmtrack.rulesets.kit.blocks import within
from gmtrack.rulesets.kit.words import Word, match_choice, parse_number
from gmtrack.rulesets.swan_song.actions.common import (
    ActionContext,
    GoesOff,
    check_argument_count,
    parse_karma,
    pay_for,
)
from gmtrack.rulesets.swan_song.attack.attack import (
    begin_block,
    roll_attack,
)
from gmtrack.rulesets.swan_song.attack.check import (
    check_affordable,
    check_any_left,
    check_attack,
    check_attacker_rolls,
    check_defenders_trained,
    check_defenses,
    check_own_phase,
    check_weapons_ready,
    pay_defense,
    pay_for_attack,
    roll_keys_of,
)
from gmtrack.rulesets.swan_song.attack.hit import (
    choose_defense,
    parse_defenses,
    resolve_strike,
)
from gmtrack.rulesets.swan_song.attack.modifiers import (
    DEFENSE_WORDS,
    SHOT_WORDS,
    read_dice,
    whole_pool,
)
from gmtrack.rulesets.swan_song.attack.plan import (
    TARGET_WORDS,
    Defense,
    Plan,
    Strike,
)
from gmtrack.rulesets.swan_song.attack.read import (
    BARRIER_WORDS,
    check_cover_word,
    find_obstacle,
    weapon_named,
)
from gmtrack.rulesets.swan_song.attack.uses import check_uses
from gmtrack.rulesets.swan_song.sheet.fighter import Fighter
from gmtrack.rulesets.swan_song.sheet.game import WORDS
from gmtrack.rulesets.swan_song.turn.costs import (
    AP_WORDS,
    Price,
    cancel_extended,
    check_phase,
    price_of,
    take_ap,
)
from gmtrack.rulesets.swan_song.turn.phases import close_phase, open_next_phase
from gmtrack.rulesets.swan_song.turn.rounds import (
    blast_line,
    find_item,
    timed_items,
)
from gmtrack.rulesets.swan_song.wounds.conditions import (
    own_effect_keys,
    set_held,
    use_up_one,
)

IN_HAND = ("melee", "unarmed", "ranged")
"""Kinds of weapons that are never left to go off by themselves."""
TIMES = ("phase", "start", "end")
TIMER_WORDS = {
    "round": "the round in which it goes off: round=N",
    "pass": "the pass in which it goes off: pass=N",
    "at": "when in that round: phase (the setter's), start or end",
    "radio": "goes off by radio only",
}
BLAST_WORDS = {
    word: text for word, text in DEFENSE_WORDS.items() if word not in SHOT_WORDS
}
BLAST_WORDS |= TARGET_WORDS | BARRIER_WORDS | AP_WORDS


def throw_item(doing: ActionContext) -> None:
    """Throw a timed item: roll the attack now and keep its hits for the blast. Takes the AP and
    the item out of hand. Raises Refusal for what forbids an attack."""
    game, who = doing.game, doing.who
    plan = read_throw(doing)
    strike, goes_off = plan.strikes[0], parse_timer(doing)
    check_attack(plan, RULES)
    again = plan.karma.rerolls(who)
    rolls = [
        ("attack", who.id),
        *([("attack_reroll", who.id)] if again else []),
    ]
    game.expect(rolls, own_effect_keys(game))
    pay_for_attack(plan)
    plan.karma.pay(who)
    hits = roll_attack(plan, strike, whole_pool(plan)).hits
    with game.draft.by("SS-TIMED-01, R-ATK-9"):
        set_held(
            game,
            who,
            {hand: w for hand, w in who.held.items() if w != strike.weapon_id},
        )
    place_item(doing, strike.weapon_id, goes_off, hits)


def read_throw(doing: ActionContext) -> Plan:
    """Parse a throw into a plan whose strike has no target yet. Raises Refusal `weapon` or
    `value`."""
    game, who = doing.game, doing.who
    weapon_id = explosive_named(doing)
    weapon = who.weapons[weapon_id]
    strike = Strike(
        game, who, who, weapon_id, weapon, doing.typed_words, doing.without
    )
    read_dice(strike)
    check_uses([strike])
    price = price_of(
        game, "throw", doing.typed_words.get_value("ap", who.id), weapon.ap_cost
    )
    return Plan(game, who, [strike], [price], parse_karma(doing))


RULES = (
    check_own_phase,
    check_weapons_ready,
    check_affordable,
    check_attacker_rolls,
)


def lay_item(doing: ActionContext) -> None:
    """Lay a timed item without a roll."""
    weapon_id = explosive_named(doing)
    goes_off = parse_timer(doing)
    check_any_left(doing.game, doing.who, weapon_id)
    doing.game.expect([])
    pay_for(doing, "activate")
    use_up_one(doing.game, doing.who, weapon_id)
    place_item(doing, weapon_id, goes_off, None)


def explosive_named(doing: ActionContext) -> str:
    """Return the id of the explosive or thrown weapon that the argument names. Raises Refusal
    `weapon` or `value`."""
    check_argument_count(doing, 1)
    if not doing.args:
        doing.game.deny(
            "weapon",
            f"name the weapon: `act {doing.who.id} {doing.name} WEAPON`",
        )
    found = weapon_named(doing.game, doing.who, doing.args[0])
    if doing.who.weapons[found].kind in IN_HAND:
        fits = [
            name
            for name, one in doing.who.weapons.items()
            if one.kind not in IN_HAND
        ]
        there = (
            f"{doing.who.name} has {listed(fits)}"
            if fits
            else f"{doing.who.name} has none"
        )
        message = f"{found} does not go off: {doing.name} needs an explosive or a thrown weapon"
        doing.game.deny("weapon", f"{message}; {there}")
    return found


def parse_timer(doing: ActionContext) -> GoesOff | None:
    """Return the time at which the item goes off, or None for one that goes off by radio.

    Without a time it is the next round, first pass, at the actor's present Score (R-TIM-1,
    R-TIM-3). Raises Refusal `value` for a time that is past."""
    told, who, fight = doing.typed_words, doing.who, doing.game.fight
    if told.has_word("radio", who.id):
        return None
    own = any(told.has_word(word, who.id) for word in ("at", "round", "pass"))
    at = match_choice(
        told.get_value("at", who.id) or "phase", TIMES, "time", WORDS.value
    )
    round_, pass_ = (
        told.get_value("round", who.id),
        told.get_value("pass", who.id),
    )
    when = (
        parse_number(round_, "round", WORDS.value, least=1)
        if round_
        else fight.round + 1
    )
    count = (
        parse_number(pass_, "pass", WORDS.value, least=1, most=99)
        if pass_
        else 1
    )
    if (when, {"start": 0, "end": 99}.get(at, count)) < (
        fight.round,
        fight.pass_,
    ):
        doing.game.deny(
            WORDS.value,
            f"that time is past: it is round {fight.round}, pass {fight.pass_}",
        )
    goes_off: GoesOff = {"round": when, "pass": count, "at": at}
    return goes_off if own else {**goes_off, "score": who.score}


def place_item(
    doing: ActionContext,
    weapon_id: str,
    goes_off: GoesOff | None,
    hits: int | None,
) -> None:
    """Put a timed item into the fight, named after its weapon; further ones get `-2`, `-3`.

    `goes_off` None: by radio; `hits` None: laid without a roll."""
    game, who = doing.game, doing.who
    taken = {*timed_items(game), *game.draft.encounter.combatants}
    name, count = weapon_id, 1
    while name in taken:
        count += 1
        name = f"{weapon_id}-{count}"
    item: Data = {
        "setter": who.id,
        "weapon": weapon_id,
        "label": name,
        "goes_off": goes_off,
    }
    if hits is not None:
        item["attack_hits"] = hits
    with game.draft.by("SS-TIMED-01, SS-TIMED-03, SS-TIMED-05"):
        game.fight.timed_items = {**timed_items(game), name: item}
    doing.body.update({"item": name, "goes_off": goes_off})
    if goes_off is None:
        doing.tell_fact("act.item.radio", what=name)
    else:
        score = goes_off.get("score")
        doing.tell_fact(
            f"act.item.{goes_off['at']}", what=name, round=goes_off["round"],
            number=goes_off["pass"], score=f"of {who.name}" if score is None else score,
        )  # fmt: skip


def detonate(doing: ActionContext) -> None:
    """Resolve a blast on the targets that the GM names, remove the item, and let the count go
    on. Raises Refusal `unknown` for an item that is not there, and for what forbids a blast.

    A blast by radio ends the setter's phase by house rule (R-TIM-2)."""
    game, who = doing.game, doing.who
    name, caught = find_item(game, doing.args)
    item, due = timed_items(game)[name], name in game.fight.due
    plan = read_blast(doing, name, item, caught)
    check_attack(plan, BLAST_RULES)
    keys = [key for strike in plan.strikes for key in roll_keys_of(strike)]
    # The attack was rolled when the item was thrown.
    rolls = [key for key in keys if key[0] != "attack"]
    game.expect(rolls, own_effect_keys(game))
    for price in plan.due:
        take_ap(game, who, price)
        cancel_extended(game, who)
    label = str(item.get("label") or name)
    game.report.tell("item.blast", "head", what=label)
    doing.targets = [s.target.id for s in plan.strikes]
    doing.body["item"] = name
    game.report.listed = True
    for strike in plan.strikes:
        pay_defense(strike)
    for strike in plan.strikes:
        with within(strike.game, begin_block(strike)) as block:
            block.body["blast"] = label
            game.report.tell(
                "item.strikes", "head", what=label, target=strike.target.name
            )
            hits = int(item.get("attack_hits") or 0)
            resolve_strike(
                strike, hits, block.body, unaimed=strike.defense.none
            )
    with game.draft.by("R-TIM-4"):
        # What has gone off is gone, and the count waits for it no longer.
        game.fight.timed_items = {
            key: i for key, i in timed_items(game).items() if key != name
        }
        game.fight.due = [key for key in game.fight.due if key != name]
    # After a due blast the count goes on; a radio one ends the setter's phase (R-TIM-2).
    if (
        due
        and game.fight.running
        and not game.fight.due
        and game.fight.active is None
    ):
        open_next_phase(game)
    if due or not game.fight.running or game.fight.active != who.id:
        return
    if game.house.radio_detonation == "ends_phase":
        close_phase(game)
        open_next_phase(game)


def read_blast(
    doing: ActionContext, name: str, item: Data, caught: tuple[str, ...]
) -> Plan:
    """Parse a blast into a plan; an item that is due costs nothing.

    Raises Refusal `value` if somebody else laid it, `weapon` if its weapon is gone, `targets` if
    nobody is named."""
    game, who = doing.game, doing.who
    if item["setter"] != who.id:
        game.deny(
            WORDS.value,
            f"only its setter can: `act {item['setter']} detonate {name}`",
        )
    if item["weapon"] not in who.weapons:
        game.deny(
            "weapon", f"{who.name} no longer has the weapon {item['weapon']}"
        )
    if not caught:
        line = blast_line(game, name)
        game.refuse("targets", f"nobody is named who is in the blast: `{line}`")
    targets = [game.find(word) for word in caught]
    typed = parse_defenses(game, {target.id for target in targets})
    strikes = [
        read_blast_part(doing, item, target, typed) for target in targets
    ]
    check_uses(strikes)
    prices: list[Price] = []
    if name not in game.fight.due:
        price = price_of(
            game, "use_item", doing.typed_words.get_value("ap", who.id)
        )
        prices = [
            price._replace(
                key="detonate", rules="SS-ACT-30, SS-TIMED-05, R-TIM-2"
            )
        ]
    return Plan(game, who, strikes, prices, parse_karma(doing), area=True)


def read_blast_part(
    doing: ActionContext, item: Data, target: Fighter, typed: list[list[Word]]
) -> Strike:
    """Parse the part of a blast that hits one target: the defense, the cover, the typed dice. By
    house rule there is no defense against an item that was laid, not thrown. Raises Refusal for
    a defense, cover or dice that are unknown or not allowed."""
    game, who = doing.game, doing.who
    weapon = who.weapons[item["weapon"]]
    strike = Strike(
        game,
        who,
        target,
        item["weapon"],
        weapon,
        doing.typed_words,
        doing.without,
    )
    laid = item.get("attack_hits") is None
    if laid and game.house.blast_without_roll == "no_defense":
        strike.defense = Defense(none=True)
    else:
        strike.defense = choose_defense(strike, typed, 0)
    check_cover_word(strike)
    strike.crossed = find_obstacle(strike)
    read_dice(strike)
    return strike


def check_setter_phase(plan: Plan) -> None:
    """Raise Refusal `turn` if a blast by radio comes outside its setter's phase; a due one
    always may."""
    if plan.prices:
        check_phase(plan.game, plan.attacker)


BLAST_RULES = (
    check_defenses,
    check_setter_phase,
    check_affordable,
    check_defenders_trained,
)
