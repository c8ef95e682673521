"""`fights`, `switch`, `forget`, and what `load` says of a fight that it goes on with."""

import re
from pathlib import Path

import pytest
from cli_support import DUEL, Gm

ROOT = Path(__file__).parents[2]

PLAYED = r"\(last played \w+day \d\d:\d\d\)"


@pytest.fixture
def running(loaded: Gm) -> Gm:
    """A fight in its first round, not saved."""
    assert loaded("roll-init", "--seed", "1").status == 0
    assert loaded("damage", "bob", "1").status == 0
    return loaded


def test_load_says_that_it_goes_on_and_how_to_start_over(running: Gm, duel: Path) -> None:
    title, *said, hint = running("load", "duel.yaml").out.splitlines()
    resuming = " ".join(" ".join(said).split())
    assert title.startswith("Duel (")
    assert re.match(
        rf"Resuming round 1 {PLAYED}\. `gmtrack load duel.yaml --fresh` starts", resuming
    )
    assert hint.startswith("next: gmtrack ")
    assert "roll-init" not in hint
    doc = running("load", str(duel), "--json").doc
    assert (doc["command"], doc["fight"], doc["resumed"]) == ("load", "duel", True)
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", doc["played"])


def test_a_file_that_was_changed_by_hand_says_how_it_is_taken(running: Gm, duel: Path) -> None:
    running("save", "duel.yaml", "--force")
    running("damage", "bob", "1")
    duel.write_text(duel.read_text().replace("skill: 4", "skill: 5"))
    said = " ".join(running("load", "duel.yaml").out.split())
    told = "`gmtrack load duel.yaml --fresh` takes what it says now (with round 1 as saved in it)"
    assert f"{told}, and keeps this fight" in said
    assert "starts over" not in said
    assert "round 1" in running("load", "duel.yaml", "--fresh").out.casefold()


@pytest.mark.parametrize(("faults", "all_told"), [(1, True), (5, False)])
def test_a_file_that_was_changed_into_a_faulty_one_tells_its_faults(
    running: Gm, duel: Path, faults: int, all_told: bool
) -> None:
    slips = "".join(f", skil{n}: 4" for n in range(faults))
    duel.write_text(DUEL.replace("skill: 3", f"skill: 3{slips}"))
    out = running("load", "duel.yaml").out
    assert "cannot be taken as it is now" in out
    assert out.count("duel.yaml:8: combatants.bob.skil") == min(faults, 3)
    assert ("`gmtrack validate duel.yaml` tells all" not in out) == all_told


def test_a_file_that_is_gone_is_told_as_that(running: Gm, duel: Path) -> None:
    duel.unlink()
    out = running("load", "duel.yaml").out
    assert "No such file" in out
    assert "Resuming round 1" in out


def test_what_load_says_can_be_typed(running: Gm, duel: Path) -> None:
    duel.rename("my duel.yaml")
    Path("my duel.yaml").write_text(DUEL.replace("Duel", "Mine"))
    running("load", "my duel.yaml")
    running("damage", "bob", "1")
    out = running("load", "my duel.yaml").out
    assert "`gmtrack load 'my duel.yaml' --fresh`" in " ".join(out.split())


@pytest.mark.parametrize("name", ["knife-fight", "ninth-street", "car-park", "stairwell"])
def test_a_save_in_mid_round_says_what_to_type_next(gm: Gm, name: str) -> None:
    gm("load", str(ROOT / "encounters" / f"{name}.yaml"))
    gm("roll-init", "--seed", "1")
    gm("save", "tonight.yaml")
    for words in (["load", "tonight.yaml"], ["load", "tonight.yaml", "--fresh"]):
        hint = gm(*words).out.splitlines()[-1]
        found = re.fullmatch(r"next: gmtrack attack ([\w-]+) TARGET, or gmtrack next to .*", hint)
        assert found
        assert gm("board", "--json").doc["acting"] == found[1]
        assert gm("next", "--dry-run").status == 0


def test_after_save_and_load_the_log_is_not_one_load(running: Gm) -> None:
    running("save", "tonight.yaml")
    running("load", "tonight.yaml")
    steps = [step["line"] for step in running("log", "--json").doc["steps"]]
    assert steps[1:] == ["roll-init --seed 1", "damage bob 1"]
    assert running("undo").status == 0


def test_a_save_of_a_fight_that_has_gone_on_names_that_fight(running: Gm) -> None:
    running("save", "tonight.yaml")
    running("damage", "bill", "1")
    out = running("load", "tonight.yaml").out
    assert "`gmtrack switch duel` goes there" in " ".join(out.split())
    assert running("switch", "duel").status == 0
    assert "damage bill 1" in running("log").out


def test_the_list_says_where_each_fight_stands(running: Gm) -> None:
    running("save", "tonight.yaml")
    running("load", "duel.yaml", "--fresh")
    running("damage", "bob", "1")
    first, second = running("fights", "--json").doc["fights"]
    assert (first["name"], first["active"], first["saved"]) == ("duel-2", True, False)
    assert (second["name"], second["active"], second["saved"]) == ("duel", False, True)
    assert (second["round"], second["ruleset"], second["title"]) == (1, "toy", "Duel")
    out = running("fights").out
    assert re.search(r"^> duel-2  no round in progress  \w+day \d\d:\d\d  unsaved$", out, re.M)
    assert re.search(r"^  duel    round 1               \w+day \d\d:\d\d  saved$", out, re.M)


def test_the_list_tells_a_fight_that_is_over_from_one_not_begun(gm: Gm) -> None:
    gm("load", "@stairwell")
    gm("load", "@knife-fight")
    gm("roll-init", "--seed", "1")
    gm("end")
    out = gm("fights").out
    assert re.search(r"^> knife-fight +over ", out, re.M)
    assert re.search(r"^  stairwell +not started ", out, re.M)


def test_a_file_that_is_not_there_names_what_is_called_so(gm: Gm) -> None:
    gm("load", "@stairwell")
    ready = gm("load", "knife-fight").err
    assert "No such file" in ready
    assert "`gmtrack load @knife-fight`" in ready
    assert "switch" not in ready
    assert "`gmtrack switch stairwell` goes on" in gm("load", "stairwell.yaml").err
    assert "did you mean" not in gm("load", "nothing").err


def test_without_a_fight_the_list_says_how_to_open_one(gm: Gm) -> None:
    assert gm("fights", "--json").doc == {"fights": []}
    assert "gmtrack load FILE" in gm("fights").out


def test_switch_answers_like_load(running: Gm) -> None:
    running("load", "duel.yaml", "--fresh")
    doc = running("switch", "duel", "--json").doc
    assert (doc["command"], doc["name"], doc["fight"], doc["resumed"]) == (
        "switch", "Duel", "duel", True,
    )  # fmt: skip
    assert running("board", "--json").doc["round"] == 1


def test_an_unknown_fight_is_refused_with_those_there_are(running: Gm) -> None:
    for command in ("switch", "forget"):
        done = running(command, "hunt", "--json")
        assert done.status == 1
        assert "duel" in done.doc["error"]["message"]


def test_forget_refuses_what_is_not_saved_and_says_how(running: Gm) -> None:
    done = running("forget", "duel", "--json")
    assert (done.status, done.doc["error"]["kind"]) == (1, "cannot-save")
    assert "gmtrack forget duel --force" in done.doc["error"]["message"]
    assert running("forget", "duel", "--force", "--json").doc == {
        "command": "forget",
        "name": "duel",
    }
    assert running("fights", "--json").doc["fights"] == []
    assert running("board").status == 1
