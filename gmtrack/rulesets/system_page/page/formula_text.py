"""A formula as it stands in a page: its text, parsed when it is first used."""

from functools import cached_property

from gmtrack.rulesets.system_page.formula.nodes import (
    AS_WRITTEN,
    DiceMode,
    Node,
    Scope,
)
from gmtrack.rulesets.system_page.formula.parser import parse


class Formula:
    """A formula of a page. Raises FormulaError when it is first used, if it is none."""

    def __init__(self, text: str | int) -> None:
        self.text = str(text)

    @cached_property
    def node(self) -> Node:
        """The tree of the formula."""
        return parse(self.text)

    def number(self, scope: Scope, mode: DiceMode = AS_WRITTEN) -> int:
        """Return the number that the formula comes to. Raises FormulaError."""
        return self.node.number(scope, mode)

    def holds(self, scope: Scope) -> bool:
        """Whether the condition holds that the formula is. Raises FormulaError."""
        return self.node.holds(scope)
