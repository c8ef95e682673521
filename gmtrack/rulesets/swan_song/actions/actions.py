"""The action list of `act WHO ACTION`, and the short actions: speech, hands and things, long
work."""

from collections.abc import Mapping

from gmtrack.core.intents import Act
from gmtrack.core.names import propose_near_word, squash
from gmtrack.core.report import Report
from gmtrack.rulesets.kit import actions as kit
from gmtrack.rulesets.kit.words import parse_number
from gmtrack.rulesets.swan_song.actions import explosives, healing, movement
from gmtrack.rulesets.swan_song.actions.common import (
    Action,
    ActionContext,
    argument_at,
    check_argument_count,
    choose_word,
    join_arguments,
    parse_karma,
    pay_for,
    pay_free_action,
    tell_text,
)
from gmtrack.rulesets.swan_song.actions.explosives import (
    BLAST_WORDS,
    TIMER_WORDS,
    lay_item,
)
from gmtrack.rulesets.swan_song.actions.movement import (
    COVER_WORDS,
    STAY_WORDS,
    STRIKE_WORDS,
    check_shield,
)
from gmtrack.rulesets.swan_song.actions.tests import shake_off_surprise
from gmtrack.rulesets.swan_song.attack.check import begin_full_defense
from gmtrack.rulesets.swan_song.attack.read import (
    ACCEPTED,
    hands_after_gripping,
)
from gmtrack.rulesets.swan_song.dice import (
    FIGHT,
    KARMA_OFF,
    ROLL_WORDS,
    check_only_roller,
)
from gmtrack.rulesets.swan_song.sheet.fighter import Fighter
from gmtrack.rulesets.swan_song.sheet.game import (
    WORDS,
    Game,
    initiative_follows,
)
from gmtrack.rulesets.swan_song.turn.costs import (
    AP_WORDS,
    WAIVER,
    Due,
    Price,
    cancel_extended,
    check_ap,
    check_category,
    check_interrupt,
    check_phase,
    check_status,
    pay,
    price_of,
)
from gmtrack.rulesets.swan_song.wounds.conditions import (
    own_effect_keys,
    set_held,
)
from gmtrack.rulesets.swan_song.wounds.damage import (
    fight_for_life,
    fight_for_life_as_planned,
    tick_bleedout,
)
from gmtrack.rulesets.swan_song.wounds.events import (
    end_by_going_out,
    end_states,
    free_from_carriers,
    is_finishing_together,
    put_down_body,
    put_on_feet,
    shield_with,
)


def speak(doing: ActionContext) -> None:
    """Carry out `speak` or `gesture`. Refuses `effect` for speech of somebody unable to speak."""
    who = doing.who
    if doing.name == "speak" and who.has_effect("unable_to_speak"):
        doing.game.refuse(
            "effect", f"{who.name} is unable to speak: `act {who.id} gesture`"
        )
    pay_free_action(doing, doing.name)
    doing.tell_fact(
        f"act.{doing.name}{'' if doing.args else '.bare'}",
        text=join_arguments(doing),
    )


def spend_karma(doing: ActionContext) -> None:
    """Spend 1 Karma to fight for one's life (R-KAR-2) or to shake off surprise, by the action's
    name.

    Raises Refusal `karma` if the house rule `karma_uses` is off."""
    if doing.game.house.karma_uses == "off":
        doing.game.deny("karma", KARMA_OFF)
    bought_for = fight_for_life if doing.name == FIGHT else shake_off_surprise
    bought_for(doing.game, doing.who)


def full_defense(doing: ActionContext) -> None:
    """Begin Full Defense as an action.

    Refuses `turn` unless the house rule `full_defense_when` is `anytime`; else it is chosen when
    attacked."""
    game, who = doing.game, doing.who
    if game.house.full_defense_when != "anytime":
        game.refuse(
            "turn", "Full Defense is chosen when attacked: `--defense full`"
        )
    check_interrupt(game, who)
    game.check_forbidden(who, "full")
    price = price_of(
        game, "full_defense", doing.typed_words.get_value("ap", who.id)
    )
    check_category(game, who, price)
    check_ap(game, [Due(who, price)])
    begin_full_defense(game, who, price)
    cancel_extended(game, who, interrupt=True)
    doing.tell_fact("act.full-defense")


HAND_WORDS = {"hand": "the hand that takes it: left or right"}
HANDS = ("left", "right")


