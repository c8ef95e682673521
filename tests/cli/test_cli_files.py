"""New, load, save, validate, -f, and the history commands."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from cli_support import DUEL, Gm

from gmtrack.core.encounter import Encounter
from gmtrack.rulesets.port import Problem

BAD = DUEL.replace("skill: 4", "skil: 4")


def steps_of(gm: Gm) -> list[dict[str, Any]]:
    """What was done to the encounter, without its opening and what was undone and redone."""
    return [step for step in gm("log", "--json").doc["steps"] if step["kind"] == "step"]


def test_load_answers_with_what_is_active_now(gm: Gm, duel: Path) -> None:
    doc = gm("load", str(duel), "--json").doc
    assert (doc["command"], doc["name"], doc["ruleset"]) == ("load", "Duel", "toy")
    assert Path(doc["file"]).is_file()


def test_load_on_screen_shows_the_board_and_what_to_type_next(gm: Gm, duel: Path) -> None:
    out = gm("load", str(duel)).out
    assert "Duel" in out.splitlines()[0]
    assert "Joe Schmoe" in out
    assert out.splitlines()[-1] == "next: gmtrack roll-init"


def test_load_never_writes_the_file(loaded: Gm, duel: Path) -> None:
    loaded("damage", "bob", "1")
    assert duel.read_text() == DUEL


def test_new_makes_an_empty_encounter_active(gm: Gm) -> None:
    doc = gm("new", "Bar brawl", "--ruleset", "toy", "--json").doc
    assert (doc["command"], doc["name"], doc["ruleset"]) == ("new", "Bar brawl", "toy")
    assert gm("board", "--json").doc["name"] == "Bar brawl"


def test_new_on_screen_says_how_to_go_on(gm: Gm) -> None:
    last = gm("new", "Brawl", "--ruleset", "toy").out.splitlines()[-1]
    assert last == "next: gmtrack add NAME --set skill=VALUE"
    assert gm("add", "Joe", "--set", "skill=2").status == 0


def test_new_with_an_unknown_ruleset_names_those_that_there_are(gm: Gm) -> None:
    result = gm("new", "Brawl", "--ruleset", "chess", "--json")
    assert result.status == 1
    assert "toy" in result.doc["error"]["message"]


def test_save_writes_the_fight_and_loads_again(loaded: Gm, tmp_path: Path) -> None:
    loaded("damage", "bob", "2")
    doc = loaded("save", "tonight.yaml", "--json").doc
    assert doc["command"] == "save"
    assert Path(doc["file"]).resolve() == (tmp_path / "tonight.yaml").resolve()
    before = loaded("board", "--json").doc
    loaded("load", "tonight.yaml")
    assert loaded("board", "--json").doc == before


def test_save_on_screen_says_where(loaded: Gm) -> None:
    assert "tonight.yaml" in loaded("save", "tonight.yaml").out


def test_validate_reports_every_file(gm: Gm, duel: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text(BAD)
    result = gm("validate", str(duel), str(bad), "--json")
    good, faulty = result.doc["files"]
    assert result.status == 1
    assert good == {"file": str(duel), "ok": True, "faults": []}
    assert (faulty["file"], faulty["ok"]) == (str(bad), False)
    assert faulty["faults"][0]["line"] == 7
    assert faulty["faults"][0]["path"].startswith("combatants.joe")
    assert faulty["faults"][0].keys() == {"file", "line", "path", "message"}
    assert "warnings" not in faulty


def test_validate_on_screen_says_ok_or_what_is_wrong(gm: Gm, duel: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text(BAD)
    assert gm("validate", str(duel)) == (0, f"{duel}: ok\n", "")
    result = gm("validate", str(bad))
    assert result.status == 1
    assert "bad.yaml:7: combatants.joe" in result.out


def test_validate_warns_of_what_is_likely_a_slip(gm: Gm, duel: Path) -> None:
    duel.write_text(DUEL.replace("side: pc", "side: player"))
    message = "found 'player', which is a side of its own; did you mean 'pc'?"
    result = gm("validate", str(duel), "--json")
    assert result.status == 0
    assert result.doc["files"] == [
        {
            "file": str(duel),
            "ok": True,
            "faults": [],
            "warnings": [
                {"file": str(duel), "line": 7, "path": "combatants.joe.side", "message": message}
            ],
        }
    ]
    told = f"{duel}:7: warning: combatants.joe.side: {message}\n{duel}: ok, 1 warning\n"
    assert gm("validate", str(duel)) == (0, told, "")


def test_a_ruleset_can_have_slips_of_its_own(
    gm: Gm, duel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def slips(encounter: Encounter) -> Iterator[Problem]:
        yield Problem(("combatants", "bob", "skill"), f"{len(encounter.combatants)} of them")

    monkeypatch.setattr("toy.ruleset.likely_typos", slips, raising=False)
    told = f"{duel}:8: warning: combatants.bob.skill: 3 of them"
    assert gm("validate", str(duel)).out.splitlines()[0] == told


@pytest.mark.parametrize("by", ["option", "environment"])
def test_a_named_file_is_worked_on_in_place(
    gm: Gm, duel: Path, by: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if by == "environment":
        monkeypatch.setenv("GMTRACK_FILE", str(duel))
    prefix = ("-f", str(duel)) if by == "option" else ()
    assert gm(*prefix, "damage", "bob", "2").status == 0
    assert "hurt: 2" in duel.read_text()
    assert "# the bad one" in duel.read_text()
    assert gm(*prefix, "undo").status == 0
    assert duel.read_text() == DUEL


def test_undo_and_redo_say_what_they_took_and_changed(loaded: Gm) -> None:
    attack = loaded("attack", "joe", "bob", "--roll", "attack=6,5,1,1", "--json").doc
    loaded("damage", "bill", "1")
    undone = loaded("undo", "2", "--json").doc
    assert undone["steps"] == [
        "damage bill 1",
        "attack joe bob --roll attack=6,5,1,1 --json",
    ]
    assert {"who": "bob", "what": "hurt", "before": 2, "after": 0} in undone["changes"]
    redone = loaded("redo", "--json").doc
    assert redone["steps"] == ["attack joe bob --roll attack=6,5,1,1 --json"]
    assert redone["rolls"] == attack["rolls"]
    assert redone["changes"][-1]["after"] == 2


def test_undo_on_screen_names_the_command(loaded: Gm) -> None:
    loaded("damage", "bill", "1")
    assert "damage bill 1" in loaded("undo").out


def test_the_log_has_every_step_with_its_report(loaded: Gm) -> None:
    loaded("attack", "joe", "bob", "--roll", "attack=6,5,1,1")
    loaded("undo")
    steps = steps_of(loaded)
    assert steps[0].keys() == {
        "seq", "kind", "line", "time", "round", "who", "undone", "report",
    }  # fmt: skip
    assert steps[0]["line"] == "attack joe bob --roll attack=6,5,1,1"
    assert steps[0]["undone"] is True
    assert steps[0]["report"]["rolls"][0]["given"] is True


def test_the_log_on_screen_shows_the_last_twenty_steps(loaded: Gm) -> None:
    for n in range(1, 23):
        loaded("damage", "bob", str(n))
    out = loaded("log").out
    assert "damage bob 2\n" not in out
    assert "damage bob 3\n" in out
    assert "damage bob 21" not in loaded("log", "--last", "1").out
    assert len(steps_of(loaded)) == 22


def test_the_line_of_a_step_is_the_command_as_typed(gm: Gm, duel: Path) -> None:
    gm("-f", str(duel), "set", "bob", "notes=so, so")
    step = gm("-f", str(duel), "log", "--json").doc["steps"][-1]
    assert step["line"] == "set bob 'notes=so, so'"


def test_load_says_how_many_slips_there_are_and_what_tells_them(gm: Gm, tmp_path: Path) -> None:
    path = tmp_path / "my duel.yaml"
    path.write_text(DUEL.replace("side: pc", "side: player"))
    out = gm("load", str(path)).out
    hint = "1 likely slip in the file: `gmtrack validate"
    assert hint in " ".join(out.split())
    [warning] = gm("load", str(path), "--fresh", "--json").doc["warnings"]
    assert (warning["line"], warning["path"]) == (7, "combatants.joe.side")
    gm("damage", "bob", "1")
    assert "likely slip" not in gm("load", str(path)).out


def test_what_is_said_of_a_fight_that_opens_is_broken_at_blanks(
    gm: Gm, duel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "25")
    said = gm("load", str(duel)).out.splitlines()
    assert said[:2] == ["Duel (Toy) is open as a", "  working copy"]


def test_a_folder_that_is_not_there_is_named_with_the_file(gm: Gm, tmp_path: Path) -> None:
    file = tmp_path / "none" / "x.yaml"
    told = gm("new", "X", "--ruleset", "toy", str(file)).err
    assert told == f"error: cannot write {file}: there is no folder {file.parent}\n"


def test_a_history_is_opened_not_resumed_and_not_imported(gm: Gm, tmp_path: Path) -> None:
    file = str(tmp_path / "h.jsonl")
    assert gm("load", "@knife-fight").status == 0
    assert gm("roll-init", "--seed", "1").status == 0
    assert gm("log", "--export", file).status == 0
    told = gm("load", file).out
    # The name of the file may be folded anywhere.
    assert f"isopenwiththehistoryof{file}:round1" in "".join(told.split())
    assert "Resuming" not in told
    assert f"`gmtrack load {file}` opens it" in gm("import", file).err
