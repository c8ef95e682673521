"""Actions and turns."""

from gmtrack.rulesets.kit.rulings import Ruling

TURNS: tuple[Ruling, ...] = (
    Ruling(
        "SR-R04",
        "G",
        "What do actions cost that are not priced?",
        "free, simple and complex as in `rules actions`; too dear is refused",
        key="action_check",
        values=("strict", "warn", "off"),
    ),
    Ruling(
        "SR-R05",
        "G",
        "Initiative is not in the text",
        "reaction + dice, passes of 10, a new roll each turn; ties: reaction, then a die",
        key="initiative_tie",
        values=("reaction", "roll", "simultaneous"),
    ),
    Ruling(
        "SR-R40",
        "G",
        "How is an action held?",
        "the whole phase, until the end of the pass",
        key="held_action",
        values=("pass", "turn"),
    ),
    Ruling(
        "SR-R41",
        "G",
        "When does a latecomer act?",
        "in order, less 10 for each pass that is over",
        key="late_entry",
        values=("passed", "full"),
    ),
    Ruling(
        "SR-R42",
        "G",
        "What holds outside a combat turn?",
        "each command is a phase of its own and costs nothing",
    ),
)
