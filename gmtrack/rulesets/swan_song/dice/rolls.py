"""SS-TEST, R-TEST: pools from named parts, and what is read from the dice."""

from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.core.report import Part, Roll, total
from gmtrack.dice.port import Ask, Reading, amount, lesser
from gmtrack.rulesets.swan_song.sheet.game import Game
from gmtrack.rulesets.swan_song.sheet.live import Fighter
from gmtrack.rulesets.swan_song.sheet.sheet import Attribute

SIDES = 6
HIT = 5
"""SS-TEST-02"""
TEST = Reading(hit=HIT, ones=True)
SUM = Reading(sum=True)

Parts = tuple[Part, ...]


class TestResult(NamedTuple):
    """`hits` as fallen, `counted` after the limit; `success` None without a threshold."""

    pool: int
    hits: int
    counted: int
    spoilt: Callable[[], str | None]
    success: bool | None

    @property
    def glitch(self) -> str | None:
        """None, `glitch` or `critical`; looked at only where a rule asks."""
        return self.spoilt()


def attribute_part(who: Fighter, name: Attribute) -> Part:
    return Part(name, who.attribute(name))


def skill_parts(game: Game, who: Fighter, attribute: Attribute, skill: str) -> list[Part]:
    """SS-TEST-01, SS-TEST-06: attribute and rank, or attribute and `untrained`."""
    return [attribute_part(who, attribute), *skill_part(game, who, skill)]


def skill_part(game: Game, who: Fighter, skill: str) -> list[Part]:
    """The rank, or what stands for it at rank 0 (R-TEST-6, `default_rule`)."""
    rank = who.skill(skill)
    if rank:
        return [Part(skill.replace("_", "-"), rank)]
    if game.house.choice("default_rule", "forbidden"):
        game.refuse("status", f"{who.id} has no rank in {skill.replace('_', '-')}")
    if game.house.choice("default_rule", "attribute"):
        return []
    return [Part("untrained", -1)]


def wound_part(who: Fighter) -> list[Part]:
    """SS-WND-04"""
    return [Part("wounds", who.wound_modifier)] if who.wound_modifier else []


def bounded(game: Game, parts: list[Part]) -> Parts:
    """The parts with `minimum` added where they sum to less than the least pool (SS-TEST-07)."""
    least = game.house.number("min_pool") or 0
    short = least - total(tuple(parts))
    return (*parts, Part("minimum", short)) if short > 0 else tuple(parts)


def glitch_of(game: Game, pool: int, ones: int, hits: int) -> str | None:
    """SS-TEST-08, R-TEST-1, -2: None, `glitch` or `critical`; 0 dice never glitch."""
    rule = game.house.text("glitch_rule")
    bar = 2 * ones >= pool if rule == "half_or_more" else 2 * ones > pool
    if pool == 0 or ones == 0 or rule == "off" or not bar:
        return None
    critical = hits == 0 and game.house.choice("critical_glitch", "zero_hits")
    return "critical" if critical else "glitch"


def roll_test(
    game: Game,
    name: str,
    who: str,
    parts: list[Part],
    limit: int | None = None,
    threshold: int | None = None,
    *,
    reroll: bool = False,
    using: str = "",
) -> TestResult:
    """Roll a pool and count hits (SS-TEST-02..05); the roll goes into the report. `reroll`: the
    dice that are no hits fall once more, as NAME_reroll (SS-KAR-04, R-KAR-3)."""
    whole = bounded(game, parts)
    pool = total(whole)
    answer = game.dice.roll(Ask(name, who, pool, SIDES, TEST, limit, using))
    hits = fallen = amount(answer.hits)

    def glitched() -> str | None:
        return glitch_of(game, pool, amount(answer.ones), fallen)

    glitch = glitched() if game.draft.heard else None
    note_roll(
        game,
        Roll(name, who, whole, answer.dice, answer.given, {}, pool=pool),
        glitch,
        Counted(hits, limit, None if reroll else threshold),
    )
    if reroll:
        part = (Part("non-hits", pool - hits),)
        again = game.dice.roll(Ask(f"{name}_reroll", who, pool - hits, SIDES, TEST))
        more = amount(again.hits)
        hits += more
        roll = Roll(f"{name}_reroll", who, part, again.dice, again.given, {}, pool=total(part))
        note_roll(game, roll, None, Counted(hits, limit, threshold), fallen=more)
    result = Counted(hits, limit, threshold)
    if glitch and game.house.choice("glitch_effect", "note"):
        game.report.tell(f"glitch.{glitch}", "bad", who=game.name(who), roll=name)
    return TestResult(pool, hits, result.counted, glitched, result.success)


class Counted(NamedTuple):
    """Hits against a limit and a threshold."""

    hits: int
    limit: int | None
    threshold: int | None

    @property
    def counted(self) -> int:
        return self.hits if self.limit is None else lesser(self.hits, self.limit)

    @property
    def success(self) -> bool | None:
        return None if self.threshold is None else self.counted >= self.threshold


def note_roll(
    game: Game, roll: Roll, glitch: str | None, result: Counted, fallen: int | None = None
) -> None:
    """Put a test's roll into the report; `fallen` are the hits of these dice alone."""
    hits = result.hits if fallen is None else fallen
    body: Data = {"hits": hits, "limit": result.limit, "counted": result.counted, "glitch": glitch}
    if result.threshold is not None:
        body |= {"threshold": result.threshold, "success": result.success}
    good = tuple(face >= HIT for face in roll.dice)
    game.report.rolled(replace(roll, body=body, good=good))


def roll_sum(game: Game, name: str, who: str, parts: Parts) -> int:
    """Roll dice and add them up (initiative, coins)."""
    pool = total(parts)
    answer = game.dice.roll(Ask(name, who, pool, SIDES, SUM))
    value = amount(answer.sum)
    game.report.rolled(
        Roll(name, who, parts, answer.dice, answer.given, {"total": value}, pool=pool)
    )
    return value
