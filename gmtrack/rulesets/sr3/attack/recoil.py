"""Recoil of earlier rounds and bursts, and what compensates it."""

from typing import NamedTuple

from gmtrack.rulesets.sr3.attack.plan import Strike
from gmtrack.rulesets.sr3.tables import modifiers as worth
from gmtrack.rulesets.sr3.tables.fire_modes import BURSTS


class Steadied(NamedTuple):
    """What is left of recoil and of the attacker's movement; and what took the rest of the raw
    recoil away."""

    recoil: int
    running: int
    raw: int
    built_in: int
    gyro: int


def raw_recoil(s: Strike) -> int:
    """Rounds fired earlier in this phase, and what this fire adds."""
    house = s.game.house
    own = house.second_firearm_recoil == "own"
    return (s.fired.own if own else s.fired.rounds) + added(s)


def added(s: Strike) -> int:
    house = s.game.house
    if s.mode == "fa":
        return s.rounds if house.fa_first_round == "pays" else s.rounds - 1
    if s.mode != "bf":
        return 0
    return house.short_burst_recoil if s.rounds == 2 else BURSTS[s.rounds].recoil


def compensation(s: Strike) -> int:
    """What is built in, and what stands on the ground."""
    weapon = s.weapon
    stands = s.has("deployed") or s.attacker.deployed_of(s.weapon_id)
    feet = weapon.bipod + weapon.tripod if stands and not s.off("deployed") else 0
    return weapon.gas_vent + weapon.shock_pad + feet


def gyro_rating(s: Strike) -> int:
    """Of a harness that is worn, with the weapon on it."""
    who = s.attacker
    return who.sheet.gyro if who.gyro_worn and who.mounted_of(s.weapon_id) else 0


def steadied(s: Strike) -> Steadied:
    """Compensation first, then the gyro, doubling last."""
    raw, built_in = 0 if s.off("recoil") else raw_recoil(s), compensation(s)
    recoil, running = max(0, raw - built_in), movement(s)
    gyro = gyro_rating(s)
    if s.game.house.gyro_order == "movement_first":
        taken = min(recoil, gyro - min(running, gyro))
    else:
        taken = min(recoil, gyro)
    recoil -= taken
    running -= min(running, gyro - taken)
    left = 2 * recoil if s.weapon.heavy_recoil else recoil
    return Steadied(left, running, raw, built_in, taken)


def tell_recoil(s: Strike, steady: Steadied) -> None:
    """Where the number comes from, unless it is the raw one or was told."""
    if steady.recoil == steady.raw or s.has("recoil"):
        return
    how = f"recoil{'.gyro' * (steady.gyro > 0)}{'.twice' * s.weapon.heavy_recoil}"
    s.game.report.tell(
        how, "note",
        raw=steady.raw, built_in=steady.built_in, gyro=steady.gyro, left=steady.recoil,
    )  # fmt: skip


def movement(s: Strike) -> int:
    """As told, or as the attacker moves."""
    if s.off("running"):
        return 0
    told = s.count("running")
    return worth.GAITS[s.attacker.running] if told is None else told
