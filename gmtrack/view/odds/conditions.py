"""Which conditions are told, and which of them are known to be bad for whoever has them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.view.percentages import ROUNDING, certain
from gmtrack.view.text import unhyphened

ENDINGS = ("down", "dead")
BRINGS = {"knockdown": "prone", "knocked-down": "prone"}
"""Words for what happens, with the word for what comes of it and stays."""
HARMFUL = frozenset({
    "bleeding", "bleedout", "blind", "blinded", "broken", "buckled", "burning", "cornered",
    "crippled", "critical", "dazed", "dead", "deaf", "deafened", "death", "destroyed", "disabled",
    "disarmed", "down", "dropped", "dying", "fatigued", "frightened", "grappled", "helpless",
    "immobilized", "injury", "jammed", "knockdown", "knocked", "lost", "maimed", "nauseous",
    "off-balance", "one-armed", "pinned", "poisoned", "prone", "shaken", "slowed", "stopped",
    "struck", "stunned", "subdued", "suppressed", "surprised", "unable", "unconscious", "useless",
    "weak", "winded", "wounded", "wrack",
})  # fmt: skip
"""Words of the field that are bad for whoever is so, whole or as a part of a longer one
(`useless-left-arm`). Of any other nobody here knows whether it harms: `full-defense`."""


WORST_FIRST = (
    "dying", "death", "bleedout", "bleeding", "unconscious", "deadly", "critical", "serious",
    "maimed", "crippled", "helpless", "prone", "stunned", "useless", "broken", "blinded", "dropped",
    "disarmed",
)  # fmt: skip
"""Words that matter most where not all have room; behind them come the others that are bad, and
last those of which nobody here knows."""


class WorthTelling(NamedTuple):
    """Conditions that are worth a row or a column, the likeliest first, and those that come in any
    case, which are said in words."""

    open: list[str]
    certain: list[str]


def harmful(effect: str) -> bool:
    """Whether it is known to be bad for whoever has it."""
    return not HARMFUL.isdisjoint(_words(effect))


def seriousness(effect: str) -> int:
    """How bad it is; 0 for what is not known to be."""
    worst = [place for place, word in enumerate(WORST_FIRST[::-1], 2) if word in _words(effect)]
    return max(worst, default=int(harmful(effect)))


def _words(effect: str) -> set[str]:
    word = effect.replace("_", "-")
    return {word, *word.split("-")}


def endings(answers: Iterable[Data]) -> dict[str, str]:
    """The ends that have a line of their own in any case, each in words: of what `dead` is in these
    answers."""
    dead = [each for each in answers if each["dead"]]
    words = dict.fromkeys(word for each in dead for word in each.get("dead_is", ["dead"]))
    return {"down": "down", "dead": " or ".join(words) or "dead"}


def told(answers: Sequence[Data]) -> WorthTelling:
    """The conditions of answers that are told together.

    Not those that have a line of their own in any case (`dead`), nor a word for what happens where
    what it brings is at least as likely in every answer: `prone` says it all then, and nobody needs
    `knockdown` beside it. That two have the same chance is not enough for that: so have a left arm
    and a right one.
    """
    ends = {word for answer in answers for word in (*ENDINGS, *answer.get("dead_is", ()))}
    effects = [answer["effects"] for answer in answers]
    most = {name: max(each.get(name, 0) for each in effects) for each in effects for name in each}
    likely = sorted(most, key=lambda name: -most[name])
    news = [name for name in likely if name not in ends and not _said(name, effects)]
    sure = [name for name in news if all(certain(each.get(name, 0)) for each in effects)]
    return WorthTelling([name for name in news if name not in sure], sure)


def _said(name: str, effects: Sequence[Mapping[str, float]]) -> bool:
    """Whether what it brings says the same."""
    brought = BRINGS.get(name, "")
    return all(each.get(name, 0) <= each.get(brought, 0) + ROUNDING for each in effects)


def worded(names: Sequence[str]) -> list[str]:
    """As people say them."""
    return [unhyphened(name) for name in names]
