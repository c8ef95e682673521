"""A command at work: draft, dice, house rules and report in one place; the order of initiative;
places and barriers by their words; the Score, which follows wounds at once."""

from collections.abc import Iterator
from contextlib import contextmanager
from math import floor
from typing import NamedTuple

from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.names import propose_near_word, squash
from gmtrack.dice.port import Dice
from gmtrack.rulesets.kit.commands import BaseGame, RuledFightView
from gmtrack.rulesets.kit.seated import has_fixed_place
from gmtrack.rulesets.port import Words
from gmtrack.rulesets.swan_song.meta import META
from gmtrack.rulesets.swan_song.rulings import House
from gmtrack.rulesets.swan_song.sheet.fighter import Fighter
from gmtrack.rulesets.swan_song.sheet.sheet import Barrier
from gmtrack.rulesets.swan_song.sheet.state import FightState
from gmtrack.rulesets.swan_song.tables import (
    BARRIER_RATINGS,
    LOCATION_OF,
    LOCATIONS,
    Location,
)

WORDS = Words(
    dice="roll", unknown="unknown", value="value", price=("ap", "attack-used")
)


class Scene(RuledFightView[Fighter, House, FightState]):
    """A fight to be looked at: house rules, live state of the fight, fighters."""

    WORDS = WORDS
    LASTING = True
    HOUSE, FIGHT, FIGHTER = House, FightState, Fighter


class Game(Scene, BaseGame[Fighter]):
    """A command at work, with all that its steps need; they read and write through the fighters."""

    RULESET = META.id

    def afresh(self, dice: Dice, first_block: int = 0) -> None:
        """Begin the command again with other dice, at the attack numbered `first_block`: nothing
        is paid for yet."""
        super().afresh(dice, first_block)
        self.paid: list[tuple[str, str]] = []
        """The payments of this command, as pairs of payer and action key: bleedout counts them."""


def is_below(actor: Fighter, who: Fighter) -> bool:
    """Whether the count has come below the Score of `who`, who holds an action and so can come
    in before `actor` (SS-DELAY-02)."""
    return (actor.score or 0) < (who.score or 0)


def is_barred_at_zero(who: Fighter) -> bool:
    """Whether the Score of `who` is used up, so that the house rules bar their carried action
    (R-DEL-4)."""
    return who.house.delay_at_zero == "forbid" and (who.score or 0) <= 0


def has_phase_left(game: Game, who: Fighter) -> bool:
    """Whether `who` has a phase still to come in this pass (SS-INIT-10, SS-INIT-16, SS-INIT-22,
    R-INIT-1). Depends on the house rule `pass_one_needs_positive`."""
    if who.score is None or who.acted or who.status != "up":
        return False
    if who.delayed is not None and not who.delayed["carried"]:
        return False
    first = game.fight.pass_ == 1 and not game.house.pass_one_needs_positive
    return who.score > 0 or first


NOWHERE = -(10**9)
"""The place in the order of somebody without a Score: behind everybody."""


def rank_of(who: Fighter, house: House) -> tuple[int, int, int, int]:
    """Return the sort key of the order of initiative; the highest comes first (SS-INIT-04,
    SS-INIT-09, R-INIT-2, R-INIT-11). Who has a fixed place comes after all others with the same
    Score (ALL-TURN-02). Depends on the house rule `init_order`."""
    fixed = house.init_order == "fixed" and who.slot is not None
    score = who.slot if fixed else who.score
    place = NOWHERE if score is None else score
    if has_fixed_place(who):
        return (place, NOWHERE, NOWHERE, 0)
    return (
        place,
        who.attribute("reaction"),
        who.attribute("intuition"),
        who.coin or 0,
    )


def order_to_come(game: Game) -> list[str]:
    """Return the ids of those who have a phase still to come in this pass, the next one first."""
    ready = [
        who
        for who in game.everybody()
        if has_phase_left(game, who) and game.fight.active != who.id
    ]
    ready.sort(key=lambda who: rank_of(who, game.house), reverse=True)
    return [who.id for who in ready]


