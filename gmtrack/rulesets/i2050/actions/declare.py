"""What `act` declares: an intent from its words, with weapon, targets, place, shares, shots."""

import math
import re
from typing import get_args

from gmtrack.core.names import squash
from gmtrack.rulesets.i2050.actions.actions import Action
from gmtrack.rulesets.i2050.attack.shots_and_aim import (
    check_aim,
    check_aimed_burst,
    check_shares,
    check_shots,
    kept_points,
    kept_shots,
    read_burst,
    read_number,
    read_place,
    read_shares,
    shots_of,
)
from gmtrack.rulesets.i2050.dice import skill_points
from gmtrack.rulesets.i2050.sheet.game import WORDS, Game
from gmtrack.rulesets.i2050.sheet.gear import NEEDS, out_of_use, why_not
from gmtrack.rulesets.i2050.sheet.intent import ActionName, Plan
from gmtrack.rulesets.i2050.sheet.live import Fighter
from gmtrack.rulesets.i2050.sheet.options import counted, weapon_named
from gmtrack.rulesets.i2050.sheet.sheet import UNARMED, Weapon
from gmtrack.rulesets.i2050.tables.locations import Location
from gmtrack.rulesets.i2050.turn.legality import check_dodge
from gmtrack.rulesets.kit.words import Told

MOST_WORDS = 40
FARTHEST = 100_000


def plan_of(game: Game, who: Fighter, row: Action, args: tuple[str, ...], told: Told) -> Plan:
    """What is declared by these words. Raises Refusal."""
    action: ActionName = next(one for one in get_args(ActionName) if one == row.name)
    targets = targets_of(game, who, row, args)
    if action in NEEDS:
        return Plan(action, about_weapon(game, who, action))
    if action in ("fight", "shoot", "burst", "aim"):
        weapon = fighting_weapon(game, who, action)
        check_targets(game, who, row, targets)
        want, aim = place_of(game, who, weapon, told)
        split = shares_of(game, who, weapon, targets, told) if action == "fight" else None
        shots = burst_of(game, who, weapon, targets, told, aim) if action == "burst" else None
        return Plan(action, weapon.id, targets, aim, want, split, shots)
    check_state(game, who, action)
    check_targets(game, who, row, targets)
    return Plan(action, targets=targets, to=point_of(game, targets, told))


# --- who ---


def targets_of(game: Game, who: Fighter, row: Action, args: tuple[str, ...]) -> tuple[str, ...]:
    """Raises Refusal (`target`, `unknown`)."""
    if row.name == "move":
        refuse_metres(game, who, args)
    found = tuple(game.find(word).id for word in args)
    if not found and row.targets in ("one", "some"):
        game.deny("target", f"name a target: `act {who.id} {row.name} {row.usage}`")
    return found if row.name == "burst" else tuple(dict.fromkeys(found))


def refuse_metres(game: Game, who: Fighter, args: tuple[str, ...]) -> None:
    """IN-MOVE-01: nobody says beforehand how far. Raises Refusal (`unknown`)."""
    for word in args:
        if word.isdigit() and word not in game.draft.encounter.combatants:
            more = f"`act {who.id} move` goes a metre at each `next`, `act {who.id} stop` ends it"
            where = f"`act {who.id} move TARGET` or `--with to=X,Y` says where to"
            game.deny(WORDS.unknown, f"move takes no metres ('{word}'): {more}; {where}")


def check_targets(game: Game, who: Fighter, row: Action, targets: tuple[str, ...]) -> None:
    """Raises Refusal (`target`)."""
    most = {"none": 0, "maybe": 1, "one": 1, "some": MOST_WORDS}[row.targets]
    if len(targets) > most:
        limit = f"{counted(most, 'target')}, not {len(targets)}" if most else "no target"
        game.refuse("target", f"{row.name} takes {limit}")
    if who.id in targets:
        game.refuse("target", f"{who.id} cannot target themselves")
    for target in dict.fromkeys(targets):
        if game.fighter(target).out == "dead":
            game.refuse("target", f"{target} is dead")


# --- with what ---


def fighting_weapon(game: Game, who: Fighter, action: ActionName) -> Weapon:
    """The one that was named, else the first usable one that fits. Raises Refusal (`weapon`,
    `unknown`)."""
    word = game.options.weapon
    name = weapon_named(who, word) if word else first_fitting(who, action)
    weapon = who.weapon(name)
    if not who.usable(name):
        game.refuse("weapon", f"the {name} of {who.id} {why_not(who, name)}")
    if not fits(weapon, action):
        better = "" if word else out_of_use(who, lambda other: fits(other, action))
        held = name if word or better else who.in_use
        game.refuse("weapon", f"{better}{held} cannot {action}")
    return weapon


