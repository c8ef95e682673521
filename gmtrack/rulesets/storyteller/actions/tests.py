"""The tests of `test WHO NAME`: staying awake, surprise, ambush, breaking points, any pool."""

from collections.abc import Mapping
from typing import NamedTuple

from gmtrack.core.intents import Test
from gmtrack.core.names import propose_near_word, squash
from gmtrack.core.report import Part, Report
from gmtrack.rulesets.kit.modifiers import goal_of_hits
from gmtrack.rulesets.kit.own.in_force import NOTHING, RollContext
from gmtrack.rulesets.storyteller.dice import (
    EXCEPTIONAL,
    RollResult,
    RollSpec,
    added_parts,
    pool_of,
    roll,
    wound_part,
)
from gmtrack.rulesets.storyteller.sheet.game import WORDS, Game
from gmtrack.rulesets.storyteller.sheet.state import Fighter
from gmtrack.rulesets.storyteller.tables import ATTRIBUTES, SKILLS
from gmtrack.rulesets.storyteller.wounds.conditions import surprise_fighter
from gmtrack.rulesets.storyteller.wounds.health import knock_out

MOST = 99
BREAKING_POINT = "breaking-point"


class NamedTest(NamedTuple):
    """A test with a name of its own: its dice, its outcome and its rules."""

    dice: str
    outcome: str
    rows: str


TESTS: Mapping[str, NamedTest] = {
    "consciousness": NamedTest(
        "stamina, wounds do not count",
        "no success: unconscious",
        "ST-168, ST-169",
    ),
    "surprise": NamedTest(
        "wits + control",
        "no more than --threshold: surprised",
        "ST-026, ST-028",
    ),
    "ambush": NamedTest(
        "dexterity + stealth",
        "its successes are the --threshold of surprise",
        "ST-026, ST-030",
    ),
    BREAKING_POINT: NamedTest(
        "resolve + composure, --mod N for how hard it is",
        "you say what it does to them",
        "ST-011, ST-116, ST-153",
    ),
}
TEST_WORDS: Mapping[str, str] = {}
"""The words of `--with` for tests: none."""
SWITCHES: Mapping[str, str] = {"wounds": "the wounds do not count"}
"""The words of `--without` for tests."""


def test(game: Game, intent: Test) -> Report:
    """Carry out `test` and return the report with the outcome.

    Raises Refusal `option` for a word that names no test, and for a threshold out of bounds."""
    who = game.find(intent.who)
    what = squash(intent.what)
    game.parse_words(TEST_WORDS, SWITCHES)
    game.deny_option("--limit", intent.limit is not None)
    game.deny_options_except("--mod")
    if intent.threshold is not None:
        game.deny_option("--threshold", squash(intent.what) == "consciousness")
        if not 0 <= intent.threshold <= MOST:
            game.deny(
                WORDS.value,
                f"--threshold {intent.threshold}: must be 0 to {MOST}",
            )
    game.expect([(roll_name(what), who.id)])
    game.report.tell("test", "head", who=who.name, what=what)
    if what == "consciousness":
        outcome = roll_consciousness(game, who)
    elif what == "surprise":
        outcome = roll_notice(game, who, intent.threshold or 0)
    else:
        outcome = roll_plain(
            game, who, what, 1 if intent.threshold is None else intent.threshold
        )
    game.report.body |= {"who": who.id, "what": what, "outcome": outcome}
    return game.report


def roll_name(what: str) -> str:
    """Return the name of a test's roll: its own, or `test`."""
    return what if what in TESTS and what != BREAKING_POINT else "test"


def whole_pool(
    game: Game,
    who: Fighter,
    name: str,
    parts: list[Part],
    about: RollContext = NOTHING,
    *,
    wounds: bool = True,
) -> list[Part]:
    """Return the parts of a roll of this name with wounds and the GM's numbers.

    `about` is what is known of the roll. Wounds are left out for `wounds=False` and for
    `--without wounds`."""
    off = "wounds" in map(squash, game.options.without)
    hurt = wound_part(who) if wounds and not off else []
    return [
        *parts,
        *hurt,
        *added_parts(
            game, who, name, game.parse_mods(game.options.mods), about
        ),
    ]


def notice_pool(who: Fighter) -> list[Part]:
    """Return the pool that notices an ambush: Wits and the attribute of the house rule."""
    return pool_of(
        who, "wits", who.house.notice_attribute, rules="ST-026, ST-R04"
    )


AMBUSH = RollContext(skill="stealth")
"""The facts that own effects know of the roll of an ambush."""


def ambush_pool(who: Fighter) -> list[Part]:
    """Return the pool of an ambush: Dexterity and stealth."""
    return pool_of(who, "dexterity", "stealth", rules="ST-026")


def roll_consciousness(game: Game, who: Fighter) -> str:
    """Roll to stay awake, without wounds; no success knocks `who` out. Returns `success` or
    `failure`."""
    own = pool_of(who, "stamina", rules="ST-168, ST-169")
    parts = whole_pool(game, who, "consciousness", own, wounds=False)
    goal = goal_of_hits("threshold", 1)
    if roll(game, RollSpec("consciousness", who, parts, goal=goal)).hits:
        game.report.tell("test.awake", "good", who=who.name)
        return "success"
    knock_out(game, who)
    return "failure"


def roll_notice(game: Game, who: Fighter, number: int) -> str:
    """Roll to notice an ambush of `number` successes; surprises `who` if there are no more.
    Returns the outcome."""
    parts = whole_pool(game, who, "surprise", notice_pool(who))
    goal = goal_of_hits("threshold", number + 1)
    if roll(game, RollSpec("surprise", who, parts, goal=goal)).hits > number:
        game.report.tell("notices", "good", who=who.name)
        return "success"
    surprise_fighter(game, who)
    return "failure"


def roll_plain(game: Game, who: Fighter, what: str, number: int) -> str:
    """Roll any other pool against so many successes, tell of it and return the outcome.

    Raises Refusal `option` for a word that names no test, attribute or skill."""
    about = NOTHING
    if what == "ambush":
        own, about = ambush_pool(who), AMBUSH
    elif what == BREAKING_POINT:
        own = pool_of(who, "resolve", "composure", rules="ST-011")
    else:
        # An attribute, alone or with a skill or another attribute.
        first, *others = what.split("+")
        fits = first in ATTRIBUTES and all(
            word in (*ATTRIBUTES, *SKILLS) for word in others
        )
        if not fits or len(others) > 1:
            hint = propose_near_word(what, [*TESTS, *ATTRIBUTES])
            game.deny(
                WORDS.unknown,
                f"no test '{what}': type wits, wits+brawl or the like{hint}",
            )
        own = pool_of(who, first, *others, rules="ST-001, ST-006")
        about = RollContext(
            skill=next((word for word in others if word in SKILLS), None)
        )
    name = roll_name(what)
    parts = whole_pool(game, who, name, own, about)
    goal = goal_of_hits("threshold", number)
    result = roll(game, RollSpec(name, who, parts, goal=goal))
    outcome = outcome_of(result, number)
    fine = outcome in ("success", "exceptional")
    game.report.tell(
        "test.success" if fine else "test.failure",
        "",
        who=who.name,
        needed=number,
    )
    return outcome


def outcome_of(result: RollResult, number: int) -> str:
    """Return the outcome of a result in a word (ST-003, ST-004)."""
    if result.dramatic:
        return "dramatic"
    if result.hits < number:
        return "failure"
    return "exceptional" if result.hits >= EXCEPTIONAL else "success"
