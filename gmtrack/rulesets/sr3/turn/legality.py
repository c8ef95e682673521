"""Checks who may act now and what an action costs: status, phase, actions left."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import Game

Cost = Literal["none", "free", "simple", "complex"]
COSTS: tuple[Cost, ...] = ("none", "free", "simple", "complex")
SIMPLE: dict[Cost, int] = {"none": 0, "free": 0, "simple": 1, "complex": 2}
"""The simple actions that a cost takes."""
FREE, WHOLE = 1, 2
"""The free and the simple actions of a whole phase."""


def check_running(game: Game) -> None:
    """Refuse what needs a combat turn in progress if there is none. Raises Refusal (`phase`)."""
    if not game.fight.running:
        game.refuse("phase", "no combat turn in progress: `next` starts one")


def check_able(game: Game, who: Fighter, *, subdued_too: bool = False) -> None:
    """Refuse somebody who cannot act. `subdued_too`: a subdued combatant may. Raises Refusal
    (`status`)."""
    if not (who.able or (subdued_too and who.awake)):
        way = (
            f": `act {who.id} subdual-break`" if who.status == "subdued" else ""
        )
        game.refuse("status", f"{who.name} is {who.status} and cannot act{way}")


class Objection(NamedTuple):
    """A rule that is against an action: the kind of refusal and its message."""

    kind: str
    message: str


def check_and_pay(game: Game, who: Fighter, cost: Cost) -> None:
    """Check the cost of an action against what is left of the phase, and pay it. The house rule
    `action_check` decides what an objection does. Raises Refusal (`turn`, `action`) if that is
    `strict`."""
    for objection in objections_to_cost(game, who, cost):
        if must_warn(game, objection):
            warn(game, objection)
    pay(game, who, cost)


def objections_to_cost(
    game: Game, who: Fighter, cost: Cost, *, free_too: bool = False
) -> Iterator[Objection]:
    """Yield the objections to a cost while a combat turn runs: it is not the combatant's phase
    (`turn`), or too few actions are left in it (`action`). `free_too`: a free action for a
    called shot on top."""
    if not game.fight.running or (cost == "none" and not free_too):
        return
    if not game.on_turn(who):
        yield Objection(
            "turn", f"{who.name} cannot act now: {whose_phase(game, who)}"
        )
        return
    if free_actions(cost, free_too) > who.free_left:
        yield Objection(
            "action", f"{who.name} has no free action left in this phase"
        )
    if SIMPLE[cost] > who.simple_left:
        left = f"{who.simple_left} of {WHOLE} simple actions left"
        price = f"a {cost} action takes {SIMPLE[cost]}"
        yield Objection("action", f"{who.name} has {left}, {price}")


def whose_phase(game: Game, who: Fighter) -> str:
    """Return the sentence that says whose phase it is, with the command line that goes on from
    there."""
    acting = game.fight.acting
    told = (
        f"it is the phase of {game.name(acting)}"
        if acting
        else "it is nobody's phase"
    )
    way = (
        f"`intervene {who.id}` takes theirs"
        if who.delayed
        else "`next` goes on"
    )
    return f"{told} ({way})"


def free_actions(cost: Cost, free_too: bool) -> int:
    """Return the free actions that a cost takes; `free_too` adds one, for a called shot."""
    return (cost == "free") + free_too


def must_warn(game: Game, objection: Objection) -> bool:
    """Refuse an objection under the house rule `action_check` `strict`; else return whether to warn
    of it. Raises Refusal of the objection's kind."""
    if game.house.action_check == "strict":
        game.refuse(*objection)
    return game.house.action_check == "warn"


def warn(game: Game, objection: Objection) -> None:
    """Note an objection as a warning, in the story and in the document."""
    game.notes.append({"note": objection.kind, "message": objection.message})
    game.report.tell("warning", "bad", message=objection.message)


def pay(
    game: Game, who: Fighter, cost: Cost, *, free_too: bool = False
) -> None:
    """Take the cost from the actions left in the phase. Costs nothing outside the combatant's own
    phase. `free_too`: a free action for a called shot on top."""
    if not game.on_turn(who):
        return
    with game.draft.by("SR-011, SR-R04"):
        who.free_left = max(0, who.free_left - free_actions(cost, free_too))
        who.simple_left = max(0, who.simple_left - SIMPLE[cost])


def lose_aim(game: Game, who: Fighter) -> None:
    """End a combatant's aim, if they have one; any other action spoils it."""
    if who.aim:
        with game.draft.by("SR-126"):
            who.aim = None
        game.report.tell("aim.lost", "note", who=who.name)
