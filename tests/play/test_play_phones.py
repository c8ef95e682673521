"""A question for dice waits at the prompt and on the phone of the one who rolls: the first answer
counts, and the question is gone."""

import gc
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from long_run import LONG

from gmtrack.app.phone_questions import ChoiceQuestion, DiceQuestion, posted_question
from gmtrack.app.typed_dice import CommandContext
from gmtrack.cli.main import execute
from gmtrack.core.intents import Attack
from gmtrack.core.report import Part
from gmtrack.core.values import replace
from gmtrack.dice.port import Ask, Goal, Reading
from gmtrack.play import phones
from gmtrack.play.phones import Phone, Phones, find_mailbox
from gmtrack.play.table import PlayTable
from gmtrack.store.mailbox import Mailbox
from gmtrack.store.session import open_session
from gmtrack.store.working_copies import place_of_file

from .conftest import Evening
from .terminal import Terminal

ROOT = Path(__file__).parents[2]
DICE = "6 6 2 4 1 5 1"
AT_THE_PROMPT = "dice (Enter = roll):"


@pytest.fixture
def terminal(evening: Callable[..., Evening]) -> Terminal:
    return evening().terminal


@pytest.fixture
def phone(tmp_path: Path) -> Mailbox:
    return Mailbox(tmp_path / "home" / "encounters" / "knife-fight")


def within(seconds: float, look: Callable[[], Any]) -> Any:
    """What is there as soon as it is."""
    until = time.monotonic() + seconds
    while not (found := look()):
        assert time.monotonic() < until
        time.sleep(0.01)
    return found


def asked(terminal: Terminal, phone: Mailbox) -> DiceQuestion:
    """The question of an attack, which waits now."""
    terminal.type("attack joe bob\r")
    terminal.wait_for("(Enter = none)")
    assert isinstance(posted_question(phone), ChoiceQuestion)
    terminal.type("\r")
    terminal.wait_for(AT_THE_PROMPT)
    question = posted_question(phone)
    assert isinstance(question, DiceQuestion)
    return question


def is_gone(phone: Mailbox, folder: Path) -> bool:
    names = [path.name for path in folder.glob("*")]
    return posted_question(phone) is None and not any("asked" in n or "answer" in n for n in names)


def wait_until_gone(phone: Mailbox, folder: Path) -> None:
    """Wait until nothing is left of what was asked: the session goes on after it has told."""
    within(60, lambda: is_gone(phone, folder))


def test_an_answer_from_a_phone_is_the_answer(
    terminal: Terminal, phone: Mailbox, tmp_path: Path
) -> None:
    question = asked(terminal, phone)
    assert question._replace(id="") == DiceQuestion(
        id="",
        who="joe",
        name="Joe Schmoe",
        what="attack",
        about="You attack Bob Rock with Combat knife. 7 dice = 4 agility + 3 blades; "
        "6 count at most",
        line="Roll 7 dice to hit Bob Rock",
        count=7,
        sides=6,
        help=("a die counts at 5 or more",),
        hits_alone=True,
        problem="",
        counts="5+ 1!",
        told="Joe Schmoe attacks Bob Rock with Combat knife",
    )
    assert phone.answer(question.id, DICE)
    terminal.wait_for(f"Joe Schmoe's phone: {DICE}")
    terminal.wait_for("3 hits. Karma: reroll 4 of 7 dice? yes, no (Enter = no)")
    choice = posted_question(phone)
    assert isinstance(choice, ChoiceQuestion)
    fell = f"--roll attack.joe={DICE.replace(' ', ',')}"
    assert choice.attacks == (
        f"attack joe bob --karma reroll {fell}",
        *[f"attack joe bob {fell}"] * 2,
    )
    assert choice._replace(id="", attacks=()) == ChoiceQuestion(
        id="",
        who="joe",
        name="Joe Schmoe",
        about="You attack Bob Rock with Combat knife. Your attack: 3 hits",
        line="Roll your 4 misses again?",
        options=(("yes", "", "1 karma, 1 left"), ("no", "", "")),
        most=0,
        enter="no",
        problem="",
        deeds=("Yes", "No", "No"),
        told="Joe Schmoe attacks Bob Rock with Combat knife",
    )
    assert not phone.answer(question.id, "1 1 1 1 1 1 1")
    terminal.type("\r")
    terminal.wait_for("[6] [6] 2 4 1 [5] 1  (typed)")
    terminal.wait_for("undo: attack joe bob")
    wait_until_gone(phone, tmp_path / "home" / "encounters" / "knife-fight")


