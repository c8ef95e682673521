"""The outcome of a roll: the first band of the page that holds."""

from collections.abc import Mapping

from gmtrack.rulesets.system_page.dice.scopes import RollScope
from gmtrack.rulesets.system_page.page.shapes import (
    BandShape,
)
from gmtrack.rulesets.system_page.sheet.game import Game

NOTHING = "nothing"
"""The outcome where no band of the page holds."""


def find_band(
    scope: RollScope, bands: Mapping[str, BandShape]
) -> tuple[str, BandShape | None]:
    """Return the word and the row of the first band that holds; NOTHING and None if none does."""
    for word, band in bands.items():
        if band.when is None or band.when.holds(scope):
            return word, band
    return NOTHING, None


def tell_band(
    game: Game,
    word: str,
    band: BandShape | None,
    *path: str,
    tone: str = "",
    who: str = "",
) -> None:
    """Tell an outcome in the words of the page, or else by its own word. `who` is the name of
    whoever's it is, where the sentences before do not say so."""
    text = band.says if band and band.says else word.replace("-", " ")
    with game.draft.by(game.row(*path)):
        if who:
            game.report.tell("band.of", tone, who=who, outcome=text)
        else:
            game.report.tell("band", tone, outcome=text)
