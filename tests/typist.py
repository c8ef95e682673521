"""Somebody who types: lines that can be done, lines that are nearly right, and some that are not
at all; and what must hold after each of them in any fight."""

import random
import shlex
import string
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from files.places import places

from gmtrack.app.what import candidates as may_do
from gmtrack.cli.watch import WatchState, render_now
from gmtrack.completion.words import make_completion_scene
from gmtrack.core.choice import line_of
from gmtrack.core.command_table import COMMANDS as TABLE
from gmtrack.core.lexicon import Entries, Lexicon
from gmtrack.play.complete import find_completions
from gmtrack.store.encounter_map import data_of
from gmtrack.store.session import Session, open_session

OPENING = ("load", "new", "switch", "forget")
"""What has another fight open afterwards."""
TURNING = ("undo", "redo")
"""What another `undo` takes further back."""
NOT_HERE = {"play", "watch", "serve", "completion"}
COMMANDS = [name for name in TABLE if name not in NOT_HERE]
OFTEN = ["attack", "act", "test", "damage", "next", "roll-init", "set", "odds", "effect", "undo"]
AGAIN = [
    *OFTEN,
    "attack",
    "attack",
    "act",
    "set",
    "set",
    "heal",
    "add",
    "amend",
    "why",
    "delay",
    "count",
]
"""Whose words are taken from completion."""
OPTIONS = [
    "--weapon", "--called", "--defense", "--with", "--without", "--mod", "--defense-mod", "--roll",
    "--seed", "--threshold", "--limit", "--type", "--location", "--pool", "--rounds", "--count",
    "--template", "--set", "--karma", "--last", "--vs",
]  # fmt: skip
FLAGS = ["--json", "--force", "--dry-run", "--end", "--fresh", "--help", "--"]
LUCK = "counters.luck={max: 6, at: {3: x}}"
ODD = [
    "", " ", "-", "--", "-3", "+3", "0", "1", "2", "99999999999999999999", "1.5", "1e9", "NaN",
    "\0", "\x1b[2J", "ä", "忍", "\u202e", "\ud800", "*", "?", ",", "a,b", "=", "a=b", "a:b:c", ":",
    "x" * 5000, "{}", "[1]", "{a: [", "null", "true", "fight", "scene", "all", "none",
    "../../etc/passwd", "'", '"', "$(x)", "`x`", "%s", "{0}", "\n", "6,6,6", "attack=6,6",
    "attack.x=1", "initiative=1", "pools.flesh=4", "prone=true", "name=[", "weapons.x.y=1",
    "round=3", "bruise=1", "hp=1", "notes=x",
    "luck", "counters.luck=2", LUCK,
]  # fmt: skip
LOOKS = 10
"""Lines after which the fight is looked at in every way."""
FEW_FIGHTS = ["--fights", "2", "--rounds", "1", "--jobs", "1"]
VALUES = ("0", "1", "1", "2", "3", "6", "-1", "10", "true", "x")


Type = Callable[[list[str]], Any]


def words_of(lexicon: Lexicon) -> Iterator[str]:
    """Every word that the fight knows."""
    for value in lexicon:
        for entries in entries_in(value):
            yield from (entry.word for entry in entries)


def entries_in(value: Any) -> Iterator[Entries]:
    """Every list of entries in a field of a lexicon, or in its maps of maps."""
    if hasattr(value, "values"):
        for part in value.values():
            yield from entries_in(part)
    elif not isinstance(value, str):
        yield value


def settable(path: tuple[Any, ...]) -> tuple[str, ...]:
    """The words with which `set` names a place of a file: whose it is, and its path; none for what
    it does not set."""
    words = tuple(str(step) for step in path)
    for base in (("fight", "combatants"), ("combatants",)):
        if words[: len(base)] == base:
            return words[len(base) :] if len(words) > len(base) + 1 else ()
    return words if words[0] in ("scene", "fight") and len(words) > 1 else ()


