"""The rules of Brawl: Scuffle with turns, `--mod` and the commands of the GM."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from brawl.meta import META
from gmtrack.core.choice import Candidate
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.intents import (
    Add,
    Attack,
    Damage,
    End,
    Heal,
    Intent,
    Next,
    Remove,
    RollInit,
    Set,
)
from gmtrack.core.lexicon import Lexicon
from gmtrack.core.players import health_word
from gmtrack.core.record import Bounds, Record
from gmtrack.core.report import Part, Report, Roll, total
from gmtrack.core.screen import (
    Board,
    Number,
    Profile,
    Row,
    Section,
    Topic,
    Track,
)
from gmtrack.core.standing import Standing
from gmtrack.dice.port import Ask, Dice, Reading, amount
from gmtrack.errors import Refusal
from gmtrack.rulesets.kit.blocks import add_block, summarize_attack, within
from gmtrack.rulesets.kit.board import make_pool_track
from gmtrack.rulesets.kit.cast import add_sheets, write_values
from gmtrack.rulesets.kit.choices import list_attacks
from gmtrack.rulesets.kit.commands import BaseGame
from gmtrack.rulesets.kit.gm import begin_by_hand
from gmtrack.rulesets.kit.words import find_combatant
from gmtrack.rulesets.port import Problem, Schema, Words

__all__ = [
    "LABELS", "META", "PHRASES", "SCHEMA", "WORDS", "board", "candidates", "check", "complete",
    "lexicon", "resolve", "resources_of", "show", "standing_of", "summarize_attack", "topics",
]  # fmt: skip

BREATH = 3
NUMBER = 6


@dataclass
class Sheet:
    """What the GM writes of one combatant."""

    brawn: Annotated[int, Bounds(0, 5)]


@dataclass
class Scene:
    """The surroundings: nothing matters here."""


class FightState(Record):
    """What play changes of the fight as a whole: the round, and whose turn it is."""

    round: Annotated[int, Bounds(0)] = 0
    acting: str | None = None

    def __init__(self, draft: Draft) -> None:
        super().__init__(draft, ("fight",))


class Fighter(Record):
    """What play changes of one combatant."""

    breath: Annotated[int, Bounds(0, BREATH)] = BREATH

    def __init__(self, draft: Draft, who: str) -> None:
        super().__init__(draft, ("fight", "combatants", who))
        self.id = who
        self.brawn = int(draft.encounter.sheet(who)["brawn"])

    @property
    def standing(self) -> Standing:
        down = self.breath <= 0
        health = health_word(
            hurt=self.breath < BREATH, badly=self.breath == 1, down=down
        )
        return Standing("down" if down else "up", out=down, health=health)


SCHEMA = Schema(
    Sheet, Scene, FightState, Fighter, house_rules={}, refused_rules={}
)


def complete(sheet: Data) -> Data:
    """No default of a sheet depends on another field."""
    return sheet


def check(encounter: Encounter) -> Iterator[Problem]:
    """The types say all that can be wrong."""
    return iter(())


WORDS = Words(dice="dice", unknown="unknown", value="value")
LABELS: Mapping[str, str] = {}
PHRASES: Mapping[str, str] = {
    "attack": "{who} grabs {target}",
    "hit": "{target} gasps: {breath} left",
    "miss": "{target} wriggles free",
    "round": "Round {round}",
    "turn": "{who} acts",
    "damage": "{who} loses {amount} of their breath",
    "heal": "{who} gets {amount} of their breath back",
    "set": "The GM changes {who}",
    "set.value": "{what} = {value}",
    "add": "{who} joins, known as {id}",
    "remove": "{who} leaves the fight",
    "end": "Everybody gets their breath back",
}


class Game(BaseGame[Fighter]):
    """One command at work."""

    WORDS = WORDS
    RULESET = META.id

    def __init__(
        self, draft: Draft, intent: Intent, dice: Dice, word: str
    ) -> None:
        super().__init__(draft, intent, dice, word)
        self.fight = FightState(draft)

    def seat(self, who: str) -> Fighter:
        return Fighter(self.draft, who)


def attack(game: Game, intent: Attack) -> Report:
    """A die and brawn: 6 or more takes a breath from the target."""
    attacker, target = game.find(intent.attacker), game.find(intent.targets[0])
    game.expect([("attack", attacker.id)])
    game.deny_words()
    game.deny_options_except("--mod")
    if len(intent.targets) > 1:
        game.deny("target", f"one target, not {len(intent.targets)}")
    if attacker.standing.out:
        game.refuse("down", f"{attacker.id} is down")
    if game.fight.acting not in (None, attacker.id):
        game.refuse("turn", f"it is the turn of {game.name(game.fight.acting)}")
    game.report.tell("attack", "head", who=attacker.id, target=target.id)
    with within(game, add_block(game, attacker, target)) as block:
        if roll(game, attacker) >= NUMBER:
            block.body |= {"outcome": "hit", "damage": {"dealt": 1}}
            target.breath = max(0, target.breath - 1)
            game.report.tell(
                "hit", "bad", target=target.id, breath=target.breath
            )
        else:
            block.body["outcome"] = "miss"
            game.report.tell("miss", target=target.id)
    return game.report


def roll(game: Game, who: Fighter) -> int:
    """Roll a die, put it into the report, and return its sum with brawn and what the GM adds."""
    answer = game.dice.roll(
        Ask("attack", who.id, 1, sides=6, reading=Reading(sum=True))
    )
    mods = game.parse_mods(game.options.mods, who)
    parts = (
        Part("rolled", amount(answer.sum)),
        Part("brawn", who.brawn),
        *(Part(mod.why, mod.value) for mod in mods),
    )
    document = {"total": total(parts), "threshold": NUMBER}
    game.report.rolled(
        Roll("attack", who.id, parts, answer.dice, answer.given, document)
    )
    return total(parts)


def roll_init(game: Game, intent: RollInit) -> Report:
    """Begin the next round with the first in the file; nobody rolls."""
    game.fight.round += 1
    game.report.tell("round", "head", round=game.fight.round)
    return begin_turn(game, game.everybody()[0])


def next_turn(game: Game, intent: Next) -> Report:
    """Give the turn to the next one; after the last one the next round begins."""
    if game.fight.acting is None:
        game.deny("turn", "the fight has not started: roll-init")
    order = [who.id for who in game.everybody()]
    following = order[order.index(game.fight.acting) + 1 :]
    if following:
        return begin_turn(game, game.fighter(following[0]))
    return roll_init(game, RollInit())


def begin_turn(game: Game, who: Fighter) -> Report:
    """Make it somebody's turn."""
    game.fight.acting = who.id
    game.report.tell("turn", "head", who=who.id)
    game.report.body |= turn_document(game.fight)
    return game.report


