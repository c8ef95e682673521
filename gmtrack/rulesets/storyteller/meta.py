"""What is known of Storyteller without loading its rules."""

from gmtrack.rulesets.port import Meta

META = Meta(
    id="storyteller",
    title="Storyteller",
    summary="d10 pools, Defense that wears down, bashing, lethal and aggravated boxes",
)
