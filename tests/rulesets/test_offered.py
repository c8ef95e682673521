"""What Tab offers behind an option is known to the command."""

import pytest

from gmtrack.core.lexicon import Entries
from gmtrack.errors import Refusal

from .test_removed import STAGES, prepared


def unknown(name: str, option: str, words: Entries, commands: tuple[str, ...]) -> list[str]:
    """The words that each of the commands refuses as no such thing."""
    stage = STAGES[name]
    return [
        entry.word
        for entry in words
        if all(
            refused(name, [command, stage.cast[0], "1", option, entry.word]) for command in commands
        )
    ]


def refused(name: str, line: list[str]) -> bool:
    stage = STAGES[name]
    try:
        stage.core.resolved(prepared(stage, {}), line, seed=1)
    except Refusal as refusal:
        return refusal.message.startswith("no ")
    return False


@pytest.mark.parametrize("name", STAGES)
def test_the_pools_and_types_that_are_offered_are_known(name: str) -> None:
    stage = STAGES[name]
    lexicon = stage.core.ruleset.lexicon(prepared(stage, {}))
    assert unknown(name, "--pool", lexicon.pools, ("damage", "heal")) == []
    assert unknown(name, "--type", lexicon.types, ("damage",)) == []
