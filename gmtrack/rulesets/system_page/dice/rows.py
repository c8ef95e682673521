"""The rows of the page that each roll comes from."""

from collections.abc import Mapping

from gmtrack.rulesets.system_page.judged import JudgedPage
from gmtrack.rulesets.system_page.page.rolls_and_deeds import (
    ATTACK,
    DAMAGE,
    INITIATIVE,
    LOCATION,
)
from gmtrack.rulesets.system_page.page.shapes import (
    SystemPage,
)

RECOVER, DEED = "recover", "deed"
"""The names of the rolls of a rest, and of what a deed adds to a track."""


def rows_of_rolls(page: SystemPage, judged: JudgedPage) -> Mapping[str, str]:
    """Return the ids of the rows by the name of the roll."""
    found = {INITIATIVE: judged.row_id("initiative")}
    if page.attacks:
        found[ATTACK] = judged.row_id("attacks")
        found[DAMAGE] = judged.row_id("damage")
    if page.location:
        found[LOCATION] = judged.row_id("location")
    for way, attack in page.attacks.items():
        for defense in attack.against.defenses if attack.against else ():
            path = ("attacks", way, "against", "defenses", defense)
            found[defense] = judged.row_id(*path)
    for word, step in page.damage.steps.items() if page.damage else ():
        if step.roll:
            found[word] = judged.row_id("damage", "steps", word)
    for word in page.tests:
        found[word] = judged.row_id("tests", word)
    if page.rest:
        found[RECOVER] = judged.row_id("rest")
    return found
