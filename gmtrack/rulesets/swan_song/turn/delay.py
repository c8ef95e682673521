"""SS-DELAY, R-DEL: holding an action, and taking it."""

from gmtrack.core.intents import Delay, Intervene
from gmtrack.core.report import Report
from gmtrack.rulesets.kit.words import Told, known
from gmtrack.rulesets.swan_song.sheet.game import WORDS, Game
from gmtrack.rulesets.swan_song.sheet.live import Fighter
from gmtrack.rulesets.swan_song.turn.legality import check_status
from gmtrack.rulesets.swan_song.turn.phases import advance, open_delayed

WHEN = ("before", "after", "together", "last")
WHEN_WORDS = {"when": "before or after the acting one, together with them, or last in the pass"}


def delay(game: Game, intent: Delay) -> Report:
    """Instead of acting, in the own phase, with nothing done in it."""
    who = game.find(intent.who)
    game.expect([("coin", f.id) for f in game.everybody() if f.score is not None])
    game.report.body["who"] = who.id
    check_status(game, who)
    if not game.fight.running or game.fight.active != who.id:
        game.refuse("turn", f"{who.id} can delay only in their own phase")
    if game.fight.touched:
        game.refuse("delay", f"{who.id} has already acted in this phase and can no longer delay")
    if game.fight.phase_kind != "normal":
        game.refuse("delay", f"{who.id} is already in a delayed phase")
    with game.draft.by("SS-DELAY-01"):
        who.delayed = {"from_pass": game.fight.pass_, "ap": who.ap, "carried": False, "last": False}
        if game.fight.active == who.id:
            game.fight.active = None
    game.report.tell("delay", "head", who=who.name)
    advance(game)
    return game.report


def intervene(game: Game, intent: Intervene) -> Report:
    """Before, after or together with the one whose phase is open, or last in the pass."""
    who = game.find(intent.who)
    told = Told(game.options.words, WHEN_WORDS, game.draft.encounter, WORDS)
    when = known(told.value("when", who.id) or "before", WHEN, "time", WORDS.value)
    game.expect([("coin", f.id) for f in game.everybody() if f.score is not None])
    game.report.body["who"] = who.id
    check_status(game, who)
    if who.delayed is None:
        game.deny("delay", f"{who.id} is not delaying: `delay {who.id}` in their own phase first")
    check_at_zero(game, who)
    if when == "last":
        book_last(game, who)
    elif game.fight.active is None:
        open_delayed(game, who)
    else:
        come_in(game, who, when)
    return game.report


def check_at_zero(game: Game, who: Fighter) -> None:
    """Raises Refusal (`delay`) where the house forbids it (R-DEL-4)."""
    forbidden = game.house.delay_at_zero == "forbid" and (who.score or 0) <= 0
    if who.delayed and who.delayed["carried"] and forbidden:
        rule = "house rule `delay_at_zero: forbid`"
        game.refuse("delay", f"{who.id} has Score {who.score} and cannot act ({rule})")


def book_last(game: Game, who: Fighter) -> None:
    if who.delayed and who.delayed["carried"]:
        game.refuse("delay", f"{who.id} can only act before their own phase now, not last")
    with game.draft.by("SS-DELAY-07, SS-DELAY-08"):
        who.delayed = {**(who.delayed or {}), "last": True}
    game.report.tell("delay.last", "head", who=who.name)
    if game.fight.active is None and game.fight.running and not game.fight.due:
        advance(game)


def come_in(game: Game, who: Fighter, when: str) -> None:
    """At a count below the own Score (carried: any)."""
    actor = game.fighter(str(game.fight.active))
    carried = bool(who.delayed and who.delayed["carried"])
    if not carried and (actor.score or 0) >= (who.score or 0):
        count = f"{actor.id} acts at {actor.score}"
        game.refuse("delay", f"{count}, and {who.id} can come in only below {who.score}")
    if when != "before":
        entry = {"who": who.id, "together": when == "together", "after": actor.id}
        with game.draft.by("SS-DELAY-02, R-DEL-6, R-DEL-10"):
            game.fight.queue = [*(e for e in game.fight.queue if e["who"] != who.id), entry]
        game.report.tell(f"delay.{when}", "head", who=who.name, other=actor.name)
        return
    if game.fight.touched:
        game.refuse("delay", f"{actor.id} has begun to act: `intervene {who.id} --with when=after`")
    with game.draft.by("R-DEL-10"):
        step_back(game, actor)
    game.report.tell("delay.before", "head", who=who.name, other=actor.name)
    open_delayed(game, who)


def step_back(game: Game, actor: Fighter) -> None:
    """The open phase has not begun after all; it opens again after the one that comes in before
    it."""
    frozen, actor.frozen = actor.frozen or {}, None
    for name, value in frozen.get("before", {}).items():
        setattr(actor, name, value)
    if game.fight.phase_kind == "normal":
        game.fight.reopen = actor.id
    else:
        entry = {"who": actor.id, "together": False, "back": True}
        game.fight.queue = [*game.fight.queue, entry]
