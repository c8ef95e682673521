"""Finding the id that a person meant by a word: an id, a name or an unambiguous beginning, in
any case."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher, get_close_matches
from heapq import nsmallest

from gmtrack.errors import Ambiguous, Refusal


def squash(word: str) -> str:
    """Return a word as it is compared: in lower case, with `-` for `_`."""
    return word.strip().lower().replace("_", "-")


def hyphened(name: str) -> str:
    """Return a name as one word: `ganger-1` for `Ganger 1`."""
    return squash(name).replace(" ", "-")


def pick(word: str, names: Mapping[str, str], what: str, kind: str) -> str:
    """Return the id meant by `word`: the id or name itself, else the only one that begins with
    the word, else the only one of a number (`g3`), else the only one with a part that begins
    with it. A number alone is no part.

    `names` maps id to display name. Raises Refusal(kind) with the candidates if none or several
    fit."""
    wanted = squash(word)
    exact = [
        i
        for i, name in names.items()
        if wanted in (squash(i), squash(name), hyphened(name))
    ]
    by_id = [i for i in exact if squash(i) == wanted]
    if by_id:
        return by_id[0]
    found = exact or [
        i
        for i, n in names.items()
        if squash(i).startswith(wanted) or squash(n).startswith(wanted)
    ]
    found = found or _ids_by_number(wanted, names)
    if not found and not wanted.isdigit():
        found = [
            i
            for i, n in names.items()
            if _has_part_beginning(wanted, f"{i} {n}")
        ]
    if wanted and len(found) == 1:
        return found[0]
    if wanted and found:
        raise Ambiguous(
            kind, f"{what} '{word}' could be {listed(found)}: type more of it"
        )
    raise Refusal(
        kind, f"no {what} '{word}'{suggestion(wanted, names, most=20)}"
    )


def distinct_names(names: Mapping[str, str]) -> dict[str, str]:
    """Return id to name, with no two names alike. Those who share a name get the number of their
    id appended (`Thug 2` of `thug-2`; the first, `thug`, is number 1), or the whole id where the
    number does not tell them apart. Who is called by their id keeps it unless the id is such a
    first one. A later combatant takes nobody's name."""
    shared = {
        name
        for name, many in Counter(map(squash, names.values())).items()
        if many > 1
    }
    if not shared:
        return dict(names)
    wanted = {
        who: _append_number(who, called, shared, names)
        for who, called in names.items()
    }
    while alike := {
        name
        for name, n in Counter(map(squash, wanted.values())).items()
        if n > 1
    }:
        keep = {_keeper_of_name(name, wanted, names) for name in alike}
        for who, name in wanted.items():
            if squash(name) in alike and who not in keep:
                wanted[who] = _append_id(who, names)
    return wanted


def _keeper_of_name(
    name: str, wanted: Mapping[str, str], names: Mapping[str, str]
) -> str:
    """Return who of those with the same name keeps it: the one whose id it is, or the first, so
    that nobody's name changes when somebody joins."""
    alike = [who for who, one in wanted.items() if squash(one) == name]
    own = (
        who
        for who in alike
        if name in (squash(who), squash(_append_id(who, names)))
    )
    return next(own, alike[0])


def _append_id(who: str, names: Mapping[str, str]) -> str:
    return f"{names[who]} ({who})"


def _append_number(
    who: str, called: str, shared: set[str], ids: Mapping[str, str]
) -> str:
    if squash(called) not in shared or (
        " " in called and hyphened(called) in (who, f"{who}-1")
    ):
        return called
    if number := re.search(r"\d+$", who):
        return f"{called} {number[0]}"
    if f"{who}-2" in ids:
        return f"{called} 1"
    return called if squash(called) == who else _append_id(who, {who: called})


def means_somebody(word: str, names: Mapping[str, str]) -> bool:
    """Whether a word means one of them, or could mean several."""
    try:
        pick(word, names, "", "")
    except Ambiguous:
        return True
    except Refusal:
        return False
    return True


def matching_words(word: str, known: Iterable[str]) -> list[str]:
    """Return the known words that a word can mean: the word itself, else all that begin with it
    or have a part that does."""
    wanted, found = squash(word), list(known)
    same = [one for one in found if squash(one) == wanted]
    return same[:1] or [
        one for one in found if wanted and _begins_with(wanted, one)
    ]


def _begins_with(wanted: str, text: str) -> bool:
    """Whether the text, or one of its parts, begins with the word. `l.arm` stands for the
    beginnings of two parts, as boards print them."""
    if "." not in wanted:
        return _has_part_beginning(wanted, text)
    begun, parts = wanted.split("."), squash(text).split("-")
    pairs = zip(begun, parts, strict=False)
    return len(begun) == len(parts) and all(
        one and two.startswith(one) for one, two in pairs
    )


def _has_part_beginning(wanted: str, text: str) -> bool:
    whole = squash(text)
    return whole.startswith(wanted) or any(
        whole[place.end() :].startswith(wanted)
        for place in re.finditer(r"[-\s]+", whole)
    )