def test_a_phone_may_roll_only_if_the_table_says_so(terminal: Terminal, phone: Mailbox) -> None:
    question = asked(terminal, phone)
    assert isinstance(question, DiceQuestion)
    assert not question.rolls
    assert phone.answer(question.id, f"rolled {DICE}")
    terminal.wait_for(f"'rolled {DICE}' is not a list of dice")


def test_what_a_phone_has_rolled_is_marked_so(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    text = (ROOT / "encounters" / "knife-fight.yaml").read_text(encoding="utf-8")
    file.write_text(text + "\ntable: {ask: [pc, all], phones: roll}\n", encoding="utf-8")
    env = {**os.environ, "GMTRACK_HOME": str(tmp_path / "home")}
    run = [sys.executable, "-m", "gmtrack"]
    subprocess.run([*run, "load", str(file)], env=env, check=True, capture_output=True)
    terminal = Terminal(tmp_path / "home", 80, fight="")
    [folder] = (tmp_path / "home" / "encounters").iterdir()
    phone = Mailbox(folder)
    terminal.wait_for("| saved")
    terminal.type("attack joe bob\r")
    terminal.wait_for("(Enter = none)")
    terminal.type("\r")
    terminal.wait_for(AT_THE_PROMPT)
    question = within(60, lambda: posted_question(phone))
    assert question.rolls
    # What the GM types is typed, whatever it looks like.
    terminal.type(f"rolled {DICE}\r")
    terminal.wait_for("is not a list of dice")
    terminal.wait_for(AT_THE_PROMPT)
    question = posted_question(phone)
    assert phone.answer(question.id, "rolled 6 6 2")
    terminal.wait_for("needs 7 dice, got 3")
    terminal.wait_for(AT_THE_PROMPT)
    question = posted_question(phone)
    assert phone.answer(question.id, f"rolled {DICE}")
    terminal.wait_for(f"Joe Schmoe's phone: rolled {DICE}")
    terminal.wait_for("Karma: reroll")
    terminal.type("\r")
    terminal.wait_for("[6] [6] 2 4 1 [5] 1  (phone)")
    terminal.wait_for("undo: attack joe bob")
    terminal.close()
    done = subprocess.run([*run, "log", "--json"], env=env, check=True, capture_output=True)
    report = json.loads(done.stdout)["steps"][-1]["report"]
    assert [roll["name"] for roll in report["rolls"] if roll.get("phone")] == ["attack"]
    assert report["rolls"][0]["given"] is True
    done = subprocess.run([*run, "log", "2"], env=env, check=True, capture_output=True, text=True)
    assert "6 6 2 4 1 5 1 (phone)" in done.stdout.replace("[", "").replace("]", "").replace(
        "  ", " "
    )
    subprocess.run([*run, "replay", "--verify"], env=env, check=True, capture_output=True)


def test_a_phone_can_leave_the_dice_to_the_program(terminal: Terminal, phone: Mailbox) -> None:
    assert phone.answer(asked(terminal, phone).id, "")
    terminal.wait_for("Joe Schmoe's phone: roll for me")
    terminal.wait_for("Karma: reroll")
    terminal.type("\r")
    assert "(typed)" not in terminal.wait_for("undo: attack joe bob")


def test_what_the_gm_types_first_counts(terminal: Terminal, phone: Mailbox, tmp_path: Path) -> None:
    question = asked(terminal, phone)
    terminal.type("6624151\r")
    terminal.wait_for("Karma: reroll")
    assert not phone.answer(question.id, "1111111")
    terminal.type("\r")
    terminal.wait_for("[6] [6] 2 4 1 [5] 1  (typed)")
    terminal.wait_for("undo: attack joe bob")
    assert "phone" not in terminal.transcript
    wait_until_gone(phone, tmp_path / "home" / "encounters" / "knife-fight")


def test_wrong_dice_go_back_to_the_phone_and_to_the_gm(terminal: Terminal, phone: Mailbox) -> None:
    first = asked(terminal, phone)
    assert phone.answer(first.id, "6 6 2")
    terminal.wait_for("Joe Schmoe's phone: 6 6 2")
    terminal.wait_for("needs 7 dice, got 3")
    terminal.wait_for(AT_THE_PROMPT)
    second = posted_question(phone)
    assert second is not None
    assert second._replace(problem="", id=first.id) == first
    assert second.problem == "needs 7 dice, got 3"
    assert second.id != first.id
    assert phone.answer(second.id, "6 6 2 4 1 5 7")
    terminal.wait_for("7 is not a face of a d6")
    terminal.wait_for(AT_THE_PROMPT)
    third = posted_question(phone)
    assert third is not None
    assert third.problem == "7 is not a face of a d6"
    assert phone.answer(third.id, "6624151")
    terminal.wait_for("Joe Schmoe's phone: 6624151")
    terminal.wait_for("3 hits. Karma")


def test_what_the_gm_mistypes_is_not_told_to_the_phone(terminal: Terminal, phone: Mailbox) -> None:
    first = asked(terminal, phone)
    terminal.type("66\r")
    terminal.wait_for("needs 7 dice, got 2")
    terminal.wait_for(AT_THE_PROMPT)
    second = posted_question(phone)
    assert second is not None
    assert second._replace(id=first.id) == first
    assert phone.answer(second.id, DICE)
    terminal.wait_for(f"phone: {DICE}")
    terminal.wait_for("Karma: reroll")


@pytest.mark.parametrize("said", ["?", "board", "undo", "q", "!ls", "ask off", "b joe"])
def test_a_phone_says_nothing_but_dice(terminal: Terminal, phone: Mailbox, said: str) -> None:
    assert phone.answer(asked(terminal, phone).id, said)
    terminal.wait_for(f"Joe Schmoe's phone: {said}")
    assert "Bob Rock" not in terminal.wait_for(f"'{said}' is not a list of dice such as 6 6 2")
    assert "Bob Rock" not in terminal.wait_for(AT_THE_PROMPT)
    again = posted_question(phone)
    assert again is not None
    assert "is not a list of dice" in again.problem


def test_ctrl_c_takes_the_question_back(terminal: Terminal, phone: Mailbox, tmp_path: Path) -> None:
    question = asked(terminal, phone)
    terminal.type("\x03")
    terminal.wait_for("nothing has changed")
    terminal.wait_for("| saved")
    assert not phone.answer(question.id, DICE)
    wait_until_gone(phone, tmp_path / "home" / "encounters" / "knife-fight")


def test_the_end_of_the_session_takes_the_question_back(
    terminal: Terminal, phone: Mailbox, tmp_path: Path
) -> None:
    asked(terminal, phone)
    terminal.process.terminate()
    terminal.process.wait()
    wait_until_gone(phone, tmp_path / "home" / "encounters" / "knife-fight")


def test_a_killed_session_asks_nobody_and_the_next_one_drops_what_it_asked(
    terminal: Terminal, phone: Mailbox, tmp_path: Path
) -> None:
    folder = tmp_path / "home" / "encounters" / "knife-fight"
    question = asked(terminal, phone)
    terminal.process.kill()
    terminal.process.wait()
    assert posted_question(phone) is None
    assert not phone.answer(question.id, DICE)
    assert not is_gone(phone, folder)
    again = Terminal(tmp_path / "home", 80, fight="")
    again.wait_for("| saved")
    wait_until_gone(phone, folder)
    again.close()


def test_a_question_stays_open_while_the_gm_looks_something_up(
    terminal: Terminal, phone: Mailbox
) -> None:
    question = asked(terminal, phone)
    terminal.type("?\r")
    terminal.wait_for("a die counts at 5 or more")
    terminal.wait_for(AT_THE_PROMPT)
    terminal.type("board\r")
    terminal.wait_for("Bob Rock")
    terminal.wait_for(AT_THE_PROMPT)
    assert posted_question(phone) == question
    assert phone.answer(question.id, DICE)
    terminal.wait_for(f"Joe Schmoe's phone: {DICE}")


def test_what_the_gm_is_typing_is_not_cut_off(terminal: Terminal, phone: Mailbox) -> None:
    question = asked(terminal, phone)
    terminal.type("11")
    terminal.wait_for("11")
    assert phone.answer(question.id, DICE)
    terminal.wait_for("Joe Schmoe's phone has answered: Ctrl-U empties your line for it")
    terminal.type("11111\r")
    terminal.wait_for("0 hits. Karma: reroll 7 of 7 dice")
    assert "phone: " not in terminal.transcript


def test_an_answer_that_waits_is_taken_when_the_line_is_empty(
    terminal: Terminal, phone: Mailbox
) -> None:
    question = asked(terminal, phone)
    terminal.type("11")
    terminal.wait_for("11")
    assert phone.answer(question.id, DICE)
    terminal.wait_for("has answered")
    terminal.type("\x15")
    terminal.wait_for(f"Joe Schmoe's phone: {DICE}")
    terminal.wait_for("3 hits. Karma")


def test_dice_that_are_rolled_on_are_asked_for_too(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path / "home", 80, fight="garage-night")
    phone = Mailbox(tmp_path / "home" / "encounters" / "garage-night")
    terminal.wait_for("| saved")
    terminal.type("ask rook all\r")
    terminal.wait_for("rook rolls their own dice")
    terminal.type("test rook quickness --with tn=8\r")
    terminal.wait_for(AT_THE_PROMPT)
    first = posted_question(phone)
    assert first is not None
    assert (first.what, first.about) == ("test", "Your test: quickness")
    assert first.line == "Roll 6 dice for quickness"
    assert phone.answer(first.id, "661111")
    terminal.wait_for("Rook's phone: 661111")
    terminal.wait_for("Rook: test again, 2d6")
    second = within(60, lambda: posted_question(phone))
    assert (second.what, second.count, second.sides) == ("test again", 2, 6)
    assert phone.answer(second.id, "3")
    terminal.wait_for("needs 2 dice, got 1")
    third = within(60, lambda: posted_question(phone))
    assert (third.what, third.problem) == ("test again", "needs 2 dice, got 1")
    terminal.type("3 2\r")
    terminal.wait_for("[6] [6] 1 1 1 1  again 3 2  (typed)")
    terminal.close()
    assert posted_question(phone) is None


def test_a_file_that_is_worked_on_in_place_has_its_questions_beside_its_history(
    tmp_path: Path,
) -> None:
    file = shutil.copy(ROOT / "encounters" / "knife-fight.yaml", tmp_path / "mine.yaml")
    terminal = Terminal(tmp_path / "home", 80, fight="")
    terminal.close()
    table = PlayTable(execute, str(file))
    found = find_mailbox(table)
    assert found is not None
    assert found._folder == place_of_file(str(file)).folder
    assert found._folder != file.parent


# --- without a terminal ---


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PlayTable]:
    monkeypatch.setenv("GMTRACK_HOME", str(tmp_path))
    monkeypatch.setenv("TERM", "xterm")
    assert execute(["load", str(ROOT / "encounters" / "knife-fight.yaml")]) == 0
    table = PlayTable(execute)
    yield table
    table.asking.sent.close_all()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "encounters" / "knife-fight"


