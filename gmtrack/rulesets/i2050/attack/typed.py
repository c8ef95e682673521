"""One attack as it was typed."""

from collections.abc import Mapping
from dataclasses import field
from typing import Literal, NamedTuple

from gmtrack.core.values import frozen
from gmtrack.rulesets.i2050.attack.shots_and_aim import Burst
from gmtrack.rulesets.i2050.sheet.game import Game
from gmtrack.rulesets.i2050.sheet.live import Fighter
from gmtrack.rulesets.i2050.tables.defenses import Defense
from gmtrack.rulesets.i2050.tables.locations import Location
from gmtrack.rulesets.kit.words import Mod, Told, Word

UnarmedSide = Literal["attacker", "defender", "both"]


class Answer(NamedTuple):
    """What was typed of one target: `--defense`, `defend-weapon`, `share`."""

    word: Defense | None = None
    weapon: str | None = None
    share: int | None = None


@frozen
class Typed:
    """What was typed, looked at by itself; None where nothing was."""

    game: Game
    attacker: Fighter
    targets: tuple[Fighter, ...]
    told: Told
    without: Told
    weapon: str | None
    place: Location | None
    aim: int | None
    shift: int | None
    burst: Burst | None
    shares: tuple[int, ...] | None
    unarmed: UnarmedSide | None
    """Who uses Unarmed Combat if they win."""
    defenses: tuple[tuple[str | None, Defense], ...]
    """Of whom (None: of everybody), and which."""
    mods: tuple[Mod, ...]
    defense_mods: tuple[Mod, ...]
    answers: Mapping[str, Answer] = field(default_factory=dict)
    """By target."""

    @property
    def people(self) -> tuple[Fighter, ...]:
        return (self.attacker, *self.targets)

    @property
    def target_ids(self) -> tuple[str, ...]:
        return tuple(target.id for target in self.targets)

    def word(self, name: str, *about: Fighter) -> Word | None:
        """As tied to one of those it is about, else as tied to nobody."""
        if not self.told.names(name):
            return None
        tied = (self.told.tied(name, who.id) for who in about)
        return next((word for word in tied if word), None) or self.told.get(name)

    def defense_of(self, who: Fighter) -> Defense | None:
        """The word of `--defense` for somebody; the last one counts."""
        found = [word for tied, word in self.defenses if tied in (None, who.id)]
        return found[-1] if found else None
