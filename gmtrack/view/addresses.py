"""Where the players' page is: a code for a phone's camera, and the address below it."""

from collections.abc import Mapping

from gmtrack.core.encounter import Data
from gmtrack.view.text import Line, Span, named, paragraph

MARGIN = 2
"""Light modules around a code, so that a camera finds it."""
ONLY_HERE = "only on this machine; --lan shows it to all in your network"


def render_addresses(
    doc: Data, names: Mapping[str, str], width: int, *, own: bool, lan: bool
) -> list[Line]:
    """The address for everybody, and the own links of players; these with a code each (`own`) or
    in a list."""
    head, url = Span("The fight", "head"), Span(doc["url"], whole=True)
    lines = [*_code(doc["url"], width), [head], [url], []]
    for who, link in doc["players"].items():
        head = Span(f"{named(who, names)}, where their dice are asked for", "head")
        address: list[Line] = [[head], [Span(link, whole=True)]]
        lines += [*_code(link, width), *address, []] if own else address
    end = "Ctrl-C ends it" if lan else f"{ONLY_HERE}; Ctrl-C ends it"
    return [*lines, *paragraph(end, width)]


def _code(url: str, width: int) -> list[Line]:
    """A code of half blocks, two rows in a line; nothing where it has no room."""
    import segno

    rows = [list(row) for row in segno.make(url, error="l", micro=False).matrix_iter(border=MARGIN)]
    if len(rows[0]) > width:
        return []
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return [[Span("".join(map(_half, above, below)))] for above, below in pairs]


def _half(above: int, below: int) -> str:
    """Two modules in one letter; light ones are drawn, for a terminal is dark."""
    return " ▄▀█"[2 * (not above) + (not below)]
