"""The outcome of each way to defend, for the GM and in the words of whoever defends."""

from collections.abc import Mapping

from gmtrack.app.players_story import capitalize_first
from gmtrack.core.encounter import Data
from gmtrack.core.report import attacks_of
from gmtrack.play.questions.player_words import label_word
from gmtrack.view.text import count_dice

NO_DEFENSE = "none"
"""The word of a defense with which nobody defends, in every ruleset that has one."""
UNDEFENDED = "no defense"


def describe_defense(who: str, defended: Data, undefended: Data) -> str:
    """Return what a defense comes to: `3 dice`, `4 dice off the attack`, `no defense`. `defended`
    and `undefended` are the documents of the attack with and without it."""
    mine, attack = _rolls_at_target(defended, who)
    theirs, attack_at_will = _rolls_at_target(undefended, who)
    defenses = [roll for name, roll in mine.items() if name not in theirs]
    if defenses and defenses[0].get("target") is not None:
        return f"{defenses[0]['name']}, target {defenses[0]['target']}"
    if defenses:
        return count_dice(int(defenses[0].get("pool") or 0))
    less = attack_at_will - attack
    return f"{count_dice(less)} off the attack" if less > 0 else UNDEFENDED


def label_defenses(
    who: str, usual: Data, by_word: Mapping[str, Data]
) -> tuple[str, ...]:
    """Return each defense in the words of whoever defends: `Full: 14 dice`. `by_word` has the
    document of the attack with each of them, `usual` is that with the default."""
    undefended = by_word.get(NO_DEFENSE, usual)
    standard = _leading_number(describe_defense(who, usual, undefended))
    labels: list[str] = []
    for word, document in by_word.items():
        comes_to = describe_defense(who, document, undefended)
        label = label_word(word)
        if word == NO_DEFENSE:
            label = capitalize_first(UNDEFENDED)
        elif _leading_number(comes_to):
            fewer = " (fewer)" if _leading_number(comes_to) < standard else ""
            label = f"{label}: {comes_to}{fewer}"
        labels.append(label)
    return tuple(labels)


def label_standard(standard: str) -> str:
    """Return the default defense in the words of whoever defends, given what it comes to. Numbers
    that a roll is made against are the GM's."""
    if standard == UNDEFENDED:
        return capitalize_first(UNDEFENDED)
    return f"Standard: {standard}" if _leading_number(standard) else "Standard"


def _leading_number(text: str) -> int:
    """Return the number that a text begins with; 0 if it begins with none."""
    number, _, _ = text.partition(" ")
    return int(number) if number.isdecimal() else 0


def _rolls_at_target(
    document: Data, target: str
) -> tuple[dict[str, Data], int]:
    """Return the rolls of a target in the attack on them, by name, and the pool of its first
    roll."""
    for block in attacks_of(document):
        rolls = block.get("rolls") or [{}]
        if block.get("target") == target:
            own = {
                roll["name"]: roll
                for roll in rolls
                if roll.get("who") == target
            }
            return own, int(rolls[0].get("pool") or 0)
    return {}, 0
