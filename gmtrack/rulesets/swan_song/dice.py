"""The rolls of Swan Song: pools from named parts, what lowers them, hits, limits, Karma."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.core.names import squash, suggestion
from gmtrack.core.report import Part, total
from gmtrack.dice.port import Answer, Ask, Goal, Reading, amount, lesser
from gmtrack.rulesets.kit.modifiers import Modifier, at_least, made
from gmtrack.rulesets.kit.own.in_force import NOTHING, About, shares, split
from gmtrack.rulesets.kit.words import WordArgs, number, parse_word
from gmtrack.rulesets.port import Counted
from gmtrack.rulesets.swan_song.rulings import House
from gmtrack.rulesets.swan_song.sheet.fighter import Fighter
from gmtrack.rulesets.swan_song.sheet.game import WORDS, Game
from gmtrack.rulesets.swan_song.sheet.sheet import Attribute
from gmtrack.rulesets.swan_song.tables import (
    BLINDED_DICE,
    DEAFENED_DICE,
    NAUSEOUS_DICE,
    ONE_ARMED_DICE,
)

FIGHT = "fight-for-your-life"
USES = ("dice", "reroll", FIGHT)
"""What Karma can buy in an attack or an action."""
KARMA_OFF = "no Karma is spent here: the house rule `karma_uses` is off"


class Karma:
    """The `--karma` words of one line. `uses` are those the command knows; `roller` is whom a
    word without WHO means. Raises Refusal (`karma`, `unknown`, `value`)."""

    def __init__(
        self, game: Game, uses: Iterable[str], roller: str | None = None
    ) -> None:
        self._game = game
        self.spenders: defaultdict[str, set[str]] = defaultdict(set)
        """By what it is spent on: the ids of those who do."""
        self._dice: dict[str, int] = {}
        for text in game.options.extras.get("karma", ()):
            word = parse_word(text, game.draft.encounter, WORDS)
            if word.name not in uses:
                hint = suggestion(word.name, uses)
                game.deny(
                    "unknown", f"`--karma {word.name}` is not known here{hint}"
                )
            who = word.who or roller
            if who is None:
                game.deny(
                    "value", f"say whose Karma: `--karma WHO:{word.name}`"
                )
            self.spenders[word.name].add(who)
            if word.name == "dice":
                self._dice[who] = number(
                    word.value, "dice", WORDS.value, least=1, most=99
                )
        if any(self.spenders.values()) and game.house.karma_uses == "off":
            game.deny("karma", KARMA_OFF)

    def dice_part(self, who: Fighter) -> list[Part]:
        """N more dice for 1 point, before the modifiers."""
        return (
            [Part("karma", self._dice[who.id], "SS-KAR-03")]
            if who.id in self._dice
            else []
        )

    def rerolls(self, who: Fighter) -> bool:
        """The non-hits once, for 1 point."""
        return who.id in self.spenders["reroll"]

    def may_reroll(self, who: Fighter) -> bool:
        """Whether that could still be said, with all else paid."""
        off = self._game.house.karma_uses == "off"
        return not (off or self.rerolls(who)) and who.karma > 0

    def check(self, who: Fighter) -> None:
        """Raises Refusal (`karma`) where there is not enough for the roll of `who`."""
        for spent, use in enumerate(self._on_roll(who)):
            check_points(self._game, who, use, 1, spent)

    def pay(self, who: Fighter) -> None:
        """Spend what the roll of `who` costs. Raises Refusal (`karma`)."""
        for use in self._on_roll(who):
            with who.draft.by(ON_ROLLS[use]):
                spend(self._game, who, 1, use)

    def _on_roll(self, who: Fighter) -> list[str]:
        return [use for use in ON_ROLLS if who.id in self.spenders[use]]


ON_ROLLS = {"dice": "SS-KAR-03, R-KAR-1", "reroll": "SS-KAR-04, R-KAR-1"}
"""What Karma buys for a roll, and the rows by which it is paid."""


def spend(game: Game, who: Fighter, points: int, use: str) -> None:
    """Raises Refusal (`karma`) where there is not enough."""
    check_points(game, who, use, points)
    if points:
        who.karma -= points


def check_points(
    game: Game, who: Fighter, use: str, points: int, spent: int = 0
) -> None:
    """`spent`: what else this roll takes before."""
    left = who.karma - spent
    if left < points:
        game.deny(
            "karma", f"{who.id} has {left} Karma left, {use} costs {points}"
        )


def only_roller(game: Game, karma: Karma, roller: str) -> None:
    """Raises Refusal (`karma`) where dice or a re-roll are bought for somebody who rolls
    nothing of the kind here."""
    for use in ("dice", "reroll"):
        others = karma.spenders[use] - {roller}
        if others:
            game.deny(
                "karma",
                f"{min(others)} has no roll here to spend Karma on for {use}",
            )


Parts = tuple[Part, ...]


def skill_parts(
    game: Game, who: Fighter, attribute: Attribute, skill: str, rules: str
) -> list[Part]:
    """Attribute and rank, or attribute and `untrained`. Raises Refusal (`status`)."""
    check_rank(game, who, skill)
    return [
        *who.attribute_parts(attribute, rules),
        *rank_parts(who, skill, rules),
    ]


def check_rank(game: Game, who: Fighter, skill: str) -> None:
    """R-TEST-6, house rule `default_rule: forbidden`. Raises Refusal (`status`)."""
    if not who.skill(skill) and game.house.default_rule == "forbidden":
        rule = "house rule `default_rule: forbidden`"
        game.refuse(
            "status", f"{who.id} has no rank in {squash(skill)} ({rule})"
        )


def rank_parts(who: Fighter, skill: str, rules: str) -> list[Part]:
    """The rank, or what stands for it at rank 0."""
    if who.skill(skill):
        return who.rank_parts(skill, rules)
    untrained = Part("untrained", -1, "SS-TEST-06, R-TEST-6")
    return [] if who.house.default_rule == "attribute" else [untrained]


def standard_defense(who: Fighter) -> list[Part]:
    return attributes_parts(who, ("reaction", "intuition"), "SS-DEF-01")


def attributes_parts(
    who: Fighter, names: Iterable[Attribute], rules: str
) -> list[Part]:
    """Attributes that make up a pool."""
    return [part for name in names for part in who.attribute_parts(name, rules)]


def composure_parts(who: Fighter) -> list[Part]:
    """The sheet's `composure`, else charisma and willpower."""
    rules = "R-TEST-12"
    if who.sheet.composure is not None:
        return split(
            who, "composure", Part("composure", who.sheet.composure, rules)
        )
    twice = who.house.composure_pool == "wil_wil"
    own = attributes_parts(
        who, ("willpower" if twice else "charisma", "willpower"), rules
    )
    return own + shares(who, "composure", total(tuple(own)))


