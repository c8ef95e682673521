"""What players may see: a board from which the secrets have been taken before it is drawn; and
the screen that follows the fight."""

import json
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from programs import Output, Program

from gmtrack.app.players_page import page_of_session
from gmtrack.cli.signals import Signals
from gmtrack.cli.watch import WatchState, render_now, wait_for_changes
from gmtrack.core.encounter import Encounter
from gmtrack.core.players import players_board, without_secrets
from gmtrack.core.screen import Board, Condition, Row
from gmtrack.core.standing import Standing
from gmtrack.errors import StoreError
from gmtrack.rulesets import registry
from gmtrack.store import session as sessions
from gmtrack.store.session import open_session
from gmtrack.view.board.board import render_board
from gmtrack.view.text import plain

Type = Callable[[list[str]], Any]
Watching = Callable[..., Path]

PLAYED = {
    "ninth-street": [
        ["set", "boss", "notes=the traitor"],
        ["hide", "boss"],
        ["roll-init", "--seed", "1"],
        ["damage", "thug-1", "1"],
        ["damage", "thug-2", "5"],
        ["damage", "punk", "2", "--location", "head"],
        ["set", "punk", "suppressed.target_number=3", "suppressed.by=boss"],
        ["set", "fight", "had_spotlight=[joe, boss]"],
    ],
    "loading-dock": [
        ["hide", "sergeant"],
        ["roll-init", "--seed", "1"],
        ["damage", "lena", "3"],
        ["damage", "tomas", "6"],
    ],
}
SECRETS = {
    "ninth-street": ["boss", "traitor", "Boss", "2 to shake", "XX", "//", "/16"],
    "loading-dock": ["sergeant", "Hale", "ramp", "charge"],
}
HEALTH = {
    "ninth-street": {
        "thug-1": "hurt", "thug-2": "badly hurt", "punk": "down", "joe": "unhurt",
    },
    "loading-dock": {"lena": "hurt", "tomas": "badly hurt", "ivo": "unhurt"},
}  # fmt: skip


@pytest.fixture(params=sorted(PLAYED))
def fight(request: pytest.FixtureRequest, type_line: Type) -> str:
    """A fight in which something has happened that the players must not know."""
    name = str(request.param)
    for words in [["load", f"encounters/{name}.yaml"], *PLAYED[name]]:
        screen = type_line(words)
        assert screen.status == 0, screen
    return name


def test_no_secret_is_in_the_players_picture_or_in_what_it_is_drawn_from(fight: str) -> None:
    with open_session(None, write=False) as session:
        known = without_secrets(session.encounter)
        board = players_board(session.encounter, session.ruleset.board)
    state = json.dumps([known.combatants, known.fight, known.scene, known.notes])
    picture = "\n".join(plain(line) for width in (60, 120) for line in render_board(board, width))
    hidden = SECRETS[fight][0]
    assert hidden not in state
    assert not known.templates
    for secret in SECRETS[fight]:
        assert secret not in picture


def test_an_enemys_health_is_a_word_and_a_friends_is_drawn(fight: str) -> None:
    with open_session(None, write=False) as session:
        whole = session.ruleset.board(session.encounter)
        rows = {row.id: row for row in players_board(session.encounter, lambda e: (
            registry.load(e.ruleset).board(e)
        )).rows}  # fmt: skip
    health = {row.id: row.standing.health for row in whole.rows}
    for who, word in HEALTH[fight].items():
        assert health[who] == word
        enemy = rows[who].side not in ("pc", "ally")
        assert (rows[who].tracks == ()) is enemy
        assert (rows[who].standing.status == word) is enemy or rows[who].standing.status == word
    assert all(not any(row.cells) for row in rows.values() if row.side == "foe")


def test_reveal_brings_somebody_back(type_line: Type) -> None:
    type_line(["load", "encounters/ninth-street.yaml"])
    type_line(["hide", "thug*", "boss"])
    assert players() == ["joe", "sally", "bill", "wendy", "punk"]
    type_line(["reveal", "boss"])
    assert players() == ["joe", "sally", "bill", "wendy", "punk", "boss"]
    type_line(["undo", "2"])
    assert len(players()) == 8


def test_a_name_that_two_share_is_the_same_for_the_gm_and_the_players(type_line: Type) -> None:
    type_line(["load", "encounters/ninth-street.yaml"])
    type_line(["set", "thug-2", "name=Thug", "hidden=true"])
    type_line(["set", "thug-1", "name=Thug"])
    assert type_line(["show", "thug-1", "--json"]).doc["name"] == "Thug 1"
    with open_session(None, write=False) as session:
        board = players_board(session.encounter, session.ruleset.board)
    assert "Thug 1" in [row.name for row in board.rows]


