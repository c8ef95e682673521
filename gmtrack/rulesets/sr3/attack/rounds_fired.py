"""Ammunition spent: rounds of a shot, burst or full auto, those lost between targets, what is left
(SR-054 to SR-067, SR-R20)."""

from collections.abc import Callable, Mapping

from gmtrack.rulesets.sr3.attack.distance import apart
from gmtrack.rulesets.sr3.attack.plan import Strike
from gmtrack.rulesets.sr3.attack.targeting import saves_rounds
from gmtrack.rulesets.sr3.sheet.game import Game
from gmtrack.rulesets.sr3.sheet.live import Fighter
from gmtrack.rulesets.sr3.tables.fire_modes import FULL_AUTO_LEAST, MODES
from gmtrack.rulesets.sr3.tables.kinds import Mode


def rounds_at(s: Strike) -> int:
    """SR-054 to SR-060: by the mode; a burst shrinks with what is left. Full auto without a number
    is the least, until `check` asks for it."""
    rounds = MODES[s.mode].rounds
    if rounds is None:
        told = s.count("rounds")
        return FULL_AUTO_LEAST if told is None else told
    left = s.attacker.ammo_of(s.weapon_id)
    return min(rounds, max(1, left)) if s.weapon.capacity else rounds


def walked_to(s: Strike, before: Fighter | None) -> int:
    """SR-065, SR-067: rounds lost between two targets, one for each metre."""
    if before is None or saves_rounds(s):
        return 0
    told = s.count("walk")
    return (apart(before, s.target) or 0) if told is None else told


def fire(s: Strike) -> None:
    """The rounds leave the weapon, those lost on the way first."""
    _FIRED[s.mode](s)


def fire_single(s: Strike) -> None:
    """SR-054"""
    _fire(s)


def fire_semi_automatic(s: Strike) -> None:
    """SR-055"""
    _fire(s)


def fire_burst(s: Strike) -> None:
    """SR-056: 3 rounds, or those that are left."""
    _fire(s)


def fire_auto(s: Strike) -> None:
    """SR-060, SR-066: the rounds that were told, and those that are lost."""
    _fire(s)


def _fire(s: Strike) -> None:
    who, name = s.attacker, s.weapon_id
    if s.weapon.capacity:
        who.set_ammo(name, max(0, who.ammo_of(name) - s.walked - s.rounds))


_FIRED: Mapping[Mode, Callable[[Strike], None]] = {
    "ss": fire_single,
    "sa": fire_semi_automatic,
    "bf": fire_burst,
    "fa": fire_auto,
}


def count_target(s: Strike) -> None:
    """SR-121: targets of this phase, each of them once."""
    if s.target.id not in s.fired.targets:
        s.fired.targets.append(s.target.id)


def count_walked(s: Strike) -> None:
    """SR-066, SR-R20: what was lost on the way recoils too."""
    if s.game.house.walk_recoil:
        count(s, s.walked)


def count(s: Strike, rounds: int) -> None:
    """SR-068: rounds of this phase."""
    s.fired.rounds += rounds
    s.fired.own += rounds


def tell_rounds(game: Game, who: Fighter, name: str) -> None:
    """What is in the weapon now."""
    kind, most = who.loaded_of(name), who.weapon(name).capacity
    what = "" if kind == "normal" else f", {kind}"
    game.report.tell("rounds", "note", weapon=name, now=who.ammo_of(name), most=most, kind=what)


def remember(s: Strike) -> None:
    """The rounds that are left; the counters of the phase, while there is one."""
    if s.weapon.capacity:
        tell_left(s)
    if not s.game.fight.running:
        return
    remember_rounds(s)
    remember_targets(s)
    if MODES[s.mode].limit is not None:
        remember_shot(s)


def tell_left(s: Strike) -> None:
    """SR-054 to SR-056: what the mode has left in the weapon."""
    tell_rounds(s.game, s.attacker, s.weapon_id)


def remember_rounds(s: Strike) -> None:
    """SR-068, SR-R21: each round recoils for the rest of the phase."""
    s.attacker.rounds_this_phase = s.fired.rounds
    if s.game.house.second_firearm_recoil == "own":
        s.attacker.set_rounds_of(s.weapon_id, s.fired.own)


def remember_targets(s: Strike) -> None:
    """SR-121: the targets of the phase."""
    s.attacker.targets_this_phase = list(s.fired.targets)


def remember_shot(s: Strike) -> None:
    """SR-054 to SR-056: so often may it fire in a phase."""
    s.attacker.set_shots(s.weapon_id, s.attacker.shots_of(s.weapon_id) + 1)
