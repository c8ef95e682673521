"""The moment on the players' page: what came of the last command, at once, with the numbers of
one's own side and no others."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from gmtrack.app.players_page import page_of_session
from gmtrack.store.session import open_session
from gmtrack.store.working_copies import sign_of

from .typing_in import done

ENCOUNTERS = Path(__file__).parents[2] / "encounters"
FIGHTS = {
    "swan-song": ("ganger-ambush", "vex", "blaze"),
    "spotlight": ("ninth-street", "wendy", "boss"),
    "storyteller": ("back-room", "lena", "dog"),
    "sr3": ("garage-night", "hale", "guard-3"),
    "i2050": ("three-thugs-in-the-fog", "johnny", "thug-1"),
}
"""A ready-made encounter of each ruleset, a player character, and a foe."""
TESTS = {
    "swan-song": "composure",
    "spotlight": "athletics",
    "storyteller": "wits",
    "sr3": "quickness",
    "i2050": "dex",
}
MOST_ATTACKS = 40
each = pytest.mark.parametrize("ruleset", FIGHTS)


pytestmark = pytest.mark.usefixtures("home")


def page() -> dict[str, Any]:
    with open_session(None, write=False) as session:
        return page_of_session(session)


def name_of(who: str) -> str:
    with open_session(None, write=False) as session:
        return session.encounter.names()[who]


def opened(ruleset: str) -> tuple[str, str]:
    """Open the encounter and begin. Return the player character and the foe."""
    fight, own, foe = FIGHTS[ruleset]
    done("load", f"{ENCOUNTERS}/{fight}.yaml", "--fresh")
    done("roll-init --seed 1")
    return own, foe


def hit(own: str, foe: str) -> dict[str, Any]:
    """Let the foe attack until the player character is hurt. Return the page then."""
    for seed in range(MOST_ATTACKS):
        done(f"attack {foe} {own} --force --seed {seed}")
        found = page()
        if found["moment"]["felt"]:
            return found
    raise AssertionError("nobody was hurt")


def row_of(found: dict[str, Any], name: str) -> dict[str, Any]:
    rows: dict[str, dict[str, Any]] = {row["name"]: row for row in found["rows"]}
    return rows[name]


@each
def test_a_hit_is_told_to_the_one_who_is_hit_with_what_is_left(ruleset: str) -> None:
    own, foe = opened(ruleset)
    assert page()["moment"] is None
    found = hit(own, foe)
    moment, me = found["moment"], name_of(own)
    assert moment["felt"] == [me]
    told, of_them = moment["own"][me][0], moment["lines"][0]
    attacker = name_of(foe)
    assert re.match(rf"{attacker} (hits|grazes) you: \d+ damage.*, .*\d+ of \d+ ", told), told
    assert told.replace(" you", f" {me}", 1) == of_them
    assert moment["own"].keys() == {me}
    tracks = [track for track in row_of(found, me)["tracks"] if told_of(track) in told]
    lost = [box for track in tracks for box in track["segments"] if box[2:] == ["new"]]
    assert sum(count for _, count, _ in lost) >= 1


def told_of(track: dict[str, Any]) -> str:
    number, _, _ = track["text"].partition(" ")
    return f"{track['label']} {number.replace('/', ' of ')}"


@each
def test_what_was_lost_before_is_not_marked(ruleset: str) -> None:
    own, foe = opened(ruleset)
    hit(own, foe)
    done(f"attack {own} {foe} --force --seed 1")
    row = row_of(page(), name_of(own))
    assert not any(box[2:] for track in row["tracks"] for box in track["segments"])


@each
def test_of_a_foe_no_number_is_told(ruleset: str) -> None:
    own, foe = opened(ruleset)
    me = name_of(own)
    for seed in range(12):
        done(f"attack {own} {foe} --force --seed {seed}")
        moment = page()["moment"]
        assert moment["own"][me][0].startswith(("You ", f"{name_of(foe)} "))
        assert me not in moment["felt"]
        assert not re.search(r"\d (damage|of \d)", moment["lines"][0])


@each
def test_an_undo_and_an_amendment_say_so_until_something_else_is_told(ruleset: str) -> None:
    own, foe = opened(ruleset)
    before = hit(own, foe)["moment"]
    done("undo")
    [line] = page()["moment"]["lines"]
    assert line.startswith(f"The GM took back: {name_of(foe)} attacks {name_of(own)}")
    done("note fight a secret")
    assert page()["moment"]["lines"] == [line]
    done("undo 2")
    done("redo 2")
    done(f"attack {foe} {own} --force --seed 3")
    assert page()["moment"]["lines"] != [line]
    done("undo")
    done("redo")
    assert page()["moment"]["lines"] != [line]
    with open_session(None, write=False) as session:
        last = [one.seq for one in session.log() if one.line.startswith("attack")][-1]
    done(f"amend {last} --seed 8")
    [line] = page()["moment"]["lines"]
    assert line.startswith(f"The GM corrected it: {name_of(foe)} attacks {name_of(own)}")
    done(f"amend {last} --drop")
    assert page()["moment"]["lines"][0].startswith("The GM took back: ")
    assert before["number"] >= 1


@each
def test_what_somebody_hidden_does_changes_nothing(ruleset: str) -> None:
    own, foe = opened(ruleset)
    hit(own, foe)
    hidden = "lurker"
    file = f"{ENCOUNTERS}/{FIGHTS[ruleset][0]}.yaml"
    done(f"add Lurker --from {file}:{foe} --fresh --set side=foe --set hidden=true")
    before = page()["moment"]
    done(f"note {hidden} waits")
    done(f"test {hidden} {TESTS[ruleset]} --force --seed 1")
    assert page()["moment"] == before
    done("undo")
    assert page()["moment"] == before
    where = " --with range=short" if ruleset == "sr3" else ""
    done(f"attack {hidden} {own}{where} --force --seed 2")
    assert page()["moment"]["lines"][0].startswith("Somebody ")
    assert hidden not in json.dumps(page()).lower()


@each
def test_a_test_is_told_to_whoever_makes_it_and_seen_by_who_follows(ruleset: str) -> None:
    own, _ = opened(ruleset)
    before = sign_of(None), sign_of(None, history=True)
    done(f"test {own} {TESTS[ruleset]} --seed 1 --force")
    after = sign_of(None), sign_of(None, history=True)
    assert after[0] == before[0], "the file stays as it was"
    assert after[1] != before[1]
    found, me = page(), name_of(own)
    assert found["moment"]["own"][me][0].startswith(f"You: {TESTS[ruleset]}")
    assert me in {roll["who"] for roll in found["last"]["dice"]}


def test_a_test_of_several_is_told_for_each() -> None:
    opened("swan-song")
    done("test mira,vex composure --seed 1 --force")
    lines = page()["moment"]["lines"]
    assert lines == ["Mira Kade: composure", "Vex: composure"]
    assert {roll["who"] for roll in page()["last"]["dice"]} == {"Mira Kade", "Vex"}


def test_who_falls_is_told_so() -> None:
    opened("swan-song")
    done("damage vex 12")
    found = page()
    assert found["moment"]["own"]["Vex"][-1] == "You fall"
    assert found["moment"]["lines"][-1] == "Vex goes down"
    assert found["moment"]["felt"] == ["Vex"]
    assert row_of(found, "Vex")["urgent"]
