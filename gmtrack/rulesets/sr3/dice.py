"""Success tests: d6 against a target number, the Rule of Six, the Rule of One, combat pool dice."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.core.report import Part, total
from gmtrack.dice.port import Answer, Ask, Goal, Offer, Reading, judged
from gmtrack.rulesets.kit.blocks import summarize_attack as summarize_plainly
from gmtrack.rulesets.kit.modifiers import lift_sum, part_documents, report_roll
from gmtrack.rulesets.kit.own.in_force import NOTHING, RollContext
from gmtrack.rulesets.kit.words import Mod
from gmtrack.rulesets.kit.words import format_count as in_numbers
from gmtrack.rulesets.port import AttackSummary, SuccessCount
from gmtrack.rulesets.sr3.karma import (
    burn_point,
    buy_dice,
    offered_dice,
    offered_reroll,
    pay,
)
from gmtrack.rulesets.sr3.rulings import House
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import Game
from gmtrack.rulesets.sr3.sheet.karma import BURN, REROLL, reroll_name
from gmtrack.rulesets.sr3.sheet.wound_modifiers import wound_of
from gmtrack.rulesets.sr3.tables import ATTRIBUTES, BOXES

SIDES = 6
LEAST = 2
"""The lowest target number."""
SEVERAL = 2
"""From so many target numbers on the misses of one roll are not rolled again: each target misses
with other dice."""

ROLLS: Mapping[str, str] = {
    "aid": "SRX-201, SRX-202, SRX-203, SR-REST-08, SR-REST-09",
    "attack": "SR-047",
    "blast": "SRX-R11",
    "care": "SR-REST-11",
    "cast": "SRX-005, SRX-007",
    "defend": "SR-013, SR-023",
    "direction": "SRX-108",
    "dodge": "SR-R27",
    "drain": "SRX-035",
    "hold_on": "SRX-207",
    "initiative": "SR-007",
    "initiative_tie": "SR-009",
    "keep": "SRX-040",
    "knockdown": "SR-030",
    "misfire": "SR-099",
    "recover": "SR-REST-03, SR-REST-05",
    "resist": "SR-048",
    "resist_pool": "SR-048",
    "scatter": "SRX-107",
    "spell_defense": "SRX-047",
    "stand": "SR-R04",
    "subdual_break": "SR-043",
    "subdual_keep": "SR-042",
    "test": "SR-001",
    "touch": "SRX-015, SR-012",
    "touch_defend": "SRX-015, SR-013",
}
"""The rules of each roll, by its name."""
UNMODIFIED = (
    "direction", "initiative", "initiative_tie", "misfire", "scatter",
)  # fmt: skip
"""Rolls whose faces are read as they lie, against no target number."""


class Result(NamedTuple):
    """The successes of a test, and whether every die showed a one."""

    successes: int
    botch: bool = False


def with_minimum(parts: Iterable[Part]) -> tuple[Part, ...]:
    """Return the parts of a target number without those of 0, and with one that lifts the sum to 2
    if it is lower."""
    return lift_sum(
        LEAST, (part for part in parts if part.value), "minimum", "SR-001"
    )


class Test(NamedTuple):
    """A success test before it is rolled: its name, who rolls, the parts of the dice pool and of
    the target number.

    `block` is the target that tells the roll from others of the same name in one command. `offer`
    are pool dice that may still be added. `bought`: Karma has bought some of the dice. `using` is
    the weapon of an attack. `rules` are its rows, if not those of ROLLS. `own`: players may see the
    target number."""

    name: str
    who: Fighter
    dice: tuple[Part, ...]
    tn: tuple[Part, ...]
    block: str | None = None
    offer: Offer | None = None
    using: str = ""
    rules: str = ""
    own: bool = False
    bought: bool = False

    @property
    def pool(self) -> int:
        """The number of dice, at least 0."""
        return max(0, total(self.dice))

    @property
    def shown_dice(self) -> tuple[Part, ...]:
        """The parts of the dice that are shown: those of 0 are left out."""
        return tuple(part for part in self.dice if part.value)

    @property
    def number(self) -> int:
        """The target number, at least 2."""
        return total(with_minimum(self.tn))

    @property
    def key(self) -> tuple[str, str]:
        """The key of the roll for `game.expect`."""
        return (self.name, self.block or self.who.id)


def roll(game: Game, test: Test) -> Result:
    """Roll a test, write it to the report and return its result. Karma that was typed for it buys
    dice, rolls misses again or adds a success."""
    test = buy_dice(game, test)
    answer = game.dice.roll(roll_request(game, test))
    result = result_of(test, answer)
    note_test(game, test, answer, result)
    return spend_after_roll(game, test, result)


def spend_after_roll(game: Game, test: Test, result: Result) -> Result:
    """Return the result of a roll after its misses were rolled again and a point of Karma was
    burnt, if that was typed; pay for it. Raises Refusal `pool` for more than there is Karma."""
    if not game.karma:
        return result
    who, key = test.who, test.key
    for number in range(1, game.karma.take(REROLL, key, who.id) + 1):
        result = roll_misses(game, test, result, number)
    if game.karma.take(BURN, key, who.id):
        more = burn_point(game, who, test.name, result.successes)
        result = result._replace(successes=more)
    return result


def roll_misses(game: Game, test: Test, result: Result, number: int) -> Result:
    """Roll the dice of a test again that have missed, for the `number`th time, which costs so
    many points of Karma, and return the result of both. Does nothing where none has missed."""
    pool = test.pool
    missed = judged(lambda hits: pool - hits, result.successes)
    if missed <= 0:
        return result
    pay(game, test.who, number)
    again = test._replace(
        name=reroll_name(test.name, number),
        dice=(Part("missed", missed, "SRX-220"),),
        offer=None,
        rules="SRX-220",
    )
    answer = game.dice.roll(roll_request(game, again))
    more = result_of(again, answer)._replace(botch=False)
    if game.reported:
        write_test(game, again, answer, more, again=False)
    return result._replace(successes=result.successes + more.successes)


def roll_request(game: Game, test: Test, also: tuple[int, ...] = ()) -> Ask:
    """Return the roll request of a test. Under the Rule of Six, sixes are rolled on up to the
    test's target number or the highest of `also`, the numbers that the same dice are read
    against. Depends on the house rule `rule_of_six`."""
    again = SIDES if game.house.rule_of_six else None
    most = max(test.number, *also, LEAST)
    reading = Reading(
        hit=most,
        ones=True,
        again=again,
        adds=True,
        also=also or (test.number,),
        ones_matter="all",
    )
    if not game.reported:
        return Ask(
            test.name, test.who.id, test.pool, SIDES, reading, block=test.block
        )
    return Ask(
        test.name,
        test.who.id,
        test.pool,
        SIDES,
        reading,
        using=test.using,
        block=test.block,
        parts=test.shown_dice,
        goal=Goal("TN", with_minimum(test.tn), own=test.own),
        offer=test.offer,
        faces_decide="a botch",
        retry=offered_reroll(game, test) if len(also) < SEVERAL else None,
        retry_costs="karma",
        bought=offered_dice(game, test) if game.narrated else None,
        points_named=test.bought,
    )


def result_of(test: Test, answer: Answer) -> Result:
    """Return the result of a test from its roll answer. A test without dice has no successes."""
    return (
        Result(answer.also[0], answer.ones == test.pool)
        if test.pool
        else Result(0)
    )


def note_test(
    game: Game,
    test: Test,
    answer: Answer,
    result: Result,
    *,
    again: bool = False,
) -> None:
    """Write a test's roll to the report, and apply a botch. `again`: the same dice were written
    before, so that they cannot botch again."""
    if not test.pool:
        game.report.tell("no-dice", "note", who=test.who.name, name=test.name)
        return
    if game.reported:
        write_test(game, test, answer, result, again=again)
    if not again and (game.narrated or costs_phase(game)) and result.botch:
        note_botch(game, test.who)


def write_test(
    game: Game, test: Test, answer: Answer, result: Result, *, again: bool
) -> None:
    """Write the document of a test's roll to the report: totals, target number with its parts,
    successes, botch. `again` marks dice that another roll has shown before."""
    body: Data = {
        "totals": list(answer.totals),
        "tn": test.number,
        "tn_parts": part_documents(with_minimum(test.tn)),
        "successes": result.successes,
        "botch": result.botch,
    }
    if again:
        body["same_dice"] = True
    # Of the first dice; those that were added count in theirs.
    good = (
        *(one >= test.number for one in answer.totals),
        *(False for _ in answer.again),
    )
    report_roll(
        game,
        roll_request(game, test),
        answer,
        body,
        good=good,
        rules=test.rules,
    )


def costs_phase(game: Game) -> bool:
    """Whether a botch costs the phase, by house rule in a running combat turn; else it is only
    noted."""
    return game.fight.running and game.house.botch == "lose_phase"


def note_botch(game: Game, who: Fighter) -> None:
    """Note a botch for the GM. By the house rule `lose_phase` it also takes the actions left in the
    phase, or the phase of this pass if it is still to come."""
    game.note(who, "botch")
    if not costs_phase(game):
        return
    with game.draft.by("SR-003, SR-R02"):
        if game.on_turn(who):
            who.free_left = 0
            who.simple_left = 0
        else:
            who.acted = True


def check_pool_left(game: Game, who: Fighter, dice: int) -> None:
    """Refuse more combat pool dice than a combatant has left. Raises Refusal (`pool`)."""
    if dice > who.pool_left:
        game.refuse("pool", pool_message(who, dice))


def pool_message(who: Fighter, dice: int) -> str:
    """Return the message that a combatant does not have so many combat pool dice left."""
    left = in_numbers(who.pool_left, "combat pool die", "combat pool dice")
    return f"{who.name} has {left} left, not {dice}"


def spend_pool(who: Fighter, dice: int) -> None:
    """Take dice from the combat pool, whether or not they help. Takes what is left if that is
    less; refuses nothing."""
    if dice:
        with who.draft.by("SR-004"):
            who.pool_left = max(0, who.pool_left - dice)


def check_pool_limit(game: Game, who: Fighter, dice: int, skill: int) -> None:
    """Refuse more combat pool dice than the skill of the roll, by the house rule `pool_limit`.
    Raises Refusal (`pool`)."""
    if dice > skill and game.house.pool_limit == "skill":
        most = in_numbers(skill, "combat pool die", "combat pool dice")
        message = f"{who.name} can add at most {most} (the skill), not {dice}"
        game.refuse("pool", message)


def trait_parts(who: Fighter, name: str, rules: str) -> tuple[Part, ...]:
    """Return the dice of an attribute, labelled by its name, or of a skill, labelled `skill`."""
    return who.trait_parts(name, rules, "" if name in ATTRIBUTES else "skill")


def pool_part(dice: int) -> Part:
    """Return combat pool dice as a part of a roll."""
    return Part("pool", dice, "SR-004")


def added_parts(
    game: Game,
    who: Fighter,
    roll: str,
    mods: Iterable[Mod] = (),
    about: RollContext = NOTHING,
) -> tuple[Part, ...]:
    """Return the parts that are added to a target number beside the rules: the GM's numbers
    (`mods`) and own effects. `roll` is the roll's name, `about` what is known of it."""
    return tuple(game.collect_gm_parts(who, roll, mods, "SR-001", about))


