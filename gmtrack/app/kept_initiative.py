"""Initiative dice that players give one after the other before the first round. They are kept in
the live state of the fight (`rolled`) and used when the round begins."""

import copy
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from gmtrack.app.step import INITIATIVE, is_between_rounds
from gmtrack.app.what import is_possible_now
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Encounter
from gmtrack.core.intents import Intent, Options, RollInit
from gmtrack.core.names import pick
from gmtrack.dice.port import Answer, Ask
from gmtrack.dice.sources import RandomDice
from gmtrack.errors import Refusal

if TYPE_CHECKING:
    from gmtrack.rulesets.port import Ruleset
    from gmtrack.store.session import Session


class _InitiativeNoted(RandomDice):
    """Dice of a fixed seed that note the requests for initiative, by roller."""

    def __init__(self) -> None:
        super().__init__(0)
        self.asks: dict[str, Ask] = {}

    def roll(self, ask: Ask) -> Answer:
        """Roll, and note the first request of each roller."""
        if ask.name == INITIATIVE:
            self.asks.setdefault(ask.who, ask)
        return super().roll(ask)


def intent_of_roll_init(
    session: "Session",
    who: Sequence[str],
    rolls: Sequence[str],
    options: Options,
) -> RollInit:
    """Return the intent of `roll-init` with typed dice.

    In a round in progress those whose dice are typed come late, also if nobody is named. Before
    the first round the dice of those who are named are kept, unless the ruleset starts a round
    with them alone."""
    encounter, ruleset = session.encounter, session.ruleset
    intent = RollInit(tuple(who), options=options)
    if not is_between_rounds(ruleset, encounter):
        is_running = bool(encounter.fight.get("round"))
        people = (
            _people_with_dice(rolls, encounter)
            if is_running and not who
            else []
        )
        return RollInit(tuple(people), options=options) if people else intent
    fields = getattr(ruleset.SCHEMA.fight, "FIELDS", ())
    may_keep = "rolled" in fields and not encounter.fight.get("round")
    if not (who and rolls and may_keep) or is_possible_now(
        ruleset, encounter, intent
    ):
        return intent
    asks = _initiative_asks(ruleset, encounter)
    named = [pick(one, encounter.names(), "combatant", "") for one in who]
    for one in named:
        if one not in asks:
            raise Refusal("initiative", _why_no_roll(encounter, one))
    kept = tuple(asks[one] for one in named)
    had = encounter.fight.get("rolled") or {}
    left = tuple(
        one
        for one in asks
        if one not in (*named, *had) and encounter.side(one) == "pc"
    )
    return RollInit(tuple(named), kept, left, options=options)


def _why_no_roll(encounter: Encounter, who: str) -> str:
    """Return why somebody rolls no initiative as the first round begins."""
    name = encounter.display_name(who)
    place = encounter.sheet(who).get("acts_at")
    if place is None:
        return f"{name} rolls no initiative now"
    return f"{name} acts at {place} and rolls nothing: `roll-init` begins the round"


def _people_with_dice(rolls: Iterable[str], encounter: Encounter) -> list[str]:
    """Return the ids of those whose initiative is typed by name. Empty if a name means nobody or
    several, or is a roll's."""
    found: list[str] = []
    for text in rolls:
        name, sign, _ = text.partition("=")
        roll, dot, who = name.strip().partition(".")
        try:
            if not sign or (dot and roll.lower() != INITIATIVE):
                return []
            word = who if dot else roll
            found.append(pick(word, encounter.names(), "combatant", ""))
        except Refusal:
            return []
    return found


def _initiative_asks(
    ruleset: "Ruleset", encounter: Encounter
) -> dict[str, Ask]:
    """Return the requests for initiative that the start of the first round makes, by roller."""
    noted = _InitiativeNoted()
    try:
        ruleset.resolve(Draft(copy.deepcopy(encounter)), RollInit(), noted)
    except Refusal:
        return {}
    return noted.asks


def kept_rolls(
    encounter: Encounter, intents: Sequence[Intent], typed: Iterable[str]
) -> list[str]:
    """Return the kept initiative dice as `--roll` takes them, if these intents begin the first
    round. Those whose dice are typed anew are left out."""
    first = intents[0]
    if not isinstance(first, RollInit) or first.who:
        return []
    rolled = encounter.fight.get("rolled") or {}
    anew = _people_with_dice(typed, encounter) if rolled else []
    return [
        f"{INITIATIVE}.{who}={dice}"
        for who, dice in rolled.items()
        if who not in anew and who in encounter.combatants
    ]
