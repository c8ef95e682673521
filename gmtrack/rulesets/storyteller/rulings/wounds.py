"""ST-R27 to ST-R38: ranged combat, cover, armor, health, attack options."""

from gmtrack.rulesets.rulings import Ruling

WOUNDS: tuple[Ruling, ...] = (
    Ruling("ST-R27","G","Too few bullets; what does covering fire add?","the burst is refused; no bonus",key="short_ammo",values=("refuse", "next_lower_burst"),),
    Ruling("ST-R27","G","Too few bullets; what does covering fire add?","the burst is refused; no bonus",key="covering_bonus",values=(0, 2),),
    Ruling("ST-R28","G","Tags and ignored armor are announced, not given","tilts of the parent game; armor counts where it covers the place",key="tag_effects",values=("parent", "label_only"),),
    Ruling("ST-R28","G","Tags and ignored armor are announced, not given","tilts of the parent game; armor counts where it covers the place",key="called_armor",values=("uncovered", "always_ignored", "never_ignored"),),
    Ruling("ST-R29","C","The aerodynamic formula leaves the object"s size out","the size stays in, each range doubled",key="aerodynamic_formula",values=("with_size", "as_printed"),),
    Ruling("ST-R30","G","Cover: hidden targets, transparent pieces, people as shields","no penalty; half only when subtracted; the user takes what passes",key="full_cover_penalty",values=(0, 3),),
    Ruling("ST-R30","G","Cover: hidden targets, transparent pieces, people as shields","no penalty; half only when subtracted; the user takes what passes",key="human_shield",values=("penetrates", "victim_only"),),
    Ruling("ST-R30","G","Cover: hidden targets, transparent pieces, people as shields","no penalty; half only when subtracted; the user takes what passes",key="transparent_stop",values=("full", "half"),),
    Ruling("ST-R31","A","Several pieces of armor","the best of each rating",key="armor_stack",values=("best", "sum"),),
    Ruling("ST-R32","A","Wear of improvised weapons","by damage before the target"s armor",key="improvised_wear",values=("before_armor", "after_armor"),),
    Ruling("ST-R33","A","Does armor piercing count twice?","what durability has used up is spent",key="ap_reuse",values=(False, True),),
    Ruling("ST-R34","G","The health track is missing","as in the parent game; wounds count for initiative",key="wounds_affect_initiative",values=(True, False),),
    Ruling("ST-R34","G","The health track is missing","as in the parent game; wounds count for initiative",key="beaten_down",values=(False, True),),
    Ruling("ST-R35","G","All-Out Attack breaks off in mid sentence","+2 dice, Defense is lost",key="all_out_bonus",values=(2, 1, 3),),
    Ruling("ST-R36","G","The off-hand attack is a heading only","-2 dice",key="offhand_penalty",values=(2, 0, 3),),
    Ruling("ST-R37","A","Pulled blows: where does the cap sit?","on the damage before cover and armor",key="pull_cap",values=("before_armor", "after_armor"),),
    Ruling("ST-R38","G","What is the full pool of a killing blow?","attribute, skill, wounds, strength, improvised; nothing else",key="killing_blow_wounds",values=(True, False),),
)
