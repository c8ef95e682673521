"""`play --json`: lines of another program in, one JSON document a line out."""

import json
from pathlib import Path

import pytest

from gmtrack import Fight
from play.test_play_script import FIGHT, FILE, Done, play


def documents(done: Done) -> list[dict[str, object]]:
    """Each line of what was printed is one; nothing else is printed."""
    assert (done.returncode, done.stderr) == (0, "")
    return [json.loads(line) for line in done.stdout.splitlines()]


def error(kind: str, message: str) -> dict[str, object]:
    return {"error": {"kind": kind, "message": message}}


def answers(folder: Path, script: str | bytes, *words: str) -> list[dict[str, object]]:
    return documents(play(folder, script, *(words or ("play", FILE, "--json"))))


def test_a_line_in_is_a_document_out(tmp_path: Path) -> None:
    found = answers(tmp_path, FIGHT)
    commands = [doc.get("command", "board") for doc in found]
    assert commands == ["roll-init", "attack", "next", "act", "board"]
    assert (found[1]["outcome"], found[1]["attacker"]) == ("hit", "joe")


@pytest.mark.parametrize(
    ("line", "kind", "told"),
    [
        ("attack joe zed", "unknown", "zed"),
        ("attak joe bob", "usage", "attak"),
        ("attack joe bob --called", "usage", "--called"),
        ("attack joe bob --roll attack=9", "roll", "9"),
        ("attack 'joe bob", "unknown", "joe"),
        ('attack "joe', "usage", "quot"),
        ("undo 9", "nothing-to-undo", "undone"),
        ("watch", "usage", "watch"),
        ("play @knife-fight", "usage", "play"),
        ("serve", "usage", "serve"),
        ("completion bash", "usage", "completion"),
        ("ask pc", "usage", "ask"),
        ("? attack", "usage", ""),
        ("attack --help", "usage", ""),
        ("x" * 20_000, "usage", "10,000"),
        ("note fight \0", "usage", "x00"),
        ("load nowhere.yaml", "bad-file", "nowhere.yaml"),
    ],
)
def test_a_refusal_is_a_document_too_and_the_next_line_is_done(
    line: str, kind: str, told: str, tmp_path: Path
) -> None:
    found = answers(tmp_path, f"{line}\nboard\n")
    assert [list(doc) for doc in found[:1]] == [["error"]]
    refused = found[0]["error"]
    assert isinstance(refused, dict)
    assert refused["kind"] == kind
    assert told in refused["message"]
    assert len(found) == 2
    assert found[1]["phase"] == "not-started"


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    found = answers(tmp_path, b"note fight \xff\nboard\n")
    assert found[0] == error(
        "usage", "not UTF-8 text (byte 0xff at character 12): save the script as UTF-8"
    )
    assert found[1]["phase"] == "not-started"


def test_it_ends_where_it_is_told_to(tmp_path: Path) -> None:
    assert len(answers(tmp_path, "board\nquit\nboard\n")) == 1
    assert answers(tmp_path, "") == []
    assert answers(tmp_path, "\n# a comment\n   \n") == []


def test_nothing_open_is_a_refusal_until_something_is(tmp_path: Path) -> None:
    found = answers(tmp_path, f"board\nload {FILE}\nboard\n", "play", "--json")
    assert [next(iter(doc)) for doc in found] == ["error", "command", "name"]


def test_a_file_that_cannot_be_opened_is_refused_as_a_whole(tmp_path: Path) -> None:
    done = play(tmp_path, "board\n", "play", "@nowhere", "--json")
    assert done.returncode == 1
    assert list(json.loads(done.stdout)) == ["error"]


def test_it_is_the_fight_that_programs_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = ["roll-init --seed 1", "attack joe bob --seed 2", "next --seed 3", "log"]
    found = answers(tmp_path, "\n".join(lines))
    monkeypatch.setenv("GMTRACK_HOME", str(tmp_path / "other"))
    fight = Fight.open(FILE)
    for line, doc in zip(lines[:3], found, strict=False):
        assert fight.run(line).document == doc


def test_a_fault_in_one_line_ends_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def run(self: Fight, words: list[str]) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Fight, "run", run)
    found = answers(tmp_path, "board\nboard\n", "play", "--json")
    assert [doc["error"]["kind"] for doc in found] == ["crash"] * 2  # type: ignore[index]
    assert "ZeroDivisionError" in str(found[0])
    reports = [path.read_text() for path in (tmp_path / "home" / "crashes").iterdir()]
    assert "".join(reports).count("Traceback (most recent call last)") == 2
