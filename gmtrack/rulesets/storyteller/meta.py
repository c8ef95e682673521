"""The title, the options and the summary of Storyteller, known without loading its rules."""

from gmtrack.rulesets.port import DICE, Meta

META = Meta(
    id="storyteller",
    title="Storyteller",
    summary="d10 pools, Defense that wears down, bashing, lethal and aggravated boxes",
    unused={
        "roll-init": ("--with",),
        "next": ("--with",),
        "intervene": ("--with", "--without"),
        "act": ("--called", "--threshold"),
        "test": (
            "--weapon",
            "--called",
            "--defense",
            "--defense-mod",
            "--with",
            "--limit",
        ),
        "damage": ("--with", "--without", *DICE),
        "heal": ("--with", "--location", *DICE),
        "effect": ("--location", *DICE),
        "end": DICE,
        "set": DICE,
    },
)
