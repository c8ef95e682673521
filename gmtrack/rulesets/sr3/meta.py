"""What is known of sr3 without loading its rules."""

from gmtrack.rulesets.port import Meta

META = Meta(
    id="sr3",
    title="Shadowrun 3",
    summary="d6 against target numbers, a combat pool, staged damage, recoil",
)
