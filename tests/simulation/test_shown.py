"""A fight that is told is the very one that was counted, to the last die."""

from typing import Any

import pytest
from long_run import LONG

from gmtrack.core.deeds import rolls_in
from gmtrack.simulation import shown
from gmtrack.simulation.fight import Setup, SimulatedFight
from gmtrack.simulation.harm.cache import HarmCache
from gmtrack.simulation.shown import FightTeller, show_fight
from gmtrack.simulation.work import Player
from gmtrack.simulation.worth import AttackWorth

from .fights import opened, setup, sharing_player
from .test_sense import FOUGHT, with_sense

EARNED = "checks_won"
"""What a fight earns for later: nothing in the fight hangs on it, so nobody keeps it where nobody
reads (i2050)."""
NUMBERS = range(12 if LONG else 1)


class Overheard(FightTeller):
    """Remembers every die that the counted fight has rolled, command by command."""

    def hear_command(self, intent: Any) -> None:
        self.rolled = [*getattr(self, "rolled", []), [*self._dice.fallen]]
        super().hear_command(intent)


def live(fight: Any) -> Any:
    """The state of a fight without what it only earns."""
    if isinstance(fight, dict):
        return {key: live(one) for key, one in fight.items() if key != EARNED}
    return fight


LARGE = ("back-room", "garage-night", "loading-dock", "ninth-street")
"""The largest fights of rulesets that have other ones. How a fight is told hangs on what is typed
in it, and people with sense type no more in these."""
SENSIBLE = [name for name in FOUGHT if LONG or name not in LARGE]


def told(one: Setup, number: int, known: HarmCache | None) -> tuple[SimulatedFight, Overheard]:
    """The fight, played by somebody who has played no other, and what was told of it."""
    player = Player(one)
    if known is not None:
        player.share(known)
    fight = player.fight(number)
    teller = Overheard(player.rules, one, number, player.open_log())
    fight.listener = teller
    return fight, teller


@pytest.mark.usefixtures("roughly")
@pytest.mark.parametrize(
    ("name", "sensible"),
    [
        *(pytest.param(name, True, id=f"{name}-sensible") for name in SENSIBLE),
        *(pytest.param(name, False, id=f"{name}-plain") for name in FOUGHT),
    ],
)
def test_what_is_told_is_what_was_counted(name: str, sensible: bool) -> None:
    encounter = opened(name)
    one = (with_sense(encounter) if sensible else setup(encounter))._replace(rounds=3)
    counted = sharing_player(one)
    for number in NUMBERS:
        ending = counted.fight(number).play()
        fight, teller = told(one, number, counted.harm_cache)
        assert fight.play() == ending
        assert live(teller._draft.encounter.fight) == live(fight.encounter.fight)
        for step, fallen in zip(teller.steps, teller.rolled, strict=True):
            shown = [[*roll["dice"]] for roll in rolls_in(step.entry.report)]
            for _, answer in fallen:
                assert [*answer.dice] in shown or not answer.dice


@pytest.mark.usefixtures("roughly")
def test_what_was_worked_out_for_the_count_is_not_worked_out_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one = with_sense(opened("knife-fight"))
    counted = Player(one)
    endings = [counted.fight(number).play() for number in range(3)]
    # One that shares nothing with other tests.
    monkeypatch.setattr(shown, "Player", Player)
    monkeypatch.setattr(AttackWorth, "_find_harm", lambda *args: pytest.fail("worked out again"))
    assert show_fight(one, 2, counted.harm_cache).ending == endings[2]
