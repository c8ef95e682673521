"""What modifiers of both combat tables are worth (SR-022 to SR-036, SR-075 to SR-126)."""

from collections.abc import Mapping

OPPONENT_PRONE = -2
SUPERIOR_POSITION = -1
CALLED = 4
SUBDUE = 2
CORNERED = 2
EACH_TARGET = 2
"""SR-022, SR-121: for each one before this."""
PARTIAL_COVER = 4
TARGET_RUNNING = 2
STATIONARY = -1
IN_MELEE = 2
GAITS: Mapping[str, int] = {"none": 0, "running": 4, "difficult": 6}
"""SR-123, SR-124: for the attacker's own movement."""
SECOND_FIREARM = 2
SMARTLINK = -2
SMART_GOGGLES = -1
LASER = -1
