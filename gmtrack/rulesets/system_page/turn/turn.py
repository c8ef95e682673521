"""The commands of turns: `roll-init`, `next`, `turn`, `end`."""

from collections.abc import Iterable

from gmtrack.core.intents import End, Next, RollInit, Turn
from gmtrack.core.report import Report
from gmtrack.rulesets.kit.own.moments import (
    end_own_with_fight,
    pass_moment,
)
from gmtrack.rulesets.kit.rolloff import take_fixed_place
from gmtrack.rulesets.kit.seated import has_fixed_place
from gmtrack.rulesets.system_page.dice.modifiers import collect_modifiers
from gmtrack.rulesets.system_page.dice.rolls import (
    RollRequest,
    keys_of_roll,
    make_roll,
)
from gmtrack.rulesets.system_page.dice.scopes import RollScope
from gmtrack.rulesets.system_page.formula.errors import FormulaError
from gmtrack.rulesets.system_page.page.parts import (
    RollShape,
)
from gmtrack.rulesets.system_page.sheet.fighter import Fighter
from gmtrack.rulesets.system_page.sheet.game import Game
from gmtrack.rulesets.system_page.turn.order import (
    actors,
    next_to_act,
    order,
    report_turn,
)

INITIATIVE = "initiative"


def roll_init(game: Game, intent: RollInit) -> Report:
    """Begin the fight or its next round, or let latecomers into the round in progress. Raises
    Refusal (`initiative`) if everybody has rolled already."""
    game.deny_words_and_options()
    try:
        if not game.rolls_initiative:
            _begin_without_order(game)
        else:
            _roll_for(game, intent)
    except FormulaError as error:
        game.deny_fault(error)
    report_turn(game)
    return game.report


def _begin_without_order(game: Game) -> None:
    """Begin the first round of a game without initiative."""
    game.expect([])
    if game.fight.round:
        game.refuse("initiative", "the fight has begun; `next` goes on")
    begin_round(game)


def _roll_for(game: Game, intent: RollInit) -> None:
    """Roll for everybody at the beginning of a round, else for latecomers. Those with a fixed
    place in the order take it without a roll."""
    is_late = bool(game.fight.running)
    coming = _latecomers(game, intent) if is_late else _beginners(game, intent)
    rolling = [who for who in coming if not has_fixed_place(who)]
    initiative = game.page.initiative
    roll = initiative.roll if initiative else None
    leaders = _leaders(game, rolling)
    keys = [
        key
        for who in leaders
        if roll is not None
        for key in keys_of_roll(RollScope(game, who), INITIATIVE, roll, who)
    ]
    game.expect(keys)
    if not is_late:
        begin_round(game)
    for who in coming:
        if has_fixed_place(who):
            who.score = take_fixed_place(game, who)
    for leader in leaders:
        score = _score(game, leader, roll)
        for who in _followers(game, leader, rolling):
            who.score = score
    if not actors(game):
        advance(game)


def _beginners(game: Game, intent: RollInit) -> list[Fighter]:
    """Return who rolls as a round begins: everybody who has turns. Raises Refusal (`turn`) for
    names, which are for latecomers."""
    if game.fight.round and not game.rolls_each_round and not game.fight.over:
        game.refuse("initiative", "everybody has rolled; `next` goes on")
    if intent.who:
        game.deny(
            "turn", "the round has not begun: roll-init without names begins it"
        )
    return [who for who in game.everybody() if who.comes_in_order]


def _latecomers(game: Game, intent: RollInit) -> list[Fighter]:
    """Return who comes late: those who are named, or all without initiative."""
    named = [game.find(word) for word in intent.who]
    found = named or [
        who
        for who in game.everybody()
        if who.score is None and who.comes_in_order
    ]
    rolling = [who for who in found if who.score is None]
    if not rolling:
        game.deny("initiative", "everybody has rolled; `next` goes on")
    return rolling


def _leaders(game: Game, rolling: list[Fighter]) -> list[Fighter]:
    """Return who rolls: everybody, or the first of each side."""
    if not game.takes_turns_by_side:
        return rolling
    leaders: dict[str, Fighter] = {}
    for who in rolling:
        leaders.setdefault(who.side, who)
    return list(leaders.values())


def _followers(
    game: Game, leader: Fighter, rolling: list[Fighter]
) -> list[Fighter]:
    """Return for whom somebody's roll counts: themselves, or all of their side."""
    if not game.takes_turns_by_side:
        return [leader]
    return [who for who in rolling if who.side == leader.side]


def _score(game: Game, who: Fighter, roll: RollShape | None) -> int:
    """Roll for somebody and return their initiative; 0 if the page has no roll."""
    if roll is None:
        return 0
    scope = RollScope(game, who)
    modified = collect_modifiers(game, scope, INITIATIVE)
    request = RollRequest(
        INITIATIVE,
        who,
        roll,
        ("initiative", "roll"),
        modified.parts,
        modified.again,
    )
    known = make_roll(game, scope, request)
    for name in ("total", "successes", "rolled"):
        if name in known:
            return int(known[name])
    return 0


