"""Read the cache of completion: its file name, and how to tell that it is stale."""

# ruff: noqa: PTH116, PTH118, PTH120 - importing pathlib takes too long

import os
import zlib
from typing import Any

from gmtrack import version

CACHE_FILE = "completion.json"
"""The file that caches words: of the commands in gmtrack's state folder, of a fight in its own."""
Data = dict[str, Any]


def make_program_stamp() -> str:
    """Return a text that changes with the program: its version, and when its commands and rulesets
    were changed last."""
    root = os.path.dirname(version.__file__)
    folders = (os.path.join(root, name) for name in ("cli", "rulesets"))
    return " ".join(
        [version.__version__, *(str(os.stat(f).st_mtime_ns) for f in folders)]
    )


def digest_state(state: Data) -> int:
    """Return a checksum of an encounter that does not change while the fight goes on: of all but
    its key `fight`."""
    return zlib.crc32(
        repr([state[key] for key in sorted(state) if key != "fight"]).encode()
    )