def drop_item(doing: ActionContext) -> None:
    """Drop the carried body, or the named weapon, or without a name the last one in hand.

    Raises Refusal `hands` if the hands are empty or do not hold the weapon."""
    game, who = doing.game, doing.who
    body = who.carrying_body
    if body and (not doing.args or squash(doing.args[0]) == body):
        drop_body(doing, body)
        return
    weapon = (
        held_weapon_named(doing)
        if doing.args
        else next(iter(reversed(who.held.values())), None)
    )
    if not weapon:
        game.deny("hands", f"{who.name} has nothing in hand to drop")
    pay_free_action(doing, "drop_item")
    with game.draft.by("SS-ACT-07, SS-ACT-20"):
        set_held(
            game, who, {hand: w for hand, w in who.held.items() if w != weapon}
        )
    doing.tell_fact("act.drop-item", what=weapon)


def drop_body(doing: ActionContext, body: str) -> None:
    """Put the carried body down as a Free Action; its penalty ends."""
    pay_free_action(doing, "drop_item")
    put_down_body(doing.game, doing.who)
    with doing.game.draft.by("SS-ACT-20, SS-BAR-31"):
        doing.tell_fact("act.drop-item", what=doing.game.name(body))


def held_weapon_named(doing: ActionContext) -> str:
    """Return the id of the weapon in hand that the first argument names. Raises Refusal `hands`
    if there is none."""
    word = squash(argument_at(doing) or "")
    held = [w for w in doing.who.held.values() if squash(w) == word]
    if held:
        return held[0]
    return doing.game.deny(
        "hands",
        f"{doing.who.name} has no '{word}' in hand"
        + (
            propose_near_word(word, doing.who.held.values())
            if doing.who.held
            else "; the hands are empty"
        ),
    )


def ready_weapon(doing: ActionContext) -> None:
    """Take a weapon in hand, the right one unless `hand=` says otherwise; one for two hands
    fills both.

    Raises Refusal `weapon` for one that is unknown or needs no hand, `effect` for an unusable
    hand, `hands` if it is there already."""
    game, who = doing.game, doing.who
    weapons = who.weapons
    word = squash(argument_at(doing) or "")
    weapon = next((w for w in weapons if squash(w) == word), None)
    if weapon is None:
        game.deny(
            "weapon",
            f"{who.name} has no weapon '{word}'{propose_near_word(word, weapons)}",
        )
    if not weapons[weapon].needs_hand:
        game.deny("weapon", f"{weapon} needs no hand and is always ready")
    told = doing.typed_words.get_value("hand", who.id)
    hand = (
        "right"
        if told is None
        else choose_word(doing, told, HANDS, "left or right")
    )
    hands = list(HANDS) if weapons[weapon].hands == 2 else [hand]
    for used in hands:
        if not who.hand_usable(used):
            game.refuse("effect", f"{who.name} cannot use the {used} hand")
    held = hands_after_gripping(who, weapon, hands)
    if held == who.held:
        game.refuse(
            "hands",
            f"{who.name} already has {weapon} in the {' and the '.join(hands)} hand",
        )
    pay_for(doing, "ready_weapon")
    with game.draft.by("SS-ACT-30, R-ACT-15"):
        set_held(game, who, held)
    doing.tell_fact(
        "act.ready-weapon",
        what=weapon,
        hand="both hands" if hands[1:] else f"{hand} hand",
    )


def pay_and_log(doing: ActionContext) -> None:
    """Pay for an action and log it; the GM enters what it does."""
    pay_for(doing, doing.name.replace("-", "_"))
    tell_text(doing, doing.name.replace("-", " "), join_arguments(doing))


def reload(doing: ActionContext) -> None:
    """Pay for reloading and tell which weapon: the one named, or the only firearm in hand.

    Any other text is logged as it is."""
    pay_for(doing, "reload")
    weapons = doing.who.weapons
    guns = dict.fromkeys(
        w for w in doing.who.held.values() if weapons[w].kind == "ranged"
    )
    word = squash(join_arguments(doing))
    named = [w for w in weapons if squash(w) == word] if word else list(guns)
    if len(named) == 1:
        doing.tell_fact("act.reload", weapon=weapons[named[0]].name or named[0])
    else:
        tell_text(doing, "reload", join_arguments(doing))


def activate(doing: ActionContext) -> None:
    """Lay a timed item if the first argument is a weapon of the actor; else pay for the action
    and log it."""
    if squash(argument_at(doing) or "") in doing.who.weapons:
        lay_item(doing)
        return
    doing.game.expect([])
    pay_and_log(doing)