def split_side(word: str) -> tuple[str, str]:
    """Split the side off the word for a place: `left-ear` gives ("left", "ear"), `knee` gives
    ("", "knee")."""
    name = squash(word)
    side, _, base = name.partition("-")
    return (side, base) if side in ("left", "right") else ("", name)


def default_side(target: Fighter, row: Location) -> str:
    """Return the side that is hit if nobody names one.

    An ear or eye: left, unless that alone is affected already. An arm: the one that holds a
    weapon, right if both or neither do."""
    if row.key in ("ear", "eye"):
        effect = {"ear": "deafened", "eye": "blinded"}[row.key]
        hit = {e.location for e in target.find_effects(effect)}
        return (
            "right"
            if f"left-{row.key}" in hit and f"right-{row.key}" not in hit
            else "left"
        )
    hands = [hand for hand in ("left", "right") if target.held.get(hand)]
    return hands[0] if len(hands) == 1 else "right"


def place_named(game: Game, word: str, who: Fighter) -> str:
    """Return the name of a place of the body, with a side if the place has sides.

    Raises Refusal `called` if there is no such place, or if the word has a side and the place
    none."""
    side, base = split_side(word)
    row = LOCATION_OF.get(base)
    if row is None or (side and not row.sided):
        hint = propose_near_word(base, LOCATIONS, most=len(LOCATIONS))
        game.deny("called", f"no place '{word}' on {who.name}{hint}")
    return (
        f"{side or default_side(who, row)}-{row.key}" if row.sided else row.key
    )


class BarrierValues(NamedTuple):
    """A barrier's numbers, derived where the GM gave none, and the damage that it has taken."""

    structure: int
    armor: int
    hp_per_m2: int
    hit_points: int
    damage_taken: int
    hole_m2: int


def barrier_values(encounter: Encounter, name: str) -> BarrierValues:
    """Return the numbers of a barrier of the scene.

    What the file leaves out comes from its rating. Hit points per square metre scale with the
    thickness unless the house says otherwise (R-BAR-8)."""
    data = Barrier.from_data(encounter.scene["barriers"][name])
    rating = BARRIER_RATINGS.get(data.rating or "")
    structure = data.structure or (rating.structure if rating else 1)
    armor = data.armor
    if armor is None:
        armor = rating.armor if rating else 0
    scales = House(encounter.house_rules).barrier_thickness_scales
    thickness = data.thickness_cm if scales else 10
    per_m2 = data.hp_per_m2 or max(1, floor(structure * thickness / 10))
    points = data.hit_points or max(1, floor(per_m2 * data.area_m2))
    suffered: Data = (encounter.fight.get("barriers") or {}).get(name) or {}
    return BarrierValues(
        structure, armor, per_m2, points,
        int(suffered.get("damage_taken", 0)), int(suffered.get("hole_m2", 0)),
    )  # fmt: skip


class Obstacle(NamedTuple):
    """A barrier of the scene or a body that an attack crosses, with its present values."""

    id: str
    structure: int
    armor: int
    per_m2: int
    transparent: bool = False
    body: Fighter | None = None


def obstacle_named(game: Game, word: str) -> Obstacle:
    """Return the barrier or the body with this name or id.

    Raises Refusal `unknown` if there is none, or if it is the body of somebody who has left."""
    barriers = game.draft.encounter.scene.get("barriers") or {}
    found = next((b for b in barriers if squash(b) == squash(word)), None)
    if found is None and word in game.draft.encounter.combatants:
        return body_as_obstacle(game, word, game.fighter(word))
    if found is None:
        hint = propose_near_word(
            word, [*barriers, *game.draft.encounter.combatants]
        )
        game.deny(WORDS.unknown, f"no barrier '{word}'{hint}")
    data = Barrier.from_data(barriers[found])
    if data.body_of is not None:
        if data.body_of not in game.draft.encounter.combatants:
            game.deny(
                WORDS.unknown,
                f"the body {found} has left the fight: `--with barrier=none`",
            )
        return body_as_obstacle(game, found, game.fighter(data.body_of))
    values: BarrierValues = barrier_values(game.draft.encounter, found)
    return Obstacle(
        found,
        values.structure,
        values.armor,
        values.hp_per_m2,
        transparent=data.transparent,
    )


