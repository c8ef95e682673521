"""The `act` command: movement, holds, the list of actions, and how one of them is carried out."""

from collections.abc import Callable, Mapping

from gmtrack.core.intents import Act
from gmtrack.core.names import squash
from gmtrack.core.report import Part, Report
from gmtrack.rulesets.kit import actions as kit
from gmtrack.rulesets.kit.own.in_force import RollContext
from gmtrack.rulesets.kit.words import match_choice
from gmtrack.rulesets.sr3.actions import explosives, gear
from gmtrack.rulesets.sr3.actions.first_aid import (
    PATCH,
    apply_trauma_patch,
    give_first_aid,
)
from gmtrack.rulesets.sr3.actions.gear import NOTHING
from gmtrack.rulesets.sr3.actions.hand_of_god import (
    HAND_OF_GOD,
    call_hand_of_god,
)
from gmtrack.rulesets.sr3.actions.spells import (
    CAST,
    DEFENSE_WORDS,
    cast,
    defend_against_spells,
    defense_price,
    drop_spell,
)
from gmtrack.rulesets.sr3.actions.stand_up import (
    change_posture,
    needs_test_to_stand,
    stand_up,
)
from gmtrack.rulesets.sr3.dice import (
    Result,
    Test,
    added_parts,
    roll,
    trait_parts,
)
from gmtrack.rulesets.sr3.magic.words import CAST_SWITCHES, CAST_WORDS
from gmtrack.rulesets.sr3.rulings import House
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import (
    WORDS,
    Action,
    ActionContext,
    Game,
    named_target,
    named_targets,
    put_who_first,
    refuse_if,
    refuse_words,
    reload_lines,
)
from gmtrack.rulesets.sr3.sheet.sheet import UNARMED_COMBAT
from gmtrack.rulesets.sr3.sheet.state import FIRST_AID, Gait
from gmtrack.rulesets.sr3.turn.legality import (
    COSTS,
    Cost,
    check_able,
    check_and_pay,
    lose_aim,
)
from gmtrack.rulesets.sr3.wounds.blast import BLAST_WORDS
from gmtrack.rulesets.sr3.wounds.damage import mend, wound
from gmtrack.rulesets.sr3.wounds.effects import (
    begin_running,
    begin_walking,
    end_running,
    end_walking,
)
from gmtrack.rulesets.sr3.wounds.events import (
    end_by_hiding,
    end_first_aid,
)
from gmtrack.rulesets.sr3.wounds.first_aid import AID_SWITCHES, AID_WORDS
from gmtrack.rulesets.sr3.wounds.melee import (
    join_melee,
    joined_with,
    leave_melee,
)


def _refuse_prone(do: ActionContext) -> None:
    """Refuse `status` if the one who acts lies on the ground."""
    refuse_if(
        do,
        "status",
        do.who.prone,
        f"{do.who.name} is prone",
        f"to get up: `act {do.who.id} stand-up`",
    )


def start_running(do: ActionContext, gait: Gait) -> None:
    """Run in this gait. Refuses `status` for somebody who lies on the ground."""
    _refuse_prone(do)
    begin_running(do.game, do.who, gait)


def stop_running(do: ActionContext) -> None:
    """Run or walk no longer. Refuses `status` for somebody who does neither."""
    if do.who.walking != "none":
        end_walking(do.who)
        return
    _refuse_outside_state(do, do.who.running == "none", "running", "run")
    end_running(do.who)


def start_walking(do: ActionContext) -> None:
    """Walk, on difficult ground if that is typed. Refuses `status` for somebody who lies on the
    ground."""
    _refuse_prone(do)
    rough = do.typed_words.has_word(DIFFICULT)
    begin_walking(do.game, do.who, "difficult" if rough else "walking")


def take_cover(do: ActionContext) -> None:
    """Take cover, which ends running."""
    do.who.partial_cover = True
    end_by_hiding(do.game, do.who)


