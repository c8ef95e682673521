"""The screen of one simulated fight: its steps as `log` shows them, and what was weighed."""

from collections.abc import Callable, Iterator, Sequence

from gmtrack.core.encounter import Data
from gmtrack.core.history import LogEntry
from gmtrack.view.history.log import (
    render_step,
    render_step_heading,
)
from gmtrack.view.report import Wording
from gmtrack.view.simulation.words import (
    NOBODY,
    conjugate_win,
    format_count,
    name_side,
    read_phrases,
    say,
)
from gmtrack.view.text import (
    Line,
    Names,
    Span,
    blanks,
    fold_all,
    paragraph,
    show_name,
    shown,
)

WordingFor = Callable[[str | None], Wording]
"""Returns the wording for the report of a command."""
INDENT = 2
WORTH_INDENT = 12
"""Columns before the second line of an option that takes several."""


def render_shown_fight(
    fight: Data,
    entries: Sequence[LogEntry],
    counted: Data,
    wording_for: WordingFor,
    names: Names,
    width: int,
) -> list[Line]:
    """Render a fight step by step, its end first. `fight` is its document, `entries` its steps;
    `counted` says among how many fights it was counted (`fights`) and which `kind` it is; both
    may be missing."""
    lines = [
        *paragraph(describe_fight(fight, counted), width, "head", 0),
        [],
    ]
    for step, entry in zip(fight["steps"], entries, strict=True):
        words = wording_for(entry.report.get("command"))
        told = render_step(entry, words, width)
        head = len(render_step_heading(entry, width))
        weighed = _render_weighed(step.get("weighed", ()), names)
        lines += told[:head]
        lines += fold_all(weighed, width, WORTH_INDENT)
        lines += [*told[head:], []]
    return lines + paragraph(_describe_end(fight, names), width, "head", 0)


def describe_fight(fight: Data, counted: Data) -> str:
    """Return which fight it is and how it ends: `Fight 137 of 300 (typical), seed 1: the party
    wins in 2 rounds.`"""
    return say(
        "fight",
        number=f"{fight['number']:,}",
        of=f" of {counted['fights']:,}" if "fights" in counted else "",
        kind=f" ({counted['kind']})" if "kind" in counted else "",
        seed=fight["seed"],
        end=_describe_winner(fight),
    )


def _describe_winner(fight: Data) -> str:
    """Return who wins in how many rounds: `the party wins in 2 rounds`."""
    rounds, side = format_count(fight["rounds"], "round"), fight["won"]
    if side == NOBODY:
        return say("fight.nobody", rounds=rounds)
    return say(
        "fight.won",
        side=name_side(side),
        win=conjugate_win(side),
        rounds=rounds,
    )


def _describe_end(fight: Data, names: Names) -> str:
    """Return the end of a fight: who won, who was out and dead, and why it could not go on."""
    fallen = [
        f"{show_name(who, names)}{' (dead)' if who in fight['dead'] else ''}"
        for who in fight["out"]
    ]
    end = _describe_winner(fight)
    if fallen:
        told = say("fight.end", end=end, out=", ".join(fallen))
    else:
        told = say("fight.end.none", end=end)
    stuck = fight.get("stuck")
    if not stuck:
        return told
    reason = say("fight.stuck", why=shown(stuck))
    return f"{told} {reason}"


def _render_weighed(weighed: Sequence[Data], names: Names) -> Iterator[Line]:
    """Yield a line for each choice, and one for each of its best options with its worth."""
    for choice in weighed:
        about = choice["about"]
        more = choice["options"] - len(choice["best"])
        heading = say(
            "weighs",
            who=show_name(choice["who"], names),
            what=read_phrases().get(f"weighs.{about}", shown(about)),
            more=f" (and {more} more)" if more else "",
        )
        yield [blanks(INDENT), Span(heading, "note")]
        for option in choice["best"]:
            yield [
                blanks(INDENT * 2),
                Span(f"{option['worth']:+7.2f} ", "number"),
                Span(shown(option["line"])),
            ]


def render_show_hint(typed: str, width: int) -> list[Line]:
    """Render how to look at the typical fight; `typed` is the line that tells it."""
    return paragraph(say("fight.hint", typed=typed), width)
