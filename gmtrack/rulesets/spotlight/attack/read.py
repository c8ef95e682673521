"""What an attack was declared to be: targets, weapons, modes, words; what forbids it (8.2, 8.7)."""

from collections.abc import Callable
from functools import partial
from typing import Literal

from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Attack
from gmtrack.core.values import value
from gmtrack.rulesets.kit.words import Told, known, parse_word, passed_over
from gmtrack.rulesets.spotlight.attack.difficulty import SWITCHES, Blow, is_moving
from gmtrack.rulesets.spotlight.dice.rolls import mod_parts, need_dice, pool_part
from gmtrack.rulesets.spotlight.sheet.game import WORDS, Game, read_place
from gmtrack.rulesets.spotlight.sheet.live import Fighter
from gmtrack.rulesets.spotlight.sheet.sheet import UNARMED, Mode, Weapon
from gmtrack.rulesets.spotlight.turn.legality import (
    Trigger,
    check_able,
    check_heard,
    check_not_over,
    check_pin,
)

Defense = Literal["dodge", "counter"]
Instead = Callable[[Callable[[Weapon], bool]], str]
DEFENSES: tuple[Defense, ...] = ("dodge", "counter")
MODES: tuple[Mode, ...] = ("single", "burst", "full_auto")
AUTOMATIC: tuple[Mode, ...] = ("burst", "full_auto")
COUNTER_SKILLS = ("brawl", "melee_weapons", "firearms")
"""SP-TRIG-07"""
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


@value
class Declared:
    """A legal attack; `counter` is the blow that answers it, where that was declared."""

    game: Game
    blow: Blow
    targets: list[Fighter]
    trigger: Trigger | None
    defense: Defense | None
    counter: Blow | None


def declared(game: Game, intent: Attack) -> Declared:
    """Read the words, then check that the rules allow it. Raises Refusal."""
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
    plan = Declared(
        game, blow, targets, trigger_of(blow), defense,
        counter_blow(blow) if defense == "counter" else None,
    )  # fmt: skip
    check(plan)
    return plan


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


# --- weapons ---


def choose_weapon(game: Game, who: Fighter) -> tuple[str, Weapon]:
    """The weapon told, or the first that is in hand and works, else fists (8.2)."""
    weapons = who.weapons()
    if game.options.weapon is not None:
        name = known(game.options.weapon, weapons, f"weapon of {who.id}", WORDS.unknown)
    else:
        name = next((w for w in who.sheet.weapons if who.ready(w)), UNARMED)
    return name, weapons[name]


def better(who: Fighter, named: object, would_do: Callable[[Weapon], bool]) -> str:
    """The weapon that would do in place of one that was taken by itself, with what helps."""
    return "" if named else passed_over(who.weapons(), would_do, lambda name: ails(who, name))


def ails(who: Fighter, name: str) -> str:
    """Why a weapon cannot be used, and the line that helps; nothing if it can."""
    by = who.arm_of(name)
    if by is None:
        return f"is not in hand (`act {who.id} draw {name}`)"
    arms = "both arms" if by == "both" else f"the {by.replace('_', ' ')}"
    return "" if who.arms_work(by) else f"needs {arms}"


def choose_mode(
    game: Game, word: str | None, weapon: Weapon, instead: Instead, *, suppressive: bool
) -> Mode:
    """The mode told, or the weapon's first; of suppressive fire the first automatic one. `instead`
    names the weapon that would do. Raises Refusal (`weapon-unusable`, `unknown-name`)."""
    modes = weapon.fire_modes
    if word is None:
        automatic = [mode for mode in modes if mode in AUTOMATIC]
        return automatic[0] if suppressive and automatic else modes[0]
    mode = known(word, MODES, "mode", WORDS.unknown)
    if mode not in modes:
        have = ", ".join(m.replace("_", "-") for m in modes)
        other = instead(lambda one: mode in one.fire_modes)
        game.refuse("weapon-unusable", f"{other}mode {word}: the weapon has {have}")
    return mode


def counter_blow(main: Blow) -> Blow:
    """The target's answer (SP-TRIG-07, `counter-weapon`, `counter-mode`)."""
    game, who = main.game, main.target
    name = counter_weapon(main)
    weapon = who.weapons()[name]
    instead = partial(better, who, main.told.value("counter-weapon", who.id))
    word = main.told.value("counter-mode", who.id)
    mode = choose_mode(game, word, weapon, instead, suppressive=False)
    return Blow(
        game=game, attacker=who, target=main.attacker, weapon_id=name, weapon=weapon, mode=mode,
        called=None, main=False, opportunity=main.opportunity, suppressive=False,
        told=main.told, without=main.without,
        mods=tuple(mod_parts(game, game.options.defense_mods)),
        moves=main.moves,
    )  # fmt: skip