def players() -> list[str]:
    with open_session(None, write=False) as session:
        return [row.id for row in players_board(session.encounter, session.ruleset.board).rows]


def test_several_names_are_one_step(type_line: Type) -> None:
    type_line(["load", "encounters/ninth-street.yaml"])
    doc = type_line(["damage", "thug*,joe", "2", "--json"]).doc
    assert [result["who"] for result in doc["results"]] == ["thug-1", "thug-2", "joe"]
    assert len(doc["changes"]) == 3
    assert type_line(["undo", "--json"]).doc["steps"] == ["damage 'thug*,joe' 2 --json"]
    assert type_line(["undo"]).status == 1
    refused = type_line(["damage", "joe,nobody", "2", "--json"])
    assert refused.doc["error"]["kind"] == "unknown-name"
    assert type_line(["effect", "zz*", "moving"]).status == 1
    assert type_line(["undo"]).status == 1


def test_dice_of_several_are_typed_by_name(type_line: Type) -> None:
    type_line(["load", "encounters/stand-off.yaml"])
    type_line(["effect", "mara,dex", "unconscious"])
    line = ["act", "guard,gunner", "first-aid", "mara", "--roll"]
    refused = type_line([*line, "medicine.captain=5", "--json"])
    assert refused.doc["error"]["kind"] == "bad-dice"
    doc = type_line([*line, "medicine.guard=1", "--roll", "medicine.gunner=5", "--json"]).doc
    assert [roll["dice"] for roll in doc["rolls"]] == [[1], [5]]
    assert [result["outcome"] for result in doc["results"]] == ["failed", "passed"]


@pytest.fixture
def watching(tmp_path: Path) -> Iterator[Watching]:
    """Begins a `watch` of its own with these options; answers the file of all that it says."""
    env = {**os.environ, "COLUMNS": "80"}
    begun = []

    def watch(*options: str) -> Path:
        out = tmp_path / f"watched{len(begun)}.txt"
        with out.open("w") as stream:
            output = Output(stream.fileno(), stream.fileno())
            begun.append(Program(["watch", *options], env, output))
        return out

    yield watch
    for process in begun:
        process.terminate()
        process.wait(10)


def test_watch_follows_the_fight_and_its_file(type_line: Type, watching: Watching) -> None:
    type_line(["load", "encounters/ninth-street.yaml"])
    out = watching("--players")
    waited_for(out, "Street punk")
    type_line(["damage", "punk", "1"])
    waited_for(out, "  hurt")
    type_line(["load", "encounters/stand-off.yaml"])
    waited_for(out, "Stand-off")


def test_a_hand_that_slips_is_seen_by_the_gm_alone(type_line: Type, watching: Watching) -> None:
    type_line(["load", "encounters/ninth-street.yaml"])
    type_line(["hide", "boss"])
    players, gm = watching("--players"), watching()
    waited_for(players, "Street punk")
    waited_for(gm, "Street punk")
    file = copy_at_work()
    good = file.read_bytes()
    replace(file, good.replace(b"boss:", b"boss:\n    secret_plan: the traitor", 1))
    waited_for(gm, "boss.secret_plan")
    waited_for(players, "one moment")
    told = players.read_text(encoding="utf-8")
    assert not [word for word in ("oss", "ecret", "traitor", "yaml", "/") if word in told]
    replace(file, good)
    type_line(["damage", "punk", "1"])
    waited_for(players, "  hurt")
    assert "Traceback" not in players.read_text(encoding="utf-8") + gm.read_text(encoding="utf-8")


def copy_at_work() -> Path:
    with open_session(None, write=False) as session:
        return session.file


def replace(file: Path, content: bytes) -> None:
    """As an editor writes a file: whole."""
    beside = file.with_name("beside")
    beside.write_bytes(content)
    beside.replace(file)


def waited_for(file: Path, text: str) -> None:
    """Wait until the text is in the file; fails after a while."""
    for _ in range(600):
        if text in file.read_text(encoding="utf-8"):
            return
        time.sleep(0.05)
    raise AssertionError(f"{text!r} never came: {file.read_text(encoding='utf-8')}")


def seen(view: WatchState, file: str | None = None) -> list[str]:
    return [plain(line) for line in render_now(file, 200, view)]


