"""Dice for initiative, also those that are typed before the first round, and roll-offs between
combatants who are tied."""

from collections import Counter
from collections.abc import (
    Callable,
    Collection,
    Hashable,
    Iterable,
    Iterator,
    Sequence,
)
from typing import Any, NamedTuple

from gmtrack.core.encounter import Data
from gmtrack.core.intents import RollInit
from gmtrack.core.names import listed
from gmtrack.core.players import hidden_combatants
from gmtrack.core.report import Part, Report, Roll, total
from gmtrack.dice.port import Answer, Ask, Reading
from gmtrack.rulesets.kit.commands import AnyGame, BaseGame, F, Identified
from gmtrack.rulesets.kit.house import ceil_div
from gmtrack.rulesets.kit.modifiers import report_roll
from gmtrack.rulesets.kit.renamed import accept_old_imports
from gmtrack.rulesets.kit.seated import AnyFighter

PlacePrefix = tuple[Hashable, tuple[int, ...]]
MOST_RIVALS = 12
"""The most combatants among whom the rivals of a roll-off are looked for."""
MOST_TOSSES = 20
"""The most dice that each rolls in a roll-off. It gives up then, and the file's order stands."""


class RollOffPlace(NamedTuple):
    """Place of a combatant in the order, with the dice of their roll-offs so far."""

    place: Hashable
    tosses: tuple[int, ...]
    new: bool
    """Whether the place is new. Two who are both not new stay tied without a roll-off."""

    def ways(self) -> Iterator[PlacePrefix]:
        """Yield the place with every beginning of the roll-offs so far. A rival with fewer rolls
        who has one of these may be tied with this combatant."""
        return (
            (self.place, self.tosses[:count])
            for count in range(len(self.tosses) + 1)
        )


def find_rivals(standings: Sequence[RollOffPlace]) -> dict[int, int]:
    """Return those who have to roll off: by number in the list, each with the number of the
    first rival who has the same place and whose roll-offs agree as far as both have rolled. Of
    two the one rolls who has rolled less often. Takes time in proportion to the list: comparing
    all with all would not end for a thousand."""
    everybody: dict[PlacePrefix, list[int]] = {}
    newcomers: dict[PlacePrefix, list[int]] = {}
    for number, one in enumerate(standings):
        for prefix in one.ways():
            for table in (everybody, newcomers) if one.new else (everybody,):
                first = table.setdefault(prefix, [])
                # Two are enough: one of them may be the one who looks for a rival.
                if len(first) < 2:
                    first.append(number)
    rivals = {}
    for number, one in enumerate(standings):
        table = everybody if one.new else newcomers
        for other in table.get((one.place, one.tosses), ()):
            if other != number:
                rivals[number] = other
                break
    return rivals


def list_visible(game: BaseGame[F]) -> list[F]:
    """Return the combatants in the fight whom players see."""
    hidden = hidden_combatants(game.draft.encounter)
    return [who for who in game.everybody() if who.id not in hidden]


def has_to_be_secret(game: AnyGame, tied: Collection[Identified]) -> bool:
    """Whether a roll-off of these tied combatants has to be kept from players: they see at most
    one of them, and the roll would tell of somebody who is hidden."""
    return (
        len({who.id for who in tied} - hidden_combatants(game.draft.encounter))
        < 2
    )


def roll_added_dice(
    game: AnyGame, name: str, who: str, dice: int, sides: int, *, off: bool = False,
    secret: bool = False, rivals: Iterable[str] = (),
) -> Answer:  # fmt: skip
    """Roll `dice` dice that are added up, and return the answer. With `off`, further dice of a
    roll-off against the `rivals` come from the same typed series; a `secret` roll is kept from
    players."""
    reading = Reading(sum=True)
    ask = Ask(
        name,
        who,
        dice,
        sides,
        reading,
        series=off,
        secret=secret,
        rivals=tuple(one for one in rivals if one != who),
    )
    return game.dice.roll(ask)


def report_sum(
    game: AnyGame,
    name: str,
    who: str,
    answer: Answer,
    parts: tuple[Part, ...],
) -> None:
    """Add a roll without a pool to the report; its total is the sum of the parts."""
    body: Data = {
        "total": total(parts),
        "parts": [part.to_json() for part in parts],
    }
    game.report.rolled(Roll(name, who, parts, answer.dice, answer.given, body))