def leave_cover(do: ActionContext) -> None:
    """Come out of cover. Refuses `status` for somebody who is in none."""
    _refuse_outside_state(
        do, not do.who.partial_cover, "in cover", "take-cover"
    )
    do.who.partial_cover = False


def disengage(do: ActionContext) -> None:
    """Leave every melee. Refuses `status` for somebody who is in none."""
    _refuse_outside_state(
        do, not joined_with(do.game, do.who), "in melee", "engage TARGET"
    )
    leave_melee(do.game, do.who)


def move_away(do: ActionContext) -> None:
    """Be cornered no longer. Refuses `status` for somebody who is not cornered."""
    if not do.who.cornered:
        do.game.refuse(
            "status", f"{do.who.name} is not cornered and can move freely"
        )
    do.who.cornered = False


def _refuse_outside_state(
    do: ActionContext, wrong: bool, state: str, action: str
) -> None:
    """Refuse (`status`) if `wrong`: the actor is not in the `state`, into which `action` would
    bring them."""
    who = do.who.id
    refuse_if(
        do,
        "status",
        wrong,
        f"{do.who.name} is not {state}",
        f"to be: `act {who} {action}`",
    )


HOLD_TRAITS: Mapping[str, str] = {
    "unarmed-combat": UNARMED_COMBAT,
    "strength": "strength",
    "quickness": "quickness",
}
"""The attribute or skill for each word of `trait=`, by which a hold is kept or broken."""
CONTEST_WORDS = {"trait": f"{', '.join(HOLD_TRAITS)} (default: the highest)"}
BREAKING = 2
"""The number that breaking a hold adds to the target number."""


def keep_hold(do: ActionContext) -> None:
    """Roll to tighten a hold: one subdual box more for each success. Refuses `subdual` for
    somebody whom the actor does not hold."""
    game, who, target = do.game, do.who, named_target(do)
    if not target.subdual_boxes or target.subdual_by != who.id:
        game.refuse(
            "subdual",
            f"{who.name} does not hold {target.name} (`attack {who.id} {target.id} --with subdue`)",
        )
    gained = roll_hold_contest(do, "subdual_keep", target, "SR-042").successes
    if not wound(game, target, gained, "subdual", "SR-042", who) and gained:
        game.report.tell("hold.full", "note", who=target.name)


def break_free(do: ActionContext) -> None:
    """Roll to get out of a hold: one subdual box less for each success. Raises Refusal `subdual`
    if nobody holds the actor."""
    game, who = do.game, do.who
    by = who.subdual_by
    if not who.subdual_boxes or by not in game.draft.encounter.combatants:
        game.deny("subdual", f"nobody holds {who.name}")
    harder = Part("break", BREAKING, "SR-043")
    lost = roll_hold_contest(
        do, "subdual_break", game.fighter(by), "SR-043", harder
    ).successes
    mend(game, who, lost, "subdual", "SR-043")


def roll_hold_contest(
    do: ActionContext, name: str, other: Fighter, rules: str, *parts: Part
) -> Result:
    """Roll a hold's contest, without wound modifiers, under these rules: the highest of the
    actor's HOLD_TRAITS, or the one typed, against the lowest of the other's, by house rule
    against the same one. `parts` are added to the target number. Raises Refusal `option` for an
    unknown trait."""
    game, who = do.game, do.who
    trait = max(HOLD_TRAITS.values(), key=who.trait)
    if do.typed_words.has_word("trait"):
        trait = HOLD_TRAITS[
            match_choice(
                do.typed_words.get_value("trait") or "",
                HOLD_TRAITS,
                "trait",
                WORDS.value,
            )
        ]
    rule = game.house.subdual_tn == "same_trait"
    against = trait if rule else min(HOLD_TRAITS.values(), key=other.trait)
    dice = trait_parts(who, trait, rules)
    tn = (Part(squash(against), other.trait(against), rules), *parts)
    about = RollContext("melee", against=other)
    added = added_parts(
        game, who, name, game.parse_mods(game.options.mods, who, other), about
    )
    test = Test(name, who, dice, (*tn, *added))
    game.expect([test.key] if test.pool else [])
    return roll(game, test)


