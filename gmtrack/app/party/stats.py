"""The command `stats --party`: what the members did in all fights of their party. The figures of
a fight are saved in the party's folder before the fight is forgotten."""

import json
from collections.abc import Iterator
from typing import Any

from gmtrack.app.stats import CombatantStats, Stats
from gmtrack.app.stats import count_deeds as counted
from gmtrack.core.encounter import Data, Encounter
from gmtrack.dice.port import Reading
from gmtrack.odds.luck import luck_of_rolls
from gmtrack.rulesets.port import SuccessCount
from gmtrack.store import parties
from gmtrack.store.atomic_files import replace_file
from gmtrack.store.parties import Party, link_of
from gmtrack.store.session import Session, open_session
from gmtrack.store.state_folder import read_json

FOUGHT = "fought-"
"""The prefix of a file that saves a forgotten fight's figures."""


def party_stats(party: Party) -> tuple[Data, dict[str, str]]:
    """Return the document with the members' statistics over all fights of a party, including
    those in progress, and the members' names. Raises StoreError."""
    with open_session(party.place, write=False) as home:
        members, of_party = home.encounter.names(), home.encounter
    found = {who: CombatantStats() for who in members}
    rounds, minutes, breaks, fights = 0, 0.0, 0, 0
    for one in _stats_of_fights(party, of_party):
        fights += 1
        rounds, minutes, breaks = (
            rounds + one["rounds"], minutes + one["minutes"], breaks + one["breaks"],
        )  # fmt: skip
        for who, deeds in one["members"].items():
            if who in found:
                _add_deeds(found[who], deeds)
    for deeds in found.values():
        deeds.luck = luck_of_rolls(deeds.rolls) if deeds.rolls else None
    doc = Stats(found, rounds, round(minutes, 1), breaks, members).to_json()
    for who, told in doc["combatants"].items():
        told["times_down"] = found[who].downs
    return doc | {"fights": fights}, members


def keep_stats(party: Party, session: Session) -> None:
    """Save the figures of a fight that is about to be forgotten. Raises StoreError
    `cannot-save`."""
    file = party.place.folder / f"{FOUGHT}{parties.key_of(session.place)}.json"
    replace_file(file, json.dumps(_stats_of_fight(session)).encode() + b"\n")


def _stats_of_fights(party: Party, encounter: Encounter) -> Iterator[Data]:
    """Yield the figures of each fight: those that are kept, then the saved ones of forgotten
    fights."""
    seen = set()
    for _, session in parties.sessions_of(party, encounter):
        seen.add(parties.key_of(session.place))
        yield _stats_of_fight(session)
    for file in sorted(party.place.folder.glob(f"{FOUGHT}*.json")):
        is_new = file.stem.removeprefix(FOUGHT) not in seen
        if is_new and (kept := read_json(file)):
            yield kept


def _stats_of_fight(session: Session) -> Data:
    """Return the figures of one fight: rounds, minutes, breaks, and the deeds of the party's
    members."""
    found = counted(session.encounter, session.ruleset, list(session.log()))
    members = [
        who
        for who in link_of(session.encounter)["members"]
        if who in found.combatants
    ]
    return {
        "rounds": found.rounds,
        "minutes": found.minutes,
        "breaks": found.breaks,
        "members": {
            who: _deeds_to_data(found.combatants[who], found.names)
            for who in members
        },
    }


def _deeds_to_data(deeds: CombatantStats, names: dict[str, str]) -> Data:
    """Return deeds as plain data for a file, with names in place of ids."""
    rolls = [
        [
            one.fell,
            one.dice,
            one.sides,
            one.reading.hit,
            one.reading.again,
            one.reading.adds,
        ]
        for one in deeds.rolls
    ]
    put_out = [names.get(who, who) for who in deeds.put_out]
    killed = [names.get(who, who) for who in deeds.killed]
    return {
        "attacks": deeds.attacks, "hits": deeds.hits, "dealt": deeds.dealt, "taken": deeds.taken,
        "put_out": put_out, "killed": killed, "downs": deeds.downs, "rolls": rolls,
    }  # fmt: skip


def _add_deeds(deeds: CombatantStats, more: dict[str, Any]) -> None:
    """Add the figures of one fight to a member's deeds."""
    deeds.attacks += more["attacks"]
    deeds.hits += more["hits"]
    deeds.dealt += more["dealt"]
    deeds.taken += more["taken"]
    deeds.put_out += more["put_out"]
    # Files that earlier versions saved have no `killed`.
    deeds.killed += more.get("killed", ())
    deeds.downs += more["downs"]
    for fell, dice, sides, hit, again, adds in more["rolls"]:
        deeds.rolls.append(
            SuccessCount(
                fell, dice, sides, Reading(hit=hit, again=again, adds=adds)
            )
        )
