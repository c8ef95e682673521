"""`act WHO ACTION [TARGET...]`: the list of actions, and how one of them runs."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from gmtrack.core.intents import Act
from gmtrack.core.names import squash
from gmtrack.core.report import Report
from gmtrack.rulesets.kit.words import WordArgs, known
from gmtrack.rulesets.spotlight.actions import death_spotlight, passing
from gmtrack.rulesets.spotlight.actions import paid as movement
from gmtrack.rulesets.spotlight.actions import paid as objects
from gmtrack.rulesets.spotlight.actions import paid as weapons
from gmtrack.rulesets.spotlight.actions.context import ActionContext
from gmtrack.rulesets.spotlight.actions.paid import first_aid
from gmtrack.rulesets.spotlight.rulings import House
from gmtrack.rulesets.spotlight.sheet.game import WORDS, Game
from gmtrack.rulesets.spotlight.turn.legality import (
    REACT,
    check_able,
    check_not_interrupted,
    check_not_over,
    check_started,
)
from gmtrack.rulesets.spotlight.turn.spotlight import settle, turn_document

NONE: Mapping[str, str] = MappingProxyType({})


class Action(NamedTuple):
    """One row: what people type, its price in AP, the rows of the rules, what it does. In `usage`
    capitals are a slot, brackets may be left out, dots stand for several. `when`: `paid` in the
    spotlight or on a trigger, `turn` what passes it around, `free` at any time where SP-R51 makes
    it free, `death` a choice of the death spotlight. `words` of `--with` that it takes, each with
    its help."""

    name: str
    usage: str
    ap: int
    id: str
    help: str
    handler: Callable[[ActionContext], None]
    when: str = "paid"
    words: Mapping[str, str] = REACT


_ROWS = (
    Action("move", "[TEXT...]", 1, "SP-AP-02", "up to Speed; a useless leg needs --with helped",
           movement.move, words=movement.MOVE_WORDS),
    Action("draw", "WEAPON", 1, "SP-AP-04", "take a weapon in hand", weapons.take_in_hand),
    Action("pick-up", "[WEAPON]", 1, "SP-AP-04", "take a weapon or anything else from the ground",
           weapons.pick_up),
    Action("change-hands", "WEAPON", 1, "SP-AP-03", "take a weapon in the other hand",
           weapons.change_hands),
    Action("drop", "WEAPON", 1, "SP-R51", "let go of a weapon", weapons.drop, "free"),
    Action("take-cover", "COVER", 1, "SP-AP-04", "get behind a piece of the scene",
           movement.take_cover),
    Action("leave-cover", "", 1, "SP-R51", "get out of cover", movement.leave_cover, "free"),
    Action("throw", "[TEXT...]", 1, "SP-AP-04", "throw what need not hit; else use attack",
           objects.with_hands),
    Action("open-door", "[TEXT...]", 1, "SP-AP-04", "open a door", objects.with_hands),
    Action("press-button", "[TEXT...]", 1, "SP-AP-04", "press a button", objects.with_hands),
    Action("set-explosives", "[TEXT...]", 1, "SP-AP-04", "set a charge", objects.with_hands),
    Action("activate-implant", "[TEXT...]", 1, "SP-AP-04", "activate an implant", objects.plain),
    Action("jack-in", "[TEXT...]", 1, "SP-AP-04", "jack into a system", objects.plain),
    Action("activate-hacked-device", "[TEXT...]", 1, "SP-AP-04", "use a device that was hacked",
           objects.plain),
    Action("hack", "[TEXT...]", 1, "SP-AP-04", "hack a system", objects.plain),
    Action("other", "[TEXT...]", 1, "SP-AP-03", "do anything else", objects.plain),
    Action("first-aid", "TARGET", 1, "SP-INJ-06", "wake somebody unconscious: medicine test",
           first_aid),
    Action("pass", "TARGET", 0, "SP-SPOT-04", "hand the spotlight on", passing.pass_on,
           "turn", NONE),
    Action("share", "TARGET...", 0, "SP-SPOT-09", "share the spotlight", passing.share,
           "turn", NONE),
    Action("forgo", "", 0, "SP-SPOT-13", "give up the rest of this round's AP", passing.forgo,
           "turn", NONE),
    Action("cheat-death", "", 0, "SP-DEATH-04", "willpower test; costs a point of Fortitude",
           death_spotlight.cheat_death, "death", NONE),
    Action("invite", "TARGET", 0, "SP-DEATH-11", "ask another PC for a dramatic save",
           death_spotlight.invite, "death", NONE),
    Action("save", "TARGET", 1, "SP-DEATH-13", "dramatic save: medicine test, 1 of its 4 AP",
           death_spotlight.save, "death", death_spotlight.SAVE_WORDS),
    Action("die", "", 0, "SP-DEATH-02", "die", death_spotlight.give_up, "death", NONE),
)  # fmt: skip

ACTIONS: Mapping[str, Action] = MappingProxyType({row.name: row for row in _ROWS})


def price(row: Action, house: House) -> int:
    """The AP of an action, as they are shown and charged; SP-R51 makes two of them free or not."""
    return 0 if row.when == "free" and row.name in house.costs_nothing else row.ap


def act(game: Game, intent: Act) -> Report:
    """One action, legal and paid. Raises Refusal; nothing has changed then."""
    who = game.find(intent.who)
    row = ACTIONS[known(squash(intent.action), ACTIONS, "action", WORDS.unknown)]
    told = WordArgs(game.options.words, row.words, game.draft.encounter, WORDS)
    WordArgs(game.options.without, {}, game.draft.encounter, WORDS)
    if intent.threshold is not None:
        other = "; `--mod N:WHY` changes the Difficulty" if row.name in ROLLING else ""
        game.deny(WORDS.value, f"`--threshold` is for `test` only{other}")
    game.takes_only(*(("--mod",) if row.name in ROLLING else ()))
    doing = ActionContext(game, who, row.name, price(row, game.house), intent.args, told, {})
    check_time(doing, row)
    if row.name not in ROLLING:
        game.expect([])
    row.handler(doing)
    settle(game)
    game.report.body |= {
        "who": who.id, "action": row.name, "targets": doing.body.pop("targets", []),
        "outcome": doing.body.pop("outcome", "done"), **doing.body,
    }  # fmt: skip
    if row.when in ("turn", "death") and game.narrated:
        game.report.body |= turn_document(game)
    return game.report


ROLLING = ("first-aid", "cheat-death", "save")
"""Actions that may roll; their handlers name the rolls."""


def check_time(do: ActionContext, row: Action) -> None:
    """Whether an action of this kind can be taken now. Raises Refusal."""
    game, save = do.game, do.game.fight.save
    if row.when == "death":
        return
    helper = bool(save) and save["by"] == do.who.id if save else False
    if not (helper and row.name == "move"):
        check_not_interrupted(game)
    if row.when == "turn":
        check_started(game)
    elif row.when == "paid" or do.cost:
        check_not_over(game)
    if not (row.name == "pass" and game.holds(do.who)):
        check_able(game, do.who)