def break_ties(
    game: BaseGame[F],
    tied: Callable[[Collection[F]], list[Any]],
    name: str,
    sides: int,
    die: Part,
) -> None:
    """Roll one more die for each tied combatant until nobody is tied, at most MOST_TOSSES times,
    and add the face to their `tiebreak`. `tied` returns the tied ones among some combatants.
    `die` is the part that labels the roll, with its rows. A roll is secret if players see nobody
    with whom its combatant is tied."""
    for _ in range(MOST_TOSSES):
        rolling = tied(game.everybody())
        if not rolling:
            return
        seen = {who.id for who in tied(list_visible(game))}
        rivals = _find_all_rivals(game, rolling, tied)
        for who in rolling:
            secret = who.id not in seen
            answer = roll_added_dice(
                game,
                name,
                who.id,
                1,
                sides,
                off=True,
                secret=secret,
                rivals=rivals.get(who.id, ()),
            )
            face = answer.sum or 0
            part = Part(die.label, face, die.rules)
            with game.draft.by(die.rules):
                who.tiebreak = [*who.tiebreak, face]
            report_sum(game, name, who.id, answer, (part,))


def take_fixed_place(
    game: AnyGame, who: AnyFighter, passes_off: int = 0
) -> int:
    """Return the number at which a combatant with a fixed place acts, and tell it. `passes_off` is
    what the passes that are over take off it."""
    score = int(who.sheet.acts_at) - passes_off
    game.report.tell("acts-at", who=who.name, score=score)
    return score


def _find_all_rivals(
    game: BaseGame[F],
    rolling: Collection[Any],
    tied: Callable[[Collection[F]], list[Any]],
) -> dict[str, list[str]]:
    """Return for each of those who roll off the ids of those with whom they are tied, at most
    MOST_RIVALS. Empty where nobody reads what is rolled."""
    if not game.narrated:
        return {}
    alike: dict[object, list[Any]] = {}
    everybody: list[Any] = list(game.everybody())
    for who in everybody:
        alike.setdefault(who.initiative, []).append(who)
    return {
        who.id: [
            other.id
            for other in alike[who.initiative][:MOST_RIVALS]
            if other.id != who.id and tied([who, other])
        ]
        for who in rolling
    }


def keep_initiative(game: AnyGame, intent: RollInit) -> Report:
    """Roll the initiative of `intent.kept` with its typed dice, and keep these for the start of
    the first round. Raises Refusal for dice that do not fit."""
    game.expect([(ask.name, ask.key) for ask in intent.kept])
    rolled = dict(game.draft.encounter.fight.get("rolled") or {})
    for ask in intent.kept:
        answer = game.dice.roll(ask)
        report_roll(game, ask, answer, _describe_result(answer))
        rolled[ask.who] = _write_dice(answer)
    game.draft.put(("fight", "rolled"), rolled, read_as={})
    left = listed(game.name(who) for who in intent.left)
    key = "initiative.kept" if left else "initiative.all"
    game.report.tell(key, "note", left=left)
    game.report.body |= {"kept": rolled, "left": list(intent.left)}
    return game.report


def _describe_result(answer: Answer) -> Data:
    """Return what the dice of an answer came to: `hits` or `total`."""
    if answer.hits is not None:
        return {"hits": answer.hits}
    return {"total": answer.sum}


def _write_dice(answer: Answer) -> str:
    """Return the dice of an answer as they are typed."""
    if not answer.dice:
        return f"{answer.hits}h"
    return ",".join(map(str, answer.dice))


def passes_on_average(
    attribute: int, dice: int, sides: int, pass_score: int
) -> float:
    """Return in how many passes of a round somebody acts, on average of their initiative roll: an
    attribute and so many dice of so many sides. They act in the first pass, and in one more for
    each further `pass_score` points that are begun."""
    scores = Counter({attribute: 1})
    for _ in range(dice):
        before, scores = scores, Counter()
        for score, ways in before.items():
            for face in range(1, sides + 1):
                scores[score + face] += ways
    passes = sum(
        ways * max(1, ceil_div(score, pass_score))
        for score, ways in scores.items()
    )
    return passes / scores.total()


accept_old_imports(globals())
