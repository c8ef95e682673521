"""The words of an attack, read into its plan: parts, weapons, places, what stands between."""

import re
from typing import NamedTuple

from gmtrack.core.intents import Attack
from gmtrack.core.names import squash, suggestion
from gmtrack.rulesets.kit.words import Told, Word, number
from gmtrack.rulesets.swan_song.attack.called_shots import chosen_place
from gmtrack.rulesets.swan_song.attack.defense import chosen_defense, typed_defenses
from gmtrack.rulesets.swan_song.attack.modifiers import COVERS, DICE_WORDS, SUBDUE_WORDS, read_dice
from gmtrack.rulesets.swan_song.attack.pay import attack_price
from gmtrack.rulesets.swan_song.attack.plan import (
    HIDDEN_WORDS,
    TARGET_WORDS,
    Plan,
    Strike,
    entries,
    entry,
)
from gmtrack.rulesets.swan_song.attack.weapons import better, chosen_mode, chosen_weapon
from gmtrack.rulesets.swan_song.dice.karma import FIGHT, Karma, only_roller
from gmtrack.rulesets.swan_song.dice.penalties import SENSE_WORDS
from gmtrack.rulesets.swan_song.sheet.barriers import Obstacle, obstacle_named
from gmtrack.rulesets.swan_song.sheet.game import WORDS, Game
from gmtrack.rulesets.swan_song.sheet.live import Fighter
from gmtrack.rulesets.swan_song.sheet.words import counted
from gmtrack.rulesets.swan_song.tables.firing import SPREADS
from gmtrack.rulesets.swan_song.turn.costs import AP_WORDS, WAIVER

BARRIER_WORDS = {"barrier": "what the line of fire crosses: a barrier, a body or none"}
PLAIN_WORDS = {
    "mode": "how the weapon fires: mode=burst",
    "spread": "how wide flechettes scatter: spread=narrow, medium or wide",
    "distance": "metres to the target: distance=N",
    "club": "strike with the firearm",
    "multiple": "several strikes at one target: multiple=N",
    "demolitions": "a charge laid on a barrier with logic + demolitions",
}
PLAIN_WORDS |= TARGET_WORDS | BARRIER_WORDS | SUBDUE_WORDS | SENSE_WORDS | AP_WORDS
ATTACK_WORDS = DICE_WORDS | PLAIN_WORDS
ATTACK_OFF = DICE_WORDS | HIDDEN_WORDS | BARRIER_WORDS | WAIVER
"""What `--without` leaves out."""
ACCEPTED = ATTACK_WORDS | WAIVER
"""What `--with` and `--without` take: a word that means nothing to one of them is let pass."""
USES = ("dice", "reroll", FIGHT)


class Typed(NamedTuple):
    """The words of one line, taken apart once: `weapons` and `called` have an entry for each part,
    or one for all."""

    told: Told
    without: Told
    weapons: list[str | None]
    called: list[str | None]
    defenses: list[list[Word]]


def read_plan(game: Game, intent: Attack) -> Plan:
    """The attack as worded. Raises Refusal for what does not exist or makes no sense."""
    told = Told(game.options.words, ACCEPTED, game.draft.encounter, WORDS)
    without = Told(game.options.without, ACCEPTED, game.draft.encounter, WORDS)
    attacker = game.find(intent.attacker)
    if len(intent.targets) == 1 and is_barrier(game, intent.targets[0]):
        barrier = intent.targets[0]
        return planned(attacker, [at_barrier(game, attacker, barrier, told, without)], area=False)
    targets = [game.find(word) for word in intent.targets]
    defenses = typed_defenses(game, {target.id for target in targets})
    weapons, called = entries(game.options.weapon), entries(game.options.called)
    typed = Typed(told, without, weapons, called, defenses)
    first = chosen_weapon(game, attacker, weapons[0], told)
    area = first[1].area and len(targets) > 1
    targets = targets * times(game, told, len(targets), area=area)
    check_entries(game, typed, len(targets))
    strikes: list[Strike] = []
    for index, target in enumerate(targets):
        other = index and len(weapons) > 1
        armed = chosen_weapon(game, attacker, entry(weapons, index), told) if other else first
        strike = Strike(game, attacker, target, *armed, told, without)
        strike.part = 1 if area else index + 1
        read_strike(strike, typed, index)
        strikes.append(strike)
    return planned(attacker, strikes, area=area)


