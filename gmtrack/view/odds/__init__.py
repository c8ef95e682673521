"""Chances as a picture: what will come of it, how much it will hurt, what it does to whom.

A GM who asks wants to know what is in doubt. So what is certain is told once and in words (`in any
case: prone`) and has no bar and no column, what says the same as something else is not told beside
it, and the percentages of one question add up to a hundred. What there is no room for is named.
"""

from gmtrack.core.encounter import Data
from gmtrack.view.odds.attack import render_answer, render_until
from gmtrack.view.odds.frame import Names
from gmtrack.view.odds.variants import render_beside
from gmtrack.view.text import Line


def render_odds(doc: Data, names: Names, width: int) -> list[Line]:
    if "until" in doc:
        return render_until(doc, names, width)
    for key in ("variants", "against"):
        if key in doc:
            return render_beside(doc, key, names, width)
    return render_answer(doc, names, width)