DEPTH: Mapping[int, str] = {1: "light", 2: "moderate", 3: "serious"}
"""The words of a wound by its modifier (SR-140, SR-141)."""
ROWS: Mapping[str, str] = {
    "physical": "wound",
    "stun": "stun",
    "subdual": "subdual",
}
MISFIRE = "misfire"


def summarize_attack(block: Data) -> AttackSummary:
    """Return the summary of an attack from its block of the document. A wound that became deeper is
    an effect of it, and a misfire one on the attacker, who also suffers the drain of a spell."""
    told = summarize_plainly(block)
    damage = block.get("damage") or {}
    wounds = {damage.get("victim"): tuple(deeper_wounds(damage))}
    misfire = (MISFIRE,) if told.outcome == MISFIRE else ()
    drain = block.get("drain") or {}
    drained = tuple(deeper_wounds(drain))
    return told._replace(
        effects=(*told.effects, *wounds.get(told.target, ())),
        suffered=told.suffered + drain.get("dealt", 0),
        own=(*misfire, *told.own, *wounds.get(told.attacker, ()), *drained),
    )


def deeper_wounds(damage: Data) -> Iterator[str]:
    """Yield a word such as `serious-wound` for each monitor whose wound modifier grew in this
    damage. Full monitors are left out (SR-141)."""
    for row in damage.get("applied", ()):
        depth = wound_of(row["after"])
        if (
            row["to"] in ROWS
            and wound_of(row["before"]) < depth
            and row["after"] < BOXES
        ):
            yield f"{DEPTH[depth]}-{ROWS[row['to']]}"


def count_successes(house_rules: Data, roll: Data) -> SuccessCount | None:
    """Return the successes of a roll's document, for luck. None for initiative, and for one throw
    of a shotgun read again for another target (SR-111)."""
    if "successes" not in roll or roll.get("same_dice"):
        return None
    again = SIDES if House(house_rules).rule_of_six else None
    reading = Reading(hit=roll["tn"], again=again, adds=True)
    return SuccessCount(roll["successes"], roll["pool"], SIDES, reading)
