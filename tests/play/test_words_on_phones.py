"""Every text that players read in a whole fight, for each ruleset: the questions on their phones,
and the pages. It is kept in `words_on_phones/`, to be read by people, and holds no word of the
command line. The end of three long fights, where no question of another kind comes any more and
each line takes longest, is compared in the long run alone.

`UPDATE_GOLDEN=1 .venv/bin/pytest --all tests/play/test_words_on_phones.py` chooses the lines of
the GM and writes all of it anew. Otherwise the lines are those that are kept, since choosing them
takes a third of the time: each must still be carried out."""

import itertools
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from golden import UPDATE
from long_run import LONG

from gmtrack.app.own_link_page import read_own_page
from gmtrack.app.past.players_history import FollowedCast, FollowedStory
from gmtrack.app.players_page import page_of_session
from gmtrack.app.what import board_document
from gmtrack.core.encounter import Encounter
from gmtrack.core.players import FRIENDS
from gmtrack.play import open_questions, phones
from gmtrack.store.session import Session, open_session

from .answering import Answering

KEPT = Path(__file__).parent / "words_on_phones"
FIGHTS = {
    "swan-song": "ganger-ambush",
    "spotlight": "ninth-street",
    "storyteller": "back-room",
    "sr3": "garage-night",
    "i2050": "three-thugs-in-the-fog",
    "fantasy": "dragon-wakes",
}
"""A ready-made encounter of each ruleset, and of a system page."""
TESTS = {
    "swan-song": "test vex,mira composure",
    "spotlight": "test joe athletics",
    "storyteller": "test nick wits",
    "sr3": "test rook quickness",
    "i2050": "test mona dex",
    "fantasy": "test kira dex",
}
MOST_LINES = 150
"""A fight that takes more lines is left then."""
ENOUGH_LINES = {"sr3": 80, "i2050": 60, "fantasy": 90}
"""Lines of a fight by which all kinds of questions have come that ever come in it; the others are
played to their end."""
OWN_PAGES = 8
"""Lines after which the players' own pages are read again."""
ACT_EVERY = 6
"""Lines after which whoever acts does something else than attack."""
MOST_ATTACKS = 4
SEED = 7
GM = "GM> "
NOTATION = {
    "a command in backticks": r"`",
    "an option": r"(?<!\w)--\w",
    "a word with its value": r"[\w-]+=[\w-]",
    "a name of the program": r"[A-Za-z]_[A-Za-z]",
    "a command": r"^(attack|act|test|intervene|roll-init|next|damage|undo) [a-z]",
}
"""What the GM types, which no player shall have to read."""


class Posted:
    """A mailbox that keeps what is put into it, and from which no answer ever comes."""

    def __init__(self) -> None:
        self.questions: list[dict[str, Any]] = []

    def put(self, id: str, question: dict[str, Any], *, among: bool = False) -> None:
        self.questions.append(question)

    def answered(self, id: str) -> None:
        """Nobody answers."""

    def answer_instead(self, id: str, text: str) -> None:
        """Nobody reads what was typed."""

    def close(self, id: str) -> None:
        """Nothing is kept of it."""


class Evening(Answering):
    """A session in which people are asked, and answer as the rules would without them."""

    def __init__(self, patch: pytest.MonkeyPatch, fight: str) -> None:
        self.posted = Posted()
        for module in (phones, open_questions):
            patch.setattr(module, "open_mailbox", lambda _: self.posted)
        super().__init__(patch, fight, people="pc all")
        # Each roll falls otherwise, and alike whenever the test runs.
        seeds = itertools.count(SEED)
        patch.setattr(random, "SystemRandom", lambda: random.Random(next(seeds)))

    def _answer(self, table: Any, question: Any, phone: object = None) -> str:
        text = super()._answer(table, question, phone)
        return text or ("yes" if "Go on all the same" in self.questions[-1] else "")


def texts_of_question(question: dict[str, Any]) -> Iterator[str]:
    """What a phone shows of a question."""
    yield f"{question['name']} is asked: {question['about']}"
    yield f"on the television: {question['told']}"
    yield f"    {question['line']}"
    if question.get("most"):
        yield from (f"    - {deed}" for deed in question["deeds"])
        return
    deeds = [*question.get("deeds", ()), ""]
    for (_, help_, cost), deed in zip(question.get("options", ()), deeds, strict=False):
        yield f"    - {deed}" + (f": {cost}" if cost else "") + (f" ({help_})" if help_ else "")
    words = [word for word, _, _ in question.get("options", ())]
    if deeds[:-1] and question["enter"] not in words:
        yield f"    - {deeds[-2]} {question['standard']}".rstrip()
    yield from (f"    {text}" for text in question.get("help", ()))


