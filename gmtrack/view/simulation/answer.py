"""The screen of one simulation."""

from gmtrack.core.encounter import Data
from gmtrack.view.bars import Bar, bars
from gmtrack.view.percentages import estimates
from gmtrack.view.simulation.combatants import render_combatants
from gmtrack.view.simulation.rounds import render_rounds
from gmtrack.view.simulation.sides import NOBODY, Names, called
from gmtrack.view.simulation.small_print import (
    cut_short,
    margin,
    played,
    reasons,
    standing,
    tactics,
)
from gmtrack.view.simulation.words import sentence
from gmtrack.view.text import Line, Span, fold_all


def render_answer(doc: Data, names: Names, width: int) -> list[Line]:
    """In plain words, then who wins, how long it takes, who goes down, and how that is known. Of a
    fight that is decided already, who still stands."""
    if "decided" in doc:
        return [
            *fold_all([[Span(f"{standing(doc)} There is nothing left to play.", "head")]], width),
            [],
            *render_combatants(doc, names, width),
        ]
    if not doc["fights"]:
        return fold_all([[Span(played(doc), "note")]], width)
    return [
        *fold_all([[Span(sentence(doc, names), "head")]], width, 0),
        [],
        *_who_wins(doc, width),
        [],
        *render_rounds(doc, width),
        [],
        *render_combatants(doc, names, width),
        [],
        *_small_print(doc, names, width),
    ]


def _who_wins(doc: Data, width: int) -> list[Line]:
    """A bar for each side; nobody is told where that happens."""
    won = {side: chance for side, chance in doc["won"].items() if chance or side != NOBODY}
    rows = zip(map(called, won), won.values(), estimates([*won.values()]), strict=True)
    heading = [Span(f"Who wins, {margin(doc)}", "heading")]
    return [heading, *bars([Bar(*row) for row in rows], width)]


def _small_print(doc: Data, names: Names, width: int) -> list[Line]:
    exact = f"{margin(doc)} in nineteen of twenty"
    told = f"{played(doc)}, {exact}; {tactics(doc, names)}"
    style = "warning" if cut_short(doc) else "note"
    why = reasons(doc)
    lines: list[Line] = [[Span(told, style)], *([[Span(why, "note")]] if why else [])]
    return fold_all(lines, width)
