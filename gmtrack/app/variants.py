"""One attack beside variants of it: the same line with other words."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from gmtrack.app.ambiguous import refuse_ambiguous
from gmtrack.app.chances import OddsQuestion, answered, asked_early, understood_as
from gmtrack.app.choices import begun, can_be
from gmtrack.core.encounter import Data, Encounter
from gmtrack.core.intents import Attack, Options
from gmtrack.core.names import fitting, pick, squash
from gmtrack.errors import OVERRULES, Refusal

if TYPE_CHECKING:
    from gmtrack.core.lexicon import Entries
    from gmtrack.rulesets.port import Ruleset


OPTIONS = frozenset(("weapon", "called", "defense", "with", "without", "mod"))
"""Options of an attack; without their dashes their names are no words of one."""


class Variant(NamedTuple):
    """The words of a variant as typed, and what they are: house rules, bare words, options and
    dice."""

    words: str
    rules: tuple[str, ...]
    bare: tuple[str, ...]
    options: Options
    rolls: tuple[str, ...]


class Unreadable(Refusal):
    """A variant is in words that mean nothing here, so that there is nothing to compare."""

    def __init__(self, words: str, refusal: Refusal) -> None:
        super().__init__(refusal.kind, refusal.message)
        self.words = words


def compared(
    ruleset: "Ruleset", encounter: Encounter, plain: OddsQuestion, variants: Sequence[Variant]
) -> Data:
    """The answers side by side, that of the line as typed first. A variant that the rules forbid is
    told beside the others. Raises Unreadable for one whose words mean nothing, and Refusal where
    the line's do."""
    plain = _in_full(ruleset, encounter, plain)

    bare = {variant.words: variant.bare for variant in variants}

    def clearer(words: tuple[str, ...], refusal: Refusal) -> Refusal:
        return _clearer(ruleset, encounter, plain.intent, words) or refusal

    def check(question: OddsQuestion, refusal: Refusal) -> None:
        if _means_nothing(ruleset, encounter, question, refusal):
            words = question.words or ""
            raise Unreadable(words, clearer(bare.get(words, ()), refusal))

    questions = [plain._replace(words="")]
    for variant in variants:
        try:
            questions.append(_varied(ruleset, encounter, plain, variant))
        except Refusal as refusal:
            raise Unreadable(variant.words, clearer(variant.bare, refusal)) from refusal
    return answered(ruleset, encounter, questions, "variants", check)


def _clearer(
    ruleset: "Ruleset", encounter: Encounter, line: Attack, bare: tuple[str, ...]
) -> Refusal | None:
    """What is said of bare words that are an option without its dashes, or one word written as
    several: in pieces they mean nothing, or something else."""
    head, _, value = bare[0].partition("=") if bare else ("", "", "")
    if squash(head) in OPTIONS:
        rest = " ".join(filter(None, (value, *bare[1:]))) or "WORD"
        return Refusal(ruleset.WORDS.unknown, f"type `--{squash(head)} {rest}`")
    one = squash("-".join(bare))
    if len(bare) == 1 or one not in _words(ruleset, encounter, line):
        return None
    try:
        _read(ruleset, encounter, line, Attack(line.attacker, line.targets[:1]), (one,))
    except Refusal as refusal:
        return refusal
    return Refusal(ruleset.WORDS.unknown, f"type it as one word: `{one}`")


def _words(ruleset: "Ruleset", encounter: Encounter, line: Attack) -> set[str]:
    """What can be one word of an attack, or might be taken for it."""
    lexicon = ruleset.lexicon(encounter)
    weapons = lexicon.weapons.get(_attacker(ruleset, encounter, line), ())
    known = (weapons, lexicon.places, lexicon.defenses, lexicon.words.get("attack", ()))
    return {squash(entry.word) for entries in (*known, lexicon.actions) for entry in entries}


def _in_full(ruleset: "Ruleset", encounter: Encounter, question: OddsQuestion) -> OddsQuestion:
    """The question in full words, where the rules can do nothing with those that were typed."""

    def tried(ruleset: "Ruleset", encounter: Encounter, one: OddsQuestion) -> None:
        begun(ruleset, encounter, one.intent, _attacker(ruleset, encounter, one.intent))

    early = asked_early(ruleset, question)
    try:
        meant = understood_as(ruleset, encounter, early, tried)[1]
    except Refusal as refusal:
        if _means_nothing(ruleset, encounter, question, refusal):
            raise
        # It is refused in its place among the answers.
        return question
    return question if meant is early else meant._replace(meant=True)


