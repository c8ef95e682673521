"""Lines that players propose on their phones in their turn, put at the GM's prompt. Nothing is
carried out before the GM presses Enter, unless the encounter says so (`table: {phones: act}`)."""

from asyncio import sleep
from typing import TYPE_CHECKING, Any

from gmtrack.play.questions.given_answers import QuestionKey
from gmtrack.store.proposals import Proposal, take_proposal
from gmtrack.store.working_copies import place_of_file
from gmtrack.view.text import shown

if TYPE_CHECKING:
    from gmtrack.play.table import PlayTable

HOW = "Enter carries it out, Ctrl-U drops it"
LOOK_EVERY = 0.3
"""Seconds between two looks for proposals; a look is one system call."""


class ProposalWatch:
    """A watch for proposals while the prompt of a session is open (`PhoneWatch`)."""

    waiting_message = ""

    def __init__(self, table: "PlayTable") -> None:
        self._table = table

    def asks(self, key: QuestionKey) -> bool:
        """Return False: nothing is asked at this prompt."""
        del key
        return False

    async def watch_phones(self, session: Any) -> None:
        """Put a proposal of whoever acts into the empty line, as if the GM had typed it, and end
        the prompt with it if phones may act. While somebody is typing it waits."""
        app, line, offer = session.app, session.default_buffer, ""
        spared = self._table.faults.spared
        while not app.is_done:
            proposal = None
            if not line.text:
                if offer and self._table.next_line.offer == offer:
                    self._table.next_line.offer = offer = ""
                proposal = spared("looking for proposals", self._take, None)
            if proposal is not None:
                offer = f"{self._name_of(proposal)} proposes this: {HOW}"
                self._table.next_line.offer = offer
                line.insert_text(proposal.line)
                if self._phones_act():
                    app.exit(result=line.text)
                    return
                app.invalidate()
            await sleep(LOOK_EVERY)

    def _take(self) -> Proposal | None:
        """Return the proposal of one of those who act now; None if there is none."""
        fight = self._table.fight
        if fight is None:
            return None
        acting = [row.id for row in fight.board.rows if row.acting]
        return take_proposal(place_of_file(str(fight.file)).folder, acting)

    def _phones_act(self) -> bool:
        """Whether what a player taps is carried out without the GM."""
        fight = self._table.fight
        encounter = fight.known.encounter if fight else None
        return bool(encounter and encounter.table.get("phones") == "act")

    def _name_of(self, proposal: Proposal) -> str:
        """Return the name of the combatant whose player proposes."""
        fight = self._table.fight
        encounter = fight.known.encounter if fight else None
        if encounter is None or proposal.who not in encounter.combatants:
            return shown(proposal.who)
        return shown(encounter.display_name(proposal.who))
