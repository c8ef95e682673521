"""gmtrack: a combat tracker for the game master's terminal that knows the rules.

For programs: `from gmtrack import Fight, Refused`. They are loaded when they are asked for.
"""

from typing import TYPE_CHECKING, Any

from gmtrack.version import __version__

if TYPE_CHECKING:
    from gmtrack.fight import Fight, Refused, Report, Roll

__all__ = ["Fight", "Refused", "Report", "Roll", "__version__"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'gmtrack' has no attribute '{name}'")
    from gmtrack import fight

    return getattr(fight, name)
