"""The rolls that the rows of a page name, and the deeds that they bring."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from gmtrack.core.draft import Path
from gmtrack.rulesets.system_page.page.parts import DeedShape
from gmtrack.rulesets.system_page.page.shapes import (
    BandShape,
    StepShape,
    SystemPage,
)

ATTACK, DAMAGE, INITIATIVE, LOCATION = (
    "attack",
    "damage",
    "initiative",
    "location",
)
"""The names of rolls that every page has."""
DEFENSE = "defense"
"""The name in formulas of the defense that was chosen."""
NO_DEFENSE = "none"
PUSH = "push"
"""The word of `--with` that rolls a pool once more."""
MOST_PAGES = 100
"""The most pages of which is remembered what follows from them alone."""
ABSORB = "absorb"
"""The word of `--with` by which a target decides only when the damage is known which told steps
they take."""


IF_NEEDED = "-if-needed"
"""The end of a word of `--with` by which a modifier counts only if that changes the outcome, which
is decided when the dice have fallen."""


def deeds_of(page: SystemPage) -> Iterator[tuple[Path, DeedShape]]:
    """Yield everything that is done to somebody, with its path."""
    for way, attack in page.attacks.items():
        yield from _deeds_of_bands(("attacks", way, "bands"), attack.bands)
    for word, test in page.tests.items():
        yield from _deeds_of_bands(("tests", word, "bands"), test.bands)
    found: list[tuple[Path, DeedShape | None]] = []
    if page.damage:
        found += [
            (("damage", "steps", word, "target"), step.target)
            for word, step in page.damage.steps.items()
        ]
        found += [
            (("damage", "lands", word, "target"), landing.target)
            for word, landing in page.damage.lands.items()
        ]
    for word, modifier in page.modifiers.items():
        found.append((("modifiers", word, "self"), modifier.self))
    for word, action in page.actions.items():
        found.append((("actions", word, "self"), action.self))
        found.append((("actions", word, "target"), action.target))
    for word, place in page.places.items():
        found.append((("places", word, "target"), place.target))
    for path, deed in found:
        if deed:
            yield path, deed


def _deeds_of_bands(
    path: Path, bands: Mapping[str, BandShape]
) -> Iterator[tuple[Path, DeedShape]]:
    for word, band in bands.items():
        if band.target:
            yield (*path, word, "target"), band.target
        if band.self:
            yield (*path, word, "self"), band.self


@lru_cache(maxsize=MOST_PAGES)
def paid_steps(page: SystemPage) -> Mapping[str, StepShape]:
    """Return the steps of the damage that are told and move a track of the target, in the order of
    the page."""
    steps = page.damage.steps if page.damage else {}
    return {
        word: step
        for word, step in steps.items()
        if step.told and step.target and step.target.add
    }


@lru_cache(maxsize=MOST_PAGES)
def absorbing_steps(page: SystemPage) -> Mapping[str, StepShape]:
    """Return the steps of `paid_steps` among which ABSORB chooses: those that roll no dice. Empty
    if the page calls a modifier or a step of its own ABSORB."""
    steps = page.damage.steps if page.damage else {}
    if ABSORB in steps or ABSORB in page.modifiers:
        return {}
    return {
        word: step
        for word, step in paid_steps(page).items()
        if step.roll is None
    }


@lru_cache(maxsize=MOST_PAGES)
def late_words(page: SystemPage) -> Mapping[str, str]:
    """Return the modifier of each word of `--with` that is decided when the dice have fallen. A
    word that the page uses for something of its own is left out."""
    steps = page.damage.steps if page.damage else {}
    return {
        word + IF_NEEDED: word
        for word, row in page.modifiers.items()
        if row.after
        and word + IF_NEEDED not in page.modifiers
        and word + IF_NEEDED not in steps
    }


def knows_defense(page: SystemPage) -> bool:
    """Whether DEFENSE means the chosen defense in the formulas of a page: unless the page calls
    something of its own so."""
    return not any(
        DEFENSE in names for names in (page.sheet, page.tracks, page.levels)
    )


def roll_names(page: SystemPage) -> list[str]:
    """Return the names of the rolls of a page that modifiers and conditions can change."""
    found = [ATTACK, DAMAGE, INITIATIVE, *page.tests]
    for attack in page.attacks.values():
        found += attack.against.defenses if attack.against else ()
    steps = page.damage.steps if page.damage else {}
    found += [word for word, step in steps.items() if step.roll]
    return list(dict.fromkeys(found))
