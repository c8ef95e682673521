"""The target's answer as declared: dodge or counterattack (SP-TRIG-02, SP-TRIG-06)."""

from gmtrack.rulesets.kit.words import known, parse_word
from gmtrack.rulesets.spotlight.attack.plan import DEFENSES, Declared, Strike
from gmtrack.rulesets.spotlight.attack.weapons import choose_mode, choose_weapon
from gmtrack.rulesets.spotlight.dice.rolls import mod_parts
from gmtrack.rulesets.spotlight.sheet.game import WORDS, Game
from gmtrack.rulesets.spotlight.sheet.sheet import Weapon

COUNTER_SKILLS = ("brawl", "melee_weapons", "firearms")
"""SP-TRIG-07"""


def read_defenses(game: Game) -> tuple[Declared, ...]:
    """Every `--defense [WHO:]dodge|counter`. Raises Refusal (`unknown-name`)."""
    words = [parse_word(text, game.draft.encounter, WORDS) for text in game.options.defense]
    return tuple(
        Declared(word.who, known(word.name, DEFENSES, "defense", WORDS.unknown)) for word in words
    )


def read_counter(main: Strike) -> Strike:
    """The target's strike (`counter-weapon`, `counter-mode`). Raises Refusal (`unknown-name`)."""
    game, who = main.game, main.target
    word = main.told.value("counter-weapon", who.id)
    name = choose_weapon(who, word, counters)
    weapon = who.weapons()[name]
    return Strike(
        game=game, attacker=who, target=main.attacker,
        weapon_id=name, weapon=weapon, named=word is not None,
        mode=choose_mode(main.told.value("counter-mode", who.id), weapon),
        called=None, main=False, opportunity=main.opportunity, suppressive=False,
        told=main.told, without=main.without,
        mods=mod_parts(game, game.options.defense_mods), moves=main.moves,
    )  # fmt: skip


def counters(weapon: Weapon) -> bool:
    """Whether one can counter with it."""
    return weapon.skill.replace("-", "_") in COUNTER_SKILLS
