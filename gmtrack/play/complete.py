"""Completion at the prompt: short words are known, and `ask` and `quit` are commands too."""

from collections.abc import Iterator

from gmtrack.cli.described import all_described, described
from gmtrack.completion.words import Scene, fitting, following, people
from gmtrack.core.lexicon import Entry
from gmtrack.errors import Refusal
from gmtrack.play.words import ASK, HELP, LEAVING, SHORT, command_named

OFF = Entry("off", "the program rolls for everybody")


def candidates(text: str, scene: Scene | None) -> tuple[str, list[Entry]]:
    """The word that is being typed at the end of `text`, and what it can become."""
    words = text.split(" ")
    typed = words.pop()
    before = [word for word in words if word]
    return typed, fitting(typed, offered(before, typed, scene))


def offered(before: list[str], typed: str, scene: Scene | None) -> Iterator[Entry]:
    """All that can stand after these words."""
    if not before:
        yield from commands()
        return
    try:
        name = command_named(before[0])
    except Refusal:
        return
    if name in HELP:
        yield from commands() if len(before) == 1 else ()
    elif name == ASK:
        yield from rollers(scene)
    elif name not in LEAVING:
        yield from following(name, before[1:], typed, described(name), scene)


def commands() -> Iterator[Entry]:
    """All commands with what they do; the short words are told beside them."""
    letters = {name: letter for letter, name in SHORT.items()}
    for name, command in all_described().items():
        yield Entry(name, command.help + (f" ({letters[name]})" if name in letters else ""))
    yield Entry(ASK, "whose dice are rolled at the table")
    yield Entry(LEAVING[0], "leave; the fight is kept")


def rollers(scene: Scene | None) -> Iterator[Entry]:
    """Whose dice can be asked for: sides, then combatants, or nobody's."""
    if scene:
        sides = dict.fromkeys(who.side for who in scene.people)
        yield from (Entry(side, "all of this side") for side in sides)
        yield from people(scene)
    yield OFF
