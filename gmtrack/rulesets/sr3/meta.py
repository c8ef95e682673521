"""The facts about sr3 that are known without loading its rules."""

from gmtrack.rulesets.port import DICE, Meta

META = Meta(
    id="sr3",
    title="Shadowrun 3",
    summary="d6 against target numbers, a combat pool, staged damage, recoil",
    unused={
        "roll-init": ("--with",),
        "next": ("--with",),
        "delay": DICE,
        "turn": DICE,
        "intervene": ("--with", "--without", *DICE),
        "act": (
            "--called",
            "--defense",
            "--defense-mod",
            "--threshold",
        ),
        "test": (
            "--weapon",
            "--called",
            "--defense",
            "--defense-mod",
            "--without",
            "--limit",
        ),
        "damage": ("--with", "--without", "--location", "--pool", *DICE),
        "heal": ("--with", "--location", "--pool", *DICE),
        "effect": ("--location", *DICE),
        "end": DICE,
        "set": DICE,
    },
)
