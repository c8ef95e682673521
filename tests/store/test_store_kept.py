"""No fight is ever dropped: `load` goes on with it, a save finds its history again."""

import os
import time
from pathlib import Path
from typing import Any

import pytest
from store_play import A_TICK, AP, DUEL, do, log, undo, value, with_line

from gmtrack.core.encounter import Data
from gmtrack.errors import BadFile, StoreError
from gmtrack.store import kept_fights as kept_module
from gmtrack.store import opening
from gmtrack.store.kept_fights import KeptFightRow, forget_fight, kept_fights
from gmtrack.store.opening import load_file, new_encounter, switch_to
from gmtrack.store.session import Session, open_session


def save(target: str) -> None:
    with open_session(None, write=True) as session:
        session.save(target)


def kept() -> list[str]:
    return [fight.name for fight in every()]


def test_load_goes_on_with_the_fight_of_the_file(duel: Path) -> None:
    load_file("duel.yaml")
    do(None, (AP, 3), line="a")
    opened = load_file("./duel.yaml")
    assert (opened.resumed, opened.name, opened.changed) == (True, "duel", False)
    assert opened.played
    assert (value(None, AP), kept()) == (3, ["duel"])
    assert undo(None) == ["a"]


def test_fresh_starts_over_and_keeps_the_other(duel: Path) -> None:
    load_file("duel.yaml")
    do(None, (AP, 3), line="a")
    opened = load_file("duel.yaml", fresh=True)
    assert (opened.resumed, opened.file.read_text()) == (False, with_line(DUEL))
    assert log(None) == ["load load duel.yaml"]
    assert kept() == ["duel-2", "duel"]
    assert switch_to("duel").resumed
    assert value(None, AP) == 3
    assert undo(None) == ["a"]


def test_of_two_fights_of_a_file_the_active_one_goes_on(duel: Path) -> None:
    load_file("duel.yaml")
    do(None, (AP, 1))
    load_file("duel.yaml", fresh=True)
    do(None, (AP, 2))
    switch_to("duel")
    load_file("duel.yaml")
    assert value(None, AP) == 1


def test_of_two_fights_of_a_file_else_the_one_that_was_played_last(duel: Path) -> None:
    load_file("duel.yaml")
    do(None, (AP, 1))
    load_file("duel.yaml", fresh=True)
    time.sleep(A_TICK)
    do(None, (AP, 2))
    new_encounter("Another", "toy", None, None)
    load_file("duel.yaml")
    assert value(None, AP) == 2


def test_new_drops_no_fight(duel: Path) -> None:
    load_file("duel.yaml")
    do(None, (AP, 1))
    new_encounter("Duel", "toy", None, None)
    new_encounter("Duel", "toy", None, None)
    assert set(kept()) == {"duel", "duel-2", "duel-3"}


def test_a_file_that_was_changed_before_the_fight_began_is_read_anew(duel: Path) -> None:
    load_file("duel.yaml")
    duel.write_text(DUEL.replace("body: 3", "body: 5"))
    assert not load_file("duel.yaml").resumed
    assert value(None, ("combatants", "joe", "body")) == 5
    assert len(kept()) == 1


def test_a_file_that_was_changed_in_mid_fight_leaves_the_fight_alone_and_says_so(
    duel: Path,
) -> None:
    load_file("duel.yaml")
    do(None, (AP, 1))
    duel.write_text(DUEL.replace("body: 3", "body: 5"))
    opened = load_file("duel.yaml")
    assert (opened.resumed, opened.changed) == (True, True)
    assert value(None, ("combatants", "joe", "body")) == 3


@pytest.mark.parametrize("harm", ["gone", "broken"])
def test_a_fight_goes_on_although_its_file_is_gone_or_broken(duel: Path, harm: str) -> None:
    load_file("duel.yaml")
    do(None, (AP, 1))
    duel.unlink() if harm == "gone" else duel.write_text("gmtrack: [")
    assert load_file("duel.yaml").changed
    assert value(None, AP) == 1
    with pytest.raises(BadFile):
        load_file("duel.yaml", fresh=True)
    assert value(None, AP) == 1


def test_a_save_carries_its_history(duel: Path) -> None:
    load_file("duel.yaml")
    do(None, (AP, 1), line="a")
    do(None, (AP, 2), line="b")
    save("tonight.yaml")
    new_encounter("Another", "toy", None, None)
    opened = load_file("tonight.yaml")
    assert (opened.resumed, opened.name, opened.gone_on) == (True, "duel", "")
    assert log(None) == ["load load duel.yaml", "step a", "step b"]
    assert undo(None) == ["b"]


