"""The pages of `rules`."""

from collections.abc import Mapping

from back_alley.actions import ACTIONS
from back_alley.rulings import House
from back_alley.tables import CIRCUMSTANCES, PLACES, TESTS
from back_alley.wounds import EFFECTS
from gmtrack.core.encounter import Encounter
from gmtrack.core.screen import Topic
from gmtrack.rulesets.kit.pages import make_pages

PAGES = (
    Topic("places", "what can be called", ("word", "what it is"),
          tuple((name, row.help) for name, row in PLACES.items())),
    Topic("modifiers", "what is added to an attack", ("word", "part", "when", "typed"),
          tuple((name, f"{row.part:+}", row.help, "--with" if row.told else "--without")
                for name, row in CIRCUMSTANCES.items())),
    Topic("actions", "what `act` takes", ("action", "words", "what it does"),
          tuple((row.name, row.usage or "-", row.help) for row in ACTIONS.values())),
    Topic("tests", "what `test` takes", ("word", "what it is"), tuple(TESTS.items())),
    Topic("effects", "what `effect` takes", ("effect", "what it is", "until"),
          tuple((word, row.help, row.until) for word, row in EFFECTS.items())),
)  # fmt: skip


def topics(encounter: Encounter | None) -> Mapping[str, Topic]:
    """Every table, and the rulings."""
    return make_pages("back_alley", House, encounter, PAGES)
