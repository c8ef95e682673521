"""The pages of `rules [TOPIC]`: the tables that the program applies, straight from the data."""

from collections.abc import Callable, Iterator, Mapping

from gmtrack.core.screen import Topic
from gmtrack.rulesets.kit.actions import tabulate_actions
from gmtrack.rulesets.kit.modifiers import tabulate_modifiers
from gmtrack.rulesets.kit.pages import Page, make_topics
from gmtrack.rulesets.kit.rest import make_rest_page as rest_page
from gmtrack.rulesets.sr3 import tables
from gmtrack.rulesets.sr3.actions.actions import actions_in_force
from gmtrack.rulesets.sr3.actions.tests import (
    KNOCKDOWN_WORDS,
    PLAIN_WORDS,
    RESIST_WORDS,
)
from gmtrack.rulesets.sr3.attack.aim import SYSTEMS
from gmtrack.rulesets.sr3.attack.plan import Fits
from gmtrack.rulesets.sr3.attack.target_number import (
    SHORT_BURST,
    visibility_table,
)
from gmtrack.rulesets.sr3.attack.words import attack_words
from gmtrack.rulesets.sr3.gm.rest import GIVES, REGIMEN
from gmtrack.rulesets.sr3.magic.words import CAST_WORDS
from gmtrack.rulesets.sr3.rulings import House
from gmtrack.rulesets.sr3.sheet.wound_modifiers import step_of
from gmtrack.rulesets.sr3.wounds.effects import EFFECTS

HousePage = Callable[[House], Topic]
"""A page that depends on the house rules."""


def attack_words_page(
    name: str, summary: str, fits: tuple[Fits, ...]
) -> HousePage:
    """Return the page of the `--with` words that fit these kinds of attack."""

    def page(house: House) -> Topic:
        rows = tuple(
            (word, row.help, "auto" if row.auto else "-", row.rules)
            for word, row in attack_words(house).items()
            if row.fits in fits
        )
        return Topic(
            name,
            summary,
            ("word", "what", "applied", "rows"),
            rows,
            (
                "auto: applied where it is known; --without WORD leaves it out",
                "--called head or --called vital: +4, damage one level up (SR-029, SR-075, SR-076)",
                "any other modifier: --mod N:WHY",
            ),
        )

    return page


def actions_page(house: House) -> Topic:
    """Return the page of actions."""
    return Topic(
        "actions",
        "act WHO ACTION",
        ("action", "takes", "cost", "what", "rows"),
        tabulate_actions(actions_in_force(house)),
    )


def spells_page() -> Topic:
    """Return the page of the `--with` words of a spell."""
    rows = tuple(
        (word, row.help, "auto" if row.auto else "-", row.rules)
        for word, row in CAST_WORDS.items()
    )
    return Topic(
        "spells",
        "attack WHO TARGET... --weapon SPELL --with level=L, or act WHO cast",
        ("word", "what", "applied", "rows"),
        rows,
        (
            "one Sorcery Test, each target resists, then drain (SRX-005 to SRX-010, SRX-033)",
            "drain: half the force + the number before the bracket; level as the bracket says; "
            "above D each level is 2 more power (SRX-033, SRX-034)",
            "beyond the source, as the game is commonly played: check with your own book",
        ),
    )


def modes_page(house: House) -> Topic:
    """Return the page of fire modes. Depends on the house rules `fa_maximum` and
    `short_burst_recoil`."""
    rows = tuple(
        (
            name,
            row.title,
            row.cost,
            "-" if row.rounds is None else str(row.rounds),
            "-" if row.limit is None else str(row.limit),
            row.id,
        )
        for name, row in tables.MODES.items()
    )
    short = tables.BURSTS[SHORT_BURST]._replace(recoil=house.short_burst_recoil)
    bursts = "; ".join(
        f"{rounds} left: power +{row.power}, level +{row.level}, recoil {row.recoil}"
        for rounds, row in {**tables.BURSTS, SHORT_BURST: short}.items()
        if row.power
    )
    most = house.fa_maximum
    limit = (
        ()
        if most == "none"
        else (f"full auto: {most} rounds in a phase (SR-R20)",)
    )
    return Topic(
        "modes",
        "attack --with mode=WORD",
        ("mode", "name", "action", "rounds", "in a phase", "rows"),
        rows,
        (
            f"a burst with {bursts}; the last round is a single shot (SR-057 to SR-059)",
            "full auto: power + rounds - 1, a level up for each 3 rounds (SR-062, SR-063)",
            *limit,
            "1 round is lost for each metre between targets, none with a smartlink "
            "(SR-065, SR-067)",
        ),
    )


def render_signed(number: int) -> str:
    """Return a number with its sign; 0 has none."""
    return f"{number:+}" if number else "0"


