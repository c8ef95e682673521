"""The words that can stand in a line, and the lines that somebody might type."""

from collections.abc import Iterator, Mapping

from back_alley.actions import ACTIONS
from back_alley.game import Scene
from back_alley.sheet import Fighter
from back_alley.tables import CIRCUMSTANCES, PLACES, TESTS
from back_alley.wounds import EFFECTS
from gmtrack.core.choice import Candidate
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Attack
from gmtrack.core.lexicon import Entries, Entry, Lexicon, entries
from gmtrack.rulesets.kit.actions import lexicon_of_actions
from gmtrack.rulesets.kit.choices import list_candidates


def lexicon(encounter: Encounter) -> Lexicon:
    """What Tab offers."""
    scene = Scene(Draft(encounter))
    told = {name: row.help for name, row in CIRCUMSTANCES.items() if row.told}
    seen = {name: row.help for name, row in CIRCUMSTANCES.items() if not row.told}
    return Lexicon(
        weapons={who.id: _weapons(who) for who in scene.everybody()},
        places=_places(),
        words={"attack": entries(told)},
        without={"attack": entries(seen)},
        tests=entries(TESTS),
        effects=entries({word: row.help for word, row in EFFECTS.items()}),
        **lexicon_of_actions(ACTIONS, bare=False),
    )


def _places() -> Entries:
    return entries({name: place.help for name, place in PLACES.items()})


def _weapons(who: Fighter) -> Entries:
    return tuple(
        Entry(key, f"{weapon.damage} {weapon.kind}") for key, weapon in who.sheet.weapons.items()
    )


def candidates(encounter: Encounter, who: str) -> Iterator[Candidate]:
    """Every attack, plain and called, every action and test."""
    for one in list_candidates(encounter, who, lexicon(encounter), ACTIONS.values(), {}):
        yield one
        yield from _called(one)


def _called(one: Candidate) -> Iterator[Candidate]:
    attack = one.intent
    for place in _places() if isinstance(attack, Attack) else ():
        options = attack.options._replace(called=place.word)
        yield Candidate(Attack(attack.attacker, attack.targets, options=options), place.help)


def resources_of(draft: Draft, who: str) -> Mapping[str, int]:
    """One action, in their turn."""
    return {"action": Scene(draft).fighter(who).actions}
