"""Counters of the GM's own: the command `count`, counters that move by themselves, and what rest
gives back."""

from collections.abc import Collection
from typing import Any

from gmtrack.core.counters import (
    FIELD,
    FIGHT,
    Counter,
    counter_path,
    counters_document,
    counters_of,
    list_passed,
)
from gmtrack.core.intents import Count
from gmtrack.core.names import pick, squash
from gmtrack.core.report import Report
from gmtrack.rulesets.kit.commands import AnyGame
from gmtrack.rulesets.kit.renamed import accept_old_imports


def count(game: AnyGame, intent: Count) -> Report:
    """Carry out `count`: move or set a counter of a combatant or, for the word `fight`, of the
    fight. Raises Refusal for a name that there is not (kind for unknown names), and for a number
    beyond the counter's ends (kind for values); if the GM forces that, it stops at the end."""
    game.expect([])
    who = FIGHT
    if squash(intent.who) != FIGHT:
        who = str(game.named(intent.who).id)
    found = counters_of(game.draft.encounter, who)
    # The id of the counter that a word means.
    if not found:
        whose = "the fight" if who == FIGHT else who
        line = f"set {who} {FIELD}.blood='{{max: 10}}'"
        game.deny(
            game.WORDS.unknown, f"{whose} has no counter: `{line}` makes one"
        )
    names = {one.id: one.name for one in found.values()}
    kind = game.WORDS.unknown
    counter = found[pick(intent.name, names, "counter", kind)]
    to = counter.now + intent.amount if intent.moves else intent.amount
    if not 0 <= to <= counter.max:
        stands = f"{counter.name} is at {counter.now}/{counter.max}"
        game.refuse(game.WORDS.value, f"{stands} and cannot go to {to}")
    with game.draft.by("ALL-COUNT-01"):
        reached = move_counter(game, who, counter, to)
    now = counters_of(game.draft.encounter, who)[counter.id]
    game.report.body |= {
        "who": who,
        FIELD: counters_document({counter.id: now}),
        "reached": reached,
    }
    return game.report


def move_counter(
    game: AnyGame,
    who: str,
    counter: Counter,
    to: int,
) -> list[dict[str, Any]]:
    """Move a counter to the number `to`, or to its nearer end if `to` is beyond it. Tells the
    move and every text that stands at a number on the way, and returns those texts as the
    document has them. Does nothing if the counter stands there already."""
    now = min(max(0, to), counter.max)
    if now == counter.now:
        return []
    whose, name = "" if who == FIGHT else f"{game.name(who)}: ", counter.name
    path = counter_path(who, counter.id)
    game.draft.put(path, now, read_as=counter.now)
    game.report.tell(
        "count",
        "note",
        whose=whose,
        name=name,
        before=counter.now,
        now=now,
        max=counter.max,
    )
    reached = [
        {"at": number, "what": counter.at[number]}
        for number in list_passed(counter, now)
    ]
    for one in reached:
        game.report.tell("count.at", "head", whose=whose, name=name, **one)
    return reached


def refill_counters(game: AnyGame, who: str, kinds: Collection[str]) -> None:
    """Fill those counters of a combatant (or of the fight, by its word) that a rest of one of
    these kinds refills."""
    for counter in counters_of(game.draft.encounter, who).values():
        if counter.refill in kinds:
            with game.draft.by("ALL-COUNT-04"):
                move_counter(game, who, counter, counter.max)


accept_old_imports(globals())
