"""`CommandRequest`: the intent that one command line asks the rules to resolve, or a callback that
makes it in the open session."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Concatenate, NamedTuple, ParamSpec

from gmtrack.core.intents import Intent, Join, Several

if TYPE_CHECKING:
    from gmtrack.core.encounter import Encounter
    from gmtrack.rulesets.port import Ruleset
    from gmtrack.store.session import Session

    IntentSource = Intent | Callable[[Session], Intent | Several]


P = ParamSpec("P")


class CommandRequest(NamedTuple):
    """One command before it is carried out: its intent, or a callback that makes one or several
    intents from the open session. Several intents are one step of the history. `board`: show the
    board afterwards. `command`: the report's name for the command, if it is not the intent's own
    word. `plain`: the line means nothing to the rules, so when history is played again its
    changes are repeated as they were."""

    wanted: "IntentSource"
    board: bool = False
    command: str = ""
    plain: bool = False

    def intents_in(self, session: "Session") -> Intent | Several:
        """Return the intent of this step; a callback is called with the session. Raises what the
        callback raises."""
        return (
            self.wanted
            if isinstance(self.wanted, Intent)
            else self.wanted(session)
        )


END = "end"
TURNS = ("roll-init", END)
"""The commands that begin and end a fight."""
INITIATIVE = "initiative"
"""The name of the roll of `roll-init`, the same in every ruleset."""
DELAYS = "only whoever has the turn can delay"
"""The reason why `delay` takes one combatant alone."""
INTERVENES = "who intervenes acts at once"
"""The reason why `intervene` takes one combatant alone."""
ONE_TURN = "only one of them can have the turn"
"""The reason why `turn` takes one combatant alone."""
BETWEEN_ROUNDS = ("not-started", "round-over")
"""The phases of a board in which nobody has a turn."""


def is_between_rounds(ruleset: "Ruleset", encounter: "Encounter") -> bool:
    """Whether nobody has a turn because no round has begun, or the last one is over."""
    phase_of = getattr(ruleset, "phase_of", None)
    phase = (
        phase_of(encounter)
        if phase_of
        else ruleset.board(encounter).doc.get("phase")
    )
    return phase in BETWEEN_ROUNDS


def has_ended(fight: "Session", before: int | None = None) -> bool:
    """Whether the history's last `roll-init` or `end` that is in effect is an `end`; with `before`
    the last one before the step of this number. A file without a history has not ended."""
    if not hasattr(fight, "log_holding"):  # a ReplayedFight
        return bool(getattr(fight, "ended", False))
    turns = (f'"command":"{command}"' for command in TURNS)
    for entry in fight.log_holding(*turns):
        command = entry.report.get("command")
        is_earlier = before is None or entry.seq < before
        if is_earlier and command in TURNS and not entry.undone:
            return bool(command == END)
    return False


def request_for_each(
    word: str,
    intent: Callable[Concatenate[str, P], Intent],
    *words: P.args,
    **named: P.kwargs,
) -> CommandRequest:
    """Return a step with one intent for each combatant that `word` means (`joe`, `joe,bob`,
    `ganger*`), each with the same further arguments. A pattern means combatants who are present
    (with `join`, those who are away); if it fits none of these, everybody it fits. With a
    pattern, a refusal for some leaves only those out; names must all succeed."""
    if "," not in word and "*" not in word:
        return CommandRequest(intent(word, *words, **named))

    def intents_for_all(session: "Session") -> Several:
        from gmtrack.app.several import combatants_for_command

        found = combatants_for_command(
            word, session.encounter, session.ruleset.WORDS, away=intent is Join
        )
        every = [intent(who, *words, **named) for who in found]
        return Several(every, all_of_them="*" not in word)

    return CommandRequest(intents_for_all)


def request_for_one(
    word: str,
    why: str,
    intent: Callable[Concatenate[str, P], Intent],
    *words: P.args,
    **named: P.kwargs,
) -> CommandRequest:
    """Return a step, shown with a board, for a command that takes one combatant at a time. If
    `word` means several, making the intent raises Refusal `value` with the reason `why`."""
    if "," not in word and "*" not in word:
        return CommandRequest(intent(word, *words, **named), board=True)

    def intent_for_one(session: "Session") -> Intent:
        from gmtrack.app.several import one_combatant

        who = one_combatant(word, session.encounter, session.ruleset.WORDS, why)
        return intent(who, *words, **named)

    return CommandRequest(intent_for_one, board=True)
