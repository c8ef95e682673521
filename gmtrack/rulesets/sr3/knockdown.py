"""Who keeps standing after a hit (SR-030 to SR-034, SR-082, SR-R16, SR-R34)."""

from gmtrack.core.report import Part
from gmtrack.rulesets.sr3.game import Game
from gmtrack.rulesets.sr3.live import Fighter
from gmtrack.rulesets.sr3.monitor import step_of
from gmtrack.rulesets.sr3.rolls import Test, roll, trait_part
from gmtrack.rulesets.sr3.sheet import Level

NAME = "knockdown"


def knockdown_test(who: Fighter, tn: tuple[Part, ...], block: str | None = None) -> Test:
    """SR-030: Body dice alone."""
    return Test(NAME, who, (trait_part(who, "body"),), tn, block)


def knock_down(game: Game, test: Test, level: Level, *, no_room: bool = False) -> None:
    """The test after a hit of this final level, and what comes of it. Who is put out falls
    without one, and so does everybody at level D (SR-034)."""
    who = test.who
    deadly = level == "D" and game.house.choice("knockdown_deadly", "prone")
    if not who.awake or deadly:
        fall(game, who)
        return
    successes = roll(game, test).successes
    if stands(game, successes, level):
        game.report.tell("stands", "good", who=who.name)
    elif successes == 0:
        fall(game, who)
    elif no_room:
        corner(game, who)
    else:
        step_back(game, who)


def stands(game: Game, successes: int, level: Level) -> bool:
    """SR-031: more than the level's step, or by house rule as many."""
    spare = successes - step_of(level)
    return spare >= 0 if game.house.choice("knockdown_threshold", "meet") else spare > 0


def fall(game: Game, who: Fighter) -> None:
    """SR-032, SR-034"""
    if not who.prone:
        who.prone = True
        game.effect(who, "prone")
        game.report.tell("effect.prone", "bad", who=who.name)


def step_back(game: Game, who: Fighter) -> None:
    """SR-032, SR-R34"""
    if game.house.on("knockback_note"):
        game.effect(who, "knocked-back")
        game.report.tell("effect.knocked-back", "bad", who=who.name)


def corner(game: Game, who: Fighter) -> None:
    """SR-033"""
    who.cornered = True
    game.effect(who, "cornered")
    game.report.tell("effect.cornered", "bad", who=who.name)
