"""Readers of the JSON documents of commands: which attacks, rolls and damage they hold, and whom
they concern."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from gmtrack.core.draft import Change
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.names import squash

ACTORS = ("attacker", "who")
"""Keys of a document that name who acted, in order of preference."""
GRAZE = "graze"
"""The outcome of an attack that may have done no damage; its document says so."""

ENDINGS = {
    "hit": " and hits",
    GRAZE: " and grazes {target}",
    "miss": " and misses",
    "blocked": " and hits, but nothing gets through",
    "countered": ", but {target} strikes back",
    "dodged": ", but {target} dodges",
    "both-miss": "; both miss",
    "tie": "; neither of them wins",
}
"""Endings of an attack's sentence by outcome; an outcome that is not here is named by its word."""


def command_documents(report: Data) -> list[Data]:
    """Return the document of each command of a step: several under `results`, or `report`
    itself."""
    return list(report.get("results") or [report])


UNDECIDED = frozenset({"thrown", "out-of-reach"})
"""The outcomes of attacks that struck at nobody: what was thrown goes off later, and a blast does
not reach everybody."""


def attacks_in(report: Data) -> Iterator[Data]:
    """Yield the document of each attack that a step carried out, with `attacker`, and `effects`
    even if there are none. Leaves out documents without attacker, target or outcome."""
    for document in command_documents(report):
        for block in document.get("attacks") or [document]:
            attacker = block.get("attacker") or document.get("attacker")
            if attacker and "target" in block and "outcome" in block:
                yield {"effects": [], **block, "attacker": attacker}


def rolls_in(report: Data) -> list[Data]:
    """Return all rolls of a step in the order in which its story counts them. Documents of several
    attacks may hold at their top the rolls that were made for all of them."""
    rolls = list(report.get("rolls") or ())
    of_attacks: list[Data] = []
    for block in report.get("attacks") or ():
        of_attacks += block.get("rolls") or ()
    if all(roll in rolls for roll in of_attacks):
        return rolls
    return rolls + of_attacks


def people_as_typed(report: Data) -> str | None:
    """Return the ids of those whom a step concerns (`people_concerned`) as one word of a command
    line, joined by commas; None if it concerns nobody."""
    return ",".join(people_concerned(report)) or None


def people_concerned(report: Data) -> list[str]:
    """Return the ids of those whom a step concerns, each once: of every command the attackers,
    or those under `who`. Empty if it concerns nobody."""
    return list(
        dict.fromkeys(
            who
            for document in command_documents(report)
            for who in _people_of_command(document)
        )
    )


def _people_of_command(document: Data) -> Iterator[str]:
    """Yield the ids of a command's attackers, or of those under `who`. If its document names
    neither, the attacker of its first attack."""
    named: Any = next(
        (document[key] for key in ACTORS if document.get(key)), None
    )
    if named is None:
        attacks = document.get("attacks") or ()
        yield from (
            block["attacker"] for block in attacks[:1] if "attacker" in block
        )
    elif isinstance(named, str):
        yield named
    elif isinstance(named, list):
        yield from (who for who in named if isinstance(who, str))


class LoggedStep(Protocol):
    """A step of the history, as far as names are read from it."""

    @property
    def changes(self) -> Sequence[Change]:
        """The changes of the step, in order."""


def names_past_and_present(
    encounter: Encounter, steps: Iterable[LoggedStep]
) -> dict[str, str]:
    """Return id to name of everybody who is in the encounter or was ever taken out of it by one
    of the `steps`. A combatant who is gone gets the id appended to a name that somebody has now."""
    gone: dict[str, str] = {}
    for step in steps:
        for change in step.changes:
            is_whole_sheet = change.path[:-1] == ("combatants",)
            if is_whole_sheet and isinstance(change.before, dict):
                who = change.path[1]
                gone[who] = _name_on_sheet(encounter, who, change.before)
    names = encounter.names()
    taken = {squash(name) for name in names.values()}
    for who, name in gone.items():
        if squash(name) in taken:
            gone[who] = f"{name} ({who})"
    return gone | names


def _name_on_sheet(encounter: Encounter, who: str, sheet: Data) -> str:
    """Return the name that a removed combatant's sheet or template gives, or else the id."""
    template = encounter.templates.get(sheet.get("template") or "") or {}
    return str(sheet.get("name") or template.get("name") or who)


class Blow(NamedTuple):
    """Damage that somebody took. `dealer`: who dealt it; None for nobody, or the GM. `dealt`:
    the amount. `waits`: it has not taken effect yet."""

    dealer: str | None
    victim: str
    dealt: int
    waits: bool = False


def blows_in(report: Data) -> Iterator[Blow]:
    """Yield all damage of a step: attack by attack, then the damage that effects did by
    themselves, which has no dealer. Leaves out the command `heal`."""
    for document in command_documents(report):
        if document.get("command") == "heal":
            continue
        for block in document.get("attacks") or [document]:
            yield from _blows_of_block(
                block, block.get("attacker") or document.get("attacker")
            )
        for tick in document.get("ticks") or ():
            # What hurts by itself, again and again, is nobody's deed.
            yield from _blow_of_damage(
                tick, dealer=None, victim=tick["who"], other=None
            )


def _blows_of_block(block: Data, attacker: str | None) -> Iterator[Blow]:
    """Yield the damage of one attack, or of another command (`attacker` None: `who` of the block
    acted), and the damage that came of it on the side: a counter, a shield that was hit instead,
    fire on whoever acts. Without a target it has no dealer."""
    actor = attacker or block.get("who")
    target = block.get("target")
    yield from _blow_of_damage(
        block,
        dealer=actor if target else None,
        victim=target or actor,
        other=target,
    )
    for part in block.values():
        if isinstance(part, dict) and isinstance(part.get("damage"), dict):
            if "victim" in part:
                yield from _blow_of_damage(
                    part, dealer=actor, victim=part["victim"], other=None
                )
            else:
                yield from _blow_of_damage(
                    part,
                    dealer=part.get("by") or target,
                    victim=actor,
                    other=None,
                )


def _blow_of_damage(
    block: Data, dealer: Any, victim: Any, other: Any
) -> Iterator[Blow]:
    """Yield the damage under the key `damage` of a block, if it says how much was dealt. The map
    under `damage` may name another victim, or its own dealer (`by`). If the victim is the
    dealer, `other` is the dealer instead."""
    damage = block.get("damage")
    if not isinstance(damage, dict) or not isinstance(damage.get("dealt"), int):
        return
    hurt = damage.get("victim") or victim
    by = damage.get("by") or (other if hurt == dealer else dealer)
    if isinstance(hurt, str):
        yield Blow(by, hurt, damage["dealt"], bool(damage.get("pending")))