PARTS = (Part("reaction", 4), Part("Bob Rock's reach", -1))
GOAL = Goal("TN", (Part("base", 5),))
DEFENSE = Ask("defense", "joe", 3, 6, Reading(hit=5), parts=PARTS, goal=GOAL)
DEFENSE_OF_HITS = Ask("defense", "joe", 3, 6, Reading(hit=5), parts=PARTS)


def occasion() -> CommandContext:
    with open_session(None, write=False) as session:
        return CommandContext(session.encounter, [Attack("bob", ("joe",))], [], session)


def put(table: PlayTable, folder: Path, ask: Ask = DEFENSE) -> DiceQuestion | None:
    """The question as it is open while the prompt waits."""
    found = []

    def at_prompt(_: Phone | None) -> str:
        found.append(posted_question(Mailbox(folder)))
        return ""

    assert Phones(table, occasion()).ask_for_dice(ask, "", at_prompt) == ""
    assert posted_question(Mailbox(folder)) is None
    return found[0]


def test_a_question_says_what_its_reader_may_know(table: PlayTable, folder: Path) -> None:
    seen = put(table, folder)
    assert seen is not None
    assert seen.about == "Bob Rock attacks you. 3 dice = 4 reaction - 1 Bob Rock's reach"
    assert seen.line == "Roll 3 dice to defend yourself"
    # What it is rolled against is the GM's to tell, and who does not know it cannot count hits.
    assert "TN" not in seen.about
    assert (seen.help, seen.hits_alone) == ((), False)
    known = put(table, folder, DEFENSE_OF_HITS)
    assert known is not None
    assert (known.help, known.hits_alone) == (("a die counts at 5 or more",), True)
    execute(["hide", "bob"])
    hidden = put(table, folder)
    assert hidden is not None
    assert hidden.about == "Somebody attacks you"
    assert hidden.line == "Roll 3 dice to defend yourself"
    assert not any("bob" in str(text).lower() for text in hidden)


