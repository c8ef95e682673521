"""The pages of `rules` about attacks."""

from gmtrack.core.screen import Topic
from gmtrack.rulesets.kit.modifiers import page
from gmtrack.rulesets.sr3.attack.targeting import SYSTEMS
from gmtrack.rulesets.sr3.attack.values import Fits
from gmtrack.rulesets.sr3.attack.words import ATTACK_WORDS
from gmtrack.rulesets.sr3.tables.ammunition import AMMUNITION
from gmtrack.rulesets.sr3.tables.fire_modes import BURSTS, MODES
from gmtrack.rulesets.sr3.tables.loading import LOADING
from gmtrack.rulesets.sr3.tables.ranges import BASE_TN


def pages() -> tuple[Topic, ...]:
    return (
        words("words", "attack --with WORD[=VALUE]", ("melee", "ranged", "both")),
        words("melee", "attack --with WORD[=VALUE], in melee", ("melee", "both")),
        words("ranged", "attack --with WORD[=VALUE], ranged", ("ranged", "both")),
        defenses(),
        ranges(),
        modes(),
        recoil(),
        ammunition(),
        loading(),
        gear(),
    )


def words(name: str, summary: str, fits: tuple[Fits, ...]) -> Topic:
    """The words that fit one kind of attack, or all."""
    rows = tuple(
        (word, row.help, "auto" if row.auto else "-", row.rules)
        for word, row in ATTACK_WORDS.items()
        if row.fits in fits
    )
    return Topic(
        name, summary, ("word", "what", "applied", "rows"), rows,
        ("auto: applied where it is known; --without WORD leaves it out",
         "--called head or --called vital: +4, damage one level up (SR-029, SR-075, SR-076)",
         "any other modifier: --mod N:WHY"),
    )  # fmt: skip


def defenses() -> Topic:
    rows = (
        ("fight", "rolls against the attacker; with more successes hits back", "SR-013, SR-014"),
        ("full", "does not hit back; pool dice against the damage, which dodge with more "
         "successes than the attacker has", "SR-023, SR-024"),
        ("none", "does not roll, as the surprised, subdued and helpless", "SR-R32"),
    )  # fmt: skip
    return Topic("defenses", "attack --defense WORD, in melee", ("word", "what", "rows"), rows)


def ranges() -> Topic:
    rows = tuple((name, str(tn)) for name, tn in BASE_TN.items())
    return Topic(
        "ranges", "attack --with range=METRES or WORD", ("range", "target number"), rows,
        ("each point of a scope shifts the range one nearer (SR-046)",
         "nearer than the minimum range or beyond extreme: no attack (SR-045)"),
    )  # fmt: skip


def modes() -> Topic:
    rows = tuple(
        (name, row.title, row.cost, "-" if row.rounds is None else str(row.rounds),
         "-" if row.limit is None else str(row.limit), row.id)
        for name, row in MODES.items()
    )  # fmt: skip
    bursts = "; ".join(
        f"{rounds} left: power +{row.power}, level +{row.level}, recoil {row.recoil}"
        for rounds, row in BURSTS.items()
        if row.power
    )
    return Topic(
        "modes", "attack --with mode=WORD",
        ("mode", "name", "action", "rounds", "in a phase", "rows"), rows,
        (f"a burst with {bursts}; the last round is a single shot (SR-057 to SR-059)",
         "full auto: power + rounds - 1, a level up for each 3 rounds (SR-062, SR-063)",
         "1 round is lost for each metre between targets, none with a smartlink (SR-065, SR-067)"),
    )  # fmt: skip


def recoil() -> Topic:
    rows = (
        ("raw", "rounds fired earlier in the phase, and what this attack adds", "SR-061, SR-068"),
        ("vents, pads, bipod, tripod", "compensate; bipod and tripod while deployed", "SR-069"),
        ("gyro", "compensates recoil first, the rest of it running", "SR-070"),
        ("shotguns, heavy weapons", "what is left is doubled", "SR-071"),
    )
    return Topic("recoil", "recoil, step by step", ("step", "what", "rows"), rows)


def ammunition() -> Topic:
    rows = tuple((name, row.help, row.id) for name, row in AMMUNITION.items())
    return Topic("ammunition", "kinds of ammunition", ("kind", "what", "rows"), rows)


def loading() -> Topic:
    rows = tuple(
        (name, ", ".join(row.actions), row.swap or "-", str(row.rounds(4, "down")), row.id)
        for name, row in LOADING.items()
    )
    return Topic(
        "loading", "how weapons are loaded",
        ("weapon", "actions", "in or out", "rounds", "rows"), rows,
        ("in or out: cost of a clip, loader or belt; rounds: in 1 complex action with quickness 4",
         "crossbow: load, once more for each point of strength short (SR-116)"),
    )  # fmt: skip


def gear() -> Topic:
    return Topic(
        "gear", "targeting gear", ("gear", "what", "rows"), page(SYSTEMS),
        ("only the best one counts (SR-080), with a second firearm none (SR-081)",),
    )  # fmt: skip
