"""`serve`: the players' page, for phones and televisions."""

from typing import TYPE_CHECKING, Annotated

import typer

from gmtrack.cli import output
from gmtrack.cli.options import JSON, line_of, whole
from gmtrack.cli.tree import Commands
from gmtrack.core.names import pick
from gmtrack.core.players import hidden_ones
from gmtrack.errors import Refusal, StoreError

if TYPE_CHECKING:
    from gmtrack.core.encounter import Data
    from gmtrack.store.session import Session

COMMANDS = Commands()
PLAYERS = "pc"
HIGHEST_PORT = 65_535
NEEDS = "serve needs more: pip install 'gmtrack[web]'"


@COMMANDS.add("serve", (JSON,))
def serve(
    ctx: typer.Context,
    address: Annotated[
        str | None,
        typer.Argument(
            metavar="[ADDRESS]",
            help="Behind --lan: which of this machine's addresses stands in the links.",
        ),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(
            "--port",
            metavar="N",
            parser=whole(1, HIGHEST_PORT),
            help="By default 8765.",
        ),
    ] = None,
    lan: Annotated[
        bool,
        typer.Option(
            "--lan",
            help="For all in your network, not only for this machine; --lan ADDRESS: under this of "
            "its addresses.",
        ),
    ] = False,
    players: Annotated[
        list[str] | None,
        typer.Option(
            "--for",
            metavar="WHO",
            help="Who gets a link of their own, where their dice are asked for; else all player "
            "characters. Repeatable.",
        ),
    ] = None,
) -> None:
    from gmtrack.cli.main import keep, stay
    from gmtrack.store.session import open_session

    try:
        from gmtrack.serve import server
        from gmtrack.serve.follow import Follower
        from gmtrack.serve.hub import Hub
        from gmtrack.serve.links import Links
    except ImportError as error:
        raise StoreError("no-web", NEEDS) from error
    if address is not None:
        _check(address, server.own_addresses() if lan else None, own=server.is_own(address))
    stay()
    line = line_of(ctx)
    with open_session(line.file, write=False) as session:
        who = _players(session, players or [])
        names = session.encounter.names()
        # Whatever is opened meanwhile, the players stay with this fight.
        file = str(session.file)
    own_names = {one: names[one] for one in who}
    links, hub = Links(who), Hub(server.MOST_LISTENERS, server.LISTENERS_OF_ONE, own_names)
    sock = server.listening(port or server.PORT, lan=lan)
    host = address or (server.own_address() if lan else server.HERE)
    base = f"http://{host}:{sock.getsockname()[1]}"
    doc: Data = {
        "url": f"{base}/{links.everybody.token}/",
        "players": {one: f"{base}/{link.token}/" for one, link in links.own.items()},
    }
    if line.json:
        output.document(doc)
    else:
        from gmtrack.view.addresses import render_addresses

        output.show(render_addresses, doc, names, own=bool(players), lan=lan)
    told: set[str] = set()

    def faulty(error: Exception) -> None:
        """A fault of the program is kept once."""
        if repr(error) not in told:
            told.add(repr(error))
            keep("gmtrack serve", error)

    server.serve(sock, links, Follower(file, hub, faulty), hub, lan=lan)


def _check(address: str, there: list[str] | None, *, own: bool) -> None:
    """Raises UsageError for an address that is not this machine's; it has those that are `there`,
    which is None where there is no --lan."""
    if there is None:
        meant = f"--lan {address}" if own else f"--for {address}"
        raise typer.BadParameter(f"unexpected '{address}'; did you mean `{meant}`?")
    if not own:
        has = f"it has {', '.join(there)}" if there else "it is in no network"
        raise typer.BadParameter(f"{address} is no address of this machine; {has}")


def _players(session: "Session", words: list[str]) -> list[str]:
    """Who gets a link of their own. Raises Refusal for nobody, and for whom players do not see."""
    encounter, nobody = session.encounter, session.ruleset.WORDS.nobody
    hidden = hidden_ones(encounter)
    if not words:
        return [
            one
            for one in encounter.present()
            if encounter.side(one) == PLAYERS and one not in hidden
        ]
    found = [pick(word, encounter.names(), "combatant", nobody) for word in words]
    unseen = [one for one in found if one in hidden]
    if unseen:
        raise Refusal(nobody, f"{unseen[0]} is hidden from the players: `reveal {unseen[0]}` first")
    return list(dict.fromkeys(found))
