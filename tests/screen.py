"""What a command line leaves."""

import json
from typing import Any, NamedTuple


class Screen(NamedTuple):
    """What one command line left: its exit status, and what it printed and complained."""

    status: int
    out: str
    err: str

    @property
    def doc(self) -> Any:
        """Standard output as the one JSON document that it must be."""
        return json.loads(self.out)
