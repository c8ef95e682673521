"""Bodies of boxes: locations that are counted box by box, a fight of them, a sheet, rolls."""

from view_samples import listed, parts, row

from gmtrack.core.report import Report, Roll
from gmtrack.core.screen import Board, Condition, Number, Profile, Section, Segment, Track

Hurt = dict[str, tuple[int, int]]
"""Location to its lethal and bruise boxes."""

SMALL = {"head": 3, "torso": 12, "r.arm": 6, "l.arm": 6, "r.leg": 6, "l.leg": 6}
BIG = {"head": 4, "torso": 16, "r.arm": 8, "l.arm": 8, "r.leg": 8, "l.leg": 8}


def boxes(
    label: str, size: int, lethal: int = 0, bruise: int = 0, text: str = "", gone: int = 0
) -> Track:
    """A location with `size` usable boxes; `gone` are printed ones that are filled in."""
    segments = (
        Segment("lethal", lethal),
        Segment("bruise", bruise),
        Segment("empty", size - lethal - bruise),
        Segment("unusable", gone),
    )
    return Track(label, segments, text, exact=True)


def body(size: dict[str, int], hurt: Hurt) -> tuple[Track, ...]:
    return tuple(boxes(place, most, *hurt.get(place, (0, 0))) for place, most in size.items())


def fight(count: int) -> Board:
    """The first `count` of ten in a street fight: hurt, out, holding the spotlight, unhurt."""
    ten = (
        row("joe", "Joe Schmoe", "pc", ("3", "2", "holds it"), "up", acting=True,
            tracks=body(SMALL, {"torso": (0, 3), "l.arm": (1, 5)}),
            conditions=(Condition("left arm useless"), Condition("cover: car", tone="good"))),
        row("sally", "Sally", "pc", ("2", "4", "may get it"), "up",
            tracks=body(BIG, {"head": (1, 1)})),
        row("bill", "Bill the Butcher", "pc", ("2", "0", "had it"), "up", done=True,
            tracks=body(SMALL, {"r.leg": (6, 0)}),
            conditions=(Condition("right leg destroyed"),
                        Condition("suppressed by boss", "2 to shake off"))),
        row("wendy", "Wendy", "pc", ("0", "1", "had it"), "unconscious", done=True, out=True,
            tracks=body(SMALL, {"head": (1, 2)}), conditions=(Condition("head full"),)),
        row("boss", "The Boss", "foe", ("-", "4", "waits"), "up",
            tracks=body(BIG, {}), conditions=(Condition("moving", tone="note"),)),
        row("punk1", "Punk 1", "foe", ("-", "4", "waits"), "up",
            tracks=body(SMALL, {"torso": (2, 4)})),
        row("punk2", "Punk 2", "foe", ("-", "4", "-"), "dying", out=True,
            tracks=body(SMALL, {"torso": (12, 0)}), conditions=(Condition("torso all lethal"),)),
        row("punk3", "Punk 3", "foe", ("-", "4", "waits"), "up", tracks=body(SMALL, {})),
        row("thug1", "Thug 1", "foe", ("-", "4", "waits"), "up",
            tracks=body(SMALL, {"l.leg": (0, 6)}), conditions=(Condition("left leg useless"),)),
        row("thug2", "Thug 2", "ally", ("-", "4", "waits"), "up", tracks=body(SMALL, {})),
    )  # fmt: skip
    clock = (("round", "2"), ("spotlight", "players"))
    columns = ("Init", "AP", "Spotlight")
    return Board("Street fight", clock, columns, ten[:count], {}, ("visibility: rain",))


def sheet() -> Profile:
    """Somebody big and badly hurt, with a pool beside the body."""
    figure = (
        (None, boxes("head", 2, 1, 1, "0/2 full: out cold", 4), None),
        (
            boxes("right arm", 8, 0, 2, "6/8"),
            boxes("torso", 16, 1, 4, "11/16"),
            boxes("left arm", 8, 6, 2, "0/8 USELESS"),
        ),
        (boxes("right leg", 8, text="8/8"), None, boxes("left leg", 8, 8, 0, "0/8 DESTROYED")),
    )
    luck = Track("luck", (Segment("full", 2), Segment("lost", 1)), "2/3")
    scores = tuple(Number(name, "3") for name in ("strength", "fortitude", "agility", "willpower"))
    return Profile(
        "Joe Schmoe",
        "joe, pc: unconscious",
        (luck,),
        (Condition("left arm useless"), Condition("left leg destroyed")),
        (Section("Scores", scores),),
        {},
        figure,
    )


def rolls() -> Report:
    """Pools against a Difficulty that must be passed, and dice that are only read."""
    told = Report("attack", "other")
    told.rolled(
        Roll("attack", "joe", parts(firearms=5), (6, 2, 5, 1, 3), True,
             {"hits": 2, "difficulty": 2, "difficulty_parts": listed(base=1, rain=1),
              "passed": True}, (True, False, True, False, False), 5)
    )  # fmt: skip
    told.rolled(
        Roll("dodge", "bob", parts(athletics=2), (1, 4), False, {"hits": 0}, (False, False), 2)
    )
    told.rolled(Roll("location", "joe", (), (4,), False, pool=1))
    told.rolled(Roll("location", "joe", (), (3,), True, pool=1))
    told.rolled(
        Roll("first-aid", "bob", parts(untrained=1), (4,), False,
             {"hits": 0, "difficulty": 1, "difficulty_parts": listed(base=1), "passed": False},
             (False,), 1)
    )  # fmt: skip
    told.rolled(
        Roll("luck", "bob", (), (6,), False,
             {"hits": 1, "difficulty": 1, "difficulty_parts": listed(base=1), "passed": True},
             (True,), 1)
    )  # fmt: skip
    told.rolled(
        Roll("nerve", "bob", (), (5,), False, {"hits": 1, "difficulty": 1, "passed": True},
             (True,), 1)
    )  # fmt: skip
    return told
