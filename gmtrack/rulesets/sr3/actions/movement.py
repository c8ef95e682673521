"""Movement and position: standing, running, cover, joining and leaving a melee. What is not there
cannot be ended. Each raises Refusal (`option`, `status`)."""

from gmtrack.rulesets.sr3.actions.doing import ActionContext
from gmtrack.rulesets.sr3.sheet.records import Gait
from gmtrack.rulesets.sr3.wounds import effects, engagement


def stand_up(do: ActionContext) -> None:
    _posture(do, False, "is standing already", "to go prone", "drop-prone")


def drop_prone(do: ActionContext) -> None:
    _posture(do, True, "is prone already", "to get up", "stand-up")


def _posture(do: ActionContext, prone: bool, state: str, to: str, action: str) -> None:
    do.nobody()
    who = do.who.id
    do.not_if("status", do.who.prone is prone, f"{who} {state}", f"{to}: `act {who} {action}`")
    do.who.prone = prone


def run(do: ActionContext, gait: Gait) -> None:
    do.nobody()
    effects.run(do.who, gait)


def stop(do: ActionContext) -> None:
    do.nobody()
    _not_there(do, do.who.running == "none", "running", "run")
    effects.run(do.who, "none")


def take_cover(do: ActionContext) -> None:
    do.nobody()
    do.who.partial_cover = True


def leave_cover(do: ActionContext) -> None:
    do.nobody()
    _not_there(do, not do.who.partial_cover, "in cover", "take-cover")
    do.who.partial_cover = False


def disengage(do: ActionContext) -> None:
    do.nobody()
    _not_there(do, not engagement.joined_with(do.game, do.who), "in melee", "engage TARGET")
    engagement.leave(do.game, do.who)


def move_away(do: ActionContext) -> None:
    do.nobody()
    if not do.who.cornered:
        do.game.refuse("status", f"{do.who.id} is not cornered and can move freely")
    do.who.cornered = False


def _not_there(do: ActionContext, wrong: bool, state: str, action: str) -> None:
    who = do.who.id
    do.not_if("status", wrong, f"{who} is not {state}", f"to be: `act {who} {action}`")