def bad_file(patch: pytest.MonkeyPatch) -> None:
    file = copy_at_work()
    replace(file, file.read_bytes().replace(b"boss:", b"boss:\n    secret_plan: the traitor", 1))


def no_yaml(patch: pytest.MonkeyPatch) -> None:
    replace(copy_at_work(), b"boss: [the traitor\n")


def gone(patch: pytest.MonkeyPatch) -> None:
    copy_at_work().unlink()


def nothing_active(patch: pytest.MonkeyPatch) -> None:
    Path("state/active").unlink()


def busy(patch: pytest.MonkeyPatch) -> None:
    def refuse(file: str | None, *, write: bool) -> Any:
        raise StoreError("busy", "another gmtrack is working on boss")

    patch.setattr(sessions, "open_session", refuse)


def a_crash(patch: pytest.MonkeyPatch) -> None:
    def fall(encounter: Encounter) -> Board:
        raise KeyError("boss")

    patch.setattr(registry.load("spotlight"), "board", fall)


WRONG = [
    (bad_file, "boss.secret_plan"), (no_yaml, "not valid YAML"), (gone, "no encounter"),
    (nothing_active, "gmtrack load"), (busy, "another gmtrack"), (a_crash, "KeyError"),
]  # fmt: skip


@pytest.mark.parametrize(("spoil", "told"), WRONG, ids=lambda one: getattr(one, "__name__", ""))
def test_the_players_wait_before_the_last_good_picture(
    type_line: Type,
    monkeypatch: pytest.MonkeyPatch,
    spoil: Callable[[pytest.MonkeyPatch], None],
    told: str,
) -> None:
    type_line(["load", "encounters/ninth-street.yaml"])
    type_line(["hide", "boss"])
    view, gm = WatchState(players=True), WatchState()
    good = seen(view)
    assert "boss" in "\n".join(seen(gm)).lower()
    with monkeypatch.context() as patch:
        spoil(patch)
        assert seen(view) == [*good, "", "one moment"]
        assert seen(WatchState(players=True)) == ["one moment"]
        assert told in "\n".join(seen(gm))


def test_the_same_crash_is_noted_once(type_line: Type, monkeypatch: pytest.MonkeyPatch) -> None:
    type_line(["load", "encounters/ninth-street.yaml"])
    view = WatchState()
    a_crash(monkeypatch)
    first = seen(view)
    assert "crash-" in "".join(first).replace("  ", "")
    assert [seen(view) for _ in range(5)] == [first] * 5
    assert len(list(Path("state/crashes").iterdir())) == 1


def test_who_finds_the_encounter_busy_looks_again(
    type_line: Type, monkeypatch: pytest.MonkeyPatch
) -> None:
    type_line(["load", "encounters/ninth-street.yaml"])
    view, screen = WatchState(players=True), Screen()
    looks = wait_for_changes(None, screen, view, Signals())
    next(looks)
    with monkeypatch.context() as patch:
        busy(patch)
        assert seen(view) == ["one moment"]
    next(looks)
    assert "one moment" not in seen(view)


class Screen:
    size = (80, 24)
    is_gone = False
    is_in_front = True
    woken = 0

    def stop_if_asked(self) -> None:
        """Nobody asks."""


def of(*rows: Row, title: str = "Any") -> Callable[[Encounter], Board]:
    """A ruleset's board that says this, whatever the encounter."""
    return lambda _: Board(title, (("round", "1"), ("next", "Guard")), ("N",), rows, {"secret": 1})


def row(who: str, side: str, *conditions: str, cell: str = "7") -> Row:
    found = tuple(map(Condition, conditions))
    return Row(who, who, side, False, False, Standing(health="hurt"), (cell,), (), found)


def cast(**names: str) -> Encounter:
    """Each with a side, or hidden."""
    sheets = {
        who.replace("_", "-"): {"hidden": True, "weapons": {"fang": {}}} if side == "hidden"
        else {"side": side, "weapons": {"knife": {}}}
        for who, side in names.items()
    }  # fmt: skip
    return Encounter("Any", "none", combatants=sheets)


def test_what_tells_of_a_hidden_one_is_left_out_wherever_it_stands() -> None:
    fight = cast(joe="pc", guard_2="foe", guard="hidden")
    joe = row("joe", "pc", "behind GUARD", "holds guard-2", "a fang's bite", "a knife's cut")
    board = players_board(fight, of(joe, row("guard-2", "foe"), title="The guard!"))
    assert board.title == "The fight"
    assert board.clock == (("round", "1"),)
    assert [c.label for c in board.rows[0].conditions] == ["holds guard-2", "a knife's cut"]
    assert (board.rows[1].cells, board.rows[1].standing.status) == (("",), "hurt")
    assert (board.doc, board.lines) == ({}, ())
    assert players_board(fight, of(row("joe", "pc", cell="Guard"))).rows[0].cells == ("",)


