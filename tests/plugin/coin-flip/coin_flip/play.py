"""The rules: one function for each command that there is."""

from collections.abc import Mapping

from coin_flip.meta import META
from coin_flip.shapes import FightState, Flipper
from gmtrack.core.intents import Add, Attack, End, Remove, Set
from gmtrack.core.names import listed
from gmtrack.core.report import Part, Report, Roll, total
from gmtrack.dice.port import Ask, Reading, amount
from gmtrack.rulesets.kit.blocks import add_block, within
from gmtrack.rulesets.kit.cast import add_sheets, write_values
from gmtrack.rulesets.kit.commands import BaseGame
from gmtrack.rulesets.kit.words import parse_mod, parse_number
from gmtrack.rulesets.port import Words

WORDS = Words(dice="roll", unknown="unknown", value="value")
HEADS = 2
TAKEN = ("mods", "extras", "force", "planning")
"""The options that an attack has a use for."""
PHRASES: Mapping[str, str] = {
    "attack": "{who} stares at {target}",
    "down": "{who} is down",
    "unmoved": "{who} does not blink",
    "end": "Everybody gets up",
    "set": "The GM changes {who}",
    "set.value": "{what} = {value}",
    "add": "{who} joins, known as {id}",
    "remove": "{who} leaves the fight",
}


class Game(BaseGame[Flipper]):
    """One command at work."""

    WORDS = WORDS
    RULESET = META.id

    def seat(self, who: str) -> Flipper:
        return Flipper(self.draft, who)


def attack(game: Game, intent: Attack) -> Report:
    """Flip the coins; one head, and the target is down until the fight ends."""
    attacker, target = game.find(intent.attacker), game.find(intent.targets[0])
    game.expect([("flip", attacker.id)])
    refuse_the_rest(game)
    if len(intent.targets) > 1:
        game.deny("target", f"one target, not {len(intent.targets)}")
    if attacker.down:
        game.refuse("down", f"{attacker.id} is down")
    game.report.tell("attack", "head", who=attacker.id, target=target.id)
    with within(game, add_block(game, attacker, target)) as block:
        hit = flip(game, attacker) > 0
        block.body["outcome"] = "hit" if hit else "miss"
        if hit:
            target.down = True
            game.report_effect(target, "down", until="end")
        game.report.tell(
            "down" if hit else "unmoved", "bad" if hit else "", who=target.id
        )
    return game.report


def refuse_the_rest(game: Game) -> None:
    """What was typed and means nothing here is refused, not passed over."""
    for key, given in game.options._asdict().items():
        if given and key not in TAKEN:
            word = given if isinstance(given, str) else listed(given)
            game.deny("unknown", f"{META.title} has no use for '{word}'")


def flip(game: Game, who: Flipper) -> int:
    """The heads that fell; every coin is there for a reason."""
    parts = [Part("nerve", who.nerve)]
    for text in game.options.extras.get("luck", ()):
        parts.append(
            Part("luck", parse_number(text, "--luck", WORDS.value, least=1, most=20))
        )
    for text in game.options.mods:
        mod = parse_mod(text, game.draft.encounter, WORDS)
        if mod.who in (None, who.id):
            parts.append(Part(mod.why, mod.value))
    parts.append(Part("minimum", max(0, -total(tuple(parts)))))
    return roll_coins(game, who, tuple(part for part in parts if part.value))


def roll_coins(game: Game, who: Flipper, parts: tuple[Part, ...]) -> int:
    """Flip a coin for each point of the parts, and return the heads."""
    coins = total(parts)
    answer = game.dice.roll(
        Ask("flip", who.id, coins, sides=2, reading=Reading(hit=HEADS))
    )
    heads = amount(answer.hits)
    good = tuple(face == HEADS for face in answer.dice)
    roll = Roll(
        "flip",
        who.id,
        parts,
        answer.dice,
        answer.given,
        {"hits": heads},
        good,
        coins,
    )
    game.report.rolled(roll)
    return heads


def end(game: Game, intent: End) -> Report:
    """Everybody gets up."""
    game.report.tell("end", "head")
    for who in game.everybody():
        who.down = False
    return game.report


def set_values(game: Game, intent: Set) -> Report:
    """The GM's word, whatever the rules say."""
    game.report.body["who"] = intent.who
    game.report.tell("set", "head", who=intent.who)
    somebody = intent.who in game.draft.encounter.combatants
    record = (
        game.fighter(intent.who)
        if somebody
        else FightState(game.draft, ("fight",))
    )
    write_values(game, intent, record)
    return game.report


def add(game: Game, intent: Add) -> Report:
    """New combatants."""
    add_sheets(game, intent)
    return game.report


def remove(game: Game, intent: Remove) -> Report:
    """A combatant goes, with what play has made of it."""
    game.report.body["who"] = intent.who
    game.report.tell("remove", "note", who=intent.who)
    game.draft.drop(("fight", "combatants", intent.who))
    game.draft.drop(("combatants", intent.who))
    return game.report