def turn_document(fight: FightState) -> Data:
    """Return what `board`, `roll-init` and `next` say of the round and the turn."""
    return {
        "round": fight.round,
        "phase": "acting" if fight.acting else "not-started",
        "acting": fight.acting,
        "due": [],
    }


def end(game: Game, intent: End) -> Report:
    """Everybody gets their breath back, and nobody has a turn."""
    game.report.tell("end", "head")
    for who in game.everybody():
        who.breath = BREATH
    game.fight.round, game.fight.acting = 0, None
    return game.report


def damage(game: Game, intent: Damage) -> Report:
    """Take breath from somebody by the GM's hand."""
    who: Fighter = begin_by_hand(game, intent, "type", "location", "pool")
    lost = min(intent.amount, who.breath)
    who.breath -= lost
    game.report.tell("damage", "head", who=who.id, amount=lost)
    return game.report


def heal(game: Game, intent: Heal) -> Report:
    """Give breath back; without a number all of it."""
    who: Fighter = begin_by_hand(game, intent, "type", "location", "pool")
    room = BREATH - who.breath
    gained = room if intent.amount is None else min(intent.amount, room)
    who.breath += gained
    game.report.tell("heal", "head", who=who.id, amount=gained)
    return game.report


def set_values(game: Game, intent: Set) -> Report:
    """Set fields of a sheet, of what play has changed, or of the fight."""
    game.report.body["who"] = intent.who
    game.report.tell("set", "head", who=intent.who)
    is_somebody = intent.who in game.draft.encounter.combatants
    record = game.fighter(intent.who) if is_somebody else game.fight
    write_values(game, intent, record)
    return game.report


