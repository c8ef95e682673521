"""The action list of `act WHO ACTION [TARGET...]`, and how one of them is carried out."""

from collections.abc import Mapping

from gmtrack.core.intents import Act
from gmtrack.core.report import Report
from gmtrack.rulesets.kit import actions as kit
from gmtrack.rulesets.storyteller.actions import (
    fights,
    grapple,
    simple,
    unarmed,
)
from gmtrack.rulesets.storyteller.actions.doing import (
    Action,
    ActionContext,
    check_no_names,
    tell_beginning,
)
from gmtrack.rulesets.storyteller.actions.grapple import MOVE_WORDS
from gmtrack.rulesets.storyteller.sheet.game import WORDS, Game
from gmtrack.rulesets.storyteller.sheet.state import Fighter
from gmtrack.rulesets.storyteller.turn.order import (
    check_able,
    check_action,
    check_turn,
)
from gmtrack.rulesets.storyteller.wounds.damage import CoveringFire

_MODS = ("--mod", "--defense-mod")
_WOUNDS = ("wounds",)
_GRAB = (
    "wounds",
    "prone",
    "leg-wrack",
    "blinded-eye",
    "cover",
    "defense",
    "willpower",
)
_OWN_MOVE = {
    word: text for word, text in MOVE_WORDS.items() if word != "counter-move"
}
ACTIONS: Mapping[str, Action] = kit.index_actions(
    Action("ambush", "TARGET...", "free", "ST-026, ST-028, ST-030",
           "surprise others, before round 2", fights.ambush, fights.AMBUSH_WORDS,
           ("--mod",), ("wounds",), rolls=None),
    Action("dodge", "", "anytime", "ST-057, ST-058", "twice Defense in dice, against all attacks",
           simple.dodge),
    Action("static", "", "anytime", "ST-053",
           "no wear on Defense (house rule old_notes_defense)", simple.stand_guard),
    Action("drop-prone", "", "anytime", "ST-096, ST-132", "lie down; hides from covering fire",
           simple.drop_prone),
    Action("stand", "", "action", "ST-080, ST-133", "get up", simple.stand),
    Action("move", "--with distance=METRES", "free", "ST-055, ST-123, ST-129",
           "up to speed a round", simple.move, simple.DISTANCE),
    Action("run", "--with distance=METRES", "action", "ST-124, ST-129",
           "up to twice speed a round", simple.run, simple.DISTANCE),
    Action("aim", "TARGET", "action", "ST-085 to ST-087",
           "+1 on the next shot, +3 at most", simple.aim, options=("--weapon",)),
    Action("reload", "", "action", "ST-119 to ST-122", "fill a weapon", simple.reload,
           options=("--weapon",)),
    Action("take-cover", "COVER", "free", "ST-096, ST-106",
           "go behind cover; the action under covering fire", simple.take_cover),
    Action("leave-cover", "", "free", "ST-106", "come out of cover",
           simple.leave_cover),
    Action("human-shield", "TARGET", "free", "ST-113, ST-116, ST-R60",
           "whom they hold, or who is helpless or willing", simple.human_shield,
           simple.SHIELD_WORDS),
    Action("let-go", "", "free", "ST-113", "release the shield", simple.let_go),
    Action("escape", "", "action", "ST-082, ST-R28", "get out of bonds: strength + athletics",
           simple.escape, options=("--mod",), switches=("wounds",), rolls=None),
    Action("wield", "WEAPON [WEAPON]", "free", "ST-019", "take in hand", simple.wield),
    Action("drop", "WEAPON", "free", "ST-019", "drop to the ground", simple.drop),
    Action("pick-up", "WEAPON", "free", "ST-019", "pick up from the ground",
           simple.pick_up),
    Action("go-first", "", "free", "ST-023",
           "1 willpower: first next round (house rule willpower_initiative)",
           simple.go_first),
    Action("other", "[TEXT]", "action", "ST-087, ST-097", "anything else", simple.do_other_action),
    Action("covering-fire", "TARGET...", "action", "ST-088, ST-094, ST-095",
           "10 bullets: the targets hide, or are hit when they act",
           fights.covering_fire, options=("--weapon", "--mod"), switches=fights.FIRE_ROWS,
           rolls=None),
    Action("disarm", "TARGET", "action", "ST-069 to ST-071",
           "knock a weapon away: strength + brawl against strength + athletics",
           unarmed.disarm, unarmed.DISARM_WORDS, _MODS, _WOUNDS, rolls=None),
    Action("touch", "TARGET", "action", "ST-084",
           "contested, no damage: dexterity + brawl against dexterity + weaponry",
           unarmed.touch, unarmed.UNDEFENDED, ("--defense", *_MODS), _GRAB, rolls=None),
    Action("grab", "TARGET", "action", "ST-046, ST-072, ST-073",
           "begin a grapple: strength + brawl, less Defense", unarmed.grab,
           {**MOVE_WORDS, **unarmed.UNDEFENDED}, ("--defense", *_MODS), _GRAB, rolls=None),
    Action("grapple", "[TARGET]", "action", "ST-074, ST-075",
           "contest of the round, for a move", grapple.grapple, MOVE_WORDS,
           _MODS, _WOUNDS, rolls=None),
    Action("take-move", "--with move=MOVE", "free", "ST-075", "make the move that was won",
           grapple.take_move, _OWN_MOVE),
    Action("quick-combat", "TARGET", "action", "ST-012 to ST-017",
           "whole fight in one contest", fights.quick_combat,
           fights.QUICK_WORDS, ("--weapon", *_MODS), _WOUNDS, rolls=None),
)  # fmt: skip
ANNOUNCED = (
    "static", "stand", "move", "run", "aim", "reload", "take-cover", "leave-cover", "human-shield",
    "let-go", "wield", "pick-up", "go-first", "other",
)  # fmt: skip
"""Actions that are told at once; others are told as they are carried out."""
HIDING = ("drop-prone", "take-cover")
"""Actions that answer covering fire (ST-096)."""


