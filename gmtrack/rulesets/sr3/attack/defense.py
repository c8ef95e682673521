"""What the target does in melee: the words of `--defense`, and the weapon they defend with."""

from collections.abc import Mapping
from types import MappingProxyType

from gmtrack.core.values import replace
from gmtrack.rulesets.kit.words import Word, known, parse_word
from gmtrack.rulesets.sr3.attack.plan import Answer, Defense, Plan, Strike
from gmtrack.rulesets.sr3.sheet.game import WORDS, Game
from gmtrack.rulesets.sr3.sheet.live import Fighter
from gmtrack.rulesets.sr3.sheet.sheet import UNARMED, Weapon
from gmtrack.rulesets.sr3.sheet.weapons import weapon_named
from gmtrack.rulesets.sr3.wounds.damage import held_alone

DEFENSES: Mapping[str, str] = MappingProxyType(
    {
        "fight": "rolls with the weapon in hand, and may hit back",
        "full": "does not hit back; the combat pool may help against the damage",
        "none": "does not defend",
    }
)
"""What `--defense` takes."""
ANSWERS: tuple[Answer, ...] = ("fight", "full", "none")


def defend(plan: Plan) -> None:
    """Each target's answer to a melee attack; a shot has none. Raises Refusal (`option`,
    `weapon`)."""
    if plan.first.ranged:
        return
    words, released = defense_words(plan.game), plan.released
    for number, s in enumerate(plan.strikes):
        defense = choose_defense(s, typed(s, words), released=s.target in released)
        if s.defense_mods and not defense.rolls:
            s.game.deny(WORDS.value, f"--defense-mod: {s.target.id} does not roll, leave it out")
        plan.strikes[number] = replace(s, defense=defense)


def defense_words(game: Game) -> list[Word]:
    """`--defense` as typed. Raises Refusal (`option`)."""
    words = [parse_word(text, game.draft.encounter, WORDS) for text in game.options.defense]
    names = [known(word.name, DEFENSES, "defense", WORDS.value) for word in words]
    return [word._replace(name=name) for word, name in zip(words, names, strict=True)]


def typed(s: Strike, words: list[Word]) -> Answer | None:
    """The word for this target; the last one counts."""
    here = [word.name for word in words if word.who in (None, s.target.id)]
    return next((answer for answer in ANSWERS if here and answer == here[-1]), None)


def choose_defense(s: Strike, told: Answer | None, *, released: bool) -> Defense:
    """As told, or as usual. `released`: the attack gives up the
    hold on them. Raises Refusal (`option`, `weapon`)."""
    word = told or ("full" if s.passing or s.target.full_defense else "fight")
    if s.passing and word != "full":
        s.game.deny(WORDS.value, "a target moving past is on full defense: --defense full")
    if helpless(s.target, released=released):
        if told not in (None, "none"):
            s.game.deny(
                WORDS.value,
                f"{s.target.id} is {why_helpless(s.target)} and cannot defend: --defense none",
            )
        word = "none"
    return Defense(word, *defense_weapon(s))


def helpless(who: Fighter, *, released: bool = False) -> bool:
    """They cannot defend."""
    if who.dead:
        return True
    if who.house.helpless_defense == "allowed":
        return False
    return who.surprised or not (held_alone(who) if released else who.able)


def why_helpless(who: Fighter) -> str:
    return "surprised" if who.able else who.status


def defense_weapon(s: Strike) -> tuple[str, Weapon]:
    """As told, else what is in hand, if it is for melee. Raises Refusal (`weapon`)."""
    who = s.target
    if not s.has("defense-weapon"):
        return melee_weapon(who)
    name = weapon_named(s.game, who, str(s.words["defense-weapon"].value))
    if who.weapon(name).is_ranged:
        s.game.deny("weapon", f"{name} is not a melee weapon: --with defense-weapon={UNARMED}")
    return name, who.weapon(name)


def melee_weapon(who: Fighter) -> tuple[str, Weapon]:
    """Bare hands where a gun is in hand, by house rule with the skill of clubs."""
    name = who.in_hand
    if not who.weapon(name).is_ranged:
        return name, who.weapon(name)
    fists = who.weapon(UNARMED)
    if who.house.gun_in_melee == "clubs":
        return name, replace(fists, skill="clubs")
    return UNARMED, fists