def _ids_by_number(wanted: str, names: Mapping[str, str]) -> list[str]:
    """Return the ids that a letter and a number mean: `g3` for `ganger-3`, or for whoever is
    called `Ganger 3`. The first of several has no number in its id, and is `g1`."""
    parts = re.fullmatch(r"([a-z]+)-?(\d+)", wanted)
    if parts is None:
        return []
    stem, number = parts[1], parts[2]
    first = {i for i in names if f"{i}-2" in names} if number == "1" else set()
    return [
        i
        for i, name in names.items()
        if (i.startswith(stem) and (i in first or i.endswith(f"-{number}")))
        or (
            squash(name).startswith(stem)
            and squash(name).endswith(f" {number}")
        )
    ]


SHORT = 12
"""The length from which a list says less than the one word that was probably meant."""


def suggestion(word: str, known: Iterable[str], most: int = SHORT) -> str:
    """Return text to append to an error: `; did you mean 'x'?`, and a list of the known words if
    there is no such x or there are at most `most` of them; `; there is none` without any."""
    known = list(known)
    close = nearest_words(word, known)
    if close:
        rest = f" There is {listed(known)}" if len(known) <= most else ""
        return f"; did you mean '{close[0]}'?{rest}"
    return f"; there is {listed(known)}" if known else "; there is none"


NEAR = 0.75
"""The share of a word that must be the same for another to be proposed."""
NEAR_BEGUN = 0.65
"""The same share for words with the same first letter."""


def nearest_words(word: str, known: Iterable[str], most: int = 1) -> list[str]:
    """Return known words that are nearly this one, the nearest first, squashed. Empty where none
    is near: a wrong guess costs more than no guess."""
    wanted = squash(word)
    others = [squash(one) for one in known]
    begun = [one for one in others if one[:1] == wanted[:1]]
    near = get_close_matches(wanted, others, n=most, cutoff=NEAR)
    return near or get_close_matches(wanted, begun, n=most, cutoff=NEAR_BEGUN)


def listed(words: Iterable[str], most: int = 20) -> str:
    """Return words as a list for a sentence."""
    words = list(words)
    shown = ", ".join(words[:most])
    return shown + (
        f" and {len(words) - most} more" if len(words) > most else ""
    )


class TypoFinder:
    """A finder of likely typing errors. It answers a limited number of questions over a limited
    number of words, as a file may hold any number of both."""

    CLOSE = 0.8
    BEGUN = 4
    """The letters that make a beginning."""
    MOST = 200
    """The most words that one word is compared with."""
    LOOKS = 20_000
    LONGEST = 40

    def __init__(self) -> None:
        self.left = self.LOOKS
        self._found: dict[tuple[str, frozenset[str]], str | None] = {}
        self._first: dict[frozenset[str], list[str]] = {}

    def one_of(self, word: str, known: frozenset[str]) -> str | None:
        """Return the known word that is nearly this one: another spelling, a beginning, a letter
        or two wrong. None if there is none, or if only a number or a letter at the end tells the
        two apart."""
        key = (word, known)
        if (
            key not in self._found
            and self.left > 0
            and len(word) <= self.LONGEST
        ):
            self._found[key] = self._nearest(word, known)
        return self._found.get(key)

    def _nearest(self, word: str, known: frozenset[str]) -> str | None:
        if known not in self._first:
            short = (other for other in known if len(other) <= self.LONGEST)
            self._first[known] = nsmallest(self.MOST, short)
        self.left -= 1 + len(self._first[known])
        others = (other for other in self._first[known] if other != word)
        found = [(self.nearness(word, other), other) for other in others]
        best = max(found, default=(0.0, ""))
        return best[1] if best[0] >= self.CLOSE else None

    def nearness(self, word: str, other: str) -> float:
        """Return 1 for two spellings of one word, down to 0 for two words with little in common."""
        one, two = without_separators(word), without_separators(other)
        if one == two:
            return 1
        if one[:1] != two[:1] or _without_ending(word) == _without_ending(
            other
        ):
            return 0
        if len(one) >= self.BEGUN and two.startswith(one):
            return self.CLOSE
        return _similarity(one, two)


def _similarity(one: str, two: str) -> float:
    """Return how alike two words are, from 0.0 to 1.0: the share of their letters in the common
    beginning and in equal blocks behind it. Case counts. The words are not both empty."""
    pairs = enumerate(zip(one, two, strict=False))
    start = next((n for n, (a, b) in pairs if a != b), min(len(one), len(two)))
    rest = SequenceMatcher(None, one[start:], two[start:], autojunk=False)
    same = sum(block.size for block in rest.get_matching_blocks())
    return 2 * (start + same) / (len(one) + len(two))


def without_separators(word: str) -> str:
    """Return a word without the signs between its parts."""
    return re.sub(r"[-\s]+", "", squash(word))


def _without_ending(word: str) -> str:
    return re.sub(r"-?\d+$|-[a-z]$", "", squash(word))


def without_markup(text: str) -> str:
    return text.replace("`", "").replace("**", "")
