"""How the members of a party stand, in words: what is told when they come home."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from gmtrack.app.party.shown import reserves
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.screen import Row

if TYPE_CHECKING:
    from gmtrack.rulesets.port import Ruleset

UP = "up"
"""The status of whom nothing is told."""


def in_words(ruleset: "Ruleset", encounter: Encounter) -> dict[str, list[str]]:
    """What is to be known of each: `flesh 6/10`, `karma 1/2`, `dying`."""
    draft = Draft(encounter)
    return {row.id: list(_words(ruleset, draft, row)) for row in ruleset.board(encounter).rows}


def news(
    ruleset: "Ruleset", encounter: Encounter, people: Iterable[str], before: Mapping[str, list[str]]
) -> dict[str, str]:
    """By name what is to be known of these people that was not so `before`."""
    now = in_words(ruleset, encounter)
    return {
        encounter.display_name(who): ", ".join(
            word for word in now.get(who, ()) if word not in before.get(who, ())
        )
        for who in people
    }


def _words(ruleset: "Ruleset", draft: Draft, row: Row) -> Iterator[str]:
    if row.standing.status != UP:
        yield row.standing.status
    yield from (f"{track.label} {track.now}/{track.size}" for track in row.tracks)
    for left in reserves(ruleset, draft, row.id):
        yield from (f"{name} {one['now']}/{one['max']}" for name, one in (left or {}).items())
    yield from (condition.label for condition in row.conditions)
