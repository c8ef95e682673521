"""What is on somebody, as words: `stunned (2 rounds), prone`."""

from collections.abc import Sequence

from gmtrack.core.screen import Condition
from gmtrack.view.text import Line, Span, shown

SEPARATOR = ", "


def condition_text(condition: Condition) -> str:
    """The word, and what is left of it in brackets."""
    left = f" ({shown(condition.left)})" if condition.left else ""
    return shown(condition.label) + left


def conditions_line(conditions: Sequence[Condition]) -> Line:
    """All conditions behind each other."""
    spans = [Span(condition_text(condition), condition.tone) for condition in conditions]
    return [piece for span in spans for piece in (Span(SEPARATOR), span)][1:]
