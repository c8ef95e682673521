"""`rules [TOPIC]`: the tables that the program applies, straight from the data."""

from itertools import groupby

from gmtrack.core.lexicon import entries
from gmtrack.core.screen import Topic
from gmtrack.rulesets.kit.actions import tabulate_actions
from gmtrack.rulesets.kit.choices import merge_entries
from gmtrack.rulesets.kit.pages import Page, make_topics
from gmtrack.rulesets.kit.rest import make_rest_page as rest_page
from gmtrack.rulesets.spotlight.actions.actions import ACTIONS
from gmtrack.rulesets.spotlight.actions.context import price_of
from gmtrack.rulesets.spotlight.attack.hit import is_pierced, location_table
from gmtrack.rulesets.spotlight.attack.plan import MODIFIERS, SWITCHES
from gmtrack.rulesets.spotlight.attack.read import ATTACK_WORDS
from gmtrack.rulesets.spotlight.dice import SIDES
from gmtrack.rulesets.spotlight.gm.rest import GIVES, REGIMEN
from gmtrack.rulesets.spotlight.rulings import House
from gmtrack.rulesets.spotlight.tables import LOCATIONS
from gmtrack.rulesets.spotlight.wounds import EFFECTS

LASTS = {
    "shooter_next_spotlight": "until the shooter has the spotlight again",
    "round_end": "until the end of the round",
    "one_spotlight": "until the target's next spotlight is over",
}
TESTS = {
    "per_spotlight": "one in each spotlight; passed, it frees for as long as the fire lasts",
    "per_attempt": "one for each move or attack",
    "once": "one in all",
}


def actions_page(house: House) -> Topic:
    """Return the page of actions, with prices by the house rules."""
    rows = tabulate_actions(ACTIONS, lambda row: str(price_of(row, house)))
    words = merge_entries(entries(row.words) for row in ACTIONS.values())
    return Topic(
        "actions", "act WHO ACTION", ("action", "takes", "AP", "what", "row"), rows,
        ("every attack costs 1 AP", *(f"--with {word}: {text}" for word, text in words)),
    )  # fmt: skip


def difficulty_page(house: House) -> Topic:
    """Return the page of modifiers, by the house rules."""
    fire = house.suppressive_modifier
    faces = " or ".join(
        str(face) for face in range(house.success_on, SIDES + 1)
    )
    rows = (
        ("base", "1", "always", "SP-DIFF-01"),
        *(
            (row.label, f"+{row.worth(house)}", row.help, row.rules)
            for row in MODIFIERS
        ),
        (
            "suppressive",
            f"+{fire}",
            "suppressive fire; nothing else counts",
            "SP-DIFF-08",
        ),
    )
    return Topic(
        "difficulty", "successes that an attack needs", ("part", "worth", "when", "row"), rows,
        (f"successes: dice that show {faces}", "each modifier counts once",
         "the Difficulty is never below 1 (SP-DIFF-10)",
         "--without switches off: " + ", ".join(SWITCHES), "any other number: --mod N:WHY"),
    )  # fmt: skip


def locations_page(house: House) -> Topic:
    """Return the page of locations, by the house's table."""
    table = location_table(house)
    which = "last" if house.location_dice == "last_two" else "first"
    rows = []
    for place, sums in groupby(sorted(table), key=lambda number: table[number]):
        numbers = list(sums)
        span = (
            str(numbers[0])
            if len(numbers) == 1
            else f"{numbers[0]}-{numbers[-1]}"
        )
        rows.append((span, place.replace("_", " ")))
    return Topic(
        "locations", "where two dice of the attack pool hit", ("sum", "location"), tuple(rows),
        (f"the {which} two dice, which count as successes too (SP-LOC-01, SP-LOC-02)",
         "in a pool of one die a second one is rolled for the location alone (SP-LOC-04)",
         "attack --called PLACE: " + ", ".join(p.replace("_", "-") for p in LOCATIONS)),
    )  # fmt: skip


def armor_page(house: House) -> Topic:
    """Return the page of armor, by the house rules."""
    classes = house.armor_classes
    rows = tuple(
        (
            kind,
            ", ".join(
                other for other in classes if is_pierced(house, other, kind)
            ),
        )
        for kind in classes
    )
    return Topic(
        "armor", "types of armor and cover, and what pierces them",
        ("type", "pierced by weapons that pierce"), rows,
        ("lethal damage that does not pierce a layer turns to bruise (SP-ATK-07)",
         "every rating is subtracted, pierced or not (SP-ATK-08)",
         "the best piece of armor and the cover both count (SP-R31)"),
    )  # fmt: skip