def named(name: str, *, beside: str = "Joe") -> Encounter:
    """Joe, and a hidden one of this name."""
    hidden = {"name": name, "hidden": True, "weapons": {"bane": {"name": "Bane of the North"}}}
    sheets = {"joe": {"name": "Joe", "side": "pc"}, "two": {"name": beside}, "zz": hidden}
    return Encounter("Any", "none", combatants=sheets)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Quillon Vexmor", "Vexmor strikes"),
        ("Quillon Vexmor", "drag VEXMOR's men (2/7 AP)"),
        ("Quillon Vexmor", "a gift of the north"),
        ("Jos\u00e9", "Jose\u0301 strikes"),
        ("Jose\u0301", "JOS\u00c9 strikes"),
        ("Jos\u00e9", "Jo\u200dse strikes"),
        ("Vexmor", "\uff36\uff25\uff38\uff2d\uff2f\uff32 strikes"),
        ("Stra\u00dfe", "STRASSE"),
        ("\u0939\u093f\u0928\u094d\u0926\u0940", "\u0939\u093f\u0928\u094d\u0926\u0940!"),
        ("\U0001f608", "The\U0001f608strikes"),
        ("\u2620\ufe0f", "The \u2620 strikes"),
        ("\u72fc\u306e\u68ee", "\u72fc\u306e\u68ee\u304c"),
        ("Burst", "burst of 3"),
    ],
)
def test_a_word_of_a_hidden_ones_name_tells_of_them(name: str, text: str) -> None:
    board = players_board(named(name), of(row("joe", "pc", text, cell=text), title=text))
    assert board.title == "The fight"
    assert (board.rows[0].cells, board.rows[0].conditions) == (("",), ())


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("First guard", "holds a guard"),
        ("First guard", "the first round"),
        ("The Man of 7731", "the 7731 of it"),
        ("Al of Ur", "al and ur"),
        ("Vexmor", "Vexmors running"),
        ("\U0001f608", "\U0001f600 running"),
        ("\u200d", "running"),
    ],
)
def test_words_that_tell_of_nobody_stay(name: str, text: str) -> None:
    fight = named(name, beside="Second guard")
    board = players_board(fight, of(row("joe", "pc", text, cell=text), title=text))
    assert board.title == text
    assert (board.rows[0].cells, board.rows[0].conditions) == ((text,), (Condition(text),))


PLOT = """
gmtrack: 1
name: Vanessa's revenge
ruleset: swan-song
combatants:
  joe: {side: pc, name: Joe, template: "@human"}
  bob: {name: Bob, template: "@human"}
  boss: {name: Vanessa, hidden: true, template: "@human"}
"""


@pytest.fixture
def plot(type_line: Type, tmp_path: Path) -> Type:
    """A fight whose title is a secret, and whose secret has gone."""
    (tmp_path / "plot.yaml").write_text(PLOT, encoding="utf-8")
    told = ["boss joe", "joe boss", "joe bob"]
    lines = [f"attack {line} --seed 1" for line in told]
    for line in ["load plot.yaml", *lines, "note joe a traitor", "note bob a spy", "remove boss"]:
        assert type_line(line.split()).status == 0, line
    return type_line


def everything_for_players() -> str:
    """The picture on their screen, and their page."""
    lines = render_now(None, 80, WatchState(players=True))
    with open_session(None, write=False) as session:
        return "".join(map(plain, lines)) + json.dumps(page_of_session(session))


def test_who_was_hidden_when_they_were_removed_stays_a_secret(plot: Type) -> None:
    assert "Vanessa" not in everything_for_players()
    plot(["undo"])
    plot(["reveal", "boss"])
    plot(["remove", "boss"])
    assert "Vanessa's revenge" in everything_for_players()


NAMED = (
    "set boss name=Vanish",
    "set boss name=Vanish hidden=false",
    "set boss hidden=false name=Vanish",
)


