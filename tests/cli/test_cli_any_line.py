"""Any command line at all, in every ruleset: answered or refused, never a crash, and what is
refused has changed nothing. `GMTRACK_LONG_TESTS=1` types 3,000 lines into each fight,
`GMTRACK_SEED=N` other ones."""

import os
import random
import string
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from long_run import LONG

from gmtrack.cli.tree import MODULES
from gmtrack.core.lexicon import Lexicon
from gmtrack.store.session import open_session

FIGHTS = ("loading-dock", "stand-off", "back-room", "stairwell", "three-thugs-in-the-fog")
"""One for each ruleset."""
LINES = 3_000 if LONG else 40
EVENING = 60
"""Lines after which all is taken back."""
SEED = int(os.environ.get("GMTRACK_SEED", "1"))
OPENING = ("load", "new", "switch", "forget")
NOT_HERE = {"play", "watch", "completion"}
COMMANDS = [name for name in MODULES if name not in NOT_HERE]
OFTEN = ["attack", "act", "test", "damage", "next", "roll-init", "set", "odds", "effect", "undo"]
OPTIONS = [
    "--weapon", "--called", "--defense", "--with", "--without", "--mod", "--defense-mod", "--roll",
    "--seed", "--threshold", "--limit", "--type", "--location", "--pool", "--rounds", "--count",
    "--template", "--set", "--karma", "--last", "--vs",
]  # fmt: skip
FLAGS = ["--json", "--force", "--dry-run", "--end", "--fresh", "--help", "--"]
ODD = [
    "", " ", "-", "--", "-3", "+3", "0", "1", "2", "99999999999999999999", "1.5", "1e9", "NaN",
    "\0", "\x1b[2J", "ä", "忍", "\u202e", "\ud800", "*", "?", ",", "a,b", "=", "a=b", "a:b:c", ":",
    "x" * 5000, "{}", "[1]", "{a: [", "null", "true", "fight", "scene", "all", "none",
    "../../etc/passwd", "'", '"', "$(x)", "`x`", "%s", "{0}", "\n", "6,6,6", "attack=6,6",
    "attack.x=1", "initiative=1", "pools.flesh=4", "prone=true", "name=[", "weapons.x.y=1",
    "round=3", "bruise=1", "hp=1", "notes=x",
]  # fmt: skip
Type = Callable[[list[str]], Any]


def words_of(lexicon: Lexicon) -> Iterator[str]:
    """Every word that the fight knows."""
    for value in lexicon:
        lists = value.values() if hasattr(value, "values") else [value]
        for entries in lists:
            yield from (entry.word for entry in entries)


class Typist:
    """Types lines that are nearly right, and some that are not at all."""

    def __init__(self, chance: random.Random, known: list[str], people: list[str]) -> None:
        self.chance, self.known, self.people = chance, known, people

    def line(self) -> list[str]:
        """A line, sometimes one of those that are typed all evening."""
        return self.usual() if self.chance.random() < 0.3 else self.any()

    def usual(self) -> list[str]:
        one, other = self.chance.choice(self.people), self.chance.choice(self.people)
        return self.chance.choice(
            (
                ["roll-init"],
                ["next"],
                ["attack", one, other, "--force"],
                ["damage", one, "1"],
                ["heal", one, "1"],
                ["show", one],
                ["remove", one],
                ["set", one, "notes=x"],
                ["act", one, self.chance.choice(self.known), "--force"],
            )
        )

    def any(self) -> list[str]:
        chance = self.chance
        name = chance.choice(OFTEN if chance.random() < 0.7 else COMMANDS)
        words = [name, *(self.word() for _ in range(chance.choice((0, 1, 2, 2, 2, 3, 4))))]
        if len(words) > 1 and chance.random() < 0.8:
            words[1] = chance.choice(self.people)
        if len(words) > 2 and name in ("attack", "odds") and chance.random() < 0.8:
            words[2] = chance.choice(self.people)
        for _ in range(chance.choice((0, 0, 1, 1, 2, 3))):
            words += self.option()
        return words

    def option(self) -> list[str]:
        if self.chance.random() < 0.25:
            return [self.chance.choice(FLAGS)]
        option, value = self.chance.choice(OPTIONS), self.word()
        if self.chance.random() < 0.3:
            value = f"{self.word()}{self.chance.choice('=:.,-')}{self.word()}"
        return [f"{option}={value}"] if self.chance.random() < 0.2 else [option, value]

    def word(self) -> str:
        kind = self.chance.random()
        if kind < 0.25:
            return self.chance.choice(self.people)
        if kind < 0.7:
            return self.chance.choice(self.known)
        if kind < 0.95:
            return self.chance.choice(ODD)
        return "".join(self.chance.choices(string.printable, k=self.chance.randint(1, 12)))


@pytest.fixture(params=FIGHTS)
def fight(request: pytest.FixtureRequest, type_line: Type, monkeypatch: pytest.MonkeyPatch) -> str:
    """A ready-made fight that is open, on a quick disk, and nobody waits long for odds."""
    monkeypatch.setattr("gmtrack.app.chances.MOST_RUNS", 50)
    monkeypatch.setattr("gmtrack.odds.sampled.TRIALS", 20)
    monkeypatch.setattr("os.fsync", lambda _: None)
    assert type_line(["load", f"encounters/{request.param}.yaml"]).status == 0
    return str(request.param)


def test_any_line_is_answered_or_refused_and_then_nothing_has_changed(
    fight: str, type_line: Type, tmp_path: Path
) -> None:
    with open_session(None, write=False) as session:
        file, first = session.file, session.file.read_bytes()
        known = [*words_of(session.ruleset.lexicon(session.encounter))]
        people = [*session.encounter.combatants, "nobody"]
    typist = Typist(random.Random(f"{fight} {SEED}"), known, people)
    done = 0
    for number in range(1, LINES + 1):
        words = typist.line()
        before = file.read_bytes()
        screen = type_line(words)
        assert screen.status in (0, 1, 2), (number, words, screen)
        assert "\x1b" not in screen.out + screen.err, (number, words)
        assert not screen.status or file.read_bytes() == before, (number, words)
        assert not screen.status or screen.err or screen.out, (number, words)
        done += not screen.status
        if words[0] in OPENING and not screen.status:
            assert type_line(["switch", fight]).status == 0
        if number % EVENING == 0:
            take_all_back(type_line)
            assert file.read_bytes() == first, number
    assert not [*tmp_path.rglob("crash-*")]
    assert done > LINES / 10


def take_all_back(type_line: Type) -> None:
    """What came of an evening can be looked at, and undone to its beginning."""
    board = type_line(["board", "--json"])
    assert board.status == 0, board
    while type_line(["undo"]).status == 0:
        pass
