"""A session of `play`: carries out lines, remembers how the fight looked, and shows what has
changed."""

import gc
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from gmtrack import system
from gmtrack.app.past.players_history import FollowedCast
from gmtrack.app.run import run_command
from gmtrack.app.shorthand import join_leading_words
from gmtrack.cli.crash_reports import Faults
from gmtrack.cli.exit_status import (
    INTERRUPTED,
    REFUSED,
    WRONG_LINE,
    report_error,
    run_with_exit_status,
    write_to_stderr,
)
from gmtrack.cli.output import (
    render_rows_in_place,
    say,
    screen,
    show_board_after,
    show_outcome,
)
from gmtrack.cli.parse import parse_step, split_line
from gmtrack.cli.signals import Signals
from gmtrack.cli.tree import is_step
from gmtrack.completion.shell import FILE_COMMANDS, FILE_OPTIONS
from gmtrack.completion.words import CompletionScene, make_completion_scene
from gmtrack.core.command_table import ACTOR, ALWAYS, row
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data
from gmtrack.core.lexicon import Entry
from gmtrack.core.names import listed, matching_words
from gmtrack.core.players import gm_board
from gmtrack.core.report import attacks_of
from gmtrack.core.screen import Board, Turn
from gmtrack.dice.asking import RestartCommand
from gmtrack.dice.fallen import KeptRolls
from gmtrack.errors import Ambiguous, GmtrackError, Refusal, StoreError
from gmtrack.play.choices import (
    YES_NO,
    PlayerChoice,
    add_chosen_options,
    ask_about_dead_targets,
    ask_to_spare_friends,
)
from gmtrack.play.error_hints import begin_amend_line, make_surprise_hint
from gmtrack.play.fight_status import (
    SeenFight,
    copy_to_memory,
    is_repeated_step,
    render_status_line,
    summarize_row,
)
from gmtrack.play.foresight import (
    Foresight,
    describe_likelihood,
    find_odds_in_time,
)
from gmtrack.play.page.present import PHONES_USAGE
from gmtrack.play.page.session_page import SessionPage
from gmtrack.play.paging import paging_all_output
from gmtrack.play.question_text import (
    describe_reading_of_action,
    describe_reading_of_attack,
    explain_reading_of_attack,
)
from gmtrack.play.questions.given_answers import GivenAnswers, WentBack
from gmtrack.play.questions.offered_reactions import STOP, OfferedReactions
from gmtrack.play.questions.who_is_asked import (
    ASK_USAGE,
    CHOICES,
    DICE,
    AskSetting,
    parse_ask_setting,
    read_ask_words,
    setting_of_encounter,
)
from gmtrack.play.session_state import Asking, LastLine, NextLine
from gmtrack.play.spent_turns import (
    ATTACKED,
    AUTO_USAGE,
    ENDS_TURNS,
    OFF,
    SPENT,
    can_be_answered,
    explain_spent_turn,
    is_attack_of_acting,
    read_auto_line,
)
from gmtrack.play.typed_line import (
    ASK,
    AUTO,
    HELP,
    LEAVING,
    PHONES,
    SERVE,
    KnownFight,
    find_command,
    is_command,
    join_names,
    make_command_line,
    make_known_fight,
    make_line_of_acting,
    only_looks,
    refuse_action,
    refuse_name,
    split_commands,
)
from gmtrack.store import working_copies
from gmtrack.store.play_settings import read_play_settings, write_play_settings
from gmtrack.store.session import open_session
from gmtrack.view.console import count_rows as room_of
from gmtrack.view.tables import render_table
from gmtrack.view.text import cut, shown

if TYPE_CHECKING:
    from gmtrack.app.run import Outcome
    from gmtrack.app.step import CommandRequest
    from gmtrack.cli.main import Perform
    from gmtrack.cli.options import CommandLine
    from gmtrack.cli.tree import Performed
    from gmtrack.core.encounter import Encounter
    from gmtrack.play.questions.word_choices import OpenWords
    from gmtrack.play.split.screen import SplitScreen
    from gmtrack.rulesets.port import Ruleset

    Execute = Callable[[list[str], Perform], int]
T = TypeVar("T")
U = TypeVar("U")
BOARDS = ("changes", "always", "never")
"""Settings for when the board is shown after a command."""
TAKEN_BACK_BY = {
    "step": "undo",
    "amend": "undo",
    "redo": "undo",
    "undo": "redo",
}
"""Kinds of history entries that a command makes, each with the command that takes it back."""
OPEN_WORDS = ("attack", "act")
"""Commands that may leave words open."""
TAKES_BACK = ("undo", "redo", "amend")
"""Commands after which reactions may be offered again that were offered in the same turn."""
UNCHANGED = "cancelled: nothing has changed"
TO_ROUND = Entry(
    "round", "go on until the next round begins: nobody acts again"
)
"""The answer with which the GM goes on to the next round."""
MOVED_ON = (
    "The fight has changed since you were asked: the same again as it stands now, with the dice "
    "that fell"
)
LEFT = 200
"""Columns that are shown of commands that were not carried out."""
TOLD = 60
"""Columns that are shown of a command line in a message."""