def _attacker(ruleset: "Ruleset", encounter: Encounter, intent: Attack) -> str:
    return pick(intent.attacker, encounter.names(), "combatant", ruleset.WORDS.nobody)


def _varied(
    ruleset: "Ruleset", encounter: Encounter, plain: OddsQuestion, variant: Variant
) -> OddsQuestion:
    """The line with the words of a variant. Raises Refusal for bare words that mean nothing."""
    line = plain.intent
    typed = Attack(line.attacker, line.targets[:1], options=variant.options)
    more = _read(ruleset, encounter, line, typed, variant.bare) if variant.bare else typed
    return OddsQuestion(
        _with(line, more),
        _instead(plain.rolls, variant.rolls, _head),
        variant.words,
        variant.rules,
        plain.meant or bool(variant.bare),
    )


def _read(
    ruleset: "Ruleset", encounter: Encounter, line: Attack, typed: Attack, bare: tuple[str, ...]
) -> Attack:
    """A variant with its bare words where they belong, as it is understood with the line."""
    from gmtrack.app.understand import Reader

    def works(intent: object) -> bool:
        assert isinstance(intent, Attack)
        return can_be(ruleset, encounter, _early(ruleset, _with(line, intent)))

    words = ruleset.WORDS
    reader = Reader(ruleset.lexicon(encounter), encounter, words.unknown, words.nobody, works)
    named = Attack(typed.attacker, (*typed.targets, *bare), options=typed.options)
    refuse_ambiguous(ruleset, encounter, [named])
    found = reader.meant(named)
    assert isinstance(found, Attack)
    return found


def _early(ruleset: "Ruleset", intent: Attack) -> Attack:
    return asked_early(ruleset, OddsQuestion(intent, ())).intent


def _with(line: Attack, more: Attack) -> Attack:
    """The line with more words: what sets the same thing takes its place, numbers add up. Behind
    its first target a variant may name others."""
    old, new = line.options, more.options
    options = old._replace(
        weapon=new.weapon or old.weapon,
        called=new.called or old.called,
        words=_instead(old.words, new.words, _head),
        defense=_instead(old.defense, new.defense, _whose),
        without=(*old.without, *new.without),
        mods=(*old.mods, *new.mods),
        defense_mods=(*old.defense_mods, *new.defense_mods),
        extras={
            key: (*old.extras.get(key, ()), *new.extras.get(key, ()))
            for key in {**old.extras, **new.extras}
        },
        force=old.force or new.force,
    )
    return Attack(line.attacker, more.targets[1:] or line.targets, options=options)


def _instead(
    old: tuple[str, ...], new: tuple[str, ...], sets: Callable[[str], str]
) -> tuple[str, ...]:
    """Both, without those of the old that set what the new ones set."""
    taken = {*map(sets, new)}
    return (*(text for text in old if sets(text) not in taken), *new)


def _head(text: str) -> str:
    """`range` of `range=30`."""
    return squash(text.partition("=")[0])


def _whose(text: str) -> str:
    """Who defends: `bob` of `bob:dodge`."""
    return squash(_head(text).rpartition(":")[0])


def _means_nothing(
    ruleset: "Ruleset", encounter: Encounter, question: OddsQuestion, refusal: Refusal
) -> bool:
    """Whether it is refused for a word, and not by a rule. `--force` would overrule a rule; where
    it would not, a place that this target does not have is still a word."""
    words = ruleset.WORDS
    if refusal.message.endswith(OVERRULES):
        return False
    if refusal.kind in {words.unknown, words.value, words.nobody}:
        return True
    lexicon, options = ruleset.lexicon(encounter), question.intent.options
    weapons = lexicon.weapons.get(_attacker(ruleset, encounter, question.intent), ())
    named = (options.weapon or "").split(",")
    return not (
        all(_known(one, weapons) for one in named) and _known(options.called or "", lexicon.places)
    )


def _known(word: str, entries: "Entries") -> bool:
    return not word or bool(fitting(word, (entry.word for entry in entries)))
