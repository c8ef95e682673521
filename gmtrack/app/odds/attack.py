"""What will come of an attack, before anybody rolls: one question, or several side by side."""

import re
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from gmtrack.app.odds.attack_rolls import (
    OddsQuestion,
    attack_rolls,
    fired,
    is_main,
)
from gmtrack.app.odds.attack_rolls import as_document as as_roll
from gmtrack.app.odds.twins import Twins, answer_for
from gmtrack.app.run import understood
from gmtrack.app.what import begun
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
"""Where the answers about everybody stand in the document."""
T = TypeVar("T")
Find = Callable[["OddsQuestion"], "Odds"]
MOST_RUNS = 2_000
"""Runs of the rules that an exact answer may take; what would take more is found by trial. A limit
of work, not of time: the same question has the same answer on a busy machine."""
TAIL = 1e-9
"""How likely it is at the most that dice which are rolled on without end come to more than told."""

HELP = re.compile(r"[,;:]? \(?`")
"""Where the line begins that would help against a refusal."""


def chances(question: OddsQuestion) -> Data:
    """The document of one attack: exact chances, or where that has too many results those of many
    trials. Raises Refusal as the attack would."""
    if question.rules:
        from gmtrack.store.check.other_house_rules import ruled_otherwise

        ruleset, rules = question.ruleset, question.rules
        otherwise = ruled_otherwise(question.encounter, ruleset, rules)
        question = question._replace(encounter=otherwise)
    question = question.early()
    odds, meant = understood_as(
        question, lambda one: exact_or_sampled(one, [one.intent])
    )
    intent = meant.intent
    doc = as_document(odds, question)
    doc |= _begun(meant, doc)
    if planning := intent.options.planning:
        # What stands against the attack now, without the lines that would help.
        against = "; ".join(HELP.split(text)[0] for text in planning.against)
        doc |= {"not_now": against} if against else {}
        doc |= {"noted": "; ".join(planning.notes)} if planning.notes else {}
    if meant is not question or question.meant:
        doc["understood"] = ["odds" + line_of(intent).removeprefix("attack")]
    targets = [meant.named(word) for word in intent.targets]
    if "attacks" in doc:
        # Of several attacks not each must be by the one who is named, or on those who are.
        return doc | {
            "attacker": meant.named(intent.attacker),
            "target": targets[0],
        }
    return doc | {"targets": targets} if len(targets) > 1 else doc


def _begun(question: OddsQuestion, doc: Data) -> Data:
    """What the attack costs, and its attack roll: of several attacks each has its own, if they are
    not made with the same one."""
    intent = question.intent
    who = question.named(intent.attacker)
    price, first = begun(question.ruleset, question.encounter, intent, who)
    told = _rolled(question, doc, first) if first else {}
    # Whoever lacks some of it pays less.
    planning = intent.options.planning
    short = planning and {*planning.against.values()} & {
        *question.ruleset.WORDS.price
    }
    cost = ", ".join(
        filter(None, ("" if short else price, fired(question, who)))
    )
    return told | {"cost": cost} if cost else told


def _rolled(question: OddsQuestion, doc: Data, first: Ask) -> Data:
    """The attack rolls, where there is none of a single attack what is rolled first."""
    attacks = doc.get("attacks", [])
    if not attacks and is_main(first.name):
        return {"roll": as_roll(first)}
    rolls = attack_rolls(question, only=not attacks)
    if attacks and len(rolls) == len(attacks):
        pairs = zip(attacks, rolls, strict=True)
        return {"attacks": [attack | {"roll": roll} for attack, roll in pairs]}
    if len(rolls) == 1:
        return {"roll": rolls[0]}
    return {} if attacks else {"roll": as_roll(first)}


def time_out(seconds: float) -> Callable[[], bool]:
    begun: list[float] = []

    def over() -> bool:
        now = time.monotonic()
        begun.append(now)
        return now - begun[0] >= seconds

    return over


def find(
    question: OddsQuestion, enough: Callable[[], bool] = lambda: False
) -> "Odds":
    """The chances of one attack, if they are found before it is `enough`; what is refused as it
    stands is read once more as somebody in a hurry would have meant it. Raises Refusal as the
    attack would."""
    return understood_as(
        question.early(), lambda one: _exact(one, [one.intent], enough)
    )[0]


def find_by_trial(
    question: OddsQuestion, most: int, enough: Callable[[], bool]
) -> "Odds":
    """The same as trials show them, `most` of them if there is time for that."""
    return understood_as(
        question.early(),
        lambda one: by_trial(one, [one.intent], most=most, enough=enough),
    )[0]


