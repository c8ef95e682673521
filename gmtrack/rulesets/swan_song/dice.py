"""The rolls of Swan Song: pools from named parts, what lowers them, hits, limits, Karma."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.core.names import propose_near_word, squash
from gmtrack.core.report import Part, total
from gmtrack.dice.port import Answer, Ask, Goal, Reading, amount, lesser
from gmtrack.rulesets.kit.modifiers import (
    Modifier,
    goal_of_hits,
    lift_sum,
    report_roll,
)
from gmtrack.rulesets.kit.own.in_force import (
    NOTHING,
    RollContext,
    find_shares,
    split_part,
)
from gmtrack.rulesets.kit.words import WordArgs, parse_number, parse_word
from gmtrack.rulesets.port import SuccessCount
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
"""The words by which Karma can be spent in an attack or an action."""
KARMA_OFF = "no Karma is spent here: the house rule `karma_uses` is off"


class Karma:
    """The `--karma` words of one command line, parsed: who spends Karma, and on what.

    Only words among `uses` are known. `roller` spends it where a word names nobody; without a
    roller such a word is refused. Raises Refusal `unknown` for another word or combatant,
    `value` for a wrong number of dice or a missing name, and `karma` if the house rule
    `karma_uses` is off."""

    def __init__(
        self, game: Game, uses: Iterable[str], roller: str | None = None
    ) -> None:
        """Parse the typed `--karma WHO:WORD=VALUE`; `uses` are the words allowed here, `roller`
        is the id of the spender if none is named. Raises Refusal: `unknown` for another word,
        `value` for a missing spender or a bad number, `karma` if the house rules have no Karma."""
        self._game = game
        self.spenders: defaultdict[str, set[str]] = defaultdict(set)
        """The ids of those who spend Karma, by the word that they spend it on."""
        self._dice: dict[str, int] = {}
        for text in game.options.extras.get("karma", ()):
            word = parse_word(text, game.draft.encounter, WORDS)
            if word.name not in uses:
                hint = propose_near_word(word.name, uses)
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
                self._dice[who] = parse_number(
                    word.value, "dice", WORDS.value, least=1, most=99
                )
        if any(self.spenders.values()) and game.house.karma_uses == "off":
            game.deny("karma", KARMA_OFF)

    def dice_part(self, who: Fighter) -> list[Part]:
        """Return the dice that `who` buys for 1 point as a list with one part, or an empty list."""
        return (
            [Part("karma", self._dice[who.id], "SS-KAR-03")]
            if who.id in self._dice
            else []
        )

    def rerolls(self, who: Fighter) -> bool:
        """Whether `who` pays 1 point to roll the dice once more that were no hits."""
        return who.id in self.spenders["reroll"]

    def may_reroll(self, who: Fighter) -> bool:
        """Whether `who` could still buy a re-roll: not bought yet, allowed, and with a point of
        Karma. Depends on the house rule `karma_uses`."""
        off = self._game.house.karma_uses == "off"
        return not (off or self.rerolls(who)) and who.karma > 0

    def buys_dice(self, who: Fighter) -> bool:
        """Whether `who` pays 1 point for more dice."""
        return who.id in self.spenders["dice"]

    def check(self, who: Fighter) -> None:
        """Raise Refusal `karma` if `who` has too little Karma for all that their roll buys."""
        for spent, use in enumerate(self._on_roll(who)):
            check_points(self._game, who, use, 1, spent)

    def pay(self, who: Fighter) -> None:
        """Spend the Karma that the roll of `who` costs. Raises Refusal `karma` if there is too
        little."""
        for use in self._on_roll(who):
            with who.draft.by(ON_ROLLS[use]):
                pay_karma(self._game, who, 1, use)

    def _on_roll(self, who: Fighter) -> list[str]:
        """Return the uses of Karma that `who` pays with a roll."""
        return [use for use in ON_ROLLS if who.id in self.spenders[use]]


ON_ROLLS = {"dice": "SS-KAR-03, R-KAR-1", "reroll": "SS-KAR-04, R-KAR-1"}
"""The uses of Karma that are paid with a roll, each with its rules."""


def pay_karma(game: Game, who: Fighter, points: int, use: str) -> None:
    """Take points of Karma from `who` for a use. Raises Refusal `karma` if there are too few."""
    check_points(game, who, use, points)
    if points:
        who.karma -= points


def check_points(
    game: Game, who: Fighter, use: str, points: int, spent: int = 0
) -> None:
    """Raise Refusal `karma` if `who` has fewer points left than a use costs.

    `spent` points count as gone already: what else the same roll takes."""
    left = who.karma - spent
    if left < points:
        game.deny(
            "karma", f"{who.name} has {left} Karma left, {use} costs {points}"
        )


def check_only_roller(game: Game, karma: Karma, roller: str) -> None:
    """Raise Refusal `karma` if anybody but the roller buys dice or a re-roll: they roll nothing
    here."""
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
    """Return the parts of a pool of attribute and skill: both ranks, or the attribute and
    `untrained`.

    Raises Refusal `status` if the skill has no rank and the house rules forbid defaulting."""
    check_rank(game, who, skill)
    return [
        *who.attribute_parts(attribute, rules),
        *rank_parts(who, skill, rules),
    ]


def check_rank(game: Game, who: Fighter, skill: str) -> None:
    """Raise Refusal `status` if `who` has no rank in the skill and the house rule `default_rule`
    is `forbidden` (R-TEST-6)."""
    if not who.skill(skill) and game.house.default_rule == "forbidden":
        rule = "house rule `default_rule: forbidden`"
        game.refuse(
            "status", f"{who.name} has no rank in {squash(skill)} ({rule})"
        )


def rank_parts(who: Fighter, skill: str, rules: str) -> list[Part]:
    """Return the part for a skill's rank; at rank 0 the part `untrained`, or none by house rule."""
    if who.skill(skill):
        return who.rank_parts(skill, rules)
    untrained = Part("untrained", -1, "SS-TEST-06, R-TEST-6")
    return [] if who.house.default_rule == "attribute" else [untrained]


