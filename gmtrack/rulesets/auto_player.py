"""Player of simulated combatants with every name that it may have (`Weighing`): what the module of
a ruleset leaves out does what the port says of a name that is missing."""

from typing import TYPE_CHECKING

from gmtrack.core.screen import LEFT
from gmtrack.rulesets.port import AutoPlayer, Weighing

if TYPE_CHECKING:
    from gmtrack.core.draft import Draft

NAMES = [
    name
    for protocol in (AutoPlayer, Weighing)
    for name in (*protocol.__annotations__, *vars(protocol))
    if not name.startswith("_")
]
"""The names of a player that weighs its options."""
MISSING = object()


class CompletePlayer(Weighing):
    """A player that has all names of `Weighing`, except for those that must be there where it
    weighs its options (`PRICES` and so on)."""

    def __init__(self, played: AutoPlayer) -> None:
        found = {name: getattr(played, name, MISSING) for name in NAMES}
        self._said = {
            name: value for name, value in found.items() if value is not MISSING
        }
        vars(self).update(self._said)

    def says(self, name: str) -> bool:
        """Whether the module of the ruleset itself has a name. Ask this only to save time: what it
        leaves out does nothing."""
        return name in self._said

    @property
    def weighs(self) -> bool:
        """Whether the ruleset says what options are worth weighing; without it everybody attacks
        plainly."""
        return self.says("PRICES")

    def boxes_left(self, draft: "Draft", who: str) -> int:
        """Return the boxes that the tracks of WHO show as left."""
        return sum(
            part.count
            for track in self.tracks(draft, who)
            for part in track.segments
            if part.kind in LEFT
        )

    def boxes_to_fall(self, draft: "Draft", who: str) -> float:
        """Return all boxes that WHO has left."""
        return recall_boxes_left(self, draft, who)


def complete(played: AutoPlayer) -> CompletePlayer:
    """Return a player with every name of `Weighing`; itself if it has them."""
    if isinstance(played, CompletePlayer):
        return played
    return CompletePlayer(played)  # type: ignore[abstract]


def recall_boxes_left(player: CompletePlayer, draft: "Draft", who: str) -> int:
    """Return the boxes that a combatant has left, from the draft's cache until something about the
    combatant changes."""
    return draft.cache.of_fight(
        ("boxes left", who),
        lambda: player.boxes_left(draft, who),
        owners=(who,),
    )