def test_a_save_that_was_moved_is_known_by_what_it_holds(duel: Path) -> None:
    load_file("duel.yaml")
    do(None, (AP, 1), line="a")
    save("tonight.yaml")
    Path("tonight.yaml").rename("kept.yaml")
    load_file("kept.yaml")
    assert undo(None) == ["a"]


def test_a_save_that_was_moved_is_saved_where_it_is_now(duel: Path) -> None:
    load_file("duel.yaml")
    do(None, (AP, 3), line="a")
    save("evening.yaml")
    Path("evening.yaml").rename("later.yaml")
    load_file("later.yaml")
    do(None, (AP, 2), line="b")
    with open_session(None, write=True) as session:
        assert session.save(None) == Path("later.yaml").absolute()
    assert not Path("evening.yaml").exists()


def test_the_copy_of_a_new_file_is_an_encounter_of_its_own(duel: Path) -> None:
    new_encounter("Hunt", "toy", "hunt.yaml", None)
    Path("copy.yaml").write_bytes(Path("hunt.yaml").read_bytes())
    opened = load_file("copy.yaml")
    assert (opened.name, opened.resumed) == ("copy", False)
    assert kept() == ["copy", "hunt"]
    assert load_file("hunt.yaml").name == "hunt"


def test_a_save_of_a_fight_that_has_gone_on_is_as_it_was_saved_and_drops_nothing(
    duel: Path,
) -> None:
    load_file("duel.yaml")
    do(None, (AP, 1), line="a")
    save("one.yaml")
    do(None, (AP, 2), line="b")
    opened = load_file("one.yaml")
    assert (opened.resumed, opened.name, opened.gone_on) == (True, "one", "duel")
    assert opened.file.read_bytes() == Path("one.yaml").read_bytes()
    assert log(None) == ["load load duel.yaml", "step a"]
    do(None, (AP, 7), line="c")
    assert load_file("one.yaml").name == "one"
    assert undo(None, 2) == ["c", "a"]
    switch_to("duel")
    assert (value(None, AP), undo(None)) == (2, ["b"])


def test_each_of_several_saves_is_found_again(duel: Path) -> None:
    load_file("duel.yaml")
    for number in (1, 2, 3):
        do(None, (AP, number), line=f"step {number}")
        save(f"{number}.yaml")
    for number in (1, 2):
        load_file(f"{number}.yaml")
        assert value(None, AP) == number
        assert undo(None) == [f"step {number}"]


def test_a_fight_that_is_played_from_a_save_goes_on_where_it_stands(duel: Path) -> None:
    load_file("duel.yaml")
    do(None, (AP, 1))
    save("tonight.yaml")
    load_file("tonight.yaml")
    do(None, (AP, 5))
    assert load_file("tonight.yaml").name == "duel"
    assert value(None, AP) == 5


def test_what_a_hand_did_before_a_save_is_in_its_history(duel: Path) -> None:
    copy = load_file("duel.yaml").file
    do(None, (AP, 1), line="a")
    copy.write_text(copy.read_text().replace("body: 3", "body: 8"))
    save("tonight.yaml")
    load_file("tonight.yaml")
    assert log(None)[-1] == "edit edited by hand"


def test_the_kept_fights_begin_with_the_active_one(duel: Path) -> None:
    Path("other.yaml").write_text(DUEL.replace("name: Duel", "name: Other"))
    load_file("duel.yaml")
    do(None, (AP, 1))
    load_file("other.yaml")
    found = [(fight.name, fight.active, fight.told) for fight in every()]
    assert found == [("other", True, {"title": "Other"}), ("duel", False, {"title": "Duel"})]


def every() -> list[KeptFightRow]:
    return list(kept_fights(titled))


def titled(session: Session) -> Data:
    return {"title": session.title}


