"""Odds of an attack: the chances of one question, or of several side by side."""

import re
import time
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import TYPE_CHECKING, Any, TypeVar

from gmtrack.app.odds.attack_rolls import (
    OddsQuestion,
    ammunition_fired,
    attack_rolls,
    is_attack_roll,
)
from gmtrack.app.odds.attack_rolls import roll_document as as_roll
from gmtrack.app.odds.twins import Twins, answer_of_twin
from gmtrack.app.run import try_then_expand_shorthand
from gmtrack.app.what import cost_and_first_roll
from gmtrack.core.choice import line_of
from gmtrack.core.draft import Draft
from gmtrack.core.encounter import Data
from gmtrack.core.intents import Attack, Intent
from gmtrack.core.names import means_somebody, pick, squash
from gmtrack.core.players import FRIENDS
from gmtrack.dice.port import Ask
from gmtrack.errors import Refusal

if TYPE_CHECKING:
    from gmtrack.odds.chances import Chances, Odds

EVERYBODY = "all"
AGAINST = "against"
"""The key of the answers about everybody in the document."""
T = TypeVar("T")
Find = Callable[["OddsQuestion"], "Odds"]
MOST_RUNS = 2_000
"""Runs of the rules that an exact answer may take; beyond that, chances are sampled. This limits
work and not time, so a question has the same answer on a busy machine."""
TAIL = 1e-9
"""The largest chance that dice which are rolled on without end come to more than was told."""

HELP = re.compile(r"[,;:]? \(?`")
"""A pattern for the place in a refusal where a helpful command begins."""


def attack_odds(question: OddsQuestion) -> Data:
    """Return the document of one attack's odds: exact, or sampled if there are too many results.
    It is asked as if the turn and the price did not matter; what forbids the attack now is told
    as `not_now`. Raises Refusal as the attack would."""
    if question.rules:
        from gmtrack.store.check.other_house_rules import with_house_rules

        ruleset, rules = question.ruleset, question.rules
        otherwise = with_house_rules(question.encounter, ruleset, rules)
        question = question._replace(encounter=otherwise)
    question = question.as_plan()
    odds, meant = ask_expanding_shorthand(
        question, lambda one: exact_or_sampled(one, [one.intent])
    )
    intent = meant.intent
    doc = odds_to_document(odds, question)
    doc |= _named_risk_document(meant, doc)
    _note_harmless_effects(meant, doc)
    doc |= _cost_and_roll_document(meant, doc)
    if planning := intent.options.planning:
        # The reasons against the attack now, without the commands that would help.
        against = "; ".join(HELP.split(text)[0] for text in planning.against)
        doc |= {"not_now": against} if against else {}
        doc |= {"noted": "; ".join(planning.notes)} if planning.notes else {}
    if meant is not question or question.meant:
        doc["understood"] = ["odds" + line_of(intent).removeprefix("attack")]
    targets = [meant.combatant_or_word(word) for word in intent.targets]
    if "attacks" in doc:
        # Some of several attacks may be by or on others than the named ones.
        return doc | {
            "attacker": meant.combatant_or_word(intent.attacker),
            "target": targets[0],
        }
    return doc | {"targets": targets} if len(targets) > 1 else doc


def _named_risk_document(question: OddsQuestion, doc: Data) -> Data:
    """Return what the attack costs the attacker under the key that the ruleset has for it: `mean`,
    `distribution` and `down`. Empty if it has none for this attack."""
    name_of = getattr(question.ruleset, "name_of_risk", None)
    name = name_of(question.encounter, question.intent) if name_of else None
    if not name:
        return {}
    risk = doc["risk"]
    return {name: {**risk["damage"], "down": risk["down"]}}


def _note_harmless_effects(question: OddsQuestion, doc: Data) -> None:
    """Add to the attacker's risk, as `harmless`, the names of those of its effects that the ruleset
    calls no harm, if there are any."""
    find = getattr(question.ruleset, "harmless_effects", None)
    if find is None:
        return
    risk = doc.get("risk") or doc.get("total", {}).get("risk")
    known = set(find(question.encounter))
    found = [name for name in risk["effects"] if name in known] if risk else []
    if risk and found:
        risk["harmless"] = found


def _cost_and_roll_document(question: OddsQuestion, doc: Data) -> Data:
    """Return the attack's cost and its attack roll; if several attacks have rolls of their own,
    the attacks each with its roll."""
    intent = question.intent
    who = question.combatant_or_word(intent.attacker)
    price, first = cost_and_first_roll(
        question.ruleset, question.encounter, intent, who
    )
    told = _attack_roll_documents(question, doc, first) if first else {}
    # Somebody who lacks resources pays less than the price, so it is not told.
    planning = intent.options.planning
    short = planning and {*planning.against.values()} & {
        *question.ruleset.WORDS.price
    }
    cost = ", ".join(
        filter(None, ("" if short else price, ammunition_fired(question, who)))
    )
    return told | {"cost": cost} if cost else told


