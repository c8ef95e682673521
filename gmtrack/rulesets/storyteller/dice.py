"""Pools of d10: successes, 10-again, the chance die, contests (ST-001 to ST-007)."""

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.core.report import Part, total
from gmtrack.dice.port import Ask, Goal, Reading, amount
from gmtrack.rulesets.kit.blocks import summarize_attack as summarize_plainly
from gmtrack.rulesets.kit.modifiers import report_roll
from gmtrack.rulesets.kit.own.in_force import NOTHING, RollContext
from gmtrack.rulesets.kit.words import Mod, number_owner
from gmtrack.rulesets.port import AttackSummary, SuccessCount
from gmtrack.rulesets.storyteller.rulings import House
from gmtrack.rulesets.storyteller.sheet.game import Game
from gmtrack.rulesets.storyteller.sheet.state import Fighter

SIDES = 10
SUCCESS = 8
EXCEPTIONAL = 5
POOLS = (
    "attack", "dodge", "parry", "active", "defense", "grab", "touch", "touch_resist", "disarm",
    "disarm_resist", "grapple", "quick_attack", "quick_defend", "teamwork", "covering_fire",
    "ambush", "surprise", "escape", "consciousness", "test",
)  # fmt: skip
ROLLS: Mapping[str, str] = {
    **dict.fromkeys(POOLS, "ST-001, ST-002"),
    "initiative": "ST-018",
    "initiative_tie": "ST-021",
    "aid": "ST-REST-08",
    "care": "ST-REST-09",
}
"""The rules by which a roll of this name is made."""
UNMODIFIED = ("initiative", "initiative_tie")
"""Rolls whose faces count as they fall: nothing can be added to them by name."""
CHANCE = "ST-003, ST-006"
"""The rules of a pool that has come down to a chance die."""


Verdict = Literal["dramatic", "failure", "success", "exceptional"]


class RollResult(NamedTuple):
    """The successes of a roll; `dramatic` says that a chance die shows a 1 (ST-003)."""

    hits: int
    dramatic: bool = False
    chance: bool = False

    @property
    def verdict(self) -> Verdict:
        """The result in a word: `dramatic`, `failure`, `success` or `exceptional`."""
        if self.dramatic:
            return "dramatic"
        if self.hits == 0:
            return "failure"
        return "exceptional" if self.hits >= EXCEPTIONAL else "success"


class RollSpec(NamedTuple):
    """A roll to be made: its name, the roller and the parts of the pool.

    Where a command makes it on several, `target` is whom it is against and `block` what is typed
    in place of the roller; `using` is the weapon of an attack. `goal` is the number with which
    the successes are compared, for whoever rolls."""

    name: str
    who: Fighter
    parts: list[Part]
    target: str | None = None
    block: str | None = None
    using: str = ""
    goal: Goal | None = None


def roll(game: Game, spec: RollSpec) -> RollResult:
    """Roll a pool, write the roll into the report and return its successes.

    A pool of 0 or less is a chance die."""
    parts = tuple(spec.parts)
    pool = total(parts)
    chance = pool <= 0
    hit, again = success_faces(game.house, chance=chance)
    # Ones mean something on a chance die alone (ST-003).
    reading = Reading(hit=hit, ones=chance, again=again)
    ask = Ask(
        spec.name,
        spec.who.id,
        max(1, pool),
        SIDES,
        reading,
        using=spec.using,
        block=spec.block,
        parts=parts,
        goal=spec.goal,
        faces_decide="a dramatic failure" if chance else "",
    )
    answer = game.dice.roll(ask)
    hits = amount(answer.hits)
    result = RollResult(hits, chance and amount(answer.ones) == 1, chance)
    if not game.reported:
        return result
    body: Data = {"target": spec.target} if spec.target is not None else {}
    body["chance"], body["hits"] = chance, hits
    if game.narrated:
        body["result"] = result.verdict
    report_roll(
        game, ask, answer, body, pool=pool, rules=CHANCE if chance else ""
    )
    return result


def success_faces(house: House, *, chance: bool) -> tuple[int, int | None]:
    """Return the least face that is a success, and the least that is rolled again, or None if
    none is (ST-001 to ST-003). `chance`: of a chance die, which the rules treat differently."""
    if chance:
        return SIDES, SIDES if house.chance_die_again else None
    return SUCCESS, None if house.again == "none" else house.again


def pool_of(
    who: Fighter, attribute: str, skill: str | None = None, *, rules: str
) -> list[Part]:
    """Return the parts of attribute and skill, or of the attribute alone, under these rules."""
    names = [attribute] if skill is None else [attribute, skill]
    return [part for name in names for part in who.trait_parts(name, rules)]


