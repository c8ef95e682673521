"""SS-SUR, R-SUR: Surprise Tests, ambushes, alertness."""

from typing import NamedTuple

from gmtrack.core.intents import Test
from gmtrack.core.report import Part
from gmtrack.rulesets.kit.modifiers import Modifier, counting, words
from gmtrack.rulesets.kit.words import Told, number
from gmtrack.rulesets.swan_song.dice.karma import Karma, spend
from gmtrack.rulesets.swan_song.dice.penalties import penalty_parts
from gmtrack.rulesets.swan_song.dice.pools import attribute_part
from gmtrack.rulesets.swan_song.dice.rolls import ROLLS, TestResult, TestSpec, roll_test
from gmtrack.rulesets.swan_song.rulings.house import House
from gmtrack.rulesets.swan_song.sheet.game import WORDS, Game
from gmtrack.rulesets.swan_song.sheet.live import Fighter
from gmtrack.rulesets.swan_song.wounds.score import shift_score

THRESHOLD = 3
"""SS-SUR-04"""
LOSS = -10
"""SS-SUR-07"""


class Ambush(NamedTuple):
    """Who makes a Surprise Test, and what was told of it."""

    who: Fighter
    told: Told


BONUSES: tuple[Modifier[Ambush, House], ...] = (
    Modifier("alerted", "SS-SUR-05, R-SUR-6", "alerted: +3 dice",
             3, lambda a: a.who.alerted or a.told.has("alerted", a.who.id), told=True, off=True),
    Modifier("ambusher", "SS-SUR-12, SS-SUR-14, R-SUR-6", "lying in ambush: +6 dice",
             6, lambda a: a.who.ambusher or a.told.has("ambusher", a.who.id), told=True, off=True),
)  # fmt: skip
"""What adds to a Surprise Test, from the flags or told."""
SURPRISE_WORDS = words(BONUSES) | {
    "aware": "an ambusher who sees it coming: no test",
    "by": "whom they did not see coming: by=ID,ID; else everybody",
}


def surprise(
    game: Game, who: Fighter, intent: Test, told: Told, without: Told, karma: Karma
) -> str:
    """One Surprise Test; the outcome is `success` or `failure`. An aware ambusher does not
    roll."""
    if told.has("aware", who.id):
        see_it_coming(game, who, told)
        return "success"
    karma.pay(who)
    rules = ROLLS["surprise"]
    parts = [attribute_part(who, "reaction", rules), attribute_part(who, "intuition", rules)]
    parts += karma.dice_part(who) + bonus_parts(who, told, without)
    parts += penalty_parts(game, who, told, without, action=False)
    threshold = THRESHOLD if intent.threshold is None else intent.threshold
    reroll = karma.rerolls(who)
    test = TestSpec("surprise", who.id, parts, threshold=threshold, reroll=reroll, ruled=True)
    result = roll_test(game, test)
    clear_flags(who)
    if result.success:
        game.report.tell("surprise.passed", "good", who=who.name)
        return "success"
    be_surprised(game, who, surprisers(game, told, who), result)
    if who.id in karma.who_uses("surprise"):
        shake_off(game, who)
    if who.surprised:
        doc = game.effect(who, "surprised", until="next-phase", value=lost(game, result))
        doc["by"] = who.surprised_by
    return "failure"


def bonus_parts(who: Fighter, told: Told, without: Told) -> list[Part]:
    """Alerted and ambushing, from the flags or told."""
    parts: list[Part] = []
    for row in BONUSES:
        word = told.get(row.label, who.id)
        if without.has(row.label, who.id):
            continue
        if word is not None and word.value is not None:
            dice = number(word.value, row.label, WORDS.value, most=99)
            parts.append(Part(row.label, dice, row.rules))
        else:
            parts += counting([row], Ambush(who, told), who.house)
    return parts


def see_it_coming(game: Game, who: Fighter, told: Told) -> None:
    """Raises Refusal (`value`) for somebody who does not lie in ambush."""
    if not (who.ambusher or told.has("ambusher", who.id)):
        game.deny(WORDS.value, f"{who.id} is not an ambusher: add `--with ambusher`")
    clear_flags(who)
    game.report.tell("surprise.aware", "good", who=who.name)


def clear_flags(who: Fighter) -> None:
    """They count for one Surprise Test."""
    with who.draft.by("SS-SUR-05, SS-SUR-12"):
        who.alerted = False
        who.ambusher = False


def surprisers(game: Game, told: Told, who: Fighter) -> str | list[str]:
    """`by=ID,ID`, default all."""
    value = told.value("by", who.id)
    if value is None or value == "all":
        return "all"
    words = [word for word in value.split(",") if word.strip()]
    if not words:
        game.deny(WORDS.value, "say by whom: `--with by=ID,ID`")
    return [game.find(word).id for word in words]


def be_surprised(game: Game, who: Fighter, by: str | list[str], result: TestResult) -> None:
    """The state, -10 now or at the coming roll, and after a critical glitch the next phase
    lost."""
    rules = "SS-SUR-07, R-SUR-4, R-SUR-5"
    before = who.surprised_by
    with game.draft.by(rules):
        if isinstance(by, list) and isinstance(before, list):
            who.surprised_by = [*before, *(i for i in by if i not in before)]
        else:
            who.surprised_by = "all" if "all" in (by, before) else by  # type: ignore[assignment]
    game.report.tell("surprise.failed", "bad", who=who.name)
    loss = lost(game, result)
    if who.score is None:
        with game.draft.by("SS-SUR-07, R-SUR-7"):
            who.pending_score_mod += loss
    else:
        shift_score(game, who, loss, rules)
    if critical(game, result):
        with game.draft.by("SS-SUR-11, R-SUR-3"):
            who.skip_phases += 1
        game.report.tell("surprise.critical", "bad", who=who.name)


def critical(game: Game, result: TestResult) -> bool:
    """A critical glitch, or by house rule any (R-TEST-3)."""
    rule = game.house.hard_glitch
    return result.glitch == "critical" or (result.glitch is not None and rule == "as_critical")


def lost(game: Game, result: TestResult) -> int:
    """The Score lost, twice by house rule after a critical glitch."""
    doubled = critical(game, result) and game.house.surprise_crit_double
    return LOSS * (2 if doubled else 1)


def shake_off(game: Game, who: Fighter) -> None:
    """Karma ends the state, the -10 stays. Raises Refusal (`karma`)."""
    if not who.surprised:
        game.deny("karma", f"{who.id} is not surprised")
    with game.draft.by("SS-KAR-02, SS-SUR-09, R-SUR-2"):
        spend(game, who, 1, "surprise")
        if game.house.surprise_karma == "defense_only":
            who.defends_surprised = True
        else:
            who.surprised_by = "none"
    game.report.tell("surprise.shaken", "good", who=who.name)
