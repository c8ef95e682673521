"""The search for the id that a person meant by a word: an id, a name or an unambiguous
beginning, in any case."""

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from difflib import SequenceMatcher, get_close_matches
from heapq import nsmallest

from gmtrack.errors import Ambiguous, Refusal

QUOTES = "\"'“”„‟«»‹›‘’‚"
"""The characters that may stand around a nickname."""
PART_END = re.compile(r"[-\s]+")
"""A pattern for what separates the parts of a word or name."""
PART_START = re.compile(rf"(?:^|[-\s]+)[{re.escape(QUOTES)}]*")
"""A pattern for what stands before a part of a word or name."""


def squash(word: str) -> str:
    """Return a word in the form in which words are compared: in lower case, with `-` for `_`,
    without blanks around it."""
    return word.strip().lower().replace("_", "-")


def hyphenate(name: str) -> str:
    """Return a name as one squashed word: `ganger-1` for `Ganger 1`."""
    return squash(name).replace(" ", "-")


class CastNames(dict[str, str]):
    """Display names by id, for `pick`. `find_out` returns which of several ids are dead or have
    left the fight; it is called only where a word fits several combatants."""

    __slots__ = ("find_out",)

    def __init__(
        self,
        names: Mapping[str, str],
        find_out: Callable[[Collection[str]], Collection[str]],
    ) -> None:
        super().__init__(names)
        self.find_out = find_out


def pick(word: str, names: Mapping[str, str], what: str, kind: str) -> str:
    """Return the id meant by `word`: the id or name itself, else the only one whose name has it
    as a whole word, else the only one that begins with the word, else the only one of a number
    (`g3`), else the only one with a part that begins with the word. A number alone is no part,
    and a nickname in quotes (`Sam "Moth" Reed`) is one. Where a word fits several of a cast
    (`CastNames`), the dead and those who have left are meant only if it fits nobody else.

    `names` maps id to display name; `what` is the noun of the error message. Raises
    Refusal(`kind`) with proposals if none fits, Ambiguous(`kind`) with the candidates if several
    do."""
    wanted = squash(word)
    called = {i: squash(name) for i, name in names.items()}
    exact = [
        i
        for i, name in called.items()
        if wanted in (squash(i), name, name.replace(" ", "-"))
    ]
    by_id = [i for i in exact if squash(i) == wanted]
    if by_id:
        return by_id[0]
    found = exact or _only_id_by_whole_word(wanted, called, names)
    found = found or [
        i
        for i, name in called.items()
        if squash(i).startswith(wanted) or name.startswith(wanted)
    ]
    found = found or _ids_by_number(wanted, names)
    if not found and not wanted.isdigit():
        found = [
            i
            for i, n in names.items()
            if _has_part_beginning(wanted, f"{i} {n}")
        ]
    found = _without_those_out(found, names)
    if wanted and len(found) == 1:
        return found[0]
    if wanted and found:
        could = listed(_names_to_read(names, found))
        raise Ambiguous(
            kind, f"{what} '{word}' could be {could}: type more of it"
        )
    shown = _names_to_read(names, names)
    hint = propose_near_word(wanted, names, most=20, shown=shown)
    raise Refusal(kind, f"no {what} '{word}'{hint}")


def _names_to_read(names: Mapping[str, str], ids: Iterable[str]) -> list[str]:
    """Return what these ids are called in a sentence: combatants (`CastNames`) by their names,
    anything else by its id."""
    if isinstance(names, CastNames):
        return [names[one] for one in ids]
    return [*ids]


def _without_those_out(found: list[str], names: Mapping[str, str]) -> list[str]:
    """Return the ids that a word fits, without the dead and those who have left the fight; all
    of them if nobody else is left, or if `names` does not know (a plain map)."""
    if len(found) < 2 or not isinstance(names, CastNames):
        return found
    out = names.find_out(found)
    return [one for one in found if one not in out] or found


def distinct_names(names: Mapping[str, str]) -> dict[str, str]:
    """Return id to name, with no two names alike. Those who share a name get the number of their
    id appended (`Thug 2` of `thug-2`; the first, `thug`, is number 1), or the whole id if the
    number does not tell them apart. Somebody whose name is their id keeps it, unless the id is
    such a first one. A later combatant takes nobody's name."""
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
    """Return the id of the one who keeps a name that several have: the one whose id it is, or
    the first, so that nobody's name changes when somebody joins. `wanted`: id to name so far,
    `names`: id to name as written."""
    alike = [who for who, one in wanted.items() if squash(one) == name]
    own = (
        who
        for who in alike
        if name in (squash(who), squash(_append_id(who, names)))
    )
    return next(own, alike[0])


