"""`check`: a system page while it is written: what is wrong in it, and a fight of two by it."""

import shlex
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

import typer

from gmtrack.cli import output
from gmtrack.cli.options import JSON, SEED, CommandLine, arg, flag, line_of, opt
from gmtrack.cli.tree import Commands, full_command_name, is_step
from gmtrack.core.command_table import row
from gmtrack.core.encounter import Data
from gmtrack.errors import BadFile, GmtrackError, Refusal

if TYPE_CHECKING:
    from gmtrack.store.memory import InMemory
    from gmtrack.store.systems.trial import PageTrial

COMMANDS = Commands()
WITH_ODDS = ("attack", "test")
"""The commands of which the chances are shown first."""
ATTACK = "attack ann bob"
"""The line that shows a page with attacks."""
SEEDS = range(1, 21)
"""The seeds among which `check` looks for an attack that does something."""
LOOK_EVERY = 0.2
"""Seconds between two looks at the file with --watch."""
CLEAR = "\x1b[2J\x1b[3J\x1b[H"


class Wanted(NamedTuple):
    """What is to be tried: the page by its word, the lines (none: those that show what the page
    has), and the seed of their dice (None: one with which an attack does something)."""

    word: str
    lines: Sequence[str]
    seed: int | None


@COMMANDS.add("check", (SEED, JSON))
def check(
    ctx: typer.Context,
    page: str | None = arg(
        "PAGE",
        "The file of a system page, or its id; left out: that of the fight in play, or the only "
        "one in this folder.",
    ),
    lines: list[str] | None = opt(
        "--try", "LINE", "A command of the fight to try: 'attack ann bob'."
    ),
    watch: bool = flag("--watch", "Again whenever the file changes."),
) -> None:
    """Run `check`: judge a page and show what two people do by it. Exits with status 1 if there
    are faults."""
    line = line_of(ctx)
    page = page or _page_here(line)
    wanted = Wanted(page, lines or (), line.values["seed"])
    if watch:
        if line.at_prompt or line.json:
            raise Refusal("usage", "--watch takes a terminal of its own")
        _watch(line, wanted)
        return
    try:
        _check(line, wanted)
    except BadFile as bad:
        if not line.json:
            raise
        faults = [fault._asdict() for fault in bad.faults]
        doc = {"command": "check", "file": page, "ok": False, "faults": faults}
        output.answer(line, doc)
        raise typer.Exit(1) from bad


def _page_here(line: CommandLine) -> str:
    """Return the word of the page that is meant where none is named. Raises Refusal."""
    from gmtrack.store.systems.trial import word_of_page_here

    return word_of_page_here(line.file)


def _watch(line: CommandLine, wanted: Wanted) -> None:
    """Check a page at once and whenever its file changes, until Ctrl-C."""
    from gmtrack.cli.main import resume_garbage_collection
    from gmtrack.cli.signals import Signals

    resume_garbage_collection()
    signals = Signals()

    def follow() -> None:
        for _ in _changes_of(wanted.word):
            if sys.stdout.isatty():
                output.print_text(CLEAR)
            try:
                _check(line, wanted)
            except GmtrackError as error:
                output.say(error.message, fold=sys.stdout.isatty())
            output.say("", f"waiting for {wanted.word} to change; Ctrl-C ends")
            sys.stdout.flush()

    with signals, suppress(KeyboardInterrupt), output.raise_lost_output():
        signals.breaking(follow)


def _changes_of(word: str) -> Iterator[None]:
    """Yield at once, and then whenever the page of a word has changed."""
    from pathlib import Path

    last: object = ()
    while True:
        try:
            status = Path(word).stat()
            now: object = status.st_mtime_ns, status.st_size
        except OSError:
            now = None
        if now != last:
            last = now
            yield
        time.sleep(LOOK_EVERY)


def _check(line: CommandLine, wanted: Wanted) -> None:
    """Judge a page and show what two people do by it, or answer with a document. Raises BadFile
    with all faults of the page, and Refusal for a line that is refused."""
    from gmtrack.store.systems.trial import trial_of

    with trial_of(wanted.word) as trial:
        if line.json:
            output.answer(line, _document(wanted, trial))
            return
        output.say(
            f"{wanted.word}: ok",
            ": ".join(filter(None, (trial.title, trial.summary))),
            "Ann and Bob have every field at its usual value:",
            "",
            fold=True,
        )
        _carry_out(["board"], trial.fight, None)
        next_steps = tuple(_next_steps(line, wanted, trial))
        for typed in _with_odds(wanted.lines or trial.lines):
            output.say("", f"> {typed}", fold=True)
            words = _words_of(typed)
            seed = _seed_of(words, trial.fight, wanted.seed)
            _carry_out(words, trial.fight, seed)
        output.say("", *next_steps, fold=True)


