"""What can be typed next: commands, people, weapons, places, words, in the order in which they make
sense here. Knows no terminal and no prompt."""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

from gmtrack.cli.tree import MODULES, build
from gmtrack.core.lexicon import Entries, Entry, Lexicon
from gmtrack.core.screen import Board, Row
from gmtrack.errors import Refusal
from gmtrack.play.words import LEAVING, SHORT, command_named, flags

WHO_FIRST = (
    "act", "attack", "test", "show", "remove", "set", "delay", "intervene", "damage", "heal",
    "effect", "hide", "reveal", "roll-init",
)  # fmt: skip
"""Commands whose first word is a combatant."""
MANY = ("attack", "hide", "reveal", "roll-init")
"""Commands whose further words are combatants too."""
NOBODY = (Entry("scene", "what belongs to nobody"), Entry("fight", "the round and its clock"))
OPTIONS = {
    "--called": "places", "--location": "places", "--defense": "defenses", "--type": "types",
    "--pool": "pools",
}  # fmt: skip


class Scene(NamedTuple):
    """What completion knows of the fight."""

    board: Board
    lexicon: Lexicon
    acting: str | None


def candidates(text: str, scene: Scene | None) -> tuple[str, list[Entry]]:
    """The word that is being typed at the end of `text`, and what it can become."""
    words = text.split(" ")
    typed = words.pop()
    before = [word for word in words if word]
    if not before:
        return typed, fitting(typed, commands())
    try:
        name = command_named(before[0])
    except Refusal:
        return typed, []
    return typed, fitting(typed, following(name, before[1:], typed, scene))


def fitting(typed: str, found: Iterable[Entry]) -> list[Entry]:
    """Those that begin with what is typed and are more than that, each once."""
    begun = typed.lower()
    kept = {
        entry.word: entry
        for entry in reversed(list(found))
        if entry.word.startswith(begun) and entry.word != begun
    }
    return list(kept.values())[::-1]


@cache
def commands() -> Entries:
    """All commands with what they do; the short words are told beside them."""
    letters = {name: letter for letter, name in SHORT.items()}
    found = [
        Entry(
            name,
            build(name).get_short_help_str(60) + (f" ({letters[name]})" if name in letters else ""),
        )
        for name in MODULES
    ]
    return (*found, Entry(LEAVING[0], "leave; the fight is kept"))


def following(name: str, words: list[str], typed: str, scene: Scene | None) -> Iterator[Entry]:
    """What can come after these words of a command."""
    params = build(name).params
    last = words[-1] if words else ""
    if last.startswith("--") and last in {flag for param in params for flag in flags(param)}:
        if scene:
            yield from values_of(last, name, words, typed, scene)
        return
    if typed.startswith("-"):
        yield from options(params)
        return
    if scene:
        yield from positional(name, plain_words(words, params), scene)


def options(params: list[Any]) -> Iterator[Entry]:
    """The options of a command."""
    for param in params:
        for flag in param.opts:
            if flag.startswith("--"):
                yield Entry(flag, getattr(param, "help", None) or "")


def plain_words(words: list[str], params: list[Any]) -> list[str]:
    """The words that are neither options nor their values."""
    taking = {flag for param in params for flag in flags(param)}
    found: list[str] = []
    skip = False
    for word in words:
        if skip:
            skip = False
        elif word.startswith("--"):
            skip = word in taking
        else:
            found.append(word)
    return found


# --- people ---


def positional(name: str, words: list[str], scene: Scene) -> Iterator[Entry]:
    """What a plain word can be."""
    lexicon = scene.lexicon
    if not words and name in WHO_FIRST:
        yield from actors(scene) if name in ("act", "attack", "test", "delay") else people(scene)
        yield from NOBODY if name == "set" else ()
        if name == "act":
            yield from lexicon.actions
    elif name in MANY:
        yield from targets(words, scene)
    elif name == "act":
        yield from second_of_act(words, scene)
    elif len(words) == 1:
        yield from {"test": lexicon.tests, "effect": lexicon.effects}.get(name, ())


def second_of_act(words: list[str], scene: Scene) -> Iterator[Entry]:
    """The action after the actor; after the action whom or what it is about."""
    named = {row.id for row in scene.board.rows}
    if len(words) == 1 and words[0] in named:
        yield from scene.lexicon.actions
        return
    actor = words[0] if words[0] in named else scene.acting
    yield from targets([actor or ""], scene)
    yield from scene.lexicon.things
    yield from scene.lexicon.weapons.get(actor or "", ())


def told(row: Row) -> Entry:
    """A combatant with name and state."""
    return Entry(row.id, row.name + ("" if row.status == "up" else f", {row.status}"))


def people(scene: Scene) -> list[Entry]:
    """Everybody, in the order of the board."""
    return [told(row) for row in scene.board.rows]


def actors(scene: Scene) -> list[Entry]:
    """Whoever may act first: those whose turn it is, then those who stand."""
    rows = sorted(scene.board.rows, key=lambda row: (not row.acting, row.out))
    return [told(row) for row in rows]


def targets(named: list[str], scene: Scene) -> list[Entry]:
    """Who can be attacked: enemies who stand first; nobody who is named already."""
    sides = {row.id: row.side in ("pc", "ally") for row in scene.board.rows}
    mine = sides.get(named[0] if named else "", sides.get(scene.acting or ""))
    rows = [row for row in scene.board.rows if row.id not in named]
    rows.sort(key=lambda row: (row.out, sides[row.id] == mine))
    return [told(row) for row in rows]


# --- values of options ---


def values_of(
    option: str, name: str, words: list[str], typed: str, scene: Scene
) -> Iterable[Entry]:
    """What an option can be."""
    lexicon = scene.lexicon
    if option == "--weapon":
        plain = plain_words(words[:-1], build(name).params)
        # With one plain word the attacker was left out: it is whoever has the turn.
        first = plain[0] if len(plain) > 1 else scene.acting
        return lexicon.weapons.get(first or "", ())
    if option == "--with":
        return with_words(lexicon.words.get(name, ()), lexicon, typed)
    if option == "--without":
        return lexicon.without.get(name, ())
    found: Entries = getattr(lexicon, OPTIONS[option]) if option in OPTIONS else ()
    return found


def with_words(words: Entries, lexicon: Lexicon, typed: str) -> Iterator[Entry]:
    """Words of `--with`, and once one is there with its `=`, its values."""
    word, sign, _ = typed.partition("=")
    for value in lexicon.values.get(word, ()) if sign else ():
        yield Entry(f"{word}={value.word}", value.help)
    for entry in words:
        equals = "=" if entry.word in lexicon.values else ""
        yield Entry(entry.word + equals, entry.help)
