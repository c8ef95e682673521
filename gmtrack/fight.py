"""gmtrack for programs: the words of the command line, and the documents of `--json`.

    from gmtrack import Fight, Refused

    with Fight.open("ambush.yaml", memory=True) as fight:
        report = fight.run("attack joe bob --called neck", rolls={"attack": [6, 6, 2, 4, 1, 5, 1]})
        print(report.outcome, report.rolls[0].hits)

Nothing is printed and nobody is asked: what is not given by `rolls` the program rolls.
"""

import json
import os
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any, Self

from gmtrack.app.run import Order, Outcome, run_command, with_document
from gmtrack.app.step import CommandRequest
from gmtrack.cli.main import carry_out
from gmtrack.cli.options import CommandLine
from gmtrack.cli.parse import invoke_command, split_line
from gmtrack.cli.tree import full_command_name, is_step
from gmtrack.core.command_table import ALWAYS, row
from gmtrack.core.encounter import Encounter
from gmtrack.core.players import gm_board
from gmtrack.errors import GmtrackError, Refusal
from gmtrack.rulesets.registry import take_page_news
from gmtrack.store.example import writable_text
from gmtrack.store.memory import InMemory, MemorySession, keep_in_memory

Document = dict[str, Any]
Dice = Mapping[str, Sequence[int] | str]
"""Dice that fell, by the name of the roll as `--roll` takes it: faces, or text as it is typed."""
ALONE = ("serve", "completion")
"""Commands that take the terminal or are for shells, besides sessions."""
KEPT = ("save", "validate", "fights", "forget", "party")
"""Commands about files and kept fights, besides those that open one."""
WRITING = ("--export", "--svg", "--html", "--install", "--plot")
"""Options that write a file."""
SEEN = 2_000
"""The most lines whose steps are cached."""


class Refused(GmtrackError):
    """Raised where a rule, the state, a file or the line itself does not allow the line; nothing
    has changed.

    `kind` is one word (`usage` if the line is wrong), `message` says what would work."""


