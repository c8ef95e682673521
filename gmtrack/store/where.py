"""Where the state folder and the active encounter are, found with as little as possible: a shell
asks while somebody is typing."""

# ruff: noqa: PTH100, PTH111, PTH118, PTH123 - importing pathlib takes too long

import os


def home() -> str:
    """The state folder: $GMTRACK_HOME, else gmtrack in $XDG_STATE_HOME or ~/.local/state."""
    own = os.environ.get("GMTRACK_HOME")
    if own:
        return os.path.abspath(own)
    state = os.environ.get("XDG_STATE_HOME") or os.path.expanduser("~/.local/state")
    return os.path.join(os.path.abspath(state), "gmtrack")


def copies() -> str:
    """The folder of the working copies."""
    return os.path.join(home(), "encounters")


def active_name() -> str:
    """The name of the folder of the active working copy; empty if there is none."""
    try:
        with open(os.path.join(home(), "active"), encoding="utf-8") as file:
            return file.read().strip()
    except (OSError, UnicodeError):
        return ""
