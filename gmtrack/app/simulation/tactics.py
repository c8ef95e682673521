"""Read the tactics and prices of a simulation as they were typed."""

from collections.abc import Iterable, Mapping, Sequence

from gmtrack.app.what import candidates
from gmtrack.core.encounter import FRIENDS, Encounter
from gmtrack.core.intents import Attack
from gmtrack.core.names import (
    listed,
    matching_words,
    nearest_words,
    pick,
    squash,
)
from gmtrack.errors import Ambiguous, Refusal
from gmtrack.odds.engine import TooManyBranches
from gmtrack.rulesets.port import Ruleset, WantedAttack
from gmtrack.simulation.fight import PARTY
from gmtrack.simulation.tactics import TACTICS, BestAttacks
from gmtrack.simulation.work import load_rules

SENSIBLE, PLAIN = STYLES = ("sensible", "plain")
"""Words for how somebody chooses; the other tactics say whom they attack."""
RETREAT = "retreat"
"""The tactic to leave the fight when badly hurt."""
WORDS = (*STYLES, *TACTICS, RETREAT)
KINDS = (STYLES, TACTICS, (RETREAT,))
"""The kinds of tactics; somebody may have one of each."""
DEAREST = 1_000_000
"""The highest price, in boxes."""
TRIALS = 400
"""The number of trials for an attack with too many results for exact odds."""


def best_attacks(
    ruleset: Ruleset,
    encounter: Encounter,
    foes: Mapping[str, list[str]],
    clever: Iterable[str],
) -> BestAttacks:
    """Return the attack with the highest expected damage for each of the `clever` combatants on
    each of their foes, in the state at the beginning. Refused attacks are left out."""
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
            harm = _expected_damage(ruleset, encounter, attack)
            if (
                harm is not None
                and harm > found.get((who, target), (-1.0, aim))[0]
            ):
                found[who, target] = harm, aim
    return found


def _expected_damage(
    ruleset: Ruleset, encounter: Encounter, attack: Attack
) -> float | None:
    """Return the expected damage of an attack; None if it is refused."""
    from gmtrack.app.odds.attack import find_odds, find_odds_by_trial
    from gmtrack.app.odds.attack_rolls import OddsQuestion

    question = OddsQuestion(ruleset, encounter, attack)
    try:
        return float(find_odds(question).total.mean)
    except TooManyBranches:
        return float(
            find_odds_by_trial(question, TRIALS, lambda: False).total.mean
        )
    except Refusal:
        return None


CALLED = {PARTY: "party", "foe": "foes", "ally": "allies"}
"""Names of the sides on the screens; a side without one is called by its own word."""


def parse_tactics(
    ruleset: Ruleset, encounter: Encounter, texts: tuple[str, ...]
) -> dict[str, str]:
    """Return the tactics by side or id, read from texts `SIDE_OR_WHO=WORD`. The word, or several
    with commas, says how they choose, whom they attack, whether they flee. Raises Refusal for
    unknown words, and two of one kind."""
    found: dict[str, str] = {}
    for text in texts:
        whose, sign, typed = text.rpartition("=")
        words = [
            _parse_tactic_word(ruleset, text, one if sign else "")
            for one in typed.split(",")
        ]
        kinds = [[word in kind for kind in KINDS].index(True) for word in words]
        if len(set(kinds)) < len(kinds):
            why = f"--tactics {text}: one of {listed(STYLES)}, and one of {listed(sorted(TACTICS))}"
            why += f", and {RETREAT}"
            raise Refusal(ruleset.WORDS.value, why)
        if SENSIBLE in words and not load_rules(ruleset).auto_player.weighs:
            raise Refusal(
                ruleset.WORDS.value,
                f"--tactics {text}: {plain_only_reason(ruleset)}",
            )
        found[_parse_side_or_combatant(ruleset, encounter, whose)] = ",".join(
            words
        )
    return found


def _parse_tactic_word(ruleset: Ruleset, text: str, typed: str) -> str:
    """Return the tactic that a word begins. Raises Refusal if none or several fit."""
    words = matching_words(typed, WORDS)
    if len(words) != 1:
        raise Refusal(
            ruleset.WORDS.value, _unreadable_message(text, typed, words)
        )
    return words[0]


def plain_only_reason(ruleset: Ruleset) -> str:
    """Return the reason why nobody is sensible in a ruleset that does not say what is worth
    weighing."""
    return f"{ruleset.META.title} does not say what is worth weighing: everybody fights plainly"


def parse_prices(ruleset: Ruleset, texts: tuple[str, ...]) -> dict[str, float]:
    """Return the prices in boxes, by the ruleset's names, read from texts `NAME=N`. Raises
    Refusal for an unknown name or a bad number."""
    auto_player = load_rules(ruleset).auto_player
    known = auto_player.PRICES if auto_player.weighs else {}
    found: dict[str, float] = {}
    for text in texts:
        typed, _, number = text.partition("=")
        names = matching_words(typed, known)
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


def _unreadable_message(text: str, typed: str, words: Sequence[str]) -> str:
    """Return the message for a tactic that is unknown or fits several `words`; it begins with
    `--tactics TEXT: `."""
    known = (
        f"type SIDE=WORD or WHO=WORD, the word one of {listed(sorted(WORDS))}"
    )
    if typed and words:
        return f"--tactics {text}: '{typed}' could be {listed(words)}; {known}"
    close = nearest_words(typed, WORDS) if typed else []
    meant = f"did you mean '{close[0]}'? " if close else ""
    return f"--tactics {text}: {meant}{known}"


def tactic_of(
    encounter: Encounter, who: str, told: Mapping[str, str]
) -> str | None:
    """Return somebody's tactic: their own, else their side's, else for allies the party's. None
    if nothing was typed for them."""
    side = encounter.side(who)
    return (
        told.get(who)
        or told.get(side)
        or (told.get(PARTY) if side in FRIENDS else None)
    )


def _parse_side_or_combatant(
    ruleset: Ruleset, encounter: Encounter, typed: str
) -> str:
    """Return the side that a word means, by its word or as the screens call it, else the id of a
    combatant. Raises Refusal and Ambiguous."""
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
