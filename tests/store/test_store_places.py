"""Loading, saving, making new: what is written where, and what never is."""

import errno
import os
import shlex
import stat
from pathlib import Path

import pytest
import yaml
from store_play import AP, BODY, DUEL, do, log, undo, value, with_line

from gmtrack import system
from gmtrack.cli.main import complete
from gmtrack.completion.quoting import POSIX, POWERSHELL, parse_partial_line
from gmtrack.errors import BadFile, Refusal, StoreError
from gmtrack.store import working_copies
from gmtrack.store.opening import load_file, new_encounter, validate_file
from gmtrack.store.session import open_session

FIGHT = DUEL + "fight:\n  combatants:\n    joe: {ap: 3}\n  round: 1\n"


def save(target: str | None = None, file: Path | None = None) -> Path:
    with open_session(file and str(file), write=False) as session:
        return session.save(target)


def test_load_never_writes_the_file(duel: Path) -> None:
    stamp = duel.stat().st_mtime_ns
    opened = load_file("duel.yaml")
    do(None, (AP, 3), (BODY, 9))
    assert (duel.read_text(), duel.stat().st_mtime_ns) == (DUEL, stamp)
    assert opened.file != duel
    assert (opened.encounter.name, opened.ruleset.META.id) == ("Duel", "toy")


def test_load_keeps_every_byte_in_the_working_copy(duel: Path) -> None:
    duel.write_bytes(DUEL.replace("\n", "\r\n").encode() + b"# no end")
    expected = with_line(duel.read_bytes().decode(), "\r\n")
    assert load_file("duel.yaml").file.read_bytes().decode() == expected


def test_a_bad_file_does_not_change_the_active_encounter(duel: Path) -> None:
    load_file("duel.yaml")
    Path("bad.yaml").write_text("gmtrack: 1\n")
    with pytest.raises(BadFile):
        load_file("bad.yaml")
    assert value(None, BODY) == 3


def test_without_an_encounter_the_user_is_told_how_to_open_one() -> None:
    with pytest.raises(StoreError, match=r"gmtrack load FILE") as refused:
        log(None)
    assert refused.value.kind == "no-encounter"


def test_a_prepared_encounter_is_saved_beside_its_source(duel: Path) -> None:
    load_file("duel.yaml")
    do(None, (AP, 3), (("fight", "round"), 1))
    assert save() == duel.with_name("duel-saved.yaml")
    assert duel.with_name("duel-saved.yaml").read_text() == with_line(FIGHT)
    assert duel.read_text() == DUEL


def test_a_free_name_is_taken_and_then_kept(duel: Path) -> None:
    Path("duel-saved.yaml").write_text("not ours")
    load_file("duel.yaml")
    assert save().name == "duel-saved-2.yaml"
    do(None, (AP, 3))
    assert save().name == "duel-saved-2.yaml"
    assert Path("duel-saved.yaml").read_text() == "not ours"


def test_a_saved_fight_is_saved_back_where_it_came_from(duel: Path) -> None:
    duel.write_text(FIGHT)
    load_file("duel.yaml")
    do(None, (AP, 4))
    assert save() == duel
    assert "joe: {ap: 4}" in duel.read_text()


def test_what_a_hand_wrote_there_since_is_not_overwritten_unasked(duel: Path) -> None:
    duel.write_text(FIGHT)
    load_file("duel.yaml")
    duel.write_text(FIGHT + "# mine\n")
    with pytest.raises(StoreError, match="was changed since") as refused:
        save()
    assert refused.value.kind == "cannot-save"
    assert duel.read_text() == FIGHT + "# mine\n"
    assert save("duel.yaml") == duel
    assert duel.read_text() == with_line(FIGHT)
    assert save() == duel


def test_a_line_with_a_path_can_be_typed_as_it_stands(half: str) -> None:
    path = Path("our $(touch pwned) fight's.yaml").absolute()
    path.write_text(FIGHT)
    load_file(path.name)
    path.write_text(FIGHT + "# mine\n")
    with pytest.raises(StoreError) as refused:
        save()
    told = refused.value.message.partition("name it: ")[2]
    dialect = POWERSHELL if half == "windows" else POSIX
    assert parse_partial_line(f"{told} ", dialect).words == ["gmtrack", "save", str(path)]
    [line] = log(None)
    assert shlex.split(line.removeprefix("load ")) == ["load", path.name]


def test_save_to_a_named_file_is_remembered(duel: Path) -> None:
    load_file("duel.yaml")
    Path("sub").mkdir()
    target = Path("sub/tonight.yaml")
    target.write_text("")
    assert save("sub/tonight.yaml") == target.absolute()
    assert target.read_text() == with_line(DUEL)
    do(None, (AP, 1))
    assert save() == target.absolute()


