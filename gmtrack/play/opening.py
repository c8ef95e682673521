"""Taking up a fight: the one that is open already goes on, another one is loaded."""

from collections.abc import Callable


def take_up(file: str, execute: Callable[[list[str]], int]) -> None:
    """Open a file, unless there is a working copy of it: the newest goes on where it was. Raises
    StoreError and BadFile if it cannot be opened."""
    from gmtrack.cli.output import say
    from gmtrack.store.session import go_on, load_file

    if go_on(file):
        say("going on where it was; load FILE begins anew")
        execute(["board"])
        return
    load_file(file)
    execute(["board"])
