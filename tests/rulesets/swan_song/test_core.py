"""The worked cases through the rules alone, on a draft with dice from the table."""

from pathlib import Path

import pytest

from gmtrack.errors import Refusal

from .casebook import Case, cases, differences
from .coreplay import document, encounter_of

WORKED = [case for case in cases() if case.id.startswith("W") and case.id != "W48"]


@pytest.mark.parametrize("case", WORKED, ids=lambda case: case.id)
def test_case_in_the_core(case: Case, tmp_path: Path) -> None:
    encounter = encounter_of(case.encounter, tmp_path)
    wrong = []
    for number, step in enumerate(case.steps, 1):
        if step.refused:
            with pytest.raises(Refusal) as refusal:
                document(encounter, step.argv)
            assert refusal.value.kind == step.refused
            continue
        found = differences(step.expect, document(encounter, step.argv))
        wrong += [f"step {number}, {step.run}: {line}" for line in found]
    assert not wrong, "\n".join([case.title, *wrong])
