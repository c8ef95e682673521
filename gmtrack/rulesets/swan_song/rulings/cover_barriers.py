"""6.7: cover, hidden defenders, shooting through and breaking barriers."""

from gmtrack.rulesets.kit.rulings import Ruling

COVER_BARRIERS: tuple[Ruling, ...] = (
    Ruling(
        "R-COV-1",
        "A",
        "Prone at 20 m or more: good cover?",
        "by itself when the distance is entered",
        key="prone_far_cover",
        values=("auto", "take_cover", "off"),
    ),
    Ruling(
        "R-COV-2",
        "G",
        "How long does taken cover last?",
        "until one moves or is knocked down, or the GM ends it",
    ),
    Ruling(
        "R-COV-3",
        "A",
        "A tie in cover without a barrier?",
        "a hit with 0 net hits and full base DV",
        key="cover_without_barrier",
        values=("passes", "graze"),
    ),
    Ruling(
        "R-COV-4",
        "C",
        "Is an engaged but hidden defender unaware?",
        "yes, total concealment wins: cover dice only",
        key="hidden_is_unaware",
        values=(True, False),
    ),
    Ruling(
        "R-COV-5", "A", "A clear hit on someone in cover?", "meets the exposed part, no barrier"
    ),
    Ruling(
        "R-BAR-1",
        "C",
        "DV equal to the barrier's Armor?",
        "stopped",
        key="barrier_equal",
        values=("stopped", "passes"),
    ),
    Ruling("R-BAR-2", "A", "Does ARP lower a barrier's Armor in its roll too?", "yes"),
    Ruling(
        "R-BAR-3",
        "A",
        "When do the 1 to 4 points come off?",
        "off the modified DV, before the target's soak",
        key="barrier_subtract",
        values=("before_soak", "after_soak"),
    ),
    Ruling(
        "R-BAR-4",
        "A",
        "Does penetration damage the barrier?",
        "1, 2, 3 or 4 as in the table",
        key="penetration_barrier_damage",
        values=("table", "none"),
    ),
    Ruling(
        "R-BAR-5", "C", "Is a pointed sword a penetrating weapon?", "the weapon's `piercing` says"
    ),
    Ruling(
        "R-BAR-6",
        "C",
        "When is there a hole, and what goes on?",
        "damage adds up; a hole when it reaches `hp_per_m2`; only what exceeds the structure "
        "left goes on",
        key="barrier_cumulative",
        values=(True, False),
    ),
    Ruling(
        "R-BAR-7", "A", "Hole size when damage went through?", "by the barrier's own share alone"
    ),
    Ruling(
        "R-BAR-8",
        "G",
        "What does thickness change?",
        "`hp_per_m2` in proportion to 10 cm; not the Armor",
        key="barrier_thickness_scales",
        values=(True, False),
    ),
    Ruling(
        "R-BAR-9",
        "C",
        'Two ratings of one name, and "16+/32+"?',
        "two keys; least values, which the GM may raise",
    ),
    Ruling(
        "R-BAR-10",
        "A",
        "Strain at or through a barrier?",
        "does nothing to it and does not pass",
        key="strain_vs_barrier",
        values=("stopped", "passes"),
    ),
    Ruling("R-BAR-11", "A", "What is doubled?", "the base DV; hits are added afterwards"),
    Ruling(
        "R-BAR-12",
        "A",
        "Must the DV beat the Armor to destroy too?",
        "yes, exceed it",
        key="destroy_needs_exceed",
        values=(True, False),
    ),
    Ruling(
        "R-BAR-13",
        "A",
        "A body as barrier?",
        "the living lose the share from their own pools, a corpse from Structure = BOD; the "
        "holder has max(0, its BOD - own STR) less AGI and REA",
    ),
    Ruling("R-BAR-14", "A", "Pool for demolitions?", "LOG + demolitions, Mental Limit"),
    Ruling(
        "R-BAR-15",
        "A",
        "What is the structure left?",
        "`hp_per_m2` less the damage in this square metre; a finished metre is a hole, the "
        "next attack meets a whole one",
    ),
)
