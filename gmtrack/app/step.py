"""What one command line asks of the rules."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Concatenate, NamedTuple, ParamSpec

from gmtrack.core.intents import Count, Intent, Join, Next, Options, RollInit, Several
from gmtrack.errors import Refusal

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
        return self.wanted if isinstance(self.wanted, Intent) else self.wanted(session)


DELAYS = "only whoever has the turn can delay"
INTERVENES = "who intervenes acts at once"
"""Why these commands are about one alone."""
BETWEEN_ROUNDS = ("not-started", "round-over")
"""Phases of the board in which nobody has a turn."""


def between_rounds(ruleset: "Ruleset", encounter: "Encounter") -> bool:
    """Whether nobody has a turn before a round has begun."""
    phase_of = getattr(ruleset, "phase_of", None)
    phase = phase_of(encounter) if phase_of else ruleset.board(encounter).doc.get("phase")
    return phase in BETWEEN_ROUNDS


def going_on(options: Options) -> Step:
    """The end of the turn, phase or pass, or where no round is in progress the start of one."""

    def wanted(session: "Session") -> Intent:
        if between_rounds(session.ruleset, session.encounter):
            return RollInit(options=options)
        if options.words:
            message = f"--with {options.words[0]}: words are for the start of a round"
            raise Refusal(session.ruleset.WORDS.value, message)
        return Next(options=options)

    return Step(wanted, board=True, command="next")


def rolling_init(words: tuple[str, ...], options: Options) -> Step:
    """Initiative for everybody, or for those who are named; `ganger*` and `joe,bob` are several. In
    a round that is in progress a pattern means those who may still come in."""
    word = ",".join(words)
    if "," not in "".join(words) and "*" not in word:
        return Step(RollInit(words, options=options), board=True)

    def wanted(session: "Session") -> Intent | Several:
        from gmtrack.app.several import there

        encounter, ruleset = session.encounter, session.ruleset
        found = there(word, encounter, ruleset.WORDS)
        if "*" not in word or between_rounds(ruleset, encounter):
            return RollInit(tuple(found), options=options)
        alone: list[Intent] = [RollInit((who,), options=options) for who in found]
        return Several(alone, all_of_them=False)

    return Step(wanted, board=True)


def each(
    word: str, intent: Callable[Concatenate[str, P], Intent], *words: P.args, **named: P.kwargs
) -> Step:
    """The intent for a combatant, or one for each of several (`joe,bob`, `ganger*`), with the
    words behind whom it is about. A pattern means those who are there, of `join` those who are
    away, as long as it fits any of them."""
    if "," not in word and "*" not in word:
        return Step(intent(word, *words, **named))

    def wanted(session: "Session") -> Several:
        from gmtrack.app.several import there

        found = there(word, session.encounter, session.ruleset.WORDS, away=intent is Join)
        every = [intent(who, *words, **named) for who in found]
        return Several(every, all_of_them="*" not in word)

    return Step(wanted)


def counting(words: Sequence[str], amount: int, options: Options, *, moves: bool) -> Step:
    """A counter of one or several, or of the fight: the first words say whose, the others which.
    The number that follows moves it, or is where it stands then."""

    def wanted(session: "Session") -> Several:
        from gmtrack.app.several import counted

        whose, name = counted(words, session.encounter, session.ruleset.WORDS)
        found: list[Intent] = [Count(who, name, amount, moves, options=options) for who in whose]
        return Several(found, all_of_them="*" not in words[0])

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
