"""The words of an attack: what each means, and which attacks it fits."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from gmtrack.rulesets.kit.words import Told
from gmtrack.rulesets.storyteller.sheet.game import WORDS, Game
from gmtrack.rulesets.storyteller.tables.kinds import CLOSE, RANGED, WeaponKind

FIREARM: tuple[WeaponKind, ...] = ("firearm",)
BY_HAND: tuple[WeaponKind, ...] = (*CLOSE, "thrown")
ANY: tuple[WeaponKind, ...] = (*CLOSE, *RANGED)


class AttackWord(NamedTuple):
    """One word: what it says, the kinds of weapon that it fits, the ids of its rows. `finishes`: a
    killing blow takes it too."""

    help: str
    fits: tuple[WeaponKind, ...]
    id: str
    finishes: bool = False


ATTACK_WORDS: Mapping[str, AttackWord] = MappingProxyType(
    {
        "thrown": AttackWord("throws a melee weapon", RANGED, "ST-101, ST-103", True),
        "burst": AttackWord("short, medium or long: 3, 10, 20 bullets", ANY, "ST-089..ST-093"),
        "club": AttackWord("strikes with a long gun", ANY, "ST-099", True),
        "killing-blow": AttackWord("no roll, all dice are damage", ANY, "ST-152, ST-153", True),
        "concealment": AttackWord("how far the target is hidden", RANGED, "ST-104"),
        "own-concealment": AttackWord("how far the shooter is hidden", FIREARM, "ST-105"),
        "range": AttackWord("metres, or short, medium, long, beyond", RANGED, "ST-100..ST-102"),
        "close-quarters": AttackWord("the target is at arm's length", FIREARM, "ST-098"),
        "spare": AttackWord("so many fighters are not to be hit", RANGED, "ST-111"),
        "spare-grappling": AttackWord("as spare, for those who grapple", RANGED, "ST-111"),
        "all-out": AttackWord("more dice, no Defense to the round's end", ANY, "ST-134"),
        "off-hand": AttackWord("with the other hand", ANY, "ST-136"),
        "willpower": AttackWord("a point for dice; a house rule", ANY, "ST-R39"),
        "unaware": AttackWord("the target does not see it coming", ANY, "ST-040", True),
        "charge": AttackWord("so many metres and a blow in one action", ANY, "ST-125", True),
        "pull": AttackWord("the most damage that is wanted", BY_HAND, "ST-138"),
        "pull-bashing": AttackWord("a pulled weapon bruises: willpower", BY_HAND, "ST-141"),
        "cover": AttackWord("the target is wholly behind this piece", ANY, "ST-106", True),
        "human-shield": AttackWord("the target is behind this one", RANGED, "ST-113", True),
        "helpless": AttackWord("the target cannot defend at all", ANY, "ST-152", True),
    }
)

SWITCHES = (
    "strength-req", "improvised", "wounds", "leg-wrack", "blinded-eye", "prone", "concealment",
    "own-concealment", "aim", "targets", "willpower", "defense", "cover", "human-shield", "armor",
)  # fmt: skip
"""What `--without` switches off for one attack."""


def switches(game: Game) -> Told:
    """The words of `--without`. Raises Refusal (`option`)."""
    return Told(game.options.without, dict.fromkeys(SWITCHES), game.draft.encounter, WORDS)
