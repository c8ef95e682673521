"""Parsing the words of a command line for all rulesets: combatants, `--with` words, modifiers
and numbers."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import NamedTuple, TypeVar

from gmtrack.core.encounter import Encounter
from gmtrack.core.lexicon import Entries, Entry
from gmtrack.core.names import (
    listed,
    nearest_words,
    pick,
    propose_near_word,
    squash,
)
from gmtrack.errors import Refusal
from gmtrack.rulesets.kit.renamed import (
    accept_old_attributes,
    accept_old_imports,
)
from gmtrack.rulesets.port import Words

W = TypeVar("W")
K = TypeVar("K", bound=str)
IN_HAND = ("ready", "wield", "draw", "equip")
"""Actions that take a weapon in hand, as different games call them."""
_MOD = r"(?:(?P<who>[^:+-]+):)?(?P<n>[+-]?\d{1,4})(?::(?P<why>.*))?"


class Word(NamedTuple):
    """Word of `--with`, `--without`, `--defense` or `--karma`, parsed from `[WHO:]NAME[=VALUE]`:
    `name` in kebab-case, `who` a combatant's id or None, `value` as typed or None."""

    name: str
    value: str | None = None
    who: str | None = None


class Mod(NamedTuple):
    """Number added by hand with its reason: `[WHO:]N[:WHY]`."""

    value: int
    why: str
    who: str | None = None


COVER = Entry("cover", "take-cover")
"""The meaning of the bare word `cover`, for a lexicon of a game where cover can be left too."""


def list_equip_words(action: str) -> Entries:
    """Return the names that other games have for this game's action of taking a weapon in hand,
    as lexicon entries that lead to `action`."""
    return tuple(Entry(word, action) for word in IN_HAND if word != action)


def find_combatant(encounter: Encounter, word: str, words: Words) -> str:
    """Return the id of the combatant meant by `word`: an id, a name, or the beginning of one.
    Raises Refusal (`words.nobody`) with the candidates if nobody or several fit."""
    if word in encounter.combatants:
        return word
    return pick(word, encounter.names(), "combatant", words.nobody)


def parse_word(text: str, encounter: Encounter, words: Words) -> Word:
    """Parse one `[WHO:]NAME[=VALUE]`. Raises Refusal if WHO is nobody or ambiguous. Whether NAME
    is known is not checked."""
    head, sign, value = text.partition("=")
    who, colon, name = head.rpartition(":")
    return Word(
        squash(name),
        value.strip() if sign else None,
        find_combatant(encounter, who, words) if colon else None,
    )


def parse_mod(text: str, encounter: Encounter, words: Words) -> Mod:
    """Parse one `[WHO:]N[:WHY]`; without WHY the reason is `mod`. Raises Refusal if there is no
    number (kind for values) or WHO is nobody."""
    match = re.fullmatch(_MOD, text.strip(), re.DOTALL)
    if not match:
        raise Refusal(
            words.value,
            f"'{text}' is not a modifier: type N or N:WHY, such as -2:dark",
        )
    return Mod(
        int(match["n"]),
        (match["why"] or "").strip() or "mod",
        _find_modified(match, encounter, words) if match["who"] else None,
    )


def _find_modified(
    match: re.Match[str], encounter: Encounter, words: Words
) -> str:
    """Return the id of the WHO in front of a modifier's number. Where WHO is nobody and no
    reason was typed, the refusal explains that the reason belongs behind the number."""
    who = match["who"]
    try:
        return find_combatant(encounter, who, words)
    except Refusal as refusal:
        if match["why"] is not None or not refusal.message.startswith("no "):
            raise
        line = f"`--mod {match['n']}:{who.strip()}`"
        message = f"a modifier is N:WHY, as in {line}; WHO: before N says who it is for, but"
        raise Refusal(words.value, f"{message} {refusal.message}") from None


def parse_number(
    text: str | None,
    what: str,
    kind: str,
    least: int = 0,
    most: int = 9999,
) -> int:
    """Parse a typed whole number between `least` and `most`. Raises Refusal (`kind`) if it is
    empty, no number or beyond the limits; `what` names it in the message."""
    if not text:
        raise Refusal(kind, f"{what} needs a whole number: type {what}=N")
    if not re.fullmatch(r"[+-]?\d{1,6}", text.strip()):
        raise Refusal(kind, f"{what} needs a whole number, not '{text}'")
    value = int(text)
    if not least <= value <= most:
        raise Refusal(kind, f"{what} is {value}, but must be {least} to {most}")
    return value


