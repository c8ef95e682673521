"""The pages of `rules` of i2050."""

from gmtrack.core.screen import Topic
from gmtrack.rulesets.i2050 import tables
from gmtrack.rulesets.i2050.actions.actions import ACTIONS
from gmtrack.rulesets.i2050.attack.modifiers import MODIFIERS
from gmtrack.rulesets.i2050.attack.words import ATTACK_WORDS
from gmtrack.rulesets.i2050.gm.rest import GIVES, REGIMEN
from gmtrack.rulesets.i2050.rulings import House
from gmtrack.rulesets.i2050.wounds.effects import EFFECTS
from gmtrack.rulesets.kit.actions import tabulate_actions
from gmtrack.rulesets.kit.modifiers import tabulate_modifiers
from gmtrack.rulesets.kit.pages import Page, make_topics
from gmtrack.rulesets.kit.rest import make_rest_page as rest_page


def locations_page(house: House) -> Topic:
    """Return the page of locations, by the house's table (IN-LOC)."""
    found = {column: house.locations[column] for column in tables.COLUMNS}
    rows = []
    for place in tables.LOCATIONS:
        rolls = [
            render_rolls(found[column], place) for column in tables.COLUMNS
        ]
        over, under = tables.FRACTIONS[place]
        rows.append((tables.with_spaces(place), *rolls, f"{over}/{under}"))
    return Topic(
        "locations",
        "the d20 that finds a location",
        ("location", *tables.COLUMNS, "of the total"),
        tuple(rows),
        (
            "aimed attacks read the melee column (IN-R40)",
            "hit points of a location are rounded up (IN-R23)",
        ),
    )


def render_rolls(column: tuple[str, ...], place: str) -> str:
    """Render the rolls that find a place: `13-15`; `-` if none does."""
    rolls = [
        roll for roll in range(1, tables.FACES + 1) if column[roll - 1] == place
    ]
    if not rolls:
        return "-"
    if rolls != list(range(rolls[0], rolls[-1] + 1)):
        return ", ".join(map(str, rolls))
    return str(rolls[0]) if len(rolls) == 1 else f"{rolls[0]}-{rolls[-1]}"


