"""One action at work: who does what to whom, its price, its outcome."""

from collections.abc import Iterable, Iterator

from gmtrack.core.encounter import Data
from gmtrack.core.values import frozen
from gmtrack.rulesets.kit.words import WordArgs
from gmtrack.rulesets.spotlight.dice import Result
from gmtrack.rulesets.spotlight.sheet.game import WORDS, Game
from gmtrack.rulesets.spotlight.sheet.state import Fighter
from gmtrack.rulesets.spotlight.turn.legality import Trigger, check_cost, pay


@frozen
class ActionContext:
    """One action as declared, `cost` in AP; handlers check, pay, roll, and write into `body`."""

    game: Game
    who: Fighter
    name: str
    cost: int
    args: tuple[str, ...]
    told: WordArgs
    body: Data

    def tell(self, key: str, tone: str = "", **args: object) -> None:
        self.game.report.tell(key, tone, who=self.who.name, **args)


def spend(do: ActionContext, *, move: bool = False) -> None:
    """Pay for it, in the spotlight or with `--with react`."""
    trigger: Trigger | None = "react" if do.told.has("react", do.who.id) else None
    check_cost(do.game, do.who, do.cost, trigger)
    pay(do.game, do.who, do.cost, "SP-AP-02" if move else "SP-AP-03", trigger, move=move)


def one_arg(do: ActionContext, what: str, choices: Iterable[str]) -> str:
    """The one word after the action. Raises Refusal (`unknown-name`), with the words to choose
    from."""
    if len(do.args) != 1:
        do.game.deny(WORDS.unknown, takes(do, f"one {what}", choices))
    return do.args[0]


def takes(do: ActionContext, what: str, choices: Iterable[str]) -> str:
    """What has to follow the action."""
    listed = ", ".join(choices)
    return f"`act {do.who.id} {do.name}` takes {what}: {listed or 'there is none'}"


def others(do: ActionContext) -> Iterator[str]:
    """The ids of everybody else."""
    for who in do.game.everybody():
        if who is not do.who:
            yield who.id


def the_target(do: ActionContext) -> Fighter:
    """The combatant that the action is about."""
    target = do.game.find(one_arg(do, "target", others(do)))
    do.body["targets"] = [target.id]
    return target


def judge(do: ActionContext, result: Result) -> None:
    """Outcome and surplus of an action that rolls."""
    do.body["outcome"] = "passed" if result.passed else "failed"
    if result.passed:
        do.body["net_hits"] = result.surplus


def need_arm(do: ActionContext) -> None:
    """It takes a working arm (SP-INJ-02). Raises Refusal (`limb-useless`)."""
    enforced = do.game.house.weapon_arm != "ignore"
    if enforced and not do.who.working_arms():
        do.game.refuse(
            "limb-useless", f"{do.name} needs an arm, and {do.who.id} has none that works"
        )


def spend_unless_free(do: ActionContext) -> None:
    """`drop` and `leave-cover` are free at any time, or are paid by house rule (SP-R51)."""
    if do.cost:
        spend(do)
