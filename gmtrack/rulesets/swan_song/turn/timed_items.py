"""SS-TIMED, R-TIM: what is laid or thrown now and goes off later."""

import re
from contextlib import suppress

from gmtrack.core.encounter import Data
from gmtrack.core.names import squash, suggestion
from gmtrack.errors import Refusal
from gmtrack.rulesets.swan_song.sheet.game import WORDS, Game


def items(game: Game) -> dict[str, Data]:
    """Laid, thrown and waiting, by id; those of who has left the fight are gone."""
    there = game.draft.encounter.combatants
    return {name: i for name, i in game.fight.timed_items.items() if i["setter"] in there}


def time_of(game: Game, item: Data) -> tuple[int, int, str, int | None] | None:
    """(round, pass, at, Score) at which an item goes off; None: by radio only."""
    when = item.get("goes_off", {})
    if when is None:
        return None
    at = str(when.get("at") or "phase")
    return (int(when.get("round") or 1), int(when.get("pass") or 1), at, when.get("score"))


def due_now(game: Game, next_score: int | None) -> bool:
    """Items whose count has come before the next phase: they go off last among equal Scores; the
    count waits for the GM."""
    fight = game.fight
    due = [
        name
        for name, item in items(game).items()
        if name not in fight.due and is_due(game, item, next_score)
    ]
    if not due:
        return False
    with game.draft.by("SS-TIMED-01, SS-TIMED-04, R-TIM-4"):
        fight.due = [*fight.due, *due]
        fight.active = None
    for name in due:
        game.report.tell("item.due", "bad", item=items(game)[name].get("label") or name)
    return True


def is_due(game: Game, item: Data, next_score: int | None) -> bool:
    when = time_of(game, item)
    if when is None:
        return False
    round_, pass_, at, score = when
    fight = game.fight
    if (fight.round, fight.pass_) != (round_, pass_) and at == "phase":
        return (fight.round, fight.pass_) > (round_, pass_)
    if fight.round != round_:
        return fight.round > round_
    if at == "start":
        return True
    if at == "end":
        return False
    count = score_of(game, item, score)
    return next_score is None or next_score < count


def score_of(game: Game, item: Data, frozen: int | None) -> int:
    """The Score at activation, or by house rule the setter's of now (R-TIM-1)."""
    now = game.house.timed_item_score == "setter_next_round"
    setter = str(item["setter"])
    if (now or frozen is None) and setter in game.draft.encounter.combatants:
        return game.fighter(setter).score or 0
    return frozen or 0


def due_at_end(game: Game) -> None:
    """Items timed for the end of this round, and those whose pass did not come."""
    fight = game.fight
    with game.draft.by("SS-TIMED-02, SS-TIMED-03"):
        for name, item in items(game).items():
            when = time_of(game, item)
            if name not in fight.due and when is not None and when[0] <= fight.round:
                fight.due = [*fight.due, name]
                game.report.tell("item.due", "bad", item=item.get("label") or name)


def find_item(game: Game, args: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """An item's id, and the words behind it; it may be left out where there is only one. Raises
    Refusal (`unknown`)."""
    there = list(items(game))
    name = item_meant(there, args[0]) if args else None
    only = len(there) == 1 and (not args or is_somebody(game, args[0]))
    if name is None and not only:
        hint = suggestion(args[0] if args else "", there)
        what = f"no timed item '{args[0]}'" if args else "name the timed item"
        game.deny(WORDS.unknown, f"{what}{hint}")
    return (there[0], args) if name is None else (name, args[1:])


def item_meant(there: list[str], word: str) -> str | None:
    """The item of this id, else the only one that begins so; another of its kind (`bomb-2`) is
    not meant by the name of the first."""
    wanted = squash(word)
    rest = {name: squash(name).removeprefix(wanted) for name in there if name_begins(name, wanted)}
    begun = [name for name, more in rest.items() if not re.fullmatch(r"-\d+", more)]
    exact = [name for name, more in rest.items() if not more]
    return exact[0] if exact else begun[0] if len(begun) == 1 else None


def name_begins(name: str, wanted: str) -> bool:
    return bool(wanted) and squash(name).startswith(wanted)


def is_somebody(game: Game, word: str) -> bool:
    """Whether the word means one of those who fight."""
    with suppress(Refusal):
        return bool(game.named(word))
    return False


def line_of_blast(game: Game, name: str) -> str:
    """The line that sets it off, with those it catches."""
    return f"act {items(game)[name]['setter']} detonate {name} TARGET..."