def standard_defense(who: Fighter) -> list[Part]:
    """Return the parts of a Defense Test: Reaction and Intuition (SS-DEF-01)."""
    return attributes_parts(who, ("reaction", "intuition"), "SS-DEF-01")


def attributes_parts(
    who: Fighter, names: Iterable[Attribute], rules: str
) -> list[Part]:
    """Return the parts that these attributes add to a pool, in order."""
    return [part for name in names for part in who.attribute_parts(name, rules)]


def composure_parts(who: Fighter) -> list[Part]:
    """Return the parts of a Composure Test: the sheet's `composure`, else Charisma and
    Willpower.

    By house rule `composure_pool: wil_wil` Willpower counts twice instead (R-TEST-12)."""
    rules = "R-TEST-12"
    if who.sheet.composure is not None:
        return split_part(
            who, "composure", Part("composure", who.sheet.composure, rules)
        )
    twice = who.house.composure_pool == "wil_wil"
    own = attributes_parts(
        who, ("willpower" if twice else "charisma", "willpower"), rules
    )
    return own + find_shares(who, "composure", total(tuple(own)))


def modified_armor(who: Fighter, arp: int) -> int:
    """Return the armor that is left after armor penetration, at least 0.

    Negative penetration adds armor, but never to somebody who has none (R-ARM-3)."""
    return 0 if who.armor_value == 0 else max(0, who.armor_value - arp)


def soak_parts(who: Fighter, arp: int = 0) -> list[Part]:
    """Return the parts of a soak roll: armor, what the penetration `arp` takes off it, and half
    Body."""
    off = modified_armor(who, arp) - who.armor_value
    penetrated = (
        [Part("arp", off, "SS-ATK-10, SS-ARM-04, SS-ARM-05")] if off else []
    )
    return [*who.build.armor_parts, *penetrated, *soak_body_parts(who)]


def soak_body_parts(who: Fighter) -> list[Part]:
    """Return the part of Body in a soak roll: half of it, or all of a vehicle's by house rule."""
    body, vehicle = who.attribute("body"), who.sheet.vehicle
    rules = "R-CALL-15" if vehicle else "SS-ATK-12, SS-ATK-13"
    if vehicle and who.house.vehicle_soak == "full_body":
        return who.attribute_parts("body", rules)
    return [Part("half-body", who.house.div(body, 2), rules)]


def halve_in_last_fight(who: Fighter, base: Iterable[Part]) -> list[Part]:
    """Return the base of a pool, with a part that halves it while `who` fights for their life."""
    parts = list(base)
    whole = total(tuple(parts))
    if who.ffyl is None or whole <= 0:
        return parts
    return [
        *parts,
        Part(FIGHT, who.house.div(whole, 2) - whole, "SS-FFYL-04, R-FFYL-3"),
    ]


