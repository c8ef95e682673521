"""All other actions, and tests."""

from collections.abc import Callable, Mapping

from back_alley.attack import weapon_named
from back_alley.dice import against
from back_alley.game import WORDS, Game
from back_alley.sheet import Fighter
from back_alley.tables import ACTIONS, MOST_NUMBER, NUMBER, TESTS
from back_alley.turn import may_act, pay
from back_alley.wounds import affect, passed
from gmtrack.core.intents import Act, Test
from gmtrack.core.report import Part, Report
from gmtrack.rulesets.kit.words import known


def act(game: Game, intent: Act) -> Report:
    """One action of the list."""
    who = game.find(intent.who)
    name = known(intent.action, ACTIONS, "action", WORDS.unknown)
    row = ACTIONS[name]
    game.takes_no_words()
    game.takes_only(*(("--mod",) if name == "shove" else ()))
    game.takes_none("--threshold", intent.threshold)
    if len(intent.args) != len(row.usage.split()):
        usage = " ".join(filter(None, ("act", who.id, name, row.usage)))
        game.deny(WORDS.value, f"type `{usage}`")
    game.expect([("shove", who.id)] if name == "shove" else [])
    game.report.body |= {"who": who.id, "action": name}
    DONE[name](game, who, intent.args)
    return game.report


def _declared(game: Game, who: Fighter, action: str, **words: str) -> None:
    """It is allowed, paid for and told."""
    may_act(game, who)
    pay(who)
    game.report.tell(f"act.{action}", "head", who=who.id, **words)


def _stand_up(game: Game, who: Fighter, args: tuple[str, ...]) -> None:
    if not who.prone:
        game.deny(WORDS.value, f"{who.id} is on their feet")
    _declared(game, who, "stand-up")
    who.prone = False


def _take_cover(game: Game, who: Fighter, args: tuple[str, ...]) -> None:
    if who.in_cover:
        game.deny(WORDS.value, f"{who.id} has cover")
    _declared(game, who, "take-cover")
    affect(game, who, "in-cover")


def _dodge(game: Game, who: Fighter, args: tuple[str, ...]) -> None:
    _declared(game, who, "dodge")
    affect(game, who, "dodging")


def _ready(game: Game, who: Fighter, args: tuple[str, ...]) -> None:
    weapon = weapon_named(who, args[0])
    if weapon == who.in_hand:
        game.deny(WORDS.value, f"{who.id} has the {weapon} in hand")
    if weapon in who.lying:
        game.refuse("weapon", f"the {weapon} of {who.id} has been thrown")
    _declared(game, who, "ready", weapon=weapon)
    who.in_hand = weapon
    who.lying = [one for one in who.lying if one != weapon]


def _shove(game: Game, who: Fighter, args: tuple[str, ...]) -> None:
    target = game.find(args[0])
    if target is who:
        game.deny(WORDS.value, f"{who.id} cannot be the target, too")
    if target.prone:
        game.refuse("target", f"{target.id} lies on the ground")
    _declared(game, who, "shove", target=target.id)
    passed(game, who, "in-cover")
    parts = (Part("toughness", who.sheet.toughness),)
    success = against(game, "shove", who, parts).success
    game.report.body |= {"target": target.id, "outcome": "success" if success else "failure"}
    if success:
        affect(game, target, "prone")


DONE: Mapping[str, Callable[[Game, Fighter, tuple[str, ...]], None]] = {
    "stand-up": _stand_up,
    "take-cover": _take_cover,
    "dodge": _dodge,
    "ready": _ready,
    "shove": _shove,
}


def test(game: Game, intent: Test) -> Report:
    """Two dice and an attribute; it costs nothing and can be made any time."""
    who = game.find(intent.who)
    what = known(intent.what, TESTS, "test", WORDS.unknown)
    game.expect([(what, who.id)])
    game.takes_no_words()
    game.takes_only("--mod")
    game.takes_none("--limit", intent.limit)
    number = NUMBER if intent.threshold is None else intent.threshold
    if not 0 <= number <= MOST_NUMBER:
        game.deny(WORDS.value, f"--threshold {number}: must be 0 to {MOST_NUMBER}")
    game.report.tell("test", "head", who=who.id, what=what)
    parts = (Part(what, getattr(who.sheet, what)),)
    success = against(game, what, who, parts, number).success
    game.report.body |= {"who": who.id, "test": what}
    game.report.body["outcome"] = "success" if success else "failure"
    return game.report
