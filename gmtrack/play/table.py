"""The session itself, whoever types into it: it carries out lines, remembers what the fight looked
like, and shows what has changed on the board."""

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from gmtrack.cli.main import fail
from gmtrack.cli.watch import Sign, sign_of
from gmtrack.completion.scene import scene_of
from gmtrack.completion.words import Scene
from gmtrack.core.players import gm_board
from gmtrack.core.screen import Board, Row
from gmtrack.errors import GmtrackError, Refusal
from gmtrack.play.foresight import Foresight, weighed
from gmtrack.play.words import (
    ASK,
    HELP,
    LEAVING,
    Known,
    command_line,
    command_named,
    person,
    split,
)
from gmtrack.view.text import shown

if TYPE_CHECKING:
    from gmtrack.play.questions import Put
    from gmtrack.rulesets.port import Ruleset

Execute = Callable[[list[str]], int]
BOARDS = ("changes", "always", "never")
"""What of the board is shown after a command."""
INTERRUPTED = 130
USAGE = 2
REFUSED = 1
SHOWS_BOARD = ("board", "roll-init", "next", "delay", "intervene", "end", "load", "new")
"""Commands that show the whole board by themselves."""


class Fight(NamedTuple):
    """The fight as it was last seen: for the prompt, and to tell what has changed."""

    known: Known
    board: Board
    ruleset: "Ruleset"
    undo: str | None
    saved: bool


