"""Choices of simulated magicians: a spell in place of the weapon, areas, how a spell is best cast,
and whether one is worth sustaining."""

from collections.abc import Iterator
from typing import NamedTuple

from gmtrack.core.draft import Draft
from gmtrack.core.intents import Act, Attack, Options
from gmtrack.core.values import replace
from gmtrack.rulesets.port import Area, Way
from gmtrack.rulesets.sr3.attack.aim import metres_apart
from gmtrack.rulesets.sr3.screens.castings import Struck, best_casting
from gmtrack.rulesets.sr3.screens.expected_harm import FRIEND, OUT
from gmtrack.rulesets.sr3.sheet.areas import list_caught
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import Scene
from gmtrack.rulesets.sr3.sheet.sheet import SORCERY

FIRST_LEVEL = "level=m"
"""The damage level of a spell before anybody weighs how to cast it."""
ARM = 2
"""The metres up to which a spell by touch reaches somebody, where these are known."""


def is_spell(me: Fighter, name: str | None) -> bool:
    """Whether a word behind `--weapon` means one of the combatant's spells."""
    return name is not None and name in me.sheet.spells


def can_cast(me: Fighter) -> bool:
    """Whether somebody has magic and Sorcery (SRX-001)."""
    return me.sheet.magic >= 1 and me.trait(SORCERY) >= 1


def spells_to_cast(scene: Scene, me: Fighter, target: str) -> Iterator[str]:
    """Yield the spells that a simulated magician casts at one foe: those that do damage, by touch
    only where the foe is in reach. Areas are weighed against all whom they catch."""
    if not can_cast(me):
        return
    for name, spell in me.sheet.spells.items():
        if not spell.damages or spell.area:
            continue
        if spell.range == "sight" or is_touchable(scene, me, target):
            yield name


def is_touchable(scene: Scene, me: Fighter, target: str) -> bool:
    """Whether a spell by touch reaches somebody: in melee, or near enough. As with a blow, an
    unknown distance counts as near."""
    if target in me.in_melee_with:
        return True
    metres = metres_apart(me, scene.fighter(target))
    return metres is None or metres <= ARM


def spell_attack(me: Fighter, target: str, name: str) -> Attack:
    """Return the attack with a spell, at a moderate level where one is chosen, and at no more force
    than the caster's magic."""
    spell = me.sheet.spells[name]
    words = [FIRST_LEVEL] if spell.level == "chosen" else []
    if spell.force > me.sheet.magic:
        words.append(f"force={me.sheet.magic}")
    options = Options(weapon=name, words=tuple(words))
    return Attack(me.id, (target,), options=options)


def cast_best(scene: Scene, me: Fighter, attack: Attack) -> Attack:
    """Return the attack with a spell at one foe, cast in the best way."""
    name = attack.options.weapon
    assert name is not None
    struck = [Struck(scene.fighter(attack.targets[0]))]
    _, casting = best_casting(scene, me, name, struck)
    options = attack.options._replace(words=casting.option_words)
    return replace(attack, options=options)


def spells_instead(draft: Draft, attack: Attack) -> Iterator[Way]:
    """Yield the spells in place of an attack with a weapon, and the best way to cast one that is
    meant already. In place of a shot, which leaves half of the phase, a spell costs another
    attack."""
    scene = Scene(draft)
    me = scene.fighter(attack.attacker)
    if is_spell(me, attack.options.weapon):
        yield Way(cast_best(scene, me, attack))
        return
    spent = price_of_phase(me, attack.options.weapon)
    for name in spells_to_cast(scene, me, attack.targets[0]):
        cast = spell_attack(me, attack.targets[0], name)
        yield Way(cast_best(scene, me, cast), spent)


def price_of_phase(me: Fighter, weapon: str | None) -> dict[str, float]:
    """Return what a whole phase costs more than an attack with a weapon: another attack with one
    that shoots."""
    is_ranged = me.weapon(weapon or me.in_hand).is_ranged
    return {"attack": 1} if is_ranged else {}


def areas_to_cast(scene: Scene, me: Fighter) -> Iterator[Area]:
    """Yield each spell that does damage in an area, around each foe who is up and whose position is
    known, cast in the best way. Those that catch their caster, or a single foe, are left out."""
    if not can_cast(me):
        return
    for name, spell in me.sheet.spells.items():
        if not (spell.damages and spell.area and spell.range == "sight"):
            continue
        for foe in scene.everybody():
            struck = caught_around(scene, me, foe)
            if struck is None:
                continue
            worth, casting = best_casting(scene, me, name, struck.up)
            cast = spell_attack(me, foe.id, name)
            options = cast.options._replace(words=casting.option_words)
            way = Way(replace(cast, options=options), price_of_phase(me, None))
            yield Area(way, worth + struck.fallen)


class CaughtAround(NamedTuple):
    """Those whom an area around a foe catches: who is up, and what the friends count who lie in it
    dying, as 0 or less."""

    up: list[Struck]
    fallen: float


def caught_around(
    scene: Scene, me: Fighter, foe: Fighter
) -> CaughtAround | None:
    """Return whom an area around a foe catches; None for a friend, for somebody who is out or whose
    position is unknown, and where the caster is caught, or a single foe alone."""
    are_friends = scene.draft.encounter.are_friends
    if are_friends(me.id, foe.id) or not foe.awake or foe.position is None:
        return None
    near = list_caught(scene, foe.position, me.sheet.magic, [foe])
    caught = [one.who for one in near if not one.who.dead]
    if me in caught or len(caught) < 2:
        return None
    friends = [who for who in caught if are_friends(me.id, who.id)]
    up = [
        Struck(who, FRIEND if who in friends else 1.0)
        for who in caught
        if who.awake
    ]
    dying = [who for who in friends if not who.awake]
    return CaughtAround(up, FRIEND * OUT * len(dying))


def spells_to_drop(me: Fighter) -> Iterator[Way]:
    """Yield the end of each spell that somebody sustains on themselves, as a free action. Left out
    are spells on others, those that are to become permanent, and those without an effect of the
    GM's, which only the GM can judge."""
    for entry in me.sustained:
        spell = me.sheet.spells.get(entry["spell"])
        if spell is None or spell.effect is None or entry.get("turns"):
            continue
        if entry["target"] == me.id and me.free_left:
            # Nothing is lost by it, and what follows in this phase is easier.
            drop = Act(me.id, "drop-spell", (entry["spell"],))
            yield Way(drop, {"attack": 0})
