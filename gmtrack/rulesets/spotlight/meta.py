"""What is known of Spotlight without loading its rules."""

from gmtrack.rulesets.port import Meta

META = Meta(
    id="spotlight",
    title="Spotlight",
    summary="d6 pools, hit-location boxes, 4 AP, a spotlight passed around",
)
