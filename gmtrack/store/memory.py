"""An encounter in memory alone, with its history: nothing of it is written to disk."""

import copy
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from gmtrack.core.draft import Change, Draft, undo_changes
from gmtrack.core.encounter import Data, Encounter
from gmtrack.errors import StoreError
from gmtrack.rulesets import registry
from gmtrack.rulesets.port import Ruleset
from gmtrack.store.encounter_map import data_of
from gmtrack.store.history.head import Mark
from gmtrack.store.history.journal import Journal, JournalEntry
from gmtrack.store.history.page import Page, replay_journal
from gmtrack.store.session import Session
from gmtrack.store.stored_encounter import Place, StoredEncounter
from gmtrack.store.text.emit import dump_yaml
from gmtrack.store.text.layout import compose_text

if TYPE_CHECKING:
    from gmtrack.core.lexicon import Lexicon

LATER = "later"
"""Key of a callback in an entry that makes the entry's report once somebody reads it."""


class InMemory(str):
    """A text that stands for an encounter in memory where a file's name is wanted."""

    session: "MemorySession"


def keep_in_memory(
    encounter: Encounter, ruleset: Ruleset, name: str, line: str
) -> InMemory:
    """Return a name that stands for an encounter in memory wherever a file is asked for. Its
    history begins with the command `line`."""
    registry.attach_rules(encounter)
    file = InMemory(name)
    file.session = MemorySession(
        _StoredInMemory(encounter, ruleset, name, line)
    )
    return file


def keep_for_trials(
    encounter: Encounter,
    ruleset: Ruleset,
    name: str,
    lexicon_of: "Callable[[], Lexicon] | None",
) -> InMemory:
    """Return a name that stands for an encounter in memory for dry runs alone. Its words are what
    `lexicon_of` returns (None: worked out at each run), and no text of a file is composed, as
    nothing is ever committed."""
    registry.attach_rules(encounter)
    file = InMemory(name)
    file.session = MemorySession(
        _StoredInMemory(encounter, ruleset, name, "", has_text=False)
    )
    file.session.lexicon_of = lexicon_of
    return file


class MemorySession(Session):
    """The session of an encounter in memory; it stays open."""

    _draft: Draft | None = None
    lexicon_of: "Callable[[], Lexicon] | None" = None
    """What returns the words of the encounter, for whoever has worked them out and commits
    nothing here; None: they are worked out anew each time."""

    def lexicon(self) -> "Lexicon":
        """Return the words of a command line in the encounter as it is now."""
        return self.lexicon_of() if self.lexicon_of else super().lexicon()

    def new_draft(self) -> Draft:
        """Return a draft of the encounter without any change. The last one is used again if
        nobody else has changed the encounter, because it has cached much of the fight."""
        draft = self._draft
        if draft is None or not self.encounter.is_written_by(id(draft)):
            draft = self._draft = Draft(self.encounter)
            self.encounter.note_writer(id(draft))
        draft.changes.clear()
        return draft

    def commit_step(
        self, changes: list[Change], line: str, told: Callable[[], Data]
    ) -> None:
        """Commit changes as one step. `told` is called only when somebody reads the entry."""
        self._commit(changes, line, {LATER: told})

    @property
    def hands(self) -> list[str]:
        """Always empty: no phone knows this encounter."""
        return []

    @property
    def is_saved(self) -> bool:
        """Always False."""
        return False

    @property
    def position(self) -> int:
        """The length of the history, by which `encounter_at` finds the present state again."""
        return self._stored.mark.length

    def encounter_at(self, position: int) -> Encounter:
        """Return the encounter as it was at a `position` of the history; the encounter itself
        for the present one, else a copy."""
        if position == self.position:
            return self.encounter
        page = replay_journal(self._stored.journal, position)
        assert page is not None
        return page.encounter

    def save(self, target: str | None, *, force: bool = False) -> Path:
        """Raise StoreError(cannot-save): an encounter in memory cannot be saved."""
        raise StoreError(
            "cannot-save", f"{self.file} is in memory: nothing of it is written"
        )