def test_a_save_loads_to_the_identical_state_and_saves_to_identical_bytes(duel: Path) -> None:
    load_file("duel.yaml")
    do(None, (AP, 3), (("fight", "combatants", "bob", "effects"), [{"effect": "x", "rounds": 1}]))
    do(None, (BODY, 4), (("combatants", "joe", "name"), "Ünï \x1b[2J: #\n"))
    with open_session(None, write=False) as session:
        state = session.encounter
    save("one.yaml")
    assert load_file("one.yaml", fresh=True).encounter == state
    save("two.yaml")
    assert Path("one.yaml").read_bytes() == Path("two.yaml").read_bytes()
    assert yaml.safe_load(Path("one.yaml").read_text())["fight"] == state.fight


def test_a_save_over_another_encounter_is_refused_unless_forced(duel: Path) -> None:
    other = DUEL.replace("name: ", "name: Not the ", 1)
    Path("other.yaml").write_text(other)
    load_file("duel.yaml")
    with pytest.raises(StoreError, match="--force"):
        save("other.yaml")
    assert Path("other.yaml").read_text() == other
    with open_session(None, write=True) as session:
        session.save("other.yaml", force=True)
    assert Path("other.yaml").read_text() == with_line(DUEL)


def test_a_save_keeps_rights(duel: Path) -> None:
    load_file("duel.yaml")
    Path("real.yaml").write_text(DUEL + "# old\n")
    Path("real.yaml").chmod(0o640)
    save("real.yaml")


def test_a_save_keeps_links(duel: Path) -> None:
    load_file("duel.yaml")
    Path("real.yaml").write_text(DUEL + "# old\n")
    Path("link.yaml").symlink_to("real.yaml")
    save("link.yaml")
    assert Path("link.yaml").is_symlink()
    assert Path("real.yaml").read_text() == with_line(DUEL)


@pytest.mark.parametrize("target", [".", "none/such.yaml", "a\0b"])
def test_a_save_that_cannot_be_is_refused(duel: Path, target: str) -> None:
    load_file("duel.yaml")
    with pytest.raises(StoreError):
        save(target)


def test_a_file_in_place_is_worked_on_itself_and_nothing_else_is_left(
    duel: Path, home: Path
) -> None:
    do("duel.yaml", (AP, 3), (("fight", "round"), 1))
    assert duel.read_text() == FIGHT
    assert {path.name for path in Path.cwd().iterdir()} == {"duel.yaml", home.name}
    assert save(file=duel) == duel
    assert save("copy.yaml", file=duel).read_text() == FIGHT
    undo("./duel.yaml")
    assert duel.read_text() == DUEL


def test_a_link_to_a_file_in_place_leads_to_the_same_history(duel: Path) -> None:
    do(duel, (AP, 3), line="a")
    Path("link.yaml").symlink_to(duel)
    assert undo("link.yaml") == ["a"]
    assert Path("link.yaml").is_symlink()


def test_a_working_copy_named_in_place_is_the_working_copy(duel: Path) -> None:
    copy = load_file("duel.yaml").file
    do(copy, (AP, 3), line="a")
    assert undo(None) == ["a"]


def test_a_file_that_is_not_there_is_refused() -> None:
    with pytest.raises(BadFile, match=r"none.yaml: cannot be read"):
        log("none.yaml")
    with pytest.raises(BadFile, match=r"none.yaml: cannot be read"):
        load_file("none.yaml")


def test_new_makes_an_empty_encounter_and_makes_it_active() -> None:
    opened = new_encounter("Bar: brawl #1", "toy", None, None)
    assert opened.encounter.name == "Bar: brawl #1"
    do(None, (("combatants", "al"), {"body": 1}))
    assert save() == Path("bar-brawl-1.yaml").absolute()
    assert yaml.safe_load(Path("bar-brawl-1.yaml").read_text()) == {
        "gmtrack": 1,
        "name": "Bar: brawl #1",
        "ruleset": "toy",
        "scene": {},
        "templates": {},
        "combatants": {"al": {"body": 1}},
    }


def test_new_with_a_file_writes_it_and_saves_there() -> None:
    new_encounter("X", "toy", "x.yaml", None)
    do(None, (("combatants", "al"), {"body": 1}))
    assert save() == Path("x.yaml").absolute()


def test_new_in_place_makes_the_file_and_leaves_the_active_one(duel: Path) -> None:
    load_file("duel.yaml")
    assert new_encounter("X", "toy", None, "x.yaml").file == Path("x.yaml").absolute()
    do("x.yaml", (("combatants", "al"), {"body": 1}), line="add")
    assert value(None, BODY) == 3
    assert undo("x.yaml") == ["add"]


def test_new_never_overwrites(duel: Path) -> None:
    for target, in_place in (("duel.yaml", None), (None, "duel.yaml")):
        with pytest.raises(StoreError, match="exists already") as refused:
            new_encounter("X", "toy", target, in_place)
        assert refused.value.kind == "cannot-save"
    assert duel.read_text() == DUEL


def test_new_with_an_unknown_ruleset_is_refused() -> None:
    with pytest.raises(Refusal, match="there is toy"):
        new_encounter("X", "tyo", None, None)


def test_new_again_over_a_removed_file_starts_its_history_again(duel: Path) -> None:
    do(duel, (AP, 1))
    duel.unlink()
    new_encounter("X", "toy", None, "duel.yaml")
    with pytest.raises(StoreError):
        undo(duel)


