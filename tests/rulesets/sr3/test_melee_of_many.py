"""Among many only those who are in a melee are looked at."""

from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Attack
from gmtrack.dice.sources import RandomDice
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import Game
from gmtrack.rulesets.sr3.wounds.melee import joined_with


class Counting(Game):
    """Knows who was made."""

    def __init__(self, encounter: Encounter) -> None:
        self.made: list[str] = []
        super().__init__(Draft(encounter), Attack("ash", ("tom",)), RandomDice(1), "attack")

    def seat(self, who: str) -> Fighter:
        self.made.append(who)
        return super().seat(who)


def test_who_is_in_a_melee_is_found_without_a_look_at_all_others() -> None:
    encounter = Encounter("", "sr3", combatants={who: {} for who in ("ash", "tom", "ben")})
    game = Counting(encounter)
    assert joined_with(game, game.fighter("ash")) == []
    encounter.fight = {"combatants": {"ben": {"in_melee_with": ["ash"]}}}
    game = Counting(encounter)
    assert [who.id for who in joined_with(game, game.fighter("ash"))] == ["ben"]
    assert game.made == ["ash", "ben"]
