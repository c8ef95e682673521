"""Read the cache of completion: where it is, what was learnt, and what tells that it is stale."""

# ruff: noqa: PTH116, PTH118, PTH120 - importing pathlib takes too long

import os
import zlib
from typing import Any

from gmtrack import version

CACHE_FILE = "completion.json"
Data = dict[str, Any]


def program_stamp() -> str:
    root = os.path.dirname(version.__file__)
    folders = (os.path.join(root, name) for name in ("cli", "rulesets"))
    return " ".join([version.__version__, *(str(os.stat(f).st_mtime_ns) for f in folders)])


def digest_state(state: Data) -> int:
    """Changes with whatever is no part of the fight as it goes on."""
    return zlib.crc32(repr([state[key] for key in sorted(state) if key != "fight"]).encode())
