"""The same people from fight to fight (contract, section 6)."""

from pathlib import Path

import pytest

from gmtrack.core.encounter import Data
from gmtrack.errors import StoreError
from gmtrack.store.history.page import Page
from gmtrack.store.stored_encounter import StoredEncounter

from .conftest import Table


def flesh(gm: Table, who: str = "mara") -> int:
    return int(gm.member(who)["tracks"]["flesh"]["now"])


def test_a_party_is_made_of_the_player_characters_in_play(gm: Table) -> None:
    gm("load hunt.yaml")
    gm("damage mara 2")
    doc = gm.doc("party new Heroes")
    assert (doc["command"], doc["name"], doc["ruleset"]) == ("party", "Heroes", "swan-song")
    assert [one["id"] for one in doc["members"]] == ["mara", "rolf"]
    assert doc["members"][0]["tracks"]["flesh"] == {"now": 8, "max": 10}
    assert {one["in"] for one in doc["members"]} == {"hunt"}
    assert doc["fights"] == [{"fight": "hunt", "name": "The hunt", "rounds": 0, "ended": None}]
    # The fight in play is the one that it was.
    assert gm.doc("board")["name"] == "The hunt"
    assert "heroes is kept already" in gm("party new Heroes", 1)


def test_a_name_of_several_words_needs_no_quotes(gm: Table) -> None:
    gm("load hunt.yaml")
    assert gm.doc("party new Night crew")["name"] == "Night crew"
    # A word that is nearly a combatant is a slip, not a name.
    assert "mira" in gm("party new Heroes mira", 1)


def test_end_takes_them_home_as_they_stand(home: Table) -> None:
    doc = home.doc("party heroes")
    mara = doc["members"][0]
    assert mara["tracks"]["flesh"]["now"] == 6
    assert mara["in"] is None
    [fight] = doc["fights"]
    assert (fight["fight"], fight["name"], fight["rounds"]) == ("hunt", "The hunt", 1)
    assert fight["ended"]
    home("party open heroes")
    line = "after The hunt: Mara Voss flesh 6/10, karma 2/3"
    assert [one["line"] for one in home.doc("log")["steps"]][-1] == line


def test_end_tells_how_they_come_home_and_what_help_they_need(gm: Table) -> None:
    gm("load hunt.yaml")
    gm("party new Heroes")
    gm("roll-init --seed 1")
    gm("damage mara 11")
    told = " ".join(gm("end").split())
    mara = "Mara Voss (dying, flesh -1/10, 2 critical injuries)"
    assert f"Home in Heroes: {mara}, Rolf" in told
    assert "Mara Voss needs help: dying: `rest mara scene --with medic=WHO` (no roll)" in told
    assert "Rolf needs help" not in told
    # Who ends it once more does not forget how long it was.
    gm("end --force")
    assert gm.doc("party heroes")["fights"][0]["rounds"] == 1


def test_end_tells_what_is_other_than_it_was(gm: Table) -> None:
    gm("load hunt.yaml")
    gm("party new Heroes")
    gm("roll-init --seed 1")
    gm("damage mara 4")
    party = gm.doc("end")["party"]
    assert party["name"] == "Heroes"
    assert party["members"] == [
        {"id": "mara", "differences": [{"what": "pools.flesh", "was": None, "now": 6}]},
        {"id": "rolf", "differences": []},
    ]


def test_into_a_fight_as_they_stand_and_home_again(home: Table) -> None:
    out = home("load lair.yaml --party heroes")
    assert "Mara Voss, Rolf come along (Heroes)" in out
    assert "Rolf: in place of the sheet in the file" in out
    assert {one["in"] for one in home.doc("party heroes")["members"]} == {"lair"}
    mara = home.doc("show mara")
    assert (mara["pools"]["flesh"]["now"], mara["karma"]) == (6, 2)
    assert [one["line"] for one in home.doc("log")["steps"]][1:] == [
        "load lair.yaml --party heroes"
    ]
    home("roll-init --seed 1")
    home("damage mara 1")
    home("end")
    assert flesh(home) == 5
    assert [one["fight"] for one in home.doc("party heroes")["fights"]] == ["lair", "hunt"]


def test_the_only_party_needs_no_name_and_a_file_can_name_it(home: Table) -> None:
    named = Path("lair.yaml").read_text().replace("ruleset", "party: heroes\nruleset", 1)
    Path("named.yaml").write_text(named)
    assert "come along (Heroes)" in home("load named.yaml")
    home("roll-init --seed 1")
    home("end")
    assert home.doc("load lair.yaml --party")["party"]["name"] == "heroes"
    assert flesh(home) == 6


