"""Who comes out of a file of another program, and what became of what the file says."""

from typing import NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.core.foreign import Assumed, Lost, Took


class Person(NamedTuple):
    """One character with a checked sheet. `source`: the program, or the line of a spreadsheet."""

    id: str
    name: str
    sheet: Data
    source: str
    took: tuple[Took, ...] = ()
    lost: tuple[Lost, ...] = ()
    assumed: tuple[Assumed, ...] = ()

    def to_json(self) -> Data:
        """For --json."""
        return {
            "id": self.id,
            "name": self.name,
            "source": self.source,
            "took": [one._asdict() for one in self.took],
            "lost": [one._asdict() for one in self.lost],
            "assumed": [one._asdict() for one in self.assumed],
        }
