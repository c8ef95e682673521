"""What gmtrack shows of Brawl without loading its rules."""

from gmtrack.rulesets.port import Meta

META = Meta(
    id="brawl",
    title="Brawl",
    summary="a die and brawn against 6, in turns",
)
