"""What each field of a sheet and of the scene is, in a sentence."""

from collections.abc import Mapping
from types import MappingProxyType

HELP: Mapping[str, str] = MappingProxyType(
    {
        "dex": "1 to 30: half of the speed, the roll to keep standing, the roll to dodge.",
        "pow": "1 to 30: the roll that saves a weapon when its user fumbles; usually 10.",
        "con": "1 to 30: the hit points, together with siz; usually 10.",
        "siz": "1 to 30: the hit points, with con, and the blow that unbalances; usually 10.",
        "hp": "Total hit points, 1 to 99; usually con + siz.",
        "location_hp": "Hit points of single places, 1 to 99 each; usually a third of the total "
        "(chest two fifths, arms a quarter), rounded up.",
        "unconscious": "Hit points below which they are knocked out; usually a quarter of the "
        "total, rounded up.",
        "knockdown": "Points of a blow, armor not counted, that unbalance; usually siz.",
        "move": "Metres a round for who does not fight; usually 6.",
        "skills": "Points of each skill, 0 to 40, by any name: a d20 succeeds at that number or "
        "below; awareness and cool are usually 10, all others 0.",
        "shield_parry": "Points that a shield takes off a melee blow, 0 to 30, if the own roll "
        "was a success.",
        "weapons": "Weapons by id; the first one that can be used is the usual one, and bare "
        "hands are always there.",
        "weapons.*.skill": "The skill that is rolled to hit with it.",
        "weapons.*.class": "missile (unopposed), long, medium, short or unarmed: what comes off "
        "the speed (0, 1, 2, 3, 3) and which column of places it hits.",
        "weapons.*.damage": "Dice and a number, such as 2d6, 1d10+2 or 1d6-1: what comes off the "
        "hit points.",
        "weapons.*.firearm": "Whether it jams instead of falling, can be aimed for a round, and "
        "is dodged at dex - 10; usually so for missiles, false for bows and thrown weapons.",
        "weapons.*.parry": "Points that it takes off a melee blow, 0 to 30, if its user loses "
        "with a success.",
        "weapons.*.burst": "The most shots in one burst, 1 to 20; 1 fires no bursts.",
        "weapons.*.fragile": "Whether a fumble breaks it, where others jam (lasers, gauss guns).",
        "weapons.*.accessories": "Parts of a firearm that a fumble may spoil in its place, such as "
        "smartgun or laser-sight.",
        "weapons.*.attached": "Whether it cannot be dropped; usually only bare hands.",
        "weapons.*.stowed": "Whether it starts in its holster or sheath, and must be drawn first.",
        "weapons.*.arm": "The limb that must work for it: right_arm, left_arm, both or none; "
        "usually the right arm.",
        "weapons.*.tags": "Words that armor may be made against, such as laser.",
        "armor": "Pieces of armor; their points add up where they cover the same place.",
        "armor.*.name": "What the piece is called.",
        "armor.*.points": "Points off each blow, 0 to 99, by place (head, chest, abdomen, an arm, "
        "a leg) or for arms, legs, all.",
        "armor.*.against": "Tags of the only weapons that it stops; usually it stops all.",
        "checks": "Skills that already have an experience check.",
        "scene.visibility": "clear, or poor (dark, fog, smoke): -10 for who fails Awareness.",
        "scene.declares_first": "The side that declares first in each round; usually that of the "
        "first combatant in the file.",
    }
)