@pytest.mark.parametrize("named", NAMED)
def test_a_name_from_when_somebody_was_hidden_stays_a_secret(plot: Type, named: str) -> None:
    plot(["undo"])
    for line in (named.split(), ["remove", "boss"], ["add", "Boss", "--template", "@human"]):
        assert plot(line).status == 0
        assert "Vanessa" not in everything_for_players()
    # What players have seen once is none.
    plot(["undo", "3"])
    for line in (["reveal", "boss"], ["set", "boss", "name=Vanish"]):
        assert plot(line).status == 0
        assert "Vanessa's revenge" in everything_for_players()


def test_the_story_for_players_has_what_they_may_know_and_the_other_one_says_whose_it_is(
    plot: Type,
) -> None:
    theirs = plot(["log", "--export", "-", "--players"]).out
    assert "Joe attacks Bob" in theirs
    assert "Somebody attacks Joe" in theirs
    assert not any(word in theirs for word in ("Vanessa", "boss", "traitor", "spy", "For the GM"))
    assert "For the GM" in plot(["log", "--export", "-"]).out
    for line in (["log", "--players"], ["log", "--export", "x.jsonl", "--players"]):
        assert plot(line).status == 2


def test_whom_an_enemy_serves_is_not_shown() -> None:
    fight = cast(joe="pc", mole="dukes-men")
    rows = players_board(fight, of(row("joe", "pc"), row("mole", "dukes-men"))).rows
    assert [one.side for one in rows] == ["pc", "foe"]


def test_rules_that_miss_somebody_still_show_who_is_there() -> None:
    fight = cast(joe="pc", guard="hidden")

    def board(encounter: Encounter) -> Board:
        if "guard" not in encounter.combatants:
            raise KeyError("guard")
        return of(row("joe", "pc", "near guard"), row("guard", "foe"))(encounter)

    (joe,) = players_board(fight, board).rows
    assert (joe.name, joe.side, joe.standing.status, joe.cells) == ("joe", "pc", "hurt", ("",))
    assert not joe.conditions


def test_who_is_called_like_a_field_takes_nothing_along(type_line: Type) -> None:
    type_line(["load", "encounters/ninth-street.yaml"])
    type_line(["roll-init", "--seed", "1"])
    type_line(["damage", "joe", "1", "--location", "head"])
    type_line(["damage", "joe", "1", "--location", "torso"])
    with open_session(None, write=False) as session:
        fight, board = session.encounter, session.ruleset.board
    for who in ("head", "locations", "round", "combatants"):
        fight.combatants[who] = {**fight.combatants["boss"], "hidden": True}
    known = without_secrets(fight)
    assert known.fight["round"] == fight.fight["round"]
    assert known.fight["combatants"]["joe"] == fight.fight["combatants"]["joe"]
    shown = next(one for one in players_board(fight, board).rows if one.id == "joe")
    assert shown.tracks[0].segments[1].count == 1


NUMBERS = {
    "swan-song": "flesh_max",
    "storyteller": "health",
    "i2050": "hp",
    "spotlight": "boxes.head",
}
"""A number of each ruleset that is a track on the board."""


@pytest.mark.parametrize("ruleset", NUMBERS)
def test_effects_of_the_gms_own_are_called_as_players_know_them(
    ruleset: str, type_line: Type
) -> None:
    change = {NUMBERS[ruleset]: 1}
    effects = {
        "zorn": {"name": "Zorn", "help": "the curse of Zorn", "players": "Wired", "change": change},
        "doom": {"players": False, "change": change, "then": "gloom", "stacks": 2},
        "gloom": {"name": "Gloom", "players": False},
        "plain": {"name": "Simply so"},
    }
    data = {
        "gmtrack": 1, "name": "x", "ruleset": ruleset, "effects": effects,
        "combatants": {"ann": {"template": "@human", "side": "pc"}},
    }  # fmt: skip
    Path("x.yaml").write_text(json.dumps(data), encoding="utf-8")
    assert type_line(["load", "x.yaml"]).status == 0
    for line in ("zorn", "doom", "doom", "gloom", "plain", "doom --end"):
        assert type_line(["effect", "ann", *line.split()]).status == 0
    with open_session(None, write=False) as session:
        [row] = page_of_session(session)["rows"]
        whole = session.ruleset.board(session.encounter)
    assert row["conditions"] == ["Wired", "Simply so"]
    mine = [[track.label, track.text] for track in whole.rows[0].tracks]
    assert [[track["label"], track["text"]] for track in row["tracks"]] == mine
    seen = json.dumps(row) + "".join(map(plain, render_now(None, 80, WatchState(players=True))))
    assert not [word for word in ("zorn", "Zorn", "doom", "loom", "curse") if word in seen]
