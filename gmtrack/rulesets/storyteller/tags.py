"""Called shots and the conditions they leave (ST-146 to ST-151)."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from gmtrack.rulesets.kit.words import known
from gmtrack.rulesets.storyteller import hands
from gmtrack.rulesets.storyteller.game import WORDS, Game
from gmtrack.rulesets.storyteller.live import Fighter
from gmtrack.rulesets.storyteller.records import Tag, TagName
from gmtrack.rulesets.storyteller.sheet import UNARMED, Place


class Called(NamedTuple):
    """ST-148, ST-150: one place; the dice it costs, and the tag for enough damage: at least
    `least`, or one more than `over`, or as much as `reach` (attributes of the sheet)."""

    place: Place
    dice: int
    tag: TagName | None = None
    least: int = 1
    over: str = ""
    reach: str = ""

    def enough(self, who: Fighter, damage: int) -> bool:
        if self.over:
            return damage > int(getattr(who.sheet, self.over))
        if self.reach:
            return damage >= int(getattr(who.sheet, self.reach))
        return damage >= self.least


_ROWS = (
    Called("arm", -1, "arm-wrack", over="stamina"),
    Called("leg", -1, "leg-wrack", over="stamina"),
    Called("head", -2, "stunned", reach="size"),
    Called("critical", -2),
    Called("little", -2),
    Called("heart", -3, "heart-struck", 5),
    Called("hand", -4, "arm-wrack"),
    Called("tiny", -4),
    Called("eye", -5, "blinded-eye"),
)
CALLED: Mapping[Place, Called] = MappingProxyType({row.place: row for row in _ROWS})

UNTIL: Mapping[TagName, str] = MappingProxyType({"stunned": "next-action"})
"""ST-149, ST-R28: what ends a tag; all others end with the scene."""


def place_named(game: Game, word: str | None) -> Called | None:
    """The place of a typed word; None for none. Raises Refusal (`option`)."""
    if word is None:
        return None
    name = known(word, CALLED, "place", WORDS.unknown)
    return next(row for row in _ROWS if row.place == name)


def tag_after(game: Game, who: Fighter, called: Called | None, damage: int) -> None:
    """ST-150: the tag, if enough damage came through at a called place."""
    if called and called.tag and damage > 0 and called.enough(who, damage):
        put_tag(game, who, called.tag, called.place)


def put_tag(game: Game, who: Fighter, tag: TagName, place: Place | None = None) -> None:
    """ST-149, ST-151: a tag is on; a second one of the same name and place changes nothing, save
    a second arm."""
    until = UNTIL.get(tag, "scene")
    if tag == "arm-wrack" or not who.has_tag(tag):
        found: list[object] = [*who.tags, Tag(tag, place, until).to_data()]
        who.tags = found  # type: ignore[assignment]
    game.effect(who, tag, location=place, until=until)
    game.report.tell(f"tag.{tag}", "bad", who=who.name)
    if tag == "arm-wrack" and who.suffers(tag):
        drop_one(game, who)


def drop_one(game: Game, who: Fighter) -> None:
    """ST-151: the arm drops what it holds: the weapon in the first hand."""
    name = who.hands[0]
    if name != UNARMED and who.weapon(name).kind != "bite":
        hands.drop(game, who, name)


def end_tag(who: Fighter, tag: str) -> None:
    """The tag is over, wherever it was."""
    kept: list[object] = [found.to_data() for found in who.tag_list() if found.tag != tag]
    if len(kept) < len(who.tags):
        who.tags = kept  # type: ignore[assignment]
