"""Random fights with somebody hidden, in every ruleset: all that the server would send to phones
and to the television, at each question and after each line, tells nothing of them: neither name,
weapon or dice, nor what they do in their turn."""

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from long_run import LONG

from gmtrack.app.phone_questions import posted_questions
from gmtrack.app.what import candidates, is_possible_now, try_candidates
from gmtrack.core import intents
from gmtrack.core.players import FRIENDS, hidden_combatants
from gmtrack.serve.follow import Follower
from gmtrack.serve.hub import Hub
from gmtrack.store.mailbox import Mailbox
from gmtrack.store.session import Session, open_session

from .answering import Answering

HIDDEN = {
    "swan-song": ("ganger-ambush", "hook"),
    "spotlight": ("ninth-street", "boss"),
    "storyteller": ("back-room", "host"),
    "sr3": ("garage-night", "guard-2"),
    "i2050": ("three-thugs-in-the-fog", "sally"),
    "fantasy": ("dragon-wakes", "kobold"),
}
"""A ready-made encounter of each ruleset, and of a page, with a foe whom players do not see."""
NAME, WEAPON, NOTE = "Xanthippe Quirk", "Zeugma", "Palimpsest"
ASKING = "a question"
SECRETS = (*NAME.split(), WEAPON, NOTE)
LINES = 60 if LONG else 20
SEEDS = 20 if LONG else 1
WITHOUT_SINGLE_TURNS = ("spotlight",)
"""Rulesets in which all of the GM's people act at once."""


class Watched(Answering):
    """A session whose every document for phones and television is kept in `sent`. `hidden` is the
    foe whom players do not see."""

    def __init__(self, patch: pytest.MonkeyPatch, ruleset: str) -> None:
        fight, self.hidden = HIDDEN[ruleset]
        self.sent: list[tuple[str, str]] = []
        self.follower: Follower | None = None
        self._looks = 0
        super().__init__(patch, fight, people="pc all")
        with open_session(None, write=False) as session:
            self.file = str(session.file)
            sheets = session.encounter.combatants
            weapons = [*(sheets[self.hidden].get("weapons") or {})]
            players = {who: who for who in sheets if session.encounter.side(who) == "pc"}
        for line in (["set", self.hidden, f"name={NAME}", f"notes={NOTE}"], ["hide", self.hidden]):
            assert self.table.run_line(" ".join(map(quote, line))) == 0
        for one in weapons:
            # Not in every ruleset weapons have names.
            self.table.run_line(f"set {self.hidden} weapons.{one}.name={WEAPON}")
        self.players = players
        self.follower = Follower(self.file, Hub(9, 9, players), fail)

    def _answer(self, table: Any, question: Any, phone: object = None) -> str:
        self.look(ASKING)
        text = super()._answer(table, question, phone)
        return text or ("yes" if "Go on all the same" in self.questions[-1] else "")

    def _whose_page(self) -> list[str]:
        """Return the players whose own page is read after a line: all of them in the long run,
        otherwise one after the other, since what one could do is tried for each page."""
        self._looks += 1
        players = list(self.players)
        return players if LONG else [players[self._looks % len(players)]]

    def look(self, when: str) -> Any:
        """Keep what the server would send now, and return the page that everybody sees."""
        if self.follower is None:
            return {}
        fight, is_read = self.follower._read_fight()
        assert is_read
        questions = [*posted_questions(Mailbox(Path(self.file).parent))]
        self.sent.append((when, fight))
        self.sent.append((when, self.follower._table_document(questions)))
        for text in self.follower._asked_documents(questions).values():
            self.sent.append((when, text))
        for who in [] if when == ASKING else self._whose_page():
            self.sent.append((when, self.follower._own_page(who)))
        return json.loads(fight)


def fail(error: Exception) -> None:
    raise error


def quote(word: str) -> str:
    return f"'{word}'"


def random_line(session: Session, chance: random.Random) -> str:
    """Something that works now, an attack more likely than anything else, or `next`."""
    attacks, others = (intents.Attack,), (intents.Act, intents.Test, intents.Delay)
    kinds = chance.choice([attacks, attacks, others, (), ()])
    encounter, ruleset = session.encounter, session.ruleset
    board = ruleset.board(encounter)
    acting = board.doc.get("acting")
    found = [one for one in candidates(ruleset, encounter, acting) if isinstance(one.intent, kinds)]
    chance.shuffle(found)
    works = (one for one in try_candidates(ruleset, encounter, acting, found) if not one.why)
    choice = next(works, None)
    if choice is not None:
        return choice.line
    if not is_possible_now(ruleset, encounter, intents.Next()):
        return "roll-init"
    return "next" if kinds else chance.choice(["next", "next", "next", "undo"])


def is_turn_of_hidden(session: Session) -> bool:
    """Whether everybody who acts now is hidden from the players."""
    board = session.ruleset.board(session.encounter)
    acting = [row.id for row in board.rows if row.acting]
    return bool(acting) and hidden_combatants(session.encounter).issuperset(acting)


def assert_only_the_gm_acts(page: Any) -> None:
    """Nothing says that somebody acts, who comes next, nor what they have left."""
    turn = page["turn"]
    assert (turn["now"], turn["next"], turn["left"]) == ([], [], "")
    assert not any(row["acting"] for row in page["rows"])


def rollers(document: Any) -> set[str]:
    """Who has rolled the dice in a document."""
    if not isinstance(document, dict):
        return set()
    last = document.get("last") or {}
    return {roll["who"] for roll in [*last.get("dice", ()), *document.get("fallen", ())]}


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("ruleset", HIDDEN)
def test_nothing_that_is_sent_tells_of_a_hidden_foe(
    ruleset: str, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GMTRACK_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("TERM", "xterm")
    watched, chance = Watched(monkeypatch, ruleset), random.Random(seed)
    line, hidden_turns = "roll-init", 0
    for _ in range(LINES):
        watched.table.run_line(line)
        page = watched.look(line)
        with open_session(None, write=False) as session:
            if is_turn_of_hidden(session):
                assert_only_the_gm_acts(page)
                hidden_turns += 1
            line = random_line(session, chance)
    watched.table.asking.sent.close_all()
    assert any("attack" in line for line, _ in watched.sent)
    assert hidden_turns or ruleset in WITHOUT_SINGLE_TURNS
    secret = re.compile(rf"\b({'|'.join([*SECRETS, watched.hidden])})\b", re.IGNORECASE)
    friends = {row["name"] for row in page["rows"] if row["side"] in FRIENDS}
    for when, text in watched.sent:
        found = secret.search(text)
        assert not found, (when, text[max(0, found.start() - 80) : found.end() + 40])
        assert rollers(json.loads(text)) <= friends, when
