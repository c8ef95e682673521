"""A test with parts: a number that is not to fall too low, and what the report holds of a roll."""

from collections.abc import Iterable
from typing import Any

from gmtrack.core.encounter import Data
from gmtrack.core.report import Part, PartDoc, Roll, total
from gmtrack.dice.port import Answer, Ask
from gmtrack.rulesets.kit.commands import Table


def at_least(least: int, parts: Iterable[Part], label: str, rules: str) -> tuple[Part, ...]:
    """The parts, with one of this label that lifts their sum to the least that it can be."""
    found = tuple(parts)
    short = least - total(found)
    return (*found, Part(label, short, rules)) if short > 0 else found


def listed(parts: Iterable[Part]) -> list[PartDoc]:
    """Parts as they stand in the document of a roll."""
    return [part.to_json() for part in parts]


def made(game: Table[Any], ask: Ask, answer: Answer, body: Data, **otherwise: Any) -> None:
    """A roll as it was asked for and has fallen, into the report; `body` are the keys that say how
    it is read. Fields of the Roll that are not those of `ask` are told `otherwise`. The good dice
    are those that the reading counts."""
    hit, faces = ask.reading.hit, (*answer.dice, *answer.again)
    fields: dict[str, Any] = {
        "name": ask.name,
        "who": ask.who,
        "parts": ask.parts,
        "good": () if hit is None else tuple(face >= hit for face in faces),
        "pool": ask.count,
        "against": ask.goal.parts if ask.goal else (),
    }
    game.report.rolled(
        Roll(
            dice=answer.dice, given=answer.given, body=body, again=answer.again,
            **fields | otherwise,
        )
    )  # fmt: skip
