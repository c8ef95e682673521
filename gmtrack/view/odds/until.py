"""How many attacks it takes."""

from itertools import accumulate

from gmtrack.core.encounter import Data
from gmtrack.view.bars import Bar, bars
from gmtrack.view.odds.frame import Names, about, head
from gmtrack.view.percentages import percent, shares
from gmtrack.view.text import Line, Span, fold_all

MANY, NOT_SO_FAR = "more", "not within 20"


def render_until(doc: Data, names: Names, width: int) -> list[Line]:
    """A bar for each number of attacks, with how likely it is that so many are enough."""
    told = doc["until"]
    lines = [*fold_all([head(doc, names)], width), *about(doc, width)]
    mean = f", {told['mean']:.1f} attacks on average where it is" if "mean" in told else ""
    heading = f"Until {told['end']}, in a row{mean}"
    lines += [[], *fold_all([[Span(heading, "heading")]], width)]
    chances = [*told["attacks"].values(), told["more"]]
    labels = [*told["attacks"], MANY if told["attacks"] else NOT_SO_FAR]
    whole = accumulate(told["attacks"].values())
    behind = [
        f"within {label}: {percent(chance)}" for label, chance in zip(labels, whole, strict=False)
    ]
    rows = zip(labels, chances, shares(chances), [*behind, ""], strict=True)
    return [*lines, *bars([Bar(*row) for row in rows if row[1]], width, max(chances))]
