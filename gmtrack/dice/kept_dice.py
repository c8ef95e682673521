"""The dice of a command that is carried out again: each roll gets what fell for it before."""

from collections.abc import Iterable, Sequence

from gmtrack.core.values import replace
from gmtrack.dice.fallen import FallenRoll, to_fallen_roll
from gmtrack.dice.hits_alone import is_enough, make_hits_answer
from gmtrack.dice.port import (
    Answer,
    Ask,
    Dice,
    DiceKind,
    Faces,
    Key,
    Reading,
    answer_of_kinds,
    ask_for_kinds,
    ask_of_kind,
    read_faces,
)
from gmtrack.dice.sources import AGAIN, TableDice
from gmtrack.dice.typed import format_dice_of_roll
from gmtrack.errors import Refusal


class KeptDice(TableDice):
    """Dice that give each roll what fell for it before, by its name and key, in the order in which
    it fell.

    A roll that needs more dice keeps those that fell; the others were typed, or `rest` rolls them.
    A roll that needs fewer takes the first ones. Dice that were typed for the whole roll replace
    what fell. `known` are the rolls that fell; the other arguments are those of `TableDice`."""

    def __init__(
        self,
        typed: dict[str, Faces],
        rest: Dice,
        kind: str,
        known: Iterable[FallenRoll],
    ) -> None:
        super().__init__(typed, rest, kind)
        self._known: dict[Key, list[FallenRoll]] = {}
        for roll in known:
            self._known.setdefault((roll.name, roll.key), []).append(roll)
        self._unneeded: list[FallenRoll] = []
        """Dice that fell and that no roll needs any more."""
        self.new: list[FallenRoll] = []
        """Dice that did not fall before."""

    def roll(self, ask: Ask) -> Answer:
        """Answer a roll from the dice that fell for it, and from new ones for what is missing.

        All dice are new if none fell, if they do not fit (a larger die, or hits without faces where
        faces are read), or if the whole roll was typed.
        Raises Refusal if the typed dice are neither as many as the roll has nor as many as are
        missing."""
        waiting = self._known.get((ask.name, ask.key))
        old = waiting.pop(0) if waiting else None
        self._check_count(ask, old)
        is_typed_whole = self.count_typed(ask) == ask.count
        if old is None or is_typed_whole:
            return self._roll_anew(ask, old)
        if ask.kinds or old.is_mixed:
            return self._roll_by_kind(ask, old)
        if max(old.dice, default=0) > ask.sides:
            return self._roll_anew(ask, old)
        if old.hits is not None:
            # Nobody has seen the faces, so the hits are worth nothing for another roll.
            of = (ask.count, ask.reading.hit)
            is_same = old.hits_of in (None, of) and is_enough(old.hits, ask)
            if not is_same:
                return self._roll_anew(ask, old)
            return make_hits_answer(old.hits, ask, self.kind)
        fresh: list[int] = []
        waves = list(old.again)

        def throw(count: int) -> Faces:
            kept = tuple(waves[:count])
            del waves[:count]
            missing = DiceKind(count - len(kept), ask.sides, Reading())
            return kept + self._roll_more(
                ask, ask.name + AGAIN, [missing], fresh
            )

        missing = DiceKind(ask.count - len(old.dice), ask.sides, Reading())
        first = old.dice[: ask.count] + self._roll_more(
            ask, ask.name, [missing], fresh
        )
        answer = read_faces(
            first, ask.reading, given=old.given and not fresh, throw=throw
        )
        answer = answer._replace(phone=old.phone and not fresh)
        self._note(FallenRoll(ask.name, ask.key, tuple(fresh)), self.new)
        unneeded = old._replace(dice=old.dice[ask.count :], again=tuple(waves))
        self._note(unneeded, self._unneeded)
        return answer

    def _roll_by_kind(self, ask: Ask, old: FallenRoll) -> Answer:
        """Answer a roll from dice that fell before, where one of both has dice of several kinds:
        each die that fell goes to a die with as many sides. Dice that were rolled again are rolled
        anew unless all first dice are the ones that fell."""
        if old.hits is not None:
            return self._roll_anew(ask, old)
        kinds = ask.kinds or (DiceKind(ask.count, ask.sides, ask.reading),)
        # A history names no sides for dice of one kind: they count as the first kind.
        sides = old.sides or (kinds[0].sides,) * len(old.dice)
        left = [
            die for die in zip(sides, old.dice, strict=True) if die[1] <= die[0]
        ]
        kept: list[Faces] = []
        for kind in kinds:
            fitting = [die for die in left if die[0] == kind.sides]
            kept.append(tuple(face for _, face in fitting[: kind.dice]))
            for die in fitting[: kind.dice]:
                left.remove(die)
        missing = [
            DiceKind(kind.dice - len(faces), kind.sides, Reading())
            for kind, faces in zip(kinds, kept, strict=True)
        ]
        fresh: list[int] = []
        new = iter(self._roll_more(ask, ask.name, missing, fresh))
        waves = [] if fresh or left else list(old.again)
        answers: list[Answer] = []
        for kind, faces, lacking in zip(kinds, kept, missing, strict=True):
            added = tuple(next(new) for _ in range(lacking.dice))
            answers.append(
                self._read_kind(
                    ask_of_kind(ask, kind), faces + added, waves, fresh
                )
            )
        answer = answer_of_kinds(answers) if ask.kinds else answers[0]
        self._note(FallenRoll(ask.name, ask.key, tuple(fresh)), self.new)
        unneeded = old._replace(
            dice=tuple(face for _, face in left),
            sides=tuple(size for size, _ in left),
            again=tuple(waves),
        )
        self._note(unneeded, self._unneeded)
        is_given = old.given and not fresh
        return answer._replace(given=is_given, phone=old.phone and not fresh)

    def _read_kind(
        self, kind: Ask, faces: Faces, waves: list[int], fresh: list[int]
    ) -> Answer:
        """Make the answer of the dice of one kind. Dice that are rolled again take their faces from
        `waves`, and new ones, which are added to `fresh`, if there are none."""

        def throw(count: int) -> Faces:
            known = tuple(waves[:count])
            del waves[:count]
            missing = DiceKind(count - len(known), kind.sides, Reading())
            name = kind.name + AGAIN
            return known + self._roll_more(kind, name, [missing], fresh)

        return read_faces(faces, kind.reading, given=False, throw=throw)

    def _check_count(self, ask: Ask, old: FallenRoll | None) -> None:
        """Check that dice were typed for the whole roll, or for those that it needs besides what
        fell. Raises Refusal for any other number."""
        typed = self.count_typed(ask)
        missing = ask.count - len(old.dice) if old and old.hits is None else 0
        if (
            typed is None
            or ask.series
            or typed == ask.count
            or (typed == missing > 0)
        ):
            return
        more = f", or {missing} more" if missing > 0 else ""
        needed = f"{format_dice_of_roll(ask)}{more}"
        raise Refusal(self.kind, f"{ask.name} needs {needed}, got {typed}")

    def unused(self) -> list[str]:
        """Return the typed names that no roll has used, and the dice that fell before and are not
        needed any more, as `FallenRoll.typed`."""
        not_asked_for = [
            roll for waiting in self._known.values() for roll in waiting
        ]
        return [
            *super().unused(),
            *(roll.typed for roll in (*self._unneeded, *not_asked_for)),
        ]

    def _roll_anew(self, ask: Ask, old: FallenRoll | None) -> Answer:
        """Roll all dice of a roll, from typed ones or `rest`, and note what is new about them.
        `old` is what fell before; the same dice typed again are not new."""
        answer = super().roll(_without_questions(ask))
        now = to_fallen_roll(ask, answer)
        if old and (old.dice, old.again, old.hits) == (
            now.dice,
            now.again,
            now.hits,
        ):
            return answer
        self._note(now, self.new)
        if old is not None:
            self._note(old, self._unneeded)
        return answer

    def _roll_more(
        self,
        ask: Ask,
        name: str,
        missing: Sequence[DiceKind],
        fresh: list[int],
    ) -> Faces:
        """Roll the missing dice of a roll under `name`, add their faces to `fresh` and return
        them. Rolls nothing if no kind lacks a die. What is read from the dice does not matter."""
        marked = [
            DiceKind(kind.dice, kind.sides, Reading(marked=kind.dice))
            for kind in missing
            if kind.dice > 0
        ]
        if not marked:
            return ()
        bare = ask_for_kinds(name, ask.who, marked)
        more = replace(
            ask,
            name=name,
            count=bare.count,
            sides=bare.sides,
            reading=bare.reading,
            kinds=bare.kinds,
            parts=(),
        )
        answer = super().roll(_without_questions(more))
        answers = answer.kinds or (answer,)
        faces = tuple(face for one in answers for face in one.marked or ())
        fresh += faces
        return faces

    @staticmethod
    def _note(roll: FallenRoll, where: list[FallenRoll]) -> None:
        """Append a roll to a list, unless it is empty."""
        if roll.dice or roll.again or roll.hits is not None:
            where.append(roll)


def _without_questions(ask: Ask) -> Ask:
    """Return a roll request without its choices (retry, offer, limit). The command is repeated, and
    the choices were made when it was carried out first."""
    return replace(ask, retry=None, offer=None, bought=None, limit=None)
