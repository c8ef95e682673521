"""Chances as a picture: what will come of an action, how much it will hurt, what it does to
whom.

A GM who asks wants to know what is in doubt. So certain things are said once and in words (`in
any case: prone`), without a bar or a column. Conditions that say the same as others are left
out. The percentages of one question add up to a hundred. Columns that do not fit are named."""

from gmtrack.core.encounter import Data
from gmtrack.view.odds.attack import render_answer, render_until
from gmtrack.view.odds.variants import render_beside
from gmtrack.view.text import (
    Line,
    Names,
)


def render_odds(doc: Data, names: Names, width: int) -> list[Line]:
    """Render the document of an attack's odds: of one action, of attacks in a row (`until`), or
    of several answers beside each other."""
    if "until" in doc:
        return render_until(doc, names, width)
    for key in ("variants", "against"):
        if key in doc:
            return render_beside(doc, key, names, width)
    return render_answer(doc, names, width)
