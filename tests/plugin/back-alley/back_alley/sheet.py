"""Sheets, the live state, and what can be wrong in a file."""

from collections.abc import Iterator
from typing import Annotated

from back_alley.rulings import House
from back_alley.tables import FISTS, HEALTH, EffectWord, Kind
from gmtrack.core.draft import Path
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.keys import Key
from gmtrack.core.names import listed
from gmtrack.core.players import health_word
from gmtrack.core.record import Bounds, Record, derived, stored
from gmtrack.core.standing import Standing
from gmtrack.rulesets.kit.effects import MOST_ROUNDS
from gmtrack.rulesets.kit.house import fixed_keys, switchable_rules
from gmtrack.rulesets.kit.references import Reference, check_references
from gmtrack.rulesets.kit.seated import Combatant
from gmtrack.rulesets.kit.sheet import FileShape, collect_help, declare_field, prepare_validation
from gmtrack.rulesets.port import Problem, Schema

Score = Annotated[int, Bounds(0, 10)]


class Weapon(FileShape):
    """What somebody hits with."""

    damage: Annotated[int, Bounds(0, 20)] = declare_field("Points off the health, 0 to 20.")
    kind: Kind = declare_field("How it is used: melee or thrown.")
    name: str = declare_field("What the screens call it; left out: its id.", default="")


BARE = Weapon.from_data({"damage": 1, "kind": "melee"})


class Sheet(FileShape):
    """One combatant, as the GM writes it."""

    agility: Score = declare_field(
        "0 to 10, default 2: who acts first, and tests such as climbing.", default=2
    )
    fists: Score = declare_field("0 to 10, default 1: added to two dice to hit.", default=1)
    toughness: Score = declare_field("0 to 10, default 1: taken off what hits them.", default=1)
    weapons: dict[str, Weapon] = declare_field(
        "Weapons by ids of your choice; fists are always there.",
        default=dict,
        written=dict[Key, Weapon],
        read=lambda own: {FISTS: BARE, **{key: Weapon.from_data(one) for key, one in own.items()}},
    )
    starts_with: Key = declare_field("The weapon in hand at first, default fists.", default=FISTS)


class Scene(FileShape):
    """The surroundings."""

    dark: bool = declare_field("Whether shots are harder.", default=False)


def read(data: Data) -> Sheet:
    """A checked sheet of a file as values; nobody is without fists."""
    return Sheet.from_data({"weapons": {}, **data})


class FightState(Record):
    """The state of the fight as a whole."""

    round: Annotated[int, Bounds(0)] = stored(0, until="fight")
    acting: str | None = stored(None, until="fight")


class Fighter(Combatant[Sheet, House]):
    """One combatant in the fight."""

    READ = staticmethod(read)

    health: Annotated[int, Bounds(0, HEALTH)] = HEALTH
    score: int | None = stored(None, until="fight")
    actions: Annotated[int, Bounds(0, 1)] = stored(0, until="turn")
    had_turn: bool = stored(False, until="round")
    in_hand: str = derived(lambda who: who.sheet.starts_with)
    lying: list[str] = stored([], until="fight")
    prone: bool = stored(False, until="fight")
    stunned: bool = stored(False, until="fight")
    in_cover: bool = stored(False, until="fight")
    dodging: bool = stored(False, until="fight")
    timed: dict[EffectWord, Annotated[int, Bounds(1, MOST_ROUNDS)]] = stored({}, until="fight")

    @property
    def down(self) -> bool:
        return self.health <= 0

    @property
    def standing(self) -> Standing:
        """Who is down can get up again; nobody dies."""
        hurt, badly = self.health < HEALTH, self.health <= HEALTH // 2
        health = health_word(hurt=hurt, badly=badly, down=self.down)
        return Standing("down" if self.down else "up", self.down, health=health)


SCHEMA = Schema(
    prepare_validation(Sheet), prepare_validation(Scene), FightState, Fighter,
    switchable_rules(House), fixed_keys(House), collect_help(Sheet, Scene),
)  # fmt: skip
REFERENCES = (Reference("fight.acting"),)
"""What names a combatant."""


def check(encounter: Encounter) -> Iterator[Problem]:
    """Names of weapons and combatants that are not there."""
    yield from check_references(encounter, REFERENCES)
    live = encounter.fight.get("combatants") or {}
    for who in encounter.combatants:
        sheet = read(encounter.sheet(who))
        named: list[tuple[Path, str]] = [(("combatants", who, "starts_with"), sheet.starts_with)]
        state = live.get(who) or {}
        at = ("fight", "combatants", who)
        named += [((*at, "in_hand"), state["in_hand"])] if "in_hand" in state else []
        named += [((*at, "lying"), word) for word in state.get("lying", ())]
        for path, word in named:
            if word not in sheet.weapons:
                allowed = listed(sheet.weapons)
                yield Problem(path, f"{who} has no weapon '{word}', allowed: {allowed}")