class PlayTable:
    """A session of `play`, whoever types into it.

    `execute` carries out a command line with the session's `_perform` and returns the exit
    status. `file` is the file worked on in place, None for the active encounter. `board` is one
    of BOARDS."""

    def __init__(
        self,
        execute: "Execute",
        file: str | None = None,
        board: str = "changes",
    ) -> None:
        self._execute = execute
        self.in_place = file
        """The file that `-f` named, worked on in place; None for a working copy, or once another
        encounter was opened."""
        self.file = file
        """The file with which the session stays, whatever another terminal opens meanwhile; None
        where nothing is open."""
        self._show = board
        self.screen: SplitScreen | None = None
        """The screen with a board that stays, if there is one."""
        self.asking = Asking()
        self.cast = FollowedCast()
        """What phones must not be told of: who was hidden, renamed or taken out."""
        self.next_line = NextLine()
        self.last = LastLine()
        self.left = False
        """Whether a line said to leave."""
        self.was_taken_back = False
        """Whether the GM took the last line back at a question, so that nothing was done."""
        self.fight: SeenFight | None = None
        self.fault = ""
        """Why there is none, though one is open."""
        self.tell_odds: bool | None = None
        """Whether each attack is followed by how likely it was; None: as the encounter says
        (`table.odds`)."""
        self.ends_turns: str | None = None
        """When turns end by themselves (OFF, SPENT, ATTACKED); None: as the encounter says
        (`table.next`)."""
        self._ended_by_itself = ""
        """Why the turn before this one has ended by itself, until the next line; else empty."""
        self._goes_to_round = False
        """Whether the GM has said to go on to the next round."""
        self.foresight = Foresight()
        self.signals = Signals()
        self.shared_page = SessionPage(self)
        self.faults = Faults("gmtrack play")
        self._settings_from: Path | None = None
        """The folder whose settings were read last."""
        self._sign: tuple[object, ...] = ()
        self._scene: CompletionScene | None = None
        self._tried: tuple[SeenFight, str] | None = None
        """The fight in which lines were tried last, with its copy in memory."""
        self.refresh()

    def run_commands(self, text: str) -> int:
        """Carry out the commands of a typed text, which are separated by `;` or a line end, one
        after the other. Return the exit status of the last one that was carried out.

        A command that fails, that the GM takes back at a question, or at whose question another
        one was typed stops the rest. Stderr names what was not carried out, and after a refusal
        the next prompt begins with it. Lines that a command brings with it, such as reactions,
        come before the rest."""
        waiting = [
            command
            for line in text.split("\n")
            for command in split_commands(line)
        ]
        inserted: list[str] = []
        command, status = "", 0
        while (inserted or waiting) and not self.left:
            command = (inserted or waiting).pop(0)
            self.next_line.waiting = len(inserted) + len(waiting)
            status = self.run_line(command)
            self.next_line.waiting = 0
            if status or self.was_taken_back:
                break
            inserted = [*self.next_line.take_inserted(), *inserted]
            if self.next_line.has_typed_on and not inserted:
                break
        waiting = [*inserted, *waiting]
        if waiting:
            rest = ", ".join(f"`{shown(one)}`" for one in waiting)
            write_to_stderr(f"not done: {cut(rest, LEFT)}\n")
            if status not in (0, INTERRUPTED) and "\n" not in text:
                self.next_line.offer_again([command, *waiting])
        return status

    def run_line(self, text: str) -> int:
        """Carry out one line and return its exit status. Only `quit` ends the session (`left`):
        a refusal, a crash or Ctrl-C is reported, with whether the command was still carried out."""
        before = self.fight
        self.was_taken_back = self._goes_to_round = False
        status = run_with_exit_status(
            lambda: self._run_line(text), ["play", text]
        )
        if status == INTERRUPTED or self.signals.pressed:
            run_with_exit_status(
                lambda: self._report_interruption(before, text), ["play", text]
            )
            status = INTERRUPTED
        self.signals.clear()
        return status

    def _run_line(self, text: str) -> int:
        """Carry out one line and return its exit status: complete names, do what concerns the
        session alone, else ask open questions, carry the line out and show what has changed.
        Refusals of the line itself are reported; others are reported by `_execute`."""
        try:
            typed = split_line(text)
            stood = self.next_line.take_prefilled()
            unchanged = bool(typed) and typed == split_line(stood)
            if unchanged:
                say("nothing has changed: the line is as it was")
            words = join_names(typed, self._known_fight)
            if not words or unchanged or self._do_session_line(words):
                return 0
            line = self._assume_actor(self._make_command_line(words), words)
        except Refusal as refusal:
            report_error(refusal.kind, refusal.message)
            return WRONG_LINE if refusal.kind == "usage" else REFUSED
        before = self.fight
        status = self._repeat_while_going_back(
            partial(self._confirm_and_carry_out, line)
        )
        if status is None:
            self.was_taken_back = True
        if status == 0:
            self._end_spent_turns(line, before)
        return status or 0

    def _confirm_and_carry_out(self, line: list[str]) -> int | None:
        """Carry out a command line, as `_carry_out_and_show` does, unless the GM does not go on
        with it, or it only says which step to amend: then return None."""
        if not self._confirm_going_on(line) or self._begins_amending(line):
            return None
        status = self._carry_out_and_show(line)
        if self._goes_to_round and not status:
            return self._go_on_to_next_round()
        return status

    def _repeat_while_going_back(self, ask: Callable[[], T]) -> T:
        """Return what a function returns that asks questions. It is called again, with the
        answers that are left, whenever somebody goes back to an earlier question of it."""
        self.asking.answers = GivenAnswers()
        self.asking.sent.close_all()
        try:
            while True:
                try:
                    return ask()
                except WentBack:
                    self.asking.answers.begin()
        finally:
            self.asking.sent.close_all()

    def _carry_out_and_show(self, line: list[str]) -> int:
        """Carry out a command line, show what has changed, ask who may react to it, and return
        the exit status. Raises WentBack if somebody goes back to an earlier question."""
        before = self.fight
        status, likely = self._carry_out_with_odds(line)
        self.refresh()
        self.tell_who_is_asked()
        if line[0] in TAKES_BACK:
            self.asking.offered.forget_times()
        if not only_looks(line[0]):
            self.next_line.offer = make_surprise_hint(
                before, self.fight, self.last.outcome
            )
        whole = row(line[0]).board and not self.last.left_out
        if not status and "--json" not in line and not whole:
            if likely:
                say(likely)
            self._show_changes(before)
        if self.last.outcome and before and self.fight:
            self._put_reactions(before, self.fight, self.last.outcome)
        return status

    def _end_spent_turns(
        self, line: list[str], before: SeenFight | None
    ) -> None:
        """Type `next` for the GM, a step each time, while nothing is left to do in the turn.
        `line` is the line that was carried out, `before` the fight before it."""
        if not only_looks(line[0]):
            self._ended_by_itself = ""
        if self._when_turns_end() == OFF or "--json" in line:
            return
        passed: set[str | None] = set()
        while line[0].lower() in ENDS_TURNS:
            why = self._explain_spent_turn(before)
            # Nobody is passed over twice, as that would go on from round to round.
            if not why or self._known_fight.acting in passed:
                return
            passed.add(self._known_fight.acting)
            say(why, fold=True)
            before, line = self.fight, ["next"]
            if self._repeat_while_going_back(
                partial(self._carry_out_and_show, line)
            ):
                return
            self._ended_by_itself = why

    def _explain_spent_turn(self, before: SeenFight | None) -> str:
        """Return why the turn can end by itself; empty if it cannot, or if somebody could still
        react to the last line, or that line has changed nothing. `before` is the fight before
        that line; the fight as it is now after a line that concerns the session alone."""
        now, outcome = self.fight, self.last.outcome
        if now is None or self.next_line.comes_by_itself:
            return ""
        asked: Callable[[str], bool] = is_nobody
        if self.asking.put:
            asked = partial(self.is_asked, about=CHOICES)
        if before is now:
            return explain_spent_turn(now, self._try_line, asked)
        if before is None or outcome is None or before.seq == now.seq:
            return ""
        report = outcome.report
        why = explain_spent_turn(
            now,
            self._try_line,
            asked,
            has_just_begun=row(report.command).moves_on,
            has_attacked=self._when_turns_end() == ATTACKED
            and is_attack_of_acting(now, outcome.document()),
        )
        if not why or can_be_answered(
            before, now, report, self._try_line, asked
        ):
            return ""
        return why

    def _when_turns_end(self) -> str:
        """Return when turns end by themselves (OFF, SPENT, ATTACKED): as said in this session,
        else as the encounter says."""
        encounter = self._known_fight.encounter
        if self.ends_turns is not None or encounter is None:
            return self.ends_turns or OFF
        return str(encounter.table.get("next") or OFF)

    def _put_reactions(
        self, before: SeenFight, now: SeenFight, done: "Outcome"
    ) -> None:
        """Ask the players who may react to what was done; the lines that they choose are carried
        out next. Does nothing if nobody can be asked."""
        put, put_all, encounter = (
            self.asking.put,
            self.asking.put_all,
            now.known.encounter,
        )
        if (
            put is None
            or put_all is None
            or encounter is None
            or not self.ask_setting.asks_about(CHOICES)
        ):
            return
        from gmtrack.play.reactions import find_reactions

        means = partial(find_spendable, now.ruleset, encounter)
        found = [
            *find_reactions(
                before,
                now,
                done.report,
                partial(self.is_asked, about=CHOICES),
                self._try_line,
                means,
                self.asking.offered,
            )
        ]
        choices, line = [choice for choice, _ in found], [done.report.command]
        put, put_all = (
            self._make_holding(put, line),
            self._make_holding(put_all, line),
        )
        self.asking.stopped = False
        words = self._repeat_while_going_back(
            lambda: put_all(choices) if len(found) > 1 else [*map(put, choices)]
        )
        if self.asking.stopped:
            self._stop_offering(choices)
        lines = [
            own[word]
            for (_, own), word in zip(found, words, strict=True)
            if word
        ]
        if lines:
            say(*lines)
            self.next_line.insert(lines)

    def _stop_offering(self, choices: list[PlayerChoice]) -> None:
        """Stop to offer the reactions of these choices that can be stopped, for the rest of the
        fight, and say so."""
        names = [name for choice in choices for name in choice.stops]
        self.asking.offered.stopped |= {*names}
        self._keep_ask_setting()
        told = listed(dict.fromkeys(names))
        say(
            f"not asked for again in this fight: {told} (`ask pc` begins anew)",
            fold=True,
        )

    def _make_command_line(self, words: list[str]) -> list[str]:
        """Return the words as a command line. Raises Refusal (`usage`) if the words are no
        command; for an action or a name alone, the refusal says how to type it."""
        try:
            line = make_command_line(
                self._join_action(words), self._known_fight
            )
            if "--help" not in line:
                self._refuse_closed(line[0])
            return (
                [*line, *self._find_only_holder(line[0])]
                if len(line) == 1
                else line
            )
        except Ambiguous:
            raise
        except Refusal:
            actions = self.scene.lexicon.actions if self.scene else ()
            refuse_action(words[0], actions)
            refuse_name(words, self._known_fight, actions)
            raise

    def _assume_actor(self, line: list[str], typed: list[str]) -> list[str]:
        """Return an attack's line with whoever has the turn as the attacker if those whom it names
        can only be their targets; any other line as it is. Say how the line is read if somebody
        else acts than the typed words say."""
        known = self._known_fight
        meant = make_line_of_acting(line, known) or line
        actor = "".join(line[1:2])
        if line[0] == "act" and actor not in (known.acting, *typed):
            say(describe_reading_of_action(meant, known), fold=True)
        elif meant is not line:
            say(describe_reading_of_attack(meant, known), fold=True)
        return meant

    def _refuse_closed(self, command: str) -> None:
        """Raise a Refusal if a command needs an acting combatant and the fight cannot be opened.
        It says why, which helps more than that nobody was named."""
        if (
            self.fight is None
            and row(command).who == ACTOR
            and not row(command).looks
        ):
            try:
                with open_session(self.file, write=False):
                    return
            except StoreError as error:
                raise Refusal(error.kind, error.message) from None

    def _join_action(self, words: list[str]) -> list[str]:
        """Return the words of an `act` line with an action that was typed in two words joined by
        a hyphen; other lines unchanged."""
        if (
            len(words) < 3
            or find_command(words[0]) != "act"
            or self.scene is None
        ):
            return words
        return [
            words[0],
            *join_leading_words(words[1:], self.scene.lexicon.actions),
        ]

    def _find_only_holder(self, command: str) -> list[str]:
        """Return a list with the one combatant who can use this command now, such as a held
        action. Empty unless there is exactly one."""
        from gmtrack.app.missing_words import who_can_now

        encounter = self.fight.known.encounter if self.fight else None
        if self.fight is None or encounter is None:
            return []
        found = who_can_now(self.fight.ruleset, encounter, command)
        return found if len(found) == 1 else []

    def _begins_amending(self, line: list[str]) -> bool:
        """Whether the line only says which step to amend. If so, the step's line starts the next
        prompt, after a question if the step was not named."""
        if line[0] != "amend" or self.asking.put is None:
            return False
        self.next_line.begun = begin_amend_line(
            line[1:], self.file, self.asking.put
        )
        return bool(self.next_line.begun) or not line[1:]

    def _confirm_going_on(self, line: list[str]) -> bool:
        """Ask the GM whether to carry out a line that leaves something undone that is due.
        Return True if nothing is due, or nobody can be asked."""
        still = self._describe_still_due(line) or self._describe_lost_turn(line)
        if not still or self.asking.put is None:
            return True
        turn = self.fight.board.turn if self.fight else Turn()
        to_round = line[0] == "next" and turn.ends_round
        words = (*YES_NO, TO_ROUND) if to_round else YES_NO
        question = PlayerChoice(
            f"{still}. Go on all the same", words, enter="no"
        )
        answer = self.asking.put(question)
        self._goes_to_round = answer == TO_ROUND.word
        goes_on = self._goes_to_round or answer == YES_NO[0].word
        if not goes_on:
            say(f"Nothing has changed. {still}", fold=True)
        return goes_on

    def _go_on_to_next_round(self) -> int:
        """Carry out `next`, a step each time, until the next round has begun or somebody has to
        act, and return the exit status."""
        first = self._round_number()
        status = 0
        while not status and self.fight and self._round_number() == first:
            if self._known_fight.acting or self.next_line.comes_by_itself:
                break
            status = self._carry_out_and_show(["next"])
        return status

    def _round_number(self) -> object:
        """Return the number of the round; None if no fight is open."""
        return self.fight.board.doc.get("round") if self.fight else None

    def _describe_still_due(self, line: list[str]) -> str:
        """Return what is still due if this line ends the turn. Empty if nothing is, or the line
        does not end it."""
        turn = self.fight.board.turn if self.fight else Turn()
        if line[0] == "next" and (turn.due or turn.still):
            listed = "; ".join(f"{one.word} ({one.help})" for one in turn.due)
            return turn.still or f"Still due: {listed}"
        if line[0] != "act" or not turn.ends or self.scene is None:
            return ""
        actions = [one.word for one in self.scene.lexicon.actions]
        meant = matching_words(line[2], actions) if len(line) > 2 else []
        return next((one.help for one in turn.ends if [one.word] == meant), "")

    def _describe_lost_turn(self, line: list[str]) -> str:
        """Return whose turn `next` would end if the turn before has just ended by itself, as
        whoever types `next` by habit means that one; else empty."""
        if line[0] != "next" or not self._ended_by_itself or not self.fight:
            return ""
        names = [row.name for row in self.fight.board.rows if row.acting]
        return f"This ends the turn of {listed(names)}" if names else ""

    def _do_session_line(self, words: list[str]) -> bool:
        """Do a line that concerns the session itself (`quit`, `ask`, `?`). Return whether the
        line is done with; False for other lines, and for help on a command, which follows.
        Raises Refusal (`usage`)."""
        name, rest = words[0].lower(), words[1:]
        with suppress(Refusal):
            if find_command(name) in (ASK, AUTO, PHONES, SERVE):
                name = find_command(name)
        if name in LEAVING:
            self.left = True
        elif name == ASK:
            self._set_asked_people(rest)
        elif name == AUTO:
            self.ends_turns = read_auto_line(rest, self._when_turns_end())
            say(describe_auto_next(self.ends_turns))
            if rest:
                self._end_spent_turns([AUTO], self.fight)
        elif name == PHONES:
            self.shared_page.do_phones_line(rest)
        elif name == SERVE and self._serves(rest):
            return True
        elif name in HELP:
            return self._show_help(rest)
        return name in (*LEAVING, ASK, AUTO, PHONES)

    def _serves(self, words: list[str]) -> bool:
        """Whether a line `serve` with these words is done by the session itself, which it then
        does: not in a script, nor for help. Raises StoreError, Refusal."""
        if self.asking.alone or "--help" in words:
            return False
        self.shared_page.do_serve_line(words)
        return True

    def ask_players(self) -> None:
        """Ask the player characters for their dice from now on, unless somebody is asked already.
        Says who rolls."""
        self._set_asked_people([] if self.ask_setting.people else ["pc"])

    def _report_interruption(self, before: SeenFight | None, text: str) -> int:
        """Report on stderr what became of a line in which Ctrl-C was pressed, according to the
        history; return INTERRUPTED. `before` is the fight before the line."""
        # What was broken off may still hold the lock.
        gc.collect()
        self.refresh()
        words = [""]
        with suppress(Refusal, IndexError):
            words = make_command_line(split_line(text), KnownFight())
        write_to_stderr(f"{self._describe_interruption(before, words)}\n")
        return INTERRUPTED

    def _describe_interruption(
        self, before: SeenFight | None, words: list[str]
    ) -> str:
        """Return what became of an interrupted line: what stands and how to take it back, or
        that nothing has changed."""
        now = self.fight
        if now is None:
            return (
                "interrupted: `board` shows where things stand"
                if before
                else UNCHANGED
            )
        if before is None or before.file != now.file:
            return f"done: {shown(now.board.title)} is open now"
        with open_session(self.file, write=False) as session:
            for entry in session.since(before.seq):
                if (
                    entry.kind in TAKEN_BACK_BY
                    and entry.line.split(" ")[0] == words[0]
                ):
                    done, back = (
                        cut(shown(entry.line), TOLD),
                        TAKEN_BACK_BY[entry.kind],
                    )
                    return f"done: `{done}` stands (`{back}` takes it back)"
        if words[0] in FILE_COMMANDS or any(
            option in words for option in FILE_OPTIONS
        ):
            return "interrupted: the fight is unchanged; the file may have been written"
        return UNCHANGED

    def _carry_out_with_odds(self, line: list[str]) -> tuple[int, str]:
        """Carry out a line. Return its exit status and, for an attack, how likely the outcome
        was; empty if odds are not wanted or were not found in time."""
        encounter = self.fight.known.encounter if self.fight else None
        wanted = self.tell_odds
        if wanted is None:
            wanted = bool(encounter and encounter.table.get("odds"))
        if (
            self.fight is None
            or encounter is None
            or line[0] != "attack"
            or not wanted
        ):
            return self._carry_out(line), ""
        odds = find_odds_in_time(self.fight.ruleset, encounter, line)
        status = self._carry_out(line)
        return status, describe_likelihood(
            odds, self.last.outcome
        ) if odds and self.last.outcome else ""

    def _perform(
        self, line: "CommandLine", request: "CommandRequest | Performed"
    ) -> None:
        """Carry out a parsed command with dice from people who roll their own, show its outcome,
        and note it in `last`. If the command has to be carried out again, or somebody has gone
        back to an earlier question, only note that. Raises Refusal."""
        try:
            if callable(request):
                request(self.asking.rollers)
                return
            outcome = run_command(line.order(), request, self.asking.rollers)
        except Refusal:
            if self.fight and (
                told := explain_reading_of_attack(
                    split_line(line.text), self.fight.known
                )
            ):
                write_to_stderr(f"{told}\n")
            raise
        except WentBack:
            self.last.went_back = True
            return
        except RestartCommand as said:
            self.last.anew = said.words
            if said.moved_on:
                before = self.fight
                self.refresh()
                say(MOVED_ON, fold=True)
                self._show_changes(before)
            return
        self.asking.sent.close_all()
        self.last.outcome = None if outcome.dry_run else outcome
        self.last.left_out = self._is_repeated(outcome)
        if (self.last.left_out or self.board_stays) and not line.json:
            outcome = outcome._replace(board=None)
        show_outcome(outcome, line)

    def _make_holding(
        self, put: Callable[[T], U], line: list[str]
    ) -> Callable[[T], U]:
        """Return a callback that asks with `put` while nobody else can change the fight. `line`
        says what the session waits for."""

        def put_while_held(question: T) -> U:
            what = f"what players choose (`{cut(' '.join(line), TOLD)}`)"
            with (
                open_session(self.file, write=True) as session,
                session.waiting(what),
            ):
                return put(question)

        return put_while_held

    def _is_repeated(self, outcome: "Outcome") -> bool:
        """Whether `next` has made one of many similar steps, for which the board is not
        repeated."""
        before = self.fight.board if self.fight else None
        if (
            outcome.report.command != "next"
            or outcome.dry_run
            or self._show != "changes"
        ):
            return False
        return bool(
            before and outcome.board and is_repeated_step(before, outcome.board)
        )

    def _carry_out(self, line: list[str]) -> int:
        """Ask the questions that a line leaves open, carry it out, and return the exit status; 0
        if the GM takes an attack back. Leaves the session's file if the line opened another
        encounter. Raises KeyboardInterrupt if it is broken off, WentBack if somebody goes back to
        an earlier question."""
        self.last, self.asking.weapon, self.asking.ahead = LastLine(), "", ""
        self.asking.spenders = set()
        known = self._known_fight
        encounter = known.encounter
        # The acting one with each whom they have declared to attack.
        meant = tuple((str(known.acting), target) for target in known.declared)
        asked: list[str] | None = line
        put = self.asking.put
        open_words = self._open_words(line)
        whole = open_words.fill_required(line) if open_words else line
        if put and encounter and self.fight:
            dead = {
                row.id for row in self.fight.board.rows if row.standing.dead
            }
            asked = ask_about_dead_targets(
                whole, encounter, dead, self._try_line, put
            )
        if asked is None or (
            put
            and encounter
            and ask_to_spare_friends(
                asked, encounter, self._try_line, put, meant
            )
        ):
            write_to_stderr(f"{UNCHANGED}\n")
            self.was_taken_back = True
            return 0
        line = [*line, *asked[len(whole) :]]
        if put and open_words:
            line = open_words.ask(
                line,
                self.is_asked,
                self._try_line,
                self._make_holding(put, line),
            )
        if (
            put
            and encounter
            and self.fight
            and self.scene
            and self.ask_setting.people
        ):
            means = partial(find_spendable, self.fight.ruleset, encounter)
            put, put_all = self._make_holding(put, line), self.asking.put_all
            line = add_chosen_options(
                line,
                encounter,
                self.scene.lexicon,
                self.is_asked,
                self._try_line,
                put,
                means,
                put_all and self._make_holding(put_all, line),
            )
        opens = row(line[0]).opens
        before, status = find_active_file() if opens else None, INTERRUPTED
        stays = self.file is not None and opens != ALWAYS
        words = ["-f", str(self.file), *line] if stays else line
        pages_all = self.board_stays and not is_step(line[0])
        try:
            with paging_all_output(wanted=pages_all):
                status = self.signals.breaking(
                    lambda: self._execute_until_done(words)
                )
        finally:
            opened = opens == ALWAYS and not status
            if (
                opened
                or self._has_forgotten_own_fight(line)
                or (opens and find_active_file() != before)
            ):
                self.in_place = self.file = None
        return status

    def _open_words(self, line: list[str]) -> "OpenWords | None":
        """Return what asks for the words that a line leaves open; None where nobody can be asked,
        and for a line that is to answer as a document."""
        encounter = self._known_fight.encounter
        if self.asking.put is None or not self.fight or encounter is None:
            return None
        if line[0] not in OPEN_WORDS or "--json" in line:
            return None
        # Most lines leave nothing open, and every session is a fresh process.
        from gmtrack.play.questions.word_choices import OpenWords

        return OpenWords(
            self.fight.ruleset, encounter, self.fight.known.lexicon_of
        )

    def _has_forgotten_own_fight(self, line: list[str]) -> bool:
        """Whether the line was `forget` and the session's own fight is gone."""
        own = self.in_place is None and self.file is not None
        return own and line[0] == "forget" and not system.exists(str(self.file))

    def look_meanwhile(self, words: list[str]) -> None:
        """Carry out a line that only looks while another line waits for an answer. Raises
        Refusal (`usage`) for words that are no command."""
        words = join_names(words, self._known_fight)
        if words[0].lower() in HELP and self._show_help(words[1:]):
            return
        line = make_command_line(words, self._known_fight)
        with paging_all_output(wanted=self.board_stays):
            self._execute(
                ["-f", str(self.file), *line] if self.file else line,
                self._perform,
            )

    def _execute_until_done(self, words: list[str]) -> int:
        """Carry out a command and return its exit status. Repeats it with the same dice if
        somebody adds an option after seeing them, or if the fight has changed meanwhile. Raises
        WentBack if somebody has gone back to an earlier question."""
        self.asking.kept, self.last.anew = KeptRolls(), None
        status = self._execute(words, self._perform)
        while self.last.anew is not None:
            self.asking.kept = self.asking.kept.for_next_attempt()
            words, self.last.anew = [*words, *self.last.anew], None
            status = self._execute(words, self._perform)
        if self.last.went_back:
            raise WentBack
        return status

    def _try_line(self, words: list[str]) -> Data | None:
        """Return the document of what a line would do, as a dry run; None if it is refused.
        Notes the weapon of its first attack for questions."""
        try:
            line, step = parse_step(words)
            order = line.order()._replace(
                file=self._trial_file(), seed=1, dry_run=True
            )
            document = run_command(order, step).document()
        except GmtrackError:
            return None
        self.asking.weapon = str(attacks_of(document)[0].get("weapon") or "")
        return document

    def _trial_file(self) -> str | None:
        """Return the file in which lines are tried: the fight in memory as the session last saw
        it, where all tries share what one has worked out; the session's file if it has changed
        since, and for a fight that other files have a part in."""
        encounter = self._known_fight.encounter
        if (
            self.fight is None
            or encounter is None
            or encounter.fight.get("party")
            or working_copies.sign_of(self.file, hands=True) != self._sign
        ):
            return self.file
        if self._tried is None or self._tried[0] is not self.fight:
            copied = copy_to_memory(self.fight, encounter)
            self._tried = self.fight, copied
        return self._tried[1]

    def _set_asked_people(self, words: list[str]) -> None:
        """Carry out `ask`: `ask pc bob` asks for their dice from now on, `ask off` for nobody's,
        `ask` alone changes nothing. Says who rolls, and keeps that for the fight. Raises Refusal:
        `unknown` for a word that is neither a side nor a combatant, `usage` in a script."""
        if self.asking.alone:
            raise Refusal(
                "usage", "a script cannot ask for dice: give them with --roll"
            )
        if words and self.fight:
            self.asking.setting = read_ask_words(
                words, self.ask_setting, self.fight.known.encounter
            )
            self.asking.offered = OfferedReactions()
            self._keep_ask_setting()
        self.asking.recalled = ""
        say(self.ask_setting.describe(), fold=True)

    def _keep_ask_setting(self) -> None:
        """Keep for the fight who is asked, and what is not offered any more; a folder that cannot
        be written is noted as a fault."""
        setting, folder = self.asking.setting, self._settings_folder()
        if folder is None:
            return
        settings = read_play_settings(folder)
        settings[STOP] = sorted(self.asking.offered.stopped)
        if setting is not None:
            settings[ASK] = setting.to_data()
        self.faults.spared(
            "keeping who is asked",
            partial(write_play_settings, folder, settings),
            None,
        )

    def _recall_ask_setting(self) -> None:
        """Set who is asked as it was kept for the fight that is open now. If nothing was kept,
        what was said in this session holds on, and is kept for this fight too."""
        folder = self._settings_folder()
        if folder is None or folder == self._settings_from:
            return
        self._settings_from = folder
        settings = read_play_settings(folder)
        self.asking.offered = OfferedReactions(settings.get(STOP))
        kept = parse_ask_setting(settings.get(ASK))
        if kept is None and self.asking.setting is not None:
            self._keep_ask_setting()
        elif kept is None:
            return
        elif kept != self.ask_setting:
            self.asking.setting = kept
            self.asking.recalled = f"as before in this fight: {kept.describe()}"

    def _settings_folder(self) -> Path | None:
        """Return the folder in which the settings of the fight are kept; None if none is open."""
        if self.fight is None:
            return None
        return working_copies.place_of_file(str(self.fight.file)).folder

    def tell_who_is_asked(self) -> None:
        """Say who is asked, if that was set in an earlier session and was not said yet."""
        told, self.asking.recalled = self.asking.recalled, ""
        if told and not self.asking.alone:
            say(told, fold=True)

    def _show_help(self, words: list[str]) -> bool:
        """Show what matters now, or what a word means, and return True. For a command show what
        fits it now and return False: its help follows. Raises Refusal (`usage`) for a word that
        means nothing."""
        from gmtrack.play.answers import explain_word, make_unknown_word_refusal
        from gmtrack.play.help import (
            AT_THE_TABLE,
            render_guide,
            rows_about_command,
        )

        scene, fight = self.scene, self.fight
        if words == [ASK]:
            say(*ASK_USAGE, self.ask_setting.describe(), fold=True)
            return True
        if words == [PHONES]:
            say(PHONES_USAGE, fold=True)
            return True
        if words == [AUTO]:
            say(
                AUTO_USAGE,
                describe_auto_next(self._when_turns_end()),
                fold=True,
            )
            return True
        if not words:
            asks, room = (
                self.asking.alone or bool(self.ask_setting.people),
                room_of(sys.stdout),
            )
            screen(
                lambda width: render_guide(fight, scene, width, room, asks=asks)
            )
            return True
        every = words == ["all"]
        if fight and scene and not (every or is_command(words[0])):
            draw = explain_word(words[0], fight, scene)
            if draw is not None:
                screen(draw)
                return True
        try:
            rows = (
                [*AT_THE_TABLE]
                if every
                else rows_about_command(find_command(words[0]), scene)
            )
        except Ambiguous:
            raise
        except Refusal:
            raise make_unknown_word_refusal(words[0], scene) from None
        if rows:
            heads = "At the prompt" if every else "Now", ""
            screen(lambda width: [*render_table(heads, rows, width), []])
        return False

    @property
    def ask_setting(self) -> AskSetting:
        """Who is asked, and for what: as said in this session or kept for the fight, else as the
        encounter says."""
        encounter = self._known_fight.encounter
        if self.asking.setting is not None or encounter is None:
            return self.asking.setting or AskSetting()
        return setting_of_encounter(encounter)

    def is_asked(self, who: str, about: str = DICE) -> bool:
        """Whether a combatant is asked about DICE, CHOICES or POINTS, by id or by side. False for
        an unknown id."""
        encounter, setting = self._known_fight.encounter, self.ask_setting
        if encounter is None or who not in encounter.combatants:
            return False
        if not setting.asks_about(about):
            return False
        return not {who, encounter.side(who)}.isdisjoint(setting.people)

    @property
    def _known_fight(self) -> KnownFight:
        """What is known of the fight; an empty KnownFight if there is none."""
        return self.fight.known if self.fight else KnownFight()

    def refresh_if_changed(self) -> None:
        """Read the fight again if its file has changed since the last look."""
        if working_copies.sign_of(self.file, hands=True) != self._sign:
            self.refresh()

    def refresh(self) -> None:
        """Read the fight as it is now into `fight`; None if nothing is open or the file is
        broken (`fault` says why). Stays with its file once it has one."""
        if self.in_place is None and self.file is None:
            self.file = find_active_file()
        self.shared_page.follow()
        self._sign = working_copies.sign_of(self.file, hands=True)
        self._scene = None
        self.fault = ""
        self.fight = self.faults.spared(
            "looking at the fight", self._read_fight, None
        )
        self.faults.spared(
            "settings of the fight", self._recall_ask_setting, None
        )

    def _read_fight(self) -> SeenFight | None:
        """Return the fight as it is now. None if it cannot be read; the reason is in `fault`,
        empty if nothing is open."""
        from gmtrack.store.check.lint import likely_slips

        try:
            with open_session(self.file, write=False) as session:
                encounter = session.encounter
                board = gm_board(
                    encounter, session.ruleset.board, session.hands
                )
                rules, undo = session.ruleset, session.next_undo
                known = make_known_fight(encounter, rules, board)
                place = session.file, session.seq
                found = len(likely_slips(encounter, rules))
                return SeenFight(
                    known, board, rules, undo, session.is_saved, *place, found
                )
        except GmtrackError as error:
            why = error.message.partition("\n")[0]
            if error.kind != "no-encounter":
                self.fault = (
                    f"the encounter cannot be read (`board` says why): {why}"
                )
            elif self.file is not None:
                self.fault = why
            return None

    @property
    def scene(self) -> CompletionScene | None:
        """The fight as completion needs it, made when it is first wanted after a line; None if
        there is none."""
        if self._scene is None:
            self._scene = self.faults.spared(
                "words for completion", self._make_scene, None
            )
        return self._scene

    def _make_scene(self) -> CompletionScene | None:
        """Return the fight as completion needs it; None if no fight is open."""
        fight = self.fight
        encounter = fight.known.encounter if fight else None
        if fight is None or encounter is None:
            return None
        lexicon_of = fight.known.lexicon_of
        return make_completion_scene(
            encounter,
            fight.ruleset,
            fight.board,
            lexicon_of() if lexicon_of else None,
        )

    @property
    def board_stays(self) -> bool:
        """Whether the board stays in sight now, so that it is not printed after a command."""
        return self.screen is not None and self.screen.is_split

    def read_board_above(self) -> Board | str:
        """Return the board that stays above the session, or why there is none."""
        if self.fight is not None:
            return self.fight.board
        return render_status_line(None, LEFT, self.fault)

    def _show_changes(self, before: SeenFight | None) -> None:
        """Show the rows of the board that have changed since `before`, or the whole board, as
        the session's setting says. Shows nothing if no row has changed, `before` is None, or the
        board stays in sight."""
        if self.fight is None or before is None or self._show == "never":
            return
        if self.board_stays:
            return
        board = self.fight.board
        old = {row.id: summarize_row(row) for row in before.board.rows}
        changed = tuple(
            row for row in board.rows if old.get(row.id) != summarize_row(row)
        )
        if not changed:
            return
        if self._show == "always":
            show_board_after(lambda width: [], board)
        else:
            screen(
                lambda width: [
                    [],
                    *render_rows_in_place(board, changed, width),
                ]
            )


def find_spendable(
    ruleset: "Ruleset", encounter: "Encounter", who: str
) -> dict[str, int]:
    """Return what a combatant can spend: points and what a turn gives, by name."""
    from gmtrack.app.party.shown import reserves_of

    draft = Draft(encounter)
    points = reserves_of(ruleset, draft, who).points
    return {
        **ruleset.resources_of(draft, who),
        **{name: int(one["now"]) for name, one in points.items()},
    }


def describe_auto_next(when: str) -> str:
    """Return a sentence on when turns end by themselves (OFF, SPENT, ATTACKED)."""
    back = "ends by itself; `undo` takes that back"
    if when == ATTACKED:
        return (
            f"a turn in which nothing is left, or no attack after one, {back}"
        )
    if when == SPENT:
        return f"a turn in which nothing is left {back}"
    return "you end each turn: `next`"


def is_nobody(who: str) -> bool:
    """Return False: nobody can be asked."""
    del who
    return False


def find_active_file() -> str | None:
    """Return the working copy of the active encounter; None if there is none."""
    try:
        return str(working_copies.active_place().file)
    except GmtrackError:
        return None