def understood_as(
    question: OddsQuestion, found: Callable[[OddsQuestion], T]
) -> tuple[T, OddsQuestion]:
    """The answer, with the question in full words."""
    asked = [question]

    def answer(intents: list[Intent]) -> T:
        (intent,) = intents
        assert isinstance(intent, Attack)
        if intent is not question.intent:
            # What stood against the readings that were tried does not stand against this one.
            asked.append(question._replace(intent=intent).early())
        return found(asked[-1])

    answered, _ = understood(
        question.ruleset, question.encounter, [question.intent], answer
    )
    return answered, asked[-1]


def exact_or_sampled(question: OddsQuestion, intents: list[Attack]) -> "Odds":
    """The chances of these attacks, one after the other."""
    from gmtrack.odds.engine import TooManyBranches

    try:
        return _exact(question, intents)
    except TooManyBranches:
        return by_trial(question, intents)


def by_trial(
    question: OddsQuestion, intents: list[Attack], **limits: Any
) -> "Odds":
    """What trials of these attacks come to, one after the other; the limits are those of
    `odds.sampling`."""
    from gmtrack.odds.engine import attack_results
    from gmtrack.odds.sampling import sample_odds

    ruleset, encounter = question.ruleset, question.encounter
    read = partial(attack_results, ruleset)
    return sample_odds(
        ruleset, encounter, intents, question.typed, read, **limits
    )


def _exact(
    question: OddsQuestion,
    intents: list[Attack],
    enough: Callable[[], bool] = lambda: False,
) -> "Odds":
    from gmtrack.app.run import check_extras
    from gmtrack.odds.engine import Search

    check_extras(question.ruleset, question.intent)
    search = Search(
        question.ruleset, question.encounter, intents, question.over_all
    )
    return search.odds(MOST_RUNS, enough)


def as_document(odds: "Odds", question: OddsQuestion) -> Data:
    """Odds as JSON has them: of one attack, or of each of several and of them all."""

    def what_dead_is(doc: Data) -> Data:
        """In words, where it is not just that."""
        found = [
            word
            for word in question.ruleset.WORDS.dead
            if doc["effects"].get(word)
        ]
        return {"dead_is": found} if found not in ([], ["dead"]) else {}

    def told(chances: "Chances") -> Data:
        doc = chances.to_json()
        risk = doc["risk"] | what_dead_is(doc["risk"])
        return doc | {"risk": risk} | what_dead_is(doc)

    first = odds.blocks[0]
    targets = list(dict.fromkeys(block.target for block in odds.blocks))
    total = told(odds.total)
    doc: Data = {"attacker": first.attacker, "target": targets[0], **total}
    if len(odds.blocks) > 1:
        doc["attacks"] = [
            {
                "attacker": block.attacker,
                "target": block.target,
                **told(block.chances),
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


class _Known:
    """The answers about everybody against one, of which one holds for all who are alike."""

    def __init__(self, questions: list[OddsQuestion]) -> None:
        encounter = questions[0].encounter
        self._twins, self._names = Twins(encounter), encounter.names()
        targets = {question.intent.targets[0] for question in questions}
        self._key = "target" if len(targets) > 1 else "attacker"
        self._found: dict[str, tuple[str, Data]] = {}

    def answer(self, question: OddsQuestion) -> Data:
        """Return what `chances` does, without the work where somebody like them was asked about."""
        intent = question.intent
        who = intent.targets[0] if self._key == "target" else intent.attacker
        like = self._twins.key_of(who)
        if like in self._found:
            twin, doc = self._found[like]
            if found := answer_for(doc, self._key, twin, who, self._names):
                return found
        doc = chances(question)
        if like is not None:
            self._found[like] = who, doc
        return doc


def answered(
    questions: list[OddsQuestion],
    key: str,
    check: Callable[[OddsQuestion, Refusal], None] = lambda question, refusal: (
        None
    ),
) -> Data:
    """Several answers side by side; `check` may raise for one that cannot be refused beside the
    others. Raises Refusal if every one is refused."""
    answers: list[Data] = []
    refused: list[Data] = []
    known = _Known(questions)
    for question in questions:
        try:
            answers.append(
                known.answer(question) if key == AGAINST else chances(question)
            )
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


def everybody(question: OddsQuestion) -> Iterator[OddsQuestion]:
    """The same question of everybody who may be meant by `all` in it: those who stand, of other
    sides than the one who is named; if there are none, all the others who stand. Bare words behind
    the target are those of each attack. Raises Refusal where nobody is meant."""
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
