"""An attack as it was typed, read into its plan: names, words, weapons and modes, the defense."""

from collections.abc import Callable, Mapping
from itertools import starmap

from gmtrack.core.intents import Attack
from gmtrack.core.names import squash
from gmtrack.errors import Refusal
from gmtrack.rulesets.kit.words import match_choice
from gmtrack.rulesets.spotlight.attack.plan import (
    CIRCUMSTANCES,
    DEFENSES,
    SWITCHES,
    AttackPlan,
    DeclaredDefense,
    Strike,
)
from gmtrack.rulesets.spotlight.sheet.game import WORDS, Game, read_place
from gmtrack.rulesets.spotlight.sheet.sheet import UNARMED, Mode, Weapon
from gmtrack.rulesets.spotlight.sheet.state import Fighter
from gmtrack.rulesets.spotlight.tables import place_name
from gmtrack.rulesets.spotlight.turn.legality import REACT, Trigger

MODES: tuple[Mode, ...] = ("single", "burst", "full_auto")
AUTOMATIC: tuple[Mode, ...] = ("burst", "full_auto")


def choose_weapon(
    who: Fighter,
    word: str | None,
    fits: Callable[[Weapon], bool] = lambda _: True,
) -> str:
    """Return the id of the weapon typed as `word`; for None the first that `fits` and can be
    used, else bare hands (SP-R40). Raises Refusal (`unknown-name`) for an unknown one."""
    weapons = who.weapons()
    if word is not None:
        return match_choice(
            word, weapons, f"weapon of {who.name}", WORDS.unknown
        )
    usable = (
        name
        for name in who.sheet.weapons
        if fits(weapons[name]) and who.ready(name)
    )
    return next(usable, UNARMED)


def choose_mode(
    word: str | None, weapon: Weapon, *, suppressive: bool = False
) -> Mode:
    """Return the mode typed as `word`; for None the weapon's first, with `suppressive` its first
    automatic one if it has any. Raises Refusal (`unknown-name`). A mode that only other weapons
    have is returned, and refused where it is used."""
    if word is not None:
        # One that other weapons have is refused by what is used.
        modes = (
            MODES if squash(word) in map(squash, MODES) else weapon.fire_modes
        )
        return match_choice(word, modes, "mode of the weapon", WORDS.unknown)
    modes = weapon.fire_modes
    automatic = [mode for mode in modes if mode in AUTOMATIC]
    return automatic[0] if suppressive and automatic else modes[0]


def why_not_usable(who: Fighter, name: str) -> str:
    """Say why a weapon cannot be used, and the line that helps; empty if it can (SP-INJ-02,
    SP-R43, SP-R48)."""
    by = who.arm_of(name)
    if by is None:
        return f"is not in hand (`act {who.id} draw {name}`)"
    if who.arms_work(by):
        return ""
    return (
        "needs both arms"
        if by == "both"
        else f"is in the {place_name(by)}, which does not work"
    )


COUNTER_SKILLS = ("brawl", "melee_weapons", "firearms")
"""Skills of weapons that can counter (SP-TRIG-07)."""


def read_counter(main: Strike) -> Strike:
    """Return the target's strike by `counter-weapon` and `counter-mode`. Raises Refusal
    (`unknown-name`)."""
    game, who = main.game, main.target
    word = main.told.get_value("counter-weapon", who.id)
    name = choose_weapon(who, word, can_counter)
    weapon = who.weapons()[name]
    return Strike(
        game=game, attacker=who, target=main.attacker,
        weapon_id=name, weapon=weapon, named=word is not None,
        mode=choose_mode(main.told.get_value("counter-mode", who.id), weapon),
        called=None, main=False, opportunity=main.opportunity, suppressive=False,
        told=main.told, without=main.without,
        mods=game.parse_mods(game.options.defense_mods), moves=main.moves,
    )  # fmt: skip


def can_counter(weapon: Weapon) -> bool:
    """Whether the weapon can be used for a counterattack (SP-TRIG-07)."""
    return weapon.skill.replace("-", "_") in COUNTER_SKILLS


ATTACK_WORDS: Mapping[str, str] = {
    "mode": "fire mode: single, burst or full-auto",
    "suppressive": "suppressive fire: pins the targets and does no damage",
    "opportunity": "at an enemy who runs past or leaves cover: needs no spotlight",
    **REACT,
    **CIRCUMSTANCES,
    "counter-weapon": "weapon of the counterattack",
    "counter-mode": "fire mode of the counterattack",
}


def read_plan(game: Game, intent: Attack) -> AttackPlan:
    """Return the plan that the words of an attack make. Raises Refusal `unknown-name` for a name
    that means nothing here and for a word of a counter without one, `bad-value` for a value that
    does not fit."""
    attacker = game.find(intent.attacker)
    targets = list(dict.fromkeys(game.find(word) for word in intent.targets))
    strike = read_strike(game, attacker, targets[0])
    declared = tuple(
        starmap(DeclaredDefense, game.parse_defenses(DEFENSES, WORDS.unknown))
    )
    countered = bool(declared) and declared[0].defense == "counter"
    for word in ("counter-weapon", "counter-mode"):
        if strike.told.get_all(word) and not countered:
            raise Refusal(
                WORDS.unknown, f"`--with {word}` needs `--defense counter`"
            )
    counter = read_counter(strike) if countered else None
    trigger: Trigger | None = (
        "react" if strike.told.has_word("react", attacker.id) else None
    )
    if strike.opportunity:
        trigger = "opportunity"
    return AttackPlan(game, strike, targets, trigger, declared, counter)


def read_strike(game: Game, attacker: Fighter, target: Fighter) -> Strike:
    """Return the attacker's strike by the typed words. Raises Refusal: `unknown-name` for an
    unknown word, weapon, mode, place or cover, `bad-value` for a modifier that is no number."""
    encounter, options = game.draft.encounter, game.options
    told, without = game.parse_words(ATTACK_WORDS, SWITCHES)
    # `cover=ID` names a piece of the scene.
    pieces = encounter.scene.get("cover") or {}
    for word in told.get_all("cover"):
        if word.value:
            match_choice(word.value, pieces, "cover", WORDS.unknown)
    suppressive = told.has_word("suppressive", attacker.id)
    weapon_id = choose_weapon(attacker, options.weapon)
    weapon = attacker.weapons()[weapon_id]
    return Strike(
        game=game, attacker=attacker, target=target,
        weapon_id=weapon_id, weapon=weapon, named=options.weapon is not None,
        mode=choose_mode(told.get_value("mode", attacker.id), weapon, suppressive=suppressive),
        called=read_place(options.called), main=True,
        opportunity=told.has_word("opportunity", attacker.id), suppressive=suppressive,
        told=told, without=without, mods=game.parse_mods(options.mods),
        moves=attacker.is_moving or target.is_moving,
    )  # fmt: skip
