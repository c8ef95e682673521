"""Hands that players raise on their phones because they want to do something: each is an empty
file in the fight's folder. They are not part of the fight nor of its history."""

import contextlib
import os
from collections.abc import Iterable
from pathlib import Path

from gmtrack import system
from gmtrack.store.atomic_files import cannot_save, make_folder

_HAND = "hand-"


def raised_hands(folder: Path) -> list[str]:
    """Return the ids of the combatants whose players have raised a hand, sorted; none if the
    folder cannot be read."""
    try:
        names = os.listdir(folder)  # noqa: PTH208 - names are all that is needed
    except OSError:
        return []
    return sorted(
        name.removeprefix(_HAND) for name in names if name.startswith(_HAND)
    )


def raise_hand(folder: Path, who: str) -> None:
    """Raise the hand of a combatant's player; nothing changes if it is up already. Raises
    StoreError(cannot-save)."""
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
    """Lower the hands of these combatants' players; one that is not up is ignored."""
    for who in people:
        with contextlib.suppress(OSError):
            system.remove(folder / f"{_HAND}{who}")
