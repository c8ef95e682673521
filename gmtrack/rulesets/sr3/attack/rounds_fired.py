"""Ammunition spent: rounds of a shot, burst or full auto, those lost between targets, what is
left."""

from collections.abc import Mapping
from types import MappingProxyType

from gmtrack.rulesets.sr3.attack.distance import apart
from gmtrack.rulesets.sr3.attack.plan import Strike
from gmtrack.rulesets.sr3.attack.targeting import saves_rounds
from gmtrack.rulesets.sr3.sheet.game import Game
from gmtrack.rulesets.sr3.sheet.live import Fighter
from gmtrack.rulesets.sr3.tables.fire_modes import FULL_AUTO_LEAST, MODES
from gmtrack.rulesets.sr3.tables.kinds import Mode


def rounds_at(s: Strike) -> int:
    """By the mode; a burst shrinks with what is left. Full auto without a number
    is the least, until `check` asks for it."""
    rounds = MODES[s.mode].rounds
    if rounds is None:
        told = s.count("rounds")
        return FULL_AUTO_LEAST if told is None else told
    left = s.attacker.ammo_of(s.weapon_id)
    return min(rounds, max(1, left)) if s.weapon.capacity else rounds


def walked_to(s: Strike, before: Fighter | None) -> int:
    """Rounds lost between two targets, one for each metre."""
    if before is None or saves_rounds(s):
        return 0
    told = s.count("walk")
    return (apart(before, s.target) or 0) if told is None else told


FIRED: Mapping[Mode, str] = MappingProxyType(
    {"ss": "SR-054", "sa": "SR-055", "bf": "SR-056", "fa": "SR-060, SR-066"}
)
"""By the mode of fire: the rows by which rounds leave the weapon."""


def fire(s: Strike) -> None:
    """The rounds leave the weapon, those lost on the way first."""
    who, name = s.attacker, s.weapon_id
    if s.weapon.capacity:
        with s.game.draft.by(FIRED[s.mode]):
            who.set_ammo(name, max(0, who.ammo_of(name) - s.walked - s.rounds))


def count_target(s: Strike) -> None:
    """Targets of this phase, each of them once."""
    if s.target.id not in s.fired.targets:
        s.fired.targets.append(s.target.id)


def count_walked(s: Strike) -> None:
    """What was lost on the way recoils too."""
    if s.game.house.walk_recoil:
        count(s, s.walked)


def count(s: Strike, rounds: int) -> None:
    """Rounds of this phase."""
    s.fired.rounds += rounds
    s.fired.own += rounds


def tell_rounds(game: Game, who: Fighter, name: str) -> None:
    """What is in the weapon now."""
    kind, most = who.loaded_of(name), who.weapon(name).capacity
    what = "" if kind == "normal" else f", {kind}"
    game.report.tell("rounds", "note", weapon=name, now=who.ammo_of(name), most=most, kind=what)


def remember(s: Strike) -> None:
    """The rounds that are left; the counters of the phase, while there is one."""
    game, who = s.game, s.attacker
    if s.weapon.capacity:
        tell_rounds(game, who, s.weapon_id)
    if not game.fight.running:
        return
    with game.draft.by("SR-068, SR-R21"):
        who.rounds_this_phase = s.fired.rounds
        if game.house.second_firearm_recoil == "own":
            who.set_rounds_of(s.weapon_id, s.fired.own)
    with game.draft.by("SR-121"):
        who.targets_this_phase = list(s.fired.targets)
    if MODES[s.mode].limit is not None:
        with game.draft.by("SR-054 to SR-056"):
            who.set_shots(s.weapon_id, who.shots_of(s.weapon_id) + 1)