DIFFICULT = "difficult"
WEAPON = "[WEAPON]"
"""Usage of an action on a weapon; without the word the weapon in hand is meant."""
ACTIONS: Mapping[str, Action] = kit.index_actions(
    Action("aim", "TARGET", "simple", "SR-126, SR-R26", "-1 on the next shot at the target",
           gear.aim_at_target, options=("--weapon",)),
    Action("ready", "WEAPON", "simple", "SR-R04", "in hand (or --with hand=second)",
           gear.ready_weapon, gear.READY_WORDS),
    Action("stand-up", "", "simple", "SR-R04", "back on their feet",
           lambda do: change_posture(do, prone=False)),
    Action("drop-prone", "", "free", "SR-R04", "down to the ground",
           lambda do: change_posture(do, prone=True)),
    Action("run", "", "none", "SR-119, SR-123", "own shots +4, being shot at +2",
           lambda do: start_running(do, "running")),
    Action("run-difficult", "", "none", "SR-119, SR-124", "own shots +6, being shot at +2",
           lambda do: start_running(do, "difficult")),
    Action("stop", "", "none", "SR-119, SR-123", "stops running", stop_running),
    Action("take-cover", "", "none", "SR-117", "in cover: being shot at +4",
           take_cover),
    Action("leave-cover", "", "none", "SR-117", "out of cover", leave_cover),
    Action("engage", "TARGET...", "none", "SR-122, SR-R29", "joins melee with each target",
           lambda do: join_melee(do.who, named_targets(do))),
    Action("disengage", "", "none", "SR-122, SR-R29", "leaves the melee", disengage),
    Action("move-away", "", "none", "SR-033", "no longer cornered", move_away),
    Action("deploy", WEAPON, "simple; tripod: complex", "SR-069", "deploys bipod or tripod",
           lambda do: gear.deploy_support(do, out=True)),
    Action("fold", WEAPON, "simple; tripod: complex", "SR-069", "folds bipod or tripod up",
           lambda do: gear.deploy_support(do, out=False)),
    Action("remove-clip", WEAPON, "simple; smartlink: free", "SR-100", "takes the clip out",
           lambda do: gear.eject_holder(do, "clip")),
    Action("insert-clip", WEAPON, "simple", "SR-100", "puts the spare or a full one in",
           lambda do: gear.insert_holder(do, "clip"), gear.INSERT_WORDS),
    Action("fill-clip", WEAPON, "complex", "SR-101", "fills a spare clip: quickness",
           lambda do: gear.fill_spare_holder(do, "clip")),
    Action("load", WEAPON, "complex", "SR-102..SR-104, SR-116", "rounds straight into the weapon",
           gear.load_by_hand, gear.LOAD_WORDS),
    Action("remove-loader", WEAPON, "simple", "SR-105", "empties the cylinder",
           gear.remove_loader),
    Action("insert-loader", WEAPON, "simple", "SR-105", "puts the spare or a full one in",
           gear.insert_loader, gear.INSERT_WORDS),
    Action("fill-loader", WEAPON, "complex", "SR-105", "fills a loader: quickness",
           lambda do: gear.fill_spare_holder(do, "cylinder")),
    Action("remove-belt", WEAPON, "complex", "SR-106", "takes the belt out",
           lambda do: gear.eject_holder(do, "belt")),
    Action("insert-belt", WEAPON, "complex", "SR-106", "puts the spare or a full one in",
           lambda do: gear.insert_holder(do, "belt"), gear.INSERT_WORDS),
    Action("fill-belt", WEAPON, "complex", "SR-107", "fills a belt: half quickness",
           lambda do: gear.fill_spare_holder(do, "belt")),
    Action("gyro-on", "", "none", "SR-074", "puts the harness on: 5 minutes",
           lambda do: gear.wear_gyro(do, worn=True)),
    Action("gyro-off", "", "complex", "SR-074", "takes the harness off",
           lambda do: gear.wear_gyro(do, worn=False)),
    Action("mount", WEAPON, "complex", "SR-074", "onto the gyro mount (2 actions)",
           lambda do: gear.mount_on_gyro(do, on=True)),
    Action("unmount", WEAPON, "complex", "SR-074", "off the gyro mount (2 actions)",
           lambda do: gear.mount_on_gyro(do, on=False)),
    Action(CAST, "SPELL TARGET...", "complex", "SRX-002, SRX-003", "casts a spell at each target",
           words={name: row.help for name, row in CAST_WORDS.items()},
           options=("--mod", "--defense-mod"), switches=CAST_SWITCHES, rolls=None),
    Action("spell-defense", "[TARGET...]", "free; before the first phase: none", "SRX-045",
           "sets dice aside against spells; for nobody: ends it", defend_against_spells,
           DEFENSE_WORDS),
    Action("drop-spell", "[SPELL]", "free", "SRX-038", "ends a spell that they sustain, or all",
           drop_spell),
    Action(explosives.THROW, "EXPLOSIVE TARGET...", "simple", "SRX-101, SRX-103",
           "throws or fires an explosive", words=explosives.THROW_HELP,
           options=explosives.THROW_OPTIONS, switches=explosives.THROW_SWITCHES, rolls=None),
    Action("activate", "CHARGE", "complex", "SRX-120", "lays a charge",
           explosives.lay_charge),
    Action(explosives.DETONATE, "[ITEM] [TARGET...]", "none; a charge: simple", "SRX-112, SRX-120",
           "goes off: whoever is near, or TARGETs with distance", explosives.detonate,
           BLAST_WORDS, ("--defense-mod",), rolls=None),
    Action("first-aid", "TARGET", "complex", "SRX-201..SRX-207",
           "a wound a level milder, or a dying one stable", give_first_aid, AID_WORDS,
           ("--mod",), AID_SWITCHES, rolls=None),
    Action(PATCH, "TARGET", "simple", "SRX-207", "a dying one rolls Body against 4",
           apply_trauma_patch, options=("--mod",), rolls=None),
    Action(HAND_OF_GOD, "", "none", "SRX-221", "burns all Karma: dead no more, but stable",
           call_hand_of_god),
    Action("subdual-keep", "TARGET", "complex", "SR-042", "1 subdual box per success",
           keep_hold, CONTEST_WORDS, ("--mod",), rolls=None),
    Action("subdual-break", "", "complex", "SR-043", "1 subdual box less per success",
           break_free, CONTEST_WORDS, ("--mod",), rolls=None),
)  # fmt: skip

