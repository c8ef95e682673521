"""How somebody fights who is played by nobody: whose turn it is, and what is worth doing first."""

from collections.abc import Iterator, Sequence

from gmtrack.core.draft import Draft
from gmtrack.core.intents import Act, Attack, Intent, Options
from gmtrack.core.screen import Track
from gmtrack.rulesets.port import Aim, Moment
from gmtrack.rulesets.swan_song.screens.board import tracks as tracks_of
from gmtrack.rulesets.swan_song.sheet.fighter import Fighter
from gmtrack.rulesets.swan_song.sheet.game import Scene

DRAWN = ("melee", "ranged")
"""Kinds of weapons that are taken in hand to fight with; what is thrown is thrown once."""
NOBODY = Options(force=True)
"""A blast that catches nobody has to be forced."""


def moment(draft: Draft) -> Moment:
    """Who has the phase; where something goes off now (R-TIM-4), the one who set it."""
    fight = Scene(draft).fight
    if fight.due:
        setter = fight.timed_items[fight.due[0]]["setter"]
        return Moment(fight.round, fight.running, (setter,), due=True)
    active = fight.active if fight.running else None
    return Moment(fight.round, fight.running, (active,) if active else ())


def moves(draft: Draft, who: str, aims: Sequence[Aim]) -> Iterator[Intent]:
    """The blast that everybody waits for; to get up, a weapon in hand, the attack of the phase."""
    scene = Scene(draft)
    me = scene.fighter(who)
    if scene.fight.due:
        yield from blasts(scene.fight.due[0], who, aims)
    elif me.status == "up" and me.ap and not me.attack_used:
        if me.prone and not me.cannot_stand_rounds:
            yield Act(who, "stand-up")
        for aim in aims:
            yield from attacks(me, aim)


def blasts(item: str, setter: str, aims: Sequence[Aim]) -> Iterator[Intent]:
    """It catches the one whom its setter would attack; nobody, where there is none."""
    for aim in aims[:1]:
        yield Act(setter, "detonate", (item, aim.target))
    yield Act(setter, "detonate", (item,), options=NOBODY)


def attacks(me: Fighter, aim: Aim) -> Iterator[Intent]:
    """With the weapon that is meant, drawn first where it has to be; else with what is in hand."""
    weapon = aim.weapon or in_mind(me)
    if weapon and weapon not in me.held.values() and me.weapons[weapon].needs_hand:
        yield Act(me.id, "ready-weapon", (weapon,))
    elif weapon:
        yield Attack(me.id, (aim.target,), options=Options(weapon=weapon, words=aim.words))
    yield Attack(me.id, (aim.target,))


def in_mind(me: Fighter) -> str | None:
    """The first weapon of somebody whose hands are empty (R-ACT-15)."""
    if any(me.held.values()):
        return None
    return next((name for name, one in me.weapons.items() if one.kind in DRAWN), None)


def tracks(draft: Draft, who: str) -> tuple[Track, ...]:
    return tracks_of(Scene(draft).fighter(who))


def apart(draft: Draft, who: str, other: str) -> float | None:
    """No distances are kept; who is in melee with somebody is next to them (R-DEF-15)."""
    return 0.0 if other in Scene(draft).fighter(who).in_melee_with else None
