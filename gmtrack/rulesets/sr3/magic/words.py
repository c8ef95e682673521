"""The words of `--with` that a spell knows, with the readers of their values."""

from collections.abc import Mapping

from gmtrack.core.names import squash
from gmtrack.rulesets.kit.words import match_choice
from gmtrack.rulesets.sr3 import tables
from gmtrack.rulesets.sr3.attack.plan import AttackWord, Value
from gmtrack.rulesets.sr3.attack.words import (
    ATTACK_WORDS,
    count_to,
    dice,
    keep_name_as_typed,
    number_or_all_reader,
    signed,
)
from gmtrack.rulesets.sr3.magic.target_number import CAST_MODIFIERS
from gmtrack.rulesets.sr3.sheet.game import WORDS

MOST_FORCE = 30
DEFENSE = "spell-defense"
"""The word for dice of spell defense, and the action that sets them aside."""


def parse_level(name: str, text: str | None) -> Value:
    """Parse a damage level, as L or l. Raises Refusal `option` for anything else."""
    return match_choice(squash(text or ""), tables.LEVELS, name, WORDS.value)


_dice_or_all = number_or_all_reader(dice)
_CAST = (
    AttackWord("force", "force of the spell, 1 to what was learned (default: all of it)", "both",
               "SRX-003", count_to(MOST_FORCE, 1)),
    AttackWord("level", "damage level: L, M, S or D (required where one is chosen)", "both",
               "SRX-004", parse_level, choices=tuple(level.lower() for level in tables.LEVELS)),
    AttackWord("spell-pool", "spell pool dice for casting: N up to the Sorcery dice, or all",
               "both", "SRX-005, SRX-006", _dice_or_all),
    AttackWord("drain-pool", "spell pool dice against the drain: N, or all", "both",
               "SRX-006, SRX-035", _dice_or_all),
    AttackWord("focus", "focus dice for casting: N, or all", "both", "SRX-051", _dice_or_all),
    AttackWord("drain-focus", "focus dice against the drain: N, or all", "both", "SRX-051",
               _dice_or_all),
    AttackWord("sorcery", "Sorcery dice to use, if not all", "both", "SRX-005", dice),
    AttackWord("withhold", "Sorcery dice kept back for the size of an area: N, with wider or "
               "narrower", "both", "SRX-018", dice),
    AttackWord("wider", "an area 1 metre wider for each die kept back", "both", "SRX-018"),
    AttackWord("narrower", "an area 1 metre narrower for every two dice kept back", "both",
               "SRX-018"),
    AttackWord("willing", "the target does not resist", "both", "SRX-009"),
    AttackWord("minutes", "minutes since somebody went down, for a spell against them: N",
               "both", "SRX-007", count_to(60)),
    AttackWord("hasten", "successes set aside, so that a permanent spell takes less time: N",
               "both", "SRX-042", dice),
    AttackWord("touched", "the target is willing, or has been touched before", "both", "SRX-015"),
    AttackWord(DEFENSE, "dice of a magician who protects a target: WHO:N, WHO:all", "both",
               "SRX-047", _dice_or_all),
    AttackWord("unseen", "WHO is out of the caster's sight: not in the area of a combat spell",
               "both", "SRX-019", keep_name_as_typed),
)  # fmt: skip
_SHARED = ("resist-pool", "barrier", "light", "haze")
"""Words of other attacks that hold for spells too."""
_READ = {
    name: ATTACK_WORDS[name].read for name in ("partial-cover", "sustaining")
}

CAST_WORDS: Mapping[str, AttackWord] = {
    **{row.name: row for row in _CAST},
    **{name: ATTACK_WORDS[name] for name in _SHARED},
    **{
        row.label: AttackWord(
            row.label, row.help, "both", row.rules, _READ.get(row.label, signed), row.off
        )
        for row in CAST_MODIFIERS
        if row.told
    },
}  # fmt: skip
"""The words of a spell. A number behind the word of a modifier replaces its worth."""

CAST_SWITCHES = tuple(name for name, row in CAST_WORDS.items() if row.auto)
"""Words that `--without` switches off."""
