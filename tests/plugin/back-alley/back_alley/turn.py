"""Initiative, the order of a round, and who may act."""

from back_alley.dice import made_sum, summed
from back_alley.game import Game, Scene
from back_alley.sheet import Fighter
from back_alley.tables import SIDES
from back_alley.wounds import EFFECTS, passed
from gmtrack.core.encounter import Data
from gmtrack.core.intents import End, Next, RollInit
from gmtrack.core.report import Part, Report, total
from gmtrack.dice.port import Ask, Reading

# --- how it stands ---


def order(scene: Scene) -> list[Fighter]:
    """Everybody in the order of a round; those without initiative last."""
    return sorted(
        scene.everybody(),
        key=lambda who: (who.score is None, -(who.score or 0), -who.sheet.agility),
    )


def phase(scene: Scene) -> str:
    if not scene.fight.round:
        return "not-started"
    return "acting" if scene.fight.acting else "round-over"


def coming(scene: Scene) -> Fighter | None:
    """Who has the next turn of this round."""
    waiting = (who for who in order(scene) if who.score is not None and not who.had_turn)
    return next((who for who in waiting if not who.down), None)


def goes_on(scene: Scene) -> bool:
    """Whether the next round begins by itself."""
    ready = (who.score is not None and not who.down for who in scene.everybody())
    return scene.house.initiative == "once" and any(ready)


def document(scene: Scene) -> Data:
    """What `board`, `roll-init` and `next` say of it."""
    return {
        "round": scene.fight.round,
        "phase": phase(scene),
        "acting": scene.fight.acting,
        "order": [
            {
                "id": who.id,
                "score": who.score,
                "actions": who.actions,
                "acted": who.had_turn,
                "health": who.health,
                "status": who.standing.status,
            }
            for who in order(scene)
        ],
        "due": [],
    }


# --- who may act ---


def may_act(game: Game, who: Fighter) -> None:
    """Raises Refusal where a rule forbids it."""
    if who.down:
        game.refuse("down", f"{who.id} is down")
    if game.fight.acting != who.id:
        game.refuse("turn", _whose_turn(game, who))
    elif not who.actions:
        game.refuse("action", f"{who.id} has acted in this turn")
    if who.stunned and game.house.stun == "lose_turn":
        game.refuse("stunned", f"{who.id} is stunned and loses the turn")


def _whose_turn(game: Game, who: Fighter) -> str:
    if not game.fight.round:
        return f"the fight has not started, so {who.id} has no turn: roll-init"
    acting = game.fight.acting
    now = f"it is the turn of {acting}" if acting else "nobody has a turn"
    return f"{now}, not {who.id}"


def pay(who: Fighter) -> None:
    """The action of the turn; forced, there may be none."""
    who.actions = 0


# --- what happens ---


def roll_init(game: Game, intent: RollInit) -> Report:
    """Begin the fight or its next round, or let somebody come late."""
    game.deny_words_and_options()
    late = intent.who or (game.fight.round and phase(game) == "acting")
    rolling = _latecomers(game, intent) if late else [w for w in game.everybody() if not w.down]
    game.expect([("initiative", who.id) for who in rolling])
    if not late:
        _begin_round(game)
    for who in rolling:
        roll(game, who)
    if not game.fight.acting:
        advance(game)
    game.report.body |= document(game)
    return game.report


def _latecomers(game: Game, intent: RollInit) -> list[Fighter]:
    if not intent.who:
        found = [who for who in game.everybody() if who.score is None and not who.down]
        if not found:
            game.refuse("turn", "everybody has rolled; `next` goes on")
        return found
    found = [game.find(word) for word in intent.who]
    if not game.fight.round:
        game.deny("turn", "nobody is late yet: roll-init without names starts the fight")
    for who in found:
        if who.score is not None:
            game.refuse("initiative", f"{who.id} has rolled")
    return found


def roll(game: Game, who: Fighter) -> None:
    """One die and agility."""
    ask = Ask("initiative", who.id, 1, SIDES, Reading(sum=True))
    answer = game.dice.roll(ask)
    parts = summed(answer, (Part("agility", who.sheet.agility),))
    who.score = total(parts)
    made_sum(game, ask, answer, parts)


def next_turn(game: Game, intent: Next) -> Report:
    """End the turn, and begin the next."""
    game.deny_words_and_options()
    if not game.fight.round:
        game.deny("turn", "the fight has not started: roll-init")
    if acting := game.fight.acting:
        end_turn(game, game.fighter(acting))
    elif not coming(game) and not goes_on(game):
        game.deny("turn", "nobody has a turn any more: roll-init begins the next round")
    advance(game)
    game.report.body |= document(game)
    return game.report


def end_turn(game: Game, who: Fighter) -> None:
    """The turn is over, and a stun with it."""
    game.fight.acting = None
    who.had_turn = True
    who.lapse("turn")
    passed(game, who, "stunned")


def advance(game: Game) -> None:
    """The next turn; after the last one the next round, if nobody has to roll for it."""
    who = coming(game)
    if who is None and goes_on(game):
        _begin_round(game)
        who = coming(game)
    if who is None:
        game.report.tell("nobody", "note", round=game.fight.round)
        return
    game.fight.acting = who.id
    who.actions = 1
    passed(game, who, "dodging")
    game.report.tell("turn", "head", who=who.id, score=who.score)


def _begin_round(game: Game) -> None:
    if game.fight.round:
        for who in game.everybody():
            EFFECTS.count_down(game, who)
            who.lapse("round")
    game.fight.round += 1
    game.report.tell("round", "head", round=game.fight.round)


def end(game: Game, intent: End) -> Report:
    """The fight is over; bruises stay."""
    game.deny_words_and_options()
    game.report.tell("end", "head")
    for who in game.everybody():
        who.lapse("turn", "round", "fight")
    game.fight.lapse("fight")
    return game.report