def wound_part(who: Fighter) -> list[Part]:
    """Return the part that wounds take off a pool, as a list; empty without a penalty."""
    return (
        [Part("wounds", -who.wound_penalty, "ST-167, ST-168")]
        if who.wound_penalty
        else []
    )


def added_parts(
    game: Game,
    who: Fighter,
    roll: str,
    mods: Iterable[Mod] = (),
    about: RollContext = NOTHING,
) -> list[Part]:
    """Return the parts that the GM's numbers (`mods`) and own effects add to a roll of this
    name.

    `about` is what is known of the roll. What exceeds the house rule `mod_cap` is taken off by a
    part of its own."""
    parts = game.collect_gm_parts(who, roll, mods, "ST-007", about)
    cap, added = game.house.mod_cap, total(tuple(parts))
    if cap != "none" and abs(added) > cap:
        parts.append(
            Part("cap", (cap if added > 0 else -cap) - added, "ST-R07")
        )
    return parts


class ContestResult(NamedTuple):
    """The result of a contest, as seen by the one who tries it.

    `lead` is the winner's, and `exceptional` tells of the winner (ST-R02); a tie may be won by
    house rule."""

    won: bool
    tie: bool
    lead: int
    exceptional: bool
    mine: RollResult
    theirs: RollResult


MOST_ROLLS = 20
"""The rolls after which `contest_tie: reroll` gives up on a tie that never breaks."""


def roll_contest(game: Game, actor: RollSpec, other: RollSpec) -> ContestResult:
    """Roll for both sides and return who wins: more successes, a tie as the house rule says
    (ST-R03)."""
    for time in range(1, most_contest_rolls(game) + 1):
        mine, theirs = (
            roll(game, numbered_roll(spec, time)) for spec in (actor, other)
        )
        if mine.hits != theirs.hits:
            break
    tie = mine.hits == theirs.hits
    won = mine.hits > theirs.hits or (
        tie and game.house.contest_tie == "actor_wins"
    )
    lead = abs(mine.hits - theirs.hits)
    own = mine.hits if won else theirs.hits
    return ContestResult(
        won, tie, lead, is_exceptional(game, own, lead), mine, theirs
    )


def numbered_roll(spec: RollSpec, time: int) -> RollSpec:
    """Return the roll with the block of its second, third, ... making; the first time it is the
    roller's id."""
    return spec._replace(block=number_owner(spec.who.id, time))


def most_contest_rolls(game: Game) -> int:
    """Return how often a contest is rolled at most: 20 times if ties are rolled again, else
    once. Depends on the house rule `contest_tie`."""
    return MOST_ROLLS if game.house.contest_tie == "reroll" else 1


def contest_keys(
    game: Game, *rolls: tuple[str, Fighter]
) -> list[tuple[str, str]]:
    """Return the keys of all rolls that a contest may take, by name and roller."""
    every = range(1, most_contest_rolls(game) + 1)
    return [
        (name, number_owner(who.id, time))
        for name, who in rolls
        for time in every
    ]


def is_exceptional(game: Game, hits: int, lead: int) -> bool:
    """Whether a contest's winner has an exceptional success: by own successes, by house rule by
    the lead (ST-R02)."""
    return (lead if game.house.exceptional_margin else hits) >= EXCEPTIONAL


FAILURE, WRECKED = "dramatic-failure", "weapon-broken"


def summarize_attack(block: Data) -> AttackSummary:
    """Return the summary of an attack from its document, with Storyteller's own outcomes.

    The attacker may suffer covering fire, fail dramatically and wear out a makeshift weapon.
    Covering fire on somebody who sends a burst at several belongs to none of the attacks."""
    told = summarize_plainly(block)
    spoilt = [
        note["note"]
        for note in block.get("notes", ())
        if note["who"] == told.attacker
    ]
    own = [FAILURE] if FAILURE in spoilt else []
    wear = block.get("wear")
    if wear and wear["before"] and not wear["after"]:
        own.append(WRECKED)
    damage = block.get("covering_fire", {}).get("damage", {})
    fell = int(damage["dealt"]) if damage.get("victim") == told.attacker else 0
    return told._replace(suffered=told.suffered + fell, own=(*told.own, *own))


def count_successes(house_rules: Data, roll: Data) -> SuccessCount | None:
    """Return the successes of a roll's document, those of dice rolled again too, for luck; None
    for initiative."""
    if "hits" not in roll:
        return None
    chance = bool(roll["chance"])
    hit, again = success_faces(House(house_rules), chance=chance)
    return SuccessCount(
        roll["hits"], max(1, roll["pool"]), SIDES, Reading(hit=hit, again=again)
    )
