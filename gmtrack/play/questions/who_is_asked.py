"""The setting of `ask`: whose dice a session asks for, and what else it asks these people."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from gmtrack.core.encounter import ASK_SCOPES, Data, Encounter
from gmtrack.play.typed_line import find_side_or_combatant

DICE, ALL = ASK_SCOPES
CHOICES = "choices"
"""Defenses and reactions."""
POINTS = "points"
"""What is spent before and after rolls."""
USUAL = ""
ASKED_ABOUT = {
    DICE: (DICE,),
    USUAL: (DICE, CHOICES),
    ALL: (DICE, CHOICES, POINTS),
}
"""What people are asked about, by the word of `ask` behind them; USUAL is no word."""
ASK_USAGE = (
    "`ask pc`, `ask joe`: their dice, defenses and reactions are asked for",
    "`ask pc dice`: their dice alone; `ask pc all`: points before and after rolls too",
    "`ask off`: nobody is asked for anything",
)


class AskSetting(NamedTuple):
    """Setting of `ask`: `people` are sides and combatants, `scope` is a key of ASKED_ABOUT."""

    people: tuple[str, ...] = ()
    scope: str = USUAL

    def asks_about(self, kind: str) -> bool:
        """Whether the people are asked about DICE, CHOICES or POINTS."""
        return kind in ASKED_ABOUT[self.scope]

    def to_data(self) -> Data:
        """Return the setting as it is kept; `parse_ask_setting` reads it."""
        return {"people": [*self.people], "scope": self.scope}

    def describe(self) -> str:
        """Return a sentence on who rolls their own dice and what else they are asked."""
        people, scope = self
        if not people:
            return "the program rolls all dice"
        named = ["player characters" if who == "pc" else who for who in people]
        alone = len(people) == 1 and people[0] != "pc"
        told = (
            f"{', '.join(named)} {'rolls' if alone else 'roll'} their own dice"
        )
        more = {
            DICE: "nothing else is asked",
            USUAL: "defenses and reactions are asked too",
            ALL: "defenses, reactions and points are asked too",
        }
        return f"{told}; {more[scope]}"


def parse_ask_setting(data: Any) -> AskSetting | None:
    """Make the setting from what is kept of it; None for anything else."""
    if not isinstance(data, dict):
        return None
    people, scope = data.get("people"), data.get("scope")
    if not isinstance(people, list) or scope not in ASKED_ABOUT:
        return None
    return AskSetting(tuple(map(str, people)), scope)


def setting_of_encounter(encounter: Encounter) -> AskSetting:
    """Return the setting that the encounter begins with (`table.ask`): sides and combatants, and
    the word behind them if there is one."""
    people = [str(one) for one in encounter.table.get("ask") or ()]
    cast = {*encounter.combatants, *map(encounter.side, encounter.combatants)}
    scope = USUAL
    if people and people[-1] in ASK_SCOPES and people[-1] not in cast:
        scope = people.pop()
    return AskSetting(tuple(people), scope)


def read_ask_words(
    words: Sequence[str], setting: AskSetting, encounter: Encounter | None
) -> AskSetting:
    """Return the setting after a line `ask` with these words. The people are added to those of
    `setting`; a word `dice` or `all` at the end alone is for those who are asked already. Raises
    Refusal (`unknown`) for a word that means neither a side nor a combatant."""
    said = [part for word in words for part in word.split(",") if part]
    if [word.lower() for word in said] in (["off"], ["none"], ["nobody"]):
        return AskSetting()
    if not said:
        return setting
    scope = said.pop().lower() if said[-1].lower() in ASK_SCOPES else USUAL
    people = [
        *setting.people,
        *(find_side_or_combatant(word, encounter) for word in said),
    ]
    return AskSetting(tuple(dict.fromkeys(people)), scope)