def modified_armor(who: Fighter, arp: int) -> int:
    """Armor after penetration, at least 0; penetration never armors the unarmored (R-ARM-3)."""
    return 0 if who.armor_value == 0 else max(0, who.armor_value - arp)


def soak_parts(who: Fighter, arp: int = 0) -> list[Part]:
    """Armor, what penetration takes off it, and half Body."""
    off = modified_armor(who, arp) - who.armor_value
    penetrated = (
        [Part("arp", off, "SS-ATK-10, SS-ARM-04, SS-ARM-05")] if off else []
    )
    return [*who.build.armor_parts, *penetrated, *body_parts(who)]


def body_parts(who: Fighter) -> list[Part]:
    """Half Body; of vehicles by house rule the whole."""
    body, vehicle = who.attribute("body"), who.sheet.vehicle
    rules = "R-CALL-15" if vehicle else "SS-ATK-12, SS-ATK-13"
    if vehicle and who.house.vehicle_soak == "full_body":
        return who.attribute_parts("body", rules)
    return [Part("half-body", who.house.div(body, 2), rules)]


def halved(who: Fighter, base: Iterable[Part]) -> list[Part]:
    """The base of a pool, halved while the last fight lasts."""
    parts = list(base)
    whole = total(tuple(parts))
    if who.ffyl is None or whole <= 0:
        return parts
    return [
        *parts,
        Part(FIGHT, who.house.div(whole, 2) - whole, "SS-FFYL-04, R-FFYL-3"),
    ]


