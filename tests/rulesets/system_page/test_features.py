"""What gmtrack has beyond the rules works for every page that comes with it: a line of the table
in `guide pages` each."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gmtrack import Fight, Refused
from gmtrack.cli.completion import describe_commands
from gmtrack.cli.main import execute
from gmtrack.completion.quoting import POSIX
from gmtrack.completion.shell import parse_shell_line, suggest_for_line
from gmtrack.play.choices import PlayerChoice
from gmtrack.play.table import PlayTable
from gmtrack.store.systems.keeping import find_page, shipped_ids

from ..typing_in import doc, done, gmtrack, refused, told

pytestmark = pytest.mark.usefixtures("board_without_choices")

PAGES = shipped_ids()
Data = dict[str, Any]


def page_data(page: str) -> Data:
    found = find_page(page)
    assert found is not None
    return found.data


def has_attacks(page: str) -> bool:
    return bool(page_data(page).get("attacks"))


WITH_ATTACKS = [page for page in PAGES if has_attacks(page)]
every_page = pytest.mark.parametrize("page", PAGES)
page_with_attacks = pytest.mark.parametrize("page", WITH_ATTACKS)


@pytest.fixture
def start(home: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Open a fight of two with every field of a page."""
    monkeypatch.chdir(home)

    def begin(page: str) -> None:
        done("new", "First blood", f"{page}-fight.yaml", "--ruleset", page, "--example")

    return begin


def hit() -> tuple[Data, int]:
    """An attack of Ann's that moves a track of Bob's, and the seed of its dice."""
    before = doc("show", "bob")["tracks"]
    for seed in range(1, 200):
        answer = doc("attack", "ann", "bob", "--seed", str(seed))
        if doc("show", "bob")["tracks"] != before:
            return answer, seed
        done("undo")
    raise AssertionError("no attack does anything")


def typed_dice(answer: Data) -> list[str]:
    """The dice of an answer as they are typed."""
    words = []
    for one in answer["rolls"]:
        words += ["--roll", f"{one['name']}={','.join(map(str, one['dice']))}"]
    return words


@page_with_attacks
def test_typed_dice_count_as_rolled_ones(start: Callable[[str], None], page: str) -> None:
    start(page)
    rolled, _ = hit()
    assert not any(one["given"] for one in rolled["rolls"])
    done("undo")
    typed = doc("attack", "ann", "bob", *typed_dice(rolled))
    assert all(one["given"] for one in typed["rolls"])
    assert "unused" not in typed
    assert (typed["outcome"], typed["changes"]) == (rolled["outcome"], rolled["changes"])


@page_with_attacks
def test_numbers_have_named_parts_and_why_names_lines_of_the_page(
    start: Callable[[str], None], page: str
) -> None:
    start(page)
    _, seed = hit()
    done("undo")
    assert (
        "luck"
        in done("attack", "ann", "bob", "--mod", "1:luck", "--seed", str(seed), "--dry-run").out
    )
    done("attack", "ann", "bob", "--seed", str(seed))
    prefix = f"{page.upper()}-"
    rows = {word for word in told("why", "bob").replace(",", " ").split() if prefix in word}
    rows = {row.strip("`") for row in rows}
    assert rows
    for row in rows:
        assert f"{page}.yaml, line {row.removeprefix(prefix)}" in told("rules", row)


@every_page
def test_every_step_is_undone_redone_and_amended(start: Callable[[str], None], page: str) -> None:
    start(page)
    before = doc("board")
    first = doc("damage", "bob", "1")["changes"]
    after = doc("board")
    done("undo")
    assert doc("board") == before
    done("redo")
    assert doc("board") == after
    assert first
    done("note", "ann", "was there")
    steps = doc("log")["steps"]
    step = next(one["seq"] for one in steps if one["line"].startswith("damage bob"))
    done("amend", str(step), "damage", "ann", "1")
    assert tracks_of(doc("board"), "bob") == tracks_of(before, "bob")
    assert tracks_of(doc("board"), "ann") != tracks_of(before, "ann")
    done("replay", "--verify")


def tracks_of(board: Data, who: str) -> Data:
    [one] = [one for one in board["order"] if one["id"] == who]
    assert isinstance(one["tracks"], dict)
    return one["tracks"]


@page_with_attacks
def test_odds_are_exact_and_tell_how_many_attacks_it_takes(
    start: Callable[[str], None], page: str
) -> None:
    start(page)
    odds = doc("odds ann bob")
    assert sum(odds["outcomes"].values()) == pytest.approx(1)
    # Dice that roll on take seconds.
    if page != "exploding":
        assert doc("odds ann bob --until down")["until"]
        assert len(doc("odds", "ann", "bob", "--vs", "--mod 2")["variants"]) == 2


