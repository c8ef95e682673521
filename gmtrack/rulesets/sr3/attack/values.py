"""One word of an attack: which attacks it fits, how its value is read, and the words of one attack
as they were typed."""

from collections.abc import Callable, Iterator, Mapping
from typing import Literal, NamedTuple, TypeVar

from gmtrack.core.names import squash
from gmtrack.core.report import Part
from gmtrack.errors import Refusal
from gmtrack.rulesets.kit.modifiers import Modifier
from gmtrack.rulesets.kit.words import Told, known, number
from gmtrack.rulesets.sr3.rulings.house import House
from gmtrack.rulesets.sr3.sheet.game import WORDS
from gmtrack.rulesets.sr3.tables.modifiers import GAITS
from gmtrack.rulesets.sr3.tables.ranges import CATEGORIES

S = TypeVar("S")
Fits = Literal["melee", "ranged", "both"]
Value = int | str | None
Reader = Callable[[str, str | None], Value]
"""What the text behind `=` means for the word of this name. Raises Refusal (`option`)."""
FAR = 999_999
MOST = 99


# --- values ---


def nothing(name: str, text: str | None) -> None:
    if text is not None:
        raise Refusal(WORDS.value, f"{name} takes no value: --with {name}")


def text(name: str, text: str | None) -> str:
    """A name that is looked up later."""
    del name
    return text or ""


def count_to(most: int, least: int = 0) -> Reader:
    return lambda name, text: number(text, name, WORDS.value, least, most)


count = count_to(MOST)
dice = count_to(9_999)
signed = count_to(MOST, -MOST)
ALL = "all"


def or_all(read: Reader) -> Reader:
    """A number, or all that there are."""
    return lambda name, text: ALL if squash(text or "") == ALL else read(name, text)


def amount(plain: int) -> Reader:
    """What it is worth; the bare word is worth `plain`."""
    return lambda name, text: plain if text is None else signed(name, text)


def gait(name: str, text: str | None) -> Value:
    """How somebody moves, or what it is worth; the bare word is plain running."""
    typed = text or "running"
    return GAITS[typed] if typed in GAITS else count(name, text)


def maybe_amount(name: str, text: str | None) -> Value:
    """What it is worth; the bare word leaves that to the rules."""
    return None if text is None else signed(name, text)


def one_of(choices: Mapping[str, Value], bare: str = "", what: str = "") -> Reader:
    """The value of a choice; the bare word means the choice `bare`."""
    return lambda name, text: choices[
        known(bare if text is None else text, choices, what or name, WORDS.value)
    ]


def distance(name: str, text: str | None) -> Value:
    """Metres, or a category."""
    metres = (text or "").removesuffix("m")
    if text is None or metres.lstrip("+-").isdigit():
        return number(metres, name, WORDS.value, most=FAR)
    return known(squash(text), CATEGORIES, name, WORDS.value)


def rating_or_id(name: str, text: str | None) -> Value:
    """A rating, or the id of a barrier of the scene."""
    if not text or text.lstrip("+-").isdigit():
        return number(text, name, WORDS.value, most=FAR)
    return text


# --- words ---


class AttackWord(NamedTuple):
    """One word: what it says, the attacks that it fits, the rows of RULES.md, how its value is
    read. `auto`: known by itself, and `--without` switches it off. `choices` are the values that it
    can be given by name."""

    name: str
    help: str
    fits: Fits
    rules: str
    read: Reader = nothing
    auto: bool = False
    choices: tuple[str, ...] = ()


def as_told(row: Modifier[S, House], situation: S, house: House, told: int | None) -> Part:
    """The part of a row; a number that was told is what it is worth."""
    return row.part(situation, house) if told is None else Part(row.label, told, row.rules)


# --- as typed ---


class Said(NamedTuple):
    """A word that was typed: the value that it has, and the combatant whom it is about."""

    value: Value
    who: str | None


class AttackWords:
    """All words of one attack, their values read once. Raises Refusal (`option`)."""

    def __init__(self, told: Told, words: Mapping[str, AttackWord]) -> None:
        self._said: dict[str, list[Said]] = {}
        for name in told.typed(words):
            row = words[name]
            for word in told.all(name):
                said = Said(row.read(name, word.value), word.who)
                self._said.setdefault(name, []).append(said)

    def __iter__(self) -> Iterator[str]:
        """The names that were typed, in the order of the table."""
        return iter(self._said)

    def tied(self, name: str, who: str) -> list[Said]:
        """Those about one combatant, in the order typed."""
        return [said for said in self._said.get(name, []) if said.who == who]

    def bare(self, name: str) -> Said | None:
        """The last one that names nobody."""
        return next((said for said in reversed(self._said.get(name, [])) if not said.who), None)

    def about(self, name: str, who: str) -> Said | None:
        """The last one about somebody, else the last one that names nobody."""
        tied = self.tied(name, who)
        return tied[-1] if tied else self.bare(name)

    def in_force(self, attacker: str, target: str, time: int, times: int) -> dict[str, Said]:
        """The words of the attack on one target, `time` of `times`: those about the target (if
        they are named several times, one word for each time), else those about the attacker, else
        those that name nobody."""
        found = {}
        for name in self:
            tied = self.tied(name, target)[-times:]
            said = tied[min(time, len(tied)) - 1] if tied else self.about(name, attacker)
            if said is not None:
                found[name] = said
        return found
