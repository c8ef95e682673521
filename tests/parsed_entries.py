"""Counts what a test reads of journals."""

import pytest

from gmtrack.core.encounter import Data
from gmtrack.store.history.journal import Journal


class Parsed:
    """Counts the entries of journals that are parsed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        parse = Journal._entry

        def counting(journal: Journal, line: bytes, start: int) -> Data:
            self.count += 1
            return parse(journal, line, start)

        monkeypatch.setattr(Journal, "_entry", counting)
