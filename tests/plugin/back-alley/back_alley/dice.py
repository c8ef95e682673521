"""How a roll is put together: two dice and named parts against a number."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from back_alley.game import WORDS, Game
from back_alley.sheet import Fighter
from back_alley.tables import NUMBER, SIDES
from gmtrack.core.encounter import Data
from gmtrack.core.report import Part, Roll, total
from gmtrack.dice.port import Answer, Ask, Reading, amount
from gmtrack.rulesets.kit.words import parse_mod


class Result(NamedTuple):
    """What a roll came to; over how much it is (`margin`) may be random."""

    success: bool
    margin: int


def against(
    game: Game, name: str, who: Fighter, parts: Iterable[Part], number: int = NUMBER
) -> Result:
    """Two dice and the parts, against the number."""
    answer = game.dice.roll(Ask(name, who.id, 2, SIDES, Reading(sum=True)))
    whole = summed(answer, parts)
    margin = total(whole) - number
    success = margin >= 0
    body: Data = {**total_of(whole), "threshold": number, "success": success}
    game.report.rolled(Roll(name, who.id, whole, answer.dice, answer.given, body))
    return Result(success, margin)


def summed(answer: Answer, parts: Iterable[Part]) -> tuple[Part, ...]:
    """What fell, and what is added to it for a reason."""
    return (Part("rolled", amount(answer.sum)), *(part for part in parts if part.value))


def total_of(parts: tuple[Part, ...]) -> Data:
    """The keys of the document for a sum: a roll without a pool says its parts itself."""
    listed = [{"label": part.label, "value": part.value} for part in parts]
    return {"total": total(parts), "total_parts": listed}


def by_hand(game: Game, who: Fighter) -> Iterator[Part]:
    """What `--mod` adds. Raises Refusal for somebody who does not roll."""
    for text in game.options.mods:
        mod = parse_mod(text, game.draft.encounter, WORDS)
        if mod.who not in (None, who.id):
            game.deny(WORDS.value, f"--mod {text}: only {who.id} rolls here")
        yield Part(mod.why, mod.value)
