"""The place of a `rest`: members who have gone home from a fight rest in their party."""

from gmtrack.app.step import CommandRequest
from gmtrack.core.intents import Rest
from gmtrack.core.names import listed
from gmtrack.core.report import Fact, Report
from gmtrack.errors import Refusal
from gmtrack.store import parties
from gmtrack.store.parties import Party, own_link
from gmtrack.store.session import open_session


def tell_rest_at_home(report: Report, party: Party, title: str) -> None:
    """Begin the report's story with the fact that the party rested at home, and name the party
    in the document."""
    report.story.insert(0, Fact("party.rests", {"party": title}, "note"))
    report.body["party"] = party.name


def party_that_rests(file: str | None, step: CommandRequest) -> Party | None:
    """Return the party in which a `rest` is carried out, if the fight in play has sent its
    members home. None if it has not, or if the rest names others only. Raises Refusal `party` if
    it names members and others."""
    with open_session(file, write=False) as session:
        encounter = session.encounter
        link = own_link(session)
        party = (
            parties.party_of_mark(link["mark"]) if link.get("home") else None
        )
        if party is None:
            return None
        try:
            wanted = step.intents_in(session)
        except Refusal:  # the rest names somebody who was not in this fight
            return party
        named = wanted.who if isinstance(wanted, Rest) else ()
        others = [who for who in named if who not in link["members"]]
        members = [who for who in named if who in link["members"]]
        if others and members:
            kind = wanted.kind if isinstance(wanted, Rest) else ""
            lines = [
                f"`rest {' '.join(some)} {kind}`" for some in (members, others)
            ]
            names = listed(map(encounter.display_name, members))
            raise Refusal(
                "party",
                f"{names} rest at home, in {party.name}: {' and '.join(lines)}",
            )
        return None if others else party
