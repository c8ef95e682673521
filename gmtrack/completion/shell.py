"""What a shell is told while somebody is typing `gmtrack ...`. It is asked at every press of a key,
so it reads what was learnt before, and learns anew only if a sheet, a scene or gmtrack itself has
changed."""

# ruff: noqa: PTH118 - importing pathlib takes too long

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from io import TextIOWrapper
from typing import Any, NamedTuple

from gmtrack.completion.quoting import (
    FISH,
    POSIX,
    POWERSHELL,
    Dialect,
    Spot,
    begun,
    for_bash,
    for_powershell,
    has_bare_comma,
    is_plain,
    spot_of,
)
from gmtrack.completion.read_cache import LEARNT, Data, digest, stamp
from gmtrack.completion.words import CommandWords, Option, Person, Scene, fitting, following
from gmtrack.core import MARK
from gmtrack.core.lexicon import Entries, Entry, Lexicon
from gmtrack.store import state_folder
from gmtrack.store.state_folder import read_json
from gmtrack.view.text import shown

SHELLS = ("bash", "zsh", "fish", "powershell")
DIALECTS = {"fish": FISH, "powershell": POWERSHELL}
LINE_VARIABLE = "GMTRACK_LINE"
"""Where PowerShell says the line: quotes in what it calls a program with do not all arrive."""
FILES = Entry(":files")
"""Tells the shell to complete names of files by itself."""
FILE_COMMANDS = ("load", "save", "validate", "import", "play", "simulate")
NAMING_FIGHTS = ("switch", "forget")
Described = Callable[[], Mapping[str, CommandWords]]
"""Every command, by name."""
FILE_OPTIONS = ("--svg", "--html", "--export", "--file", "-f")


class ShellLine(NamedTuple):
    """A command line as it is typed: the file after `-f`, the words behind it, the word begun."""

    file: str | None
    words: list[str]
    typed: str


def answer(words: list[str], described: Described) -> int:
    """Print what the word at the end of a command line can become, a word and its meaning in a
    line; nothing where nothing is known. Nobody who is typing wants to read of errors. `words`:
    the shell, the line up to the cursor and, for bash, the end of it that will be replaced; or the
    line alone, from a script that does not say which shell it is made for. PowerShell says the line
    in a variable, and takes what it is told for UTF-8. `described` makes out what the commands are,
    which takes long."""
    if words == ["powershell"]:
        words = [*words, os.environ.get(LINE_VARIABLE, "")]
        if isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8")
    known = len(words) > 1 and words[0] in SHELLS
    shell, line, *rest = words if known else ["", " ".join(words)]
    try:
        found = offered(line_of(line, DIALECTS.get(shell, POSIX)), described)
        lines = told(found, shell, line, "".join(rest))
        sys.stdout.write("".join(f"{line}\n" for line in lines))
    except (Exception, KeyboardInterrupt):
        return 1
    return 0


def told(found: list[Entry], shell: str, line: str, replaced: str) -> Iterator[str]:
    """Every word as the shell has to be given it, with its meaning; without those that it would
    not take for what they are, and those that cannot be seen."""
    spot = spot_of(line, replaced) if shell == "bash" else None
    if shell == "powershell" and has_bare_comma(line):
        return
    for entry in found:
        word = FILES.word if entry is FILES else written(entry.word, shell, spot)
        if word:
            yield f"{word}\t{shown(entry.help)}"


def written(word: str, shell: str, spot: Spot | None) -> str | None:
    """A word as the shell has to be given it; None if it cannot be."""
    unseen = word == FILES.word or shown(word) != word
    # fish leaves a tilde that it is given as it is, and then takes it for a folder.
    if unseen or (shell == "fish" and word.startswith("~")):
        return None
    if shell == "bash":
        return for_bash(word, spot) if spot else None
    if shell == "powershell":
        return for_powershell(word)
    # The others quote by themselves what they are given.
    return word if shell or is_plain(word) else None


