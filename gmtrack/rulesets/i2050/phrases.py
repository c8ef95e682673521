"""The sentences for what happens, by the keys of the facts; labels for what changes."""

from collections.abc import Mapping
from types import MappingProxyType

from gmtrack.rulesets.i2050.phrases_attack import PHRASES as OF_ATTACKS

PHRASES: Mapping[str, str] = MappingProxyType(
    {
        # hit points and what follows
        "wound": "{who} takes {amount}: {left} left",
        "wound.place": "{who} takes {amount} to the {place}, {there} left there, {left} in all",
        "useless": "{who}: the {place} is useless",
        "disabled": "{who}: the {place} is disabled until the fight ends",
        "prone": "{who} falls",
        "stands": "{who} keeps standing",
        "unconscious": "{who} is unconscious",
        "dying": "{who} is dying",
        "dead": "{who} is dead",
        "dropped": "{who} drops the {weapon}",
        "jammed": "{who}: the {weapon} jams",
        "broken": "{who}: the {weapon} breaks",
        "accessory-failed": "{who}: the {accessory} of the {weapon} fails",
        "check": "{who} has an experience check in {skill}",
        "lost": "{who} has lost the action of this round",
        "aim.lost": "{who} loses the aim",
        "healed": "{who} gets {amount} back: {left} now",
        **OF_ATTACKS,
    }
)

LABELS: Mapping[str, str] = MappingProxyType(
    {
        "pools.hp": "hp",
        "locations.head": "head",
        "locations.chest": "chest",
        "locations.abdomen": "abdomen",
        "locations.right_arm": "right arm",
        "locations.left_arm": "left arm",
        "locations.right_leg": "right leg",
        "locations.left_leg": "left leg",
    }
)