def _attack_roll_documents(
    question: OddsQuestion, doc: Data, first: Ask
) -> Data:
    """Return the attack rolls as keys of the document: `attacks`, each with its `roll`, if
    several have one each, else `roll`, the only one. If a single attack makes no attack roll,
    `first` is that roll; nothing for several attacks without one roll each."""
    attacks = doc.get("attacks", [])
    if not attacks and is_attack_roll(first.name):
        return {"roll": as_roll(first)}
    rolls = attack_rolls(question, only=not attacks)
    if attacks and len(rolls) == len(attacks):
        pairs = zip(attacks, rolls, strict=True)
        return {"attacks": [attack | {"roll": roll} for attack, roll in pairs]}
    if len(rolls) == 1:
        return {"roll": rolls[0]}
    return {} if attacks else {"roll": as_roll(first)}


def make_time_limit(seconds: float) -> Callable[[], bool]:
    """Return a predicate that is true when so many seconds have passed since its first call."""
    begun: list[float] = []

    def is_over() -> bool:
        """Whether the time is over, counted from the first call."""
        now = time.monotonic()
        begun.append(now)
        return now - begun[0] >= seconds

    return is_over


def find_odds(
    question: OddsQuestion, enough: Callable[[], bool] = lambda: False
) -> "Odds":
    """Return the exact odds of one attack, also typed in shorthand. Raises TooManyBranches if
    there are too many results or it is `enough` before they are found, and Refusal as the attack
    would."""
    return ask_expanding_shorthand(
        question.as_plan(), lambda one: _exact_odds(one, [one.intent], enough)
    )[0]


def find_odds_by_trial(
    question: OddsQuestion, most: int, enough: Callable[[], bool]
) -> "Odds":
    """Return the odds of one attack from at most `most` trials, fewer if it is `enough` before.
    Raises Refusal as the attack would."""
    return ask_expanding_shorthand(
        question.as_plan(),
        lambda one: odds_by_trial(one, [one.intent], most=most, enough=enough),
    )[0]


def ask_expanding_shorthand(
    question: OddsQuestion, found: Callable[[OddsQuestion], T]
) -> tuple[T, OddsQuestion]:
    """Call `found` with the question and return its result with the question that it accepted.
    If it refuses, the question is expanded as shorthand and asked again. Raises Refusal."""
    asked = [question]

    def answer(intents: list[Intent]) -> T:
        (intent,) = intents
        assert isinstance(intent, Attack)
        if intent is not question.intent:
            # `early` begins a fresh list of reasons, without those against other readings.
            asked.append(question._replace(intent=intent).as_plan())
        return found(asked[-1])

    answered, _ = try_then_expand_shorthand(
        question.ruleset,
        question.encounter,
        [question.intent],
        answer,
        question.lexicon_of,
    )
    return answered, asked[-1]


def exact_or_sampled(question: OddsQuestion, intents: list[Attack]) -> "Odds":
    """Return the odds of these attacks, one after the other: exact, or sampled if there are too
    many results. Raises Refusal."""
    from gmtrack.odds.engine import TooManyBranches

    try:
        return _exact_odds(question, intents)
    except TooManyBranches:
        return odds_by_trial(question, intents)


def odds_by_trial(
    question: OddsQuestion, intents: list[Attack], **limits: Any
) -> "Odds":
    """Return the odds of these attacks from trials, one after the other. `limits` are passed on
    to `sample_odds`."""
    from gmtrack.odds.engine import attack_results
    from gmtrack.odds.sampling import sample_odds

    ruleset, encounter = question.ruleset, question.encounter
    read = partial(attack_results, ruleset)
    return sample_odds(
        ruleset, encounter, intents, question.dice_before, read, **limits
    )


def _exact_odds(
    question: OddsQuestion,
    intents: list[Attack],
    enough: Callable[[], bool] = lambda: False,
) -> "Odds":
    """Return the exact odds of these attacks. Raises TooManyBranches and Refusal."""
    from gmtrack.app.run import refuse_foreign_options
    from gmtrack.odds.engine import Search

    refuse_foreign_options(question.ruleset, question.intent)
    search = Search(
        question.ruleset, question.encounter, intents, question.dice_over_all
    )
    return search.odds(MOST_RUNS, enough)


