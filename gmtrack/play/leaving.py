"""What is said at the end of a session: where the fight is kept and how to go on with it."""

from collections.abc import Iterator

from gmtrack import system
from gmtrack.play.fight import SeenFight


def farewell(fight: SeenFight | None, file: str | None) -> Iterator[str]:
    """The lines of it; `file` is the one that is worked on in place. None where nothing is open."""
    if fight is None:
        return
    if file:
        typed = system.quote(file)
        yield f"{file} holds the fight as it stands. `gmtrack -f {typed} play` goes on with it"
        return
    folder = fight.file.parent
    saved = "saved" if fight.saved else "not saved: `gmtrack save` writes it to a file"
    yield f"{fight.board.title} is kept in {folder} ({saved})"
    yield f"`gmtrack play` goes on with it, `gmtrack switch {folder.name}` after another one"
