"""`set`, `add`, `remove`: the GM changes the cast; no consequences follow (8.5)."""

from gmtrack.core.intents import Add, Assignment, Remove, Set
from gmtrack.core.names import squash
from gmtrack.core.report import Report
from gmtrack.rulesets.byhand import add_sheets, in_words, write_values
from gmtrack.rulesets.storyteller import conditions
from gmtrack.rulesets.storyteller.game import Game
from gmtrack.rulesets.storyteller.live import Fighter
from gmtrack.rulesets.storyteller.turn import go_on, lift_fire, turn_rolls


def set_values(game: Game, intent: Set) -> Report:
    """Write checked values, just that (section 3)."""
    game.expect([])
    game.report.body["who"] = intent.who
    game.report.tell("set", "head", who=game.name(intent.who))
    cast = game.draft.encounter.combatants
    record = game.fighter(intent.who) if intent.who in cast else game.fight
    rest = tuple(one for one in intent.assignments if not set_structure(game, one))
    write_values(game, Set(intent.who, rest, options=intent.options), record)
    return game.report


def set_structure(game: Game, one: Assignment) -> bool:
    """8.5: `scene covers.C.structure=N` is what is left of the piece; more than it ever had
    makes it a stronger piece. Whether it was that."""
    match one.path:
        case ("scene", "covers", name, "structure") if isinstance(one.value, int):
            piece = squash(name)
            if one.value > game.covers()[piece].structure:
                game.draft.put(one.path, one.value)
            game.wear_cover(piece, one.value)
            game.report.tell("set.value", what=".".join(one.path[1:]), value=in_words(one.value))
            return True
    return False


def add(game: Game, intent: Add) -> Report:
    """New combatants; in a running round they come in by `roll-init WHO` (ST-R43)."""
    game.expect([])
    add_sheets(game, intent)
    return game.report


def remove(game: Game, intent: Remove) -> Report:
    """Take a combatant out, and out of whatever he had to do with."""
    who = game.find(intent.who)
    game.expect(turn_rolls(game))
    game.report.body["who"] = who.id
    game.report.tell("remove", "note", who=who.name)
    fight = game.fight
    lift_fire(game, who)
    conditions.end_grapple(game, who)
    fight.interrupted = [other for other in fight.interrupted if other != who.id]
    acting = fight.acting == who.id
    game.draft.drop(("combatants", who.id))
    game.draft.drop(("fight", "combatants", who.id))
    for other in game.everybody():
        forget(other, who.id)
    if acting:
        go_on(game)
    return game.report


def forget(who: Fighter, gone: str) -> None:
    """Nothing of his has to do with somebody who is not there."""
    aim = who.live_aim()
    if aim is not None and aim.target == gone:
        who.aim = None
    if who.shield == gone:
        who.shield = None
    if who.downed_by == gone:
        who.downed_by = None
    for field in ("wp_defense", "dodged", "killed"):
        names: list[str] = getattr(who, field)
        if gone in names:
            setattr(who, field, [name for name in names if name != gone])
