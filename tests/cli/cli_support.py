"""What the tests of the command line share."""

import json
from collections.abc import Callable
from typing import Any, NamedTuple

DUEL = """\
gmtrack: 1
name: Duel   # at dawn
ruleset: toy
templates:
  ganger: {skill: 2}
combatants:
  joe: {name: Joe Schmoe, side: pc, skill: 4}
  bob: {name: Bob Rock, skill: 3}   # the bad one
  bill: {name: Bill, skill: 1}
"""


class Result(NamedTuple):
    """What a command line left: its exit status and what it printed."""

    status: int
    out: str
    err: str

    @property
    def doc(self) -> dict[str, Any]:
        """Standard output as the one JSON document that it must be."""
        doc = json.loads(self.out)
        assert isinstance(doc, dict)
        return doc


Gm = Callable[..., Result]
