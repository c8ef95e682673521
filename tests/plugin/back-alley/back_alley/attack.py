"""One attack, from the words to the last effect."""

from collections.abc import Iterator

from back_alley.dice import against
from back_alley.game import WORDS, Game
from back_alley.sheet import Fighter, Weapon
from back_alley.tables import CIRCUMSTANCES, FISTS, PLACES, Place
from back_alley.turn import may_act, pay
from back_alley.wounds import affect, hurt, passed
from gmtrack.core.encounter import Data
from gmtrack.core.intents import Attack
from gmtrack.core.names import pick
from gmtrack.core.report import Block, Part, Report
from gmtrack.dice.port import greater
from gmtrack.rulesets.kit.blocks import add_block, within
from gmtrack.rulesets.kit.words import WordArgs, match_choice

TOLD = {name: row for name, row in CIRCUMSTANCES.items() if row.told}
SEEN = {name: row for name, row in CIRCUMSTANCES.items() if not row.told}


class Blow:
    """What was declared."""

    def __init__(self, game: Game, intent: Attack) -> None:
        if len(intent.targets) > 1:
            game.deny(WORDS.value, f"one target, not {len(intent.targets)}")
        self.attacker = game.find(intent.attacker)
        self.target = game.find(intent.targets[0])
        game.expect([("attack", self.attacker.id)])
        game.deny_options_except("--mod", "--weapon", "--called")
        options, encounter = game.options, game.draft.encounter
        self.told = WordArgs(options.words, TOLD, encounter, WORDS)
        self.off = WordArgs(options.without, SEEN, encounter, WORDS)
        for name in (*TOLD, *SEEN):
            for word in (*self.told.get_all(name), *self.off.get_all(name)):
                if word.value is not None or word.who is not None:
                    game.deny(WORDS.value, f"type '{name}' alone: it has no value and is nobody's")
        self.weapon_name = weapon_named(self.attacker, options.weapon)
        called = options.called
        self.called = match_choice(called, PLACES, "place", WORDS.unknown) if called else None

    @property
    def weapon(self) -> Weapon:
        return self.attacker.sheet.weapons[self.weapon_name]

    @property
    def place(self) -> Place | None:
        return PLACES[self.called] if self.called else None


def weapon_named(who: Fighter, word: str | None) -> str:
    """The weapon that was typed, or what is in hand."""
    names = {key: weapon.name or key for key, weapon in who.sheet.weapons.items()}
    return pick(word, names, "weapon", WORDS.unknown) if word else who.in_hand


def attack(game: Game, intent: Attack) -> Report:
    """One blow or throw."""
    blow = Blow(game, intent)
    attacker, target = blow.attacker, blow.target
    _allowed(game, blow)
    game.report.tell("attack.called" if blow.called else "attack", "head", **_words(blow))
    head = {"weapon": blow.weapon_name, "called": blow.called}
    with within(game, add_block(game, attacker, target, **head)) as block:
        pay(attacker)
        result = against(game, "attack", attacker, _parts(game, blow))
        if blow.weapon.kind == "thrown":
            _leaves_the_hand(game, blow)
        else:
            passed(game, attacker, "in-cover")
        if result.success:
            _hit(game, blow, block, result.margin)
        else:
            block.body["outcome"] = "miss"
            game.report.tell("miss", who=target.id)
    return game.report


def _words(blow: Blow) -> dict[str, str]:
    weapon = blow.weapon.name or blow.weapon_name
    words = {"who": blow.attacker.id, "target": blow.target.id, "weapon": weapon}
    return words | ({"place": blow.called} if blow.called else {})


def _allowed(game: Game, blow: Blow) -> None:
    attacker, target, weapon = blow.attacker, blow.target, blow.weapon_name
    may_act(game, attacker)
    if attacker is target:
        game.deny(WORDS.value, f"{attacker.id} cannot be the target, too")
    if target.down:
        game.refuse("target", f"{target.id} is down already")
    if weapon in attacker.lying:
        game.refuse("weapon", f"the {weapon} of {attacker.id} has been thrown")
    elif weapon != attacker.in_hand:
        line = f"act {attacker.id} ready {weapon}"
        game.refuse_now("weapon", f"{attacker.id} has no {weapon} in hand: `{line}`")


def _parts(game: Game, blow: Blow) -> Iterator[Part]:
    """Everything that is added to the dice."""
    yield Part("fists", blow.attacker.sheet.fists)
    for name in _circumstances(game, blow):
        if not blow.off.has_word(name):
            value = CIRCUMSTANCES[name].part
            thrown_low = name == "prone" and blow.weapon.kind == "thrown"
            yield Part(name, -value if thrown_low else value)
    if blow.place:
        yield Part(f"called {blow.called}", blow.place.part)


def _circumstances(game: Game, blow: Blow) -> Iterator[str]:
    attacker, target = blow.attacker, blow.target
    holds = {
        "attacker-prone": attacker.prone,
        "attacker-stunned": attacker.stunned and game.house.stun == "minus_2",
        "prone": target.prone,
        "stunned": target.stunned,
        "cover": target.in_cover,
        "dodge": target.dodging,
        "dark": game.dark,
    }
    yield from (name for name, it_does in holds.items() if it_does)
    yield from (name for name in TOLD if blow.told.has_word(name))


def _leaves_the_hand(game: Game, blow: Blow) -> None:
    who = blow.attacker
    who.lying = [*who.lying, blow.weapon_name]
    who.in_hand = FISTS
    game.report.tell("thrown", who=who.id, weapon=blow.weapon_name)


def _hit(game: Game, blow: Blow, block: Block, margin: int) -> None:
    """Damage less toughness, and what the place does."""
    target, base, toughness = blow.target, blow.weapon.damage, blow.target.sheet.toughness
    raw = base + margin if game.house.margin == "adds" else base
    dealt = greater(raw - toughness, 0)
    damage: Data = {
        "base": base,
        "modified": raw,
        "toughness": toughness,
        "dealt": dealt,
    }
    game.report.tell("hit", raw=raw, toughness=toughness, dealt=dealt, who=target.id)
    block.body |= {"outcome": "hit" if dealt > 0 else "blocked", "damage": damage}
    damage["applied"] = [hurt(game, target, dealt)]
    if blow.place and dealt > 0:
        affect(game, target, blow.place.effect)
