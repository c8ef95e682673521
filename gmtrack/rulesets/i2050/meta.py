"""Title, summary and unused options of i2050, without loading its rules."""

from gmtrack.rulesets.port import DICE, Meta

META = Meta(
    id="i2050",
    title="i2050",
    summary="declare first, then d20 by speed; hit locations, skill split among foes",
    unused={
        "roll-init": DICE,
        "delay": DICE,
        "turn": DICE,
        "intervene": ("--with", "--without", *DICE),
        "act": ("--defense", "--defense-mod", "--without", "--threshold"),
        "test": (
            "--weapon",
            "--called",
            "--defense",
            "--without",
            "--threshold",
            "--limit",
        ),
        "damage": ("--type", "--without"),
        "heal": ("--with", "--type", *DICE),
        "effect": ("--location", *DICE),
        "end": DICE,
        "set": DICE,
    },
)
