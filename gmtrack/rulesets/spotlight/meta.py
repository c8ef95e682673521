"""Title, summary and unused options of Spotlight, without loading its rules."""

from gmtrack.rulesets.port import DICE, Meta

META = Meta(
    id="spotlight",
    title="Spotlight",
    summary="d6 pools, hit-location boxes, 4 AP, a spotlight passed around",
    unused={
        "roll-init": ("--with",),
        "next": ("--with",),
        "delay": DICE,
        "turn": DICE,
        "intervene": ("--with", "--without", *DICE),
        "act": ("--weapon", "--called", "--defense", "--defense-mod", "--without", "--threshold"),
        "test": (
            "--weapon", "--called", "--defense", "--defense-mod", "--with", "--without", "--limit",
        ),
        "damage": ("--with", "--without", *DICE),
        "heal": ("--with", *DICE),
        "effect": ("--location", *DICE),
        "end": DICE,
        "set": DICE,
    },
)  # fmt: skip
