"""The exact chances of an attack, or of another roll, by the rules themselves.

There is no second copy of the rules for odds: the ruleset resolves the attack as in play, on a
draft that nobody commits, with dice that answer with random variables (`source`,
`roll_distribution`) in place of numbers. Arithmetic makes new distributions of them
(`random_variable`, `joint_distribution`). Where a rule must know a value, it is observed, and
the run becomes one branch of several. The search (`engine`) repeats the attack with other
observations until every branch has been run. A branch has the probability of its observations,
and what it came to is added up with that weight (`chances`).

An action goes from stage to stage (`core.stages`). Branches that have come to the same stage and
differ only in values (`checkpoint`) are merged into one (`merging`), and the next runs go on
from there (`branch_runner`, `watched_draft`). An attack with too many branches is sampled with
random dice instead (`sampling`). How many attacks in a row it takes follows from the states that
one attack leads to (`attacks_needed`, `later_attacks`).

Other rolls need no search: a test is run once for each branch (`tests`), initiative for two
combatants at a time (`initiative`), and plain dice are counted without any rules (`plain_dice`).
`luck` compares dice that fell with their chances.

All weights are integers and all chances exact fractions. Only dice that may be rolled again
without end are cut off, far beyond what anybody could see."""
