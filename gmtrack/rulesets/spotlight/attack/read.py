"""An attack as it was typed, read into its plan: names, words, weapons, the defense."""

from collections.abc import Mapping
from types import MappingProxyType

from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Attack
from gmtrack.errors import Refusal
from gmtrack.rulesets.kit.words import Told, known
from gmtrack.rulesets.spotlight.attack.defense import read_counter, read_defenses
from gmtrack.rulesets.spotlight.attack.difficulty import CIRCUMSTANCES, SWITCHES, is_moving
from gmtrack.rulesets.spotlight.attack.plan import Plan, Strike
from gmtrack.rulesets.spotlight.attack.weapons import choose_mode, choose_weapon
from gmtrack.rulesets.spotlight.dice.rolls import mod_parts
from gmtrack.rulesets.spotlight.sheet.game import WORDS, Game, read_place
from gmtrack.rulesets.spotlight.sheet.live import Fighter
from gmtrack.rulesets.spotlight.turn.costs import REACT, Trigger

ATTACK_WORDS: Mapping[str, str] = MappingProxyType(
    {
        "mode": "fire mode: single, burst or full-auto",
        "suppressive": "suppressive fire: pins the targets and does no damage",
        "opportunity": "at an enemy who runs past or leaves cover: needs no spotlight",
        **REACT,
        **CIRCUMSTANCES,
        "counter-weapon": "weapon of the counterattack",
        "counter-mode": "fire mode of the counterattack",
    }
)


def read_plan(game: Game, intent: Attack) -> Plan:
    """What the words say. Raises Refusal where a name or a value means nothing here."""
    attacker = game.find(intent.attacker)
    targets = list(dict.fromkeys(game.find(word) for word in intent.targets))
    strike = read_strike(game, attacker, targets[0])
    declared = read_defenses(game)
    countered = bool(declared) and declared[0].defense == "counter"
    if not countered:
        no_counter_words(strike.told)
    counter = read_counter(strike) if countered else None
    return Plan(game, strike, targets, read_trigger(strike), declared, counter)


def read_strike(game: Game, attacker: Fighter, target: Fighter) -> Strike:
    """The declared attack itself."""
    encounter, options = game.draft.encounter, game.options
    told = Told(options.words, ATTACK_WORDS, encounter, WORDS)
    without = Told(options.without, SWITCHES, encounter, WORDS)
    known_cover(encounter, told)
    suppressive = told.has("suppressive", attacker.id)
    weapon_id = choose_weapon(attacker, options.weapon)
    weapon = attacker.weapons()[weapon_id]
    return Strike(
        game=game, attacker=attacker, target=target,
        weapon_id=weapon_id, weapon=weapon, named=options.weapon is not None,
        mode=choose_mode(told.value("mode", attacker.id), weapon, suppressive=suppressive),
        called=read_place(options.called), main=True,
        opportunity=told.has("opportunity", attacker.id), suppressive=suppressive,
        told=told, without=without, mods=mod_parts(game, options.mods),
        moves=is_moving(attacker) or is_moving(target),
    )  # fmt: skip


def read_trigger(s: Strike) -> Trigger | None:
    """What lets the attacker act off the spotlight."""
    if s.opportunity:
        return "opportunity"
    return "react" if s.told.has("react", s.attacker.id) else None


def known_cover(encounter: Encounter, told: Told) -> None:
    """`cover=ID` names a piece of the scene. Raises Refusal (`unknown-name`)."""
    pieces = encounter.scene.get("cover") or {}
    for word in told.all("cover"):
        if word.value:
            known(word.value, pieces, "cover", WORDS.unknown)


def no_counter_words(told: Told) -> None:
    """Words of a counterattack need one that is declared. Raises Refusal
    (`unknown-name`)."""
    for word in ("counter-weapon", "counter-mode"):
        if told.all(word):
            raise Refusal(WORDS.unknown, f"`--with {word}` needs `--defense counter`")
