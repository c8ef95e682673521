"""Short actions: dodge, shield, escape, movement, cover, aiming, reloading, weapons in hand."""

from collections.abc import Mapping

from gmtrack.core.names import squash
from gmtrack.rulesets.kit.words import parse_number
from gmtrack.rulesets.storyteller.actions.doing import (
    ActionContext,
    Traits,
    contest_side,
    find_target,
    only_argument,
    strip_metres,
)
from gmtrack.rulesets.storyteller.dice import roll
from gmtrack.rulesets.storyteller.sheet import hands
from gmtrack.rulesets.storyteller.sheet.game import WORDS, speed
from gmtrack.rulesets.storyteller.sheet.state import Aim, Fighter
from gmtrack.rulesets.storyteller.tables import RANGED, UNARMED
from gmtrack.rulesets.storyteller.turn.order import (
    check_able,
    check_not_grappling,
    check_on_feet,
    check_turn,
    grapple_line,
    lose_aim,
    spend_action,
    spend_willpower,
)
from gmtrack.rulesets.storyteller.wounds import conditions
from gmtrack.rulesets.storyteller.wounds.events import (
    end_by_moving,
    end_by_parting,
    end_by_running,
    has_in_hold,
    is_grappling_elsewhere,
    is_helpless,
    other_in_grapple,
)


def dodge(do: ActionContext) -> None:
    """Begin to dodge, at any time before the action of the round.

    Refuses `grapple` in a grapple, `defense` without Defense."""
    game, who = do.game, do.who
    line = grapple_line(game, who)
    with game.draft.by("ST-057"):
        spend_action(game, who, anytime=True, in_grapple=True)
    if who.read_grapple():
        game.refuse(
            "grapple",
            f"{who.name} is in a grapple and cannot dodge; now `{line}`",
        )
    if who.reasons:
        game.refuse(
            "defense",
            f"{who.name} has no Defense to dodge with: {', '.join(who.reasons)}",
        )
    conditions.begin_dodge(game, who)


def stand_guard(do: ActionContext) -> None:
    """Stand guard so that Defense does not wear down. Refuses `house-rule` without
    `old_notes_defense`."""
    if not do.game.house.old_notes_defense:
        do.game.refuse(
            "house-rule", "static requires the house rule `old_notes_defense`"
        )
    with do.game.draft.by("ST-053"):
        spend_action(do.game, do.who, anytime=True)
        do.who.guard = "static"


SHIELD_WORDS: Mapping[str, str] = {"willing": "they do not resist"}


def human_shield(do: ActionContext) -> None:
    """Take somebody as a human shield, who is held, helpless or willing."""
    game, who = do.game, do.who
    victim = find_target(do)
    check_able(game, who)
    check_shield(do, victim)
    willing = do.typed_words.has_word("willing", victim.id)
    unwilling = not willing and (
        has_in_hold(who, victim) or is_helpless(victim)
    )
    with game.draft.by("ST-113, ST-R60"):
        who.shield = victim.id
        who.shield_unwilling = unwilling
    with game.draft.by("ST-116"):
        game.note(who, "breaking-point")


def check_shield(do: ActionContext, victim: Fighter) -> None:
    """Raise Refusal if `victim` cannot be the actor's human shield (ST-R60).

    The kind is `grapple` for one of them in another grapple, `status` for one who is a shield
    already, `cover` for somebody out of reach, `target` for somebody who can resist."""
    game, who = do.game, do.who
    if is_grappling_elsewhere(game, who, victim):
        check_not_grappling(game, who)
    if is_grappling_elsewhere(game, victim, who):
        other = other_in_grapple(game, victim)
        now = grapple_line(game, victim)
        game.refuse(
            "grapple",
            f"{victim.name} grapples with {other and other.name}; now `{now}`",
        )
    for user in game.everybody():
        if user is not who and user.shield == victim.id:
            line = f"act {user.id} let-go"
            game.refuse(
                "status",
                f"{victim.name} is the human shield of {user.name}: `{line}` first",
            )
    if victim.shield == who.id:
        line = f"act {victim.id} let-go"
        game.refuse(
            "status",
            f"{who.name} is the human shield of {victim.name}: `{line}` first",
        )
    behind = game.piece_of(victim)
    if behind and behind[0] != who.cover_id:
        line = f"act {who.id} take-cover {behind[0]}"
        game.refuse(
            "cover",
            f"{victim.name} is behind {behind[0]} and not at hand: `{line}` first",
        )
    if not (
        has_in_hold(who, victim)
        or is_helpless(victim)
        or do.typed_words.has_word("willing", victim.id)
    ):
        line = f"act {who.id} human-shield {victim.id} --with willing"
        game.refuse(
            "target",
            f"{victim.name} can resist: grab and hold them first, or `{line}` if they do not",
        )


