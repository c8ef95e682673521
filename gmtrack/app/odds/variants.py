"""Odds of one attack beside variants of it: the same line with other words."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from gmtrack.app.ambiguous_words import refuse_ambiguous
from gmtrack.app.odds.attack import answer_all, ask_expanding_shorthand
from gmtrack.app.odds.attack_rolls import OddsQuestion
from gmtrack.app.what import cost_and_first_roll, is_possible_now
from gmtrack.core.encounter import Data
from gmtrack.core.intents import Attack, Options
from gmtrack.core.lexicon import Entries
from gmtrack.core.names import matching_words, squash
from gmtrack.errors import OVERRULES, Refusal

OPTIONS = frozenset(("weapon", "called", "defense", "with", "without", "mod"))
"""Options of an attack; typed without dashes they are no words of one."""


class Variant(NamedTuple):
    """A variant as typed (`words`), and its parts: house rules, bare words, options and dice."""

    words: str
    rules: tuple[str, ...]
    bare: tuple[str, ...]
    options: Options
    rolls: tuple[str, ...]


class Unreadable(Refusal):
    """A refusal of a variant whose words mean nothing, so that nothing can be compared. `words`
    is the variant."""

    def __init__(self, words: str, refusal: Refusal) -> None:
        super().__init__(refusal.kind, refusal.message)
        self.words = words


def compare_variants(plain: OddsQuestion, variants: Sequence[Variant]) -> Data:
    """Return the odds of a line and of its variants side by side, the line first. A variant that
    the rules forbid is listed as refused. Raises Unreadable for a variant whose words mean
    nothing, and Refusal if the line's do."""
    plain = _expand_question(plain)
    bare = {variant.words: variant.bare for variant in variants}

    def check(question: OddsQuestion, refusal: Refusal) -> None:
        if _means_nothing(question, refusal):
            words = question.words or ""
            raise Unreadable(
                words, _clearer_refusal(plain, bare.get(words, ())) or refusal
            )

    questions = [plain._replace(words="")]
    for variant in variants:
        try:
            questions.append(_apply_variant(plain, variant))
        except Refusal as refusal:
            clearer = _clearer_refusal(plain, variant.bare) or refusal
            raise Unreadable(variant.words, clearer) from refusal
    return answer_all(questions, "variants", check)


def _clearer_refusal(
    plain: OddsQuestion, bare: tuple[str, ...]
) -> Refusal | None:
    """Return a clearer refusal for bare words that are an option without dashes, or one word
    typed as several. None for all others."""
    unknown, line = plain.ruleset.WORDS.unknown, plain.intent
    head, _, value = bare[0].partition("=") if bare else ("", "", "")
    if squash(head) in OPTIONS:
        rest = " ".join(filter(None, (value, *bare[1:]))) or "WORD"
        return Refusal(unknown, f"type `--{squash(head)} {rest}`")
    one = squash("-".join(bare))
    if len(bare) == 1 or one not in _words_of_attack(plain):
        return None
    try:
        _parse_bare_words(
            plain, Attack(line.attacker, line.targets[:1]), (one,)
        )
    except Refusal as refusal:
        return refusal
    return Refusal(unknown, f"type it as one word: `{one}`")


def _words_of_attack(question: OddsQuestion) -> set[str]:
    """Return every single word that an attack can have, and the actions, which are easily taken
    for one."""
    lexicon = question.ruleset.lexicon(question.encounter)
    weapons = lexicon.weapons.get(question.attacker, ())
    known = (
        weapons,
        lexicon.places,
        lexicon.defenses,
        lexicon.words.get("attack", ()),
    )
    return {
        squash(entry.word)
        for entries in (*known, lexicon.actions)
        for entry in entries
    }


def _expand_question(question: OddsQuestion) -> OddsQuestion:
    """Return the question with its words in full, if the rules cannot use them as typed. Raises
    Refusal if they mean nothing; a question that a rule forbids is returned as it is."""

    def try_attack(one: OddsQuestion) -> None:
        cost_and_first_roll(
            one.ruleset, one.encounter, one.intent, one.attacker
        )

    early = question.as_plan()
    try:
        meant = ask_expanding_shorthand(early, try_attack)[1]
    except Refusal as refusal:
        if _means_nothing(question, refusal):
            raise
        # A question that a rule forbids is listed as refused among the answers.
        return question
    return question if meant is early else meant._replace(meant=True)


