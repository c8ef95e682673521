"""A screen as a picture: SVG or a page of HTML, in the colours of a terminal."""

import io
from collections.abc import Sequence
from typing import Literal

from gmtrack.view.console import STYLES
from gmtrack.view.text import Line

Kind = Literal["svg", "html"]


def exported(lines: Sequence[Line], width: int, title: str, kind: Kind) -> str:
    """The document for these lines, drawn for `width` columns."""
    from rich.console import Console
    from rich.text import Text

    console = Console(
        file=io.StringIO(), record=True, width=width, force_terminal=True, color_system="standard",
        highlight=False, markup=False, emoji=False, legacy_windows=False,
    )  # fmt: skip
    for line in lines:
        text = Text(end="")
        for span in line:
            text.append(span.text, STYLES.get(span.style))
        console.print(text, no_wrap=True, overflow="ignore", crop=False)
    if kind == "svg":
        return console.export_svg(title=title)
    return console.export_html(inline_styles=True)
