"""The words of an attack, read into its plan: parts, weapons, places, what stands between."""

import re

from gmtrack.core.intents import Attack
from gmtrack.core.names import squash, suggestion
from gmtrack.rulesets.kit.words import Told, number
from gmtrack.rulesets.swan_song.attack.called_shots import chosen_place
from gmtrack.rulesets.swan_song.attack.defense import check_defenders, chosen_defense
from gmtrack.rulesets.swan_song.attack.modifiers import (
    ATTACK_MODIFIERS,
    COVER_DICE,
    DEFENSE_MODIFIERS,
)
from gmtrack.rulesets.swan_song.attack.plan import Plan, Strike, entries, entry
from gmtrack.rulesets.swan_song.attack.weapons import better, chosen_mode, chosen_weapon
from gmtrack.rulesets.swan_song.sheet.barriers import Obstacle, obstacle_named
from gmtrack.rulesets.swan_song.sheet.game import WORDS, Game
from gmtrack.rulesets.swan_song.sheet.live import Fighter
from gmtrack.rulesets.swan_song.tables.firing import SPREADS

PLAIN_WORDS = {
    "mode": "one of the weapon's firing modes",
    "spread": "flechette spread: narrow, medium or wide",
    "distance": "metres to the target",
    "unaware": "the target does not know of the attack",
    "concealed": "the target is wholly hidden behind its cover",
    "subdue": "subduing or clinching: hurt limbs count",
    "hearing": "the attack depends on hearing",
    "sight": "the attack depends on sight",
    "club": "strike with the firearm",
    "barrier": "what the line crosses: a barrier, a body or none",
    "multiple": "several strikes at one target",
    "demolitions": "charges laid with LOG + demolitions, against a barrier",
    "ap": "what the action costs",
    "extra-free": "the price of a second Free Action",
}
ATTACK_WORDS = (
    {row.label: row.help for row in ATTACK_MODIFIERS}
    | {row.label: row.help for row in DEFENSE_MODIFIERS}
    | PLAIN_WORDS
)


def read_plan(game: Game, intent: Attack) -> Plan:
    """The attack as worded. Raises Refusal for words, weapons and places that do not exist."""
    told = Told(game.options.words, ATTACK_WORDS, game.draft.encounter, WORDS)
    without = Told(game.options.without, ATTACK_WORDS, game.draft.encounter, WORDS)
    attacker = game.find(intent.attacker)
    if len(intent.targets) == 1 and is_barrier(game, intent.targets[0]):
        return at_barrier(game, attacker, intent.targets[0], told, without)
    targets = [game.find(word) for word in intent.targets]
    check_defenders(game, {target.id for target in targets})
    weapons = entries(game.options.weapon)
    first = chosen_weapon(game, attacker, weapons[0], told)[1]
    area = first.area and len(targets) > 1
    targets = targets * parts_of(game, told, len(targets), area=area)
    check_entries(game, len(targets))
    strikes = []
    for index, target in enumerate(targets):
        name, weapon = chosen_weapon(game, attacker, entry(weapons, index), told)
        mode = chosen_mode(game, attacker, name, weapon, told)
        strike = Strike(game, attacker, target, name, weapon, mode, told, without)
        strike.part = 1 if area else index + 1
        fill_in(strike, index)
        strikes.append(strike)
    return Plan(game, attacker, strikes, area=area)


def fill_in(s: Strike, index: int) -> None:
    """The rest of one part: distance, spread, place, what stands between, the defense."""
    game = s.game
    s.distance = told_distance(game, s.told, s.target.id)
    s.spread = told_spread(game, s)
    s.place = chosen_place(s, entry(entries(game.options.called), index))
    check_cover_word(game, s)
    s.obstacle = chosen_obstacle(s)
    s.defense = chosen_defense(game, s, index)


def check_entries(game: Game, parts: int) -> None:
    """One entry for all parts, or one for each. Raises Refusal (`value`)."""
    for name, text in (("weapon", game.options.weapon), ("called", game.options.called)):
        count = len(entries(text))
        if count not in (1, parts):
            game.deny(WORDS.value, f"--{name} {text}: {count} entries for {parts} attacks")


def parts_of(game: Game, told: Told, targets: int, *, area: bool) -> int:
    """How often the named targets are attacked: `multiple=N` on one of them (SS-MULTI-01)."""
    if not told.has("multiple"):
        return 1
    count = number(told.value("multiple"), "multiple", WORDS.value, least=1, most=20)
    if targets == 1 and not area:
        return count
    if count != targets or area:
        game.deny(WORDS.value, f"multiple={count} does not fit {targets} targets: leave it out")
    return 1


def is_barrier(game: Game, word: str) -> bool:
    barriers = game.draft.encounter.scene.get("barriers") or {}
    return squash(word) in map(squash, barriers) and word not in game.draft.encounter.combatants


def at_barrier(game: Game, attacker: Fighter, word: str, told: Told, without: Told) -> Plan:
    """An attack on a barrier itself (SS-BAR-12)."""
    name, weapon = chosen_weapon(game, attacker, game.options.weapon, told)
    if told.has("multiple"):
        game.deny(WORDS.value, f"{word} is a barrier: it is struck once in an action")
    if game.options.called or game.options.defense:
        game.deny("called", f"{word} is a barrier: no place to call, no defense to choose")
    mode = chosen_mode(game, attacker, name, weapon, told)
    strike = Strike(game, attacker, attacker, name, weapon, mode, told, without)
    return Plan(game, attacker, [strike], obstacle_named(game, word))


def chosen_obstacle(s: Strike) -> Obstacle | None:
    """`barrier=ID` or none, else what the target's cover is made of (8.2)."""
    if not s.told.has("barrier", s.target.id):
        if s.without.has("barrier", s.target.id) or not s.target.cover_barrier:
            return None
        return obstacle_named(s.game, s.target.cover_barrier)
    word = s.told.value("barrier", s.target.id)
    if word is None:
        s.game.deny(WORDS.value, "barrier needs an id: --with barrier=ID, or none")
    return None if word == "none" else obstacle_named(s.game, word)


def told_distance(game: Game, told: Told, target: str) -> float | None:
    text = told.value("distance", target)
    if not told.has("distance", target):
        return None
    if text is None or not re.fullmatch(r"\d{1,6}(\.\d+)?", text):
        game.deny("value", f"distance needs metres, such as distance=12, not '{text or ''}'")
    return float(text)


def told_spread(game: Game, s: Strike) -> str | None:
    if not s.told.has("spread", s.target.id):
        return None
    word = squash(s.told.value("spread", s.target.id) or "")
    if word not in SPREADS:
        game.deny("value", f"no spread '{word}'{suggestion(word, SPREADS)}")
    if not s.weapon.flechette:
        other = better(game, s.attacker, game.options.weapon, lambda one: one.flechette)
        message = f"{other}{s.weapon_id} fires no flechettes: spread does not apply"
        game.deny("weapon", message)
    return word


def check_cover_word(game: Game, s: Strike) -> None:
    word = s.told.value("cover", s.target.id)
    if word is not None and word not in COVER_DICE:
        game.deny("value", f"no cover '{word}'{suggestion(word, COVER_DICE)}")
