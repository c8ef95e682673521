"""The pages of `rules` about attacks."""

from gmtrack.core.screen import Topic
from gmtrack.rulesets.sr3.attack.targeting import SYSTEMS
from gmtrack.rulesets.sr3.attack.values import Fits
from gmtrack.rulesets.sr3.attack.words import ATTACK_WORDS
from gmtrack.rulesets.sr3.tables.ammunition import AMMUNITION
from gmtrack.rulesets.sr3.tables.fire_modes import BURSTS, MODES
from gmtrack.rulesets.sr3.tables.loading import LOADING
from gmtrack.rulesets.sr3.tables.ranges import BASE_TN


def pages() -> tuple[Topic, ...]:
    return (
        words("melee", "attack --with WORD[=VALUE], hand to hand", "melee"),
        words("ranged", "attack --with WORD[=VALUE], from afar", "ranged"),
        defenses(),
        ranges(),
        modes(),
        recoil(),
        ammunition(),
        loading(),
        gear(),
    )


def words(name: str, summary: str, fits: Fits) -> Topic:
    rows = tuple(
        (word, row.help, "auto" if row.auto else "-", row.id)
        for word, row in ATTACK_WORDS.items()
        if row.fits in (fits, "both")
    )
    return Topic(
        name, summary, ("word", "what", "known", "rows"), rows,
        ("auto: known by itself; --without WORD switches it off",
         "--called head or vital: +4 and a level more (SR-029, SR-075, SR-076)",
         "any other number: --mod N:WHY"),
    )  # fmt: skip


def defenses() -> Topic:
    rows = (
        ("fight", "rolls against the attacker; more successes strike back", "SR-013, SR-014"),
        ("full", "no striking back; pool dice against the damage, more than all of the attacker's "
         "successes dodge", "SR-023, SR-024"),
        ("none", "no roll; so for the surprised, subdued and helpless", "SR-R32"),
    )  # fmt: skip
    return Topic("defenses", "attack --defense WORD, in melee", ("word", "what", "rows"), rows)


def ranges() -> Topic:
    rows = tuple((name, str(tn)) for name, tn in BASE_TN.items())
    return Topic(
        "ranges", "attack --with range=METRES or WORD", ("range", "target number"), rows,
        ("each point of a scope counts one range nearer (SR-046)",
         "nearer than min_range or beyond extreme: no attack (SR-045)"),
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
         "full auto: power + rounds - 1, a level for each three (SR-062, SR-063)",
         "a round is lost for each metre between targets, with a smartlink none (SR-065, SR-067)"),
    )  # fmt: skip


def recoil() -> Topic:
    rows = (
        ("raw", "rounds fired earlier in the phase, and those of the burst", "SR-061, SR-068"),
        ("vents, pads, bipod, tripod", "taken off; bipod and tripod deployed", "SR-069"),
        ("gyro", "off recoil first, the rest of it off running", "SR-070"),
        ("shotguns, heavy weapons", "what is left counts twice", "SR-071"),
    )
    return Topic("recoil", "recoil, step by step", ("step", "what", "rows"), rows)


def ammunition() -> Topic:
    rows = tuple((name, row.help, row.id) for name, row in AMMUNITION.items())
    return Topic("ammunition", "what is loaded", ("kind", "what", "rows"), rows)


def loading() -> Topic:
    rows = tuple(
        (name, ", ".join(row.actions), row.swap or "-", str(row.rounds(4, "down")), row.id)
        for name, row in LOADING.items()
    )
    return Topic(
        "loading", "reloading", ("weapon", "actions", "in or out", "rounds", "rows"), rows,
        ("in or out: what it costs; rounds: in one complex action, at quickness 4",
         "a crossbow: load, once more for each point of strength that is short (SR-116)"),
    )  # fmt: skip


def gear() -> Topic:
    rows = tuple((name, row.word.help, row.word.id) for name, row in SYSTEMS.items())
    return Topic(
        "gear", "targeting gear", ("gear", "what", "rows"), rows,
        ("only the best one counts (SR-080); with a second firearm none (SR-081)",),
    )  # fmt: skip
