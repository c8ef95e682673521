"""Knockdown after a hit: standing, going back a metre, falling prone."""

from math import dist

from gmtrack.core.report import Part
from gmtrack.rulesets.sr3.dice.rolls import Test, roll, trait_part
from gmtrack.rulesets.sr3.sheet.game import Game
from gmtrack.rulesets.sr3.sheet.live import Fighter
from gmtrack.rulesets.sr3.sheet.monitor import step_of
from gmtrack.rulesets.sr3.tables.damage import Level

BACK = 1
"""Metres."""


def knockdown_test(
    who: Fighter, tn: tuple[Part, ...], block: str | None = None, rules: str = "SR-030"
) -> Test:
    """Body dice alone."""
    return Test("knockdown", who, (trait_part(who, "body", rules),), tn, block, rules=rules)


def knock_down(
    game: Game, test: Test, level: Level, *, by: Fighter | None = None, no_room: bool = False
) -> bool:
    """The test after a hit of this final level, and what comes of it. `by`: who has hit."""
    who = test.who
    deadly = level == "D" and game.house.knockdown_deadly == "prone"
    if not who.awake or deadly:
        fall(game, who, "SR-034")
        return False
    successes, needed = roll(game, test).successes, to_stand(game, level)
    if successes >= needed:
        told = "unmoved" if who.prone else "stands"
        game.report.tell(told, "good", who=who.name, successes=successes, needed=needed)
    elif successes == 0:
        fall(game, who, "SR-032")
    elif who.prone:
        lie_still(game, who)
    elif no_room:
        with game.draft.by("SR-033, SR-R16"):
            who.cornered = True
        game.effect(who, "cornered")
        game.report.tell("cornered", "bad", who=who.name, successes=successes, needed=needed)
    else:
        step_back(game, who, by, successes, needed)
    return successes >= needed


def to_stand(game: Game, level: Level) -> int:
    """More successes than the level's step, or by house rule as many."""
    return step_of(level) + (0 if game.house.knockdown_threshold == "meet" else 1)


def fall(game: Game, who: Fighter, rules: str) -> None:
    """They lie on the ground from now on."""
    if who.prone:
        lie_still(game, who)
        return
    with game.draft.by(rules):
        who.prone = True
        game.effect(who, "prone")
        game.report.tell("effect.prone", "bad", who=who.name)


def lie_still(game: Game, who: Fighter) -> None:
    """Nobody on the ground falls, or is driven back."""
    game.report.tell("prone.still", "note", who=who.name)


def step_back(game: Game, who: Fighter, by: Fighter | None, successes: int, needed: int) -> None:
    """Told, and done where it is known which way is back."""
    if not game.house.knockback_note:
        return
    game.effect(who, "knocked-back")
    told = {"who": who.name, "successes": successes, "needed": needed}
    if by is not None and driven(who, by):
        game.report.tell("knocked-back.to", "bad", **told, place=spot(who))
    else:
        game.report.tell("knocked-back", "bad", **told)


def driven(who: Fighter, by: Fighter) -> bool:
    """Away from the attacker, if both stand somewhere and not on the same spot; tells whether."""
    if who.position is None or by.position is None:
        return False
    far = dist(who.position, by.position)
    if not far:
        return False
    pairs = zip(who.position, by.position, strict=True)
    with who.draft.by("SR-032"):
        who.stand_at([here + BACK * (here - there) / far for here, there in pairs])
    return True


def spot(who: Fighter) -> str:
    """A position as one would type it."""
    return ", ".join(f"{metres:.3f}".rstrip("0").rstrip(".") for metres in who.position or ())