def match_choice(
    word: str,
    choices: Iterable[K],
    what: str,
    kind: str,
) -> K:
    """Return the one of `choices` that `word` spells, whether with `_` or `-`; beginnings do not
    count. Raises Refusal (`kind`) with a proposal if none does, or with all of them if the
    word is empty. `what` is the noun for the message."""
    choices, wanted = list(choices), squash(word)
    if wanted in choices:  # most words are typed as they are written
        return choices[choices.index(wanted)]
    for choice in choices:
        if squash(choice) == wanted:
            return choice
    if not word.strip():
        raise Refusal(
            kind, f"type which {what}: {listed(map(squash, choices))}"
        )
    raise Refusal(
        kind,
        f"no {what} '{word}'{propose_near_word(word, map(squash, choices))}",
    )


def format_count(number: int, one: str, several: str = "") -> str:
    """Return a number with its noun: `1 round`, `2 rounds`. `several` is an irregular plural.
    The number must be a known one: a random number of `odds` would be told as one value."""
    return f"{number} {one if number == 1 else several or one + 's'}"


def number_owner(who: str, number: int) -> str:
    """Return the owner of the `number`-th roll of a name, as dice are typed for it: `joe`, then
    `joe.2`."""
    return who if number == 1 else f"{who}.{number}"


def explain_passed_over(
    weapons: Mapping[str, W],
    would_do: Callable[[W], bool],
    ails: Callable[[str], str],
) -> str:
    """Return the beginning of a refusal, `the NAME AILS; `, about a weapon that was not chosen
    automatically: the first that `would_do` and for which `ails(name)` says what hinders it and
    the line that helps (empty for a usable weapon). Empty if there is none."""
    for name, weapon in weapons.items():
        if would_do(weapon) and (trouble := ails(name)):
            return f"the {name} {trouble}; "
    return ""


MOST = 20
"""A refusal lists the words that are possible only if there are no more than this."""


class WordArgs:
    """The typed words of one option, by name. Making it raises Refusal (kind for unknown names)
    for a word that is not `allowed`. A word may be tied to a combatant: `ox:prone`."""

    def __init__(
        self,
        texts: Iterable[str],
        allowed: Collection[str],
        encounter: Encounter,
        words: Words,
    ) -> None:
        self._by_name: dict[str, list[Word]] = {}
        for text in texts:
            word = parse_word(text, encounter, words)
            if word.name not in allowed:
                is_listed = len(allowed) <= MOST
                if is_listed or nearest_words(word.name, allowed):
                    hint = propose_near_word(word.name, allowed)
                else:
                    hint = "; `rules words` lists what is"
                raise Refusal(
                    words.unknown, f"'{word.name}' is not known here{hint}"
                )
            self._by_name.setdefault(word.name, []).append(word)

    @property
    def is_empty(self) -> bool:
        """Whether no word was typed."""
        return not self._by_name

    def list_typed(self, table: Iterable[str]) -> list[str]:
        """Return the names of the typed words, each once, in the order of `table`."""
        found = list(self._by_name)
        return (
            found
            if len(found) < 2
            else [name for name in table if name in self._by_name]
        )

    def is_typed(self, name: str) -> bool:
        """Whether the word was typed at all, tied to whomever or to nobody."""
        return name in self._by_name

    def get(self, name: str, who: str | None = None) -> Word | None:
        """Return the last word of a name that is tied to the combatant `who`, else the last that
        is tied to nobody, else None."""
        words = self._by_name.get(name)
        if not words:
            return None
        tied = [
            word for word in words if word.who is not None and word.who == who
        ]
        found = tied or [word for word in words if word.who is None]
        return found[-1] if found else None

    def get_all(self, name: str) -> list[Word]:
        """Return every word of a name, tied or not, in the order typed."""
        return self._by_name.get(name, [])

    def get_tied(self, name: str, who: str) -> Word | None:
        """Return the last word of a name that is tied to `who`, or None; words that are tied to
        nobody do not count."""
        if name not in self._by_name:
            return None
        found = [word for word in self._by_name[name] if word.who == who]
        return found[-1] if found else None

    def has_word(self, name: str, who: str | None = None) -> bool:
        """Whether the word was typed for `who` or for nobody in particular. Without `who`,
        whether it was typed tied to nobody."""
        return self.get(name, who) is not None

    def get_value(self, name: str, who: str | None = None) -> str | None:
        """Return the value behind `=` of the word that `get` finds; None if it has none or was
        not typed."""
        word = self.get(name, who)
        return word.value if word else None


accept_old_attributes(
    WordArgs,
    names="is_typed",
    all="get_all",
    tied="get_tied",
    has="has_word",
    typed="list_typed",
    value="get_value",
    empty="is_empty",
)
accept_old_imports(globals())
