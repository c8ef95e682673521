"""Carry out `test WHO WHAT`: a roll on an attribute or a skill, alone or opposed."""

from collections.abc import Mapping
from typing import NamedTuple

from gmtrack.core.intents import Test as Wanted
from gmtrack.core.names import propose_near_word, squash
from gmtrack.core.report import Report
from gmtrack.rulesets.i2050.dice import (
    PlannedRoll,
    Winner,
    added_parts,
    compare_rolls,
    roll_d20,
    trait_parts,
)
from gmtrack.rulesets.i2050.sheet.fighter import Fighter
from gmtrack.rulesets.i2050.sheet.game import WORDS, Game, Scene
from gmtrack.rulesets.i2050.sheet.sheet import (
    ATTRIBUTES,
    AWARENESS,
    COOL,
    KNOWN_SKILLS,
    skill_name,
)
from gmtrack.rulesets.kit.own.in_force import RollContext
from gmtrack.rulesets.kit.words import WordArgs

NERVES = {AWARENESS: "seen", COOL: "steady"}
"""The live field that keeps the result of each of these skills for the round."""
TEST_WORDS = {"against": "WHO or WHO:WHAT: an opposed roll"}
"""The words of `--with` of every test."""
OUTCOMES: Mapping[Winner, str] = {
    "attacker": "success",
    "defender": "failure",
    "tie": "tie",
    "both-miss": "both-miss",
}
"""The outcome of an opposed test for the first of the two."""


class Opponent(NamedTuple):
    """The opponent of a test and what they roll: `against=WHO2[:WHAT2]`."""

    who: Fighter
    what: str


def test(game: Game, intent: Wanted) -> Report:
    """Carry out `test`: roll, and report `success`, `failure`, `tie` or `both-miss`. Raises
    Refusal (`unknown`, `value`, `unsupported`)."""
    who = game.find(intent.who)
    told = read_test_words(game, intent)
    what = find_trait(game, intent.what)
    doc = game.report.body
    doc["who"] = who.id
    doc["what"] = what
    opponent = find_opponent(game, who, what, told)
    if opponent is not None:
        doc["outcome"] = roll_opposed_test(game, who, what, opponent)
    else:
        doc["outcome"] = (
            "success" if roll_plain_test(game, who, what) else "failure"
        )
    return game.report


def read_test_words(game: Game, intent: Wanted) -> WordArgs:
    """Read the words of `--with`, and refuse options that i2050 does not use. Raises Refusal
    (`unsupported`, `unknown`, `value`)."""
    options = game.options
    if intent.threshold is not None:
        game.deny(
            "unsupported",
            "--threshold is not used in i2050: --mod changes the skill",
        )
    if intent.limit is not None:
        game.deny("unsupported", "--limit is not used in i2050")
    told, _ = game.parse_words(TEST_WORDS)
    game.deny_options_except("--mod", "--defense-mod")
    if not told.has_word("against"):
        game.deny_option("--defense-mod", options.defense_mods)
    return told


def find_trait(game: Game, word: str) -> str:
    """Return the typed attribute or skill by its key. Raises Refusal (`unknown`) if nobody here
    and no rule has it."""
    name, all_known = skill_name(squash(word)), known_traits(game)
    if name not in all_known:
        game.deny(
            WORDS.unknown,
            f"no test '{word}'{propose_near_word(word, all_known)}",
        )
    return name


def known_traits(game: Scene) -> list[str]:
    """Return the attributes, and the skills of this fight, sorted."""
    found: set[str] = set(KNOWN_SKILLS)
    for who in game.whole_cast():
        found |= set(who.sheet.skills) | {
            weapon.skill for weapon in who.weapons.values()
        }
    return [*ATTRIBUTES, *sorted(found)]


