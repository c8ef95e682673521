"""Refusals of words that mean nothing in an attack: what is named is used or refused."""

from collections.abc import Sequence
from typing import NoReturn

from gmtrack.rulesets.kit.words import Word
from gmtrack.rulesets.swan_song.attack.modifiers import (
    ATTACK_LABELS,
    COVERS,
    DEFENSE_WORDS,
    DICE_WORDS,
    NO_TARGET,
    OWN_MODIFIERS,
    SUBDUE_WORDS,
)
from gmtrack.rulesets.swan_song.attack.plan import TARGET_WORDS, Strike
from gmtrack.rulesets.swan_song.sheet.game import WORDS

ABOUT_TARGET = {*DEFENSE_WORDS, *TARGET_WORDS, "distance", "barrier"}
"""Words that say something of the target."""
NAMES = (*DICE_WORDS, *TARGET_WORDS, *SUBDUE_WORDS, "distance", "barrier", "club", "demolitions",
         "multiple")  # fmt: skip
"""The words that are looked at."""
NOT_AT_BARRIERS = {*ABOUT_TARGET, *NO_TARGET, *SUBDUE_WORDS} - {
    "mode", *(row.label for row in OWN_MODIFIERS),
}  # fmt: skip


def check_uses(strikes: Sequence[Strike]) -> None:
    """Raise Refusal `value` for a `--with` word that has no use in any part for which it is
    typed.

    Raises Refusal `unknown` for a word, or a number of `--mod`, that is tied to nobody in the
    attack."""
    if not strikes:
        return
    check_numbers(strikes)
    told = strikes[0].told
    for name in () if told.is_empty else told.list_typed(NAMES):
        for word in told.get_all(name):
            concerned = [s for s in strikes if is_about_part(word, s)]
            if not concerned:
                deny_tied_word(strikes, word)
            reasons = [explain_useless(s, name) for s in concerned]
            if all(reasons):
                strikes[0].game.deny(WORDS.value, reasons[0])


def check_numbers(strikes: Sequence[Strike]) -> None:
    """Raise Refusal `unknown` for a number that is tied to nobody whom it could reach."""
    game, attacker = strikes[0].game, strikes[0].attacker.id
    targets = [s.target.id for s in strikes if s.barrier is None]
    for option, texts, reached in (
        ("--mod", game.options.mods, [attacker, *targets]),
        ("--defense-mod", game.options.defense_mods, targets),
    ):
        for mod in game.parse_mods(texts):
            if mod.who is not None and mod.who not in reached:
                game.deny(
                    WORDS.unknown,
                    f"{option} {mod.who}:{mod.value} reaches nobody here",
                )


def is_about_part(word: Word, s: Strike) -> bool:
    """Whether a word says something of one part: of its target, or of the attacker."""
    if word.who is None:
        return True
    of_target = (
        word.name in ABOUT_TARGET
        and s.barrier is None
        and word.who == s.target.id
    )
    of_attacker = word.name in ATTACK_LABELS or word.name not in ABOUT_TARGET
    return of_target or (of_attacker and word.who == s.attacker.id)


def deny_tied_word(strikes: Sequence[Strike], word: Word) -> NoReturn:
    """Raise Refusal `unknown` for a word that is tied to the wrong combatant."""
    taking_part = {strikes[0].attacker.id, *(s.target.id for s in strikes)}
    why = f"{word.who} has no part in this"
    if word.who in taking_part:
        side = "target" if word.name in ABOUT_TARGET else "attacker"
        why = f"{word.name} is about the {side}"
    strikes[0].game.deny(
        WORDS.unknown, f"{why}: leave out {word.who}:{word.name}"
    )


def explain_useless(s: Strike, name: str) -> str:
    """Return why a word means nothing in one part, with what to do about it; an empty text if it
    has a use. Depends on the house rule `cover_vs_melee`."""
    melee, why = s.weapon.is_melee, ""
    useless = (
        ("distance",) if s.game.house.cover_vs_melee else ("distance", "cover")
    )
    if s.barrier is not None:
        why = f"{s.barrier.id} is a barrier" if name in NOT_AT_BARRIERS else ""
    elif name == "barrier":
        return explain_useless_barrier(s)
    elif name == "charge" and not melee:
        why = f"a charge is made in melee, and {s.weapon_id} is no melee weapon"
    elif name in useless and melee:
        why = f"{name} does not count in melee"
    elif (
        name == "concealed" and s.crossed is not None and s.crossed.transparent
    ):
        why = f"{s.crossed.id} is transparent and hides nobody"
    elif name == "demolitions":
        why = f"{s.target.name} is no barrier"
    return why and f"{why}: leave out {name}"


def explain_useless_barrier(s: Strike) -> str:
    """Return why a barrier that is named for this attack stands in nobody's way (R-BAR-17);
    empty if it does."""
    between, target = s.crossed, s.target
    if between is None or between.transparent:
        return ""
    if between.id in (target.id, s.attacker.id):
        return f"{between.id} does not stand between the two: leave out barrier"
    if s.concealed or COVERS[s.cover]:
        return ""
    if s.weapon.is_melee:
        return f"cover does not count in melee: leave out barrier={between.id}"
    ways = "`--with cover=partial`, `--with cover=good` or, wholly hidden, `--with concealed`"
    return f"say how far {between.id} covers {target.name}: add {ways}"