def line_of(text: str, dialect: Dialect) -> ShellLine:
    """The line without `gmtrack` itself."""
    line = begun(text, dialect)
    words, typed = line.words[1:], line.typed
    file = os.environ.get("GMTRACK_FILE")
    while words and words[0].startswith("-"):
        option, _, value = words.pop(0).partition("=")
        if option in ("-f", "--file"):
            if not value and not words:
                return ShellLine(file, [option], typed)
            file = value or words.pop(0)
    return ShellLine(file, words, typed)


def offered(line: ShellLine, described: Described) -> list[Entry]:
    words = line.words
    if words and words[-1] in FILE_OPTIONS:
        return [FILES]
    commands = known_commands(described)
    if not words:
        found = [Entry(name, command["help"]) for name, command in commands.items()]
        return fitting(line.typed, found)
    if words[0] not in commands:
        return []
    names = kept(words, line.typed)
    if names is not None:
        return fitting(line.typed, map(Entry, names))
    if words[0] in FILE_COMMANDS and not line.typed.startswith(("-", MARK)):
        return [FILES]
    known = commands[words[0]]
    options = tuple(Option(*option) for option in known["options"])
    command = CommandWords(known["help"], options, tuple(known["short"]))
    scene = known_scene(line.file)
    return fitting(line.typed, following(words[0], words[1:], line.typed, command, scene))


def kept(words: list[str], typed: str) -> list[str] | None:
    """The names of the kept fights, or parties, where one of them comes next; else None."""
    if typed.startswith("-"):
        return None
    if words[-1] == "--party" or words == ["party", "open"]:
        origins = {
            name: read_json(os.path.join(state_folder.copies(), name, "origin.json"))
            for name in state_folder.kept_names()
        }
        return [name for name, origin in origins.items() if origin.get("is_party")]
    return state_folder.kept_names() if len(words) == 1 and words[0] in NAMING_FIGHTS else None


# --- what was learnt ---


def known_commands(described: Described) -> Data:
    learnt = read_json(os.path.join(state_folder.home(), LEARNT))
    if learnt.get("stamp") == stamp():
        return dict(learnt["commands"])
    from gmtrack.completion.write_cache import learn_commands

    return learn_commands(described())


def known_scene(file: str | None) -> Scene | None:
    """The active encounter, or the file worked on in place; None if there is none."""
    folder = folder_of(file)
    if folder is None:
        return None
    state = read_json(os.path.join(folder, "head.json")).get("state")
    learnt = read_json(os.path.join(folder, LEARNT))
    if state and learnt.get("stamp") == stamp() and learnt.get("of") == digest(state):
        return scene_from(learnt["scene"], state)
    from gmtrack.completion.write_cache import learn_scene

    return scene_from(learn_scene(file, folder), state or {})


def folder_of(file: str | None) -> str | None:
    if file is None:
        name = state_folder.active_name()
        return os.path.join(state_folder.copies(), name) if name else None
    from gmtrack.store.working_copies import in_place

    return str(in_place(file).folder)


# --- from data ---


def scene_from(data: Data, state: Data) -> Scene:
    """The scene as `write_cache` has kept it, with who is away in the state of now."""
    lexicon = Lexicon(**dict(fields(data["lexicon"])))
    live = (state.get("fight") or {}).get("combatants") or {}
    gone = {who for who, one in live.items() if (one or {}).get("away")}
    people = (Person(*person) for person in data["people"])
    now = tuple(who._replace(away=True) if who.id in gone else who for who in people)
    counters = {who: entries(found) for who, found in data.get("counters", {}).items()}
    topics, ruleset = entries(data["topics"]), data.get("ruleset", "")
    return Scene(now, lexicon, None, topics, ruleset, counters)


def fields(data: Data) -> Iterator[tuple[str, Any]]:
    """The fields of a lexicon: entries, or entries by a word."""
    for name, value in data.items():
        if isinstance(value, dict):
            yield name, {word: entries(found) for word, found in value.items()}
        else:
            yield name, entries(value)


def entries(found: Iterable[list[str]]) -> Entries:
    return tuple(Entry(*entry) for entry in found)
