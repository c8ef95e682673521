"""Ways and places: standing, running, cover, joining a melee (8.3)."""

from gmtrack.rulesets.sr3 import brawl, effects
from gmtrack.rulesets.sr3.actions import Doing
from gmtrack.rulesets.sr3.records import Gait


def stand_up(do: Doing) -> None:
    """SR-R04"""
    do.nobody()
    do.who.prone = False


def drop_prone(do: Doing) -> None:
    """SR-R04"""
    do.nobody()
    do.who.prone = True


def run(do: Doing) -> None:
    """SR-119, SR-123"""
    _gait(do, "running")


def run_difficult(do: Doing) -> None:
    """SR-119, SR-124"""
    _gait(do, "difficult")


def stop(do: Doing) -> None:
    _gait(do, "none")


def _gait(do: Doing, gait: Gait) -> None:
    do.nobody()
    effects.run(do.who, gait)


def take_cover(do: Doing) -> None:
    """SR-117"""
    do.nobody()
    do.who.partial_cover = True


def leave_cover(do: Doing) -> None:
    do.nobody()
    do.who.partial_cover = False


def engage(do: Doing) -> None:
    """SR-122, SR-R29"""
    brawl.join(do.who, do.others())


def disengage(do: Doing) -> None:
    """SR-R29"""
    do.nobody()
    brawl.leave(do.game, do.who)


def move_away(do: Doing) -> None:
    """SR-033"""
    do.nobody()
    do.who.cornered = False
