"""The tests of `test WHO WHAT`: surprise, perception, composure, soak, any sum of attributes and
skills."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.core.intents import Test
from gmtrack.core.names import propose_near_word, squash
from gmtrack.core.report import Part, Report
from gmtrack.rulesets.kit.modifiers import (
    Modifier,
    collect_parts,
    list_switches,
    list_words,
)
from gmtrack.rulesets.kit.own.in_force import RollContext
from gmtrack.rulesets.kit.words import WordArgs, format_count, parse_number
from gmtrack.rulesets.swan_song.dice import (
    PENALTY_WORDS,
    ROLL_WORDS,
    ROLLS,
    Karma,
    TestResult,
    TestSpec,
    attributes_parts,
    check_rank,
    composure_parts,
    halve_in_last_fight,
    pay_karma,
    penalty_parts,
    rank_parts,
    roll_test,
    skill_parts,
    soak_parts,
)
from gmtrack.rulesets.swan_song.rulings import House
from gmtrack.rulesets.swan_song.sheet.fighter import Fighter
from gmtrack.rulesets.swan_song.sheet.game import WORDS, Game, shift_score
from gmtrack.rulesets.swan_song.sheet.sheet import ATTRIBUTES, BOOK_SKILLS

THRESHOLD = 3
"""The hits that pass a Surprise Test (SS-SUR-04)."""
LOSS = -10
"""The change of the Score of somebody surprised (SS-SUR-07)."""


class SurpriseTest(NamedTuple):
    """A combatant before a Surprise Test, with the words that were typed for it."""

    who: Fighter
    told: WordArgs


BONUSES: tuple[Modifier[SurpriseTest, House], ...] = (
    Modifier(
        "alerted",
        "SS-SUR-05, R-SUR-6",
        "alerted: +3 dice",
        3,
        lambda a: a.who.alerted or a.told.has_word("alerted", a.who.id),
        told=True,
        off=True,
    ),
    Modifier(
        "ambusher",
        "SS-SUR-12, SS-SUR-14, R-SUR-6",
        "lying in ambush: +6 dice",
        6,
        lambda a: a.who.ambusher or a.told.has_word("ambusher", a.who.id),
        told=True,
        off=True,
    ),
)
"""The modifiers that add dice to a Surprise Test: by flags of the live state or by words."""
SURPRISE_WORDS = list_words(BONUSES) | {
    "aware": "an ambusher who sees it coming: no test",
    "by": "whom they did not see coming: by=ID,ID; else everybody",
}


def roll_surprise(
    game: Game,
    who: Fighter,
    intent: Test,
    told: WordArgs,
    without: WordArgs,
    karma: Karma,
) -> str:
    """Make one Surprise Test and apply it; return the outcome, `success` or `failure`.

    An ambusher who is `aware` does not roll. Without a threshold in the intent it is 3. Raises
    Refusal `value` if somebody aware is no ambusher, `karma` if there is too little."""
    if told.has_word("aware", who.id):
        if not (who.ambusher or told.has_word("ambusher", who.id)):
            game.deny(
                WORDS.value,
                f"{who.name} is not an ambusher: add `--with ambusher`",
            )
        clear_flags(who)
        game.report.tell("surprise.aware", "good", who=who.name)
        return "success"
    karma.pay(who)
    rules = ROLLS["surprise"]
    parts = attributes_parts(who, ("reaction", "intuition"), rules)
    parts += karma.dice_part(who) + bonus_parts(who, told, without)
    parts += penalty_parts(game, who, "surprise", told, without, action=False)
    threshold = THRESHOLD if intent.threshold is None else intent.threshold
    reroll = karma.rerolls(who)
    test = TestSpec(
        "surprise",
        who.id,
        parts,
        threshold=threshold,
        reroll=reroll,
        ruled=True,
    )
    result = roll_test(game, test)
    clear_flags(who)
    if result.success:
        game.report.tell("surprise.passed", "good", who=who.name)
        return "success"
    be_surprised(game, who, parse_surprisers(game, told, who), result)
    if who.id in karma.spenders["surprise"]:
        shake_off_surprise(game, who)
    if who.surprised:
        doc = game.report_effect(
            who, "surprised", until="next-phase", value=score_loss(game, result)
        )
        doc["by"] = who.surprised_by
    return "failure"


def bonus_parts(who: Fighter, told: WordArgs, without: WordArgs) -> list[Part]:
    """Return the parts that being alerted or in ambush adds to a Surprise Test.

    A value typed with the word replaces the dice; raises Refusal `value` if it is no number.
    `without` leaves a part out."""
    parts: list[Part] = []
    for row in BONUSES:
        word = told.get(row.label, who.id)
        if without.has_word(row.label, who.id):
            continue
        if word is not None and word.value is not None:
            dice = parse_number(word.value, row.label, WORDS.value, most=99)
            parts.append(Part(row.label, dice, row.rules))
        else:
            parts += collect_parts([row], SurpriseTest(who, told), who.house)
    return parts


def clear_flags(who: Fighter) -> None:
    """Clear `alerted` and `ambusher`, which count for one Surprise Test."""
    with who.draft.by("SS-SUR-05, SS-SUR-12"):
        who.alerted = False
        who.ambusher = False


def parse_surprisers(
    game: Game, told: WordArgs, who: Fighter
) -> str | list[str]:
    """Return the ids typed as `by=ID,ID`, or `all` if there are none: who surprises `who`.

    Raises Refusal `value` if the list is empty."""
    value = told.get_value("by", who.id)
    if value is None or value == "all":
        return "all"
    words = [word for word in value.split(",") if word.strip()]
    if not words:
        game.deny(WORDS.value, "say by whom: `--with by=ID,ID`")
    return [game.find(word).id for word in words]


def be_surprised(
    game: Game, who: Fighter, by: str | list[str], result: TestResult
) -> None:
    """Make `who` surprised by these: the Score drops by 10 at once, or at the coming roll.

    After a critical glitch the next phase is lost as well."""
    rules = "SS-SUR-07, R-SUR-4, R-SUR-5"
    before = who.surprised_by
    with game.draft.by(rules):
        if isinstance(by, list) and isinstance(before, list):
            who.surprised_by = [*before, *(i for i in by if i not in before)]
        else:
            who.surprised_by = "all" if "all" in (by, before) else by  # type: ignore[assignment]
    game.report.tell("surprise.failed", "bad", who=who.name)
    loss = score_loss(game, result)
    if who.score is None:
        with game.draft.by("SS-SUR-07, R-SUR-7"):
            who.pending_score_mod += loss
    else:
        shift_score(game, who, loss, rules)
    if is_critical(game, result):
        with game.draft.by("SS-SUR-11, R-SUR-3"):
            who.skip_phases += 1
        game.report.tell("surprise.critical", "bad", who=who.name)


def is_critical(game: Game, result: TestResult) -> bool:
    """Whether a result is a critical glitch, or by house rule any glitch (R-TEST-3)."""
    rule = game.house.hard_glitch
    return result.glitch == "critical" or (
        result.glitch is not None and rule == "as_critical"
    )


def score_loss(game: Game, result: TestResult) -> int:
    """Return the change of the Score by a failed Surprise Test: -10, by house rule doubled by a
    critical glitch."""
    doubled = is_critical(game, result) and game.house.surprise_crit_double
    return LOSS * (2 if doubled else 1)


def shake_off_surprise(game: Game, who: Fighter) -> None:
    """Spend 1 Karma to end surprise; the lost Score stays lost.

    By house rule it only lets them defend. Raises Refusal `karma` if they are not surprised or
    have no point."""
    if not who.surprised:
        game.deny("karma", f"{who.name} is not surprised")
    with game.draft.by("SS-KAR-02, SS-SUR-09, R-SUR-2"):
        pay_karma(game, who, 1, "surprise")
        if game.house.surprise_karma == "defense_only":
            who.defends_surprised = True
        else:
            who.surprised_by = "none"
    game.report.tell("surprise.shaken", "good", who=who.name)


POOL_WORDS = ROLL_WORDS | {
    "action": "part of an action: what lowers actions counts"
}
OWN_WORDS: Mapping[str, Mapping[str, str]] = {
    "soak": {"arp": "armor penetration: arp=N"},
    "surprise": ROLL_WORDS | SURPRISE_WORDS,
}
"""The words that only one test knows, by what is tested."""
TEST_WORDS = {**POOL_WORDS, **OWN_WORDS["soak"], **OWN_WORDS["surprise"]}
"""The words that any test accepts; a word without a meaning for it is let pass."""
TEST_OFF = PENALTY_WORDS | list_switches(BONUSES)
"""The words that `--without` accepts."""
NAMES = {
    "perception": "perception",
    "alert": "perception",
    "soak": "soak",
    "surprise": "surprise",
}
"""Tests whose roll has a name of its own; all others roll `test`."""
USES = ("dice", "reroll", "surprise")


def test(game: Game, intent: Test) -> Report:
    """Carry out `test`: the same test for one or several combatants, or for `all`.

    Raises Refusal `value` for a negative threshold, `unknown` for a word that names no test."""
    what = squash(intent.what)
    everyone = intent.who.strip().lower() == "all"
    everybody = (
        game.everybody()
        if everyone
        else [*map(game.find, intent.who.split(","))]
    )
    game.deny_options_except("--mod")
    if intent.threshold is not None and intent.threshold < 0:
        game.deny(
            WORDS.value,
            f"--threshold {intent.threshold}: the hits needed must be 0 or more",
        )
    told, without = game.parse_words(TEST_WORDS, TEST_WORDS)
    karma = Karma(game, USES, everybody[0].id if len(everybody) == 1 else None)
    name = NAMES.get(what, "test")
    again = [
        (f"{name}_reroll", who) for who in sorted(karma.spenders["reroll"])
    ]
    game.expect([*((name, who.id) for who in everybody), *again])
    documents: list[Data] = []
    for who in everybody:
        start = len(game.report.rolls)
        game.report.tell("test", "head", who=who.name, what=what)
        if what == "surprise":
            outcome = roll_surprise(game, who, intent, told, without, karma)
        else:
            outcome = roll_one_test(game, who, intent, told, without, karma)
        rolls = [roll.to_json() for roll in game.report.rolls[start:]]
        documents.append(
            {"who": who.id, "test": what, "outcome": outcome, "rolls": rolls}
        )
    if len(documents) == 1:
        game.report.body |= documents[0]
    else:
        game.report.body |= {"test": what, "tests": documents}
    return game.report


def roll_one_test(
    game: Game,
    who: Fighter,
    intent: Test,
    told: WordArgs,
    without: WordArgs,
    karma: Karma,
) -> str:
    """Roll a test other than surprise, tell of it, and return the outcome.

    The outcome is `success`, `failure` or, without a threshold, `done`."""
    what = squash(intent.what)
    base, limit, threshold = find_pool(game, who, what, told)
    karma.pay(who)
    parts = halve_in_last_fight(who, base) + karma.dice_part(who)
    if intent.threshold is not None:
        threshold = intent.threshold
    if intent.limit is not None:
        limit = parse_limit(game, who, intent.limit)
    name, reroll = NAMES.get(what, "test"), karma.rerolls(who)
    if what == "soak":
        parts += game.collect_gm_parts(who, name)
    else:
        check_senses(game, who, what, told)
        action = told.has_word("action", who.id)
        about = RollContext(skill=first_skill_of(what))
        parts += penalty_parts(
            game, who, name, told, without, action=action, about=about
        )
    rules = ROLLS["test"]
    result = roll_test(
        game,
        TestSpec(name, who.id, parts, limit, threshold, reroll, rules=rules),
    )
    outcome = {True: "success", False: "failure", None: "done"}[result.success]
    if what == "alert" and result.success:
        with game.draft.by("SS-SUR-03"):
            who.alerted = True
            game.report_effect(who, "alerted")
    game.report.tell(
        f"test.{outcome}",
        "note",
        who=who.name,
        hits=format_count(result.counted, "hit"),
    )
    return outcome


def find_pool(
    game: Game, who: Fighter, what: str, told: WordArgs
) -> tuple[list[Part], int | None, int | None]:
    """Return the parts before modifiers, the limit and the threshold of a test; None: no limit,
    no threshold.

    Raises Refusal `unknown` for a word that names no test, `value` for an armor penetration that
    is no number. Depends on the house rule `perception_threshold`."""
    if what in ("perception", "alert"):
        parts = skill_parts(game, who, "intuition", "perception", "R-TEST-13")
        return parts, who.limit("mental"), game.house.perception_threshold
    if what == "soak":
        typed = told.get_value("arp", who.id)
        has = told.has_word("arp", who.id)
        arp = (
            parse_number(typed, "arp", WORDS.value, least=-20, most=20)
            if has
            else 0
        )
        return soak_parts(who, arp), None, None
    if what == "composure":
        return composure_parts(who), None, None
    return sum_parts(game, who, what), None, None


def first_skill_of(what: str) -> str | None:
    """Return the first skill that a test is made with, or None if it uses attributes alone."""
    if what in ("perception", "alert"):
        return "perception"
    words = (word.strip() for word in what.split("+"))
    none = (*ATTRIBUTES, "composure")
    return next(
        (word for word in words if word not in none and not word.isdigit()),
        None,
    )


def sum_parts(game: Game, who: Fighter, what: str) -> list[Part]:
    """Return the parts of a pool typed as attributes, skills and numbers joined by `+`.

    Raises Refusal `unknown` for any other word."""
    parts: list[Part] = []
    rules = "SS-TEST-01"
    for word in what.split("+"):
        name = word.strip().replace("-", "_")
        attribute = next((a for a in ATTRIBUTES if a == name), None)
        if attribute:
            parts += who.attribute_parts(attribute, rules)
        elif re.fullmatch(r"\d{1,3}", name):
            parts.append(Part("dice", int(name), rules))
        elif name in known_skills(game):
            check_rank(game, who, name)
            parts += rank_parts(who, name, rules)
        else:
            known = sorted(
                {
                    *ATTRIBUTES,
                    *known_skills(game),
                    *("perception", "composure", "soak"),
                }
            )
            near = propose_near_word(word, map(squash, known))
            game.deny(
                WORDS.unknown, f"no attribute, skill or test '{word}'{near}"
            )
    return parts


def known_skills(game: Game) -> set[str]:
    """Return the skills that somebody in the encounter has, and those that the rules name."""
    here = {name for who in game.whole_cast() for name in who.sheet.skills}
    return here | set(BOOK_SKILLS)


def parse_limit(game: Game, who: Fighter, word: str) -> int:
    """Return the limit typed as `physical`, `mental` or a number. Raises Refusal `value` for
    another word."""
    if word in ("physical", "mental"):
        return who.limit("physical" if word == "physical" else "mental")
    return parse_number(
        word, "--limit (a number, physical or mental)", WORDS.value, most=999
    )


def check_senses(game: Game, who: Fighter, what: str, told: WordArgs) -> None:
    """Raise Refusal `effect` for a perception test by a sense that `who` has lost on both sides."""
    for word, effect, sense in (
        ("sight", "blinded", "see"),
        ("hearing", "deafened", "hear"),
    ):
        both = len({e.location for e in who.find_effects(effect)}) > 1
        if (
            what in ("perception", "alert")
            and both
            and told.has_word(word, who.id)
        ):
            game.refuse(
                "effect",
                f"{who.name} is {effect} on both sides and cannot {sense} anything",
            )
