"""Combatants as a stock file, to be taken into other fights as `@name`: their sheets, without what
play has done to them."""

from typing import TYPE_CHECKING

from gmtrack.app.newcomers import whole_sheet
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.own_effects import come_along
from gmtrack.errors import Refusal
from gmtrack.store.stock.reading import COMBATANTS, EFFECTS
from gmtrack.store.text.emit import dump

if TYPE_CHECKING:
    from gmtrack.rulesets.port import Ruleset


def as_stock(encounter: Encounter, ruleset: "Ruleset") -> str:
    """Everybody's sheet, with the effects of the GM's own that they need. Raises Refusal where
    nobody is there."""
    sheets = {who: whole_sheet(encounter.sheet(who), ruleset) for who in encounter.combatants}
    if not sheets:
        raise Refusal(ruleset.WORDS.nobody, f"nobody is in {encounter.name}")
    blank = Encounter("", encounter.ruleset)
    people = [(sheet, None) for sheet in sheets.values()]
    effects = {path[-1]: own for path, own in come_along(people, encounter, blank).items()}
    data: Data = {"stock": encounter.ruleset}
    data |= {EFFECTS: effects} if effects else {}
    source = " ".join(encounter.name.split())
    return dump(
        data | {COMBATANTS: {who: {"source": source, **own} for who, own in sheets.items()}}
    )
