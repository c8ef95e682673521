"""Pages of `rules` that every ruleset has."""

from collections.abc import Iterator

from gmtrack.core.encounter import Data
from gmtrack.core.screen import Topic
from gmtrack.rulesets.kit.house import rows
from gmtrack.rulesets.kit.rulebook import rulebook
from gmtrack.rulesets.port import HouseRule, RuleRow


def rulings_page(package: str, house: type, house_rules: Data) -> Topic:
    """How doubts are settled, from the RULES.md of the ruleset's package, and what the encounter's
    house rules set; `house` has the switchable rulings."""
    return Topic(
        "rulings", "how doubts are settled, and the house rules",
        ("row", "question", "default", "key", "allowed", "set"),
        tuple(
            line
            for row in rulebook(package)
            if row.is_ruling
            for line in _lines(row, house, house_rules)
        ),
    )  # fmt: skip


def _lines(row: RuleRow, house: type, house_rules: Data) -> Iterator[tuple[str, ...]]:
    """A line for each of its keys, one if it has none."""
    head = (row.id, row.cell("question"), row.cell("ruling"))
    own = [one for one in rows(house) if one.ruling == row.id]
    if not own:
        yield (*head, "-", "fixed", "-")
    for one in own:
        allowed = one.why_fixed or _in_words(one.rule(house))
        now = _word(house_rules[one.key]) if one.key in house_rules else "-"
        yield (*head, one.key, allowed, now)


def _in_words(rule: HouseRule) -> str:
    """The values of a key, the default first."""
    free = {int: "a number", list: "a list", dict: "a map"}
    if isinstance(rule.allowed, type):
        return free[rule.allowed]
    listed = [_word(value) for value in rule.allowed]
    return " / ".join(listed + ([free[rule.free]] if rule.free else []))


def _word(value: object) -> str:
    if isinstance(value, bool) or value is None:
        return {True: "true", False: "false", None: "null"}[value]
    return str(value)
