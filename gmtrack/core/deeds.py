"""Who did what to whom, as the document of a command has it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from gmtrack.core.draft import Change
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.names import squash

ACTORS = ("attacker", "who")
GRAZE = "graze"
"""The outcome of an attack that may have done no damage, which is always said then."""


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


def rolls_in(report: Data) -> list[Data]:
    """All rolls of a step in the order in which its story counts them. Of several attacks some
    documents hold at their top only what was rolled for all of them."""
    rolls = list(report.get("rolls") or ())
    own = [roll for block in report.get("attacks") or () for roll in block.get("rolls") or ()]
    return rolls if all(roll in rolls for roll in own) else rolls + own


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


class Step(Protocol):
    """What is read of an entry of the log."""

    @property
    def changes(self) -> Sequence[Change]: ...


def names_ever(encounter: Encounter, steps: Iterable[Step]) -> dict[str, str]:
    """Id to name of all who are in the encounter or have ever been taken out of it; who is gone and
    was called as somebody is now has the id behind it."""
    gone: dict[str, str] = {}
    for change in (change for step in steps for change in step.changes):
        if change.path[:-1] == ("combatants",) and isinstance(change.before, dict):
            who, sheet = change.path[1], change.before
            template = encounter.templates.get(sheet.get("template") or "") or {}
            gone[who] = str(sheet.get("name") or template.get("name") or who)
    names = encounter.names()
    taken = {squash(name) for name in names.values()}
    gone = {who: f"{name} ({who})" if squash(name) in taken else name for who, name in gone.items()}
    return gone | names


class Blow(NamedTuple):
    """Damage that somebody took: who dealt it (None: nobody, or the GM), how much of it, and
    whether it still waits to be felt."""

    dealer: str | None
    victim: str
    dealt: int
    waits: bool = False


def blows_in(report: Data) -> Iterator[Blow]:
    """All damage of a step, but none that was healed."""
    for document in each(report):
        if document.get("command") == "heal":
            continue
        for block in document.get("attacks") or [document]:
            yield from _blows(block, block.get("attacker") or document.get("attacker"))


def _blows(block: Data, attacker: str | None) -> Iterator[Blow]:
    """The damage of an attack or of anything else, and what came of it on the side: a counter, a
    shield that was hit instead, fire on whoever acts."""
    actor = attacker or block.get("who")
    target = block.get("target")
    yield from _blow(block, dealer=actor if target else None, victim=target or actor, other=target)
    for part in block.values():
        if isinstance(part, dict) and isinstance(part.get("damage"), dict):
            if "victim" in part:
                yield from _blow(part, dealer=actor, victim=part["victim"], other=None)
            else:
                yield from _blow(part, dealer=part.get("by") or target, victim=actor, other=None)


def _blow(block: Data, dealer: Any, victim: Any, other: Any) -> Iterator[Blow]:
    """What stands under `damage`; it may say itself that the one who was to deal it took it."""
    damage = block.get("damage")
    if not isinstance(damage, dict) or not isinstance(damage.get("dealt"), int):
        return
    hurt = damage.get("victim") or victim
    by = damage.get("by") or (other if hurt == dealer else dealer)
    if isinstance(hurt, str):
        yield Blow(by, hurt, damage["dealt"], bool(damage.get("pending")))