WALK = Action(
    "walk", "", "none", "SR-R60", "own shots +1, on difficult ground +2", start_walking,
    {DIFFICULT: "on difficult ground"},
)  # fmt: skip
"""Walking, which is an action where it makes shots harder."""
STAND_UP = ACTIONS["stand-up"]._replace(
    help="back on their feet; the hurt by a test of willpower",
    run=stand_up,
    options=("--mod",),
    rolls=None,
)
"""Standing up where the hurt need a test for it."""


def actions_in_force(house: House) -> Mapping[str, Action]:
    """Return the actions under these house rules. Depends on `walking` and `standing_up`."""
    more = {}
    if house.walking == "counts":
        more[WALK.name] = WALK
    if house.standing_up == "test":
        more[STAND_UP.name] = STAND_UP
    return {**ACTIONS, **more} if more else ACTIONS


PRICES: Mapping[str, Callable[[ActionContext], Cost]] = {
    "deploy": gear.deploy_price,
    "fold": gear.deploy_price,
    "remove-clip": gear.eject_price,
    "spell-defense": defense_price,
    explosives.DETONATE: explosives.detonate_price,
}
"""Actions whose price depends on the weapon, with the functions that return it."""


def act(game: Game, intent: Act) -> Report:
    """Carry out `act`: check and pay one action of ACTIONS and run it. Outside a combat turn it
    costs nothing. Any action but `aim` spoils an aim. Raises Refusal `option` for an unknown
    action and for `--threshold`."""
    # What somebody has thrown goes off also when they are away.
    goes_off = squash(intent.action) == explosives.DETONATE
    who = game.named(intent.who) if goes_off else game.find(intent.who)
    refuse_reload(game, who, intent)
    game.options = game.options._replace(
        words=tuple(put_who_first(game.options.words))
    )
    actions = actions_in_force(game.house)
    named = kit.find_action(game, actions, intent.action).name
    if named == CAST:
        game.deny_options_except("--mod", "--defense-mod")
        return cast(game, who, intent)
    if named == explosives.THROW:
        deny_threshold(game, intent)
        return explosives.throw_by_act(game, who, intent)
    do: ActionContext = kit.begin_action(game, who, intent, actions)
    row = do.row
    deny_threshold(game, intent)
    if row.rolls is not None:
        game.karma.deny_all(game)
    if not goes_off and row.name != HAND_OF_GOD:
        check_able(game, who, subdued_too=row.name == "subdual-break")
    do.expect_rolls()
    what = parse_named_ids(do)
    if not goes_off:
        do.tell_fact(fact_key(do, what), "head", what=what)
    # Outside a turn nobody pays it.
    price = PRICES.get(row.name)
    cost = (
        price(do) if price else next(cost for cost in COSTS if cost == row.cost)
    )
    check_and_pay(game, who, cost)
    if not goes_off:
        end_by_acting(game, who, row.name)
    if not row.usage:
        refuse_words(do)
    # What comes of a roll has rows of its own.
    with game.draft.by("" if row.rolls is None else row.rules):
        row.run(do)
    steps = {"done": 1, "needed": 1, **do.body}
    game.report.body |= {
        "who": who.id,
        "action": row.name,
        "targets": do.targets,
        "cost": cost,
        **steps,
        "outcome": do.outcome,
    }
    if steps["needed"] > 1:
        game.report.tell("act.steps", "note", **steps)
    return game.report


