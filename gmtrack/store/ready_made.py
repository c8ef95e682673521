"""The ready-made encounters that come with gmtrack: `@knife-fight` means one of them wherever a
file is read. Origins keep that word, not the place of the installed package."""

# ruff: noqa: PTH100, PTH110, PTH112, PTH118, PTH120, PTH208 - importing pathlib takes too long for completion

import os
from itertools import takewhile
from typing import NamedTuple

from gmtrack import version
from gmtrack.core import MARK
from gmtrack.errors import Refusal, StoreError

SUFFIX = ".yaml"
SHOWS = "What it shows: "


class ReadyMade(NamedTuple):
    """A ready-made encounter: the word that means it, its title, the id of its ruleset, and the
    comment at its top, which says what to try."""

    word: str
    name: str
    ruleset: str
    comment: str

    @property
    def shows(self) -> str:
        """The first sentence behind `What it shows:` in the comment; empty if there is none."""
        told = next(
            (
                part
                for part in self.comment.split("\n\n")
                if part.startswith(SHOWS)
            ),
            "",
        )
        sentence = " ".join(told.removeprefix(SHOWS).split()).partition(". ")[0]
        return f"{sentence.removesuffix('.')}." if sentence else ""


def is_ready_made(typed: str) -> bool:
    """Whether a typed word means a ready-made encounter, even one that does not exist."""
    return typed.startswith(MARK)


def ready_made_words() -> list[str]:
    """Return the words of all ready-made encounters, such as `@knife-fight`, sorted."""
    try:
        found = os.listdir(_ready_made_folder())
    except OSError:
        return []
    return sorted(
        MARK + name.removesuffix(SUFFIX)
        for name in found
        if name.endswith(SUFFIX)
    )


def _ready_made_folder() -> str:
    """Return the folder of the ready-made encounters: inside the installed package, beside it in
    a checkout."""
    package = os.path.dirname(os.path.abspath(version.__file__))
    inside = os.path.join(package, "encounters")
    return (
        inside
        if os.path.isdir(inside)
        else os.path.join(os.path.dirname(package), "encounters")
    )


def complete_word(typed: str) -> str:
    """Return the whole word of the ready-made encounter that a typed word or its beginning
    means. Raises StoreError(no-encounter) with the candidates."""
    from gmtrack.core.names import pick

    known = {word: word.removeprefix(MARK) for word in ready_made_words()}
    try:
        return pick(
            typed.removeprefix(MARK),
            known,
            "ready-made encounter",
            "no-encounter",
        )
    except Refusal as refusal:
        message = f"{refusal.message}; `gmtrack examples` tells what each shows"
        if os.path.exists(typed):
            message += f"; ./{typed} means the file"
        raise StoreError(refusal.kind, message) from None


def path_to_read(typed: str) -> str:
    """Return the path of the file to read for a typed path or word. Raises
    StoreError(no-encounter) for an unknown word."""
    return path_of(complete_word(typed)) if is_ready_made(typed) else typed


def path_of(word: str) -> str:
    """Return the path of the ready-made encounter with this whole word; the file may not exist."""
    return os.path.join(_ready_made_folder(), word.removeprefix(MARK) + SUFFIX)


def refuse_to_write(typed: str, kind: str) -> None:
    """Raise StoreError of this kind for the word of a ready-made encounter, where a file is to
    be written or worked on in place."""
    if is_ready_made(typed):
        message = (
            f"{typed} means a ready-made encounter, and those are not written: "
        )
        message += f"`gmtrack load {typed}` opens a working copy, ./{typed} means a file"
        raise StoreError(kind, message)


def read_ready_made(word: str) -> ReadyMade:
    """Read the ready-made encounter with this whole word. Raises BadFile."""
    from pathlib import Path

    from gmtrack.store.stored_encounter import read_file
    from gmtrack.store.text.codec import decode_file, parse_yaml

    path = path_of(word)
    text = decode_file(read_file(Path(path))[0], path)
    data = parse_yaml(text, path).data
    lines = takewhile(lambda line: line.startswith("#"), text.splitlines())
    comment = "\n".join(
        line.removeprefix("#").removeprefix(" ") for line in lines
    )
    return ReadyMade(word, str(data["name"]), str(data["ruleset"]), comment)


def ruleset_titles() -> dict[str, str]:
    """Return the titles of the rulesets that come with gmtrack, by their ids."""
    # A shell that asks for other words need not load it.
    from gmtrack.rulesets.registry import metas

    return {meta.id: meta.title for meta in metas()}