def suppression_page(house: House) -> Topic:
    """Return the page of suppression, by the house rules."""
    rows = (
        ("attack WHO ... --with suppressive", "burst or full auto, at any number of targets",
         "SP-SPEC-03, SP-SPEC-04"),
        ("pinned", "no move, attack, counterattack or opportunity attack", "SP-SPEC-06"),
        ("test WHO suppression", "willpower against 1 + the surplus of the attack; 0 AP",
         "SP-SPEC-07"),
        ("lasts", LASTS[house.suppression_lasts], "SP-R16"),
        ("tests", TESTS[house.suppression_roll], "SP-R17"),
    )  # fmt: skip
    return Topic(
        "suppression", "suppressive fire", ("what", "how", "rows"), rows
    )


PAGES: tuple[Page[House], ...] = (
    Topic("spotlight", "whose turn it is", ("command", "what", "rows"), (
        ("roll-init", "starts a round: the PC with the most successes has the spotlight first",
         "SP-INIT-01, SP-INIT-02"),
        ("act WHO pass TARGET", "hands it to a PC who has not had it; after the last, to the NPCs",
         "SP-SPOT-04, SP-SPOT-05"),
        ("act WHO share TARGET...", "they hold it together, each with their own AP", "SP-SPOT-09"),
        ("next", "to the PC with the best initiative still waiting; to the NPCs; open; the end",
         "SP-SPOT-06, SP-SPOT-13"),
        ("delay WHO", "leaves the spotlight and keeps the AP", "SP-SPOT-12"),
        ("intervene WHO", "takes it again, once everybody has had it", "SP-SPOT-11"),
        ("act WHO forgo", "gives up the rest of this round's AP", "SP-SPOT-13"),
        ("--with react", "reacts to what has just happened, without the spotlight", "SP-TRIG-01"),
        ("--with opportunity", "attacks an enemy who runs past or leaves cover, without it",
         "SP-TRIG-11, SP-TRIG-12, SP-TRIG-13"),
    )),
    actions_page,
    difficulty_page,
    Topic("words", "attack --with WORD[=VALUE]", ("word", "what"),
          tuple(ATTACK_WORDS.items())),
    Topic("defenses", "attack --defense WORD, 1 AP of the target, melee attacks only",
          ("word", "dice", "what", "rows"), (
        ("dodge", "athletics",
         "with more successes than the attack it is avoided; else nothing is taken off it",
         "SP-TRIG-02 to SP-TRIG-05"),
        ("counter", "the weapon's skill",
         "with more successes than the attack it comes first, against its own Difficulty",
         "SP-TRIG-06 to SP-TRIG-10"),
    )),
    locations_page,
    Topic("boxes", "hit points of each location", ("location", "boxes", "what follows", "rows"), (
        ("head", "FOR", "full: unconscious; all lethal: dying", "SP-HP-01, SP-INJ-05, SP-INJ-08"),
        ("torso", "2 x (FOR + STR)", "all lethal: dying", "SP-HP-06, SP-INJ-08"),
        ("arms", "FOR + STR each", "full: useless, drops what it holds; all lethal: destroyed",
         "SP-HP-02, SP-INJ-02, SP-INJ-04"),
        ("legs", "FOR + STR each", "full: useless, half Speed with help; all lethal: destroyed",
         "SP-HP-04, SP-INJ-03, SP-INJ-04"),
    ), (
        "empty boxes are marked first; then bruise boxes turn lethal, whatever the damage"
        " (SP-DMG-06 to SP-DMG-08)",
        "damage that finds no box to mark is lost (SP-DMG-10)",
    )),
    armor_page,
    suppression_page,
    Topic("death", "the death spotlight", ("command", "what", "rows"), (
        ("act WHO cheat-death", "willpower against 1: unconscious; Fortitude -1 for good",
         "SP-DEATH-04 to SP-DEATH-09"),
        ("act WHO invite TARGET", "another PC gets 4 AP to move and to save",
         "SP-DEATH-11, SP-DEATH-12"),
        ("act WHO save TARGET", "medicine (or --with skill=SKILL) against 1: unconscious, stable",
         "SP-DEATH-13"),
        ("next", "gives up the save", "SP-R49"),
        ("act WHO die", "dies", "SP-DEATH-02"),
    )),
    Topic("tests", "test WHO WHAT", ("what", "dice", "Difficulty", "row"), (
        ("suppression", "willpower", "1 + the surplus of the attack", "SP-SPEC-07"),
        ("willpower", "willpower", "1, or --threshold", "SP-CORE-02"),
        ("any skill", "its dice, or those of an untrained skill", "1, or --threshold", "SP-R23"),
    )),
    Topic("effects", "effect WHO NAME [--end]", ("effect", "what"),
          tuple(EFFECTS.items())),
    rest_page(GIVES, REGIMEN.words),
)  # fmt: skip
topics = make_topics("gmtrack.rulesets.spotlight", House, PAGES)
