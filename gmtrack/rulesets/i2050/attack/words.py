"""The words of an attack: what each says, what follows it, and how they are read."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from gmtrack.core.intents import Attack
from gmtrack.rulesets.i2050.attack.modifiers import MODIFIERS
from gmtrack.rulesets.i2050.attack.shots_and_aim import (
    INTENT_WORDS,
    AttackWord,
    read_burst,
    read_number,
    read_place,
    read_shares,
)
from gmtrack.rulesets.i2050.attack.typed import Answer, Typed, UnarmedSide
from gmtrack.rulesets.i2050.sheet.game import WORDS, Game
from gmtrack.rulesets.i2050.sheet.live import Fighter
from gmtrack.rulesets.i2050.sheet.options import weapon_named
from gmtrack.rulesets.i2050.tables.defenses import DEFENSES, Defense
from gmtrack.rulesets.kit.words import Told, known, number, parse_mod, parse_word

SIDES: tuple[UnarmedSide, ...] = ("attacker", "defender", "both")
"""What `unarmed-combat` takes."""
FAR = 999
TIED = ("words", "without", "defense", "mods", "defense_mods")
"""The options whose words may be tied to somebody."""

ATTACK_WORDS: Mapping[str, AttackWord] = MappingProxyType(
    {
        **{
            row.label: AttackWord(row.help, row.rules, auto=row.off)
            for row in MODIFIERS
            if row.told
        },
        **INTENT_WORDS,
        "shift": AttackWord("S: the location roll moved by S", "IN-AIM-02, IN-R41", "number"),
        "share": AttackWord(
            "N: the target fights back with N points of skill", "IN-MULTI-01", "number"
        ),
        "unarmed-combat": AttackWord(
            "disables instead of hurting: attacker (default), defender or both",
            "IN-UNARM-02..05", "maybe",
        ),
        "defend-weapon": AttackWord("WEAPON: the target fights back with it", "IN-OPP-01", "word"),
    }
)  # fmt: skip
"""Every word of `--with`: the circumstances, what is declared, the rest."""

SWITCHES = tuple(name for name, row in ATTACK_WORDS.items() if row.auto)
"""What `--without` switches off."""


def read_words(game: Game, intent: Attack) -> Typed:
    """Raises Refusal (`unknown`, `value`)."""
    encounter, options = game.draft.encounter, game.options
    attacker = game.find(intent.attacker)
    told = Told(options.words, ATTACK_WORDS, encounter, WORDS)
    typed = Typed(
        game, attacker,
        targets=tuple(game.find(word) for word in intent.targets),
        told=told,
        without=Told(options.without, dict.fromkeys(SWITCHES), encounter, WORDS),
        weapon=None if options.weapon is None else weapon_named(attacker, options.weapon),
        place=read_place(game),
        aim=read_number(told, "aim"),
        shift=read_number(told, "shift"),
        burst=read_burst(told),
        shares=read_shares(game, told),
        unarmed=read_unarmed(told),
        defenses=tuple(read_defense(game, text) for text in options.defense),
        mods=tuple(parse_mod(text, encounter, WORDS) for text in options.mods),
        defense_mods=tuple(parse_mod(text, encounter, WORDS) for text in options.defense_mods),
    )  # fmt: skip
    refuse_values(typed)
    refuse_strangers(typed)
    return replace(typed, answers=read_answers(typed))


def read_unarmed(told: Told) -> UnarmedSide | None:
    """Raises Refusal (`value`)."""
    words = told.all("unarmed-combat")
    if not words:
        return None
    return known(words[-1].value or SIDES[0], SIDES, "side", WORDS.value)


def read_defense(game: Game, text: str) -> tuple[str | None, Defense]:
    """`[WHO:]DEFENSE`. Raises Refusal (`unknown`)."""
    word = parse_word(text, game.draft.encounter, WORDS)
    return word.who, known(word.name, DEFENSES, "defense", WORDS.unknown)


def read_answers(typed: Typed) -> Mapping[str, Answer]:
    """By target; nothing where the skill is split, as all are defended with what it is split
    into. Raises Refusal (`unknown`, `value`)."""
    if typed.shares is not None:
        return {}
    return {
        who.id: Answer(typed.defense_of(who), read_weapon(typed, who), read_share(typed, who))
        for who in typed.targets
    }


def read_weapon(typed: Typed, who: Fighter) -> str | None:
    """`defend-weapon=W`; of several targets each who has it. Raises Refusal (`unknown`)."""
    word = typed.word("defend-weapon", typed.attacker, who)
    if word is None:
        return None
    owners = typed.targets if word.who is None else (who,)
    names = dict.fromkeys(name for owner in owners for name in owner.weapons)
    name = known(word.value or "", names, "weapon", WORDS.unknown)
    return name if name in who.weapons else None


def read_share(typed: Typed, who: Fighter) -> int | None:
    """`share=N`. Raises Refusal (`value`)."""
    word = typed.word("share", typed.attacker, who)
    return number(word.value, "share", WORDS.value, -FAR, FAR) if word else None


def refuse_values(typed: Typed) -> None:
    """A value after a word that takes none. Raises Refusal (`value`)."""
    for name, row in ATTACK_WORDS.items() if typed.game.options.words else ():
        if row.takes == "nothing" and any(word.value is not None for word in typed.told.all(name)):
            typed.game.deny(WORDS.value, f"{name} takes no value")


def refuse_strangers(typed: Typed) -> None:
    """What is tied to somebody is about one who takes part. Raises Refusal (`unknown`)."""
    options, here = typed.game.options, {None, *(who.id for who in typed.people)}
    if not any(getattr(options, field) for field in TIED):
        return
    tied = [(word.name, word.who) for name in ATTACK_WORDS for word in typed.told.all(name)]
    tied += [(word.name, word.who) for name in SWITCHES for word in typed.without.all(name)]
    tied += [(text, who) for text, (who, _) in zip(options.defense, typed.defenses, strict=True)]
    tied += [(text, mod.who) for text, mod in zip(options.mods, typed.mods, strict=True)]
    mods = zip(options.defense_mods, typed.defense_mods, strict=True)
    tied += [(text, mod.who) for text, mod in mods]
    for what, who in tied:
        if who not in here:
            typed.game.deny(WORDS.unknown, f"{what}: {who} has no part in this attack")