@every_page
def test_fights_are_simulated_or_it_is_said_why_not(
    start: Callable[[str], None], page: str
) -> None:
    start(page)
    if not has_attacks(page):
        assert "does not say how its fights are played" in refused("simulate --fights 4")
        return
    won = doc("simulate --fights 4 --seed 1 --jobs 1")["won"]
    assert 0 <= won["pc"] <= 1


@every_page
def test_turns_go_round_and_the_game_master_gives_one(
    start: Callable[[str], None], page: str
) -> None:
    start(page)
    done("roll-init", "--seed", "1")
    board = doc("board")
    assert board["round"] == 1
    if "initiative" not in page_data(page):
        return
    first, other = (one["id"] for one in board["order"])
    if page_data(page)["initiative"].get("sides"):
        assert "turn already" in refused("turn", first)
        done("turn", other)
        assert "turn already" in refused("turn", other)
        done("next")
        assert "turn already" in refused("turn", first)
        return
    assert board["acting"] == first
    assert doc("turn", other)["acting"] == other
    assert "turn already" in refused("turn", other)
    assert doc("next")["acting"] == first
    assert "has had their turn" in refused("turn", other)
    assert "`turn WHO`" in refused("delay", first)
    assert "`turn WHO`" in refused("intervene", other)


@every_page
def test_a_party_goes_home_rests_and_comes_along_again(
    start: Callable[[str], None], page: str
) -> None:
    start(page)
    done("damage", "ann", "1")
    hurt = doc("show", "ann")["tracks"]
    done("party", "new", "Heroes", "ann")
    done("end")
    assert [one["id"] for one in doc("party")["members"]] == ["ann"]
    done("new", "Second", "--ruleset", page, "--party")
    assert doc("show", "ann")["tracks"] == hurt
    assert doc("rest", "ann", "night")["command"] == "rest"
    done("rest", "ann", "full")
    assert doc("show", "ann")["tracks"] != hurt
    assert doc("stats", "--party")


@every_page
def test_effects_counters_and_words_of_the_game_masters_own(
    start: Callable[[str], None], page: str, home: Path
) -> None:
    start(page)
    own = home / "own.yaml"
    own.write_text(
        f"gmtrack: 1\nruleset: {page}\neffects:\n"
        "  hex: {help: Cursed., lasts: 2 rounds, each: {at: round-end, damage: 1}}\n"
    )
    done("effect", "--define", str(own))
    done("effect", "bob", "hex")
    done("effect", "ann", "on a ledge", "3")
    done("set", "ann", "counters.luck={max: 3, now: 2}")
    assert doc("count", "ann", "luck", "-1")
    entries = {one["id"]: one for one in doc("board")["order"]}
    assert entries["ann"]["counters"] == {"luck": {"now": 1, "max": 3}}
    assert "hex" in told("board")
    assert "on a ledge" in told("board")
    assert "hex" in told("rules", "effects")
    was = doc("show", "bob")["tracks"]
    done("roll-init", "--seed", "1")
    while doc("board")["round"] == 1:
        answer = gmtrack("next")
        if answer.code:
            done("roll-init", "--seed", "1")
    assert doc("show", "bob")["tracks"] != was


@every_page
def test_people_are_kept_as_stock_and_as_a_spreadsheet(
    start: Callable[[str], None], page: str, home: Path
) -> None:
    start(page)
    done("party", "new", "Heroes", "ann")
    done("save", "people.csv")
    before = doc("show", "bob")["tracks"]
    done("save", "--as", "stock")
    done("new", "Second", "--ruleset", page)
    done("add", "@bob")
    assert doc("show", "bob")["tracks"] == before
    done("remove", "bob")
    people = doc("import", "people.csv")["characters"]
    assert [one["id"] for one in people] == ["ann", "bob"]
    assert doc("show", "bob")["tracks"] == before
    # Somebody of the party has the sheet of the file from now on.
    done("switch", "First blood")
    done("end")
    done("party", "open", "Heroes")
    assert doc("import", "people.csv")["characters"][0]["id"] == "ann"


