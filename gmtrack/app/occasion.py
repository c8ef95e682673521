"""What the people who roll their own dice are told while a command is carried out."""

from typing import NamedTuple

from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Intent
from gmtrack.dice.port import Answer, Ask


class Occasion(NamedTuple):
    """The fight before the command, what the command asks for, and the rolls that it has come to
    so far."""

    encounter: Encounter
    intents: list[Intent]
    fallen: list[tuple[Ask, Answer]]