def fact_key(do: ActionContext, what: list[str]) -> str:
    """Return the key of the sentence that tells an action on `what`: of who empties a hand, stops
    walking, or may fail to stand up there is another one."""
    name, who = do.row.name, do.who
    if what == [NOTHING]:
        return f"act.{name}.none"
    if name == "stop" and who.walking != "none":
        return f"act.{name}.walking"
    if name == WALK.name and do.typed_words.has_word(DIFFICULT):
        return f"act.{name}.difficult"
    if name == STAND_UP.name and needs_test_to_stand(do.game, who):
        return f"act.{name}.tries"
    return f"act.{name}"


def deny_threshold(game: Game, intent: Act) -> None:
    """Raise Refusal `option` if `--threshold` was typed."""
    if intent.threshold is not None:
        game.deny(WORDS.value, "--threshold is for `test`")


def end_by_acting(game: Game, who: Fighter, action: str) -> None:
    """End what any other action of a combatant ends: an aim, and first aid that they give or
    get."""
    if action != "aim":
        lose_aim(game, who)
    if action != FIRST_AID:
        end_first_aid(game, who)


def refuse_reload(game: Game, who: Fighter, intent: Act) -> None:
    """Raise Refusal `option` for the action `reload`, and name the steps that load this weapon."""
    word = squash(intent.args[0]) if intent.args else who.in_hand
    if (
        squash(intent.action) == "reload"
        and word in who.weapons
        and who.weapon(word).is_ranged
    ):
        game.deny(
            WORDS.unknown,
            f"reload is no action of its own: {reload_lines(who, word)}",
        )


def parse_named_ids(do: ActionContext) -> list[str]:
    """Return the ids of the combatants or things that the words behind the action name; the
    weapon in hand if none is named where one may be. Raises Refusal `who` for an unknown target."""
    if do.row.usage.strip("[").startswith("TARGET"):
        return [do.game.find(word).id for word in do.args]
    if not do.args and do.row.usage == WEAPON:
        return [do.who.in_hand]
    return [squash(word) for word in do.args]
