"""What each field of a sheet and of the scene is, in a sentence."""

from collections.abc import Mapping
from types import MappingProxyType

HELP: Mapping[str, str] = MappingProxyType(
    {
        "kind": "human, animal or other: human teeth bruise and need a grapple; usually human.",
        "strength": "Dots, 0 to 15: the dice of blows and grapples, Speed, what weapons one can "
        "wield; usually 2.",
        "dexterity": "Dots, 0 to 15: the dice of shots and throws, initiative, Defense, Speed; "
        "usually 2.",
        "stamina": "Dots, 0 to 15: the health boxes, with size, and staying conscious; usually 2.",
        "wits": "Dots, 0 to 15: initiative, Defense, noticing an ambush; usually 2.",
        "resolve": "Dots, 0 to 15: the Willpower, together with control; usually 2.",
        "control": "Dots, 0 to 15: the Willpower, with resolve, and noticing an ambush; usually 2.",
        "composure": "Dots, 0 to 15: another name of control, which it stands in for.",
        "skills": "Dots, 0 to 10, of brawl, weaponry, firearms, athletics and stealth: dice added "
        "to those of an attribute.",
        "size": "Size of the body, 1 to 30: part of the health boxes; usually 5, an adult.",
        "speed": "Metres of a move; usually strength + dexterity + 5.",
        "defense": "Dice off each blow and throw at them; usually the lower of wits and dexterity, "
        "+ athletics.",
        "initiative_mod": "What is added to the d10 of initiative; usually dexterity + wits.",
        "health": "Health boxes, 1 to 1000; usually size + stamina.",
        "willpower": "Points of Willpower; usually resolve + control.",
        "intent": 'What they want from this fight, in a sentence that begins with "I want".',
        "intent_violent": "Whether that has to do with hurting people: if not, a death that they "
        "cause costs 1 Willpower.",
        "ambidextrous": "Whether both hands are as good: no penalty for the off-hand.",
        "weapons": "Weapons by id; bare hands are always there.",
        "weapons.*.kind": "unarmed, bite, melee, thrown or firearm: which dice are rolled, and "
        "whether Defense counts; usually melee.",
        "weapons.*.skill": "The skill that is rolled, where it is not that of the kind.",
        "weapons.*.attribute": "The attribute that is rolled, where it is not that of the kind.",
        "weapons.*.damage": "Points of damage, -5 to 20, added to the successes of a hit; "
        "usually 0.",
        "weapons.*.damage_type": "bashing, lethal or aggravated; usually lethal, bare hands "
        "bashing.",
        "weapons.*.initiative": "What it costs in initiative while in hand, -20 to 0.",
        "weapons.*.strength_req": "The strength that it needs: with less its user has 1 die less.",
        "weapons.*.size": "Size: a firearm above 1 is in the way hand to hand, and only what is "
        "smaller than one's strength can be thrown; usually 1.",
        "weapons.*.armor_piercing": "Points of armor that it ignores, 0 to 10.",
        "weapons.*.ranges": "Short, medium and long range in metres (0, -1, -2 dice); a firearm "
        "must have them, thrown weapons usually go by strength.",
        "weapons.*.aerodynamic": "Whether it flies twice as far when it is thrown.",
        "weapons.*.autofire": "Whether it can fire bursts and covering fire.",
        "weapons.*.capacity": "Rounds in it when it is full; 0: they are not counted.",
        "weapons.*.reload": "magazine or speedloader, or single, which costs Defense for the turn; "
        "usually magazine.",
        "weapons.*.improvised": "Whether it is no real weapon: 1 die less, durability - 1 damage, "
        "and it wears out.",
        "weapons.*.durability": "Damage that does nothing to the weapon itself; usually 1.",
        "weapons.*.structure": "Damage that wrecks the weapon itself; usually size + durability.",
        "wielded": "What is in hand when the fight starts: a weapon, or a list of two; usually the "
        "first.",
        "armor": "Pieces of armor; the best number of each kind counts.",
        "armor.*.name": "What the piece is called.",
        "armor.*.ballistic": "Points of lethal damage from a firearm that become bashing.",
        "armor.*.general": "Points off any damage, the worst first.",
        "armor.*.covers": "Called places where it still protects: arm, leg, head, critical, "
        "little, heart, tiny, hand, eye.",
        "cover": "Id of the piece of cover that they are behind when the fight starts.",
        "scene.covers": "Pieces that combatants may be behind, by id.",
        "scene.covers.*.name": "What the piece is called; usually its id.",
        "scene.covers.*.concealment": "How much it hides: none, barely, partially, substantially "
        "(0 to -3 dice) or full (it must be shot through); usually full.",
        "scene.covers.*.durability": "Points off a shot through it, which it stops if they are "
        "above the damage of the weapon; usually 1.",
        "scene.covers.*.structure": "Damage that wrecks it; usually durability + size.",
        "scene.covers.*.size": "Size, 1 or more, for its structure; usually 5.",
        "scene.covers.*.transparent": "Whether one sees through it: only half its durability "
        "counts.",
    }
)
