"""ST-001 to ST-007: pools of d10, successes, 10-again, the chance die."""

from typing import Literal, NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.core.report import Part, Roll, total
from gmtrack.dice.port import Ask, Reading, amount
from gmtrack.rulesets.kit.words import parse_mod
from gmtrack.rulesets.storyteller.sheet.game import WORDS, Game
from gmtrack.rulesets.storyteller.sheet.live import Fighter

SIDES = 10
SUCCESS = 8
EXCEPTIONAL = 5
Verdict = Literal["dramatic", "failure", "success", "exceptional"]


class Result(NamedTuple):
    """What one roll came to; `botch`: a chance die that shows a 1 (ST-003)."""

    hits: int
    botch: bool = False
    chance: bool = False

    @property
    def verdict(self) -> Verdict:
        """ST-003, ST-004"""
        if self.botch:
            return "dramatic"
        if self.hits == 0:
            return "failure"
        return "exceptional" if self.hits >= EXCEPTIONAL else "success"

    @property
    def dramatic(self) -> bool:
        return self.botch


def roll(
    game: Game,
    name: str,
    who: Fighter,
    parts: list[Part],
    *,
    block: str | None = None,
    time: int = 1,
) -> Result:
    """Roll a pool and count successes; into the report. A sum of 0 or less is a chance die
    (ST-003, ST-006). `block`: the combatant by whom a roll on several is told apart (8.6
    `target`), with a number for the second roll on the same one (`bob.2`). `time`: which roll of
    this name it is for the one who rolls (`joe.2`)."""
    pool = total(tuple(parts))
    chance = pool <= 0
    again = game.house.again
    if chance:
        hit = SIDES
        again = SIDES if game.house.on("chance_die_again") else None
    else:
        hit = SUCCESS
    reading = Reading(hit=hit, ones=True, again=again)
    answer = game.dice.roll(Ask(name, block or nth(who, time), max(1, pool), SIDES, reading))
    hits = amount(answer.hits)
    result = Result(hits, chance and amount(answer.ones) == 1, chance)
    body: Data = {"chance": chance, "hits": hits}
    if game.draft.heard:
        body["result"] = result.verdict
    if block is not None:
        body = {"target": block.partition(".")[0], **body}
    good = tuple(face >= hit for face in (*answer.dice, *answer.again))
    game.report.rolled(
        Roll(name, who.id, tuple(parts), answer.dice, answer.given, body, good, pool, answer.again)
    )
    return result


def nth(who: Fighter, time: int) -> str:
    """Section 5: how the second roll of somebody is told from the first."""
    return who.id if time == 1 else f"{who.id}.{time}"


# --- parts ---


def pool_of(who: Fighter, attribute: str, skill: str | None = None) -> list[Part]:
    """Attribute and skill, by their names (ST-032)."""
    names = [attribute] if skill is None else [attribute, skill]
    return [Part(name, who.trait(name)) for name in names]


def wound_part(who: Fighter) -> list[Part]:
    """ST-167, ST-168: nothing where there is no penalty."""
    return [Part("wounds", -who.wound_penalty)] if who.wound_penalty else []


def mod_parts(game: Game, mods: tuple[str, ...]) -> list[Part]:
    """ST-007, ST-R07: what the GM adds, by its reason; a cap is a part too."""
    found = [parse_mod(text, game.draft.encounter, WORDS) for text in mods]
    parts = [Part(mod.why, mod.value) for mod in found]
    cap, added = game.house.mod_cap, sum(mod.value for mod in found)
    if cap is not None and abs(added) > cap:
        parts.append(Part("cap", (cap if added > 0 else -cap) - added))
    return parts


# --- contests ---


class Side(NamedTuple):
    """One of the two rolls of a contest."""

    name: str
    who: Fighter
    parts: list[Part]


class Contest(NamedTuple):
    """ST-005: whether the one who tries it wins, whether it was a tie, the winner's lead, whether
    the win is an exceptional one (ST-R02), and both rolls."""

    won: bool
    tie: bool
    lead: int
    exceptional: bool
    mine: Result
    theirs: Result


MOST_ROLLS = 20
"""`contest_tie: reroll` gives up on a tie that never breaks."""


def contest(game: Game, actor: Side, other: Side) -> Contest:
    """ST-005, ST-R03: both roll, more successes wins; a tie as the house rule says."""
    for time in range(1, times(game) + 1):
        mine, theirs = roll(game, *actor, time=time), roll(game, *other, time=time)
        if mine.hits != theirs.hits:
            break
    tie = mine.hits == theirs.hits
    won = mine.hits > theirs.hits or (tie and game.house.choice("contest_tie", "actor_wins"))
    lead = abs(mine.hits - theirs.hits)
    own = mine.hits if won else theirs.hits
    return Contest(won, tie, lead, exceptional(game, own, lead), mine, theirs)


def times(game: Game) -> int:
    """ST-R03: how often a contest is rolled at the most."""
    return MOST_ROLLS if game.house.choice("contest_tie", "reroll") else 1


def contest_rolls(game: Game, *rolls: tuple[str, Fighter]) -> list[tuple[str, str]]:
    """What `expect` has to know of the rolls of a contest, by name and who rolls."""
    every = range(1, times(game) + 1)
    return [(name, nth(who, time)) for name, who in rolls for time in every]


def exceptional(game: Game, hits: int, lead: int) -> bool:
    """ST-004, ST-R02: own successes of a contest, by house rule the margin."""
    return (lead if game.house.on("exceptional_margin") else hits) >= EXCEPTIONAL
