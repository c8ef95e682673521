"""`serve`: the players' page, for phones and televisions."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import typer

from gmtrack import system
from gmtrack.cli import output
from gmtrack.cli.options import (
    JSON,
    CommandLine,
    Shared,
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
BY_PLAY = Shared(
    "by_play",
    "--by-play",
    "Follow the files that are read from the input, and end with it.",
    kind=bool,
    hidden=True,
)
NEEDS = "serve needs more: pip install 'gmtrack[web]'"


@COMMANDS.add("serve", (JSON, BY_PLAY))
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
    odds: bool = typer.Option(
        True,
        "--odds/--no-odds",
        show_default=False,
        help="Show players the odds of what they can choose (as usual), or not. No hidden "
        "one's are told.",
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

    try:
        from gmtrack.serve import links as addresses
        from gmtrack.serve import server
        from gmtrack.serve.course import Steering, make_course
        from gmtrack.serve.follow import Follower
        from gmtrack.serve.hub import Hub
        from gmtrack.serve.lobby import Lobby, lobby_file
        from gmtrack.serve.reception import Reception
    except ImportError as error:
        raise StoreError("no-web", NEEDS) from error
    from gmtrack.view.qr_code import draw_code

    if address is not None:
        _check_address(
            address,
            server.own_addresses() if lan else None,
            own=server.is_own(address),
        )
    resume_garbage_collection()
    line = line_of(ctx)
    by_play = bool(line.values["by_play"])
    fight = _read_fight(line.file, players or [])
    usual = addresses.read_links(fight.kept).port
    wanted = port or usual
    sock = server.bind_socket(
        wanted or server.PORT, lan=lan, alone=by_play and wanted is not None
    )
    found = sock.getsockname()[1]
    links = addresses.keep_links(
        fight.kept, fight.players, found, anew=new_links, moved=port is not None
    )
    host = address or (server.own_address() if lan else server.HERE)
    reception = Reception(
        Hub(server.MOST_LISTENERS, server.LISTENERS_OF_ONE, fight.players),
        links,
        Lobby(lobby_file(fight.kept), anew=new_links),
        f"http://{host}:{found}",
        draw_code,
    )
    doc = _addresses_document(f"http://{host}:{found}", links)
    if cards:
        _write_cards(doc, fight, cards, line)
    if usual and not port and found != usual:
        write_to_stderr(
            f"port {usual} is taken: the links have {found} this time\n"
        )
    whole = {**doc, "lobby": reception.address}
    if line.json:
        output.answer(line, whole if by_play else doc)
    else:
        _show_addresses(whole, fight, with_codes=bool(players), lan=lan)
    faults = Faults("gmtrack serve")
    # What the GM does on this machine waits for no phone.
    system.lower_priority()
    weigh: Weigh | None = None
    if odds:
        from gmtrack.cli.phone_odds import odds_of_choices as weigh
    steering = Steering(by_play=by_play, stays=line.file is not None)
    only = [*fight.players] if players else None
    course = make_course(reception, found, only, steering.find_file)
    follower = Follower(
        fight.file,
        reception.hub,
        partial(faults.note, ""),
        weigh,
        course,
        reception.look,
    )
    ended = server.serve(
        sock, reception, follower, lan=lan, is_over=steering.is_over
    )
    if ended:
        write_to_stderr(
            "`serve --new-links` has made new links: these have ended\n"
        )


class SharedFight(NamedTuple):
    """A fight that is served: its file, the file of its links, the names that players read by id,
    its players (id to name), and its title as they see it."""

    file: str
    kept: Path
    names: dict[str, str]
    players: dict[str, str]
    title: str


def _read_fight(file: str | None, words: list[str]) -> SharedFight:
    """Read the fight to serve; `words` name those who get a link of their own. Raises StoreError,
    and Refusal for a word that names nobody whom players see."""
    from gmtrack.serve.links import file_of
    from gmtrack.store.session import open_session
    from gmtrack.store.working_copies import place_of_file

    with open_session(file, write=False) as session:
        names = names_for_players(session.encounter)
        found = str(session.file)
        return SharedFight(
            found,
            file_of(session.encounter, place_of_file(found).folder),
            names,
            {one: names[one] for one in _players_to_link(session, words)},
            _fight_title(session),
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


def _show_addresses(
    doc: Data, fight: SharedFight, *, with_codes: bool, lan: bool
) -> None:
    """Show the code and the addresses to the GM."""
    from gmtrack.view.qr_code import render_addresses as render

    output.show(render, doc, fight.names, with_codes=with_codes, lan=lan)


def _write_cards(
    doc: Data, fight: SharedFight, file: str, line: CommandLine
) -> None:
    """Write the sheet with a code for each player's phone to a file that its owner alone can
    read."""
    from gmtrack.view.qr_code import write_card_sheet

    output.export_text(
        write_card_sheet(doc, fight.names, fight.title), file, line
    )
    system.make_private(Path(file))


def _fight_title(session: "Session") -> str:
    """Return the title of the fight as players see it."""
    from gmtrack.app.past.players_history import FollowedCast
    from gmtrack.app.players_page import board_for_players

    return board_for_players(session, FollowedCast().look(session)).title


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
