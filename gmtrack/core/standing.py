"""The standing of a combatant, for the board, odds and the players' screen."""

from typing import NamedTuple


class Standing(NamedTuple):
    """A combatant's ability to act.

    - `status`: in words (`up`, `unconscious`, `dying`). `out`: not able to act. `dead`: out for
      good.
    - `health`: what players see (unhurt, hurt, badly hurt, down); empty in odds, which do
      without.
    - `down`: unconscious or dying, so that somebody can still help.
    - `if_back`: for somebody who has left, the status in which they would come back, while
      `status` is the word for their leaving; empty for everybody who is there."""

    status: str = "up"
    out: bool = False
    dead: bool = False
    health: str = ""
    down: bool = False
    if_back: str = ""

    @property
    def has_left(self) -> bool:
        """Whether the combatant is out of the fight for the time being, whatever their wounds."""
        return bool(self.if_back)

    @property
    def has_fallen(self) -> bool:
        """Whether wounds or dice have put the combatant out, here or before leaving. Leaving
        alone is no fall."""
        return self.if_back != "up" if self.if_back else self.out
