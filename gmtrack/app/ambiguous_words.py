"""Bare words of a line in which each may mean several things: what they can mean together, which of
it is meant; and names by which reports call things."""

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
"""How each field is typed."""
TARGET = "targets"
MOST = 16
"""Readings of one line that are tried."""
Works = Callable[[Intent], bool]
"""Whether the rules let an intent happen now."""


class Meaning(NamedTuple):
    """What a bare word can be: the field of `Options` and its text there."""

    field: str
    text: str

    @property
    def form(self) -> str:
        """The full form, as it is typed."""
        return (
            self.text
            if self.field == TARGET
            else f"--{FLAGS[self.field]} {self.text}"
        )

    @property
    def kind(self) -> tuple[str, str]:
        """What sort of word it is: of `--with` each is one of its own."""
        return self.field, self.text.partition("=")[
            0
        ] if self.field == "words" else ""


Reading = tuple[Meaning, ...]
"""What one word and a number behind it mean."""


class Bare(NamedTuple):
    """A bare word with all that it can mean."""

    word: str
    readings: Sequence[Reading]

    @property
    def of_one_kind(self) -> bool:
        """Several weapons, several places: nobody can say which."""
        kinds = {
            tuple(one.kind for one in reading) for reading in self.readings
        }
        return len(kinds) < len(self.readings)


Line = tuple[tuple[str, ...], Options]
"""A line as it can be understood: what is named, and the options."""


def line_meant(
    words: Sequence[Bare],
    options: Options,
    make: Callable[[tuple[str, ...], Options], Intent],
    works: Works | None,
    kind: str,
) -> Intent:
    """The only intent that the words can be; of several the only one that works. Raises Refusal."""
    vague = [bare for bare in words if len(bare.readings) > 1]
    for bare in vague:
        if works is None or bare.of_one_kind:
            raise _several(bare, bare.readings, kind)
    found = list(
        itertools.islice(_lines(words, options, kind, lonely=not vague), MOST)
    )
    if len(found) != 1 and works is not None:
        working = [one for one in found if works(make(*one[1]))]
        if len(working) != 1:
            raise _undecided(
                vague, [chosen for chosen, _ in working or found], kind
            )
        found = working
    return make(*found[0][1])


def _lines(
    words: Sequence[Bare], options: Options, kind: str, *, lonely: bool
) -> Iterator[tuple[tuple[Reading, ...], Line]]:
    """Every line that the words can be. Raises Refusal for one that is none, if it is the only
    one."""
    for chosen in itertools.product(*(bare.readings for bare in words)):
        try:
            yield (
                chosen,
                _line(itertools.chain.from_iterable(chosen), options, kind),
            )
        except Refusal:
            if lonely:
                raise


def _line(meanings: Iterable[Meaning], options: Options, kind: str) -> Line:
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
        options = put(options, meaning, kind)
    return tuple(names), options


def put(options: Options, meaning: Meaning, kind: str) -> Options:
    """The options with one more. Raises Refusal where there is one already."""
    now = getattr(options, meaning.field)
    if isinstance(now, str):
        raise Refusal(
            kind, f"'{meaning.text}' is a second {meaning.field}, besides {now}"
        )
    value = meaning.text if now is None else (*now, meaning.text)
    more: dict[str, Any] = {meaning.field: value}
    return options._replace(**more)


def _undecided(
    vague: Sequence[Bare], chosen: Sequence[tuple[Reading, ...]], kind: str
) -> Ambiguous:
    """For the first word of which several meanings are left."""
    flat = {reading for readings in chosen for reading in readings}
    left = [
        Bare(one.word, [each for each in one.readings if each in flat])
        for one in vague
    ]
    bare = next((one for one in left if len(one.readings) > 1), vague[0])
    return _several(bare, bare.readings, kind)


def _several(bare: Bare, readings: Sequence[Reading], kind: str) -> Ambiguous:
    forms = listed(
        f"`{' '.join(one.form for one in reading)}`" for reading in readings
    )
    return Ambiguous(kind, f"'{bare.word}' could be {forms}: type one of them")


def refuse_ambiguous(
    ruleset: "Ruleset", encounter: Encounter, intents: Iterable[Intent]
) -> None:
    """Raises Ambiguous for a further target that is only the beginning of somebody and is the whole
    word for a defense, a place or a weapon: `attack chains hook dodge` where there is a Dodger."""
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


def weapons_by_name(encounter: Encounter, who: str | None) -> dict[str, str]:
    """The weapons of somebody: the id by the name as one word."""
    sheet = encounter.sheet(who) if who in encounter.combatants and who else {}
    return dict(named_pieces(sheet.get("weapons")))


def hyphened(text: str) -> str:
    """A name as one word, without its commas, which are between several words."""
    return re.sub(r"[\s,]+", "-", squash(text))


def named_pieces(pieces: object) -> Iterator[tuple[str, str]]:
    """The same of those that have a name of their own."""
    known: Data = pieces if isinstance(pieces, dict) else {}
    for one, piece in known.items():
        name = piece.get("name") if isinstance(piece, dict) else None
        if name and hyphened(str(name)) != squash(one):
            yield hyphened(str(name)), one