def visibility_page(name: str, summary: str, *, melee: bool) -> HousePage:
    """Return the page of one visibility table, with a column for each kind of eyes."""

    def page(house: House) -> Topic:
        table = visibility_table(house, melee=melee)
        heads = ("key", "norm", "ll-cyb", "ll-nat", "th-cyb", "th-nat")
        rows = tuple(
            (key, *map(render_signed, eyes)) for key, eyes in table.items()
        )
        return Topic(
            name,
            summary,
            heads,
            rows,
            (
                "haze: smoke, fog or rain; thermal: thermal smoke",
                "one light and one haze, together 8 at most (SR-131)",
                "ll: low-light, th: thermographic; cyb: cybernetic, nat: natural (SR-R09)",
                "scene: {visibility: [minimal_light, mist]}, or "
                "--with light=minimal --with haze=mist",
            ),
        )

    return page


def wounds_page() -> Topic:
    """Return the page of wound modifiers."""
    least = dict(reversed(tables.WOUNDS)).items()
    rows = tuple(
        (f"{boxes} or more", f"+{worse}", f"-{worse}") for boxes, worse in least
    )
    return Topic(
        "wounds",
        "the condition monitor: ten boxes of stun, ten of physical",
        ("boxes", "target number", "initiative"),
        rows,
        (
            "each monitor has its own modifier, and they are added (SR-141)",
            "stun beyond 10 boxes is physical, physical beyond 10 is overflow (SR-143, SR-144)",
            "10 stun: unconscious; 10 physical: dying; overflow above body: dead "
            "(SR-143 to SR-145)",
            "the dying: 1 overflow at the end of every (body) combat turns, until they are "
            "stable (SRX-206, SRX-208)",
        ),
    )


def word_rows(
    name: str, words: Mapping[str, str], ids: str
) -> Iterator[tuple[str, ...]]:
    """Yield the rows of one test's words; only the first has the test's name and rule ids."""
    for word, text in words.items():
        yield (name, word, text, ids)
        name = ids = ""