def test_a_party_can_be_given_by_its_file(home: Table) -> None:
    home("party open heroes")
    home("save friends.yaml")
    assert "kind: party" in Path("friends.yaml").read_text()
    home("forget heroes --force")
    named = Path("lair.yaml").read_text().replace("ruleset", "party: friends.yaml\nruleset", 1)
    Path("named.yaml").write_text(named)
    assert "Mara Voss, Rolf come along (Heroes)" in home("load named.yaml")
    assert home.doc("show mara")["pools"]["flesh"]["now"] == 6


def test_who_is_in_another_fight_is_refused_unless_forced(home: Table) -> None:
    home("load lair.yaml --party heroes")
    told = home("load hunt.yaml --fresh --party heroes", 1)
    assert "Mara Voss, Rolf are still in lair" in told
    assert "`gmtrack forget lair --force` sends them home as they were" in told
    home("switch lair")
    home("roll-init --seed 1")
    told = home("load hunt.yaml --fresh --party heroes", 1)
    assert "`gmtrack switch lair` and `end` bring them home" in told
    assert home.doc("board")["name"] == "The lair"
    assert len(home.doc("fights")["fights"]) == 2
    home("load hunt.yaml --fresh --party heroes --force")
    home("roll-init --seed 1")
    home("damage mara 2")
    home("end")
    assert flesh(home) == 4
    # From the other fight nobody comes home a second time.
    home("switch lair")
    home("damage mara 1")
    assert "mara has gone on in Heroes" in home("end").replace("Mara Voss", "mara")
    assert flesh(home) == 4


def test_undo_and_redo_of_an_end_take_the_party_along(home: Table) -> None:
    assert home("undo") == "undone: end\nHeroes: undone there too\n"
    assert home.member("mara")["in"] == "hunt"
    assert flesh(home) == 10
    home("redo")
    assert home.member("mara")["in"] is None
    assert flesh(home) == 6


def test_what_is_undone_in_a_party_that_has_gone_on_is_refused(home: Table) -> None:
    home("party open heroes")
    home("heal mara 1")
    home("switch hunt")
    assert "Heroes has gone on since this fight ended (`heal mara 1`)" in home("undo", 1)
    assert home.doc("log")["steps"][-1]["line"] == "end"
    home("undo --force")
    assert home.doc("log")["steps"][-2]["undone"]
    assert flesh(home) == 7


def test_what_a_fight_has_brought_is_not_undone_in_the_party_alone(home: Table) -> None:
    home("party open heroes")
    assert "`gmtrack switch hunt` and `undo`" in home("undo", 1)
    home("undo --force")
    assert flesh(home) == 10


def test_an_amendment_of_a_fight_that_has_ended_changes_what_came_home(home: Table) -> None:
    step = next(one["seq"] for one in home.doc("log")["steps"] if one["line"] == "damage mara 4")
    home(f"amend {step} damage mara 7")
    assert flesh(home) == 3
    home("undo")
    assert flesh(home) == 6
    home("party open heroes")
    home("heal mara 1")
    home("switch hunt")
    assert "Heroes has gone on" in home(f"amend {step} damage mara 7", 1)
    assert flesh(home) == 7


def test_a_hand_after_the_end_reaches_home_too(home: Table) -> None:
    home("damage mara 1")
    assert flesh(home) == 5
    home("undo 2")
    assert (flesh(home), home.member("mara")["in"]) == (10, "hunt")
    home("redo 2")
    assert flesh(home) == 5


def test_a_fight_that_goes_on_after_its_end_has_them_again(home: Table) -> None:
    home("roll-init --seed 2")
    assert home.member("mara")["in"] == "hunt"
    home("damage mara 1")
    assert flesh(home) == 10
    home("end")
    assert flesh(home) == 5
    assert len(home.doc("party heroes")["fights"]) == 1


def test_forgetting_a_fight_sends_them_home_as_they_were(home: Table) -> None:
    home("load lair.yaml --party heroes")
    home("damage mara 3")
    told = home("forget lair --force")
    assert "Mara Voss, Rolf are home in Heroes as they were before" in told
    assert (flesh(home), home.member("mara")["in"]) == (6, None)


