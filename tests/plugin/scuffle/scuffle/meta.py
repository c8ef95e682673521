"""What gmtrack shows of Scuffle without loading its rules."""

from gmtrack.rulesets.port import Meta

META = Meta(
    id="scuffle",
    title="Scuffle",
    summary="a die and brawn against 6; three breaths",
)
