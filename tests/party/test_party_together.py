"""What changes who is where holds the party until it is committed, and reaches nobody who is
elsewhere; a fight and its party change together."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from disk import Disk, forked, killed_at

from gmtrack.cli.main import execute
from gmtrack.store import lock, parties
from gmtrack.store.session import open_session
from gmtrack.store.stored_encounter import StoredEncounter

from .conftest import HUMAN, LAIR, Table


def in_fights(gm: Table) -> dict[str, str | None]:
    return {one["id"]: one["in"] for one in gm.doc("party heroes")["members"]}


def flesh(gm: Table, who: str = "mara") -> int:
    return int(gm.member(who)["tracks"]["flesh"]["now"])


def fight(gm: Table, name: str) -> None:
    """Prepare a fight like the lair, of another name."""
    Path(f"{name}.yaml").write_text(LAIR.replace("The lair", f"The {name}") + HUMAN)


@contextmanager
def held_by_another(party: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A party that another terminal holds meanwhile; nobody waits for it."""
    monkeypatch.setattr(lock, "PATIENCE", 0.0)
    found = parties.party_of_name(party)
    assert found
    with open_session(found.place, write=True):
        yield


# --- one after the other ---


@pytest.mark.parametrize(
    ("prepared", "line"),
    [
        ("", "load lair.yaml --party heroes"),
        ("", "new Lair --party heroes"),
        ("load lair.yaml; switch hunt", "load lair.yaml --party heroes"),
        ("load lair.yaml", "add --from heroes:mara"),
        ("load lair.yaml; remove rolf", "add --from heroes --everybody"),
        ("load lair.yaml", "party take beast"),
        ("load lair.yaml --party heroes; undo", "redo"),
        ("load lair.yaml --party heroes; leave mara", "join mara"),
        ("load lair.yaml --party heroes; leave mara", "undo"),
        ("load lair.yaml --party heroes; remove mara", "add mara"),
        ("load lair.yaml --party heroes", "leave mara"),
        ("", "amend 4 damage mara 5"),
        ("load lair.yaml --party heroes", "forget lair --force"),
        ("load lair.yaml --party heroes; save s.yaml", "load s.yaml --fresh"),
        ("load lair.yaml --party heroes; log --export s.jsonl", "load s.jsonl"),
        ("", "roll-init --seed 1"),
        ("", "undo"),
        ("", "damage mara 1"),
        ("", "forget heroes --force"),
    ],
)
def test_who_is_where_is_asked_and_changed_while_the_party_is_held(
    home: Table, prepared: str, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for one in filter(None, prepared.split("; ")):
        home(one)
    active = Path("home/active").read_text()
    with held_by_another("heroes", monkeypatch):
        assert home.doc(line, 1)["error"]["kind"] == "busy"
        assert Path("home/active").read_text() == active
    home(line)


@pytest.mark.parametrize(
    ("other", "told"),
    [
        ("-f home/encounters/heroes/encounter.yaml heal mara 1", "Heroes was changed in another"),
        ("load den.yaml --party heroes", "Mara Voss is in den"),
    ],
)
def test_who_has_changed_or_gone_since_they_were_read_does_not_come(
    home: Table, other: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another terminal is quicker, between the question and the commit."""
    fight(home, "den")
    home("load lair.yaml")
    real = parties.claim_numbers

    def meanwhile(*args: object) -> dict[str, int]:
        monkeypatch.setattr(parties, "claim_numbers", real)
        execute(other.split())
        return {}

    monkeypatch.setattr(parties, "claim_numbers", meanwhile)
    assert told in home("-f home/encounters/lair/encounter.yaml add --from heroes:mara", 1)
    assert in_fights(home)["mara"] in (None, "den")


def test_what_is_read_only_does_not_wait(home: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    home("load lair.yaml --party heroes")
    home("roll-init --seed 1")
    with held_by_another("heroes", monkeypatch):
        for line in ("board", "party", "party list", "stats --party", "damage mara 1", "next"):
            home(line)


# --- nobody who is elsewhere ---


@pytest.fixture
def den(home: Table) -> Table:
    """Mara was in the hunt, which is over; now she is in the den, hurt once more."""
    fight(home, "den")
    home("load den.yaml --party heroes")
    home("roll-init --seed 1")
    home("damage mara 2")
    home("switch hunt")
    return home


@pytest.mark.parametrize(
    "line",
    [
        "roll-init", "next", "undo", "note mara hello", "damage mara 1", "heal mara 1",
        "set mara karma=1", "effect mara prone", "amend 4 damage mara 2", "amend 6 --drop",
    ],
)  # fmt: skip
def test_a_fight_that_is_over_does_not_reach_who_is_elsewhere(den: Table, line: str) -> None:
    assert "Mara Voss is in den: `gmtrack switch den` goes there" in " ".join(den(line, 1).split())
    assert in_fights(den) == {"mara": "den", "rolf": "den"}
    den(f"{line} --force")
    assert in_fights(den) == {"mara": "den", "rolf": "den"}
    den("switch den")
    den("end")
    assert flesh(den) == 4


@pytest.mark.parametrize(
    "line",
    ["set mara karma=2", "heal mara 0", "damage mara 0", "set mara name=Zoe", "count mara hope 2"],
)
def test_what_comes_to_nothing_is_refused_for_who_is_in_a_fight(den: Table, line: str) -> None:
    """And they are called as they were before."""
    den("party open heroes")
    den(["set", "mara", "counters.hope={max: 3, now: 2}", "--force"])
    before = den.doc("log")["steps"]
    assert "Mara Voss is in den" in den(line, 1)
    assert den.doc("log")["steps"] == before


def test_whoever_is_forced_into_another_fight_is_in_that_one(home: Table) -> None:
    fight(home, "den")
    home("load lair.yaml --party heroes")
    home("load den.yaml --party heroes --force")
    for name in ("lair", "den"):
        home(f"switch {name}")
        assert set(in_fights(home).values()) == {"den"}
    home("switch lair")
    home("damage mara 3")
    home("end --force")
    assert (flesh(home), in_fights(home)["mara"]) == (6, "den")


def test_another_fight_of_the_name_is_another_fight(home: Table) -> None:
    """What the party knows of one that was forgotten is not said of it."""
    home("forget hunt --force")
    home("load hunt.yaml --party heroes")
    assert in_fights(home) == {"mara": "hunt", "rolf": "hunt"}
    assert "still in hunt" in home("load lair.yaml --party heroes", 1)
    home("roll-init --seed 1")
    home("damage mara 1")
    home("end")
    assert len(home.doc("party heroes")["fights"]) == 2
    assert home.doc("stats --party")["fights"] == 2
    home("roll-init --seed 1")
    assert flesh(home) == 6


# --- both or neither ---


@pytest.mark.parametrize("next_line", ["forget lair --force", "undo", "load lair.yaml"])
def test_what_was_undone_stays_so_whatever_comes_after_the_kill(
    home: Table, next_line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed when the fight's file was in its place, and the party's was not."""
    for line in ("load lair.yaml --party heroes", "roll-init --seed 1", "damage mara 2", "end"):
        home(line)
    with monkeypatch.context() as patch:
        patch.setattr(StoredEncounter, "_settle", lambda *args: None)
        home("undo 4")
    execute(next_line.split())
    assert flesh(home) == 6
    home("party open heroes")
    home("heal mara 1")
    assert flesh(home) == 7


def full() -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize(
    ("prepared", "line", "who"),
    [
        ("load lair.yaml", "party new Others beast", "beast"),
        ("load hunt.yaml --fresh", "party take rolf", "rolf"),
        ("load lair.yaml; switch hunt", "load lair.yaml --party heroes", "mara"),
    ],
)
def test_killed_or_refused_by_the_disk_it_is_typed_again(
    home: Table, prepared: str, line: str, who: str
) -> None:
    """A few instants of many; `test_party_killed` has them all."""
    for one in prepared.split("; "):
        home(one)
    for at in range(22, 46, 4):
        killed_at(at, False, lambda: execute(line.split()))
        with pytest.MonkeyPatch.context() as patch:
            disk = Disk(patch, full)
            disk.at, disk.lasting = at, True
            assert execute(line.split()) in (0, 1)
    execute(line.split())
    found = [
        member["in"]
        for one in home.doc("party list")["parties"]
        for member in home.doc(f"party {one['party']}")["members"]
        if member["id"] == who
    ]
    assert found == [home.doc("fights")["fights"][0]["name"]]


def test_a_party_that_does_not_come_leaves_the_fight_in_play(home: Table) -> None:
    fight(home, "den")
    home("load lair.yaml")
    home("load den.yaml --party heroes")
    assert "still in den" in home("load lair.yaml --party heroes", 1)
    assert home.doc("board")["name"] == "The den"


@pytest.mark.parametrize("to", ['"to": "../hunt", ', '"to": "", ', '"to": 3, ', ""])
def test_a_record_of_what_is_opened_that_makes_no_sense_is_none(home: Table, to: str) -> None:
    Path("home/opening.json").write_text(f'{{"name": "heroes", {to}"opens": "x"}}')
    assert [one["party"] for one in home.doc("party list")["parties"]] == ["heroes"]
    home("load lair.yaml --party heroes")
    assert in_fights(home)["mara"] == "lair"


def test_a_fight_that_cannot_be_read_is_forgotten_by_force(home: Table) -> None:
    home("load lair.yaml --party heroes")
    Path("home/encounters/lair/encounter.yaml").write_text("combatants: [")
    assert "cannot be read" in home("forget lair", 1)
    home("forget lair --force")
    assert in_fights(home)["mara"] is None


def test_a_step_without_changes_waits_for_the_other_one_too(
    home: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed when the party had its entry, and the fight had not."""
    home("load hunt.yaml --fresh")
    with monkeypatch.context() as patch:
        patch.setattr(StoredEncounter, "commit", lambda *args: os._exit(9))
        assert forked(lambda: execute(["party", "take", "rolf"]))() == 9
    party = "-f home/encounters/heroes/encounter.yaml log"
    assert "party take rolf" not in [one["line"] for one in home.doc(party)["steps"]]
    home("party take rolf")
    assert [one["line"] for one in home.doc(party)["steps"]].count("party take rolf") == 1
    assert in_fights(home)["rolf"] == "hunt-2"
