"""How a combatant stands: what the board, odds and the players' screen read of it."""

from typing import NamedTuple


class Standing(NamedTuple):
    """How somebody stands: `status` in people's words (`up`, `unconscious`, `dying`), `out`: not
    able to act, `dead`: out for good. `health` is what players see of it (unhurt, hurt, badly hurt,
    down); odds do without. `down`: unconscious or dying, so that somebody can still help.
    `if_back`: the status that somebody who has left the fight would come back in, while `status` is
    the word for their leaving; empty for who is there."""

    status: str = "up"
    out: bool = False
    dead: bool = False
    health: str = ""
    down: bool = False
    if_back: str = ""

    @property
    def has_left(self) -> bool:
        """Whether they are out of the fight for the time being, whatever their wounds."""
        return bool(self.if_back)

    @property
    def has_fallen(self) -> bool:
        """Whether wounds or dice have put them out, here or away; to leave alone is no fall."""
        return self.if_back != "up" if self.if_back else self.out
