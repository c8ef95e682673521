"""How a roll is put together: two dice and named parts against a number."""

from collections.abc import Iterable
from typing import NamedTuple

from back_alley.game import WORDS, Game
from back_alley.sheet import Fighter
from back_alley.tables import NUMBER, SIDES
from gmtrack.core.encounter import Data
from gmtrack.core.report import Part, total
from gmtrack.dice.port import Answer, Ask, Reading, amount
from gmtrack.rulesets.kit.modifiers import part_documents, report_roll
from gmtrack.rulesets.kit.words import Mod


class Result(NamedTuple):
    """What a roll came to; over how much it is (`margin`) may be random."""

    success: bool
    margin: int


def against(
    game: Game, name: str, who: Fighter, parts: Iterable[Part], number: int = NUMBER
) -> Result:
    """Two dice and the parts, what stands for a roll of this name among them, against the
    number."""
    ask = Ask(name, who.id, 2, SIDES, Reading(sum=True))
    mods = by_hand(game, who)
    answer = game.dice.roll(ask)
    whole = summed(answer, (*parts, *game.collect_gm_parts(who, name, mods)))
    margin = total(whole) - number
    success = margin >= 0
    made_sum(game, ask, answer, whole, threshold=number, success=success)
    return Result(success, margin)


def summed(answer: Answer, parts: Iterable[Part]) -> tuple[Part, ...]:
    """What fell, and what is added to it for a reason."""
    return (Part("rolled", amount(answer.sum)), *(part for part in parts if part.value))


def made_sum(game: Game, ask: Ask, answer: Answer, parts: tuple[Part, ...], **rest: object) -> None:
    """A sum, into the report: a roll without a pool says its parts itself."""
    body: Data = {"total": total(parts), "total_parts": part_documents(parts), **rest}
    report_roll(game, ask, answer, body, parts=parts, pool=None)


def by_hand(game: Game, who: Fighter) -> tuple[Mod, ...]:
    """What `--mod` adds. Raises Refusal for somebody who does not roll."""
    mods = game.parse_mods(game.options.mods)
    for text, mod in zip(game.options.mods, mods, strict=True):
        if mod.who not in (None, who.id):
            game.deny(WORDS.value, f"--mod {text}: only {who.id} rolls here")
    return mods