class Typist:
    """Types lines in a fight."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.paths = [("fight", "notes")]
        self.done: list[list[str]] = []

    def glance(self, session: Session) -> None:
        """Whose turn it is, and who has something that is counted."""
        encounter = session.encounter
        self.acting = session.ruleset.board(encounter).doc["acting"]
        self.counting = [who for who in encounter.combatants if "counters" in encounter.sheet(who)]

    def look(self, session: Session) -> None:
        """Take in the fight as it stands."""
        self.glance(session)
        encounter, ruleset = session.encounter, session.ruleset
        self.scene = make_completion_scene(encounter, ruleset, ruleset.board(encounter))
        self.known = [*words_of(self.scene.lexicon)]
        data = data_of(encounter)
        if encounter.combatants:
            found = {settable(ways[0].path) for ways in places(ruleset.SCHEMA, data).values()}
            self.paths = sorted(found - {()})
        self.people = [*encounter.combatants, "nobody"]
        self.steps = [str(entry.seq) for entry in session.log()] or ["1"]
        self.choices = [
            line_of(one.intent)
            for who in (None, *self.chance.sample(self.people[:-1], min(3, len(self.people) - 1)))
            for one in may_do(ruleset, encounter, who)
        ]

    def line(self) -> list[str]:
        """One of the lines that are typed all evening, one that was done before, one that is
        offered, or any."""
        if self.done and self.chance.random() < 0.2:
            return [*self.chance.choice(self.done)]
        kind = self.chance.random()
        if kind < 0.4:
            return self.usual()
        if kind < 0.5:
            return self.any()
        words = self.offered() if kind < 0.75 and self.choices else self.completed()
        if self.chance.random() < 0.25:
            words = self.mutated(words)
        if self.chance.random() < 0.15:
            words.append("--json")
        return words

    def usual(self) -> list[str]:
        chance = self.chance
        one, other = chance.sample(self.people, 2) if self.people[1:] else self.people * 2
        if chance.random() < 0.5:
            if not self.acting:
                return [chance.choice(("roll-init", "next"))]
            one = self.acting
        luck = ["set", one, LUCK]
        return chance.choice(
            (
                ["roll-init"],
                ["next"],
                ["next"],
                self.tabbed(["attack", one, other], chance.randint(0, 4)),
                self.tabbed(["attack", one, other], chance.randint(0, 4)),
                self.tabbed(["attack", one, other, chance.choice(self.people)], 1),
                self.tabbed(["act", one], chance.randint(1, 3)),
                self.tabbed(["test", one], chance.randint(1, 2)),
                self.tabbed(["effect", one], 1),
                self.tabbed(["effect", one], 1),
                self.set_line(one),
                self.set_line(one),
                self.set_line(one),
                self.tabbed(["amend", chance.choice(self.steps)], chance.randint(1, 2)),
                self.tabbed(["odds", one, other], chance.randint(0, 2)),
                ["amend", chance.choice(self.steps), "--drop", "--drop-illegal"],
                ["why", chance.choice(self.steps)],
                ["undo", chance.choice(VALUES)],
                ["damage", one, str(chance.randint(0, 6))],
                ["heal", one, "1"],
                luck,
                ["count", chance.choice(self.counting), "luck", chance.choice(VALUES)]
                if self.counting
                else luck,
                ["show", one],
                [chance.choice(("leave", "join", "hide", "reveal", "remove")), one],
                ["delay", one],
            )
        )

    def set_line(self, who: str) -> list[str]:
        """Some value of somebody, or of the scene or the fight, that a file may have."""
        base, *path = self.chance.choice(self.paths)
        whom = base if base in ("scene", "fight") else who
        return ["set", whom, f"{'.'.join(path)}={self.value()}"]

    def tabbed(self, words: list[str], more: int) -> list[str]:
        """These words and more that Tab offers, one after another."""
        words = [*words]
        for _ in range(more):
            found = find_completions(f"{shlex.join(words)} ", self.scene)[1]
            # Options come after all others, and there are many of them.
            plain = [one for one in found if not one.word.startswith("-")]
            found = plain if plain and self.chance.random() < 0.7 else found
            if not found:
                return [*words, self.chance.choice(VALUES)]
            word = shlex.split(self.chance.choice(found).word)[0]
            words.append(word + self.value() if word.endswith(("=", ":")) else word)
        return words if self.chance.random() < 0.6 else [*words, "--force"]

    def offered(self) -> list[str]:
        """What somebody may want to do now, sometimes against the rules."""
        words = shlex.split(self.chance.choice(self.choices))
        return [*words, "--force"] if self.chance.random() < 0.5 else words

    def completed(self) -> list[str]:
        """A line of words that Tab offers, one after another."""
        words = [self.chance.choice(AGAIN if self.chance.random() < 0.85 else COMMANDS)]
        if words[0] in OPENING:
            return words
        if words[0] == "simulate":
            return [*words, *FEW_FIGHTS]
        return self.tabbed(words, self.chance.choice((1, 2, 2, 3, 3, 4, 6)))

    def value(self) -> str:
        """What may stand behind `=`."""
        return self.chance.choice(VALUES) if self.chance.random() < 0.8 else self.word()

    def mutated(self, words: list[str]) -> list[str]:
        """A line with a slip in it."""
        at = self.chance.randrange(len(words))
        word, before, after = words[at], words[:at], words[at + 1 :]
        return self.chance.choice(
            (
                [*before, *after] or [""],
                [*before, word, word, *after],
                [*before, word[: self.chance.randint(1, 6)], *after],
                [*before, self.word(), *after],
                [*before, word, self.word(), *after],
                [*words, *self.option()],
                [*before, f"{word}={self.value()}", *after],
                [*before, f"{self.chance.choice(self.people)}:{word}", *after],
                [*before, f"{word},{self.word()}", *after],
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
        return [*words, *FEW_FIGHTS] if name == "simulate" else words

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


def hurried(patch: Any) -> None:
    """Nobody waits for a disk, nor long for odds."""
    patch.setattr("os.fsync", lambda _: None)
    patch.setattr("gmtrack.app.odds.attack.MOST_RUNS", 50)
    patch.setattr("gmtrack.odds.sampling.MOST_ATTACKS", 20)
    patch.setattr("gmtrack.simulation.worth.MOST_RUNS", 1)
    patch.setattr("gmtrack.simulation.worth.TRIALS", 4)
    for room in ("odds_of_plain_dice", "initiative", "tests"):
        patch.setattr(f"gmtrack.app.odds.{room}.TRIALS", 20)


def typed(type_line: Type, file: Path, words: list[str]) -> int:
    """Type one line into the fight in `file`; its exit status. It is answered or refused; refused
    it has changed nothing; what it changed can be taken back exactly, and done again."""
    before = _content(file)
    screen = type_line(words)
    assert screen.status in (0, 1, 2), screen
    assert "\x1b" not in screen.out + screen.err
    assert "Traceback" not in screen.out + screen.err
    if screen.status:
        assert screen.err or screen.out
        assert _content(file) == before
    if {"--help", "-h", "--"}.isdisjoint(words) and words[-1:] == ["--json"] and screen.status != 2:
        assert screen.doc
    if screen.status or words[0] in (*OPENING, *TURNING):
        return int(screen.status)
    after = file.read_bytes()
    if after != before[0]:
        for again, content in (("undo", before[0]), ("redo", after)):
            assert type_line([again]).status == 0, again
            assert file.read_bytes() == content, again
    return 0


def _content(file: Path) -> tuple[bytes, bytes]:
    """The fight and its history."""
    journal = file.with_name("journal.jsonl")
    return file.read_bytes(), journal.read_bytes() if journal.exists() else b""


def looked_at(type_line: Type, chance: random.Random) -> None:
    """All that looks at a fight and its history works, and what is saved is read again as it is."""
    with open_session(None, write=False) as session:
        data, people = data_of(session.encounter), [*session.encounter.combatants]
        numbers = [str(entry.seq) for entry in session.log()]
    if not numbers or not people:  # there is no story to tell
        return
    who = chance.choice(people)
    some = chance.sample(numbers, min(3, len(numbers)))
    for words in (
        ["show", who, "--json"],
        ["what", who],
        ["log", "--json"],
        *(["log", number] for number in some),
        *([] if who.isdigit() else [["why", who]]),  # which would be a step
        ["log", "--export", "x.md"],
        ["log", "--export", "x.md", "--players"],
        ["stats", "--json"],
        ["replay", "--verify"],
        ["save", "x.yaml", "--force"],
        ["board", "--json"],
    ):
        screen = type_line(words)
        assert screen.status == 0, (words, screen)
    for players in (False, True):
        assert render_now(None, 80, WatchState(players=players))
    for number in some:  # of what was undone nothing is explained
        assert type_line(["why", number]).status in (0, 1), number
    assert screen.doc == type_line(["-f", "x.yaml", "board", "--json"]).doc
    with open_session("x.yaml", write=False) as session:
        assert data_of(session.encounter) == data


def taken_back(type_line: Type) -> None:
    """Everything is undone."""
    while type_line(["undo"]).status == 0:
        pass


def evening(type_line: Type, lines: int, chance: random.Random) -> int:
    """Type so many lines one after another into the fight that is open, look at it in every way now
    and then, and take all of it back; how many lines were done."""
    typist = Typist(chance)
    with open_session(None, write=False) as session:
        file, first = session.file, session.file.read_bytes()
        typist.look(session)
    for number in range(1, lines + 1):
        words = typist.line()
        if not typed(type_line, file, words):
            typist.done.append(words)
        if words[0] in OPENING:
            assert type_line(["switch", file.parent.name]).status == 0
        if number % LOOKS == 0:
            looked_at(type_line, chance)
        with open_session(None, write=False) as session:
            (typist.glance if number % LOOKS else typist.look)(session)
    taken_back(type_line)
    assert file.read_bytes() == first
    return len(typist.done)
