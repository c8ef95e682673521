"""Who wants to do something: a hand that a player raises on their phone is a file without content
in the fight's folder. It is no part of the fight, and no step of its history."""

import contextlib
import os
from collections.abc import Iterable
from pathlib import Path

from gmtrack import system
from gmtrack.store.atomic_files import cannot_save, make_folder

_HAND = "hand-"


def hands(folder: Path) -> list[str]:
    try:
        names = os.listdir(folder)  # noqa: PTH208 - names are all that is needed
    except OSError:
        return []
    return sorted(
        name.removeprefix(_HAND) for name in names if name.startswith(_HAND)
    )


def raise_hand(folder: Path, who: str) -> None:
    """Raises StoreError(cannot-save)."""
    make_folder(folder)
    try:
        os.close(
            system.open_fd(
                folder / f"{_HAND}{who}", os.O_CREAT, 0o600, follow=False
            )
        )
    except OSError as error:
        raise cannot_save(folder, error) from error


def lower_hands(folder: Path, people: Iterable[str]) -> None:
    """Also of those whose hand is not up."""
    for who in people:
        with contextlib.suppress(OSError):
            system.remove(folder / f"{_HAND}{who}")
