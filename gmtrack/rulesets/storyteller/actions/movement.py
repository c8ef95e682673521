"""Moving, running, going prone, standing up, taking cover."""

from collections.abc import Mapping
from types import MappingProxyType

from gmtrack.rulesets.kit.words import number
from gmtrack.rulesets.storyteller.actions.doing import ActionContext, typed_metres
from gmtrack.rulesets.storyteller.sheet.derived import speed
from gmtrack.rulesets.storyteller.sheet.game import WORDS
from gmtrack.rulesets.storyteller.turn.costs import lose_aim, spend_action
from gmtrack.rulesets.storyteller.turn.legality import (
    check_able,
    check_turn,
    check_unheld,
    line_now,
)
from gmtrack.rulesets.storyteller.wounds import conditions

FAR = 1_000_000
DISTANCE: Mapping[str, str] = MappingProxyType({"distance": "how many metres"})


def drop_prone(do: ActionContext) -> None:
    """Before their action, at its cost; it answers covering fire."""
    do.nobody()
    with do.game.draft.by("ST-132"):
        spend_action(do.game, do.who, anytime=True)
        if do.who.prone and not do.who.suppressed:
            do.game.refuse("status", f"{do.who.id} is prone already: `act {do.who.id} stand`")
        conditions.fall_prone(do.game, do.who)
    hide(do)


def hide(do: ActionContext) -> None:
    """The answer to covering fire."""
    with do.game.draft.by("ST-096"):
        do.who.suppressed = None


def stand(do: ActionContext) -> None:
    do.nobody()
    if do.who.grappling():
        line = line_now(do.game, do.who)
        message = f"{do.who.id} grapples: break free before standing up; now `{line}`"
        do.game.refuse("grapple", message)
    with do.game.draft.by("ST-133"):
        spend_action(do.game, do.who, in_grapple=True)
        if not do.who.prone:
            do.game.refuse("status", f"{do.who.id} is not prone: they stand already")
        do.who.prone = False


def move(do: ActionContext) -> None:
    """Besides the action; a dodging one in any turn, by the old notes."""
    do.tell("move")
    game, who, metres = do.game, do.who, distance(do, "move", speed(do.who))
    check_able(game, who)
    check_unheld(game, who)
    if not (who.dodging and game.house.old_notes_defense):
        check_turn(game, who)
    if who.aim and not game.house.aim_move:
        lose_aim(game, who)
    go(do, metres, speed(who), "ST-123")


def run(do: ActionContext) -> None:
    most = 2 * speed(do.who)
    metres = distance(do, "run", most)
    with do.game.draft.by("ST-124"):
        spend_action(do.game, do.who)
    go(do, metres, most, "ST-124")


def distance(do: ActionContext, name: str, most: int) -> int:
    """The metres that were typed: `8`, `8m`, or `--with distance=8`. Raises Refusal (`option`)."""
    typed = do.told.value("distance")
    match do.args:
        case [_] if typed is None:
            typed = typed_metres(do.args)
        case [word, *_]:
            do.game.deny(WORDS.value, f"unexpected `{word}`: the metres are typed once")
    if typed is None:
        left = max(0, most - do.who.moved)
        line = f"`act {do.who.id} {name} {left}`"
        do.game.deny(WORDS.value, f"type how many metres: {line} for all that are left")
    return number(typed, "distance=N", WORDS.value, 0, FAR)


def go(do: ActionContext, metres: int, most: int, rules: str) -> None:
    """So many metres of those left in the round. Raises Refusal (`distance`)."""
    who = do.who
    if who.moved + metres > most:
        left = max(0, most - who.moved)
        do.game.refuse(
            "distance", f"{who.id} has {left} of {most} metres left this round, not {metres}"
        )
    with do.game.draft.by(rules):
        who.moved = who.moved + metres


def take_cover(do: ActionContext) -> None:
    """Their action, if it answers covering fire. Raises Refusal (`cover`)."""
    do.tell("take-cover")
    game, who = do.game, do.who
    name, _ = game.cover(do.word("piece of cover"))
    if game.cover_left(name) == 0:
        game.refuse("cover", f"{name} is destroyed")
    if who.suppressed:
        with game.draft.by("ST-096"):
            spend_action(game, who)
        hide(do)
    else:
        check_own_turn(do)
    with game.draft.by("ST-106"):
        who.cover = name
    do.body["cover"] = name


def leave_cover(do: ActionContext) -> None:
    """Raises Refusal (`cover`)."""
    do.tell("leave-cover")
    do.nobody()
    check_own_turn(do)
    if do.who.cover is None:
        do.game.refuse("cover", f"{do.who.id} is not in cover: `act {do.who.id} take-cover COVER`")
    with do.game.draft.by("ST-106"):
        do.who.cover = None


def check_own_turn(do: ActionContext) -> None:
    """What is a part of their move. Raises Refusal."""
    check_able(do.game, do.who)
    check_unheld(do.game, do.who)
    check_turn(do.game, do.who)
