"""The pages of `rules [TOPIC]`: the tables that the program applies, straight from the data."""

from gmtrack.core.names import squash
from gmtrack.core.screen import Topic
from gmtrack.rulesets.kit.pages import Page, make_topics
from gmtrack.rulesets.kit.rest import make_rest_page as rest_page
from gmtrack.rulesets.swan_song import tables
from gmtrack.rulesets.swan_song.actions.actions import ACTIONS
from gmtrack.rulesets.swan_song.attack.hit import DEFENSES
from gmtrack.rulesets.swan_song.attack.modifiers import (
    ATTACK_MODIFIERS,
    DEFENSE_MODIFIERS,
    AttackModifier,
)
from gmtrack.rulesets.swan_song.attack.read import PLAIN_WORDS
from gmtrack.rulesets.swan_song.gm.rest import GIVES, REGIMEN
from gmtrack.rulesets.swan_song.rulings import House
from gmtrack.rulesets.swan_song.turn.costs import WAIVER

Rows = tuple[tuple[str, ...], ...]


def costs_page(house: House) -> Topic:
    """Return the page of action prices, with the changes of the house rules."""
    changed = house.set.get("ap_cost") or {}
    rows = tuple(
        (
            squash(row.key),
            row.category,
            str(changed.get(row.key, row.ap)),
            row.help,
            row.id,
        )
        for row in tables.COSTS.values()
    )
    return Topic(
        "costs", "what actions cost", ("action", "category", "AP", "what", "row"), rows,
        ("the house rule `ap_cost` changes prices, such as `ap_cost: {parry: 2}`",),
    )  # fmt: skip


def called_shots_page() -> Topic:
    """Return the page of places that can be called."""
    rows = tuple(
        (
            ("left-/right-" if row.sided else "") + row.key, str(row.dice), str(row.limit),
            f"{row.stun.pool.replace('_', '+')} ({row.stun.threshold}) {row.stun.loss}"
            if row.stun
            else "-",
            row.help, row.id,
        )
        for row in tables.LOCATIONS.values()
    )  # fmt: skip
    rows += tuple(
        (row.key, str(row.dice), "-" if row.limit is None else str(row.limit), "-",
         f"vehicle: {row.help}", row.id)
        for row in tables.VEHICLE_LOCATIONS.values()
    )  # fmt: skip
    return Topic(
        "called-shots", "attack --called PLACE",
        ("place", "dice", "DV limit", "stun test", "what", "row"), rows,
        ("knockdown (in melee) and other: -4; the GM enters what they do",
         "a called shot costs a Free Action"),
    )  # fmt: skip


def modifier_rows(table: tuple[AttackModifier, ...]) -> Rows:
    """Return the rows of a page of modifiers."""
    return tuple(
        (
            row.label,
            f"{row.amount:+d}" if row.told else "computed",
            row.help,
            row.rules,
        )
        for row in table
    )


DEFENSE_HELP = {
    "standard": ("reaction + intuition, free", "SS-DEF-01"),
    "full": ("+ willpower until the end of the round", "SS-DEF-02"),
    "parry": ("+ skill of the melee weapon in hand [PL]", "SS-DEF-03"),
    "block": ("+ unarmed-combat, empty hands [PL]", "SS-DEF-04"),
    "dodge": ("+ acrobatics [PL]", "SS-DEF-05"),
    "full+parry": ("both", "SS-DEF-06"),
    "full+block": ("both", "SS-DEF-06"),
    "full+dodge": ("both", "SS-DEF-06"),
    "none": ("no Defense Test", "SS-ATK-18"),
}


def words_page() -> Topic:
    """Return the page of an attack's words: the modifiers of both sides, and all other words."""
    told = dict(PLAIN_WORDS)
    for row in (*ATTACK_MODIFIERS, *DEFENSE_MODIFIERS):
        told.setdefault(row.label, row.help)
    notes = tuple(f"--without {word}: {text}" for word, text in WAIVER.items())
    return Topic(
        "words",
        "attack --with WORD[=VALUE]",
        ("word", "what"),
        (*told.items(),),
        notes,
    )


def modes_page() -> Topic:
    """Return the page of firing modes and spreads."""
    modes = tuple(
        (squash(r.key), str(r.bullets), str(r.defense), r.help, r.id)
        for r in tables.MODES.values()
    )
    spreads = tuple(
        (f"spread={r.key}", "-", str(r.defense), "flechettes", r.id)
        for r in tables.SPREADS.values()
    )
    return Topic(
        "modes", "firing modes, --with mode=MODE",
        ("mode", "bullets", "defense", "what", "row"), modes + spreads,
    )  # fmt: skip


PAGES: tuple[Page[House], ...] = (
    Topic("actions", "what `act WHO ACTION` can do", ("action", "usage", "what", "row"),
          tuple((row.name, row.usage, row.help, row.rules) for row in ACTIONS.values())),
    costs_page,
    called_shots_page(),
    Topic("attack-modifiers", "dice of the attacker, --with and --without",
          ("word", "dice", "when", "row"),
          modifier_rows(ATTACK_MODIFIERS), ("any other number: --mod N:WHY",)),
    Topic("defense-modifiers", "dice of the defender, --with and --without",
          ("word", "dice", "when", "row"),
          modifier_rows(DEFENSE_MODIFIERS), ("any other number: --defense-mod N:WHY",)),
    Topic("defenses", "attack --defense D", ("word", "dice", "row"),
          tuple((word, *DEFENSE_HELP[word]) for word in DEFENSES)),
    words_page(),
    modes_page(),
    Topic("accuracy", "limits of weapons that name none", ("quality", "melee", "ranged", "row"),
          tuple((r.quality, str(r.melee), str(r.ranged), r.id) for r in tables.ACCURACIES.values()),
          ("unarmed: the Physical Limit", "poor condition: -1, at least 1")),
    Topic("effects", "what `effect WHO EFFECT` can set", ("effect", "ends", "what", "row"),
          tuple((squash(r.key), r.until, r.help, r.id) for r in tables.EFFECTS.values())),
    Topic("damage-types", "factors by pool and damage type", ("pool", "type", "factor", "row"),
          tuple(
              (pool, kind, f"{factor:g}", "SS-ARM-09, SS-ARM-10, SS-ARM-11")
              for pool, factors in tables.MULTIPLIERS.items()
              for kind, factor in factors.items()
          ),
          ("all other types count in full",)),
    Topic("barriers", "ratings of scene.barriers",
          ("rating", "structure", "armor", "such as", "row"),
          tuple((r.key, str(r.structure), str(r.armor), r.help, r.id)
                for r in tables.BARRIER_RATINGS.values())),
    Topic("karma", "--karma [WHO:]USE, 1 point each", ("use", "on", "what", "row"), (
        ("initiative", "roll-init", "five initiative dice in this round", "SS-KAR-01"),
        ("dice=N", "attack, test, act", "N more dice, before modifiers and split", "SS-KAR-03"),
        ("reroll", "attack, test, act", "rolls the dice again that are not hits", "SS-KAR-04"),
        ("surprise", "test WHO surprise", "not surprised; paid only if the test fails",
         "SS-KAR-02"),
        ("fight-for-your-life", "a line that may fell WHO, or `act WHO fight-for-your-life`",
         "conscious to the end of the round; paid only if they fall", "SS-KAR-05"),
    )),
    rest_page(GIVES, REGIMEN.words),
)  # fmt: skip
topics = make_topics("gmtrack.rulesets.swan_song", House, PAGES)