def _append_id(who: str, names: Mapping[str, str]) -> str:
    """Return the name of `who` with the id in brackets: `Thug (thug-a)`."""
    return f"{names[who]} ({who})"


def _append_number(
    who: str, called: str, shared: set[str], ids: Mapping[str, str]
) -> str:
    """Return the name that tells `who` apart: `called` itself if nobody shares it or it says its
    number already, else with the number of the id, 1 for the first of several, or the whole id.
    `shared`: squashed names that several have."""
    if squash(called) not in shared or (
        " " in called and hyphenate(called) in (who, f"{who}-1")
    ):
        return called
    if number := re.search(r"\d+$", who):
        return f"{called} {number[0]}"
    if f"{who}-2" in ids:
        return f"{called} 1"
    return called if squash(called) == who else _append_id(who, {who: called})


def means_somebody(word: str, names: Mapping[str, str]) -> bool:
    """Whether a word means a combatant in `names` (id to display name), or could mean several of
    them."""
    try:
        pick(word, names, "", "")
    except Ambiguous:
        return True
    except Refusal:
        return False
    return True


def matching_words(word: str, known: Iterable[str]) -> list[str]:
    """Return the known words that a word can mean: only the word itself if it is known, else all
    that begin with it or have a part that does. Empty if there is none, or the word is empty."""
    wanted, found = squash(word), list(known)
    same = [one for one in found if squash(one) == wanted]
    return same[:1] or [
        one for one in found if wanted and _begins_with(wanted, one)
    ]


def _begins_with(wanted: str, text: str) -> bool:
    """Whether a text, or one of its parts, begins with the squashed word `wanted`. `l.arm`
    stands for the beginnings of all parts, as boards print them."""
    if "." not in wanted:
        return _has_part_beginning(wanted, text)
    begun, parts = wanted.split("."), squash(text).split("-")
    pairs = zip(begun, parts, strict=False)
    return len(begun) == len(parts) and all(
        one and two.startswith(one) for one, two in pairs
    )


def _has_part_beginning(wanted: str, text: str) -> bool:
    """Whether a text begins with the squashed word `wanted`, or has a part behind a hyphen or
    blank that does. Quotes before a part make no difference."""
    whole = squash(text)
    return whole.startswith(wanted) or (
        # Most texts do not contain the word at all: they need not be split.
        wanted in whole
        and any(
            whole.startswith(wanted, place.end())
            for place in PART_START.finditer(whole)
        )
    )


def _only_id_by_whole_word(
    wanted: str, called: Mapping[str, str], names: Mapping[str, str]
) -> list[str]:
    """Return the id of the only one whose name has `wanted` as a whole word. Empty if nobody has
    it, or several have, or `wanted` is a number. The dead and those who have left do not count
    beside others. `called`: id to squashed name, `names`: id to display name."""
    if wanted.isdigit():
        return []
    found = [
        i
        for i, name in called.items()
        # Most names do not contain the word at all: they need not be split.
        if wanted in name and wanted in _words_of_name(name)
    ]
    found = _without_those_out(found, names)
    return found if len(found) == 1 else []


def _words_of_name(name: str) -> list[str]:
    """Return the words of a squashed name, without the quotes around them."""
    return [word.strip(QUOTES) for word in PART_END.split(name)]


def _ids_by_number(wanted: str, names: Mapping[str, str]) -> list[str]:
    """Return the ids that a letter and a number mean: `g3` for `ganger-3`, or for whoever is
    called `Ganger 3`. The first of several has no number in its id, and is `g1`. Empty if
    `wanted` is no such word."""
    parts = re.fullmatch(r"([a-z]+)-?(\d+)", wanted)
    if parts is None:
        return []
    stem, number = parts[1], parts[2]

    def has_number(id_: str) -> bool:
        """Whether an id ends with the number, or is the first of several that need none."""
        is_first = number == "1" and f"{id_}-2" in names
        return is_first or id_.endswith(f"-{number}")

    found: list[str] = []
    for id_, name in names.items():
        called = squash(name)
        by_id = id_.startswith(stem) and has_number(id_)
        by_name = called.startswith(stem) and called.endswith(f" {number}")
        if by_id or by_name:
            found.append(id_)
    return found


