"""Recovery by rest: the boxes that each length of rest empties, care, and waking (SP-REST)."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from gmtrack.core.report import Part
from gmtrack.dice.port import Key
from gmtrack.rulesets.kit import rest as frame
from gmtrack.rulesets.kit.rest import (
    Regimen,
    RestBenefit,
    RestHelp,
    choose_words,
    count_owners,
    make_keys,
)
from gmtrack.rulesets.spotlight.dice import (
    TestSpec,
    difficulty_parts,
    pool_part,
    roll_test,
)
from gmtrack.rulesets.spotlight.gm.damage import heal_boxes, regain_fortitude
from gmtrack.rulesets.spotlight.sheet.game import Game
from gmtrack.rulesets.spotlight.sheet.state import Fighter
from gmtrack.rulesets.spotlight.tables import (
    KINDS,
    LOCATIONS,
    VITAL,
    Location,
    Mark,
)
from gmtrack.rulesets.spotlight.wounds import stop_dying, wake_at_the_end

Rest = frame.RestInProgress[Game, Fighter]
CARE = 1
"""The Difficulty of care (SP-REST-07)."""


HELPS = (
    RestHelp(
        "dying",
        lambda who: who.fate == "dying",
        "effect {} dying --end",
        "the GM says who lives",
        "SP-REST-11, SP-INJ-08",
        bars=True,
    ),
    RestHelp(
        "unconscious",
        lambda who: who.standing.down,
        "rest {} scene",
        "no roll",
        "SP-REST-02",
    ),
)


def render_left(who: Fighter) -> str:
    """Render the marks of each location that has any, else `unhurt`."""
    marked = [
        f"{place.replace('_', ' ')} {boxes.lethal} lethal, {boxes.bruise} bruise of {boxes.boxes}"
        for place, boxes in who.body().items()
        if boxes.lethal or boxes.bruise
    ]
    return "; ".join(marked) or "unhurt"


def expected_rolls(rest: Rest, who: Fighter) -> Iterator[Key]:
    """Yield the keys of the rolls that a rest may ask for one combatant."""
    if rest.helper("medic", who) and rest.days:
        yield from make_keys("care", who.id, 1)
    yield from make_keys(
        "recover", who.id, 2 + rest.days if rest.contains("hour") else 0
    )


def next_box(
    who: Fighter,
    kind: Mark,
    taken: Mapping[Location, int] = MappingProxyType({}),
) -> Location | None:
    """Return the location whose box of a type empties next: the head first, then useless limbs,
    then where most are marked; never a destroyed limb. None if there is none. `taken`: boxes
    that are counted as empty already (SP-REST-04, SP-REST-08)."""
    marked = {
        place: getattr(who.boxes(place), kind) - taken.get(place, 0)
        for place in LOCATIONS
        if place in VITAL or who.state(place) != "destroyed"
    }
    places = [place for place, left in marked.items() if left > 0]
    if "head" in places:
        return "head"
    useless = [
        one
        for one in places
        if who.state(one) == "useless" and one not in taken
    ]
    return max(useless or places, key=marked.__getitem__, default=None)


def empty_boxes(
    rest: Rest, who: Fighter, kind: Mark, count: int, rules: str
) -> None:
    """Empty so many boxes of a type, one after the other; reported once for a location."""
    game, taken = rest.game, dict[Location, int]()
    while count > 0 and (place := next_box(who, kind, taken)):
        taken[place] = taken.get(place, 0) + 1
        count -= 1
    for place, boxes in taken.items():
        heal_boxes(game, who, place, kind, boxes, rules)


def wake_up(rest: Rest, who: Fighter) -> None:
    """Wake the unconscious as at the end of a fight (SP-REST-02)."""
    wake_at_the_end(rest.game, who)


def recover_boxes(rest: Rest, who: Fighter) -> None:
    """Roll what a rest gives back: bruises by the hour and by the night, lethal boxes by the day
    (SP-REST-04 to SP-REST-06). Depends on the house rules `bruise_hour`, `bruise_night`,
    `lethal_day` and `lethal_kind`."""
    game, house, own = rest.game, rest.game.house, count_owners(who.id)

    def heal(kind: Mark, dice: str | int, rules: str) -> None:
        """Empty boxes by the successes of so many dice; `fortitude`: as many as there is
        Fortitude left."""
        if next_box(who, kind):
            label, count = (
                ("fortitude", who.fortitude)
                if isinstance(dice, str)
                else ("recovery", dice)
            )
            test = TestSpec(
                "recover",
                who,
                Part(label, count, rules),
                block=next(own),
                rules=rules,
            )
            empty_boxes(rest, who, kind, roll_test(game, test).successes, rules)

    by_night = rest.contains("night") and house.bruise_night == "all"
    if house.bruise_hour != "off" and not by_night:
        heal("bruise", house.bruise_hour, "SP-REST-04")
    if by_night:
        empty_all_of(rest, who, "bruise", "SP-REST-05")
    elif rest.contains("night"):
        heal("bruise", "fortitude", "SP-REST-05")
    for _ in range(
        rest.days if house.lethal_kind == "day" else int(rest.kind == "week")
    ):
        heal("lethal", house.lethal_day, "SP-REST-06")


def empty_all_of(rest: Rest, who: Fighter, kind: Mark, rules: str) -> None:
    """Empty every box of a type that can heal."""
    for place in LOCATIONS:
        heals = place in VITAL or who.state(place) != "destroyed"
        if heals and getattr(who.boxes(place), kind):
            heal_boxes(rest.game, who, place, kind, None, rules)


def give_care(rest: Rest, who: Fighter) -> None:
    """Empty a lethal box more for each success of a medic, once in a rest of days (SP-REST-07).
    Does nothing without a medic or a lethal box, or by house rule."""
    medic, game = rest.helper("medic", who), rest.game
    if not (
        medic
        and rest.days
        and game.house.care == "boxes"
        and next_box(who, "lethal")
    ):
        return
    rules = "SP-REST-07"
    part = pool_part(medic, "medicine", rules)
    difficulty = difficulty_parts(
        game, medic, "care", Part("base", CARE, rules)
    )
    result = roll_test(
        game,
        TestSpec("care", medic, part, difficulty, block=who.id, rules=rules),
    )
    empty_boxes(
        rest, who, "lethal", result.successes if result.passed else 0, rules
    )


def heal_fully(rest: Rest, who: Fighter) -> None:
    """Empty all marks and end dying; destroyed limbs and lost Fortitude come back only if the GM
    says so (SP-REST-08, SP-REST-09). Depends on the house rule `destroyed_heals`."""
    game = rest.game
    limbs = rest.is_permanent or game.house.destroyed_heals == "full"
    if who.fate == "dying":
        stop_dying(game, who)
    if who.unconscious:
        who.unconscious = None
    if rest.is_permanent and who.fortitude_lost:
        regain_fortitude(game, who, None)
    for place in LOCATIONS:
        if limbs or place in VITAL or who.state(place) != "destroyed":
            for kind in KINDS:
                if getattr(who.boxes(place), kind):
                    heal_boxes(game, who, place, kind, None, "ALL-REST-08")


GIVES = (
    RestBenefit("scene", "the unconscious wake", "SP-REST-02"),
    RestBenefit("hour", "bruises [recover]", "SP-REST-04"),
    RestBenefit("night", "all bruises", "SP-REST-05"),
    RestBenefit(
        "day", "lethal boxes [recover, care]", "SP-REST-06, SP-REST-07"
    ),
    RestBenefit("week", "seven days of it", "SP-REST-06"),
)
REGIMEN = Regimen(
    first=(wake_up,),
    then=(give_care, recover_boxes),
    helps=HELPS,
    left=render_left,
    rolls=expected_rolls,
    words=choose_words("medic"),
    full=heal_fully,
)