@every_page
def test_words_are_completed_and_what_lists_what_can_be_done(
    start: Callable[[str], None], page: str
) -> None:
    start(page)

    def offers(text: str) -> set[str]:
        line = parse_shell_line(f"gmtrack {text}", POSIX)
        return {one.word for one in suggest_for_line(line, describe_commands)}

    done("board")
    assert {"ann", "bob"} <= offers("show ")
    conditions = page_data(page).get("conditions") or {}
    assert set(conditions) <= offers("effect ann ")
    found = doc("what", "ann")
    lines = json.dumps(found)
    if has_attacks(page):
        assert "bob" in offers("attack ann ")
        assert "attack ann bob" in lines
        rows = page_data(page).get("modifiers") or {}
        said = {word for word, row in rows.items() if row.get("told")}
        assert said <= offers("attack ann bob --with ")
    for word in page_data(page).get("tests") or {}:
        assert word in offers("test ann ")


@page_with_attacks
def test_the_story_for_players_tells_attacks_without_numbers_of_foes(
    start: Callable[[str], None], page: str, home: Path
) -> None:
    start(page)
    hit()
    story = home / "story.md"
    done("log", "--export", str(story), "--players")
    text = story.read_text()
    assert "Ann attacks Bob" in text
    assert not any(f"{track} " in text.lower() and " to " in text for track in ("hp", "wounds"))


@page_with_attacks
def test_a_player_is_asked_how_to_defend(start: Callable[[str], None], page: str) -> None:
    start(page)
    done("set", "bob", "side=pc")
    done("set", "ann", "side=foe")
    table = PlayTable(execute)
    found: list[PlayerChoice] = []

    def put(question: PlayerChoice) -> str:
        found.append(question)
        return question.words[0].word

    table.asking.put = put
    assert table.run_line("ask pc") == 0
    assert table.run_line("attack ann bob") == 0
    way = next(iter(page_data(page)["attacks"].values()))
    defenses = (way.get("against") or {}).get("defenses") or {}
    if not defenses:
        assert found == []
        return
    [question] = found
    assert question.who == "bob"
    assert set(defenses) <= {entry.word for entry in question.words}
    assert len(question.costs) == len(question.words)
    assert doc("log")["steps"][-1]["report"]["defense"] == question.words[0].word


@every_page
def test_lines_of_another_program_are_answered_by_documents(
    start: Callable[[str], None], page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    start(page)
    monkeypatch.setattr("sys.stdin", io.StringIO("damage bob 1\nboard\nfly\n"))
    documents = [json.loads(line) for line in gmtrack("play", "--json").out.splitlines()]
    assert documents[0]["changes"]
    assert documents[1]["ruleset"] == page
    assert documents[2]["error"]["kind"] == "usage"


@every_page
def test_programs_play_by_a_page(home: Path, page: str) -> None:
    with Fight.new("By a program", page, memory=True) as fight:
        fight.run("add Ann side=pc")
        fight.run("add Bob")
        report = fight.run("damage bob 1")
        assert report.document["changes"]
        assert fight.board()["ruleset"] == page
        assert fight.show("ann")["id"] == "ann"
        fight.undo()
        if not has_attacks(page):
            with pytest.raises(Refused, match="`damage WHO N`"):
                fight.run("attack ann bob")


def test_a_track_that_stays_as_it_is_is_not_told(start: Callable[[str], None]) -> None:
    start("pools")
    said = told("attack", "ann", "bob", "--roll", "attack=1,2,3", "--defense", "none")
    assert "miss" in said
    assert "stress" not in said
    assert "stress 0 to 1" in told("damage", "ann", "1", "--pool", "stress")
    assert "health" not in told("heal", "bob", "3")


@every_page
def test_the_words_of_an_attack_are_a_page_of_the_rules(
    start: Callable[[str], None], page: str
) -> None:
    start(page)
    rows = page_data(page).get("modifiers") or {}
    said = [word for word, row in rows.items() if row.get("told")]
    if said:
        shown = told("rules", "words")
        assert all(word in shown for word in said)
    # Nothing points to a page that is not there.
    for command in ("act", "test"):
        error = gmtrack(command, "ann").err
        assert ("rules actions" in error) == (command == "act" and "actions" in page_data(page))


@pytest.mark.parametrize(
    ("who", "internal", "proposed"),
    [
        ("ann", {"came_from", "had_turn", "own_off", "due_done", "begun"}, ["wounds", "agility"]),
        ("fight", {"party", "rolled", "fights", "over"}, ["notes", "round"]),
    ],
)
def test_an_unknown_field_proposes_those_that_people_set(
    home: Path, who: str, internal: set[str], proposed: list[str]
) -> None:
    """What the program notes for itself is none of them, and nothing is named twice."""
    done("load", "@train-robbery")
    told = refused(f"set {who} zzz=1").partition("llowed: ")[2]
    words = told.strip().split(", ")
    assert internal.isdisjoint(words)
    assert {*proposed} <= {*words}
    assert len(words) == len({*words})
