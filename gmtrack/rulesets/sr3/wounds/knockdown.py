"""Knockdown after a hit: standing, going back a metre, falling prone (SR-030 to SR-034, SR-082,
SR-R16, SR-R34)."""

from math import dist

from gmtrack.core.report import Part
from gmtrack.rulesets.sr3.dice.rolls import Test, roll, trait_part
from gmtrack.rulesets.sr3.sheet.game import Game
from gmtrack.rulesets.sr3.sheet.live import Fighter
from gmtrack.rulesets.sr3.sheet.monitor import step_of
from gmtrack.rulesets.sr3.tables.damage import Level

NAME = "knockdown"
BACK = 1
"""SR-032: metres."""


def knockdown_test(who: Fighter, tn: tuple[Part, ...], block: str | None = None) -> Test:
    """Body dice alone."""
    return Test(NAME, who, (trait_part(who, "body"),), tn, block)


def knock_down(
    game: Game, test: Test, level: Level, *, by: Fighter | None = None, no_room: bool = False
) -> bool:
    """The test after a hit of this final level, and what comes of it. `by`: who has hit."""
    who = test.who
    deadly = level == "D" and game.house.knockdown_deadly == "prone"
    if not who.awake or deadly:
        put_down(game, who)
        return False
    successes, needed = roll(game, test).successes, to_stand(game, level)
    if successes >= needed:
        stand(game, who, successes, needed)
    elif successes == 0:
        topple(game, who)
    elif who.prone:
        lie_still(game, who)
    elif no_room:
        corner(game, who, successes, needed)
    else:
        step_back(game, who, by, successes, needed)
    return successes >= needed


def to_stand(game: Game, level: Level) -> int:
    """SR-031: more successes than the level's step, or by house rule as many."""
    return step_of(level) + (0 if game.house.knockdown_threshold == "meet" else 1)


def stand(game: Game, who: Fighter, successes: int, needed: int) -> None:
    """SR-031: enough."""
    told = "unmoved" if who.prone else "stands"
    game.report.tell(told, "good", who=who.name, successes=successes, needed=needed)


def put_down(game: Game, who: Fighter) -> None:
    """SR-034: without a test."""
    fall(game, who)


def topple(game: Game, who: Fighter) -> None:
    """SR-032: no success at all."""
    fall(game, who)


def fall(game: Game, who: Fighter) -> None:
    """They lie on the ground from now on."""
    if who.prone:
        lie_still(game, who)
        return
    who.prone = True
    game.effect(who, "prone")
    game.report.tell("effect.prone", "bad", who=who.name)


def lie_still(game: Game, who: Fighter) -> None:
    """SR-R16: nobody on the ground falls, or is driven back."""
    game.report.tell("prone.still", "note", who=who.name)


def step_back(game: Game, who: Fighter, by: Fighter | None, successes: int, needed: int) -> None:
    """SR-032, SR-R34: told, and done where it is known which way is back."""
    if not game.house.knockback_note:
        return
    game.effect(who, "knocked-back")
    told = {"who": who.name, "successes": successes, "needed": needed}
    if by is not None and driven(who, by):
        game.report.tell("knocked-back.to", "bad", **told, place=spot(who))
    else:
        game.report.tell("knocked-back", "bad", **told)


def driven(who: Fighter, by: Fighter) -> bool:
    """SR-032: away from the attacker, if both stand somewhere and not on the same spot; tells
    whether."""
    if who.position is None or by.position is None:
        return False
    far = dist(who.position, by.position)
    if not far:
        return False
    pairs = zip(who.position, by.position, strict=True)
    who.stand_at([here + BACK * (here - there) / far for here, there in pairs])
    return True


def spot(who: Fighter) -> str:
    """A position as one would type it."""
    return ", ".join(f"{metres:.3f}".rstrip("0").rstrip(".") for metres in who.position or ())


def corner(game: Game, who: Fighter, successes: int, needed: int) -> None:
    """SR-033, SR-R16"""
    who.cornered = True
    game.effect(who, "cornered")
    game.report.tell("cornered", "bad", who=who.name, successes=successes, needed=needed)
