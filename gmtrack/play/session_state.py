"""State that a session keeps from line to line: who is asked, what comes next, and what the last
line did."""

from typing import TYPE_CHECKING

from gmtrack.play.questions.given_answers import GivenAnswers
from gmtrack.play.questions.offered_reactions import OfferedReactions
from gmtrack.play.questions.who_is_asked import AskSetting
from gmtrack.play.sent_answers import SentAnswers

if TYPE_CHECKING:
    from gmtrack.app.run import AskPeople, Outcome
    from gmtrack.dice.fallen import KeptRolls
    from gmtrack.play.choices import Put, PutAll


class Asking:
    """People who are asked for dice and choices, and their answers for the current command."""

    def __init__(self) -> None:
        self.setting: AskSetting | None = None
        """Who rolls their own dice at the table, and what else they are asked; None: as the
        encounter says (`table.ask`)."""
        self.recalled = ""
        """What the setting is, if it was kept since an earlier session and that was not told yet;
        else empty."""
        self.alone = False
        """Whether the lines come from a script, so that nobody can be asked."""
        self.put: Put | None = None
        """Callback that puts a question to the people at the table; None if nobody can answer."""
        self.put_all: PutAll | None = None
        """Callback that asks several people at once; None if that cannot be done."""
        self.rollers: AskPeople | None = None
        """Dice source that asks people for their own dice; None if nobody is asked."""
        self.kept: KeptRolls | None = None
        """Dice that have fallen for the current command, kept if it is begun again."""
        self.answers = GivenAnswers()
        """Answers to the questions of the current command so far."""
        self.sent = SentAnswers()
        """Answers from phones to these questions, which can still be taken back."""
        self.offered = OfferedReactions()
        """Reactions that were offered in the fight."""
        self.stopped = False
        """Whether the GM has typed `stop` at the reactions that were offered last."""
        self.ahead = ""
        """Dice that were typed at an earlier question, for the next roll."""
        self.weapon = ""
        """Weapon of the attack that was last tried."""
        self.spenders: set[str] = set()
        """Combatants who have chosen, at a question of the current command, to spend something."""


class NextLine:
    """Texts that are known of the next line before it is typed: a start for the prompt, lines
    that come by themselves, a line typed at a question, and a hint."""

    def __init__(self) -> None:
        self.begun = ""
        """Text that the next prompt starts with; it has to be changed."""
        self.offer = ""
        """Hint after a result that surprises."""
        self.waiting = 0
        """Number of commands that were typed behind the one that is being carried out."""
        self._again = ""
        self._stood = ""
        self._typed_on = ""
        self._inserted: list[str] = []

    def offer_again(self, commands: list[str]) -> None:
        """Let the next prompt start with these commands, to be typed as they are or changed."""
        self._again = "; ".join(commands)

    def take_begun(self) -> str:
        """Return the text that the next prompt starts with, and forget it; empty for none.
        `take_prefilled` can still return it once if it has to be changed."""
        again, self._again = self._again, ""
        self._stood, self.begun = self.begun, ""
        return self._stood or again

    def take_prefilled(self) -> str:
        """Return the text that the prompt of the line just typed had started with and that has
        to be changed, and forget it; empty for none."""
        text, self._stood = self._stood, ""
        return text

    def type_on(self, text: str) -> None:
        """Keep a line that was typed at a question; it is carried out next."""
        self._typed_on = text

    def insert(self, lines: list[str]) -> None:
        """Keep lines that the last one brings with it; they come before any other."""
        self._inserted = [*self._inserted, *lines]

    def take_inserted(self) -> list[str]:
        """Return the lines that the last one brings with it, and forget them."""
        lines, self._inserted = self._inserted, []
        return lines

    @property
    def has_typed_on(self) -> bool:
        """Whether a line waits that was typed before it was asked for."""
        return bool(self._typed_on)

    @property
    def comes_by_itself(self) -> bool:
        """Whether there is a next line already, so that nothing is asked for at the prompt."""
        return bool(self.waiting or self._inserted or self._typed_on)

    def take_typed_on(self) -> str:
        """Return the line that was typed before it was asked for, and forget it; empty if there
        is none."""
        text, self._typed_on = self._typed_on, ""
        return text


class LastLine:
    """Result of the last line, and how it was shown."""

    def __init__(self) -> None:
        self.outcome: Outcome | None = None
        """The outcome; None if the line did nothing or was a dry run."""
        self.left_out = False
        """Whether the board was left out because it would be repeated."""
        self.anew: list[str] | None = None
        """Options to carry the command out once more with; None: it is done."""
        self.went_back = False
        """Whether somebody went back to an earlier question, so that it is not done."""
