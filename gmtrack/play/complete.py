"""Completion at the prompt. It knows the short words, and the commands `ask` and `quit` of a
session."""

import os
import shlex
from collections.abc import Iterator

from gmtrack import system
from gmtrack.cli.completion import describe_command, describe_commands
from gmtrack.completion.quoting import (
    PATHS_PROMPT,
    PROMPT,
    PartialLine,
    parse_partial_line,
)
from gmtrack.completion.shell import list_kept_names_due
from gmtrack.completion.words import (
    CompletionScene,
    select_matching,
    suggest_next_word,
    suggest_people,
)
from gmtrack.core.command_table import row
from gmtrack.core.lexicon import Entry
from gmtrack.errors import Refusal
from gmtrack.play.page.present import WORDS as PHONES_WORDS
from gmtrack.play.questions.who_is_asked import ALL, DICE
from gmtrack.play.typed_line import (
    ASK,
    AUTO,
    HELP,
    LEAVING,
    PHONES,
    find_command,
)
from gmtrack.view.text import shown

OFF = Entry("off", "the program rolls for everybody")
AUTO_NEXT = Entry("next", "a turn in which nothing is left ends by itself")
AUTO_ATTACK = Entry("attack", "and when no attack is left after one")
AUTO_OFF = Entry("off", "`next` is left to you")


def find_completions(
    text: str, scene: CompletionScene | None
) -> tuple[str, list[Entry]]:
    """Return the word that is being typed at the end of `text`, and the entries that can
    complete it, with help as plain text. `scene` is None if no fight is open."""
    line = _parse_begun_line(text)
    found = select_matching(
        line.typed, suggest_words(line.words, line.typed, scene)
    )
    words = [(quote_word(entry.word), shown(entry.help)) for entry in found]
    return text[line.start :], [
        Entry(word, help_text) for word, help_text in words if word
    ]


def _parse_begun_line(text: str) -> PartialLine:
    """Split a line that is being typed into whole words and the word at its end, by the prompt's
    rules for quotes."""
    return parse_partial_line(
        text, PROMPT if system.BACKSLASH_QUOTES else PATHS_PROMPT
    )


def parse_begun_path(text: str) -> tuple[str, str]:
    """Return the word that is being typed at the end of `text`, and the path that it stands for
    so far, with `~` replaced."""
    line = _parse_begun_line(text)
    return text[line.start :], os.path.expanduser(line.typed)  # noqa: PTH111 - keeps a last `/`


def quote_word(word: str) -> str:
    """Return a word as it is typed at the prompt, quoted if needed. Empty for a word with
    characters that cannot be seen."""
    return shlex.quote(word) if shown(word) == word else ""


def suggest_words(
    before: list[str], typed: str, scene: CompletionScene | None
) -> Iterator[Entry]:
    """Yield what can complete the word `typed` after the words `before`. Without words before
    it, yield the commands; after an unknown command, nothing."""
    if not before:
        yield from suggest_commands()
        return
    try:
        name = find_command(before[0])
    except Refusal:
        return
    if name in HELP:
        yield from suggest_commands() if len(before) == 1 else ()
    elif name == ASK:
        yield from suggest_rollers(scene)
    elif name == PHONES:
        yield from suggest_phones_words(len(before), scene)
    elif name == AUTO:
        yield from (AUTO_NEXT,) if len(before) == 1 else (AUTO_ATTACK, AUTO_OFF)
    elif (names := list_kept_names_due([name, *before[1:]], typed)) is not None:
        yield from map(Entry, names)
    elif name not in LEAVING:
        yield from suggest_next_word(
            name, before[1:], typed, describe_command(name), scene
        )


def suggest_commands() -> Iterator[Entry]:
    """Yield all commands with their help, short words in brackets, and their aliases."""
    for name, command in describe_commands().items():
        letter = row(name).letter
        yield Entry(name, command.help + (f" ({letter})" if letter else ""))
        if alias := row(name).alias:
            yield Entry(alias, f"{command.help} ({name})")
    yield Entry(ASK, "whose dice are rolled at the table")
    yield Entry(PHONES, "whose phone is there, and whose name is asked for")
    yield Entry(AUTO, "turns in which nothing is left end by themselves")
    yield Entry(LEAVING[0], "leave; the fight is kept")


def suggest_phones_words(
    place: int, scene: CompletionScene | None
) -> Iterator[Entry]:
    """Yield what can stand at a place behind `phones`: first what is said, then about whom."""
    if place == 1:
        yield from PHONES_WORDS
    elif scene:
        yield from suggest_people(scene)


def suggest_rollers(scene: CompletionScene | None) -> Iterator[Entry]:
    """Yield what can follow `ask`: sides, combatants, what they are asked for, and `off`. Without
    a fight only `off`."""
    if scene:
        sides = dict.fromkeys(who.side for who in scene.people)
        yield from (Entry(side, "all of this side") for side in sides)
        yield from suggest_people(scene)
        yield Entry(DICE, "they are asked for their dice alone")
        yield Entry(ALL, "they are asked for points, too")
    yield OFF