def bounded(game: Game, pool: Iterable[Part]) -> Parts:
    return at_least(
        game.house.min_pool, pool, "minimum", "SS-TEST-07, R-TEST-5"
    )


def is_delayed(game: Game, who: Fighter) -> bool:
    """Whether a delayed phase lowers what is done in it (R-DEL-1)."""
    fight = game.fight
    if (
        fight.active != who.id
        or fight.phase_kind == "normal"
        or not fight.running
    ):
        return False
    return not (
        fight.late and game.house.delay_penalty_scope == "intervening_only"
    )


def action_penalties(
    who: Fighter, *, sight: bool, hearing: bool
) -> dict[str, int]:
    """R-EFF-1: how many times what is on `who` lowers the tests of actions, by label. Wounds,
    running and delay stand elsewhere."""
    eyes = len({e.location for e in who.find_effects("blinded")})
    ears = len({e.location for e in who.find_effects("deafened")})
    arm = (
        who.has_effect("one_armed_penalty")
        and who.house.one_armed_scope == "all"
    )
    return {
        "nauseous": int(who.has_effect("nauseous")),
        "blinded": min(eyes, 2) if eyes > 1 or sight else 0,
        "deafened": min(ears, 2) if ears > 1 or hearing else 0,
        "one-armed-penalty": int(arm),
    }


class Tested(NamedTuple):
    """Who makes a test that is no attack, whether it is an action, and what matters to it."""

    game: Game
    who: Fighter
    action: bool
    running: bool
    sight: bool
    hearing: bool

    def suffers(self, label: str) -> int:
        """How many times an effect counts; without an action only that of a sense that matters."""
        sense = label in ("blinded", "deafened") and (
            self.sight or self.hearing
        )
        if not (self.action or sense):
            return 0
        return action_penalties(
            self.who, sight=self.sight, hearing=self.hearing
        )[label]


PENALTIES: tuple[Modifier[Tested, House], ...] = (
    Modifier("wounds", "SS-WND-04", "the wound modifier", 1, lambda t: t.who.wound_modifier),
    Modifier("running", "SS-MOVE-07, R-MOV-7", "running: -2",
             -2, lambda t: t.action and t.running and t.who.running),
    Modifier("delayed", "SS-DELAY-04, R-DEL-1", "a delayed phase: -1",
             -1, lambda t: t.action and is_delayed(t.game, t.who)),
    Modifier("nauseous", "SS-EFF-11, R-EFF-13", "nauseous: -4",
             NAUSEOUS_DICE, lambda t: t.suffers("nauseous")),
    Modifier("blinded", "SS-EFF-05, SS-EFF-06, R-EFF-18",
             "one eye blinded, where sight matters: -4; both: -8",
             BLINDED_DICE, lambda t: t.suffers("blinded")),
    Modifier("deafened", "SS-EFF-03, SS-EFF-04, R-EFF-18",
             "one ear deafened, where hearing matters: -2; both: -4",
             DEAFENED_DICE, lambda t: t.suffers("deafened")),
    Modifier("one-armed-penalty", "SS-EFF-18, R-EFF-8", "a shoulder wound: -6",
             ONE_ARMED_DICE, lambda t: t.suffers("one-armed-penalty")),
)  # fmt: skip
"""What lowers tests that are no attacks."""
PENALTY_WORDS = {row.label: row.help for row in PENALTIES}
SENSE_WORDS = {
    "sight": "sight matters: one blinded eye counts",
    "hearing": "hearing matters: one deafened ear counts",
}
ROLL_WORDS = PENALTY_WORDS | SENSE_WORDS