def _document(wanted: Wanted, trial: "PageTrial") -> Data:
    """Return the document of `check`: the file, the page's id and title, the board, and each line
    that was tried with its own document."""
    board = _document_of(["board"], trial.fight, None)
    tried = []
    for typed in _with_odds(wanted.lines or trial.lines):
        words = _words_of(typed)
        seed = _seed_of(words, trial.fight, wanted.seed)
        document = _document_of(words, trial.fight, seed)
        tried.append({"line": typed, "document": document})
    return {
        "command": "check",
        "file": wanted.word,
        "ok": True,
        "faults": [],
        "page": trial.id,
        "title": trial.title,
        "board": board,
        "tried": tried,
    }


def _with_odds(lines: Sequence[str]) -> Iterator[str]:
    """Yield the lines, each attack and test after the question for its odds."""
    for typed in lines:
        words = _words_of(typed)
        if words[0] in WITH_ODDS:
            yield shlex.join(_odds_words(words))
        yield typed


def _odds_words(words: Sequence[str]) -> list[str]:
    """Return the words that ask for the odds of an attack or a test: without dice and seed."""
    asked = ["odds", *words[words[0] == "attack" :]]
    kept: list[str] = []
    is_value = False
    for word in asked:
        name, equals, _ = word.partition("=")
        if name in ("--roll", "-r", "--seed"):
            is_value = not equals or name == "-r"
        elif is_value:
            is_value = False
        else:
            kept.append(word)
    return kept


def _words_of(typed: str) -> list[str]:
    """Return the words of a line to try, the name of the command written out. Raises Refusal for
    a line that is no command of the fight."""
    from gmtrack.cli.parse import split_line

    words = split_line(typed)
    name = full_command_name(words[0]) if words else ""
    if not name or row(name).whole or not (is_step(name) or row(name).looks):
        raise Refusal(
            "usage",
            f"--try '{typed}' is no command of a fight: try `attack ann bob`, `test`, `act`, "
            "`damage bob 3` or `roll-init`",
        )
    return [name, *words[1:]]


def _seed_of(
    words: Sequence[str], fight: "InMemory", seed: int | None
) -> int | None:
    """Return the seed for the dice of a line: the given one, or for an attack the first with
    which somebody else is changed, as a miss shows little. None for what takes no dice."""
    if not is_step(words[0]) or "--seed" in words:
        return None
    if seed is not None or words[0] != "attack":
        return SEEDS[0] if seed is None else seed
    return next(
        (one for one in SEEDS if _does_something(words, fight, one)), SEEDS[0]
    )


def _does_something(words: Sequence[str], fight: "InMemory", seed: int) -> bool:
    """Whether an attack with the dice of this seed changes somebody else than the attacker."""
    found = _document_of([*words, "--dry-run"], fight, seed)
    return any(
        one["who"] not in (found.get("attacker"), "fight")
        for one in found.get("changes", ())
    )


def _dice_of_attack(fight: "InMemory", seed: int | None) -> str:
    """Return the words that type the first roll of the attack that is shown, with its dice:
    ` --roll attack=15`. Empty if it rolls nothing."""
    words = _words_of(ATTACK)
    found = _document_of(
        [*words, "--dry-run"], fight, _seed_of(words, fight, seed)
    )
    rolls = found.get("rolls", ())
    if not rolls:
        return ""
    dice = ",".join(map(str, rolls[0]["dice"]))
    return f" --roll {rolls[0]['name']}={dice}"


def _document_of(
    words: Sequence[str], fight: "InMemory", seed: int | None
) -> Data:
    """Carry out a line in a fight and return its document. Raises Refusal."""
    found: list[Data] = []
    _carry_out(words, fight, seed, found)
    return found[-1]


def _carry_out(
    words: Sequence[str],
    fight: "InMemory",
    seed: int | None,
    documents: list[Data] | None = None,
) -> None:
    """Carry out a line in a fight and show its outcome, or append its document to `documents`.
    Raises Refusal."""
    from gmtrack.cli.main import carry_out
    from gmtrack.cli.parse import invoke_command

    line = CommandLine()
    line.text, line.file, line.at_prompt = shlex.join(words), fight, True
    if documents is not None:
        line.taker = documents.append
    step = invoke_command(words[0], list(words[1:]), line)
    if seed is not None:
        line.values["seed"] = seed
    if step is not None and not isinstance(step, int):
        carry_out(line, step)


def _next_steps(
    line: CommandLine, wanted: Wanted, trial: "PageTrial"
) -> Iterator[str]:
    """Yield what to type next. The fight must be as it was before any line was tried in it."""
    from gmtrack import system

    word = system.quote(wanted.word)
    if not wanted.lines and trial.lines[:1] == (ATTACK,):
        dice = _dice_of_attack(trial.fight, wanted.seed)
        tried = f"check {word} --try '{ATTACK}{dice}'"
        yield f"`{line.typed(tried)}` tries a line with your dice"
    example = f"new 'First fight' --ruleset {word} --example"
    yield f"next: `{line.typed(example)}` plays it"
