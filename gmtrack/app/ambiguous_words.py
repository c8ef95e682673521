"""Bare words with several meanings: combine the meanings of a line, and choose the combination
that the rules allow. Also the names by which reports call weapons and things."""

import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.intents import Attack, Intent, Options
from gmtrack.core.names import listed, means_somebody, pick, squash
from gmtrack.errors import Ambiguous, Refusal

if TYPE_CHECKING:
    from gmtrack.rulesets.port import Ruleset


FLAGS = {
    "weapon": "weapon",
    "called": "called",
    "words": "with",
    "defense": "defense",
}
"""The long flag of each option that a bare word can belong to."""
TARGET = "targets"
MOST = 16
"""The largest number of combined meanings of one line that is tried."""
Works = Callable[[Intent], bool]
"""A predicate: whether the rules allow an intent now."""


class Meaning(NamedTuple):
    """One meaning of a bare word: a field of `Options` (or `targets`) and the text that belongs
    there."""

    field: str
    text: str

    @property
    def form(self) -> str:
        """The full form of this meaning, as somebody would type it: `--called head`."""
        return (
            self.text
            if self.field == TARGET
            else f"--{FLAGS[self.field]} {self.text}"
        )

    @property
    def kind(self) -> tuple[str, str]:
        """What this meaning sets: its option, and for `--with` the word before `=`. Two meanings
        of one kind exclude each other."""
        return self.field, self.text.partition("=")[
            0
        ] if self.field == "words" else ""


WordReading = tuple[Meaning, ...]
"""The meanings that one word, with a number behind it, has together."""


class BareWord(NamedTuple):
    """A bare word with every reading that it can have."""

    word: str
    readings: Sequence[WordReading]

    @property
    def is_of_one_kind(self) -> bool:
        """Whether two readings set the same thing (two weapons, two places), so that the rules
        cannot decide between them."""
        kinds = {
            tuple(one.kind for one in reading) for reading in self.readings
        }
        return len(kinds) < len(self.readings)


ParsedLine = tuple[tuple[str, ...], Options]
"""The names and the options that a whole line can mean."""


def choose_meaning(
    words: Sequence[BareWord],
    options: Options,
    make: Callable[[tuple[str, ...], Options], Intent],
    works: Works | None,
    kind: str,
) -> Intent:
    """Return the only intent that the bare words can make; if they can make several, the only
    one that `works`. Raises Ambiguous if several are left, and Refusal (`kind`)."""
    vague = [bare for bare in words if len(bare.readings) > 1]
    for bare in vague:
        if works is None or bare.is_of_one_kind:
            raise _ambiguous_word(bare, bare.readings, kind)
    found = list(
        itertools.islice(
            _possible_lines(words, options, kind, lonely=not vague), MOST
        )
    )
    if len(found) != 1 and works is not None:
        working = [one for one in found if works(make(*one[1]))]
        if len(working) != 1:
            raise _ambiguity_left(
                vague, [chosen for chosen, _ in working or found], kind
            )
        found = working
    return make(*found[0][1])


def _possible_lines(
    words: Sequence[BareWord], options: Options, kind: str, *, lonely: bool
) -> Iterator[tuple[tuple[WordReading, ...], ParsedLine]]:
    """Yield every combination of readings with the line that it makes. Impossible combinations
    are skipped; with `lonely` (no word has a choice) they raise Refusal."""
    for chosen in itertools.product(*(bare.readings for bare in words)):
        try:
            yield (
                chosen,
                _combine_meanings(
                    itertools.chain.from_iterable(chosen), options, kind
                ),
            )
        except Refusal:
            if lonely:
                raise


