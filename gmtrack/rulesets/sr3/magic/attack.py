"""The `attack` command: with a spell it is cast, with a weapon it is an attack."""

from gmtrack.core.intents import Attack
from gmtrack.core.names import propose_near_word, squash
from gmtrack.core.report import Report
from gmtrack.rulesets.sr3.attack.attack import attack as attack_with_weapon
from gmtrack.rulesets.sr3.attack.words import ATTACK_WORDS
from gmtrack.rulesets.sr3.magic.cast import cast_spell
from gmtrack.rulesets.sr3.magic.read import read_cast
from gmtrack.rulesets.sr3.magic.words import CAST_WORDS
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import WORDS, Game, put_who_first


def attack(game: Game, intent: Attack) -> Report:
    """Carry out `attack`: cast the spell that stands where a weapon does, else attack."""
    attacker = game.find(intent.attacker)
    word = squash(game.options.weapon or "")
    if word in attacker.sheet.spells:
        return cast_spell(read_cast(game, attacker, word, intent.targets))
    for target in intent.targets:
        game.find(target)
    check_weapon_known(game, attacker)
    deny_spell_words(game)
    return attack_with_weapon(game, intent)


def check_weapon_known(game: Game, attacker: Fighter) -> None:
    """Raise Refusal `weapon` if a weapon was named that the attacker has neither as a weapon nor as
    a spell."""
    word = game.options.weapon
    if word is None or squash(word) in attacker.weapons:
        return
    spells = attacker.sheet.spells
    what = "weapon or spell" if spells else "weapon"
    known = (*attacker.weapons, *spells)
    hint = propose_near_word(word, known)
    game.deny("weapon", f"{attacker.name} has no {what} '{word}'{hint}")


def deny_spell_words(game: Game) -> None:
    """Raise Refusal `option` for a word that is for spells alone, in an attack with a weapon."""
    for text in put_who_first(game.options.words):
        name = squash(text.partition("=")[0].rpartition(":")[2])
        if name in CAST_WORDS and name not in ATTACK_WORDS:
            message = f"{name} is for spells: leave it out, or --weapon SPELL"
            game.deny(WORDS.value, message)
