"""Helpers for one action at work: who does what to whom, its price, its outcome."""

from collections.abc import Iterable, Iterator

from gmtrack.rulesets.kit import actions as kit
from gmtrack.rulesets.spotlight.dice import TestResult
from gmtrack.rulesets.spotlight.rulings import House
from gmtrack.rulesets.spotlight.sheet.game import WORDS, Game
from gmtrack.rulesets.spotlight.sheet.state import Fighter
from gmtrack.rulesets.spotlight.turn.legality import Trigger, check_cost, pay

ActionContext = kit.ActionContext[Game, Fighter]
Action = kit.Action[ActionContext]


def price_of(row: Action, house: House) -> int:
    """Return the AP that an action costs under the house rules, as shown and charged (SP-R51)."""
    return (
        0
        if row.kind == "free" and row.name in house.costs_nothing
        else int(row.cost)
    )


def cost_of(do: ActionContext) -> int:
    """Return the AP that the action at work costs."""
    return price_of(do.row, do.game.house)


def spend(do: ActionContext, *, move: bool = False) -> None:
    """Charge the price of the action, in the spotlight or as a reaction by `--with react`.
    `move`: by the row for moves. Raises Refusal (`no-ap` and the kinds of the turn)."""
    trigger: Trigger | None = (
        "react" if do.typed_words.has_word("react", do.who.id) else None
    )
    check_cost(do.game, do.who, cost_of(do), trigger)
    pay(
        do.game,
        do.who,
        cost_of(do),
        "SP-AP-02" if move else "SP-AP-03",
        trigger,
        move=move,
    )


def read_only_argument(
    do: ActionContext, what: str, choices: Iterable[str]
) -> str:
    """Return the only word after the action. Raises Refusal (`unknown-name`), with `choices`, if
    there are none or several."""
    if len(do.args) != 1:
        do.game.deny(
            WORDS.unknown, describe_arguments(do, f"one {what}", choices)
        )
    return do.args[0]


def describe_arguments(
    do: ActionContext, what: str, choices: Iterable[str]
) -> str:
    """Return the sentence that says what must follow the action."""
    listed = ", ".join(choices)
    return (
        f"`act {do.who.id} {do.name}` takes {what}: {listed or 'there is none'}"
    )


def other_names(do: ActionContext) -> Iterator[str]:
    """Yield the names of everybody but the one who acts."""
    for who in do.game.everybody():
        if who is not do.who:
            yield who.name


def read_target(do: ActionContext) -> Fighter:
    """Return the action's only target and note it. Raises Refusal (`unknown-name`)."""
    target = do.game.find(read_only_argument(do, "target", other_names(do)))
    do.targets = [target.id]
    return target


def record_outcome(do: ActionContext, result: TestResult) -> None:
    """Write outcome and surplus of an action that rolls."""
    do.outcome = "passed" if result.passed else "failed"
    if result.passed:
        do.body["net_hits"] = result.surplus


def need_arm(do: ActionContext) -> None:
    """Refuse an action that takes an arm if none works (SP-INJ-02). Raises Refusal
    (`limb-useless`). Depends on the house rule `weapon_arm`."""
    enforced = do.game.house.weapon_arm != "ignore"
    if enforced and not do.who.working_arms():
        do.game.refuse(
            "limb-useless",
            f"{do.name} needs an arm, and {do.who.name} has none that works",
        )


def spend_unless_free(do: ActionContext) -> None:
    """Charge `drop` or `leave-cover` if a house rule makes them cost AP; they are free otherwise
    (SP-R51)."""
    if cost_of(do):
        spend(do)
