"""Tell one of the counted fights: play it again, and carry each of its steps out once more where
somebody reads it, with the dice that fell.

The fight itself is played as it was counted: by the runner that skips what only a story needs, and
with one stream of dice. What the story needs besides has dice of its own."""

from collections import defaultdict, deque
from collections.abc import Iterable
from typing import Any, NamedTuple

from gmtrack.core.choice import line_of
from gmtrack.core.draft import Draft, net_changes
from gmtrack.core.history import LogEntry
from gmtrack.core.intents import Intent
from gmtrack.dice.port import Answer, Ask, Dice, Key
from gmtrack.dice.sources import ChanceDice
from gmtrack.simulation.fight import (
    Ending,
    Rules,
    Setup,
    copy_for_play,
)
from gmtrack.simulation.harm.cache import HarmCache
from gmtrack.simulation.weighed import (
    DEFENSE,
    STRIKE,
    Weighed,
    WeighingLog,
)
from gmtrack.simulation.work import Player

SHOWN = "step"
"""The kind of the log's entries."""
FallenRoll = tuple[Ask, Answer]


class ShownStep(NamedTuple):
    """One step of a told fight: its entry as in a log, and what was weighed for it by whoever
    acted and whoever was attacked (empty if nobody is sensible)."""

    entry: LogEntry
    weighed: tuple[Weighed, ...]


class ShownFight(NamedTuple):
    """A fight that is told: its number, how it ended, and its steps."""

    number: int
    ending: Ending
    steps: tuple[ShownStep, ...]


class _RecordedDice(Dice):
    """Dice that remember what fell."""

    def __init__(self, source: Dice) -> None:
        self._source = source
        self.fallen: list[FallenRoll] = []

    def expect(self, rolls: Iterable[Key], either: Iterable[Key] = ()) -> None:
        """Pass the declared rolls on to the source."""
        self._source.expect(rolls, either)

    def roll(self, ask: Ask) -> Answer:
        """Let the source roll, and remember its answer."""
        answer = self._source.roll(ask)
        self.fallen.append((ask, answer))
        return answer


class _FallenDice(Dice):
    """Dice that answer each roll as it fell. A roll that only the story asks for has other
    dice."""

    def __init__(self, fallen: Iterable[FallenRoll], others: Dice) -> None:
        self._fallen: defaultdict[Any, deque[Answer]] = defaultdict(deque)
        for ask, answer in fallen:
            self._fallen[_roll_key(ask)].append(answer)
        self._others = others

    def roll(self, ask: Ask) -> Answer:
        """Return the next answer that fell for a roll like this one."""
        answers = self._fallen[_roll_key(ask)]
        return answers.popleft() if answers else self._others.roll(ask)


def _roll_key(ask: Ask) -> tuple[object, ...]:
    """Return what tells a roll of a command from its other rolls."""
    return ask.name, ask.who, ask.block, ask.count, ask.sides, ask.reading


class FightTeller:
    """Listens to a fight (`SimulatedFight.listener`) and tells its steps. `log` is that of those
    who weigh options; None if nobody does."""

    def __init__(
        self, rules: Rules, setup: Setup, number: int, log: WeighingLog | None
    ) -> None:
        self._ruleset, self._auto_player = rules
        self._draft = Draft(copy_for_play(setup.encounter))
        self._log = log
        self._dice = _RecordedDice(ChanceDice(""))
        self._others = ChanceDice(f"{setup.seed}/{number}/story")
        self.steps: list[ShownStep] = []

    def hear_dice(self, dice: Dice) -> Dice:
        """Return the dice for the next command, which are listened to."""
        self._dice = _RecordedDice(dice)
        return self._dice

    def hear_command(self, intent: Intent) -> None:
        """Tell a command that has been carried out with the dice of `hear_dice`."""
        draft = self._draft
        begun = self._auto_player.turn_state(draft)
        report = self._ruleset.resolve(
            draft, intent, _FallenDice(self._dice.fallen, self._others)
        )
        changes = list(draft.changes)
        draft.changes.clear()
        report.changes = list(net_changes(changes))
        aimed = dict.fromkeys(
            [*((b.attacker, b.target) for b in report.blocks), *report.aimed]
        )
        report.friends = [
            pair for pair in aimed if draft.encounter.are_friends(*pair)
        ]
        who = _find_actor(intent)
        entry = LogEntry(
            len(self.steps) + 1,
            SHOWN,
            line_of(intent),
            "",
            report.to_json(),
            changes,
            story=report.story_to_json(),
            shown=report.shown(),
            round=begun.round if begun.running else None,
            who=who,
        )
        concerned = {who, *(target for _, target in aimed)}
        weighed = self._log.take() if self._log else ()
        told = tuple(
            choice
            for choice in weighed
            if choice.who in concerned and _is_about(choice, intent)
        )
        self.steps.append(ShownStep(entry, told))


def _find_actor(intent: Intent) -> str | None:
    """Return the combatant who carries out an intent; None if it is nobody's."""
    who = getattr(intent, "attacker", None) or getattr(intent, "who", None)
    return who if isinstance(who, str) else None


def _is_about(choice: Weighed, intent: Intent) -> bool:
    """Whether a choice led to an intent. One about an attack on somebody else than those whom the
    intent attacks did not; before an intent that attacks nobody every choice counts."""
    targets = getattr(intent, "targets", ())
    if choice.about not in (STRIKE, DEFENSE) or not targets:
        return True
    weighed = (getattr(option, "targets", ()) for option, _ in choice.options)
    return any(one in ((), targets) for one in weighed)


def show_fight(
    setup: Setup, number: int, harm_cache: HarmCache | None = None
) -> ShownFight:
    """Play the fight with this number again, and return it with all of its steps. It is the very
    fight that a tally of the setup has counted under this number. `harm_cache` is what was worked
    out of attacks in the setup before; without it this takes longer. Raises Refusal as `Player`."""
    player = Player(setup)
    if harm_cache is not None:
        player.share(harm_cache)
    log = player.open_log()
    fight = player.fight(number)
    teller = FightTeller(player.rules, setup, number, log)
    fight.listener = teller
    ending = fight.play()
    return ShownFight(number, ending, tuple(teller.steps))