def add(game: Game, intent: Add) -> Report:
    """Bring in new combatants."""
    add_sheets(game, intent)
    return game.report


def remove(game: Game, intent: Remove) -> Report:
    """Take out a combatant, with what play has changed; their turn goes to the next one."""
    if game.fight.acting == intent.who:
        next_turn(game, Next())
    if game.fight.acting == intent.who:  # nobody else is there
        game.fight.acting = None
    game.report.body["who"] = intent.who
    game.report.tell("remove", "note", who=intent.who)
    game.draft.drop(("fight", "combatants", intent.who))
    game.draft.drop(("combatants", intent.who))
    return game.report


COMMANDS: Mapping[type[Intent], tuple[str, Callable[[Game, Any], Report]]] = {
    Attack: ("attack", attack),
    RollInit: ("roll-init", roll_init),
    Next: ("next", next_turn),
    End: ("end", end),
    Damage: ("damage", damage),
    Heal: ("heal", heal),
    Set: ("set", set_values),
    Add: ("add", add),
    Remove: ("remove", remove),
}


def resolve(draft: Draft, intent: Intent, dice: Dice) -> Report:
    """Carry out one command."""
    if type(intent) not in COMMANDS:
        raise Refusal("unknown", f"{META.title} has no such command")
    word, carry_out = COMMANDS[type(intent)]
    return carry_out(Game(draft, intent, dice, word), intent)


def standing_of(draft: Draft, who: str) -> Standing:
    """How somebody stands."""
    return Fighter(draft, who).standing


def resources_of(draft: Draft, who: str) -> Mapping[str, int]:
    """An attack costs nothing."""
    return {}


def candidates(encounter: Encounter, who: str) -> Iterator[Candidate]:
    """Everybody else can be attacked; gmtrack finds out by trying whether it works now."""
    others = [other for other in encounter.combatants if other != who]
    yield from list_attacks(
        who, others, weapons=(), ways=lambda weapon, target: ()
    )


def lexicon(encounter: Encounter) -> Lexicon:
    """There are no words besides the names of the combatants."""
    return Lexicon()


def board(encounter: Encounter) -> Board:
    """The fight at a glance."""
    fight = FightState(Draft(encounter))
    fighters = [Fighter(Draft(encounter), who) for who in encounter.combatants]
    order = [{"id": who.id, "status": who.standing.status} for who in fighters]
    started, waiting = ("round", str(fight.round)), ("", "not started")
    return Board(
        encounter.name,
        clock=(started if fight.acting else waiting,),
        columns=("Brawn",),
        rows=tuple(board_row(encounter, who, fight) for who in fighters),
        doc={**turn_document(fight), "order": order},
    )


def board_row(encounter: Encounter, who: Fighter, fight: FightState) -> Row:
    """The line of one combatant: a cell for each column, then the tracks."""
    return Row(
        who.id, encounter.display_name(who.id), encounter.side(who.id),
        acting=fight.acting == who.id, done=False, standing=who.standing,
        cells=(str(who.brawn),), tracks=tracks_of(who),
    )  # fmt: skip


def tracks_of(who: Fighter) -> tuple[Track, ...]:
    """The tracks that board and profile show."""
    return (make_pool_track("breath", who.breath, BREATH, exact=True),)


def show(encounter: Encounter, word: str) -> Profile:
    """One combatant, whole. Raises Refusal for a word that fits nobody."""
    who = Fighter(Draft(encounter), find_combatant(encounter, word, WORDS))
    name, status = encounter.display_name(who.id), who.standing.status
    sheet = Section("Sheet", (Number("brawn", str(who.brawn)),))
    document = {
        "id": who.id,
        "name": name,
        "status": status,
        "sheet": encounter.sheet(who.id),
    }
    return Profile(
        name, f"{who.id}: {status}", tracks_of(who), (), (sheet,), document
    )


def topics(encounter: Encounter | None) -> Mapping[str, Topic]:
    """The pages of `gmtrack rules`."""
    rows = (("attack", f"a die and brawn; {NUMBER} or more takes a breath"),)
    return {"fight": Topic("fight", "how to brawl", ("what", "how"), rows)}
