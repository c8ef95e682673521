"""`@NAME`: what comes with gmtrack is opened by its word, kept by its word and never written to."""

import shutil
from pathlib import Path

import pytest
from store_play import AP, DUEL, do, log, undo, value

from gmtrack.errors import StoreError
from gmtrack.store import ready_made, working_copies
from gmtrack.store.kept_fights import forget_fight, kept_fights
from gmtrack.store.opening import load_file, validate_file
from gmtrack.store.output_file import file_to_write
from gmtrack.store.session import open_session


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the ready-made encounters, outside of the current one."""
    folder = tmp_path / "site-packages" / "encounters"
    folder.mkdir(parents=True)
    for name in ("dawn-duel", "dusk-duel", "dust"):
        (folder / f"{name}.yaml").write_text(DUEL.replace("Duel", name), encoding="utf-8")
    monkeypatch.setattr(ready_made, "_ready_made_folder", lambda: str(folder))
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    return folder


def save(to: str | None = None) -> Path:
    with open_session(None, write=True) as session:
        return session.save(to)


def test_the_words_are_the_names_of_the_files(package: Path) -> None:
    assert ready_made.ready_made_words() == ["@dawn-duel", "@dusk-duel", "@dust"]
    assert not ready_made.is_ready_made("dust")


@pytest.mark.parametrize("typed", ["@dawn-duel", "@dawn", "@DA"])
def test_a_beginning_that_fits_one_is_enough(package: Path, typed: str) -> None:
    assert ready_made.complete_word(typed) == "@dawn-duel"
    assert ready_made.path_to_read(typed) == str(package / "dawn-duel.yaml")
    assert validate_file(ready_made.path_to_read(typed))[0].name == "dawn-duel"


@pytest.mark.parametrize(
    ("typed", "told"), [("@du", "@dusk-duel, @dust"), ("@x", "@dawn-duel, @dusk-duel, @dust")]
)
def test_what_fits_several_or_none_is_refused_with_those_there_are(
    package: Path, typed: str, told: str
) -> None:
    with pytest.raises(StoreError, match=f"{told}.*gmtrack examples") as refused:
        load_file(typed)
    assert refused.value.kind == "no-encounter"
    assert not list(kept_fights(lambda _: {}))


def test_the_fight_is_found_again_by_its_word_wherever_the_package_is(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = load_file("@dawn")
    assert (first.resumed, first.name) == (False, "dawn-duel")
    do(None, (AP, 3), line="a")
    assert log(None)[0] == "load load @dawn-duel"
    moved = tmp_path / "elsewhere"
    shutil.move(package, moved)
    monkeypatch.setattr(ready_made, "_ready_made_folder", lambda: str(moved))
    opened = load_file("@dawn-duel")
    assert (opened.resumed, opened.changed, opened.name) == (True, False, "dawn-duel")
    assert str(package) not in (opened.file.parent / "origin.json").read_text()


def test_a_fight_of_one_that_has_changed_goes_on_and_says_so(package: Path) -> None:
    load_file("@dawn")
    do(None, (AP, 3), line="a")
    (package / "dawn-duel.yaml").write_text(DUEL.replace("body: 3", "body: 5"))
    opened = load_file("@dawn")
    assert (opened.resumed, opened.changed, value(None, AP)) == (True, True, 3)
    fresh = load_file("@dawn", fresh=True)
    assert (fresh.resumed, fresh.name) == (False, "dawn-duel-2")
    assert len(list(kept_fights(lambda _: {}))) == 2


def test_one_that_has_changed_before_anything_was_played_is_opened_anew(package: Path) -> None:
    load_file("@dawn")
    changed = DUEL.replace("body: 3", "body: 5")
    (package / "dawn-duel.yaml").write_text(changed)
    assert load_file("@dawn").file.read_text().endswith(changed)
    assert [kept.name for kept in kept_fights(lambda _: {})] == ["dawn-duel-2"]


def test_a_fight_of_one_that_is_no_more_goes_on(package: Path) -> None:
    load_file("@dawn")
    do(None, (AP, 3), line="a")
    (package / "dawn-duel.yaml").unlink()
    opened = load_file("@dawn-duel")
    assert (opened.resumed, opened.changed, undo(None)) == (True, True, ["a"])
    with pytest.raises(StoreError, match="no ready-made encounter"):
        load_file("@dawn-duel-x")


def test_a_save_without_a_file_is_in_the_current_folder(package: Path) -> None:
    before = {file: file.read_bytes() for file in package.iterdir()}
    load_file("@dawn")
    do(None, (AP, 3), line="a")
    assert save() == Path("dawn-duel-saved.yaml").absolute()
    do(None, (AP, 2), line="b")
    assert save() == Path("dawn-duel-saved.yaml").absolute()
    load_file("@dawn", fresh=True)
    assert save().name == "dawn-duel-saved-2.yaml"
    assert {file: file.read_bytes() for file in package.iterdir()} == before
    assert load_file("dawn-duel-saved.yaml").resumed
    assert undo(None) == ["b"]


def test_a_fight_that_has_begun_in_one_is_not_written_back(package: Path) -> None:
    (package / "dust.yaml").write_text(f"{DUEL}fight: {{round: 2}}\n")
    load_file("@dust")
    assert save() == Path("dust-saved.yaml").absolute()


def test_the_save_of_another_fight_of_the_same_text_is_not_meant(package: Path) -> None:
    Path("mine.yaml").write_bytes((package / "dust.yaml").read_bytes())
    load_file("mine.yaml")
    save("as-it-was.yaml")
    do(None, (AP, 3), line="a")
    opened = load_file("@dust")
    assert (opened.resumed, opened.gone_on, opened.name) == (False, "", "dust")
    assert save() == Path("dust-saved.yaml").absolute()


def test_one_that_was_only_opened_is_forgotten_unasked(package: Path) -> None:
    load_file("@dawn")
    (package / "dawn-duel.yaml").unlink()
    assert forget_fight("dawn-duel") == "dawn-duel"
    load_file("@dust")
    do(None, (AP, 3))
    with pytest.raises(StoreError, match="not saved"):
        forget_fight("dust")


@pytest.mark.parametrize("write", [file_to_write, working_copies.place_of_file, save])
def test_a_word_is_no_file_to_write_to(package: Path, write: object) -> None:
    load_file("@dawn")
    assert callable(write)
    with pytest.raises(StoreError, match=r"\./@dust means a file"):
        write("@dust")
    assert not Path("@dust").exists()
    assert save("./@dust") == Path("@dust").absolute()
    assert load_file("./@dust").name == "dawn-duel"
    Path("@x").touch()
    with pytest.raises(StoreError, match=r"\./@x means the file"):
        load_file("@x")
