"""Screens and reports made by hand, with everything in them that is hard to show."""

from types import SimpleNamespace

from gmtrack.core.draft import MISSING, Change
from gmtrack.core.report import Override, Part, Report, Roll
from gmtrack.core.screen import (
    Board,
    Condition,
    Number,
    Profile,
    Row,
    Section,
    Segment,
    Topic,
    Track,
)
from gmtrack.core.standing import Standing
from gmtrack.view.report import Wording

HOSTILE = "[red]Vex[/] \x1b[2J\u202eexe.\x9b31m\u200b"
CJK = "狼の森 ウルフ"
LONG = "Ganger of the Northside Rail Yard Crew 12"
NAMES = {"joe": "Joe Schmoe", "bob": "Bob Rock", "vex": HOSTILE, "wolf": CJK, "long": LONG}


def pool(label: str, now: int, most: int) -> Track:
    boxes = (Segment("full", max(0, now)), Segment("lost", most - max(0, now)))
    return Track(label, boxes, f"{now}/{most}", marks=())


def board() -> Board:
    """Six combatants: acting, done, waiting, unconscious, dying, dead."""
    rows = (
        row("mira", "Mira Volkova", "pc", ("22", "1", "-2"), "up", done=True, tracks=(
            pool("shield", 0, 6), pool("flesh", 3, 10), pool("strain", 2, 10)),
            conditions=(Condition("nauseous", "2 rounds"), Condition("bleedout"))),
        row("joe", "Joe Schmoe", "pc", ("14", "2", "0"), "up", acting=True, tracks=(
            pool("flesh", 10, 10), pool("strain", 0, 10)),
            conditions=(Condition("cover: good", tone="good"),)),
        row("wolf", CJK, "ally", ("9", "3", "-1"), "up", tracks=(
            pool("shield", 4, 4), pool("armored", 7, 12))),
        row("bob", "Bob Rock", "foe", ("-1", "0", "-6"), "dying", out=True, tracks=(
            pool("flesh", -1, 10), pool("strain", 10, 10)),
            conditions=(Condition("prone"), Condition("dying", "36 rounds"))),
        row("vex", HOSTILE, "police", ("", "", "0"), "unconscious", out=True, tracks=(
            pool("flesh", 9, 10), pool("strain", 10, 10))),
        row("long", LONG, "foe", ("", "", "-3"), "dead", out=True, tracks=(
            pool("flesh", -4, 10), pool("strain", 0, 10))),
    )  # fmt: skip
    return Board(
        title="Knife fight behind the bar [bold]",
        clock=(("round", "2"), ("pass", "1")),
        columns=("Score", "AP", "WM"),
        rows=rows,
        doc={},
        lines=("light: dim \x1b[0m", "due: grenade (next pass)"),
    )


def row(  # noqa: PLR0913
    who: str,
    name: str,
    side: str,
    cells: tuple[str, ...],
    status: str,
    *,
    acting: bool = False,
    done: bool = False,
    out: bool = False,
    tracks: tuple[Track, ...] = (),
    conditions: tuple[Condition, ...] = (),
) -> Row:
    return Row(who, name, side, acting, done, Standing(status, out), cells, tracks, conditions)


def parts(**values: int) -> tuple[Part, ...]:
    return tuple(Part(label.replace("_", "-"), value) for label, value in values.items())


def profile() -> Profile:
    """A sheet with bare and derived numbers, tables, and boxes of several kinds."""
    torso = Track(
        "torso",
        (Segment("lethal", 2), Segment("bruise", 3), Segment("full", 7)),
        "2 lethal, 3 bruise of 12",
        marks=(5, 10),
    )
    return Profile(
        title=HOSTILE,
        subtitle="vex, pc, up, ganger template",
        tracks=(pool("flesh", 9, 10), pool("armored", 30, 120), torso),
        conditions=(Condition("stunned", "to the round's end"), Condition("aimed", tone="good")),
        sections=(
            Section(
                "Attributes",
                tuple(
                    Number(label, value)
                    for label, value in zip(
                        ("body", "agility", "reaction", "strength", "willpower", "logic"),
                        "376543",
                        strict=True,
                    )
                ),
            ),
            Section(
                "Derived",
                (
                    Number("defense", "6", parts(reaction=3, intuition=3)),
                    Number("initiative attribute", "7", parts(reaction=5, intuition=5, wounds=-3)),
                    Number("walk rate", "14 m"),
                ),
            ),
            Section(
                "Weapons",
                columns=("Weapon", "DV", "Acc", "Notes"),
                rows=(
                    ("combat knife", "4 P", "6", "piercing"),
                    ("\x1b]0;owned\x07 pistol", "6 P", "5", "loaded with flechettes, which "
                     "spread; do not use them near the hostages"),
                ),
            ),
        ),
        doc={},
    )  # fmt: skip


