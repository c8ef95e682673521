"""Likely slips in the fight in play: told by one quiet line, and gone once they are mended."""

import json
from pathlib import Path

import pytest
from cli_support import DUEL, Gm

from gmtrack.app.players_page import page_of_session
from gmtrack.cli.watch import WatchState, render_now
from gmtrack.store.session import open_session
from gmtrack.view.text import plain

SLIP = DUEL.replace("side: pc", "side: player")
HINT = "1 likely slip in this fight: `gmtrack validate` tells"


@pytest.fixture
def slipped(gm: Gm) -> Gm:
    """A GM who has loaded a fight with a slip."""
    Path("slip.yaml").write_text(SLIP, encoding="utf-8")
    assert gm("load", "slip.yaml").status == 0
    return gm


def test_the_board_says_that_there_are_some(slipped: Gm) -> None:
    assert slipped("board").out.splitlines()[-1] == HINT
    [warning] = slipped("board", "--json").doc["warnings"]
    assert warning["path"] == "combatants.joe.side"
    assert "did you mean 'pc'?" in warning["message"]


def test_it_says_nothing_where_there_are_none(loaded: Gm) -> None:
    assert "slip" not in loaded("board").out
    assert "warnings" not in loaded("board", "--json").doc


def test_what_is_mended_is_told_no_more_until_it_is_undone(slipped: Gm) -> None:
    slipped("set", "joe", "side=pc")
    assert "slip" not in slipped("board").out
    assert "warnings" not in slipped("board", "--json").doc
    slipped("undo")
    assert slipped("board").out.splitlines()[-1] == HINT


def test_several_of_one_template_are_one(gm: Gm) -> None:
    text = DUEL.replace("{skill: 2}", "{skill: 2, side: player}")
    text += "".join(f"  thug-{n}: {{template: ganger}}\n" for n in range(3))
    Path("gang.yaml").write_text(text, encoding="utf-8")
    gm("load", "gang.yaml")
    [warning] = gm("board", "--json").doc["warnings"]
    assert warning["path"] == "templates.ganger.side"


def test_validate_without_a_file_tells_those_of_the_fight(slipped: Gm) -> None:
    told = slipped("validate")
    assert (told.status, told.err) == (0, "")
    assert "warning: combatants.joe.side: found 'player'" in " ".join(told.out.split())
    assert told.out.splitlines()[-1] == "`gmtrack set joe side=VALUE` mends it"
    [one] = slipped("validate", "--json").doc["files"]
    assert (one["ok"], len(one["warnings"])) == (True, 1)
    slipped("set", "joe", "side=pc")
    assert "warning" not in slipped("validate").out
    assert "mends" not in slipped("validate").out


def test_validate_without_a_file_tells_what_a_hand_has_broken(slipped: Gm) -> None:
    [one] = slipped("validate", "--json").doc["files"]
    Path(one["file"]).write_text("gmtrack: 2\n", encoding="utf-8")
    told = slipped("validate")
    assert told.status == 1
    assert "gmtrack: found 2, allowed: 1" in " ".join(told.out.split())


def test_validate_without_a_file_asks_for_one_where_nothing_is_open(gm: Gm) -> None:
    refused = gm("validate")
    assert (refused.status, refused.out) == (1, "")
    assert refused.err.startswith("error: no encounter is open")


def test_a_file_that_is_worked_on_in_place_is_named(gm: Gm) -> None:
    Path("my slip.yaml").write_text(SLIP, encoding="utf-8")
    last = gm("-f", "my slip.yaml", "board").out.splitlines()[-1]
    assert last == HINT.replace("validate", "-f 'my slip.yaml' validate")
    assert "my slip.yaml: ok, 1 warning" in gm("-f", "my slip.yaml", "validate").out


def test_players_never_see_it(slipped: Gm) -> None:
    for words in (("board", "--svg", "b.svg"), ("board", "--html", "b.html")):
        slipped(*words)
        assert "slip" not in Path(words[-1]).read_text(encoding="utf-8").replace("slip.yaml", "")
    screen = render_now(None, 80, WatchState(players=True))
    assert "Joe" in "\n".join(map(plain, screen))
    assert "likely" not in "\n".join(map(plain, screen))
    with open_session(None, write=False) as session:
        assert "likely" not in json.dumps(page_of_session(session))


# --- right away ---

MEANT_PC = "found 'player', which is a side of its own; did you mean 'pc'?"


def test_a_slip_is_told_when_it_is_made_and_only_then(loaded: Gm) -> None:
    assert f"likely slip: {MEANT_PC}\n" in loaded("set", "joe", "side=player").out
    assert "likely slip" not in loaded("set", "joe", "side=player").out
    assert "likely slip" not in loaded("set", "joe", "pools.flesh=3").out
    [warning] = loaded("set", "joe", "side=PCs", "--json").doc["warnings"]
    assert warning["message"].startswith("likely slip: found 'PCs'")


def test_a_slip_of_several_newcomers_is_told_once(loaded: Gm) -> None:
    added = loaded("add", "ganger", "3", "--set", "side=enemy", "--json").doc
    [warning] = added["warnings"]
    assert "did you mean 'foe'?" in warning["message"]
    assert "warnings" not in loaded("add", "ganger", "--json").doc


@pytest.mark.parametrize(
    ("ruleset", "words", "told"),
    [
        ("i2050", "skills.knief=3", "uses 'knief'; did you mean 'knife'?"),
        ("storyteller", "intent=kill", "'kill' counts as no intent"),
        ("spotlight", "side=npc", "did you mean 'foe'?"),
    ],
)
def test_slips_that_a_ruleset_knows_are_told(gm: Gm, ruleset: str, words: str, told: str) -> None:
    gm("new", "Brawl", "--ruleset", ruleset)
    assert "likely slip" not in gm("add", "@ganger", "mo").out
    assert told in " ".join(gm("set", "mo", words).out.split())
