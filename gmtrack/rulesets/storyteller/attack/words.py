"""The words of an attack: what each means, and which attacks it fits."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from gmtrack.rulesets.kit.modifiers import switches as switched
from gmtrack.rulesets.kit.words import Told
from gmtrack.rulesets.storyteller.attack.pool import MODIFIERS, lines
from gmtrack.rulesets.storyteller.sheet.game import WORDS, Game
from gmtrack.rulesets.storyteller.tables.kinds import (
    ANY,
    BY_HAND,
    FIREARM,
    RANGED,
    WeaponKind,
)


class AttackWord(NamedTuple):
    """One word: what it says, the kinds of weapon that it fits, the ids of its rules. `finishes`: a
    killing blow takes it too."""

    help: str
    fits: tuple[WeaponKind, ...]
    id: str
    finishes: bool = False


_FITS = {
    "concealment": RANGED, "own-concealment": FIREARM, "range": RANGED, "close-quarters": FIREARM,
    "spare": RANGED, "spare-grappling": RANGED,
}  # fmt: skip
"""The kinds of weapon that a word goes with which is worth dice, if not with any."""
_ROWS = {"burst": "ST-089 to ST-093"}
"""The rules of such a word, where it does more than that."""
_WORTH_DICE = {
    label: AttackWord(text, _FITS.get(label, ANY), _ROWS.get(label, rules))
    for label, text, rules in lines(row for row in MODIFIERS if row.told)
}
_OTHERS = {
    "thrown": AttackWord("throws a melee weapon", RANGED, "ST-101, ST-103", True),
    "club": AttackWord("strikes with a long gun", ANY, "ST-099", True),
    "killing-blow": AttackWord("no roll: the whole pool is damage", ANY, "ST-152, ST-153", True),
    "unaware": AttackWord("the target does not see it coming: no Defense", ANY, "ST-040", True),
    "helpless": AttackWord("the target cannot defend at all", ANY, "ST-152", True),
    "charge": AttackWord("METRES, then a close attack, as one action", ANY, "ST-125", True),
    "pull": AttackWord("N damage at most; the target has +1 Defense", BY_HAND, "ST-138"),
    "pull-bashing": AttackWord("1 willpower: a pulled weapon does bashing", BY_HAND, "ST-141"),
    "cover": AttackWord("the target is wholly behind this cover", ANY, "ST-106", True),
    "human-shield": AttackWord("the target is behind this combatant", RANGED, "ST-113", True),
}
ATTACK_WORDS: Mapping[str, AttackWord] = MappingProxyType(_WORTH_DICE | _OTHERS)
SWITCHES = (*switched(MODIFIERS), "defense", "cover", "human-shield", "armor")
"""What `--without` switches off for one attack."""


def switches(game: Game) -> Told:
    """The words of `--without`. Raises Refusal (`option`)."""
    return Told(game.options.without, dict.fromkeys(SWITCHES), game.draft.encounter, WORDS)