def test_a_member_who_is_in_a_fight_is_changed_there(home: Table) -> None:
    home("load lair.yaml --party heroes")
    home("party open heroes")
    assert "Mara Voss is in lair" in home("heal mara 1", 1)
    home("heal mara 1 --force")
    assert flesh(home) == 7


@pytest.mark.parametrize("line", ["roll-init", "attack mara rolf", "end", "next"])
def test_a_party_does_not_fight(home: Table, line: str) -> None:
    home("party open heroes")
    assert "is a party" in home(line, 1)


def test_who_was_taken_out_goes_home_as_they_stood(home: Table) -> None:
    home("load lair.yaml --party heroes")
    home("damage mara 2")
    home("roll-init --seed 1")
    home("remove mara")
    home("end")
    assert flesh(home) == 4


def test_taking_and_leaving(home: Table) -> None:
    home("load lair.yaml --party heroes")
    home("damage beast 3")
    doc = home.doc("party take beast")
    assert [one["id"] for one in doc["members"]] == ["mara", "rolf", "beast"]
    assert doc["members"][2]["in"] == "lair"
    home("damage beast 1")
    home("roll-init --seed 1")
    home("end")
    assert flesh(home, "beast") == 6
    home("party leave beast")
    assert [one["id"] for one in home.doc("party heroes")["members"]] == ["mara", "rolf"]


def test_an_empty_party_and_the_list(gm: Table) -> None:
    assert "no party is kept" in gm("party", 1)
    gm("party new Friends --ruleset sr3")
    gm("add Kim")
    [doc] = gm.doc("party list")["parties"]
    assert (doc["party"], doc["name"], doc["ruleset"]) == ("friends", "Friends", "sr3")
    assert doc["members"] == ["Kim"]
    assert "friends" in gm("party list")
    assert gm.doc("fights")["fights"] == []


def test_a_redone_coming_is_refused_where_they_are_elsewhere(home: Table) -> None:
    home("load lair.yaml --party heroes")
    home("undo")
    assert home.member("mara")["in"] is None
    home("load hunt.yaml --fresh --party heroes")
    home("switch lair")
    assert "Heroes has gone on since" in home("redo", 1)
    assert home.member("mara")["in"] == "hunt-2"