def text_of_track(track: dict[str, Any]) -> str:
    """What the page says of a track; the boxes where it has no number."""
    number, _, word = track["text"].partition(" ")
    boxes = ", ".join(f"{count} {kind}" for kind, count, *_ in track["segments"] if count)
    told = [number, track["unit"], word] if number else [boxes]
    return " ".join(filter(None, [track["label"], *told]))


def texts_of_page(page: dict[str, Any]) -> Iterator[str]:
    """What everybody's page shows."""
    moment, last = (
        page["moment"] or {"lines": [], "own": {}},
        page["last"] or {"line": "", "dice": []},
    )
    yield f"{page['title']} | {' | '.join(' '.join(pair) for pair in page['clock'])}"
    turn = page["turn"]
    now = ", ".join(turn["now"]) or turn["everybody"] or "the GM"
    yield f"turn of {now} | next {', '.join(turn['next'])} | left {turn['left']}"
    yield "; ".join(moment["lines"])
    for name, lines in moment["own"].items():
        yield f"to {name}: {'; '.join(lines)}"
    yield last["line"]
    for roll in last["dice"]:
        yield f"{roll['who']}: {roll['what']} = {roll['came']}"
    if page["over"]:
        yield "the fight is over"
        for what, told in page["over"].items():
            yield f"{what}: {told if isinstance(told, str) else '; '.join(told)}"
    for row in page["rows"]:
        cells = ", ".join(" ".join(cell) for cell in row["cells"])
        tracks = ", ".join(map(text_of_track, row["tracks"]))
        told = [row["side"], row["status"], row["health"], *row["conditions"], cells, tracks]
        yield f"{row['name']}: {' | '.join(filter(None, told))}"


def texts_of_own_page(own: dict[str, Any]) -> Iterator[str]:
    """What the page of one player shows besides."""
    yield from (f"can {text} {cost}".rstrip() for text, cost, _ in own["can"])
    yield from own["conditions"]
    for section in own["sections"]:
        yield section["title"]
        yield from (" | ".join(number) for number in section["numbers"])
        yield " | ".join(section["columns"])
        yield from (" | ".join(row) for row in section["rows"])


def is_over(session: Session) -> bool:
    """Whether nobody of one side stands."""
    rows = session.ruleset.board(session.encounter).rows
    standing = {row.side in FRIENDS for row in rows if not row.standing.out}
    return len(standing) < 2


