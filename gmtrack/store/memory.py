"""An encounter that is in memory alone, with its history: of what is done to it nothing is written
anywhere."""

import copy
import os
from collections.abc import Callable, Iterator
from pathlib import Path

from gmtrack.core.draft import Change, Draft, undo
from gmtrack.core.encounter import Data, Encounter
from gmtrack.errors import StoreError
from gmtrack.rulesets.port import Ruleset
from gmtrack.store.document import Place, Stored
from gmtrack.store.encounter_map import data_of
from gmtrack.store.history.head import Mark
from gmtrack.store.history.journal import Found, Journal
from gmtrack.store.history.page import Page, replay
from gmtrack.store.session import Session
from gmtrack.store.text.emit import dump
from gmtrack.store.text.layout import compose

LATER = "later"
"""Makes what an entry tells."""
MOVED = 10_000
"""So much a draft may remember."""


class InMemory(str):
    """What stands for an encounter in memory where the name of a file would."""

    session: "MemorySession"


def in_memory(
    encounter: Encounter, ruleset: Ruleset, name: str, line: str
) -> InMemory:
    """Hold an encounter under a name; `line` has opened it."""
    file = InMemory(name)
    file.session = MemorySession(_Held(encounter, ruleset, name, line))
    return file


class MemorySession(Session):
    """The session of an encounter in memory; it stays open."""

    _draft: Draft | None = None

    def new_draft(self) -> Draft:
        """The last one, which knows much of the fight already, if nobody else has written."""
        draft = self._draft
        if (
            draft is None
            or not self.encounter.is_written_by(id(draft))
            or len(draft.moved) > MOVED
        ):
            draft = self._draft = Draft(self.encounter)
            self.encounter.written(id(draft))
        draft.changes.clear()
        return draft

    def keep(
        self, changes: list[Change], line: str, told: Callable[[], Data]
    ) -> None:
        """What is told is put together when somebody reads it."""
        self._commit(changes, line, {LATER: told})

    @property
    def hands(self) -> list[str]:
        return []

    @property
    def is_saved(self) -> bool:
        return False

    @property
    def moment(self) -> int:
        """What comes next in the history has this number."""
        return self._stored.mark.length

    def at(self, moment: int) -> Encounter:
        """The encounter as it was then."""
        if moment == self.moment:
            return self.encounter
        page = replay(self._stored.journal, moment)
        assert page is not None
        return page.encounter

    def save(self, target: str | None, *, force: bool = False) -> Path:
        """Raises StoreError(cannot-save)."""
        raise StoreError(
            "cannot-save", f"{self.file} is in memory: nothing of it is written"
        )


class _Page(Page):
    """A page whose text is made when somebody asks for it."""

    _text: str | None = None

    @property
    def text(self) -> str:
        if self._text is None:
            self._text = compose(self.outer or "", self.encounter.fight)
        return self._text

    @text.setter
    def text(self, text: str | None) -> None:
        self._text = text

    @property
    def digest(self) -> str:
        """There is no file that it could be compared with."""
        return ""

    def renewed(self) -> "_Page":
        page = _Page(self.encounter, "", self.outer)
        page._text = self._text
        return page

    def text_before(self, changes: list[Change]) -> str:
        encounter = copy.deepcopy(self.encounter)
        undo(encounter, changes)
        return compose(self.outer or "", encounter.fight)

    def put_encounter(self, *, whole: bool) -> None:
        if whole:
            super().put_encounter(whole=True)
        else:
            self._text = None


class _History(Journal):
    """The entries, each at its number."""

    def __init__(self) -> None:
        super().__init__(Path(os.devnull))
        self._entries: list[Data] = []

    def size(self) -> int:
        return len(self._entries)

    def read(self, start: int) -> Found:
        record = self._entries[start]
        if LATER in record:
            record.update(record.pop(LATER)())
        return Found(record, start, start + 1)

    def last(self) -> Found | None:
        return self.read(self.size() - 1) if self._entries else None

    def all(self, end: int) -> Iterator[Found]:
        return map(self.read, range(end))

    def append(self, record: Data, start: int) -> int:
        del self._entries[start:]
        self._entries.append(record)
        return start + 1


class _Held(Stored):
    """What a file and a store folder are otherwise."""

    def __init__(
        self, encounter: Encounter, ruleset: Ruleset, name: str, line: str
    ) -> None:
        file = Path(name)
        self.place = Place(file, file.parent)
        self.journal = _History()
        self.ruleset = ruleset
        outer = data_of(encounter)
        outer.pop("fight", None)
        self.page = _Page(encounter, "", dump(outer))
        self.page.put_encounter(whole=False)
        self.digest, self.mark = "", Mark()
        self.edited, self.before = False, None
        self.begin(line)

    @property
    def has_moved_on(self) -> bool:
        return False

    def commit(self, record: Data, page: Page) -> None:
        start = self.mark.length
        end = self.journal.append(record, start)
        self.page, self.mark = page, Mark.behind(record, start, end)