def act(game: Game, intent: Act) -> Report:
    """Carry out `act`: parse the words of the action, run its function, fill the report.

    Raises Refusal `option` for a threshold, and whatever the action refuses."""
    do: ActionContext = kit.begin_action(
        game, game.find(intent.who), intent, ACTIONS
    )
    if intent.threshold is not None:
        game.deny(WORDS.value, "--threshold works only with `test`")
    do.expect_rolls()
    if do.name in ANNOUNCED:
        tell_beginning(do, do.name)
    carry_out(do)
    fill_report(do)
    return game.report


def carry_out(do: ActionContext) -> None:
    """Run an action, and the covering fire under which it is done (ST-097, ST-R42).

    Whoever the fire puts down first fails."""
    game, who, row = do.game, do.who, do.row
    fire = CoveringFire(game, find_under_fire(do))
    if fire.comes_first:
        check_able(game, who, bound_too=row.name == "escape")
        if row.cost == "action":
            check_turn(game, who)
        check_action(game, who)
        fire.fall_before()
    if who.able or not fire.comes_first:
        if not row.usage:
            check_no_names(do)
        row.run(do)
    else:
        do.outcome = "failed"
    fire.fall_after()


def find_under_fire(do: ActionContext) -> list[Fighter]:
    """Return those who act in this action and so are hit by covering fire.

    Nobody does by a free action or by hiding; both sides do in a grapple."""
    if do.row.cost == "free" or do.name in HIDING:
        return []
    hold = do.who.read_grapple() if do.name == "grapple" else None
    other = hold["with"] if hold else None
    there = other in do.game.draft.encounter.combatants
    return [do.who, do.game.fighter(str(other))] if there else [do.who]


def fill_report(do: ActionContext) -> None:
    """Write the keys of an action's JSON report: who, action, targets, outcome, then what the
    action added."""
    body = do.game.report.body
    fire = body.pop("covering_fire", None)
    body |= {"who": do.who.id, "action": do.name}
    if len(do.targets) == 1:
        body["target"] = do.targets[0]
    if len(do.targets) > 1 or do.row.usage == "TARGET...":
        body["targets"] = do.targets
    body["outcome"] = do.outcome
    body |= {
        key: do.body[key] for key in ("net_hits", "damage") if key in do.body
    }
    body |= do.body
    if fire:
        body["covering_fire"] = fire