def carry_body(doing: ActionContext) -> None:
    """Take up a body, which is partial cover from now on; Agility and Reaction suffer at once.
    Raises Refusal `value` if no body is named, and the kinds of `check_load`."""
    game, who = doing.game, doing.who
    if not doing.args:
        game.deny(
            WORDS.value, f"name whose body: `act {who.id} carry-body TARGET`"
        )
    body = game.find(doing.args[0])
    check_load(game, who, body)
    pay_for(doing, "carry_body")
    free_from_carriers(game, body)
    for event in ("prone", "moves"):
        # Whoever is carried does nothing on their own feet.
        end_states(game, body, event)
    with (
        initiative_follows(game, who),
        game.draft.by("SS-ACT-30, SS-BAR-30, SS-BAR-31"),
    ):
        who.carrying_body = body.id
    shield_with(game, who, body.id)
    doing.targets = [body.id]
    doing.tell_fact("act.carry-body", what=body.name)


def check_load(game: Game, who: Fighter, body: Fighter) -> None:
    """Raise Refusal if `who` cannot take up the body (R-BAR-16).

    The kind is `value` for themselves or a vehicle, `status` for a foe who is up, `hands` if
    somebody is carried already, `prone` if the carrier lies."""
    if body.id == who.id:
        game.deny(WORDS.value, f"{who.name} cannot carry themselves")
    if body.sheet.vehicle:
        game.deny(
            WORDS.value, f"{body.name} is a vehicle and cannot be carried"
        )
    check_shield(game, who, body)
    if who.carrying_body:
        line = f"`act {who.id} drop-item {who.carrying_body}`"
        game.refuse(
            "hands",
            f"{who.name} already carries {game.name(who.carrying_body)}: {line} first",
        )
        put_down_body(game, who)
    for other in game.everybody():
        if other.carrying_body in (who.id, body.id) and other.id != who.id:
            game.refuse(
                "hands",
                f"{other.name} carries {game.name(other.carrying_body)}",
            )
    if who.prone:
        game.refuse(
            "prone", f"{who.name} is prone: `act {who.id} stand-up` first"
        )
        put_on_feet(game, who)


EXTENDED = "SS-ACT-12, R-ACT-8"
"""The rules of Extended Actions."""
EXTENDED_WORDS = {
    "extended": "long work: paid phase by phase, as an Extended Action"
}


def do_other_action(doing: ActionContext) -> None:
    """Carry out an action that the list does not have, at the price that the GM names with
    `ap=N`.

    With the word `extended` it is long work. Raises Refusal `value` without a price."""
    game, who = doing.game, doing.who
    if not doing.typed_words.has_word("ap", who.id):
        game.deny(WORDS.value, "say what it costs: `--with ap=N`")
    ap = parse_number(
        doing.typed_words.get_value("ap", who.id), "ap", WORDS.value, most=99
    )
    if doing.typed_words.has_word("extended", who.id):
        start_extended(doing, join_arguments(doing) or "other", ap)
        return
    if ap == 0:
        pay_free_action(doing, "speak")
    else:
        price = Price(
            "other", "simple" if ap == 1 else "complex", ap, "SS-ACT-18"
        )
        check_phase(game, who)
        check_category(game, who, price)
        pay(game, who, price)
        cancel_extended(game, who)
    with game.draft.by("SS-ACT-18"):
        tell_text(doing, join_arguments(doing) or "other")


def set_charge(doing: ActionContext) -> None:
    """Start to prepare a charge, an Extended Action."""
    price = price_of(
        doing.game,
        "set_charge",
        doing.typed_words.get_value("ap", doing.who.id),
    )
    start_extended(doing, join_arguments(doing) or "set-charge", price.ap)


