"""`rules [TOPIC]`: the tables the program applies, straight from the data."""

from collections.abc import Mapping

from gmtrack.core.encounter import Encounter
from gmtrack.core.screen import Topic
from gmtrack.rulesets.kit.pages import rulings_page
from gmtrack.rulesets.sr3.actions.actions import ACTIONS
from gmtrack.rulesets.sr3.rulings.house import House
from gmtrack.rulesets.sr3.screens import topics_attack
from gmtrack.rulesets.sr3.sheet.monitor import step_of
from gmtrack.rulesets.sr3.tables.damage import OF_LEVEL, WOUNDS
from gmtrack.rulesets.sr3.tables.visibility import MELEE, RANGED, Table
from gmtrack.rulesets.sr3.wounds.effects import EFFECTS

PACKAGE = "gmtrack.rulesets.sr3"
"""Where RULES.md lies."""


def topics(encounter: Encounter | None) -> Mapping[str, Topic]:
    """All pages by name; with what the encounter's house rules set."""
    pages = (
        turn(),
        dice(),
        actions(),
        *topics_attack.pages(),
        visibility("visibility-ranged", "visibility in ranged combat (SR-127)", RANGED),
        visibility("visibility-melee", "visibility in melee (SR-128)", MELEE),
        levels(),
        wounds(),
        subdual(),
        tests(),
        effects(),
        rulings_page(PACKAGE, House, encounter.house_rules if encounter else {}),
    )
    return {page.name: page for page in pages}


def signed(number: int) -> str:
    return f"{number:+}" if number else "0"


def turn() -> Topic:
    rows = (
        ("roll-init", "reaction + dice - wounds for everybody; pools are full", "SR-007, SR-010"),
        ("next", "the phase is over; after the last one all scores sink by 10: a new pass",
         "SR-008"),
        ("delay WHO", "hold the whole phase, nothing of it spent", "SR-146"),
        ("intervene WHO", "take it in the same pass, even in another's phase", "SR-146"),
        ("roll-init WHO", "a latecomer: less 10 for each pass that is over", "SR-147"),
        ("end", "the fight is over: scores, aims, melees", "-"),
    )  # fmt: skip
    return Topic(
        "turn", "combat turns, passes, phases", ("command", "what", "rows"), rows,
        ("a phase: 1 free action and 2 simple or 1 complex one (SR-011); F and S in the column AP",
         "same score: higher reaction, then a die (SR-009)",
         "before the first roll-init and after the last pass nothing costs anything (SR-R42)"),
    )  # fmt: skip


def dice() -> Topic:
    rows = (
        ("success", "the die comes to the target number, which is 2 at least", "SR-001"),
        ("Rule of Six", "a 6 is rolled on and added while the die is below it", "SR-002"),
        ("Rule of One", "nothing but ones: a note; explosive rounds misfire", "SR-003, SR-098"),
        ("combat pool", "dice on top of a skill, no more than the skill; spent", "SR-004, SR-005"),
        ("wounds", "on the target number of attacks", "SR-006"),
    )
    return Topic("dice", "tests", ("rule", "what", "rows"), rows, (
        "typed dice that are rolled on: --roll attack=6,3 --roll attack_again=4",
    ))  # fmt: skip


def actions() -> Topic:
    rows = tuple((row.name, row.usage, row.cost, row.help, row.rows) for row in ACTIONS.values())
    return Topic(
        "actions", "what act WHO ACTION takes", ("action", "words", "cost", "what", "rows"), rows
    )  # fmt: skip


def visibility(name: str, summary: str, table: Table) -> Topic:
    heads = ("key", "norm", "ll-cyb", "ll-nat", "th-cyb", "th-nat")
    rows = tuple((key, *map(signed, eyes)) for key, eyes in table.items())
    return Topic(
        name, summary, heads, rows,
        ("haze: smoke, fog or rain; thermal: thermal smoke",
         "one light and one haze, together 8 at most (SR-131)",
         "ll: low-light, th: thermographic; cyb: cybernetic, nat: natural (SR-R09)",
         "scene: {visibility: [minimal_light, mist]}, or --with light=minimal --with haze=mist"),
    )  # fmt: skip


def levels() -> Topic:
    rows = tuple(
        (level, str(step_of(level)), str(boxes), str(step_of(level)))
        for level, boxes in OF_LEVEL.items()
    )
    return Topic(
        "levels", "damage levels and knockdown", ("level", "step", "boxes", "stands above"),
        rows,
        ("two net successes move one step, an odd one does nothing (SR-135)",
         "knockdown: Body dice, melee against the opponent's strength, ranged against half the "
         "power (SR-030, SR-082)",
         "no success: prone; fewer than needed: 1 metre back; level D: prone (SR-032, SR-034)"),
    )  # fmt: skip


def wounds() -> Topic:
    least = dict(reversed(WOUNDS))
    rows = tuple(
        (f"{boxes} or more", f"+{modifier}", f"-{modifier}") for boxes, modifier in least.items()
    )
    return Topic(
        "wounds", "the condition monitor: ten boxes of stun, ten of physical",
        ("boxes", "target number", "initiative"), rows,
        ("each monitor counts for itself, both are added (SR-141)",
         "stun beyond 10 is physical, physical beyond 10 is overflow (SR-143, SR-144)",
         "10 stun: unconscious; 10 physical: dying; overflow above body: dead (SR-143 to SR-145)"),
    )  # fmt: skip


def subdual() -> Topic:
    rows = (
        ("attack --with subdue", "+2, only weapons that do stun", "SR-036, SR-037"),
        ("held", "stun and subdual make 10: subdued, awake", "SR-038, SR-039"),
        ("act WHO subdual-keep TARGET", "against the lowest of their three; a box each", "SR-042"),
        ("act WHO subdual-break", "against the lowest of the other's three, +2; a box each",
         "SR-043"),
        ("each minute", "one box fades", "SR-041"),
        ("any other attack of the holder", "the hold is given up", "SR-040"),
    )  # fmt: skip
    return Topic(
        "subdual", "holds", ("what", "how", "rows"), rows,
        ("the three: unarmed combat, strength, quickness",),
    )  # fmt: skip


def tests() -> Topic:
    rows = (
        ("knockdown", "--with level=M --with tn=4", "SR-030 to SR-034"),
        ("resist", "--with damage=9M, successes=, type=, armor=, resist-pool=", "SR-048 to SR-052"),
        ("ATTRIBUTE or SKILL", "--with tn=4, pool=; --threshold", "SR-001 to SR-003"),
    )
    return Topic("tests", "test WHO NAME", ("name", "words", "rows"), rows)


def effects() -> Topic:
    rows = tuple((name, row.help, row.rows) for name, row in EFFECTS.items())
    return Topic("effects", "effect WHO NAME [--end]", ("effect", "what", "rows"), rows)
