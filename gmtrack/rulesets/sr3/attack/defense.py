"""What the target does in melee: the words of `--defense`, and the weapon (SR-013, SR-023, SR-R32,
SR-R38)."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import NamedTuple

from gmtrack.rulesets.kit.words import known, parse_word
from gmtrack.rulesets.sr3.attack.plan import Strike
from gmtrack.rulesets.sr3.sheet.game import WORDS
from gmtrack.rulesets.sr3.sheet.live import Fighter
from gmtrack.rulesets.sr3.sheet.sheet import UNARMED, Weapon
from gmtrack.rulesets.sr3.sheet.weapons import weapon_in_hand

DEFENSES: Mapping[str, str] = MappingProxyType(
    {
        "fight": "rolls with the weapon in hand, and may hit back",
        "full": "does not hit back; the combat pool may help against the damage",
        "none": "does not defend",
    }
)
"""What `--defense` takes (8.2)."""


class Defense(NamedTuple):
    """The word in force for one attack, and what he fights with."""

    word: str
    weapon_id: str
    weapon: Weapon

    @property
    def rolls(self) -> bool:
        return self.word != "none"

    @property
    def full(self) -> bool:
        return self.word == "full"


def choose_defense(s: Strike) -> Defense:
    """SR-013, SR-023, SR-035, SR-R32: as told, or as usual. Raises Refusal (`option`, `weapon`)."""
    told = typed(s)
    word = told or ("full" if s.passing or s.target.full_defense else "fight")
    if s.passing and word != "full":
        s.game.deny(WORDS.value, f"who moves past is on full defense, not {word}")
    if helpless(s):
        if told not in (None, "none"):
            s.game.deny(WORDS.value, f"{s.target.id} is {why_helpless(s.target)}: no defense")
        word = "none"
    return Defense(word, *defense_weapon(s))


def typed(s: Strike) -> str | None:
    """The word of `--defense` for this target; the last one counts. Raises Refusal (`option`)."""
    found = None
    for text in s.game.options.defense:
        word = parse_word(text, s.game.draft.encounter, WORDS)
        name = known(word.name, DEFENSES, "defense", WORDS.value)
        if word.who in (None, s.target.id):
            found = name
    return found


def helpless(s: Strike) -> bool:
    """SR-R32"""
    who = s.target
    if who.dead:
        return True
    if s.game.house.helpless_defense == "allowed":
        return False
    return who.surprised or not who.able


def why_helpless(who: Fighter) -> str:
    return "surprised" if who.able else who.status


def defense_weapon(s: Strike) -> tuple[str, Weapon]:
    """8.2: what is in hand, if it is for melee. Raises Refusal (`weapon`)."""
    who, told = s.target, s.value("defense-weapon")
    if s.has("defense-weapon"):
        name = weapon_in_hand(s.game, who, told or "")
        if who.weapon(name).is_ranged:
            s.game.deny("weapon", f"{name} is no melee weapon")
        return name, who.weapon(name)
    return melee_weapon(who)


def melee_weapon(who: Fighter) -> tuple[str, Weapon]:
    """SR-R38: bare hands where a gun is in hand, by house rule with the skill of clubs."""
    name = who.in_hand
    if not who.weapon(name).is_ranged:
        return name, who.weapon(name)
    fists = who.weapon(UNARMED)
    if who.house.gun_in_melee == "clubs":
        return name, replace(fists, skill="clubs")
    return UNARMED, fists
