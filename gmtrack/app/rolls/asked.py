"""What a question of odds is about."""

import re
from collections.abc import Mapping

from gmtrack.core.names import means_somebody, squash

DICE, TEST, INIT = "dice", "test", "init"
WORDS = (TEST, INIT)
"""What a question may begin with, where nobody is called so."""
_DICE = re.compile(r"[-+]?(\d+[-+])*\d*d[\d%].*", re.IGNORECASE)


def roll_asked(word: str, names: Mapping[str, str]) -> str:
    """What a question of odds is about whose first word this is: DICE, or one of WORDS; empty for
    an attack. A combatant of this very name is meant before anything else, one whose name begins so
    before a word that does, and before dice."""
    wanted = squash(word)
    if wanted in {squash(text) for pair in names.items() for text in pair}:
        return ""
    if wanted in WORDS:
        return wanted
    if means_somebody(word, names):
        return ""
    begun = [one for one in WORDS if wanted and one.startswith(wanted)]
    if len(begun) == 1:
        return begun[0]
    return DICE if _DICE.fullmatch(word) else ""