def counter_weapon(main: Blow) -> str:
    """The weapon told, or the first usable one of the right skills, else fists."""
    who = main.target
    weapons = who.weapons()
    word = main.told.value("counter-weapon", who.id)
    if word is not None:
        name = known(word, weapons, f"weapon of {who.id}", WORDS.unknown)
        if not counters(weapons[name]):
            skills = ", ".join(COUNTER_SKILLS)
            message = f"{name} cannot counter: that takes a weapon of {skills}"
            main.game.refuse("weapon-unusable", message)
        check_usable(main.game, who, name)
        return name
    return next((w for w in who.sheet.weapons if counters(weapons[w]) and who.ready(w)), UNARMED)


def counters(weapon: Weapon) -> bool:
    return weapon.skill.replace("-", "_") in COUNTER_SKILLS


def check_usable(game: Game, who: Fighter, name: str) -> None:
    """SP-INJ-02, SP-R43, SP-R48. Raises Refusal (`weapon-unusable`)."""
    if trouble := ails(who, name):
        game.refuse("weapon-unusable", f"{who.id} cannot use the {name}: it {trouble}")


# --- defense ---


def choose_defense(game: Game, targets: list[Fighter]) -> Defense | None:
    """`--defense [WHO:]dodge|counter`. Raises Refusal (`no-defense`, `unknown-name`)."""
    chosen: list[Defense] = []
    for text in game.options.defense:
        word = parse_word(text, game.draft.encounter, WORDS)
        defense = known(word.name, DEFENSES, "defense", WORDS.unknown)
        if word.who is not None and word.who != targets[0].id:
            game.refuse("no-defense", f"{word.who} is not the target")
        chosen.append(defense)
    if len(chosen) > 1:
        game.refuse("no-defense", "one defense for one attack: dodge or counter")
    return chosen[0] if chosen else None


# --- what forbids it ---


def check(plan: Declared) -> None:
    """SP-AP-06 is seen to where the price is paid; all else is here. Raises Refusal."""
    game, b = plan.game, plan.blow
    check_heard(game)
    check_not_over(game)
    check_able(game, b.attacker)
    check_targets(plan)
    check_usable(game, b.attacker, b.weapon_id)
    if b.suppressive and b.mode not in AUTOMATIC:
        message = f"suppressive fire needs burst or full-auto, {b.weapon_id} fires {b.mode}"
        other = better(b.attacker, game.options.weapon, fires_automatic)
        game.refuse("weapon-unusable", f"{other}{message}")
    check_pin(game, b.attacker, "attack")
    if plan.defense:
        check_defense(plan, plan.defense)
    check_words(plan)
    need_dice(game, b.attacker, pool_part(b.attacker, b.weapon.skill), b.weapon.skill)


def fires_automatic(weapon: Weapon) -> bool:
    return any(mode in AUTOMATIC for mode in weapon.fire_modes)


def check_targets(plan: Declared) -> None:
    """SP-SPEC-04, SP-TRIG-12, SP-TRIG-13. Raises Refusal (`bad-target`)."""
    game, b = plan.game, plan.blow
    if b.attacker in plan.targets:
        game.refuse("bad-target", f"{b.attacker.id} cannot be the own target")
    if len(plan.targets) > 1 and not b.suppressive:
        game.refuse("bad-target", "several targets take --with suppressive; name one")
        game.report.tell("one-target", "note", target=b.target.name)
    if b.suppressive and b.called:
        game.refuse("bad-target", "suppressive fire has no --called place")
    if b.opportunity and b.attacker.friend_of(b.target):
        game.refuse("bad-target", f"{b.target.id} is no enemy of {b.attacker.id}")


def check_defense(plan: Declared, defense: Defense) -> None:
    """SP-TRIG-02, SP-TRIG-06. Raises Refusal (`no-defense`, `down`, `suppressed`, `no-dice`)."""
    game, b = plan.game, plan.blow
    if b.suppressive or not b.weapon.is_melee:
        what = "suppressive fire" if b.suppressive else f"{b.weapon_id}, which is ranged"
        game.refuse("no-defense", f"no {defense} against {what}")
    check_able(game, b.target)
    if defense == "dodge":
        need_dice(game, b.target, pool_part(b.target, "athletics"), "athletics")
        return
    check_pin(game, b.target, "counter")
    if plan.counter:
        weapon = plan.counter.weapon
        need_dice(game, b.target, pool_part(b.target, weapon.skill), weapon.skill)


def check_words(plan: Declared) -> None:
    """Words for a counterattack that was not declared would do nothing. Raises Refusal."""
    for word in ("counter-weapon", "counter-mode"):
        if plan.defense != "counter" and plan.blow.told.all(word):
            plan.game.deny(WORDS.unknown, f"{word} goes with --defense counter")


def possible_rolls(plan: Declared) -> list[tuple[str, str]]:
    """Every roll that this attack, as declared, may come to (section 5)."""
    b = plan.blow
    rolls = [("attack", b.attacker.id)]
    if plan.defense:
        rolls.append((plan.defense, b.target.id))
    if plan.counter and one_die(plan.counter):
        rolls.append(("counter_location", b.target.id))
    if one_die(b) and not b.called and not b.suppressive:
        rolls.append(("location", b.attacker.id))
    return rolls


def one_die(b: Blow) -> bool:
    """SP-LOC-04"""
    return pool_part(b.attacker, b.weapon.skill).value == 1
