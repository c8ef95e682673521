"""The GM's notes, on combatants and on the fight. A note made in play takes the place of the
file's."""

from gmtrack.core.encounter import Encounter
from gmtrack.core.screen import Condition, Profile, Section

MOST = 32
"""The most letters of a note on the board."""


def note_in_play(encounter: Encounter, who: str) -> str:
    """Return the note on a combatant that was made in play; empty if there is none."""
    state = (encounter.fight.get("combatants") or {}).get(who) or {}
    return str(state.get("note") or "")


def note_on(encounter: Encounter, who: str) -> str:
    """Return the note on a combatant: the one made in play, else the file's; empty if there is
    none."""
    return (
        note_in_play(encounter, who)
        or str(encounter.sheet(who).get("notes") or "").strip()
    )


def notes_in_play(encounter: Encounter) -> str:
    """Return the note on the fight that was made in play; empty if there is none."""
    return str(encounter.fight.get("notes") or "").strip()


def notes_on_fight(encounter: Encounter) -> str:
    """Return the note on the fight: the one made in play, else the file's; empty if there is
    none."""
    return notes_in_play(encounter) or str(encounter.notes or "").strip()


def shorten_to_line(text: str, most: int = MOST) -> str:
    """Return a text as one line of at most `most` characters, with `…` at its end if it was cut."""
    line = " ".join(text.split())
    return line if len(line) <= most else line[: most - 1].rstrip() + "…"


def note_condition(note: str) -> Condition:
    """Return the board's mark for a combatant's note."""
    return Condition(f"note: {shorten_to_line(note)}", "", "note")


def profile_with_notes(encounter: Encounter, profile: Profile) -> Profile:
    """Return a profile with a section for the notes on the combatant and the name that players
    read, and the note in its document. Unchanged if there is neither, or the profile is of a
    thing of the scene."""
    who = str(profile.doc.get("id"))
    if who not in encounter.combatants:
        return profile
    sheet = encounter.sheet(who)
    noted, written = note_in_play(encounter, who), str(sheet.get("notes") or "")
    told = {
        "in play": noted,
        "file": written,
        "players read": str(sheet.get("players") or ""),
    }
    rows = tuple((where, text) for where, text in told.items() if text)
    if not rows:
        return profile
    note = {"note": noted or written} if noted or written else {}
    doc = {**profile.doc, **note}
    return profile._replace(
        doc=doc, sections=(*profile.sections, Section("Notes", rows=rows))
    )
