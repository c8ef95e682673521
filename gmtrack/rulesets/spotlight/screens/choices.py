"""What somebody might do in a Spotlight fight, and what they have to spend on it."""

from collections.abc import Iterator, Mapping

from gmtrack.core.choice import Candidate
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.lexicon import Lexicon
from gmtrack.rulesets.kit.choices import Slots, actions, attacks, tests, told
from gmtrack.rulesets.spotlight.actions.actions import ACTIONS
from gmtrack.rulesets.spotlight.screens.lexicon import lexicon
from gmtrack.rulesets.spotlight.sheet.game import Scene

REACTING = ("react",)
"""Without the spotlight, on what has just happened."""


def candidates(encounter: Encounter, who: str) -> Iterator[Candidate]:
    """Every attack with each weapon and mode, every action, every test."""
    scene, words = Scene(Draft(encounter)), lexicon(encounter)
    me = scene.fighter(who)
    own = me.weapons()
    out_of_turn = () if scene.holds(me) else (REACTING,)
    weapons = words.weapons.get(who, ())
    others = tuple(other for other in encounter.present() if other != who)

    def ways(weapon: str, target: str) -> Iterator[tuple[str, ...]]:
        del target
        for mode in (own[weapon].modes if weapon else None) or ():
            yield (f"mode={mode.replace('_', '-')}",)

    yield from told(attacks(who, others, weapons, ways), (), *out_of_turn)
    slots: Slots = {
        "TARGET": others, "WEAPON": tuple(entry.word for entry in weapons),
        "COVER": tuple(entry.word for entry in words.things), "TEXT": ("something",),
    }  # fmt: skip
    idle = () if me.live_cover() else ("leave-cover",)
    for name, row in ACTIONS.items():
        if name in idle:
            continue
        ways_to = [way for way in word_ways(words, name) if way != REACTING or out_of_turn]
        yield from told(actions(who, (row,), slots), (), *ways_to)
    yield from tests(who, words.tests)


def word_ways(words: Lexicon, action: str) -> Iterator[tuple[str, ...]]:
    """Each word of `--with` that an action takes, with each value that it can have."""
    for entry in words.by_action[action]:
        for value in words.values.get(entry.word, (None,)):
            yield (f"{entry.word}={value.word}" if value else entry.word,)


def means(draft: Draft, who: str) -> Mapping[str, int]:
    """AP; the four extra ones of a death spotlight too."""
    scene = Scene(draft)
    fighter, save = scene.fighter(who), scene.fight.save
    return {"AP": fighter.ap + (save["ap"] if save and save["by"] == who else 0)}