D20 = Ask("test", "joe", 1, 20, Reading(sum=True), goal=GOAL._replace(own=True))
OPEN = Ask("attack", "joe", 6, 6, Reading(hit=9, ones=True, again=6, adds=True, also=(4,)))


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        (DEFENSE, ""),
        (DEFENSE_OF_HITS, "5+"),
        (replace(DEFENSE, goal=GOAL._replace(reads=False)), "5+"),
        (replace(DEFENSE, goal=GOAL._replace(own=True)), "5+"),
        (D20, "5-"),
        (replace(D20, goal=GOAL), "="),
        (replace(D20, goal=None), "="),
        (OPEN, "4+ 6* 1!"),
        (replace(OPEN, goal=GOAL), "1!"),
        (Ask("place", "joe", 1, 10, Reading(marked=1)), ""),
    ],
)
def test_which_faces_count_is_told_where_it_tells_nothing_of_a_foe(
    table: PlayTable, folder: Path, ask: Ask, told: str
) -> None:
    seen = put(table, folder, ask)
    assert seen is not None
    assert seen.counts == told
    assert ("TN 5" in seen.about) == bool(ask.goal and ask.goal.own)


@pytest.mark.parametrize(
    ("fight", "line", "counts", "number"),
    [
        ("garage-night", "test rook quickness", "4+ 6* 1!", "TN 4"),
        ("garage-night", "test rook quickness --with tn=6", "1!", ""),
        ("garage-night", "test rook quickness --mod 1", "1!", ""),
        ("garage-night", "attack rook guard-1 --with pool=0", "1!", ""),
        ("ninth-street", "test joe firearms", "5+", "Difficulty 1"),
        ("ninth-street", "test joe firearms --threshold 3", "5+", ""),
        ("ninth-street", "attack joe punk", "5+", ""),
        ("street-samurai-duel", "test kaz cool", "-", "target"),
        ("street-samurai-duel", "test kaz cool --mod -2", "=", ""),
        ("street-samurai-duel", "attack kaz student", "=", ""),
        ("back-room", "test nick wits", "8+ 10*", ""),
    ],
)
def test_numbers_of_a_foe_and_of_the_gm_are_not_told(
    evening: Callable[..., Evening], fight: str, line: str, counts: str, number: str
) -> None:
    found = evening(fight, "roll-init --seed 1", ask="pc all")
    found.type(f"{line} --force" if line.startswith("attack") else line, AT_THE_PROMPT)
    [question] = found.asked().values()
    assert isinstance(question, DiceQuestion)
    assert counts in question.counts if counts == "-" else counts == question.counts
    told = [word for word in ("TN", "Difficulty", "target") if word in question.about]
    assert told == ([number.split(" ")[0]] if number else [])
    assert number in question.about


