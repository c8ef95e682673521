"""6.3: delayed phases, grenades, charges and traps."""

from gmtrack.rulesets.kit.rulings import Ruling

DELAY_TIMED_ITEMS: tuple[Ruling, ...] = (
    Ruling(
        "R-DEL-1",
        "A",
        "Which delayed actions take the -1?",
        "all of every delayed phase, acting last or first in the next pass too",
        key="delay_penalty_scope",
        values=("always", "intervening_only"),
    ),
    Ruling(
        "R-DEL-2",
        "C",
        "Does a phase carried over replace the next pass's own?",
        "no, it is an extra one if used before it",
        key="delay_carry",
        values=("extra", "replaces", "forbidden"),
    ),
    Ruling(
        "R-DEL-3",
        "C",
        "Which AP does a carried phase have?",
        "those unspent when its pass ended, kept for that phase alone",
        key="delay_ap",
        values=("frozen", "current_pass", "none"),
    ),
    Ruling(
        "R-DEL-4",
        "C",
        "A carried phase when the Score is now 0 or less?",
        "allowed if there is a next pass at all",
        key="delay_at_zero",
        values=("allow", "forbid"),
    ),
    Ruling(
        "R-DEL-5",
        "G",
        "Several carried phases: who is first?",
        "the highest Score, ties as usual",
        key="delay_first_order",
        values=("initiative", "reverse"),
    ),
    Ruling(
        "R-DEL-6", "A", 'Whose Score is "lower than their own"?', "one strictly below the delayer's"
    ),
    Ruling(
        "R-DEL-7",
        "A",
        "Whence the Free Action of a carried phase?",
        "from the pass in which the phase is used",
    ),
    Ruling(
        "R-DEL-8",
        "A",
        "Equal Scores when acting last?",
        "both at the same time",
        key="delay_last_tie",
        values=("simultaneous", "carry"),
    ),
    Ruling(
        "R-DEL-9",
        "A",
        "Interrupts while delaying?",
        "allowed, paid with the AP of the delayed phase",
    ),
    Ruling(
        "R-DEL-10",
        "A",
        "Coming in before an actor whose turn is up?",
        "only while he has done nothing; what his own phase resets waits until the delayed "
        "one is over",
    ),
    Ruling(
        "R-DEL-11",
        "A",
        "Until when can a carried phase come in?",
        "until the own phase of that pass opens; to the round's end for who has none there",
    ),
    Ruling(
        "R-TIM-1",
        "A",
        "Which Score sets off a timed item?",
        "the setter's at activation, frozen: in pass 1 of the next round when the count reaches it",
        key="timed_item_score",
        values=("frozen", "setter_next_round"),
    ),
    Ruling(
        "R-TIM-2",
        "A",
        "What does detonating by radio take?",
        "1 AP and the rest of the phase; the AP left stay for Interrupts",
        key="radio_detonation",
        values=("ends_phase", "ap_only"),
    ),
    Ruling(
        "R-TIM-3",
        "A",
        "What can a timer of one's own be set to?",
        "round and pass at the setter's phase, a round's start or a round's end",
    ),
    Ruling(
        "R-TIM-4",
        "G",
        "Whom does a blast catch?",
        "whom the GM names when it is due, nobody if so said; the count waits for it",
    ),
)
