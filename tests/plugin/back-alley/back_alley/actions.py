"""All other actions, and tests."""

from collections.abc import Mapping

from back_alley.attack import weapon_named
from back_alley.dice import against
from back_alley.game import WORDS, Game
from back_alley.sheet import Fighter
from back_alley.tables import MOST_NUMBER, NUMBER, TESTS
from back_alley.turn import may_act, pay
from back_alley.wounds import affect, passed
from gmtrack.core.intents import Act, Test
from gmtrack.core.report import Part, Report
from gmtrack.rulesets.kit import actions as kit
from gmtrack.rulesets.kit.actions import begin_action, index_actions
from gmtrack.rulesets.kit.words import match_choice

ActionContext = kit.ActionContext[Game, Fighter]
Action = kit.Action[ActionContext]


def act(game: Game, intent: Act) -> Report:
    """One action of the list."""
    do: ActionContext = begin_action(game, game.find(intent.who), intent, ACTIONS)
    game.deny_option("--threshold", intent.threshold)
    if len(intent.args) != len(do.row.usage.split()):
        usage = " ".join(filter(None, ("act", do.who.id, do.name, do.row.usage)))
        game.deny(WORDS.value, f"type `{usage}`")
    do.expect_rolls()
    game.report.body |= {"who": do.who.id, "action": do.name}
    do.row.run(do)
    return game.report


def _declared(do: ActionContext, **words: str) -> None:
    """It is allowed, paid for and told."""
    may_act(do.game, do.who)
    pay(do.who)
    do.tell_fact(f"act.{do.name}", "head", **words)


def _stand_up(do: ActionContext) -> None:
    if not do.who.prone:
        do.game.deny(WORDS.value, f"{do.who.id} is on their feet")
    _declared(do)
    do.who.prone = False


def _take_cover(do: ActionContext) -> None:
    if do.who.in_cover:
        do.game.deny(WORDS.value, f"{do.who.id} has cover")
    _declared(do)
    affect(do.game, do.who, "in-cover")


def _dodge(do: ActionContext) -> None:
    _declared(do)
    affect(do.game, do.who, "dodging")


def _ready(do: ActionContext) -> None:
    game, who = do.game, do.who
    weapon = weapon_named(who, do.args[0])
    if weapon == who.in_hand:
        game.deny(WORDS.value, f"{who.id} has the {weapon} in hand")
    if weapon in who.lying:
        game.refuse("weapon", f"the {weapon} of {who.id} has been thrown")
    _declared(do, weapon=weapon)
    who.in_hand = weapon
    who.lying = [one for one in who.lying if one != weapon]


def _shove(do: ActionContext) -> None:
    game, who = do.game, do.who
    target = game.find(do.args[0])
    if target is who:
        game.deny(WORDS.value, f"{who.id} cannot be the target, too")
    if target.prone:
        game.refuse("target", f"{target.id} lies on the ground")
    _declared(do, target=target.id)
    passed(game, who, "in-cover")
    parts = (Part("toughness", who.sheet.toughness),)
    success = against(game, "shove", who, parts).success
    game.report.body |= {"target": target.id, "outcome": "success" if success else "failure"}
    if success:
        affect(game, target, "prone")


ACTIONS: Mapping[str, Action] = index_actions(
    Action("stand-up", "", "", "A-TURN-2", "up from the ground", _stand_up),
    Action("take-cover", "", "", "A-TURN-2",
           "-2 to be hit, until you hit somebody yourself or fall", _take_cover),
    Action("ready", "WEAPON", "", "A-TURN-2", "take a weapon in hand; what was there is put away",
           _ready),
    Action("dodge", "", "", "A-TURN-2", "-2 to be hit until your next turn", _dodge),
    Action("shove", "TARGET", "", "A-TURN-2", "2d6 + toughness; the target falls", _shove,
           options=("--mod",), rolls=("shove",)),
)  # fmt: skip


def test(game: Game, intent: Test) -> Report:
    """Two dice and an attribute; it costs nothing and can be made any time."""
    who = game.find(intent.who)
    what = match_choice(intent.what, TESTS, "test", WORDS.unknown)
    game.expect([(what, who.id)])
    game.deny_words()
    game.deny_options_except("--mod")
    game.deny_option("--limit", intent.limit)
    number = NUMBER if intent.threshold is None else intent.threshold
    if not 0 <= number <= MOST_NUMBER:
        game.deny(WORDS.value, f"--threshold {number}: must be 0 to {MOST_NUMBER}")
    game.report.tell("test", "head", who=who.id, what=what)
    parts = (Part(what, getattr(who.sheet, what)),)
    success = against(game, what, who, parts, number).success
    game.report.body |= {"who": who.id, "test": what}
    game.report.body["outcome"] = "success" if success else "failure"
    return game.report