def next_line(session: Session, number: int, attacks: int) -> str:
    """What the GM types: an attack on the other side that works now, sometimes something else that
    does, or `next`."""
    encounter = session.encounter
    board = session.ruleset.board(encounter)
    choices = board_document(session.ruleset, encounter, board)["choices"]
    acts = [line for line in choices if line.startswith("act ") and "--" not in line]
    if acts and number % ACT_EVERY == 0:
        return acts[number // ACT_EVERY % len(acts)]
    found = [
        line
        for line in choices
        if line.startswith("attack ") and "--with" not in line
        if not encounter.are_friends(*line.split()[1:3])
    ]
    if found and attacks < MOST_ATTACKS:
        return found[attacks % len(found)]
    # Whoever falls may have to choose before anybody goes on.
    due = [entry.word for entry in board.turn.due if entry.word.islower()]
    if due:
        return due[number % len(due)]
    return "roll-init" if "roll-init" in choices and "next" not in choices else "next"


def chosen_lines(ruleset: str) -> Iterator[str]:
    """Yield what the GM types, each line when the one before it is done."""
    attacks, line = 0, "roll-init"
    for number in range(MOST_LINES):
        if line == "end":
            break
        with open_session(None, write=False) as session:
            if number == 3:
                line = TESTS[ruleset]
            elif number:
                line = "end" if is_over(session) else next_line(session, number, attacks)
        attacks = attacks + 1 if line.startswith("attack") else 0
        yield line


def kept_lines(ruleset: str) -> Iterator[str]:
    """Yield the lines that were chosen when the texts were kept."""
    for text in (KEPT / f"{ruleset}.txt").read_text(encoding="utf-8").splitlines():
        if text.startswith(GM):
            yield text.removeprefix(GM)


def read_fight(patch: pytest.MonkeyPatch, ruleset: str) -> list[str]:
    """Every text of a fight, each once, below the line after which it came."""
    evening = Evening(patch, FIGHTS[ruleset])
    story, cast = FollowedStory(), FollowedCast()
    found: list[str] = []
    known: set[str] = set()
    lines = chosen_lines(ruleset) if UPDATE else kept_lines(ruleset)
    most = MOST_LINES if LONG or UPDATE else ENOUGH_LINES.get(ruleset, MOST_LINES)
    for number, line in enumerate(itertools.islice(lines, most)):
        evening.posted.questions.clear()
        evening.type(line)
        texts = [text for one in evening.posted.questions for text in texts_of_question(one)]
        with open_session(None, write=False) as session:
            texts += texts_of_page(page_of_session(session, story))
            for who in [] if number % OWN_PAGES else session.encounter.present():
                if session.encounter.side(who) == "pc":
                    own = read_own_page(session, who, cast.look(session))
                    texts += texts_of_own_page(own.document) if own else ()
        new = [text for text in dict.fromkeys(texts) if text.strip() and text not in known]
        known.update(new)
        found += [f"{GM}{line}", *new]
    return found


def ids_and_slugs(encounter: Encounter) -> list[str]:
    """Ids of combatants and their weapons that are no word of any name."""
    names = " ".join(encounter.names().values()).lower()
    ids = [*encounter.combatants]
    for who in encounter.combatants:
        weapons = encounter.sheet(who).get("weapons") or {}
        ids += [one for one in weapons if re.search(r"[-\d]", one)]
        names += " ".join(str(one.get("name") or "") for one in weapons.values()).lower()
    return [one for one in dict.fromkeys(ids) if one.lower() not in names]


@pytest.mark.parametrize("ruleset", FIGHTS)
def test_no_player_has_to_read_what_the_gm_types(
    ruleset: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GMTRACK_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("TERM", "xterm")
    found = read_fight(monkeypatch, ruleset)
    with open_session(None, write=False) as session:
        ids = ids_and_slugs(session.encounter)
        heads = [part["head"] for part in page_of_session(session)["story"]]
    assert heads == [f"Round {number}" for number in range(1, len(heads) + 1)]
    file = KEPT / f"{ruleset}.txt"
    if UPDATE:
        KEPT.mkdir(exist_ok=True)
        file.write_text("\n".join(found) + "\n", encoding="utf-8")
    told = [text for text in found if not text.startswith(GM)]
    patterns = NOTATION | {f"the id {one}": rf"(?<![\w-]){re.escape(one)}(?![\w-])" for one in ids}
    wrong = [
        f"{what}: {text}"
        for text in told
        for what, pattern in patterns.items()
        if re.search(pattern, text.strip())
    ]
    assert wrong == []
    kept = file.read_text(encoding="utf-8").splitlines()
    assert kept[: len(found)] == found
    rest = kept[len(found) :]
    assert not rest or rest[0].startswith(GM), "a text that was kept has not come"


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Evening:
    monkeypatch.setenv("GMTRACK_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("TERM", "xterm")
    return Evening(monkeypatch, "knife-fight")


def lines_asked(evening: Evening, line: str, *answers: str) -> list[str]:
    """What phones are asked when the GM types a line, and these answers."""
    evening.posted.questions.clear()
    evening.type(line, *answers)
    return [question["line"] for question in evening.posted.questions]


def test_dice_that_an_amendment_asks_for_say_why(evening: Evening) -> None:
    evening.type("attack joe bob --roll attack=5,5,5,1,1,1,1")
    lines_asked(evening, "amend 2 --mod 3")
    [asked] = [one for one in evening.posted.questions if one["what"] == "attack"]
    assert asked["about"].startswith("The GM corrects an earlier command: You attack Bob Rock")


def test_a_reroll_is_offered_only_where_it_can_help(evening: Evening) -> None:
    """No more than 6 hits count."""
    line, spend_nothing = "attack joe bob --mod 2", ""
    told = lines_asked(evening, line, spend_nothing, "5 5 5 5 5 5 1 1 1")
    assert not any("again" in text for text in told)
    evening.type("undo")
    told = lines_asked(evening, line, spend_nothing, "5 5 5 5 5 1 1 1 1")
    assert "Roll your 4 misses again?" in told


def test_the_television_tells_by_name_what_players_read_in_words_to_them(evening: Evening) -> None:
    evening.type("roll-init")
    evening.posted.questions.clear()
    evening.type("attack bob joe --weapon unarmed --force")
    asked = evening.posted.questions
    assert {one["about"].split(".")[0] for one in asked} == {"Bob Rock attacks you unarmed"}
    assert {one["told"] for one in asked} == {"Bob Rock attacks Joe Schmoe unarmed"}
