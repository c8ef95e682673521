"""Pages of `rules` about attacks."""

from gmtrack.core.screen import Topic
from gmtrack.rulesets.i2050.attack.modifiers import MODIFIERS
from gmtrack.rulesets.i2050.attack.words import ATTACK_WORDS
from gmtrack.rulesets.i2050.tables.defenses import DEFENSES

OUTCOMES = (
    ("hit", "the attacker's blow landed and points got through", "IN-DMG-04"),
    ("blocked", "it landed and nothing got through", "IN-DMG-01"),
    ("miss", "unopposed and failed", "IN-OPP-08"),
    ("dodged", "would have hit", "IN-DODGE-03, IN-DODGE-04"),
    ("countered", "the target won and strikes instead", "IN-OPP-02"),
    ("tie", "equal successes, two losers", "IN-OPP-04"),
    ("both-miss", "two failures, two losers", "IN-OPP-05"),
    ("disabled, resisted", "Unarmed Combat worked, or did not", "IN-UNARM-04, IN-UNARM-05"),
)


def pages() -> tuple[Topic, ...]:
    return (
        attacks(), words(), defenses(), modifiers(), bursts(), aiming(), fumbles(),
        dodging(), several(), unarmed(), outcomes(),
    )  # fmt: skip


def attacks() -> Topic:
    rows = (
        ("missile", "unopposed, in the order of speed", "IN-PHASE-06"),
        ("opposed melee", "both fight each other: the higher success wins",
         "IN-PHASE-07, IN-OPP-01 to IN-OPP-07"),
        ("unopposed melee", "the target does something else", "IN-PHASE-08, IN-OPP-08"),
        ("against a dodger", "an equal or higher dodge avoids it", "IN-DODGE-03"),
        ("burst", "--with burst=N, each shot rolled by itself", "IN-BURST-01"),
        ("several opponents", "--with split=N,N, each at a share of the skill", "IN-MULTI-02"),
    )  # fmt: skip
    return Topic(
        "attacks", "kinds of attack", ("kind", "what", "rows"), rows,
        ("critical: the roll equals the skill, dice and add count twice (IN-CRIT-01, IN-CRIT-02)",
         "a critical that is beaten does nothing (IN-OPP-06, IN-OPP-07)",
         "a parry comes off where the loser's own roll was a success (IN-DMG-03)",
         "the whole blow at Knockdown or above: DEX roll; at twice: down (IN-KD-02, IN-KD-03)"),
    )  # fmt: skip


def words() -> Topic:
    rows = tuple(
        (word, row.help, "auto" if row.auto else "-", row.id) for word, row in ATTACK_WORDS.items()
    )
    return Topic(
        "words", "attack --with WORD[=VALUE]", ("word", "what", "known", "rows"), rows,
        ("auto: known by itself; --without WORD switches it off",
         "any other number: --mod N:WHY on the attack, --defense-mod N on defence or dodge"),
    )  # fmt: skip


def defenses() -> Topic:
    rows = tuple((word, row.help, row.id) for word, row in DEFENSES.items())
    return Topic(
        "defenses", "attack --defense WORD", ("word", "what", "rows"), rows,
        ("as declared by itself; said of one who has declared nothing it is declared (IN-R56)",),
    )  # fmt: skip


def modifiers() -> Topic:
    rows = tuple((row.label, row.help, row.id) for row in MODIFIERS)
    return Topic(
        "modifiers", "what changes the skill", ("part", "what", "rows"), rows,
        ("foe above or below: 1 to below 2 metres, or one of the two prone (IN-MOD-03, IN-R55)",
         "2 metres and more: melee with long weapons alone (IN-R16)"),
    )  # fmt: skip


def bursts() -> Topic:
    rows = (
        ("skill", "half for each shot, -1 for each change of target", "IN-BURST-01, IN-BURST-03"),
        ("speed", "the full skill's, -1 for each change of target", "IN-BURST-03, IN-SPD-07"),
        ("critical", "never", "IN-BURST-04"),
        ("jam", "the shots that are left are not fired", "IN-BURST-05"),
        ("miss", "hits nobody else unless the GM says so", "IN-BURST-06"),
    )
    return Topic("bursts", "attack --with burst=N", ("what", "how", "rows"), rows)


def aiming() -> Topic:
    rows = (
        ("--called PLACE --with aim=K", "skill and speed lower by K", "IN-AIM-01"),
        ("location", "moved by up to K, as little as will do", "IN-AIM-02, IN-R41"),
        ("--with shift=S", "moved by just this much", "IN-AIM-02"),
        ("act WHO aim TARGET", "a round of aiming a firearm: +5 once", "IN-MOD-09, IN-R31"),
    )
    return Topic("aiming", "aimed attacks", ("what", "how", "rows"), rows)


def fumbles() -> Topic:
    rows = (
        ("weapon", "POW roll: dropped, else broken", "IN-FUM-02 to IN-FUM-04"),
        ("unarmed", "DEX roll, else prone", "IN-FUM-05"),
        ("firearm", "jams; a fragile one breaks", "IN-FUM-06, IN-FUM-07"),
        ("accessory", "d6: odd, and it fails in place of the firearm", "IN-FUM-08"),
        ("act WHO unjam", "a roll of the weapon's skill", "IN-FUM-10"),
    )
    return Topic(
        "fumbles", "a natural 20 with a skill below 20", ("what", "how", "rows"), rows,
        ("what is attached is never dropped, bare hands never break (IN-R47)",),
    )  # fmt: skip


def dodging() -> Topic:
    rows = (
        ("EDEX", "dex less a third of the armor worn", "IN-DODGE-02, IN-R36"),
        ("blows", "avoided by a success as high as the attack", "IN-DODGE-03, IN-R34"),
        ("firearms", "avoided by a success at EDEX - 10", "IN-DODGE-04, IN-R35"),
        ("bows, thrown weapons", "avoided by a success at EDEX", "IN-DODGE-04, IN-R52"),
        ("a roll above EDEX", "the dodger falls", "IN-DODGE-05"),
    )
    return Topic("dodging", "--defense dodge", ("what", "how", "rows"), rows)


def several() -> Topic:
    rows = (
        ("split=N,N", "shares of the skill, in the order of the foes", "IN-MULTI-01"),
        ("share", "an opposed roll at the share", "IN-MULTI-02"),
        ("no share", "the foe attacks unopposed", "IN-MULTI-03"),
        ("won", "every foe who is beaten is hurt", "IN-MULTI-04"),
    )
    return Topic("several", "attack WHO FOE FOE --with split=N,N", ("what", "how", "rows"), rows)


def unarmed() -> Topic:
    rows = (
        ("--with unarmed-combat", "the winner of a fist fight hurts nobody", "IN-UNARM-02"),
        ("disable", "Unarmed Combat against the location's points", "IN-UNARM-03"),
        ("won", "the location is out until the fight ends", "IN-UNARM-04, IN-R43"),
        ("not won", "nothing happens", "IN-UNARM-05"),
        ("test WHO brawling", "tackles, grappling", "IN-UNARM-07"),
    )
    return Topic("unarmed", "Unarmed Combat", ("what", "how", "rows"), rows)


def outcomes() -> Topic:
    return Topic("outcomes", "how attacks end", ("outcome", "what", "rows"), OUTCOMES)
