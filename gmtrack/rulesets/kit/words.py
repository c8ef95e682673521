"""What rulesets share: the words of the command line, finding combatants, plain arithmetic."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import NamedTuple, TypeVar

from gmtrack.core.encounter import Encounter
from gmtrack.core.lexicon import Entries, Entry
from gmtrack.core.names import listed, pick, squash, suggestion
from gmtrack.errors import Refusal
from gmtrack.rulesets.port import Words

W = TypeVar("W")
K = TypeVar("K", bound=str)
IN_HAND = ("ready", "wield", "draw", "equip")
"""What games call it to take a weapon in hand."""
_MOD = r"(?:(?P<who>[^:+-]+):)?(?P<n>[+-]?\d{1,4})(?::(?P<why>.*))?"


class Word(NamedTuple):
    """One `--with`, `--without`, `--defense` or `--karma` word: `[WHO:]NAME[=VALUE]`, NAME in
    kebab-case; `who` is a combatant's id or None, `value` as typed or None."""

    name: str
    value: str | None = None
    who: str | None = None


class Mod(NamedTuple):
    """A number added by hand with its reason: `[WHO:]N[:WHY]`."""

    value: int
    why: str
    who: str | None = None


COVER = Entry("cover", "take-cover")
"""What the word alone means, for a lexicon where cover can be left too."""


def also_in_hand(action: str) -> Entries:
    """What the action that takes a weapon in hand is called in other games, for a lexicon."""
    return tuple(Entry(word, action) for word in IN_HAND if word != action)


def find(encounter: Encounter, word: str, words: Words) -> str:
    """The id of the combatant meant by `word`. Raises Refusal with the candidates."""
    if word in encounter.combatants:
        return word
    return pick(word, encounter.names(), "combatant", words.nobody)


def parse_word(text: str, encounter: Encounter, words: Words) -> Word:
    """Read one `[WHO:]NAME[=VALUE]`. Raises Refusal if WHO is nobody."""
    head, sign, value = text.partition("=")
    who, colon, name = head.rpartition(":")
    return Word(
        squash(name),
        value.strip() if sign else None,
        find(encounter, who, words) if colon else None,
    )


def parse_mod(text: str, encounter: Encounter, words: Words) -> Mod:
    """Read one `[WHO:]N[:WHY]`. Raises Refusal if there is no number or WHO is nobody."""
    match = re.fullmatch(_MOD, text.strip(), re.DOTALL)
    if not match:
        raise Refusal(
            words.value,
            f"'{text}' is not a modifier: type N or N:WHY, such as -2:dark",
        )
    return Mod(
        int(match["n"]),
        (match["why"] or "").strip() or "mod",
        _modified(match, encounter, words) if match["who"] else None,
    )


def _modified(match: re.Match[str], encounter: Encounter, words: Words) -> str:
    """WHO of a modifier. Where it is nobody and there is no reason, it was the reason."""
    who = match["who"]
    try:
        return find(encounter, who, words)
    except Refusal as refusal:
        if match["why"] is not None or not refusal.message.startswith("no "):
            raise
        line = f"`--mod {match['n']}:{who.strip()}`"
        message = f"a modifier is N:WHY, as in {line}; WHO: before N says who it is for, but"
        raise Refusal(words.value, f"{message} {refusal.message}") from None


def number(
    text: str | None, what: str, kind: str, least: int = 0, most: int = 9999
) -> int:
    """A whole number within limits from a word. Raises Refusal(kind) otherwise."""
    if not text:
        raise Refusal(kind, f"{what} needs a whole number: type {what}=N")
    if not re.fullmatch(r"[+-]?\d{1,6}", text.strip()):
        raise Refusal(kind, f"{what} needs a whole number, not '{text}'")
    value = int(text)
    if not least <= value <= most:
        raise Refusal(kind, f"{what} is {value}, but must be {least} to {most}")
    return value


def known(word: str, choices: Iterable[K], what: str, kind: str) -> K:
    """The choice meant by `word` exactly, `_` and `-` the same. Raises Refusal(kind)."""
    choices, wanted = list(choices), squash(word)
    for choice in choices:
        if squash(choice) == wanted:
            return choice
    if not word.strip():
        raise Refusal(
            kind, f"type which {what}: {listed(map(squash, choices))}"
        )
    raise Refusal(
        kind, f"no {what} '{word}'{suggestion(word, map(squash, choices))}"
    )


def counted(number: int, one: str, several: str = "") -> str:
    """`1 round`, `2 rounds`. The number must be known: dice of odds are not told."""
    return f"{number} {one if number == 1 else several or one + 's'}"


def numbered(who: str, number: int) -> str:
    """What is typed behind the name of a roll for the `number`-th of its kind: `joe`, `joe.2`."""
    return who if number == 1 else f"{who}.{number}"


def passed_over(
    weapons: Mapping[str, W],
    would_do: Callable[[W], bool],
    ails: Callable[[str], str],
) -> str:
    """The beginning of a refusal of the weapon that was taken by itself: the one that would do,
    with what ails it and the line that helps; nothing if none would. `ails` says nothing of one
    that can be used."""
    for name, weapon in weapons.items():
        if would_do(weapon) and (trouble := ails(name)):
            return f"the {name} {trouble}; "
    return ""


MOST = 20
"""More words than that are not listed in a refusal."""


class WordArgs:
    """The words of one line, by name; keeps track that each is one the line can take."""

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
                hint = suggestion(word.name, allowed)
                if len(allowed) > MOST and "did you mean" not in hint:
                    hint = "; `rules words` lists what is"
                raise Refusal(
                    words.unknown, f"'{word.name}' is not known here{hint}"
                )
            self._by_name.setdefault(word.name, []).append(word)

    @property
    def empty(self) -> bool:
        return not self._by_name

    def typed(self, table: Iterable[str]) -> list[str]:
        """The names of all words, in the order of the table that they are from."""
        found = list(self._by_name)
        return (
            found
            if len(found) < 2
            else [name for name in table if name in self._by_name]
        )

    def names(self, name: str) -> bool:
        """Whether there is any such word, whoever it is tied to."""
        return name in self._by_name

    def get(self, name: str, who: str | None = None) -> Word | None:
        """The last such word that is tied to `who`, else the last that is tied to nobody."""
        words = self._by_name.get(name)
        if not words:
            return None
        tied = [
            word for word in words if word.who is not None and word.who == who
        ]
        found = tied or [word for word in words if word.who is None]
        return found[-1] if found else None

    def all(self, name: str) -> list[Word]:
        """All such words, in the order typed."""
        return self._by_name.get(name, [])

    def tied(self, name: str, who: str) -> Word | None:
        """The last such word that is tied to `who` by name."""
        if name not in self._by_name:
            return None
        found = [word for word in self._by_name[name] if word.who == who]
        return found[-1] if found else None

    def has(self, name: str, who: str | None = None) -> bool:
        return self.get(name, who) is not None

    def value(self, name: str, who: str | None = None) -> str | None:
        word = self.get(name, who)
        return word.value if word else None
