"""Tags: the conditions that called shots leave (ST-146 to ST-151)."""

from gmtrack.rulesets.kit.words import known
from gmtrack.rulesets.storyteller.sheet import hands
from gmtrack.rulesets.storyteller.sheet.game import WORDS, Game
from gmtrack.rulesets.storyteller.sheet.live import Fighter
from gmtrack.rulesets.storyteller.sheet.records import Tag
from gmtrack.rulesets.storyteller.tables.kinds import UNARMED, Place, TagName
from gmtrack.rulesets.storyteller.tables.places import CALLED, UNTIL, Called


def place_named(game: Game, word: str | None) -> Called | None:
    """The place of a typed word; None for none. Raises Refusal (`option`)."""
    if word is None:
        return None
    return CALLED[known(word, CALLED, "place", WORDS.unknown)]


def tag_after(game: Game, who: Fighter, called: Called | None, damage: int) -> None:
    """The tag, if enough damage came through at a called place."""
    if not called or not called.tag or damage <= 0:
        return
    needed = least_for(called, who)
    if damage >= needed:
        with game.draft.by("ST-150"):
            put_tag(game, who, called.tag, called.place)
    else:
        said = {"place": called.place, "needed": needed, "damage": damage}
        game.report.tell("tag.none", "note", who=who.name, **said)


def least_for(called: Called, who: Fighter) -> int:
    """The least damage that leaves the tag of this place."""
    if called.over:
        return int(getattr(who.sheet, called.over)) + 1
    if called.reach:
        return int(getattr(who.sheet, called.reach))
    return called.least


def put_tag(game: Game, who: Fighter, tag: TagName, place: Place | None = None) -> None:
    """A tag is on; a second one of the same name and place changes nothing, save a second arm."""
    until = UNTIL.get(tag, "scene")
    if tag == "arm-wrack" or not who.has_tag(tag):
        found: list[object] = [*who.tags, Tag(tag, place, until).to_data()]
        who.tags = found  # type: ignore[assignment]
    game.effect(who, tag, location=place, until=until)
    game.report.tell(f"tag.{tag}", "bad", who=who.name)
    if tag == "arm-wrack" and who.suffers(tag):
        drop_one(game, who)


def drop_one(game: Game, who: Fighter) -> None:
    """The arm drops what it holds: the weapon in the first hand."""
    name = who.hands[0]
    if name != UNARMED and who.weapon(name).kind != "bite":
        with game.draft.by("ST-151"):
            hands.drop(game, who, name)


def end_tag(who: Fighter, tag: str) -> None:
    """The tag is over, wherever it was."""
    kept: list[object] = [found.to_data() for found in who.tag_list() if found.tag != tag]
    if len(kept) < len(who.tags):
        who.tags = kept  # type: ignore[assignment]