def test_a_question_does_not_tell_of_a_hidden_one_who_is_gone_or_has_another_name(
    table: PlayTable, folder: Path
) -> None:
    told = Ask("defense", "joe", 3, 6, Reading(hit=5), parts=(Part("Vanessa's curse", 3),))
    execute(["add", "Boss", "--set", "hidden=true"])
    execute(["set", "boss", "name=Vanessa"])
    for line in (["set", "boss", "name=Vex", "hidden=false"], ["remove", "boss"]):
        assert execute(line) == 0
        seen = put(table, folder, told)
        assert seen is not None
        assert "Vanessa" not in f"{seen.about} {seen.line}"


def test_one_whom_the_others_do_not_see_is_asked_by_name(table: PlayTable, folder: Path) -> None:
    execute(["hide", "joe"])
    seen = put(table, folder)
    assert seen is not None
    assert seen.about.startswith("Bob Rock attacks you. 3 dice = 4 reaction")
    assert seen.line == "Roll 3 dice to defend yourself"


@pytest.mark.parametrize("who", ["joe", "bob"])
def test_names_are_text_and_never_too_long(table: PlayTable, folder: Path, who: str) -> None:
    execute(["set", who, "name=\x1b[2J" + "x" * 2_000])
    seen = put(table, folder)
    assert seen is not None
    assert all("\x1b" not in str(text) for text in seen)
    assert max(len(str(text)) for text in seen) <= phones.MOST


