"""Where dice come from: chance, a seed, the table, or what another of a group has rolled."""

import random
from collections.abc import Container, Iterable, Mapping

from gmtrack.core.names import listed, squash
from gmtrack.dice.port import Answer, Ask, Dice, Key, Reading, read_faces
from gmtrack.dice.typed import format_dice_count, split_faces
from gmtrack.errors import Refusal


class RandomDice(Dice):
    """Dice by chance, or by a seed: the same seed gives each roll of a command, by its name and
    roller, the same dice, whatever else is rolled or typed in."""

    def __init__(self, seed: int | None = None) -> None:
        self._seed = seed
        self._chance = random.SystemRandom() if seed is None else None
        self._times: dict[tuple[str, str], int] = {}

    def roll(self, ask: Ask) -> Answer:
        source: random.Random | None = self._chance
        if source is None:
            key = (ask.name, ask.key)
            self._times[key] = self._times.get(key, 0) + 1
            source = random.Random(f"{self._seed}/{ask.name}/{ask.key}/{self._times[key]}")

        def throw(count: int) -> tuple[int, ...]:
            return tuple(source.randint(1, ask.sides) for _ in range(count))

        return read_faces(throw(ask.count), ask.reading, given=False, throw=throw)


AGAIN = "_again"
"""Ends the name of the dice that are rolled on, `NAME_again` or `NAME_again.WHO`."""


def base_name(name: str, rolls: Container[str]) -> str:
    """The roll that typed dice belong to: `attack` for `attack_again`, unless that is a roll."""
    return name if name in rolls else name.removesuffix(AGAIN)


def _is_meant(who: str, roller: str) -> bool:
    """Whether a roller is meant by what was typed after the roll's name: `joe.2` only by itself,
    not by nothing, which is the first roll of the only one who rolls."""
    return squash(roller) == squash(who) if who else "." not in roller


