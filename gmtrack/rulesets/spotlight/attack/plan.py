"""What an attack was declared to be: who strikes whom, with what, and what the target answers."""

from typing import Literal

from gmtrack.core.report import Part
from gmtrack.core.values import value
from gmtrack.rulesets.kit.words import Told
from gmtrack.rulesets.spotlight.sheet.game import Game
from gmtrack.rulesets.spotlight.sheet.live import Fighter
from gmtrack.rulesets.spotlight.sheet.sheet import Mode, Weapon
from gmtrack.rulesets.spotlight.tables.locations import Location
from gmtrack.rulesets.spotlight.turn.costs import Trigger


@value
class Blow:
    """One side's strike. `main`: the declared attack, not the counter; bare words mean it, while
    `without` and `moving` count for both."""

    game: Game
    attacker: Fighter
    target: Fighter
    weapon_id: str
    weapon: Weapon
    mode: Mode
    called: Location | None
    main: bool
    opportunity: bool
    suppressive: bool
    told: Told
    without: Told
    mods: tuple[Part, ...]
    moves: bool
    """Attacker or target was moving when it was declared (SP-R21)."""

    def has(self, word: str, about: Fighter) -> bool:
        """Told for this blow: tied to `about`, or bare and this is the declared attack."""
        found = self.told.tied(word, about.id)
        return found is not None or (self.main and self.told.has(word))

    def off(self, word: str, about: Fighter) -> bool:
        """Switched off by `--without`, for everybody or for `about`."""
        return self.without.has(word, about.id)


Defense = Literal["dodge", "counter"]
DEFENSES: tuple[Defense, ...] = ("dodge", "counter")


@value
class Plan:
    """The whole attack; `counter` is the blow that answers it, where that was declared."""

    game: Game
    blow: Blow
    targets: list[Fighter]
    trigger: Trigger | None
    defense: Defense | None
    counter: Blow | None
