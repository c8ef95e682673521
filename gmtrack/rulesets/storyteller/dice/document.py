"""What documents of reports hold of a roll besides its dice. Types alone; no command loads them."""

from typing import Literal, TypedDict

from gmtrack.core.report import PartDoc

Verdict = Literal["dramatic", "failure", "success", "exceptional"]


class RollBody(TypedDict, total=False):
    """A pool of successes; `target` where one command rolls it on several."""

    target: str
    chance: bool
    hits: int
    result: Verdict


class ScoreBody(TypedDict):
    """A roll without a pool, which is added to (`initiative`)."""

    total: int
    parts: list[PartDoc]
