"""Dice sources: chance, a seed, dice typed from the table, and one roll for a whole group."""

import random
from collections.abc import Container, Iterable, Mapping

from gmtrack.core.names import listed, squash
from gmtrack.dice.hits_alone import make_hits_answer
from gmtrack.dice.port import (
    Answer,
    Ask,
    Dice,
    Faces,
    Key,
    Reading,
    read_faces,
    read_kinds,
    roll_kinds,
)
from gmtrack.dice.typed import (
    WrittenDice,
    describe_impossible_die,
    describe_wrong_count,
    describe_wrong_face,
    format_dice_count,
    split_faces,
    split_faces_of_roll,
)
from gmtrack.errors import Refusal


class RandomDice(Dice):
    """Random dice for the rolls of one command.

    With a seed, each roll gets dice of its own, by its name and key: other rolls and typed dice do
    not change them. Without a seed (None), the operating system supplies the chance."""

    def __init__(self, seed: int | None = None) -> None:
        self._seed = seed
        self._chance = random.SystemRandom() if seed is None else None
        self._times: dict[Key, int] = {}
        """The number of times that each roll was made, so that a repeated roll gets new dice."""

    def roll(self, ask: Ask) -> Answer:
        """Roll the dice; never raises."""
        # Not by `roll`: a source that inherits it and notes rolls would note each kind as one.
        if ask.kinds:
            return roll_kinds(ask, self._roll_kind)
        return self._roll_kind(ask)

    def _roll_kind(self, ask: Ask) -> Answer:
        """Roll dice of one kind."""
        source: random.Random | None = self._chance
        if source is None:
            key = (ask.name, ask.key)
            self._times[key] = self._times.get(key, 0) + 1
            source = random.Random(
                f"{self._seed}/{ask.name}/{ask.key}/{self._times[key]}"
            )

        def throw(count: int) -> Faces:
            return tuple(source.randint(1, ask.sides) for _ in range(count))

        return read_faces(
            throw(ask.count), ask.reading, given=False, throw=throw
        )


AGAIN = "_again"
"""Suffix of the name under which dice that are rolled again are typed: `NAME_again`, or
`NAME_again.WHO`."""


def base_name(name: str, rolls: Container[str]) -> str:
    """Return the name of the roll that typed dice belong to: `attack` for `attack_again`, unless
    `rolls` has one that is called `attack_again` itself."""
    return name if name in rolls else name.removesuffix(AGAIN)


def hits_alone_in(dice: Faces) -> int | None:
    """Return the number of hits that was typed without faces; None if faces were typed."""
    return dice.hits if isinstance(dice, WrittenDice) else None


def _is_meant(who: str, roller: str) -> bool:
    """Whether `who`, typed behind a roll's name, means the roller `roller`.

    Upper and lower case, `_` and `-` are the same. An empty `who` means any roller except a
    numbered one (`joe.2`)."""
    return squash(roller) == squash(who) if who else "." not in roller


