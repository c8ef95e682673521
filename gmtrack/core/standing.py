"""How a combatant stands: what the board, odds and the players' screen read of it."""

from typing import NamedTuple


class Standing(NamedTuple):
    """How somebody stands: `status` in people's words (`up`, `unconscious`, `dying`), `out`: not
    able to act, `dead`: out for good. `health` is what players see of it (unhurt, hurt, badly hurt,
    down); odds do without. `down`: unconscious or dying, so that somebody can still help."""

    status: str = "up"
    out: bool = False
    dead: bool = False
    health: str = ""
    down: bool = False
