"""Settings of `play` that are kept for a fight: a small file in the folder of its history.

They are no part of the fight. So `undo` does not take them back, and `save` does not write
them."""

import json
from contextlib import suppress
from pathlib import Path

from gmtrack.core.encounter import Data
from gmtrack.store.atomic_files import make_folder, replace_file

_SETTINGS = "play.json"
MOST_BYTES = 64 * 1024
"""Bytes of the file that are read at most."""


def read_play_settings(folder: Path) -> Data:
    """Return the settings that are kept in a fight's folder; empty if there are none, or if they
    cannot be read."""
    with suppress(OSError, ValueError, RecursionError):
        with (folder / _SETTINGS).open("rb") as file:
            data = json.loads(file.read(MOST_BYTES))
        if isinstance(data, dict):
            return data
    return {}


def write_play_settings(folder: Path, settings: Data) -> None:
    """Keep settings in a fight's folder. Raises OSError or StoreError."""
    make_folder(folder)
    text = json.dumps(settings, ensure_ascii=False)
    replace_file(folder / _SETTINGS, text.encode(), lasting=False)
