"""Carry out `test WHO WHAT`: shake off suppression, roll Willpower or a skill."""

from gmtrack.core.intents import Test
from gmtrack.core.names import propose_near_word, squash
from gmtrack.core.report import Part, Report
from gmtrack.rulesets.spotlight.dice import (
    TestResult,
    TestSpec,
    check_has_dice,
    difficulty_parts,
    pool_part,
    roll_test,
)
from gmtrack.rulesets.spotlight.sheet.game import WORDS, Game
from gmtrack.rulesets.spotlight.sheet.sheet import SKILLS
from gmtrack.rulesets.spotlight.sheet.state import Fighter
from gmtrack.rulesets.spotlight.turn.legality import check_not_interrupted
from gmtrack.rulesets.spotlight.wounds import write_pin

SHAKES_OFF = "SP-SPEC-07, SP-R17"


def test(game: Game, intent: Test) -> Report:
    """Carry out `test`: roll, and report `passed` or `failed`. Raises Refusal (`unknown-name`,
    `bad-value`, `already-tested`, `no-dice`, `death-spotlight`)."""
    game.parse_words(())
    game.deny_options_except("--mod")
    who = game.find(intent.who)
    what = find_test(game, intent.what)
    if intent.limit is not None:
        game.deny(
            WORDS.value, f"`--limit {intent.limit}`: no roll here has a limit"
        )
    if intent.threshold is not None and not 1 <= intent.threshold <= 99:
        game.deny(
            WORDS.value, f"--threshold {intent.threshold}: must be 1 to 99"
        )
    check_not_interrupted(game)
    doc = game.report.body
    doc["who"] = who.id
    doc["test"] = what
    need = 1 if intent.threshold is None else intent.threshold
    result = (
        shake_off(game, who)
        if what == "suppression"
        else roll_plain(game, who, what, need)
    )
    doc["outcome"] = "passed" if result.passed else "failed"
    if result.passed:
        doc["net_hits"] = result.surplus
    return game.report


def find_test(game: Game, word: str) -> str:
    """Return what is tested: `suppression`, `willpower` or a skill by its key. Raises Refusal
    (`unknown-name`)."""
    wanted = squash(word)
    if wanted in ("suppression", "willpower"):
        return wanted
    return find_skill(game, word)


def find_skill(game: Game, word: str) -> str:
    """Return a skill of the rules or of any sheet by its key. Raises Refusal (`unknown-name`)."""
    wanted = squash(word).replace("-", "_")
    skills = game.draft.cache.of_file("skills", lambda: known_skills(game))
    if wanted not in skills:
        hint = propose_near_word(word, [*skills, "willpower", "suppression"])
        game.deny(WORDS.unknown, f"no skill or test '{word}'{hint}")
    return wanted


def known_skills(game: Game) -> dict[str, None]:
    """Return the skills of the rules and of every sheet, as the keys of a map."""
    skills = dict.fromkeys(SKILLS)
    for who in game.whole_cast():
        skills |= dict.fromkeys(who.sheet.skills)
    return skills


def roll_plain(game: Game, who: Fighter, what: str, need: int) -> TestResult:
    """Roll a skill or Willpower against the Difficulty `need`, without any effect."""
    part = (
        willpower_pool(who, "SP-CORE-02")
        if what == "willpower"
        else pool_part(who, what)
    )
    check_has_dice(game, who, part, what)
    game.expect([("test", who.id)])
    game.report.tell("test", "head", who=who.name, what=what.replace("_", " "))
    difficulty = difficulty_parts(
        game, who, "test", Part("base", need, "SP-CORE-03"), what
    )
    # More than the least is what the GM says of it.
    own = need == 1 and not game.options.mods
    return roll_test(game, TestSpec("test", who, part, difficulty, own=own))


def willpower_pool(who: Fighter, rules: str) -> Part:
    """Return the dice of Willpower as a part, for a roll by these rows."""
    return Part("willpower", who.sheet.willpower, rules)


def shake_off(game: Game, who: Fighter) -> TestResult:
    """Roll Willpower against the number of the pin; a success breaks it. Raises Refusal
    (`already-tested`, `no-dice`). Depends on the house rule `suppression_roll`."""
    pin = who.pinned
    if pin is None:
        game.refuse("already-tested", f"{who.name} is not pinned")
    elif pin.failed and not may_test_again(game, who):
        once = game.house.suppression_roll == "once"
        again = (
            "there is no second one"
            if once
            else "again in their next spotlight"
        )
        game.refuse(
            "already-tested", f"{who.name} has failed this test: {again}"
        )
    part = willpower_pool(who, SHAKES_OFF)
    check_has_dice(game, who, part, "willpower")
    game.expect([("willpower", who.id)])
    game.report.tell("test.suppression", "head", who=who.name)
    number = 1 if pin is None else pin.target_number
    difficulty = difficulty_parts(
        game, who, "willpower", Part("target-number", number, SHAKES_OFF)
    )
    result = roll_test(game, TestSpec("willpower", who, part, difficulty))
    if pin is not None:
        with game.draft.by(SHAKES_OFF):
            write_pin(who, **{"broken" if result.passed else "failed": True})
    if result.passed:
        game.report.tell("shaken-off", "good", who=who.name)
    else:
        game.report.tell("still-pinned", "bad", who=who.name)
    return result


def may_test_again(game: Game, who: Fighter) -> bool:
    """Whether a failed test to shake off suppression may be repeated: off the spotlight there is
    one for each trigger, and triggers are not counted (SP-R17). Depends on the house rule
    `suppression_roll`."""
    rule = game.house.suppression_roll
    if rule == "per_attempt":
        return True
    return rule == "per_spotlight" and not game.has_spotlight(who)
