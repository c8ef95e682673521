"""What players are told of the steps of a fight: who attacked whom with what outcome, who rolled
which dice of their own, who went down. It is put together from what they may know; the GM's own
words, the numbers of foes and those whom players do not see are not looked at."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from gmtrack.app.casualties import casualties
from gmtrack.core.deeds import attacks_in, each, rolls_in
from gmtrack.core.draft import MISSING
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.history import Casualty, ToldStep
from gmtrack.core.players import FOE, FRIENDS, SOMEBODY, hidden_ones, remembered

if TYPE_CHECKING:
    from gmtrack.core.history import LogEntry
    from gmtrack.rulesets.port import Ruleset

COUNTED = ("counted", "hits", "successes", "total")
"""What a roll came to, by the keys of its document, the first that is there."""
OWN = ("attack", "test", "act")
"""Commands whose rolls players are told of; those of a round's beginning stand on the board."""
CALLED = {
    "hits": ("hit", "hits"),
    "counted": ("hit", "hits"),
    "successes": ("success", "successes"),
}


class Seen:
    """Who is who for the players: the names of those whom they see, and who is a friend."""

    def __init__(self, encounter: Encounter) -> None:
        hidden = hidden_ones(encounter)
        self._names = {who: name for who, name in encounter.names().items() if who not in hidden}
        self._friends = {who for who in self._names if encounter.side(who) in FRIENDS}

    def name(self, who: str) -> str:
        return self._names.get(who, SOMEBODY)

    def knows(self, who: str) -> bool:
        return who in self._names

    def is_friend(self, who: str) -> bool:
        return who in self._friends


def sides(encounter: Encounter) -> dict[str, list[str]]:
    """The names of those whom players see, by their sides as players know them."""
    seen = Seen(encounter)
    found: dict[str, list[str]] = {}
    for who in filter(seen.knows, encounter.combatants):
        side = encounter.side(who) if seen.is_friend(who) else FOE
        found.setdefault(side, []).append(seen.name(who))
    return found


def told(
    encounter: Encounter, ruleset: "Ruleset", steps: "Sequence[LogEntry]"
) -> Iterator[ToldStep]:
    """Each step in effect of which players are told something, oldest first; `encounter` is as they
    left it."""
    seen = Seen(remembered(encounter, (change for step in steps for change in step.changes)))
    stood = casualties(encounter, ruleset, steps)
    for step in steps:
        lines = (*_attacks(seen, step), *_own(seen, step), *_falls(seen, stood.get(step.seq, ())))
        round_ = _round_begun(step)
        if lines or round_:
            yield ToldStep(step.seq, round_, lines, tuple(_dice(seen, step)))


def _attacks(seen: Seen, step: "LogEntry") -> Iterator[str]:
    for block in attacks_in(step.report):
        attacker, target = str(block["attacker"]), str(block["target"])
        if not (seen.knows(attacker) or seen.knows(target)):
            continue
        outcome = str(block["outcome"]).replace("-", " ").replace("_", " ")
        yield f"{_first(seen.name(attacker))} attacks {seen.name(target)}: {outcome}"


def _first(name: str) -> str:
    return name[:1].upper() + name[1:]


def _own(seen: Seen, step: "LogEntry") -> Iterator[str]:
    """Tests and actions of friends, by the rules' own names for them."""
    for document in each(step.report):
        command, who = document.get("command"), document.get("who")
        if command not in ("test", "act") or not isinstance(who, str) or not seen.is_friend(who):
            continue
        what = document.get("action") or document.get("test") or document.get("what")
        if isinstance(what, str) and "target" not in document:
            yield f"{seen.name(who)}: {what.replace('-', ' ').replace('_', ' ')}"


def _falls(seen: Seen, changed: "Iterable[Casualty]") -> Iterator[str]:
    for turn in changed:
        if not seen.knows(turn.who):
            continue
        if turn.fell:
            yield f"{seen.name(turn.who)} goes down"
        elif turn.before.out and not turn.after.out:
            yield f"{seen.name(turn.who)} is up again"


def _round_begun(step: "LogEntry") -> int | None:
    for change in step.changes:
        if change.path == ("fight", "round") and change.after is not MISSING:
            after = change.after
            return after if isinstance(after, int) and after != change.before else None
    return None


def _dice(seen: Seen, step: "LogEntry") -> Iterator[Data]:
    """The rolls of friends."""
    if step.report.get("command") not in OWN:
        return
    rolls = rolls_in(step.report)
    shown = list(step.shown) if len(step.shown) == len(rolls) else [{}] * len(rolls)
    for roll, more in zip(rolls, shown, strict=True):
        if seen.is_friend(str(roll.get("who"))):
            yield {
                "who": seen.name(roll["who"]),
                "what": str(roll["name"]).replace("_", " "),
                "dice": list(roll.get("dice") or ()),
                "again": list(roll.get("again") or ()),
                "good": list(more.get("good") or ()),
                "came": _came(roll),
            }


def _came(roll: Mapping[str, Any]) -> str:
    """`3 hits`, or the sum."""
    key = next((key for key in COUNTED if isinstance(roll.get(key), int)), None)
    if key is None:
        return ""
    one, many = CALLED.get(key, ("", ""))
    return f"{roll[key]} {one if roll[key] == 1 else many}".strip()