def test_a_list_opens_only_what_was_played_or_edited_since_the_last_one(duel: Path) -> None:
    Path("other.yaml").write_text(DUEL.replace("name: Duel", "name: Other"))
    copy = load_file("other.yaml").file
    load_file("duel.yaml")
    opened: list[str] = []

    def tell(session: Session) -> Data:
        opened.append(session.title)
        return {"title": session.title, "played": session.played}

    first = list(kept_fights(tell))
    assert opened == ["Duel", "Other"]
    assert list(kept_fights(tell)) == first
    assert opened == ["Duel", "Other"]
    do(None, (AP, 1))
    assert [line.is_saved for line in kept_fights(tell)] == [False, True]
    assert opened[2:] == ["Duel"]
    copy.write_text(copy.read_text().replace("name: Other", "name: By hand"))
    assert [line.told and line.told["title"] for line in kept_fights(tell)] == ["Duel", "By hand"]
    copy.write_text("gmtrack: [")
    assert ["encounter.yaml" in line.fault for line in kept_fights(tell)] == [False, True]
    assert opened[3:] == ["By hand"]


def test_a_line_that_is_damaged_is_told_anew(duel: Path) -> None:
    line = load_file("duel.yaml").file.with_name("line.json")
    told = [{"title": "Duel"}]
    assert [fight.told for fight in every()] == told
    line.write_text(line.read_text().replace("Duel", "Lie"))
    assert [fight.told for fight in every()] == told


