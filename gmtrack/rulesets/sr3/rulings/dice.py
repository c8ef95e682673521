"""What a success is, rounding, the combat pool."""

from gmtrack.rulesets.kit.rulings import Ruling

DICE: tuple[Ruling, ...] = (
    Ruling(
        "SR-R01",
        "G",
        "What are a success, the least target number, the Rule of Six?",
        "target number or more, 2 at least; a 6 rolls on while its total is below",
        key="rule_of_six",
        values=(True, False),
    ),
    Ruling(
        "SR-R02",
        "G",
        "What does the Rule of One do?",
        "a note; a misfire with explosive rounds",
        key="botch",
        values=("note", "lose_phase"),
    ),
    Ruling(
        "SR-R03",
        "A",
        "Which way are halves rounded?",
        "down",
        key="rounding",
        values=("down", "up"),
    ),
    Ruling(
        "SR-R06",
        "G",
        "Size, refreshing and limit of the combat pool",
        "(quickness + intelligence + willpower) / 2, each combat turn, no more than the skill",
        key="pool_limit",
        values=("skill", "none"),
    ),
    Ruling(
        "SR-R06",
        "G",
        "Size, refreshing and limit of the combat pool",
        "(quickness + intelligence + willpower) / 2, each combat turn, no more than the skill",
        key="pool_refresh",
        values=("turn", "pass"),
    ),
)
