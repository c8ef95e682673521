"""What is known of Back Alley without loading its rules."""

from gmtrack.rulesets.port import Meta

META = Meta(
    id="back-alley",
    title="Back Alley",
    summary="2d6 and fists against 8; one action a turn; ten health",
)
