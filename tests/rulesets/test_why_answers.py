"""`why` in a fight of each ruleset: all that `board` and `show` call something is found by its name
with its value, and what is asked for in `why.yaml` comes from these rows.

`why.yaml` has fights: the `lines` that are typed, the `people` whose screens are looked at, words
that are `read` otherwise than a screen has them, and of some questions lines of the answer:
`part VALUE ROWS`, `roll.part VALUE ROWS`, `step WHAT BEFORE > AFTER ROWS`, `key ROWS`, `= ROWS`.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from gmtrack.core.encounter import Data
from gmtrack.core.screen import Board, Number, Profile, Track
from gmtrack.rulesets import registry
from gmtrack.store.session import open_session

from .typing_in import at_home_in, doc, done

HERE = Path(__file__).parent
BOTH = ("before", "after")
ENCOUNTERS = HERE.parents[1] / "encounters"
FIGHTS = {
    f"{meta.id} {number}": fight
    for meta in registry.metas()
    for number, fight in enumerate(
        yaml.safe_load((HERE / meta.id.replace("-", "_") / "why.yaml").read_text("utf-8"))
    )
}


@pytest.fixture(scope="module", params=FIGHTS)
def fight(request: pytest.FixtureRequest, tmp_path_factory: Any) -> Iterator[Data]:
    """A fight, played once."""
    found = FIGHTS[request.param]
    with pytest.MonkeyPatch.context() as patch:
        at_home_in(tmp_path_factory.mktemp("why"), patch)
        for line in (f"load {ENCOUNTERS / found['fight']}.yaml", *found["lines"]):
            done(*line.split())
        yield found
    asked.cache_clear()


@cache
def asked(question: str) -> Data:
    return doc("why", *question.split())


def lines_of(doc: Data) -> Iterator[str]:
    """An answer as lines, each with its rows."""
    for one in doc["parts"]:
        roll = f"{one['roll']}." if "roll" in one else ""
        yield _line(f"{roll}{one['label']} {one['value']}", one["rules"])
    for one in doc["history"]:
        before, after = ("map" if isinstance(one[key], dict) else one[key] for key in BOTH)
        yield _line(f"{one['seq']} {one['what']} {before} > {after}", one["rules"])
    for one in (*doc.get("told", ()), *doc.get("rolls", ())):
        yield _line(one.get("key") or one["name"], one["rules"])
    yield _line("=", doc.get("rules", ()))


def _line(text: str, rows: list[str]) -> str:
    return " ".join([text, *rows])


def test_what_is_asked_for_comes_from_these_rows(fight: Data) -> None:
    missing = {
        f"{question}: {line}": answer
        for question, lines in fight["why"].items()
        for line in lines
        if line not in (answer := list(lines_of(asked(question))))
    }
    assert not missing


def screens(fight: Data) -> Iterator[tuple[Board, Profile]]:
    with open_session(None, write=False) as session:
        board = session.ruleset.board(session.encounter)
        for who in fight["people"]:
            yield board, session.ruleset.show(session.encounter, who)


def test_all_that_has_a_name_on_the_screens_is_found_with_its_value(fight: Data) -> None:
    for board, profile in screens(fight):
        who, labels = profile.doc["id"], {track.label for track in profile.tracks}
        row = next(row for row in board.rows if row.id == who)
        for column, cell in zip(board.columns, row.cells, strict=True):
            if column not in fight.get("not", {}).get(who, ()):
                value = asked(f"{who} {column}")["value"]
                if isinstance(value, int) and cell != "-":
                    assert int(cell.partition("/")[0]) == value, (who, column)
        figure = [track for line in profile.figure for track in line if track]
        for track in (*row.tracks, *profile.tracks, *figure):
            check_track(who, track)
        numbers = [number for section in profile.sections for number in section.numbers]
        # One of a track's name would have its parts hidden.
        assert not labels - fight.get("read", {}).keys() & {number.label for number in numbers}
        for name in {name for one in numbers for name in (one.label, *one.names)}:
            doc = asked(f"{who} {name}")
            check_parts(doc)
            called_so = [one for one in numbers if name in (one.label, *one.names)]
            read = doc["value"] in fight.get("read", {}).get(name, ())
            assert read or any(is_told(one, doc) for one in called_so), (who, name)


def check_track(who: str, track: Track) -> None:
    for name in (track.label, *track.names):
        assert asked(f"{who} {name}")["value"] == track.now, (who, name)


def check_parts(doc: Data) -> None:
    assert all(one["rules"] for one in doc["parts"]), doc
    if doc["parts"] and isinstance(doc["value"], int):
        assert sum(one["value"] for one in doc["parts"]) == doc["value"], doc


def is_told(number: Number, doc: Data) -> bool:
    """Whether an answer is about a number of the screen, which may have another of its name."""
    parts = [(one["label"], one["value"]) for one in doc["parts"]]
    told = number.value.lstrip("+").startswith(str(doc["value"]))
    return told and parts == list(map(tuple, number.parts))
