"""The rules of Scuffle."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated

from gmtrack.core.choice import Candidate
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.intents import Attack, End, Intent
from gmtrack.core.lexicon import Lexicon
from gmtrack.core.players import health_word
from gmtrack.core.record import Bounds, Record
from gmtrack.core.report import Part, Report, Roll
from gmtrack.core.screen import Board, Number, Profile, Row, Section, Topic
from gmtrack.core.standing import Standing
from gmtrack.dice.port import Ask, Dice, Reading, amount
from gmtrack.errors import Refusal
from gmtrack.rulesets.kit.blocks import add_block, summarize_attack, within
from gmtrack.rulesets.kit.board import make_pool_track
from gmtrack.rulesets.kit.choices import list_attacks
from gmtrack.rulesets.kit.commands import BaseGame
from gmtrack.rulesets.kit.words import find_combatant
from gmtrack.rulesets.port import Problem, Schema, Words
from scuffle.meta import META

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
    """What play changes of the fight as a whole: nothing."""


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
    "end": "Everybody gets their breath back",
}


class Game(BaseGame[Fighter]):
    """One command at work."""

    WORDS = WORDS
    RULESET = META.id

    def seat(self, who: str) -> Fighter:
        return Fighter(self.draft, who)


def resolve(draft: Draft, intent: Intent, dice: Dice) -> Report:
    """Carry out one command."""
    if isinstance(intent, Attack):
        return attack(Game(draft, intent, dice, "attack"), intent)
    if isinstance(intent, End):
        return end(Game(draft, intent, dice, "end"))
    raise Refusal("unknown", f"{META.title} has no such command")


def attack(game: Game, intent: Attack) -> Report:
    """A die and brawn: 6 or more takes a breath from the target."""
    attacker, target = game.find(intent.attacker), game.find(intent.targets[0])
    game.expect([("attack", attacker.id)])
    game.deny_words_and_options()
    if len(intent.targets) > 1:
        game.deny("target", f"one target, not {len(intent.targets)}")
    if attacker.standing.out:
        game.refuse("down", f"{attacker.id} is down")
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
    """Roll a die, put it into the report, and return its sum with brawn."""
    answer = game.dice.roll(
        Ask("attack", who.id, 1, sides=6, reading=Reading(sum=True))
    )
    rolled = amount(answer.sum)
    parts = (Part("rolled", rolled), Part("brawn", who.brawn))
    document = {"total": rolled + who.brawn, "threshold": NUMBER}
    game.report.rolled(
        Roll("attack", who.id, parts, answer.dice, answer.given, document)
    )
    return rolled + who.brawn


def end(game: Game) -> Report:
    """Everybody gets their breath back."""
    game.report.tell("end", "head")
    for who in game.everybody():
        who.breath = BREATH
    return game.report


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
    fighters = [Fighter(Draft(encounter), who) for who in encounter.combatants]
    document = {
        "order": [
            {"id": who.id, "status": who.standing.status} for who in fighters
        ]
    }
    rows = tuple(board_row(encounter, who) for who in fighters)
    return Board(
        encounter.name, clock=(), columns=("Brawn",), rows=rows, doc=document
    )


def board_row(encounter: Encounter, who: Fighter) -> Row:
    """The line of one combatant: a cell for each column, then the tracks."""
    return Row(
        who.id, encounter.display_name(who.id), encounter.side(who.id), acting=False, done=False,
        standing=who.standing, cells=(str(who.brawn),),
        tracks=(make_pool_track("breath", who.breath, BREATH, exact=True),),
    )  # fmt: skip


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
    row = board_row(encounter, who)
    return Profile(
        name, f"{who.id}: {status}", row.tracks, (), (sheet,), document
    )


def topics(encounter: Encounter | None) -> Mapping[str, Topic]:
    """The pages of `gmtrack rules`."""
    rows = (("attack", f"a die and brawn; {NUMBER} or more takes a breath"),)
    return {"fight": Topic("fight", "how to scuffle", ("what", "how"), rows)}
