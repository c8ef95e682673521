"""The target's answer: dodge or counterattack (SP-TRIG-02 to SP-TRIG-10)."""

from functools import partial

from gmtrack.rulesets.kit.words import known, parse_word
from gmtrack.rulesets.spotlight.attack.plan import DEFENSES, Blow, Defense
from gmtrack.rulesets.spotlight.attack.weapons import better, check_usable, choose_mode
from gmtrack.rulesets.spotlight.dice.rolls import mod_parts
from gmtrack.rulesets.spotlight.sheet.game import WORDS, Game
from gmtrack.rulesets.spotlight.sheet.live import Fighter
from gmtrack.rulesets.spotlight.sheet.sheet import UNARMED, Weapon

COUNTER_SKILLS = ("brawl", "melee_weapons", "firearms")
"""SP-TRIG-07"""


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
