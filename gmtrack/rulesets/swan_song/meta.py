"""The title, the options and the summary of Swan Song, known without loading its rules."""

from gmtrack.rulesets.port import DICE, ExtraOption, Meta

META = Meta(
    id="swan-song",
    title="Swan Song",
    summary="d6 pools, 3 AP a pass, called shots, shields, armor, flesh, strain",
    options=(
        ExtraOption(
            name="karma",
            commands=("roll-init", "attack", "act", "test", "next", "damage"),
            metavar="[WHO:]USE",
            help="Spend 1 Karma: initiative, dice=N, reroll, surprise, fight-for-your-life.",
        ),
    ),
    unused={
        "roll-init": ("--with",),
        "next": ("--with",),
        "test": ("--weapon", "--called", "--defense", "--defense-mod"),
        "damage": ("--with", *DICE),
        "heal": ("--type", *DICE),
        "effect": DICE,
        "end": DICE,
    },
)