def first_fitting(who: Fighter, action: ActionName) -> str:
    for name, weapon in who.weapons.items():
        if who.usable(name) and fits(weapon, action):
            return name
    return UNARMED


def fits(weapon: Weapon, action: ActionName) -> bool:
    """The classes of weapons that an action takes."""
    if action == "aim":
        return weapon.firearm
    return weapon.is_missile == (action != "fight")


def about_weapon(game: Game, who: Fighter, action: ActionName | str) -> str:
    """`unjam`, `pickup`, `draw`, `repair`: the one that was named, else the first that needs it.
    Raises Refusal (`weapon`, `unknown`)."""
    needs, word = NEEDS[action], game.options.weapon
    fitting = [name for name in who.weapons if who.status_of(name) == needs]
    if not word and not fitting:
        game.deny("weapon", f"{who.id} has no {needs} weapon")
    name = weapon_named(who, word) if word else fitting[0]
    if name not in fitting:
        game.refuse("weapon", f"the {name} of {who.id} is {who.status_of(name)}, not {needs}")
    if not who.arm_works(name):
        game.refuse("weapon", f"the {name} of {who.id} cannot be used: its arm is useless")
    return name


# --- where, how often ---


def place_of(
    game: Game, who: Fighter, weapon: Weapon, told: Told
) -> tuple[Location | None, int | None]:
    """IN-AIM-01: the place and its price. Raises Refusal (`aim`, `unknown`, `value`)."""
    want, price = read_place(game), read_number(told, "aim")
    check_aim(game, who, weapon, want, price)
    if price is None:
        return want, 0 if want else None
    return want, kept_points(price)


def shares_of(
    game: Game, who: Fighter, weapon: Weapon, targets: tuple[str, ...], told: Told
) -> tuple[int, ...] | None:
    """IN-MULTI-01, IN-R45: points for each of the TARGETs. Raises Refusal (`split`, `value`)."""
    shares = read_shares(game, told)
    if shares is None:
        if len(targets) > 1:
            even = skill_points(who, weapon.skill) // len(targets)
            line = f"`--with split={','.join([str(even)] * len(targets))}`"
            game.refuse("split", f"{len(targets)} targets need shares of the skill, such as {line}")
        return None
    if len(shares) != len(targets):
        numbers = counted(len(shares), "share"), counted(len(targets), "target")
        game.refuse("split", " for ".join(numbers))
    check_shares(game, who, weapon, shares)
    return tuple(map(kept_points, shares))


def burst_of(
    game: Game, who: Fighter, weapon: Weapon, targets: tuple[str, ...], told: Told, aim: int | None
) -> int:
    """How many shots. Raises Refusal (`aim`, `burst`, `value`)."""
    check_aimed_burst(game, aim)
    shots = shots_of(weapon, targets, read_burst(told))
    named = game.options.weapon is not None
    check_shots(game, who, weapon, shots, targets, named=named)
    return kept_shots(shots)


# --- moving, and the rest ---


def check_state(game: Game, who: Fighter, action: ActionName) -> None:
    """Raises Refusal (`state`)."""
    if action == "dodge":
        check_dodge(game, who)
    if action == "stand":
        check_stand(game, who)


def check_stand(game: Game, who: Fighter) -> None:
    """Raises Refusal (`state`)."""
    if not who.prone:
        game.refuse("state", f"{who.id} is not prone")
    elif who.cannot_stand:
        game.refuse("state", f"{who.id} cannot stand up: a leg or the abdomen is useless")


def point_of(game: Game, targets: tuple[str, ...], told: Told) -> tuple[float, ...] | None:
    """`to=X,Y`. Raises Refusal (`value`)."""
    if not told.has("to"):
        return None
    text = told.value("to") or ""
    if targets:
        game.deny(WORDS.value, "name a target or type to=X,Y, not both")
    if not re.fullmatch(r"\s*[+-]?\d+(\.\d+)?\s*,\s*[+-]?\d+(\.\d+)?\s*", text):
        game.deny(WORDS.value, f"to={text}: type metres such as to=3,4.5")
    point = tuple(float(part) for part in text.split(","))
    if not all(math.isfinite(part) and abs(part) <= FARTHEST for part in point):
        game.deny(WORDS.value, f"to={text}: must be {FARTHEST} metres or less")
    return point


def same_plan(one: Plan, other: Plan) -> bool:
    return squash(str(one.to_data())) == squash(str(other.to_data()))
