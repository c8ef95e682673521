"""A record of the options that a sensible combatant weighed at a choice, for a reader. Without a
listener nothing is kept."""

from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

from gmtrack.core.intents import Intent

T = TypeVar("T")

AIM, WEAPON, STRIKE, DEFENSE, ACTION, TREATMENT, AREA = (
    "aim", "weapon", "attack", "defense", "action", "treatment", "area",
)  # fmt: skip
"""What a choice is about: whom to attack, which weapon to take, how to attack, how to answer an
attack, what to do besides attacking, whom to treat, which area to attack."""
UNKNOWN = object()
"""The value of a key that is not in a cache."""
JUST_ATTACK = "just attack"
"""The option, among others than attacks on one foe, to do none of them."""


class Weighed(NamedTuple):
    """One choice: who made it, what it was about (`AIM` ... `AREA`), and every option with its
    worth in boxes, the best first. An option without an intent is a word, such as a weapon."""

    who: str
    about: str
    options: tuple[tuple[Intent | str, float], ...]


class WeighingLog:
    """The choices that were made since somebody last took them.

    `is_open`: whether anybody listens; `note` and `recall` keep nothing otherwise. It has to be
    opened before the first choice, since a choice from a cache is known only if it was noted when
    it was made."""

    def __init__(self) -> None:
        self.is_open = False
        self._choices: list[Weighed] = []
        self._by_key: dict[Hashable, list[Weighed]] = {}
        """The choices that were made for each value of a cache."""

    def note(
        self,
        who: str,
        about: str,
        options: Iterable[tuple[Intent | str, float]],
    ) -> None:
        """Note a choice, its options in any order; those of worth minus infinity, which are
        refused, are left out. Does nothing for a single option, or if nobody listens."""
        if not self.is_open:
            return
        possible = [one for one in options if one[1] > float("-inf")]
        in_order = tuple(sorted(possible, key=lambda one: -one[1]))
        if len(in_order) > 1:
            self._choices.append(Weighed(who, about, in_order))

    def recall(
        self, cache: dict[Hashable, Any], key: Hashable, make: Callable[[], T]
    ) -> T:
        """Return the cached value of `key`, made by `make` if it is new. The choices that were
        noted while it was made are noted again each time that it is recalled."""
        value: T = cache.get(key, UNKNOWN)
        if value is UNKNOWN:
            begun = len(self._choices)
            value = cache[key] = make()
            if self.is_open:
                self._by_key[key] = self._choices[begun:]
        elif self.is_open:
            self._choices += self._by_key.get(key, ())
        return value

    @contextmanager
    def set_aside(self) -> Iterator[None]:
        """Return a context in which choices are noted for later recalls alone: they were made only
        to estimate something, so `take` does not return them."""
        begun = len(self._choices)
        yield
        del self._choices[begun:]

    def take(self) -> tuple[Weighed, ...]:
        """Return the choices since the last call, each different one once, in their order."""
        found = {repr(choice): choice for choice in self._choices}
        self._choices = []
        return tuple(found.values())
