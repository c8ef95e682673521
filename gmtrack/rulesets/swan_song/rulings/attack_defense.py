"""6.6: attack pools, ties, who may defend and with what."""

from gmtrack.rulesets.kit.rulings import Ruling

ATTACK_DEFENSE: tuple[Ruling, ...] = (
    Ruling(
        "R-ATK-1",
        "A",
        "A tie at 0 : 0?",
        "a graze, behind cover too, for 0 hits never go through it",
        key="zero_tie",
        values=("graze", "miss", "like_any_tie"),
    ),
    Ruling("R-ATK-2", "A", "Threshold of a Success Test?", "1 hit; all hits are net hits"),
    Ruling("R-ATK-3", "G", "Recoil, range, light, aiming?", "labelled modifiers entered by hand"),
    Ruling("R-ATK-4", "C", "The example computes 4 damage and applies 2?", "4"),
    Ruling(
        "R-ATK-5", "C", 'The example\'s "Agility" 1 in REA + INT?', "it is Intuition 1: a pool of 3"
    ),
    Ruling(
        "R-ATK-6",
        "G",
        "Which attribute attacks?",
        "AGI, unless the weapon's `attribute` says otherwise",
    ),
    Ruling(
        "R-ATK-7",
        "G",
        "What do contact attacks cause?",
        "the weapon's text is shown, nothing is computed",
    ),
    Ruling("R-ATK-8", "G", "DV of fists?", "STR, strain; other natural weapons by their own sheet"),
    Ruling(
        "R-ATK-9",
        "G",
        "How does a blast hit?",
        "the hits thrown at activation are kept and met by each target's Defense Test at -2; "
        "laid without a roll: no Defense Test, base DV, soak only",
        key="blast_without_roll",
        values=("no_defense", "zero_hits"),
    ),
    Ruling(
        "R-ATK-10",
        "A",
        "Which attacks are melee?",
        "kinds melee and unarmed and a firearm used as a club; all others are ranged",
    ),
    Ruling(
        "R-DEF-1",
        "C",
        "Can a ranged attack be dodged?",
        "no: standard defense or Full Defense",
        key="ranged_dodge",
        values=(False, True),
    ),
    Ruling(
        "R-DEF-2",
        "C",
        "Who is unaware?",
        "not who has acted, attacked or been attacked, unless the GM says so, or by surprise "
        "or total concealment",
    ),
    Ruling(
        "R-DEF-3",
        "C",
        "Surprised behind cover?",
        "rolls the cover dice",
        key="surprised_cover_dice",
        values=(True, False),
    ),
    Ruling(
        "R-DEF-4",
        "A",
        "Modifiers on cover dice alone?",
        "none",
        key="unaware_cover_only",
        values=(True, False),
    ),
    Ruling(
        "R-DEF-5",
        "C",
        "What counts as a previous attack?",
        "Defense Tests that one rolled since the start of one's last phase, cover dice alone "
        "excepted",
        key="previous_attack_counts",
        values=("defense_rolls", "attacks"),
    ),
    Ruling(
        "R-DEF-6",
        "A",
        "Does reach matter at range?",
        "no: only when both fight in melee, by the weapon in hand",
    ),
    Ruling(
        "R-DEF-7",
        "G",
        "Prone, and no distance given?",
        "-2 in melee; at range 0 unless 5 m or less is entered",
    ),
    Ruling(
        "R-DEF-8",
        "C",
        "Does cover help in melee?",
        "never",
        key="cover_vs_melee",
        values=(False, True),
    ),
    Ruling(
        "R-DEF-9",
        "A",
        "Fire mode and flechette together?",
        "one of the two per weapon; all other modifiers add up",
    ),
    Ruling(
        "R-DEF-10",
        "A",
        "What do Parry and Block need?",
        "Parry a melee weapon in a usable hand; Block no weapon in either hand and rank 1 or more",
    ),
    Ruling("R-DEF-11", "A", "Wound modifier on cover dice alone?", "none"),
    Ruling(
        "R-DEF-12",
        "A",
        "When does the -3 for being in melee hold?",
        "against a ranged attack by someone else than the melee opponents",
    ),
    Ruling(
        "R-DEF-13",
        "A",
        "What does Full Defense cover?",
        "every Defense Test, interception and area attacks too",
    ),
    Ruling(
        "R-DEF-14",
        "G",
        "How do vehicles defend?",
        "with `defense_pool` if they have one, else a Success Test",
    ),
    Ruling(
        "R-DEF-15",
        "G",
        "Who is in melee with whom?",
        "a melee attack joins the two; it ends when one walks, runs or falls, or the GM says so",
        key="in_melee",
        values=("auto", "manual"),
    ),
)