def test_what_was_wrong_on_the_phone_is_over_when_somebody_else_mistypes(
    table: PlayTable, folder: Path
) -> None:
    asked_of_phone = []

    def phoned(_: Phone | None) -> str:
        raise phones.Phoned("6")

    def at_prompt(_: Phone | None) -> str:
        question = posted_question(Mailbox(folder))
        assert question is not None
        asked_of_phone.append(question.problem)
        return "6 6"

    asking = Phones(table, occasion())
    assert asking.ask_for_dice(DEFENSE, "", phoned) == "6"
    asking.ask_for_dice(DEFENSE, "needs 3 dice, got 1", at_prompt)
    asking.ask_for_dice(DEFENSE, "needs 3 dice, got 2", at_prompt)
    assert asked_of_phone == ["needs 3 dice, got 1", ""]


def test_a_command_that_is_broken_off_takes_its_question_back(
    table: PlayTable, folder: Path
) -> None:
    def broken_off(_: Phone | None) -> str:
        assert posted_question(Mailbox(folder)) is not None
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Phones(table, occasion()).ask_for_dice(DEFENSE, "", broken_off)
    assert posted_question(Mailbox(folder)) is None
    assert not list(folder.glob("*asked*"))


# What is opened at the very instant is closed a little later.
@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_at_whatever_instant_it_is_broken_off_no_question_stays_open(
    table: PlayTable, folder: Path
) -> None:
    """As the session does, what was broken off is tidied up before anything else."""
    before = occasion()

    def put() -> None:
        Phones(table, before).ask_for_dice(DEFENSE, "", lambda _: "")

    put()
    every = Broken(0)
    every.run(put)
    open_at_last = []
    gc.freeze()  # what other tests have left takes longer to look through than all that is tried
    for at in range(1, every.seen, 3 if LONG else 71):
        Broken(at).run(put)
        gc.collect()
        if posted_question(Mailbox(folder)) is not None:
            open_at_last.append(at)
    gc.unfreeze()
    assert every.seen > 500
    assert not open_at_last


class Broken:
    """Breaks off at the `at`-th thing that Python does: a call, a line or a return."""

    def __init__(self, at: int) -> None:
        self.at = at
        self.seen = 0

    def run(self, do: Callable[[], None]) -> None:
        before = sys.gettrace()
        sys.settrace(self._trace)
        try:
            do()
        except KeyboardInterrupt:
            pass
        finally:
            sys.settrace(before)

    def _trace(self, frame: FrameType, event: str, value: Any) -> Any:
        self.seen += 1
        if self.seen == self.at:
            sys.settrace(None)
            raise KeyboardInterrupt
        return self._trace


def test_a_terminal_whose_prompt_cannot_be_ended_asks_no_phone(
    table: PlayTable, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "dumb")
    assert put(table, folder) is None


