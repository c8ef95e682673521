"""Answer a shell that asks for completions while somebody is typing `gmtrack ...`.

A shell asks at every key press, so answers come from a cache. The cache is made anew only if a
sheet, the scene or gmtrack itself has changed."""

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
from gmtrack.completion.read_cache import (
    CACHE_FILE,
    Data,
    digest_state,
    make_program_stamp,
)
from gmtrack.completion.words import (
    FIXED_VALUES,
    CommandWords,
    CompletionPerson,
    CompletionScene,
    Option,
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
"""The dialects of shells that do not read a line as POSIX says."""
LINE_VARIABLE = "GMTRACK_LINE"
"""The environment variable in which PowerShell passes the line. It does not pass all quotes in the
arguments of a program."""
FILES = Entry(":files")
"""The answer that makes a shell complete file names by itself."""
FILE_COMMANDS = ("load", "save", "validate", "import", "play", "simulate")
"""Commands that take a file."""
NAMING_FIGHTS = ("switch", "forget")
"""Commands that take the name of a kept fight."""
FILE_OPTIONS = ("--svg", "--html", "--export", "--file", "-f")
"""Options that take a file."""
DescribeCommands = Callable[[], Mapping[str, CommandWords]]
"""Callback that describes every command, by name. It takes long, so it is called only if the cache
is stale."""


class ShellLine(NamedTuple):
    """A command line as it is being typed, without `gmtrack` and its own options."""

    file: str | None
    """The file after `-f`, or that of the environment; None: the active encounter."""
    words: list[str]
    """The complete words, from the command on."""
    typed: str
    """The word that is begun."""


def print_completions(
    words: list[str], describe_commands: DescribeCommands
) -> int:
    """Print what the word at the end of a command line can become, with the meaning of each, and
    return the exit status.

    `words` are the shell, the line up to the cursor and, for bash, the end of the line that it will
    replace; PowerShell passes the line in a variable. Old scripts pass the line alone. Errors print
    nothing and return 1: nobody wants to read of errors while typing."""
    if words == ["powershell"]:
        words = [*words, os.environ.get(LINE_VARIABLE, "")]
        if isinstance(sys.stdout, TextIOWrapper):
            # The script makes PowerShell read UTF-8, whatever its own encoding is.
            sys.stdout.reconfigure(encoding="utf-8")
    has_shell = len(words) > 1 and words[0] in SHELLS
    shell, line, *rest = words if has_shell else ["", " ".join(words)]
    try:
        shell_line = parse_shell_line(line, DIALECTS.get(shell, POSIX))
        entries = suggest_for_line(shell_line, describe_commands)
        lines = format_entries(entries, shell, line, "".join(rest))
        sys.stdout.write("".join(f"{line}\n" for line in lines))
    except (Exception, KeyboardInterrupt):
        return 1
    return 0


def format_entries(
    entries: list[Entry], shell: str, line: str, replaced: str
) -> Iterator[str]:
    """Yield a line for each entry: the word as the shell must get it, a tab, and the meaning.

    Words that the shell would take for something else, and those with invisible characters, are
    left out. `replaced` is the end of `line` that bash will replace."""
    spot = find_spot(line, replaced) if shell == "bash" else None
    if shell == "powershell" and has_bare_comma(line):
        return
    for entry in entries:
        word = (
            FILES.word
            if entry is FILES
            else quote_word(entry.word, shell, spot)
        )
        if word:
            yield f"{word}\t{shown(entry.help)}"


def quote_word(word: str, shell: str, spot: Spot | None) -> str | None:
    """Return a word as a shell must get it; None if the shell cannot take it for what it is. An
    empty `shell` is one that nobody has named."""
    is_unsafe = word == FILES.word or shown(word) != word
    # fish leaves a tilde as it is, and then takes it for a folder.
    if is_unsafe or (shell == "fish" and word.startswith("~")):
        return None
    if shell == "bash":
        return quote_for_bash(word, spot) if spot else None
    if shell == "powershell":
        return quote_for_powershell(word)
    # zsh and fish quote words by themselves.
    return word if shell or is_plain(word) else None


def parse_shell_line(text: str, dialect: Dialect) -> ShellLine:
    """Parse a line as typed in a shell, up to the cursor. If the file after `-f` is missing, the
    only word is that option."""
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


def suggest_for_line(
    line: ShellLine, describe_commands: DescribeCommands
) -> list[Entry]:
    """Return what the begun word of a line can become. `FILES` alone means file names; nothing
    comes after an unknown command."""
    words = line.words
    if words and words[-1] in FILE_OPTIONS:
        return [FILES]
    commands = load_commands(describe_commands)
    if not words:
        entries = [
            Entry(name, command["help"]) for name, command in commands.items()
        ]
        return select_matching(line.typed, entries)
    if words[0] not in commands:
        return []
    known = _list_values_without_fight(words, line.typed)
    if known is not None:
        return select_matching(line.typed, known)
    if words[0] in FILE_COMMANDS and not line.typed.startswith(("-", MARK)):
        return [FILES]
    cached = commands[words[0]]
    options = tuple(Option(*option) for option in cached["options"])
    command = CommandWords(cached["help"], options, tuple(cached["short"]))
    scene = load_scene(line.file)
    suggestions = suggest_next_word(
        words[0], words[1:], line.typed, command, scene
    )
    return select_matching(line.typed, suggestions)


def _list_values_without_fight(
    words: list[str], typed: str
) -> Iterable[Entry] | None:
    """Return what can come after `words` whatever fight is open: names of kept fights and parties,
    or the values of an option that are always the same; None where that is neither."""
    names = list_kept_names_due(words, typed)
    if names is not None:
        return map(Entry, names)
    return FIXED_VALUES.get((words[0], words[-1]))


def list_kept_names_due(words: list[str], typed: str) -> list[str] | None:
    """Return the names of the kept fights, or of the kept parties, if one of them comes next after
    `words`; otherwise None."""
    if typed.startswith("-"):
        return None
    if words[-1] == "--party" or words == ["party", "open"]:
        origins = {
            name: read_json(
                os.path.join(state_folder.copies_folder(), name, "origin.json")
            )
            for name in state_folder.kept_names()
        }
        return [
            name for name, origin in origins.items() if origin.get("is_party")
        ]
    return (
        state_folder.kept_names()
        if len(words) == 1 and words[0] in NAMING_FIGHTS
        else None
    )


# --- the cache ---


def load_commands(describe_commands: DescribeCommands) -> Data:
    """Return the commands with their options by name, from the cache if it is fresh. Otherwise
    describe and cache them."""
    cached = read_json(os.path.join(state_folder.home_folder(), CACHE_FILE))
    if cached.get("stamp") == make_program_stamp():
        return dict(cached["commands"])
    # Imported late: a fresh cache needs none of it.
    from gmtrack.completion.write_cache import cache_commands

    return cache_commands(describe_commands())


def load_scene(file: str | None) -> CompletionScene | None:
    """Return what completion knows of an encounter, from the cache if it is fresh. `file` is one
    that is worked on in place; None: the active encounter. Returns None if there is none. Raises
    StoreError if the encounter cannot be opened."""
    folder = find_encounter_folder(file)
    if folder is None:
        return None
    state = read_json(os.path.join(folder, "head.json")).get("state")
    cached = read_json(os.path.join(folder, CACHE_FILE))
    if (
        state
        and cached.get("stamp") == make_program_stamp()
        and cached.get("of") == digest_state(state)
    ):
        return parse_scene(cached["scene"], state)
    # Imported late, as above.
    from gmtrack.completion.write_cache import cache_scene

    return parse_scene(cache_scene(file, folder), state or {})


def find_encounter_folder(file: str | None) -> str | None:
    """Return the state folder of a file that is worked on in place, or of the active encounter if
    `file` is None; None if no encounter is active."""
    if file is None:
        name = state_folder.active_name()
        return (
            os.path.join(state_folder.copies_folder(), name) if name else None
        )
    # Imported late: it is needed only with `-f`.
    from gmtrack.store.working_copies import place_of_file

    return str(place_of_file(file).folder)


# --- from data ---


def parse_scene(data: Data, state: Data) -> CompletionScene:
    """Make the scene that `write_cache` has cached. Who is away comes from `state`, the encounter
    as it is now: the cache outlives turns."""
    lexicon = Lexicon(**dict(parse_lexicon_fields(data["lexicon"])))
    live = (state.get("fight") or {}).get("combatants") or {}
    gone = {who for who, one in live.items() if (one or {}).get("away")}
    people = (CompletionPerson(*person) for person in data["people"])
    now = tuple(
        who._replace(away=True) if who.id in gone else who for who in people
    )
    counters = {
        who: to_entries(pairs)
        for who, pairs in data.get("counters", {}).items()
    }
    topics, ruleset = to_entries(data["topics"]), data.get("ruleset", "")
    return CompletionScene(now, lexicon, None, topics, ruleset, counters)


def parse_lexicon_fields(data: Data) -> Iterator[tuple[str, Any]]:
    """Yield the fields of a cached lexicon with their values: a text, entries, or any of these by a
    word."""
    for name, value in data.items():
        yield name, parse_lexicon_value(value)


def parse_lexicon_value(value: Any) -> Any:
    """Return a value of a cached lexicon: a text as it is, a list as entries, a map with each of
    its values so."""
    if isinstance(value, dict):
        return {word: parse_lexicon_value(one) for word, one in value.items()}
    return value if isinstance(value, str) else to_entries(value)


def to_entries(pairs: Iterable[list[str]]) -> Entries:
    """Make entries of cached lists of a word and its meaning."""
    return tuple(Entry(*pair) for pair in pairs)
