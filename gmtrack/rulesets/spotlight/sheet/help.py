"""What each field of a sheet and of the scene is, in a sentence."""

from collections.abc import Mapping
from types import MappingProxyType

HELP: Mapping[str, str] = MappingProxyType(
    {
        "strength": "0 to 12: part of the boxes of limbs (fortitude + strength) and torso (twice "
        "that).",
        "fortitude": "1 to 12: the boxes of the head, and part of those of limbs and torso.",
        "important": "Whether somebody who is no player character may keep AP and get the "
        "spotlight again.",
        "agility": "0 to 12: decides who begins where initiative is a tie; usually 2.",
        "initiative": "Dice, 0 to 12, for the first spotlight of a round; usually 2.",
        "willpower": "Dice, 0 to 12, to cheat death and to act under suppressive fire; usually 2.",
        "speed": "How far one move (1 AP) goes, in the table's own unit; usually 6.",
        "skills": "Dice of each skill, 0 to 12, by any name; the rules use athletics, brawl, "
        "melee_weapons, firearms and medicine.",
        "skills.*.dice": "The dice of the skill, 0 to 12: each 5 and 6 is a success.",
        "skills.*.trained": "Whether they have learnt it: if not, attacks and tests need 1 success "
        "more; usually so if there are dice.",
        "untrained_dice": "Dice, 0 to 12, for a skill that they do not have; usually 1.",
        "weapons": "Weapons by id; the first one that can be used is the usual one, and bare "
        "hands (1 bruise) are always there.",
        "weapons.*.skill": "The skill whose dice are rolled to hit with it.",
        "weapons.*.damage": "Boxes, 0 to 99, before armor; each success more than needed adds 1.",
        "weapons.*.damage_type": "bruise (knocks out, makes limbs useless) or lethal (kills).",
        "weapons.*.reach": "melee (can be dodged and countered) or ranged; usually melee for the "
        "skills brawl and melee_weapons.",
        "weapons.*.pierces": "The heaviest type of armor through which its damage stays lethal: "
        "none, light, medium or heavy; usually none.",
        "weapons.*.modes": "How it can fire: single, burst (1 success more is needed), full_auto; "
        "the first is the usual one.",
        "weapons.*.arm": "The limb that holds it and must work: right_arm, left_arm, both or "
        "none; usually the right arm.",
        "drawn": "Ids of the weapons in hand when the fight starts; usually all.",
        "armor": "Pieces of armor; on each place the best one counts.",
        "armor.*.name": "What the piece is called.",
        "armor.*.rating": "Points off the damage, 0 to 99, by place (head, torso, an arm, a leg) "
        "or for arms, legs, all.",
        "armor.*.type": "none, light, medium or heavy: lethal damage that does not pierce it "
        "becomes bruise.",
        "cover": "Pieces of cover that they are behind when the fight starts.",
        "cover.*.name": "What the piece is called.",
        "cover.*.rating": "Points off the damage, 0 to 99, at the places that it covers, or for "
        "arms, legs, all.",
        "cover.*.type": "none, light, medium or heavy: lethal damage that does not pierce it "
        "becomes bruise.",
        "boxes": "Boxes of single places, 0 to 99 (head and torso at least 1), instead of those "
        "from strength and fortitude.",
        "death_spotlight": "Whether a deadly wound gives them the death spotlight; usually only "
        "player characters.",
        "certain_death": "Whether the GM has ruled out that they cheat death.",
        "scene.cover": "Pieces that combatants may take cover behind, by id; an attack on who is "
        "behind one needs 1 success more.",
        "scene.cover.*.name": "What the piece is called; usually its id.",
        "scene.cover.*.rating": "Points off the damage, 0 to 99, at the places that it covers, or "
        "for arms, legs, all.",
        "scene.cover.*.type": "none, light, medium or heavy: lethal damage that does not pierce "
        "it becomes bruise.",
        "scene.visibility": "What hampers everybody's sight, such as rain or smoke: each attack "
        "needs 1 success more.",
    }
)
