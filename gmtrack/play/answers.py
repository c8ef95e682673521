"""Answers to `? WORD`: who or what a word means in this fight."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from gmtrack.app.what import choices
from gmtrack.cli.output import render_rows_in_place
from gmtrack.completion.words import CompletionScene
from gmtrack.core.choice import Choice
from gmtrack.core.intents import Act
from gmtrack.core.lexicon import Entries, Entry, Lexicon
from gmtrack.core.names import matching_words, pick, propose_near_word, squash
from gmtrack.errors import Ambiguous, Refusal
from gmtrack.play.fight_status import SeenFight
from gmtrack.play.help import Row, act_rows, attack_rows
from gmtrack.play.typed_line import list_commands
from gmtrack.view.tables import render_table
from gmtrack.view.text import Line, Span


class WordKind(NamedTuple):
    """A kind of words that people may ask about with `? WORD`: places, weapons, actions.

    `names` are the words that ask for the whole kind, `title` is its heading. `also` are other
    names of its words; the help of each is the word that it names."""

    names: tuple[str, ...]
    title: str
    entries: Entries
    also: Entries = ()

    @property
    def words(self) -> list[str]:
        """The words of this kind and their other names."""
        return [entry.word for entry in (*self.entries, *self.also)]

    def all_names(self, entry: Entry) -> list[str]:
        """Return a word of this kind followed by its other names."""
        return [
            entry.word,
            *(one.word for one in self.also if one.help == entry.word),
        ]

    def typed_form(self, entry: Entry) -> str:
        """Return a word as it is typed, behind its option or command: `--called head`. The form
        is what stands behind the colon of the title."""
        form = self.title.rpartition(": ")[2]
        return f"{form}{'' if form.endswith('=') else ' '}{entry.word}"


MODE = "mode"
"""Name for the modes of fire of a weapon, whatever the ruleset's word for them."""
Draw = Callable[[int], list[Line]]
"""Function that renders a screen for a number of columns."""


def explain_word(
    word: str, fight: SeenFight, scene: CompletionScene
) -> Draw | None:
    """Return a function that renders what a word means: a combatant's state and choices, all
    words of a kind, or the meanings of the word. Return None if the word means nothing here, or
    no fight is open.

    Raises Ambiguous (`usage`) if several combatants fit."""
    encounter = fight.known.encounter
    if encounter is None:
        return None
    kinds = list(list_word_kinds(scene, scene.acting))
    explain_entry = make_explainer(fight, scene)
    who = _find_combatant(word, encounter.names(), kinds)
    if who is not None:
        return lambda width: render_combatant(who, fight, scene, width)
    wanted = squash(word).lstrip("-")
    asked_kinds = [
        kind
        for kind in kinds
        if kind.entries and {wanted, wanted[:-1]} & {*kind.names}
    ]
    if asked_kinds:
        return lambda width: [
            line
            for kind in asked_kinds
            for line in _render_kind(kind, width, explain_entry)
        ]
    rows = list(_find_meanings(wanted, kinds, explain_entry))
    if rows and scene.acting:
        rows += _action_rows(
            wanted, choices(fight.ruleset, encounter, scene.acting)
        )
    return (lambda width: render_table((), rows, width)) if rows else None


def _find_combatant(
    word: str, names: dict[str, str], kinds: list[WordKind]
) -> str | None:
    """Return the id of the combatant that a word means, or None. A whole word of a kind counts
    as that word, not as the beginning of a name. Raises Ambiguous (`usage`) if several
    combatants fit."""
    wanted = squash(word)
    taken = {name for kind in kinds for name in kind.names}
    taken |= {squash(word) for kind in kinds for word in kind.words}
    called = {squash(text) for pair in names.items() for text in pair}
    if wanted in taken - called:
        return None
    try:
        return pick(word, names, "combatant", "usage")
    except Ambiguous:
        raise
    except Refusal:
        return None


def list_word_kinds(
    scene: CompletionScene, who: str | None
) -> Iterator[WordKind]:
    """Yield every kind of words in the fight, also kinds without words. Weapons are those of
    `who`; None leaves them empty."""
    lexicon, fired = scene.lexicon, find_mode_words(scene.lexicon)
    yield WordKind(
        ("called", "place", "location"), "places: --called", lexicon.places
    )
    yield WordKind(
        ("weapon",), "weapons: --weapon", lexicon.weapons.get(who or "", ())
    )
    yield WordKind(("defense",), "defenses: --defense", lexicon.defenses)
    yield WordKind(
        ("with", "word"), "an attack: --with", lexicon.words.get("attack", ())
    )
    for word, values in lexicon.values.items():
        names = (word, MODE) if f"{word}=" in fired else (word,)
        yield WordKind(
            names, f"--with {word}=", values, lexicon.also.get(word, ())
        )
    yield WordKind(("action",), "actions: act", lexicon.actions)
    yield WordKind(("test",), "tests: test", lexicon.tests)
    yield WordKind(("effect",), "effects: effect", lexicon.effects)
    yield WordKind(("type",), "damage: --type", lexicon.types)
    yield WordKind(("pool",), "damage, healing: --pool", lexicon.pools)
    yield WordKind(("thing",), "things of the scene", lexicon.things)
    for option, words in lexicon.options.items():
        yield WordKind((option,), f"--{option}", words)


