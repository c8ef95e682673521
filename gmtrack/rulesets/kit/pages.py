"""Pages of `rules` that every ruleset has."""

from collections.abc import Iterable

from gmtrack.core.encounter import Data
from gmtrack.core.screen import Topic
from gmtrack.rulesets.kit.rulings import Ruling


def rulings_page(rulings: Iterable[Ruling], house: Data) -> Topic:
    """How doubts are settled, and what the encounter's house rules set."""
    return Topic(
        "rulings", "how doubts are settled, and the house rules",
        ("row", "question", "default", "key", "allowed", "set"),
        tuple(_row(ruling, house) for ruling in rulings),
    )  # fmt: skip


def _row(ruling: Ruling, house: Data) -> tuple[str, ...]:
    if ruling.key is None:
        return (ruling.id, ruling.question, ruling.default, "-", "fixed", "-")
    allowed = ruling.why_fixed or _allowed(ruling)
    now = _word(house[ruling.key]) if ruling.key in house else "-"
    return (ruling.id, ruling.question, ruling.default, ruling.key, allowed, now)


def _allowed(ruling: Ruling) -> str:
    """The values of a key, the default first."""
    free = {int: "a number", list: "a list", dict: "a map"}
    if isinstance(ruling.values, type):
        return free[ruling.values]
    listed = [_word(value) for value in ruling.values]
    return " / ".join(listed + ([free[ruling.free]] if ruling.free else []))


def _word(value: object) -> str:
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    return str(value)
