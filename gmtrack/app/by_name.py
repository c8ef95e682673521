"""What reports call the things of a fight: names beside their ids, for people who type what they
read."""

import re
from collections.abc import Iterator

from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.names import squash


def weapons(encounter: Encounter, who: str | None) -> dict[str, str]:
    """The weapons of somebody: the id by the name as one word."""
    sheet = encounter.sheet(who) if who in encounter.combatants and who else {}
    return dict(_named(sheet.get("weapons")))


def things(encounter: Encounter) -> dict[str, str]:
    """The same of the pieces of the scene."""
    return {
        name: one
        for part in encounter.scene.values()
        for name, one in _named(part)
        if one not in encounter.combatants
    }


def hyphened(text: str) -> str:
    """A name as one word, without its commas, which are between several words."""
    return re.sub(r"[\s,]+", "-", squash(text))


def _named(pieces: object) -> Iterator[tuple[str, str]]:
    known: Data = pieces if isinstance(pieces, dict) else {}
    for one, piece in known.items():
        name = piece.get("name") if isinstance(piece, dict) else None
        if name and hyphened(str(name)) != squash(one):
            yield hyphened(str(name)), one
