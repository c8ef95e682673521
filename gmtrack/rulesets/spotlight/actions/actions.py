"""`act WHO ACTION [TARGET...]`: the list of actions, and how one of them runs."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from gmtrack.core.intents import Act
from gmtrack.core.names import squash
from gmtrack.core.report import Report
from gmtrack.rulesets.kit.words import Told, known
from gmtrack.rulesets.spotlight.actions import death_spotlight, movement, objects, passing, weapons
from gmtrack.rulesets.spotlight.actions.doing import Doing
from gmtrack.rulesets.spotlight.actions.first_aid import first_aid
from gmtrack.rulesets.spotlight.sheet.game import WORDS, Game
from gmtrack.rulesets.spotlight.turn.costs import REACT
from gmtrack.rulesets.spotlight.turn.legality import (
    check_able,
    check_heard,
    check_not_over,
    check_started,
)
from gmtrack.rulesets.spotlight.turn.spotlight import settle, turn_document

NONE: Mapping[str, str] = MappingProxyType({})


class Action(NamedTuple):
    """One row: what people type, the AP, the rows of the rules, what it does. `when`: `paid` in the
    spotlight or on a trigger, `turn` what passes it around, `free` at any time, `death` a choice
    of the death spotlight. `words` of `--with` that it takes, each with its help."""

    name: str
    usage: str
    ap: int
    id: str
    help: str
    handler: Callable[[Doing], None]
    when: str = "paid"
    words: Mapping[str, str] = REACT


_ROWS = (
    Action("move", "[WHERE]", 1, "SP-AP-02", "as far as Speed; a bad leg needs --with helped",
           movement.move, words=movement.MOVE_WORDS),
    Action("draw", "WEAPON", 1, "SP-AP-04", "into its arm, or the other one", weapons.take_in_hand),
    Action("pick-up", "[WEAPON]", 1, "SP-AP-04", "from the ground", weapons.pick_up),
    Action("change-hands", "WEAPON", 1, "SP-AP-03", "to the other arm", weapons.change_hands),
    Action("drop", "WEAPON", 0, "SP-R51", "out of hand", weapons.drop, "free"),
    Action("take-cover", "ID", 1, "SP-AP-04", "behind a piece of the scene", movement.take_cover),
    Action("leave-cover", "", 0, "SP-R51", "out from behind it", movement.leave_cover, "free"),
    Action("throw", "[WHAT]", 1, "SP-AP-04", "what need not hit; else attack", objects.with_hands),
    Action("open-door", "[WHAT]", 1, "SP-AP-04", "a door", objects.with_hands),
    Action("press-button", "[WHAT]", 1, "SP-AP-04", "a button", objects.with_hands),
    Action("set-explosives", "[WHAT]", 1, "SP-AP-04", "a charge", objects.with_hands),
    Action("activate-implant", "[WHAT]", 1, "SP-AP-04", "an implant", objects.plain),
    Action("jack-in", "[WHAT]", 1, "SP-AP-04", "into a system", objects.plain),
    Action("activate-hacked-device", "[WHAT]", 1, "SP-AP-04", "a device", objects.plain),
    Action("hack", "[WHAT]", 1, "SP-AP-04", "a system", objects.plain),
    Action("other", "[WHAT]", 1, "SP-AP-03", "anything else", objects.plain),
    Action("first-aid", "OTHER", 1, "SP-INJ-06", "wake somebody: medicine", first_aid),
    Action("pass", "OTHER", 0, "SP-SPOT-04", "the spotlight goes to OTHER", passing.pass_on,
           "turn", NONE),
    Action("share", "OTHER...", 0, "SP-SPOT-09", "OTHER holds it too", passing.share, "turn", NONE),
    Action("forgo", "", 0, "SP-SPOT-13", "nothing more in this round", passing.forgo, "turn", NONE),
    Action("cheat-death", "", 0, "SP-DEATH-04", "willpower, at the price of Fortitude",
           death_spotlight.cheat_death, "death", NONE),
    Action("invite", "OTHER", 0, "SP-DEATH-11", "another PC tries to save you",
           death_spotlight.invite, "death", NONE),
    Action("save", "OTHER", 1, "SP-DEATH-13", "the invited one's roll, of 4 extra AP",
           death_spotlight.save, "death", death_spotlight.SAVE_WORDS),
    Action("die", "", 0, "SP-DEATH-02", "the end", death_spotlight.give_up, "death", NONE),
)  # fmt: skip

ACTIONS: Mapping[str, Action] = MappingProxyType({row.name: row for row in _ROWS})


def act(game: Game, intent: Act) -> Report:
    """One action, legal and paid. Raises Refusal; nothing has changed then."""
    who = game.find(intent.who)
    row = ACTIONS[known(squash(intent.action), ACTIONS, "action", WORDS.unknown)]
    told = Told(game.options.words, row.words, game.draft.encounter, WORDS)
    Told(game.options.without, {}, game.draft.encounter, WORDS)
    if intent.threshold is not None:
        game.deny(WORDS.value, "--threshold goes with test; the Difficulty here takes --mod")
    doing = Doing(game, who, row.name, intent.args, told)
    check_time(doing, row)
    if row.name not in ROLLING:
        game.expect([])
    row.handler(doing)
    settle(game)
    game.report.body |= {
        "who": who.id, "action": row.name, "targets": doing.body.pop("targets", []),
        "outcome": doing.body.pop("outcome", "done"), **doing.body,
    }  # fmt: skip
    if row.when in ("turn", "death"):
        game.report.body |= turn_document(game)
    return game.report


ROLLING = ("first-aid", "cheat-death", "save")
"""Actions that may roll, and name their rolls themselves."""


def check_time(do: Doing, row: Action) -> None:
    """Whether an action of this kind can be taken now. Raises Refusal."""
    game, save = do.game, do.game.fight.save
    if row.when == "death":
        return
    helper = bool(save) and save["by"] == do.who.id if save else False
    if not (helper and row.name == "move"):
        check_heard(game)
    if row.when == "turn":
        check_started(game)
    elif row.when == "paid" or row.name not in game.house.costs_nothing:
        check_not_over(game)
    if not (row.name == "pass" and game.holds(do.who)):
        check_able(game, do.who)
