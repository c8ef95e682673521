"""What is known of Coin Flip without loading its rules."""

from gmtrack.rulesets.port import ExtraOption, Meta

META = Meta(
    id="coin-flip",
    title="Coin Flip",
    summary="as many coins as nerve; one head knocks down",
    options=(
        ExtraOption("luck", ("attack",), "N", "Flip so many coins more."),
    ),
)
