"""Reading an attack: combatants, words, weapons, the defense (8.2)."""

from functools import partial

from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Attack
from gmtrack.rulesets.kit.words import Told, known
from gmtrack.rulesets.spotlight.attack.defense import choose_defense, counter_blow
from gmtrack.rulesets.spotlight.attack.difficulty import SWITCHES, is_moving
from gmtrack.rulesets.spotlight.attack.plan import Blow, Plan
from gmtrack.rulesets.spotlight.attack.weapons import better, choose_mode, choose_weapon
from gmtrack.rulesets.spotlight.dice.rolls import mod_parts
from gmtrack.rulesets.spotlight.sheet.game import WORDS, Game, read_place
from gmtrack.rulesets.spotlight.turn.costs import Trigger

ATTACK_WORDS = {
    "mode": "the fire mode: single, burst, full-auto",
    "suppressive": "pins the targets and does no damage",
    "opportunity": "an enemy leaves cover and runs, or runs past: allowed off the spotlight",
    "react": "answers what just happened: allowed off the spotlight",
    "moving": "attacker or target moves",
    "visibility": "something hampers the attacker's sight",
    "cover": "something is in the way; with an id of scene.cover its armor counts too",
    "untrained": "the attacker has not learnt the skill",
    "counter-weapon": "what the counterattack is made with",
    "counter-mode": "the fire mode of the counterattack",
}


def read(game: Game, intent: Attack) -> Plan:
    """What the words say. Raises Refusal where they cannot mean anything here."""
    encounter = game.draft.encounter
    attacker = game.find(intent.attacker)
    targets = list(dict.fromkeys(game.find(word) for word in intent.targets))
    told = Told(game.options.words, ATTACK_WORDS, encounter, WORDS)
    without = Told(game.options.without, dict.fromkeys(SWITCHES), encounter, WORDS)
    check_cover_words(game, encounter, told)
    suppressive = told.has("suppressive", attacker.id)
    weapon_id, weapon = choose_weapon(game, attacker)
    blow = Blow(
        game=game, attacker=attacker, target=targets[0], weapon_id=weapon_id, weapon=weapon,
        mode=choose_mode(
            game, told.value("mode", attacker.id), weapon,
            partial(better, attacker, game.options.weapon), suppressive=suppressive,
        ),
        called=read_place(game.options.called), main=True,
        opportunity=told.has("opportunity", attacker.id), suppressive=suppressive,
        told=told, without=without, mods=tuple(mod_parts(game, game.options.mods)),
        moves=is_moving(game, attacker) or is_moving(game, targets[0]),
    )  # fmt: skip
    defense = choose_defense(game, targets)
    counter = counter_blow(blow) if defense == "counter" else None
    return Plan(game, blow, targets, trigger_of(blow), defense, counter)


def trigger_of(b: Blow) -> Trigger | None:
    if b.opportunity:
        return "opportunity"
    return "react" if b.told.has("react", b.attacker.id) else None


def check_cover_words(game: Game, encounter: Encounter, told: Told) -> None:
    """Cover told by an id stands in the scene. Raises Refusal (`unknown-name`)."""
    pieces = encounter.scene.get("cover") or {}
    for word in told.all("cover"):
        if word.value:
            known(word.value, pieces, "cover", WORDS.unknown)