def planned(attacker: Fighter, strikes: list[Strike], *, area: bool) -> Plan:
    """The parts with their prices and the Karma of the line."""
    first, game = strikes[0], strikes[0].game
    karma = Karma(game, USES, attacker.id)
    only_roller(game, karma, attacker.id)
    prices = [attack_price(strike) for strike in strikes]
    waived = first.without.has("extra-free", attacker.id)
    return Plan(game, attacker, strikes, prices, karma, area=area, waived=waived)


def read_strike(s: Strike, typed: Typed, index: int) -> None:
    """The rest of one part: mode, distance, spread, place, what stands between, the defense."""
    s.mode = chosen_mode(s)
    s.distance = told_distance(s)
    s.spread = told_spread(s)
    s.place = chosen_place(s, entry(typed.called, index))
    check_cover_word(s)
    s.crossed = told_barrier(s)
    s.defense = chosen_defense(s, typed.defenses, index)
    read_dice(s)


def check_entries(game: Game, typed: Typed, parts: int) -> None:
    """One entry for all parts, or one for each. Raises Refusal (`value`)."""
    for name, found in (("weapon", typed.weapons), ("called", typed.called)):
        if len(found) not in (1, parts):
            text, attacks = getattr(game.options, name), counted(parts, "attack")
            game.deny(WORDS.value, f"--{name} {text}: {len(found)} entries for {attacks}")


def times(game: Game, told: Told, targets: int, *, area: bool) -> int:
    """How often the named targets are attacked: `multiple=N` on one of them (SS-MULTI-01)."""
    if not told.has("multiple"):
        return 1
    count = number(told.value("multiple"), "multiple", WORDS.value, least=1, most=20)
    if targets == 1 and not area:
        return count
    if count != targets or area:
        named = counted(targets, "target")
        game.deny(WORDS.value, f"leave out multiple={count}: {named} can each be attacked once")
    return 1


def is_barrier(game: Game, word: str) -> bool:
    barriers = game.draft.encounter.scene.get("barriers") or {}
    return squash(word) in map(squash, barriers) and word not in game.draft.encounter.combatants


def at_barrier(game: Game, attacker: Fighter, word: str, told: Told, without: Told) -> Strike:
    """An attack on a barrier itself (SS-BAR-12)."""
    armed = chosen_weapon(game, attacker, game.options.weapon, told)
    if told.has("multiple"):
        game.deny(WORDS.value, f"{word} is a barrier: leave out multiple")
    if game.options.called or game.options.defense:
        game.deny("called", f"{word} is a barrier: leave out --called and --defense")
    strike = Strike(game, attacker, attacker, *armed, told, without)
    strike.mode = chosen_mode(strike)
    strike.barrier = obstacle_named(game, word)
    read_dice(strike)
    return strike


def told_barrier(s: Strike) -> Obstacle | None:
    """`barrier=ID` or none, else what the target's cover is made of."""
    if not s.told.has("barrier", s.target.id):
        if s.without.has("barrier", s.target.id) or not s.target.cover_barrier:
            return None
        return obstacle_named(s.game, s.target.cover_barrier)
    word = s.told.value("barrier", s.target.id)
    if word is None:
        s.game.deny(WORDS.value, "say which barrier: `--with barrier=ID` or `--with barrier=none`")
    return None if word == "none" else obstacle_named(s.game, word)


def told_distance(s: Strike) -> float | None:
    text = s.told.value("distance", s.target.id)
    if not s.told.has("distance", s.target.id):
        return None
    if text is None or not re.fullmatch(r"\d{1,6}(\.\d+)?", text):
        s.game.deny("value", "type the distance in metres, such as `--with distance=12`")
    return float(text)


def told_spread(s: Strike) -> str | None:
    game = s.game
    if not s.told.has("spread", s.target.id):
        return None
    word = squash(s.told.value("spread", s.target.id) or "")
    if word not in SPREADS:
        game.deny("value", f"no spread '{word}'{suggestion(word, SPREADS)}")
    if not s.weapon.flechette:
        other = better(game, s.attacker, game.options.weapon, lambda one: one.flechette)
        message = f"{other}{s.weapon_id} fires no flechettes: leave out spread"
        game.deny("weapon", message)
    return word


def check_cover_word(s: Strike) -> None:
    word = s.told.value("cover", s.target.id)
    if word is not None and word not in COVERS:
        s.game.deny("value", f"no cover '{word}'{suggestion(word, COVERS)}")
