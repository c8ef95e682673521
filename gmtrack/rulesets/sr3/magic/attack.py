"""The `attack` command: with a spell it is cast, with a weapon it is an attack."""

from gmtrack.core.intents import Attack
from gmtrack.core.names import squash
from gmtrack.core.report import Report
from gmtrack.rulesets.sr3.attack.attack import attack as attack_with_weapon
from gmtrack.rulesets.sr3.attack.words import ATTACK_WORDS
from gmtrack.rulesets.sr3.magic.cast import cast_spell
from gmtrack.rulesets.sr3.magic.read import read_cast
from gmtrack.rulesets.sr3.magic.words import CAST_WORDS
from gmtrack.rulesets.sr3.sheet.game import WORDS, Game, put_who_first


def attack(game: Game, intent: Attack) -> Report:
    """Carry out `attack`: cast the spell that stands where a weapon does, else attack."""
    word = squash(game.options.weapon or "")
    caster = game.find(intent.attacker) if word else None
    if caster is not None and word in caster.sheet.spells:
        return cast_spell(read_cast(game, caster, word, intent.targets))
    deny_spell_words(game)
    return attack_with_weapon(game, intent)


def deny_spell_words(game: Game) -> None:
    """Raise Refusal `option` for a word that is for spells alone, in an attack with a weapon."""
    for text in put_who_first(game.options.words):
        name = squash(text.partition("=")[0].rpartition(":")[2])
        if name in CAST_WORDS and name not in ATTACK_WORDS:
            message = f"{name} is for spells: leave it out, or --weapon SPELL"
            game.deny(WORDS.value, message)
