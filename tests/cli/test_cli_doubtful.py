"""Words behind a target that fit somebody else and, letter for letter, something else as well."""

from typing import Any

import pytest


@pytest.mark.parametrize(
    "words",
    [
        ["attack", "chains", "unit7", "dodge", "-n"],
        ["odds", "chains", "unit7", "dodge"],
        ["odds", "vex", "hook", "--vs", "dodge"],
    ],
)
def test_a_defense_that_may_be_somebody_is_refused_with_both(ambush: Any, words: list[str]) -> None:
    screen = ambush(words)
    assert screen.status in (1, 2)
    assert "'dodge' could be dodger or `--defense dodge`" in " ".join(screen.err.split())


@pytest.mark.parametrize(
    ("words", "targets"),
    [
        (["unit7", "dodger"], ["unit7", "dodger"]),
        (["unit7", "dod"], ["unit7", "dodger"]),
        (["dodge"], ["dodger"]),
        (["unit7", "--defense", "dodge"], ["unit7"]),
    ],
)
def test_what_fits_one_thing_only_is_taken(
    ambush: Any, words: list[str], targets: list[str]
) -> None:
    doc = ambush(["attack", "chains", *words, "--force", "--json", "-n", "--seed", "1"]).doc
    attacks = doc.get("attacks") or [doc]
    assert [attack["target"] for attack in attacks] == targets
