"""Hints for mistakes and surprises at the prompt: which step to amend, and when `why` may be of
use."""

import sys
from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING

from gmtrack.app.run import Outcome
from gmtrack.cli.output import say
from gmtrack.core.encounter import Data
from gmtrack.core.lexicon import Entry
from gmtrack.play.choices import PlayerChoice, Put
from gmtrack.store.session import open_session
from gmtrack.view.console import count_columns
from gmtrack.view.text import cells, cut, shown

if TYPE_CHECKING:
    from gmtrack.play.fight_status import SeenFight

OFFERED = 8
"""Number of last steps that can be picked; earlier ones by their number."""
GOES_ON = "next"
RARE = 0.01
"""Chance below which luck or bad luck counts as a surprise."""
HOW = "change the line and press Enter; --drop in its place takes the step out; as it is, nothing"


def begin_amend_line(words: list[str], file: str | None, put: Put) -> str:
    """Return the start of an `amend` line with the step's own line to change, for `amend STEP`,
    and for `amend` alone after asking which step.

    Empty if the words say more than that, the step is unknown, or none was picked. Prints how to
    go on."""
    if len(words) > 1 or any(not word.isdecimal() for word in words):
        return ""
    number = words[0] if words else ask_for_step(newest_steps(file), put)
    step = find_step(number, file)
    if step is None:
        return ""
    say(HOW, fold=True)
    return f"amend {step['seq']} {step['line']} "


def _is_amendable(step: Data) -> bool:
    """Whether a step has a line that the rules have carried out."""
    return step["kind"] == "step" and not step.get("plain")


def newest_steps(file: str | None) -> list[Data]:
    """Return the last OFFERED steps that can be amended, oldest first. Steps of a bare `next` are
    left out."""
    with open_session(file, write=False) as session:
        steps = (
            step
            for step in session.newest_in_effect()
            if _is_amendable(step) and step["line"] != GOES_ON
        )
        return [*islice(steps, OFFERED)][::-1]


def find_step(number: str, file: str | None) -> Data | None:
    """Return the step of this number; None if there is none, or none that can be amended."""
    with open_session(file, write=False) as session:
        for step in session.newest_in_effect():
            if str(step["seq"]) == number:
                return step if _is_amendable(step) else None
    return None


def ask_for_step(steps: Sequence[Data], put: Put) -> str:
    """Show these steps, ask for one, and return its number; empty for none."""
    last = [(str(step["seq"]), step) for step in steps]
    if not last:
        say("nothing has happened yet")
        return ""
    width = max(len(seq) for seq, _ in last)
    for seq, step in last:
        outcome = (step.get("report") or {}).get("outcome")
        came_to = f"  -> {shown(outcome)}" if outcome else ""
        room = count_columns(sys.stdout) - cells(came_to)
        say(cut(f"  {seq.rjust(width)}  {shown(step['line'])}", room) + came_to)
    words = tuple(Entry(seq, step["line"]) for seq, step in last)
    return put(PlayerChoice("Which step", words, enter="none"))


def make_surprise_hint(
    before: "SeenFight | None", now: "SeenFight | None", outcome: Outcome | None
) -> str:
    """Return a hint at `why` and `amend` if a step surprises: somebody went down, or dice fell
    as they hardly ever do. Empty otherwise, and if one of the arguments is None."""
    if before is None or now is None or outcome is None:
        return ""
    if not (_has_anybody_fallen(before, now) or _has_rare_roll(now, outcome)):
        return ""
    return f"`why` explains it, `amend {now.seq}` mends it"


def _has_anybody_fallen(before: "SeenFight", now: "SeenFight") -> bool:
    """Whether somebody went down in this step. Whoever leaves the fight does not count."""
    stood = {row.id for row in before.board.rows if not row.standing.out}
    fallen = [
        row.id for row in now.board.rows if row.id in stood and row.standing.out
    ]
    encounter = now.known.encounter
    return any(encounter is None or not encounter.away(who) for who in fallen)


def _has_rare_roll(now: "SeenFight", outcome: Outcome) -> bool:
    """Whether a roll of the outcome was so lucky or unlucky that this happens no more often than
    RARE. False if the ruleset counts no successes."""
    counted, encounter = (
        getattr(now.ruleset, "count_successes", None),
        now.known.encounter,
    )
    if counted is None or encounter is None:
        return False
    from gmtrack.odds.luck import luck_of_rolls

    rolls = [
        counted(encounter.house_rules, roll.to_json())
        for roll in outcome.report.rolls
    ]
    shares = [
        luck_of_rolls([one]).percentile for one in rolls if one is not None
    ]
    return any(share < RARE or share > 1 - RARE for share in shares)
