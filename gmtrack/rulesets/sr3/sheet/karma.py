"""The words by which a command line spends Karma: dice bought before a roll, misses rolled again,
a point burnt for a success (SRX-220)."""

import re
from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from gmtrack.dice.port import Key
from gmtrack.rulesets.kit.commands import AnyGame

BUY, REROLL, BURN = "karma", "reroll", "burn"
KARMA_WORDS = {
    BUY: "Karma: dice bought for a roll, ROLL:N, a point each",
    REROLL: "Karma: rolls the misses of ROLL again, for 1 point, then 2, 3",
    BURN: "Karma: a point burnt for good, a success more in ROLL",
}
"""The words of `--with`, with their help. Every command with rolls takes them."""
_WORD = re.compile(
    rf"(?:[^:=]+:)?(?P<kind>{BUY}|{REROLL}|{BURN})"
    r"=(?P<roll>[A-Za-z_-]+)(?:\.(?P<owner>[\w-]+))?(?:[:=](?P<count>\d{1,3}))?"
)
_BEGINS = re.compile(rf"(?:[^:=]+:)?(?:{BUY}|{REROLL}|{BURN})(?:=|$)")


class KarmaWord(NamedTuple):
    """A use of Karma that was typed: its kind, the name of the roll, whose it is where several
    have that name (empty: the first one), and how many dice or times."""

    kind: str
    roll: str
    owner: str
    times: int

    def fits(self, key: Key, roller: str = "") -> bool:
        """Whether the use is for a roll with this key, which the `roller` makes."""
        name, owner = key
        return self.roll == name and self.owner in ("", owner, roller)


def make_karma_word(found: re.Match[str]) -> KarmaWord:
    """Return the use of Karma that a match of `_WORD` names."""
    name = found["roll"].lower().replace("-", "_")
    return KarmaWord(
        found["kind"], name, found["owner"] or "", int(found["count"] or 1)
    )


class KarmaWords:
    """The uses of Karma that a command line names; each is for one roll, the first that it fits.

    Holds no game, which holds these words: by such a cycle all that a command has made would wait
    for the garbage collection."""

    def __init__(self, texts: Iterable[str]) -> None:
        self.others: list[str] = []
        """The words of the line that are about something else."""
        self._open: list[KarmaWord] = []
        self._malformed: list[str] = []
        for text in texts:
            if not _BEGINS.match(text):
                self.others.append(text)
            elif found := _WORD.fullmatch(text):
                self._open.append(make_karma_word(found))
            else:
                self._malformed.append(text)

    def __bool__(self) -> bool:
        return bool(self._open or self._malformed)

    def check_form(self, game: AnyGame) -> None:
        """Raise Refusal `option` for a malformed word."""
        for text in self._malformed:
            game.deny(
                "option",
                f"`{text}`: type {BUY}=ROLL:N, {REROLL}=ROLL or {BURN}=ROLL, such as "
                f"{BUY}=attack:2",
            )

    def deny_all(self, game: AnyGame) -> None:
        """Raise Refusal `option` for any word, for a command that rolls nothing."""
        for text in (*self._malformed, *self.unused()):
            game.deny(
                "option",
                f"'{text}' is not known here: Karma is of no use to this action, "
                "it rolls nothing",
            )

    def check(self, game: AnyGame, keys: Collection[Key]) -> None:
        """Raise Refusal `option` for a malformed word, and for a use in a roll that this command
        never makes. `keys` are those of all rolls that it may make. Where the line does the same
        for several people, a use that names another of them is theirs, and forgotten here."""
        self.check_form(game)
        for word in tuple(self._open):
            if any(word.fits(key) for key in keys):
                continue
            if word.owner in game.options.beside:
                self._open.remove(word)
            else:
                names = ", ".join(sorted({name for name, _ in keys}))
                rolls = f"it can roll {names}" if names else "it rolls nothing"
                game.deny(
                    "option",
                    f"{word.kind}={word.roll}: not rolled by this command, {rolls}",
                )

    def reroll_keys(self, keys: Iterable[Key]) -> Iterator[Key]:
        """Yield the keys of the rolls of misses that were typed for."""
        for name, owner in keys:
            times = sum(
                word.times
                for word in self._open
                if word.kind == REROLL and word.fits((name, owner))
            )
            for number in range(1, times + 1):
                yield (reroll_name(name, number), owner)

    def is_typed(self, kind: str, key: Key, roller: str) -> bool:
        """Whether a kind of use was typed for a roll and is not taken yet."""
        return any(
            word.kind == kind and word.fits(key, roller) for word in self._open
        )

    def take(self, kind: str, key: Key, roller: str) -> int:
        """Return how many dice or times of a kind were typed for a roll, and forget them; 0 if
        none were."""
        fitting = [
            word
            for word in self._open
            if word.kind == kind and word.fits(key, roller)
        ]
        self._open = [word for word in self._open if word not in fitting]
        return sum(word.times for word in fitting)

    def unused(self) -> list[str]:
        """Return the uses whose roll was not made, as they are typed."""
        return [f"{word.kind}={word.roll}" for word in self._open]


def reroll_name(name: str, number: int) -> str:
    """Return the name of the roll of the misses: `attack_reroll`, `attack_reroll_2`."""
    return f"{name}_reroll" if number == 1 else f"{name}_reroll_{number}"
