"""Ways and places: standing, running, cover, joining a melee (8.3)."""

from gmtrack.rulesets.sr3 import brawl, effects
from gmtrack.rulesets.sr3.actions import Doing
from gmtrack.rulesets.sr3.records import Gait


def stand_up(do: Doing) -> None:
    """SR-R04. Raises Refusal (`status`)."""
    _switch(do, "prone", False, "is on their feet already", "to go down", "drop-prone")


def drop_prone(do: Doing) -> None:
    """SR-R04. Raises Refusal (`status`)."""
    _switch(do, "prone", True, "is prone already", "to get up", "stand-up")


def take_cover(do: Doing) -> None:
    """SR-117. Raises Refusal (`status`)."""
    _switch(do, "partial_cover", True, "is in cover already", "to leave it", "leave-cover")


def leave_cover(do: Doing) -> None:
    """SR-117. Raises Refusal (`status`)."""
    _switch(do, "partial_cover", False, "is in no cover", "to take some", "take-cover")


def move_away(do: Doing) -> None:
    """SR-033. Raises Refusal (`status`)."""
    _switch(do, "cornered", False, "is not cornered", "to leave a melee", "disengage")


def _switch(do: Doing, field: str, now: bool, state: str, to: str, action: str) -> None:
    do.nobody()
    _fresh(do, getattr(do.who, field) is now, state, to, action)
    setattr(do.who, field, now)


def _fresh(do: Doing, holds: bool, state: str, to: str, action: str) -> None:
    """Not what he has done already. Raises Refusal (`status`)."""
    who = do.who.id
    do.not_if("status", holds, f"{who} {state}", f"{to}: act {who} {action}")


def run(do: Doing) -> None:
    """SR-119, SR-123. Raises Refusal (`status`)."""
    _fresh(do, do.who.running == "running", "is running already", "to stop", "stop")
    _gait(do, "running")


def run_difficult(do: Doing) -> None:
    """SR-119, SR-124. Raises Refusal (`status`)."""
    over = "is running over difficult ground already"
    _fresh(do, do.who.running == "difficult", over, "to stop", "stop")
    _gait(do, "difficult")


def stop(do: Doing) -> None:
    """SR-119: who stands still stays so."""
    _gait(do, "none")


def _gait(do: Doing, gait: Gait) -> None:
    do.nobody()
    effects.run(do.who, gait)


def engage(do: Doing) -> None:
    """SR-122, SR-R29: who is in it already stays in it."""
    brawl.join(do.who, do.others())


def disengage(do: Doing) -> None:
    """SR-R29. Raises Refusal (`status`)."""
    do.nobody()
    alone = not brawl.joined_with(do.game, do.who)
    _fresh(do, alone, "is in no melee", "to join one", "engage OTHER")
    brawl.leave(do.game, do.who)