def odds_to_document(odds: "Odds", question: OddsQuestion) -> Data:
    """Return odds as a document: `attacker`, `target` and the chances of the first attack or,
    for several, of all together; then also `attacks` and `total`. `tail` if some branches do not
    end, `sampled` (`trials`, `margin`) if not exact, `words` if the question names any."""

    def ending_words(doc: Data) -> Data:
        """Return as `down_is` and `dead_is` which effects mean down and dead here, each if others
        than `down` or `dead` itself occur; else nothing."""
        words = question.ruleset.WORDS
        found: Data = {}
        for ending, meant in (("down", words.down), ("dead", words.dead)):
            here = [word for word in meant if doc["effects"].get(word)]
            if here not in ([], [ending]):
                found[f"{ending}_is"] = here
        return found

    def chances_document(chances: "Chances") -> Data:
        """Return chances as a document, with what counts as down and dead in them and in their
        risk."""
        doc = chances.to_json()
        risk = doc["risk"] | ending_words(doc["risk"])
        return doc | {"risk": risk} | ending_words(doc)

    first = odds.blocks[0]
    targets = list(dict.fromkeys(block.target for block in odds.blocks))
    total = chances_document(odds.total)
    doc: Data = {"attacker": first.attacker, "target": targets[0], **total}
    if len(odds.blocks) > 1:
        doc["attacks"] = [
            {
                "attacker": block.attacker,
                "target": block.target,
                **chances_document(block.chances),
            }
            for block in odds.blocks
        ]
        doc["total"] = {"targets": targets, **total}
    if odds.endless:
        doc["tail"] = TAIL
    if odds.trials:
        from gmtrack.odds.amounts import margin_of_error

        doc["sampled"] = {
            "trials": odds.trials,
            "margin": margin_of_error(odds.trials),
        }
    if question.words is not None:
        doc["words"] = question.words
    return doc


class _AnswersByTwin:
    """A cache of odds about everybody, in which one answer serves all combatants whom the rules
    cannot tell apart."""

    def __init__(self, questions: list[OddsQuestion]) -> None:
        encounter = questions[0].encounter
        self._twins, self._names = Twins(encounter), encounter.names()
        targets = {question.intent.targets[0] for question in questions}
        self._key = "target" if len(targets) > 1 else "attacker"
        self._found: dict[str, tuple[str, Data]] = {}

    def answer(self, question: OddsQuestion) -> Data:
        """Return the document of a question's odds, from the cache if somebody alike was asked
        about. Raises Refusal."""
        intent = question.intent
        who = intent.targets[0] if self._key == "target" else intent.attacker
        like = self._twins.key_of(who)
        if like in self._found:
            twin, doc = self._found[like]
            if found := answer_of_twin(doc, self._key, twin, who, self._names):
                return found
        doc = attack_odds(question)
        if like is not None:
            self._found[like] = who, doc
        return doc


def answer_all(
    questions: list[OddsQuestion],
    key: str,
    check: Callable[[OddsQuestion, Refusal], None] = lambda question, refusal: (
        None
    ),
    on_answer: Callable[[Data], None] = lambda so_far: None,
) -> Data:
    """Return a document with several answers side by side under `key`, and those that were
    refused. `check` may raise for a refusal that must not stand beside answers. `on_answer` gets
    the document so far after each answer. Raises Refusal if every question is refused."""
    answers: list[Data] = []
    refused: list[Data] = []
    known = _AnswersByTwin(questions)
    for question in questions:
        try:
            answers.append(
                known.answer(question)
                if key == AGAINST
                else attack_odds(question)
            )
            on_answer({key: answers})
        except Refusal as refusal:
            check(question, refusal)
            words = {} if question.words is None else {"words": question.words}
            intent = question.intent
            who: Data = {
                "attacker": intent.attacker,
                "target": intent.targets[0],
                **words,
            }
            refused.append(
                {**who, "kind": refusal.kind, "why": refusal.message}
            )
            last = refusal
    if not answers:
        raise last
    doc: Data = {key: answers}
    return doc | {"refused": refused} if refused else doc


def questions_of_everybody(question: OddsQuestion) -> Iterator[OddsQuestion]:
    """Yield the question for each combatant whom `all` means: the foes of the named one, or all
    others if there are no foes. Combatants who are out count only if nobody else is up. Bare
    words behind the target go with each. Raises Refusal if both sides are `all`, several are
    named, or nobody is left."""
    ruleset, encounter = question.ruleset, question.encounter
    names = encounter.names()
    attacker, (target, *rest) = (
        question.intent.attacker,
        question.intent.targets,
    )
    people = [
        word
        for word in rest
        if squash(word) == EVERYBODY or means_somebody(word, names)
    ]
    if squash(attacker) == EVERYBODY == squash(target) or people:
        raise Refusal(
            ruleset.WORDS.unknown,
            "name one side: `odds joe all` or `odds all bob`",
        )
    word = attacker if squash(target) == EVERYBODY else target
    one = pick(word, names, "combatant", ruleset.WORDS.nobody)
    others = [who for who in encounter.present() if who != one]
    if not others:
        raise Refusal(
            ruleset.WORDS.unknown, "there is no one else to ask about"
        )
    question = question._replace(
        lexicon_of=cache(partial(ruleset.lexicon, encounter))
    )
    draft = Draft(encounter)
    standing = [
        who for who in others if not ruleset.standing_of(draft, who).out
    ] or others
    side = encounter.side(one)
    friends = FRIENDS if side in FRIENDS else (side,)
    foes = [
        who for who in standing if encounter.side(who) not in friends
    ] or standing
    for foe in foes:
        who, whom = (one, foe) if squash(target) == EVERYBODY else (foe, one)
        intent = Attack(who, (whom, *rest), options=question.intent.options)
        yield question._replace(intent=intent)
