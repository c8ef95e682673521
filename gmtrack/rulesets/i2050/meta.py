"""What is known of i2050 without loading its rules."""

from gmtrack.rulesets.port import Meta

META = Meta(
    id="i2050",
    title="i2050",
    summary="declare first, then d20 by speed; hit locations, skill split among foes",
)