def raise_to_minimum(game: Game, pool: Iterable[Part]) -> Parts:
    """Return a pool's parts, raised to the house rule `min_pool` by a part `minimum` if they
    come to less (SS-TEST-07)."""
    return lift_sum(
        game.house.min_pool, pool, "minimum", "SS-TEST-07, R-TEST-5"
    )


def is_delayed(game: Game, who: Fighter) -> bool:
    """Whether `who` acts in a delayed phase that lowers what they do in it (R-DEL-1). Depends on
    the house rule `delay_penalty_scope`."""
    fight = game.fight
    is_acting = fight.running and fight.active == who.id
    if not is_acting or fight.phase_kind == "normal":
        return False
    only_intervening = game.house.delay_penalty_scope == "intervening_only"
    return not (fight.late and only_intervening)


def action_penalties(
    who: Fighter, *, sight: bool, hearing: bool
) -> dict[str, int]:
    """Return how many times each effect on `who` lowers an action, by its label (R-EFF-1).

    One blinded eye counts only if `sight` matters, one deafened ear only if `hearing` does.
    Wounds, running and delay are not among these. Depends on the house rule `one_armed_scope`."""
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


class TestedFighter(NamedTuple):
    """The fighter who makes a test that is no attack, and what matters to it, as the PENALTIES
    ask."""

    game: Game
    who: Fighter
    action: bool
    running: bool
    sight: bool
    hearing: bool

    def suffers(self, label: str) -> int:
        """Return how many times an effect lowers the test.

        If the test is no action, only the effect on a sense that matters counts."""
        sense = label in ("blinded", "deafened") and (
            self.sight or self.hearing
        )
        if not (self.action or sense):
            return 0
        return action_penalties(
            self.who, sight=self.sight, hearing=self.hearing
        )[label]


