"""The usual folders of macOS; everything else is as on other POSIX systems."""

# ruff: noqa: PTH111, PTH112, PTH118 - it comes before pathlib

import os


def usual_state() -> str:
    """Return the folder for the state of programs: ~/Library/Application Support, or the folder
    of an older version that has fights in it."""
    from platformdirs.macos import MacOS

    before = os.path.expanduser("~/.local/state")
    if os.path.isdir(os.path.join(before, "gmtrack")):
        return before
    return MacOS().user_state_dir


def usual_data() -> str:
    """Return the folder in which programs keep what people add: ~/Library/Application Support."""
    from platformdirs.macos import MacOS

    return MacOS().user_data_dir
