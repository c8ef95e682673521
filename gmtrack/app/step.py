"""What one command line asks of the rules."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Concatenate, NamedTuple, ParamSpec

from gmtrack.core.intents import Intent, Join, Several

if TYPE_CHECKING:
    from gmtrack.core.encounter import Encounter
    from gmtrack.rulesets.port import Ruleset
    from gmtrack.store.session import Session

    Wanted = Intent | Callable[[Session], Intent | Several]


P = ParamSpec("P")


class Step(NamedTuple):
    """The intent, or what makes it from the open session; several are one step of history.
    `board`: the board after it is shown too. `command`: what the report calls it, where that is not
    the intent's own word. `plain`: the line is none of the rules, so that what it has changed is
    done again as it was."""

    wanted: "Wanted"
    board: bool = False
    command: str = ""
    plain: bool = False

    def asked(self, session: "Session") -> Intent | Several:
        return (
            self.wanted
            if isinstance(self.wanted, Intent)
            else self.wanted(session)
        )


DELAYS = "only whoever has the turn can delay"
INTERVENES = "who intervenes acts at once"
"""Why these commands are about one alone."""
BETWEEN_ROUNDS = ("not-started", "round-over")
"""Phases of the board in which nobody has a turn."""


def between_rounds(ruleset: "Ruleset", encounter: "Encounter") -> bool:
    """Whether nobody has a turn before a round has begun."""
    phase_of = getattr(ruleset, "phase_of", None)
    phase = (
        phase_of(encounter)
        if phase_of
        else ruleset.board(encounter).doc.get("phase")
    )
    return phase in BETWEEN_ROUNDS


def has_ended(fight: "Session") -> bool:
    """Whether a fight has ended and has not begun again, by its history; what a file holds without
    one has not."""
    if not hasattr(fight, "log"):  # a fight that is played again, step by step
        return bool(getattr(fight, "ended", False))
    commands = [
        entry.report.get("command") for entry in fight.log() if not entry.undone
    ]
    turns = [one for one in commands if one in ("roll-init", "end")]
    return turns[-1:] == ["end"]


def each(
    word: str,
    intent: Callable[Concatenate[str, P], Intent],
    *words: P.args,
    **named: P.kwargs,
) -> Step:
    """The intent for a combatant, or one for each of several (`joe,bob`, `ganger*`), with the
    words behind whom it is about. A pattern means those who are there, of `join` those who are
    away, as long as it fits any of them."""
    if "," not in word and "*" not in word:
        return Step(intent(word, *words, **named))

    def wanted(session: "Session") -> Several:
        from gmtrack.app.several import there

        found = there(
            word, session.encounter, session.ruleset.WORDS, away=intent is Join
        )
        every = [intent(who, *words, **named) for who in found]
        return Several(every, all_of_them="*" not in word)

    return Step(wanted)


def alone(
    word: str,
    why: str,
    intent: Callable[Concatenate[str, P], Intent],
    *words: P.args,
    **named: P.kwargs,
) -> Step:
    """The same of a command that several cannot be given at once, and `why`."""
    if "," not in word and "*" not in word:
        return Step(intent(word, *words, **named), board=True)

    def wanted(session: "Session") -> Intent:
        from gmtrack.app.several import only

        who = only(word, session.encounter, session.ruleset.WORDS, why)
        return intent(who, *words, **named)

    return Step(wanted, board=True)
