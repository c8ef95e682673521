"""An encounter at one moment with the text of its file, and how a journal entry leads from one
moment to the next and back."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gmtrack.core.draft import MISSING, Change, redo_changes, undo_changes
from gmtrack.core.encounter import Data, Encounter, copy_data
from gmtrack.errors import BadFile, StoreError
from gmtrack.store.atomic_files import digest_of_bytes
from gmtrack.store.encounter_map import encounter_of, take_over
from gmtrack.store.history.journal import Journal, change_of_data
from gmtrack.store.text.layout import (
    compose_text,
    make_room_for_fight,
    outer_of,
    rewrite_outer,
)

if TYPE_CHECKING:
    from gmtrack.store.text.nodes import Document


@dataclass(slots=True)
class Page:
    """An encounter and the text of the file that describes it.

    `outer` is the text outside `fight` if the file stands as the program writes it; None if a
    person has arranged it otherwise."""

    encounter: Encounter
    text: str
    outer: str | None

    @property
    def digest(self) -> str:
        """Digest of the text as UTF-8."""
        return digest_of_bytes(self.text.encode())

    def copied(self) -> "Page":
        """Return a new page with the same encounter and text, for the next step to change."""
        return Page(self.encounter, self.text, self.outer)

    def text_before(self, changes: list[Change]) -> str:
        """Return the text as it was before these changes, which have been made to the encounter
        but not to the page's text."""
        return self.text

    def put_text(self, text: str) -> None:
        """Replace the text by another one that was valid before. The encounter is changed in
        place. Raises BadFile if the text cannot be read after all."""
        from gmtrack.store.text.codec import parse_valid_yaml

        document = parse_valid_yaml(text)
        take_over(self.encounter, encounter_of(document.data))
        self.text, self.outer = text, outer_of(document, self.encounter)

    def put_encounter(self, *, whole: bool) -> None:
        """Bring the text up to date after the encounter has changed: in its live state alone, or
        with `whole` anywhere. With `whole` the encounter becomes what the new text says. Raises
        BadFile if there is no text for it that can be read."""
        outer = (
            make_room_for_fight(self.text) if self.outer is None else self.outer
        )
        if whole:
            outer, read = rewrite_outer(outer, self.encounter)
            take_over(self.encounter, read)
        self.text, self.outer = compose_text(outer, self.encounter.fight), outer

    def undo_step(self, record: Data) -> None:
        """Undo the step of a journal entry, which must be the last one in effect."""
        if "text" in record:
            self.put_text(record["text"]["before"])
        elif record["changes"]:
            undo_changes(self.encounter, changes_of(record))
            self.put_encounter(whole=False)

    def redo_step(self, record: Data) -> None:
        """Redo the step of a journal entry. The page must stand as it did just after the step
        before; this is not checked."""
        if "text" in record:
            self.put_text(record["text"]["after"])
        elif record["changes"]:
            redo_changes(self.encounter, changes_of(record))
            self.put_encounter(whole=False)


def page_of(document: "Document", encounter: Encounter) -> Page:
    """Return the page for a document that describes `encounter`."""
    return Page(encounter, document.text, outer_of(document, encounter))


def changes_of(record: Data) -> list[Change]:
    """Return the changes of a journal entry as copies, because an encounter may take over their
    values. Raises LookupError or TypeError for an entry of another form."""
    changes = [
        change_of_data(copy_data(data)) for data in record.get("changes", ())
    ]
    if any(map(_is_placeless, changes)) and "before" in record.get("text", ()):
        return _fill_in_places(changes, record["text"]["before"])
    return changes


def _is_placeless(change: Change) -> bool:
    """Whether a change takes out a combatant without naming the position: earlier versions wrote
    it so."""
    is_removal = change.path[:-1] == ("combatants",) and change.after is MISSING
    return is_removal and change.place is None


def _fill_in_places(changes: list[Change], text: str) -> list[Change]:
    """Return the changes, with the positions of removed combatants filled in from the text
    before them."""
    before = page_before(text)
    order = list(before.encounter.combatants) if before else []
    for at, change in enumerate(changes):
        who = change.path[-1]
        if _is_placeless(change) and who in order:
            changes[at] = change._replace(place=order.index(who))
            order.remove(who)
    return changes


def replay_journal(journal: Journal, end: int) -> Page | None:
    """Rebuild the page after all entries up to the offset `end`, for when nothing else has it.
    Begins with the last whole text among them and redoes what came after it. None if entries are
    missing or damaged."""
    text: str | None = None
    since: list[tuple[Data, bool]] = []
    try:
        for entry in (found.record for found in journal.entries_up_to(end)):
            is_undo = entry["kind"] == "undo"
            targets = (
                journal.read_entry(start).record
                for start in entry.get("targets", ())
            )
            for record in targets if "targets" in entry else (entry,):
                if "text" in record:
                    text = record["text"]["before" if is_undo else "after"]
                    since.clear()
                else:
                    since.append((record, is_undo))
        page = None if text is None else page_before(text)
        if page is None:
            return None
        for record, is_undo in since:
            changes = changes_of(record)
            undo_changes(page.encounter, changes) if is_undo else redo_changes(
                page.encounter, changes
            )
        if any(record["changes"] for record, _ in since):
            page.put_encounter(whole=False)
    except (StoreError, LookupError, TypeError, AttributeError):
        return None
    return page


def page_before(text: str) -> Page | None:
    """Return the page for a text that the journal or the head has kept; None if the text can't
    be read."""
    from gmtrack.store.text.codec import parse_valid_yaml

    try:
        document = parse_valid_yaml(text)
        return page_of(document, encounter_of(document.data))
    except (BadFile, LookupError, TypeError):
        return None