def find_opponent(
    game: Game, who: Fighter, what: str, told: WordArgs
) -> Opponent | None:
    """Return the opponent of `against=`, with the tester's trait if no other is named; None
    without the word. Raises Refusal (`unknown`, `value`)."""
    if not told.has_word("against"):
        return None
    name, colon, theirs = (told.get_value("against") or "").partition(":")
    other = game.find(name)
    if other is who:
        game.deny(
            WORDS.value, f"{who.name} cannot be tested against themselves"
        )
    return Opponent(other, find_trait(game, theirs) if colon else what)


def roll_plain_test(game: Game, who: Fighter, what: str) -> bool:
    """Roll an unopposed test and return whether it succeeds. In a round, Awareness and Cool are
    rolled once, and the result stands (IN-R30). Depends on the house rule `nerve_rolls`."""
    nerve = what in NERVES
    rules = "IN-CORE-01"
    if nerve:
        rules = "IN-CORE-03, IN-R30"
    elif what in ATTRIBUTES:
        rules = "IN-CORE-03"
    dice = roll_on_trait(
        game, what if nerve else "test", who, what, rules=rules
    )
    game.expect([dice.key])
    with game.draft.by(rules):
        game.report.tell(
            "test", "head", who=who.name, what=what.replace("_", " ")
        )
    if not (nerve and game.fight.running):
        return roll_d20(game, dice).success
    known_already: bool | None = getattr(who, NERVES[what])
    if known_already is not None and game.house.nerve_rolls == "per_round":
        game.note(who, "rolled-already", what=what)
        return known_already
    success = roll_d20(game, dice).success
    with game.draft.by(rules):
        setattr(who, NERVES[what], success)
    return success


def roll_on_trait(
    game: Game,
    name: str,
    who: Fighter,
    what: str,
    *,
    block: str | None = None,
    rules: str = "",
) -> PlannedRoll:
    """Plan a roll on the attribute or skill `what`, with the GM's modifiers. `name` is the
    roll's, `block` tells it from others of that name, `rules` are its rows if not the usual
    ones."""
    skilled = what not in (*ATTRIBUTES, *NERVES)
    about = RollContext(skill=None if what in ATTRIBUTES else what)
    mods = game.parse_mods(game.options.mods, who)
    parts = (
        *trait_parts(who, what),
        *added_parts(game, who, name, mods, about),
    )
    return PlannedRoll(
        name, who, parts, skilled, block=block, rules=rules, own=not mods
    )


def roll_opposed_test(
    game: Game, who: Fighter, what: str, other: Opponent
) -> str:
    """Roll an opposed test and return its outcome for the first: the higher success wins, both
    may lose. Depends on the house rule `critical_breaks_tie`."""
    mine = roll_on_trait(
        game, "test", who, what, block=who.id, rules="IN-UNARM-07"
    )
    own = [
        mod for mod in game.parse_mods(game.options.mods, other.who) if mod.who
    ]
    mods = (*own, *game.parse_mods(game.options.defense_mods, other.who))
    skilled = other.what not in (*ATTRIBUTES, *NERVES)
    about = RollContext(skill=None if other.what in ATTRIBUTES else other.what)
    parts = (
        *trait_parts(other.who, other.what),
        *added_parts(game, other.who, "test", mods, about),
    )
    theirs = PlannedRoll(
        "test",
        other.who,
        parts,
        skilled,
        block=other.who.id,
        rules="IN-UNARM-07",
    )
    game.expect([mine.key, theirs.key])
    game.report.tell(
        "test.opposed",
        "head",
        who=who.name,
        what=what.replace("_", " "),
        other=other.who.name,
    )
    one, two = roll_d20(game, mine), roll_d20(game, theirs)
    breaks = game.house.critical_breaks_tie
    won = compare_rolls(one, two, critical_breaks_tie=breaks)
    winner = {"attacker": who, "defender": other.who}.get(won)
    game.report.body["winner"] = winner.id if winner else None
    if winner is not None:
        game.report.tell("test.won", "good", who=winner.name)
    else:
        game.report.tell("test.nobody", "note")
    return OUTCOMES[won]
