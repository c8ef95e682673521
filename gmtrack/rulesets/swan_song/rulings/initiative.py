"""6.2: Scores, ties, passes, who rolls."""

from gmtrack.rulesets.kit.rulings import Ruling

INITIATIVE: tuple[Ruling, ...] = (
    Ruling(
        "R-INIT-1",
        "C",
        "Does everybody act in pass 1, even at Score 0 or less?",
        "no: only a positive Score gives a phase",
        key="pass_one_needs_positive",
        values=(True, False),
    ),
    Ruling(
        "R-INIT-2",
        "A",
        "Which attributes break a tie?",
        "REA, then INT, then a coin each, high first",
        key="tie_break",
        values=("ric", "simultaneous"),
    ),
    Ruling(
        "R-INIT-3",
        "A",
        "Are 5 initiative dice the most for everybody?",
        "yes",
        key="init_dice_cap",
        values=(5, None),
    ),
    Ruling(
        "R-INIT-4",
        "A",
        "What does Karma for initiative cost, and when?",
        "1 point before the roll; then exactly 5 dice",
        key="init_karma_cost",
        values=(1,),
        free=int,
    ),
    Ruling(
        "R-INIT-5",
        "A",
        "Does the running pass count for a late entry?",
        "no, only passes that are over",
        key="late_entry_counts",
        values=("completed", "including_current"),
    ),
    Ruling("R-INIT-6", "C", 'What is a "Combat Turn"?', "a Combat Round"),
    Ruling(
        "R-INIT-7",
        "A",
        "What does a wound do to initiative?",
        "the Score moves with the wound modifier at once, healing moves it back at once; "
        "later rounds start from the lowered initiative attribute",
        key="wound_initiative",
        values=("immediate", "next_round", "off"),
    ),
    Ruling(
        "R-INIT-8",
        "A",
        "How long do losses by stun and surprise last?",
        "they lower this round's Score, never the initiative attribute",
    ),
    Ruling(
        "R-INIT-9",
        "A",
        "AP at a Score of 0 or less?",
        "none at the start of a pass, so no Interrupts; who falls to 0 in mid-pass keeps the "
        "AP left for Interrupts; the base AP come when the Score first rises above 0 in a "
        "pass, or with a late entry above 0",
        key="ap_at_zero_score",
        values=("none", "base"),
    ),
    Ruling(
        "R-INIT-10",
        "A",
        "Who loses 10 at the end of a pass?",
        "everybody, delayers and the unconscious too; a Score may go below 0",
    ),
    Ruling(
        "R-INIT-11",
        "A",
        "Is the order fixed when a pass starts?",
        "no: always the highest Score of now that has not acted",
        key="init_order",
        values=("dynamic", "fixed"),
    ),
    Ruling(
        "R-INIT-12",
        "A",
        "How far can lost dice lower a Score?",
        "to 0 and below; then there is no further phase",
    ),
    Ruling(
        "R-INIT-13",
        "A",
        "How do two act at the same time?",
        "one after the other as listed; who is dropped by the other still finishes",
        key="simultaneous_finish",
        values=(True, False),
    ),
    Ruling(
        "R-INIT-14",
        "G",
        "Who rolls for a new round?",
        "everybody who is up; who comes to later without a Score enters late",
        key="down_roll_initiative",
        values=(False, True),
    ),
)
