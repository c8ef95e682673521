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
    find_spot,
    has_bare_comma,
    is_plain,
    parse_partial_line,
    quote_for_bash,
    quote_for_powershell,
)
from gmtrack.completion.read_cache import CACHE_FILE, Data, digest_state, program_stamp
from gmtrack.completion.words import (
    CommandWords,
    CompletionScene,
    Option,
    Person,
    select_matching,
    suggest_next_word,
)
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
DescribeCommands = Callable[[], Mapping[str, CommandWords]]
"""Every command, by name."""
FILE_OPTIONS = ("--svg", "--html", "--export", "--file", "-f")


class ShellLine(NamedTuple):
    """A command line as it is typed: the file after `-f`, the words behind it, the word begun."""

    file: str | None
    words: list[str]
    typed: str


def print_completions(words: list[str], described: DescribeCommands) -> int:
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
        found = suggest_for_line(parse_shell_line(line, DIALECTS.get(shell, POSIX)), described)
        lines = format_entries(found, shell, line, "".join(rest))
        sys.stdout.write("".join(f"{line}\n" for line in lines))
    except (Exception, KeyboardInterrupt):
        return 1
    return 0


def format_entries(found: list[Entry], shell: str, line: str, replaced: str) -> Iterator[str]:
    """Every word as the shell has to be given it, with its meaning; without those that it would
    not take for what they are, and those that cannot be seen."""
    spot = find_spot(line, replaced) if shell == "bash" else None
    if shell == "powershell" and has_bare_comma(line):
        return
    for entry in found:
        word = FILES.word if entry is FILES else quote_word(entry.word, shell, spot)
        if word:
            yield f"{word}\t{shown(entry.help)}"


def quote_word(word: str, shell: str, spot: Spot | None) -> str | None:
    """A word as the shell has to be given it; None if it cannot be."""
    unseen = word == FILES.word or shown(word) != word
    # fish leaves a tilde that it is given as it is, and then takes it for a folder.
    if unseen or (shell == "fish" and word.startswith("~")):
        return None
    if shell == "bash":
        return quote_for_bash(word, spot) if spot else None
    if shell == "powershell":
        return quote_for_powershell(word)
    # The others quote by themselves what they are given.
    return word if shell or is_plain(word) else None


def parse_shell_line(text: str, dialect: Dialect) -> ShellLine:
    """The line without `gmtrack` itself."""
    line = parse_partial_line(text, dialect)
    words, typed = line.words[1:], line.typed
    file = os.environ.get("GMTRACK_FILE")
    while words and words[0].startswith("-"):
        option, _, value = words.pop(0).partition("=")
        if option in ("-f", "--file"):
            if not value and not words:
                return ShellLine(file, [option], typed)
            file = value or words.pop(0)
    return ShellLine(file, words, typed)


def suggest_for_line(line: ShellLine, described: DescribeCommands) -> list[Entry]:
    words = line.words
    if words and words[-1] in FILE_OPTIONS:
        return [FILES]
    commands = load_commands(described)
    if not words:
        found = [Entry(name, command["help"]) for name, command in commands.items()]
        return select_matching(line.typed, found)
    if words[0] not in commands:
        return []
    names = kept_names_due(words, line.typed)
    if names is not None:
        return select_matching(line.typed, map(Entry, names))
    if words[0] in FILE_COMMANDS and not line.typed.startswith(("-", MARK)):
        return [FILES]
    known = commands[words[0]]
    options = tuple(Option(*option) for option in known["options"])
    command = CommandWords(known["help"], options, tuple(known["short"]))
    scene = load_scene(line.file)
    return select_matching(
        line.typed, suggest_next_word(words[0], words[1:], line.typed, command, scene)
    )


def kept_names_due(words: list[str], typed: str) -> list[str] | None:
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


def load_commands(described: DescribeCommands) -> Data:
    learnt = read_json(os.path.join(state_folder.home(), CACHE_FILE))
    if learnt.get("stamp") == program_stamp():
        return dict(learnt["commands"])
    from gmtrack.completion.write_cache import cache_commands

    return cache_commands(described())


def load_scene(file: str | None) -> CompletionScene | None:
    """The active encounter, or the file worked on in place; None if there is none."""
    folder = encounter_folder(file)
    if folder is None:
        return None
    state = read_json(os.path.join(folder, "head.json")).get("state")
    learnt = read_json(os.path.join(folder, CACHE_FILE))
    if state and learnt.get("stamp") == program_stamp() and learnt.get("of") == digest_state(state):
        return scene_from_data(learnt["scene"], state)
    from gmtrack.completion.write_cache import cache_scene

    return scene_from_data(cache_scene(file, folder), state or {})


def encounter_folder(file: str | None) -> str | None:
    if file is None:
        name = state_folder.active_name()
        return os.path.join(state_folder.copies(), name) if name else None
    from gmtrack.store.working_copies import in_place

    return str(in_place(file).folder)


# --- from data ---


def scene_from_data(data: Data, state: Data) -> CompletionScene:
    """The scene as `write_cache` has kept it, with who is away in the state of now."""
    lexicon = Lexicon(**dict(lexicon_fields(data["lexicon"])))
    live = (state.get("fight") or {}).get("combatants") or {}
    gone = {who for who, one in live.items() if (one or {}).get("away")}
    people = (Person(*person) for person in data["people"])
    now = tuple(who._replace(away=True) if who.id in gone else who for who in people)
    counters = {who: to_entries(found) for who, found in data.get("counters", {}).items()}
    topics, ruleset = to_entries(data["topics"]), data.get("ruleset", "")
    return CompletionScene(now, lexicon, None, topics, ruleset, counters)


def lexicon_fields(data: Data) -> Iterator[tuple[str, Any]]:
    """The fields of a lexicon: entries, or entries by a word."""
    for name, value in data.items():
        if isinstance(value, dict):
            yield name, {word: to_entries(found) for word, found in value.items()}
        else:
            yield name, to_entries(value)


def to_entries(found: Iterable[list[str]]) -> Entries:
    return tuple(Entry(*entry) for entry in found)
