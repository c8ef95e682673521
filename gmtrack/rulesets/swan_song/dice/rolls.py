"""SS-TEST, R-TEST: what is rolled, and what is read from the dice."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, cast

from gmtrack.core.encounter import Data
from gmtrack.core.report import Part, Roll, total
from gmtrack.dice.port import Ask, Goal, Reading, amount, lesser
from gmtrack.rulesets.swan_song.dice.pools import Parts, bounded
from gmtrack.rulesets.swan_song.sheet.game import Game

if TYPE_CHECKING:
    from gmtrack.rulesets.swan_song.dice.document import SumBody, TestBody

SIDES = 6
HIT = 5
"""SS-TEST-02"""
ROLLS: Mapping[str, str] = MappingProxyType(
    {
        "attack": "SS-ATK-04",
        "barrier": "SS-BAR-07, SS-BAR-08",
        "buckle": "SS-EFF-12, R-EFF-14",
        "coin": "SS-INIT-09",
        "composure": "SS-TEST-01, SS-TEST-03",
        "defense": "SS-ATK-03",
        "evade": "SS-INT-07, R-INT-3",
        "fatigue": "SS-EFF-19, R-EFF-12",
        "init_gain": "SS-INIT-19, SS-INIT-20, R-INIT-12",
        "init_loss": "SS-INIT-19, SS-INIT-20, R-INIT-12",
        "initiative": "SS-INIT-07",
        "knockdown": "SS-EFF-14, R-KD-2",
        "nausea": "SS-EFF-11",
        "perception": "SS-TEST-01, SS-TEST-03",
        "soak": "SS-ATK-13, SS-WND-04",
        "sprint": "SS-MOVE-05, R-MOV-3",
        "stun": "SS-EFF-07",
        "surprise": "SS-SUR-04",
        "test": "SS-TEST-01, SS-TEST-03",
        "treat": "SS-EFF-16",
    }
)
"""The rows that a roll of this name comes from, and as a rule its first parts."""
TEST = Reading(hit=HIT, ones=True)
SUM = Reading(sum=True)


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


def glitch_of(game: Game, pool: int, ones: int, hits: int) -> str | None:
    """SS-TEST-08, R-TEST-1, -2: None, `glitch` or `critical`; 0 dice never glitch."""
    rule = game.house.glitch_rule
    bar = 2 * ones >= pool if rule == "half_or_more" else 2 * ones > pool
    if pool == 0 or ones == 0 or rule == "off" or not bar:
        return None
    critical = hits == 0 and game.house.critical_glitch == "zero_hits"
    return "critical" if critical else "glitch"


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


class TestSpec(NamedTuple):
    """One test to be rolled: by which name and by whom, its pool, Limit and threshold. `reroll`:
    the dice that are no hits fall once more; `may_reroll`: they could. `using`: the weapon, for
    the person who rolls. `ruled`: the rules say what a critical glitch does here. `rules`: the
    rows that it comes from, where they are not those of ROLLS."""

    name: str
    who: str
    parts: Iterable[Part]
    limit: int | None = None
    threshold: int | None = None
    reroll: bool = False
    using: str = ""
    may_reroll: bool = False
    ruled: bool = False
    rules: str = ""


def roll_test(game: Game, test: TestSpec) -> TestResult:
    """Roll a pool and count hits; the roll goes into the report."""
    parts = bounded(game, test.parts)
    pool = total(parts)
    need = test.threshold
    goal = None if need is None else Goal("threshold", (Part("threshold", need),))
    ask = Ask(
        test.name, test.who, pool, SIDES, TEST, test.limit, test.using, parts=parts, goal=goal,
        retry=("karma", "reroll") if test.may_reroll else None,
    )  # fmt: skip
    answer = game.dice.roll(ask)
    hits = amount(answer.hits)

    def glitched() -> str | None:
        return glitch_of(game, pool, amount(answer.ones), hits)

    glitch = glitched() if game.narrated else None
    note_roll(
        game,
        Roll(
            test.name, test.who, parts, answer.dice, answer.given, {}, pool=pool, rules=test.rules
        ),
        glitch,
        Counted(hits, test.limit, None if test.reroll else test.threshold),
    )
    counted = Counted(hits, test.limit, test.threshold)
    if test.reroll:
        counted = roll_again(game, test, pool - hits, counted)
    if glitch and game.house.glitch_effect == "note":
        tell_glitch(game, test, glitch)
    return TestResult(pool, counted.hits, counted.counted, glitched, counted.success)


def tell_glitch(game: Game, test: TestSpec, glitch: str) -> None:
    """Where no rule says what follows, the GM does (R-TEST-4)."""
    key = f"glitch.{glitch}" if test.ruled else f"glitch.{glitch}.open"
    game.report.tell(key, "bad", who=game.name(test.who), roll=test.name)


def roll_again(game: Game, test: TestSpec, dice: int, before: Counted) -> Counted:
    """The dice that are no hits fall once more, as NAME_reroll."""
    rules = "SS-KAR-04, R-KAR-3"
    name, parts = f"{test.name}_reroll", (Part("non-hits", dice, rules),)
    answer = game.dice.roll(Ask(name, test.who, dice, SIDES, TEST, parts=parts))
    more = amount(answer.hits)
    both = before._replace(hits=before.hits + more)
    roll = Roll(
        name, test.who, parts, answer.dice, answer.given, {}, pool=total(parts), rules=rules
    )
    note_roll(game, roll, None, both, fallen=more)
    return both


def note_roll(
    game: Game, roll: Roll, glitch: str | None, result: Counted, fallen: int | None = None
) -> None:
    """Put a test's roll into the report; `fallen` are the hits of these dice alone."""
    hits = result.hits if fallen is None else fallen
    body: TestBody = {
        "hits": hits,
        "limit": result.limit,
        "counted": result.counted,
        "glitch": glitch,
    }
    if result.threshold is not None:
        body["threshold"], body["success"] = result.threshold, result.success
    good = tuple(face >= HIT for face in roll.dice)
    game.report.rolled(replace(roll, body=cast("Data", body), good=good))


def roll_sum(
    game: Game, name: str, who: str, parts: Parts, *, secret: bool = False, rules: str = ""
) -> int:
    """Roll dice and add them up (initiative, coins)."""
    pool = total(parts)
    answer = game.dice.roll(Ask(name, who, pool, SIDES, SUM, parts=parts, secret=secret))
    value = amount(answer.sum)
    body: SumBody = {"total": value}
    game.report.rolled(
        Roll(
            name, who, parts, answer.dice, answer.given, cast("Data", body), pool=pool, rules=rules
        )
    )
    return value