def test_a_disk_that_cannot_be_written_costs_the_phone_and_not_the_prompt(
    table: PlayTable, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("gmtrack.store.mailbox.write_all", refused)
    assert put(table, folder) is None
    assert put(table, folder) is None
    assert len(table.faults.told) == 1


class Prompt:
    """As much of a prompt as a phone sees of it: it ends after some looks."""

    def __init__(self, looks: int, text: str = "") -> None:
        self.app = self.default_buffer = self
        self.left = looks
        self.text = text
        self.ended: BaseException | None = None
        self.drawn = 0

    @property
    def is_done(self) -> bool:
        self.left -= 1
        return self.left < 0 or self.ended is not None

    def exit(self, exception: BaseException) -> None:
        self.ended = exception

    def invalidate(self) -> None:
        self.drawn += 1


def heeded(phone: Phone, prompt: Prompt, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds between the looks."""
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(phones, "sleep", sleep)
    with pytest.raises(StopIteration):
        phone.watch_phones(prompt).send(None)
    return slept


def test_while_nobody_answers_a_look_is_one_system_call(
    folder: Path, table: PlayTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[object] = []
    real = os.open

    def counted(path: Any, *rest: Any) -> int:
        opened.append(path)
        return real(path, *rest)

    def never(*_: object) -> None:
        raise AssertionError

    phone = Phone("Joe", lambda: Mailbox(folder).answered("question-1"))
    with monkeypatch.context() as patch:
        patch.setattr(os, "open", counted)
        for name in ("stat", "lstat", "listdir", "scandir", "read"):
            patch.setattr(os, name, never)
        assert heeded(phone, Prompt(5), monkeypatch) == [0.1] * 5
    assert opened == [folder / "answer-question-1.json"] * 5


def test_a_look_that_fails_is_noted_once_and_the_prompt_goes_on(
    table: PlayTable, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(mailbox: Mailbox, id: str) -> str | None:
        raise RuntimeError("broken")

    prompt = Prompt(4)

    def at_prompt(phone: Phone | None) -> str:
        assert phone is not None
        assert heeded(phone, prompt, monkeypatch) == [0.1] * 4
        return "6 6 2"

    monkeypatch.setattr(Mailbox, "answered", broken)
    assert Phones(table, occasion()).ask_for_dice(DEFENSE, "", at_prompt) == "6 6 2"
    assert prompt.ended is None
    assert len(table.faults.told) == 1


def test_an_answer_does_not_end_a_line_that_is_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    prompt, phone = Prompt(3, text="6 6"), Phone("Joe", lambda: "1 1 1")
    heeded(phone, prompt, monkeypatch)
    assert prompt.ended is None
    assert prompt.drawn == 1
    assert phone.waiting_message.startswith("Joe's phone has answered")


def test_a_script_asks_nobody(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "asked.yaml"
    text = (ROOT / "encounters" / "knife-fight.yaml").read_text(encoding="utf-8")
    file.write_text(text + "\ntable: {ask: [pc]}\n", encoding="utf-8")
    watched = (
        "import sys\n"
        "from gmtrack.store.mailbox import Mailbox\n"
        "Mailbox.put = lambda *_: sys.exit('asked')\n"
        "from gmtrack.cli.main import main\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", watched, "play", str(file)],
        input="attack joe bob\nlog --json\n",
        env={**os.environ, "GMTRACK_HOME": str(tmp_path / "home"), "PYTHONPATH": str(ROOT)},
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    last = json.loads(done.stdout[done.stdout.index('{"steps"') :])["steps"][-1]
    assert last["line"] == "attack joe bob"
    assert not list((tmp_path / "home").rglob("asked-*.json"))


def test_a_phone_that_sends_no_dice_again_and_again_is_asked_no_more(
    table: PlayTable, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked, phones_of_table = [], Phones(table, occasion())

    def at_prompt(phone: Phone | None) -> str:
        asked.append(phone is not None and posted_question(Mailbox(folder)) is not None)
        if phone is not None:
            raise phones.Phoned("W" * 200)
        return DICE

    problem, said = "", ""
    for _ in range(phones.TRIES + 1):
        said = phones_of_table.ask_for_dice(DEFENSE, problem, at_prompt)
        problem = "not a list of dice"
    assert asked == [True] * phones.TRIES + [False]
    assert said == DICE
    assert "not asked for this roll any more" in capsys.readouterr().out


def test_the_level_of_a_spell_and_its_karma_are_asked_on_the_phone(
    terminal: Terminal, tmp_path: Path
) -> None:
    """SRX-004, SRX-220."""
    terminal.type("load @street-clinic\r")
    terminal.wait_for("not started")
    for line in ("set kes karma_pool=2", "set kes karma_left=2"):
        terminal.type(f"{line}\r")
        terminal.wait_for(f"undo: {line}")
    terminal.type("ask kes all\r")
    terminal.wait_for("asked")
    phone = Mailbox(tmp_path / "home" / "encounters" / "street-clinic")
    terminal.type("a kes gus manab force=4 spell-pool=1\r")
    terminal.wait_for("Kes: level? l, m, s, d (Enter = m)")
    level = within(60, lambda: posted_question(phone))
    assert isinstance(level, ChoiceQuestion)
    assert (level.about, level.line) == (
        "You attack Gus with manabolt", "At which level do you cast manabolt?",
    )  # fmt: skip
    assert level.options[2] == ("s", "serious: base of damage and drain", "drain 2S")
    assert phone.answer(level.id, "s")
    terminal.wait_for("Kes's phone: s")
    terminal.wait_for("Karma 2 left: how many dice? (Enter = none)")
    karma = within(60, lambda: posted_question(phone))
    assert isinstance(karma, ChoiceQuestion)
    assert (karma.most, karma.line) == (2, "How many dice of your Karma? Up to 2")
    assert phone.answer(karma.id, "2")
    terminal.wait_for("9 dice (6 skill + 1 spell pool + 2 karma)")