class TableDice(Dice):
    """What fell on the table, by `NAME` or `NAME.WHO`; the rest comes from another source.

    `typed` maps the name as typed (normalised to `_`) to the faces.
    `kind` is the word for refused dice in the ruleset in play.
    """

    def __init__(self, typed: dict[str, tuple[int, ...]], rest: Dice, kind: str) -> None:
        self._typed = dict(typed)
        self._rest = rest
        self.kind = kind
        self._used: set[str] = set()
        self._taken: dict[str, int] = {}

    def expect(self, rolls: Iterable[Key], either: Iterable[Key] = ()) -> None:
        sure = set(rolls := list(rolls))
        known = list(dict.fromkeys([*rolls, *either]))
        for typed in self._typed:
            name, _, who = typed.partition(".")
            name = base_name(name, {roll for roll, _ in known})
            rollers = [w for n, w in known if n == name and _is_meant(who, w)]
            if not rollers:
                raise Refusal(self.kind, self._no_such_roll(typed, known))
            if not who and sum((name, w) in sure for w in rollers) > 1:
                exact = listed(f"{name}.{w}" for w in rollers)
                raise Refusal(self.kind, f"'{typed}' is rolled by several: type {exact}")

    def roll(self, ask: Ask) -> Answer:
        typed = self._take(ask.name, ask.key, ask.series)
        more = self._take(ask.name + AGAIN, ask.key)
        # How many are rolled on shows only then: a ten that was typed for them is one die.
        for name, count in ((typed, ask.count), (more, 1)):
            if name is not None:
                self._typed[name] = split_faces(self._typed[name], ask.sides, count)
        if typed is None and more is None:
            return self._rest.roll(ask)
        faces = self._given(typed, ask) if typed else None
        waves = list(self._faces(more, ask.sides)) if more else []
        given = len(waves)
        answer = self.complete(ask, faces, waves)
        if waves:
            used = given - len(waves)
            raise Refusal(
                self.kind,
                f"{more}: only {format_dice_count(used)} can be rolled again; more were given",
            )
        return answer

    def complete(self, ask: Ask, faces: tuple[int, ...] | None, waves: list[int]) -> Answer:
        """The answer for the dice on the table and, of what was not typed, of the other source.
        Of `waves`, the dice that were rolled on, what is not needed stays there."""

        def throw(count: int) -> tuple[int, ...]:
            given = tuple(waves[:count])
            del waves[:count]
            return (*given, *self._rolled(ask, count - len(given)))

        first = self._rolled(ask, ask.count) if faces is None else faces
        return read_faces(first, ask.reading, given=faces is not None, throw=throw)

    def unused(self) -> list[str]:
        begun = [typed for typed in self._taken if self._rest_of(typed)]
        return [typed for typed in self._typed if typed not in self._used or typed in begun]

    def typed_left(self) -> tuple[tuple[str, tuple[int, ...]], ...]:
        """What was typed and no roll has asked for yet, to `go_back` to."""
        return tuple((typed, self._rest_of(typed)) for typed in self.unused())

    def go_back(self, left: tuple[tuple[str, tuple[int, ...]], ...]) -> None:
        """To an earlier roll, with what was left then."""
        self._typed, self._used, self._taken = dict(left), set(), {}

    def types(self, ask: Ask) -> int | None:
        """How many dice were typed for a roll and not used yet; None for nothing."""
        fresh = (typed for typed in (f"{ask.name}.{ask.key}", ask.name) if self._is_fresh(typed))
        typed = next(fresh, None)
        return None if typed is None else len(split_faces(self._typed[typed], ask.sides, ask.count))

    def _is_fresh(self, typed: str) -> bool:
        return typed in self._typed and typed not in self._used

    def _take(self, name: str, who: str, series: bool = False) -> str | None:
        """The typed name of these dice, which are used now; None where nothing was typed, or
        nothing of it is left."""
        for typed in (f"{name}.{who}", name):
            if self._is_fresh(typed) or (series and self._rest_of(typed)):
                self._used.add(typed)
                return typed
        return None

    def _rest_of(self, typed: str) -> tuple[int, ...]:
        return self._typed.get(typed, ())[self._taken.get(typed, 0) :]

    def _given(self, typed: str, ask: Ask) -> tuple[int, ...]:
        faces = self._faces(typed, ask.sides)
        if ask.series:
            faces = self._rest_of(typed)[: ask.count]
            self._taken[typed] = self._taken.get(typed, 0) + len(faces)
        if len(faces) != ask.count:
            raise Refusal(
                self.kind, f"{typed} needs {format_dice_count(ask.count)}, got {len(faces)}"
            )
        return faces

    def _faces(self, typed: str, sides: int) -> tuple[int, ...]:
        faces = self._typed[typed]
        wrong = [face for face in faces if not 1 <= face <= sides]
        if wrong:
            raise Refusal(self.kind, f"{typed}: {wrong[0]} is not a face of a d{sides}")
        return faces

    def _rolled(self, ask: Ask, count: int) -> tuple[int, ...]:
        """Faces of so many dice from the other source, which are read here."""
        if not count:
            return ()
        bare = Ask(ask.name, ask.who, count, ask.sides, Reading(marked=count), block=ask.block)
        return self._rest.roll(bare).marked or ()

    def _no_such_roll(self, typed: str, known: list[Key]) -> str:
        if not known:
            return f"'{typed}': this command rolls nothing"
        names = listed(dict.fromkeys(name for name, _ in known))
        return f"'{typed}' is not rolled by this command, which can roll {names}"


class ChanceDice(Dice):
    """Dice by chance in the order in which they are asked for: one source for a whole fight, where
    `RandomDice` makes one for each roll."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed).random

    def roll(self, ask: Ask) -> Answer:
        chance, sides = self._random, ask.sides

        def throw(count: int) -> tuple[int, ...]:
            return tuple([int(chance() * sides) + 1 for _ in range(count)])

        return read_faces(throw(ask.count), ask.reading, given=False, throw=throw)


class GroupedDice(Dice):
    """Rolls `name` once for every group; `group_of` maps combatants to theirs. One who rolls
    another number of dice, the wounded one for instance, rolls alone."""

    def __init__(self, rest: Dice, group_of: Mapping[str, str], name: str) -> None:
        self._rest = rest
        self._group_of = group_of
        self._name = name
        self._rolled: dict[tuple[object, ...], Answer] = {}

    def expect(self, rolls: Iterable[Key], either: Iterable[Key] = ()) -> None:
        self._rest.expect(rolls, either)

    def roll(self, ask: Ask) -> Answer:
        group = self._group_of.get(ask.who)
        if group is None or ask.name != self._name:
            return self._rest.roll(ask)
        key = (group, ask.count, ask.sides, ask.reading)
        if key not in self._rolled:
            self._rolled[key] = self._rest.roll(ask)
        return self._rolled[key]

    def unused(self) -> list[str]:
        return self._rest.unused()