class TableDice(Dice):
    """Dice that fell on the table and were typed in; another source rolls all others.

    `typed` maps names as typed, `NAME` or `NAME.WHO` with `_` for `-`, to faces. `rest` is the
    other source. `kind` is the ruleset's word for refused dice."""

    def __init__(self, typed: dict[str, Faces], rest: Dice, kind: str) -> None:
        self._typed = dict(typed)
        self._rest = rest
        self.kind = kind
        self._used: set[str] = set()
        """The typed names that a roll has used."""
        self._taken: dict[str, int] = {}
        """The number of faces that a series of rolls has used, by typed name."""

    def expect(self, rolls: Iterable[Key], either: Iterable[Key] = ()) -> None:
        """Check that every typed name means a declared roll. Raises Refusal for a name that means
        none, and for a bare name that several combatants roll."""
        rolls = list(rolls)
        sure = set(rolls)
        known = list(dict.fromkeys([*rolls, *either]))
        roll_names = {roll for roll, _ in known}
        for typed in self._typed:
            name, _, who = typed.partition(".")
            name = base_name(name, roll_names)
            rollers = [w for n, w in known if n == name and _is_meant(who, w)]
            if not rollers:
                raise Refusal(self.kind, self._no_such_roll(typed, known))
            if not who and sum((name, w) in sure for w in rollers) > 1:
                exact = listed(f"{name}.{w}" for w in rollers)
                raise Refusal(
                    self.kind, f"'{typed}' is rolled by several: type {exact}"
                )

    def roll(self, ask: Ask) -> Answer:
        """Answer a roll from its typed dice. The other source rolls what was not typed.

        Raises Refusal if the number of typed dice does not fit, if a face is impossible, or if more
        dice were typed for rolling again than are rolled again."""
        typed = self._use(ask.name, ask.key, ask.series)
        hits = hits_alone_in(self._typed[typed]) if typed else None
        if typed and hits is not None:
            # Dice that are rolled again are among the hits: others stay unused.
            return self.answer_hits(ask, hits, typed)
        more = self._use(ask.name + AGAIN, ask.key)
        if more is not None and hits_alone_in(self._typed[more]) is not None:
            raise Refusal(
                self.kind,
                f"{more}: type each die; hits alone are those of the whole roll "
                f"(`{ask.name}.{ask.key}=2h`)",
            )
        if typed is not None:
            self._typed[typed] = split_faces_of_roll(self._typed[typed], ask)
        if more is not None:
            # Nobody knows yet how many dice are rolled again: a 10 that was typed is one die.
            self._typed[more] = split_faces(self._typed[more], ask.sides, 1)
        if typed is None and more is None:
            return self._rest.roll(ask)
        faces = self._take_faces(typed, ask) if typed else None
        waves = list(self._faces(more, ask.sides)) if more else []
        given = len(waves)
        if ask.kinds:
            answer = self._complete_kinds(ask, faces, waves)
        else:
            answer = self.complete(ask, faces, waves)
        if waves:
            used = given - len(waves)
            raise Refusal(
                self.kind,
                f"{more}: only {format_dice_count(used)} can be rolled again; more were given",
            )
        return answer

    def answer_hits(self, ask: Ask, hits: int, typed: str) -> Answer:
        """Return the answer for hits that were typed alone, under the name `typed`. Raises
        Refusal if they are not enough."""
        return make_hits_answer(hits, ask, self.kind, typed)

    def complete(
        self, ask: Ask, faces: Faces | None, waves: list[int]
    ) -> Answer:
        """Return the answer for typed dice; the other source rolls the missing ones.

        `faces` are the first dice; None if they were not typed. `waves` are the typed dice that are
        rolled again. Those that are used are taken from the list, the others stay in it."""

        def throw(count: int) -> Faces:
            given = tuple(waves[:count])
            del waves[:count]
            return (*given, *self._roll_missing(ask, count - len(given)))

        first = self._roll_missing(ask, ask.count) if faces is None else faces
        return read_faces(
            first, ask.reading, given=faces is not None, throw=throw
        )

    def _complete_kinds(
        self, ask: Ask, faces: Faces | None, waves: list[int]
    ) -> Answer:
        """Return the answer for typed dice of several kinds, as `complete` does for one kind.
        Raises Refusal for a die that is rolled again and has no such face."""

        def complete_kind(kind: Ask, dice: Faces | None) -> Answer:
            before = tuple(waves)
            answer = self.complete(kind, dice, waves)
            used = before[: len(before) - len(waves)]
            if problem := describe_wrong_face(used, kind.sides):
                raise Refusal(self.kind, f"{ask.name}{AGAIN}: {problem}")
            return answer

        if faces is None:
            return roll_kinds(ask, lambda kind: complete_kind(kind, None))
        return read_kinds(ask, faces, complete_kind)

    def unused(self) -> list[str]:
        """Return the typed names that no roll has used, or of which a series has left faces."""
        begun = [typed for typed in self._taken if self._untaken_faces(typed)]
        return [
            typed
            for typed in self._typed
            if typed not in self._used or typed in begun
        ]

    def typed_left(self) -> tuple[tuple[str, Faces], ...]:
        """Return the typed names that no roll has used up, with the faces left of each. `go_back`
        restores them."""
        return tuple(
            (typed, self._untaken_faces(typed)) for typed in self.unused()
        )

    def go_back(self, typed_left: tuple[tuple[str, Faces], ...]) -> None:
        """Restore the typed dice to an earlier result of `typed_left`."""
        self._typed, self._used, self._taken = dict(typed_left), set(), {}

    def count_typed(self, ask: Ask) -> int | None:
        """Return the number of dice that were typed for a roll and not used yet; hits alone are
        those of all its dice. None: none were typed for it."""
        for typed in (f"{ask.name}.{ask.key}", ask.name):
            if self._is_unused(typed):
                if hits_alone_in(self._typed[typed]) is not None:
                    return ask.count
                return len(split_faces_of_roll(self._typed[typed], ask))
        return None

    def _is_unused(self, typed: str) -> bool:
        """Whether dice were typed under a name and no roll has used them."""
        return typed in self._typed and typed not in self._used

    def _use(self, name: str, who: str, series: bool = False) -> str | None:
        """Mark the dice that were typed for a roll as used and return their typed name.

        Returns None if nothing was typed for the roll, or all of it is used. A series of rolls may
        use the same name until no face of it is left."""
        for typed in (f"{name}.{who}", name):
            if self._is_unused(typed) or (
                series and self._untaken_faces(typed)
            ):
                self._used.add(typed)
                return typed
        return None

    def _untaken_faces(self, typed: str) -> Faces:
        """Return the faces of a typed name that no roll of a series has taken; empty if the name
        was not typed."""
        faces = self._typed.get(typed, ())
        taken = self._taken.get(typed, 0)
        # A slice of glued faces would be one number that nobody splits any more.
        return faces[taken:] if taken else faces

    def _take_faces(self, typed: str, ask: Ask) -> Faces:
        """Return the typed faces for a roll; a series takes its next ones. Raises Refusal if they
        are not as many as the roll needs, or one is impossible."""
        faces = self._typed[typed]
        if not ask.kinds:
            faces = self._faces(typed, ask.sides)
        if ask.series:
            faces = self._untaken_faces(typed)[: ask.count]
            self._taken[typed] = self._taken.get(typed, 0) + len(faces)
        if problem := describe_wrong_count(faces, ask):
            raise Refusal(self.kind, f"{typed} {problem}")
        if problem := describe_impossible_die(faces, ask):
            raise Refusal(self.kind, f"{typed}: {problem}")
        return faces

    def _faces(self, typed: str, sides: int) -> Faces:
        """Return all faces of a typed name. Raises Refusal for a face that the die does not
        have."""
        faces = self._typed[typed]
        if problem := describe_wrong_face(faces, sides):
            raise Refusal(self.kind, f"{typed}: {problem}")
        return faces

    def _roll_missing(self, ask: Ask, count: int) -> Faces:
        """Let the other source roll `count` dice for a roll and return their faces."""
        if not count:
            return ()
        # All dice are marked, so the answer has every face: the reading is done here.
        bare = Ask(
            ask.name,
            ask.who,
            count,
            ask.sides,
            Reading(marked=count),
            block=ask.block,
        )
        return self._rest.roll(bare).marked or ()

    def _no_such_roll(self, typed: str, known: list[Key]) -> str:
        """Return the message that refuses dice for a roll which the command does not make."""
        if not known:
            return f"'{typed}': this command rolls nothing"
        names = listed(dict.fromkeys(name for name, _ in known))
        return (
            f"'{typed}' is not rolled by this command, which can roll {names}"
        )


