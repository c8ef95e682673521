"""The sentences of attacks and actions."""

from collections.abc import Mapping
from types import MappingProxyType

PHRASES: Mapping[str, str] = MappingProxyType(
    {
        # the declaration
        "attack": "{who} attacks {target} ({weapon}{mode})",
        "attack.called": "{who} attacks {target}, aimed at the {place} ({weapon}{mode})",
        "attack.at": "at {target}",
        "called.by-hand": "what a hit at the {place} does besides is up to the GM",
        # what comes of it
        "miss": "{who} misses",
        "countered": "{other} hits {who} instead ({weapon})",
        "dodged": "{who} dodges",
        "misfire": "a round goes off in {who}'s {weapon}",
        "barrier.stops": "the barrier stops it: rating {rating}",
        "through.none": "{who} takes nothing",
        "damage": "level {level}, {type}, for {who}",
        "stopped": "{who} gets no further",
        # actions
        "act": "{who}: {action}",
        "act.steps": "{done} of {needed} complex actions",
    }
)
