"""Addresses of the players' page on the screen: codes for a phone's camera, with the addresses
below."""

from html import escape

from gmtrack.core.encounter import Data
from gmtrack.view.text import (
    Line,
    Names,
    Span,
    paragraph,
    show_name,
    shown,
)

MARGIN = 2
"""Light modules around a code, so that a camera finds it."""
ONLY_HERE = "only on this machine; --lan shows it to all in your network"


def render_addresses(
    doc: Data,
    names: Names,
    width: int,
    *,
    with_codes: bool,
    lan: bool,
) -> list[Line]:
    """Render the common address with its code, then the links of single players: each with a
    code if `with_codes` is set, else as a list. Without `lan` a note says that the page is for this
    machine only."""
    head, url = Span("The fight", "head"), Span(doc["url"], whole=True)
    lines = [*_render_code(doc["url"], width), [head], [url], []]
    for who, link in doc["players"].items():
        head = Span(
            f"{show_name(who, names)}, where their dice are asked for", "head"
        )
        address: list[Line] = [[head], [Span(link, whole=True)]]
        if with_codes:
            lines += [*_render_code(link, width), *address, []]
        else:
            lines += address
    end = "Ctrl-C ends it" if lan else f"{ONLY_HERE}; Ctrl-C ends it"
    return [*lines, *paragraph(end, width)]


SHEET = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>{title}: links for phones</title>
<style>
  body {{ margin: 0; font: 11pt/1.3 sans-serif; color: #000; background: #fff; }}
  main {{ display: grid; grid-template-columns: repeat(auto-fill, minmax(80mm, 1fr)); }}
  section {{ padding: 6mm; border: 1px dashed #777; break-inside: avoid; min-width: 0; }}
  h1 {{ font-size: 12pt; margin: 6mm; }}
  h2 {{ font-size: 16pt; margin: 0 0 2mm; overflow-wrap: anywhere; }}
  p {{ margin: 0; font-size: 8pt; overflow-wrap: anywhere; }}
  svg {{ display: block; width: 50mm; height: 50mm; margin: 0 0 2mm; }}
</style>
<h1><bdi>{title}</bdi></h1>
<main>
{cards}
</main>
</html>
"""
CARD = "<section><h2><bdi>{name}</bdi></h2>{code}<p>{url}</p></section>"


def write_card_sheet(doc: Data, names: Names, title: str) -> str:
    """Return a page in HTML to print and cut up: a card for each player, and one for all."""
    import segno

    links = [
        (show_name(who, names), link) for who, link in doc["players"].items()
    ]
    links.append(("Everybody", doc["url"]))
    cards: list[str] = []
    for name, link in links:
        code = segno.make(link, error="m", micro=False)
        picture = code.svg_inline(omitsize=True, border=4)
        cards.append(
            CARD.format(name=escape(name), code=picture, url=escape(link))
        )
    return SHEET.format(title=escape(shown(title)), cards="\n".join(cards))


def _render_code(url: str, width: int) -> list[Line]:
    """Render a code in half blocks, two rows in a line; no lines if it is wider than `width`."""
    import segno

    code = segno.make(url, error="l", micro=False)
    rows = [list(row) for row in code.matrix_iter(border=MARGIN)]
    if len(rows[0]) > width:
        return []
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return [
        [Span("".join(map(_draw_half_blocks, above, below)))]
        for above, below in pairs
    ]


def _draw_half_blocks(above: int, below: int) -> str:
    """Draw two modules, one above the other, as one letter. The light ones are drawn, since a
    terminal is dark."""
    return " ▄▀█"[2 * (not above) + (not below)]
