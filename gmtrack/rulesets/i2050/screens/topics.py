"""`rules [TOPIC]`: the tables that the program applies, straight from the data."""

from collections.abc import Mapping

from gmtrack.core.encounter import Encounter
from gmtrack.core.screen import Topic
from gmtrack.rulesets.i2050.actions.actions import ACTIONS
from gmtrack.rulesets.i2050.rulings.house import House
from gmtrack.rulesets.i2050.screens.topics_attack import attack_pages
from gmtrack.rulesets.i2050.tables.locations import COLUMNS, FACES, FRACTIONS, LOCATIONS, spoken
from gmtrack.rulesets.i2050.tables.weapons import ADJUSTMENTS
from gmtrack.rulesets.i2050.wounds.effects import EFFECTS
from gmtrack.rulesets.kit.pages import rulings_page


def topics(encounter: Encounter | None) -> Mapping[str, Topic]:
    """All pages by name; with what the encounter's house rules set."""
    rules = encounter.house_rules if encounter else {}
    pages = (
        turn(),
        dice(),
        actions(),
        *attack_pages(),
        locations(House(rules)),
        speed(),
        wounds(),
        limbs(),
        tests(),
        effects(),
        rulings_page("gmtrack.rulesets.i2050", House, rules),
    )
    return {page.name: page for page in pages}


def turn() -> Topic:
    rows = (
        ("roll-init", "a new round: everybody declares, side by side; no dice", "IN-PHASE-01..03"),
        ("act WHO ACTION", "declares what somebody does, one thing a round", "IN-PHASE-02, -04"),
        ("next", "starts Resolution; then from turn to turn by speed, then metre by metre",
         "IN-SPD-04, IN-MOVE-02"),
        ("attack", "carries out what was declared, or declares late", "IN-PHASE-07, -08"),
        ("act WHO stop", "stops moving for this round", "IN-MOVE-03"),
        ("roll-init WHO", "joins the round late, with nothing declared", "IN-PHASE-02"),
        ("end", "ends the fight: disabled limbs work again, aims are lost", "IN-R43"),
    )  # fmt: skip
    return Topic(
        "turn", "rounds: determination, resolution, movement", ("command", "what", "rows"), rows,
        ("two who fight each other act at the higher of their speeds (IN-R11)",
         "out or disarmed before their own speed: the action is lost (IN-SPD-05, IN-R12)",
         "stand, pickup, draw, aim take effect before the movement (IN-R51)",
         "before the first roll-init no action is used up (IN-R56)"),
    )  # fmt: skip


def dice() -> Topic:
    rows = (
        ("success", "d20 at or under the skill with its modifiers", "IN-CORE-01, -02"),
        ("opposed", "the higher success wins; if both fail or roll the same, nobody is hit",
         "IN-OPP-01..05"),
        ("critical", "exactly the skill: damage dice and bonus count twice", "IN-CRIT-01, -02"),
        ("above 20", "the excess is added to the die, up to 20", "IN-CRIT-03"),
        ("fumble", "a natural 20 with a skill below 20", "IN-FUM-01"),
        ("grievous", "halves skills, not attributes", "IN-WND-04, IN-R46"),
        ("attributes", "and Awareness, Cool: no critical, no fumble", "IN-CORE-03"),
    )  # fmt: skip
    return Topic("dice", "d20 at or under a number", ("rule", "what", "rows"), rows)


def actions() -> Topic:
    rows = tuple((row.name, row.usage, row.when, row.help, row.rows) for row in ACTIONS.values())
    return Topic(
        "actions", "act WHO ACTION", ("action", "words", "when", "what", "rows"), rows
    )  # fmt: skip


def locations(house: House) -> Topic:
    """IN-LOC"""
    found = {column: house.locations[column] for column in COLUMNS}
    rows = tuple(
        (spoken(place), *(span(found[column], place) for column in COLUMNS), share)
        for place in LOCATIONS
        for over, under in [FRACTIONS[place]]
        for share in [f"{over}/{under}"]
    )
    return Topic(
        "locations", "the d20 that finds a location", ("location", *COLUMNS, "of the total"), rows,
        ("aimed attacks read the melee column (IN-R40)",
         "hit points of a location are rounded up (IN-R23)"),
    )  # fmt: skip


def span(column: tuple[str, ...], place: str) -> str:
    """The rolls that find a place: `13-15`."""
    rolls = [roll for roll in range(1, FACES + 1) if column[roll - 1] == place]
    if not rolls:
        return "-"
    if rolls != list(range(rolls[0], rolls[-1] + 1)):
        return ", ".join(map(str, rolls))
    return str(rolls[0]) if len(rolls) == 1 else f"{rolls[0]}-{rolls[-1]}"


def speed() -> Topic:
    rows = tuple((kind, f"{number:+}" if number else "0") for kind, number in ADJUSTMENTS.items())
    return Topic(
        "speed", "half of dex + skill, rounded up, plus the weapon", ("class", "speed"), rows,
        ("each point of aim: -1; each change of target in a burst: -1 (IN-SPD-06)",
         "skill halved by a burst or a wound does not slow anybody (IN-SPD-07, IN-R10)"),
    )  # fmt: skip


def wounds() -> Topic:
    rows = (
        ("healthy", "nothing", "-", "IN-WND-01"),
        ("light", "a quarter or less", "no effect", "IN-WND-02"),
        ("serious", "half or less", "fighting stops this week's healing", "IN-WND-03"),
        ("grievous", "three quarters or less",
         "skills halved; moving stops the healing and costs 1 point a day", "IN-WND-04"),
        ("mortal", "more", "unconscious", "IN-WND-05"),
        ("dying", "all", "the GM decides what becomes of them", "IN-WND-06"),
    )  # fmt: skip
    return Topic(
        "wounds", "bands of the total", ("band", "points lost", "what", "rows"), rows,
        ("unconscious below a quarter of the total, or what the sheet says (IN-R20)",
         "a blow of Knockdown or more: DEX roll or prone; of twice as much: prone (IN-KD)"),
    )  # fmt: skip


def limbs() -> Topic:
    rows = (
        ("head", "unconscious; dead at twice its points", "IN-LIMB-05, IN-LIMB-07"),
        ("chest", "unconscious", "IN-LIMB-04"),
        ("abdomen", "both legs useless, falls prone, 1 metre a round", "IN-LIMB-02"),
        ("arm", "useless, drops what it holds", "IN-LIMB-03"),
        ("leg", "useless, falls prone, 1 metre a round", "IN-LIMB-06, IN-R39"),
    )
    return Topic(
        "limbs", "a location with no points left", ("location", "what", "rows"), rows,
        ("Unarmed Combat does the same until the fight ends, without damage (IN-R43)",),
    )  # fmt: skip


def tests() -> Topic:
    rows = (
        ("awareness, cool", "rolled once, counts for the whole round", "IN-R30"),
        ("SKILL", "with critical and fumble", "IN-CORE-01, IN-UNARM-07"),
        ("dex, pow, con, siz", "no critical, no fumble", "IN-CORE-03"),
        ("--with against=WHO:WHAT", "opposed", "IN-OPP-02..05"),
    )
    return Topic("tests", "test WHO WHAT", ("what", "how", "rows"), rows)


def effects() -> Topic:
    rows = tuple((name, row.help, row.rows) for name, row in EFFECTS.items())
    return Topic("effects", "effect WHO NAME [--end]", ("effect", "what", "rows"), rows)
