"""The tests that every case-book is put to: in the core, and through the command line."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import ClassVar

import pytest
from long_run import LONG
from tiers import runs_everything

from gmtrack.core.draft import Change, redo_changes, undo_changes
from gmtrack.core.encounter import Encounter
from gmtrack.errors import BadFile, GmtrackError
from gmtrack.store.encounter_map import data_of
from gmtrack.store.history.journal import change_to_data
from gmtrack.store.history.page import changes_of
from gmtrack.store.text.emit import dump_yaml

from .casebook import Book, Case, Step, as_file
from .comparing import differences
from .core_play import CorePlay
from .cover import chosen_of, first_of_each_kind, first_of_each_table
from .typing_in import Answer, gmtrack, saved, try_choices_seldom, undone

Table = Callable[..., Answer]
"""Carries out the words of one command line."""


class CaseTests:
    """The cases that together touch all of the command line, or every case in the long run, are
    played through it, with a dry run before each step, and taken back to their first byte at the
    end. To be inherited with a book."""

    book: ClassVar[Book]

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        for name in {"case", "bad_file"} & set(metafunc.fixturenames):
            every = [case for case in self.book.cases if not case.rules_alone]
            cases = [
                case
                for case in (every if LONG else chosen_of(self.book))
                if bool(case.refused) == (name == "bad_file")
            ]
            metafunc.parametrize(name, cases, ids=lambda case: case.id)

    def test_case(self, case: Case, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """What can be done is tried where a step expects it, or in the long run."""
        with_choices = LONG or any("choices" in step.expect for step in case.steps)
        try_choices_seldom(monkeypatch, 1 if with_choices else 0)
        loaded = gmtrack("load", str(as_file(case.encounter, home / "fight.yaml")))
        assert loaded.code == 0, loaded.err
        before = saved(home)
        wrong = [
            f"step {number}, {step.run}: {line}"
            for number, step in enumerate(case.steps, 1)
            for line in played(step, case, self.book, gmtrack)
        ]
        assert not wrong, "\n".join([case.title, *wrong])
        undone_and_redone(before, home)

    def test_file_is_refused(self, bad_file: Case, home: Path) -> None:
        answer = gmtrack("load", str(as_file(bad_file.encounter, home / "fight.yaml")))
        assert answer.code == 1
        assert bad_file.refused in answer.err

    def test_case_ids_are_unique(self) -> None:
        ids = [case.id for case in self.book.cases]
        assert sorted(ids) == sorted(set(ids))


def played(step: Step, case: Case, book: Book, table: Table, rehearsed: bool = True) -> list[str]:
    """What is wrong with one step."""
    argv = step.argv
    seed = ["--seed", "1"] if argv[0] in book.rollers and "--seed" not in argv else []
    dry = rehearsed and step.changes_something
    rehearsal = table(*argv, *seed, "--dry-run", "--json") if dry else None
    answer = table(*argv, *seed, "--json")
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
    """Every case is played by the rules alone, on a draft with dice from the table, and at the end
    undone and done again. With a dry run before each step, and saved and read, are played: in the
    daily tier the first case of each file, with `--all` those that bring a new kind of line (see
    `cover.first_of_each_kind`), in the long run every one. With `--first-rows` only those are
    played and of each case with a table the first row. To be inherited with a book and how the core
    is played."""

    book: ClassVar[Book]
    core: ClassVar[CorePlay]

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        if "file" in metafunc.fixturenames:
            metafunc.parametrize("file", dict.fromkeys(case.file for case in self.book.cases))

    def test_cases_in_the_core(self, file: str, pytestconfig: pytest.Config) -> None:
        cases = [case for case in self.book.cases if case.file == file]
        every = runs_everything(pytestconfig)
        firsts = first_of_each_kind(self.book) if every else {cases[0].id}
        if pytestconfig.getoption("--first-rows"):
            found = first_of_each_kind(self.book) | first_of_each_table(self.book)
            cases = [case for case in cases if case.id in found]
        wrong = [
            f"{case.id}, {case.title}: {line}"
            for case in cases
            for line in self.faults(case, thorough=LONG or case.id in firsts)
        ]
        assert not wrong, "\n".join(wrong)

    def faults(self, case: Case, thorough: bool) -> Iterator[str]:
        """What is wrong with a case; nothing where it needs more than the rules."""
        if case.refused:
            yield from self.faults_of_bad_file(case)
        elif self.core.playable([case]):
            encounter = self.core.checked(case.encounter)
            before = state_of(encounter)
            history = []
            for number, step in enumerate(case.steps, 1):
                table = CoreTable(encounter, self.core)
                for line in played(step, case, self.book, table, rehearsed=thorough):
                    yield f"step {number}, {step.run}: {line}"
                history.append(table.changes)
            after = state_of(encounter)
            yield from self.faults_of_history(encounter, before, after, history)
            if thorough:
                yield from self.faults_of_file(encounter, after)

    def faults_of_bad_file(self, case: Case) -> Iterator[str]:
        try:
            self.core.encounter(case.encounter)
        except BadFile as error:
            if case.refused not in error.message:
                yield f"'{case.refused}' is not in {error.message}"
        else:
            yield "the file is not refused"

    def faults_of_history(
        self, encounter: Encounter, before: str, after: str, history: list[list[Change]]
    ) -> Iterator[str]:
        """All the way back is what was there before, and all the way forth what is there now."""
        kept = [as_journal_has_it(changes) for changes in history]
        for changes in reversed(kept):
            undo_changes(encounter, changes)
        if state_of(encounter) != before:
            yield f"undone: expected {before}, found {state_of(encounter)}"
        for changes in kept:
            redo_changes(encounter, changes)
        if state_of(encounter) != after:
            yield f"redone: expected {after}, found {state_of(encounter)}"

    def faults_of_file(self, encounter: Encounter, after: str) -> Iterator[str]:
        """Saved and read again is what is there now."""
        read = state_of(self.core.read(dump_yaml(data_of(encounter))))
        if read != after:
            yield f"saved and read: expected {after}, found {read}"


class CoreTable:
    """Lines carried out on an encounter by the rules alone, and what they have changed."""

    def __init__(self, encounter: Encounter, core: CorePlay) -> None:
        self._encounter = encounter
        self._core = core
        self.changes: list[Change] = []

    def __call__(self, *argv: str) -> Answer:
        line = [word for word in argv if word != "--json"]
        try:
            doc, changes = self._core.done(self._encounter, line)
        except GmtrackError as error:
            refused = {"error": {"kind": error.kind, "message": error.message}}
            return Answer(1, json.dumps(refused), "")
        self.changes += changes
        return Answer(0, json.dumps(doc), "")


def state_of(encounter: Encounter) -> str:
    """All that there is of an encounter, in whatever order."""
    return json.dumps(data_of(encounter), sort_keys=True)


def as_journal_has_it(changes: list[Change]) -> list[Change]:
    """Changes as they are read from the history."""
    record = json.dumps({"changes": [change_to_data(change) for change in changes]})
    return changes_of(json.loads(record))