def find_mode_words(lexicon: Lexicon) -> set[str]:
    """Return the words of `--with` that choose a mode of fire. A word with a value loses the
    value and keeps its `=`."""
    return {
        _drop_value(way.word) for own in lexicon.modes.values() for way in own
    }


def _drop_value(mode_word: str) -> str:
    """Return a word of `--with` without its value: `mode=` for `mode=burst`, other words
    unchanged."""
    return "".join(mode_word.partition("=")[:2])


def render_combatant(
    who: str, fight: SeenFight, scene: CompletionScene, width: int
) -> list[Line]:
    """Render a combatant's row of the board, the attacks and actions that work for them now, or
    why nothing works. Needs an open encounter."""
    encounter = fight.known.encounter
    assert encounter is not None
    rows = tuple(row for row in fight.board.rows if row.id == who)
    found = list(choices(fight.ruleset, encounter, who))
    works = [one for one in found if not one.why]
    lead = "" if who == scene.acting else f"{who} "
    can: list[Row] = [*attack_rows(scene, works, lead), *act_rows(works, lead)]
    if not can:
        can = [("now", next((one.why for one in found if one.why), "nothing"))]
    can.append(
        (
            f"s {who}",
            f"all about them; `what {who}` each line with its cost, and why not",
        )
    )
    return [
        *render_rows_in_place(fight.board, rows, width),
        *render_table((), can, width, 2),
    ]


ExplainEntry = Callable[[WordKind, Entry], str]
"""Function that returns what a word of a kind means."""


def make_explainer(fight: SeenFight, scene: CompletionScene) -> ExplainEntry:
    """Return a function that explains a word by its help. For a mode of fire it adds which
    weapons of the acting combatant have that mode."""
    who, encounter, fired = (
        scene.acting,
        fight.known.encounter,
        find_mode_words(scene.lexicon),
    )
    own = scene.lexicon.modes.get(who or "", ())

    def explain_entry(kind: WordKind, entry: Entry) -> str:
        option, _, way = kind.typed_form(entry).partition(" ")
        if (
            not (who and encounter)
            or option != "--with"
            or _drop_value(way) not in fired
        ):
            return entry.help
        having = [one.help for one in own if one.word == way]
        weapons = (
            f"{encounter.names()[who]}: {', '.join(having) or 'no weapon'}"
        )
        return "; ".join(filter(None, (entry.help, weapons)))

    return explain_entry


def _render_kind(
    kind: WordKind, width: int, explain_entry: ExplainEntry
) -> list[Line]:
    """Render a kind's title and all its words with their meanings."""
    rows = [(entry.word, explain_entry(kind, entry)) for entry in kind.entries]
    return [[Span(kind.title, "title")], *render_table((), rows, width, 2)]


def _find_meanings(
    wanted: str, kinds: list[WordKind], explain_entry: ExplainEntry
) -> Iterator[Row]:
    """Yield each meaning of a word as a row: how it is typed, and its help. Exact words come
    alone; if there are none, all words that begin so count."""
    found = [
        (kind, entry)
        for kind in kinds
        for entry in kind.entries
        if matching_words(wanted, kind.all_names(entry))
    ]
    exact = [
        (kind, entry)
        for kind, entry in found
        if wanted in map(squash, kind.all_names(entry))
    ]
    for kind, entry in exact or found:
        yield kind.typed_form(entry), explain_entry(kind, entry)


def _action_rows(wanted: str, choices: Iterator[Choice]) -> list[Row]:
    """Return a list with one row for an action: its line, with its cost or why it does not work
    now. Empty if the word is no whole action."""
    acts = [
        one
        for one in choices
        if isinstance(one.intent, Act) and one.intent.action == wanted
    ]
    if not acts:
        return []
    works = next((one for one in acts if not one.why), acts[0])
    return [
        (
            works.line,
            f"not now: {works.why}" if works.why else works.cost or "free",
        )
    ]


def make_unknown_word_refusal(
    word: str, scene: CompletionScene | None
) -> Refusal:
    """Return the Refusal (`usage`) for a word that means nothing here. It suggests the nearest
    known word."""
    words = list(list_commands())
    if scene is not None:
        words += [who.id for who in scene.people]
        every = list_word_kinds(scene, scene.acting)
        words += [word for kind in every for word in (*kind.names, *kind.words)]
    return Refusal(
        "usage",
        f"nothing is called '{word}' here{propose_near_word(word, words, most=0)}",
    )