def next_turn(game: Game, intent: Next) -> Report:
    """End the turn and begin the next one; after the last one the next round, if nobody rolls
    for it. Raises Refusal (`turn`) before the fight and where `roll-init` has to come first."""
    del intent
    game.deny_words_and_options()
    if not game.fight.round:
        game.deny("turn", "the fight has not started: roll-init")
    game.expect([])
    acting = actors(game) if game.rolls_initiative else []
    if not acting and game.rolls_each_round and next_to_act(game) is None:
        game.deny(
            "turn",
            "nobody has a turn any more: roll-init begins the next round",
        )
    for who in acting:
        end_turn(game, who)
    if game.rolls_initiative:
        advance(game)
    else:
        begin_round(game)
    report_turn(game)
    return game.report


def give_turn(game: Game, intent: Turn) -> Report:
    """Carry out `turn`: make it somebody's turn, or that of their side, whatever the order says.
    Those who are passed over act afterwards, with what they have left of a turn that had begun.
    Raises Refusal: `turn` where there are no turns or no round, and for somebody who acts already
    or has had their turn; `status` for somebody who has none."""
    game.deny_words_and_options()
    who = game.find(intent.who)
    game.expect([])
    if not game.rolls_initiative:
        game.deny("turn", f"{game.page.title} has no turns: anybody may act")
    if not game.fight.running:
        game.deny(
            "turn", "no round in progress: `next` or roll-init starts one"
        )
    if who in actors(game):
        game.deny("turn", f"it is {who.name}'s turn already")
    if who.score is None:
        game.deny(
            "turn", f"{who.name} is not in this round: `roll-init {who.id}`"
        )
    if who.acted:
        game.deny("turn", f"{who.name} has had their turn in this round")
    if not who.comes_in_order:
        game.refuse("status", f"{who.name} is {who.standing.status}")
    game.report.body["who"] = who.id
    with game.draft.by(game.row("initiative")):
        _begin_turn_of(game, who)
    report_turn(game)
    return game.report


def end_turn(game: Game, who: Fighter) -> None:
    """End somebody's turn."""
    game.fight.acting = None
    who.acted = True
    pass_moment(game, "turn-end", who)
    who.lapse("turn")


def advance(game: Game) -> None:
    """Begin the next turn; after the last one the next round, if nobody rolls for it."""
    who = next_to_act(game)
    if who is None and not game.rolls_each_round and _somebody_has_turns(game):
        begin_round(game)
        who = next_to_act(game)
    if who is None:
        game.fight.over = True
        game.fight.acting_side = None
        game.report.tell("nobody", "note", round=game.fight.round)
        return
    _begin_turn_of(game, who)


def _begin_turn_of(game: Game, who: Fighter) -> None:
    """Begin somebody's turn, or that of their side where sides take turns."""
    if game.takes_turns_by_side:
        _begin_turn_of_side(game, who.side)
        return
    game.fight.acting = who.id
    _begin_turn(game, who)
    game.report.tell("turn", "head", who=who.name)
    _tell_due(game, [who])


def _somebody_has_turns(game: Game) -> bool:
    return any(
        who.score is not None and who.comes_in_order for who in game.everybody()
    )


def _begin_turn_of_side(game: Game, side: str) -> None:
    """Begin the turn of everybody on a side."""
    game.fight.acting_side = side
    for who in order(game):
        if who.side == side and who.comes_in_order and not who.acted:
            _begin_turn(game, who)
    game.report.tell("turn.side", "head", side=side)
    _tell_due(game, actors(game))


def _tell_due(game: Game, acting: Iterable[Fighter]) -> None:
    """Tell what the status of those who act now asks of them."""
    for who in acting:
        if line := who.due_line:
            with game.draft.by(game.row("status", who.status)):
                game.report.tell(
                    "due", "note", who=who.name, status=who.status, line=line
                )


def _begin_turn(game: Game, who: Fighter) -> None:
    """Begin somebody's turn, or let one go on that had begun before another was given theirs."""
    if who.begun:
        return
    who.lapse("turn")
    who.begun = True
    pass_moment(game, "turn-start", who)


def begin_round(game: Game) -> None:
    """Begin the next round; what lasted until the end of the round before is over."""
    if game.fight.round:
        pass_moment(game, "round-end")
        for who in game.everybody():
            # A turn in which somebody fell was never ended.
            who.lapse("turn", "round")
            if game.rolls_each_round:
                who.score = None
    game.fight.over = False
    game.fight.round += 1
    game.report.tell("round", "head", round=game.fight.round)
    pass_moment(game, "round-start")


def end_fight(game: Game, intent: End) -> Report:
    """End the fight and what belongs to it."""
    del intent
    game.deny_words_and_options()
    game.expect([])
    game.report.tell("end", "head")
    for who in game.whole_cast():
        end_own_with_fight(game, who)
        who.lapse("turn", "round", "fight")
    game.fight.lapse("fight")
    return game.report
