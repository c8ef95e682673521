"""The tests that every case-book is put to: through the command line, and through the core."""

from pathlib import Path
from typing import ClassVar

import pytest

from gmtrack.errors import Refusal

from .casebook import Book, Case, Step, as_file
from .comparing import differences
from .core_play import CorePlay
from .typing_in import Answer, at_home_in, gmtrack, saved, undone


class CaseTests:
    """Every case is played through the command line, with a dry run before each step, and taken
    back to its first byte at the end. To be inherited with a book."""

    book: ClassVar[Book]

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        cases = {
            "case": [case for case in self.book.cases if not case.refused],
            "bad_file": [case for case in self.book.cases if case.refused],
        }
        for name in cases.keys() & set(metafunc.fixturenames):
            metafunc.parametrize(name, cases[name], ids=lambda case: case.id)

    def test_case(self, case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        at_home_in(tmp_path, monkeypatch)
        loaded = gmtrack("load", str(as_file(case.encounter, tmp_path / "fight.yaml")))
        assert loaded.code == 0, loaded.err
        before = saved(tmp_path)
        wrong = [
            f"step {number}, {step.run}: {line}"
            for number, step in enumerate(case.steps, 1)
            for line in played(step, case, self.book)
        ]
        assert not wrong, "\n".join([case.title, *wrong])
        undone_and_redone(before, tmp_path)

    def test_file_is_refused(
        self, bad_file: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        at_home_in(tmp_path, monkeypatch)
        answer = gmtrack("load", str(as_file(bad_file.encounter, tmp_path / "fight.yaml")))
        assert answer.code == 1
        assert bad_file.refused in answer.err

    def test_case_ids_are_unique(self) -> None:
        ids = [case.id for case in self.book.cases]
        assert sorted(ids) == sorted(set(ids))


def played(step: Step, case: Case, book: Book) -> list[str]:
    """What is wrong with one step."""
    argv = step.argv
    seed = ["--seed", "1"] if argv[0] in book.rollers else []
    rehearsal = gmtrack(*argv, *seed, "--dry-run", "--json") if step.changes_something else None
    answer = gmtrack(*argv, *seed, "--json")
    if step.refused:
        return refusal(step, answer)
    if answer.code:
        return [f"exit status {answer.code}: {answer.out}{answer.err}"]
    wrong = differences(step.expect, answer.doc) + book.faults(answer.doc, case.encounter)
    if rehearsal and {**rehearsal.doc, "dry_run": 0} != {**answer.doc, "dry_run": 0}:
        wrong.append(f"--dry-run said {rehearsal.out}, the command {answer.out}")
    return wrong


def refusal(step: Step, answer: Answer) -> list[str]:
    """What is wrong with a refusal."""
    if answer.code != 1:
        return [f"not refused, exit status {answer.code}: {answer.out}"]
    error = answer.doc["error"]
    wrong = [] if step.says in error["message"] else [f"'{step.says}' is not in {answer.out}"]
    if step.refused not in (True, error["kind"]) or error["kind"] == "crash":
        wrong.append(f"refused: expected {step.refused}, found {error}")
    return wrong


def undone_and_redone(before: bytes, folder: Path) -> None:
    """All the way back is what was there before, and all the way forth what is there now."""
    after = saved(folder)
    steps = undone()
    assert saved(folder) == before
    for _ in range(steps):
        assert gmtrack("redo").code == 0
    assert saved(folder) == after


class CoreTests:
    """The chosen cases played by the rules alone, on a draft with dice from the table. To be
    inherited with the cases and how the core is played."""

    core: ClassVar[CorePlay]
    cases: ClassVar[list[Case]]

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        if "case" in metafunc.fixturenames:
            metafunc.parametrize("case", self.cases, ids=lambda case: case.id)

    def test_case_in_the_core(self, case: Case, tmp_path: Path) -> None:
        encounter = self.core.encounter(case.encounter, tmp_path)
        wrong = []
        for number, step in enumerate(case.steps, 1):
            if step.refused:
                with pytest.raises(Refusal) as refused:
                    self.core.document(encounter, step.argv)
                assert step.refused in (True, refused.value.kind)
                continue
            found = differences(step.expect, self.core.document(encounter, step.argv))
            wrong += [f"step {number}, {step.run}: {line}" for line in found]
        assert not wrong, "\n".join([case.title, *wrong])