def report() -> Report:
    """Joe attacks Bob's neck with the knife: every kind of roll and change in one."""
    told = Report("attack", "swan-song", {"attacker": "joe", "target": "bob", "outcome": "hit"})
    told.tell("attacks", "head", who="joe", whom="bob", weapon="combat knife", place="neck")
    attack = Roll(
        "attack",
        "joe",
        parts(agility=4, blades=3, called=-8, karma=8),
        (6, 6, 2, 4, 1, 5, 1),
        True,
        {"hits": 3, "limit": 2, "counted": 2, "glitch": None, "mystery": {"x": [1]}},
        (True, True, False, False, False, True, False),
        7,
    )
    told.rolled(attack)
    told.rolled(
        Roll("defense", "bob", parts(reaction=2, intuition=1), (2, 5, 4), False,
             {"hits": 1, "limit": None, "glitch": None}, (False, True, False), 3)
    )  # fmt: skip
    told.tell("net", net=1)
    told.tell("armor", "note", dv=6, armor=3)
    told.rolled(
        Roll("soak", "bob", parts(armor=4, arp=-1, minimum=-3), (), False, {"hits": 0}, (), 0)
    )
    told.tell("hurt", "bad", whom="bob", amount=6, pool="flesh")
    told.rolled(
        Roll("stun", "bob", parts(body=3), (1, 1, 2), False,
             {"hits": 0, "limit": None, "glitch": "critical", "threshold": 3, "success": False},
             (False, False, False), 3)
    )  # fmt: skip
    told.rolled(Roll("coin", "wolf", (), (4,), False, {"total": 4}))
    told.changes = [
        Change(("fight", "combatants", "joe", "ap"), 3, 1),
        Change(("fight", "combatants", "bob", "pools", "flesh"), 10, 4),
        Change(("fight", "combatants", "bob", "prone"), MISSING, True),
        Change(("fight", "combatants", "bob", "secret"), 1, 2),
        Change(("fight", "combatants", "joe", "held"), None, ["knife", "club"]),
    ]
    told.overrides = [Override("ap", "joe has 1 AP left, attack_melee costs 2")]
    told.unused = ["bounce", "soak.joe"]
    return told


PHRASES = {
    "attacks": "{who} attacks {whom} with the {weapon}: {place}",
    "net": "{net:+d} net hits",
    "armor": "damage {dv} against armor {armor}: it goes through",
    "hurt": "{whom} loses {amount} {pool}",
}
LABELS = {"ap": "AP", "pools.flesh": "flesh", "prone": "prone", "held": "in hand"}
WORDS = Wording(PHRASES, LABELS, NAMES)


def other_rolls() -> Report:
    """Rolls as other systems make them: target numbers, Difficulties, roll-under."""
    told = Report("test", "other")
    told.rolled(
        Roll("attack", "joe", parts(pistols=6), (2, 11, 5), False,
             {"tn": 5, "tn_parts": listed(base=4, range=1), "successes": 2},
             (False, True, True), 6)
    )  # fmt: skip
    told.rolled(
        Roll("dodge", "bob", parts(athletics=2), (6, 1), False,
             {"hits": 1, "difficulty": 3, "difficulty_parts": listed(base=4, light=-1)},
             (True, False), 2)
    )  # fmt: skip
    told.rolled(
        Roll("awareness", "wolf", (), (17,), True,
             {"target": 12, "target_parts": listed(intuition=12), "success": False})
    )  # fmt: skip
    told.rolled(Roll("cool", "wolf", (), (3,), True, {"target": 12, "success": True}))
    return told


def listed(**values: int) -> list[dict[str, object]]:
    return [{"label": label, "value": value} for label, value in values.items()]


def topic() -> Topic:
    return Topic(
        "called-shots",
        "Where one can aim, what it costs and what it does",
        ("Place", "Dice", "Effect", "Row"),
        (
            ("neck", "-8", "Stun test (3), Bleedout; damage limited to 10", "SS-CALL-19"),
            ("ear", "-6", "Deafened on that side until it is healed; the second ear of the same "
             "person deafens him wholly", "SS-CALL-12"),
            ("knee", "-6", "Slowed", "SS-CALL-17"),
        ),
        ("Every called shot costs a Free Action.", "House rule called_shots: all"),
    )  # fmt: skip


def log() -> list[SimpleNamespace]:
    typed = {"name": "attack", "who": "joe", "dice": [6, 6, 2, 4, 1, 5, 1], "given": True}
    own = {"name": "defense", "who": "bob", "dice": [2, 5, 4], "given": False}
    attack = {"outcome": "hit", "rolls": [typed, own], "damage": {"dealt": 4}}
    double = {"rolls": [], "attacks": [attack, {"outcome": "both-miss", "rolls": [own]}]}
    forced = {"rolls": [], "forced": [{"kind": "ap", "message": "joe has 0 AP \x1b[m"}]}
    several = {"rolls": [], "results": [{"outcome": "hit"}, {"outcome": "miss"}]}
    hand = [Change(("combatants", "bob", "name"), "Bob\x1b", HOSTILE)]
    return [
        step(1, "load", "load knife-fight.yaml", {}),
        step(2, "step", "roll-init", {"rolls": [{**own, "name": "initiative"}]}),
        step(3, "step", "attack joe bob --called neck --weapon knife", attack, "joe", undone=True),
        step(4, "undo", "undo", {}, turned=(3,)),
        step(5, "edit", "", {}, changes=hand),
        step(6, "step", "attack joe bob bob --with multiple=2", double, "joe"),
        step(7, "step", "roll 3d6+2", {"command": "roll", "total": 14}),
        step(8, "step", "roll '8d6>=5'", {"command": "roll", "total": None, "hits": 3}),
        step(9, "step", "attack 'ganger*' joe", several, "ganger-1,ganger-2"),
        step(10, "step", "act joe stand-up --force", {**forced, "outcome": "done"}, "joe"),
        step(11, "step", f"set bob 'name={HOSTILE}'", {"rolls": [{**own, "dice": []}]}, HOSTILE),
    ]


def step(
    seq: int, kind: str, line: str, doc: object, who: str | None = None, **more: object
) -> SimpleNamespace:
    entry = {"undone": False, "story": (), "shown": (), "turned": (), "changes": []} | more
    round_ = None if seq < 3 else 1
    entry = {"first": "", "dropped": False, **entry}
    return SimpleNamespace(
        seq=seq, kind=kind, line=line, time="2026-01-01T20:00:00Z", report=doc, who=who,
        round=round_, **entry,
    )  # fmt: skip
