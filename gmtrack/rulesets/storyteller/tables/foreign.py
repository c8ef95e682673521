"""What Chronicles of Darkness, the parent game, has that is not here, and by which names."""

from collections.abc import Mapping
from types import MappingProxyType

ATTRIBUTES = ("strength", "dexterity", "stamina", "wits", "resolve", "composure")
"""Those that rules here ask for."""
SKILLS = ("brawl", "weaponry", "firearms", "athletics", "stealth")
KINDS: Mapping[str, str] = MappingProxyType(
    {"firearm": "firearm", "melee": "melee", "unarmed": "unarmed", "thrown": "thrown"}
)
SIDEARM = (20, 40, 80)
"""The ranges of a pistol, as the sample sheet has them, for a firearm that names none."""
AUTOMATIC = ("autofire", "automatic", "full auto", "medium burst")
"""Traits of a firearm that fires bursts."""
LEAST = 1
MOST_PIERCING = 10
"""ST-R33"""