def test_it_stands_on_a_narrow_screen(home: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    home("load lair.yaml --party heroes")
    for width in (80, 60):
        monkeypatch.setenv("COLUMNS", str(width))
        lines = home("party").splitlines()
        assert max(map(len, lines)) <= width
        assert lines[0].startswith("Heroes")
        assert any("lair" in line for line in lines)


def test_who_goes_down_by_whatever_is_counted(home: Table) -> None:
    for line in ("load lair.yaml --party heroes", "roll-init --seed 1", "damage rolf 12", "end"):
        home(line)
    doc = home.doc("stats --party")
    assert {who: one["times_down"] for who, one in doc["combatants"].items()} == {
        "mara": 0, "rolf": 1,
    }  # fmt: skip
    # Who comes into the next fight so does not go down there once more.
    assert "Mara Voss, Rolf (dying) come along" in home("load hunt.yaml --fresh --party heroes")
    assert home.doc("stats --party")["combatants"]["rolf"]["times_down"] == 1


def test_a_member_is_on_the_side_of_the_party(gm: Table) -> None:
    gm("party new Friends --ruleset swan-song")
    gm("add @medic Ilka")
    gm("load lair.yaml --party")
    assert gm.doc("show ilka")["side"] == "pc"
    gm("party take beast")
    gm("roll-init --seed 1")
    assert gm.doc("end")["party"]["members"][0] == {"id": "ilka", "differences": []}
    gm("party leave ilka")
    gm("load hunt.yaml --party")
    assert gm.doc("show beast")["side"] == "foe"


def test_the_deeds_of_all_fights_add_up(home: Table) -> None:
    """Two fights, one of them forgotten: the sums are those of both stories."""
    every = []
    home("load lair.yaml --party heroes")
    home("roll-init --seed 1")
    home("attack mara beast --seed 3 --force")
    home("attack beast mara --seed 4 --force")
    home("end")
    for fight in ("lair", "hunt"):
        home(f"switch {fight}")
        every.append(home.doc("stats"))
    for line in ("stats --party", "stats --party"):
        doc = home.doc(line)
        assert doc["fights"] == 2
        for key in ("attacks", "hits", "damage_dealt", "damage_taken"):
            assert doc["combatants"]["mara"][key] == sum(
                one["combatants"]["mara"][key] for one in every
            )
        assert doc["combatants"]["mara"]["luck"]["hits"] > 0
        assert set(doc["combatants"]) == {"mara", "rolf"}
        if "lair" in [one["name"] for one in home.doc("fights")["fights"]]:
            home("forget lair --force")
            home("party open heroes")
    assert "2 fights; down: nobody" in home("stats --party")


def test_the_document_of_a_party_has_these_keys(home: Table) -> None:
    doc = home.doc("party heroes")
    assert list(doc) == ["command", "name", "ruleset", "party", "members", "fights"]
    assert list(doc["members"][0]) == [
        "id", "name", "status", "tracks", "points", "effects", "in",
    ]  # fmt: skip
    assert list(doc["fights"][0]) == ["fight", "name", "rounds", "ended"]
    home("party open heroes")
    home("note mara owes Zip 200")
    assert home.member("mara")["note"] == "owes Zip 200"
    assert "owes Zip 200" in home("party")


@pytest.mark.parametrize(
    ("ruleset", "counted"),
    [("sr3", True), ("storyteller", True), ("swan-song", False), ("spotlight", False)],
)
def test_ammunition_is_told_where_the_rules_count_it(
    gm: Table, ruleset: str, counted: bool
) -> None:
    gm(f"party new Heroes --ruleset {ruleset}")
    gm("add Kim")
    assert ("loaded" in gm.member("kim")) is counted


def test_a_party_that_is_opened_says_what_works_there(home: Table) -> None:
    out = home("party open heroes")
    assert "Heroes  2 members" in out
    assert "roll-init" not in out
    assert out.endswith("next: gmtrack load FILE --party, or gmtrack rest KIND\n")


def test_a_member_begins_where_the_file_has_them_begin(home: Table) -> None:
    """The sheet and the state are the member's; the place is the fight's."""
    prepared = Path("lair.yaml").read_text() + (
        "fight:\n  combatants:\n    rolf: {cover: partial, pools: {flesh: 1}}\n"
    )
    Path("prepared.yaml").write_text(prepared)
    home("load prepared.yaml --party heroes")
    [rolf] = [one for one in home.doc("board")["order"] if one["id"] == "rolf"]
    assert rolf["tracks"]["flesh"]["now"] == 10
    state = home("save -").partition("fight:")[2]
    assert "cover: partial" in state
    home("end --force")
    home("party open heroes")
    assert "cover" not in home("save -")


def test_a_party_that_does_not_come_is_told(home: Table) -> None:
    home("load lair.yaml")
    home("roll-init --seed 1")
    told = home("load lair.yaml --party heroes").replace("\n  ", " ")
    assert "The lair has begun already, so nobody comes along" in told
    assert "`add --from heroes:NAME` brings somebody in" in told
    home("load hunt.yaml --fresh --party heroes")
    assert "come along" not in home("load hunt.yaml --party heroes")


def test_why_tells_of_who_came_home_what_was_asked_alone(gm: Table) -> None:
    gm("load @underpass")
    gm("damage lotus 4")
    gm("end")
    gm("party open couriers")
    [step] = gm.doc("why lotus physical")["history"]
    assert (step["what"], step["before"], step["after"]) == ("physical", None, 4)
    assert gm.doc("why lotus quickness")["history"] == []
    gm("load @cold-store")
    [step] = gm.doc("why lotus physical")["history"]
    assert (step["line"], step["after"]) == ("load @cold-store", 4)


def test_undo_of_their_coming_says_who_is_gone(gm: Table) -> None:
    gm("load @underpass")
    told = " ".join(gm("undo").split())
    assert "no longer here: Sable, Lotus, Bison; `redo` brings them back" in told
    assert "no longer here" not in gm("redo")


def test_an_end_that_cannot_be_kept_brings_nobody_home(
    gm: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    gm("load hunt.yaml")
    gm("party new Heroes")
    gm("roll-init --seed 1")
    gm("damage mara 4")
    before = gm("party heroes")

    commit = StoredEncounter.commit

    def refuse_fight(stored: StoredEncounter, record: Data, page: Page) -> None:
        if not page.encounter.is_party:
            raise StoreError("cannot-save", "the disk is full")
        commit(stored, record, page)

    with monkeypatch.context() as patch:
        patch.setattr(StoredEncounter, "commit", refuse_fight)
        assert "the disk is full" in gm("end", status=1)
    assert gm("party heroes") == before
    assert gm.doc("board")["phase"] != "over"