def let_go(do: ActionContext) -> None:
    """Let go of the human shield. Refuses `status` without one."""
    if do.who.shield is None:
        message = f"{do.who.name} holds nobody as a shield"
        do.game.refuse(
            "status", f"{message}: `act {do.who.id} human-shield TARGET`"
        )
    with do.game.draft.by("ST-113"):
        do.who.shield = None
        do.who.shield_unwilling = False


def escape(do: ActionContext) -> None:
    """Roll to get out of bonds. Refuses `status` for somebody who is not bound."""
    game, who = do.game, do.who
    if "immobilized" not in who.no_defense:
        game.refuse("status", f"{who.name} is not bound")
    with game.draft.by("ST-082, ST-R28"):
        spend_action(game, who, bound_too=True, in_grapple=True)
    game.expect([("escape", who.id)])
    game.report.tell("act.escape", "head", who=who.name)
    traits = Traits("strength", "athletics", "ST-082, ST-R28")
    result = roll(
        game, contest_side(do, "escape", who, traits, game.options.mods)
    )
    do.outcome = "free" if result.hits else "failed"
    game.report.tell(
        f"escape.{do.outcome}", "good" if result.hits else "bad", who=who.name
    )
    if result.hits:
        conditions.end_bonds(game, who)


def go_first(do: ActionContext) -> None:
    """Spend 1 willpower to come first in the next round.

    Refuses `house-rule` without the rule, `phase` in a round, `willpower` without a point."""
    game, who = do.game, do.who
    if not game.house.willpower_initiative:
        game.refuse(
            "house-rule",
            "go-first requires the house rule `willpower_initiative`",
        )
    if game.fight.phase == "acting":
        game.refuse(
            "phase",
            "go-first works only between two rounds: wait for the end of this one",
        )
    check_able(game, who)
    with game.draft.by("ST-023, ST-R10"):
        spend_willpower(game, who, "going first")
        who.on_top = True
        who.top_round = game.fight.round + 1


def do_other_action(do: ActionContext) -> None:
    """Spend the action on something that the list does not have."""
    with do.game.draft.by("ST-020"):
        spend_action(do.game, do.who)


FAR = 1_000_000
DISTANCE: Mapping[str, str] = {"distance": "how many metres"}


def drop_prone(do: ActionContext) -> None:
    """Lie down, at the cost of the action and at any time before it; it answers covering fire.

    Refuses `status` for somebody prone already."""
    with do.game.draft.by("ST-132"):
        spend_action(do.game, do.who, anytime=True)
        if do.who.prone and not do.who.suppressed:
            do.game.refuse(
                "status",
                f"{do.who.name} is prone already: `act {do.who.id} stand`",
            )
        conditions.fall_prone(do.game, do.who)
    hide_from_fire(do)


def hide_from_fire(do: ActionContext) -> None:
    """End the covering fire on the actor, who hides from it."""
    with do.game.draft.by("ST-096"):
        do.who.suppressed = None


def stand(do: ActionContext) -> None:
    """Stand up. Refuses `grapple` in a grapple, `status` for somebody who stands."""
    if do.who.read_grapple():
        line = grapple_line(do.game, do.who)
        message = f"{do.who.name} grapples: break free before standing up; now `{line}`"
        do.game.refuse("grapple", message)
    with do.game.draft.by("ST-133"):
        spend_action(do.game, do.who, in_grapple=True)
        if not do.who.prone:
            do.game.refuse(
                "status", f"{do.who.name} is not prone: they stand already"
            )
        do.who.prone = False


def move(do: ActionContext) -> None:
    """Move the metres typed, besides the action.

    By the old notes somebody who dodges moves in any turn. Refuses `distance` for more metres
    than are left. Depends on the house rules `aim_move` and `old_notes_defense`."""
    game, who, metres = (
        do.game,
        do.who,
        parse_distance(do, "move", speed(do.who)),
    )
    check_able(game, who)
    check_not_grappling(game, who)
    if not (who.dodging and game.house.old_notes_defense):
        check_turn(game, who)
    if who.aim and not game.house.aim_move:
        lose_aim(game, who)
    count_metres(do, metres, speed(who), "ST-123")
    if metres:
        end_by_moving(game, who)