def _combine_meanings(
    meanings: Iterable[Meaning], options: Options, kind: str
) -> ParsedLine:
    """Return the names and options that these meanings make together. Raises Refusal if two of
    them set the same thing."""
    names: list[str] = []
    told: dict[tuple[str, str], str] = {}
    for meaning in meanings:
        if meaning.field == TARGET:
            names.append(meaning.text)
            continue
        if (
            meaning.field == "words"
            and meaning.kind in told
            and ":" not in meaning.text
        ):
            both = f"`{told[meaning.kind]}` and `{meaning.text}`"
            raise Refusal(
                kind, f"{meaning.kind[1]} is given twice: {both}; leave one out"
            )
        told[meaning.kind] = meaning.text
        options = add_option(options, meaning, kind)
    return tuple(names), options


def add_option(options: Options, meaning: Meaning, kind: str) -> Options:
    """Return the options with one meaning added. Raises Refusal if an option that takes one
    value has one already."""
    now = getattr(options, meaning.field)
    if isinstance(now, str):
        raise Refusal(
            kind, f"'{meaning.text}' is a second {meaning.field}, besides {now}"
        )
    value = meaning.text if now is None else (*now, meaning.text)
    more: dict[str, Any] = {meaning.field: value}
    return options._replace(**more)


def _ambiguity_left(
    vague: Sequence[BareWord],
    chosen: Sequence[tuple[WordReading, ...]],
    kind: str,
) -> Ambiguous:
    """Return the Ambiguous refusal for the first word that still has several readings among the
    combinations `chosen`."""
    flat = {reading for readings in chosen for reading in readings}
    left = [
        BareWord(one.word, [each for each in one.readings if each in flat])
        for one in vague
    ]
    bare = next((one for one in left if len(one.readings) > 1), vague[0])
    return _ambiguous_word(bare, bare.readings, kind)


def _ambiguous_word(
    bare: BareWord, readings: Sequence[WordReading], kind: str
) -> Ambiguous:
    """Return the Ambiguous refusal that lists the full forms of a word's readings."""
    forms = listed(
        f"`{' '.join(one.form for one in reading)}`" for reading in readings
    )
    return Ambiguous(kind, f"'{bare.word}' could be {forms}: type one of them")


def refuse_ambiguous(
    ruleset: "Ruleset", encounter: Encounter, intents: Iterable[Intent]
) -> None:
    """Raise Ambiguous for a second or later target that is only the beginning of somebody's name
    and also a whole word for a defense, a place or a weapon: `attack chains hook dodge` where
    there is a Dodger."""
    names, nobody = encounter.names(), ruleset.WORDS.nobody
    whole = {squash(text) for text in (*names, *names.values())}
    further = [
        (intent.attacker, word)
        for intent in intents
        if isinstance(intent, Attack)
        for word in intent.targets[1:]
        if squash(word) not in whole and means_somebody(word, names)
    ]
    for attacker, word in further:
        lexicon = ruleset.lexicon(encounter)
        weapons = lexicon.weapons.get(attacker, ())
        options = {
            "defense": lexicon.defenses,
            "called": lexicon.places,
            "weapon": weapons,
        }
        for flag, entries in options.items():
            if squash(word) in {squash(entry.word) for entry in entries}:
                who = pick(word, names, "combatant", nobody)
                ways = f"{who} or `--{flag} {word}`: type more of it, or the option"
                raise Ambiguous(nobody, f"'{word}' could be {ways}")


def weapon_ids_by_name(encounter: Encounter, who: str | None) -> dict[str, str]:
    """Return a combatant's weapons by the name that reports use: `{name as one word: id}`. Empty
    for None and for weapons without a name of their own."""
    sheet = encounter.sheet(who) if who in encounter.combatants and who else {}
    return dict(pieces_by_name(sheet.get("weapons")))


def join_words(text: str) -> str:
    """Return a name as one word in lower case, with hyphens for spaces and commas."""
    return re.sub(r"[\s,]+", "-", squash(text))


def pieces_by_name(pieces: object) -> Iterator[tuple[str, str]]:
    """Yield name (as one word) and id of each piece that has a name other than its id."""
    known: Data = pieces if isinstance(pieces, dict) else {}
    for one, piece in known.items():
        name = piece.get("name") if isinstance(piece, dict) else None
        if name and join_words(str(name)) != squash(one):
            yield join_words(str(name)), one