SHORT = 12
"""The length from which a list says less than the one word that was probably meant."""


def propose_near_word(
    word: str,
    known: Iterable[str],
    most: int = SHORT,
    shown: Iterable[str] = (),
) -> str:
    """Return the end of an error message that says what exists: `; did you mean 'x'?` if a known
    word is near, and a list of the known words if none is near or there are at most `most`; `;
    there is none` if nothing is known. `shown`: what the list shows in place of the words."""
    known = list(known)
    close = nearest_words(word, known)
    there = listed(list(shown) or known)
    if close:
        rest = f" There is {there}" if len(known) <= most else ""
        return ask_if_meant(close[0]) + rest
    return f"; there is {there}" if known else "; there is none"


def ask_if_meant(word: str | None) -> str:
    """Return `; did you mean 'x'?` for a proposed word, to be appended to an error message; empty
    for None or an empty word."""
    return f"; did you mean '{word}'?" if word else ""


NEAR = 0.75
"""The share of a word that must be the same for another to be proposed."""
NEAR_BEGUN = 0.65
"""The same share for words with the same first letter."""


def nearest_words(word: str, known: Iterable[str], most: int = 1) -> list[str]:
    """Return up to `most` known words that are nearly this one, the nearest first, squashed.
    Empty if none is near: a wrong guess costs more than no guess."""
    wanted = squash(word)
    others = [squash(one) for one in known]
    begun = [one for one in others if one[:1] == wanted[:1]]
    near = get_close_matches(wanted, others, n=most, cutoff=NEAR)
    return near or get_close_matches(wanted, begun, n=most, cutoff=NEAR_BEGUN)


def listed(words: Iterable[str], most: int = 20) -> str:
    """Return words separated by commas, for a sentence; after the first `most` only how many
    more there are."""
    words = list(words)
    shown = ", ".join(words[:most])
    return shown + (
        f" and {len(words) - most} more" if len(words) > most else ""
    )


class TypoFinder:
    """A finder of likely typing errors. It compares a limited number of words in all (LOOKS),
    because a file may hold any number; after that it finds none."""

    CLOSE = 0.8
    """The nearness from which a word counts as meant."""
    BEGUN = 4
    """The fewest letters that make a beginning."""
    MOST = 200
    """The most words that one word is compared with."""
    LOOKS = 20_000
    """The most comparisons of one finder."""
    LONGEST = 40
    """The most letters of a word that is compared."""

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
            self._found[key] = self._nearest_word(word, known)
        return self._found.get(key)

    def _nearest_word(self, word: str, known: frozenset[str]) -> str | None:
        """Return the known word that is nearest to `word`; None if none is close. Counts the
        comparisons in `left`."""
        if known not in self._first:
            short = (other for other in known if len(other) <= self.LONGEST)
            self._first[known] = nsmallest(self.MOST, short)
        self.left -= 1 + len(self._first[known])
        others = (other for other in self._first[known] if other != word)
        found = [(self.nearness(word, other), other) for other in others]
        best = max(found, default=(0.0, ""))
        return best[1] if best[0] >= self.CLOSE else None

    def nearness(self, word: str, other: str) -> float:
        """Return 1 for two spellings of one word, down to 0 for words with little in common. 0
        also if the first letters differ, or only a number or letter at the end does."""
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
    """Return the share of letters that two words have in common, from 0.0 to 1.0: in the common
    beginning and in equal blocks after it. Upper and lower case differ. One of the words must
    have a letter."""
    pairs = enumerate(zip(one, two, strict=False))
    start = next((n for n, (a, b) in pairs if a != b), min(len(one), len(two)))
    rest = SequenceMatcher(None, one[start:], two[start:], autojunk=False)
    same = sum(block.size for block in rest.get_matching_blocks())
    return 2 * (start + same) / (len(one) + len(two))


def without_separators(word: str) -> str:
    """Return a squashed word without the hyphens and blanks between its parts."""
    return re.sub(r"[-\s]+", "", squash(word))


def _without_ending(word: str) -> str:
    """Return a squashed word without a number, or a hyphen with one letter, at its end."""
    return re.sub(r"-?\d+$|-[a-z]$", "", squash(word))


def without_markup(text: str) -> str:
    """Return a text without the backticks and `**` of Markdown."""
    return text.replace("`", "").replace("**", "")
