"""Who did what to whom, as the document of a command has it."""

from collections.abc import Iterable, Iterator
from typing import Any

from gmtrack.core.draft import Change
from gmtrack.core.encounter import Data, Encounter

ACTORS = ("attacker", "who")


def each(report: Data) -> list[Data]:
    """The documents of several commands that were one step, or the only one."""
    return list(report.get("results") or [report])


def attacks_in(report: Data) -> Iterator[Data]:
    """The document of each attack that was carried out, with its `attacker` and `effects`."""
    for document in each(report):
        for block in document.get("attacks") or [document]:
            attacker = block.get("attacker") or document.get("attacker")
            if attacker and "target" in block and "outcome" in block:
                yield {"effects": [], **block, "attacker": attacker}


def who_of(report: Data) -> str | None:
    """The id of the attacker, of who acts, or of whom it concerns; several as they can be typed.
    None where it was nobody."""
    found = dict.fromkeys(who for document in each(report) for who in _named(document))
    return ",".join(found) or None


def _named(document: Data) -> Iterator[str]:
    named: Any = next((document[key] for key in ACTORS if document.get(key)), None)
    if named is None:
        attacks = document.get("attacks") or ()
        yield from (block["attacker"] for block in attacks[:1] if "attacker" in block)
    elif isinstance(named, str):
        yield named
    elif isinstance(named, list):
        yield from (who for who in named if isinstance(who, str))


def names_ever(encounter: Encounter, changes: Iterable[Change]) -> dict[str, str]:
    """Id to name of all who are in the encounter or have ever been taken out of it."""
    gone: dict[str, str] = {}
    for change in changes:
        if change.path[:-1] == ("combatants",) and isinstance(change.before, dict):
            who = change.path[1]
            gone[who] = str(change.before.get("name") or who)
    return gone | encounter.names()
