"""6.4: walking, running, sprinting, charging."""

from gmtrack.rulesets.kit.rulings import Ruling

MOVEMENT: tuple[Ruling, ...] = (
    Ruling(
        "R-MOV-1",
        "A",
        "Walking is a Free Action, its distance is per round?",
        "each pass with a walk uses that pass's Free Action; the metres come from one budget "
        "a round",
        key="walk_free_action",
        values=("uses", "separate"),
    ),
    Ruling(
        "R-MOV-2",
        "A",
        "How far is a Run, and when Slowed?",
        "one more Walk-rate; Slowed halves both",
    ),
    Ruling(
        "R-MOV-3",
        "A",
        "How many metres does a sprint give?",
        "its hits and no more",
        key="sprint_distance",
        values=("hits", "walk_plus_hits", "walk_plus_2_per_hit"),
    ),
    Ruling(
        "R-MOV-4",
        "A",
        "Is the strain of a sprint soaked, and when does it come?",
        "not soaked; after the test, even with 0 hits",
        key="sprint_strain_resisted",
        values=(False, True),
    ),
    Ruling(
        "R-MOV-5",
        "A",
        "Penalty for shooting at a sprinter?",
        "-4 in place of the runner's -2",
        key="sprint_target_penalty",
        values=("replace", "stack"),
    ),
    Ruling(
        "R-MOV-6",
        "A",
        "How long does one count as running?",
        "from the Run to the start of the next own phase, into the next round too",
        key="running_until",
        values=("next_phase", "round_end", "phase_end"),
    ),
    Ruling(
        "R-MOV-7",
        "A",
        "Which tests take the runner's -2?",
        "actions after the Run in that phase and Interrupts while running; never the free "
        "Defense Test",
    ),
    Ruling(
        "R-MOV-8",
        "A",
        "What makes a charge?",
        "a Run and then a melee or unarmed attack in one phase: +4 once, before a split",
    ),
    Ruling("R-MOV-9", "A", "Has a sprinter the runner's +2 defense too?", "yes"),
    Ruling(
        "R-MOV-10",
        "G",
        "Moving while prone?",
        "not before standing up",
        key="prone_movement",
        values=("none", "half"),
    ),
)