def penalty_parts(
    game: Game, who: Fighter, roll: str, told: WordArgs, without: WordArgs, *, action: bool,
    running: bool = True, about: About = NOTHING,
) -> list[Part]:  # fmt: skip
    """The modifiers of a test that is no attack, by its roll's name: wounds, and for actions what
    penalties on all actions there are, as far as not switched off; then the GM's numbers, and what
    his effects add to such a roll, `about` which this is known."""
    sight, hearing = told.has("sight", who.id), told.has("hearing", who.id)
    tested = Tested(game, who, action, running, sight, hearing)
    parts = []
    for row in PENALTIES:
        word = told.get(row.label, who.id)
        if word is None:
            part = row.part(tested, game.house)
        else:
            dice = number(
                word.value, row.label, WORDS.value, least=-99, most=99
            )
            part = Part(row.label, dice, row.rules)
        if not without.has(row.label, who.id) and part.value:
            parts.append(part)
    mods = game.mods(game.options.mods, who)
    return parts + game.standing(who, roll, mods, "SS-TEST-01", about)


SIDES = 6
HIT = 5
"""SS-TEST-02"""
ROLLS: Mapping[str, str] = {
    "aid": "SS-REST-09, SS-REST-11",
    "attack": "SS-ATK-04",
    "barrier": "SS-BAR-07, SS-BAR-08",
    "buckle": "SS-EFF-12, R-EFF-14",
    "care": "SS-REST-10, SS-REST-13",
    "coin": "SS-INIT-09",
    "defense": "SS-ATK-03",
    "evade": "SS-INT-07, R-INT-3",
    "fatigue": "SS-EFF-19, R-EFF-12",
    "init_gain": "SS-INIT-19, SS-INIT-20, R-INIT-12",
    "init_loss": "SS-INIT-19, SS-INIT-20, R-INIT-12",
    "harm": "SS-REST-06",
    "initiative": "SS-INIT-07",
    "knockdown": "SS-EFF-14, R-KD-2",
    "nausea": "SS-EFF-11",
    "perception": "SS-TEST-01, SS-TEST-03",
    "recover": "SS-REST-04",
    "repair": "SS-REST-12",
    "soak": "SS-ATK-13, SS-WND-04",
    "sprint": "SS-MOVE-05, R-MOV-3",
    "stun": "SS-EFF-07",
    "surprise": "SS-SUR-04",
    "test": "SS-TEST-01, SS-TEST-03",
    "treat": "SS-EFF-16",
}
"""The rows that a roll of this name comes from, and as a rule its first parts."""
UNMODIFIED = ("initiative", "coin", "init_gain", "init_loss", "harm")
"""Sums that are read as they lie: nothing can be added to them by the name of the roll."""
TEST = Reading(hit=HIT, ones=True)
SUM = Reading(sum=True)


class TestResult(NamedTuple):
    """`hits` of all dice, `counted` after the limit; `success` None without a threshold; `fell`:
    the dice of the pool as they fell first."""

    house: House
    pool: int
    fell: Answer
    hits: int
    counted: int
    success: bool | None

    @property
    def glitch(self) -> str | None:
        """SS-TEST-08, R-TEST-1, -2: None, `glitch` or `critical`; 0 dice never glitch. Looked at
        only where a rule or a person asks."""
        rule, pool, ones = (
            self.house.glitch_rule,
            self.pool,
            amount(self.fell.ones),
        )
        bar = 2 * ones >= pool if rule == "half_or_more" else 2 * ones > pool
        if pool == 0 or ones == 0 or rule == "off" or not bar:
            return None
        critical = (
            amount(self.fell.hits) == 0
            and self.house.critical_glitch == "zero_hits"
        )
        return "critical" if critical else "glitch"