def test_to_switch_by_a_whole_name_opens_no_other_fight(
    duel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("other.yaml").write_text(DUEL.replace("name: Duel", "name: Other"))
    load_file("other.yaml")
    load_file("duel.yaml")
    monkeypatch.setattr(kept_module, "StoredEncounter", None)
    assert kept_module.find_fight("other").folder.name == "other"


def test_a_fight_that_cannot_be_opened_is_listed_with_its_fault(duel: Path) -> None:
    load_file("duel.yaml").file.write_text("gmtrack: [")
    [fight] = every()
    assert (fight.name, fight.told) == ("duel", None)
    assert "encounter.yaml" in fight.fault
    assert forget_fight("duel", force=True) == "duel"
    assert kept() == []


def test_a_fight_that_is_forgotten_while_a_list_is_made_is_not_in_it(duel: Path) -> None:
    Path("other.yaml").write_text(DUEL.replace("name: Duel", "name: Other fight"))
    load_file("other.yaml")
    load_file("duel.yaml")
    listed = kept_fights(lambda session: {"title": session.title})
    assert next(listed).name == "duel"
    forget_fight("other", force=True)
    assert list(listed) == []


def test_a_fight_whose_folder_may_not_be_written_is_not_forgotten_by_half(
    duel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_file("duel.yaml")
    with monkeypatch.context() as patch:
        patch.setattr(os, "access", lambda *_: False)  # root may write anywhere
        with pytest.raises(StoreError, match="encounters/duel: Permission denied") as refused:
            forget_fight("duel", force=True)
    assert refused.value.kind == "cannot-save"
    assert kept() == ["duel"]


@pytest.mark.parametrize("word", ["other", "oth", "Other", "OTHER F"])
def test_a_fight_is_named_by_a_beginning_or_its_title(duel: Path, word: str) -> None:
    Path("other.yaml").write_text(DUEL.replace("name: Duel", "name: Other fight"))
    load_file("other.yaml")
    load_file("duel.yaml")
    assert switch_to(word).name == "other"


def test_a_name_that_no_fight_has_is_refused_with_those_there_are(duel: Path) -> None:
    load_file("duel.yaml")
    with pytest.raises(StoreError, match="duel") as refused:
        switch_to("hunt")
    assert refused.value.kind == "no-encounter"


def test_an_unsaved_fight_is_forgotten_only_by_force(duel: Path) -> None:
    load_file("duel.yaml")
    do(None, (AP, 1))
    with pytest.raises(StoreError, match="--force"):
        forget_fight("duel")
    save("tonight.yaml")
    Path("tonight.yaml").unlink()
    with pytest.raises(StoreError, match="--force"):
        forget_fight("duel")
    save("tonight.yaml")
    assert forget_fight("duel") == "duel"
    assert kept() == []
    with pytest.raises(StoreError, match="no encounter is open"):
        log(None)


def test_forgetting_another_fight_leaves_the_active_one(duel: Path, home: Path) -> None:
    load_file("duel.yaml")
    load_file("duel.yaml", fresh=True)
    do(None, (AP, 1))
    forget_fight("duel")
    assert value(None, AP) == 1
    folders = [path.name for path in (home / "encounters").iterdir() if path.is_dir()]
    assert folders == ["duel-2"]


@pytest.mark.parametrize("harm", ["gone", "empty", "garbage"])
def test_a_fight_whose_history_is_lost_is_not_dropped_for_a_changed_file(
    duel: Path, harm: str
) -> None:
    copy = load_file("duel.yaml").file
    do(None, (AP, 1))
    journal = copy.parent / "journal.jsonl"
    journal.write_bytes(b"" if harm == "empty" else b"garbage\n")
    if harm == "gone":
        journal.unlink()
    duel.write_text(DUEL + "# changed\n")
    assert load_file("duel.yaml").resumed
    assert (kept(), value(None, AP)) == (["duel"], 1)


def test_a_save_that_was_only_loaded_is_not_dropped_when_its_file_is_another(duel: Path) -> None:
    load_file("duel.yaml")
    do(None, (AP, 1))
    save("tonight.yaml")
    forget_fight("duel")
    load_file("tonight.yaml")
    Path("tonight.yaml").write_text(DUEL)
    assert load_file("tonight.yaml").changed
    assert value(None, AP) == 1


def test_a_save_over_a_fight_of_the_same_name_is_refused_unless_it_is_its_own(duel: Path) -> None:
    load_file("duel.yaml")
    do(None, (AP, 1))
    save("tonight.yaml")
    forget_fight("duel")
    load_file("duel.yaml")
    do(None, (AP, 2))
    with pytest.raises(StoreError, match="another fight of that name"):
        save("tonight.yaml")
    other = load_file("duel.yaml", fresh=True).file
    do(None, (AP, 3))
    switch_to("duel")
    with pytest.raises(StoreError, match="another fight of that name"):
        save(str(other))
    save("mine.yaml")
    do(None, (AP, 4))
    save("mine.yaml")


@pytest.mark.parametrize(
    "origin", ['{"opened": [1], "saves": 3}', '{"source": 7}', '{"saves": [[]]}', "[]", "{"]
)
def test_what_is_wrong_with_one_fight_stops_no_other(duel: Path, origin: str) -> None:
    broken = load_file("duel.yaml").file.parent
    Path("other.yaml").write_text(DUEL.replace("name: Duel", "name: Other"))
    (broken / "origin.json").write_text(origin)
    assert load_file("other.yaml").name == "other"
    do(None, (AP, 1))
    (broken / "journal.jsonl").unlink()
    (broken / "journal.jsonl").mkdir()
    (broken / "head.json").unlink()
    assert switch_to("Other").name == "other"
    assert [fight.name for fight in every() if fight.fault] == ["duel"]
    assert load_file("other.yaml").resumed
    Path("duel.yaml").unlink()
    with pytest.raises(StoreError, match="cannot be read, and no file holds it"):
        forget_fight("duel")
    assert forget_fight("duel", force=True) == "duel"


def test_a_working_copy_that_is_named_by_its_path_goes_on(duel: Path) -> None:
    copy = load_file("duel.yaml").file
    do(None, (AP, 1), line="a")
    new_encounter("Another", "toy", None, None)
    assert load_file(str(copy)).name == "duel"
    assert undo(None) == ["a"]


def test_what_was_played_in_place_is_loaded_with_its_history(duel: Path) -> None:
    do(duel, (AP, 1), line="a")
    assert load_file("duel.yaml").resumed
    assert undo(None) == ["a"]
    assert value(duel, AP) == 1


def test_a_fight_that_begins_while_its_changed_file_is_loaded_is_kept(
    duel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load_file("duel.yaml")
    held = opening._lock_outdated_fight

    def meanwhile(*args: Any) -> Any:
        do(None, (AP, 3), line="a")
        return held(*args)

    monkeypatch.setattr(opening, "_lock_outdated_fight", meanwhile)
    duel.write_text(DUEL + "# another\n")
    load_file("duel.yaml")
    assert kept() == ["duel-2", "duel"]
    switch_to("duel")
    assert value(None, AP) == 3


def test_a_load_that_is_refused_leaves_no_fight(duel: Path, home: Path) -> None:
    (home / "active").mkdir(parents=True)
    with pytest.raises(StoreError):
        load_file("duel.yaml")
    assert kept() == []


def test_a_save_of_what_was_not_played_is_that_fight(duel: Path) -> None:
    load_file("duel.yaml")
    save("tonight.yaml")
    opened = load_file("tonight.yaml")
    assert (opened.name, kept()) == ("duel", ["duel"])
