"""6.8: Accuracy, the armor gate, encumbrance, pools and multipliers."""

from gmtrack.rulesets.kit.rulings import Ruling

ARMOR_DAMAGE: tuple[Ruling, ...] = (
    Ruling("R-ACC-1", "G", "Least Accuracy of a poor melee weapon?", "1, as for ranged ones"),
    Ruling(
        "R-ACC-2",
        "G",
        "Accuracy missing on the sheet?",
        "melee 5, ranged 4, improvised 4 (ranged 3), bulky 3",
        key="default_ranged_accuracy",
        values=(4, 5),
    ),
    Ruling(
        "R-ARM-1",
        "A",
        "Modified DV below the modified armor?",
        "no soak, no damage, a graze; an equal one is soaked; strain has no such gate",
        key="bounce_is_graze",
        values=(True, False),
    ),
    Ruling(
        "R-ARM-2",
        "A",
        "Which DV meets the gate?",
        "the modified one after a barrier, before the location's cap",
    ),
    Ruling("R-ARM-3", "A", "No armor worn?", "armor 0, before ARP"),
    Ruling(
        "R-ARM-4",
        "A",
        "What counts as excess weight?",
        "accessory ratings less STR; the excess adds no armor",
    ),
    Ruling(
        "R-ARM-5",
        "A",
        "What does encumbrance reach?",
        "all that comes from AGI and REA: initiative and Score at once, Walk-rate, pools, "
        "Physical Limit",
    ),
    Ruling("R-ARM-6", "G", "Bulk of a second full armor?", "no number given, no effect"),
    Ruling(
        "R-DMG-1",
        "G",
        "Multipliers of shield and flesh?",
        "100 % for every type",
        key="damage_multipliers",
        values=dict,
    ),
    Ruling(
        "R-DMG-2",
        "A",
        "Fractions of a multiplied hit?",
        "down (1 kinetic point on armored health: 0); follows `rounding`",
    ),
    Ruling(
        "R-DMG-3",
        "G",
        "What spills out of a pool with a multiplier?",
        "the raw rest, once the pool has used ceil(points/multiplier) raw damage",
        key="spill",
        values=("raw", "multiplied"),
    ),
    Ruling("R-DMG-4", "G", "Types that the table lacks?", "100 %"),
    Ruling(
        "R-DMG-5",
        "A",
        "Do shields or multipliers touch strain?",
        "no",
        key="shield_blocks_strain",
        values=(False, True),
    ),
    Ruling(
        "R-DMG-6",
        "A",
        "Shock damage and strain from shock weapons?",
        "two things: type and track are separate fields",
    ),
    Ruling(
        "R-DMG-7",
        "A",
        "What ends with the encounter?",
        "shields refill; strain and the rest stay until an hour of rest",
    ),
    Ruling(
        "R-DMG-8",
        "G",
        "What does an hour of rest do?",
        "strain 0, counted durations 720 rounds shorter; not within a round, nor while dying,"
        " bleeding out or in Slow Death",
    ),
    Ruling(
        "R-DMG-9",
        "G",
        "What is damage entered by hand?",
        "one hit after soak with all that follows; the GM may switch steps off",
    ),
)
