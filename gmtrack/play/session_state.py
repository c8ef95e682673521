"""What a session keeps from line to line: whom it asks and how, what stands at the prompt next, and
what the last line did."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gmtrack.app.run import Outcome, People
    from gmtrack.dice.fallen import KeptRolls
    from gmtrack.play.choices import Put, PutAll


class Asking:
    """Who is asked at the table, and what was said there of the line that is carried out."""

    def __init__(self) -> None:
        self.people: list[str] | None = None
        """Sides and combatants whose dice are rolled at the table; None: whom the encounter says
        (`table.ask`)."""
        self.alone = False
        """Whether the lines come from a script, so that nobody can be asked."""
        self.put: Put | None = None
        """Puts questions to the people at the table; None where nobody can answer."""
        self.put_all: PutAll | None = None
        """The same to several at once."""
        self.rollers: People | None = None
        """Those who roll their own dice; None where nobody is asked."""
        self.kept: KeptRolls | None = None
        """What has fallen of the line that is carried out, now and before it was begun anew."""
        self.ahead = ""
        """Dice that were typed at the question before them."""
        self.weapon = ""
        """What the attack that is tried is made with."""


class NextLine:
    """What is known of the line that comes next, before it is typed."""

    def __init__(self) -> None:
        self.begun = ""
        """What it begins with; it can be changed."""
        self.offer = ""
        """What can be asked after a result that surprises."""
        self._stood = ""
        self._typed_on = ""

    def prefilled(self) -> str:
        self._stood, self.begun = self.begun, ""
        return self._stood

    def stands(self) -> str:
        """What stood there, once a line has come."""
        text, self._stood = self._stood, ""
        return text

    def type_on(self, text: str) -> None:
        """Take a line that was typed where it was not asked for; it comes next."""
        self._typed_on = text

    def coming(self) -> str:
        text, self._typed_on = self._typed_on, ""
        return text


class LastLine:
    def __init__(self) -> None:
        self.outcome: Outcome | None = None
        """None where it did nothing."""
        self.left_out = False
        """Whether it has left out a board that it shows otherwise."""
        self.anew: list[str] | None = None
        """Words with which it is to be carried out once more."""