def run(do: ActionContext) -> None:
    """Run the metres typed, up to twice the speed in a round, as the action. Refuses `distance`
    for more."""
    most = 2 * speed(do.who)
    metres = parse_distance(do, "run", most)
    with do.game.draft.by("ST-124"):
        spend_action(do.game, do.who)
    check_on_feet(do.game, do.who, "run")
    count_metres(do, metres, most, "ST-124")
    if metres:
        end_by_running(do.game, do.who)


def parse_distance(do: ActionContext, name: str, most: int) -> int:
    """Return the metres typed as `8`, `8m` or `--with distance=8`.

    Raises Refusal `option` for none, for both ways, or for no number."""
    typed = do.typed_words.get_value("distance")
    match do.args:
        case [_] if typed is None:
            typed = strip_metres(do.args)
        case [word, *_]:
            do.game.deny(
                WORDS.value, f"unexpected `{word}`: the metres are typed once"
            )
    if typed is None:
        left = max(0, most - do.who.moved)
        line = f"`act {do.who.id} {name} {left}`"
        do.game.deny(
            WORDS.value, f"type how many metres: {line} for all that are left"
        )
    return parse_number(typed, "distance=N", WORDS.value, 0, FAR)


def count_metres(do: ActionContext, metres: int, most: int, rules: str) -> None:
    """Count metres as moved in the round. Refuses `distance` for more than are left of `most`."""
    who = do.who
    if who.moved + metres > most:
        left = max(0, most - who.moved)
        do.game.refuse(
            "distance",
            f"{who.name} has {left} of {most} metres left this round, not {metres}",
        )
    with do.game.draft.by(rules):
        who.moved = who.moved + metres


def take_cover(do: ActionContext) -> None:
    """Go behind a piece of cover; it costs the action if it answers covering fire.

    Refuses `cover` for a piece that is unknown or destroyed."""
    game, who = do.game, do.who
    for word in do.args:
        game.cover_named(word)
    word = only_argument(do, "piece of cover", game.covers())
    name, _ = game.cover_named(word)
    if game.cover_left(name) == 0:
        game.refuse("cover", f"{name} is destroyed")
    if who.suppressed:
        with game.draft.by("ST-096"):
            spend_action(game, who)
        hide_from_fire(do)
    else:
        check_own_turn(do)
    if who.cover_id != name:
        end_by_parting(game, who)
    with game.draft.by("ST-106"):
        who.cover = name
    do.body["cover"] = name


def leave_cover(do: ActionContext) -> None:
    """Come out of cover. Refuses `cover` for somebody who is in none."""
    check_own_turn(do)
    if do.who.cover is None:
        do.game.refuse(
            "cover",
            f"{do.who.name} is not in cover: `act {do.who.id} take-cover COVER`",
        )
    with do.game.draft.by("ST-106"):
        do.who.cover = None


def check_own_turn(do: ActionContext) -> None:
    """Raise Refusal unless the actor is able, in no grapple, and it is their turn."""
    check_able(do.game, do.who)
    check_not_grappling(do.game, do.who)
    check_turn(do.game, do.who)


MOST_AIM = 3
"""The most dice for aiming (ST-086)."""


def aim(do: ActionContext) -> None:
    """Aim at a target for one more die on the next shot, 3 at most.

    Refuses `weapon` without a ranged weapon, `target` for somebody who cannot be one."""
    game, who = do.game, do.who
    target = find_target(do)
    with game.draft.by("ST-085, ST-086"):
        spend_action(game, who, keeps_aim=True)
    if game.options.weapon is not None:
        name = hands.weapon_named(game, who, game.options.weapon)
        if who.weapon(name).kind not in RANGED:
            game.refuse(
                "weapon", f"{name} cannot be aimed: name a ranged weapon"
            )
        draw_with_action(do, name)
    if not any(who.weapon(name).kind in RANGED for name in who.hands):
        other = hands.suggest_weapon(
            game, who, lambda weapon: weapon.kind in RANGED
        )
        game.refuse("weapon", f"{other}{who.name} has no ranged weapon in hand")
    before = who.live_aim()
    same = before is not None and before.target == target.id
    bonus = min(MOST_AIM, before.bonus + 1) if same and before else 1
    raised: object = vars(Aim(target.id, bonus)).copy()
    with game.draft.by("ST-085, ST-086"):
        who.aim = raised  # type: ignore[assignment]
        who.aimed = True
    do.body["bonus"] = bonus
    game.report.tell("aim", "note", bonus=bonus)


