"""The words that can stand in a line, and the lines that somebody might type."""

from collections.abc import Iterator, Mapping
from typing import Any

from gmtrack.core.choice import Candidate
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Attack
from gmtrack.core.lexicon import Entries, Entry, Lexicon, entries
from gmtrack.rulesets.kit.actions import Action
from gmtrack.rulesets.kit.choices import list_candidates
from gmtrack.rulesets.system_page.dice.typed_words import (
    paid_words,
    switch_words,
    told_words,
)
from gmtrack.rulesets.system_page.page.rolls_and_deeds import ATTACK, NO_DEFENSE
from gmtrack.rulesets.system_page.page.shapes import (
    SystemPage,
)
from gmtrack.rulesets.system_page.sheet.game import Scene


def lexicon(scene_class: type[Scene], encounter: Encounter) -> Lexicon:
    """Return the words that can stand in a line of this fight."""
    scene = scene_class(Draft(encounter))
    page = scene.page
    types = page.damage.types if page.damage else ()
    rolls = (ATTACK, *defenses_of(page))
    return Lexicon(
        weapons=_weapons(scene) if page.attacks else {},
        places=entries({word: row.help for word, row in page.places.items()}),
        defenses=_defenses(page),
        words={ATTACK: entries(told_words(page, *rolls))},
        spends=entries(paid_words(page, ATTACK)),
        target_spends=entries(paid_words(page, *defenses_of(page))),
        without={ATTACK: entries(switch_words(page, *rolls))},
        actions=tuple(Entry(row.name, row.help) for row in actions_of(scene)),
        tests=entries({word: row.help for word, row in page.tests.items()}),
        by_test={word: entries(told_words(page, word)) for word in page.tests},
        types=entries(dict.fromkeys(types, "")),
        pools=entries({word: row.help for word, row in page.tracks.items()}),
    )


def _weapons(scene: Scene) -> Mapping[str, Entries]:
    return {
        who.id: tuple(
            Entry(key, weapon.name) for key, weapon in who.sheet.weapons.items()
        )
        for who in scene.whole_cast()
    }


def defenses_of(page: SystemPage) -> dict[str, str]:
    """Return the defenses of all ways to attack, each with a text that says against what."""
    return {
        word: f"against {way}"
        for way, attack in page.attacks.items()
        if attack.against
        for word in attack.against.defenses
    }


def _defenses(page: SystemPage) -> Entries:
    """Return the defenses of all ways to attack, and the word for none."""
    found = defenses_of(page)
    return entries({**found, NO_DEFENSE: "no roll"}) if found else ()


def actions_of(scene: Scene) -> list[Action[Any]]:
    """Return the actions of the page as the kit describes actions."""
    return [
        Action(
            word,
            "TARGET" if row.target else "",
            "",
            scene.row("actions", word),
            row.help or word.replace("-", " "),
        )
        for word, row in scene.page.actions.items()
    ]


def candidates(
    scene_class: type[Scene],
    encounter: Encounter,
    words: Lexicon,
    who: str,
) -> Iterator[Candidate]:
    """Yield everything that somebody might do: attacks, plain and called, actions and tests."""
    scene = scene_class(Draft(encounter))
    actions = actions_of(scene)
    for one in list_candidates(encounter, who, words, actions, {}):
        if isinstance(one.intent, Attack) and not scene.page.attacks:
            continue
        yield one
        yield from _called(one, words)


def _called(one: Candidate, words: Lexicon) -> Iterator[Candidate]:
    """Yield an attack with each place that can be called."""
    attack = one.intent
    if not isinstance(attack, Attack):
        return
    for place in words.places:
        options = attack.options._replace(called=place.word)
        called = Attack(attack.attacker, attack.targets, options=options)
        yield Candidate(called, place.help)
