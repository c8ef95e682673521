"""Command lines that players propose on their phones in their own turn: each is a file in the
fight's folder, until the GM's prompt takes it. They are no part of the fight nor of its history."""

import contextlib
import os
from collections.abc import Collection
from pathlib import Path
from typing import NamedTuple

from gmtrack import system
from gmtrack.store.atomic_files import make_folder, replace_file
from gmtrack.store.mailbox import can_be_typed

_PROPOSAL = "proposal-"
MOST_BYTES = 1_000
"""Bytes of a proposal that are read at most."""


class Proposal(NamedTuple):
    """The line that the player of a combatant proposes."""

    who: str
    line: str


def propose(folder: Path, proposal: Proposal) -> None:
    """Keep a proposal in place of an earlier one of the same player. Raises
    StoreError(cannot-save)."""
    make_folder(folder)
    file = folder / f"{_PROPOSAL}{proposal.who}"
    replace_file(file, proposal.line.encode(), lasting=False)


def take_proposal(folder: Path, acting: Collection[str]) -> Proposal | None:
    """Return a proposal of one of those who are acting, and remove it and all others: these come
    too late. None if there is none of them, or the folder cannot be read."""
    found = None
    for who in _proposers(folder):
        file = folder / f"{_PROPOSAL}{who}"
        line = ""
        with contextlib.suppress(OSError, UnicodeDecodeError):
            line = file.read_bytes()[:MOST_BYTES].decode()
        with contextlib.suppress(OSError):
            system.remove(file)
        if found is None and who in acting and line and can_be_typed(line):
            found = Proposal(who, line)
    return found


def _proposers(folder: Path) -> list[str]:
    """Return the ids of those whose players have proposed something, sorted."""
    try:
        names = os.listdir(folder)  # noqa: PTH208 - names are all that is needed
    except OSError:
        return []
    return sorted(
        name.removeprefix(_PROPOSAL)
        for name in names
        if name.startswith(_PROPOSAL)
    )
