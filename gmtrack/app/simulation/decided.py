"""A fight that nobody has to play any more: all who still stand are of one side."""

from gmtrack.simulation.fight import Setup
from gmtrack.simulation.tally import Tally
from gmtrack.simulation.work import Player


def decided(setup: Setup) -> Tally | None:
    """The fight as it stands, as the end of it; None where it is still to be fought, or where
    something is under way that may yet change how it ends."""
    fight = Player(setup).fight(0)
    if not fight.is_decided:
        return None
    tally = Tally()
    tally.add(fight.play()._replace(rounds=0))
    return tally