PAGES: tuple[Page[House], ...] = (
    Topic("turn", "combat turns, passes, phases", ("command", "what", "rows"), (
        ("roll-init", "reaction + dice - wound modifier for everybody; pools refresh",
         "SR-007, SR-010"),
        ("next", "ends the phase; after the last one all scores drop by 10: a new pass", "SR-008"),
        ("delay WHO", "delays the whole phase, before any action in it", "SR-146"),
        ("intervene WHO", "takes the delayed phase in the same pass, even in another's", "SR-146"),
        ("roll-init WHO", "joins late: 10 less for each pass that is over", "SR-147"),
        ("end", "ends the fight: clears scores, aims and melees", "-"),
    ), (
        "a phase: 1 free action and 2 simple ones, or 1 complex one for the 2 simple (SR-011)",
        "same score: higher reaction first, then a die (SR-009)",
        "before the first roll-init and after the last pass actions cost nothing (SR-R42)",
    )),
    Topic("dice", "tests", ("rule", "what", "rows"), (
        ("success", "each die that reaches the target number, which is at least 2", "SR-001"),
        ("Rule of Six", "a 6 below the target number is rolled again and added", "SR-002"),
        ("Rule of One", "every die shows 1: a note; explosive rounds misfire", "SR-003, SR-098"),
        ("combat pool", "dice added to a skill, at most the skill; spent", "SR-004, SR-005"),
        ("wounds", "modify the target number of attacks", "SR-006"),
    ), ("dice rolled again are typed so: --roll attack=6,3 --roll attack_again=4",)),
    actions_page,
    attack_words_page("words", "attack --with WORD[=VALUE]", ("melee", "ranged", "both")),
    attack_words_page("melee", "attack --with WORD[=VALUE], in melee", ("melee", "both")),
    attack_words_page("ranged", "attack --with WORD[=VALUE], ranged", ("ranged", "both")),
    spells_page(),
    Topic("defenses", "attack --defense WORD, in melee", ("word", "what", "rows"), (
        ("fight", "rolls against the attacker; with more successes hits back", "SR-013, SR-014"),
        ("full", "does not hit back; pool dice against the damage, which dodge with more "
         "successes than the attacker has", "SR-023, SR-024"),
        ("none", "does not roll, as the surprised, subdued and helpless", "SR-R32"),
    )),
    Topic("ranges", "attack --with range=METRES or WORD", ("range", "target number"),
          tuple((name, str(tn)) for name, tn in tables.BASE_TN.items()),
          ("each point of a scope shifts the range one nearer (SR-046)",
           "nearer than the minimum range or beyond extreme: no attack (SR-045)")),
    modes_page,
    Topic("recoil", "recoil, step by step", ("step", "what", "rows"), (
        ("raw", "rounds fired earlier in the phase, and what this attack adds", "SR-061, SR-068"),
        ("vents, pads, bipod, tripod", "compensate; bipod and tripod while deployed", "SR-069"),
        ("gyro", "compensates recoil first, the rest of it running", "SR-070"),
        ("shotguns, heavy weapons", "what is left is doubled", "SR-071"),
    )),
    Topic("ammunition", "kinds of ammunition", ("kind", "what", "rows"),
          tuple((name, row.help, row.id) for name, row in tables.AMMUNITION.items())),
    Topic("explosives", "grenades, launchers and charges", ("what", "how", "rows"), (
        ("attack --weapon GRENADE", "thrown at the place where the target stands: simple",
         "SRX-101 to SRX-106"),
        ("where it lands", "1d6 metres off, less 2 a success; aerodynamic 2d6, less 4; launched "
         "3d6, less 4", "SRX-107"),
        ("which way", "1d6: 1 beyond, 4 back, the others between, clockwise", "SRX-108"),
        ("when", "end of the thrower's next phase, of the next pass or of the combat turn, the "
         "first", "SRX-109"),
        ("act WHO detonate ITEM", "the blast: `next` waits for it", "SRX-112"),
        ("who", "everybody near enough by position, else TARGETs with distance=WHO:METRES",
         "SRX-R08"),
        ("the blast", "power less drop a metre; Body and pool dice against it less impact armor",
         "SRX-112 to SRX-115"),
        ("splinters", "bare: a level more; else armor is the better of ballistic and twice the "
         "impact", "SRX-117"),
        ("a flash", "dazzles up to 12 metres, 1 less a metre beyond, 1 less each combat turn",
         "SRX-119"),
        ("act WHO activate CHARGE", "laid, complex; `detonate` sets it off: simple", "SRX-120"),
    ), ("words of throws and blasts: `rules blasts`",)),
    attack_words_page("blasts", "attack --with WORD[=VALUE], with an explosive", ("blast",)),
    Topic("loading", "how weapons are loaded",
          ("weapon", "actions", "in or out", "rounds", "rows"),
          tuple(
              (name, ", ".join(row.actions), row.swap or "-", str(row.rounds(4, "down")), row.id)
              for name, row in tables.LOADING.items()
          ),
          ("in or out: cost of a clip, loader or belt; "
           "rounds: in 1 complex action with quickness 4",
           "crossbow: load, once more for each point of strength short (SR-116)")),
    Topic("gear", "targeting gear", ("gear", "what", "rows"),
          tabulate_modifiers(SYSTEMS),
          ("only the best one counts (SR-080), with a second firearm none (SR-081)",)),
    visibility_page("visibility-ranged", "visibility in ranged combat (SR-127)", melee=False),
    visibility_page("visibility-melee", "visibility in melee (SR-128)", melee=True),
    Topic("levels", "damage levels and knockdown",
          ("level", "step", "boxes", "stands with more than"),
          tuple(
              (level, str(step_of(level)), str(boxes), str(step_of(level)))
              for level, boxes in tables.OF_LEVEL.items()
          ),
          ("2 net successes stage one level, an odd one does nothing (SR-135)",
           "knockdown: Body dice, melee against the opponent's strength, ranged against half the "
           "power (SR-030, SR-082)",
           "no success: prone; too few: knocked back 1 metre; level D: prone (SR-032, SR-034)")),
    wounds_page(),
    Topic("subdual", "holds", ("what", "how", "rows"), (
        ("attack --with subdue", "+2, only with weapons that do stun damage", "SR-036, SR-037"),
        ("held", "10 boxes of stun and subdual together: subdued, but awake", "SR-038, SR-039"),
        ("act WHO subdual-keep TARGET", "against the lowest of their three; 1 box a success",
         "SR-042"),
        ("act WHO subdual-break", "against the lowest of the holder's, +2; 1 box less a success",
         "SR-043"),
        ("each minute", "1 subdual box is emptied", "SR-041"),
        ("any other attack on them", "the holder gives the hold up", "SR-040"),
    ), ("the three: unarmed combat, strength, quickness",)),
    Topic("tests", "test WHO NAME --with WORD=VALUE", ("name", "word", "what", "rows"), (
        *word_rows("knockdown", KNOCKDOWN_WORDS, "SR-030 to SR-034"),
        *word_rows("resist", RESIST_WORDS, "SR-048 to SR-052"),
        *word_rows("ATTRIBUTE or SKILL", PLAIN_WORDS, "SR-001 to SR-003"),
    ), ("--threshold N: successes needed for an attribute or a skill (default 1)",)),
    Topic("effects", "effect WHO NAME [--end]", ("effect", "what", "rows"),
          tuple((name, row.help, row.rows) for name, row in EFFECTS.items())),
    rest_page(GIVES, REGIMEN.words),
)  # fmt: skip
topics = make_topics("gmtrack.rulesets.sr3", House, PAGES)
