"""What the fields of a sheet and of the scene are, for editors and lists: a sentence each."""

from collections.abc import Mapping
from types import MappingProxyType

_PERSON = {
    "body": "Body, 1 to 30, default 3: dice that resist damage and keep them on their feet.",
    "quickness": "Quickness, 1 to 30, default 3: initiative, combat pool, rounds loaded at a time.",
    "strength": "Strength, 1 to 30, default 3: the power of blows, and what bows ask for.",
    "intelligence": "Intelligence, 1 to 30, default 3: initiative and combat pool.",
    "willpower": "Willpower, 1 to 30, default 3: part of the combat pool.",
    "reaction": "Added to the initiative dice; left out: half of quickness + intelligence.",
    "initiative_dice": "Dice of initiative, 1 to 6, default 1; above 10 they act again.",
    "combat_pool": "Dice to spend in a combat turn; left out: half of quickness + intelligence "
    "+ willpower.",
    "skills": "Ratings by skill, 0 to 20 dice; a skill that is not here leaves pool dice alone.",
    "armor": "What is worn: the best piece counts in full, the second by half, the rest not.",
    "natural_reach": "Reach of long limbs, 0 to 3, default 0: on top of the weapon's.",
    "vision": "How they see: decides which column of bad light counts, default normal.",
    "vision_source": "Natural or cybernetic eyes, default natural; cybernetic see a little worse.",
    "smartlink": "True for the implant: -2 on target numbers with a smartgun.",
    "smart_goggles": "True if worn: -1 on target numbers with a smartgun.",
    "gyro": "Rating of a gyro harness, 0 for none: takes off recoil and movement; armor +1.",
    "vehicle": "True for vehicles and drones: own armor, no stun damage, no knockdown.",
    "vehicle_armor": "Armor of a vehicle, default 0: off the power of whatever hits it.",
    "weapons": "Their weapons by ids of your choice; `unarmed` is always there.",
    "wielded": "Id of the weapon in hand at first; left out: the first of the weapons.",
    "second": "Id of a second firearm in the other hand; left out: none.",
}

_WEAPON = {
    "skill": "The skill that it is used with.",
    "power": "Power, the number of 9M, 1 or more: what is rolled against to resist; melee: fixed, "
    "in place of strength and power_bonus.",
    "level": "Damage level, the letter of 9M: L 1, M 3, S 6, D 10 boxes; default M in melee.",
    "damage_type": "Physical or stun, default physical: which boxes it fills.",
    "power_bonus": "Melee: on top of strength it is the power, default 0.",
    "reach": "Melee: length, 0 to 5; each point of advantage is 1 on both target numbers.",
    "class": "Ranged: what it is, default firearm; decides recoil, loading and strength.",
    "ranges": "Metres where short, medium, long and extreme range end; makes it a ranged weapon.",
    "min_range": "Metres below which it cannot be used, default 0.",
    "modes": "Ways to fire, the first by itself, default ss: ss once, sa and bf twice a phase.",
    "loading": "How rounds get in, default clip: what reloading costs.",
    "capacity": "Rounds when full; 0 or left out: rounds are not counted.",
    "ammo": "Rounds in it at first; left out: full.",
    "ammo_type": "What is loaded, default normal: changes power, level or armor; shot: shotguns.",
    "smartgun": "True if it works with a smartlink or smart goggles.",
    "laser": "True for a laser sight: -1 up to 50 metres in clear air.",
    "scope": "Rating of an imaging scope, 0 to 3: each point is a range category less.",
    "gas_vent": "Points of recoil that its gas vent takes off, default 0.",
    "shock_pad": "Points of recoil that its shock pad takes off, default 0.",
    "bipod": "Points of recoil that its bipod takes off once it is deployed, default 0.",
    "tripod": "Points of recoil that its tripod takes off once it is deployed, default 0.",
    "heavy_recoil": "True if recoil that is left counts twice; left out: shotgun and heavy.",
    "gyro_mounted": "True if it hangs on the gyro harness at first: rifles and heavy weapons.",
    "strength_min": "Strength that a bow or crossbow asks for; each point short costs.",
    "choke": "Shotgun with shot: metres for each step of spread, 2 to 10, default 5.",
}

_ARMOR = {
    "name": "What the screens call the piece, default armor.",
    "ballistic": "Off the power of shots, 0 or more, default 0.",
    "impact": "Off the power of blows and gel rounds, 0 or more, default 0.",
    "adds": "True for a helmet or shield: it counts in full on top of the other pieces.",
}

_SCENE = {
    "visibility": "One light and one haze at most, such as partial_light and mist; none: clear.",
    "range": "Of shots where nothing else says it: short, medium, long, extreme; none: asked.",
    "barriers": "What can be shot through, by ids of your choice.",
    "barriers.*.rating": "Barrier rating, 1 or more: off the power of what comes through it.",
}

HELP: Mapping[str, str] = MappingProxyType(
    {
        **_PERSON,
        **{f"weapons.*.{key}": text for key, text in _WEAPON.items()},
        **{f"armor.*.{key}": text for key, text in _ARMOR.items()},
        **{f"scene.{key}": text for key, text in _SCENE.items()},
    }
)
"""By dotted path, `*` for ids and pieces."""
