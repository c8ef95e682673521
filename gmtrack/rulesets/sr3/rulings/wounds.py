"""The condition monitor, staging, knockdown."""

from gmtrack.rulesets.kit.rulings import Ruling

WOUNDS: tuple[Ruling, ...] = (
    Ruling(
        "SR-R10",
        "G",
        "Condition monitor and wounds are not in the text",
        "ten boxes of stun, ten of physical; subdual counts with stun; modifiers of both monitors",
        key="wounds_stack",
        values=(True, False),
    ),
    Ruling(
        "SR-R10",
        "G",
        "Condition monitor and wounds are not in the text",
        "ten boxes of stun, ten of physical; subdual counts with stun; modifiers of both monitors",
        key="overflow_death",
        values=(True, False),
    ),
    Ruling(
        "SR-R13",
        "A",
        "Levels beyond D or below L, and the order of changes",
        "D is the most before the resistance; below L nothing",
        key="stage_cap",
        values=("cap", "keep_excess"),
    ),
    Ruling(
        "SR-R16",
        "A",
        "Knockdown: exceed or meet, level D, which power",
        "exceed; D falls; the power before armor",
        key="knockdown_threshold",
        values=("exceed", "meet"),
    ),
    Ruling(
        "SR-R16",
        "A",
        "Knockdown: exceed or meet, level D, which power",
        "exceed; D falls; the power before armor",
        key="knockdown_deadly",
        values=("prone", "test"),
    ),
    Ruling(
        "SR-R34",
        "A",
        "What does being knocked back do on the map?",
        "1 m away from the attacker where both positions are known, else a note; false: neither",
        key="knockback_note",
        values=(True, False),
    ),
    Ruling(
        "SR-R39",
        "G",
        "Several pieces of armor",
        "the best whole, the second best half; what adds comes on top",
        key="armor_layers",
        values=("half_second", "sum", "best"),
    ),
)
