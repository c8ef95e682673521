"""Counters of the GM's own: how they move, and what is told of it."""

from typing import Any

from gmtrack.core.counters import Counter, counters_of, place
from gmtrack.rulesets.kit.commands import Table


def tick(game: Table[Any], who: str, at: str) -> None:
    """Those of somebody (or of the fight) that move by themselves at this moment do, to their
    ends."""
    for counter in counters_of(game.draft.encounter, who).values():
        if counter.moment == at:
            move(game, who, counter, counter.now + counter.by)


def move(game: Table[Any], who: str, counter: Counter, to: int) -> None:
    """It stands at a number from now on, at most at one of its ends; whatever stands at the numbers
    that it has reached is told."""
    now = min(max(0, to), counter.max)
    if now == counter.now:
        return
    game.draft.put(place(who, counter.id), now, read_as=counter.now)
    told = {"who": game.name(who), "name": counter.name}
    game.report.tell("count", "note", **told, before=counter.now, now=now, max=counter.max)
    for number in reached(counter, now):
        game.report.tell("count.at", "head", **told, number=number, what=counter.at[number])


def reached(counter: Counter, now: int) -> list[int]:
    """The numbers at which something is to happen that a counter comes to or passes on its way, in
    either direction, in their order."""
    if now > counter.now:
        return sorted(one for one in counter.at if counter.now < one <= now)
    return sorted((one for one in counter.at if now <= one < counter.now), reverse=True)
