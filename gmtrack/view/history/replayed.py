"""Whether a history goes as it went."""

from collections.abc import Iterator

from gmtrack.core.encounter import Data
from gmtrack.view.text import Line, Span, fold_all, shown


def render_replayed(doc: Data, width: int) -> list[Line]:
    """That all steps go as they went, or the first that does not and what differs."""
    return fold_all(_lines(doc), width, 2)


def _lines(doc: Data) -> Iterator[Line]:
    count = doc["steps"]
    steps = "1 step" if count == 1 else f"{count} steps"
    if doc["same"]:
        yield [Span(f"{steps}, all as they went", "good")]
        return
    yield [Span(f"step {doc['seq']} goes otherwise: ", "bad"), Span(shown(doc["line"]))]
    if "why" in doc:
        yield [Span(f"  it is refused now: {shown(doc['why'])}")]
    for one in doc["differences"]:
        who = f"{shown(one['who'])} " if one["who"] else ""
        yield [
            Span(
                f"  {who}{shown(one['what'])}: was {_value(one['was'])}, "
                f"is now {_value(one['now'])}"
            )
        ]


def _value(value: object) -> str:
    return "nothing" if value is None else shown(value)
