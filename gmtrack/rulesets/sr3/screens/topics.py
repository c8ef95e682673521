"""`rules [TOPIC]`: the tables the program applies, straight from the data."""

from collections.abc import Iterator, Mapping

from gmtrack.core.encounter import Encounter
from gmtrack.core.screen import Topic
from gmtrack.rulesets.kit.pages import rulings_page
from gmtrack.rulesets.sr3.actions.actions import ACTIONS
from gmtrack.rulesets.sr3.actions.tests import KNOCKDOWN_WORDS, PLAIN_WORDS, RESIST_WORDS
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
        ("roll-init", "reaction + dice - wound modifier for everybody; pools refresh",
         "SR-007, SR-010"),
        ("next", "ends the phase; after the last one all scores drop by 10: a new pass",
         "SR-008"),
        ("delay WHO", "delays the whole phase, before any action in it", "SR-146"),
        ("intervene WHO", "takes the delayed phase in the same pass, even in another's", "SR-146"),
        ("roll-init WHO", "joins late: 10 less for each pass that is over", "SR-147"),
        ("end", "ends the fight: clears scores, aims and melees", "-"),
    )  # fmt: skip
    return Topic(
        "turn", "combat turns, passes, phases", ("command", "what", "rows"), rows,
        ("a phase: 1 free action and 2 simple ones, or 1 complex one for the 2 simple (SR-011)",
         "same score: higher reaction first, then a die (SR-009)",
         "before the first roll-init and after the last pass actions cost nothing (SR-R42)"),
    )  # fmt: skip


def dice() -> Topic:
    rows = (
        ("success", "each die that reaches the target number, which is at least 2", "SR-001"),
        ("Rule of Six", "a 6 below the target number is rolled again and added", "SR-002"),
        ("Rule of One", "every die shows 1: a note; explosive rounds misfire", "SR-003, SR-098"),
        (
            "combat pool",
            "dice added to a skill, at most the skill; spent",
            "SR-004, SR-005",
        ),
        ("wounds", "modify the target number of attacks", "SR-006"),
    )
    return Topic("dice", "tests", ("rule", "what", "rows"), rows, (
        "dice rolled again are typed so: --roll attack=6,3 --roll attack_again=4",
    ))  # fmt: skip


def actions() -> Topic:
    rows = tuple((row.name, row.usage, row.cost, row.help, row.rules) for row in ACTIONS.values())
    return Topic(
        "actions", "act WHO ACTION", ("action", "takes", "cost", "what", "rows"), rows
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
        "levels", "damage levels and knockdown",
        ("level", "step", "boxes", "stands with more than"), rows,
        ("2 net successes stage one level, an odd one does nothing (SR-135)",
         "knockdown: Body dice, melee against the opponent's strength, ranged against half the "
         "power (SR-030, SR-082)",
         "no success: prone; too few: knocked back 1 metre; level D: prone (SR-032, SR-034)"),
    )  # fmt: skip


def wounds() -> Topic:
    least = dict(reversed(WOUNDS))
    rows = tuple(
        (f"{boxes} or more", f"+{modifier}", f"-{modifier}") for boxes, modifier in least.items()
    )
    return Topic(
        "wounds", "the condition monitor: ten boxes of stun, ten of physical",
        ("boxes", "target number", "initiative"), rows,
        ("each monitor has its own modifier, and they are added (SR-141)",
         "stun beyond 10 boxes is physical, physical beyond 10 is overflow (SR-143, SR-144)",
         "10 stun: unconscious; 10 physical: dying; overflow above body: dead (SR-143 to SR-145)"),
    )  # fmt: skip


def subdual() -> Topic:
    rows = (
        ("attack --with subdue", "+2, only with weapons that do stun damage", "SR-036, SR-037"),
        ("held", "10 boxes of stun and subdual together: subdued, but awake", "SR-038, SR-039"),
        ("act WHO subdual-keep TARGET", "against the lowest of their three; 1 box a success",
         "SR-042"),
        ("act WHO subdual-break", "against the lowest of the holder's, +2; 1 box less a success",
         "SR-043"),
        ("each minute", "1 subdual box is emptied", "SR-041"),
        ("any other attack on them", "the holder gives the hold up", "SR-040"),
    )  # fmt: skip
    return Topic(
        "subdual", "holds", ("what", "how", "rows"), rows,
        ("the three: unarmed combat, strength, quickness",),
    )  # fmt: skip


def tests() -> Topic:
    rows = (
        *word_rows("knockdown", KNOCKDOWN_WORDS, "SR-030 to SR-034"),
        *word_rows("resist", RESIST_WORDS, "SR-048 to SR-052"),
        *word_rows("ATTRIBUTE or SKILL", PLAIN_WORDS, "SR-001 to SR-003"),
    )
    return Topic(
        "tests", "test WHO NAME --with WORD=VALUE", ("name", "word", "what", "rows"), rows,
        ("--threshold N: successes needed for an attribute or a skill (default 1)",),
    )  # fmt: skip


def word_rows(name: str, words: Mapping[str, str], ids: str) -> Iterator[tuple[str, ...]]:
    """The words of one test, under its name."""
    for word, text in words.items():
        yield (name, word, text, ids)
        name = ids = ""


def effects() -> Topic:
    rows = tuple((name, row.help, row.rows) for name, row in EFFECTS.items())
    return Topic("effects", "effect WHO NAME [--end]", ("effect", "what", "rows"), rows)
