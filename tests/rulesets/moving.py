"""What somebody would do who is played by nobody: the moves of a ruleset as one would type them."""

from collections.abc import Iterable
from importlib import import_module
from typing import cast

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Act, Attack, Intent, Intervene, Test
from gmtrack.rulesets.port import AutoPlayer, Besides, WantedAttack

from .comparing import Data
from .core_play import CorePlay


class Fought:
    """A fight in some state: from its data, or after command lines."""

    def __init__(self, core: CorePlay, doc: Data, lines: Iterable[str] = ()) -> None:
        self.core = core
        self.encounter: Encounter = core.checked(doc)
        ruleset = cast("Besides", core.ruleset)
        self.played = cast("AutoPlayer", import_module(ruleset.PLAYED))
        for line in lines:
            self.does(line)

    def does(self, line: str) -> Data:
        """What a command line came to."""
        return self.core.document(self.encounter, line.split())

    def moves(self, who: str, *aims: str | WantedAttack) -> list[str]:
        """All that somebody would try, best first."""
        meant = [WantedAttack(aim) if isinstance(aim, str) else aim for aim in aims]
        return list(map(line_of, self.played.next_intents(Draft(self.encounter), who, meant)))

    def first(self, who: str, *aims: str | WantedAttack) -> str | None:
        """What somebody would try first; it is done, and so not refused."""
        line = next(iter(self.moves(who, *aims)), None)
        if line is not None:
            self.does(line)
        return line

    @property
    def actors(self) -> tuple[str, ...]:
        """Who may do something now."""
        return self.played.turn_state(Draft(self.encounter)).actors


def line_of(intent: Intent) -> str:
    """An intent as it is typed."""
    options = intent.options
    more = [f"--with {word}" for word in options.words]
    more += [f"--weapon {options.weapon}"] if options.weapon else []
    return " ".join([*words_of(intent), *more])


def words_of(intent: Intent) -> list[str]:
    match intent:
        case Act(who=who, action=action, args=args):
            return ["act", who, action, *args]
        case Attack(attacker=who, targets=targets):
            return ["attack", who, *targets]
        case Intervene(who=who):
            return ["intervene", who]
        case Test(who=who, what=what):
            return ["test", who, what]
    raise AssertionError(f"nobody types {intent}")
