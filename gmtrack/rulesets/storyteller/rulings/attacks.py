"""ST-R13 to ST-R26: attacks, Defense, unarmed moves, aim."""

from gmtrack.rulesets.rulings import Ruling

ATTACKS: tuple[Ruling, ...] = (
    Ruling("ST-R13","G","Where does the weapon modifier go?","on the successes, only on a hit",key="weapon_mod",values=("damage", "dice"),),
    Ruling("ST-R14","C","Contested with Defense, or Defense subtracted?","subtracted, said before the roll; at 0 nothing decays",key="defense_mode",values=("subtract", "contested"),),
    Ruling("ST-R15","G","What does too little strength cost?","1 die",key="strength_penalty",values=("flat", "per_point", "forbidden"),),
    Ruling("ST-R16","G","A negative weapon modifier and few successes","damage is 0 at least",key="min_damage",values=(0, 1),),
    Ruling("ST-R17","G","What does a dramatic failure of an attack do?","it is noted",key="attack_botch",values=("note", "lose_defense"),),
    Ruling("ST-R18","G","How long does +2 Defense for willpower last?","until the own next turn, against that attacker",key="willpower_defense_span",values=("turn", "one_attack"),),
    Ruling("ST-R19","A","The old notes on Defense are a stub","off; their brackets are costs or values",key="old_notes_defense",values=(False, True),),
    Ruling("ST-R20","A","Firearms in close combat: added to what, and size 1?","size + 1 alone; up to size 1 nothing",key="close_firearm",values=("size_only", "full", "size_one_too"),),
    Ruling("ST-R21","G","How long do a dodge and being off balance last?","until the turn of the next round; for one own turn",key="dodge_span",values=("next_turn", "round_end"),),
    Ruling("ST-R22","A","A dodge is 1 less for each opponent: which?","each other one dodged before",key="dodge_multi",values=("prior_opponents", "all_opponents", "prior_attacks"),),
    Ruling("ST-R23","G","Type and armor of a disarm that backfires","the weapon"s type; the armor counts",key="disarm_backlash_armor",values=(True, False),),
    Ruling("ST-R24","G","Grapple moves are names only","as in the parent game; a weapon keeps its type; one move for a win",key="grapple_weapon_type",values=("weapon", "bashing"),),
    Ruling("ST-R24","G","Grapple moves are names only","as in the parent game; a weapon keeps its type; one move for a win",key="grapple_exceptional_moves",values=(1, 2),),
    Ruling("ST-R25","A","How is a touch rolled?","contested, dexterity + weaponry for the defender",key="touch_roll",values=("contested", "defense"),),
    Ruling("ST-R26","G","Moving while aiming","allowed, as far as speed",key="aim_move",values=(True, False),),
)
