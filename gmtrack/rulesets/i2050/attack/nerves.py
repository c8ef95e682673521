"""IN-MOD-05, IN-MOD-08, IN-R30: Awareness in the dark, Cool under fire; once in a round, and once
in a command."""

from gmtrack.rulesets.i2050.attack.plan import Strike
from gmtrack.rulesets.i2050.dice.rolls import Test, nerve_parts, roll
from gmtrack.rulesets.i2050.sheet.game import Game
from gmtrack.rulesets.i2050.sheet.live import Fighter
from gmtrack.rulesets.i2050.sheet.sheet import AWARENESS, COOL

DEFEND_AWARENESS = "defend_awareness"


class Nerves:
    """What is rolled once in a command."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def blind(self, s: Strike, who: Fighter) -> bool:
        """IN-MOD-05, IN-R30: they cannot see, and their Awareness failed."""
        if not in_the_dark(s, who):
            return False
        if who.seen is not None and not self.every_time:
            return not who.seen
        sees = self._roll(who, AWARENESS, awareness_test(s, who))
        if self.lasts:
            who.seen = sees
        return not sees

    def shaken(self, s: Strike) -> bool:
        """IN-MOD-08, IN-R30: they fire under fire, and their Cool failed."""
        who = s.attacker
        if not (s.firearm and under_fire(s)):
            return False
        if who.steady is not None and not self.every_time:
            return not who.steady
        steady = self._roll(who, COOL, cool_test(s))
        if self.lasts:
            who.steady = steady
        return not steady

    @property
    def every_time(self) -> bool:
        return self.game.house.nerve_rolls == "per_attack"

    @property
    def lasts(self) -> bool:
        """The result holds for the rest of the round."""
        return self.game.fight.running and not self.every_time

    def _roll(self, who: Fighter, name: str, test: Test) -> bool:
        key = (who.id, name)
        if key not in self.game.nerves:
            self.game.nerves[key] = bool(roll(self.game, test).success)
        return self.game.nerves[key]


def in_the_dark(s: Strike, who: Fighter) -> bool:
    """IN-MOD-05: everybody by the scene, one by an effect; both where it was typed."""
    known = s.game.poor_scene or who.poor_visibility
    return (known or s.has("poor-visibility", who)) and not s.off("poor-visibility", who)


def under_fire(s: Strike) -> bool:
    told = s.attacker.under_fire or s.has("under-fire")
    return told and not s.off("under-fire")


def awareness_test(s: Strike, who: Fighter) -> Test:
    """The defender's by a name of its own, and once."""
    parts = tuple(nerve_parts(who, AWARENESS))
    if who is s.target:
        return Test(DEFEND_AWARENESS, who, parts, skilled=False)
    return Test(AWARENESS, who, parts, skilled=False, block=None if s.burst else s.block)


def cool_test(s: Strike) -> Test:
    return Test(COOL, s.attacker, tuple(nerve_parts(s.attacker, COOL)), skilled=False)