class TestSpec(NamedTuple):
    """One test to be rolled: by which name and by whom, its pool, Limit and threshold. `reroll`:
    the dice that are no hits fall once more; `may_reroll`: they could. `using`: the weapon, for
    the person who rolls. `block`: what is typed behind the name, where that is not who rolls.
    `ruled`: the rules say what a critical glitch does here. `rules`: the
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
    block: str | None = None


def roll_test(game: Game, test: TestSpec) -> TestResult:
    """Roll a pool and count hits; the roll goes into the report."""
    parts = bounded(game, test.parts)
    need = test.threshold
    ask = Ask(
        test.name, test.who, total(parts), SIDES, TEST, test.limit, test.using, parts=parts,
        goal=None if need is None else Goal("threshold", (Part("threshold", need),), reads=False),
        retry=("karma", "reroll") if test.may_reroll else None, block=test.block,
    )  # fmt: skip
    result = noted(game, test, ask, game.dice.roll(ask))
    glitch = result.glitch if game.narrated else None
    if test.reroll:
        result = roll_again(game, test, result)
    if glitch and game.house.glitch_effect == "note":
        # Where no rule says what follows, the GM does (R-TEST-4).
        key = f"glitch.{glitch}" if test.ruled else f"glitch.{glitch}.open"
        game.report.tell(key, "bad", who=game.name(test.who), roll=test.name)
    return result


def roll_again(game: Game, test: TestSpec, before: TestResult) -> TestResult:
    """The dice that are no hits fall once more, as NAME_reroll."""
    dice, rules = before.pool - before.hits, "SS-KAR-04, R-KAR-3"
    parts = (Part("non-hits", dice, rules),)
    ask = Ask(f"{test.name}_reroll", test.who, dice, SIDES, TEST, parts=parts)
    again = test._replace(reroll=False, rules=rules)
    return noted(game, again, ask, game.dice.roll(ask), before)


def noted(
    game: Game,
    test: TestSpec,
    ask: Ask,
    answer: Answer,
    before: TestResult | None = None,
) -> TestResult:
    """Hits against the limit and the threshold of a test, those of the dice `before` it added;
    the roll goes into the report. Of what falls again the last says how it went."""
    pool, fell, hits = ask.count, answer, amount(answer.hits)
    if before is not None:
        pool, fell, hits = before.pool, before.fell, before.hits + hits
    counted = hits if test.limit is None else lesser(hits, test.limit)
    success = None if test.threshold is None else counted >= test.threshold
    result = TestResult(game.house, pool, fell, hits, counted, success)
    if not game.reported:
        return result
    body: Data = {
        "hits": amount(answer.hits),
        "limit": test.limit,
        "counted": counted,
        "glitch": result.glitch if before is None and game.narrated else None,
    }
    if test.threshold is not None and not test.reroll:
        body["threshold"], body["success"] = test.threshold, success
    made(game, ask, answer, body, rules=test.rules)
    return result


def roll_sum(
    game: Game,
    name: str,
    who: str,
    parts: Parts,
    *,
    secret: bool = False,
    rules: str = "",
    block: str | None = None,
) -> int:
    """Roll dice and add them up (initiative, coins)."""
    ask = Ask(
        name,
        who,
        total(parts),
        SIDES,
        SUM,
        parts=parts,
        secret=secret,
        block=block,
    )
    answer = game.dice.roll(ask)
    value = amount(answer.sum)
    made(game, ask, answer, {"total": value}, rules=rules)
    return value


def counted(house_rules: Data, roll: Data) -> Counted | None:
    """All hits that fell, whatever a limit left of them; nothing of dice that are added up."""
    if "hits" not in roll:
        return None
    return Counted(roll["hits"], roll["pool"], SIDES, Reading(hit=HIT))