def _apply_variant(plain: OddsQuestion, variant: Variant) -> OddsQuestion:
    """Return the question with a variant's words, rules and dice. Raises Refusal for bare words
    that mean nothing."""
    line = plain.intent
    typed = Attack(line.attacker, line.targets[:1], options=variant.options)
    more = (
        _parse_bare_words(plain, typed, variant.bare) if variant.bare else typed
    )
    return plain._replace(
        intent=_merge_attacks(line, more),
        rolls=_replace_same(plain.rolls, variant.rolls, _option_name),
        words=variant.words,
        rules=variant.rules,
        meant=plain.meant or bool(variant.bare),
    )


def _parse_bare_words(
    plain: OddsQuestion, typed: Attack, bare: tuple[str, ...]
) -> Attack:
    """Return a variant's attack with its bare words as options or targets; the line decides what
    they can mean. Raises Refusal."""
    from gmtrack.app.shorthand import ShorthandReader

    ruleset, encounter = plain.ruleset, plain.encounter

    def works(intent: object) -> bool:
        assert isinstance(intent, Attack)
        early = plain._replace(
            intent=_merge_attacks(plain.intent, intent)
        ).as_plan()
        return is_possible_now(ruleset, encounter, early.intent)

    words = ruleset.WORDS
    reader = ShorthandReader(
        ruleset.lexicon(encounter),
        encounter,
        words.unknown,
        words.nobody,
        works,
    )
    named = Attack(
        typed.attacker, (*typed.targets, *bare), options=typed.options
    )
    refuse_ambiguous(ruleset, encounter, [named])
    found = reader.expand(named)
    assert isinstance(found, Attack)
    return found


def _merge_attacks(line: Attack, more: Attack) -> Attack:
    """Return the line's attack with another one's words added. What sets the same thing is
    replaced; numbers add up. Targets behind the first replace the line's targets."""
    old, new = line.options, more.options
    options = old._replace(
        weapon=new.weapon or old.weapon,
        called=new.called or old.called,
        words=_replace_same(old.words, new.words, _option_name),
        defense=_replace_same(old.defense, new.defense, _defender_of),
        without=(*old.without, *new.without),
        mods=(*old.mods, *new.mods),
        defense_mods=(*old.defense_mods, *new.defense_mods),
        extras={
            key: (*old.extras.get(key, ()), *new.extras.get(key, ()))
            for key in {**old.extras, **new.extras}
        },
        force=old.force or new.force,
    )
    return Attack(
        line.attacker, more.targets[1:] or line.targets, options=options
    )


def _replace_same(
    old: tuple[str, ...], new: tuple[str, ...], sets: Callable[[str], str]
) -> tuple[str, ...]:
    """Return old and new texts, without the old ones that set the same as a new one; `sets`
    returns what a text sets."""
    taken = {*map(sets, new)}
    return (*(text for text in old if sets(text) not in taken), *new)


def _option_name(text: str) -> str:
    """Return what a word sets: `cover` of `cover=good`."""
    return squash(text.partition("=")[0])


def _defender_of(text: str) -> str:
    """Return who defends: `bob` of `bob:dodge`; empty if nobody is named."""
    return squash(_option_name(text).rpartition(":")[0])


def _means_nothing(question: OddsQuestion, refusal: Refusal) -> bool:
    """Whether a question was refused because of a word and not by a rule. A rule is something
    that `--force` overrules, or that refuses although weapon and place are known."""
    words = question.ruleset.WORDS
    if refusal.message.endswith(OVERRULES):
        return False
    if refusal.kind in {words.unknown, words.value, words.nobody}:
        return True
    lexicon, options = (
        question.ruleset.lexicon(question.encounter),
        question.intent.options,
    )
    weapons = lexicon.weapons.get(question.attacker, ())
    known = all(
        _is_known_word(one, weapons)
        for one in (options.weapon or "").split(",")
    )
    return not (known and _is_known_word(options.called or "", lexicon.places))


def _is_known_word(word: str, entries: Entries) -> bool:
    """Whether a word begins an entry, or is empty."""
    return not word or bool(
        matching_words(word, (entry.word for entry in entries))
    )