def start_extended(doing: ActionContext, what: str, cost: int) -> None:
    """Start an Extended Action and pay as much of it as there is AP for.

    Refuses `extended` if it cannot be finished before the round ends, by the present Score.
    Depends on the house rule `extended_forecast`."""
    game, who = doing.game, doing.who
    check_phase(game, who)
    check_category(game, who, Price("extended", "extended", cost, EXTENDED))
    cancel_extended(game, who)
    # AP now, and those of the phases still to come in this round.
    forecast = who.ap + who.sheet.ap_base * max(0, ((who.score or 0) - 1) // 10)
    fixed = game.house.extended_forecast == "current_score"
    if game.fight.running and fixed and forecast < cost:
        game.refuse(
            "extended",
            f"{what} costs {cost} AP, and {who.name} has {forecast} in this round",
        )
    with game.draft.by(EXTENDED):
        who.extended = {"name": what, "cost": cost, "paid": 0}
    pay_extended(doing)


def continue_extended(doing: ActionContext) -> None:
    """Go on with the Extended Action. Raises Refusal `extended` if none was begun."""
    game, who = doing.game, doing.who
    if who.extended is None:
        game.deny(
            "extended",
            f"{who.name} has begun no Extended Action (`act {who.id} set-charge`)",
        )
    check_phase(game, who)
    check_category(game, who, Price("extended", "extended", 1, EXTENDED))
    pay_extended(doing)


def pay_extended(doing: ActionContext) -> None:
    """Pay as much of the Extended Action as there is AP for, and tell whether it is done; if
    not, the outcome is `continuing`. Outside a running round it is done at once."""
    game, who = doing.game, doing.who
    work = who.extended or {}
    rest = int(work["cost"]) - int(work["paid"])
    share = min(rest, who.ap) if game.fight.running else rest
    pay(game, who, Price("extended", "extended", share, EXTENDED))
    done = share == rest
    with game.draft.by(EXTENDED):
        who.extended = (
            None if done else {**work, "paid": int(work["paid"]) + share}
        )
    if done:
        doing.tell_fact(
            "act.extended.done", what=work["name"], cost=work["cost"]
        )
        return
    doing.outcome = "continuing"
    doing.tell_fact(
        "act.extended.paid",
        what=work["name"],
        paid=work["paid"] + share,
        cost=work["cost"],
    )


ACTIONS: Mapping[str, Action] = kit.index_actions(
    Action("walk", "[METRES]", "", "SS-MOVE-02", "up to the Walk-rate of the round",
           movement.walk_metres, STAY_WORDS),
    Action("run", "[METRES]", "", "SS-MOVE-03, SS-ACT-23",
           "the Walk-rate once more; a second run in the round is a sprint", movement.run_metres,
           STAY_WORDS | AP_WORDS | ROLL_WORDS, rolls=("sprint", "soak")),
    Action("speak", "[TEXT]", "", "SS-ACT-20", "say something", speak),
    Action("gesture", "[TEXT]", "", "SS-ACT-20", "give a sign", speak),
    Action("drop-item", "[WEAPON]", "", "SS-ACT-20",
           "let go of what is held, or of a body carried", drop_item),
    Action("drop-prone", "", "", "SS-ACT-20", "lie down", movement.drop_prone),
    Action("stand-up", "", "", "SS-ACT-30", "get up", movement.stand_up, AP_WORDS | ROLL_WORDS,
           rolls=("test",)),
    Action("take-cover", "[partial|good]", "", "SS-COV-03",
           "behind something; partial if you do not say", movement.take_cover,
           COVER_WORDS | AP_WORDS),
    Action("ready-weapon", "WEAPON", "", "SS-ACT-30, R-ACT-15",
           "take it in hand; --with hand=left: the left", ready_weapon, HAND_WORDS | AP_WORDS),
    Action("reload", "[TEXT]", "", "SS-ACT-30", "paid; the GM says what comes of it", reload,
           AP_WORDS),
    Action("use-item", "[TEXT]", "", "SS-ACT-30", "paid; the GM says what comes of it",
           pay_and_log, AP_WORDS),
    Action("activate", "[WEAPON|TEXT]", "", "SS-ACT-30, SS-TIMED-01",
           "lay a timed item (as throw)", activate, AP_WORDS | TIMER_WORDS,
           rolls=None),
    Action("carry-body", "TARGET", "", "SS-ACT-30, SS-BAR-31",
           "a body as a shield: partial cover made of it", carry_body, AP_WORDS),
    Action("throw", "WEAPON", "", "SS-TIMED-01, SS-TIMED-03",
           "throw a timed item; --with round=N pass=N at=phase|start|end radio",
           explosives.throw_item, AP_WORDS | TIMER_WORDS | ROLL_WORDS, rolls=None),
    Action("detonate", "[ITEM] TARGET...", "", "SS-TIMED-05, R-TIM-4",
           "the blast on these targets; --force: on nobody", explosives.detonate, BLAST_WORDS,
           rolls=None, kind="strike"),
    Action("evade-interception", "TARGET...", "", "SS-INT-07",
           "slip past opponents, in this order", movement.evade_interception, AP_WORDS | ROLL_WORDS,
           rolls=("evade",)),
    Action("intercept", "TARGET", "", "SS-INT-02", "strike at somebody who moves past",
           movement.intercept, STRIKE_WORDS, rolls=None, kind="strike"),
    Action("fight-for-your-life", "", "", "SS-FFYL-01",
           "1 Karma: conscious to the end of the round", spend_karma),
    Action("shake-off-surprise", "", "", "SS-KAR-02", "1 Karma: not surprised any more",
           spend_karma),
    Action("set-charge", "[TEXT]", "", "SS-ACT-32",
           "an Extended Action: paid as far as possible now", set_charge, AP_WORDS),
    Action("other", "[TEXT] --with ap=N", "", "SS-ACT-18",
           "anything else; --with extended: long work", do_other_action, AP_WORDS | EXTENDED_WORDS),
    Action("continue", "", "", "SS-ACT-12", "go on with the Extended Action", continue_extended),
    Action("full-defense", "", "", "SS-ACT-34, R-ACT-10",
           "requires the house rule full_defense_when: anytime", full_defense, AP_WORDS),
    Action("first-aid", "PATIENT [bleedout|slow-death|dying]", "", "SS-ACT-31, SS-EFF-16",
           "treat with First Aid", healing.treat_patient, AP_WORDS | ROLL_WORDS, rolls=("treat",)),
    Action("medicine", "PATIENT [slow-death|dying]", "", "SS-ACT-31, SS-EFF-13",
           "treat with Medicine", healing.treat_patient, AP_WORDS | ROLL_WORDS, rolls=("treat",)),
    Action("rest", "", "", "R-DMG-8", "an hour, while no fight is going on", healing.rest_an_hour),
)  # fmt: skip
COMMON_WORDS = (
    ROLL_WORDS
    | AP_WORDS
    | STAY_WORDS
    | HAND_WORDS
    | COVER_WORDS
    | EXTENDED_WORDS
    | WAIVER
)
"""The words that every action but a strike accepts in `--without`, even where they mean nothing
to it."""
LEAVING = ("leave", "leave-cover")
HELPLESS_TOO = ("rest", "fight-for-your-life", "detonate")
"""The actions that somebody unconscious can take as well."""


def act(game: Game, intent: Act) -> Report:
    """Carry out `act`: parse the words of the action, check that the actor is up, and run its
    function.

    Raises Refusal `unknown` for an unknown action or combatant, and whatever the action refuses."""
    # Somebody who is away may still set off what they have laid.
    is_blast = squash(intent.action) == "detonate"
    who = game.named(intent.who) if is_blast else game.find(intent.who)
    refuse_leaving(game, who, intent.action)
    row = kit.find_action(game, ACTIONS, intent.action)
    switches = {
        **(ACCEPTED if row.kind == "strike" else COMMON_WORDS),
        **row.words,
    }
    told, without = game.parse_words(row.words, switches)
    doing = ActionContext(
        game, who, row, intent.args, told, without, intent.threshold
    )
    karma = parse_karma(doing)
    check_only_roller(game, karma, who.id)
    # An attack writes its outcome into the same document.
    doing.body = game.report.body
    doing.body.update(
        {"who": who.id, "action": row.name, "targets": [], "outcome": "done"}
    )
    if row.name not in HELPLESS_TOO:
        check_status(game, who)
    if row.rolls is not None:
        rerolls = [
            f"{name}_reroll"
            for name in row.rolls
            if who.id in karma.spenders["reroll"]
        ]
        rolls = [(name, who.id) for name in (*row.rolls, *rerolls)]
        game.expect(rolls, own_effect_keys(game))
    if row.most_words is not None:
        check_argument_count(doing, row.most_words)
    row.run(doing)
    if who.status != "up" and not is_finishing_together(game, who):
        # Whoever is down begins nothing that lasts, even where the GM forces the action.
        end_by_going_out(game, who)
    doing.body["targets"] = doing.targets
    if row.kind != "strike":
        doing.body["outcome"] = doing.outcome
    tick_bleedout(game)
    fight_for_life_as_planned(game, karma)
    return game.report


def refuse_leaving(game: Game, who: Fighter, word: str) -> None:
    """Raise Refusal `unknown` for `leave`, which is no action: moving leaves cover and melee
    (R-COV-2, R-DEF-15)."""
    if squash(word) in LEAVING:
        game.deny(
            WORDS.unknown,
            f"no action '{word}': `act {who.id} walk 1` leaves cover and melee; "
            f"`leave {who.id}` takes them out of the fight",
        )
