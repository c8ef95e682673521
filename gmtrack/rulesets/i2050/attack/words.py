"""The words of an attack: what each means, and what follows it."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

Defense = Literal["fight", "dodge", "weave", "none"]
Takes = Literal["nothing", "maybe", "number", "word"]
"""What follows `=`; `maybe`: something or nothing."""


class AttackWord(NamedTuple):
    """One word: what it says, its rows, what follows it. `auto`: the tracker finds it out by
    itself, and `--without` switches it off."""

    help: str
    id: str
    takes: Takes = "nothing"
    auto: bool = False


ATTACK_WORDS: Mapping[str, AttackWord] = MappingProxyType(
    {
        # what changes the skill
        "unaware": AttackWord(
            "+5; the target does not see it coming", "IN-MOD-04, IN-R17", auto=True
        ),
        "behind": AttackWord("+5, from behind; WHO:behind with split", "IN-MOD-04, IN-R17"),
        "foe-above": AttackWord(
            "-5, the target stands higher; no firearms", "IN-MOD-01, IN-MOD-03", auto=True
        ),
        "foe-below": AttackWord(
            "+5, the target stands lower; no firearms", "IN-MOD-02, IN-MOD-03", auto=True
        ),
        "on-ground": AttackWord(
            "-5 in melee, down with a useless leg or abdomen", "IN-MOD-10, IN-R27", auto=True
        ),
        "poor-visibility": AttackWord(
            "-10 unless the Awareness roll succeeds", "IN-MOD-05, IN-R30", auto=True
        ),
        "target-moving": AttackWord(
            "-2, the target moves, not straight at the attacker", "IN-MOD-06", auto=True
        ),
        "under-fire": AttackWord(
            "-3 with a firearm if the Cool roll fails", "IN-MOD-08, IN-R30", auto=True
        ),
        "aimed": AttackWord(
            "+5 with a firearm after a round of aiming", "IN-MOD-09, IN-R31", auto=True
        ),
        # what is declared
        "burst": AttackWord("so many shots at half skill", "IN-BURST-01..05", "maybe"),
        "aim": AttackWord("skill and speed lowered for a called place", "IN-AIM-01", "number"),
        "shift": AttackWord("the location roll moved by this much", "IN-AIM-02, IN-R41", "number"),
        "share": AttackWord("skill that the target fights this one with", "IN-MULTI-01", "number"),
        "split": AttackWord(
            "N,N,...: the attacker's skill split over those who set upon them",
            "IN-MULTI-01..04", "word",
        ),
        "unarmed-combat": AttackWord(
            "attacker, defender or both: disables instead of hurting",
            "IN-UNARM-02..05", "maybe",
        ),
        "defend-weapon": AttackWord("what the target fights with", "IN-OPP-01", "word"),
    }
)  # fmt: skip

SWITCHES = tuple(name for name, row in ATTACK_WORDS.items() if row.auto)
"""What `--without` switches off."""

DEFENSES: Mapping[Defense, str] = MappingProxyType(
    {
        "fight": "opposes in melee; the higher success strikes",
        "dodge": "DEX roll against the attack; not while prone",
        "weave": "no roll, the attacker has -5",
        "none": "no roll, no parry",
    }
)
"""What `--defense` takes."""
