"""6.9: wound steps, falling, dying, critical injuries."""

from gmtrack.rulesets.kit.rulings import Ruling

WOUNDS_DYING: tuple[Ruling, ...] = (
    Ruling(
        "R-WND-1",
        "A",
        "Odd maxima, and more than all lost?",
        "a step once twice the loss reaches the maximum; 2 steps a track at most, none by overflow",
        key="wound_cap_steps",
        values=(2, None),
    ),
    Ruling(
        "R-WND-2",
        "A",
        "Wound modifier on location and knockdown tests?",
        "yes; soak and Fatigued are exempt",
        key="wound_on_effect_tests",
        values=(True, False),
    ),
    Ruling("R-WND-3", "G", "Wounds without flesh?", "only strain and critical injuries give steps"),
    Ruling("R-WND-4", "A", "Does a hit's own wound count in its effect tests?", "yes"),
    Ruling(
        "R-DIE-1",
        "C",
        "Strain that just reaches the threshold?",
        "unconscious; only the excess carries over",
        key="strain_at_full",
        values=("unconscious", "must_exceed"),
    ),
    Ruling(
        "R-DIE-2",
        "A",
        "An odd point of excess strain?",
        "lost",
        key="strain_overflow_remainder",
        values=("discard", "bank"),
    ),
    Ruling(
        "R-DIE-3",
        "A",
        "Can carried-over strain injure critically?",
        "no, in neither way",
        key="strain_overflow_crits",
        values=(False, True),
    ),
    Ruling("R-DIE-4", "C", "Exactly 0 health?", "unconscious and dying, overflow 0"),
    Ruling(
        "R-DIE-5",
        "A",
        "How fast do the dying bleed?",
        "1 point every BOD*12 rounds (12 at least) from the moment of 0 or less, until stable"
        " or dead",
        key="bleed_interval_rounds",
        values=("body*12",),
        free=int,
    ),
    Ruling(
        "R-DIE-6",
        "G",
        "What helps the dying, and who wakes?",
        "First Aid, Medicine (with a threshold if the GM asks) or the GM's word stops the "
        "clock; healing above 0 ends dying; awake, still prone, above 0 with strain below its"
        " threshold",
    ),
    Ruling("R-DIE-7", "A", "When does overflow kill?", "strictly above BOD"),
    Ruling(
        "R-DIE-8",
        "G",
        "Death without flesh?",
        "the chain's last pool decides: shut down at 0 or less, destroyed beyond BOD "
        "overflow; machines do not bleed",
        key="machine_bleeds",
        values=(False, True),
    ),
    Ruling(
        "R-DIE-9",
        "G",
        "What comes with falling unconscious?",
        "prone, out of the order, no defense but cover dice",
    ),
    Ruling(
        "R-CRIT-1",
        "A",
        "When does falling below 0 injure critically?",
        "from 1 point of overflow on",
        key="crit_at",
        values=("overflow", "zero"),
    ),
    Ruling(
        "R-CRIT-2",
        "A",
        "Both causes in one hit?",
        "2 injuries",
        key="crit_both",
        values=(True, False),
    ),
    Ruling(
        "R-CRIT-3",
        "A",
        "Which damage must exceed 2 BOD?",
        "flesh really lost, below 0 too: after soak, cap, shield and armored; strictly more",
    ),
    Ruling("R-CRIT-4", "A", "Overflow by bleeding?", "injures too when it first goes below 0"),
    Ruling(
        "R-CRIT-5",
        "A",
        "More damage while below 0?",
        "no second overflow injury until health was above 0 again",
    ),
)
