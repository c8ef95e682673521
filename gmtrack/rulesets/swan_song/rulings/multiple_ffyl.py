"""6.12: Multiple Attacks and Fight for your Life."""

from gmtrack.rulesets.kit.rulings import Ruling

MULTIPLE_FFYL: tuple[Ruling, ...] = (
    Ruling(
        "R-MULTI-1",
        "A",
        "Modifiers that concern one target of several?",
        "each attack modifier of any part once, before the split",
        key="multi_target_mods",
        values=("before_split", "per_part"),
        why_fixed="the pool is computed once for all parts",
    ),
    Ruling(
        "R-MULTI-2",
        "G",
        "Two different weapons?",
        "the lower base pool, the lower skill for the cap; DV and Accuracy of each part's own"
        " weapon",
        key="two_weapon_pool",
        values=("lower", "main"),
    ),
    Ruling("R-MULTI-3", "A", "Dice that do not divide?", "go to the earlier parts"),
    Ruling(
        "R-MULTI-4",
        "G",
        "AP price?",
        "one attack action, the dearest weapon's, and the Free Action",
        key="multi_ap",
        values=("single", "per_attack"),
    ),
    Ruling("R-MULTI-5", "A", "Multiple Attacks at skill 0 or 1?", "none: 1 attack is the most"),
    Ruling(
        "R-MULTI-6",
        "A",
        "Defense against several parts?",
        "a Defense Test each, with -1 for each earlier one and its own paid Interrupt if "
        "wanted; a wound by part 1 lowers the defender's later tests, not the attacker's "
        "split pool",
    ),
    Ruling(
        "R-FFYL-1",
        "C",
        "One last phase or the rest of the round?",
        "conscious to the round's end, acting whenever the Score allows",
        key="ffyl_span",
        values=("round", "one_phase"),
    ),
    Ruling(
        "R-FFYL-2",
        "A",
        "How long is the Score held at 1?",
        "set once: one phase with the base AP at count 1 of this pass, even after having "
        "acted; then the usual -10",
        key="ffyl_score",
        values=("once", "hold"),
        why_fixed="with it a round would never end",
    ),
    Ruling(
        "R-FFYL-3",
        "A",
        "What is halved?",
        "every pool's base (attributes + skill, armor + half Body), before modifiers; not "
        "initiative dice",
    ),
    Ruling(
        "R-FFYL-4",
        "A",
        "What is a killing blow?",
        "one's own attack that takes an enemy from above 0 to 0 or less, or from alive to dead",
        key="ffyl_kill",
        values=("down_or_dead", "dead"),
    ),
    Ruling(
        "R-FFYL-5",
        "A",
        "Against instant death too?",
        "yes",
        key="ffyl_instant_death",
        values=(True, False),
    ),
    Ruling(
        "R-FFYL-6",
        "A",
        "What does a rescue leave?",
        "health 1 at least, strain halved (down); critical injuries stay",
    ),
    Ruling(
        "R-FFYL-7",
        "A",
        "And without rescue?",
        "at the round's end the pools decide: unconscious, dying or dead",
    ),
    Ruling("R-FFYL-8", "A", "More damage meanwhile?", "adds up; no second Karma in that round"),
)