class ChanceDice(Dice):
    """Random dice of one seed, in the order in which they are rolled.

    One generator serves a whole fight. `RandomDice` makes one for each roll, which takes longer."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed).random

    def roll(self, ask: Ask) -> Answer:
        """Roll the next dice; never raises."""
        if ask.kinds:
            return roll_kinds(ask, self._roll_kind)
        return self._roll_kind(ask)

    def _roll_kind(self, ask: Ask) -> Answer:
        """Roll dice of one kind."""
        chance, sides = self._random, ask.sides

        def throw(count: int) -> Faces:
            return tuple([int(chance() * sides) + 1 for _ in range(count)])

        return read_faces(
            throw(ask.count), ask.reading, given=False, throw=throw
        )


class SpreadDice(Dice):
    """Random dice of one seed for many trials of the same rolls, in which each face comes equally
    often.

    Each die of a roll takes its faces from a shuffled deck of all of them, and a new one when the
    deck is empty. One throw is as random as that of other dice, but the mean of a few trials is
    nearer to the truth. Dice that are rolled again are left to chance."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)
        self._decks: dict[tuple[Key, int, int], list[int]] = {}
        """The faces that are left, by roll, sides and the place of the die in the roll."""

    def roll(self, ask: Ask) -> Answer:
        """Roll the next dice; never raises."""
        if ask.kinds:
            return roll_kinds(ask, self._roll_kind)
        return self._roll_kind(ask)

    def _roll_kind(self, ask: Ask) -> Answer:
        """Roll dice of one kind."""
        key, sides = (ask.name, ask.key), ask.sides

        def throw(count: int) -> Faces:
            return tuple([self._random.randint(1, sides) for _ in range(count)])

        faces = tuple(
            [self._draw(key, sides, place) for place in range(ask.count)]
        )
        return read_faces(faces, ask.reading, given=False, throw=throw)

    def _draw(self, key: Key, sides: int, place: int) -> int:
        """Take the next face of a die from its deck."""
        deck = self._decks.setdefault((key, sides, place), [])
        if not deck:
            deck += range(1, sides + 1)
            self._random.shuffle(deck)
        return deck.pop()


class GroupedDice(Dice):
    """Dice that are rolled once for each group of combatants.

    `group_of` maps combatants to their groups, and `name` is the roll that members share; `rest`
    makes it, and all other rolls. A member with other dice than the group's (a wounded one may have
    fewer) gets a roll of their own."""

    def __init__(
        self, rest: Dice, group_of: Mapping[str, str], name: str
    ) -> None:
        self._rest = rest
        self._group_of = group_of
        self._name = name
        self._rolled: dict[tuple[object, ...], Answer] = {}

    def expect(self, rolls: Iterable[Key], either: Iterable[Key] = ()) -> None:
        """Pass the declared rolls on to the other source."""
        self._rest.expect(rolls, either)

    def roll(self, ask: Ask) -> Answer:
        """Return the group's answer if one of the group has made this roll with as many dice;
        otherwise let the other source roll."""
        group = self._group_of.get(ask.who)
        if group is None or ask.name != self._name:
            return self._rest.roll(ask)
        key = (group, ask.count, ask.sides, ask.reading, ask.kinds)
        if key not in self._rolled:
            self._rolled[key] = self._rest.roll(ask)
        return self._rolled[key]

    def unused(self) -> list[str]:
        """Return the unused typed dice of the other source."""
        return self._rest.unused()
