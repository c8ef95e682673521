"""Presence of the players, as the servers of their page tell it: the line below the prompt, and the
list of `phones`."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from gmtrack.core.lexicon import Entry
from gmtrack.core.names import listed
from gmtrack.store.shared_page import (
    ASLEEP,
    AWAY,
    FREE,
    HERE,
    NO,
    YES,
    SharedPage,
)
from gmtrack.view.text import cut, shown

Names = Mapping[str, str]
"""Id to name of the combatants."""
WORDS = (
    Entry(YES, "the phone that asks for a taken name gets it"),
    Entry(NO, "it does not"),
    Entry(FREE, "whose phone loses its name, so that another can take it"),
)
"""What can be said behind `phones`."""
PHONES_USAGE = (
    "`phones`: who is there; `phones yes`, `phones no`: whether a phone gets the taken name that "
    "it asks for; `phones free WHO`: nobody has that name any more"
)
STATES = {
    HERE: "here",
    ASLEEP: "asleep: dark, or out of reach",
    AWAY: "not here yet",
}


def phone_states(pages: Sequence[SharedPage]) -> dict[str, str]:
    """Return how the phone of each player is: HERE, ASLEEP or AWAY, the best of what the servers
    tell."""
    best = (HERE, ASLEEP, AWAY)
    found: dict[str, str] = {}
    for page in pages:
        for who, state in page.phones.items():
            known = found.get(who, AWAY)
            if state in best and best.index(state) <= best.index(known):
                found[who] = state
    return found


def names_asked_for(pages: Sequence[SharedPage]) -> list[str]:
    """Return the ids of those whose taken name another phone asks for, each once."""
    return list(dict.fromkeys(who for page in pages for who in page.asks))


def render_phones_line(
    pages: Sequence[SharedPage],
    names: Names,
    width: int,
    hands: Collection[str] = (),
) -> str:
    """Return the line below the prompt on phones: first what the GM has to answer, then whose
    hands are up. Empty if no page is shared and no hand is up."""
    people = [shown(names.get(who, who)) for who in hands]
    raised = f"hand up: {listed(people)}" if people else ""
    if not pages:
        return cut(raised, width)
    asked_for = [shown(names.get(who, who)) for who in names_asked_for(pages)]
    states = phone_states(pages)
    here = [who for who, state in states.items() if state == HERE]
    asleep = [
        shown(names.get(who, who))
        for who, state in states.items()
        if state == ASLEEP
    ]
    told = f"phones: {len(here)} of {len(states)} here"
    if raised:
        told = f"{raised} | {told}"
    if asleep:
        told += f", asleep: {', '.join(asleep)}"
    if asked_for:
        ask = (
            f"another phone asks for {listed(asked_for)}: phones yes, phones no"
        )
        told = f"{ask} | {told}"
    return cut(told, width)


def phone_rows(
    pages: Sequence[SharedPage],
    names: Names,
    hands: Collection[str],
    waited_for: Collection[str],
) -> Iterator[tuple[str, str]]:
    """Yield a row for each player: name, and how their phone is, whether their hand is up, and
    whether they are waited for; then one for the pages that are nobody's own."""
    asked_for = names_asked_for(pages)
    for who, state in phone_states(pages).items():
        told = [STATES[state]]
        if who in waited_for:
            told.append("has a question")
        if who in hands:
            told.append("hand up")
        if who in asked_for:
            told.append("another phone asks for this name")
        yield shown(names.get(who, who)), "; ".join(told)
    others = sum(page.others for page in pages)
    yield "television and others", str(others) if others else "none"