class Table:
    """One session. `execute` carries out the words of a command line and answers the exit status;
    `file` is the file worked on in place, None for the active encounter."""

    def __init__(self, execute: Execute, file: str | None = None, board: str = "changes") -> None:
        self._execute = execute
        self._file = file
        self._show = board
        self.people: list[str] | None = None
        """Sides and combatants whose dice are rolled at the table; None: whom the encounter says
        (`table.ask`)."""
        self.alone = False
        """Whether the lines come from a script, so that nobody can be asked."""
        self.put: Put | None = None
        """Puts questions to the people at the table; None where nobody can answer."""
        self.left = False
        """Whether a line said to leave."""
        self.fight: Fight | None = None
        self.tell_odds: bool | None = None
        """Whether each attack is followed by how likely it was; None: as the encounter says
        (`table.odds`)."""
        self.foresight = Foresight()
        self._sign: Sign = ()
        self._scene: Scene | None = None
        self.look()

    def do(self, text: str) -> int:
        """Carry out one line; its exit status. Nothing a line does ends the session but `quit`."""
        try:
            words = split(text)
            if not words:
                return 0
            if words[0].lower() in LEAVING:
                self.left = True
                return 0
            if words[0].lower() == ASK:
                self._ask(words[1:])
                return 0
            if words[0].lower() in HELP:
                self._help(words[1:])
                if not words[1:]:
                    return 0
            line = command_line(words, self.fight.known if self.fight else Known())
        except Refusal as refusal:
            fail(refusal.kind, refusal.message)
            return USAGE if refusal.kind == "usage" else REFUSED
        before = self.fight
        status, likely = self._weighed(line)
        self.look()
        if status == INTERRUPTED:
            sys.stderr.write("taken back: nothing has changed\n")
        if not status and "--json" not in line and line[0] not in SHOWS_BOARD:
            if likely:
                sys.stdout.write(f"{likely}\n")
            self._tell_changes(before)
        return status

    def _weighed(self, line: list[str]) -> tuple[int, str]:
        """Carry out a line; its exit status and, where that is wanted, how likely it was."""
        encounter = self.fight.known.encounter if self.fight else None
        wanted = self.tell_odds
        if wanted is None:
            wanted = bool(encounter and encounter.table.get("odds"))
        if self.fight is None or encounter is None or line[0] != "attack" or not wanted:
            return self._carry_out(line), ""
        return weighed(self.fight.ruleset, encounter, line, self._carry_out)

    def _carry_out(self, line: list[str]) -> int:
        """Put the questions that the line leaves open, if there is somebody to answer, and do it;
        the exit status."""
        from gmtrack.play.questions import chosen

        def execute(words: list[str]) -> int:
            return self._execute(["-f", self._file, *words] if self._file else words)

        encounter = self.fight.known.encounter if self.fight else None
        if self.put and encounter and self.scene and self.asked():
            try:
                lexicon = self.scene.lexicon
                line = chosen(line, encounter, lexicon, self.asks, execute, self.put)
            except KeyboardInterrupt:
                return INTERRUPTED
        return execute(line)

    def _ask(self, words: list[str]) -> None:
        """`ask pc bob`: their dice are asked for from now on; `ask off`: the program rolls for
        everybody. Raises Refusal for a word that is neither a side nor a combatant."""
        if self.alone:
            raise Refusal("usage", "nobody is asked in a script: type the dice with --roll")
        if [word.lower() for word in words] == ["off"]:
            self.people = []
        elif words and self.fight:
            encounter = self.fight.known.encounter
            named = [part for word in words for part in word.split(",") if part]
            self.people = self.asked() + [person(word, encounter) for word in named]
        whom = ", ".join(dict.fromkeys(self.asked())) or "nobody: the program rolls"
        sys.stdout.write(f"dice are asked of {shown(whom)}\n")
        sys.stdout.flush()

    def _help(self, words: list[str]) -> None:
        """What matters now: of everything, or of one command before its help. Raises Refusal for
        what is no command."""
        from gmtrack.cli.output import screen
        from gmtrack.play.guide import about, guide
        from gmtrack.view.tables import table

        scene = self.scene
        if not words:
            screen(lambda width: guide(self.fight, scene, width))
            return
        rows = about(command_named(words[0]), scene) if words != ["all"] else []
        screen(lambda width: [*table(("Now", ""), rows, width), []] if rows else [])

    def asked(self) -> list[str]:
        """Sides and combatants whose dice are rolled at the table."""
        if self.people is not None:
            return self.people
        encounter = self.fight.known.encounter if self.fight else None
        return list(encounter.table.get("ask") or ()) if encounter else []

    def asks(self, who: str) -> bool:
        """Whether the dice of a combatant are rolled at the table."""
        if self.fight is None or self.fight.known.encounter is None:
            return False
        encounter = self.fight.known.encounter
        if who not in encounter.combatants:
            return False
        asked = self.asked()
        return who in asked or encounter.side(who) in asked

    def look_if_changed(self) -> None:
        """See the fight again, if its file is not what it was."""
        if sign_of(self._file) != self._sign:
            self.look()

    def look(self) -> None:
        """See the fight as it is now; None where nothing is open or the file is broken."""
        self._sign = sign_of(self._file)
        from gmtrack.store.session import open_session

        try:
            with open_session(self._file, write=False) as session:
                encounter = session.encounter
                board = gm_board(encounter, session.ruleset.board)
                known = Known(encounter, board.doc.get("acting"))
                rules, undo = session.ruleset, session.next_undo
                self.fight = Fight(known, board, rules, undo, session.is_saved)
        except GmtrackError:
            self.fight = None
        self._scene = None

    @property
    def scene(self) -> Scene | None:
        """What completion needs, made when it is first asked for after a line."""
        fight = self.fight
        encounter = fight.known.encounter if fight else None
        if self._scene is None and fight and encounter:
            self._scene = scene_of(encounter, fight.ruleset, fight.board)
        return self._scene

    def _tell_changes(self, before: Fight | None) -> None:
        """The rows of the board that are not what they were; all of it if so wished."""
        if self.fight is None or before is None or self._show == "never":
            return
        from gmtrack.cli.output import screen
        from gmtrack.view.board import render_board, render_rows

        board = self.fight.board
        old = {row.id: seen(row) for row in before.board.rows}
        changed = tuple(row for row in board.rows if old.get(row.id) != seen(row))
        if not changed:
            return
        if self._show == "always":
            screen(lambda width: [[], *render_board(board, width)])
        else:
            screen(lambda width: [[], *render_rows(board, changed, width)])


def seen(row: Row) -> tuple[object, ...]:
    """What one sees of a row, to compare it with another."""
    boxes = [(t.label, t.text, [(s.kind, s.count) for s in t.segments]) for t in row.tracks]
    return (row.name, row.acting, row.done, row.status, row.cells, boxes, row.conditions)
