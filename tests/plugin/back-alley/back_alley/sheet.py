"""Sheets, the live state, and what can be wrong in a file."""

from collections.abc import Iterator
from dataclasses import dataclass, field
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
from gmtrack.rulesets.kit.house import fixed, switchable
from gmtrack.rulesets.kit.references import Reference, unknown_references
from gmtrack.rulesets.kit.seated import Combatant
from gmtrack.rulesets.port import Problem, Schema

Score = Annotated[int, Bounds(0, 10)]


@dataclass
class Weapon:
    """What somebody hits with."""

    damage: Annotated[int, Bounds(0, 20)]
    kind: Kind
    name: str = ""


@dataclass
class Sheet:
    """One combatant, as the GM writes it."""

    agility: Score = 2
    fists: Score = 1
    toughness: Score = 1
    weapons: dict[Key, Weapon] = field(default_factory=dict)
    starts_with: Key = FISTS


@dataclass
class Scene:
    """The surroundings."""

    dark: bool = False


BARE = Weapon(damage=1, kind="melee")


def read(data: Data) -> Sheet:
    """A checked sheet of a file as values."""
    weapons = {key: Weapon(**weapon) for key, weapon in (data.get("weapons") or {}).items()}
    own = {key: data[key] for key in Sheet.__dataclass_fields__ if key in data}
    return Sheet(**{**own, "weapons": {FISTS: BARE, **weapons}})


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


SCHEMA = Schema(Sheet, Scene, FightState, Fighter, switchable(House), fixed(House))
REFERENCES = (Reference("fight.acting"),)
"""What names a combatant."""


def check(encounter: Encounter) -> Iterator[Problem]:
    """Names of weapons and combatants that are not there."""
    yield from unknown_references(encounter, REFERENCES)
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
