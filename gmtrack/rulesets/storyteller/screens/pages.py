"""The pages of `rules [TOPIC]`: the tables that the program applies, straight from the data."""

from gmtrack.core.screen import Topic
from gmtrack.rulesets.kit.actions import tabulate_actions
from gmtrack.rulesets.kit.pages import Page, make_topics
from gmtrack.rulesets.kit.rest import make_rest_page as rest_page
from gmtrack.rulesets.storyteller import tables
from gmtrack.rulesets.storyteller.actions.actions import ACTIONS
from gmtrack.rulesets.storyteller.actions.tests import TESTS
from gmtrack.rulesets.storyteller.attack.defense import DEFENSES
from gmtrack.rulesets.storyteller.attack.modifiers import (
    ATTACK_WORDS,
    MODIFIERS,
    SWITCHES,
    page_lines,
)
from gmtrack.rulesets.storyteller.gm.rest import GIVES, REGIMEN
from gmtrack.rulesets.storyteller.rulings import House
from gmtrack.rulesets.storyteller.wounds.conditions import EFFECTS


def tag_damage(row: tables.Called) -> str:
    """Return the damage that leaves the tag of a called place, in words; a dash if it has no
    tag."""
    if row.tag is None:
        return "-"
    if row.over:
        return f"more than {row.over}"
    return row.reach or str(row.least)


PAGES: tuple[Page[House], ...] = (
    Topic("turn", "whose turn it is", ("command", "what", "rows"), (
        ("set WHO intent=\"I want ...\"", "what they want from the fight; say it first", "ST-008"),
        ("roll-init", "d10 + dexterity + wits, less weapon and wounds; once a fight",
         "ST-018 to ST-022"),
        ("roll-init WHO", "a latecomer joins the order", "ST-R43"),
        ("next", "end the turn, or start the next round", "ST-020"),
        ("delay WHO, intervene WHO", "wait, then act between two turns; past the end of the round "
         "the action is lost", "ST-024, ST-025"),
        ("act WHO go-first", "1 willpower: top of the next round "
         "(house rule willpower_initiative)", "ST-023"),
        ("end", "end the scene: clears tags, aims, grapples, initiative", "ST-149"),
    )),
    Topic("actions", "act WHO ACTION", ("action", "words", "cost", "what", "rows"),
          tabulate_actions(ACTIONS),
          ("action: the one action of the round, in their own turn",
           "anytime: the same action, before their own turn too",
           "free: costs no action", "before the first roll-init nothing costs an action")),
    Topic("attacks", "what an attack is rolled with", ("weapon", "pool", "less Defense"),
          tuple(
              (kind, f"{attribute} + {skill}", "no" if kind == "firearm" else "yes")
              for kind, (attribute, skill) in tables.POOLS.items()
          ),
          ("8, 9 and 10 are successes; each 10 rolls one more die (ST-001, ST-002)",
           "a pool of 0 or less is a chance die: 10 is a success, 1 a dramatic failure (ST-003)",
           "damage: successes + the weapon's modifier (ST-037)")),
    Topic("modifiers", "what counts in an attack's pool", ("part", "dice", "rows"),
          page_lines(MODIFIERS),
          ("--without switches off: " + ", ".join(SWITCHES), "any other modifier: --mod N:WHY")),
    Topic("words", "attack --with WORD[=VALUE]", ("word", "what", "rows"),
          tuple((word, row.help, row.id) for word, row in ATTACK_WORDS.items())),
    Topic("defenses", "attack --defense WORD", ("word", "cost", "what", "rows"),
          tuple((word, row.cost or "-", row.help, row.rows) for word, row in DEFENSES.items())),
    Topic("called", "attack --called PLACE", ("place", "dice", "tag", "damage for it"),
          tuple((row.place, str(row.dice), row.tag or "-", tag_damage(row))
                for row in tables.CALLED.values()),
          ("armor counts only where it covers the place (ST-147)", "ST-146 to ST-151")),
    Topic("bursts", "attack --with burst=WORD", ("burst", "bullets", "dice", "targets"),
          tuple((name, str(row.bullets), f"+{row.dice}", str(row.targets or "any"))
                for name, row in tables.BURSTS.items()),
          ("several targets: each roll has -1 die for each target (ST-092)",
           "aim does not count, and bursts cannot spare anybody (ST-088, ST-112)")),
    Topic("ranges", "attack --with range=METRES or WORD", ("range", "dice"),
          (*((name, str(dice)) for name, dice in tables.BANDS.items()),
           (tables.BEYOND, "a chance die")),
          ("thrown: strength + dexterity + athletics - size, x2, x4; aerodynamic: each x2 "
           "(ST-101, ST-102)",)),
    Topic("cover", "concealment and cover", ("hidden", "shot at", "shooting out"),
          tuple((name, str(dice), str(tables.OWN_CONCEALMENT[name]))
                for name, dice in tables.CONCEALMENT.items()),
          ("full cover: durability above the weapon's modifier stops the attack, else it comes off "
           "the damage (ST-106 to ST-110)",
           "a human shield takes all damage; whoever is behind takes what gets through (ST-113 to "
           "ST-116)")),
    Topic("armor", "what armor does", ("rating", "against", "what", "row"), (
        ("ballistic", "firearms", "each point turns 1 lethal into 1 bashing", "ST-158"),
        ("general", "all", "each point absorbs 1, the worst first", "ST-159"),
        ("shock", "lethal attacks", "armor that stops all damage leaves 1 bashing", "ST-161"),
        ("piercing", "firearms", "less ballistic, then less general; close attacks: general only",
         "ST-162"),
    )),
    Topic("health", "the health track", ("empty boxes", "dice"),
          tuple((str(empty), f"-{dice}") for empty, dice in tables.PENALTIES.items()),
          ("/ bashing, X lethal, * aggravated; on a full track each point makes a box worse "
           "(ST-164 to ST-166)",
           "full track, last box bashing: roll stamina each turn to stay awake (ST-169)",
           "full track, no bashing: dying, 1 lethal a minute; all aggravated: dead (ST-170, "
           "ST-171)")),
    Topic("tests", "test WHO NAME", ("name", "dice", "outcome", "rows"), (
        *((word, row.dice, row.outcome, row.rows) for word, row in TESTS.items()),
        ("attribute+skill", "that pool", "--threshold, else 1", "ST-001 to ST-007"),
    )),
    Topic("effects", "effect WHO NAME [--end]", ("effect", "what", "by hand", "rows"),
          tuple(
              (name, row.help, "yes" if row.put else "--end only", row.rows)
              for name, row in EFFECTS.items()
          )),
    rest_page(GIVES, REGIMEN.words),
)  # fmt: skip
topics = make_topics("gmtrack.rulesets.storyteller", House, PAGES)