def body_as_obstacle(game: Game, name: str, body: Fighter) -> Obstacle:
    """Return a body as an obstacle: Body in place of Structure, and the armor that it wears
    (SS-BAR-30, R-BAR-13)."""
    structure = max(1, body.attribute("body"))
    return Obstacle(name, structure, body.armor_value, structure, body=body)


@contextmanager
def initiative_follows(game: Game, who: Fighter) -> Iterator[None]:
    """Move the Score by as much as the initiative attribute changes inside the `with` block.

    Wounds move it too if the house rule `wound_initiative` is `immediate`. Tells of a changed
    wound modifier."""
    base, wounds = who.initiative_base, who.wound_modifier
    yield
    shift = who.initiative_base - base
    if game.house.wound_initiative == "immediate":
        shift += who.wound_modifier - wounds
    after = who.wound_modifier
    if after != wounds:
        tone = "bad" if after < wounds else "good"
        with game.draft.by("SS-WND-01, SS-WND-02, SS-WND-03, SS-WND-06"):
            game.report.tell(
                "wounds", tone, who=who.name, before=wounds, after=after
            )
    shift_score(game, who, shift, "SS-INIT-18, SS-INIT-21, R-INIT-7")


def shift_score(game: Game, who: Fighter, shift: int, rules: str) -> None:
    """Move the Score of `who` by `shift` under these rules, and tell their new place in the
    order.

    Drops the coin that was tossed for the old Score and grants AP that are now due. Does nothing
    without a Score, and for somebody with a fixed place in the order."""
    if shift == 0 or who.score is None or has_fixed_place(who):
        return
    places = order_to_come(game) if game.fight.running else []
    with game.draft.by(rules):
        before, who.score = who.score, who.score + shift
        who.coin = None
        game.report.tell(
            "score",
            "bad" if shift < 0 else "good",
            who=who.name,
            before=before,
            after=who.score,
        )
    grant_ap(game, who)
    if game.fight.running:
        # The new place in the order, where a changed Score moves somebody.
        after = order_to_come(game)
        if who.id in places and who.id not in after:
            with game.draft.by("SS-INIT-21, SS-INIT-22"):
                game.report.tell("place.none", "bad", who=who.name)
        elif who.id in after and places != after:
            with game.draft.by("SS-INIT-09, SS-INIT-21"):
                tell_neighbour(game, who, after)


def tell_neighbour(game: Game, who: Fighter, order: list[str]) -> None:
    """Tell after whom in the order `who` now comes, or with whom they are level: a coin decides
    then."""
    rank = rank_of(who, game.house)[:3]
    ranks = {
        one: rank_of(game.fighter(one), game.house)[:3]
        for one in order
        if one != who.id
    }
    level = [game.name(one) for one in ranks if ranks[one] == rank]
    ahead = [game.name(one) for one in ranks if ranks[one] > rank]
    if level:
        game.report.tell(
            "place.level", "note", who=who.name, other=", ".join(level)
        )
    elif ahead:
        game.report.tell("place.after", "note", who=who.name, other=ahead[-1])
    else:
        game.report.tell("place.next", "note", who=who.name, other="")


def grant_ap(game: Game, who: Fighter) -> None:
    """Give `who` the AP of the pass if their Score is above 0 and they have got none in this
    pass yet. Depends on the house rule `ap_at_zero_score`."""
    entitled = (who.score or 0) > 0 or game.house.ap_at_zero_score == "base"
    if (
        game.fight.running
        and entitled
        and not who.ap_granted
        and who.score is not None
    ):
        with game.draft.by("R-INIT-9"):
            who.ap = who.sheet.ap_base
            who.ap_granted = True