def draw_with_action(do: ActionContext, name: str) -> None:
    """Draw a named weapon along with the action.

    Refuses `weapon` if it is out of reach, `action` if drawing takes the action by house rule."""
    game, who = do.game, do.who
    hands.check_weapon_carried(game, who, name)
    if name not in who.hands and game.house.draw_cost == "action":
        game.refuse(
            "action",
            f"drawing the {name} takes the action: `act {who.id} wield {name}`",
        )
    hands.draw_weapon(game, who, name)


def reload(do: ActionContext) -> None:
    """Load a weapon fully: the one named, else the first in hand whose bullets are counted.

    Refuses `ammo` for one that is full or whose bullets are not counted, `weapon` for one out of
    reach."""
    game, who = do.game, do.who
    word = game.options.weapon
    name = (
        hands.weapon_to_reload(who)
        if word is None
        else hands.weapon_named(game, who, word)
    )
    weapon = who.weapon(name)
    with game.draft.by("ST-119"):
        spend_action(game, who)
    hands.check_weapon_carried(game, who, name)
    if not weapon.capacity:
        game.refuse(
            "ammo", f"nothing to reload: the bullets of {name} are not counted"
        )
    elif who.weapon_state(name).ammo >= weapon.capacity:
        game.refuse("ammo", f"the {name} is fully loaded")
    with game.draft.by("ST-119"):
        who.weapon_state(name).ammo = weapon.capacity
    if weapon.reload == "single":
        with game.draft.by("ST-120, ST-122"):
            who.lose_defense("reload")
            game.report_effect(who, "reload", until="round-end")
            game.report.tell("defense.gone", "note", who=who.name)
    do.body["weapon"] = name
    game.report.tell("loaded", "note", weapon=name, bullets=weapon.capacity)


def wield(do: ActionContext) -> None:
    """Take one or two weapons in hand.

    Raises Refusal `option` for another number, `weapon` without good arms enough, `action` by
    house rule."""
    game, who = do.game, do.who
    names = [hands.weapon_named(game, who, word) for word in do.args]
    if not 1 <= len(names) <= hands.HANDS or len(set(names)) < len(names):
        game.deny(
            WORDS.value,
            f"name one or two different weapons, not {len(do.args) or 'none'}",
        )
    for name in names:
        hands.check_weapon_carried(game, who, name)
    held = [name for name in names if name != UNARMED]
    arms = hands.count_usable_hands(who)
    if len(held) > arms:
        good = f"{arms} good arm{'s' * (arms != 1)}"
        game.refuse("weapon", f"{who.name} has {good} for {', '.join(held)}")
    pay_draw(do)
    hands.set_hands(game, who, names)


def drop(do: ActionContext) -> None:
    """Drop a weapon to the ground. Raises Refusal `weapon` for one that cannot be dropped."""
    game, who = do.game, do.who
    name = hands.weapon_named(game, who, only_argument(do, "weapon"))
    hands.check_weapon_carried(game, who, name)
    if name == UNARMED or who.weapon(name).kind == "bite":
        game.deny("weapon", f"{name} cannot be dropped")
    pay_draw(do)
    with game.draft.by("ST-R41"):
        hands.drop_weapon(game, who, name)


def pick_up(do: ActionContext) -> None:
    """Pick up a weapon, the actor's own or somebody else's. Refuses `weapon` if it does not lie
    there."""
    game, who = do.game, do.who
    word = only_argument(do, "weapon")
    name = squash(word)
    owners = [one for one in game.whole_cast() if name in one.weapons()]
    lying = [
        one for one in owners if one.weapon_state(name).weapon_at == "dropped"
    ]
    if who not in lying and len(lying) == 1:
        pay_draw(do)
        with game.draft.by("ST-R41, ST-R46"):
            name = hands.take_weapon(game, who, lying[0], name)
    else:
        name = hands.weapon_named(game, who, word)
        if who.weapon_state(name).weapon_at != "dropped":
            mine = [
                one
                for one in who.weapons()
                if who.weapon_state(one).weapon_at == "dropped"
            ]
            lies = (
                f"on the ground: {', '.join(mine)}"
                if mine
                else "nothing of theirs lies there"
            )
            game.refuse(
                "weapon", f"{who.name} has not dropped the {name}; {lies}"
            )
        pay_draw(do)
        with game.draft.by("ST-R41, ST-R46"):
            who.weapon_state(name).weapon_at = "carried"
    hands.add_to_hands(game, who, name)


def pay_draw(do: ActionContext) -> None:
    """Spend the action for handling a weapon if the house rule `draw_cost` says so (ST-R41)."""
    if do.game.house.draw_cost == "action":
        with do.game.draft.by("ST-R41"):
            spend_action(do.game, do.who)
    else:
        check_able(do.game, do.who)
