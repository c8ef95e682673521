"""Conditions: effects that the page defines and that work like the game master's own."""

from collections.abc import Iterable, Mapping
from typing import Any

from gmtrack.core.encounter import Data
from gmtrack.rulesets.system_page.page.shapes import (
    SystemPage,
)
from gmtrack.rulesets.system_page.sheet.fighter import Fighter
from gmtrack.rulesets.system_page.sheet.game import Game

NEXT_TURN = "next-turn"
AS_OWN_EFFECT: Mapping[str, str] = {NEXT_TURN: "until their next turn"}
"""The `lasts` of an effect of the game master's own, where a condition words it otherwise."""
COPIED = ("change", "rolls", "each", "then", "players")
"""The keys of a condition that an effect of the game master's own has too."""


def define_conditions(page: SystemPage, written: Data) -> dict[str, Data]:
    """Return the conditions of a page as definitions of effects, by their ids. `written` are the
    rows of `conditions` in the page's long form."""
    return {
        word: _definition(page, word, written.get(word) or {})
        for word in page.conditions
    }


def _definition(page: SystemPage, word: str, written: Data) -> Data:
    row = page.conditions[word]
    found: Data = {"name": word.replace("-", " ")}
    if row.help:
        found["help"] = row.help
    found["lasts"] = AS_OWN_EFFECT.get(row.lasts, row.lasts)
    forbids = [*row.stops, *row.forbids]
    if forbids:
        found["forbids"] = forbids
    if row.stacks > 1:
        found["stacks"] = row.stacks
    found |= {
        key: written[key] for key in COPIED if written.get(key) is not None
    }
    return found


def put_conditions(game: Game, who: Fighter, words: Iterable[str]) -> None:
    """Put conditions on somebody, and tell each."""
    from gmtrack.rulesets.kit.own.lasting import put_on

    bearer: Any = who
    for word in words:
        with game.draft.by(game.add_row("conditions", word)):
            had = who.has_condition(word)
            put_on(game, bearer, word)
            if not had:
                game.report_effect(who, word)


def end_conditions(game: Game, who: Fighter, words: Iterable[str]) -> None:
    """End conditions of somebody; those that they do not have are left out."""
    from gmtrack.rulesets.kit.own.lasting import end_records

    bearer: Any = who
    for word in words:
        places = [
            place
            for place, record in enumerate(who.own_effects)
            if record["effect"] == word
        ]
        if places:
            with game.draft.by(game.add_row("conditions", word)):
                end_records(game, bearer, places)
