"""What somebody might do in a Storyteller fight, and what they have to spend on it."""

from collections.abc import Iterator, Mapping

from gmtrack.core.choice import Candidate
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Act, Intent
from gmtrack.rulesets.kit.choices import Slots, actions, armed, attacks, fired, tests
from gmtrack.rulesets.storyteller.actions.actions import ACTIONS
from gmtrack.rulesets.storyteller.screens.lexicon import lexicon
from gmtrack.rulesets.storyteller.sheet.game import Scene
from gmtrack.rulesets.storyteller.sheet.hands import HANDS
from gmtrack.rulesets.storyteller.tables.kinds import UNARMED


def candidates(encounter: Encounter, who: str) -> Iterator[Candidate]:
    """Every attack with each weapon and mode, every action, every test."""
    scene, words = Scene(Draft(encounter)), lexicon(encounter)
    weapons = words.weapons.get(who, ())
    others = tuple(other for other in encounter.present() if other != who)

    def ways(weapon: str, target: str) -> Iterator[tuple[str, ...]]:
        del target
        yield from fired(weapon, words.modes[who])

    yield from attacks(who, others, weapons, ways)
    names, cover = tuple(entry.word for entry in weapons), tuple(scene.covers())
    moves = tuple(entry.word for entry in words.values["move"])
    slots: Slots = {
        "TARGET": others, "WEAPON": names, "COVER": cover, "MOVE": moves, "METRES": ("1",),
        "TEXT": ("something",),
    }  # fmt: skip
    doings = actions(who, ACTIONS.values(), slots)
    yield from (one for one in doings if not _is_idle_pair(one.intent))
    with_weapon = [row for row in ACTIONS.values() if "--weapon" in row.options]
    yield from armed(actions(who, with_weapon, slots), weapons)
    yield from tests(who, words.tests)


def _is_idle_pair(intent: Intent) -> bool:
    """Two in hand of which one is nothing, or the other once more. Which of a pair stands first
    matters: it is what somebody attacks with."""
    if not isinstance(intent, Act) or len(intent.args) != HANDS:
        return False
    return UNARMED in intent.args or len(set(intent.args)) < HANDS


def means(draft: Draft, who: str) -> Mapping[str, int]:
    """The action of the turn, and willpower."""
    fighter = Scene(draft).fighter(who)
    return {"AP": fighter.ap, "willpower": fighter.willpower}


def ammunition(draft: Draft, who: str) -> Mapping[str, int]:
    """The bullets in all firearms, and what there is to be thrown or shot besides."""
    fighter = Scene(draft).fighter(who)
    found = {"bullets": 0, "missiles": 0}
    for name, weapon in fighter.weapons().items():
        found["bullets" if weapon.kind == "firearm" else "missiles"] += fighter.ammo_of(name)
    return found
