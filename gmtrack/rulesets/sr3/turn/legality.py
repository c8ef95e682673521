"""Who may act now and what an action costs: status, whose phase it is, the actions left in it."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import Game

Cost = Literal["none", "free", "simple", "complex"]
COSTS: tuple[Cost, ...] = ("none", "free", "simple", "complex")
SIMPLE: dict[Cost, int] = {"none": 0, "free": 0, "simple": 1, "complex": 2}
"""What of `simple_left` a price takes."""
FREE, WHOLE = 1, 2
"""What a phase has."""


def check_running(game: Game) -> None:
    if not game.fight.running:
        game.refuse("phase", "no combat turn in progress: `next` starts one")


def check_able(game: Game, who: Fighter, *, subdued_too: bool = False) -> None:
    if not (who.able or (subdued_too and who.awake)):
        way = (
            f": `act {who.id} subdual-break`" if who.status == "subdued" else ""
        )
        game.refuse("status", f"{who.id} is {who.status} and cannot act{way}")


class Objection(NamedTuple):
    """What the rules have against an action: the kind of refusal and its message."""

    kind: str
    message: str


def settle(game: Game, who: Fighter, cost: Cost) -> None:
    """Check and pay the price of one action. Raises Refusal (`turn`, `action`) as
    `action_check` says."""
    for objection in too_dear(game, who, cost):
        if forbidden(game, objection):
            warn(game, objection)
    pay(game, who, cost)


def too_dear(
    game: Game, who: Fighter, cost: Cost, *, free_too: bool = False
) -> Iterator[Objection]:
    """What is against this price now, while a combat turn runs. `free_too`: a called shot
    on top."""
    if not game.fight.running or (cost == "none" and not free_too):
        return
    if not game.on_turn(who):
        yield Objection(
            "turn", f"{who.id} cannot act now: {whose_phase(game, who)}"
        )
        return
    if free_actions(cost, free_too) > who.free_left:
        yield Objection(
            "action", f"{who.id} has no free action left in this phase"
        )
    if SIMPLE[cost] > who.simple_left:
        left = f"{who.simple_left} of {WHOLE} simple actions left"
        price = f"a {cost} action takes {SIMPLE[cost]}"
        yield Objection("action", f"{who.id} has {left}, {price}")


def whose_phase(game: Game, who: Fighter) -> str:
    """Whose phase it is, and the line that goes on from there."""
    acting = game.fight.acting
    told = f"it is the phase of {acting}" if acting else "it is nobody's phase"
    way = (
        f"`intervene {who.id}` takes theirs"
        if who.delayed
        else "`next` goes on"
    )
    return f"{told} ({way})"


def free_actions(cost: Cost, free_too: bool) -> int:
    return (cost == "free") + free_too


def forbidden(game: Game, objection: Objection) -> bool:
    """By house rule: refuse it, or say whether it is to be warned of. Raises Refusal."""
    if game.house.action_check == "strict":
        game.refuse(*objection)
    return game.house.action_check == "warn"


def warn(game: Game, objection: Objection) -> None:
    """A note, in the story and in the document."""
    game.notes.append({"note": objection.kind, "message": objection.message})
    game.report.tell("warning", "bad", message=objection.message)


def pay(
    game: Game, who: Fighter, cost: Cost, *, free_too: bool = False
) -> None:
    """Take the price from the phase that is theirs."""
    if not game.on_turn(who):
        return
    with game.draft.by("SR-011, SR-R04"):
        who.free_left = max(0, who.free_left - free_actions(cost, free_too))
        who.simple_left = max(0, who.simple_left - SIMPLE[cost])


def lose_aim(game: Game, who: Fighter) -> None:
    """Any other action spoils it."""
    if who.aim:
        with game.draft.by("SR-126"):
            who.aim = None
        game.report.tell("aim.lost", "note", who=who.name)
