"""6.5: what actions cost, Interrupts, Extended Actions, Karma."""

from gmtrack.rulesets.kit.rulings import Ruling

ACTIONS_KARMA: tuple[Ruling, ...] = (
    Ruling(
        "R-ACT-1",
        "G",
        "AP price of Interrupts?",
        "Parry, Block, Dodge and Interception 1, Full Defense 2",
        key="ap_cost",
        values=dict,
    ),
    Ruling(
        "R-ACT-2",
        "G",
        "AP price of actions that have none?",
        "as in the action table, a Complex one 2; changed with `ap_cost` too",
    ),
    Ruling(
        "R-ACT-3",
        "C",
        "A Free Action per phase or per pass?",
        "one a pass, from the own phase to the pass's end",
        key="free_action_per",
        values=("pass", "phase"),
    ),
    Ruling(
        "R-ACT-4",
        "C",
        "Interrupts before one has acted?",
        "yes, unless surprised",
        key="interrupt_before_acting",
        values=(True, False),
    ),
    Ruling("R-ACT-5", "C", "AP left in the pass or in the round?", "in the pass"),
    Ruling(
        "R-ACT-6",
        "A",
        "The own phase when Interrupts took the last AP?",
        "lost but for the Free Action; earlier defenses go on counting",
        key="phase_lost_at_zero_ap",
        values=(True, False),
    ),
    Ruling(
        "R-ACT-7",
        "A",
        "Do Interrupts cancel an Extended Action?",
        "yes; the free Defense Test and Free Actions do not",
        key="extended_cancelled_by",
        values=("any_nonfree", "own_phase_only"),
    ),
    Ruling(
        "R-ACT-8",
        "A",
        "When can an Extended Action still be finished?",
        "if AP now + base AP * floor((Score - 1)/10) reach its cost at the start; each own "
        "phase pays what it can; unfinished at the round's end it is lost",
        key="extended_forecast",
        values=("current_score", "off"),
    ),
    Ruling(
        "R-ACT-9",
        "A",
        "Does one Attack Action cover Interrupts?",
        "no, it is for the own phase; interception attacks are extra",
    ),
    Ruling(
        "R-ACT-10",
        "A",
        "When is Full Defense declared?",
        "when attacked, before the dice; it holds to the round's end",
        key="full_defense_when",
        values=("attacked", "anytime"),
    ),
    Ruling(
        "R-ACT-11",
        "A",
        "Is burst or automatic fire several attacks?",
        "no: one attack on one target with the mode's defense modifier",
        key="burst_multi_target",
        values=(False, True),
        why_fixed="a burst is one attack on one target",
    ),
    Ruling(
        "R-ACT-12",
        "A",
        "Is everything declared first?",
        "no, command by command; only a declared distance binds",
    ),
    Ruling(
        "R-ACT-13", "A", "Can a Complex Action be paid over phases?", "no, only an Extended one"
    ),
    Ruling(
        "R-ACT-14",
        "A",
        "How long does one Parry, Block or Dodge last?",
        "for the one attack it was paid for; Full Defense to the round's end",
    ),
    Ruling(
        "R-ACT-15",
        "G",
        "Which weapon is ready?",
        "what is in hand, another after `ready_weapon`; natural, biotic and laid weapons need"
        " no hand",
        key="hands",
        values=("tracked", "free"),
    ),
    Ruling(
        "R-KAR-1",
        "G",
        "What do Karma dice and a re-roll give?",
        "the number of dice that the GM enters, or the non-hits once; 1 Karma each",
        key="karma_uses",
        values=("manual", "off"),
    ),
    Ruling(
        "R-KAR-2",
        "A",
        "Until when can Karma be paid afterwards?",
        "for surprise while surprised; for Fight for your Life until the phase of the fall is over",
    ),
    Ruling(
        "R-KAR-3",
        "A",
        "A re-roll and a glitch?",
        "the first dice's glitch stands, new dice are not checked; the Limit caps both rolls' sum",
    ),
)
