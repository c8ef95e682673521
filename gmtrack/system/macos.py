"""Where macOS keeps things; everything else is as on other POSIX systems."""

# ruff: noqa: PTH111, PTH112, PTH118 - it comes before pathlib

import os


def usual_state() -> str:
    """The folder in which programs keep what they know: ~/Library/Application Support, or where
    fights lie already that were kept before that was known."""
    from platformdirs.macos import MacOS

    before = os.path.expanduser("~/.local/state")
    if os.path.isdir(os.path.join(before, "gmtrack")):
        return before
    return MacOS().user_state_dir


def usual_data() -> str:
    """The folder in which programs keep what people add: the same."""
    from platformdirs.macos import MacOS

    return MacOS().user_data_dir
