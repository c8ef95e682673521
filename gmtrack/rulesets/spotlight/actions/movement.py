"""Moving, and taking or leaving cover (SP-AP-02, SP-INJ-03, SP-ARM-06)."""

import re
from collections.abc import Mapping
from types import MappingProxyType

from gmtrack.rulesets.kit.words import known
from gmtrack.rulesets.spotlight.actions.doing import (
    ActionContext,
    one_arg,
    spend,
    spend_unless_free,
)
from gmtrack.rulesets.spotlight.sheet.game import WORDS
from gmtrack.rulesets.spotlight.sheet.sheet import scene_piece
from gmtrack.rulesets.spotlight.turn.costs import REACT, pay_from_save
from gmtrack.rulesets.spotlight.wounds.suppression import check_pin, use_freedom

NUMBER = re.compile(r"\d{1,6}")
MOVE_WORDS: Mapping[str, str] = MappingProxyType(
    {**REACT, "helped": "somebody supports the useless leg: half Speed"}
)


def move(do: ActionContext) -> None:
    """As far as the legs go."""
    who, game = do.who, do.game
    check_pin(game, who, "move")
    helped = do.told.has("helped", who.id)
    distance = who.helped_speed if helped else who.own_speed
    if who.bad_legs() and not distance:
        by_help = who.helped_speed and not helped
        how = f"alone: `act {who.id} move --with helped`" if by_help else "even with help"
        game.refuse("limb-useless", f"{who.id} cannot move on a useless leg {how}")
    distance = so_far(do, distance)
    pay_move(do)
    use_freedom(who)
    do.body["targets"] = [word for word in do.args if not NUMBER.fullmatch(word)]
    do.body["distance"] = distance
    do.tell("act.move", distance=distance, helped=" with help" if helped and who.bad_legs() else "")


def pay_move(do: ActionContext) -> None:
    """A dramatic save pays for its helper's moves."""
    save = do.game.fight.save
    if save and save["by"] == do.who.id:
        pay_from_save(do.game, do.who, do.cost)
    else:
        spend(do, move=True)


def so_far(do: ActionContext, most: int) -> int:
    """The distance that was typed, else all of it. Raises Refusal (`bad-value`)."""
    typed = [int(word) for word in do.args if NUMBER.fullmatch(word)]
    if not typed:
        return most
    if typed[0] > most:
        way = f"`act {do.who.id} move {most}`, and another AP for the rest"
        do.game.refuse(WORDS.value, f"{do.who.id} moves {most} at most for 1 AP: {way}")
    return typed[0]


def take_cover(do: ActionContext) -> None:
    """Behind a piece of the scene."""
    scene = do.game.draft.encounter.scene
    pieces = scene.get("cover") or {}
    name = known(one_arg(do, "piece of cover", pieces), pieces, "cover", WORDS.unknown)
    do.body["targets"] = [name]
    piece = scene_piece(scene, name)
    if [one.to_data() for one in do.who.live_cover()] == [piece.to_data()]:
        do.game.refuse("bad-target", f"{do.who.id} is already behind the {name}")
    spend(do)
    with do.game.draft.by("SP-ARM-06, SP-ARM-07"):
        do.who.take_cover([piece])
    do.tell("act.take-cover", what=piece.name)


def leave_cover(do: ActionContext) -> None:
    """Free, or paid by house rule."""
    spend_unless_free(do)
    had = do.who.live_cover()
    with do.game.draft.by("SP-R51"):
        do.who.take_cover([])
    do.tell("act.leave-cover" if had else "act.leave-cover.none")
