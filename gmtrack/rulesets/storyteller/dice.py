"""Pools of d10, successes, 10-again, the chance die (ST-001 to ST-007); contests (ST-005)."""

from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.core.report import Part, total
from gmtrack.dice.port import Ask, Reading, amount
from gmtrack.rulesets.kit.blocks import upshot as plain_upshot
from gmtrack.rulesets.kit.modifiers import made
from gmtrack.rulesets.kit.own.in_force import NOTHING, About
from gmtrack.rulesets.kit.words import Mod, numbered
from gmtrack.rulesets.port import AttackSummary, Counted
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
"""By the name of a roll: the rules that it comes from."""
UNMODIFIED = ("initiative", "initiative_tie")
"""Faces that are read as they lie."""
CHANCE = "ST-003, ST-006"
"""Those of a pool that has come down to a chance die."""


Verdict = Literal["dramatic", "failure", "success", "exceptional"]


class Result(NamedTuple):
    """What one roll came to; `dramatic`: a chance die that shows a 1 (ST-003)."""

    hits: int
    dramatic: bool = False
    chance: bool = False

    @property
    def verdict(self) -> Verdict:
        if self.dramatic:
            return "dramatic"
        if self.hits == 0:
            return "failure"
        return "exceptional" if self.hits >= EXCEPTIONAL else "success"


class RollSpec(NamedTuple):
    """One roll to be made: its name, who rolls, and what the pool is made of. `target` and `block`
    where a command rolls it on several: whom it is against, and what is typed in place of the
    roller; `using`: the weapon of an attack."""

    name: str
    who: Fighter
    parts: list[Part]
    target: str | None = None
    block: str | None = None
    using: str = ""


def roll(game: Game, spec: RollSpec) -> Result:
    """Roll a pool, or the chance die that is left of it, and count successes; into the report."""
    parts = tuple(spec.parts)
    pool = total(parts)
    chance = pool <= 0
    hit, again = successes(game.house, chance=chance)
    reading = Reading(hit=hit, ones=True, again=again)
    ask = Ask(
        spec.name, spec.who.id, max(1, pool), SIDES, reading,
        using=spec.using, block=spec.block, parts=parts,
    )  # fmt: skip
    answer = game.dice.roll(ask)
    hits = amount(answer.hits)
    result = Result(hits, chance and amount(answer.ones) == 1, chance)
    if not game.reported:
        return result
    body: Data = {"target": spec.target} if spec.target is not None else {}
    body["chance"], body["hits"] = chance, hits
    if game.narrated:
        body["result"] = result.verdict
    made(game, ask, answer, body, pool=pool, rules=CHANCE if chance else "")
    return result


def successes(house: House, *, chance: bool) -> tuple[int, int | None]:
    """ST-001 to ST-003: from what face on a die is a success, and is rolled again."""
    if chance:
        return SIDES, SIDES if house.chance_die_again else None
    return SUCCESS, None if house.again == "none" else house.again


def pool_of(
    who: Fighter, attribute: str, skill: str | None = None, *, rules: str
) -> list[Part]:
    """Attribute and skill, by their names; `rules`: by which they are dice here."""
    names = [attribute] if skill is None else [attribute, skill]
    return [part for name in names for part in who.trait_parts(name, rules)]


def wound_part(who: Fighter) -> list[Part]:
    """Nothing where there is no penalty."""
    return (
        [Part("wounds", -who.wound_penalty, "ST-167, ST-168")]
        if who.wound_penalty
        else []
    )


def standing(
    game: Game,
    who: Fighter,
    roll: str,
    mods: Iterable[Mod] = (),
    about: About = NOTHING,
) -> list[Part]:
    """What is added to a roll of this name beside the rules, `about` which this is known; what is
    above the cap is a part too."""
    parts = game.standing(who, roll, mods, "ST-007", about)
    cap, added = game.house.mod_cap, total(tuple(parts))
    if cap != "none" and abs(added) > cap:
        parts.append(
            Part("cap", (cap if added > 0 else -cap) - added, "ST-R07")
        )
    return parts


class Contest(NamedTuple):
    """Whether the one who tries it wins, whether it was a tie, the winner's lead, whether
    the win is an exceptional one (ST-R02), and both rolls."""

    won: bool
    tie: bool
    lead: int
    exceptional: bool
    mine: Result
    theirs: Result


MOST_ROLLS = 20
"""`contest_tie: reroll` gives up on a tie that never breaks."""


def contest(game: Game, actor: RollSpec, other: RollSpec) -> Contest:
    """Both roll, more successes wins; a tie as the house rule says (ST-R03)."""
    for time in range(1, times(game) + 1):
        mine, theirs = (
            roll(game, at_time(spec, time)) for spec in (actor, other)
        )
        if mine.hits != theirs.hits:
            break
    tie = mine.hits == theirs.hits
    won = mine.hits > theirs.hits or (
        tie and game.house.contest_tie == "actor_wins"
    )
    lead = abs(mine.hits - theirs.hits)
    own = mine.hits if won else theirs.hits
    return Contest(won, tie, lead, exceptional(game, own, lead), mine, theirs)


def at_time(spec: RollSpec, time: int) -> RollSpec:
    """The roll as it is made for the second time and after."""
    return spec._replace(block=numbered(spec.who.id, time))


def times(game: Game) -> int:
    """How often a contest is rolled at the most."""
    return MOST_ROLLS if game.house.contest_tie == "reroll" else 1


def contest_rolls(
    game: Game, *rolls: tuple[str, Fighter]
) -> list[tuple[str, str]]:
    """What `expect` has to know of the rolls of a contest, by name and who rolls."""
    every = range(1, times(game) + 1)
    return [
        (name, numbered(who.id, time)) for name, who in rolls for time in every
    ]


def exceptional(game: Game, hits: int, lead: int) -> bool:
    """By own successes of a contest, by house rule the margin (ST-R02)."""
    return (lead if game.house.exceptional_margin else hits) >= EXCEPTIONAL


FAILURE, WRECKED = "dramatic-failure", "weapon-broken"


def upshot(block: Data) -> AttackSummary:
    """The attacker may be under covering fire, fail dramatically and wear out a makeshift weapon.
    The fire on who sends a burst at several belongs to none of them."""
    told = plain_upshot(block)
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


def counted(house_rules: Data, roll: Data) -> Counted | None:
    """The successes, those of dice that were rolled again too; nothing of initiative."""
    if "hits" not in roll:
        return None
    chance = bool(roll["chance"])
    hit, again = successes(House(house_rules), chance=chance)
    return Counted(
        roll["hits"], max(1, roll["pool"]), SIDES, Reading(hit=hit, again=again)
    )