def test_the_state_folder_follows_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GMTRACK_HOME", "/a/b")
    assert working_copies.home_folder() == Path("/a/b")
    monkeypatch.delenv("GMTRACK_HOME")
    monkeypatch.setenv("XDG_STATE_HOME", "/c")
    assert working_copies.home_folder() == Path("/c/gmtrack")
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.setenv("HOME", "/d")
    assert working_copies.home_folder() == Path("/d/.local/state/gmtrack")


NOWHERE = [
    ({"HOME": ""}, "HOME names no folder"),
    ({"HOME": "relative"}, "HOME names no folder"),
    ({"HOME": "", "XDG_STATE_HOME": "relative"}, "HOME names no folder"),
    ({"GMTRACK_HOME": "~no-such-user/x"}, "GMTRACK_HOME is ~no-such-user/x, and there is no such"),
]


@pytest.mark.parametrize(("variables", "message"), NOWHERE)
def test_without_a_folder_for_the_state_all_is_refused_and_nothing_written(
    variables: dict[str, str], message: str, monkeypatch: pytest.MonkeyPatch, duel: Path
) -> None:
    monkeypatch.delenv("GMTRACK_HOME")
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    for name, folder in variables.items():
        monkeypatch.setenv(name, folder)
    before = {*Path.cwd().iterdir(), *Path("/").iterdir()}
    for attempt in (lambda: value(None, BODY), lambda: load_file("duel.yaml"), lambda: log(duel)):
        with pytest.raises(
            StoreError, match=f"^{message}.*: set GMTRACK_HOME to the folder in which"
        ):
            attempt()
    assert {*Path.cwd().iterdir(), *Path("/").iterdir()} == before
    assert validate_file("duel.yaml")
    assert complete("gmtrack b") == 1


def test_a_relative_state_folder_of_the_system_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GMTRACK_HOME")
    monkeypatch.setenv("HOME", "/d")
    monkeypatch.setenv("XDG_STATE_HOME", "c")
    assert working_copies.home_folder() == Path("/d/.local/state/gmtrack")


def test_the_own_folder_may_be_relative_but_not_to_a_folder_that_is_gone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("GMTRACK_HOME", "mine")
    assert working_copies.home_folder() == tmp_path / "mine"
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    with pytest.raises(StoreError, match="the current folder is gone"):
        working_copies.home_folder()


def test_a_save_to_a_folder_that_is_gone_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    new_encounter("Hunt", "toy", None, None)
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    with pytest.raises(StoreError, match="the current folder is gone") as refused:
        save()
    assert refused.value.kind == "cannot-save"


def test_a_file_that_may_not_be_opened_is_refused_for_that_reason(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def refuse(*_: object, **__: object) -> int:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(system, "open_fd", refuse)
    with pytest.raises(PermissionError):
        system.open_file(tmp_path / "new.yaml")


def test_a_name_never_leads_out_of_the_state_folder(home: Path) -> None:
    opened = new_encounter("../../etc/passwd\n\x1b", "toy", None, None)
    assert opened.file.parent.parent == home / "encounters"
    assert os.path.basename(opened.file.parent).isprintable()  # noqa: PTH119


def rights(folder: Path) -> set[str]:
    """What there is below a folder, and itself, that others may look at."""
    return {str(path) for path in [folder, *folder.rglob("*")] if path.stat().st_mode & 0o077}


def test_what_is_kept_is_for_its_owner_alone_and_files_of_a_gm_keep_their_rights(
    duel: Path, home: Path
) -> None:
    mask = os.umask(0o022)
    try:
        load_file("duel.yaml")
        do(None, (AP, 3))
        do(duel, (AP, 4))
        save("out.yaml")
        assert rights(home) == set()
        assert {stat.S_IMODE(Path(one).stat().st_mode) for one in ("duel.yaml", "out.yaml")} == {
            0o644
        }
    finally:
        os.umask(mask)


def test_where_nothing_is_kept_a_place_is_made_for_its_owner_alone(duel: Path, home: Path) -> None:
    mask = os.umask(0o022)
    try:
        with working_copies.lock_names():
            assert {path.name for path in home.iterdir()} == {"lock"}
            assert rights(home) == set()
        with pytest.raises(Refusal), open_session(str(duel), write=True):
            raise Refusal("value", "no")
        assert rights(home) == set()
    finally:
        os.umask(mask)


def test_what_an_earlier_version_let_others_read_is_closed_by_the_next_write(
    duel: Path, home: Path
) -> None:
    load_file("duel.yaml")
    do(None, (AP, 3))
    for path in [home, *home.rglob("*")]:
        path.chmod(0o755 if path.is_dir() else 0o644)
    (home / "play-history").write_text("")
    do(None, (AP, 4))
    assert not any(
        path.startswith(str(working_copies.active_place().folder)) for path in rights(home)
    )
    assert not home.stat().st_mode & 0o077
    load_file("duel.yaml")
    assert rights(home) == set()
