"""Tracks that go up and down, and how somebody stands then."""

from collections.abc import Iterator

from gmtrack.core.encounter import Data
from gmtrack.core.standing import Standing
from gmtrack.rulesets.system_page.formula.nodes import larger_of, smaller_of
from gmtrack.rulesets.system_page.page.shapes import SystemPage
from gmtrack.rulesets.system_page.sheet.fighter import Fighter
from gmtrack.rulesets.system_page.sheet.game import WORDS, Game


def move_track(game: Game, who: Fighter, track: str, by: int) -> Data:
    """Add a number, which may be random or negative, to a track, to its ends at most, and tell
    it if the track moves. Tracks that no longer count then begin anew. The change comes from the
    rows that count now, else from that of the track. Returns the entry for the document."""
    before, was = getattr(who, track), who.standing
    after = larger_of(smaller_of(before + by, who.most_of(track)), 0)
    with game.draft.by(game.draft.rules or game.row("tracks", track)):
        setattr(who, track, after)
        if type(after) is not int or after != before:
            game.report.tell(
                "track",
                tone_of_change(game, track, before, after),
                who=who.name,
                track=track.replace("_", " "),
                before=before,
                after=after,
            )
    _begin_tracks_anew(game, who)
    tell_status(game, who, was)
    return {"to": track, "amount": by, "before": before, "after": after}


def _begin_tracks_anew(game: Game, who: Fighter) -> None:
    """Put each track that does not count any more to where it stands at first."""
    for track, row in game.page.tracks.items():
        if row.during is None:
            continue
        now, first = getattr(who, track), who.first_of(track)
        # Equal tracks are left alone before the condition is looked at, which may be random.
        if (type(now) is not int or now != first) and not who.is_counting(
            track
        ):
            with game.draft.by(game.row("tracks", track)):
                setattr(who, track, first)


def tone_of_change(game: Game, track: str, before: int, after: int) -> str:
    """Return the tone in which a track's change is told. A random number is not observed, as odds
    would be split by it: it is bad."""
    if type(after) is not int:
        return "bad"
    fills = game.page.tracks[track].counts == "up"
    return "good" if (after < before) == fills else "bad"


def tell_status(game: Game, who: Fighter, was: Standing) -> None:
    """Tell how somebody stands now, if that is in another word than before."""
    word, row = who.status_row
    if who.away or word == was.status:
        return
    with game.draft.by(game.row("status", word) if row else ""):
        if row:
            game.report_effect(who, word)
        game.report.tell(
            "status",
            "bad" if row and row.is_out else "",
            who=who.name,
            word=word,
        )


def lose_points(
    game: Game, who: Fighter, points: int, track: str
) -> list[Data]:
    """Take damage off the tracks that stand `before` a track, and what is left over off the
    track itself. Returns the entries for the document."""
    found: list[Data] = []
    left = points
    for name in tracks_before(game.page, track):
        if getattr(who, name) > 0:
            taken = smaller_of(left, getattr(who, name))
            found.append(move_track(game, who, name, -taken))
            left = left - taken
    fills = game.page.tracks[track].counts == "up"
    found.append(move_track(game, who, track, left if fills else -left))
    return found


def tracks_before(page: SystemPage, track: str) -> Iterator[str]:
    """Yield the tracks that lose their points before this one does, in that order: those that
    name it as `before`, each after the tracks that name that one in turn."""
    for name, row in page.tracks.items():
        if row.before == track:
            yield from tracks_before(page, name)
            yield name


def give_points(game: Game, who: Fighter, points: int, track: str) -> Data:
    """Give points of a track back."""
    fills = game.page.tracks[track].counts == "up"
    return move_track(game, who, track, -points if fills else points)


def lost_points(who: Fighter, track: str) -> int:
    """Return how many points of a track are lost since it stood where it begins; 0 if it holds
    more than then."""
    now, first = int(getattr(who, track)), who.first_of(track)
    fills = who.PAGE.tracks[track].counts == "up"
    return max(now - first if fills else first - now, 0)


def deny_without_tracks(game: Game) -> None:
    """Raise Refusal (kind for unknown names) if the page has no tracks."""
    if not game.page.tracks:
        game.deny(WORDS.unknown, f"{game.judged.file} has no tracks")
