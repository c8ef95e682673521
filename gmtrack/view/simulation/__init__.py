"""What many fights came to, as a picture: who wins, how long it takes, who goes down.

One line of plain words comes first, as a person would say it and no more exact than the number of
fights allows; then the numbers.
"""

from gmtrack.core.encounter import Data
from gmtrack.view.percentages import estimate
from gmtrack.view.simulation.answer import render_answer
from gmtrack.view.simulation.beside import render_beside
from gmtrack.view.simulation.sides import Names, asked, called, wins
from gmtrack.view.simulation.small_print import many, margin
from gmtrack.view.text import Line

__all__ = ["partial", "render_simulation"]


def render_simulation(doc: Data, names: Names, width: int) -> list[Line]:
    """One simulation, or several side by side."""
    render = render_beside if "variants" in doc else render_answer
    return render(doc, names, width)


def partial(doc: Data) -> str:
    """What is known so far of one simulation, for a progress bar:
    `412 fights: the party wins 61 % ±5, 4 rounds`."""
    fights = many(doc["fights"], "fight")
    if not doc["fights"]:
        return fights
    side = asked(doc["won"])
    chance = f"{estimate(doc['won'][side])} {margin(doc)}"
    rounds = many(round(doc["rounds"]["mean"]), "round")
    return f"{fights}: {called(side)} {wins(side)} {chance}, {rounds}"
