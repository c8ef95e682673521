"""ST-R39 to ST-R46: willpower, intent, and what the text leaves open."""

from gmtrack.rulesets.kit.rulings import Ruling

REST: tuple[Ruling, ...] = (
    Ruling(
        "ST-R39",
        "G",
        "Willpower for dice is not in the text",
        "off",
        key="willpower_dice",
        values=(0, 3),
    ),
    Ruling(
        "ST-R40",
        "G",
        "Is the intent lost for each kill?",
        "once a fight",
        key="intent_loss",
        values=("once", "per_kill"),
    ),
    Ruling(
        "ST-R41",
        "G",
        "What does drawing a weapon cost?",
        "nothing; the attack that names it draws it",
        key="draw_cost",
        values=("none", "action"),
    ),
    Ruling(
        "ST-R42",
        "A",
        "Acting under covering fire: damage before or after?",
        "after the action",
        key="covering_first",
        values=("action", "damage"),
    ),
    Ruling(
        "ST-R43",
        "G",
        "When does a latecomer act first?",
        "in this round if the place is still to come",
        key="late_entry",
        values=("in_order", "next_round"),
    ),
    Ruling(
        "ST-R44",
        "G",
        "Does a dodger roll against a failed attack?",
        "yes",
        key="dodge_on_miss",
        values=(True, False),
    ),
    Ruling(
        "ST-R45",
        "G",
        "What else may grapplers do?",
        "nothing but the contest",
        key="grapple_actions",
        values=("contest_only", "free"),
    ),
    Ruling(
        "ST-R46",
        "G",
        "What becomes of a taken weapon?",
        "it joins what is in hand",
        key="taken_weapon",
        values=("wielded", "carried"),
    ),
)