PENALTIES: tuple[Modifier[TestedFighter, House], ...] = (
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
"""The modifiers that lower tests other than attacks, each with its rules."""
PENALTY_WORDS = {row.label: row.help for row in PENALTIES}
SENSE_WORDS = {
    "sight": "sight matters: one blinded eye counts",
    "hearing": "hearing matters: one deafened ear counts",
}
ROLL_WORDS = PENALTY_WORDS | SENSE_WORDS


def penalty_parts(
    game: Game, who: Fighter, roll: str, told: WordArgs, without: WordArgs, *, action: bool,
    running: bool = True, about: RollContext = NOTHING,
) -> list[Part]:  # fmt: skip
    """Return the modifiers of a test that is no attack: wounds, penalties, the GM's numbers,
    effects.

    Penalties other than wounds count only if the test is an `action`, that of running only with
    `running`. A word in `told` replaces a penalty's dice (Refusal `value` if they are no
    number), one in `without` leaves it out. `roll` is the roll's name; `about` is what is known
    of it, for effects that the GM has defined."""
    sight, hearing = (
        told.has_word("sight", who.id),
        told.has_word("hearing", who.id),
    )
    tested = TestedFighter(game, who, action, running, sight, hearing)
    parts = []
    for row in PENALTIES:
        word = told.get(row.label, who.id)
        if word is None:
            part = row.make_part(tested, game.house)
        else:
            dice = parse_number(
                word.value, row.label, WORDS.value, least=-99, most=99
            )
            part = Part(row.label, dice, row.rules)
        if not without.has_word(row.label, who.id) and part.value:
            parts.append(part)
    mods = game.parse_mods(game.options.mods, who)
    return parts + game.collect_gm_parts(who, roll, mods, "SS-TEST-01", about)


SIDES = 6
HIT = 5
"""The least face that is a hit (SS-TEST-02)."""
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
"""The rules by which a roll of this name is made, and as a rule its first parts."""
UNMODIFIED = ("initiative", "coin", "init_gain", "init_loss", "harm")
"""Rolls that are plain sums: no modifier can be added to them by name."""
HITS = Reading(hit=HIT)
SUM = Reading(sum=True)


class TestResult(NamedTuple):
    """The result of a test.

    `hits` are those of all dice, `counted` those within the limit. `success` is None without a
    threshold. `fell` holds the pool's dice as they fell first, before a re-roll."""

    house: House
    pool: int
    fell: Answer
    hits: int
    counted: int
    success: bool | None

    @property
    def glitch(self) -> str | None:
        """The glitch of the dice as they first fell: None, `glitch` or `critical`; never for 0
        dice.

        Read it only where a rule or a person asks, as it makes odds tell more results apart
        (SS-TEST-08, R-TEST-1, R-TEST-2). Depends on the house rules `critical_glitch` and
        `glitch_rule`."""
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
    """A test to be rolled: the roll's name, who rolls, the pool, the limit and the threshold.

    `reroll` rolls the dice once more that are no hits, `may_reroll` says that the roller could
    buy that, `points_named` that the line has bought dice for the roll. `using` names the weapon
    for the person who rolls, and so does `goal` the number that matters where it is no threshold.
    `block` is what is typed behind the roll's name; None: the roller's id. `ruled` says that the
    rules settle what a critical glitch does. `rules` replaces the rows of ROLLS."""

    name: str
    who: str
    parts: Iterable[Part]
    limit: int | None = None
    threshold: int | None = None
    reroll: bool = False
    using: str = ""
    may_reroll: bool = False
    points_named: bool = False
    ruled: bool = False
    rules: str = ""
    block: str | None = None
    goal: Goal | None = None


def roll_test(game: Game, test: TestSpec) -> TestResult:
    """Roll a test with its re-roll, write the rolls into the report, and return the result.

    Tells of a glitch if the house rule `glitch_effect` is `note`."""
    parts = raise_to_minimum(game, test.parts)
    goal = test.goal
    if test.threshold is not None:
        goal = goal_of_hits("threshold", test.threshold)
    ask = Ask(
        test.name, test.who, total(parts), SIDES, test_reading(game.house), test.limit, test.using,
        parts=parts, goal=goal,
        retry=("karma", "reroll") if test.may_reroll else None, retry_costs="karma",
        block=test.block,
        points_named=test.points_named,
        faces_decide="a glitch",
    )  # fmt: skip
    result = note_roll(game, test, ask, game.dice.roll(ask))
    glitch = result.glitch if game.narrated else None
    if test.reroll:
        result = roll_again(game, test, result)
    if glitch and game.house.glitch_effect == "note":
        # Where no rule says what follows, the GM does (R-TEST-4).
        key = f"glitch.{glitch}" if test.ruled else f"glitch.{glitch}.open"
        game.report.tell(key, "bad", who=game.name(test.who), roll=test.name)
    return result


def test_reading(house: House) -> Reading:
    """Return how the dice of a test are read: hits, and ones that may be a glitch (R-TEST-1)."""
    if house.glitch_rule == "off":
        return HITS
    half = house.glitch_rule == "half_or_more"
    return Reading(hit=HIT, ones=True, ones_matter="half" if half else "most")


def roll_again(game: Game, test: TestSpec, before: TestResult) -> TestResult:
    """Roll the dice of a test once more that were no hits, as the roll NAME_reroll.

    Returns the result of both rolls together."""
    dice, rules = before.pool - before.hits, "SS-KAR-04, R-KAR-3"
    parts = (Part("non-hits", dice, rules),)
    ask = Ask(f"{test.name}_reroll", test.who, dice, SIDES, HITS, parts=parts)
    again = test._replace(reroll=False, rules=rules)
    return note_roll(game, again, ask, game.dice.roll(ask), before)


def note_roll(
    game: Game,
    test: TestSpec,
    ask: Ask,
    answer: Answer,
    before: TestResult | None = None,
) -> TestResult:
    """Make the result of a test from its dice and write the roll into the report.

    `before` is the first result if these dice are a re-roll: its hits are added, and its dice
    alone decide on glitches. In the report only the last of the two rolls has threshold and
    success."""
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
    report_roll(game, ask, answer, body, rules=test.rules)
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
    rivals: Iterable[str] = (),
) -> int:
    """Roll dice, write the roll into the report and return their sum (initiative, coins).
    `secret`: players do not see it; `rules` are its rows if not the usual ones; `block` tells it
    from others of its name; `rivals` are those who are tied, the roller among them."""
    ask = Ask(
        name,
        who,
        total(parts),
        SIDES,
        SUM,
        parts=parts,
        secret=secret,
        block=block,
        rivals=tuple(one for one in rivals if one != who),
    )
    answer = game.dice.roll(ask)
    value = amount(answer.sum)
    report_roll(game, ask, answer, {"total": value}, rules=rules)
    return value


def count_successes(house_rules: Data, roll: Data) -> SuccessCount | None:
    """Return the hits of a roll's document before any limit, for luck; None for a roll that is a
    sum."""
    if "hits" not in roll:
        return None
    return SuccessCount(roll["hits"], roll["pool"], SIDES, Reading(hit=HIT))
