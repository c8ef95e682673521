"""The dice of a magician: spell pool, foci, Sorcery dice at hand."""

from collections.abc import Iterator

from gmtrack.core.report import Part
from gmtrack.rulesets.kit.words import format_count
from gmtrack.rulesets.sr3.sheet.fighter import Fighter
from gmtrack.rulesets.sr3.sheet.game import Game
from gmtrack.rulesets.sr3.sheet.spell import ANY_SPELL


def spell_pool_part(dice: int) -> Part:
    """Return spell pool dice as a part of a roll."""
    return Part("spell pool", dice, "SRX-005, SRX-006")


def focus_part(dice: int) -> Part:
    """Return focus dice as a part of a roll."""
    return Part("focus", dice, "SRX-051")


def fitting_keys(who: Fighter, spell_id: str) -> tuple[str, ...]:
    """Return the keys of `spell_dice` and `focus_dice` that fit a spell, the narrowest first: its
    id, its category, any."""
    return (spell_id, who.sheet.spells[spell_id].category, ANY_SPELL)


def spell_dice_parts(who: Fighter, spell_id: str) -> Iterator[Part]:
    """Yield the dice that always count for a spell, such as those of a totem."""
    for key in fitting_keys(who, spell_id):
        dice = who.sheet.spell_dice.get(key, 0)
        if dice:
            label = f"{key.replace('_', ' ')} dice"
            yield Part(label, dice, "SRX-005")


def focus_left(who: Fighter, spell_id: str) -> int:
    """Return the focus dice that are left for a spell."""
    left = 0
    for key in fitting_keys(who, spell_id):
        left += who.focus_dice_left(key)
    return left


def spend_focus(who: Fighter, spell_id: str, dice: int) -> None:
    """Take dice from the foci that fit a spell, from the narrowest first."""
    for key in fitting_keys(who, spell_id) if dice else ():
        here = min(dice, who.focus_dice_left(key))
        if here:
            dice -= here
            with who.draft.by("SRX-051"):
                now = who.focus_dice_left(key) - here
                who.focus_left = {**who.focus_left, key: now}


def spend_spell_pool(who: Fighter, dice: int) -> None:
    """Take dice from the spell pool, and what is left of it if that is less."""
    if dice:
        with who.draft.by("SRX-006"):
            who.spell_pool_left = max(0, who.spell_pool_left - dice)


def spend_sorcery(game: Game, who: Fighter, dice: int) -> None:
    """Take Sorcery dice from those at hand, while a combat turn is in progress."""
    if game.fight.running and dice:
        with who.draft.by("SRX-005"):
            who.sorcery_left = max(0, who.sorcery_left - dice)


def check_spell_pool_left(game: Game, who: Fighter, dice: int) -> None:
    """Refuse more spell pool dice than a combatant has left. Raises Refusal (`pool`)."""
    if dice > who.spell_pool_left:
        left = format_count(
            who.spell_pool_left, "spell pool die", "spell pool dice"
        )
        game.refuse("pool", f"{who.name} has {left} left, not {dice}")


def check_focus_left(
    game: Game, who: Fighter, spell_id: str, dice: int
) -> None:
    """Refuse more focus dice than somebody has left for a spell. Raises Refusal (`pool`)."""
    most = focus_left(who, spell_id)
    if dice > most:
        left = format_count(most, "focus die", "focus dice")
        game.refuse(
            "pool", f"{who.name} has {left} left for {spell_id}, not {dice}"
        )
