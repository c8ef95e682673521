"""`serve`: the players' page, for phones and televisions."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from gmtrack import system
from gmtrack.cli import output
from gmtrack.cli.options import (
    JSON,
    CommandLine,
    arg,
    flag,
    line_of,
    opt,
    whole_number,
)
from gmtrack.cli.tree import Commands
from gmtrack.core.encounter import Data
from gmtrack.core.names import pick
from gmtrack.core.players import (
    hidden_combatants,
    names_for_players,
)
from gmtrack.errors import Refusal, StoreError

if TYPE_CHECKING:
    from gmtrack.serve.follow import Weigh
    from gmtrack.serve.links import Links
    from gmtrack.store.session import Session

COMMANDS = Commands()
HIGHEST_PORT = 65_535
NEEDS = "serve needs more: pip install 'gmtrack[web]'"


@COMMANDS.add("serve", (JSON,))
def serve(
    ctx: typer.Context,
    address: str | None = arg(
        "[ADDRESS]",
        "Behind --lan: which of this machine's addresses stands in the links.",
    ),
    port: int | None = opt(
        "--port", "N", "By default 8765.", parser=whole_number(1, HIGHEST_PORT)
    ),
    lan: bool = flag(
        "--lan",
        "For all in your network, not only for this machine; --lan ADDRESS: under this of "
        "its addresses.",
    ),
    players: list[str] | None = opt(
        "--for",
        "WHO",
        "Who gets a link of their own, where their dice are asked for; else all player "
        "characters. Repeatable.",
    ),
    new_links: bool = flag(
        "--new-links",
        "New addresses for everybody: those of earlier evenings end.",
    ),
    odds: bool = flag(
        "--odds",
        "Show players the odds of what they can choose; no hidden one's are told.",
    ),
    cards: str | None = opt(
        "--cards",
        "FILE.html",
        "Write a sheet to print as well, with a code for each player's phone.",
    ),
) -> None:
    """Run `serve`: serve the players' page until Ctrl-C."""
    from gmtrack.cli.crash_reports import Faults
    from gmtrack.cli.exit_status import write_to_stderr
    from gmtrack.cli.main import resume_garbage_collection
    from gmtrack.store.session import open_session
    from gmtrack.store.working_copies import place_of_file

    try:
        from gmtrack.serve import links as addresses
        from gmtrack.serve import server
        from gmtrack.serve.course import make_course
        from gmtrack.serve.follow import Follower
        from gmtrack.serve.hub import Hub
    except ImportError as error:
        raise StoreError("no-web", NEEDS) from error
    if address is not None:
        _check_address(
            address,
            server.own_addresses() if lan else None,
            own=server.is_own(address),
        )
    resume_garbage_collection()
    line = line_of(ctx)
    with open_session(line.file, write=False) as session:
        who = _players_to_link(session, players or [])
        names = names_for_players(session.encounter)
        file = str(session.file)
        kept = addresses.file_of(session.encounter, place_of_file(file).folder)
        title = _fight_title(session) if cards else ""
    hub = Hub(
        server.MOST_LISTENERS,
        server.LISTENERS_OF_ONE,
        {one: names[one] for one in who},
    )
    usual = addresses.read_links(kept).port
    sock = server.bind_socket(port or usual or server.PORT, lan=lan)
    found = sock.getsockname()[1]
    links = addresses.keep_links(
        kept, who, found, anew=new_links, moved=port is not None
    )
    host = address or (server.own_address() if lan else server.HERE)
    base = f"http://{host}:{found}"
    doc = _addresses_document(base, links)
    if cards:
        _write_cards(doc, names, title, cards, line)
    if usual and not port and found != usual:
        write_to_stderr(
            f"port {usual} is taken: the links have {found} this time\n"
        )
    if line.json:
        output.answer(line, doc)
    else:
        from gmtrack.view.qr_code import render_addresses

        output.show(
            render_addresses, doc, names, with_codes=bool(players), lan=lan
        )
    faults = Faults("gmtrack serve")
    # What the GM does on this machine waits for no phone.
    system.lower_priority()
    weigh: Weigh | None = None
    if odds:
        from gmtrack.cli.phone_odds import odds_of_choices as weigh

    course = make_course(
        links, found, who if players else None, stays=line.file is not None
    )
    follower = Follower(file, hub, partial(faults.note, ""), weigh, course)
    if server.serve(sock, links, follower, hub, lan=lan):
        write_to_stderr(
            "`serve --new-links` has made new links: these have ended\n"
        )


def _addresses_document(base: str, links: "Links") -> Data:
    """Return the addresses below a base URL: `url`, that of everybody's page, and `players`,
    each player's own by id."""
    return {
        "url": f"{base}/{links.everybody.token}/",
        "players": {
            one: f"{base}/{link.token}/" for one, link in links.own.items()
        },
    }


def _write_cards(
    doc: Data,
    names: Mapping[str, str],
    title: str,
    file: str,
    line: CommandLine,
) -> None:
    """Write the sheet with a code for each player's phone to a file that its owner alone can
    read."""
    from gmtrack.view.qr_code import write_card_sheet

    output.export_text(write_card_sheet(doc, names, title), file, line)
    system.make_private(Path(file))


def _fight_title(session: "Session") -> str:
    """Return the title of the fight as players see it."""
    from gmtrack.app.casualties import steps_in_effect
    from gmtrack.app.players_page import board_for_players

    return board_for_players(session, steps_in_effect(session.log())).title


def _check_address(address: str, there: list[str] | None, *, own: bool) -> None:
    """Raise BadParameter for an address that is not this machine's. `there` lists its addresses
    for the message, or is None without --lan."""
    if there is None:
        meant = f"--lan {address}" if own else f"--for {address}"
        raise typer.BadParameter(
            f"unexpected '{address}'; did you mean `{meant}`?"
        )
    if not own:
        has = f"it has {', '.join(there)}" if there else "it is in no network"
        raise typer.BadParameter(
            f"{address} is no address of this machine; {has}"
        )


def _players_to_link(session: "Session", words: list[str]) -> list[str]:
    """Return the combatants named by `words`, or every visible player character if there are
    none. Raises Refusal for unknown and hidden ones."""
    encounter, nobody = session.encounter, session.ruleset.WORDS.nobody
    hidden = hidden_combatants(encounter)
    if not words:
        from gmtrack.serve.course import players_of

        return players_of(encounter)
    found = [
        pick(word, encounter.names(), "combatant", nobody) for word in words
    ]
    unseen = [one for one in found if one in hidden]
    if unseen:
        raise Refusal(
            nobody,
            f"{unseen[0]} is hidden from the players: `reveal {unseen[0]}` first",
        )
    return list(dict.fromkeys(found))
