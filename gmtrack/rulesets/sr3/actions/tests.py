"""The `test` command: knockdown, damage from elsewhere, any attribute or skill."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from gmtrack.core.intents import Test as Wanted
from gmtrack.core.names import propose_near_word, squash
from gmtrack.core.report import Part, Report
from gmtrack.dice.port import Offer
from gmtrack.rulesets.kit.own.in_force import NOTHING, RollContext
from gmtrack.rulesets.kit.words import WordArgs, match_choice, parse_number
from gmtrack.rulesets.sr3.actions.first_aid import (
    FIRST_AID_TEST_WORDS,
    HOLD_ON_WORDS,
    roll_first_aid_test,
    roll_hold_on_test,
)
from gmtrack.rulesets.sr3.actions.stand_up import (
    needs_test_to_stand,
    standing_test,
)
from gmtrack.rulesets.sr3.dice import (
    Test,
    added_parts,
    check_pool_left,
    check_pool_limit,
    pool_part,
    roll,
    spend_pool,
    trait_parts,
)
from gmtrack.rulesets.sr3.rulings import House
from gmtrack.rulesets.sr3.sheet.fighter import RATINGS, Fighter
from gmtrack.rulesets.sr3.sheet.game import WORDS, Game, Scene
from gmtrack.rulesets.sr3.sheet.sheet import skill_name
from gmtrack.rulesets.sr3.sheet.wound_modifiers import step_of
from gmtrack.rulesets.sr3.tables import ATTRIBUTES, LEVELS, DamageType, Level
from gmtrack.rulesets.sr3.wounds.first_aid import AID_SWITCHES, AID_WORDS
from gmtrack.rulesets.sr3.wounds.hits import (
    DODGE,
    POOL,
    Blow,
    Code,
    dodge_parts,
    halve_for_vehicle,
    is_dodged,
    is_stopped_by_vehicle,
    knock_down,
    knockdown_test,
    ranged_step,
    roll_resistance,
    take_hit,
    write_dodge,
    write_stopped,
)

Outcome = Literal["success", "failure"]
USUAL = 4
"""The target number of a plain test, if none is told."""
MOST = 99
TYPES = ("physical", "stun")
HALF_IMPACT = "half-impact"
ARMOR = (*RATINGS, HALF_IMPACT, "none")
KNOCKDOWN_WORDS = {
    "level": "damage level of the hit: L, M, S or D (required)",
    "tn": "target number (required)",
}
RESIST_WORDS = {
    "damage": "damage code, such as 9M (required)",
    "successes": "successes of the attack (default 0)",
    "type": "physical or stun (default physical)",
    "armor": "ballistic, impact, half-impact or none (default ballistic)",
    "resist-pool": "combat pool dice: N, or all (default 0)",
}
PLAIN_WORDS = {
    "tn": f"target number (default {USUAL})",
    "pool": "combat pool dice: N, or all (default 0)",
}
WORDS_OF: Mapping[str, Mapping[str, str]] = {
    "knockdown": KNOCKDOWN_WORDS,
    "resist": RESIST_WORDS,
    "first-aid": {**FIRST_AID_TEST_WORDS, **AID_WORDS},
    "hold-on": HOLD_ON_WORDS,
}
"""Words of `--with` with their help; any other test takes `PLAIN_WORDS`."""
STAND_UP_TEST = "stand-up"
"""The test of the hurt who would get up, where a house rule has one (SR-R04)."""
NO_WORDS: Mapping[str, str] = MappingProxyType({})


def words_of_tests(house: House) -> Mapping[str, Mapping[str, str]]:
    """Return the words of each test that is neither an attribute nor a skill, by its name. Depends
    on the house rule `standing_up`."""
    if house.standing_up == "test":
        return {**WORDS_OF, STAND_UP_TEST: NO_WORDS}
    return WORDS_OF


def test(game: Game, intent: Wanted) -> Report:
    """Carry out `test`: knockdown, resisting damage, or an attribute or skill by its name.
    Raises Refusal `option` for another name, and for options that the test does not use."""
    who = game.find(intent.who)
    what = squash(intent.what)
    words = words_of_tests(game.house).get(what, PLAIN_WORDS)
    options = game.options
    switches = AID_SWITCHES if what == "first-aid" else ()
    without = WordArgs(
        options.without,
        game.list_switches(dict.fromkeys(switches)),
        game.draft.encounter,
        WORDS,
    )
    game.deny_option("--limit", intent.limit is not None)
    game.deny_options_except("--mod")
    if intent.threshold is not None:
        game.deny_option("--threshold", words is not PLAIN_WORDS)
        if not 0 <= intent.threshold <= MOST:
            game.deny(
                WORDS.value,
                f"--threshold is {intent.threshold}, must be 0 to {MOST}",
            )
    told = WordArgs(options.words, words, game.draft.encounter, WORDS)
    if what == "knockdown":
        outcome = roll_knockdown_test(game, who, told)
    elif what == "resist":
        outcome = roll_resist(game, who, told)
    elif what == "first-aid":
        tell_test(game, who, "first aid", "SRX-201")
        outcome = roll_first_aid_test(game, who, told, without)
    elif what == "hold-on":
        tell_test(game, who, "holding on", "SRX-207")
        outcome = roll_hold_on_test(game, who, told)
    elif words is NO_WORDS:
        tell_test(game, who, "standing up", "SR-R04")
        outcome = roll_standing_test(game, who)
    else:
        outcome = roll_plain(game, who, told, intent)
    head = {
        "who": who.id,
        "test": what,
        "targets": [],
        "cost": "none",
        "done": 1,
        "needed": 1,
        "outcome": outcome,
    }
    game.report.body = {**head, **game.report.body}
    return game.report


def tell_test(game: Game, who: Fighter, what: str, rules: str) -> None:
    """Write into the story who makes which test, under these rules."""
    with game.draft.by(rules):
        game.report.tell("test", "head", who=who.name, what=what)


def target_number(
    game: Game,
    who: Fighter,
    roll: str,
    *parts: Part,
    about: RollContext = NOTHING,
) -> tuple[Part, ...]:
    """Return the parts of a target number, with what the GM's numbers and own effects add to the
    named roll. `about` is what is known of the roll, for effects that look at it."""
    return (
        *parts,
        *added_parts(
            game, who, roll, game.parse_mods(game.options.mods, who), about
        ),
    )


def needed_value(game: Game, told: WordArgs, word: str, example: str) -> str:
    """Return the value of a word that the test needs. Raises Refusal (`option`) if the word is
    missing."""
    value = told.get_value(word)
    if not value:
        game.deny(WORDS.value, f"this test needs --with {word}={example}")
    return value


def pool_dice(who: Fighter, told: WordArgs, word: str) -> int:
    """Parse combat pool dice: a number, `all` for those left, 0 without the word. Raises Refusal
    (`option`)."""
    said = told.get_value(word, who.id) or "0"
    return (
        who.pool_left
        if squash(said) == "all"
        else parse_number(said, word, WORDS.value)
    )


def roll_knockdown_test(game: Game, who: Fighter, told: WordArgs) -> Outcome:
    """Roll a knockdown test and apply it; return `success` if the combatant keeps standing.
    Raises Refusal (`option`)."""
    tell_test(game, who, "knockdown", "SR-030")
    level = level_named(needed_value(game, told, "level", "M"))
    tn = parse_number(needed_value(game, told, "tn", "4"), "tn", WORDS.value)
    wanted = knockdown_test(
        who, target_number(game, who, "knockdown", Part("base", tn, "SR-030"))
    )
    game.expect([wanted.key])
    return "success" if knock_down(game, wanted, level) else "failure"


def level_named(word: str) -> Level:
    """Parse a damage level. Raises Refusal (`option`) for an unknown one."""
    found = match_choice(word, LEVELS, "level", WORDS.value)
    return next(level for level in LEVELS if level == found)


def roll_resist(game: Game, who: Fighter, told: WordArgs) -> Outcome:
    """Let a combatant resist damage as from a shot, without knockdown; return `failure` if any
    gets through. Raises Refusal (`option`, `pool`)."""
    tell_test(game, who, "resist", "SR-048")
    b = parse_blow(game, who, told)
    successes = parse_number(
        told.get_value("successes") or "0", "successes", WORDS.value
    )
    pool_roll = DODGE if b.dodge else POOL
    game.expect(
        [("resist", who.id), *([(pool_roll, who.id)] if b.pool else [])]
    )
    check_pool_left(game, who, b.pool)
    b = halve_for_vehicle(b)
    if is_stopped_by_vehicle(b):
        write_stopped(b, successes, game.report.body)
        return "success"
    resisted = roll_resistance(b)
    net = successes - resisted.successes
    doc = game.report.body
    doc["net_hits"] = net
    if is_dodged(game, resisted, successes):
        write_dodge(b, doc, "SR-049")
        return "success"
    return (
        "failure"
        if take_hit(b, ranged_step(b, net), doc, "SR-050")
        else "success"
    )


def parse_blow(game: Game, who: Fighter, told: WordArgs) -> Blow:
    """Return the damage that the typed words describe, from no attacker: its code, by default
    physical and against ballistic armor. Raises Refusal `option` for a missing or malformed code
    and for unknown words."""
    typed = match_choice(
        told.get_value("type") or "physical", TYPES, "type", WORDS.value
    )
    kind: DamageType = "stun" if typed == "stun" else "physical"
    # A damage code such as 9M.
    word = needed_value(game, told, "damage", "9M")
    match = re.fullmatch(r"(\d{1,4})([LMSD])", word.strip().upper())
    if not match:
        game.deny(
            WORDS.value,
            f"'{word}' is not a damage code: type power and level, such as 9M",
        )
    power, level = int(match[1]), level_named(match[2])
    code = Code(power, step_of(level), kind)
    rating = match_choice(
        told.get_value("armor") or "ballistic", ARMOR, "armor", WORDS.value
    )
    armor = Part("armor", -armor_worn(who, rating), "SR-048")
    return Blow(
        game,
        who,
        who,
        code,
        code,
        armor,
        (),
        "SR-048",
        pool=pool_dice(who, told, "resist-pool"),
        dodge=dodge_parts(game, who),
        mods=game.parse_mods(game.options.mods, who),
        shot=True,
        offer=resistance_offer(game, who, told),
    )


def armor_worn(who: Fighter, word: str) -> int:
    """Return what armor takes off the power, by one of the words of ARMOR: half of impact armor is
    rounded down, as against an elemental spell."""
    if word == HALF_IMPACT:
        return who.armor("impact") // 2
    return next((who.armor(one) for one in RATINGS if one == word), 0)


def resistance_offer(game: Game, who: Fighter, told: WordArgs) -> Offer | None:
    """Return the offer of pool dice against the damage; None if some were typed, none is left,
    or the game is not narrated."""
    if (
        told.has_word("resist-pool", who.id)
        or not game.narrated
        or who.pool_left <= 0
    ):
        return None
    return Offer("with", f"{who.id}:resist-pool", "combat pool", who.pool_left)


def roll_standing_test(game: Game, who: Fighter) -> Outcome:
    """Roll the test by which somebody hurt would stand up, and change nothing. Raises Refusal
    `status` for somebody who needs none."""
    if not needs_test_to_stand(game, who):
        message = f"{who.name} is not hurt and stands up without a test"
        game.deny("status", message)
    wanted = standing_test(game, who)
    game.expect([wanted.key] if wanted.pool else [])
    return "success" if roll(game, wanted).successes else "failure"


def roll_plain(
    game: Game, who: Fighter, told: WordArgs, intent: Wanted
) -> Outcome:
    """Roll a skill or attribute without wound modifiers and compare the successes with the
    threshold, 1 by default. Raises Refusal (`option`, `pool`)."""
    tell_test(game, who, squash(intent.what), "SR-001")
    name = trait_named(game, intent.what)
    tn = parse_number(told.get_value("tn") or str(USUAL), "tn", WORDS.value)
    dice = pool_dice(who, told, "pool")
    parts = (*trait_parts(who, name, "SR-001"), pool_part(dice))
    skill = None if name in ATTRIBUTES else name
    base = Part("base", tn, "SR-001")
    number_ = target_number(
        game, who, "test", base, about=RollContext(skill=skill)
    )
    # Any other number is what the GM says of it.
    own = not (told.has_word("tn") or game.options.mods)
    wanted = Test("test", who, parts, number_, own=own)
    game.expect([wanted.key] if wanted.pool else [])
    if dice and name not in ATTRIBUTES:
        check_pool_limit(game, who, dice, who.trait(name))
    check_pool_left(game, who, dice)
    spend_pool(who, dice)
    enough = 1 if intent.threshold is None else intent.threshold
    successes = roll(game, wanted).successes
    outcome: Outcome = "success" if successes >= enough else "failure"
    game.report.tell(
        f"test.{outcome}", "note", successes=successes, needed=enough
    )
    return outcome


def trait_named(game: Game, word: str) -> str:
    """Return the name that a typed word has on sheets: an attribute, or a skill that anybody in
    this file has or uses. Raises Refusal `option` for another word."""
    name, all_known = skill_name(squash(word)), known_traits(game)
    if name not in all_known:
        own = words_of_tests(game.house)
        hint = propose_near_word(word, [*own, *all_known])
        game.deny(
            WORDS.unknown,
            f"no test '{word}': type an attribute, a skill, {', '.join(own)}{hint}",
        )
    return name


def known_traits(game: Scene) -> list[str]:
    """Return the names of all attributes, and of the skills that anybody in this file has or
    uses."""
    found: set[str] = set()
    for who in game.whole_cast():
        found |= set(who.sheet.skills) | {
            weapon.skill for weapon in who.weapons.values()
        }
    return [*ATTRIBUTES, *sorted(found)]
