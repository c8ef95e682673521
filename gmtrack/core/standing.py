"""How a combatant stands, for the board, odds and the players' screen."""

from typing import NamedTuple


class Standing(NamedTuple):
    """How a combatant stands.

    `status`: in words (`up`, `unconscious`, `dying`). `out`: not able to act. `dead`: out for
    good. `health`: what players see (unhurt, hurt, badly hurt, down); odds do without. `down`:
    unconscious or dying, so that somebody can still help. `if_back`: the status in which
    somebody who has left would come back, while `status` is the word for their leaving; empty
    for who is there."""

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
        """Whether wounds or dice have put the combatant out, here or away. Leaving alone is no
        fall."""
        return self.if_back != "up" if self.if_back else self.out
