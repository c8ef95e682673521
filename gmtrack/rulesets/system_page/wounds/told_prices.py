"""What the modifiers that are told take of whoever rolls: points of tracks, and what they do to
them."""

from gmtrack.rulesets.system_page.dice.modifiers import (
    TypedWords,
    counts_modifier,
)
from gmtrack.rulesets.system_page.dice.scopes import RollScope
from gmtrack.rulesets.system_page.sheet.fighter import Fighter
from gmtrack.rulesets.system_page.sheet.game import Game
from gmtrack.rulesets.system_page.wounds.damage import do_deed
from gmtrack.rulesets.system_page.wounds.tracks import move_track


def pay_for_told_words(
    game: Game,
    who: Fighter,
    scope: RollScope,
    roll: str,
    typed: TypedWords,
    paid: set[tuple[str, str]],
) -> None:
    """Take from WHO what the modifiers cost that were told for their roll of this name, and do to
    them what these bring. `paid` holds who has paid for which word of this command: nobody pays
    twice. Raises Refusal (`budget`) if a track has too little left."""
    for word, row in game.page.modifiers.items():
        has_price = row.told and (row.costs or row.self)
        if not has_price or roll not in row.roll or (who.id, word) in paid:
            continue
        if not counts_modifier(scope, word, typed):
            continue
        paid.add((who.id, word))
        pay_for_word(game, who, scope, word)


def pay_for_word(game: Game, who: Fighter, scope: RollScope, word: str) -> None:
    """Take from WHO what a modifier costs, and do to them what it brings. Raises Refusal (`budget`)
    if a track has too little left."""
    row = game.page.modifiers[word]
    with game.draft.by(game.row("modifiers", word)):
        for track, points in row.costs.items():
            _spend(game, who, word, track, points)
    do_deed(game, row.self, who, scope, "modifiers", word, "self")


def has_points_for(game: Game, who: Fighter, word: str) -> bool:
    """Whether WHO has what a modifier costs."""
    costs = game.page.modifiers[word].costs
    return all(
        _count_left(who, track) >= points for track, points in costs.items()
    )


def count_uses_left(game: Game, who: Fighter, word: str) -> float:
    """Return how often WHO can pay for a modifier with the points that they have; infinity if it
    costs none."""
    costs = game.page.modifiers[word].costs
    return min(
        (
            _count_left(who, track) // points
            for track, points in costs.items()
            if points
        ),
        default=float("inf"),
    )


def _spend(
    game: Game, who: Fighter, word: str, track: str, points: int
) -> None:
    """Take points off a track, or fill boxes of one that counts up."""
    fills = who.PAGE.tracks[track].counts == "up"
    left = _count_left(who, track)
    if left < points:
        name = track.replace("_", " ")
        game.refuse(
            "budget",
            f"{word} costs {points} {name}, and {who.name} has {left} left",
        )
    move_track(game, who, track, points if fills else -points)


def _count_left(who: Fighter, track: str) -> int:
    """Return the points that are left of a track, or the empty boxes of one that counts up."""
    now = int(getattr(who, track))
    if who.PAGE.tracks[track].counts == "up":
        return who.most_of(track) - now
    return now
