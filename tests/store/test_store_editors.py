"""The line for editors at the top of a file, and the schema that it names."""

import json
import os
from pathlib import Path
from urllib.parse import unquote, urlparse

import pytest
from store_play import AP, DUEL, do, log, undo, with_line

from gmtrack.store import editors
from gmtrack.store.editors import schema_file
from gmtrack.store.import_fight import load_history
from gmtrack.store.kept_fights import forget_fight, kept_fights
from gmtrack.store.opening import load_file, new_encounter, validate_file
from gmtrack.store.session import open_session


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "my data #1"
    monkeypatch.setenv("XDG_DATA_HOME", str(folder))
    return folder


def save(target: str | None = None) -> Path:
    with open_session(None, write=True) as session:
        return session.save(target)


def is_saved() -> bool:
    [first, *_] = kept_fights(lambda _: {})
    return first.is_saved


def test_a_new_file_names_the_schema_of_its_ruleset(data: Path) -> None:
    new_encounter("Duel", "toy", "mine.yaml", None)
    first, second, *_ = Path("mine.yaml").read_text().splitlines()
    assert second == "gmtrack: 1"
    uri = first.removeprefix("# yaml-language-server: $schema=")
    assert uri.startswith("file:///")
    assert not {" ", "#"} & set(uri)
    file = Path(unquote(urlparse(uri).path))
    assert file == data / "gmtrack" / "schema" / "toy.json"
    assert json.loads(file.read_text())["$id"] == "urn:gmtrack:schema:toy"
    assert save().read_text().startswith(first)
    validate_file("mine.yaml")


def test_a_file_that_is_made_to_be_worked_on_in_place_has_it() -> None:
    new_encounter("Duel", "toy", None, "mine.yaml")
    assert Path("mine.yaml").read_text().startswith(with_line("gmtrack: 1"))


def test_a_save_has_it_and_is_known_again(duel: Path) -> None:
    load_file("duel.yaml")
    do(None, (AP, 3), line="a")
    assert save().read_text().startswith(with_line(DUEL))
    assert duel.read_text() == DUEL
    assert is_saved()
    opened = load_file("duel-saved.yaml")
    assert (opened.resumed, opened.changed, opened.name) == (True, False, "duel")
    do(None, (AP, 4), line="b")
    assert not is_saved()


def test_a_save_that_the_fight_has_left_behind_is_found_with_its_history(duel: Path) -> None:
    load_file("duel.yaml")
    do(None, (AP, 3), line="a")
    save()
    do(None, (AP, 4), line="b")
    back = load_file("duel-saved.yaml")
    assert back.gone_on == "duel"
    assert undo(None) == ["a"]
    assert load_file("duel.yaml").resumed


def test_what_was_only_loaded_is_saved_and_may_be_forgotten(duel: Path) -> None:
    load_file("duel.yaml")
    assert is_saved()
    assert forget_fight("duel") == "duel"
    load_file("duel.yaml")
    do(None, (AP, 3))
    undo(None)
    assert is_saved()
    assert forget_fight("duel") == "duel"


def test_a_file_that_names_a_schema_keeps_its_own(duel: Path) -> None:
    for line in (
        "# yaml-language-server: $schema=file:///home/ann/gmtrack/schema/toy.json",
        "#yaml-language-server: $schema=../toy.json",
        "# $schema: ../toy.json",
    ):
        duel.write_text(f"# mine\n{line}\n{DUEL}")
        assert load_file("duel.yaml", fresh=True).file.read_text() == duel.read_text()


@pytest.mark.parametrize(
    ("mark", "text", "end"),
    [
        ("\ufeff", DUEL, "\n"),
        ("", DUEL.replace("\n", "\r\n"), "\r\n"),
        ("", "---\n" + DUEL, "\n"),
        ("", DUEL + "# no end", "\n"),
    ],
)
def test_it_stands_at_the_top_whatever_is_there(duel: Path, mark: str, text: str, end: str) -> None:
    duel.write_bytes((mark + text).encode())
    expected = mark + with_line(text, end)
    file = load_file("duel.yaml").file
    assert file.read_bytes().decode() == expected
    assert is_saved()
    do(None, (("fight", "round"), 1))
    assert file.read_bytes().decode().startswith(expected)
    assert forget_in_vain()
    undo(None)
    assert file.read_bytes().decode() == expected
    assert forget_fight("duel") == "duel"


def forget_in_vain() -> bool:
    from gmtrack.errors import StoreError

    with pytest.raises(StoreError, match="is not saved as it is now"):
        forget_fight("duel")
    return True


def test_what_a_change_arranges_anew_keeps_it(duel: Path) -> None:
    load_file("duel.yaml")
    do(None, (("combatants", "ann"), {"body": 2}), (("combatants", "joe", "body"), 7))
    with open_session(None, write=False) as session:
        assert session.text.startswith(with_line("# A duel at dawn.\ngmtrack: 1\n"))


def test_a_working_copy_of_an_earlier_version_is_saved_as_it_is(
    duel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as earlier:
        earlier.setattr("gmtrack.store.editors.with_schema_line", lambda known: known)
        load_file("duel.yaml")
    do(None, (AP, 3))
    assert save().read_text().startswith(DUEL)
    assert is_saved()
    assert load_file("duel-saved.yaml").resumed


def test_a_history_that_is_taken_over_stays_as_it_is(duel: Path) -> None:
    do("duel.yaml", (AP, 3), line="a")
    played = duel.read_bytes()
    assert load_file("duel.yaml").file.read_bytes() == played
    assert undo(None) == ["a"]


def test_an_exported_history_does_not_tell_of_this_machine(duel: Path) -> None:
    load_file("duel.yaml")
    do(None, (AP, 3), line="a")
    with open_session(None, write=False) as session:
        recording = session.recording()
    assert recording.text == DUEL
    Path("fight.jsonl").write_text("".join(f"{line}\n" for line in recording.lines()))
    load_history("fight.jsonl", lambda *_: None)
    assert log(None) == ["load load fight.jsonl", "step a"]
    assert save("brought.yaml").read_text().startswith(with_line(DUEL))


def test_a_schema_of_another_version_is_written_anew(duel: Path) -> None:
    load_file("duel.yaml")
    file = schema_file("toy")
    written = file.read_text()
    stamp = file.stat().st_ino
    load_file("duel.yaml", fresh=True)
    assert file.stat().st_ino == stamp
    for stale in ("", "{}", written.replace('"$comment": "gmtrack ', '"$comment": "gmtrack old ')):
        file.write_text(stale)
        load_file("duel.yaml")
        assert file.read_text() == written
    file.unlink()
    save()
    assert file.read_text() == written


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_in_which_nothing_can_be_written_is_no_hindrance(duel: Path, data: Path) -> None:
    data.mkdir(mode=0o500)
    assert load_file("duel.yaml").file.read_text() == DUEL
    assert save().read_text() == DUEL


def test_a_data_folder_that_is_none_is_no_hindrance(duel: Path, data: Path) -> None:
    data.write_text("a file")
    assert load_file("duel.yaml").file.read_text() == DUEL
    assert save().read_text() == DUEL


def test_a_ruleset_whose_schema_cannot_be_written_is_no_hindrance(
    duel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(ruleset: object) -> None:
        raise TypeError(ruleset)

    monkeypatch.setattr(editors, "write_schema", fail)
    assert load_file("duel.yaml").file.read_text() == DUEL


def test_a_file_that_is_as_long_as_one_may_be_stays_so(
    duel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(editors, "MOST_BYTES", len(DUEL.encode()) + 40)
    assert load_file("duel.yaml").file.read_text() == DUEL
