"""The commands of the turn: `roll-init`, `next`, `end`."""

from gmtrack.core.intents import End, Next, RollInit
from gmtrack.core.names import listed
from gmtrack.core.report import Report
from gmtrack.rulesets.storyteller.sheet.game import Game
from gmtrack.rulesets.storyteller.sheet.live import Fighter
from gmtrack.rulesets.storyteller.sheet.sheet import states_intent
from gmtrack.rulesets.storyteller.turn.legality import check_started
from gmtrack.rulesets.storyteller.turn.order import in_order, roll_scores
from gmtrack.rulesets.storyteller.turn.rounds import (
    end_turn,
    go_on,
    may_have_turn,
    start_round,
    turn_rolls,
)
from gmtrack.rulesets.storyteller.wounds.conditions import end_grapple, stop_dodging

MOST_NAMED = 3
"""Of those without an intent."""


def roll_init(game: Game, intent: RollInit) -> Report:
    """Start the fight or its next round; with names, they come late."""
    game.takes_nothing()
    if intent.who:
        late(game, list(dict.fromkeys(game.find(word) for word in intent.who)))
    else:
        begin(game)
    return game.report


def begin(game: Game) -> None:
    """The next round; in later ones only those roll who have no score yet, unless the house
    says that all do. Raises Refusal (`phase`)."""
    fight = game.fight
    if fight.phase == "acting":
        game.refuse("phase", f"it is {fight.acting}'s turn: `next` ends it")
    first = fight.round == 0
    all_roll = first or game.house.initiative_each_round
    alive = [who for who in game.everybody() if not who.dead]
    rollers = [who for who in alive if all_roll or who.initiative is None]
    game.report.tell("round", "head", round=fight.round + 1)
    roll_scores(game, rollers, turn_rolls(game))
    if first:
        note_intents(game)
    start_round(game)


def note_intents(game: Game) -> None:
    """Each is noted; told once for each side."""
    without: dict[str, list[Fighter]] = {}
    for who in game.everybody():
        if not states_intent(who.sheet.intent):
            game.notes.append({"who": who.id, "note": "no-intent"})
            without.setdefault(who.side, []).append(who)
    for people in without.values():
        names = listed((who.name for who in people), MOST_NAMED)
        line = f'set {people[0].id} intent="I want ..."'
        game.report.tell("intents.due", "note", who=names, line=line)


def late(game: Game, comers: list[Fighter]) -> None:
    """Their place is where their score puts them. Raises Refusal (`phase`, `status`)."""
    fight = game.fight
    if not fight.running:
        game.refuse("phase", "no round in progress: `roll-init` without names starts one")
    for who in comers:
        if who.dead:
            game.refuse("status", f"{who.id} is dead")
        if who.initiative is not None:
            game.refuse("phase", f"{who.id} is already in the order")
    roll_scores(game, comers, [])
    for who in comers:
        had = bool(who.had_in(fight.round).get("acted"))
        with game.draft.by("ST-R43"):
            who.ap = 0 if had else 1
            who.moved = 0
            who.acted = had or not (may_have_turn(who) and comes_later(game, who))
        tell_late(game, who, had=had)


def tell_late(game: Game, who: Fighter, *, had: bool) -> None:
    """Why they have no turn in this round, where only their late coming takes it."""
    if not who.acted or not may_have_turn(who):
        key = "late"
    elif had:
        key = "late.had"
    else:
        key = "late.house" if game.house.late_entry == "next_round" else "late.passed"
    game.report.tell(key, "head", who=who.name, score=who.initiative)


def comes_later(game: Game, who: Fighter) -> bool:
    """Their place is after the one who acts now."""
    acting = game.fight.acting
    if acting is None or game.house.late_entry == "next_round":
        return False
    order = [one.id for one in in_order(game.everybody())]
    return order.index(who.id) > order.index(acting)


def next_turn(game: Game, intent: Next) -> Report:
    """The turn ends, the next one's starts; after the last, the round is over; then the
    next round. Raises Refusal (`phase`)."""
    del intent
    game.takes_nothing()
    fight = game.fight
    check_started(game)
    if fight.phase != "acting":
        begin(game)
    else:
        game.expect(turn_rolls(game))
        if fight.acting is not None:
            end_turn(game, game.fighter(fight.acting))
        go_on(game)
    return game.report


def end_fight(game: Game, intent: End) -> Report:
    """What is bound to a round, a turn, the fight or the scene is over."""
    del intent
    game.takes_nothing()
    game.expect([])
    game.report.tell("end", "head")
    for who in game.whole_cast():
        leave_fight(game, who)
    with game.draft.by("ST-149"):
        game.fight.lapse("fight")
    return game.report


def leave_fight(game: Game, who: Fighter) -> None:
    """Boxes, willpower, ammo, weapons, cover, prone and bonds stay."""
    with game.draft.by("ST-149"):
        end_grapple(game, who)
        stop_dodging(game, who)
        stays = ("immobilized", "helpless")
        who.regain_defense(*(reason for reason in who.no_defense if reason not in stays))
    with game.draft.by("ST-R05"):
        who.lapse("turn", "round")
    with game.draft.by("ST-020, ST-149, ST-R40"):
        who.lapse("fight")
