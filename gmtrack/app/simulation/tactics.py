"""By which tactics somebody fights, as it was typed."""

from collections.abc import Iterable, Mapping, Sequence

from gmtrack.app.what import candidates
from gmtrack.core.encounter import FRIENDS, Encounter
from gmtrack.core.intents import Attack
from gmtrack.core.names import fitting, listed, nearest, pick, squash
from gmtrack.errors import Ambiguous, Refusal
from gmtrack.odds.engine import TooManyBranches
from gmtrack.rulesets.port import Ruleset, WantedAttack
from gmtrack.simulation.fight import PARTY
from gmtrack.simulation.tactics import TACTICS, BestAttacks
from gmtrack.simulation.work import load_rules
from gmtrack.simulation.worth import weighing_of

SENSIBLE, PLAIN = STYLES = ("sensible", "plain")
"""How somebody chooses; the other words are whom they attack."""
RETREAT = "retreat"
"""They leave the fight when they are badly hurt."""
WORDS = (*STYLES, *TACTICS, RETREAT)
KINDS = (STYLES, TACTICS, (RETREAT,))
"""Of each there may be one."""
DEAREST = 1_000_000
TRIALS = 400
"""Of an attack whose results are too many to be found exactly."""


def best_of(
    ruleset: Ruleset,
    encounter: Encounter,
    foes: Mapping[str, list[str]],
    clever: Iterable[str],
) -> BestAttacks:
    """For each of those who are clever, and each of their foes, the attack with the most harm to be
    expected, as the fight stands at first."""
    found: dict[tuple[str, str], tuple[float, WantedAttack]] = {}
    for who in clever:
        for attack in (
            one.intent for one in candidates(ruleset, encounter, who)
        ):
            if (
                not isinstance(attack, Attack)
                or attack.targets[0] not in foes[who]
            ):
                continue
            target, options = attack.targets[0], attack.options
            aim = WantedAttack(target, options.weapon, options.words)
            harm = _harm(ruleset, encounter, attack)
            if (
                harm is not None
                and harm > found.get((who, target), (-1.0, aim))[0]
            ):
                found[who, target] = harm, aim
    return found


def _harm(
    ruleset: Ruleset, encounter: Encounter, attack: Attack
) -> float | None:
    """The damage to be expected; None where the attack is refused."""
    from gmtrack.app.odds.attack import find, find_by_trial
    from gmtrack.app.odds.attack_rolls import OddsQuestion

    question = OddsQuestion(ruleset, encounter, attack)
    try:
        return float(find(question).total.mean)
    except TooManyBranches:
        return float(find_by_trial(question, TRIALS, lambda: False).total.mean)
    except Refusal:
        return None


CALLED = {PARTY: "party", "foe": "foes", "ally": "allies"}
"""Sides as the screens call them; those of other words are called by these."""


def tactics_of(
    ruleset: Ruleset, encounter: Encounter, texts: tuple[str, ...]
) -> dict[str, str]:
    """`SIDE_OR_WHO=WORD` by side or id, the word how they choose, whom they attack, whether they
    flee, or several with commas between. Raises Refusal."""
    found: dict[str, str] = {}
    for text in texts:
        whose, sign, typed = text.rpartition("=")
        words = [
            _word(ruleset, text, one if sign else "")
            for one in typed.split(",")
        ]
        kinds = [[word in kind for kind in KINDS].index(True) for word in words]
        if len(set(kinds)) < len(kinds):
            why = f"--tactics {text}: one of {listed(STYLES)}, and one of {listed(sorted(TACTICS))}"
            why += f", and {RETREAT}"
            raise Refusal(ruleset.WORDS.value, why)
        if (
            SENSIBLE in words
            and weighing_of(load_rules(ruleset).auto_player) is None
        ):
            raise Refusal(
                ruleset.WORDS.value, f"--tactics {text}: {plain_only(ruleset)}"
            )
        found[_side_or_who(ruleset, encounter, whose)] = ",".join(words)
    return found


def _word(ruleset: Ruleset, text: str, typed: str) -> str:
    words = fitting(typed, WORDS)
    if len(words) != 1:
        raise Refusal(ruleset.WORDS.value, _unreadable(text, typed, words))
    return words[0]


def plain_only(ruleset: Ruleset) -> str:
    """Why nobody is sensible in a ruleset that does not say what is worth weighing."""
    return f"{ruleset.META.title} does not say what is worth weighing: everybody fights plainly"


def prices_of(ruleset: Ruleset, texts: tuple[str, ...]) -> dict[str, float]:
    """`NAME=N`: in boxes, by the names that the ruleset has. Raises Refusal."""
    asked = weighing_of(load_rules(ruleset).auto_player)
    known = asked.PRICES if asked else {}
    found: dict[str, float] = {}
    for text in texts:
        typed, _, number = text.partition("=")
        names = fitting(typed, known)
        what = (
            listed(known)
            if known
            else "nothing: no points are spent in its fights"
        )
        if len(names) != 1:
            why = (
                f"--price {text}: type NAME=N; what has a price here is {what}"
            )
            raise Refusal(ruleset.WORDS.value, why)
        try:
            found[names[0]] = float(number)
        except ValueError:
            found[names[0]] = -1
        if not 0 <= found[names[0]] <= DEAREST:
            why = f"--price {text}: type a number of boxes, 0 to {DEAREST:,}: --price {names[0]}=2"
            raise Refusal(ruleset.WORDS.value, why)
    return found


def _unreadable(text: str, typed: str, words: Sequence[str]) -> str:
    known = (
        f"type SIDE=WORD or WHO=WORD, the word one of {listed(sorted(WORDS))}"
    )
    if typed and words:
        return f"--tactics {text}: '{typed}' could be {listed(words)}; {known}"
    close = nearest(typed, WORDS) if typed else []
    meant = f"did you mean '{close[0]}'? " if close else ""
    return f"--tactics {text}: {meant}{known}"


def tactic_for(
    encounter: Encounter, who: str, told: Mapping[str, str]
) -> str | None:
    """The tactic of somebody: their own, that of their side, for allies that of the party."""
    side = encounter.side(who)
    return (
        told.get(who)
        or told.get(side)
        or (told.get(PARTY) if side in FRIENDS else None)
    )


def _side_or_who(ruleset: Ruleset, encounter: Encounter, typed: str) -> str:
    """A side by its word or as it is called, else an id. Raises Refusal."""
    sides = sorted(
        {encounter.side(who) for who in encounter.combatants} | {PARTY}
    )
    for side in sides:
        called = CALLED.get(side, side)
        if squash(typed).removeprefix("the ") in (squash(side), squash(called)):
            return side
    try:
        return pick(
            typed, encounter.names(), "combatant or side", ruleset.WORDS.nobody
        )
    except Ambiguous:
        raise
    except Refusal as refusal:
        known = listed(CALLED.get(side, side) for side in sides)
        raise Refusal(
            refusal.kind, f"{refusal.message}. Sides: {known}"
        ) from refusal