PAGES: tuple[Page[House], ...] = (
    Topic("turn", "rounds: determination, resolution, movement", ("command", "what", "rows"), (
        ("roll-init", "a new round: everybody declares, side by side; no dice", "IN-PHASE-01..03"),
        ("act WHO ACTION", "declares what somebody does, one thing a round", "IN-PHASE-02, -04"),
        ("next", "starts Resolution; then from turn to turn by speed, then metre by metre",
         "IN-SPD-04, IN-MOVE-02"),
        ("next all", "all metres of everybody who moves; next 2: two of them", "IN-MOVE-02"),
        ("attack", "carries out what was declared, or declares late", "IN-PHASE-07, -08"),
        ("act WHO stop", "stops moving for this round", "IN-MOVE-03"),
        ("roll-init WHO", "joins the round late, with nothing declared", "IN-PHASE-02"),
        ("end", "ends the fight: disabled limbs work again, aims are lost", "IN-R43"),
    ), (
        "two who fight each other act at the higher of their speeds (IN-R11)",
        "out or disarmed before their own speed: the action is lost (IN-SPD-05, IN-R12)",
        "stand, pickup, draw, aim take effect before the movement (IN-R51)",
        "before the first roll-init no action is used up (IN-R56)",
    )),
    Topic("dice", "d20 at or under a number", ("rule", "what", "rows"), (
        ("success", "d20 at or under the skill with its modifiers", "IN-CORE-01, -02"),
        ("opposed", "the higher success wins; if both fail or roll the same, nobody is hit",
         "IN-OPP-01..05"),
        ("critical", "exactly the skill: damage dice and bonus count twice", "IN-CRIT-01, -02"),
        ("above 20", "the excess is added to the die, up to 20", "IN-CRIT-03"),
        ("fumble", "a natural 20 with a skill below 20", "IN-FUM-01"),
        ("grievous", "halves skills, not attributes", "IN-WND-04, IN-R46"),
        ("attributes", "and Awareness, Cool: no critical, no fumble", "IN-CORE-03"),
    )),
    Topic("actions", "act WHO ACTION", ("action", "words", "when", "what", "rows"),
          tabulate_actions(ACTIONS)),
    Topic("attacks", "kinds of attack", ("kind", "what", "rows"), (
        ("missile", "unopposed, in the order of speed", "IN-PHASE-06"),
        ("opposed melee", "two fight each other: the higher success wins",
         "IN-PHASE-07, IN-OPP-01 to IN-OPP-07"),
        ("unopposed melee", "the target does not fight back", "IN-PHASE-08, IN-OPP-08"),
        ("against a dodger", "an equal or higher dodge avoids it", "IN-DODGE-03"),
        ("burst", "--with burst=N, each shot rolled by itself", "IN-BURST-01"),
        ("several opponents", "--with split=N,N, each at a share of the skill", "IN-MULTI-02"),
    ), (
        "critical: the roll equals the skill; dice and bonus count twice (IN-CRIT-01, IN-CRIT-02)",
        "a critical that is beaten does nothing (IN-OPP-06, IN-OPP-07)",
        "a parry counts if the loser's own roll was a success (IN-DMG-03)",
        "a whole blow of Knockdown or more: DEX roll or prone; of twice as much: prone (IN-KD)",
    )),
    Topic("words", "attack --with WORD[=VALUE]", ("word", "what", "known", "rows"),
          tuple((word, row.help, "auto" if row.auto else "-", row.id)
                for word, row in ATTACK_WORDS.items()),
          ("auto: applied by itself; --without WORD switches it off",
           "any other number: --mod N:WHY on the attack, --defense-mod N:WHY on defense or dodge")),
    Topic("defenses", "attack --defense WORD", ("word", "what", "rows"),
          tuple((word, row.help, row.id) for word, row in tables.DEFENSES.items()),
          ("by default as declared; "
           "a target who has declared nothing declares it by this (IN-R56)",)),
    Topic("modifiers", "modifiers of the skill", ("part", "what", "rows"),
          tabulate_modifiers(MODIFIERS),
          ("foe above or below: 1 to less than 2 metres, or one of the two prone "
           "(IN-MOD-03, IN-R55)",
           "2 metres or more: only long weapons reach in melee (IN-R16)")),
    Topic("bursts", "attack --with burst=N", ("what", "how", "rows"), (
        ("skill", "half for each shot, -1 with each change of target", "IN-BURST-01, IN-BURST-03"),
        ("speed", "by the full skill, -1 with each change of target", "IN-BURST-03, IN-SPD-07"),
        ("critical", "never", "IN-BURST-04"),
        ("jam", "the remaining shots are not fired", "IN-BURST-05"),
        ("miss", "hits nobody else unless the GM says so", "IN-BURST-06"),
    )),
    Topic("aiming", "aimed attacks", ("what", "how", "rows"), (
        ("--called PLACE --with aim=K", "skill and speed lower by K", "IN-AIM-01"),
        ("location", "the roll is moved by up to K, no more than needed", "IN-AIM-02, IN-R41"),
        ("--with shift=S", "the roll is moved by exactly S", "IN-AIM-02"),
        ("act WHO aim TARGET", "a round of aiming a firearm: +5 once", "IN-MOD-09, IN-R31"),
    )),
    Topic("fumbles", "a natural 20 with a skill below 20", ("what", "how", "rows"), (
        ("weapon", "POW roll: dropped; if it fails, broken", "IN-FUM-02 to IN-FUM-04"),
        ("unarmed", "DEX roll; if it fails, prone", "IN-FUM-05"),
        ("firearm", "jams; a fragile one breaks", "IN-FUM-06, IN-FUM-07"),
        ("accessory", "d6: if odd, it fails instead of the firearm", "IN-FUM-08"),
        ("act WHO unjam", "a roll of the weapon's skill", "IN-FUM-10"),
    ), ("attached weapons are never dropped, bare hands never break (IN-R47)",)),
    Topic("dodging", "--defense dodge", ("what", "how", "rows"), (
        ("EDEX", "dex less a third of the armor worn", "IN-DODGE-02, IN-R36"),
        ("blows", "avoided by a success at least as high as the attack", "IN-DODGE-03, IN-R34"),
        ("firearms", "avoided by a success at EDEX - 10", "IN-DODGE-04, IN-R35"),
        ("bows, thrown weapons", "avoided by a success at EDEX", "IN-DODGE-04, IN-R52"),
        ("a roll above EDEX", "the dodger falls prone", "IN-DODGE-05"),
    )),
    Topic("several", "attack WHO FOE FOE --with split=N,N", ("what", "how", "rows"), (
        ("split=N,N", "one share of the skill for each foe, in their order", "IN-MULTI-01"),
        ("share", "an opposed roll against that share", "IN-MULTI-02"),
        ("no share", "the foe attacks unopposed", "IN-MULTI-03"),
        ("won", "every foe who loses is hurt", "IN-MULTI-04"),
    )),
    Topic("unarmed", "Unarmed Combat", ("what", "how", "rows"), (
        ("--with unarmed-combat", "the winner disables instead of hurting", "IN-UNARM-02"),
        ("disable", "Unarmed Combat against the points that the location has left", "IN-UNARM-03"),
        ("won", "the location is disabled until the fight ends", "IN-UNARM-04, IN-R43"),
        ("not won", "nothing happens", "IN-UNARM-05"),
        ("test WHO brawling", "tackles, grappling", "IN-UNARM-07"),
    )),
    Topic("outcomes", "how attacks end", ("outcome", "what", "rows"), (
        ("hit", "the attacker hits, and damage gets through", "IN-DMG-04"),
        ("blocked", "the attacker hits, and nothing gets through", "IN-DMG-01"),
        ("miss", "an unopposed attack fails", "IN-OPP-08"),
        ("dodged", "a dodge avoids a hit", "IN-DODGE-03, IN-DODGE-04"),
        ("countered", "the target wins and hits instead", "IN-OPP-02"),
        ("tie", "both succeed with the same number; nobody is hit", "IN-OPP-04"),
        ("both-miss", "both fail; nobody is hit", "IN-OPP-05"),
        ("disabled, resisted", "Unarmed Combat works, or does not", "IN-UNARM-04, IN-UNARM-05"),
    )),
    locations_page,
    Topic("speed", "half of dex + skill, rounded up, plus the weapon", ("class", "speed"),
          tuple((kind, f"{number:+}" if number else "0")
                for kind, number in tables.ADJUSTMENTS.items()),
          ("each point of aim: -1; each change of target in a burst: -1 (IN-SPD-06)",
           "skill halved by a burst or a wound does not slow anybody (IN-SPD-07, IN-R10)")),
    Topic("wounds", "bands of the total", ("band", "points lost", "what", "rows"), (
        ("healthy", "nothing", "-", "IN-WND-01"),
        ("light", "a quarter or less", "no effect", "IN-WND-02"),
        ("serious", "half or less", "fighting stops this week's healing", "IN-WND-03"),
        ("grievous", "three quarters or less",
         "skills halved; moving stops the healing and costs 1 point a day", "IN-WND-04"),
        ("mortal", "more", "unconscious", "IN-WND-05"),
        ("dying", "all", "the GM decides what becomes of them", "IN-WND-06"),
    ), (
        "unconscious below a quarter of the total, or what the sheet says (IN-R20)",
        "a blow of Knockdown or more: DEX roll or prone; of twice as much: prone (IN-KD)",
    )),
    Topic("limbs", "a location with no points left", ("location", "what", "rows"), (
        ("head", "unconscious; dead at twice its points", "IN-LIMB-05, IN-LIMB-07"),
        ("chest", "unconscious", "IN-LIMB-04"),
        ("abdomen", "both legs useless, falls prone, 1 metre a round", "IN-LIMB-02"),
        ("arm", "useless, drops what it holds", "IN-LIMB-03"),
        ("leg", "useless, falls prone, 1 metre a round", "IN-LIMB-06, IN-R39"),
    ), ("Unarmed Combat does the same until the fight ends, without damage (IN-R43)",)),
    Topic("tests", "test WHO WHAT", ("what", "how", "rows"), (
        ("awareness, cool", "rolled once, counts for the whole round", "IN-R30"),
        ("SKILL", "with critical and fumble", "IN-CORE-01, IN-UNARM-07"),
        ("dex, pow, con, siz", "no critical, no fumble", "IN-CORE-03"),
        ("--with against=WHO:WHAT", "opposed", "IN-OPP-02..05"),
    )),
    Topic("effects", "effect WHO NAME [--end]", ("effect", "what", "rows"),
          tuple((name, row.help, row.rows) for name, row in EFFECTS.items())),
    rest_page(GIVES, REGIMEN.words),
)  # fmt: skip
topics = make_topics("gmtrack.rulesets.i2050", House, PAGES)
