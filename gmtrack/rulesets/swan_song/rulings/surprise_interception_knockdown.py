"""6.10: surprise, interception, knockdown."""

from gmtrack.rulesets.kit.rulings import Ruling

SURPRISE_INTERCEPTION_KNOCKDOWN: tuple[Ruling, ...] = (
    Ruling(
        "R-SUR-1",
        "C",
        "When does surprise end?",
        "when the next own phase starts; before it only Free Actions and Interrupts not "
        "against the surpriser",
        key="surprise_ends",
        values=("phase_start", "phase_end"),
    ),
    Ruling(
        "R-SUR-2",
        "A",
        "What does Karma buy?",
        "no longer surprised; the -10 stays",
        key="surprise_karma",
        values=("clears_state", "defense_only"),
    ),
    Ruling(
        "R-SUR-3",
        "C",
        "Is a critical glitch -10 twice?",
        "-10 at once and the first phase is lost; the pass end's usual -10 is the second, "
        "there is no third; surprised until that slot is over",
        key="surprise_crit_double",
        values=(False, True),
    ),
    Ruling("R-SUR-4", "A", "A second failed Surprise Test in a round?", "another -10"),
    Ruling(
        "R-SUR-5",
        "A",
        "Is surprise kept per pair?",
        "yes, by whom one is surprised; -10 once a test",
    ),
    Ruling("R-SUR-6", "A", "+3 and +6 together?", "they add up"),
    Ruling("R-SUR-7", "A", "Surprise rolled before initiative?", "the change waits for the Score"),
    Ruling(
        "R-INT-1",
        "A",
        'Damage "equal to their Body"?',
        "BOD or more",
        key="intercept_damage",
        values=("at_least", "exceeds"),
    ),
    Ruling(
        "R-INT-2",
        "A",
        "Which damage is meant?",
        "after soak, strain or health, before pool multipliers",
    ),
    Ruling(
        "R-INT-3",
        "A",
        "How many can one slip past?",
        "hits - 1 opponents along the path; -2 while running",
    ),
    Ruling(
        "R-INT-4",
        "G",
        "Price of an interception?",
        "1 AP (`ap_cost`); once per opponent and movement",
    ),
    Ruling(
        "R-INT-5",
        "G",
        "A firearm as a club?",
        "skill clubs, accuracy 4, DV STR+1 strain, reach 0",
        key="clubbed_firearm",
        values=dict,
    ),
    Ruling(
        "R-KD-1",
        "A",
        "Which damage meets the Physical Limit?",
        "after soak and the location's cap, before pool multipliers",
        key="knockdown_damage",
        values=("applied", "before_cap"),
    ),
    Ruling("R-KD-2", "A", "Knocked down while prone?", "no effect"),
    Ruling(
        "R-KD-3",
        "G",
        "Called shots that name no location?",
        "-4, a Free Action, the effect by hand; the other way: prone if net hits exceed STR",
        key="called_knockdown",
        values=("manual", "net_hits_vs_str"),
    ),
)