class Roll:
    """A roll of a report. `document` is its part of the report; a number that the ruleset does
    not count is None."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.name: str = document["name"]
        """`attack`, `defense`, `initiative` ..."""
        self.who: str = document["who"]
        """The id of the roller; empty for plain dice."""
        self.dice: list[int] = document["dice"]
        self.given: bool = document["given"]
        """Whether the dice were given, and not rolled by the program."""
        self.pool: int | None = document.get("pool")
        self.hits: int | None = document.get("hits")
        self.total: int | None = document.get("total")
        self.successes: int | None = document.get("successes")
        self.success: bool | None = document.get("success")


class Report:
    """The result of one line. `document` is that of `--json`, key by key."""

    def __init__(self, made: Callable[[], Document]) -> None:
        self._made = made

    @cached_property
    def document(self) -> Document:
        """The document of `--json`; FORMAT.md explains its keys."""
        return dict(json.loads(json.dumps(self._made())))

    @property
    def outcome(self) -> str | None:
        """The outcome, `hit`, `miss` ...; None if the command has none."""
        return self.document.get("outcome")

    @cached_property
    def rolls(self) -> list[Roll]:
        """All rolls in the order in which they were made."""
        return [Roll(one) for one in self.document.get("rolls", ())]


_PARSED: dict[tuple[str, ...], tuple[CommandRequest, Order]] = {}
"""Lines that were parsed, by their words, for any fight: the step and the order of each."""


class Fight:
    """A fight to work on with the lines of the command line.

    It shares files, locks and history with the command line, and each line is a step of its own:
    another program, or the GM, may work on the same fight meanwhile. A fight in memory is
    written nowhere.

    Everything raises `Refused` for what the command line refuses."""

    def __init__(self, file: str | None = None) -> None:
        self.file = file or _active_file()
        """The file with the fight as it stands; None if none is open."""

    @classmethod
    def open(cls, path: str | Path, *, memory: bool = False) -> Self:
        """Open the fight of a file, or a ready-made encounter (`@knife-fight`), as `load` does:
        a kept fight goes on, and becomes the active encounter.

        With `memory` the file is read as it is, its party comes along as it stands, and nothing
        is written anywhere."""
        if not memory:
            return cls._opened(["load", str(path)])
        return cls._in_memory(lambda: _fight_of_file(str(path)))

    @classmethod
    def active(cls, *, memory: bool = False) -> Self:
        """Open the active encounter, or the file of `GMTRACK_FILE`. With `memory`, open a copy
        of its present state, without its history."""
        from gmtrack.store.session import open_session

        file = os.environ.get("GMTRACK_FILE")
        try:
            with open_session(file, write=False) as session:
                here = str(session.file)
        except GmtrackError as error:
            raise Refused(error.kind, error.message) from error
        return cls.open(here, memory=True) if memory else cls(here)

    @classmethod
    def new(cls, name: str, ruleset: str, *, memory: bool = False) -> Self:
        """Make an empty encounter, as `new NAME --ruleset R` does."""
        if not memory:
            return cls._opened(["new", name, "--ruleset", ruleset])
        return cls._in_memory(lambda: _empty_fight(name, ruleset))

    @classmethod
    def _opened(cls, words: Sequence[str]) -> Self:
        """Return a fight after carrying out the words that open it."""
        fight = cls()
        fight.run(words)
        return fight

    @classmethod
    def _in_memory(cls, make: Callable[[], InMemory]) -> Self:
        """Return a fight in memory. Raises Refused where `make` raises an error."""
        try:
            return cls(make())
        except GmtrackError as error:
            raise Refused(error.kind, error.message) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        """Do nothing: every line was committed whole."""

    def run(
        self,
        line: str | Sequence[str],
        *,
        rolls: Dice | None = None,
        seed: int | None = None,
    ) -> Report:
        """Carry out a line as the command line takes it, without `gmtrack`; or its words, which
        need no quotes then. `rolls` and `seed` are `--roll` and `--seed`. Returns the report."""
        try:
            words = split_line(line) if isinstance(line, str) else list(line)
            report = self._carry_out(words, _typed_rolls(rolls or {}), seed)
        except GmtrackError as error:
            raise Refused(error.kind, error.message) from error
        news = take_page_news()
        return _report_with_news(report, news) if news else report

    def board(self) -> Document:
        """Return the document of `board --json`."""
        return self.run(["board"]).document

    def show(self, who: str) -> Document:
        """Return the document of `show WHO --json`."""
        return self.run(["show", who]).document

    def what(self, who: str | None = None) -> Document:
        """Return the document of `what [WHO] --json`: what this combatant can do, by default
        whoever has the turn."""
        return self.run(["what", *([who] if who else [])]).document

    def odds(self, words: str) -> Document:
        """Return the document of `odds --json` for the words of an attack: `joe bob neck`."""
        return self.run(f"odds {words}").document

    def log(self) -> Document:
        """Return the document of `log --json`."""
        return self.run(["log"]).document

    def undo(self, steps: int = 1) -> Document:
        """Undo the last steps and return the document of `undo --json`."""
        return self.run(["undo", str(steps)]).document

    def _carry_out(
        self, words: list[str], rolls: tuple[str, ...], seed: int | None
    ) -> Report:
        """Carry out a line and return its report. A line that was parsed before is not parsed
        again."""
        parsed = _PARSED.get(tuple(words))
        if parsed is None:
            if not words:
                raise Refusal("usage", "the line is empty")
            name = full_command_name(words[0].replace("_", "-"))
            parsed = self._parse(name, words[1:])
            if parsed is None:
                all_words = [*_options(rolls, seed), *words[1:]]
                return _copied_report(self._document_of(name, all_words))
            if len(_PARSED) < SEEN:
                _PARSED[tuple(words)] = parsed
        step, order = parsed
        order = order._replace(file=self.file)
        if rolls or seed is not None:
            text = " ".join([order.line, shlex.join(_options(rolls, seed))])
            order = order._replace(
                line=text,
                rolls=(*order.rolls, *rolls),
                seed=order.seed if seed is None else seed,
            )
        return self._run_step(step, order)

    def _parse(
        self, name: str, words: list[str]
    ) -> tuple[CommandRequest, Order] | None:
        """Return the step of a command and the order to run it, or None if the rules do not
        resolve the command. Raises Refusal for one that is not for programs."""
        self._refuse_if_not_for_programs(name, words)
        if not is_step(name):
            return None
        line = self._command_line(name, words)
        step = invoke_command(name, words, line)
        if not isinstance(step, CommandRequest):
            return None
        return step, line.order()._replace(document=True)

    def _run_step(self, step: CommandRequest, order: Order) -> Report:
        """Run a step and return its report. In memory, the document is made when somebody reads
        it."""
        if not isinstance(self.file, InMemory) or order.dry_run:
            return _copied_report(run_command(order, step).document())
        outcome = run_command(order._replace(boardless=True), step)
        if step.board:
            return Report(_document_later(outcome, self.file.session))
        return Report(outcome.document)

    def _document_of(self, name: str, words: list[str]) -> Document:
        """Carry out a command that the rules do not resolve, or not alone, and return its
        document. Raises Refusal `usage` if it has none, and what the command itself refuses."""
        found: list[Document] = []
        line = self._command_line(name, words)
        line.taker = found.append
        with self._switch_if_opened(name):
            step = invoke_command(name, words, line)
            if isinstance(step, CommandRequest) or callable(step):
                carry_out(line, step)
        if not found:
            raise Refusal("usage", f"{name} has no document")
        return found[-1]

    def _command_line(self, name: str, words: list[str]) -> CommandLine:
        """Return the command line of a command in this fight."""
        line = CommandLine()
        line.text = shlex.join([name, *words])
        # What opens another fight is none of this one.
        line.file = None if row(name).opens == ALWAYS else self.file
        return line

    def _refuse_if_not_for_programs(self, name: str, words: list[str]) -> None:
        """Raise Refusal for a command that is not for programs, or that would write though the
        fight is in memory."""
        if row(name).whole or name in ALONE:
            raise Refusal(
                "usage", f"{name} is for people: run it in a terminal"
            )
        if not isinstance(self.file, InMemory):
            return
        writes = [word for word in words if word.partition("=")[0] in WRITING]
        if writes or name in KEPT or row(name).opens == ALWAYS:
            line = " ".join([name, *writes[:1]])
            raise Refusal(
                "forbidden",
                f"{line}: this fight is in memory, nothing is written",
            )

    @contextmanager
    def _switch_if_opened(self, name: str) -> Iterator[None]:
        """Switch to the fight that the command in the block opens."""
        opens = row(name).opens
        if not opens or isinstance(self.file, InMemory):
            yield
            return
        before = _active_file()
        yield
        if opens == ALWAYS or _active_file() != before:
            self.file = _active_file()


def _copied_report(document: Document) -> Report:
    """Return a report with a copy of the document, as play may go on to change what it holds."""
    text = json.dumps(document)
    return Report(lambda: json.loads(text))


def _report_with_news(report: Report, news: list[str]) -> Report:
    """Return a report whose document also says what has changed with system pages."""
    return Report(lambda: {**report.document, "news": news})


def _document_later(
    outcome: Outcome, session: MemorySession
) -> Callable[[], Document]:
    """Return a callback that makes the document with the board as it is now, whatever is done
    before the callback is called."""
    moment = session.position

    def make_document() -> Document:
        encounter = session.encounter_at(moment)
        board = gm_board(encounter, outcome.ruleset.board)
        whole = with_document(outcome.ruleset, encounter, board)
        return outcome._replace(board=whole).document()

    return make_document


def _active_file() -> str | None:
    """Return the file of the active encounter, or None."""
    from gmtrack.store import working_copies

    try:
        return str(working_copies.active_place().file)
    except GmtrackError:
        return None


def _typed_rolls(rolls: Dice) -> tuple[str, ...]:
    """Return dice as `--roll` takes them."""
    typed = []
    for name, dice in rolls.items():
        text = dice if isinstance(dice, str) else ",".join(map(str, dice))
        typed.append(f"{name}={text}")
    return tuple(typed)


def _options(rolls: Iterable[str], seed: int | None) -> list[str]:
    """Return typed dice and a seed as words of a command line."""
    found = [word for one in rolls for word in ("--roll", one)]
    return found if seed is None else [*found, "--seed", str(seed)]


def _fight_of_file(path: str) -> InMemory:
    """Return the encounter of a file in memory, with its party as it stands. Raises Refusal,
    StoreError, BadFile."""
    from gmtrack.store.opening import validate_file
    from gmtrack.store.parties import link_of
    from gmtrack.store.ready_made import path_to_read

    file = path_to_read(path)
    encounter, ruleset = validate_file(file)
    if encounter.is_party:
        raise Refusal(
            "forbidden",
            f"{path} is a party, which is kept: open it without memory",
        )
    if encounter.party and not link_of(encounter):
        from gmtrack.app.party.join_fight import resolve_party_word
        from gmtrack.app.party.today import encounter_with_party

        encounter, _ = encounter_with_party(
            ruleset, encounter, resolve_party_word(path, encounter.party)
        )
    # They do not go home: their party knows nothing of it.
    encounter.party = ""
    encounter.fight.pop("party", None)
    return keep_in_memory(encounter, ruleset, path, shlex.join(["load", path]))


def _empty_fight(name: str, ruleset_id: str) -> InMemory:
    """Return an empty encounter in memory. Raises Refusal for an unknown ruleset."""
    from gmtrack.rulesets import registry

    ruleset = registry.load(ruleset_id)
    encounter = Encounter(name=writable_text(name), ruleset=ruleset.META.id)
    return keep_in_memory(encounter, ruleset, name, shlex.join(["new", name]))