class _PageInMemory(Page):
    """A page whose text is composed only when somebody asks for it."""

    _text: str | None = None

    @property
    def text(self) -> str:
        """Text of the file that would hold the encounter."""
        if self._text is None:
            self._text = compose_text(self.outer or "", self.encounter.fight)
        return self._text

    @text.setter
    def text(self, text: str | None) -> None:
        """Text of the file that would hold the encounter."""
        self._text = text

    @property
    def digest(self) -> str:
        """Always empty: there is no file to compare the text with."""
        return ""

    def copied(self) -> "_PageInMemory":
        """Return a new page with the same encounter and text."""
        page = _PageInMemory(self.encounter, "", self.outer)
        page._text = self._text
        return page

    def text_before(self, changes: list[Change]) -> str:
        """Return the text before these changes, which have been made to the encounter."""
        encounter = copy.deepcopy(self.encounter)
        undo_changes(encounter, changes)
        return compose_text(self.outer or "", encounter.fight)

    def put_encounter(self, *, whole: bool) -> None:
        """Forget the text, to compose it again when somebody asks for it; with `whole` compose
        it now."""
        if whole:
            super().put_encounter(whole=True)
        else:
            self._text = None


class _JournalInMemory(Journal):
    """A journal in a list; offsets are indices."""

    def __init__(self) -> None:
        super().__init__(Path(os.devnull))
        self._entries: list[Data] = []

    def size(self) -> int:
        """Return the number of entries."""
        return len(self._entries)

    def read_entry(self, start: int) -> JournalEntry:
        """Return the entry with this index, after calling the callback that makes its report, if
        it has one."""
        record = self._entries[start]
        if LATER in record:
            record.update(record.pop(LATER)())
        return JournalEntry(record, start, start + 1)

    def last_entry(self) -> JournalEntry | None:
        """Return the last entry; None if there is none."""
        return self.read_entry(self.size() - 1) if self._entries else None

    def entries_up_to(self, end: int, start: int = 0) -> Iterator[JournalEntry]:
        """Return the first `end` entries, oldest first, from index `start` on."""
        return map(self.read_entry, range(start, end))

    def entries_back_from(
        self, end: int, words: Sequence[str] = (), kinds: Sequence[str] = ()
    ) -> Iterator[JournalEntry]:
        """Return the first `end` entries, the newest first, whatever they hold."""
        return map(self.read_entry, reversed(range(end)))

    def count_lines(self, end: int) -> int:
        """Return the number of entries up to index `end`."""
        return end

    def append(self, record: Data, start: int) -> int:
        """Append an entry after dropping those from index `start` on; return the index behind
        it."""
        del self._entries[start:]
        self._entries.append(record)
        return start + 1


class _StoredInMemory(StoredEncounter):
    """An encounter that is held in memory instead of in a file and a store folder."""

    def __init__(
        self,
        encounter: Encounter,
        ruleset: Ruleset,
        name: str,
        line: str,
        *,
        has_text: bool = True,
    ) -> None:
        file = Path(name)
        self.place = Place(file, file.parent)
        self.journal = _JournalInMemory()
        self.ruleset = ruleset
        outer = data_of(encounter)
        outer.pop("fight", None)
        text = dump_yaml(outer) if has_text else ""
        self.page = _PageInMemory(encounter, "", text)
        self.page.put_encounter(whole=False)
        self.digest, self.mark = "", Mark()
        self.edited, self.before = False, None
        self.begin(line)

    @property
    def has_moved_on(self) -> bool:
        """Always False: nobody else can change it."""
        return False

    def commit(self, record: Data, page: Page) -> None:
        """Append an entry to the history and take over the page that it leads to."""
        start = self.mark.length
        end = self.journal.append(record, start)
        self.page, self.mark = page, Mark.after_entry(record, start, end)
